"""The game Gurch."""

from engine.games.gurch.game import Gurch
from engine.games.gurch.options import HouseRules

__all__ = ["Gurch", "HouseRules"]
