"""A portrait as a widget."""

from pygame import FRect, Surface

from scenes.look.look import Look
from scenes.look.widgets import Widget


class Portrait(Widget):
    """A person's or a character's portrait.

    Args:
        slug: of the portrait.
        diameter: logical pixels.
        turn: with the ring of the seat whose turn it is.
    """

    def __init__(self, slug: str, diameter: float, *, turn: bool = False) -> None:
        super().__init__(FRect(0, 0, diameter, diameter))
        self.slug = slug
        self.diameter = diameter
        self.turn = turn

    def draw(self, look: Look, target: Surface) -> None:
        portrait = look.portrait(self.slug, self.diameter, turn=self.turn)
        look.blit(target, portrait, *self.rect.center, "center")
