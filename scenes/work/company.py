"""The company that the player keeps: the way to a table of several computers, from screen to screen.

Nothing of it is imported before the player opens or joins a table. The connection lives in a thread of its own
(``engine.online.beside``); once a frame the loop lets the company look what has come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, Protocol

from engine.notices import Notice
from engine.online.discovery import Nearby
from engine.online.followed import FollowedMatch
from engine.online.guest import Guest
from engine.online.invitation import Invitation, InvitationError, link, parse
from engine.online.messages import (
    Arrange,
    Denied,
    Elsewhere,
    Handed,
    Leave,
    Refused,
    Rejected,
    Roster,
    Said,
    ToGuest,
    ToHost,
    Told,
)
from engine.online.news import LinkChange, NearbyChanged, TableOpened, TableUnsaved
from engine.online.verifier import Verified
from engine.profile.visited import VisitedTable, VisitedTables
from engine.settings import Settings

MOST_NEWS = 50
"""Maximum number of news that wait for a screen; older ones are dropped."""
Announced = Literal["no", "secret", "open"]
"""Whether a table is announced to the network it is in, and whether everybody there may join without its secret."""
MOVE_PAUSES = (0.0, 1_000.0, 2_000.0, 4_000.0, 8_000.0)
"""Milliseconds before the player follows a table to its next host, the first time, the second, …; no further than that
unless they have stayed in between."""
STAYED = 60_000.0
"""Milliseconds at a host after which the next move is a first one again."""
FOR_GOOD = frozenset({"online.problem.gone", "online.problem.dismissed"})
"""Why a table refuses somebody who needn't try again."""
News = Said | Told | Denied | Rejected
"""What a screen tells once, in the moment in which it comes."""


class Line(Protocol):
    """What carries the messages: ``engine.online.beside.Beside``, or a few lines in a test."""

    def open_table(self, arrange: Arrange, *, nearby: Announced) -> None:
        """Open a new table at this computer."""

    def take_over(self, handed: Handed, heir: int) -> None:
        """Open a table at this computer that its host hands over to the person of this number."""

    def open_again(self, number: int) -> None:
        """Open a table that is kept at this computer, as it was."""

    def join(self, invitation: Invitation) -> None:
        """Go to a table."""

    def look(self, on: bool) -> None:
        """Look for tables nearby, or stop."""

    def send(self, *messages: ToHost) -> None:
        """Send messages to the host."""

    def poll(self) -> Sequence[ToGuest | Verified | LinkChange | TableOpened | TableUnsaved | NearbyChanged]:
        """What has come since the last call."""

    def leave(self) -> None:
        """Close the connection, and the table if it is at this computer."""

    def close(self) -> None:
        """End the thread."""


class Player(Protocol):
    """Who plays: the program."""

    settings: Settings
    """Name, portrait and language, as they are when a table is opened or joined."""
    notices: list[Notice]
    """Gets what is wrong with files."""


class Company:
    """The player at a table of several computers, or on the way to one.

    Args:
        line: carries the messages.
        player: whose company it is.
        visited: remembers the tables that the player can come back to; None to remember none.
        kept: returns the secret of the table with a number that is kept at this computer; empty if none is.
    """

    def __init__(
        self,
        line: Line,
        player: Player,
        visited: VisitedTables | None = None,
        kept: Callable[[int], bytes] = lambda _: b"",
    ) -> None:
        self._line = line
        self._player = player
        self.visited = visited
        self._kept = kept
        self._reopened: Invitation | None = None
        """To the own table that is opened again; None for others."""
        self._onward: Invitation | None = None
        """To the next host, while the player waits before following the table there."""
        self._moves = 0
        """How often the player has followed the table in a row."""
        self._waited = 0.0
        """Milliseconds since the last move."""
        self._invitation: Invitation | None = None
        """The one with which the player has come; None at the own table."""
        self.guest: Guest | None = None
        """The player's side of the table; None before one is opened or joined."""
        self.invitations: tuple[Invitation, ...] = ()
        """To the table at this computer, the address that most friends can reach first; empty without one."""
        self.nearby: tuple[Nearby, ...] = ()
        """Tables found on this network."""
        self.problem: Notice | None = None
        """Why the last attempt failed; None while nothing is wrong."""
        self.news: deque[News] = deque(maxlen=MOST_NEWS)
        """What no screen has told yet, the oldest first."""
        self.match: FollowedMatch | None = None
        """What the table has shown of the match so far, for when the player comes back to it."""
        self.changes = 0
        """Number of changes so far."""

    # --- coming and going -------------------------------------------------------------------------------------------

    @property
    def joined(self) -> bool:
        """Whether the table has let the player in and told who is there."""
        return self.guest is not None and self.guest.link == "joined" and self.guest.roster is not None

    @property
    def playing(self) -> bool:
        """Whether a match goes on at the table, and its position is known."""
        guest = self.guest
        if guest is None or guest.roster is None or not self.joined:
            return False
        known = self.match is not None or bool(guest.steps)
        return known and guest.roster.phase not in ("room", "over")

    def open_table(self, arrange: Arrange, *, open_nearby: bool = False) -> None:
        """Open a table at this computer and sit down at it; ``open_nearby`` lets everybody in this network join."""
        self._begin(self._newcomer())
        self._line.open_table(arrange, nearby="open" if open_nearby else "secret")

    def join(self, invitation: Invitation, *, token: str = "", watching: bool = False) -> None:
        """Go to a table; ``token``, or what is remembered of an earlier visit, brings back the player's place."""
        self._begin(self._newcomer(token=token or self._known_token(invitation), watching=watching))
        if self._kept(invitation.table) == invitation.secret:
            self._reopened = invitation
            self._line.open_again(invitation.table)
        else:
            self._invitation = invitation
            self._line.join(invitation)

    def look(self, *, on: bool) -> None:
        """Look for tables nearby, or stop."""
        if not on:
            self.nearby = ()
        self._line.look(on)

    def leave(self) -> None:
        """Leave the table for good; one at this computer is closed."""
        guest, visited = self.guest, self.visited
        if guest is not None and guest.link == "joined" and visited is not None:
            if self.invitations:
                self._forget_table()
            self._player.notices += visited.play_at("")
        self._part(for_good=True)

    def _part(self, *, for_good: bool) -> None:
        """Leave the table. After a match, and before one, it isn't remembered; during one the player may come back.

        A table at this computer is closed, and during a match kept unless the player leaves it ``for_good``.
        """
        guest = self.guest
        if guest is not None and guest.link == "joined":
            between = guest.roster is not None and guest.roster.phase in ("room", "over")
            if for_good or between or not self.invitations:
                self._line.send(Leave())
            if between:
                self._forget_table()
        self._line.leave()
        self.guest, self.match, self.invitations, self._onward = None, None, (), None
        self.news.clear()
        self.changes += 1

    def close(self) -> None:
        """Leave, and end what runs beside the window. A match that is played can be continued later."""
        self._part(for_good=False)
        self._line.close()

    def _newcomer(self, *, token: str = "", watching: bool = False) -> Guest:
        own = self._player.settings
        return Guest(name=own.name, portrait=own.portrait, language=own.language, token=token, watching=watching)

    def _begin(self, guest: Guest) -> None:
        self.guest, self.match = guest, None
        self.problem, self.invitations, self._invitation, self._reopened = None, (), None, None
        self._onward, self._moves = None, 0
        self.news.clear()
        self.changes += 1

    # --- messages ---------------------------------------------------------------------------------------------------

    def send(self, messages: Iterable[ToHost]) -> None:
        """Send messages to the host."""
        self._line.send(*messages)

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass and take what has come; True when there was anything."""
        if self.guest is not None:
            self.guest.pass_time(dt)
        came = self._line.poll()
        for one in came:
            match one:
                case LinkChange():
                    self._follow(one)
                case TableOpened():
                    self._opened(one)
                case TableUnsaved(why):
                    self.news.append(Denied("online.denied.unsaved", {"why": why}))
                case NearbyChanged(tables):
                    self.nearby = tables
                case _:
                    self._take(one)
        self._go_onward(dt)
        self.changes += len(came)
        return bool(came)

    def _follow(self, change: LinkChange) -> None:
        """Follow the connection: whoever comes or comes back says hello."""
        guest = self.guest
        if change.problem is not None:
            self.problem = change.problem
            if change.problem.key in FOR_GOOD:
                self._forget_table()
        if guest is None:
            return
        if change.state == "joined":
            guest.elsewhere = None
            self._line.send(guest.hello())
        elif change.state == "away":
            guest.lost()
        elif change.state == "closed" and (guest.elsewhere is None or change.problem is not None):
            guest.close(change.problem)  # but not where the table has only moved

    def _opened(self, opened: TableOpened) -> None:
        guest = self.guest
        if guest is None:
            return
        if guest.handed is not None:
            self._forget_table()  # where it was
            guest.handed = self._invitation = None
        self.invitations = opened.invitations
        guest.token = opened.token or guest.token
        if guest.roster is not None:
            self._remember_table(guest, guest.roster)

    def _take(self, message: ToGuest | Verified) -> None:
        guest = self.guest
        if guest is None:
            return
        self._line.send(*guest.take(message))
        if isinstance(message, News):
            self.news.append(message)
        if guest.problem is not None:
            self.problem = guest.problem
        if isinstance(message, Roster):
            self._remember_table(guest, message)
            if message.phase == "room":
                self.match = None  # if there was one, it is broken off
        elif isinstance(message, Refused) and message.key in FOR_GOOD:
            self._forget_table()
        if isinstance(message, Handed):
            if guest.handed is message:
                self._line.take_over(message, guest.you)
        elif isinstance(message, Elsewhere):
            self._follow_table(guest, message.invitation)

    # --- tables to come back to -------------------------------------------------------------------------------------

    def _known_token(self, invitation: Invitation) -> str:
        """What brings back the player's place at that table; empty if they have never been there."""
        tables = () if self.visited is None else self.visited.tables
        return next((table.token for table in tables if _same(table.link, invitation)), "")

    @property
    def _leads_here(self) -> Invitation | None:
        """The invitation to the table where the player is; None before it is known."""
        return self._invitation or (self.invitations[0] if self.invitations else self._reopened)

    def _remember_table(self, guest: Guest, roster: Roster) -> None:
        here = self._leads_here
        if self.visited is None or here is None or guest.watching:
            return
        host = guest.person(roster.host)
        name = "" if host is None else host.name
        table = VisitedTable(link(here), guest.token, roster.game, name)
        for other in self.visited.tables:
            if other.link != table.link and _same(other.link, here):
                self._player.notices += self.visited.forget(other.link)  # where it was before
        self._player.notices += self.visited.remember(table)
        sits = roster.phase in ("play", "results") and guest.chair(guest.you) is not None
        self._player.notices += self.visited.play_at(table.link if sits else "")

    def _forget_table(self) -> None:
        here = self._leads_here
        if self.visited is not None and here is not None:
            self._player.notices += self.visited.forget(link(here))

    def _follow_table(self, guest: Guest, invitation: str) -> None:
        """Go to where the table goes on: the same guest, with the same place."""
        try:
            found = parse(invitation)
        except InvitationError:
            guest.close(Notice("online.problem.bad_invitation"))
            return
        self._forget_table()
        if self._moves >= len(MOVE_PAUSES):
            self.problem = Notice("online.problem.moved_on")
            self._line.leave()
            guest.close(self.problem)
            return
        guest.lost()
        self.invitations, self._invitation, self._onward = (), found, found
        self._waited, self._moves = 0.0, self._moves + 1

    def _go_onward(self, dt: float) -> None:
        """Follow the table once the pause is over; after a long stay the next move is a first one again."""
        self._waited += dt
        if self._onward is not None:
            if self._waited >= MOVE_PAUSES[self._moves - 1]:
                onward, self._onward = self._onward, None
                self._line.join(onward)
        elif self.joined and self._waited >= STAYED:
            self._moves = 0


def _same(remembered: str, invitation: Invitation) -> bool:
    """Whether a link that is remembered leads to the same table, whatever its address now."""
    try:
        known = parse(remembered)
    except InvitationError:
        return False
    return (known.table, known.secret) == (invitation.table, invitation.secret)
