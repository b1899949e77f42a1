"""Meeting others: the company of a player, with the thread that carries its messages."""

from collections.abc import Callable
from typing import Protocol

from engine.online.host.table_store import TableStore
from engine.online.network_thread import ONLINE_FOLDER, TABLES_FOLDER, NetworkThread
from engine.online.protocol.transport import DEFAULT_PORT
from engine.profile.storage import Profile
from engine.profile.visited_tables import VisitedTables
from scenes.work.online_session import OnlineSession, SessionOwner


class SessionOwnerWithTables(SessionOwner, Protocol):
    """Who plays: the program, with the tables that the player can come back to."""

    visited: VisitedTables


def create_online_session(
    profile: Profile,
    owner: SessionOwnerWithTables,
    on_network_event: Callable[[], object],
    now: float,
    port: int = DEFAULT_PORT,
) -> OnlineSession:
    """The company of the player with this profile.

    Args:
        profile: keeps the tables.
        player: whose company it is.
        on_news: called in another thread when something has come.
        now: seconds since 1970; tables that were left long before are removed.
        port: where tables of this computer open if it is free.
    """
    tables = TableStore(profile.folder / ONLINE_FOLDER / TABLES_FOLDER)
    tables.delete_old(now)

    def secret(number: int) -> bytes:
        kept = tables.load(number)
        return b"" if kept is None else kept.secret

    return OnlineSession(
        NetworkThread(profile.folder, port=port, on_event=on_network_event), owner, owner.visited, secret
    )
