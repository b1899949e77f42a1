"""The game Gurch."""

from engine.games.gurch.game import Gurch
from engine.games.gurch.options import GurchOptions

__all__ = ["Gurch", "GurchOptions"]
