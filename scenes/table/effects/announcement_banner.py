"""The word of an announcement and the ribbon below it: layout and animation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from pygame import FRect, Surface

from scenes.render import raster
from scenes.render.renderer import Renderer
from scenes.render.surface_cache import ScaledSurfacePool

MAX_WORD_WIDTH = 630.0
"""Maximum width of the word between the cards of the side seats, logical pixels."""
_RIBBON_Y_FRACTION, _DESCENDER_OFFSET = 0.80, 34.0
"""Height of the ribbon's centre as a fraction of the word's height, and how much lower it is below letters with
descenders or "¡"."""
_RIBBON_OFFSET, _SPACE_BELOW_RIBBON = 26.0, 58.0
"""Additional distance down to the ribbon's centre, and the space below the ribbon, logical pixels."""


class AnnouncementBanner(NamedTuple):
    """Texts of an announcement: its large word, and the fact on the ribbon below."""

    word: str
    fact: str
    is_good_news: bool
    """Whether it is good news for the viewer."""

    def letters(self, renderer: Renderer) -> Surface:
        return renderer.announcement_letters(self.word, max_width=MAX_WORD_WIDTH, is_good_news=self.is_good_news)

    def ribbon(self, renderer: Renderer) -> Surface | None:
        """Return the drawing of an announcement's ribbon with its fact; None without a fact."""
        return renderer.announcement_ribbon(self.fact, is_good_news=self.is_good_news) if self.fact else None

    def prerender_steps(self, renderer: Renderer) -> Iterator[Callable[[], object]]:
        """Yield the steps that prerender an announcement's word and ribbon."""
        yield from renderer.announcement_letter_steps(
            self.word, max_width=MAX_WORD_WIDTH, is_good_news=self.is_good_news
        )
        yield partial(self.ribbon, renderer)

    def _ribbon_y(self, renderer: Renderer) -> float:
        """Return the distance from the top of an announcement's word to the centre of its ribbon's bow."""
        descender = _DESCENDER_OFFSET if set(self.word) & set("fgjpqyçÇJQ¡¿了") else 0.0
        return renderer.height_of(self.letters(renderer)) * _RIBBON_Y_FRACTION + descender

    def size(self, renderer: Renderer) -> tuple[float, float]:
        """Return the width and height of an announcement's word and ribbon together, logical pixels."""
        word, ribbon = self.letters(renderer), self.ribbon(renderer)
        width, height = renderer.width_of(word), renderer.height_of(word)
        if ribbon is None:
            return width, height
        ribbon_bottom = self._ribbon_y(renderer) + renderer.height_of(ribbon) / 2 + _SPACE_BELOW_RIBBON
        return max(width, renderer.width_of(ribbon)), max(height, ribbon_bottom)

    def rect(self, renderer: Renderer, centre_x: float, centre_y: float) -> FRect:
        """Return the rectangle of an announcement's word and ribbon around a centre."""
        width, height = self.size(renderer)
        return FRect(centre_x - width / 2, centre_y - height / 2, width, height)

    def draw(
        self,
        renderer: Renderer,
        target: Surface,
        centre_x: float,
        centre_y: float,
        *,
        scale: float,
        unrolled: float,
        scratch: ScaledSurfacePool,
    ) -> None:
        """Draw an announcement's ribbon, which unrolls from its middle, and the word, which pops up over it.

        Args:
            renderer: renderer of the texts.
            target: surface to draw on.
            centre_x: x of the common centre.
            centre_y: y of the common centre.
            scale: scale of the word.
            unrolled: unrolled fraction of the ribbon, 0 … 1.
            scratch: scaled copies of this frame.
        """
        top = centre_y - self.size(renderer)[1] / 2
        ribbon, word = self.ribbon(renderer), self.letters(renderer)
        if ribbon is not None:
            width_px = round(ribbon.get_width() * unrolled)
            if width_px:
                middle = ribbon if unrolled >= 1.0 else _crop_to_middle(ribbon, width_px)
                renderer.blit(target, middle, centre_x, top + self._ribbon_y(renderer) + _RIBBON_OFFSET, "center")
        scaled_word = scratch.scale_by(word, scale)
        renderer.blit(target, scaled_word, centre_x, top + renderer.height_of(word) / 2, "center")

    def draw_faded(
        self, renderer: Renderer, target: Surface, centre_x: float, centre_y: float, *, opacity: float
    ) -> None:
        """Draw an announcement's word and ribbon around a centre with an opacity, 0 … 1, for reduced motion."""
        top, word, ribbon = centre_y - self.size(renderer)[1] / 2, self.letters(renderer), self.ribbon(renderer)
        if ribbon is not None:
            renderer.blit(
                target,
                raster.with_opacity(ribbon, opacity),
                centre_x,
                top + self._ribbon_y(renderer) + _RIBBON_OFFSET,
                "center",
            )
        renderer.blit(
            target, raster.with_opacity(word, opacity), centre_x, top + renderer.height_of(word) / 2, "center"
        )


def _crop_to_middle(drawing: Surface, width_px: int) -> Surface:
    """Return the horizontal middle of a drawing, ``width_px`` pixels wide."""
    return drawing.subsurface(((drawing.get_width() - width_px) // 2, 0, width_px, drawing.get_height()))
