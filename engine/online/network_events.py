"""What the thread beside the window tells, besides the messages of a table."""

from typing import Literal, NamedTuple

from engine.notices import Notice
from engine.online.discovery import NearbyTable
from engine.online.protocol.invitation import Invitation


class ConnectionChanged(NamedTuple):
    """The connection to the host stands, is lost, or has ended."""

    state: Literal["joining", "joined", "away", "closed"]
    problem: Notice | None = None
    """Why, in a sentence for the player."""


class TableOpened(NamedTuple):
    """A table is open at this computer."""

    invitations: tuple[Invitation, ...]
    """The address that most friends can reach first."""
    token: str = ""
    """What brings the player at this computer to the chair of the host; empty at a new table."""


class TableUnsaved(NamedTuple):
    """The table at this computer can't be saved, and goes on all the same."""

    why: str


class NearbyTablesChanged(NamedTuple):
    """Other tables are nearby than before."""

    tables: tuple[NearbyTable, ...]
