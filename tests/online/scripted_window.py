"""Programs without a window whose networks reach this computer only."""

import time
from pathlib import Path
from typing import Any

from engine.online.network_events import ConnectionChanged
from engine.online.network_thread import NetworkEvent, NetworkThread
from engine.profile.storage import Profile
from engine.profile.visited_tables import VisitedTables
from engine.work.thinking import Thinker
from tests.support.local_online_table import SessionPlayer
from tests.support.scripted_player import ScriptedPlayer

LOCALHOST = "127.0.0.1"


def make_thinker() -> Thinker:
    """Return a thinker for bots in tests, without a process."""
    return Thinker(process=False)


def fast_clock() -> float:
    """Return a time in seconds that runs 50 times as fast, so that bots answer quickly."""
    return 50 * time.monotonic()


class LocalNetwork(NetworkThread):
    """A program's network thread on this computer; ``changes`` has those of its connection that were polled."""

    def __init__(self, folder: Path, **more: Any) -> None:
        local = {"interfaces": [LOCALHOST], "address": LOCALHOST, "port": 0}
        super().__init__(folder, **{"make_thinker": make_thinker, "clock": fast_clock, **local, **more})
        self.changes: list[ConnectionChanged] = []

    def poll(self) -> list[NetworkEvent]:
        events = super().poll()
        self.changes += [event for event in events if isinstance(event, ConnectionChanged)]
        return events


class ScriptedWindow(SessionPlayer):
    """A player with the online session and the network thread of a program.

    Args:
        folder: the profile.
        player: the scripted player.
        more: passed to the network thread.
    """

    def __init__(self, folder: Path, player: ScriptedPlayer, **more: Any) -> None:
        self.folder = folder
        self.network = LocalNetwork(folder, **more)
        super().__init__(self.network, player, VisitedTables(Profile(folder)))
