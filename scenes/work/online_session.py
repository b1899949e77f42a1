"""The online session: the player's connection to an online table, kept while screens change.

Imported only when the player opens or joins a table. The connection runs in a thread of its own
(``engine.online.network_thread``); the main loop polls it once per frame.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, Protocol

from engine.bots.common.fallback import BotFailure
from engine.notices import Notice
from engine.online.discovery import NearbyTable
from engine.online.guest.guest_match import GuestMatch
from engine.online.guest.guest_state import Guest
from engine.online.guest.message_verifier import VerifiedMessage
from engine.online.network_events import BotFailed, ConnectionChanged, NearbyTablesChanged, TableOpened, TableUnsaved
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
"""Maximum number of queued messages for screens; older ones are dropped."""
NearbyAccess = Literal["no", "secret", "open"]
"""Access from the local network to a table: not announced, announced with its secret required, or open to all."""
FOLLOW_PAUSES_MS = (0.0, 1_000.0, 2_000.0, 4_000.0, 8_000.0)
"""Milliseconds before following a table to its next host, for the first, second, … move in a row. Further moves are not
followed."""
FOLLOW_COUNT_RESET_MS = 60_000.0
"""Milliseconds at a host after which moves count from the first again."""
PERMANENT_PROBLEMS = frozenset({"online.problem.gone", "online.problem.dismissed"})
"""Refusals that are final: the table is removed from the visited ones."""
UnreadMessage = ChatMessage | ParticipantNotice | RequestDenied | MoveRejected
"""Messages that a screen shows once, when they arrive."""


class MessageTransport(Protocol):
    """Transport of the online messages: ``engine.online.network_thread.NetworkThread``, or a fake in tests."""

    def open_table(self, config: TableConfig, *, nearby: NearbyAccess) -> None:
        """Host a new online table on this computer."""

    def take_over(self, handed: TableHandedOver, new_host_number: int) -> None:
        """Become the host of an online table that its host hands over; ``new_host_number`` is this player's number as
        a participant."""

    def reopen_table(self, number: int) -> None:
        """Host a saved online table on this computer again."""

    def join(self, invitation: Invitation) -> None:
        """Join the online table of an invitation."""

    def set_browsing(self, on: bool) -> None:
        """Start or stop browsing the local network for tables."""

    def send(self, *messages: ToHost) -> None:
        """Send messages to the host of the online table."""

    def poll(
        self,
    ) -> Sequence[
        ToGuest | VerifiedMessage | BotFailed | ConnectionChanged | TableOpened | TableUnsaved | NearbyTablesChanged
    ]:
        """Return the online messages and connection changes since the last call."""

    def leave(self) -> None:
        """Close the connection to the online table, and the table itself if it is hosted here."""

    def close(self) -> None:
        """End the network thread."""


class SessionOwner(Protocol):
    """The application, as the owner of the online session."""

    settings: Settings
    """Source of name, portrait and language when a table is opened or joined."""

    def report_bot_failures(self, failures: Iterable[BotFailure]) -> None:
        """Write a report of each bot that failed, and notify the player once per game."""


class OnlineSession:
    """The player's session at an online table, from joining to leaving.

    Args:
        transport: carries the messages.
        owner: the application.
        visited_tables: store of the tables that the player can rejoin; None stores none.
        table_secret: returns the secret of a table saved on this computer, by number; empty if there is none.
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
        """Invitation to the player's own table that is being reopened; None for other tables."""
        self._next_invitation: Invitation | None = None
        """Invitation to the next host, until the pause before following the table is over; else None."""
        self._move_count = 0
        """Number of moves followed in a row."""
        self._ms_since_move = 0.0
        """Milliseconds since the last move."""
        self._invitation: Invitation | None = None
        """Invitation with which the player joined; None at a table hosted here."""
        self.guest: Guest | None = None
        """Client state of the table; None before a table is opened or joined."""
        self.own_table_invitations: tuple[Invitation, ...] = ()
        """Invitations to the table hosted here, the address most friends can reach first; empty without one."""
        self.nearby_tables: tuple[NearbyTable, ...] = ()
        """Tables discovered on the local network."""
        self.problem: Notice | None = None
        """Reason of the last failure; None while nothing is wrong."""
        self.unhandled_messages: deque[UnreadMessage] = deque(maxlen=MAX_UNREAD_MESSAGES)
        """Messages that no screen has handled yet, the oldest first."""
        self.match: GuestMatch | None = None
        """The match as received so far, kept while the player views other screens; None before one starts."""
        self.revision = 0
        """Number of changes so far."""

    # --- joining and leaving ----------------------------------------------------------------------------------------

    @property
    def is_joined(self) -> bool:
        """Whether the host has admitted the player and sent the list of participants."""
        return self.guest is not None and self.guest.connection_state == "joined" and self.guest.roster is not None

    @property
    def is_match_running(self) -> bool:
        """Whether a match is being played at the table and its position is known."""
        guest = self.guest
        if guest is None or guest.roster is None or not self.is_joined:
            return False
        known = self.match is not None or bool(guest.steps)
        return known and guest.roster.phase not in ("room", "over")

    def open_table(self, config: TableConfig, *, anyone_nearby_may_join: bool = False) -> None:
        """Host an online table on this computer and join it.

        ``anyone_nearby_may_join`` lets anyone on the local network join.
        """
        self._reset_for(self._new_guest())
        self._transport.open_table(config, nearby="open" if anyone_nearby_may_join else "secret")

    def join(self, invitation: Invitation, *, token: str = "", as_spectator: bool = False) -> None:
        """Join an online table; ``token``, or the one of an earlier visit, reclaims the player's seat."""
        self._reset_for(self._new_guest(token=token or self._known_token(invitation), as_spectator=as_spectator))
        if self._table_secret(invitation.table_number) == invitation.secret:
            self._reopened_invitation = invitation
            self._transport.reopen_table(invitation.table_number)
        else:
            self._invitation = invitation
            self._transport.join(invitation)

    def set_browsing(self, *, on: bool) -> None:
        """Start or stop browsing the local network for tables."""
        if not on:
            self.nearby_tables = ()
        self._transport.set_browsing(on)

    def leave(self) -> None:
        """Leave the online table permanently; a table hosted here is closed."""
        guest, visited = self.guest, self.visited_tables
        if guest is not None and guest.connection_state == "joined" and visited is not None:
            if self.own_table_invitations:
                self._forget_table()
            visited.set_current("")
        self._leave_table(is_final=True)

    def _leave_table(self, *, is_final: bool) -> None:
        """Leave the online table. It is forgotten outside of a match; during one the player may come back.

        A table hosted here is closed. During a match it stays saved unless ``is_final``.
        """
        guest = self.guest
        if guest is not None and guest.connection_state == "joined":
            is_between_matches = guest.roster is not None and guest.roster.phase in ("room", "over")
            if is_final or is_between_matches or not self.own_table_invitations:
                self._transport.send(Leave())
            if is_between_matches:
                self._forget_table()
        self._transport.leave()
        self.guest, self.match, self.own_table_invitations, self._next_invitation = None, None, (), None
        self.unhandled_messages.clear()
        self.revision += 1

    def close(self) -> None:
        """Leave the online table and stop the network thread. An unfinished match can be continued later."""
        self._leave_table(is_final=False)
        self._transport.close()

    def _new_guest(self, *, token: str = "", as_spectator: bool = False) -> Guest:
        own = self._owner.settings
        return Guest(
            name=own.name, portrait=own.portrait, language=own.language, token=token, is_spectator=as_spectator
        )

    def _reset_for(self, guest: Guest) -> None:
        self.guest, self.match = guest, None
        self.problem, self.own_table_invitations, self._invitation, self._reopened_invitation = None, (), None, None
        self._next_invitation, self._move_count = None, 0
        self.unhandled_messages.clear()
        self.revision += 1

    # --- messages ---------------------------------------------------------------------------------------------------

    def send(self, messages: Iterable[ToHost]) -> None:
        """Send messages to the host of the online table."""
        self._transport.send(*messages)

    def update(self, elapsed_ms: float) -> bool:
        """Advance the session by ``elapsed_ms`` milliseconds and process messages; return whether anything changed."""
        if self.guest is not None:
            self.guest.advance_clock(elapsed_ms)
        events = self._transport.poll()
        for event in events:
            match event:
                case ConnectionChanged():
                    self._on_connection_changed(event)
                case TableOpened():
                    self._on_table_opened(event)
                case BotFailed(failure):
                    self._owner.report_bot_failures([failure])
                case TableUnsaved(why):
                    self.unhandled_messages.append(RequestDenied("online.denied.unsaved", {"why": why}))
                case NearbyTablesChanged(tables):
                    self.nearby_tables = tables
                case _:
                    self._on_message(event)
        self._follow_after_pause(elapsed_ms)
        self.revision += len(events)
        return bool(events)

    def _on_connection_changed(self, change: ConnectionChanged) -> None:
        """Handle a change of the connection to the host; say hello when it is established."""
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
            guest.close(change.problem)  # a moved table closes the connection without a problem

    def _on_table_opened(self, opened: TableOpened) -> None:
        guest = self.guest
        if guest is None:
            return
        if guest.handed_table is not None:
            self._forget_table()  # its old address
            guest.handed_table = self._invitation = None
        self.own_table_invitations = opened.invitations
        guest.token = opened.token or guest.token
        if guest.roster is not None:
            self._remember_table(guest, guest.roster)

    def _on_message(self, message: ToGuest | VerifiedMessage) -> None:
        guest = self.guest
        if guest is None:
            return
        self._transport.send(*guest.receive(message))
        if isinstance(message, UnreadMessage):
            self.unhandled_messages.append(message)
        if guest.problem is not None:
            self.problem = guest.problem
        if isinstance(message, Roster):
            self._remember_table(guest, message)
            if message.phase == "room":
                self.match = None  # a match in progress was aborted
        elif isinstance(message, EntryRefused) and message.key in PERMANENT_PROBLEMS:
            self._forget_table()
        if isinstance(message, TableHandedOver):
            if guest.handed_table is message:
                self._transport.take_over(message, guest.number)
        elif isinstance(message, TableMoved):
            self._schedule_follow(guest, message.invitation)

    # --- tables to come back to -------------------------------------------------------------------------------------

    def _known_token(self, invitation: Invitation) -> str:
        """Return the token that restores the player's seat at this online table; empty on a first visit."""
        tables = () if self.visited_tables is None else self.visited_tables.tables
        return next((table.token for table in tables if _is_same_table(table.link, invitation)), "")

    @property
    def _current_invitation(self) -> Invitation | None:
        """Invitation to the current online table; None before it is known."""
        return self._invitation or (
            self.own_table_invitations[0] if self.own_table_invitations else self._reopened_invitation
        )

    def _remember_table(self, guest: Guest, roster: Roster) -> None:
        invitation = self._current_invitation
        if self.visited_tables is None or invitation is None or guest.is_spectator:
            return
        host = guest.person(roster.host_number)
        name = "" if host is None else host.name
        table = VisitedTable(to_url(invitation), guest.token, roster.game, name)
        for other in self.visited_tables.tables:
            if other.link != table.link and _is_same_table(other.link, invitation):
                self.visited_tables.forget(other.link)  # its old address
        self.visited_tables.remember(table)
        is_seated = roster.phase in ("play", "results") and guest.chair_of_participant(guest.number) is not None
        self.visited_tables.set_current(table.link if is_seated else "")

    def _forget_table(self) -> None:
        here = self._current_invitation
        if self.visited_tables is not None and here is not None:
            self.visited_tables.forget(to_url(here))

    def _schedule_follow(self, guest: Guest, invitation: str) -> None:
        """Prepare to join the online table at its next host, and keep the player's seat."""
        try:
            next_invitation = parse_invitation(invitation)
        except InvitationError:
            guest.close(Notice("online.problem.bad_invitation"))
            return
        self._forget_table()
        if self._move_count >= len(FOLLOW_PAUSES_MS):
            self.problem = Notice("online.problem.moved_on")
            self._transport.leave()
            guest.close(self.problem)
            return
        guest.on_connection_lost()
        self.own_table_invitations, self._invitation, self._next_invitation = (), next_invitation, next_invitation
        self._ms_since_move, self._move_count = 0.0, self._move_count + 1

    def _follow_after_pause(self, elapsed_ms: float) -> None:
        """Join the online table's next host after a pause; after ``FOLLOW_COUNT_RESET_MS`` at one host, reset the
        number of hosts followed."""
        self._ms_since_move += elapsed_ms
        if self._next_invitation is not None:
            if self._ms_since_move >= FOLLOW_PAUSES_MS[self._move_count - 1]:
                next_invitation, self._next_invitation = self._next_invitation, None
                self._transport.join(next_invitation)
        elif self.is_joined and self._ms_since_move >= FOLLOW_COUNT_RESET_MS:
            self._move_count = 0


def _is_same_table(remembered_link: str, invitation: Invitation) -> bool:
    """Whether a stored invitation link leads to the invitation's online table, even if the host's address has changed
    since."""
    try:
        known = parse_invitation(remembered_link)
    except InvitationError:
        return False
    return (known.table_number, known.secret) == (invitation.table_number, invitation.secret)
