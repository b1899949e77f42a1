"""An online match on its host: numbered questions, validation of answers, bots and the turn clock.

Used by ``table``.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.characters import CHARACTERS, is_level_or_strength
from engine.events import DealScored, Event
from engine.game import Game
from engine.match.record import PERSON, Record
from engine.match.replay import History
from engine.moves import Move, MoveError, Seat
from engine.online.host.saved_table import SavedTableError, SavedTableMatch
from engine.online.protocol.game_codec import encode_events, encode_view, event_for, view_for
from engine.online.protocol.messages import MatchEvents, MatchSnapshot, MoveRejected, SubstituteBot
from engine.online.protocol.table_rules import PACE_FACTORS, TableRules
from engine.rng import Rng, derive_seed
from engine.work.thinking import Question, Reply

GRACE_MS = 2000.0
"""Milliseconds by which an answer may be late, since guests first watch the events before the question."""


@dataclass
class _BotAnswer:
    """A bot's answer to the present question of an online match, in preparation."""

    request: int
    """Number of the bot request; 0 if no bot had to be asked."""
    pause_ms: float
    """Milliseconds until the answer may be played."""
    move: Move | None = None


class HostMatch:
    """One online match on its host, with full position, questions, bots and turn clock.

    Args:
        record: a new match, or one to continue.
        fallbacks: the bot of each seat.
        rules: of the table.
        seats: participant number -> seat.
        bot_key: seed of the bots' randomness, 0 … ``MAX_SEED``. Independent of the cards' seed, since players see the
            bots' moves and pauses.
        question: number of the present question.
        result_deal: number of the deal whose result is shown to all; 0 while play goes on.

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
        result_deal: int = 0,
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
        """Seats for which a bot answers now."""
        self.result_deal = result_deal
        self.remaining_ms = 0.0
        """Milliseconds left to answer, negative during the grace; 0 without a clock."""
        self._answered_questions: dict[Seat, int] = {}
        """Seat -> number of the last question it answered."""
        self._timed_out_seats: set[Seat] = set()
        """Seats that were too late for the present question, for which bots answer."""
        self._bot_answers: dict[Seat, _BotAnswer] = {}
        self._last_request = 0
        self._bot_requests: list[Question] = []
        self._cancelled_requests: list[int] = []
        self._begin_question()

    @classmethod
    def from_saved(cls, saved: SavedTableMatch, rules: TableRules, bot_key: int) -> "HostMatch":
        """Restore an online match from a saved table.

        Raises:
            SavedTableError: its bots or seats are invalid.
            RecordError: its record is invalid, or a move of it is illegal.
        """
        record = Record.from_text(saved.record)
        if len(saved.fallbacks) != record.seats or not all(map(is_known_bot, saved.fallbacks)):
            raise SavedTableError(f"bots must be {record.seats} of known characters and levels")
        seats = saved.seats.values()
        if len(set(seats)) != len(seats) or not set(seats) <= set(range(record.seats)):
            raise SavedTableError(f"seats must be different and below {record.seats}")
        return cls(
            record, saved.fallbacks, rules, saved.seats, bot_key, question=saved.question, result_deal=saved.deal
        )

    def to_saved(self) -> SavedTableMatch:
        """Return the online match in the form for a saved table."""
        return SavedTableMatch(self.record.to_text(), self.fallbacks, self.seats, self.question, self.result_deal)

    @property
    def game(self) -> Game:
        """Full position of the online match, with all cards."""
        return self.history.game

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.game.outcome is not None

    # --- messages ---------------------------------------------------------------------------------------------------

    def snapshot_message(self, seat: Seat) -> MatchSnapshot:
        """Return the message with the whole match as seen from a seat, or by spectators."""
        moves_made, game = self.history.moves_made, self.game
        events = [event_for(event, seat, game) for event in self.history.recent_events(moves_made)]
        return MatchSnapshot(
            self.question,
            seat,
            game.slug,
            encode_view(view_for(game, seat)),
            encode_events(events),
            self.history.recent_events_deal(moves_made),
            encode_events(self.history.results(moves_made)),
            self.sent_remaining_ms,
            self.result_deal,
        )

    def events_message(self, events: list[Event], seat: Seat) -> MatchEvents:
        """Return the message with the events of a move as seen from a seat, or by spectators."""
        game = self.game
        seen = encode_events(event_for(event, seat, game) for event in events)
        return MatchEvents(self.question, seen, encode_view(view_for(game, seat)), self.sent_remaining_ms)

    @property
    def sent_remaining_ms(self) -> int:
        """Milliseconds left to answer the present question, for messages: at least 1 with a clock, 0 without."""
        return max(1, round(self.remaining_ms)) if self._answer_time_ms else 0

    @property
    def _answer_time_ms(self) -> float:
        """Milliseconds to answer the present question; 0 for no limit."""
        ask = self.game.ask
        if ask is None or self.result_deal:
            return 0.0
        return 1000.0 * (self.rules.reaction if ask.what in self.game.timed_questions else self.rules.turn_clock)

    # --- answers ----------------------------------------------------------------------------------------------------

    def validate_unless_repeated(self, seat: Seat, question: int, text: str) -> Move | MoveRejected | None:
        """Return the move in a guest's answer, the reason to reject it, or None for a duplicate.

        Its legality is judged by the view of its seat first, so that a refusal reveals nothing hidden.
        """
        ask = self.game.ask
        if question <= self._answered_questions.get(seat, 0):
            return None
        if question == self.question and ask and seat in ask.seats and seat not in self.game.seats_to_act():
            return None  # answered before a restart of the host
        if self.result_deal:
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

    def play(self, move: Move, *, by_bot: bool = False) -> list[Event]:
        """Play a legal move, of a bot or a person; return its events.

        Raises:
            IllegalMoveError: the rules refuse it; nothing has changed.
        """
        asked = self.game.ask
        events = self.history.play(move, by_substitute=by_bot and self.record.chairs[move.seat].who == PERSON)
        self._answered_questions[move.seat] = self.question
        self._cancel_bot_answer(move.seat)
        if self.game.ask is not asked:
            scored = [event.deal for event in events if isinstance(event, DealScored)]
            if scored and not self.is_over:
                self.result_deal = scored[-1]
            self.question += 1
            self._begin_question()
        return events

    def undo(self, seat: Seat) -> bool:
        """Take back a seat's last decision and everything since.

        False if there is none, another person has moved since, or the match is over.
        """
        others = [other for other in self.seats.values() if other != seat]
        point = self.history.last_decision(seat, others)
        if point is None or self.is_over:
            return False
        self.history.undo_to(point)
        self.result_deal = 0
        self.question += 1
        self._begin_question()
        return True

    def resume_after_result(self) -> None:
        """End the display of a deal's result: begin the first question of the next deal."""
        self.result_deal = 0
        self._begin_question()

    # --- the clock --------------------------------------------------------------------------------------------------

    def _begin_question(self) -> None:
        for seat in list(self._bot_answers):
            self._cancel_bot_answer(seat)
        self._timed_out_seats.clear()
        self.remaining_ms = self._answer_time_ms
        self._request_bot_answers()

    def advance_clock(self, ms: float) -> list[Seat]:
        """Advance the turn clock and bots' pauses by ``ms`` milliseconds; return the seats that have just timed out."""
        if self.is_over or self.result_deal:
            return []
        for bot_answer in self._bot_answers.values():
            bot_answer.pause_ms -= ms
        if not self._answer_time_ms:
            return []
        self.remaining_ms -= ms
        late_seats = [seat for seat in self.game.seats_to_act() if seat not in self.bot_seats | self._timed_out_seats]
        if self.remaining_ms > -GRACE_MS or not late_seats:
            return []
        self._timed_out_seats.update(late_seats)
        self._request_bot_answers()
        return late_seats

    # --- bots -------------------------------------------------------------------------------------------------------

    def set_bot_seats(self, seats: frozenset[Seat]) -> None:
        """Set the seats for which bots answer."""
        self.bot_seats = seats
        for seat in list(self._bot_answers):
            if seat not in seats | self._timed_out_seats:
                self._cancel_bot_answer(seat)
        self._request_bot_answers()

    def _request_bot_answers(self) -> None:
        """Prepare the bot answers that the present question needs."""
        if self.result_deal:
            return
        game = self.game
        for seat in game.seats_to_act():
            if seat in self._bot_answers or seat not in self.bot_seats | self._timed_out_seats:
                continue
            legal = game.legal_moves(seat)
            is_late = seat in self._timed_out_seats
            bot_answer = _BotAnswer(0, 0.0 if is_late else self._draw_pause_ms(seat))
            is_timed = is_late and game.ask is not None and game.ask.what in game.timed_questions
            if is_timed or len(legal) == 1:
                bot_answer.move = legal[-1]
            else:
                self._last_request += 1
                bot_answer.request = self._last_request
                self._bot_requests.append(self._make_question(seat))
            self._bot_answers[seat] = bot_answer

    def _make_question(self, seat: Seat) -> Question:
        bot = self.fallbacks[seat]
        seed = derive_seed(self._bot_key, "bots", len(self.record.moves), seat)
        style = CHARACTERS[bot.character].style
        levels = tuple(bot.level if seat in self.bot_seats else "" for seat, bot in enumerate(self.fallbacks))
        view = self.game.view(seat)
        return Question(self._last_request, self.game.slug, view, seat, bot.level, seed, style, seat_levels=levels)

    def _draw_pause_ms(self, seat: Seat) -> float:
        """Return a bot's pause in milliseconds, random but independent of hidden cards."""
        chance = Rng(derive_seed(self._bot_key, "pauses", len(self.record.moves), seat))
        character = CHARACTERS[self.fallbacks[seat].character]
        return character.draw_pause_ms(self.game.tension(seat), chance) * PACE_FACTORS[self.rules.pace]

    def _cancel_bot_answer(self, seat: Seat) -> None:
        bot_answer = self._bot_answers.pop(seat, None)
        if bot_answer is not None and bot_answer.request and bot_answer.move is None:
            self._cancelled_requests.append(bot_answer.request)

    def stop_thinking(self) -> None:
        """Cancel all bot requests, since the match is aborted."""
        for seat in list(self._bot_answers):
            self._cancel_bot_answer(seat)

    def take_bot_requests(self) -> tuple[list[Question], list[int]]:
        """Return the new questions for bots, and the numbers of cancelled requests."""
        questions, self._bot_requests = self._bot_requests, []
        cancelled, self._cancelled_requests = self._cancelled_requests, []
        return [question for question in questions if question.request not in cancelled], cancelled

    def receive_bot_reply(self, reply: Reply) -> None:
        """Store a bot's reply to a request as its next move.

        Ignored if cancelled; an illegal one is replaced by the last legal move.
        """
        for seat, bot_answer in self._bot_answers.items():
            if bot_answer.request == reply.request and bot_answer.move is None:
                legal = self.game.legal_moves(seat)
                is_legal = reply.move.seat == seat and self.game.refusal(reply.move) is None
                bot_answer.move = reply.move if is_legal else legal[-1]

    def due_bot_move(self) -> Move | None:
        """Return the move of a bot whose pause is over; None if there is none."""
        if self.result_deal:
            return None
        moves = (bot_answer.move for bot_answer in self._bot_answers.values() if bot_answer.pause_ms <= 0)
        return next((move for move in moves if move is not None), None)


def is_known_bot(fallback: SubstituteBot) -> bool:
    """Whether a substitute bot, which plays for an absent participant, has an existing character and level."""
    return fallback.character in CHARACTERS and is_level_or_strength(fallback.level)
