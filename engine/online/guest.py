"""A guest's side of a table: takes the host's messages and holds what screens show. It has no connection of its own.

Whoever carries the messages tells it when the connection stands or is lost, gives it every message with ``take``, and
sends what it returns.
"""

from collections import deque

from engine import __version__, options
from engine.events import Event
from engine.game import Game
from engine.moves import Move, Refusal, Seat
from engine.notices import Notice
from engine.online import messages
from engine.online.messages import PROTOCOL, ChairState, PersonState, Roster, ToGuest, ToHost
from engine.online.positions import WATCHER
from engine.online.rules import TableRules
from engine.online.texts import UNKNOWN
from engine.online.verifier import Finished, Step, Verified, Verifier

MOST_SAID = 50
"""Number of latest phrases and lines that are kept."""
MAX_STEPS = 5000
"""Maximum number of steps that wait to be shown, more than most matches have; each takes some 10 kB."""


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
        self.finished: Finished | None = None
        """The same, read and played to its end."""
        self.offered = False
        """Whether the host asks this person to open the table at their computer, and has no reply yet."""
        self.handed: messages.Handed | None = None
        """The table that this person has agreed to open, while it isn't open."""
        self.elsewhere: str | None = None
        """Invitation to where the table goes on."""
        self._takes_over = False
        """Whether this person has agreed to open the table."""
        self._verifier = Verifier()
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

    def take(self, message: ToGuest | Verified) -> list[ToHost]:
        """Take one message of the host; return what has to be sent. What makes no sense closes the table.

        Messages that were not verified are verified here.
        """
        verified = None if self.link == "closed" else self._verifier.verify(message)
        match verified:
            case Step():
                return self._take_step(verified)
            case Finished():
                self.record, self.finished = verified.text, verified
            case messages.Welcome():
                self.link, self.token, self.you = "joined", verified.token, verified.you
                self.host_version = verified.version
            case messages.Refused():
                self.close(Notice(verified.key, verified.figures))
            case messages.Roster():
                self.roster = verified
                if verified.phase == "room":
                    self._forget_match()
            case messages.Clock():
                if verified.question == self.question:
                    self.left_ms = float(verified.left_ms)
            case messages.Rejected():
                self._sent = self.answered = None
                self.refusals.append(Refusal(verified.rule, verified.key, verified.figures))
            case messages.Denied():
                self.denied.append(Notice(verified.key, verified.figures))
            case messages.Said():
                self.said.append(verified)
            case messages.Told():
                self.told.append(verified)
            case messages.Offered():
                self.offered = True
            case messages.Handed():
                if self._takes_over:  # else nobody here has agreed
                    self.handed, self._takes_over = verified, False
            case messages.Elsewhere():
                self.elsewhere, self.token = verified.invitation, verified.voucher
        return []

    def _forget_match(self) -> None:
        """Nothing is played; a match that was is broken off."""
        self.game = self.record = self.finished = self._sent = self.answered = None
        self.seat, self.left_ms = WATCHER, 0.0
        self.steps.clear()

    def _take_step(self, step: Step) -> list[ToHost]:
        """Take what happened; an answer that the host hasn't got is sent again when the match is seen anew."""
        if not step.anew:
            if len(self.steps) >= MAX_STEPS:
                self.close(Notice(UNKNOWN))
            else:
                self._see(step)
            return []
        self.seat, self.record, self.finished = step.seat, None, None
        self.steps.clear()
        self._see(step)
        if self._sent is not None and self._sent.question == self.question and self.seat in step.game.waiting():
            return [self._sent]
        self._sent = None
        ask = step.game.ask
        self.answered = self.question if ask and self.seat in ask.seats and not self._asked else None
        return []

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
