"""Fast model of a RoPeD deal for playouts, with cards as numbers and bit sets; a deal takes under a millisecond.

It implements rules R3 … R25 with all house rules, except bluffs and blind cards onto open piles, which never gain.
``tests/bots/test_roped.py`` compares it with the rules, move by move.
"""

from collections.abc import Iterable, Sequence

from engine.bots.common.coverage import KnownRules
from engine.cards import HIDDEN, Card
from engine.game import STOCK
from engine.games.roped.game import (
    HAND,
    MAX_QUIET_ROUNDS,
    MAX_TURNS_PER_SEAT,
    MISMATCH_PENALTY,
    OUT_BONUS,
    SLOT,
    THROWN_CARDS,
    Roped,
)
from engine.games.roped.sets import set_points
from engine.moves import TABLE, Seat
from engine.rng import Rng

KNOWN_RULES = KnownRules(
    starter=("dealer",),
    mismatch_penalty=("discarder",),
    bluff_discards=(True,),
    blind_discard=(True,),
    lasso_ace=("any",),
    ace_in_hand=(2, 11),
    target=(250,),
)
"""RoPeD's house rules that its fast model knows, and with it policy and search."""

NONE_FOUND = -1

SUITS = tuple(sum(1 << card for card in range(suit, 52, 4)) for suit in range(4))
"""By suit: bit set of its cards. A hand is a bit set, bit n for card n."""
MATCHES = tuple(
    sum(1 << other for other in range(52) if other != card and ((other ^ card) & 3 == 0 or other >> 2 == card >> 2))
    for card in range(52)
)
"""By card: bit set of the other cards of its suit or rank (R3, R11)."""
COSTS = {ace: tuple(ace if card < 4 else min((card >> 2) + 1, 10) for card in range(52)) for ace in (1, 2, 11, 22)}
"""Cost of an ace -> by card, its cost in the hand at the end (R25)."""


def bits(hand: int) -> list[int]:
    """Return the cards of a bit set, in ascending order."""
    found = []
    while hand:
        low = hand & -hand
        found.append(low.bit_length() - 1)
        hand ^= low
    return found


_BITS = (*(1 << card for card in range(52)), 0)
"""Card -> its bit; the last entry, 0, is that of ``HIDDEN``."""


def mask_of(cards: Iterable[int]) -> int:
    """Return the bit set of these different cards; hidden ones are ignored."""
    return sum(map(_BITS.__getitem__, cards))


class PlayoutDeal:
    """A RoPeD deal in progress, after all players laid their first pile."""

    __slots__ = (
        "ace_cost",
        "any_ace",
        "blind",
        "covered",
        "drawable_count",
        "due_card",
        "first_out",
        "hands",
        "laid_by",
        "melded_or_aside_cards",
        "mismatch_costs_all",
        "mismatches",
        "mover",
        "points",
        "quiet_turns",
        "rng",
        "seats",
        "shown",
        "sizes",
        "slots",
        "smallest_hands",
        "stock",
        "turns",
    )

    seats: int
    hands: list[int]
    """By seat: bit set of the known cards; in a world, of all cards."""
    sizes: list[int]
    slots: list[list[int]]
    """By slot: its cards from bottom to top, ``HIDDEN`` for an unknown one."""
    covered: list[bool]
    """By slot: whether its top card is face down."""
    shown: int
    """Bit set of the cards face up, laid as sets, or set aside."""
    melded_or_aside_cards: int
    """Bit set of the cards laid as sets or set aside."""
    stock: list[int]
    """From bottom to top."""
    drawable_count: int
    """Number of cards that can be drawn, including a new stock (D22)."""

    def __init__(self, game: Roped, rng: Rng) -> None:
        """Copy the state of a RoPeD position or view; hidden cards of a view stay hidden."""
        piles, turned = game.piles, game.face_up_cards
        self.seats, self.rng = game.seats, rng
        hands = [piles[hand] for hand in HAND[: game.seats]]
        self.hands, self.sizes = list(map(mask_of, hands)), list(map(len, hands))
        self.slots = [list(piles[slot]) for slot in SLOT]
        self.covered = [bool(lying) and not (lying[-1] >= 0 and turned >> lying[-1] & 1) for lying in self.slots]
        self.melded_or_aside_cards = mask_of(piles[THROWN_CARDS])
        self.points = [0] * game.seats
        for pile, lying in piles.items():
            if lying and pile.kind == "meld":
                self.melded_or_aside_cards |= mask_of(lying)
                self.points[pile.owner] += set_points(lying)
        self.shown = self.melded_or_aside_cards | turned
        self.stock = list(piles[STOCK])
        buried = [max(0, len(lying) - 1 - up) for lying, up in zip(self.slots, self.covered, strict=True)]
        self.drawable_count = len(self.stock) + sum(buried)
        self.blind, self.laid_by = list(game.has_blind_top), list(game.laid_by)
        self.mismatches, self.first_out = list(game.mismatches_to_pay), game.first_out
        self.mover, self.turns, self.quiet_turns = game.active_seat, game.turns, game.quiet_turns
        self.smallest_hands = list(game.smallest_hands)
        self.due_card = game.card_due_to_meld
        rules = game.options
        self.ace_cost, self.any_ace = rules.ace_in_hand, rules.lasso_ace == "any"
        self.mismatch_costs_all = rules.mismatch_penalty == "everyone"

    def copy(self, rng: Rng) -> "PlayoutDeal":
        """Return an independent copy of the RoPeD deal with other random numbers."""
        other = object.__new__(PlayoutDeal)
        other.seats, other.rng, other.hands, other.sizes = self.seats, rng, self.hands[:], self.sizes[:]
        other.slots, other.covered = [lying[:] for lying in self.slots], self.covered[:]
        other.shown, other.melded_or_aside_cards, other.stock, other.drawable_count = (
            self.shown,
            self.melded_or_aside_cards,
            self.stock[:],
            self.drawable_count,
        )
        other.blind, other.laid_by, other.points = self.blind[:], self.laid_by[:], self.points[:]
        other.mismatches, other.first_out, other.mover = self.mismatches[:], self.first_out, self.mover
        other.turns, other.quiet_turns, other.smallest_hands, other.due_card = (
            self.turns,
            self.quiet_turns,
            self.smallest_hands[:],
            self.due_card,
        )
        other.ace_cost, other.any_ace, other.mismatch_costs_all = self.ace_cost, self.any_ace, self.mismatch_costs_all
        return other

    # --- the slots ----------------------------------------------------------------------------------------------------

    def open_tops(self) -> list[tuple[int, int]]:
        """Return index and top card of each RoPeD slot whose top card is face up."""
        covered = self.covered
        return [(index, lying[-1]) for index, lying in enumerate(self.slots) if lying and not covered[index]]

    def first_empty_slot(self) -> int:
        """Return the index of the first empty RoPeD slot, or -1."""
        slots = self.slots
        return next((index for index in range(4) if not slots[index]), -1)

    # --- changes ------------------------------------------------------------------------------------------------------

    def reveal(self, slot_index: int) -> None:
        """Turn up the top card of a RoPeD slot, and count a mismatch if it doesn't match the card beneath (R8, R22)."""
        lying = self.slots[slot_index]
        self.covered[slot_index] = False
        top = lying[-1]
        self.shown |= 1 << top
        if not MATCHES[top] >> lying[-2] & 1:
            for seat in range(self.seats) if self.mismatch_costs_all else (self.laid_by[slot_index],):
                self.mismatches[seat] += 1
        if len(lying) > 1:
            self.drawable_count += 1  # the card beneath may be shuffled into a new stock

    def take_block(self, seat: Seat, lowest_card: int) -> None:
        """Move a card of a RoPeD pile and all cards on top of it to a hand (R9, R10)."""
        for lying in self.slots:
            if lowest_card in lying:
                position = lying.index(lowest_card)
                block = lying[position:]
                del lying[position:]
                break
        else:
            raise ValueError(f"card {lowest_card} lies in no slot")
        self.drawable_count -= len(block) - (position == 0)
        for each in block:
            self.hands[seat] |= 1 << each
            self.shown &= ~(1 << each)
        self.sizes[seat] += len(block)
        if len(block) > 1:
            self.due_card = Card(lowest_card)

    def ensure_stock(self) -> bool:
        """Refill the RoPeD stock if it is empty (D22); return whether a card can be drawn."""
        if not self.stock:
            for index, lying in enumerate(self.slots):
                keep = 2 if self.covered[index] else 1
                if len(lying) > keep:
                    buried = lying[:-keep]
                    del lying[:-keep]
                    self.stock += buried
                    self.shown &= ~sum(1 << card for card in buried)
            self.rng.shuffle(self.stock)
        return bool(self.stock)

    def draw(self, seat: Seat) -> None:
        """Draw the top card of the RoPeD stock into a hand."""
        if self.ensure_stock():
            self.drawable_count -= 1
            self.hands[seat] |= 1 << self.stock.pop()
            self.sizes[seat] += 1

    def draw_until_one_fits(self, seat: Seat) -> int:
        """Draw until a card fits an open RoPeD pile (R12); return that card, not yet in the hand, or ``NONE_FOUND``."""
        wanted = 0
        for _, top in self.open_tops():
            wanted |= MATCHES[top]
        while self.ensure_stock():
            self.drawable_count -= 1
            card = self.stock.pop()
            if wanted >> card & 1:
                return card
            self.hands[seat] |= 1 << card
            self.sizes[seat] += 1
        return NONE_FOUND

    def lay_face_down(self, seat: Seat, card: int, slot_index: int) -> None:
        """Discard a card of a RoPeD hand, or one just drawn, face down onto a slot (R11)."""
        if self.hands[seat] >> card & 1:
            self.hands[seat] ^= 1 << card
            self.sizes[seat] -= 1
        self.slots[slot_index].append(card)
        self.covered[slot_index], self.laid_by[slot_index], self.blind[slot_index] = True, seat, False

    def fill(self, seat: Seat, cards: tuple[int, ...], slot_index: int) -> None:
        """Lay two cards onto an empty RoPeD slot, the lower one face up; the stock supplies missing ones (R13)."""
        given = sorted(cards, key=lambda card: card >> 2)
        lying = self.slots[slot_index]
        for up in (True, False):
            if given:
                card = given.pop(0)
                self.hands[seat] ^= 1 << card
                self.sizes[seat] -= 1
            elif self.ensure_stock():
                self.drawable_count -= 1
                card = self.stock.pop()
            else:
                break
            lying.append(card)
            if up:
                self.shown |= 1 << card
        self.covered[slot_index], self.laid_by[slot_index], self.blind[slot_index] = (
            len(lying) > 1,
            seat,
            len(cards) < 2,
        )

    def lay_blind(self, seat: Seat, slot_index: int) -> None:
        """Lay the top card of the RoPeD stock unseen onto a slot (house rule of R13)."""
        if self.ensure_stock():
            self.drawable_count -= 1
            self.slots[slot_index].append(self.stock.pop())
            self.covered[slot_index], self.laid_by[slot_index], self.blind[slot_index] = True, seat, True

    def lay_first_piles(self, pairs: Sequence[int], dealer: Seat, mover: Seat) -> None:
        """Make a pile of each RoPeD player's two cards, the dealer's both face up, and start play (R4, R5)."""
        for seat, pair in enumerate(pairs):
            self.fill(seat, tuple(bits(pair)), seat)
        self.covered[dealer] = False
        self.shown |= 1 << self.slots[dealer][-1]
        self.drawable_count += 1
        self.mover = mover

    def meld(self, seat: Seat, four: int, points: int) -> None:
        """Lay a set of four cards from a RoPeD hand and add its points (R14, R15)."""
        self.hands[seat] ^= four
        self.sizes[seat] -= 4
        self.melded_or_aside_cards |= four
        self.shown |= four
        self.points[seat] += points
        self.quiet_turns = -1

    def capture_set(self, seat: Seat, card: int, owner: Seat, points: int) -> None:
        """Capture (rope) a RoPeD set with a card; the set's points go from ``owner`` to ``seat`` (R18 … R20)."""
        self.hands[seat] ^= 1 << card
        self.sizes[seat] -= 1
        self.melded_or_aside_cards |= 1 << card
        self.shown |= 1 << card
        self.points[owner] -= points
        self.points[seat] += points
        self.quiet_turns = -1
        self.record_out(seat)

    def record_out(self, seat: Seat) -> None:
        """Record ``seat`` as the first without cards in a RoPeD deal, which gets the bonus (R23)."""
        if not self.sizes[seat] and self.first_out == TABLE:
            self.first_out = seat

    def advance_turn(self) -> bool:
        """Pass the turn to the next RoPeD seat; return False if the deal is over (R23, D23)."""
        seat = self.mover
        self.due_card = HIDDEN
        self.turns += 1
        self.quiet_turns += 1
        if self.sizes[seat] < self.smallest_hands[seat]:
            self.smallest_hands[seat] = self.sizes[seat]
            self.quiet_turns = 0
        if (
            self.first_out != TABLE
            or self.quiet_turns >= MAX_QUIET_ROUNDS * self.seats
            or self.turns >= MAX_TURNS_PER_SEAT * self.seats
        ):
            return False
        self.mover = (seat + 1) % self.seats
        return True

    def score(self) -> list[int]:
        """Return the points of the RoPeD deal by seat, as if it ended now (D26)."""
        costs, scores = COSTS[self.ace_cost], []
        for seat in range(self.seats):
            held = sum([costs[card] for card in bits(self.hands[seat])])
            scores.append(
                self.points[seat]
                - held
                - MISMATCH_PENALTY * self.mismatches[seat]
                + OUT_BONUS * (seat == self.first_out)
            )
        return scores
