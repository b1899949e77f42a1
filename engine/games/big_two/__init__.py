"""The game Big Two."""

from engine.games.big_two.game import BigTwo, BigTwoOptions

__all__ = ["BigTwo", "BigTwoOptions"]
