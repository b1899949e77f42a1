"""A match that follows a script: nobody thinks, nothing is saved, nothing is counted."""

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
    """Plays the others' moves from a queue; the hint is the move that the lesson expects."""

    def __init__(self, record: Record, thinker: Thinker) -> None:
        self.queued_moves: deque[Move] = deque()
        """Moves that the others make next."""
        self.expected_move: Move | None = None
        """The move that the player is to make now."""
        super().__init__(record, lambda _: None, thinker)

    def computer_to_move(self) -> Seat | None:
        """The seat that is next in the script, if it isn't the player's."""
        return (
            self.queued_moves[0].seat
            if self.queued_moves and self.queued_moves[0].seat in self.game.seats_to_act()
            else None
        )

    def poll_computer_move(self, dt: float = 0.0) -> Move | None:
        """The next move of the script, at once."""
        return self.queued_moves[0] if self.computer_to_move() is not None else None

    def play(self, move: Move) -> list[Event]:
        if self.queued_moves and move == self.queued_moves[0]:
            self.queued_moves.popleft()
        return super().play(move)

    def play_unseen(self, moves: Iterable[Move]) -> None:
        """Play moves without showing them."""
        for move in moves:
            super().play(move)

    def undo_point(self) -> int | None:
        """None: nothing is taken back, as a wrong move isn't played at all."""
        return None

    def request_hint(self) -> None:
        """Show the expected move."""
        if self.expected_move is not None and self.person_to_move():
            self.hint = (Evaluation(self.expected_move, math.nan),)

    def advise(self) -> bool:
        return False


class NoMatchStats(MatchStats):
    """The tally of a lesson, which changes no statistics."""

    def count_thinking_time(self, dt: float) -> None:
        """Count nothing."""

    def count_move(self, move: Move, decided: bool, events: Iterable[Event]) -> None:
        """Count nothing."""
