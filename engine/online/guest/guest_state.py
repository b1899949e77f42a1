"""A guest's side of a table: takes the host's messages and holds what screens show. It has no connection of its own.

Whoever carries the messages tells it when the connection stands or is lost, gives it every message with ``receive``,
and
sends what it returns.
"""

from collections import deque

from engine import __version__, options
from engine.events import Event
from engine.game import Game
from engine.moves import Move, Refusal, Seat
from engine.notices import Notice
from engine.online.guest.known_texts import UNKNOWN_TEXT_KEY
from engine.online.guest.message_verifier import FinishedMatch, MatchStep, MessageVerifier, VerifiedMessage
from engine.online.protocol import messages
from engine.online.protocol.game_codec import SPECTATOR
from engine.online.protocol.messages import PROTOCOL_VERSION, ChairState, ParticipantState, Roster, ToGuest, ToHost
from engine.online.protocol.table_rules import TableRules

MAX_CHAT_LINES = 50
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
        self.connection_state = "joining"
        """``joining``, ``joined``, ``away`` while the connection is lost, ``closed`` for good."""
        self.problem: Notice | None = None
        """Why it was closed."""
        self.host_version = ""
        self.number = 0
        """Number of this person; 0 before the host said it."""
        self.roster: Roster | None = None
        self.seat: Seat = SPECTATOR
        """In the match; ``SPECTATOR`` before one, and for those who watch."""
        self.game: Game | None = None
        """The latest view; None before a match."""
        self.question = 0
        self.answered_question: int | None = None
        """Number of the question that was answered last, while the host has not refused that."""
        self.left_ms = 0.0
        """Milliseconds left to answer; 0 without a clock."""
        self.steps: deque[MatchStep] = deque()
        """What happened and was not taken yet."""
        self.chat_messages: deque[messages.ChatMessage] = deque(maxlen=MAX_CHAT_LINES)
        self.participant_notices: deque[messages.ParticipantNotice] = deque(maxlen=MAX_CHAT_LINES)
        self.refusals: deque[Refusal] = deque(maxlen=MAX_CHAT_LINES)
        """Why answers didn't count."""
        self.denials: deque[Notice] = deque(maxlen=MAX_CHAT_LINES)
        """Why something else that was asked for is not done."""
        self.record: str | None = None
        """The whole match once it is over, for those who played; empty for those who watched."""
        self.finished_match: FinishedMatch | None = None
        """The same, read and played to its end."""
        self.has_offer = False
        """Whether the host asks this person to open the table at their computer, and has no reply yet."""
        self.handed_table: messages.TableHandedOver | None = None
        """The table that this person has agreed to open, while it isn't open."""
        self.moved_to: str | None = None
        """Invitation to where the table goes on."""
        self._has_agreed = False
        """Whether this person has agreed to open the table."""
        self._verifier = MessageVerifier()
        self._sent_answer: messages.Answer | None = None
        """The last answer, until the host has shown that it has it."""

    # --- who is who -------------------------------------------------------------------------------------------------

    @property
    def is_host(self) -> bool:
        """Whether this person decides about the table."""
        return self.roster is not None and self.roster.host == self.number

    @property
    def rules(self) -> TableRules:
        """The table's rules; the standard ones before they are known."""
        return TableRules() if self.roster is None else options.from_mapping(TableRules, self.roster.rules)[0]

    def person(self, number: int) -> ParticipantState | None:
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
            PROTOCOL_VERSION,
            __version__,
            self.token,
            self.name,
            self.portrait,
            self.language,
            self.watching,
        )

    def on_connection_lost(self) -> None:
        """The connection is gone; whoever carries the messages tries again."""
        self.has_offer = self._has_agreed = False
        if self.connection_state != "closed":
            self.connection_state = "away"

    def close(self, problem: Notice | None = None) -> None:
        """Nothing comes any more."""
        self.connection_state, self.problem = "closed", problem

    def advance_clock(self, ms: float) -> None:
        """Let milliseconds pass on the clock."""
        if self.left_ms:
            self.left_ms = max(1.0, self.left_ms - ms)

    # --- what the host says -----------------------------------------------------------------------------------------

    def receive(self, message: ToGuest | VerifiedMessage) -> list[ToHost]:
        """Take one message of the host; return what has to be sent. What makes no sense closes the table.

        Messages that were not verified are verified here.
        """
        verified = None if self.connection_state == "closed" else self._verifier.verify(message)
        match verified:
            case MatchStep():
                return self._take_step(verified)
            case FinishedMatch():
                self.record, self.finished_match = verified.text, verified
            case messages.Welcome():
                self.connection_state, self.token, self.number = "joined", verified.token, verified.you
                self.host_version = verified.version
            case messages.EntryRefused():
                self.close(Notice(verified.key, verified.placeholders))
            case messages.Roster():
                self.roster = verified
                if verified.phase == "room":
                    self._forget_match()
            case messages.TurnClock():
                if verified.question == self.question:
                    self.left_ms = float(verified.left_ms)
            case messages.MoveRejected():
                self._sent_answer = self.answered_question = None
                self.refusals.append(Refusal(verified.rule, verified.key, verified.placeholders))
            case messages.RequestDenied():
                self.denials.append(Notice(verified.key, verified.placeholders))
            case messages.ChatMessage():
                self.chat_messages.append(verified)
            case messages.ParticipantNotice():
                self.participant_notices.append(verified)
            case messages.Offered():
                self.has_offer = True
            case messages.TableHandedOver():
                if self._has_agreed:  # else nobody here has agreed
                    self.handed_table, self._has_agreed = verified, False
            case messages.TableMoved():
                self.moved_to, self.token = verified.invitation, verified.voucher
        return []

    def _forget_match(self) -> None:
        """Nothing is played; a match that was is broken off."""
        self.game = self.record = self.finished_match = self._sent_answer = self.answered_question = None
        self.seat, self.left_ms = SPECTATOR, 0.0
        self.steps.clear()

    def _take_step(self, step: MatchStep) -> list[ToHost]:
        """Take what happened; an answer that the host hasn't got is sent again when the match is seen anew."""
        if not step.is_restart:
            if len(self.steps) >= MAX_STEPS:
                self.close(Notice(UNKNOWN_TEXT_KEY))
            else:
                self._append_step(step)
            return []
        self.seat, self.record, self.finished_match = step.seat, None, None
        self.steps.clear()
        self._append_step(step)
        if (
            self._sent_answer is not None
            and self._sent_answer.question == self.question
            and self.seat in step.game.seats_to_act()
        ):
            return [self._sent_answer]
        self._sent_answer = None
        ask = step.game.ask
        self.answered_question = self.question if ask and self.seat in ask.seats and not self._is_asked else None
        return []

    def _append_step(self, step: MatchStep) -> None:
        self.steps.append(step)
        if step.question != self.question:
            self._sent_answer = self.answered_question = None
        self.game, self.question, self.left_ms = step.game, step.question, float(step.left_ms)

    @property
    def _is_asked(self) -> bool:
        return self.game is not None and self.seat in self.game.seats_to_act()

    def take_events(self) -> list[Event]:
        """All events that were not taken yet, for those who show them without stopping."""
        events = [event for step in self.steps for event in step.events]
        self.steps.clear()
        return events

    # --- what the person does ---------------------------------------------------------------------------------------

    def answer(self, move: Move) -> list[ToHost]:
        """Answer the question; nothing is sent if it was answered already."""
        if self.answered_question == self.question or not self._is_asked:
            return []
        self._sent_answer, self.answered_question = messages.Answer(self.question, str(move)), self.question
        return [self._sent_answer]

    def compose_phrase(self, phrase: str) -> list[ToHost]:
        """Say one of the ``PHRASES``."""
        return [messages.SendChat(phrase)]

    def compose_text(self, text: str) -> list[ToHost]:
        """Say a line of free text, where the table allows that."""
        return [messages.SendChat(text=text)]

    def take_over(self, *, on: bool) -> list[ToHost]:
        """Agree to open the table at this computer, or don't; nothing is sent if that isn't asked."""
        if not self.has_offer:
            return []
        self.has_offer, self._has_agreed = False, on
        return [messages.TakeOver(on)]

    def leave(self) -> list[ToHost]:
        """Go; the token still brings back the place."""
        self.close()
        return [messages.Leave()]
