"""A lesser moment that deserves a word: letters below the cards that it is about, and a ripple around these."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from pygame import Surface

from engine.events import Event, Moved, Said
from engine.moves import TABLE
from scenes.look import speeds
from scenes.look.cache import Scratch
from scenes.look.look import Look
from scenes.table.felt.plates import Plates
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

_WIDEST = 470.0
"""Maximum width of the word, which stays between the cards of the seats at the sides."""
_RIPPLES = 12
"""Number of sizes of the ripple that are drawn."""
_SMALLEST, _LARGEST = 70.0, 210.0
"""Radius of the ripple."""


class _Shown(NamedTuple):
    """A moment, where it happens on the canvas of the cards, and how long it still shows, milliseconds at speed 1."""

    said: Said
    at: tuple[float, float]
    left: float


class Peak:
    """What is shown, and for how long. Which moments are worth it, the game's layout says.

    Args:
        look: of texts and buttons.
        flat: the look of the cards' canvas.
        words: texts.
        stage: the table.
        plates: of the seats.
    """

    def __init__(self, look: Look, flat: Look, words: Words, stage: Stage, plates: Plates) -> None:
        self.look = look
        self.flat = flat
        self.words = words
        self.stage = stage
        self.plates = plates
        self.calm = False
        """Reduced motion: nothing pops or spreads."""
        self._scratch = Scratch()
        self._said: Said | None = None
        """What was said of cards that come next."""
        self._moved: tuple[float, float] | None = None
        """Where cards moved last, on their canvas."""
        self.now: _Shown | None = None

    def hear(self, event: Event) -> None:
        """Follow an event that is being shown; the word comes with the cards, or at once if these have come."""
        if isinstance(event, Said):
            key, layout = event.note.key, self.stage.layout
            self._said = event if key in layout.peaks else None
            if key in layout.peaks_after:
                self._show(event, self._seat_of(event) or self._moved)
        elif isinstance(event, Moved):
            place = self.stage.place(event.source if event.source.owner == TABLE else event.target)
            self._moved = (place.x, place.y) if place is not None else None
            if self._said is not None:
                self._show(self._said, self._moved)
            self._said = None

    def _seat_of(self, said: Said) -> tuple[float, float] | None:
        """Where the cards of the seat are of whom nobody in particular says something."""
        if said.seat != TABLE or "seat" not in said.note.figures:
            return None
        room = self.plates.room(said.note.figures["seat"])
        return room.centerx * self.stage.canvas.ui, room.centery * self.stage.canvas.ui

    def _show(self, said: Said, at: tuple[float, float] | None) -> None:
        if at is not None and self.stage.director.speed:
            self.now = _Shown(said, at, speeds.PEAK)

    def end(self) -> None:
        """Take the word away."""
        self.now = None

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass at the table's speed; True when the picture changes."""
        if self.now is None:
            return False
        left = self.now.left - dt * (self.stage.director.speed or 1.0)
        self.now = self.now._replace(left=left) if left > 0 else None
        return True

    @property
    def due(self) -> float:
        """0 while something is shown, else infinite."""
        return 0.0 if self.now is not None else math.inf

    def _word(self, said: Said) -> str:
        return self.words.note(self.stage.match.game.slug, "peak", said.note)

    def _letters(self, said: Said) -> Surface:
        return self.look.letters(self._word(said), max_width=_WIDEST, size=self.stage.layout.peak_size)

    def prepare(self, said: Said) -> Iterator[Callable[[], object]]:
        """What makes the drawings for something that will be said."""
        size = self.stage.layout.peak_size
        yield from self.look.letters_in_steps(self._word(said), max_width=_WIDEST, size=size)
        for number in range(_RIPPLES):
            yield partial(self._ripple, number)

    def _ripple(self, number: int) -> Surface:
        part = number / (_RIPPLES - 1)
        return self.flat.ripple(_SMALLEST + (_LARGEST - _SMALLEST) * part, 1 - part)

    def draw(self, target: Surface) -> None:
        """Draw ripple and word."""
        if self.now is None:
            return
        said, (x, y), left = self.now
        age = speeds.PEAK - left
        spread = speeds.ease_out(age / speeds.PEAK)
        if not self.calm and spread < 1.0:
            self.flat.blit(target, self._ripple(min(_RIPPLES - 1, int(spread * _RIPPLES))), x, y, "center")
        drawn = self._letters(said)
        grown = 1.0 if self.calm else speeds.ease_pop(age / (speeds.POP / 2))
        canvas = self.stage.canvas
        layout = self.stage.layout
        below = (layout.prompt_y - layout.peak_up + canvas.extra * 0.5) / canvas.ui
        with self._scratch.frame():
            self.look.blit(target, self._scratch.grown(drawn, grown), self.look.width / 2, below, "center")
