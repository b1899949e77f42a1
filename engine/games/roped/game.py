"""Rules of RoPeD: reveal, pick up, discard, lay sets of four, and rope other seats' sets (R1 … R26)."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import ClassVar

from engine.boards import Stake
from engine.cards import HIDDEN, PACK_SIZE, RANKS, Card, rank, suit
from engine.events import Amount, Announced, CardsMoved, DealScored, DecidingCards, Event, ScoreSource
from engine.game import STOCK, Game, PileVisibility
from engine.games.roped.feats import FEATS, HABITS
from engine.games.roped.options import PRESETS, RopedOptions
from engine.games.roped.sets import (
    ACE,
    FOUR,
    FOUR_OF_KIND,
    KING,
    STRAIGHT_FLUSH,
    has_set_with,
    in_display_order,
    kind_of,
    matches,
    points_added,
    set_points,
    sets_in,
    value,
    values_and_factor,
)
from engine.moves import NO_PLACEHOLDERS, TABLE, Move, Note, Pile, Placeholders, Refusal, Seat

SLOTS = 4
SLOT = tuple(Pile("slot", TABLE, index) for index in range(SLOTS))
THROWN_CARDS = Pile("aside")
"""The cards thrown to rope sets in this deal (R20)."""
HAND = tuple(Pile("hand", seat) for seat in range(SLOTS))
DRAWN_FITTING_CARD = tuple(Pile("drawn", seat) for seat in range(SLOTS))
"""By seat, the pile of the drawn card that fits, until it is discarded (R12)."""

MAX_QUIET_ROUNDS = 3
"""Number of rounds without progress after which a deal ends."""
MAX_TURNS_PER_SEAT = 30
"""Maximum number of turns of each seat in a deal."""


class Roped(Game):
    """A match of RoPeD.

    Questions: ``start`` to all seats at once. In each turn ``reveal``, ``pick``, ``discard`` (``place`` after drawing
    until a card fits), ``set``, and by house rule ``add``. After a set, ``lasso`` and ``chain`` go at once to all seats
    that may hold the wanted card by public knowledge, so that the question reveals nothing. The same holds for
    ``place``, ``set`` and ``add``.
    """

    slug = "roped"
    seats_allowed = range(2, 5)
    seats_default = 4
    max_deals = 40
    visibility: ClassVar = {
        "stock": PileVisibility.NOBODY,
        "hand": PileVisibility.OWNER,
        "drawn": PileVisibility.OWNER,
        "slot": PileVisibility.TURNED,
        "meld": PileVisibility.ALL,
        "aside": PileVisibility.ALL,
    }
    verbs: ClassVar = {
        "start": ("lay",),
        "reveal": ("reveal",),
        "pick": ("take", "stock"),
        "discard": ("discard", "fill", "blind", "draw"),
        "place": ("discard",),
        "set": ("meld", "none"),
        "add": ("add", "keep"),
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
        "add": "roped.R14",
        "lasso": "roped.R17",
        "chain": "roped.R19",
    }
    end_rule = "roped.R26"
    timed_questions: ClassVar = frozenset({"lasso", "chain"})
    Options = RopedOptions
    presets = PRESETS
    counted_events: ClassVar = {
        "set": ("said:meld", "said:meld_flush", "said:meld_kind", "said:meld_suit"),
        "lasso": ("said:lasso", "said:roped"),
        "mismatch": ("said:mismatch", "said:mismatch_own"),
        "quiet": ("end:quiet", "end:long", "end:stock"),
    }
    feats = FEATS
    habits = HABITS
    explaining_events: ClassVar = {
        "set": ("own:said:meld", "own:said:meld_flush", "own:said:meld_kind", "own:said:meld_suit"),
        "other_set": ("other:said:meld", "other:said:meld_flush", "other:said:meld_kind", "other:said:meld_suit"),
        "rope": ("own:said:lasso", "own:said:roped"),
        "other_ropes": ("other:said:lasso", "other:said:roped"),
        "block": ("own:said:take_block",),
        "other_block": ("other:said:take_block",),
        "out": ("own:said:out", "own:said:out_round"),
        "other_out": ("other:said:out", "other:said:out_round"),
    }
    browsable_piles = frozenset({"slot", "aside"})
    redundant_notes = frozenset({"take", "take_block", "drew"})
    options: RopedOptions

    active_seat: Seat
    """The seat whose turn it is."""
    turns: int
    """Number of finished turns in this deal."""
    quiet_turns: int
    """Number of turns since the last progress: a set, or a hand smaller than before."""
    smallest_hands: tuple[int, ...]
    """By seat, the smallest size of its hand at the end of its turns."""
    mismatches_to_pay: tuple[int, ...]
    """By seat, the number of mismatches it pays for."""
    laid_by: tuple[Seat, ...]
    """By slot, the seat that laid its top card."""
    has_blind_top: tuple[bool, ...]
    """By slot, whether its top card came face down from the stock."""
    can_top_mismatch: tuple[bool, ...]
    """By slot, whether its top card was laid in a way that asks for no match with the card beneath."""
    card_due_to_meld: Card
    """The lowest card of a taken block, which must be melded in this turn (R10); HIDDEN for none."""
    stake_pile: Pile
    """The pile of the set that may be roped now; the stock for none."""
    last_lasso_card: Card
    """The last card of the lasso; HIDDEN for none."""
    first_out: Seat
    """The first seat without cards; ``TABLE`` before."""

    # --- the deal and the start piles -------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal the hands, seven cards by the standard rules, one at a time from the dealer's left (R2).

        The dealer moves to the left each deal.
        """
        self.choose_dealer()
        self.active_seat, self.turns, self.quiet_turns, self.first_out = self.dealer, 0, 0, TABLE
        self.card_due_to_meld, self.last_lasso_card, self.stake_pile = HIDDEN, HIDDEN, STOCK
        self.smallest_hands = (self.options.hand - 2,) * self.seats
        self.mismatches_to_pay = (0,) * self.seats
        self.laid_by, self.has_blind_top = (TABLE,) * SLOTS, (False,) * SLOTS
        self.can_top_mismatch = (False,) * SLOTS
        self.collect_and_shuffle()
        self.deal_rows(*(HAND,) * self.options.hand)
        for pile in (
            *SLOT,
            *DRAWN_FITTING_CARD[: self.seats],
            *(Pile("meld", seat) for seat in range(self.seats)),
            THROWN_CARDS,
        ):
            self.piles.setdefault(pile, ())
        self.ask_seats("start", *range(self.seats))

    def on_start(self, *moves: Move) -> None:
        """Lay two cards of each seat as a pile, the lower one face up (R4); both face up for the dealer (R5)."""
        for move in moves:
            self._fill_slot_with_two(move.seat, move.seat, move.cards, any_two=False)
            if move.seat == self.dealer:
                self.turn(self.piles[SLOT[move.seat]][-1:], SLOT[move.seat])
        self._begin_turn(self.dealer if self.options.starter == "dealer" else self._next_seat(self.dealer))

    def _fill_slot_with_two(self, seat: Seat, slot_index: int, cards: tuple[Card, ...], *, any_two: bool) -> None:
        """Lay two cards of a seat in an empty slot, the lower one face up; missing cards come from the stock (R13).

        Of two equally low cards the first chosen one is face up. ``any_two`` says whether they may mismatch.
        """
        slot = SLOT[slot_index]
        given = sorted(cards, key=rank if self.options.lower_card == "rank" else lambda card: value(card, 1))
        for up in (True, False):
            if given:
                self.shift((given.pop(0),), HAND[seat], slot, "lay")
            else:
                self.draw_restocked(1, slot, "lay")
            if up:
                self.turn(self.piles[slot][-1:], slot)
        self._note_top_card(slot_index, seat, blind=len(cards) < 2, can_mismatch=any_two)

    def _note_top_card(self, index: int, seat: Seat, *, blind: bool, can_mismatch: bool) -> None:
        """Record who laid the top card of a slot, if it came face down from the stock, and if it may mismatch."""
        self.laid_by = (*self.laid_by[:index], seat, *self.laid_by[index + 1 :])
        if self.has_blind_top[index] != blind:
            self.has_blind_top = (*self.has_blind_top[:index], blind, *self.has_blind_top[index + 1 :])
        can_mismatch |= blind
        if self.can_top_mismatch[index] != can_mismatch:
            self.can_top_mismatch = (*self.can_top_mismatch[:index], can_mismatch, *self.can_top_mismatch[index + 1 :])

    def _next_seat(self, seat: Seat) -> Seat:
        return (seat + 1) % self.seats

    # --- a turn: reveal, pick up, discard ---------------------------------------------------------------------------

    def _begin_turn(self, seat: Seat) -> None:
        self.active_seat = seat
        if self.first_out != TABLE and self.is_out(seat):  # the others finish the round (house rule ``last_round``)
            self._end_turn()
        elif self._slots_with_face_down_top():
            self.ask_seats("reveal", seat)
        else:
            self._proceed_to_pick()

    def on_reveal(self, move: Move) -> None:
        """Turn the face-down top card of a slot up (R8). A mismatch with the card beneath costs points (R22)."""
        slot = SLOT[move.to]
        beneath, top = self.piles[slot][-2:]
        self.turn((top,), slot)
        if not matches(top, beneath):
            self._charge_mismatch(move.seat, move.to, top)
        self._proceed_to_pick()

    def _charge_mismatch(self, seat: Seat, index: int, top: Card) -> None:
        """Charge for a mismatch that a seat has revealed in a slot (R22).

        By the house rule ``caught_card`` it goes back into the hand that laid it, unless that is empty.
        """
        rules, layer = self.options, self.laid_by[index]
        all_pay = rules.mismatch_penalty == "everyone"
        payers = range(self.seats) if all_pay else (layer,)
        self.mismatches_to_pay = tuple(count + (seat in payers) for seat, count in enumerate(self.mismatches_to_pay))
        figures = {"card": top, "points": rules.mismatch_points, "seat_to": payers[0]}
        self.announce(seat, Note("mismatch" if all_pay else "mismatch_own", figures), loud=rules.mismatch_points > 0)
        if rules.caught_card == "returned" and self.piles.get(HAND[layer]):
            self.shift((top,), SLOT[index], HAND[layer], "return")

    def _proceed_to_pick(self) -> None:
        if self._open_tops() or self.can_draw():
            self.ask_seats("pick", self.active_seat)
        else:
            self._proceed_to_discard()

    def on_pick(self, move: Move) -> None:
        """Take one card from a slot or the stock, or a block of cards, whose lowest must then be melded (R9, R10)."""
        seat = move.seat
        if move.verb == "stock":
            self.draw_restocked(1, HAND[seat])
        else:
            self.announce_move(move)
            slot, block = self._block_from(move.cards[0])
            self.shift(block, slot, HAND[seat], "take")
            if len(block) > 1 and self.options.block == "set_due":
                self.card_due_to_meld = move.cards[0]
        self._proceed_to_discard()

    def _proceed_to_discard(self) -> None:
        """Ask a seat for its discard; skip it if the seat can neither discard nor draw (D9)."""
        if (self.can_draw() and self._open_tops()) or self._discard_question_moves(self.active_seat):
            self.ask_seats("discard", self.active_seat)
        else:
            self._proceed_to_set()

    def on_discard(self, move: Move) -> None:
        """Discard a seat's card onto an open pile or into an empty slot, or draw until a card fits (R11 … R13)."""
        seat = move.seat
        if move.verb == "draw":
            self._draw_until_one_fits(seat)
            return
        slot = SLOT[move.to]
        if not self.piles[slot]:
            self._fill_slot_with_two(seat, move.to, move.cards, any_two=self.allows_any_refill())
        elif move.verb == "blind":
            self.draw_restocked(1, slot, "play")
            self._note_top_card(move.to, seat, blind=True, can_mismatch=True)
        else:
            self._lay_face_down(seat, HAND[seat], move, can_mismatch=self.options.bluff_discards)
        self._proceed_to_set()

    def _draw_until_one_fits(self, seat: Seat) -> None:
        """Draw cards until one fits a pile and must be discarded there; the others stay in the hand (D8)."""
        if self.draw_until(seat, self._fits_any_pile, DRAWN_FITTING_CARD[seat], misfits=HAND[seat]) is not None:
            self.ask_seats("place", seat)
        else:
            self._proceed_to_set()

    def on_place(self, move: Move) -> None:
        """Discard a seat's drawn card onto a pile that it matches."""
        self._lay_face_down(move.seat, DRAWN_FITTING_CARD[move.seat], move, can_mismatch=False)
        self._proceed_to_set()

    def _lay_face_down(self, seat: Seat, source: Pile, move: Move, *, can_mismatch: bool) -> None:
        self.shift(move.cards, source, SLOT[move.to], "play")
        self._note_top_card(move.to, seat, blind=False, can_mismatch=can_mismatch)

    def allows_any_refill(self) -> bool:
        """Whether any two cards may fill an empty slot, by the house rule on refilling or on bluffing (R13)."""
        return self.options.bluff_discards or self.options.refill == "any_two"

    # --- sets and lassos --------------------------------------------------------------------------------------------

    def _proceed_to_set(self) -> None:
        self._record_first_out(self.active_seat)
        self._ask_for_set()

    def _ask_for_set(self) -> None:
        """Ask the active seat to lay a set if it has four cards or more, so that the question reveals nothing."""
        if len(self.piles[HAND[self.active_seat]]) >= FOUR:
            self.ask_seats("set", self.active_seat)
        else:
            self._ask_for_addition()

    def on_set(self, move: Move) -> None:
        """Lay a seat's set of four (R14). Then it may be roped (R17)."""
        if move.verb == "none":
            self._ask_for_addition()
            return
        seat = move.seat
        self.announce_move(move)
        self.stake_pile = self._empty_meld_pile(seat)
        self.shift(in_display_order(move.cards, self.options.corner), HAND[seat], self.stake_pile, "meld")
        self.card_due_to_meld = HIDDEN
        self.quiet_turns = -1  # 0 at the end of this turn
        self._record_first_out(seat)
        self._offer_set("lasso")

    def _ask_for_addition(self) -> None:
        """Ask the active seat, by the house rule ``add_cards``, for a card to add to a set; else end its turn.

        A seat without a fitting card is asked too, so that the question reveals nothing.
        """
        if self.piles[HAND[self.active_seat]] and self._sets_to_add_to(self.active_seat):
            self.ask_seats("add", self.active_seat)
        else:
            self._end_turn()

    def on_add(self, move: Move) -> None:
        """Add a seat's card to a set, which can't be roped for that, and ask for another one (R14)."""
        addition = self.find_addition(move.seat, move.cards[0]) if move.cards else None
        if addition is None:
            self._end_turn()
            return
        pile, _ = addition
        is_first = in_display_order((*self.piles[pile], *move.cards), self.options.corner)[0] == move.cards[0]
        self.shift(move.cards, HAND[move.seat], pile, "meld", to_bottom=is_first)
        self._record_first_out(move.seat)
        self._ask_for_addition()

    def _sets_to_add_to(self, seat: Seat) -> list[Pile]:
        """Return the sets of suits to which a seat may add cards by the house rule ``add_cards``, unless complete."""
        rule = self.options.add_cards
        if rule == "never":
            return []
        return [
            pile
            for pile, lying in self.piles.items()
            if pile.kind == "meld"
            and (pile.owner == seat or rule == "any_set")
            and FOUR <= len(lying) < len(RANKS)
            and kind_of(lying, self.options.corner) != FOUR_OF_KIND
        ]

    def find_addition(self, seat: Seat, card: Card) -> tuple[Pile, int] | None:
        """Return the set to which a seat adds this card, and the points it adds there; None if it fits nowhere.

        That is the set of its own where the card counts most; else the set of another seat where it counts least.
        """
        own: list[tuple[Pile, int]] = []
        others: list[tuple[Pile, int]] = []
        for pile in self._sets_to_add_to(seat):
            points = points_added(self.piles[pile], card, self.options.corner)
            if points:
                (own if pile.owner == seat else others).append((pile, points))
        if own:
            return max(own, key=lambda addition: addition[1])
        return min(others, key=lambda addition: (addition[1], (addition[0].owner - seat) % self.seats), default=None)

    def _empty_meld_pile(self, seat: Seat) -> Pile:
        """Return the first empty pile of a seat for a new set."""
        index = 0
        while self.piles.get(Pile("meld", seat, index)):
            index += 1
        return Pile("meld", seat, index)

    def _offer_set(self, what: str) -> None:
        """Ask all other seats with cards whether they take the set just laid with a lasso, unless all cards for that
        lie open. A set that can't be roped is announced instead."""
        owner, is_safe = self.stake_pile.owner, self._is_stake_safe()
        if is_safe:
            self.announce(owner, Note("safe"))
        seats = [seat for seat in range(self.seats) if seat != owner and self.piles[HAND[seat]]]
        if seats and not is_safe and not all(map(self.lies_open, self._cards_that_rope())):
            self.ask_seats(what, *seats)
        else:
            self._proceed_after_set()

    def _proceed_after_set(self) -> None:
        """End the turn after its set (R15); by the house rule ``sets_per_turn`` ask for another one first."""
        self.stake_pile, self.last_lasso_card = STOCK, HIDDEN
        if self.options.sets_per_turn == "any" and (
            self.first_out == TABLE or self.options.last_round == "equal_turns"
        ):
            self._ask_for_set()
        else:
            self._end_turn()

    def _is_stake_safe(self) -> bool:
        """Whether the set just laid can't be roped: a straight flush by the house rule ``safe_flush`` (R18)."""
        return self.options.safe_flush and kind_of(self.piles[self.stake_pile], self.options.corner) == STRAIGHT_FLUSH

    def lies_open(self, card: Card) -> bool:
        """Whether this card is visible to all seats, so that no seat can throw it to rope a set."""
        if self.face_up_cards >> card & 1:
            return True
        return any(card in lying for pile, lying in self.piles.items() if pile.kind in ("meld", "aside"))

    def on_lasso(self, *moves: Move) -> None:
        """Give the set at stake to the first seat clockwise from its owner that throws an ace (D17)."""
        self._give_set(moves, "lasso")

    def on_chain(self, *moves: Move) -> None:
        """Give the set at stake to the seat that throws the next lower card (R19), or an ace by house rule."""
        self._give_set(moves, "roped")

    def _give_set(self, moves: Sequence[Move], key: str) -> None:
        """Give the set at stake to the first seat clockwise that throws a card; set that card aside (R20, D18)."""
        owner = self.stake_pile.owner
        throws = [move for move in moves if move.cards]
        thrown = min(throws, key=lambda move: (move.seat - owner) % self.seats, default=None)
        if thrown is None:
            self._proceed_after_set()
            return
        seat, card, stake = thrown.seat, thrown.cards[0], self.stake_pile
        self.shift(thrown.cards, HAND[seat], THROWN_CARDS, "play")
        points = self.points_of_set(self.piles[stake])
        self.announce(seat, Note(key, {"card": card, "seat": seat, "seat_to": stake.owner, "n": points}), loud=True)
        self.stake_pile, self.last_lasso_card = self._empty_meld_pile(seat), card
        self.shift(self.piles[stake], stake, self.stake_pile, "meld")
        self.quiet_turns = -1
        self._record_first_out(seat)
        self._offer_set("chain")

    def _record_first_out(self, seat: Seat) -> None:
        """Record the first seat without cards in the deal, which gets the bonus (R23, D20)."""
        if not self.piles[HAND[seat]] and self.first_out == TABLE:
            self.first_out = seat
            goes_on = self.options.last_round == "equal_turns" and (self.turns + 1) % self.seats > 0
            figures = {"seat": seat, "points": self.options.bonus}
            self.announce(seat, Note("out_round" if goes_on else "out", figures), loud=True)

    # --- the end of a turn, of a deal, of the match -----------------------------------------------------------------

    def _end_turn(self) -> None:
        """Begin the next seat's turn, unless the deal ends now."""
        seat = self.active_seat
        self.card_due_to_meld = HIDDEN
        self.turns += 1
        self.quiet_turns += 1
        held = len(self.piles[HAND[seat]])
        if held < self.smallest_hands[seat]:
            self.smallest_hands = (*self.smallest_hands[:seat], held, *self.smallest_hands[seat + 1 :])
            self.quiet_turns = 0
        reason = self._find_reason_to_end_deal()
        if reason is None:
            self._begin_turn(self._next_seat(seat))
        else:
            self._score_deal(reason.key, reason.placeholders)

    def _find_reason_to_end_deal(self) -> Note | None:
        """Return the reason to end the deal after a turn: a seat is out (R23), the stock is empty by house rule (R12),
        or there is no progress (D23); None to go on."""
        if self.first_out != TABLE:  # the round is finished by house rule, even without stock
            is_over = self.options.last_round == "at_once" or self.turns % self.seats == 0
            return Note("out", {"seat": self.first_out}) if is_over else None
        if not self.piles[STOCK] and self.options.stock_end == "deal_ends":
            return Note("stock")
        if self.quiet_turns >= MAX_QUIET_ROUNDS * self.seats:
            return Note("quiet", {"n": MAX_QUIET_ROUNDS})
        return Note("long", {"n": MAX_TURNS_PER_SEAT}) if self.turns >= MAX_TURNS_PER_SEAT * self.seats else None

    def _score_deal(self, reason: str, placeholders: Placeholders = NO_PLACEHOLDERS) -> None:
        """Score a deal of RoPeD (R22 … R25, D26)."""
        seats, rules, ace = range(self.seats), self.options, self.options.ace_in_hand
        parts = (
            ScoreSource("sets", tuple(map(self.meld_points, seats))),
            ScoreSource("hand", tuple(-sum(value(card, ace) for card in self.piles[HAND[seat]]) for seat in seats)),
            ScoreSource("mismatches", tuple(-rules.mismatch_points * count for count in self.mismatches_to_pay)),
            ScoreSource("out", tuple(rules.bonus * (seat == self.first_out) for seat in seats)),
        )
        points = [sum(part.points[seat] for part in parts) for seat in seats]
        best = max(points)
        winners = tuple(seat for seat in seats if points[seat] == best)
        self.end_deal(points, winners, reason, placeholders, parts, deciding_cards=self._find_deciding_cards(winners))

    def _find_deciding_cards(self, winners: tuple[Seat, ...]) -> tuple[DecidingCards, ...]:
        """Return the cards that decided the deal: the most valuable set of a single winner; empty without one."""
        if self.events is None or len(winners) != 1:
            return ()
        sets = [lying for pile, lying in self.piles.items() if pile[:2] == ("meld", winners[0]) and lying]
        best = max(sets, key=self.points_of_set, default=())
        if not best:
            return ()
        return (
            DecidingCards(
                winners[0],
                in_display_order(best, self.options.corner),
                Note("best_set", {"seat": winners[0], "n": self.points_of_set(best)}),
            ),
        )

    def points_of_set(self, laid: Sequence[Card]) -> int:
        """Return the points of a set under the house rules of this match; 0 for cards that are no set."""
        return set_points(tuple(laid), self.options.corner)

    def meld_points(self, seat: Seat) -> int:
        """Return the points of the sets that a seat has laid in this deal."""
        return sum(self.points_of_set(lying) for pile, lying in self.piles.items() if pile[:2] == ("meld", seat))

    def match_winners(self) -> tuple[Seat, ...]:
        """Return the match's winner, the only seat with the highest total once that reaches the target (R26, D25).

        After a fixed number of deals all seats with the highest total win.
        """
        best = max(self.scores)
        leaders = tuple(seat for seat, total in enumerate(self.scores) if total == best)
        if self.options.deals:
            return leaders if len(self.history) >= self.options.deals else ()
        return leaders if best >= self.options.target and len(leaders) == 1 else ()

    def deals_planned(self) -> int:
        """Return the number of deals of the match; 0 for a match up to the target."""
        return int(self.options.deals)

    def target_score(self) -> int:
        """Return the points that win the match; 0 for a fixed number of deals."""
        return 0 if self.options.deals else int(self.options.target)

    def measure_deal(self) -> tuple[int, ...]:
        """Return the most cards of one suit or rank in each seat's hand, as sets are made of them."""
        hands = (self.piles[HAND[seat]] for seat in range(self.seats))
        return tuple(max(Counter((of, of(card)) for of in (suit, rank) for card in hand).values()) for hand in hands)

    # --- the table --------------------------------------------------------------------------------------------------

    def _is_face_up(self, card: Card) -> bool:
        """Whether a card in a slot (a pile on the table) is face up; False for HIDDEN."""
        return card >= 0 and bool(self.face_up_cards >> card & 1)

    def _open_tops(self) -> list[tuple[int, Card]]:
        """Return the slots (piles on the table) whose top card is face up, with that card."""
        piles, up = self.piles, self.face_up_cards
        tops = [(i, lying[-1]) for i, slot in enumerate(SLOT) if (lying := piles[slot])]
        return [(i, top) for i, top in tops if top >= 0 and up >> top & 1]

    def _slots_with_face_down_top(self) -> list[int]:
        """Return the slots (piles on the table) whose top card is face down."""
        piles = self.piles
        return [i for i, slot in enumerate(SLOT) if (lying := piles[slot]) and not self._is_face_up(lying[-1])]

    def _first_empty_slot(self) -> int:
        """Return the index of the first slot (pile on the table) without cards, -1 if there is none.

        All empty slots are the same choice.
        """
        return next((i for i, slot in enumerate(SLOT) if not self.piles[slot]), -1)

    def cards_to_restock(self) -> list[tuple[Pile, tuple[Card, ...]]]:
        """Return the spare cards for a new stock: those of each slot beneath its top face-up card (D22).

        There are none if an empty stock ends the deal (house rule ``stock_end``).
        """
        if self.options.stock_end == "deal_ends":
            return []
        spare = []
        for slot in SLOT:
            lying = self.piles[slot]
            if len(lying) > 1:
                spare.append((slot, lying[: -1 if self._is_face_up(lying[-1]) else -2]))
        return spare

    def _block_from(self, card: Card) -> tuple[Pile, tuple[Card, ...]]:
        """Return the slot of a card and the block of cards from it to the top; no cards if it is in no slot."""
        for slot in SLOT:
            lying = self.piles[slot]
            if card in lying:
                return slot, lying[lying.index(card) :]
        return STOCK, ()

    def _fits_any_pile(self, card: Card) -> bool:
        """Whether a card matches the top card of any open pile by suit or rank (R11)."""
        return any(matches(card, top) for _, top in self._open_tops())

    # --- legal moves ------------------------------------------------------------------------------------------------

    def sources(self, seat: Seat) -> tuple[Pile, ...]:
        """Return a seat's piles to move cards from: slots for ``pick``, the drawn card for ``place``, else the hand."""
        what = self.ask.what if self.ask is not None else ""
        return SLOT if what == "pick" else (DRAWN_FITTING_CARD[seat],) if what == "place" else (HAND[seat],)

    def legal_moves(self, seat: Seat) -> list[Move]:
        """List a seat's legal moves: those with cards first, ``let_go``, ``none``, ``keep`` and ``draw`` last."""
        if self.ask is None or seat not in self.seats_to_act():
            return []
        what = self.ask.what
        if what == "reveal":
            return [Move(seat, "reveal", to=index) for index in self._slots_with_face_down_top()]
        if what == "pick":
            return self._pick_question_moves(seat)
        if what == "discard":
            return self._discard_question_moves(seat)
        if what == "place":
            card = self.piles[DRAWN_FITTING_CARD[seat]][0]
            return [Move(seat, "discard", (card,), index) for index, top in self._open_tops() if matches(card, top)]
        hand = sorted(self.piles[HAND[seat]])
        if what == "start":
            return [Move(seat, "lay", pair) for pair in combinations(hand, 2) if matches(*pair)]
        if what == "set":
            due = self.card_due_to_meld
            moves = [
                Move(seat, "meld", four) for four in sets_in(hand, self.options.corner) if due == HIDDEN or due in four
            ]
            return moves if due != HIDDEN else [*moves, Move(seat, "none")]
        if what == "add":
            return [
                *(Move(seat, "add", (card,)) for card in hand if self.find_addition(seat, card)),
                Move(seat, "keep"),
            ]
        verb = "throw" if what == "lasso" else "rope"
        wanted = self._cards_that_rope()
        return [*(Move(seat, verb, (card,)) for card in hand if card in wanted), Move(seat, "let_go")]

    def _pick_question_moves(self, seat: Seat) -> list[Move]:
        """Return a seat's moves to pick up a top card, a block for a set with the hand (R9, R10), or from the stock."""
        hand, is_free = self.piles[HAND[seat]], self.options.block == "free"
        moves = []
        for index, top in self._open_tops():
            moves.append(Move(seat, "take", (top,)))
            lying = self.piles[SLOT[index]]
            for depth in range(2, len(lying) + 1):
                if is_free or has_set_with(lying[-depth], hand + lying[-depth:]):
                    moves.append(Move(seat, "take", (lying[-depth],)))
        if self.can_draw():
            moves.append(Move(seat, "stock"))
        return moves

    def _discard_question_moves(self, seat: Seat) -> list[Move]:
        """Return a seat's moves to discard matching cards, fill an empty slot, discard blindly, or draw (R11 … R13)."""
        hand, tops, rules = sorted(self.piles[HAND[seat]]), self._open_tops(), self.options
        can_draw, empty, bluff = self.can_draw(), self._first_empty_slot(), rules.bluff_discards
        single = (
            hand
            if self.card_due_to_meld == HIDDEN
            else [card for card in hand if self._can_still_meld_due_card(hand, (card,))]
        )
        moves = [Move(seat, "discard", (c,), index) for c in single for index, top in tops if bluff or matches(c, top)]
        if empty >= 0:
            any_two = self.allows_any_refill()
            for pair in combinations(single, 2):
                if (any_two or matches(*pair)) and self._can_still_meld_due_card(hand, pair):
                    moves.append(Move(seat, "discard", pair, empty))
            if can_draw:
                moves += [Move(seat, "discard", (card,), empty) for card in single]
            if self.can_draw(2):
                moves.append(Move(seat, "fill", to=empty))
        if can_draw and tops:
            if rules.blind_discard:
                moves += [Move(seat, "blind", to=index) for index, _ in tops]
            moves.append(Move(seat, "draw"))
        return moves

    def _can_still_meld_due_card(self, hand: Sequence[Card], gone: tuple[Card, ...]) -> bool:
        """Whether a seat can still meld ``card_due_to_meld``, a card it must use, without these cards (R10)."""
        due = self.card_due_to_meld
        return due == HIDDEN or (due not in gone and has_set_with(due, [card for card in hand if card not in gone]))

    def _cards_that_rope(self) -> tuple[Card, ...]:
        """Return the cards that seats may throw to rope a set: aces (R18) or the next lower card of the suit (R19)."""
        if self.last_lasso_card != HIDDEN:
            below = KING if rank(self.last_lasso_card) == ACE else rank(self.last_lasso_card) - 1
            next_lower = (Card(below * 4 + self.last_lasso_card % 4),) if below > ACE else ()
            if not self.options.answering_ace:
                return next_lower
            return (*next_lower, *(ace for ace in self._aces_that_rope() if not self.lies_open(ace)))
        return self._aces_that_rope()

    def _aces_that_rope(self) -> tuple[Card, ...]:
        """Return the aces that may rope the set at stake (R18)."""
        lying = self.piles[self.stake_pile]
        if self.options.lasso_ace == "any" or kind_of(lying) == FOUR_OF_KIND:
            return tuple(Card(ACE * 4 + suit) for suit in range(4))
        return (Card(ACE * 4 + lying[0] % 4),)

    def canonical(self, move: Move) -> Move:
        """Sort a move's cards; replace an empty slot by the first empty one."""
        move = super().canonical(move)
        if move.verb in ("discard", "fill") and 0 <= move.to < SLOTS and not self.piles[SLOT[move.to]]:
            return move._replace(to=self._first_empty_slot())
        return move

    def named_piles(self, move: Move) -> tuple[tuple[Pile, Pile], ...]:
        """Return the piles that a move names: a slot or the stock (R8 … R13), the set that a card ropes (R17), or the
        sets to which cards are added (R14)."""
        hand = HAND[move.seat]
        if move.verb in ("stock", "draw"):
            return ((STOCK, hand),)
        if move.verb in ("throw", "rope"):
            return ((self.stake_pile, hand),)
        if move.verb == "add":
            return tuple((pile, hand) for pile in self._sets_to_add_to(move.seat))
        if move.verb in ("reveal", "blind", "fill") and 0 <= move.to < SLOTS:
            return ((SLOT[move.to], hand if move.verb == "reveal" else STOCK),)
        return ()

    # --- refusals ---------------------------------------------------------------------------------------------------

    def check_rules(self, move: Move) -> Refusal | None:
        """Return the reason why a move breaks the rules of RoPeD (R3, R4, R8 … R15, R18, R19); None if legal."""
        verb, count, placed = move.verb, len(move.cards), move.verb in ("reveal", "discard", "fill", "blind")
        if (move.to != -1) != placed or (
            count and verb in ("reveal", "stock", "fill", "blind", "draw", "none", "keep", "let_go")
        ):
            return Refusal("", "not_now", {"verb": verb})
        if placed and not 0 <= move.to < SLOTS:
            return Refusal("", "not_now", {"verb": verb})
        if verb in ("let_go", "keep"):
            return None
        if verb == "add":
            fits = count == 1 and self.find_addition(move.seat, move.cards[0]) is not None
            return None if fits else Refusal("roped.R14", "no_addition")
        if verb == "lay":
            return None if count == 2 and matches(*move.cards) else Refusal("roped.R3", "pair", {"n": count})
        if verb == "reveal":
            return None if move.to in self._slots_with_face_down_top() else Refusal("roped.R8", "not_covered")
        if verb in ("take", "stock"):
            return self._refuse_pick(move)
        if verb in ("meld", "none"):
            return self._refuse_set(move)
        if verb in ("throw", "rope"):
            return self._refuse_rope(move)
        return self._refuse_discard(move)

    def _refuse_pick(self, move: Move) -> Refusal | None:
        if move.verb == "stock":
            return None if self.can_draw() else Refusal("roped.R12", "no_stock")
        if len(move.cards) != 1:
            return Refusal("roped.R10", "one_card", {"n": len(move.cards)})
        card = move.cards[0]
        block = self._block_from(card)[1]
        if not self._is_face_up(card):
            return Refusal("", "not_yours")  # don't reveal which card is face down
        if not self._is_face_up(block[-1]):
            return Refusal("roped.R10", "covered")
        is_set_needed = len(block) > 1 and self.options.block == "set_due"
        if is_set_needed and not has_set_with(card, self.piles[HAND[move.seat]] + block):
            return Refusal("roped.R10", "no_use", {"card": card})
        return None

    def _refuse_discard(self, move: Move) -> Refusal | None:
        left, tops = self.cards_left(), dict(self._open_tops())
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
        return self._refuse_mismatch_or_due_card(move.seat, move.cards, top)

    def _refuse_fill(self, move: Move, drawable_count: int) -> Refusal | None:
        """Refuse to fill an empty slot with other than two cards from hand and stock (R13)."""
        count = len(move.cards)
        if move.verb == "blind" or self.ask is None or self.ask.what == "place":
            return Refusal("roped.R13", "two_cards")
        if count > 2 or (count == 0) != (move.verb == "fill"):
            return Refusal("roped.R13", "two_cards")
        if drawable_count < 2 - count:
            return Refusal("roped.R12", "no_stock")
        return self._refuse_mismatch_or_due_card(move.seat, move.cards, move.cards[1] if count == 2 else HIDDEN)

    def _refuse_mismatch_or_due_card(self, seat: Seat, cards: tuple[Card, ...], top: Card) -> Refusal | None:
        placing = self.ask is not None and self.ask.what == "place"
        is_any_allowed = self.allows_any_refill() if len(cards) == 2 else self.options.bluff_discards
        if top != HIDDEN and (placing or not is_any_allowed) and not matches(cards[0], top):
            return (
                Refusal("roped.R13", "pair", {"n": 2})
                if len(cards) == 2
                else Refusal("roped.R11", "no_match", {"card_top": top})
            )
        if not self._can_still_meld_due_card(self.piles[HAND[seat]], cards):
            return Refusal("roped.R10", "needed", {"card": self.card_due_to_meld})
        return None

    def _refuse_set(self, move: Move) -> Refusal | None:
        if move.verb == "none":
            return (
                None
                if self.card_due_to_meld == HIDDEN
                else Refusal("roped.R10", "set_due", {"card": self.card_due_to_meld})
            )
        if len(move.cards) != FOUR or not kind_of(move.cards):
            return Refusal("roped.R14", "no_set", {"n": len(move.cards)})
        if self.card_due_to_meld != HIDDEN and self.card_due_to_meld not in move.cards:
            return Refusal("roped.R10", "set_due", {"card": self.card_due_to_meld})
        return None

    def _refuse_rope(self, move: Move) -> Refusal | None:
        wanted = self._cards_that_rope()
        if len(move.cards) == 1 and move.cards[0] in wanted:
            return None
        if move.verb == "rope" and rank(wanted[0]) != ACE:
            return Refusal("roped.R19", "wrong_rope" if len(wanted) == 1 else "wrong_rope_ace", {"card": wanted[0]})
        return Refusal("roped.R18", "wrong_ace" if len(wanted) == 1 else "any_ace", {"card": wanted[0]})

    # --- public knowledge -------------------------------------------------------------------------------------------

    def is_hidden_card_possible(self, pile: Pile, card: Card) -> bool:
        """Whether a hidden card may lie here: a card laid face down from a hand matches the card beneath (R11)."""
        if pile.kind != "slot" or self.can_top_mismatch[pile.index]:
            return True
        return matches(card, self.piles[pile][-2])

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat has no cards left in the deal."""
        return not self.piles[HAND[seat]]

    def facts(self, seat: Seat) -> tuple[Note, ...]:
        """Return a seat's facts for its name plate: total score, and what this deal has brought so far, if anything."""
        pending = self.meld_points(seat) - self.options.mismatch_points * self.mismatches_to_pay[seat]
        pending += self.options.bonus * (seat == self.first_out)
        if not pending or self.outcome is not None:
            return super().facts(seat)
        return (*super().facts(seat), Note("pending", {"n": pending}))

    def amounts(self, event: Event, lying: Sequence[Card] = ()) -> tuple[Amount, ...]:
        """Return what a set, a lasso, a mismatch or going out brings (R17, R22 … R24).

        A scored deal adds the cards left to that (R25).
        """
        if isinstance(event, CardsMoved):
            if event.source.kind != "hand" or event.target.kind != "meld":
                return ()
            values, factor = values_and_factor(event.cards, self.options.corner)
            if not factor:  # a card added to a set
                before = [card for card in lying if card not in event.cards]
                values, factor = (points_added(before, event.cards[0], self.options.corner),), 1
            return (Amount(event.target.owner, values, factor, fact="pending", pile=event.target),)
        if isinstance(event, DealScored):
            ace = self.options.ace_in_hand
            left = [tuple(-value(card, ace) for card in hand) for hand in event.revealed_hands]
            pending = [points - sum(left[seat]) for seat, points in enumerate(event.points)]
            terms = [((pending[seat],) if pending[seat] else ()) + left[seat] for seat in range(self.seats)]
            return tuple(Amount(seat, terms[seat], pile=HAND[seat]) for seat in range(self.seats) if terms[seat])
        if not isinstance(event, Announced):
            return ()
        key, figures = event.note
        if key in ("lasso", "roped"):
            changes = {figures["seat"]: figures["n"], figures["seat_to"]: -figures["n"]}
        elif key in ("out", "out_round"):
            changes = {event.seat: figures["points"]}
        elif key in ("mismatch", "mismatch_own"):
            payers = range(self.seats) if key == "mismatch" else (figures["seat_to"],)
            changes = dict.fromkeys(payers, -figures["points"])
        else:
            return ()
        return tuple(Amount(seat, (points,), fact="pending") for seat, points in changes.items() if points)

    def points_in_pile(self, pile_kind: str, lying: Sequence[Card]) -> int:
        """Return the points of a set's cards; 0 for other piles."""
        return self.points_of_set(lying) if pile_kind == "meld" else 0

    def board_for(self, seat: Seat) -> Stake | None:
        """Return the board of the set that may be roped now, with the chain of cards that rope it (R17 … R19)."""
        if self.ask is None or self.ask.what not in ("lasso", "chain"):
            return None
        wanted, what, owner = self._cards_that_rope(), self.ask.what, self.stake_pile.owner
        can = seat in self.seats_to_act() and len(self.legal_moves(seat)) > 1
        downwards, last = (ACE, *range(KING, ACE, -1)), self.last_lasso_card
        now = downwards.index(rank(wanted[0]))
        thrown_ranks = () if last == HIDDEN else downwards[: downwards.index(rank(last)) + 1]
        thrown = tuple(Card(index * 4 + last % 4) for index in thrown_ranks)
        alone = len(wanted) == 1
        further = Card(downwards[now + 1] * 4 + wanted[0] % 4) if alone and now + 1 < len(downwards) else HIDDEN
        points = self.points_of_set(self.piles[self.stake_pile])
        figures = {"seat": owner, "n": points, "card": wanted[0], "card_next": further}
        if alone:
            key = ("yours" if further != HIDDEN else "yours_last") if can else "only"
        else:
            key = "any" if rank(wanted[0]) == ACE else "next_or_ace"
        lines = (Note("stake_you" if owner == seat else "stake", figures), Note(key, figures))
        title = Note(what if can else "at_stake", figures)
        return Stake(self.stake_pile, title, lines, thrown, wanted, further, self.ask.seats, can)

    def sort_key(self, card: Card) -> int:
        """Return a card's sort key in a hand: by suit first, as most sets are of one suit."""
        return suit(card) * PACK_SIZE + rank(card)

    def tension(self, seat: Seat) -> float:
        """Return a decision's importance, 0 … 1: at least 0.5 if a set may be roped, 1 if it was roped before."""
        roped = {"lasso": 0.5, "chain": 1.0}.get(self.ask.what, 0.0) if self.ask is not None else 0.0
        return max(super().tension(seat), roped)

    def cards_revealed_at_end(self, seat: Seat) -> Sequence[Card]:
        """Return a seat's remaining hand, whose values are subtracted from its points (R25)."""
        return self.piles[HAND[seat]]

    # --- texts ------------------------------------------------------------------------------------------------------

    def prompt_for(self, seat: Seat) -> Note:
        """Return the prompt for a seat's task in RoPeD; ``wait`` if it is not asked."""
        if self.ask is None or seat not in self.seats_to_act():
            return Note("wait")
        what = self.ask.what
        if what in ("lasso", "chain"):
            ways = self.legal_moves(seat)
            can = len(ways) > 1
            figures = {
                "seat": self.stake_pile.owner,
                "n": self.points_of_set(self.piles[self.stake_pile]),
                "card": ways[0].cards[0] if can else self._cards_that_rope()[0],
            }
            if not can:
                return Note("no_lasso", figures)
            return Note("lasso_any" if what == "lasso" and len(self._cards_that_rope()) > 1 else what, figures)
        if what == "place":
            return Note("place", {"card": self.piles[DRAWN_FITTING_CARD[seat]][0]})
        if what in ("discard", "set") and self.card_due_to_meld != HIDDEN:
            return Note(what + "_due", {"card": self.card_due_to_meld})
        if what == "discard" and self._first_empty_slot() >= 0:
            return Note("discard_empty_any" if self.allows_any_refill() else "discard_empty")
        if what == "discard" and self.options.bluff_discards:
            return Note("discard_any")
        if what == "pick" and self.options.block == "free":
            return Note("pick_free")
        if what in ("set", "add") and len(self.legal_moves(seat)) == 1:
            return Note("no_set" if what == "set" else "no_addition")
        return Note(what)

    def describe(self, move: Move) -> Note:
        """Describe a seat's move in RoPeD; a card laid face down is not named."""
        verb, cards = move.verb, move.cards
        lying = self.piles[SLOT[move.to]] if 0 <= move.to < SLOTS else ()
        if verb == "discard" and not lying:
            return Note("fill_two" if len(cards) == 2 else "fill_one", {"place": move.to + 1})
        if verb in ("discard", "blind"):
            return Note(verb, {"card_top": lying[-1], "place": move.to + 1})
        if verb == "take" and cards:
            return Note(
                "take" if len(self._block_from(cards[0])[1]) == 1 else "take_block", self._block_figures(cards[0])
            )
        if verb == "meld":
            kind = kind_of(cards, self.options.corner)
            figures = {"n": self.points_of_set(cards), "suit": suit(cards[0]), "rank": rank(cards[0]), "cards": cards}
            return Note("meld_" + kind if kind else "meld", figures)
        if verb in ("throw", "rope", "add"):
            return Note(verb, {"card": cards[0]} if cards else {})
        return Note(verb, {"place": move.to + 1} if verb in ("reveal", "fill") else {})

    def _block_figures(self, card: Card) -> Placeholders:
        slot, block = self._block_from(card)
        return {"card": card, "n": len(block), "place": slot.index + 1}
