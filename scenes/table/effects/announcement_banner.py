"""The word of an announcement and the ribbon below it: where they are, and how they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from pygame import FRect, Surface

from scenes.render import raster, timing
from scenes.render.renderer import Renderer
from scenes.render.surface_cache import ScaledSurfacePool

MAX_WORD_WIDTH = 630.0
"""Maximum width of the word, logical pixels: it stays between the cards of the seats at the sides."""
_RIBBON_Y_SHARE, _DESCENDER_OFFSET = 0.80, 34.0
"""Part of the word's height at which the ribbon's middle is, and how much lower it is below tails of letters or "¡"."""
_RIBBON_OFFSET, _SPACE_BELOW_RIBBON = 26.0, 58.0
"""From there to the middle of the ribbon, and the room below it."""


class AnnouncementBanner(NamedTuple):
    """What is written."""

    word: str
    fact: str
    is_good_news: bool
    """Whether it is good news for whoever looks on."""

    def letters(self, renderer: Renderer) -> Surface:
        """The word."""
        return renderer.announcement_letters(self.word, max_width=MAX_WORD_WIDTH, is_good_news=self.is_good_news)

    def ribbon(self, renderer: Renderer) -> Surface | None:
        """The ribbon, if there is a fact to write on it."""
        return renderer.announcement_ribbon(self.fact, is_good_news=self.is_good_news) if self.fact else None

    def prerender_steps(self, renderer: Renderer) -> Iterator[Callable[[], object]]:
        """What makes the drawings, one step after the other."""
        yield from renderer.announcement_letter_steps(
            self.word, max_width=MAX_WORD_WIDTH, is_good_news=self.is_good_news
        )
        yield partial(self.ribbon, renderer)

    def _ribbon_y(self, renderer: Renderer) -> float:
        """From the upper edge to the middle of the ribbon's bow."""
        tail = _DESCENDER_OFFSET if set(self.word) & set("fgjpqyçÇJQ¡¿了") else 0.0
        return self.letters(renderer).get_height() / renderer.scale * _RIBBON_Y_SHARE + tail

    def size(self, renderer: Renderer) -> tuple[float, float]:
        """Width and height of both together."""
        by, word, ribbon = renderer.scale, self.letters(renderer), self.ribbon(renderer)
        wide = max(word.get_width(), ribbon.get_width() if ribbon else 0) / by
        foot = self._ribbon_y(renderer) + ribbon.get_height() / by / 2 + _SPACE_BELOW_RIBBON if ribbon else 0.0
        return wide, max(word.get_height() / by, foot)

    def rect(self, renderer: Renderer, x: float, y: float) -> FRect:
        """The rectangle of both around a place."""
        wide, high = self.size(renderer)
        return FRect(x - wide / 2, y - high / 2, wide, high)

    def draw(
        self, renderer: Renderer, target: Surface, x: float, y: float, *, age_ms: float, scratch: ScaledSurfacePool
    ) -> None:
        """Draw the ribbon, which unrolls from its middle, and the word, which pops up over it.

        Args:
            look: how.
            target: where.
            x: of the middle of both.
            y: of the middle of both.
            age: milliseconds since they came.
            scratch: for this frame.
        """
        top = y - self.size(renderer)[1] / 2
        ribbon, word = self.ribbon(renderer), self.letters(renderer)
        if ribbon is not None:
            part = timing.ease_out(min(1.0, max(0.0, (age_ms - timing.UNROLL_DELAY_MS) / timing.UNROLL_MS)))
            wide = round(ribbon.get_width() * part)
            if wide:
                unrolled = ribbon if part >= 1.0 else _crop_to_middle(ribbon, wide)
                renderer.blit(target, unrolled, x, top + self._ribbon_y(renderer) + _RIBBON_OFFSET, "center")
        shown = scratch.resized(word, timing.ease_pop(age_ms / timing.POP_MS))
        renderer.blit(target, shown, x, top + word.get_height() / renderer.scale / 2, "center")

    def draw_faded(self, renderer: Renderer, target: Surface, x: float, y: float, *, opacity: float) -> None:
        """Draw both around a place, ``opacity`` so much, 0 … 1: with reduced motion they only fade in."""
        top, word, ribbon = y - self.size(renderer)[1] / 2, self.letters(renderer), self.ribbon(renderer)
        if ribbon is not None:
            renderer.blit(
                target,
                raster.with_opacity(ribbon, opacity),
                x,
                top + self._ribbon_y(renderer) + _RIBBON_OFFSET,
                "center",
            )
        renderer.blit(
            target, raster.with_opacity(word, opacity), x, top + word.get_height() / renderer.scale / 2, "center"
        )


def _crop_to_middle(drawing: Surface, width_px: int) -> Surface:
    """The middle of a drawing, so many pixels wide."""
    return drawing.subsurface(((drawing.get_width() - width_px) // 2, 0, width_px, drawing.get_height()))
