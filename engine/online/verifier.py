"""A host's messages, decoded and checked for one guest. The window gets nothing of a host before it was here.

Positions and events take milliseconds: the thread that carries the messages does this.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine import options
from engine.events import Event, Moved, Scored, Shuffled
from engine.game import STOCK, Game
from engine.games import GAMES
from engine.match.record import PORTRAITS, Record, RecordError
from engine.moves import Note, Seat
from engine.names import is_guest_name
from engine.online import messages
from engine.online.faces import Faces
from engine.online.messages import Refused, Roster, ToGuest
from engine.online.positions import (
    MAX_DEALS,
    WATCHER,
    PositionError,
    check_note,
    decoded_events,
    decoded_view,
    most_in_a_move,
)
from engine.online.rules import MOST_GUESTS, MOST_WATCHERS, PHRASES, TableRules, is_line
from engine.online.texts import (
    UNKNOWN,
    has_note,
    has_texts,
    known_denial,
    known_refusal,
    known_rejection,
    known_telling,
)
from engine.people import CHARACTERS, is_level

MAX_SHOWN = 2000
"""Maximum number of events that a window is told when a match is seen anew. Of a deal that has more, it is told where
the cards are now."""


class Step(NamedTuple):
    """What happened between two pictures of the table."""

    question: int
    """Number of the question that is asked after it."""
    events: list[Event]
    """As this seat sees them. Where the match is shown ``anew``, those since the beginning of a deal."""
    game: Game
    """This seat's view after it."""
    left_ms: int
    """Milliseconds left to answer; 0 without a clock."""
    anew: bool = False
    """Whether nothing before this counts any more: after coming, coming back, or an undo."""
    told_from: int = 0
    """Number of the deal, from 1, with which the events begin, if ``anew``."""
    results: tuple[Scored, ...] = ()
    """The results of all finished deals, if ``anew``."""
    deal: int = 0
    """Number of the deal whose result all are looking at, if ``anew``; 0 while play goes on."""

    @property
    def seat(self) -> Seat:
        """Whose view it is; ``WATCHER`` for one who watches."""
        return WATCHER if self.game.viewer is None else self.game.viewer


class Finished(NamedTuple):
    """The match is over."""

    text: str
    """Its record; empty for those who watched."""
    record: Record | None = None
    """The same, read; None if it can't be."""
    game: Game | None = None
    """The position to which the record leads."""


Verified = (
    Step
    | Finished
    | messages.Welcome
    | messages.Refused
    | messages.Roster
    | messages.Clock
    | messages.Rejected
    | messages.Denied
    | messages.Said
    | messages.Told
    | messages.Offered
    | messages.Handed
    | messages.Elsewhere
)
"""What a window may be told of a table."""


class Verifier:
    """Decodes and checks the messages of one table."""

    def __init__(self) -> None:
        self._game: Game | None = None
        """The latest view; None before a match."""
        self._faces: Faces | None = None
        """What the events so far have shown of the cards."""
        self._seats = 0
        """Number of chairs."""

    def verify(self, message: ToGuest | Verified) -> Verified | None:
        """Return what a window may be told: a match as steps, and None for what is not to be shown.

        What makes no sense gives the refusal ``UNKNOWN``, which ends the connection. What was verified stays as it is.
        """
        try:
            return self._verified(message)
        except PositionError:
            return Refused(UNKNOWN)

    def _verified(self, message: ToGuest | Verified) -> Verified | None:
        match message:
            case Step():
                self._game = message.game
            case messages.Position():
                return self._begin(message)
            case messages.Happened():
                return self._go_on(message)
            case messages.Ended():
                return _finished(message.record)
            case messages.Roster():
                _check(message)
                self._seats = message.seats
                if message.phase == "room":
                    self._game = self._faces = None
            case messages.Refused():
                return known_refusal(message)
            case messages.Denied():
                return known_denial(message)
            case messages.Rejected():
                return self._rejected(message)
            case messages.Told():
                return known_telling(message)
            case messages.Said():
                return message if self._can_be_heard(message) else None
        return message

    def _begin(self, message: messages.Position) -> Step:
        """See the match anew."""
        view = decoded_view(message.view)
        if view.viewer != message.seat:
            raise PositionError("the view of another seat")
        results = tuple(one for one in decoded_events(message.results, view) if isinstance(one, Scored))
        told = decoded_events(message.told, view)
        if len(results) > MAX_DEALS:
            raise PositionError(f"{len(results)} results")
        self._see(view, (*results, *told))
        self._faces = Faces(view)
        self._faces.follow(told, view)
        at, deals = _latest_beginning(told, len(view.known))
        told, told_from = told[at:], message.told_from + deals
        if len(told) > MAX_SHOWN:
            told, told_from = _placing(view), view.deal_number
        return Step(message.question, told, view, message.left_ms, True, told_from, results, message.deal)

    def _go_on(self, message: messages.Happened) -> Step:
        if self._game is None or self._faces is None:
            raise PositionError("something happened before the match was seen")
        view = decoded_view(message.view)
        if (type(view), view.seats, view.viewer) != (type(self._game), self._game.seats, self._game.viewer):
            raise PositionError("something happened in another match")
        events = decoded_events(message.events, view, most_in_a_move(view))
        self._see(view, events)
        self._faces.follow(events, view)
        return Step(message.question, events, view, message.left_ms)

    def _see(self, view: Game, events: Sequence[Event]) -> None:
        reason = None if view.outcome is None else view.outcome.reason
        if not has_texts(view.slug, events) or (reason is not None and not has_note(view.slug, "reason", reason)):
            raise PositionError("a text that isn't known here")
        self._game = view

    def _rejected(self, message: messages.Rejected) -> messages.Rejected:
        """Check why an answer doesn't count: for a reason of the table, or one of the game."""
        if message.key.startswith("online.rejected.") or self._game is None:
            return known_rejection(message, "")
        try:
            check_note(Note(message.key, message.figures), self._game)
        except PositionError:
            return known_rejection(message, "")
        return known_rejection(message, self._game.slug)

    def _can_be_heard(self, said: messages.Said) -> bool:
        seats = self._seats if self._game is None else min(self._seats, self._game.seats)
        return -1 <= said.seat < seats and (said.phrase in PHRASES or (not said.phrase and is_line(said.text)))


def _latest_beginning(told: Sequence[Event], pack: int) -> tuple[int, int]:
    """Return where the events begin that a window is told, and the number of deals that are over before them.

    They begin where all cards were in the stock: what follows can be shown without what was before.
    """
    stock, deals, found = pack, 0, (0, 0)
    for at, event in enumerate(told):
        if len(told) - found[0] <= MAX_SHOWN:
            break
        if isinstance(event, Moved):
            stock += len(event.cards) * ((event.target == STOCK) - (event.source == STOCK))
        elif isinstance(event, Shuffled) and event.pile == STOCK and stock == pack:
            found = at, deals
        deals += isinstance(event, Scored)
    return found


def _placing(view: Game) -> list[Event]:
    """Events that lead from all cards in the stock to a view, at most one for each card."""
    events, left = list[Event](), len(view.known)
    for pile, lying in view.piles.items():
        for card in lying if pile != STOCK else ():
            left -= 1
            is_up = card >= 0 and bool(view.turned >> card & 1)
            events.append(Moved((card,), STOCK, pile, (left,), "move", up=is_up))
    return events


def _finished(text: str) -> Finished:
    """Read a record and play it to its end."""
    if not text:
        return Finished(text)
    try:
        record = Record.from_text(text)
        return Finished(text, record, record.replay())
    except RecordError:
        return Finished(text)


def _check(roster: Roster) -> None:
    """Refuse a roster that no screen could show."""
    fine = (
        roster.game in GAMES
        and roster.seats == len(roster.chairs) in GAMES[roster.game].seats_allowed
        and len(roster.people) <= MOST_GUESTS + MOST_WATCHERS
        and not options.read(GAMES[roster.game].Options, roster.options)[1]
        and not options.read(TableRules, roster.rules)[1]
        and all(chair.character in CHARACTERS and is_level(chair.level) for chair in roster.chairs)
        and all(is_guest_name(person.name) and person.portrait in PORTRAITS for person in roster.people)
        and {chair.person for chair in roster.chairs} <= {0, *(person.number for person in roster.people)}
    )
    if not fine:
        raise PositionError("a roster of another program")
