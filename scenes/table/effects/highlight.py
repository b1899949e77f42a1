"""Highlight of a notable move (a burn, a bomb): a word below the cards and a ripple around them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from pygame import Surface

from engine.events import Announced, CardsMoved, Event
from engine.moves import TABLE
from scenes.render import timing
from scenes.render.renderer import Renderer
from scenes.render.surface_cache import ScaledSurfacePool
from scenes.table.hud.seat_plates import SeatPlates
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words

_MAX_WORD_WIDTH = 470.0
"""Maximum width of the word between the cards of the side seats."""
_RIPPLE_FRAME_COUNT = 12
"""Number of drawn sizes of the ripple."""
_MIN_RIPPLE_RADIUS, _MAX_RIPPLE_RADIUS = 70.0, 210.0
"""First and last radius of the ripple."""


class _ShownHighlight(NamedTuple):
    """Highlight of a notable move: its announcement, position on the cards' canvas, and remaining milliseconds at speed
    1."""

    event: Announced
    pos: tuple[float, float]
    left_ms: float


class Highlight:
    """The current highlight of a notable move and its remaining time. The game's layout lists the highlighted
    announcements.

    Args:
        renderer: renderer of texts and buttons.
        card_renderer: renderer of the cards' canvas.
        words: texts.
        model: the table.
        plates: the seats' plates.
    """

    def __init__(
        self, renderer: Renderer, card_renderer: Renderer, words: Words, model: TableModel, plates: SeatPlates
    ) -> None:
        self.renderer = renderer
        self.card_renderer = card_renderer
        self.words = words
        self.model = model
        self.plates = plates
        self.reduced_motion = False
        """Reduced motion: no popping word, no ripple."""
        self._scratch = ScaledSurfacePool()
        self._pending_event: Announced | None = None
        """Announcement about the cards that move next; None without one."""
        self._last_card_pos: tuple[float, float] | None = None
        """Position of the last card movement, on the cards' canvas; None for none."""
        self.current: _ShownHighlight | None = None

    def on_event(self, event: Event) -> None:
        """Process a shown event; the highlight of a notable move starts with the next card movement, or at once."""
        if isinstance(event, Announced):
            key, layout = event.note.key, self.model.layout
            self._pending_event = event if key in layout.effects.pre_move_highlights else None
            if key in layout.effects.post_move_highlights:
                self._show(event, self._plate_centre_for_table_event(event) or self._last_card_pos)
        elif isinstance(event, CardsMoved):
            place = self.model.pile_geometry(event.source if event.source.owner == TABLE else event.target)
            self._last_card_pos = (place.x, place.y) if place is not None else None
            if self._pending_event is not None:
                self._show(self._pending_event, self._last_card_pos)
            self._pending_event = None

    def _plate_centre_for_table_event(self, event: Announced) -> tuple[float, float] | None:
        """Return the centre of the name plate of the seat that an announcement by the table itself is about; None for
        other announcements."""
        if event.seat != TABLE or "seat" not in event.note.placeholders:
            return None
        plate = self.plates.plate_rect(event.note.placeholders["seat"])
        return plate.centerx * self.model.canvas.ui_scale, plate.centery * self.model.canvas.ui_scale

    def _show(self, event: Announced, pos: tuple[float, float] | None) -> None:
        if pos is not None and self.model.director.speed:
            self.current = _ShownHighlight(event, pos, timing.HIGHLIGHT_WORD_MS)

    def end(self) -> None:
        """End the highlight of a notable move."""
        self.current = None

    def update(self, elapsed_ms: float) -> bool:
        """Advance a notable move's highlight by ``elapsed_ms`` milliseconds times the table's speed; return whether the
        picture changes."""
        if self.current is None:
            return False
        remaining_ms = self.current.left_ms - elapsed_ms * (self.model.director.speed or 1.0)
        self.current = self.current._replace(left_ms=remaining_ms) if remaining_ms > 0 else None
        return True

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until a notable move's highlight changes the picture: 0 while shown, else infinite."""
        return 0.0 if self.current is not None else math.inf

    def _word(self, event: Announced) -> str:
        return self.words.note_text(self.model.match.game.slug, "peak", event.note)

    def _letters(self, event: Announced) -> Surface:
        return self.renderer.announcement_letters(
            self._word(event), max_width=_MAX_WORD_WIDTH, size=self.model.layout.effects.highlight_font_size
        )

    def prerender(self, event: Announced) -> Iterator[Callable[[], object]]:
        """Yield the steps that prerender the highlight of an announcement."""
        size = self.model.layout.effects.highlight_font_size
        yield from self.renderer.announcement_letter_steps(self._word(event), max_width=_MAX_WORD_WIDTH, size=size)
        for number in range(_RIPPLE_FRAME_COUNT):
            yield partial(self._ripple, number)

    def _ripple(self, frame: int) -> Surface:
        part = frame / (_RIPPLE_FRAME_COUNT - 1)
        return self.card_renderer.ripple(
            _MIN_RIPPLE_RADIUS + (_MAX_RIPPLE_RADIUS - _MIN_RIPPLE_RADIUS) * part, 1 - part
        )

    def draw(self, target: Surface) -> None:
        if self.current is None:
            return
        event, (x, y), remaining_ms = self.current
        age = timing.HIGHLIGHT_WORD_MS - remaining_ms
        spread = timing.ease_out(age / timing.HIGHLIGHT_WORD_MS)
        if not self.reduced_motion and spread < 1.0:
            self.card_renderer.blit(
                target, self._ripple(min(_RIPPLE_FRAME_COUNT - 1, int(spread * _RIPPLE_FRAME_COUNT))), x, y, "center"
            )
        letters = self._letters(event)
        scale = 1.0 if self.reduced_motion else timing.ease_pop(age / (timing.ANNOUNCEMENT_POP_MS / 2))
        canvas = self.model.canvas
        layout = self.model.layout
        word_y = (
            layout.geometry.prompt_y - layout.effects.highlight_above_prompt + canvas.extra_height * 0.5
        ) / canvas.ui_scale
        with self._scratch.frame():
            self.renderer.blit(
                target, self._scratch.scale_by(letters, scale), self.renderer.width / 2, word_y, "center"
            )
