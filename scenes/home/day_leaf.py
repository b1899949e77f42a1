"""The calendar leaf on a game's card that opens its deal of the day."""

from typing import Literal, Protocol

from pygame import FRect, Surface

from scenes.look import box_styles
from scenes.look.boxes import Box, Shadow, Stroke
from scenes.look.look import Look
from scenes.look.theme import BRASS, CARD_FACE, INK, INK_CAPTION, ON_BRASS, PAPER_LOW, Colour, hex_code, rgb
from scenes.look.widgets import IconButton
from scenes.look.widgets.base import Click, Pos

LeafMark = Literal["", "check", "play"]
_HEAD = rgb("#a3243b")
_DONE = rgb("#8a7a68")
_CHECK = rgb("#1c7a4a")
_LEAST, _MOST = 38.0, 48.0
"""Width of a leaf on the narrowest and on the widest cards."""
_ASIDE = 18.0
"""Distance from the card's upper right corner, on a card of the usual width."""
_LARGE = 42.0
"""Width from which the figures are large."""


class LeafHolder(Protocol):
    """The card that a leaf is pinned to; it draws the leaf."""

    rect: FRect
    leaf: "Leaf | None"

    @property
    def lift(self) -> float:
        """Height above its resting place, logical pixels."""


class Leaf(IconButton):
    """A leaf with the day of the month: a button drawn by its card.

    Args:
        card: the game's card, which rises for the leaf, too.
        number: day of the month.
        mark: ``check`` if the deal was played, ``play`` if it can be continued.
        on_click: opens the deal.
        name: description for the tooltip.
    """

    def __init__(self, card: LeafHolder, number: str, mark: LeafMark, on_click: Click, *, name: str) -> None:
        super().__init__("", on_click, name=name)
        self.card = card
        self.number = number
        self.mark: LeafMark = mark
        self.radius = 8.0
        self.named_below = True
        wide = max(_LEAST, min(_MOST, card.rect.width * 0.21))
        aside = _ASIDE * min(1.0, card.rect.width / 216)
        self.rect = FRect(card.rect.right - aside - wide, card.rect.top + aside, wide, wide * 1.08)
        card.leaf = self

    @property
    def hot(self) -> bool:
        """Whether it is hovered or focused."""
        return self.hovered or self.focused

    @property
    def seen(self) -> FRect:
        return self.rect.move(0, -self.card.lift)

    def preferred(self, look: Look) -> tuple[float, float]:
        return self.rect.size

    def contains(self, pos: Pos) -> bool:
        """Whether a position is on its resting place or the strip above, as its card rises."""
        if pos is None:
            return False
        wide, high = max(self.rect.width, self.reach), max(self.rect.height, self.reach)
        area = FRect(self.rect.centerx - wide / 2, self.rect.centery - high / 2 - 16, wide, high + 16)
        return bool(area.collidepoint(pos))

    def draw(self, look: Look, target: Surface) -> None:
        """Do nothing: the card draws it."""

    def draw_focus(self, look: Look, target: Surface) -> None:
        if self.focused:
            ring = self.seen.inflate(2 * box_styles.FOCUS_GAP, 2 * box_styles.FOCUS_GAP)
            look.draw_box(target, Box(self.radius + box_styles.FOCUS_GAP, outlines=box_styles.FOCUS.outlines), ring)

    def draw_on(self, look: Look, target: Surface, card: FRect) -> None:
        """Draw it on a picture of its card, which is at ``card``."""
        leaf = self.rect.move(card.left - self.card.rect.left, card.top - self.card.rect.top)
        done = self.mark == "check" and not self.hot
        face = PAPER_LOW if done else CARD_FACE
        border = Stroke(BRASS, 2.0) if self.hot else Stroke(rgb("#5a3a0e"), 1.2)
        look.draw_box(target, Box(self.radius, ((0, face),), shadows=(Shadow(3, 7, 0.5),), border=border), leaf)
        wide, high = leaf.size
        look.blit(
            target, look.svg(f"leaf {wide:.1f} {done}", _head(wide, high, done), (0, 0, wide, high)), *leaf.topleft
        )
        style = "tag" if wide >= _LARGE else "numeral_small"
        number = look.text(self.number, style, INK_CAPTION if done else INK)
        look.blit(target, number, leaf.centerx, leaf.top + high * 0.63, "center")
        if self.mark:
            self._draw_mark(look, target, leaf)

    def _draw_mark(self, look: Look, target: Surface, leaf: FRect) -> None:
        size = leaf.width * 0.42
        disc = FRect(0, 0, size, size)
        disc.center = (leaf.right - 1, leaf.bottom - 2)
        ground, ink = (_CHECK, CARD_FACE) if self.mark == "check" else (BRASS, ON_BRASS)
        look.draw_box(target, Box(size / 2, ((0, ground),), border=Stroke(CARD_FACE, 1.5)), disc)
        look.blit(target, look.icon(self.mark, size * 0.66, ink), *disc.center, "center")


def _head(wide: float, high: float, done: bool) -> str:
    """The coloured strip at the top with two rings."""
    strip: Colour = _DONE if done else _HEAD
    foot = high * 0.3
    body = (
        f'<path d="M1 {foot:.2f}V8A7 7 0 0 1 8 1H{wide - 8:.2f}A7 7 0 0 1 {wide - 1:.2f} 8V{foot:.2f}Z"'
        f' fill="{hex_code(strip)}"/>'
    )
    for x in (wide * 0.3, wide * 0.7):
        body += f'<circle cx="{x:.2f}" cy="{foot * 0.5:.2f}" r="{wide * 0.055:.2f}" fill="{hex_code(CARD_FACE)}"/>'
    return body
