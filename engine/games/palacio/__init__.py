"""The game Palácio."""

from engine.games.palacio.game import HouseRules, Palacio

__all__ = ["HouseRules", "Palacio"]
