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
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

_LETTERS = 96.0
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
    """

    def __init__(self, look: Look, flat: Look, words: Words, stage: Stage) -> None:
        self.look = look
        self.flat = flat
        self.words = words
        self.stage = stage
        self.calm = False
        """Reduced motion: nothing pops or spreads."""
        self._scratch = Scratch()
        self._said: Said | None = None
        """What was said of cards that come next."""
        self.now: _Shown | None = None

    def hear(self, event: Event) -> None:
        """Follow an event that is being shown; the word comes with the cards."""
        if isinstance(event, Said):
            self._said = event if event.note.key in self.stage.layout.peaks else None
        elif isinstance(event, Moved) and self._said is not None:
            place = self.stage.place(event.source if event.source.owner == TABLE else event.target)
            if place is not None and self.stage.director.speed:
                self.now = _Shown(self._said, (place.x, place.y), speeds.PEAK)
            self._said = None

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

    def _letters(self, said: Said) -> Surface:
        slug = self.stage.match.game.slug
        return self.look.letters(self.words.note(slug, "peak", said.note), size=_LETTERS)

    def prepare(self, said: Said) -> Iterator[Callable[[], object]]:
        """What makes the drawings for something that will be said."""
        yield partial(self._letters, said)
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
        if grown != 1.0:
            size = (max(1, round(drawn.get_width() * grown)), max(1, round(drawn.get_height() * grown)))
            with self._scratch.frame():
                drawn = self._scratch.scaled(drawn, size)
        canvas = self.stage.canvas
        below = (self.stage.layout.prompt_y + canvas.extra * 0.5) / canvas.ui
        self.look.blit(target, drawn, self.look.width / 2, below, "center")
