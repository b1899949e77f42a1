"""The game RoPeD."""

from engine.games.roped.game import Roped
from engine.games.roped.options import HouseRules

__all__ = ["HouseRules", "Roped"]
