"""Ribbon on a game's card that resumes the game's match in progress."""

from typing import Protocol

from pygame import FRect, Surface

from scenes.render import box_styles, raster
from scenes.render.boxes import Box
from scenes.render.renderer import Renderer
from scenes.render.theme import RIBBON_TEXT
from scenes.ui.widget import OnClick, PointerPos
from scenes.ui.widgets import Clickable

_OVERHANG = 10.0
"""Overhang at each side of a card of the usual width, logical pixels."""
_HEIGHT, _TAIL_LENGTH = 32.0, 12.0
_MIN_LARGE_RIBBON_CARD_WIDTH = 180.0
"""Minimum width of a card with a large ribbon, logical pixels."""
_LABEL_STYLES = ("choice", "tile", "tile_small")


class RibbonHolder(Protocol):
    """Protocol of a game's card, which holds and draws its ribbon."""

    rect: FRect
    ribbon: "Ribbon | None"

    @property
    def lift_distance(self) -> float:
        """Height of the game's card above its resting position, logical pixels."""

    @property
    def picture_bottom(self) -> float:
        """Lower edge of the game card's picture, from the card's top, logical pixels."""


class Ribbon(Clickable):
    """Clickable wine-red ribbon that resumes a game's match, drawn by the game's card.

    Args:
        text: label.
        short_label: label used if the other is too wide.
        on_click: resumes the match.
        accessible_text: description of the match and its players.
    """

    card: RibbonHolder
    """The game's card, which is raised with the ribbon."""

    def __init__(self, text: str, short_label: str, on_click: OnClick, *, accessible_text: str) -> None:
        super().__init__(on_click)
        self.label = text
        self.short_label = short_label
        self.accessible_text = self.accessible_name = accessible_text
        self.focus_radius = 4.0

    def arrange_on(self, renderer: Renderer, card: RibbonHolder) -> None:
        """Lie on a game's card, which draws it."""
        large = card.rect.width >= _MIN_LARGE_RIBBON_CARD_WIDTH
        overhang = _OVERHANG if large else _OVERHANG / 2
        height = _HEIGHT if large else _HEIGHT * 0.8
        top = card.rect.top + card.picture_bottom - height + (8 if large else -4)
        self.arrange(renderer, FRect(card.rect.left - overhang, top, card.rect.width + 2 * overhang, height))
        self.card, card.ribbon = card, self

    @property
    def is_highlighted(self) -> bool:
        return self.hovered or self.focused

    def is_hit(self, pos: PointerPos) -> bool:
        """Whether a position is on the ribbon at rest, or on the strip above, into which its card rises."""
        if pos is None:
            return False
        high = max(self.rect.height, self.min_target_size)
        area = FRect(self.rect.left, self.rect.centery - high / 2 - 16, self.rect.width, high + 16)
        return bool(area.collidepoint(pos))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Do nothing, as the game's card draws the ribbon."""

    def draw_focus(self, renderer: Renderer, target: Surface) -> None:
        if self.focused:
            ring = self.rect.move(0, -self.card.lift_distance).inflate(
                2 * box_styles.FOCUS_GAP, 2 * box_styles.FOCUS_GAP
            )
            renderer.draw_box(
                target, Box(self.focus_radius + box_styles.FOCUS_GAP, outlines=box_styles.FOCUS_RING.outlines), ring
            )

    def draw_on(self, renderer: Renderer, target: Surface, card: FRect) -> None:
        """Draw the ribbon onto a picture of its game's card, in which the card's area is ``card``."""
        area = self.rect.move(card.left - self.card.rect.left, card.top - self.card.rect.top)
        width, height = area.size
        overhang = (width - card.width) / 2
        body = _ribbon_svg(width, height, overhang, is_highlighted=self.is_highlighted)
        key = f"home ribbon {width:.1f} {height:.1f} {self.is_highlighted}"
        renderer.blit(target, renderer.svg(key, body, (0, 0, width, height + _TAIL_LENGTH)), *area.topleft)
        icon, gap = height * 0.44, 7.0
        text_width = card.width - 2 * 8 - icon - gap
        style = renderer.first_fitting_style(self.label, _LABEL_STYLES, text_width)
        fits = renderer.text_width(self.label, style) <= text_width
        line = renderer.text(self.label if fits else self.short_label, style, RIBBON_TEXT, max_width=text_width)
        left = area.centerx - (renderer.width_of(line) + icon + gap) / 2
        renderer.blit(target, renderer.icon("play", icon, RIBBON_TEXT), left, area.centery, "midleft")
        renderer.blit(target, line, left + icon + gap, area.centery, "midleft")


def _ribbon_svg(width: float, height: float, overhang: float, *, is_highlighted: bool) -> str:
    stops = ((0, "#e2465e"), (1, "#a81d34")) if is_highlighted else ((0, "#c3263f"), (1, "#8a1528"))
    fill = raster.linear_gradient("r", stops, 0, height)
    right = width - overhang
    return (
        f"<defs>{fill}</defs>"
        f'<path d="M{overhang:.1f} {height:.1f}H0L{overhang:.1f} {height + _TAIL_LENGTH:.1f}Z" fill="#3a0610"/>'
        f'<path d="M{right:.1f} {height:.1f}H{width:.1f}L{right:.1f} {height + _TAIL_LENGTH:.1f}Z" fill="#3a0610"/>'
        f'<path d="M0 0H{width:.1f}V{height:.1f}H0Z" fill="url(#r)" stroke="#3a0610" stroke-width="1.2"/>'
        f'<path d="M0 4H{width:.1f}M0 {height - 4:.1f}H{width:.1f}" stroke="#ffd166" stroke-width="1.3"/>'
    )
