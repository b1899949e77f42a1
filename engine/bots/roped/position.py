"""The position as a RoPeD policy reads it, with cards as numbers and hands as bit sets."""

from collections.abc import Iterable

from engine.game import STOCK
from engine.games.roped.game import HAND, SLOT, THROWN_CARDS, Roped
from engine.moves import Seat

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


class Position:
    """A RoPeD position with the hand of one seat; ``slots`` hold face-down cards only in a full position."""

    __slots__ = (
        "ace_cost",
        "any_ace",
        "any_refill",
        "blind",
        "bonus",
        "covered",
        "drawable_count",
        "due_card",
        "hand",
        "is_block_free",
        "laid_by",
        "mismatch_costs_all",
        "mismatch_points",
        "seat",
        "seats",
        "shown",
        "sizes",
        "slots",
    )

    def __init__(self, game: Roped, seat: Seat) -> None:
        piles, turned = game.piles, game.face_up_cards
        self.seat, self.seats = seat, game.seats
        self.hand = mask_of(piles[HAND[seat]])
        """Bit set of cards."""
        self.sizes = [len(piles[hand]) for hand in HAND[: game.seats]]
        self.slots = [piles[slot] for slot in SLOT]
        """By slot: its cards from bottom to top, ``HIDDEN`` for an unknown one."""
        self.covered = [bool(lying) and not (lying[-1] >= 0 and turned >> lying[-1] & 1) for lying in self.slots]
        """By slot: whether its top card is face down."""
        gone = mask_of(piles[THROWN_CARDS])
        for pile, lying in piles.items():
            if lying and pile.kind == "meld":
                gone |= mask_of(lying)
        self.shown = gone | turned
        """Bit set of the cards face up, laid as sets, or set aside."""
        buried = [max(0, len(lying) - 1 - up) for lying, up in zip(self.slots, self.covered, strict=True)]
        self.drawable_count = len(piles[STOCK]) + sum(buried)
        """Number of cards that can be drawn, including a new stock (D22)."""
        self.blind, self.laid_by = game.has_blind_top, game.laid_by
        self.due_card = game.card_due_to_meld
        rules = game.options
        self.ace_cost, self.any_ace = rules.ace_in_hand, rules.lasso_ace == "any"
        self.mismatch_costs_all = rules.mismatch_penalty == "everyone"
        self.mismatch_points, self.bonus, self.is_block_free = rules.mismatch_points, rules.bonus, rules.block == "free"
        self.any_refill = game.allows_any_refill()

    def open_tops(self) -> list[tuple[int, int]]:
        """Return index and top card of each RoPeD slot whose top card is face up."""
        covered = self.covered
        return [(index, lying[-1]) for index, lying in enumerate(self.slots) if lying and not covered[index]]

    def empty_slot_count(self) -> int:
        """Return the number of RoPeD slots without cards."""
        return sum([not lying for lying in self.slots])

    def first_empty_slot(self) -> int:
        """Return the index of the first empty RoPeD slot, or -1."""
        return next((index for index, lying in enumerate(self.slots) if not lying), NONE_FOUND)
