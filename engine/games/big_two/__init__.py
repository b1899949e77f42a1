"""The game Big Two."""

from engine.games.big_two.game import BigTwo
from engine.games.big_two.options import BigTwoOptions

__all__ = ["BigTwo", "BigTwoOptions"]
