"""Creates the online session and its network thread."""

from collections.abc import Callable

from engine.online.host.table_store import TableStore
from engine.online.network_thread import ONLINE_FOLDER, TABLES_FOLDER, NetworkThread
from engine.online.protocol.transport import DEFAULT_PORT
from engine.profile.storage import Profile
from engine.profile.visited_tables import VisitedTables
from scenes.work.online_session import OnlineSession, SessionOwner


def create_online_session(
    profile: Profile,
    owner: SessionOwner,
    visited: VisitedTables,
    on_network_event: Callable[[], object],
    now: float,
    *,
    port: int = DEFAULT_PORT,
) -> OnlineSession:
    """Create the player's online session.

    Args:
        profile: profile that stores hosted tables.
        owner: the application.
        visited: store of the tables that the player can rejoin.
        on_network_event: called in the network thread when a message or change has arrived.
        now: seconds since 1970; old stored tables are removed.
        port: preferred port of tables hosted here.
    """
    tables = TableStore(profile.folder / ONLINE_FOLDER / TABLES_FOLDER)
    tables.delete_old(now)

    def secret(number: int) -> bytes:
        stored_table = tables.load(number)
        return b"" if stored_table is None else stored_table.secret

    return OnlineSession(NetworkThread(profile.folder, port=port, on_event=on_network_event), owner, visited, secret)
