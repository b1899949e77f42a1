"""Meeting others: the company of a player, with the thread that carries its messages."""

from pathlib import Path

from engine.online.beside import Beside
from engine.settings import Settings
from scenes.work.company import Company


def company(folder: Path, settings: Settings) -> Company:
    """The company of the player whose profile is in this folder."""
    return Company(Beside(folder), settings)
