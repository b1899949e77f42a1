"""Sparks in the shape of suits that fly from an announcement."""

import math
from collections.abc import Callable, Iterator
from functools import partial

from pygame import Surface

from scenes.look import speeds
from scenes.look.look import Look
from scenes.look.raster import faded
from scenes.look.theme import CREAM, GOLD, REFUSAL, TITLE

_COUNT = 18
_SIZES = (11.0, 15.0, 19.0)
_FROM, _OUT = (273.0, 156.0), (143.0, 83.0)
"""Half axes of the ellipse that they leave, and how far they fly."""
_COLOURS = (GOLD, TITLE, REFUSAL, CREAM)
_SUITS = "SHDC"
_GOLDEN = math.pi * (3 - math.sqrt(5))


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
        look.blit(target, faded(_spark(look, i), 2 * (1 - part)), x + across, y + down, "center")


def _spark(look: Look, number: int) -> Surface:
    """A suit that flies; there are three sizes of each."""
    size, colour = _SIZES[number % len(_SIZES)], _COLOURS[number % len(_COLOURS)]
    return look.suit(_SUITS[number % len(_SUITS)], size, colour)


def prepare_sparks(look: Look) -> Iterator[Callable[[], object]]:
    """What makes the sparks."""
    for number in range(len(_SUITS) * len(_SIZES)):
        yield partial(_spark, look, number)
