"""Button at the corner of a game's card that begins another match while one is in progress."""

from typing import Protocol

from pygame import FRect, Surface

from scenes.render.boxes import Box, Shadow, Stroke
from scenes.render.renderer import Renderer
from scenes.render.theme import BRASS, CARD_FACE, INK_BROWN, PAPER_BOTTOM
from scenes.ui.widget import OnClick, PointerPos
from scenes.ui.widgets import Clickable

_HEIGHT, _ICON_SIZE, _PAD, _GAP = 30.0, 14.0, 10.0, 5.0
_OVERHANG = 9.0
"""Overhang over the upper right corner of the card, logical pixels."""
_MAX_CARD_FRACTION = 0.72
"""Maximum fraction of the card's width; a longer label is left out."""
_BOX = Box(
    _HEIGHT / 2,
    ((0, CARD_FACE), (1, PAPER_BOTTOM)),
    border=Stroke(BRASS, 1.5),
    shadows=(Shadow(2, 5, 0.5),),
)
_HOVERED_BOX = Box(
    _HEIGHT / 2,
    ((0, CARD_FACE), (1, CARD_FACE)),
    border=Stroke(BRASS, 3),
    shadows=(Shadow(2, 5, 0.5),),
)


class CardWithButton(Protocol):
    """Protocol of a game's card, which holds and draws the button."""

    rect: FRect
    new_match_button: "NewMatchButton | None"

    @property
    def lift_distance(self) -> float:
        """Height of the game's card above its resting position, logical pixels."""


class NewMatchButton(Clickable):
    """Button with a plus at the corner of a game's card, drawn by the card.

    Args:
        label: text beside the plus.
        on_click: opens the seating screen.
    """

    card: CardWithButton
    """The game's card, which is raised with the button."""

    def __init__(self, label: str, on_click: OnClick) -> None:
        super().__init__(on_click)
        self.label = label
        self.focus_radius = _HEIGHT / 2

    def arrange_on(self, renderer: Renderer, card: CardWithButton) -> None:
        """Lie on the corner of a game's card, which draws it."""
        text_width = renderer.text_width(self.label, "tile")
        width = 2 * _PAD + _ICON_SIZE + _GAP + text_width
        self.shows_label = width <= card.rect.width * _MAX_CARD_FRACTION
        width = width if self.shows_label else _HEIGHT
        self.arrange(renderer, FRect(card.rect.right + _OVERHANG - width, card.rect.top - _OVERHANG, width, _HEIGHT))
        self.card, card.new_match_button = card, self

    @property
    def is_highlighted(self) -> bool:
        return self.hovered or self.focused

    def is_hit(self, pos: PointerPos) -> bool:
        """Whether a position is on the button at rest, or above, into which its card rises."""
        if pos is None:
            return False
        width, height = (max(size, self.min_target_size) for size in self.rect.size)
        left, bottom = self.rect.right - width, self.rect.bottom + (height - self.rect.height) / 2
        return bool(FRect(left, bottom - height - 16, width, height + 16).collidepoint(pos))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Do nothing, as the game's card draws the button."""

    @property
    def focus_area(self) -> FRect:
        return self.rect.move(0, -self.card.lift_distance)

    def draw_on(self, renderer: Renderer, target: Surface, card: FRect) -> None:
        """Draw the button onto a picture of its game's card, in which the card's area is ``card``."""
        area = self.rect.move(card.left - self.card.rect.left, card.top - self.card.rect.top)
        renderer.draw_box(target, _HOVERED_BOX if self.is_highlighted else _BOX, area)
        plus = renderer.icon("plus", _ICON_SIZE, INK_BROWN)
        if not self.shows_label:
            renderer.blit(target, plus, *area.center, "center")
            return
        renderer.blit(target, plus, area.left + _PAD, area.centery, "midleft")
        label = renderer.text(self.label, "tile", INK_BROWN)
        renderer.blit(target, label, area.left + _PAD + _ICON_SIZE + _GAP, area.centery, "midleft")
