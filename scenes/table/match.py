"""A match in progress: the game, its record on disk, and who answers for which seat. No pygame here."""

from collections.abc import Callable
from typing import Any

from engine.bots.people import CHARACTERS, Character
from engine.events import Event, seen_by
from engine.game import Game
from engine.moves import Move, Seat
from engine.record import PERSON, Chair, Record
from engine.rng import Rng
from engine.thinking import Thinker


class Match:
    """Plays moves, writes each to the record before anything else is asked, and lets the computer think.

    Args:
        record: of a new match, or one that goes on.
        save: writes the record to disk.
        thinker: answers for the seats of computer players; shared by all matches.
    """

    def __init__(self, record: Record, save: Callable[[Record], Any], thinker: Thinker) -> None:
        self.record = record
        self._save = save
        self._thinker = thinker
        self._asked: int | None = None
        self._number = 0
        self._ready: Move | None = None
        self._past: list[Event] = []
        self.game: Game
        self._replay()
        save(record)

    def _replay(self) -> None:
        game = self.record.start()
        self._past = game.drain()
        for move in self.record.moves:
            game.play(move)
            self._past += game.drain()
        self.game = game

    @property
    def viewer(self) -> Seat:
        """The seat of the person at this computer (the first one, should there be several)."""
        return next((i for i, chair in enumerate(self.record.chairs) if chair.who == PERSON), 0)

    def chair(self, seat: Seat) -> Chair:
        """Who sits there."""
        return self.record.chairs[seat]

    def character(self, seat: Seat) -> Character | None:
        """The computer player who sits there; None for a person."""
        return CHARACTERS.get(self.chair(seat).who)

    def past(self) -> list[Event]:
        """Everything that has happened so far, as the viewer saw it."""
        return [seen_by(event, self.viewer) for event in self._past]

    # --- moves ------------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> list[Event]:
        """Play a move and save it; returns what the viewer sees happen.

        Raises:
            IllegalMoveError: the rules refuse it; nothing has changed.
        """
        self.game.play(move)
        self.record.append(move)
        self._save(self.record)
        events = self.game.drain()
        self._past += events
        self._forget_thought()
        return [seen_by(event, self.viewer) for event in events]

    def person_to_move(self) -> bool:
        """Whether the viewer is asked for something."""
        return self.viewer in self.game.waiting()

    def undo_point(self) -> int | None:
        """How many moves are left after taking back the viewer's last decision; None when there is none to take back.

        An answer that was the only one possible is no decision: it is taken back together with the one before it.
        """
        own = [i for i, move in enumerate(self.record.moves) if move.seat == self.viewer]
        for i in reversed(own):
            if len(self.record.replay(i).legal_moves(self.viewer)) > 1:
                return i
        return None

    def undo(self) -> bool:
        """Take the viewer's last decision back, with everything since; False when there is none."""
        point = self.undo_point()
        if point is None:
            return False
        self._forget_thought()
        self.record.undo_to(point)
        self._replay()
        self._save(self.record)
        return True

    # --- computer players -------------------------------------------------------------------------------------------

    def computer_to_move(self) -> Seat | None:
        """The first computer seat that has to answer."""
        return next((seat for seat in self.game.waiting() if self.chair(seat).who != PERSON), None)

    def think(self) -> Move | None:
        """Let the computer whose turn it is think; its move once it is found, None before (or when nobody has to)."""
        seat = self.computer_to_move()
        if seat is None:
            return None
        if self._ready is not None:
            return self._ready
        if self._asked is None:
            self._number += 1
            self._asked = self._number
            view = self.game.view(seat)
            seed = Rng(self.record.seed ^ len(self.record.moves) << 20 ^ seat).bits() >> 1
            self._thinker.ask(self._asked, self.game.slug, view, seat, self.chair(seat).level, seed)
        answer = self._thinker.poll()
        if answer is not None and answer.request == self._asked:
            self._ready = answer.move
        return self._ready

    def _forget_thought(self) -> None:
        if self._asked is not None and self._ready is None:
            self._thinker.cancel()
        self._asked = None
        self._ready = None

    def close(self) -> None:
        """Stop thinking; the record stays on disk for another day."""
        self._forget_thought()
