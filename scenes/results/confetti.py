"""Confetti for the winner of a match: it flutters down and settles on the felt."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.rng import Rng
from scenes.look import raster, speeds
from scenes.look.look import Look
from scenes.look.widgets import Widget

_COLOURS = ("#ffd166", "#f0566a", "#5aa9d6", "#6ecf9e", "#fff3d6", "#e2ae4e")
_SHAPES = ("strip", "square", "suit_S", "suit_H", "suit_D", "suit_C")
_AREA = 4200.0
"""Square logical pixels per piece."""
_MOST = 220
_ANGLES = 24
_SUIT = 15.0


class ConfettiPiece(NamedTuple):
    """A piece of confetti. Lengths are logical pixels, times milliseconds, angles degrees."""

    shape: str
    colour: str
    x: float
    y: float
    """Resting position, with ``x``."""
    start: float
    fall: float
    angle: int
    spin: float
    """Rotation on its way."""
    sway: float


def scatter(area: FRect, clear: Sequence[FRect], rng: Rng) -> list[ConfettiPiece]:
    """Return pieces that come to rest in an area, but not on the rectangles ``clear``."""
    pieces: list[ConfettiPiece] = []
    wanted = min(_MOST, int(area.width * area.height / _AREA))
    for _ in range(4 * wanted):
        x, y = area.left + rng.unit() * area.width, area.top + rng.unit() * area.height
        around = FRect(x - 14, y - 14, 28, 28)
        if around.collidelist(list(clear)) >= 0:
            continue
        shape = rng.choice(_SHAPES)
        pieces.append(
            ConfettiPiece(
                shape,
                rng.choice(_COLOURS),
                x,
                y,
                rng.unit() * speeds.CONFETTI_SPREAD,
                speeds.CONFETTI_FALL * (0.7 + 0.3 * rng.unit()),
                rng.below(360) if not shape.startswith("suit") else rng.below(70) - 35,
                360 * (rng.unit() * 3 - 1.5),
                20 + 50 * rng.unit(),
            )
        )
        if len(pieces) == wanted:
            break
    return pieces


class Confetti(Widget):
    """All pieces; ``time`` is the milliseconds at speed 1 since they began to fall."""

    def __init__(self, pieces: Sequence[ConfettiPiece], time: float) -> None:
        super().__init__()
        self.pieces = tuple(pieces)
        self.time = time

    @property
    def falling(self) -> bool:
        """Whether a piece is still in the air."""
        return self.time < speeds.CONFETTI_SPREAD + speeds.CONFETTI_FALL

    def draw(self, look: Look, target: Surface) -> None:
        for piece in self.pieces:
            part = min(1.0, (self.time - piece.start) / piece.fall)
            if part <= 0:
                continue
            left = 1 - part
            y = piece.y - (piece.y + 40) * left * (0.55 + 0.45 * left)
            x = piece.x + piece.sway * math.sin(left * 9) * min(1.0, 2 * left)
            turned = piece.angle + piece.spin * left
            flat = abs(math.cos(left * 14)) if left else 1.0
            look.blit(target, _drawn(look, piece, turned, flat), x, y, "center")


def _drawn(look: Look, piece: ConfettiPiece, angle: float, flat: float) -> Surface:
    step = round(angle / (360 / _ANGLES)) % _ANGLES
    thin = max(1, round(flat * 4)) / 4
    key = f"confetti {piece.shape} {piece.colour} {step} {thin}"
    body = _body(piece.shape, piece.colour)
    turn = f'<g transform="rotate({step * 360 / _ANGLES}) scale(1 {thin})">{body}</g>'
    return look.svg(key, turn, (-12, -12, 24, 24))


def _body(shape: str, colour: str) -> str:
    if shape == "strip":
        return f'<rect x="-7" y="-3.5" width="14" height="7" fill="{colour}"/>'
    if shape == "square":
        return f'<rect x="-5" y="-5" width="10" height="10" fill="{colour}"/>'
    art = raster.elements(raster.ASSETS / "icons" / f"{shape}.svg").replace("#ffffff", colour)
    return f'<g transform="scale({_SUIT / 100}) translate(-50 -50)">{art}</g>'
