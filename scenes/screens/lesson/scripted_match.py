"""A match that follows the script of a lesson: no bot thinks, nothing is saved or counted."""

import math
from collections import deque
from collections.abc import Iterable

from engine.bots.common.base import Evaluation
from engine.events import Event
from engine.match.match import Match
from engine.match.record import Record
from engine.moves import Move, Seat
from engine.work.thinking import Thinker
from scenes.table.match_stats import MatchStats


class ScriptedMatch(Match):
    """A lesson's match in which the other seats play queued moves; its hint is the expected move."""

    def __init__(self, record: Record, thinker: Thinker) -> None:
        self.queued_moves: deque[Move] = deque()
        """Next moves of the other seats."""
        self.expected_move: Move | None = None
        """The move that the player should make now; None for none."""
        super().__init__(record, lambda _: None, thinker)

    def computer_to_move(self) -> Seat | None:
        """Return the seat of the script's next queued move if that seat is to act, else None."""
        return (
            self.queued_moves[0].seat
            if self.queued_moves and self.queued_moves[0].seat in self.game.seats_to_act()
            else None
        )

    def poll_computer_move(self, elapsed_ms: float = 0.0) -> Move | None:
        """Return the next move in the script if another seat than the player's has to make it, else None."""
        return self.queued_moves[0] if self.computer_to_move() is not None else None

    def play(self, move: Move) -> list[Event]:
        if self.queued_moves and move == self.queued_moves[0]:
            self.queued_moves.popleft()
        return super().play(move)

    def play_unseen(self, moves: Iterable[Move]) -> None:
        """Play the moves that a lesson skips, without showing them."""
        for move in moves:
            super().play(move)

    def undo_point(self) -> int | None:
        """Return None: in a lesson nothing can be undone, as wrong moves aren't played at all."""
        return None

    def request_hint(self) -> None:
        """Set the lesson's expected move as the hint."""
        if self.expected_move is not None and self.is_viewer_to_move():
            self.hint = (Evaluation(self.expected_move, math.nan),)


class NoMatchStats(MatchStats):
    """Match statistics for a lesson, which record nothing."""

    def count_thinking_time(self, elapsed_ms: float) -> None:
        """Ignore thinking time, as a lesson records no statistics."""

    def count_move_and_write_deal(self, move: Move, was_decision: bool, events: Iterable[Event]) -> None:
        """Ignore a move, as a lesson records no statistics."""
