"""Meeting others: the company of a player, with the thread that carries its messages."""

from engine.online.beside import Beside
from engine.profile.storage import Profile
from engine.profile.visited import VisitedTables
from scenes.work.company import Company, Player


def company(profile: Profile, player: Player) -> Company:
    """The company of the player with this profile."""
    visited = VisitedTables(profile)
    player.notices += visited.load()
    return Company(Beside(profile.folder), player, visited)
