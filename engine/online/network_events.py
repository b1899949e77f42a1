"""Events of the network thread, besides the messages of a table."""

from typing import Literal, NamedTuple

from engine.notices import Notice
from engine.online.discovery import NearbyTable
from engine.online.protocol.invitation import Invitation


class ConnectionChanged(NamedTuple):
    """A new state of the connection to the host; ``away`` while it is lost and reconnection is tried."""

    state: Literal["joining", "joined", "away", "closed"]
    problem: Notice | None = None
    """Reason to show to the player; None if nothing failed."""


class TableOpened(NamedTuple):
    """A table was opened on this computer."""

    invitations: tuple[Invitation, ...]
    """One per address, the one that most friends can reach first."""
    token: str = ""
    """Token with which the player reclaims the host's chair at a reopened table; empty at a new one."""


class TableUnsaved(NamedTuple):
    """The table on this computer couldn't be saved; play goes on."""

    reason: str


class NearbyTablesChanged(NamedTuple):
    """The new list of tables nearby."""

    tables: tuple[NearbyTable, ...]
