"""The picture of a game's goal, drawn with the program's own cards and the faces of a table."""

import math
from collections.abc import Sequence

from pygame import FRect, Surface

from engine.cards import HIDDEN, parse
from scenes.look import raster
from scenes.look.boxes import Box, Stroke
from scenes.look.look import Look, RingKind
from scenes.look.theme import CREAM, GOLD, GOLD_ON_FELT, rgb
from scenes.look.widgets import Widget
from scenes.table.layouts.goal import (
    HEIGHT,
    WIDTH,
    Goal,
    GoalArrow,
    GoalCard,
    GoalCount,
    GoalCrown,
    GoalFace,
    GoalIcon,
    GoalNote,
)
from scenes.text.words import Words

_RAYS = 28
_LARGE = 0.85
"""Scale from which notes have letters of the usual size."""
_CROWN = (
    '<path d="M8 40V12L24 24L36 5L48 24L64 12V40C50 35 22 35 8 40Z" fill="#ffd166" stroke="#3a2208"'
    ' stroke-width="2.5" stroke-linejoin="round"/>'
    + "".join(
        f'<circle cx="{x}" cy="{y}" r="4" fill="#ffd166" stroke="#3a2208" stroke-width="2"/>'
        for x, y in ((8, 10), (36, 5), (64, 10))
    )
)
_LOST = rgb("#b08a84")


class GoalPicture(Widget):
    """How one wins, at a glance. It fills the width given and keeps its shape; a crown may rise above it.

    Args:
        slug: the game, for its texts.
        goal: what to draw.
        words: texts.
        faces: portraits of the seats, the player's first, clockwise.
        width: of the picture, logical pixels.
    """

    def __init__(self, slug: str, goal: Goal, words: Words, faces: Sequence[str], width: float) -> None:
        super().__init__(FRect(0, 0, width, width * HEIGHT / WIDTH))
        self.slug = slug
        self.goal = goal
        self.words = words
        self.faces = faces

    def preferred(self, look: Look) -> tuple[float, float]:
        return self.rect.size

    @property
    def _scale(self) -> float:
        return self.rect.width / WIDTH

    def draw(self, look: Look, target: Surface) -> None:
        k = self._scale
        light, dark = rgb("#1f6f45"), rgb("#0b3a20")
        felt = Box(14 * k, ((0, light), (0.6, rgb("#14532d")), (1, dark)), texture="felt", border=Stroke(dark, 2))
        look.draw_box(target, felt, self.rect)
        rays = look.svg(f"goal {self.goal.light} {self.rect.size}", _rays(self.goal, k), (0, 0, *self.rect.size))
        look.blit(target, rays, *self.rect.topleft)
        for part in self.goal.parts:
            x, y = self.rect.left + part.x * k, self.rect.top + part.y * k
            match part:
                case GoalCard():
                    self._draw_card(look, target, part, x, y)
                case GoalFace():
                    if part.seat < len(self.faces):
                        face = look.portrait(self.faces[part.seat], part.diameter * k)
                        look.blit(target, face, x, y, "center")
                case GoalCrown():
                    body = f'<g transform="scale({k:.3f})">{_CROWN}</g>'
                    look.blit(target, look.svg(f"crown {k:.3f}", body, (0, 0, 72 * k, 46 * k)), x, y, "center")
                case GoalArrow():
                    body, size = _arrow(k, to_left=part.to_left), (60 * k, 40 * k)
                    look.blit(target, look.svg(body, body, (0, 0, *size)), x, y, "center")
                case GoalIcon():
                    icon = f"{part.icon}_lost" if part.lost else part.icon
                    look.blit(target, look.icon(icon, 22 * k, _LOST if part.lost else rgb("#ff8f9c")), x, y, "center")
                case GoalNote():
                    self._draw_note(look, target, part, x, y)
                case GoalCount():
                    style = "total" if k > _LARGE else "count"
                    look.blit(target, look.text_shade(part.text, style, 5), x, y + 2, "center")
                    look.blit(target, look.text(part.text, style, GOLD_ON_FELT), x, y, "center")

    def _draw_card(self, look: Look, target: Surface, part: GoalCard, x: float, y: float) -> None:
        shown = parse(part.card) if part.card else HIDDEN
        ring: RingKind | None = "selected" if part.wins else None
        look.draw_card(target, shown, x, y, part.width * self._scale, angle=part.angle, ring=ring)

    def _draw_note(self, look: Look, target: Surface, part: GoalNote, x: float, y: float) -> None:
        style = "choice" if self._scale > _LARGE else "label"
        room = min(part.room * self._scale, self.rect.width) - 20
        line = look.text(
            self.words(f"{self.slug}.goal.{part.key}"), style, GOLD if part.gold else CREAM, max_width=room
        )
        wide, high = line.get_width() / look.scale + 24, look.text_height(style) + 9
        pill = FRect(0, 0, wide, high)
        left, right = self.rect.left + 4, self.rect.right - 4
        pill.center = (max(left + wide / 2, min(right - wide / 2, x)), min(y, self.rect.bottom - high / 2 - 4))
        border = Stroke(rgb("#8a6a2a") if part.gold else rgb("#4a3a22"), 1.2)
        look.draw_box(target, Box(high / 2, ((0, rgb("#140d08")),), border=border), pill)
        look.blit(target, line, *pill.center, "center")


def _rays(goal: Goal, k: float) -> str:
    """Light from behind what wins, and a thin golden frame."""
    x, y = goal.light[0] * k, goal.light[1] * k
    stops = ((0.0, "#ffe7a4", 0.6), (0.5, "#ffdc86", 0.2), (1.0, "#fff0c4", 0.0))
    glow = raster.radial_gradient("g", stops, (x, y), (200 * k, 200 * k))
    path = ""
    for i in range(_RAYS):
        turn = i / _RAYS * math.tau
        ends = [(x + 300 * k * math.cos(a), y + 300 * k * math.sin(a)) for a in (turn - 0.06, turn + 0.06)]
        path += f"M{x:.1f} {y:.1f}" + "".join(f"L{px:.1f} {py:.1f}" for px, py in ends) + "Z"
    frame = raster.rounded(7 * k, 7 * k, (WIDTH - 14) * k, (HEIGHT - 14) * k, 9 * k)
    return (
        f'<defs>{glow}</defs><path d="{path}" fill="url(#g)"/>'
        f'<path d="{frame}" fill="none" stroke="#ffe2a0" stroke-opacity="0.5" stroke-width="1.5"/>'
    )


def _arrow(k: float, *, to_left: bool) -> str:
    turned = "" if to_left else " translate(60 0) scale(-1 1)"
    lines = "".join(
        f'<path d="M54 20H8M20 8L7 20L20 32" fill="none" stroke="{colour}" stroke-width="{width}"'
        ' stroke-linecap="round" stroke-linejoin="round"/>'
        for colour, width in (("#2a1606", 9), ("#ffd166", 5))
    )
    return f'<g transform="scale({k:.3f}){turned}">{lines}</g>'
