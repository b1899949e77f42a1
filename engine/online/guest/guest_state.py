"""State of an online table on the guest's side. It has no connection of its own.

The connection layer passes every message of the host to ``receive`` and sends the messages that it returns. It also
reports the state of the connection.
"""

from collections import deque

from engine import __version__, options
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
"""Maximum length of each list of chat messages and notices; the oldest are dropped."""
MAX_QUEUED_STEPS = 5000
"""Maximum number of steps that wait to be displayed, more than most matches have. Each takes about 10 kB."""


class Guest:
    """State of an online table and of the player there, in a guest's program.

    Args:
        name: shown to the others; may be empty.
        portrait: one of ``PORTRAITS``.
        language: such as "pt_BR".
        token: from an earlier ``Welcome``; empty for the first time.
        is_spectator: join as a spectator.
    """

    def __init__(
        self,
        *,
        name: str = "",
        portrait: str = "you",
        language: str = "",
        token: str = "",
        is_spectator: bool = False,
    ) -> None:
        self.name = name
        self.portrait = portrait
        self.language = language
        self.token = token
        self.is_spectator = is_spectator
        self.connection_state = "joining"
        """``joining``, ``joined``, ``away`` while the connection is lost, or ``closed`` for good."""
        self.problem: Notice | None = None
        """Reason why the connection was closed; None if it is open or was closed on purpose."""
        self.number = 0
        """Number of this participant; 0 until the host assigns it."""
        self.roster: Roster | None = None
        self.seat: Seat = SPECTATOR
        """Seat in the match; ``SPECTATOR`` before one and for spectators."""
        self.game: Game | None = None
        """The latest view; None before a match."""
        self.question = 0
        self.answered_question: int | None = None
        """Number of the last question that was answered and not rejected."""
        self.remaining_ms = 0.0
        """Milliseconds left to answer; 0 without a clock."""
        self.steps: deque[MatchStep] = deque()
        """Received steps that wait to be displayed, oldest first."""
        self.chat_messages: deque[messages.ChatMessage] = deque(maxlen=MAX_CHAT_LINES)
        self.participant_notices: deque[messages.ParticipantNotice] = deque(maxlen=MAX_CHAT_LINES)
        self.refusals: deque[Refusal] = deque(maxlen=MAX_CHAT_LINES)
        """Reasons why answers didn't count."""
        self.denials: deque[Notice] = deque(maxlen=MAX_CHAT_LINES)
        """Reasons why other requests were not granted."""
        self.record: str | None = None
        """The record of the match once it is over; empty for spectators, None before."""
        self.finished_match: FinishedMatch | None = None
        """The finished match, parsed and replayed to its end."""
        self.has_offer = False
        """Whether the host's offer to take over the table awaits this participant's reply."""
        self.handed_table: messages.TableHandedOver | None = None
        """The table to take over, as the former host sent it; None if there is none."""
        self.moved_to: str | None = None
        """Invitation to the table at its new host."""
        self._has_agreed = False
        """Whether this participant has agreed to take over the table."""
        self._verifier = MessageVerifier()
        self._sent_answer: messages.Answer | None = None
        """The last answer, until the host has acknowledged it."""

    # --- participants -----------------------------------------------------------------------------------------------

    @property
    def is_host(self) -> bool:
        """Whether this participant has the host's rights at the online table."""
        return self.roster is not None and self.roster.host_number == self.number

    @property
    def rules(self) -> TableRules:
        """The table's rules; the defaults until they are known."""
        return TableRules() if self.roster is None else options.from_mapping(TableRules, self.roster.rules)[0]

    def person(self, number: int) -> ParticipantState | None:
        """Return the table's participant with that number; None if not at the table."""
        people = () if self.roster is None else self.roster.participants
        return next((person for person in people if person.number == number), None)

    def chair_of_participant(self, number: int) -> int | None:
        """Return the chair of the participant with that number; None without one."""
        chairs: tuple[ChairState, ...] = () if self.roster is None else self.roster.chairs
        return next((seat for seat, chair in enumerate(chairs) if chair.participant_number == number), None)

    # --- the connection ---------------------------------------------------------------------------------------------

    def hello(self) -> messages.Hello:
        """Return the guest's first message on a new connection to the host."""
        return messages.Hello(
            PROTOCOL_VERSION,
            __version__,
            self.token,
            self.name,
            self.portrait,
            self.language,
            self.is_spectator,
        )

    def on_connection_lost(self) -> None:
        """Note that the connection to the host is lost; the connection layer tries to reconnect."""
        self.has_offer = self._has_agreed = False
        if self.connection_state != "closed":
            self.connection_state = "away"

    def close(self, problem: Notice | None = None) -> None:
        """Close the online table on the guest's side; later messages of the host are ignored."""
        self.connection_state, self.problem = "closed", problem

    def advance_clock(self, ms: float) -> None:
        """Count the milliseconds left to answer down by ``ms``."""
        if self.remaining_ms:
            self.remaining_ms = max(1.0, self.remaining_ms - ms)

    # --- messages of the host ---------------------------------------------------------------------------------------

    def receive(self, message: ToGuest | VerifiedMessage) -> list[ToHost]:
        """Process one message of the host; return the messages to send.

        Messages that were not verified yet are verified here. An invalid one closes the table.
        """
        verified = None if self.connection_state == "closed" else self._verifier.verify_or_refuse(message)
        match verified:
            case MatchStep():
                return self._receive_step(verified)
            case FinishedMatch():
                self.record, self.finished_match = verified.record_text, verified
            case messages.Welcome():
                self.connection_state, self.token, self.number = "joined", verified.token, verified.participant_number
            case messages.EntryRefused():
                self.close(Notice(verified.key, verified.placeholders))
            case messages.Roster():
                self.roster = verified
                if verified.phase == "room":
                    self._forget_match()
            case messages.TurnClock():
                if verified.question == self.question:
                    self.remaining_ms = float(verified.remaining_ms)
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
                if self._has_agreed:  # else the host sent it without consent
                    self.handed_table, self._has_agreed = verified, False
            case messages.TableMoved():
                self.moved_to, self.token = verified.invitation, verified.voucher
        return []

    def _forget_match(self) -> None:
        """Clear the guest's match, which has not begun or was aborted."""
        self.game = self.record = self.finished_match = self._sent_answer = self.answered_question = None
        self.seat, self.remaining_ms = SPECTATOR, 0.0
        self.steps.clear()

    def _receive_step(self, step: MatchStep) -> list[ToHost]:
        """Queue a match step for display. After a restart, resend an answer that the host doesn't have."""
        if not step.is_restart:
            if len(self.steps) >= MAX_QUEUED_STEPS:
                self.close(Notice(UNKNOWN_TEXT_KEY))
            else:
                self._queue_step_as_latest(step)
            return []
        self.seat, self.record, self.finished_match = step.viewer, None, None
        self.steps.clear()
        self._queue_step_as_latest(step)
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

    def _queue_step_as_latest(self, step: MatchStep) -> None:
        self.steps.append(step)
        if step.question != self.question:
            self._sent_answer = self.answered_question = None
        self.game, self.question, self.remaining_ms = step.game, step.question, float(step.remaining_ms)

    @property
    def _is_asked(self) -> bool:
        return self.game is not None and self.seat in self.game.seats_to_act()

    # --- actions of the player --------------------------------------------------------------------------------------

    def answer(self, move: Move) -> list[ToHost]:
        """Return the message with the player's answer to the present question; none if it is already answered."""
        if self.answered_question == self.question or not self._is_asked:
            return []
        self._sent_answer, self.answered_question = messages.Answer(self.question, str(move)), self.question
        return [self._sent_answer]

    def compose_phrase(self, phrase: str) -> list[ToHost]:
        """Return the chat message with one of the ``PHRASES``."""
        return [messages.SendChat(phrase)]

    def compose_text(self, text: str) -> list[ToHost]:
        """Return the chat message with a line of free text."""
        return [messages.SendChat(text=text)]

    def take_over(self, *, accept: bool) -> list[ToHost]:
        """Return the reply to the host's offer to take over the table; none without an offer."""
        if not self.has_offer:
            return []
        self.has_offer, self._has_agreed = False, accept
        return [messages.TakeOver(accept)]

    def leave(self) -> list[ToHost]:
        """Close the table and return the message for leaving; the token can still be used to reclaim the chair."""
        self.close()
        return [messages.Leave()]
