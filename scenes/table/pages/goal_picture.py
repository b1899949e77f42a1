"""The picture of a game's goal, with cards and the seats' portraits."""

import math
from collections.abc import Sequence

from pygame import FRect, Surface

from engine.cards import HIDDEN, parse
from scenes.render import raster
from scenes.render.boxes import Box, Stroke
from scenes.render.renderer import Renderer, RingKind
from scenes.render.theme import CREAM, GOLD, GOLD_ON_FELT, rgb
from scenes.table.layouts.goal_illustration import (
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    GoalArrow,
    GoalCard,
    GoalCount,
    GoalCrown,
    GoalFace,
    GoalIcon,
    GoalIllustration,
    GoalNote,
)
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widgets import Widget

_RAY_COUNT = 28
_MIN_FULL_TEXT_SCALE = 0.85
"""Scale above which notes have full-size letters."""
_CROWN_SVG = (
    '<path d="M8 40V12L24 24L36 5L48 24L64 12V40C50 35 22 35 8 40Z" fill="#ffd166" stroke="#3a2208"'
    ' stroke-width="2.5" stroke-linejoin="round"/>'
    + "".join(
        f'<circle cx="{x}" cy="{y}" r="4" fill="#ffd166" stroke="#3a2208" stroke-width="2"/>'
        for x, y in ((8, 10), (36, 5), (64, 10))
    )
)
_LOST_COLOUR = rgb("#b08a84")


class GoalPicture(Widget):
    """Picture that shows how a game is won. It keeps its aspect ratio; a crown may extend above it.

    Args:
        slug: the game's slug, for its texts.
        illustration: items to draw.
        words: texts.
        portraits: portraits of the seats, clockwise from the player.
    """

    def __init__(self, slug: str, illustration: GoalIllustration, words: Words, portraits: Sequence[str]) -> None:
        super().__init__()
        self.slug = slug
        self.illustration = illustration
        self.words = words
        self.portraits = portraits

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        width = min(constraints.max_width, constraints.max_height * PICTURE_WIDTH / PICTURE_HEIGHT)
        return Size(width, width * PICTURE_HEIGHT / PICTURE_WIDTH)

    @property
    def _scale(self) -> float:
        return self.rect.width / PICTURE_WIDTH

    def as_accessible(self) -> AccessibleElement | None:
        notes = [
            item.text if isinstance(item, GoalCount) else self.words(f"{self.slug}.goal.{item.key}")
            for item in self.illustration.items
            if isinstance(item, GoalCount | GoalNote)
        ]
        return text_element(*notes)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        scale = self._scale
        light, dark = rgb("#1f6f45"), rgb("#0b3a20")
        felt = Box(14 * scale, ((0, light), (0.6, rgb("#14532d")), (1, dark)), texture="felt", border=Stroke(dark, 2))
        renderer.draw_box(target, felt, self.rect)
        rays = renderer.svg(
            f"goal {self.illustration.rays_centre} {self.rect.size}",
            _rays_and_frame_svg(self.illustration, scale),
            (0, 0, *self.rect.size),
        )
        renderer.blit(target, rays, *self.rect.topleft)
        for item in self.illustration.items:
            x, y = self.rect.left + item.centre_x * scale, self.rect.top + item.centre_y * scale
            match item:
                case GoalCard():
                    self._draw_card(renderer, target, item, x, y)
                case GoalFace():
                    if item.seat < len(self.portraits):
                        face = renderer.portrait(self.portraits[item.seat], item.diameter * scale)
                        renderer.blit(target, face, x, y, "center")
                case GoalCrown():
                    body = f'<g transform="scale({scale:.3f})">{_CROWN_SVG}</g>'
                    renderer.blit(
                        target, renderer.svg(f"crown {scale:.3f}", body, (0, 0, 72 * scale, 46 * scale)), x, y, "center"
                    )
                case GoalArrow():
                    body, size = _arrow_svg(scale, to_left=item.to_left), (60 * scale, 40 * scale)
                    renderer.blit(target, renderer.svg(body, body, (0, 0, *size)), x, y, "center")
                case GoalIcon():
                    icon = f"{item.icon}_lost" if item.is_lost else item.icon
                    renderer.blit(
                        target,
                        renderer.icon(icon, 22 * scale, _LOST_COLOUR if item.is_lost else rgb("#ff8f9c")),
                        x,
                        y,
                        "center",
                    )
                case GoalNote():
                    self._draw_note(renderer, target, item, x, y)
                case GoalCount():
                    style = "total" if scale > _MIN_FULL_TEXT_SCALE else "count"
                    renderer.blit(target, renderer.text_shadow(item.text, style, 5), x, y + 2, "center")
                    renderer.blit(target, renderer.text(item.text, style, GOLD_ON_FELT), x, y, "center")

    def _draw_card(self, renderer: Renderer, target: Surface, item: GoalCard, x: float, y: float) -> None:
        shown = parse(item.card) if item.card else HIDDEN
        ring: RingKind | None = "selected" if item.is_winning else None
        renderer.draw_card(target, shown, x, y, item.width * self._scale, angle=item.angle, ring=ring)

    def _draw_note(self, renderer: Renderer, target: Surface, item: GoalNote, x: float, y: float) -> None:
        text, colour = self.words(f"{self.slug}.goal.{item.key}"), GOLD if item.is_gold else CREAM
        style, padding = ("choice", (24.0, 9.0)) if self._scale > _MIN_FULL_TEXT_SCALE else ("label", (16.0, 5.0))
        width = renderer.balanced_width(text, style, item.max_width * self._scale - padding[0])
        lines = renderer.paragraph(text, style, colour, width, "center", balance=True)
        pill = FRect(0, 0, width + padding[0], renderer.height_of(lines) + padding[1])
        left, right = self.rect.left + 4 + pill.width / 2, self.rect.right - 4 - pill.width / 2
        pill.center = (max(left, min(right, x)), min(y, self.rect.bottom - pill.height / 2 - 4))
        border = Stroke(rgb("#8a6a2a") if item.is_gold else rgb("#4a3a22"), 1.2)
        radius = (renderer.text_surface_height(style) + padding[1]) / 2
        renderer.draw_box(target, Box(radius, ((0, rgb("#140d08")),), border=border), pill)
        renderer.blit(target, lines, *pill.center, "center")


def _rays_and_frame_svg(illustration: GoalIllustration, scale: float) -> str:
    """Return SVG of the goal picture's light rays and thin golden frame."""
    x, y = illustration.rays_centre[0] * scale, illustration.rays_centre[1] * scale
    stops = ((0.0, "#ffe7a4", 0.6), (0.5, "#ffdc86", 0.2), (1.0, "#fff0c4", 0.0))
    glow = raster.radial_gradient("g", stops, (x, y), (200 * scale, 200 * scale))
    path = ""
    for i in range(_RAY_COUNT):
        angle = i / _RAY_COUNT * math.tau
        corners = [(x + 300 * scale * math.cos(a), y + 300 * scale * math.sin(a)) for a in (angle - 0.06, angle + 0.06)]
        path += f"M{x:.1f} {y:.1f}" + "".join(f"L{px:.1f} {py:.1f}" for px, py in corners) + "Z"
    frame = raster.rounded_rect_path(
        7 * scale, 7 * scale, (PICTURE_WIDTH - 14) * scale, (PICTURE_HEIGHT - 14) * scale, 9 * scale
    )
    return (
        f'<defs>{glow}</defs><path d="{path}" fill="url(#g)"/>'
        f'<path d="{frame}" fill="none" stroke="#ffe2a0" stroke-opacity="0.5" stroke-width="1.5"/>'
    )


def _arrow_svg(scale: float, *, to_left: bool) -> str:
    turned = "" if to_left else " translate(60 0) scale(-1 1)"
    lines = "".join(
        f'<path d="M54 20H8M20 8L7 20L20 32" fill="none" stroke="{colour}" stroke-width="{width}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
        for colour, width in (("#2a1606", 9), ("#ffd166", 5))
    )
    return f'<g transform="scale({scale:.3f}){turned}">{lines}</g>'
