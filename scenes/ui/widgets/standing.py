"""A seat's standing where points don't count, such as its lives, in score sheets and lists of matches."""

from typing import NamedTuple

from pygame import Surface

from scenes.render.renderer import Renderer
from scenes.render.theme import INK_CAPTION, rgb

_STYLE = "label"
_ICON_SIZE, _ICON_COLOUR = 18.0, rgb("#b3273f")


class StandingCell(NamedTuple):
    """A seat's standing, shown in place of a total."""

    text: str
    icons: tuple[str, ...] = ()
    """Names of icons shown instead of the text; empty for none."""

    def width(self, renderer: Renderer) -> float:
        """Return the width of the icons or the text."""
        return len(self.icons) * _ICON_SIZE or renderer.text_width(self.text, _STYLE)

    def draw(self, renderer: Renderer, target: Surface, right: float, centre_y: float) -> None:
        """Draw the icons, or else the text, up to a right edge."""
        if not self.icons:
            renderer.blit(target, renderer.text(self.text, _STYLE, INK_CAPTION), right, centre_y, "midright")
        for i, icon in enumerate(reversed(self.icons)):
            drawn = renderer.icon(icon, _ICON_SIZE, _ICON_COLOUR)
            renderer.blit(target, drawn, right - i * _ICON_SIZE, centre_y, "midright")
