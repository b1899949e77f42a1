"""A scrolled text on paper: it fades at its edges, and its scroll bar has the colours of paper."""

from pygame import Surface

from scenes.look.boxes import Box
from scenes.look.look import Look
from scenes.look.theme import PAPER, PAPER_LOW, Colour, hex_code, rgb
from scenes.look.widgets.scroll import Scroll

_THUMB = Box(4, ((0, rgb("#cbb68a")),))
_THUMB_HELD = Box(4, ((0, rgb("#a07a34")),))
_FADE = 16.0
"""Height of the strips at the window's edges in which the text fades."""


class PaperScroll(Scroll):
    """The base of scrolled texts on paper. A subclass draws its text, then ``draw_edges``."""

    def draw_edges(self, look: Look, target: Surface) -> None:
        """Fade the text into the paper instead of cutting it off, and draw the scroll bar's thumb."""
        self._draw_fade(look, target, self.rect.top, PAPER, upper=True)
        self._draw_fade(look, target, self.rect.bottom - _FADE, PAPER_LOW, upper=False)
        if self.furthest:
            look.draw_box(target, _THUMB_HELD if self._on_bar else _THUMB, self.bar())

    def _draw_fade(self, look: Look, target: Surface, y: float, colour: Colour, *, upper: bool) -> None:
        wide = self.rect.width - 24
        steps = [(i, 1 - i / _FADE if upper else (i + 1) / _FADE) for i in range(int(_FADE))]
        body = "".join(
            f'<rect x="0" y="{i}" width="{wide}" height="1" fill="{hex_code(colour)}" fill-opacity="{part:.2f}"/>'
            for i, part in steps
        )
        look.blit(target, look.svg(f"fade {upper} {wide}", body, (0, 0, wide, _FADE)), self.rect.left + 12, y)
