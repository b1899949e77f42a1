"""A match at a host: numbered questions, answers checked as their seats see the game, computer players, the clock."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.characters import CHARACTERS, is_level
from engine.events import DealScored, Event
from engine.game import Game
from engine.match.record import Record
from engine.match.replay import History
from engine.moves import Move, MoveError, Seat
from engine.online.host.saved_table import SavedTableError, SavedTableMatch
from engine.online.protocol.game_codec import encode_events, encode_view, event_for, view_for
from engine.online.protocol.messages import MatchEvents, MatchSnapshot, MoveRejected, SubstituteBot
from engine.online.protocol.table_rules import PACE_FACTORS, TableRules
from engine.rng import Rng, derive_seed
from engine.work.thinking import Question, Reply

GRACE_MS = 2000.0
"""Milliseconds that an answer may come after its time: what happened before it is still being shown."""


@dataclass
class _BotAnswer:
    """A computer player's answer on its way."""

    request: int
    """Number of what was asked; 0 if nothing had to be."""
    pause_ms: float
    """Milliseconds until it may be given."""
    move: Move | None = None


class HostMatch:
    """One match at a host.

    Args:
        record: a new match, or one to continue.
        fallbacks: the computer player of each seat.
        rules: of the table.
        seats: number of a person -> seat.
        bot_key: random number, 0 … ``MAX_SEED``, from which the chance of the computer players follows. It has nothing
            to do with the deal's, since players see what the computers do and when.
        question: number of the present question.
        deal: number of the deal whose result everybody looks at; 0 while play goes on.

    Raises:
        RecordError: a move of the record is illegal.
    """

    def __init__(
        self,
        record: Record,
        fallbacks: tuple[SubstituteBot, ...],
        rules: TableRules,
        seats: Mapping[int, Seat],
        bot_key: int,
        *,
        question: int = 1,
        deal: int = 0,
    ) -> None:
        self.history = History(record)
        self.history.finish()
        if self.history.error is not None:
            raise self.history.error
        self.record = record
        self.fallbacks = fallbacks
        self.rules = rules
        self.seats = dict(seats)
        self._bot_key = bot_key
        self.question = question
        self.bot_seats: frozenset[Seat] = frozenset()
        """Seats for which a computer player answers now."""
        self.deal = deal
        self.remaining_ms = 0.0
        """Milliseconds left to answer, below 0 during the grace; only with a clock."""
        self._answered_questions: dict[Seat, int] = {}
        """Seat -> number of the last question that it answered."""
        self._timed_out_seats: set[Seat] = set()
        """Seats whose time for the present question is over: computer players answer for them."""
        self._bot_answers: dict[Seat, _BotAnswer] = {}
        self._last_request = 0
        self._bot_requests: list[Question] = []
        self._cancelled_requests: list[int] = []
        self._begin_question()

    @classmethod
    def from_saved(cls, saved: SavedTableMatch, rules: TableRules, bot_key: int) -> "HostMatch":
        """Continue a match that was kept.

        Raises:
            TableError: it could not be played at any table.
            RecordError: its record is none, or a move of it is illegal.
        """
        record = Record.from_text(saved.record)
        if len(saved.fallbacks) != record.seats or not all(map(is_known_bot, saved.fallbacks)):
            raise SavedTableError("computer players")
        seats = saved.seats.values()
        if len(set(seats)) != len(seats) or not set(seats) <= set(range(record.seats)):
            raise SavedTableError("seats")
        return cls(record, saved.fallbacks, rules, saved.seats, bot_key, question=saved.question, deal=saved.deal)

    def to_saved(self) -> SavedTableMatch:
        """The match as it is kept."""
        return SavedTableMatch(self.record.to_text(), self.fallbacks, self.seats, self.question, self.deal)

    @property
    def game(self) -> Game:
        """The whole position."""
        return self.history.game

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.game.outcome is not None

    # --- what is sent -----------------------------------------------------------------------------------------------

    def snapshot_message(self, seat: Seat) -> MatchSnapshot:
        """The match as it stands, for a seat or for those who watch."""
        at, game = self.history.moves_made, self.game
        told = [event_for(event, seat, game) for event in self.history.recent_events(at)]
        return MatchSnapshot(
            self.question,
            seat,
            game.slug,
            encode_view(view_for(game, seat)),
            encode_events(told),
            self.history.recent_events_deal(at),
            encode_events(self.history.results(at)),
            self.left_ms,
            self.deal,
        )

    def events_message(self, events: list[Event], seat: Seat) -> MatchEvents:
        """What a move led to, for a seat or for those who watch."""
        game = self.game
        seen = encode_events(event_for(event, seat, game) for event in events)
        return MatchEvents(self.question, seen, encode_view(view_for(game, seat)), self.left_ms)

    @property
    def left_ms(self) -> int:
        """Milliseconds left to answer, for the messages: at least 1 with a clock, 0 without."""
        return max(1, round(self.remaining_ms)) if self._answer_time_ms else 0

    @property
    def _answer_time_ms(self) -> float:
        """Milliseconds for an answer to the present question; 0 for no limit."""
        ask = self.game.ask
        if ask is None or self.deal:
            return 0.0
        return 1000.0 * (self.rules.reaction if ask.what in self.game.timed_questions else self.rules.turn_clock)

    # --- answers ----------------------------------------------------------------------------------------------------

    def validate_answer(self, seat: Seat, question: int, text: str) -> Move | MoveRejected | None:
        """Return the move that an answer gives, why it doesn't count, or None for one that came twice.

        The rules judge it by what its seat sees, so that a refusal tells nothing else.
        """
        ask = self.game.ask
        if question <= self._answered_questions.get(seat, 0):
            return None
        if question == self.question and ask and seat in ask.seats and seat not in self.game.seats_to_act():
            return None  # answered before the host was started again
        if self.deal:
            return MoveRejected(question, "", "online.rejected.results")
        if question != self.question:
            return MoveRejected(question, "", "online.rejected.late")
        try:
            move = Move.parse(text)
        except MoveError:
            return MoveRejected(question, "", "online.rejected.no_move")
        if move.seat != seat:
            return MoveRejected(question, "", "online.rejected.other_seat")
        refusal = self.game.view(seat).refusal(move)
        if refusal is None:
            refusal = self.game.refusal(move)
        return move if refusal is None else MoveRejected(question, *refusal[:2], dict(refusal.placeholders))

    def play(self, move: Move) -> list[Event]:
        """Play a legal move; return its events.

        Raises:
            IllegalMoveError: the rules refuse it; nothing has changed.
        """
        asked = self.game.ask
        events = self.history.play(move)
        self._answered_questions[move.seat] = self.question
        self._cancel_bot_answer(move.seat)
        if self.game.ask is not asked:
            scored = [event.deal for event in events if isinstance(event, DealScored)]
            if scored and not self.is_over:
                self.deal = scored[-1]
            self.question += 1
            self._begin_question()
        return events

    def undo(self, seat: Seat) -> bool:
        """Take back a seat's last decision and all since; False if there is none, or another person has moved since."""
        others = [other for other in self.seats.values() if other != seat]
        point = self.history.last_decision(seat, others)
        if point is None or self.is_over:
            return False
        self.history.truncate(point)
        self.deal = 0
        self.question += 1
        self._begin_question()
        return True

    def begin_next_deal(self) -> None:
        """Begin the next deal: everybody has seen the result."""
        self.deal = 0
        self._begin_question()

    # --- the clock --------------------------------------------------------------------------------------------------

    def _begin_question(self) -> None:
        for seat in list(self._bot_answers):
            self._cancel_bot_answer(seat)
        self._timed_out_seats.clear()
        self.remaining_ms = self._answer_time_ms
        self._request_bot_answers()

    def advance_clock(self, ms: float) -> list[Seat]:
        """Let milliseconds pass; return the seats whose time is over since this moment."""
        if self.is_over or self.deal:
            return []
        for thought in self._bot_answers.values():
            thought.pause_ms -= ms
        if not self._answer_time_ms:
            return []
        self.remaining_ms -= ms
        late = [seat for seat in self.game.seats_to_act() if seat not in self.bot_seats | self._timed_out_seats]
        if self.remaining_ms > -GRACE_MS or not late:
            return []
        self._timed_out_seats.update(late)
        self._request_bot_answers()
        return late

    # --- computer players -------------------------------------------------------------------------------------------

    def set_bot_seats(self, seats: frozenset[Seat]) -> None:
        """Let computer players answer for these seats, and for no others."""
        self.bot_seats = seats
        for seat in list(self._bot_answers):
            if seat not in seats | self._timed_out_seats:
                self._cancel_bot_answer(seat)
        self._request_bot_answers()

    def _request_bot_answers(self) -> None:
        """Ask for what the computer players have to answer."""
        if self.deal:
            return
        game = self.game
        for seat in game.seats_to_act():
            if seat in self._bot_answers or seat not in self.bot_seats | self._timed_out_seats:
                continue
            legal = game.legal_moves(seat)
            late = seat in self._timed_out_seats
            thought = _BotAnswer(0, 0.0 if late else self._draw_pause_ms(seat))
            timed = late and game.ask is not None and game.ask.what in game.timed_questions
            if timed or len(legal) == 1:
                thought.move = legal[-1]
            else:
                self._last_request += 1
                thought.request = self._last_request
                self._bot_requests.append(self._make_question(seat))
            self._bot_answers[seat] = thought

    def _make_question(self, seat: Seat) -> Question:
        computer = self.fallbacks[seat]
        seed = derive_seed(self._bot_key, "bots", len(self.record.moves), seat)
        style = CHARACTERS[computer.character].style
        return Question(self._last_request, self.game.slug, self.game.view(seat), seat, computer.level, seed, style)

    def _draw_pause_ms(self, seat: Seat) -> float:
        """Milliseconds that the computer player takes, by chance and by what everybody knows."""
        chance = Rng(derive_seed(self._bot_key, "pauses", len(self.record.moves), seat))
        character = CHARACTERS[self.fallbacks[seat].character]
        return character.draw_pause_ms(self.game.tension(seat), chance) * PACE_FACTORS[self.rules.pace]

    def _cancel_bot_answer(self, seat: Seat) -> None:
        thought = self._bot_answers.pop(seat, None)
        if thought is not None and thought.request and thought.move is None:
            self._cancelled_requests.append(thought.request)

    def stop_thinking(self) -> None:
        """Drop what the computer players were asked: the match doesn't go on."""
        for seat in list(self._bot_answers):
            self._cancel_bot_answer(seat)

    def take_bot_requests(self) -> tuple[list[Question], list[int]]:
        """The questions for computer players since the last call, and the requests that are not wanted any more."""
        wishes, self._bot_requests = self._bot_requests, []
        dropped, self._cancelled_requests = self._cancelled_requests, []
        return [wish for wish in wishes if wish.request not in dropped], dropped

    def receive_bot_reply(self, reply: Reply) -> None:
        """Take a computer player's answer; one to another question, or an impossible one, is dropped."""
        for seat, thought in self._bot_answers.items():
            if thought.request == reply.request and thought.move is None:
                legal = self.game.legal_moves(seat)
                fine = reply.move.seat == seat and self.game.refusal(reply.move) is None
                thought.move = reply.move if fine else legal[-1]

    def due_bot_move(self) -> Move | None:
        """The next move of a computer player whose time has come."""
        if self.deal:
            return None
        moves = (thought.move for thought in self._bot_answers.values() if thought.pause_ms <= 0)
        return next((move for move in moves if move is not None), None)


def is_known_bot(fallback: SubstituteBot) -> bool:
    """Whether there is such a computer player."""
    return fallback.character in CHARACTERS and is_level(fallback.level)
