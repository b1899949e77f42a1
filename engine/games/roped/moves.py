"""RoPeD: what lies on the table, which moves there are, and why others are refused."""

from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import ClassVar, Literal

from engine.cards import HIDDEN, Card, rank
from engine.game import STOCK, Game, Sees
from engine.games.roped.sets import ACE, KIND, KING, kind_of, matches, serves, sets_in
from engine.moves import TABLE, Move, Pile, Refusal, Seat
from engine.options import option

SLOTS = 4
SLOT = tuple(Pile("slot", TABLE, index) for index in range(SLOTS))
ASIDE = Pile("aside")
HAND = tuple(Pile("hand", seat) for seat in range(SLOTS))
DRAWN = tuple(Pile("drawn", seat) for seat in range(SLOTS))
"""The card that fits, between being drawn and being discarded (R12)."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house rules of RoPeD."""

    starter: Literal["left_of_dealer", "dealer"] = option("left_of_dealer", rule="roped.R7")
    mismatch_penalty: Literal["everyone", "discarder"] = option("everyone", rule="roped.R22")
    bluff_discards: bool = option(False, rule="roped.R11")
    blind_discard: bool = option(False, rule="roped.R13")
    lasso_ace: Literal["matching", "any"] = option("matching", rule="roped.R18")
    ace_in_hand: int = option(22, rule="roped.R25", choices=(2, 11, 22))
    target: int = option(500, rule="roped.R26", choices=(250, 500))


PRESETS: Mapping[str, HouseRules] = MappingProxyType(
    {
        "bluffers": HouseRules(bluff_discards=True, mismatch_penalty="discarder"),
        "wild_west": HouseRules(lasso_ace="any", blind_discard=True, mismatch_penalty="discarder"),
        "short_ride": HouseRules(starter="dealer", ace_in_hand=11, target=250),
    }
)


class RopedMoves(Game, ABC):
    """The table of RoPeD and its moves.

    Asks ``start`` of all at once; then, turn by turn, ``reveal``, ``pick``, ``discard`` (``place`` for a card that was
    drawn until it fitted) and ``set``. After a set, ``lasso`` and ``chain`` ask at once everybody who may hold the card
    as far as the table tells, so that being asked gives nothing away; the same holds for ``place`` and ``set``.
    """

    slug = "roped"
    seats_allowed = range(2, 5)
    seats_default = 4
    sees: ClassVar = {
        "stock": Sees.NOBODY,
        "hand": Sees.OWNER,
        "drawn": Sees.OWNER,
        "slot": Sees.TURNED,
        "meld": Sees.ALL,
        "aside": Sees.ALL,
    }
    verbs: ClassVar = {
        "start": ("lay",),
        "reveal": ("reveal",),
        "pick": ("take", "stock"),
        "discard": ("discard", "fill", "blind", "draw"),
        "place": ("discard",),
        "set": ("meld", "none"),
        "lasso": ("throw", "let_go"),
        "chain": ("rope", "let_go"),
    }
    ask_rules: ClassVar = {
        "start": "roped.R3",
        "reveal": "roped.R8",
        "pick": "roped.R9",
        "discard": "roped.R11",
        "place": "roped.R12",
        "set": "roped.R14",
        "lasso": "roped.R17",
        "chain": "roped.R19",
    }
    turn_rule = "roped.R7"
    end_rule = "roped.R26"
    timed: ClassVar = frozenset({"lasso", "chain"})
    Options = HouseRules
    presets = PRESETS
    specials: ClassVar = {
        "set": ("said:meld", "said:meld_flush", "said:meld_kind", "said:meld_suit"),
        "lasso": ("said:lasso", "said:roped"),
        "mismatch": ("said:mismatch", "said:mismatch_own"),
        "quiet": ("end:quiet", "end:long"),
    }
    options: HouseRules

    active: Seat
    """Whose turn it is."""
    turns: int
    """Turns finished in this deal."""
    quiet: int
    """Turns since the last set, or since a hand became smaller than ever."""
    least: tuple[int, ...]
    """By seat, the smallest hand at the end of its turns."""
    mismatches: tuple[int, ...]
    """By seat, how many mismatches it pays for."""
    laid: tuple[Seat, ...]
    """By slot, who laid its uppermost card."""
    blind: tuple[bool, ...]
    """By slot, whether its uppermost card came unseen from the stock."""
    due: Card
    """The interior card of a block, to be melded in this turn (R10); HIDDEN when there is none."""
    stake: Pile
    """The set that may be roped now; the stock when there is none."""
    rope: Card
    """The last card of the lasso; HIDDEN before there is one."""
    first_out: Seat
    """Who was the first without cards; ``TABLE`` while nobody is."""

    # --- the table --------------------------------------------------------------------------------------------------

    def _up(self, card: Card) -> bool:
        """Whether a card of a slot lies face up; HIDDEN, as it stands in views, doesn't."""
        return card >= 0 and bool(self.turned >> card & 1)

    def _tops(self) -> list[tuple[int, Card]]:
        """The slots whose uppermost card is face up, with that card."""
        piles = self.piles
        return [(i, lying[-1]) for i, slot in enumerate(SLOT) if (lying := piles[slot]) and self._up(lying[-1])]

    def _covered(self) -> list[int]:
        """The slots whose uppermost card is face down."""
        piles = self.piles
        return [i for i, slot in enumerate(SLOT) if (lying := piles[slot]) and not self._up(lying[-1])]

    def _empty(self) -> int:
        """The first empty slot, or -1; all empty slots are alike."""
        return next((i for i, slot in enumerate(SLOT) if not self.piles[slot]), -1)

    def _buried(self, slot: Pile) -> tuple[Card, ...]:
        """The cards of a slot that go into a new stock: those beneath the uppermost face-up card (D22)."""
        lying = self.piles[slot]
        return lying[: -1 if lying and self._up(lying[-1]) else -2]

    def _block(self, card: Card) -> tuple[Pile, tuple[Card, ...]]:
        """The slot in which a card lies, and the card with everything on it; nothing when it lies in none."""
        for slot in SLOT:
            lying = self.piles[slot]
            if card in lying:
                return slot, lying[lying.index(card) :]
        return STOCK, ()

    def _left(self) -> int:
        """How many cards can still be drawn, a new stock included."""
        return len(self.piles[STOCK]) + sum(len(self._buried(slot)) for slot in SLOT)

    def _supply(self) -> bool:
        """See that there is a card in the stock, shuffling what is buried if need be; False when there is none."""
        if not self.piles[STOCK]:
            for slot in SLOT:
                self.shift(self._buried(slot), slot, STOCK, "gather")
            if self.piles[STOCK]:
                self.shuffle(STOCK)
        return bool(self.piles[STOCK])

    def _fits(self, card: Card) -> bool:
        """Whether a card matches some open pile (R11)."""
        return any(matches(card, top) for _, top in self._tops())

    # --- what may be done -------------------------------------------------------------------------------------------

    def sources(self, seat: Seat) -> tuple[Pile, ...]:
        """The hand; the piles while picking up, the drawn card while placing it."""
        what = self.ask.what if self.ask is not None else ""
        return SLOT if what == "pick" else (DRAWN[seat],) if what == "place" else (HAND[seat],)

    def legal_moves(self, seat: Seat) -> list[Move]:
        """Moves with cards first, ``let_go``, ``none`` and ``draw`` last; of each suit the most valuable sets first."""
        if self.ask is None or seat not in self.waiting():
            return []
        what = self.ask.what
        if what == "reveal":
            return [Move(seat, "reveal", to=index) for index in self._covered()]
        if what == "pick":
            return self._picks(seat)
        if what == "discard":
            return self._discards(seat)
        if what == "place":
            card = self.piles[DRAWN[seat]][0]
            return [Move(seat, "discard", (card,), index) for index, top in self._tops() if matches(card, top)]
        hand = sorted(self.piles[HAND[seat]])
        if what == "start":
            return [Move(seat, "lay", pair) for pair in combinations(hand, 2) if matches(*pair)]
        if what == "set":
            due = self.due
            moves = [Move(seat, "meld", four) for four in sets_in(hand) if due == HIDDEN or due in four]
            return moves if due != HIDDEN else [*moves, Move(seat, "none")]
        verb = "throw" if what == "lasso" else "rope"
        wanted = self._ropes()
        return [*(Move(seat, verb, (card,)) for card in hand if card in wanted), Move(seat, "let_go")]

    def _picks(self, seat: Seat) -> list[Move]:
        """The uppermost card of each open pile; deeper ones with all above if they serve a set (R9, R10); stock."""
        hand = self.piles[HAND[seat]]
        moves = []
        for index, top in self._tops():
            moves.append(Move(seat, "take", (top,)))
            lying = self.piles[SLOT[index]]
            for depth in range(2, len(lying) + 1):
                if serves(lying[-depth], hand + lying[-depth:]):
                    moves.append(Move(seat, "take", (lying[-depth],)))
        if self._left():
            moves.append(Move(seat, "stock"))
        return moves

    def _discards(self, seat: Seat) -> list[Move]:
        """Matching cards, the ways to fill an empty place, blind cards, drawing (R11, R12, R13)."""
        hand, tops, rules = sorted(self.piles[HAND[seat]]), self._tops(), self.options
        left, empty, bluff = self._left(), self._empty(), rules.bluff_discards
        single = hand if self.due == HIDDEN else [card for card in hand if self._keeps(hand, (card,))]
        moves = [Move(seat, "discard", (c,), index) for c in single for index, top in tops if bluff or matches(c, top)]
        if empty >= 0:
            for pair in combinations(single, 2):
                if (bluff or matches(*pair)) and self._keeps(hand, pair):
                    moves.append(Move(seat, "discard", pair, empty))
            if left:
                moves += [Move(seat, "discard", (card,), empty) for card in single]
            if left > 1:
                moves.append(Move(seat, "fill", to=empty))
        if left and tops:
            if rules.blind_discard:
                moves += [Move(seat, "blind", to=index) for index, _ in tops]
            moves.append(Move(seat, "draw"))
        return moves

    def _keeps(self, hand: Sequence[Card], gone: tuple[Card, ...]) -> bool:
        """Whether the set that a block was taken for can still be laid without these cards (R10)."""
        due = self.due
        return due == HIDDEN or (due not in gone and serves(due, [card for card in hand if card not in gone]))

    def _ropes(self) -> tuple[Card, ...]:
        """The cards that may be thrown now: aces (R18), or the next lower one of the last card's suit (R19)."""
        if self.rope != HIDDEN:
            below = KING if rank(self.rope) == ACE else rank(self.rope) - 1
            return (Card(below * 4 + self.rope % 4),) if below > ACE else ()
        lying = self.piles[self.stake]
        if self.options.lasso_ace == "any" or kind_of(lying) == KIND:
            return tuple(Card(ACE * 4 + suit) for suit in range(4))
        return (Card(ACE * 4 + lying[0] % 4),)

    def canonical(self, move: Move) -> Move:
        """Cards sorted; every empty place is the first of them."""
        move = super().canonical(move)
        if move.verb in ("discard", "fill") and 0 <= move.to < SLOTS and not self.piles[SLOT[move.to]]:
            return move._replace(to=self._empty())
        return move

    # --- refusals ---------------------------------------------------------------------------------------------------

    def refuse(self, move: Move) -> Refusal | None:
        """Which of R3, R4, R8 … R15, R18 and R19 speaks against the move."""
        verb, count, placed = move.verb, len(move.cards), move.verb in ("reveal", "discard", "fill", "blind")
        if (move.to != -1) != placed or (
            count and verb in ("reveal", "stock", "fill", "blind", "draw", "none", "let_go")
        ):
            return Refusal("", "not_now", {"verb": verb})
        if placed and not 0 <= move.to < SLOTS:
            return Refusal("", "not_now", {"verb": verb})
        if verb == "let_go":
            return None
        if verb == "lay":
            return None if count == 2 and matches(*move.cards) else Refusal("roped.R3", "pair", {"n": count})
        if verb == "reveal":
            return None if move.to in self._covered() else Refusal("roped.R8", "not_covered")
        if verb in ("take", "stock"):
            return self._refuse_pick(move)
        if verb in ("meld", "none"):
            return self._refuse_set(move)
        if verb in ("throw", "rope"):
            return self._refuse_rope(move)
        return self._refuse_discard(move)

    def _refuse_pick(self, move: Move) -> Refusal | None:
        if move.verb == "stock":
            return None if self._left() else Refusal("roped.R9", "no_stock")
        if len(move.cards) != 1:
            return Refusal("roped.R10", "one_card", {"n": len(move.cards)})
        card = move.cards[0]
        block = self._block(card)[1]
        if not self._up(card):
            return Refusal("", "not_yours")  # which card lies face down isn't told
        if not self._up(block[-1]):
            return Refusal("roped.R10", "covered")
        if len(block) > 1 and not serves(card, self.piles[HAND[move.seat]] + block):
            return Refusal("roped.R10", "no_use", {"card": card})
        return None

    def _refuse_discard(self, move: Move) -> Refusal | None:
        left, tops = self._left(), dict(self._tops())
        if move.verb == "draw":
            if not tops:
                return Refusal("roped.R12", "nothing_open")
            return None if left else Refusal("roped.R12", "no_stock")
        lying = self.piles[SLOT[move.to]]
        if lying and move.to not in tops:
            return Refusal("roped.R11", "face_down")
        if not lying:
            return self._refuse_fill(move, left)
        if move.verb == "fill":
            return Refusal("roped.R13", "not_empty")
        top = tops[move.to]
        if move.verb == "blind":
            if not self.options.blind_discard:
                return Refusal("roped.R13", "no_blind")
            return None if left else Refusal("roped.R12", "no_stock")
        if len(move.cards) != 1:
            return Refusal("roped.R11", "one_discard")
        return self._refuse_match(move.seat, move.cards, top)

    def _refuse_fill(self, move: Move, left: int) -> Refusal | None:
        """An empty place takes two cards: two of the hand, one and one of the stock, or two of the stock (R13)."""
        count = len(move.cards)
        if move.verb == "blind" or self.ask is None or self.ask.what == "place":
            return Refusal("roped.R13", "two_cards")
        if count > 2 or (count == 0) != (move.verb == "fill"):
            return Refusal("roped.R13", "two_cards")
        if left < 2 - count:
            return Refusal("roped.R13", "no_stock")
        return self._refuse_match(move.seat, move.cards, move.cards[1] if count == 2 else HIDDEN)

    def _refuse_match(self, seat: Seat, cards: tuple[Card, ...], top: Card) -> Refusal | None:
        placing = self.ask is not None and self.ask.what == "place"
        if top != HIDDEN and (placing or not self.options.bluff_discards) and not matches(cards[0], top):
            return (
                Refusal("roped.R13", "pair", {"n": 2})
                if len(cards) == 2
                else Refusal("roped.R11", "no_match", {"card_top": top})
            )
        if not self._keeps(self.piles[HAND[seat]], cards):
            return Refusal("roped.R10", "needed", {"card": self.due})
        return None

    def _refuse_set(self, move: Move) -> Refusal | None:
        if move.verb == "none":
            return None if self.due == HIDDEN else Refusal("roped.R10", "set_due", {"card": self.due})
        if not kind_of(move.cards):
            return Refusal("roped.R14", "no_set", {"n": len(move.cards)})
        if self.due != HIDDEN and self.due not in move.cards:
            return Refusal("roped.R10", "set_due", {"card": self.due})
        return None

    def _refuse_rope(self, move: Move) -> Refusal | None:
        wanted = self._ropes()
        if len(move.cards) == 1 and move.cards[0] in wanted:
            return None
        if move.verb == "rope":
            return Refusal("roped.R19", "wrong_rope", {"card": wanted[0]})
        return Refusal("roped.R18", "wrong_ace" if len(wanted) == 1 else "any_ace", {"card": wanted[0]})
