"""Sounds of a table: events as they are shown, cards picked up, the last seconds of a countdown, results."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from engine.events import Event, Moved, Said, Shuffled, Turned
from engine.moves import Seat
from scenes.look import speeds
from scenes.shell.context import Context
from scenes.sound import cues
from scenes.table.stage.control import Control

LAST_SECONDS = 5
"""Number of seconds at the end of the time for an answer that tick."""


class TableSounds:
    """Plays the cue that belongs to what happens.

    Args:
        context: the program; its sound and speed are asked each time.
        viewer: the seat of the player.
        bad_news: announcements that are bad for the seat that they name first.
    """

    def __init__(self, context: Context, viewer: Seat, bad_news: Collection[str] = ()) -> None:
        self.context = context
        self.viewer = viewer
        self._bad_news = bad_news
        self._held = 0
        """A number that grows when cards are picked up or raised in the hand."""

    def hear(self, event: Event) -> None:
        """Play the cue of an event that is being shown."""
        heard = None
        if isinstance(event, Moved) and event.cards:
            heard = cues.MANNERS.get(event.how, cues.OTHER_MANNER)
        elif isinstance(event, Turned):
            heard = cues.TURNED
        elif isinstance(event, Shuffled):
            heard = cues.SHUFFLED
        elif isinstance(event, Said) and event.loud:
            first = event.note.figures.get("seat", event.seat)
            heard = cues.BAD_NEWS if first == self.viewer and event.note.key in self._bad_news else cues.ANNOUNCED
        if heard is not None:
            self.context.sound.play(heard.cue, self._delay(heard.flight))

    def _delay(self, flight: float) -> float:
        """Milliseconds that this part of a flight takes at the player's speed."""
        if not self.context.speed:
            return 0.0
        whole = speeds.REDUCED_MOTION if self.context.settings.reduced_motion else speeds.FLIGHT
        return flight * whole / self.context.speed

    def watch(self, control: Control) -> None:
        """Play the cue for cards that were picked up by a drag, a click or a key."""
        held = len(control.drag.keys) + 100 if control.drag else 0
        if control.choice is not None:
            held += len(control.choice.selected) + (control.choice.pulled is not None)
        if held > self._held:
            self.context.sound.play(cues.PICKED)
        self._held = held

    def count_down(self, before: float, left: float) -> None:
        """Tick in the last seconds of the time for an answer, milliseconds."""
        second = math.ceil(left / 1000)
        if second != math.ceil(before / 1000) and 0 < second <= LAST_SECONDS:
            self.context.sound.play(cues.LAST_SECONDS)

    def refuse(self) -> None:
        """Play the cue for something that can't be done."""
        self.context.sound.play(cues.REFUSED)

    def press(self) -> None:
        """Play the cue for a button or a key of the table."""
        self.context.sound.play(cues.PRESSED)

    def result(
        self, winners: Collection[Seat], points: Sequence[int] = (), *, final: bool, out: Collection[Seat] = ()
    ) -> None:
        """Play the cue for the end of a deal or the match.

        Where nobody won, the player with the most points is treated as a winner; but not one who is ``out`` of the
        match, for whom later deals bring no success.
        """
        if not winners and len(set(points)) > 1:
            winners = [seat for seat, n in enumerate(points) if n == max(points)]
            if self.viewer in winners and self.viewer in out and not final:
                return
        if winners:
            self.context.sound.play(cues.RESULTS[self.viewer in winners, final])
