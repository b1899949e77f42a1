"""The game Palácio."""

from engine.games.palacio.game import Palacio
from engine.games.palacio.options import HouseRules

__all__ = ["HouseRules", "Palacio"]
