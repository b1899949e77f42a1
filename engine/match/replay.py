"""Replays of records in parts, so that a long match doesn't block the window."""

from bisect import bisect_right
from collections.abc import Collection
from itertools import chain
from typing import NamedTuple

from engine.events import CardsMoved, DealScored, Event, PileShuffled
from engine.game import Game
from engine.match.record import Record, RecordError, illegal_move_error
from engine.moves import Move, Seat
from engine.tableau import STOCK

MAX_MOVES_WITHOUT_PROGRESS_SCREEN = 2000
"""Maximum number of moves replayed in one frame before a progress screen opens: 50 to 120 ms."""
MOVES_PER_SLICE = 500
"""Number of moves replayed per frame of the progress screen: 13 to 30 ms."""
MOVES_BETWEEN_SNAPSHOTS = 16
"""Number of moves between two stored positions. All positions of a match of 14,000 moves took 70 MB."""
USUAL_MAX_RECENT_EVENTS = 5000
"""Approximate maximum of ``History.recent_events``, about 1,000 moves. The current and the previous deal are always
included."""


class Replay:
    """Replay of a record in parts, up to the first illegal move.

    Args:
        record: the match; each move is read when the replay reaches it.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.error: RecordError | None = None
        """Error of the first illegal move; None if there is none so far."""
        self.game = record.initial_position()
        """The position after ``moves_made`` moves."""
        self.moves_made = 0
        """Number of replayed moves."""

    @property
    def is_done(self) -> bool:
        """Whether all moves of the match, or all before the first illegal one, were replayed."""
        return self.error is not None or self.moves_made == len(self.record.moves)

    @property
    def progress(self) -> float:
        """Fraction of the match's moves that were replayed, 0 … 1."""
        return 1.0 if self.is_done else self.moves_made / len(self.record.moves)

    def step(self, max_moves: int) -> int:
        """Replay up to ``max_moves`` further moves; return their number."""
        start, game = self.moves_made, self.game
        for move in self.record.moves[start : start + max_moves]:
            refusal = game.refusal(move)
            if refusal is not None:
                self.error = illegal_move_error(self.record, self.moves_made + 1, game, refusal)
                break
            self._push_move(move)
        return self.moves_made - start

    def finish(self) -> None:
        """Replay all remaining moves."""
        self.step(len(self.record.moves))

    def _push_move(self, move: Move) -> None:
        self.game.take_events()
        self.game.push(move)
        self.moves_made += 1


class _DealStart(NamedTuple):
    """Start of a deal in a match's events: a shuffle of all cards in the stock, from which events can be shown.

    In most games every deal begins with one.
    """

    move_index: int
    """Number of moves before it, including the move that caused it."""
    event_offset: int
    """Index of the shuffle among the events of that move."""
    events_before: int
    """Number of all events before it."""
    deal_number: int
    """Number of the deal that it begins, from 1."""


class History(Replay):
    """Replay of a match that stores all events and every 16th position, so that any position is reached quickly."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.events_by_move: list[list[Event]] = []
        """Events of each move; index 0 has those before the first move."""
        self._event_counts: list[int] = []
        """Cumulative number of events for each item of ``events_by_move``."""
        self._positions: list[Game] = []
        """Positions after 0, 16, 32 … moves, in steps of ``MOVES_BETWEEN_SNAPSHOTS``."""
        self._deal_move_counts: list[int] = []
        """Number of moves before the start of each deal."""
        self._deal_starts: list[_DealStart] = []
        self._results: list[tuple[int, DealScored]] = []
        """Results of the deals, each with the number of moves up to it."""
        self._stock_size = self._all_cards_count = self.game.card_count
        """Number of cards in the stock."""
        self._store_step()

    def _push_move(self, move: Move) -> None:
        self.game.push(move)
        self.moves_made += 1
        self._store_step()

    def _store_step(self) -> None:
        """Store the events of the match's last move, and every ``MOVES_BETWEEN_SNAPSHOTS`` moves the position."""
        events, move_index = self.game.take_events(), self.moves_made
        events_before = self._event_counts[-1] if self._event_counts else 0
        is_deal_over = False
        for i, event in enumerate(events):
            if isinstance(event, CardsMoved):
                count = len(event.cards)
                self._stock_size += count * ((event.target == STOCK) - (event.source == STOCK))
            elif isinstance(event, PileShuffled):
                deal = len(self._results) + 1
                is_known = bool(self._deal_starts) and self._deal_starts[-1].deal_number == deal
                if event.pile == STOCK and self._stock_size == self._all_cards_count and not is_known:
                    self._deal_starts.append(_DealStart(move_index, i, events_before + i, deal))
            elif isinstance(event, DealScored):
                self._results.append((move_index, event))
                is_deal_over = True
        if not move_index and not self._deal_starts:
            self._deal_starts.append(_DealStart(0, 0, 0, 1))
        if not move_index or (is_deal_over and self.game.outcome is None):
            self._deal_move_counts.append(move_index)
        self.events_by_move.append(events)
        self._event_counts.append(events_before + len(events))
        if move_index % MOVES_BETWEEN_SNAPSHOTS == 0:
            self._positions.append(self.game.clone())

    # --- any position -----------------------------------------------------------------------------------------------

    @property
    def deal_starts(self) -> tuple[int, ...]:
        """Number of moves before the start of each deal of the match."""
        return tuple(self._deal_move_counts)

    def position(self, move_index: int) -> Game:
        """Return a copy of the position after ``move_index`` moves, which does not record events."""
        game = self._positions[move_index // MOVES_BETWEEN_SNAPSHOTS].clone()
        for move in self.record.moves[move_index - move_index % MOVES_BETWEEN_SNAPSHOTS : move_index]:
            game.push(move)
        return game

    def last_decision(self, seat: Seat, blocking_seats: Collection[Seat]) -> int | None:
        """Return the number of moves before a seat's last move with a choice.

        None if there is none, or if one of the ``blocking_seats`` has moved since.
        """
        moves = self.record.moves
        for start in range(
            (len(moves) - 1) // MOVES_BETWEEN_SNAPSHOTS * MOVES_BETWEEN_SNAPSHOTS, -1, -MOVES_BETWEEN_SNAPSHOTS
        ):
            decision, game = None, self._positions[start // MOVES_BETWEEN_SNAPSHOTS].clone()
            is_blocked = False
            for index, move in enumerate(moves[start : start + MOVES_BETWEEN_SNAPSHOTS], start):
                if move.seat == seat and len(game.legal_moves(seat)) > 1:
                    decision, is_blocked = index, False
                elif move.seat in blocking_seats:
                    is_blocked = True
                game.push(move)
            if decision is not None or is_blocked:
                return None if is_blocked else decision
        return None

    def recent_events_deal(self, move_index: int) -> int:
        """Return the number of the deal, from 1, with which the match's ``recent_events`` begin."""
        return self._recent_events_start(move_index).deal_number

    def recent_events(self, move_index: int) -> list[Event]:
        """Return the latest events up to move ``move_index``, from the start of a deal.

        Their number is limited by ``USUAL_MAX_RECENT_EVENTS``.
        """
        start = self._recent_events_start(move_index)
        return [
            *self.events_by_move[start.move_index][start.event_offset :],
            *chain.from_iterable(self.events_by_move[start.move_index + 1 : move_index + 1]),
        ]

    def _recent_events_start(self, move_index: int) -> _DealStart:
        deal = bisect_right(self._deal_move_counts, move_index)
        candidates = [
            start for start in self._deal_starts if start.move_index <= move_index and start.deal_number < max(2, deal)
        ]
        return next(
            (
                start
                for start in candidates
                if self._event_counts[move_index] - start.events_before <= USUAL_MAX_RECENT_EVENTS
            ),
            candidates[-1],
        )

    def results(self, move_index: int) -> list[DealScored]:
        """Return the results of the match's deals that finished within ``move_index`` moves, in order."""
        return [scored for made, scored in self._results if made <= move_index]

    def own_results(self, seat: Seat) -> list[DealScored]:
        """Return the results of the finished deals in which no bot played for a seat's person, in order."""
        moves, start, own = self.record.moves, 0, list[DealScored]()
        for end, scored in self._results:
            if not any(moves[index].seat == seat for index in self.record.substituted.intersection(range(start, end))):
                own.append(scored)
            start = end
        return own

    # --- going on ---------------------------------------------------------------------------------------------------

    def play(self, move: Move, *, by_substitute: bool = False) -> list[Event]:
        """Play a move and add it to the record; return its events. ``by_substitute`` if a bot played it for a person.

        Raises:
            IllegalMoveError: the rules refuse it; nothing has changed.
        """
        self.game.play(move)
        self.record.append(move, by_substitute=by_substitute)
        self.moves_made += 1
        self._store_step()
        return self.events_by_move[-1]

    def undo_to(self, count: int) -> list[Move]:
        """Undo all but the match's first ``count`` moves; return the undone moves, for redo."""
        undone = self.record.undo_to(count)
        self.moves_made = count
        self.game = self.position(count)
        self.game.take_events()  # enables the recording of events
        del (
            self.events_by_move[count + 1 :],
            self._event_counts[count + 1 :],
            self._positions[count // MOVES_BETWEEN_SNAPSHOTS + 1 :],
        )
        self._deal_move_counts = [at for at in self._deal_move_counts if at <= count]
        self._deal_starts = [one for one in self._deal_starts if one.move_index <= count]
        self._results = [one for one in self._results if one[0] <= count]
        self._stock_size = len(self.game.piles[STOCK])
        return undone
