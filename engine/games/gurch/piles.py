"""Piles of Gurch, their visibility, and the numbers of cards that go into a hand."""

from engine.game import PileVisibility
from engine.moves import Pile

_SEATS = range(6)
HAND = tuple(Pile("hand", seat) for seat in _SEATS)
UP_CARD = tuple(Pile("up", seat) for seat in _SEATS)
TRICK = tuple(Pile("trick", seat) for seat in _SEATS)
SWAPPED, SHOWN, REJECTED, PLAYED = Pile("swapped"), Pile("shown"), Pile("rejected"), Pile("played")
PILE_VISIBILITY = {
    "stock": PileVisibility.NOBODY,
    "hand": PileVisibility.OWNER,
    "up": PileVisibility.ALL,
    "trick": PileVisibility.ALL,
    "played": PileVisibility.ALL,
    "swapped": PileVisibility.NOBODY,
    "shown": PileVisibility.ALL,
    "rejected": PileVisibility.ALL,
}
"""Kind of pile -> its visibility."""

MAX_SWAP = 5
"""Maximum number of cards in a swap that is voted on."""
MAX_HAND = 10
"""Maximum number of cards dealt to a seat, by any house rules."""
MINIGAME_HAND = 3
