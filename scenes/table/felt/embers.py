"""Embers that rise from cards that burn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from pygame import Surface

from engine.events import Event, Moved
from scenes.look import speeds
from scenes.look.look import Look
from scenes.look.raster import faded
from scenes.table.stage.stage import Stage

COUNT = 8
_RISE = 90.0
"""Height to which the highest embers rise, logical pixels."""
_SIZES = (9.0, 12.0, 16.0)
_SWAY = 9.0
_LAST = 0.6
"""Part of the time after which the last one leaves the edge that burns."""


class _Fire(NamedTuple):
    """Where cards burn, and since when."""

    x: float
    foot: float
    """Lower edge of the cards."""
    width: float
    height: float
    age: float = 0.0
    """Milliseconds at the table's speed."""


class Embers:
    """Follows what is shown and draws the embers of the last cards that burnt.

    Args:
        look: of the cards.
        stage: the table.
    """

    def __init__(self, look: Look, stage: Stage) -> None:
        self.look = look
        self.stage = stage
        self.calm = False
        """Reduced motion: there are none."""
        self.now: _Fire | None = None

    def hear(self, event: Event) -> None:
        """Follow an event that is being shown."""
        if isinstance(event, Moved) and event.how == "burn" and self.stage.director.speed and not self.calm:
            place = self.stage.place(event.source)
            if place is not None:
                self.now = _Fire(place.x, place.y + place.height / 2, place.width, place.height)

    def end(self) -> None:
        """Put the fire out."""
        self.now = None

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass at the table's speed; True when the picture changes."""
        if self.now is None:
            return False
        age = self.now.age + dt
        self.now = self.now._replace(age=age) if age < speeds.EMBERS else None
        return True

    @property
    def due(self) -> float:
        """0 while something rises, else infinite."""
        return 0.0 if self.now is not None else math.inf

    def _ember(self, number: int) -> Surface:
        size = _SIZES[number % len(_SIZES)]
        body = (
            '<circle r="5" fill="#ff7a1f" fill-opacity="0.35"/><circle r="3.4" fill="#ff9a3a" fill-opacity="0.8"/>'
            '<circle r="1.8" fill="#ffe7a4"/>'
        )
        scaled = f'<g transform="scale({size / 10})">{body}</g>'
        return self.look.svg(f"ember {size}", scaled, (-size / 2, -size / 2, size, size))

    def prepare(self) -> Iterator[Callable[[], object]]:
        """What makes the embers."""
        for number in range(len(_SIZES)):
            yield partial(self._ember, number)

    def draw(self, target: Surface) -> None:
        """Draw the embers: each leaves the edge that burns as that goes up."""
        if self.now is None:
            return
        x, foot, width, height, age = self.now
        part = age / speeds.EMBERS
        for i in range(COUNT):
            late = _LAST * ((i * 5) % COUNT) / (COUNT - 1)
            t = (part - late) / (1 - late)
            if t <= 0:
                continue
            across = (i + 0.5) / COUNT - 0.5
            sway = _SWAY * math.sin(i * 2.4 + 5 * t)
            rise = _RISE * (0.65 + 0.35 * ((i * 3) % COUNT) / (COUNT - 1))
            drawn = faded(self._ember(i), 2 * (1 - t))
            y = foot - height * late - rise * speeds.ease_out(t)
            self.look.blit(target, drawn, x + across * width + sway, y, "center")
