"""Counts what the person at a table does, and writes deals to the statistics as they end. No pygame here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.events import Event, Scored
from engine.moves import Move
from engine.statistics import Turn

if TYPE_CHECKING:
    from scenes.app import App
    from scenes.table.match import Match

LONGEST = 120_000.0
"""Milliseconds that one decision counts at most: whoever leaves the table isn't thinking."""


class Tally:
    """What one match adds to the statistics.

    Args:
        app: the program.
        match: it gets its name and the time when it began here, should it have none.
    """

    def __init__(self, app: App, match: Match) -> None:
        self.app = app
        self.match = match
        record = match.record
        if not record.id:
            record.id, record.began = app.new_id(), app.now()
        self._deciding = 0.0
        self._turn = Turn()
        self._before = len(record.replay(record.adopted).history) if record.adopted else 0
        """Deals that another match has counted."""

    def pass_time(self, dt: float) -> None:
        """The person has been asked something for so many milliseconds more."""
        self._deciding = min(LONGEST, self._deciding + dt)

    def played(self, move: Move, decided: bool, events: Iterable[Event]) -> None:
        """A move was played.

        Args:
            move: by anybody.
            decided: it was the person's, who had a choice.
            events: what came of it.
        """
        if move.seat == self.match.viewer:
            self._turn = Turn(self._turn.ms + round(self._deciding), self._turn.decisions + decided)
            self._deciding = 0.0
        if any(isinstance(event, Scored) for event in events):
            self._write()

    def _write(self) -> None:
        match, app = self.match, self.app
        outcome = match.game.outcome
        app.statistics.note(
            match.record,
            match.scored()[self._before :],
            outcome.winners if outcome else None,
            names={match.viewer: app.settings.name},
            turns={match.viewer: self._turn},
            now=app.now(),
        )
        self._turn = Turn()
