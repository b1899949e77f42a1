"""Embers that rise from burning cards."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial

from pygame import Surface

from engine.events import CardsMoved, Event
from engine.moves import Pile
from scenes.render import timing
from scenes.render.raster import with_opacity
from scenes.render.renderer import Renderer
from scenes.table.model.table_model import TableModel
from scenes.ui.timeline import Tween

EMBER_COUNT = 8
_RISE_HEIGHT = 90.0
"""Height to which the highest embers rise, logical pixels."""
_EMBER_SIZES = (9.0, 12.0, 16.0)
_SWAY_WIDTH = 9.0
_LAST_START_PROGRESS = 0.6
"""Fraction of the time after which the last ember starts."""


class BurnEffect:
    """Follows shown events and draws the embers of the last burnt cards; with reduced motion there are none.

    Args:
        model: the table.
    """

    def __init__(self, model: TableModel) -> None:
        self.renderer: Renderer
        """Renderer of the cards."""
        self.model = model
        self._pile: Pile | None = None
        """The pile that burns or has burnt; None for none."""

    def on_event(self, event: Event) -> None:
        """Start the embers if a shown event burns cards."""
        if isinstance(event, CardsMoved) and event.manner == "burn" and self.model.director.speed:
            self._pile = event.source
            self.model.timeline.start("embers", Tween(timing.EMBERS_MS))

    def end(self) -> None:
        """End the embers of burnt cards."""
        self.model.timeline.stop("embers")

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
        progress = self.model.timeline.progress("embers")
        place = self.model.pile_geometry(self._pile) if self._pile is not None and progress < 1.0 else None
        if place is None:
            return
        bottom = place.y + place.card_height / 2
        for i in range(EMBER_COUNT):
            start_share = _LAST_START_PROGRESS * ((i * 5) % EMBER_COUNT) / (EMBER_COUNT - 1)
            t = (progress - start_share) / (1 - start_share)
            if t <= 0:
                continue
            x_share = (i + 0.5) / EMBER_COUNT - 0.5
            sway = _SWAY_WIDTH * math.sin(i * 2.4 + 5 * t)
            rise = _RISE_HEIGHT * (0.65 + 0.35 * ((i * 3) % EMBER_COUNT) / (EMBER_COUNT - 1))
            ember = with_opacity(self._ember(i), 2 * (1 - t))
            x = place.x + x_share * place.card_width + sway
            y = bottom - place.card_height * start_share - rise * timing.ease_out(t)
            self.renderer.blit(target, ember, x, y, "center")
