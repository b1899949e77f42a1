"""The game Gurch."""

from engine.games.gurch.game import Gurch
from engine.games.gurch.table import HouseRules

__all__ = ["Gurch", "HouseRules"]
