"""A scrolled text on paper, with faded edges and a paper-coloured scroll bar."""

from pygame import Surface

from scenes.render.boxes import Box
from scenes.render.renderer import Renderer
from scenes.render.theme import PAPER, PAPER_BOTTOM, Colour, hex_code, rgb
from scenes.ui.scroll_view import ScrollView
from scenes.ui.widget import Widget

_THUMB_REST = Box(4, ((0, rgb("#cbb68a")),))
_THUMB_PRESSED = Box(4, ((0, rgb("#a07a34")),))
_FADE_HEIGHT = 16.0
"""Height of the strips at the view's edges in which the text fades."""


class PaperScrollView(ScrollView):
    """A scrollable view of a text on paper. It draws no paper, and the text leaves its right edge free for the bar."""

    def __init__(self, child: Widget, *, key: object) -> None:
        super().__init__(child, key=key, bar_overlaps=True)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw the text with its fades and the scroll bar."""
        with renderer.clip(target, self.rect), renderer.shift(self.rect.left, self.rect.top - self.offset):
            self.children[0].draw(renderer, target)
        self.draw_fades_and_thumb(renderer, target)

    def draw_fades_and_thumb(self, renderer: Renderer, target: Surface) -> None:
        """Fade the text at the upper and lower edge, and draw the scroll bar's thumb."""
        self._draw_fade(renderer, target, self.rect.top, PAPER, upper=True)
        self._draw_fade(renderer, target, self.rect.bottom - _FADE_HEIGHT, PAPER_BOTTOM, upper=False)
        if self.max_offset:
            renderer.draw_box(target, _THUMB_PRESSED if self.is_dragging_thumb else _THUMB_REST, self.thumb_rect())

    def _draw_fade(self, renderer: Renderer, target: Surface, y: float, colour: Colour, *, upper: bool) -> None:
        wide = self.rect.width - 24
        steps = [(i, 1 - i / _FADE_HEIGHT if upper else (i + 1) / _FADE_HEIGHT) for i in range(int(_FADE_HEIGHT))]
        body = "".join(
            f'<rect x="0" y="{i}" width="{wide}" height="1" fill="{hex_code(colour)}" fill-opacity="{part:.2f}"/>'
            for i, part in steps
        )
        renderer.blit(
            target, renderer.svg(f"fade {upper} {wide}", body, (0, 0, wide, _FADE_HEIGHT)), self.rect.left + 12, y
        )
