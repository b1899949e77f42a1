"""State machine of one online table on its host. No sockets, no threads, no clock.

The connection layer calls ``connect``, ``receive``, ``disconnect`` and ``advance_clock``. It sends the messages from
``save_and_take_messages`` and passes the questions from ``take_bot_requests`` to bots.
"""

from collections.abc import Callable
from typing import Any, Literal

from engine import __version__, options
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record, RecordError
from engine.moves import Move, Seat
from engine.online.host import saved_table
from engine.online.host.host_match import HostMatch, is_known_bot
from engine.online.host.participants import (
    NO_CHAIR,
    NO_PARTICIPANT,
    ConnectionId,
    Participant,
    Participants,
    is_displayable,
)
from engine.online.host.saved_table import SavedParticipant, SavedTable, SavedTableError
from engine.online.protocol import messages
from engine.online.protocol.game_codec import SPECTATOR
from engine.online.protocol.messages import PROTOCOL_VERSION, ChairState, Roster, TableConfig, ToGuest, ToHost
from engine.online.protocol.table_rules import PHRASES, TableRules, is_chat_line
from engine.work.thinking import Question, Reply

Phase = Literal["room", "play", "results", "over", "moving", "closed"]
RESULT_TIMEOUT_MS = 90_000.0
"""Milliseconds after which the next deal begins although a connected player is not ready."""
HEIR_OPENING_TIMEOUT_MS = 30_000.0
"""Maximum milliseconds for a guest to open the table that was handed over."""
MAX_INVITATION_LENGTH = 2000
PHASES_WITHOUT_MATCH: frozenset[Phase] = frozenset({"room", "over"})
"""Phases in which no match is played: chairs can be taken, the table configured, and a match started."""


class TableConfigError(ValueError):
    """The table's configuration is invalid."""


class Table:
    """State machine of one online table: its participants, configuration, phase and match.

    Args:
        config: initial configuration.
        new_key: draws a random key of 128 bits, one for a match's deals and another for its bots.
        new_token: draws a random token.
        host_token: token of the participant with the host's rights; if empty, the first player gets them.
        dedicated: whether the host has no window of its own, so that another participant can become host in place.
        save: saves the table's text; called before messages about the saved changes are sent.

    Raises:
        TableConfigError: the configuration is invalid.
    """

    def __init__(
        self,
        config: TableConfig,
        *,
        new_key: Callable[[], int],
        new_token: Callable[[], str],
        host_token: str = "",
        dedicated: bool = False,
        save: Callable[[str], Any] | None = None,
    ) -> None:
        self.config = config
        self.rules = validate_config(config)
        self.participants = Participants(new_token)
        self.phase: Phase = "room"
        self.host_number = NO_PARTICIPANT
        """Number of the participant with the host's rights."""
        self.match: HostMatch | None = None
        """The current or last match; None before the first one and after an aborted one."""
        self.last_question = 0
        """Number of the last question of earlier matches."""
        self.is_dirty = True
        """Whether there are unsaved changes."""
        self._new_key = new_key
        self._new_token = new_token
        self._host_token = host_token
        self._dedicated = dedicated
        self._save = save
        self._heir_number = NO_PARTICIPANT
        """Number of the participant to whom the table is offered or handed over."""
        self._phase_before: Phase = "room"
        """The phase to restore if the hand-over fails."""
        self._waited_ms = 0.0
        """Milliseconds since the phase began."""
        self._outgoing: list[tuple[ConnectionId, ToGuest]] = []
        self._cancelled_requests: list[int] = []
        """Numbers of the bot requests of an aborted match, to be cancelled."""

    # --- connection layer -------------------------------------------------------------------------------------------

    def save_and_take_messages(self) -> list[tuple[ConnectionId, ToGuest]]:
        """Return the messages to send to the guests, in order, after saving the table.

        ``EntryRefused`` is the last message on its connection.
        """
        if self.is_dirty and self._save is not None:
            self._save(self.to_text())
            self.is_dirty = False
        out, self._outgoing = self._outgoing, []
        return out

    def take_bot_requests(self) -> tuple[list[Question], list[int]]:
        """Return the table's new questions for bots, and the numbers of cancelled requests."""
        questions, cancelled = ([], []) if self.match is None else self.match.take_bot_requests()
        aborted, self._cancelled_requests = self._cancelled_requests, []
        return questions, [*aborted, *cancelled]

    def receive_bot_reply(self, reply: Reply) -> None:
        """Process a bot's reply to a question of the table's match."""
        if self.match is not None:
            self.match.receive_bot_reply(reply)
            self._play_due_bot_moves()

    def to_text(self) -> str:
        """Return the whole table as JSON, tokens included."""
        match = None if self.match is None else self.match.to_saved()
        phase = self._phase_before if self.phase == "moving" else self.phase
        people = self.participants.to_saved(self._is_kept_when_disconnected)
        return saved_table.to_json(
            SavedTable(
                saved_table.FORMAT,
                phase,
                self.host_number,
                self.participants.last_number,
                self.config,
                people,
                match,
                self.last_question,
            )
        )

    @property
    def host_token(self) -> str:
        """Token of the participant at the host's computer; empty if unknown."""
        return self._host_token

    @property
    def one_time_tokens(self) -> dict[int, str]:
        """New tokens of the participants who have not yet arrived from the former host, by participant number."""
        return {person.number: person.token for person in self.participants if person.has_one_time_token}

    @classmethod
    def from_handed_over(
        cls,
        handed: messages.TableHandedOver,
        new_host_number: int,
        *,
        new_key: Callable[[], int],
        new_token: Callable[[], str],
        save: Callable[[str], Any] | None = None,
    ) -> "Table":
        """Continue another host's online table on this host, without its match.

        ``new_host_number`` is the participant at this computer.

        All tokens are new. The others receive theirs as ``one_time_tokens`` from the former host; each is replaced when
        its participant arrives. Until then the former host could impersonate a participant, with no more rights than a
        guest has. It doesn't know the heir's token, and the heir can remove anybody.

        Raises:
            SavedTableError: the table is invalid.
        """
        people = tuple(
            SavedParticipant(
                person.number,
                new_token(),
                person.name,
                person.portrait,
                person.language,
                person.chair,
                person.number != new_host_number,
            )
            for person in handed.participants
        )
        saved = SavedTable(
            saved_table.FORMAT,
            "room",
            new_host_number,
            handed.last_participant_number,
            handed.config,
            people,
            None,
            handed.question,
        )
        if new_host_number not in {person.number for person in people}:
            raise SavedTableError(f"heir: no participant has the number {new_host_number}")
        return cls._from_saved(saved, new_key=new_key, new_token=new_token, dedicated=False, save=save)

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        new_key: Callable[[], int],
        new_token: Callable[[], str],
        dedicated: bool = False,
        save: Callable[[str], Any] | None = None,
    ) -> "Table":
        """Restore an online table from the JSON text of its saved form.

        All are away at first, and reclaim their chairs with their tokens.

        Raises:
            SavedTableError: the text is not a valid table.
        """
        return cls._from_saved(
            saved_table.from_json(text), new_key=new_key, new_token=new_token, dedicated=dedicated, save=save
        )

    @classmethod
    def _from_saved(cls, saved: SavedTable, **more: Any) -> "Table":
        """Restore an online table from its saved form; ``more`` are further keyword arguments of ``Table``.

        Raises:
            SavedTableError: the table is invalid.
        """
        try:
            table = cls(saved.arrangement, **more)
            table._restore(saved)
        except (TableConfigError, RecordError) as error:
            raise SavedTableError(str(error)) from None
        return table

    def _restore(self, saved: SavedTable) -> None:
        self.last_question = max(0, saved.question)
        self.participants.restore(saved.people, saved.given, self.config.seats)
        host = self.participants.get(saved.host)
        self.host_number = NO_PARTICIPANT if host is None else host.number
        if host is not None and not self._dedicated:
            self._host_token = host.token
        phases: dict[str, Phase] = {"room": "room", "play": "play", "results": "results", "over": "over"}
        if saved.phase not in phases or (saved.match is None) != (saved.phase == "room"):
            raise SavedTableError(f"phase {saved.phase[:20]!r} is unknown or doesn't fit the match")
        self.phase = phases[saved.phase]
        if saved.match is not None:
            self.match = HostMatch.from_saved(saved.match, self.rules, self._new_key())
            if self.match.is_over != (self.phase == "over") or bool(self.match.result_deal) != (
                self.phase == "results"
            ):
                raise SavedTableError(f"phase {self.phase!r} doesn't fit the match")
            self._update_bot_seats()

    # --- joining and leaving ----------------------------------------------------------------------------------------

    def connect(self, connection_id: ConnectionId, hello: messages.Hello) -> None:
        """Admit a guest who has proved the secret, or refuse with a reason."""
        if hello.protocol != PROTOCOL_VERSION:
            self._send(connection_id, messages.version_refusal(hello.version))
            return
        if self.phase == "closed":
            self._send(connection_id, messages.EntryRefused("online.problem.gone"))
            return
        person = self.participants.by_token(hello.token) if hello.token else None
        if person is None:
            problem = self._refusal_key(hello)
            if problem:
                self._send(connection_id, messages.EntryRefused(problem))
                return
            is_host = bool(hello.token) and hello.token == self._host_token
            person = self.participants.add(hello, hello.token if is_host else "")
            self._assign_chair_or_wait(person)
            if is_host or (self.host_number == NO_PARTICIPANT and not self._host_token and not person.is_spectator):
                self.host_number = person.number
            notice_key = "came"
        else:
            notice_key = "back"
            if person.connection_id is not None:
                self._send(person.connection_id, messages.EntryRefused("online.problem.second"))
            if is_displayable(hello):
                self.participants.set_identity(person, hello)
            if person.has_one_time_token:
                self.participants.renew_token(person)
        person.connection_id, person.away_ms, person.has_left = connection_id, 0.0, False
        self._send(connection_id, messages.Welcome(__version__, person.token, person.number))
        self._notify_all(notice_key, person, but=connection_id)
        host = self.participants.get(self.host_number)
        if host is None or not self._is_present_or_expected(host):
            self._replace_host_if_dedicated()
        self._on_participants_changed()
        self._send_match(person)

    def _refusal_key(self, hello: messages.Hello) -> str:
        """Return the text key of the reason to refuse a new participant at the table; empty for none."""
        if hello.is_spectator and not self.rules.watchers:
            return "online.problem.no_watchers"
        return self.participants.refusal_key(hello)

    def _assign_chair_or_wait(self, person: Participant) -> None:
        """Give a participant the first free chair; without one, or during a match, note that they wait for it."""
        if person.is_spectator:
            return
        free = [chair for chair in range(self.config.seats) if self.participants.in_chair(chair) is None]
        person.chair = free[0] if free and self.phase in PHASES_WITHOUT_MATCH else NO_CHAIR
        person.is_player_awaiting_chair = person.chair == NO_CHAIR

    def disconnect(self, connection_id: ConnectionId) -> None:
        """Process the loss of a participant's connection to the table."""
        person = self.participants.by_connection(connection_id)
        if person is None:
            return
        person.connection_id, person.away_ms = None, 0.0
        if self._is_kept_when_disconnected(person):
            self._notify_all("away", person)
        else:
            self._notify_all("went", person)
            self.participants.remove(person)
        self._on_participants_changed()

    def _is_kept_when_disconnected(self, person: Participant) -> bool:
        """Whether to keep a disconnected participant: one with a chair, a seat in the match, or the host's rights.

        Others are removed, so that a table can't be filled by connections that only said hello.
        """
        if person.is_spectator:
            return False
        decides = person.number == self.host_number or person.token == self._host_token
        return decides or person.chair != NO_CHAIR or self._seat(person) != SPECTATOR

    def _leave(self, person: Participant) -> None:
        """Process that a participant leaves the table on purpose."""
        self._notify_all("went", person, but=person.connection_id)
        person.connection_id, person.has_left = None, True
        if self._seat(person) == SPECTATOR or self.phase in PHASES_WITHOUT_MATCH:
            self.participants.remove(person)
        if person.number == self.host_number:
            self._replace_host_if_dedicated()
        self._on_participants_changed()

    def _kick(self, person: Participant) -> None:
        """Remove a participant and close their connection."""
        if person.connection_id is not None:
            self._send(person.connection_id, messages.EntryRefused("online.problem.dismissed"))
        self._notify_all("went", person, but=person.connection_id)
        self.participants.remove(person)
        self._on_participants_changed()

    def _replace_host_if_dedicated(self) -> None:
        """Make the first connected player the host; only at a dedicated host."""
        present = [person for person in self.participants if person.is_connected and not person.is_spectator]
        if self._dedicated and present:
            self.host_number = present[0].number
            self._notify_all("host", present[0])

    # --- messages to guests -----------------------------------------------------------------------------------------

    def _send(self, connection_id: ConnectionId, message: ToGuest) -> None:
        self._outgoing.append((connection_id, message))

    def _broadcast(self, message: ToGuest, but: ConnectionId | None = None) -> None:
        for person in self.participants:
            if person.connection_id is not None and person.connection_id != but:
                self._send(person.connection_id, message)

    def _notify_all(self, key: str, person: Participant, but: ConnectionId | None = None) -> None:
        """Send all participants a notice about one of them."""
        self._broadcast(messages.ParticipantNotice(key, person.number, self._seat_or_chair(person)), but)

    def _seat_or_chair(self, person: Participant) -> int:
        """Return a participant's seat in the match or, between matches, the chair."""
        return person.chair if self.phase in PHASES_WITHOUT_MATCH else self._seat(person)

    def _seat(self, person: Participant) -> Seat:
        """Return a participant's seat in the match; ``SPECTATOR`` for all who don't play."""
        return SPECTATOR if self.match is None else self.match.seats.get(person.number, SPECTATOR)

    def _is_present_or_expected(self, person: Participant) -> bool:
        """Whether no bot plays for a participant: connected, or away for a short time without having left."""
        return person.is_connected or not (person.has_left or person.away_ms >= 1000.0 * self.rules.away)

    def _on_participants_changed(self) -> None:
        """Update chairs, bots and phase after a change of the participants, and send all of them the roster."""
        heir = self.participants.get(self._heir_number)
        if self._heir_number != NO_PARTICIPANT and (heir is None or not heir.is_connected):
            self._cancel_hand_over()
            return
        self.is_dirty = True
        self._update_bot_seats()
        if self.phase in PHASES_WITHOUT_MATCH:
            for person in self.participants:
                if person.is_player_awaiting_chair:
                    self._assign_chair_or_wait(person)
        if self.phase == "results":
            self._begin_next_deal_if_ready()
        self._broadcast(self.roster())
        self._play_due_bot_moves()

    def _update_bot_seats(self) -> None:
        """Let bots play the seats whose participant is away or missing."""
        if self.match is not None:
            answering = {self._seat(person) for person in self.participants if self._is_present_or_expected(person)}
            self.match.set_bot_seats(frozenset(range(self.match.game.seats)) - answering)

    def roster(self) -> Roster:
        """Return the public state of the online table except the cards."""
        config = self.config
        by_chair = {self._seat_or_chair(person): person for person in self.participants}
        chairs = []
        for chair, bot in enumerate(config.chairs):
            person = by_chair.get(chair)
            number, is_substituted = (
                (NO_PARTICIPANT, False) if person is None else (person.number, not self._is_present_or_expected(person))
            )
            chairs.append(ChairState(bot.character, bot.level, number, is_substituted))
        people = tuple(person.state() for person in self.participants)
        help_count = 0 if self.match is None else self.match.record.undone + self.match.record.hinted
        return Roster(
            self.phase,
            self.host_number,
            config.game,
            config.seats,
            config.options,
            config.rules,
            tuple(chairs),
            people,
            help_count,
        )

    def _send_match(self, person: Participant) -> None:
        """Send a participant a snapshot of the match, and its record once it is over."""
        match, connection_id = self.match, person.connection_id
        seat = self._seat(person)
        if match is None or connection_id is None or (seat == SPECTATOR and not self.rules.watchers):
            return
        self._send(connection_id, match.snapshot_message(seat))
        if match.is_over:
            self._send(connection_id, messages.MatchOver(match.record.to_text() if seat != SPECTATOR else ""))

    def _send_match_to_all(self) -> None:
        for person in self.participants:
            self._send_match(person)

    # --- messages of guests -----------------------------------------------------------------------------------------

    def receive(self, connection_id: ConnectionId, message: ToHost) -> None:
        """Process a guest's message: grant its request or deny it with a reason."""
        person = self.participants.by_connection(connection_id)
        if person is None or self.phase == "closed":
            return
        match message:
            case messages.Answer():
                self._answer(person, message)
            case messages.SendChat():
                self._relay_chat(person, message)
            case messages.HintUsed():
                self._count_hint(person)
            case messages.Undo():
                self._undo(person)
            case messages.NextDeal():
                self._ready_for_next_deal(person, message.deal)
            case messages.Sit():
                self._sit(person, message.chair)
            case messages.Ready():
                self._ready(person, is_ready=message.is_ready)
            case messages.Leave():
                self._leave(person)
            case messages.TakeOver():
                self._process_takeover_reply(person, is_accepted=message.is_accepted)
            case messages.TableTakenOver():
                self._finish_hand_over(person, message)
            case (
                messages.TableConfig()
                | messages.Start()
                | messages.HandOver()
                | messages.Kick()
                | messages.AbortMatch()
            ):
                if person.number == self.host_number:
                    self._apply_host_message(person, message)
                else:
                    self._deny(person, "not_host")
            case messages.Hello():
                pass  # a second one on the same connection

    def _apply_host_message(
        self,
        host: Participant,
        message: messages.TableConfig | messages.Start | messages.HandOver | messages.Kick | messages.AbortMatch,
    ) -> None:
        """Process a message that only the participant with the host's rights may send."""
        match message:
            case messages.TableConfig():
                self._configure(host, message)
            case messages.Start():
                self._start(host)
            case messages.HandOver():
                self._offer_or_change_host(host, message.participant_number)
            case messages.AbortMatch():
                self._abort_match(host)
            case messages.Kick():
                other = self.participants.get(message.participant_number)
                if other is not None and other is not host:
                    self._kick(other)

    def _deny(self, person: Participant, key: str) -> None:
        if person.connection_id is not None:
            self._send(person.connection_id, messages.RequestDenied(f"online.denied.{key}"))

    def _relay_chat(self, person: Participant, message: messages.SendChat) -> None:
        seat = self._seat_or_chair(person)
        if message.phrase in PHRASES:
            self._broadcast(messages.ChatMessage(person.number, seat, message.phrase))
        elif not self.rules.free_text:
            self._deny(person, "free_text")
        elif is_chat_line(message.text):
            self._broadcast(messages.ChatMessage(person.number, seat, text=message.text))

    # --- between matches --------------------------------------------------------------------------------------------

    def _sit(self, person: Participant, chair: int) -> None:
        if self.phase not in PHASES_WITHOUT_MATCH:
            self._deny(person, "playing")
        elif chair == NO_CHAIR:
            person.chair, person.is_player_awaiting_chair, person.is_ready = NO_CHAIR, False, False
            self._on_participants_changed()
        elif person.is_spectator or not 0 <= chair < self.config.seats:
            self._deny(person, "no_chair")
        elif self.participants.in_chair(chair) not in (None, person):
            self._deny(person, "chair_taken")
        else:
            person.chair, person.is_player_awaiting_chair, person.is_ready = chair, False, False
            self._on_participants_changed()

    def _ready(self, person: Participant, *, is_ready: bool) -> None:
        if self.phase in PHASES_WITHOUT_MATCH and person.chair != NO_CHAIR:
            person.is_ready = is_ready
            self._on_participants_changed()

    def _configure(self, host: Participant, config: TableConfig) -> None:
        """Change the configuration of the online table, after which nobody is ready any more."""
        if self.phase not in PHASES_WITHOUT_MATCH:
            self._deny(host, "playing")
            return
        try:
            rules = validate_config(config)
        except TableConfigError:
            self._deny(host, "bad_arrangement")
            return
        self.config, self.rules = config, rules
        for person in self.participants:
            person.is_ready = False
            if person.chair >= config.seats:
                self._assign_chair_or_wait(person)
        self._on_participants_changed()

    def _start(self, host: Participant) -> None:
        """Start a match with all participants who have a chair; bots take the other chairs."""
        seated = self.participants.seated_participants()
        if self.phase not in PHASES_WITHOUT_MATCH:
            self._deny(host, "playing")
        elif not seated:
            self._deny(host, "nobody_sits")
        elif not all(person.is_ready or person is host or not person.is_connected for person in seated):
            self._deny(host, "not_ready")
        else:
            self._begin_match(seated)

    def _begin_match(self, seated: list[Participant]) -> None:
        config = self.config
        chairs = [Chair(bot.character, bot.level) for bot in config.chairs]
        for person in seated:
            chairs[person.chair] = Chair(PERSON, name=person.name, portrait=person.portrait)
        game_class = GAMES[config.game]
        owner: type[Any] = game_class.Options
        house_rules = options.from_mapping(owner, config.options)[0]
        record = Record(config.game, config.seats, self._new_key(), house_rules, tuple(chairs))
        record.id = self._new_token()[:40]
        if self.match is not None:
            self.last_question = self.match.question
        seats = {person.number: person.chair for person in seated}
        self.match = HostMatch(
            record, config.chairs, self.rules, seats, self._new_key(), question=self.last_question + 1
        )
        self._begin_phase("play")
        self._on_participants_changed()
        self._send_match_to_all()

    def _begin_phase(self, phase: Phase) -> None:
        """Begin a phase of the online table, in which nobody is ready yet."""
        self.phase, self._waited_ms, self._heir_number = phase, 0.0, NO_PARTICIPANT
        for person in self.participants:
            person.is_ready = False

    # --- the match --------------------------------------------------------------------------------------------------

    def _answer(self, person: Participant, message: messages.Answer) -> None:
        match, connection_id = self.match, person.connection_id
        assert connection_id is not None
        seat = self._seat(person)
        if match is None or seat == SPECTATOR:
            self._send(connection_id, messages.MoveRejected(message.question, "", "online.rejected.no_seat"))
            return
        result = match.validate_unless_repeated(seat, message.question, message.move)
        if isinstance(result, Move):
            self._play_and_send_events(result)
            self._play_due_bot_moves()
        elif result is not None:
            self._send(connection_id, result)

    def _play_due_bot_moves(self) -> None:
        """Play the moves of bots whose pause is over."""
        match = self.match
        while match is not None and self.phase == "play":
            move = match.due_bot_move()
            if move is None:
                return
            self._play_and_send_events(move, by_bot=True)

    @property
    def _has_connected_player(self) -> bool:
        """Whether at least one player of the table's match is connected."""
        return any(person.is_connected and self._seat(person) != SPECTATOR for person in self.participants)

    def _play_and_send_events(self, move: Move, *, by_bot: bool = False) -> None:
        """Play a move in the table's match and send its events to the participants.

        While others still have to answer the same question, only the move's own seat gets them.
        """
        match = self.match
        assert match is not None
        question = match.question
        events = match.play(move, by_bot=by_bot)
        self.is_dirty = True
        message_by_seat: dict[Seat, ToGuest] = {}
        for person in self.participants:
            seat = self._seat(person)
            is_hidden = match.question == question and seat != move.seat
            if person.connection_id is None or is_hidden or (seat == SPECTATOR and not self.rules.watchers):
                continue
            if seat not in message_by_seat:
                message_by_seat[seat] = match.events_message(events, seat)
            self._send(person.connection_id, message_by_seat[seat])
        if match.is_over:
            self._end_match()
        elif match.result_deal:
            self._begin_phase("results")
            self._on_participants_changed()

    def _end_match(self) -> None:
        """End the table's match and send players its record."""
        match = self.match
        assert match is not None
        self._begin_phase("over")
        for person in [person for person in self.participants if person.has_left]:
            self.participants.remove(person)
        self._on_participants_changed()
        record = match.record.to_text()
        for person in self.participants:
            if person.connection_id is not None:
                self._send(person.connection_id, messages.MatchOver(record if self._seat(person) != SPECTATOR else ""))

    def _abort_match(self, host: Participant) -> None:
        """End the match without a result and return to phase ``room``; chairs stay as they are."""
        match = self.match
        if match is None or self.phase not in ("play", "results"):
            return
        match.stop_thinking()
        self._cancelled_requests += match.take_bot_requests()[1]
        self.match, self.last_question = None, match.question
        self._begin_phase("room")
        for person in [person for person in self.participants if person.has_left]:
            self.participants.remove(person)
        self._notify_all("broken_off", host)
        self._on_participants_changed()

    def _ready_for_next_deal(self, person: Participant, deal: int) -> None:
        match = self.match
        if (
            match is not None
            and self.phase == "results"
            and deal == match.result_deal
            and self._seat(person) != SPECTATOR
        ):
            person.is_ready = True
            self._on_participants_changed()

    def _begin_next_deal_if_ready(self, *, force: bool = False) -> None:
        """Begin the next deal if all present players are ready, or with ``force``; not while no player is connected."""
        match = self.match
        assert match is not None
        not_ready = [
            person
            for person in self.participants
            if self._seat(person) != SPECTATOR and self._is_present_or_expected(person) and not person.is_ready
        ]
        if (force or not not_ready) and self._has_connected_player:
            match.resume_after_result()
            self._begin_phase("play")
            self._broadcast(messages.TurnClock(match.question, match.sent_remaining_ms))

    def _count_hint(self, person: Participant) -> None:
        match = self.match
        if match is None or self._seat(person) == SPECTATOR or self.phase != "play":
            return
        if not self.rules.hints:
            self._deny(person, "hints")
            return
        match.record.hinted += 1
        self._notify_all("hint", person)
        self._on_participants_changed()

    def _undo(self, person: Participant) -> None:
        """Take back a player's last decision, if the table rules allow it and no other person has moved since."""
        match = self.match
        if match is None or self._seat(person) == SPECTATOR or self.phase not in ("play", "results"):
            return
        if not self.rules.undo:
            self._deny(person, "undo")
        elif not match.undo(self._seat(person)):
            self._deny(person, "undo_none")
        else:
            self._begin_phase("play")
            self._notify_all("undo", person)
            self._on_participants_changed()
            self._send_match_to_all()

    # --- handing over -----------------------------------------------------------------------------------------------

    def _offer_or_change_host(self, host: Participant, heir_number: int) -> None:
        """At a dedicated host, make another participant the host; else send them the offer to take over the table."""
        heir = self.participants.get(heir_number)
        if heir is None or heir is host or heir.connection_id is None or heir.is_spectator or self.phase == "moving":
            self._deny(host, "no_heir")
        elif self._dedicated:
            self.host_number = heir.number
            self._notify_all("host", heir)
            self._on_participants_changed()
        elif self.phase not in PHASES_WITHOUT_MATCH:
            self._deny(host, "hand_playing")
        else:
            self._heir_number = heir.number
            self._send(heir.connection_id, messages.Offered())
            self._notify_host("asked", heir)

    def _notify_host(self, key: str, person: Participant) -> None:
        """Send only the participant with the host's rights a notice about another."""
        host = self.participants.get(self.host_number)
        if host is not None and host.connection_id is not None:
            self._send(host.connection_id, messages.ParticipantNotice(key, person.number, self._seat_or_chair(person)))

    def _process_takeover_reply(self, person: Participant, *, is_accepted: bool) -> None:
        """Process a guest's reply to the offer to take over the table: hand it over, or continue here."""
        if person.number != self._heir_number or person.connection_id is None:
            if is_accepted:
                self._deny(person, "no_heir")
        elif is_accepted and self.phase in PHASES_WITHOUT_MATCH:
            self._phase_before, self.phase, self._waited_ms = self.phase, "moving", 0.0
            question = self.last_question if self.match is None else self.match.question
            handed = messages.TableHandedOver(
                self.config, self.participants.last_number, self.participants.connected_players(), question
            )
            self._send(person.connection_id, handed)
            self._on_participants_changed()
        elif not is_accepted and self.phase == "moving":
            self._cancel_hand_over()
        elif not is_accepted:
            self._heir_number = NO_PARTICIPANT
            self._notify_host("declined", person)

    def _finish_hand_over(self, heir: Participant, opened: messages.TableTakenOver) -> None:
        """Send all other guests the new host's invitation, each with a token for the chair there; close this table."""
        invitation = opened.invitation
        if self.phase != "moving" or heir.number != self._heir_number:
            return
        if not invitation.isprintable() or not 0 < len(invitation) <= MAX_INVITATION_LENGTH:
            self._cancel_hand_over()
            return
        for person in self.participants:
            if person.connection_id is not None and person is not heir:
                self._send(
                    person.connection_id, messages.TableMoved(invitation, opened.vouchers.get(person.number, ""))
                )
        self.phase, self._heir_number, self.is_dirty = "closed", NO_PARTICIPANT, True

    def _cancel_hand_over(self) -> None:
        """Continue the table on this host, since it could not be opened elsewhere."""
        if self.phase == "moving":
            self.phase = self._phase_before
        self._waited_ms, self._heir_number = 0.0, NO_PARTICIPANT
        host = self.participants.get(self.host_number)
        if host is not None:
            self._deny(host, "no_heir")
        self._on_participants_changed()

    # --- time -------------------------------------------------------------------------------------------------------

    def advance_clock(self, ms: float) -> None:
        """Advance all timers by ``ms`` milliseconds.

        A match stands still while no player is connected.
        """
        if self.phase == "closed":
            return
        playing = {person.number for person in self.participants if self._is_present_or_expected(person)}
        self.participants.advance_clock(ms)
        self._waited_ms += ms
        newly_absent = [
            person
            for person in self.participants
            if person.number in playing and not self._is_present_or_expected(person)
        ]
        for person in newly_absent:
            if person.number == self.host_number:
                self._replace_host_if_dedicated()
        removed = self._find_absent_to_remove(newly_absent)
        for person in removed:
            self.participants.remove(person)
        if newly_absent or removed:
            self._on_participants_changed()
        match = self.match
        if self.phase == "moving" and self._waited_ms >= HEIR_OPENING_TIMEOUT_MS:
            self._cancel_hand_over()
        elif self.phase == "results" and self._waited_ms >= RESULT_TIMEOUT_MS and self._has_connected_player:
            self._begin_next_deal_if_ready(force=True)
            self._on_participants_changed()
        elif self.phase == "play" and match is not None and self._has_connected_player:
            for seat in match.advance_clock(ms):
                self._broadcast(messages.ParticipantNotice("out_of_time", self._participant_number_at(seat), seat))
            self._play_due_bot_moves()

    def _find_absent_to_remove(self, newly_absent: list[Participant]) -> list[Participant]:
        """Return the absent participants to remove, so that their chairs become free; none during a match.

        After a match, only those whose time has just run out: the others may still return for its record.
        """
        if self.phase not in PHASES_WITHOUT_MATCH:
            return []
        absent = (
            [person for person in self.participants if not self._is_present_or_expected(person)]
            if self.phase == "room"
            else newly_absent
        )
        return [person for person in absent if person.number != self.host_number and person.token != self._host_token]

    def _participant_number_at(self, seat: Seat) -> int:
        """Return the number of the participant at a seat; ``NO_PARTICIPANT`` for a bot's."""
        return next((person.number for person in self.participants if self._seat(person) == seat), NO_PARTICIPANT)


def validate_config(config: TableConfig) -> TableRules:
    """Validate a table's configuration; return its rules.

    Raises:
        TableConfigError: an unknown game, number of seats, house rule, table rule, character or level.
    """
    kind = GAMES.get(config.game)
    if kind is None or config.seats != len(config.chairs) or config.seats not in kind.seats_allowed:
        raise TableConfigError(
            f"unknown game {config.game!r}, or not for {config.seats} seats with {len(config.chairs)} bots"
        )
    if not all(map(is_known_bot, config.chairs)):
        raise TableConfigError("a bot has an unknown character or level")
    owner: type[Any] = kind.Options
    rules, problems = options.from_mapping(TableRules, config.rules)
    if problems or options.from_mapping(owner, config.options)[1]:
        raise TableConfigError("a house rule or table rule is unknown or has an invalid value")
    return rules
