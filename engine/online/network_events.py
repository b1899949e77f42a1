"""Events that the network thread reports to the window, besides the messages of a table."""

from typing import Literal, NamedTuple

from engine.bots.common.fallback import BotFailure
from engine.notices import Notice
from engine.online.discovery import NearbyTable
from engine.online.protocol.invitation import Invitation


class ConnectionChanged(NamedTuple):
    """Event of a new state of the connection to the host; ``away`` while it is lost and reconnection is tried."""

    state: Literal["joining", "joined", "away", "closed"]
    problem: Notice | None = None
    """Reason to show to the player; None if nothing failed."""


class TableOpened(NamedTuple):
    """Event of an online table that was opened on this computer."""

    invitations: tuple[Invitation, ...]
    """One per address, the one that most friends can reach first."""
    token: str = ""
    """Token with which the player reclaims the host's chair at a reopened table; empty at a new one."""


class TableUnsaved(NamedTuple):
    """Event that the online table on this computer couldn't be saved, while play goes on."""

    reason: str


class BotFailed(NamedTuple):
    """Event of a computer player of the table on this computer that failed, so that a weaker one answers."""

    failure: BotFailure


class NearbyTablesChanged(NamedTuple):
    """Event with the new list of online tables found on this network."""

    tables: tuple[NearbyTable, ...]
