"""Animated confetti for a person who won a match: it falls and settles on the felt."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.rng import Rng
from scenes.render import raster, timing
from scenes.render.renderer import Renderer
from scenes.ui.widgets import Widget

_COLOURS = ("#ffd166", "#f0566a", "#5aa9d6", "#6ecf9e", "#fff3d6", "#e2ae4e")
_PIECE_SHAPES = ("strip", "square", "suit_S", "suit_H", "suit_D", "suit_C")
_AREA_PER_PIECE = 4200.0
"""Area per piece, square logical pixels."""
_MAX_PIECES = 220
_ANGLE_STEPS = 24
_SUIT_SIZE = 15.0
DURATION_MS = timing.CONFETTI_SPREAD_MS + timing.CONFETTI_FALL_MS
"""Time until all pieces lie still, at game speed 1."""


class ConfettiPiece(NamedTuple):
    """A piece of confetti. Lengths are in logical pixels."""

    shape: str
    colour: str
    rest_x: float
    rest_y: float
    """y of its centre at rest; ``rest_x`` is the x."""
    start_ms: float
    fall_ms: float
    rest_angle_degrees: int
    spin_degrees: float
    """Rotation during the fall."""
    sway: float
    """Amplitude of the sideways motion during the fall."""


def scatter(area: FRect, keep_clear: Sequence[FRect], rng: Rng) -> list[ConfettiPiece]:
    """Return random confetti pieces that come to rest within an area, clear of the rectangles ``keep_clear``."""
    pieces: list[ConfettiPiece] = []
    count = min(_MAX_PIECES, int(area.width * area.height / _AREA_PER_PIECE))
    for _ in range(4 * count):
        x, y = area.left + rng.unit() * area.width, area.top + rng.unit() * area.height
        around = FRect(x - 14, y - 14, 28, 28)
        if around.collidelist(list(keep_clear)) >= 0:
            continue
        shape = rng.choice(_PIECE_SHAPES)
        pieces.append(
            ConfettiPiece(
                shape,
                rng.choice(_COLOURS),
                x,
                y,
                rng.unit() * timing.CONFETTI_SPREAD_MS,
                timing.CONFETTI_FALL_MS * (0.7 + 0.3 * rng.unit()),
                rng.below(360) if not shape.startswith("suit") else rng.below(70) - 35,
                360 * (rng.unit() * 3 - 1.5),
                20 + 50 * rng.unit(),
            )
        )
        if len(pieces) == count:
            break
    return pieces


class Confetti(Widget):
    """Draws falling pieces of confetti.

    Args:
        pieces: the pieces.
        elapsed_ms: returns the milliseconds since the first piece began to fall, at game speed 1.
    """

    def __init__(self, pieces: Sequence[ConfettiPiece], elapsed_ms: Callable[[], float]) -> None:
        super().__init__()
        self.pieces = tuple(pieces)
        self.elapsed_ms = elapsed_ms

    def draw(self, renderer: Renderer, target: Surface) -> None:
        elapsed_ms = self.elapsed_ms()
        for piece in self.pieces:
            progress = min(1.0, (elapsed_ms - piece.start_ms) / piece.fall_ms)
            if progress <= 0:
                continue
            remaining = 1 - progress
            y = piece.rest_y - (piece.rest_y + 40) * remaining * (0.55 + 0.45 * remaining)
            x = piece.rest_x + piece.sway * math.sin(remaining * 9) * min(1.0, 2 * remaining)
            angle = piece.rest_angle_degrees + piece.spin_degrees * remaining
            flatness = abs(math.cos(remaining * 14)) if remaining else 1.0
            renderer.blit(target, _piece_picture(renderer, piece, angle, flatness), x, y, "center")


def _piece_picture(renderer: Renderer, piece: ConfettiPiece, angle_degrees: float, height_factor: float) -> Surface:
    step = round(angle_degrees / (360 / _ANGLE_STEPS)) % _ANGLE_STEPS
    height_scale = max(1, round(height_factor * 4)) / 4
    key = f"confetti {piece.shape} {piece.colour} {step} {height_scale}"
    body = _piece_svg(piece.shape, piece.colour)
    turn = f'<g transform="rotate({step * 360 / _ANGLE_STEPS}) scale(1 {height_scale})">{body}</g>'
    return renderer.svg(key, turn, (-12, -12, 24, 24))


def _piece_svg(shape: str, colour: str) -> str:
    if shape == "strip":
        return f'<rect x="-7" y="-3.5" width="14" height="7" fill="{colour}"/>'
    if shape == "square":
        return f'<rect x="-5" y="-5" width="10" height="10" fill="{colour}"/>'
    art = raster.svg_elements(raster.ASSETS / "icons" / f"{shape}.svg").replace("#ffffff", colour)
    return f'<g transform="scale({_SUIT_SIZE / 100}) translate(-50 -50)">{art}</g>'
