"""A match at a host: numbered questions, answers checked as their seats see the game, computer players, the clock."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.events import Event, Scored
from engine.game import Game
from engine.match.record import Record
from engine.match.replay import History
from engine.moves import Move, MoveError, Seat
from engine.online.kept import KeptMatch, TableError
from engine.online.messages import Fallback, Happened, Position, Rejected
from engine.online.positions import encoded_events, encoded_view, event_for, view_of
from engine.online.rules import PACES, TableRules
from engine.people import CHARACTERS, is_level
from engine.rng import Rng, derive_seed
from engine.work.thinking import Question, Reply

GRACE = 2000.0
"""Milliseconds that an answer may come after its time: what happened before it is still being shown."""


@dataclass
class _Thought:
    """A computer player's answer on its way."""

    request: int
    """Number of what was asked; 0 if nothing had to be."""
    pause: float
    """Milliseconds until it may be given."""
    move: Move | None = None


class HostedMatch:
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
        fallbacks: tuple[Fallback, ...],
        rules: TableRules,
        seats: Mapping[int, Seat],
        bot_key: int,
        *,
        question: int = 1,
        deal: int = 0,
    ) -> None:
        self.history = History(record)
        self.history.finish()
        if self.history.wrong is not None:
            raise self.history.wrong
        self.record = record
        self.fallbacks = fallbacks
        self.rules = rules
        self.seats = dict(seats)
        self._bot_key = bot_key
        self.question = question
        self.computers: frozenset[Seat] = frozenset()
        """Seats for which a computer player answers now."""
        self.deal = deal
        self.left = 0.0
        """Milliseconds left to answer, below 0 during the grace; only with a clock."""
        self._answered: dict[Seat, int] = {}
        """Seat -> number of the last question that it answered."""
        self._late: set[Seat] = set()
        """Seats whose time for the present question is over: computer players answer for them."""
        self._thoughts: dict[Seat, _Thought] = {}
        self._requests = 0
        self._wishes: list[Question] = []
        self._dropped: list[int] = []
        self._begin_question()

    @classmethod
    def of(cls, kept: KeptMatch, rules: TableRules, bot_key: int) -> "HostedMatch":
        """Continue a match that was kept.

        Raises:
            TableError: it could not be played at any table.
            RecordError: its record is none, or a move of it is illegal.
        """
        record = Record.from_text(kept.record)
        if len(kept.fallbacks) != record.seats or not all(map(can_play, kept.fallbacks)):
            raise TableError("computer players")
        seats = kept.seats.values()
        if len(set(seats)) != len(seats) or not set(seats) <= set(range(record.seats)):
            raise TableError("seats")
        return cls(record, kept.fallbacks, rules, kept.seats, bot_key, question=kept.question, deal=kept.deal)

    def kept(self) -> KeptMatch:
        """The match as it is kept."""
        return KeptMatch(self.record.to_text(), self.fallbacks, self.seats, self.question, self.deal)

    @property
    def game(self) -> Game:
        """The whole position."""
        return self.history.game

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.game.outcome is not None

    # --- what is sent -----------------------------------------------------------------------------------------------

    def position(self, seat: Seat) -> Position:
        """The match as it stands, for a seat or for those who watch."""
        at, game = self.history.made, self.game
        told = [event_for(event, seat, game) for event in self.history.told(at)]
        return Position(
            self.question,
            seat,
            game.slug,
            encoded_view(view_of(game, seat)),
            encoded_events(told),
            self.history.told_from(at),
            encoded_events(self.history.results(at)),
            self.left_ms,
            self.deal,
        )

    def happened(self, events: list[Event], seat: Seat) -> Happened:
        """What a move led to, for a seat or for those who watch."""
        game = self.game
        seen = encoded_events(event_for(event, seat, game) for event in events)
        return Happened(self.question, seen, encoded_view(view_of(game, seat)), self.left_ms)

    @property
    def left_ms(self) -> int:
        """Milliseconds left to answer, for the messages: at least 1 with a clock, 0 without."""
        return max(1, round(self.left)) if self._clock else 0

    @property
    def _clock(self) -> float:
        """Milliseconds for an answer to the present question; 0 for no limit."""
        ask = self.game.ask
        if ask is None or self.deal:
            return 0.0
        return 1000.0 * (self.rules.reaction if ask.what in self.game.timed else self.rules.turn_clock)

    # --- answers ----------------------------------------------------------------------------------------------------

    def check(self, seat: Seat, question: int, text: str) -> Move | Rejected | None:
        """Return the move that an answer gives, why it doesn't count, or None for one that came twice.

        The rules judge it by what its seat sees, so that a refusal tells nothing else.
        """
        ask = self.game.ask
        if question <= self._answered.get(seat, 0):
            return None
        if question == self.question and ask and seat in ask.seats and seat not in self.game.waiting():
            return None  # answered before the host was started again
        if self.deal:
            return Rejected(question, "", "online.rejected.results")
        if question != self.question:
            return Rejected(question, "", "online.rejected.late")
        try:
            move = Move.parse(text)
        except MoveError:
            return Rejected(question, "", "online.rejected.no_move")
        if move.seat != seat:
            return Rejected(question, "", "online.rejected.other_seat")
        refusal = self.game.view(seat).refusal(move)
        if refusal is None:
            refusal = self.game.refusal(move)
        return move if refusal is None else Rejected(question, *refusal[:2], dict(refusal.figures))

    def play(self, move: Move) -> list[Event]:
        """Play a legal move; return its events.

        Raises:
            IllegalMoveError: the rules refuse it; nothing has changed.
        """
        asked = self.game.ask
        events = self.history.play(move)
        self._answered[move.seat] = self.question
        self._forget(move.seat)
        if self.game.ask is not asked:
            scored = [event.deal for event in events if isinstance(event, Scored)]
            if scored and not self.over:
                self.deal = scored[-1]
            self.question += 1
            self._begin_question()
        return events

    def undo(self, seat: Seat) -> bool:
        """Take back a seat's last decision and all since; False if there is none, or another person has moved since."""
        others = [other for other in self.seats.values() if other != seat]
        point = self.history.last_decision(seat, others)
        if point is None or self.over:
            return False
        self.history.undo_to(point)
        self.deal = 0
        self.question += 1
        self._begin_question()
        return True

    def go_on(self) -> None:
        """Begin the next deal: everybody has seen the result."""
        self.deal = 0
        self._begin_question()

    # --- the clock --------------------------------------------------------------------------------------------------

    def _begin_question(self) -> None:
        for seat in list(self._thoughts):
            self._forget(seat)
        self._late.clear()
        self.left = self._clock
        self._think()

    def pass_time(self, ms: float) -> list[Seat]:
        """Let milliseconds pass; return the seats whose time is over since this moment."""
        if self.over or self.deal:
            return []
        for thought in self._thoughts.values():
            thought.pause -= ms
        if not self._clock:
            return []
        self.left -= ms
        late = [seat for seat in self.game.waiting() if seat not in self.computers | self._late]
        if self.left > -GRACE or not late:
            return []
        self._late.update(late)
        self._think()
        return late

    # --- computer players -------------------------------------------------------------------------------------------

    def set_computers(self, seats: frozenset[Seat]) -> None:
        """Let computer players answer for these seats, and for no others."""
        self.computers = seats
        for seat in list(self._thoughts):
            if seat not in seats | self._late:
                self._forget(seat)
        self._think()

    def _think(self) -> None:
        """Ask for what the computer players have to answer."""
        if self.deal:
            return
        game = self.game
        for seat in game.waiting():
            if seat in self._thoughts or seat not in self.computers | self._late:
                continue
            legal = game.legal_moves(seat)
            late = seat in self._late
            thought = _Thought(0, 0.0 if late else self._pause(seat))
            timed = late and game.ask is not None and game.ask.what in game.timed
            if timed or len(legal) == 1:
                thought.move = legal[-1]
            else:
                self._requests += 1
                thought.request = self._requests
                self._wishes.append(self._asked(seat))
            self._thoughts[seat] = thought

    def _asked(self, seat: Seat) -> Question:
        computer = self.fallbacks[seat]
        seed = derive_seed(self._bot_key, "bots", len(self.record.moves), seat)
        style = CHARACTERS[computer.character].style
        return Question(self._requests, self.game.slug, self.game.view(seat), seat, computer.level, seed, style)

    def _pause(self, seat: Seat) -> float:
        """Milliseconds that the computer player takes, by chance and by what everybody knows."""
        chance = Rng(derive_seed(self._bot_key, "pauses", len(self.record.moves), seat))
        character = CHARACTERS[self.fallbacks[seat].character]
        return character.pause(self.game.tension(seat), chance) * PACES[self.rules.pace]

    def _forget(self, seat: Seat) -> None:
        thought = self._thoughts.pop(seat, None)
        if thought is not None and thought.request and thought.move is None:
            self._dropped.append(thought.request)

    def stop_thinking(self) -> None:
        """Drop what the computer players were asked: the match doesn't go on."""
        for seat in list(self._thoughts):
            self._forget(seat)

    def take_wishes(self) -> tuple[list[Question], list[int]]:
        """The questions for computer players since the last call, and the requests that are not wanted any more."""
        wishes, self._wishes = self._wishes, []
        dropped, self._dropped = self._dropped, []
        return [wish for wish in wishes if wish.request not in dropped], dropped

    def thought(self, reply: Reply) -> None:
        """Take a computer player's answer; one to another question, or an impossible one, is dropped."""
        for seat, thought in self._thoughts.items():
            if thought.request == reply.request and thought.move is None:
                legal = self.game.legal_moves(seat)
                fine = reply.move.seat == seat and self.game.refusal(reply.move) is None
                thought.move = reply.move if fine else legal[-1]

    def ready_move(self) -> Move | None:
        """The next move of a computer player whose time has come."""
        if self.deal:
            return None
        moves = (thought.move for thought in self._thoughts.values() if thought.pause <= 0)
        return next((move for move in moves if move is not None), None)


def can_play(fallback: Fallback) -> bool:
    """Whether there is such a computer player."""
    return fallback.character in CHARACTERS and is_level(fallback.level)
