"""Meeting others: the company of a player, with the thread that carries its messages."""

from engine.online.beside import FOLDER, TABLES, Beside
from engine.online.store import TableStore
from engine.profile.storage import Profile
from engine.profile.visited import VisitedTables
from scenes.work.company import Company, Player


def company(profile: Profile, player: Player) -> Company:
    """The company of the player with this profile."""
    visited = VisitedTables(profile)
    player.notices += visited.load()
    tables = TableStore(profile.folder / FOLDER / TABLES)

    def secret(number: int) -> bytes:
        kept = tables.one(number)
        return b"" if kept is None else kept.secret

    return Company(Beside(profile.folder), player, visited, secret)
