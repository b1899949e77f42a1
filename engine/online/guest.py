"""A guest's side of a table: takes the host's messages and holds what screens show. It has no connection of its own.

Whoever carries the messages tells it when the connection stands or is lost, gives it every message with ``take``, and
sends what it returns.
"""

from collections import deque
from typing import NamedTuple

from engine import __version__, options
from engine.events import Event, Scored
from engine.game import Game
from engine.games import GAMES
from engine.match.record import PORTRAITS
from engine.moves import Move, Refusal, Seat
from engine.notices import Notice
from engine.online import messages
from engine.online.faces import Faces
from engine.online.messages import PROTOCOL, ChairState, PersonState, Roster, ToGuest, ToHost
from engine.online.positions import WATCHER, PositionError, decoded_events, decoded_view
from engine.online.rules import MOST_GUESTS, MOST_WATCHERS, PHRASES, TableRules, is_guest_name, is_line
from engine.people import CHARACTERS, is_level

MOST_SAID = 50
"""Number of latest phrases and lines that are kept."""


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


class Guest:
    """One person at one table.

    Args:
        name: shown to the others; may be empty.
        portrait: one of ``PORTRAITS``.
        language: such as "pt_BR".
        token: what the host gave before; empty for the first time.
        watching: come to watch, not to play.
    """

    def __init__(
        self,
        *,
        name: str = "",
        portrait: str = "you",
        language: str = "",
        token: str = "",
        watching: bool = False,
    ) -> None:
        self.name = name
        self.portrait = portrait
        self.language = language
        self.token = token
        self.watching = watching
        self.link = "joining"
        """``joining``, ``joined``, ``away`` while the connection is lost, ``closed`` for good."""
        self.problem: Notice | None = None
        """Why it was closed."""
        self.host_version = ""
        self.you = 0
        """Number of this person; 0 before the host said it."""
        self.roster: Roster | None = None
        self.seat: Seat = WATCHER
        """In the match; ``WATCHER`` before one, and for those who watch."""
        self.game: Game | None = None
        """The latest view; None before a match."""
        self.question = 0
        self.answered: int | None = None
        """Number of the question that was answered last, while the host has not refused that."""
        self.left_ms = 0.0
        """Milliseconds left to answer; 0 without a clock."""
        self.steps: deque[Step] = deque()
        """What happened and was not taken yet."""
        self.said: deque[messages.Said] = deque(maxlen=MOST_SAID)
        self.told: deque[messages.Told] = deque(maxlen=MOST_SAID)
        self.refusals: deque[Refusal] = deque(maxlen=MOST_SAID)
        """Why answers didn't count."""
        self.denied: deque[Notice] = deque(maxlen=MOST_SAID)
        """Why something else that was asked for is not done."""
        self.record: str | None = None
        """The whole match once it is over, for those who played; empty for those who watched."""
        self.offered = False
        """Whether the host asks this person to open the table at their computer, and has no reply yet."""
        self.handed: messages.Handed | None = None
        """The table that this person has agreed to open, while it isn't open."""
        self.elsewhere: str | None = None
        """Invitation to where the table goes on."""
        self._takes_over = False
        """Whether this person has agreed to open the table."""
        self._faces: Faces | None = None
        """What the events so far have shown of the cards."""
        self._sent: messages.Answer | None = None
        """The last answer, until the host has shown that it has it."""

    # --- who is who -------------------------------------------------------------------------------------------------

    @property
    def hosting(self) -> bool:
        """Whether this person decides about the table."""
        return self.roster is not None and self.roster.host == self.you

    @property
    def rules(self) -> TableRules:
        """The table's rules; the standard ones before they are known."""
        return TableRules() if self.roster is None else options.read(TableRules, self.roster.rules)[0]

    def person(self, number: int) -> PersonState | None:
        """The person with that number, if at the table."""
        people = () if self.roster is None else self.roster.people
        return next((person for person in people if person.number == number), None)

    def chair(self, number: int) -> int | None:
        """Where that person sits; None without a chair."""
        chairs: tuple[ChairState, ...] = () if self.roster is None else self.roster.chairs
        return next((seat for seat, chair in enumerate(chairs) if chair.person == number), None)

    # --- the connection ---------------------------------------------------------------------------------------------

    def hello(self) -> messages.Hello:
        """The first message of every connection."""
        return messages.Hello(
            PROTOCOL,
            __version__,
            self.token,
            self.name,
            self.portrait,
            self.language,
            self.watching,
        )

    def lost(self) -> None:
        """The connection is gone; whoever carries the messages tries again."""
        self.offered = self._takes_over = False
        if self.link != "closed":
            self.link = "away"

    def close(self, problem: Notice | None = None) -> None:
        """Nothing comes any more."""
        self.link, self.problem = "closed", problem

    def pass_time(self, ms: float) -> None:
        """Let milliseconds pass on the clock."""
        if self.left_ms:
            self.left_ms = max(1.0, self.left_ms - ms)

    # --- what the host says -----------------------------------------------------------------------------------------

    def take(self, message: ToGuest) -> list[ToHost]:
        """Take one message of the host; return what has to be sent. What makes no sense closes the table."""
        if self.link == "closed":
            return []
        try:
            return self._take(message)
        except PositionError:
            self.close(Notice("online.problem.not_understood"))
            return []

    def _take(self, message: ToGuest) -> list[ToHost]:
        match message:
            case messages.Welcome():
                self.link, self.token, self.you = "joined", message.token, message.you
                self.host_version = message.version
            case messages.Refused():
                self.close(Notice(message.key, message.figures))
            case messages.Roster():
                _check(message)
                self.roster = message
                if message.phase == "room":
                    self._forget_match()
            case messages.Position():
                return self._begin(message)
            case messages.Happened():
                self._go_on(message)
            case messages.Clock():
                if message.question == self.question:
                    self.left_ms = float(message.left_ms)
            case messages.Rejected():
                self._sent = self.answered = None
                self.refusals.append(Refusal(message.rule, message.key, message.figures))
            case messages.Denied():
                self.denied.append(Notice(message.key, message.figures))
            case messages.Said():
                if message.phrase in PHRASES or is_line(message.text):
                    self.said.append(message)
            case messages.Told():
                self.told.append(message)
            case messages.Ended():
                self.record = message.record
            case messages.Offered():
                self.offered = True
            case messages.Handed():
                if self._takes_over:  # else nobody here has agreed
                    self.handed, self._takes_over = message, False
            case messages.Elsewhere():
                self.elsewhere, self.token = message.invitation, message.voucher
        return []

    def _forget_match(self) -> None:
        """Nothing is played; a match that was is broken off."""
        self.game = self.record = self._faces = self._sent = self.answered = None
        self.seat, self.left_ms = WATCHER, 0.0
        self.steps.clear()

    def _begin(self, message: messages.Position) -> list[ToHost]:
        """See the match anew; an answer that the host hasn't got is sent again."""
        view = decoded_view(message.view)
        if view.viewer != message.seat:
            raise PositionError("the view of another seat")
        results = decoded_events(message.results, view)
        told = decoded_events(message.told, view)
        scored = tuple(event for event in results if isinstance(event, Scored))
        self._faces = Faces(view)
        self._faces.follow(told, view)
        self.seat, self.record = message.seat, None
        self.steps.clear()
        self._see(Step(message.question, told, view, message.left_ms, True, message.told_from, scored, message.deal))
        if self._sent is not None and self._sent.question == self.question and self.seat in view.waiting():
            return [self._sent]
        self._sent = None
        self.answered = self.question if view.ask and self.seat in view.ask.seats and not self._asked else None
        return []

    def _go_on(self, message: messages.Happened) -> None:
        if self.game is None or self._faces is None:
            raise PositionError("something happened before the match was seen")
        view = decoded_view(message.view)
        if (type(view), view.seats, view.viewer) != (type(self.game), self.game.seats, self.game.viewer):
            raise PositionError("something happened in another match")
        events = decoded_events(message.events, view)
        self._faces.follow(events, view)
        self._see(Step(message.question, events, view, message.left_ms))

    def _see(self, step: Step) -> None:
        self.steps.append(step)
        if step.question != self.question:
            self._sent = self.answered = None
        self.game, self.question, self.left_ms = step.game, step.question, float(step.left_ms)

    @property
    def _asked(self) -> bool:
        return self.game is not None and self.seat in self.game.waiting()

    def take_events(self) -> list[Event]:
        """All events that were not taken yet, for those who show them without stopping."""
        events = [event for step in self.steps for event in step.events]
        self.steps.clear()
        return events

    # --- what the person does ---------------------------------------------------------------------------------------

    def answer(self, move: Move) -> list[ToHost]:
        """Answer the question; nothing is sent if it was answered already."""
        if self.answered == self.question or not self._asked:
            return []
        self._sent, self.answered = messages.Answer(self.question, str(move)), self.question
        return [self._sent]

    def say(self, phrase: str) -> list[ToHost]:
        """Say one of the ``PHRASES``."""
        return [messages.Say(phrase)]

    def write(self, text: str) -> list[ToHost]:
        """Say a line of free text, where the table allows that."""
        return [messages.Say(text=text)]

    def take_over(self, *, on: bool) -> list[ToHost]:
        """Agree to open the table at this computer, or don't; nothing is sent if that isn't asked."""
        if not self.offered:
            return []
        self.offered, self._takes_over = False, on
        return [messages.TakeOver(on)]

    def leave(self) -> list[ToHost]:
        """Go; the token still brings back the place."""
        self.close()
        return [messages.Leave()]


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
