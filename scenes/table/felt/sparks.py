"""Sparks in the shape of suits that fly from an announcement."""

import math
from collections.abc import Callable, Iterator
from functools import partial

from pygame import Surface

from scenes.look import speeds
from scenes.look.look import Look
from scenes.look.raster import faded
from scenes.look.theme import CREAM, GOLD, REFUSAL, TITLE, hex_code

_COUNT = 18
_SIZES = (11.0, 15.0, 19.0)
_FROM, _OUT = (273.0, 156.0), (143.0, 83.0)
"""Half axes of the ellipse that they leave, and how far they fly."""
_COLOURS = (GOLD, TITLE, REFUSAL, CREAM)
_SUITS = "SHDC"
_GOLDEN = math.pi * (3 - math.sqrt(5))
_TAIL, _SEEN, _THICK = 20.0, 0.4, 2.4
"""Length of the trail behind a spark, how much of it is seen where it begins, and its width."""
_APART = 3.0
"""Distance from a spark to its trail."""


def draw_sparks(look: Look, target: Surface, x: float, y: float, age: float) -> None:
    """Draw the sparks around a place, so many milliseconds after they left."""
    part = age / speeds.SPARKS
    if part >= 1.0:
        return
    out = speeds.ease_out(part)
    for i in range(_COUNT):
        far = 0.55 + 0.45 * ((i * 7) % _COUNT) / _COUNT
        across = math.cos(i * _GOLDEN) * (_FROM[0] + _OUT[0] * out) * far
        down = math.sin(i * _GOLDEN) * (_FROM[1] + _OUT[1] * out) * far
        seen = min(1.0, 2 * (1 - part))
        ahead = _ahead(i)
        behind = _SIZES[i % len(_SIZES)] / 2 + _APART + _TAIL / 2
        tail = faded(_tail(look, i), seen)
        look.blit(target, tail, x + across - ahead[0] * behind, y + down - ahead[1] * behind, "center")
        look.blit(target, faded(_spark(look, i), seen), x + across, y + down, "center")


def _ahead(number: int) -> tuple[float, float]:
    """The direction in which a spark flies, of length 1."""
    across, down = math.cos(number * _GOLDEN) * _OUT[0], math.sin(number * _GOLDEN) * _OUT[1]
    length = math.hypot(across, down)
    return across / length, down / length


def _tail(look: Look, number: int) -> Surface:
    """The trail of a spark: a line in its colour that fades."""
    x, y = (part * _TAIL / 2 for part in _ahead(number))
    colour = hex_code(_COLOURS[number % len(_COLOURS)])
    steps = 4
    body = "".join(
        f'<path d="M{x - 2 * x * i / steps:.2f} {y - 2 * y * i / steps:.2f}l{-2 * x / steps:.2f} {-2 * y / steps:.2f}"'
        f' stroke="{colour}" stroke-width="{_THICK}" stroke-opacity="{_SEEN * (1 - i / steps):.2f}"/>'
        for i in range(steps)
    )
    wide, high = 2 * abs(x) + _THICK + 1, 2 * abs(y) + _THICK + 1
    return look.svg(f"tail {number}", body, (-wide / 2, -high / 2, wide, high))


def _spark(look: Look, number: int) -> Surface:
    """A suit that flies; there are three sizes of each."""
    size, colour = _SIZES[number % len(_SIZES)], _COLOURS[number % len(_COLOURS)]
    return look.suit(_SUITS[number % len(_SUITS)], size, colour)


def prepare_sparks(look: Look) -> Iterator[Callable[[], object]]:
    """What makes the sparks."""
    for number in range(len(_SUITS) * len(_SIZES)):
        yield partial(_spark, look, number)
    for number in range(_COUNT):
        yield partial(_tail, look, number)
