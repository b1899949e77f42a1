"""Portrait widget."""

from pygame import FRect, Surface

from scenes.render.renderer import Renderer
from scenes.ui.widgets import Widget


class Portrait(Widget):
    """Widget with a person's or a character's portrait.

    Args:
        slug: name of the portrait.
        diameter: in logical pixels.
        is_turn: whether it has the ring of the seat to act.
    """

    def __init__(self, slug: str, diameter: float, *, is_turn: bool = False) -> None:
        super().__init__(FRect(0, 0, diameter, diameter))
        self.slug = slug
        self.diameter = diameter
        self.is_turn = is_turn

    def draw(self, renderer: Renderer, target: Surface) -> None:
        portrait = renderer.portrait(self.slug, self.diameter, is_turn=self.is_turn)
        renderer.blit(target, portrait, *self.rect.center, "center")
