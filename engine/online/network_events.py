"""Events that the network thread reports to the window, besides the messages of a table."""

from typing import Literal, NamedTuple

from engine.bots.common.fallback import BotFailure
from engine.notices import Notice
from engine.online.discovery import NearbyTable
from engine.online.protocol.invitation import Invitation


class ConnectionChanged(NamedTuple):
    """Event: the connection to the host has a new state; ``away`` while it is lost and reconnection is tried."""

    state: Literal["joining", "joined", "away", "closed"]
    problem: Notice | None = None
    """Reason to show to the player; None if nothing failed."""


class TableOpened(NamedTuple):
    """Event: an online table was opened on this computer."""

    invitations: tuple[Invitation, ...]
    """One invitation per address of this computer; the first is the one that most friends can reach."""
    token: str = ""
    """Token with which the player reclaims the host's chair at a reopened table; empty at a new one."""


class TableUnsaved(NamedTuple):
    """Event: the online table on this computer couldn't be saved; play goes on."""

    reason: str


class BotFailed(NamedTuple):
    """Event: a bot at the table on this computer failed, and a weaker one answers in its place."""

    failure: BotFailure


class NearbyTablesChanged(NamedTuple):
    """Event: the list of online tables found on this network has changed."""

    tables: tuple[NearbyTable, ...]
