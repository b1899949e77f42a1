"""The company that the player keeps: the way to a table of several computers, from screen to screen.

Nothing of it is imported before the player opens or joins a table. The connection lives in a thread of its own
(``engine.online.network_thread``); once a frame the loop lets the company look what has come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, Protocol

from engine.notices import Notice
from engine.online.discovery import NearbyTable
from engine.online.guest.guest_match import GuestMatch
from engine.online.guest.guest_state import Guest
from engine.online.guest.message_verifier import VerifiedMessage
from engine.online.network_events import ConnectionChanged, NearbyTablesChanged, TableOpened, TableUnsaved
from engine.online.protocol.invitation import Invitation, InvitationError, parse_invitation, to_url
from engine.online.protocol.messages import (
    ChatMessage,
    EntryRefused,
    Leave,
    MoveRejected,
    ParticipantNotice,
    RequestDenied,
    Roster,
    TableConfig,
    TableHandedOver,
    TableMoved,
    ToGuest,
    ToHost,
)
from engine.profile.visited_tables import VisitedTable, VisitedTables
from engine.settings import Settings

MAX_UNREAD_MESSAGES = 50
"""Maximum number of news that wait for a screen; older ones are dropped."""
NearbyAccess = Literal["no", "secret", "open"]
"""Whether a table is announced to the network it is in, and whether everybody there may join without its secret."""
MOVE_PAUSES_MS = (0.0, 1_000.0, 2_000.0, 4_000.0, 8_000.0)
"""Milliseconds before the player follows a table to its next host, the first time, the second, …; no further than that
unless they have stayed in between."""
MIN_STAY_MS = 60_000.0
"""Milliseconds at a host after which the next move is a first one again."""
PERMANENT_PROBLEMS = frozenset({"online.problem.gone", "online.problem.dismissed"})
"""Why a table refuses somebody who needn't try again."""
UnreadMessage = ChatMessage | ParticipantNotice | RequestDenied | MoveRejected
"""What a screen tells once, in the moment in which it comes."""


class MessageTransport(Protocol):
    """What carries the messages: ``engine.online.network_thread.NetworkThread``, or a few lines in a test."""

    def open_table(self, arrange: TableConfig, *, nearby: NearbyAccess) -> None:
        """Open a new table at this computer."""

    def take_over(self, handed: TableHandedOver, new_host_number: int) -> None:
        """Open a table at this computer that its host hands over to the person of this number."""

    def reopen_table(self, number: int) -> None:
        """Open a table that is kept at this computer, as it was."""

    def join(self, invitation: Invitation) -> None:
        """Go to a table."""

    def set_browsing(self, on: bool) -> None:
        """Look for tables nearby, or stop."""

    def send(self, *messages: ToHost) -> None:
        """Send messages to the host."""

    def poll(
        self,
    ) -> Sequence[ToGuest | VerifiedMessage | ConnectionChanged | TableOpened | TableUnsaved | NearbyTablesChanged]:
        """What has come since the last call."""

    def leave(self) -> None:
        """Close the connection, and the table if it is at this computer."""

    def close(self) -> None:
        """End the thread."""


class SessionOwner(Protocol):
    """Who plays: the program."""

    settings: Settings
    """Name, portrait and language, as they are when a table is opened or joined."""
    pending_notices: list[Notice]
    """Gets what is wrong with files."""


class OnlineSession:
    """The player at a table of several computers, or on the way to one.

    Args:
        line: carries the messages.
        player: whose company it is.
        visited: remembers the tables that the player can come back to; None to remember none.
        kept: returns the secret of the table with a number that is kept at this computer; empty if none is.
    """

    def __init__(
        self,
        transport: MessageTransport,
        owner: SessionOwner,
        visited_tables: VisitedTables | None = None,
        table_secret: Callable[[int], bytes] = lambda _: b"",
    ) -> None:
        self._transport = transport
        self._owner = owner
        self.visited_tables = visited_tables
        self._table_secret = table_secret
        self._reopened_invitation: Invitation | None = None
        """To the own table that is opened again; None for others."""
        self._next_invitation: Invitation | None = None
        """To the next host, while the player waits before following the table there."""
        self._move_count = 0
        """How often the player has followed the table in a row."""
        self._ms_since_move = 0.0
        """Milliseconds since the last move."""
        self._invitation: Invitation | None = None
        """The one with which the player has come; None at the own table."""
        self.guest: Guest | None = None
        """The player's side of the table; None before one is opened or joined."""
        self.invitations: tuple[Invitation, ...] = ()
        """To the table at this computer, the address that most friends can reach first; empty without one."""
        self.nearby: tuple[NearbyTable, ...] = ()
        """Tables found on this network."""
        self.problem: Notice | None = None
        """Why the last attempt failed; None while nothing is wrong."""
        self.unread_messages: deque[UnreadMessage] = deque(maxlen=MAX_UNREAD_MESSAGES)
        """What no screen has told yet, the oldest first."""
        self.match: GuestMatch | None = None
        """What the table has shown of the match so far, for when the player comes back to it."""
        self.revision = 0
        """Number of changes so far."""

    # --- coming and going -------------------------------------------------------------------------------------------

    @property
    def is_joined(self) -> bool:
        """Whether the table has let the player in and told who is there."""
        return self.guest is not None and self.guest.connection_state == "joined" and self.guest.roster is not None

    @property
    def is_playing(self) -> bool:
        """Whether a match goes on at the table, and its position is known."""
        guest = self.guest
        if guest is None or guest.roster is None or not self.is_joined:
            return False
        known = self.match is not None or bool(guest.steps)
        return known and guest.roster.phase not in ("room", "over")

    def open_table(self, arrange: TableConfig, *, open_nearby: bool = False) -> None:
        """Open a table at this computer and sit down at it; ``open_nearby`` lets everybody in this network join."""
        self._reset_for(self._new_guest())
        self._transport.open_table(arrange, nearby="open" if open_nearby else "secret")

    def join(self, invitation: Invitation, *, token: str = "", watching: bool = False) -> None:
        """Go to a table; ``token``, or what is remembered of an earlier visit, brings back the player's place."""
        self._reset_for(self._new_guest(token=token or self._known_token(invitation), watching=watching))
        if self._table_secret(invitation.table) == invitation.secret:
            self._reopened_invitation = invitation
            self._transport.reopen_table(invitation.table)
        else:
            self._invitation = invitation
            self._transport.join(invitation)

    def set_browsing(self, *, on: bool) -> None:
        """Look for tables nearby, or stop."""
        if not on:
            self.nearby = ()
        self._transport.set_browsing(on)

    def leave(self) -> None:
        """Leave the table for good; one at this computer is closed."""
        guest, visited = self.guest, self.visited_tables
        if guest is not None and guest.connection_state == "joined" and visited is not None:
            if self.invitations:
                self._forget_table()
            self._owner.pending_notices += visited.play_at("")
        self._leave_table(is_final=True)

    def _leave_table(self, *, is_final: bool) -> None:
        """Leave the table. After a match, and before one, it isn't remembered; during one the player may come back.

        A table at this computer is closed, and during a match kept unless the player leaves it ``is_final``.
        """
        guest = self.guest
        if guest is not None and guest.connection_state == "joined":
            between = guest.roster is not None and guest.roster.phase in ("room", "over")
            if is_final or between or not self.invitations:
                self._transport.send(Leave())
            if between:
                self._forget_table()
        self._transport.leave()
        self.guest, self.match, self.invitations, self._next_invitation = None, None, (), None
        self.unread_messages.clear()
        self.revision += 1

    def close(self) -> None:
        """Leave, and end what runs beside the window. A match that is played can be continued later."""
        self._leave_table(is_final=False)
        self._transport.close()

    def _new_guest(self, *, token: str = "", watching: bool = False) -> Guest:
        own = self._owner.settings
        return Guest(name=own.name, portrait=own.portrait, language=own.language, token=token, watching=watching)

    def _reset_for(self, guest: Guest) -> None:
        self.guest, self.match = guest, None
        self.problem, self.invitations, self._invitation, self._reopened_invitation = None, (), None, None
        self._next_invitation, self._move_count = None, 0
        self.unread_messages.clear()
        self.revision += 1

    # --- messages ---------------------------------------------------------------------------------------------------

    def send(self, messages: Iterable[ToHost]) -> None:
        """Send messages to the host."""
        self._transport.send(*messages)

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass and take what has come; True when there was anything."""
        if self.guest is not None:
            self.guest.advance_clock(dt)
        came = self._transport.poll()
        for one in came:
            match one:
                case ConnectionChanged():
                    self._on_link_change(one)
                case TableOpened():
                    self._on_table_opened(one)
                case TableUnsaved(why):
                    self.unread_messages.append(RequestDenied("online.denied.unsaved", {"why": why}))
                case NearbyTablesChanged(tables):
                    self.nearby = tables
                case _:
                    self._on_message(one)
        self._follow_after_pause(dt)
        self.revision += len(came)
        return bool(came)

    def _on_link_change(self, change: ConnectionChanged) -> None:
        """Follow the connection: whoever comes or comes back says hello."""
        guest = self.guest
        if change.problem is not None:
            self.problem = change.problem
            if change.problem.key in PERMANENT_PROBLEMS:
                self._forget_table()
        if guest is None:
            return
        if change.state == "joined":
            guest.moved_to = None
            self._transport.send(guest.hello())
        elif change.state == "away":
            guest.on_connection_lost()
        elif change.state == "closed" and (guest.moved_to is None or change.problem is not None):
            guest.close(change.problem)  # but not where the table has only moved

    def _on_table_opened(self, opened: TableOpened) -> None:
        guest = self.guest
        if guest is None:
            return
        if guest.handed_table is not None:
            self._forget_table()  # where it was
            guest.handed_table = self._invitation = None
        self.invitations = opened.invitations
        guest.token = opened.token or guest.token
        if guest.roster is not None:
            self._remember_table(guest, guest.roster)

    def _on_message(self, message: ToGuest | VerifiedMessage) -> None:
        guest = self.guest
        if guest is None:
            return
        self._transport.send(*guest.receive(message))
        if isinstance(message, UnreadMessage):
            self.unread_messages.append(message)
        if guest.problem is not None:
            self.problem = guest.problem
        if isinstance(message, Roster):
            self._remember_table(guest, message)
            if message.phase == "room":
                self.match = None  # if there was one, it is broken off
        elif isinstance(message, EntryRefused) and message.key in PERMANENT_PROBLEMS:
            self._forget_table()
        if isinstance(message, TableHandedOver):
            if guest.handed_table is message:
                self._transport.take_over(message, guest.number)
        elif isinstance(message, TableMoved):
            self._follow_table(guest, message.invitation)

    # --- tables to come back to -------------------------------------------------------------------------------------

    def _known_token(self, invitation: Invitation) -> str:
        """What brings back the player's place at that table; empty if they have never been there."""
        tables = () if self.visited_tables is None else self.visited_tables.tables
        return next((table.token for table in tables if _is_same_table(table.link, invitation)), "")

    @property
    def _current_invitation(self) -> Invitation | None:
        """The invitation to the table where the player is; None before it is known."""
        return self._invitation or (self.invitations[0] if self.invitations else self._reopened_invitation)

    def _remember_table(self, guest: Guest, roster: Roster) -> None:
        here = self._current_invitation
        if self.visited_tables is None or here is None or guest.watching:
            return
        host = guest.person(roster.host)
        name = "" if host is None else host.name
        table = VisitedTable(to_url(here), guest.token, roster.game, name)
        for other in self.visited_tables.tables:
            if other.link != table.link and _is_same_table(other.link, here):
                self._owner.pending_notices += self.visited_tables.forget(other.link)  # where it was before
        self._owner.pending_notices += self.visited_tables.remember(table)
        sits = roster.phase in ("play", "results") and guest.chair(guest.number) is not None
        self._owner.pending_notices += self.visited_tables.play_at(table.link if sits else "")

    def _forget_table(self) -> None:
        here = self._current_invitation
        if self.visited_tables is not None and here is not None:
            self._owner.pending_notices += self.visited_tables.forget(to_url(here))

    def _follow_table(self, guest: Guest, invitation: str) -> None:
        """Go to where the table goes on: the same guest, with the same place."""
        try:
            found = parse_invitation(invitation)
        except InvitationError:
            guest.close(Notice("online.problem.bad_invitation"))
            return
        self._forget_table()
        if self._move_count >= len(MOVE_PAUSES_MS):
            self.problem = Notice("online.problem.moved_on")
            self._transport.leave()
            guest.close(self.problem)
            return
        guest.on_connection_lost()
        self.invitations, self._invitation, self._next_invitation = (), found, found
        self._ms_since_move, self._move_count = 0.0, self._move_count + 1

    def _follow_after_pause(self, dt: float) -> None:
        """Follow the table once the pause is over; after a long stay the next move is a first one again."""
        self._ms_since_move += dt
        if self._next_invitation is not None:
            if self._ms_since_move >= MOVE_PAUSES_MS[self._move_count - 1]:
                onward, self._next_invitation = self._next_invitation, None
                self._transport.join(onward)
        elif self.is_joined and self._ms_since_move >= MIN_STAY_MS:
            self._move_count = 0


def _is_same_table(remembered: str, invitation: Invitation) -> bool:
    """Whether a link that is remembered leads to the same table, whatever its address now."""
    try:
        known = parse_invitation(remembered)
    except InvitationError:
        return False
    return (known.table, known.secret) == (invitation.table, invitation.secret)
