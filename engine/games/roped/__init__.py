"""The game RoPeD."""

from engine.games.roped.game import Roped
from engine.games.roped.options import RopedOptions

__all__ = ["Roped", "RopedOptions"]
