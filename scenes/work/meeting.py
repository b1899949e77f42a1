"""Meeting others: the company of a player, with the thread that carries its messages."""

from collections.abc import Callable
from typing import Protocol

from engine.online.beside import FOLDER, TABLES, Beside
from engine.online.store import TableStore
from engine.online.wire import PORT
from engine.profile.storage import Profile
from engine.profile.visited import VisitedTables
from scenes.work.company import Company, Player


class Owner(Player, Protocol):
    """Who plays: the program, with the tables that the player can come back to."""

    visited: VisitedTables


def company(profile: Profile, player: Owner, on_news: Callable[[], object], now: float, port: int = PORT) -> Company:
    """The company of the player with this profile.

    Args:
        profile: keeps the tables.
        player: whose company it is.
        on_news: called in another thread when something has come.
        now: seconds since 1970; tables that were left long before are removed.
        port: where tables of this computer open if it is free.
    """
    tables = TableStore(profile.folder / FOLDER / TABLES)
    tables.forget_old(now)

    def secret(number: int) -> bytes:
        kept = tables.one(number)
        return b"" if kept is None else kept.secret

    return Company(Beside(profile.folder, port=port, on_news=on_news), player, player.visited, secret)
