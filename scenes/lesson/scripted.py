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
from scenes.table.tally import Tally


class ScriptedMatch(Match):
    """What the others play is handed to it; a hint is what the lesson expects."""

    def __init__(self, record: Record, thinker: Thinker) -> None:
        self.queue: deque[Move] = deque()
        """What the others play next."""
        self.expected: Move | None = None
        """What the player is to play now."""
        super().__init__(record, lambda _: None, thinker)

    def computer_to_move(self) -> Seat | None:
        """Whoever is next in the script, if it is somebody else."""
        return self.queue[0].seat if self.queue and self.queue[0].seat in self.game.waiting() else None

    def think(self, dt: float = 0.0) -> Move | None:
        """The next move of the script, at once."""
        return self.queue[0] if self.computer_to_move() is not None else None

    def play(self, move: Move) -> list[Event]:
        if self.queue and move == self.queue[0]:
            self.queue.popleft()
        return super().play(move)

    def play_unseen(self, moves: Iterable[Move]) -> None:
        """Play moves that nobody watches."""
        for move in moves:
            super().play(move)

    def undo_point(self) -> int | None:
        """Nothing is taken back: a wrong move isn't played at all."""
        return None

    def ask_hint(self) -> None:
        """Show what is expected."""
        if self.expected is not None and self.person_to_move():
            self.hint = (Evaluation(self.expected, math.nan),)

    def advise(self) -> bool:
        return False


class Uncounted(Tally):
    """A lesson is no match: it changes no statistics."""

    def pass_time(self, dt: float) -> None:
        """Nobody counts it."""

    def played(self, move: Move, decided: bool, events: Iterable[Event]) -> None:
        """Nobody counts it."""
