"""The game Palácio."""

from engine.games.palacio.game import Palacio
from engine.games.palacio.options import PalacioOptions

__all__ = ["Palacio", "PalacioOptions"]
