"""Piles, heights and announcements of Pass the Ace, for the game and the sampling of its positions."""

from typing import Literal, NamedTuple

from engine.cards import HIDDEN, PACK_SIZE, RANKS, Card, rank
from engine.moves import Pile, Seat

TOP_HEIGHT = len(RANKS) - 1
"""Height of the card that refuses swaps, the King; the ace by the house rule ``ace``."""
HEIGHTS = {
    "low": tuple(rank(Card(card)) for card in range(PACK_SIZE)),
    "high": tuple((rank(Card(card)) - 1) % len(RANKS) for card in range(PACK_SIZE)),
}
"""Value of the house rule ``ace`` -> the height of each card, 0 for the lowest."""
MAX_SEATS = 12
TRASH = Pile("trash")
ONE_HIDDEN_CARD = (HIDDEN,)
HAND = tuple(Pile("hand", seat) for seat in range(MAX_SEATS))
SHOWN = tuple(Pile("shown", seat) for seat in range(MAX_SEATS))

Announcement = Literal["stick", "exchange", "better", "modi", "dan", "kung"]
"""``better``, ``modi``, ``dan``: the new card was higher, lower, equal; ``exchange``: nobody was told which (house rule
``announce``); ``kung``: a King prevented the exchange."""


class TurnAnnouncement(NamedTuple):
    """Public announcement after a seat's turn in Pass the Ace, about the exchange made."""

    seat: Seat
    what: Announcement
    other: Seat
    """The partner of the exchange; the seat itself if there is none."""
