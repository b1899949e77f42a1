"""Highlight of a notable move (a burn, a bomb): a word below the cards and a ripple around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from pygame import Surface

from engine.events import Announced, CardsMoved, Event
from engine.moves import TABLE, Pile, Seat
from scenes.render import timing
from scenes.render.space import CardSpace, Point
from scenes.render.surface_cache import ScaledSurfacePool
from scenes.table.hud.seat_plates import SeatPlates
from scenes.ui.timeline import Tween

_MAX_WORD_WIDTH = 470.0
"""Maximum width of the word between the cards of the side seats."""
_RIPPLE_FRAME_COUNT = 12
"""Number of drawn sizes of the ripple."""
_MIN_RIPPLE_RADIUS, _MAX_RIPPLE_RADIUS = 70.0, 210.0
"""First and last radius of the ripple."""


class _ShownHighlight(NamedTuple):
    """Highlight of a notable move: its announcement, and the pile or the seat's plate around which it is shown."""

    event: Announced
    place: Pile | Seat


class Highlight:
    """The current highlight of a notable move. The game's layout lists the highlighted announcements. With reduced
    motion there is no popping word and no ripple.

    Args:
        plates: the seats' plates, which provide renderers and texts.
    """

    def __init__(self, plates: SeatPlates) -> None:
        self.plates = plates
        self.model = plates.model
        self._scratch = ScaledSurfacePool()
        self._pending_event: Announced | None = None
        """Announcement about the cards that move next; None without one."""
        self._last_pile: Pile | None = None
        """The pile of the last card movement; None for none."""
        self.current: _ShownHighlight | None = None

    def on_event(self, event: Event) -> None:
        """Process a shown event; the highlight of a notable move starts with the next card movement, or at once."""
        if isinstance(event, Announced):
            key, layout = event.note.key, self.model.layout
            self._pending_event = event if key in layout.effects.pre_move_highlights else None
            if key in layout.effects.post_move_highlights:
                names_seat = event.seat == TABLE and "seat" in event.note.placeholders
                self._show(event, event.note.placeholders["seat"] if names_seat else self._last_pile)
        elif isinstance(event, CardsMoved):
            self._last_pile = event.source if event.source.owner == TABLE else event.target
            if self._pending_event is not None:
                self._show(self._pending_event, self._last_pile)
            self._pending_event = None

    def _centre(self, place: Pile | Seat) -> Point[CardSpace] | None:
        """Return the centre of a pile or of a seat's plate on the cards' canvas; None if the table doesn't show the
        pile."""
        if isinstance(place, Pile):
            pile = self.model.pile_geometry(place)
            return None if pile is None else pile.centre
        return self.model.canvas.ui.to_outer(Point(*self.plates.plate_rect(place).center))

    def _show(self, event: Announced, place: Pile | Seat | None) -> None:
        is_hidden = isinstance(place, Pile) and self.model.pile_geometry(place) is None
        if place is not None and not is_hidden and self.model.director.speed:
            self.current = _ShownHighlight(event, place)
            timeline = self.model.timeline
            timeline.start("highlight", Tween(timing.HIGHLIGHT_WORD_MS, kind="delay", on_end=self.end))
            timeline.start("highlight word", Tween(timing.ANNOUNCEMENT_POP_MS / 2, ease=timing.ease_pop))
            timeline.start("ripple", Tween(timing.HIGHLIGHT_WORD_MS, ease=timing.ease_out))

    def end(self) -> None:
        """End the highlight of a notable move."""
        self.current = None
        for key in ("highlight", "highlight word", "ripple"):
            self.model.timeline.stop(key)

    def reset(self) -> None:
        """End the highlight and forget the announcement about the next movement, after a jump to another position."""
        self.end()
        self._pending_event = None

    def _word(self, event: Announced) -> str:
        return self.plates.words.note_text(self.model.match.game.slug, "peak", event.note)

    def _letters(self, event: Announced) -> Surface:
        return self.plates.renderer.announcement_letters(
            self._word(event), max_width=_MAX_WORD_WIDTH, size=self.model.layout.effects.highlight_font_size
        )

    def prerender(self, event: Announced) -> Iterator[Callable[[], object]]:
        """Yield the steps that prerender the highlight of an announcement."""
        size = self.model.layout.effects.highlight_font_size
        yield from self.plates.renderer.announcement_letter_steps(
            self._word(event), max_width=_MAX_WORD_WIDTH, size=size
        )
        for number in range(_RIPPLE_FRAME_COUNT):
            yield partial(self._ripple, number)

    def _ripple(self, frame: int) -> Surface:
        part = frame / (_RIPPLE_FRAME_COUNT - 1)
        return self.plates.card_renderer.ripple(
            _MIN_RIPPLE_RADIUS + (_MAX_RIPPLE_RADIUS - _MIN_RIPPLE_RADIUS) * part, 1 - part
        )

    def draw(self, target: Surface) -> None:
        if self.current is None:
            return
        event, place = self.current
        renderer, timeline = self.plates.renderer, self.model.timeline
        centre, spread = self._centre(place), timeline.progress("ripple")
        if centre is not None and spread < 1.0:
            ripple = self._ripple(min(_RIPPLE_FRAME_COUNT - 1, int(spread * _RIPPLE_FRAME_COUNT)))
            self.plates.card_renderer.blit(target, ripple, *centre, "center")
        canvas, layout = self.model.canvas, self.model.layout
        prompt_y = layout.geometry.prompt_y + canvas.extra_height * 0.5
        word_y = canvas.ui.to_local_length(prompt_y - layout.effects.highlight_above_prompt)
        with self._scratch.frame():
            word = self._scratch.scale_by(self._letters(event), timeline.progress("highlight word"))
            renderer.blit(target, word, renderer.width / 2, word_y, "center")
