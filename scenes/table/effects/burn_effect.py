"""Embers that rise from burning cards."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from pygame import Surface

from engine.events import CardsMoved, Event
from scenes.render import timing
from scenes.render.raster import with_opacity
from scenes.render.renderer import Renderer
from scenes.table.model.table_model import TableModel

EMBER_COUNT = 8
_RISE_HEIGHT = 90.0
"""Height to which the highest embers rise, logical pixels."""
_EMBER_SIZES = (9.0, 12.0, 16.0)
_SWAY_WIDTH = 9.0
_LAST_START_PROGRESS = 0.6
"""Fraction of the time after which the last ember starts."""


class _Fire(NamedTuple):
    """Position and size of burning cards, and the age of their fire."""

    centre_x: float
    bottom: float
    """Lower edge of the cards."""
    width: float
    height: float
    age_ms: float = 0.0
    """Milliseconds at the table's speed."""


class BurnEffect:
    """Follows shown events and draws the embers of the last burnt cards.

    Args:
        renderer: renderer of the cards.
        model: the table.
    """

    def __init__(self, renderer: Renderer, model: TableModel) -> None:
        self.renderer = renderer
        self.model = model
        self.reduced_motion = False
        """Reduced motion: no embers."""
        self.current: _Fire | None = None

    def on_event(self, event: Event) -> None:
        """Start the embers if a shown event burns cards."""
        if (
            isinstance(event, CardsMoved)
            and event.manner == "burn"
            and self.model.director.speed
            and not self.reduced_motion
        ):
            place = self.model.pile_geometry(event.source)
            if place is not None:
                self.current = _Fire(place.x, place.y + place.card_height / 2, place.card_width, place.card_height)

    def end(self) -> None:
        """End the embers of burnt cards."""
        self.current = None

    def update(self, elapsed_ms: float) -> bool:
        """Advance burnt cards' embers by ``elapsed_ms`` milliseconds at the table's speed; return whether the picture
        changes."""
        if self.current is None:
            return False
        age = self.current.age_ms + elapsed_ms
        self.current = self.current._replace(age_ms=age) if age < timing.EMBERS_MS else None
        return True

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until the embers of burnt cards change the picture: 0 while they rise, else infinite."""
        return 0.0 if self.current is not None else math.inf

    def _ember(self, number: int) -> Surface:
        size = _EMBER_SIZES[number % len(_EMBER_SIZES)]
        body = (
            '<circle r="5" fill="#ff7a1f" fill-opacity="0.35"/><circle r="3.4" fill="#ff9a3a" fill-opacity="0.8"/>'
            '<circle r="1.8" fill="#ffe7a4"/>'
        )
        scaled = f'<g transform="scale({size / 10})">{body}</g>'
        return self.renderer.svg(f"ember {size}", scaled, (-size / 2, -size / 2, size, size))

    def prerender(self) -> Iterator[Callable[[], object]]:
        """Yield the steps that prerender the embers of burning cards."""
        for number in range(len(_EMBER_SIZES)):
            yield partial(self._ember, number)

    def draw(self, target: Surface) -> None:
        """Draw the embers of burning cards; each starts from the burning edge as the edge moves up."""
        if self.current is None:
            return
        x, bottom, width, height, age = self.current
        progress = age / timing.EMBERS_MS
        for i in range(EMBER_COUNT):
            start_share = _LAST_START_PROGRESS * ((i * 5) % EMBER_COUNT) / (EMBER_COUNT - 1)
            t = (progress - start_share) / (1 - start_share)
            if t <= 0:
                continue
            x_share = (i + 0.5) / EMBER_COUNT - 0.5
            sway = _SWAY_WIDTH * math.sin(i * 2.4 + 5 * t)
            rise = _RISE_HEIGHT * (0.65 + 0.35 * ((i * 3) % EMBER_COUNT) / (EMBER_COUNT - 1))
            ember = with_opacity(self._ember(i), 2 * (1 - t))
            y = bottom - height * start_share - rise * timing.ease_out(t)
            self.renderer.blit(target, ember, x + x_share * width + sway, y, "center")
