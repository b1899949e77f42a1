"""Suit-shaped sparks that fly out from an announcement."""

import math
from collections.abc import Callable, Iterator
from functools import partial

from pygame import Surface

from scenes.render import timing
from scenes.render.raster import with_opacity
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD, REFUSAL_TEXT, TITLE_TEXT, hex_code

_SPARK_COUNT = 18
_SPARK_SIZES = (11.0, 15.0, 19.0)
_START_RADII, _FLIGHT_RADII = (273.0, 156.0), (143.0, 83.0)
"""Half axes of the ellipse on which the sparks start, and of their flight."""
_SPARK_COLOURS = (GOLD, TITLE_TEXT, REFUSAL_TEXT, CREAM)
_SUITS = "SHDC"
_GOLDEN_ANGLE_RAD = math.pi * (3 - math.sqrt(5))
_TRAIL_LENGTH, _TRAIL_OPACITY, _TRAIL_WIDTH = 20.0, 0.4, 2.4
"""Length of the trail behind a spark, its opacity at the spark, and its width."""
_TRAIL_GAP = 3.0
"""Distance from a spark to its trail."""


def draw_sparks(renderer: Renderer, target: Surface, centre_x: float, centre_y: float, progress: float) -> None:
    """Draw an announcement's sparks around a centre at a progress of their flight, 0 … 1; none at its end."""
    if progress >= 1.0:
        return
    flight_share = timing.ease_out(progress)
    for i in range(_SPARK_COUNT):
        radius_share = 0.55 + 0.45 * ((i * 7) % _SPARK_COUNT) / _SPARK_COUNT
        across = math.cos(i * _GOLDEN_ANGLE_RAD) * (_START_RADII[0] + _FLIGHT_RADII[0] * flight_share) * radius_share
        down = math.sin(i * _GOLDEN_ANGLE_RAD) * (_START_RADII[1] + _FLIGHT_RADII[1] * flight_share) * radius_share
        opacity = min(1.0, 2 * (1 - progress))
        direction = _flight_direction(i)
        trail_distance = _SPARK_SIZES[i % len(_SPARK_SIZES)] / 2 + _TRAIL_GAP + _TRAIL_LENGTH / 2
        tail = with_opacity(_trail(renderer, i), opacity)
        renderer.blit(
            target,
            tail,
            centre_x + across - direction[0] * trail_distance,
            centre_y + down - direction[1] * trail_distance,
            "center",
        )
        renderer.blit(target, with_opacity(_spark(renderer, i), opacity), centre_x + across, centre_y + down, "center")


def _flight_direction(number: int) -> tuple[float, float]:
    """Return the flight direction of an announcement's spark, as a unit vector."""
    across, down = (
        math.cos(number * _GOLDEN_ANGLE_RAD) * _FLIGHT_RADII[0],
        math.sin(number * _GOLDEN_ANGLE_RAD) * _FLIGHT_RADII[1],
    )
    length = math.hypot(across, down)
    return across / length, down / length


def _trail(renderer: Renderer, number: int) -> Surface:
    """Return the drawing of a spark's trail: a fading line in its colour."""
    x, y = (part * _TRAIL_LENGTH / 2 for part in _flight_direction(number))
    colour = hex_code(_SPARK_COLOURS[number % len(_SPARK_COLOURS)])
    steps = 4
    body = "".join(
        f'<path d="M{x - 2 * x * i / steps:.2f} {y - 2 * y * i / steps:.2f}l{-2 * x / steps:.2f} {-2 * y / steps:.2f}"'
        f' stroke="{colour}" stroke-width="{_TRAIL_WIDTH}" stroke-opacity="{_TRAIL_OPACITY * (1 - i / steps):.2f}"/>'
        for i in range(steps)
    )
    width, height = 2 * abs(x) + _TRAIL_WIDTH + 1, 2 * abs(y) + _TRAIL_WIDTH + 1
    return renderer.svg(f"tail {number}", body, (-width / 2, -height / 2, width, height))


def _spark(renderer: Renderer, number: int) -> Surface:
    """Return the drawing of a spark: a suit in one of three sizes."""
    size, colour = _SPARK_SIZES[number % len(_SPARK_SIZES)], _SPARK_COLOURS[number % len(_SPARK_COLOURS)]
    return renderer.suit(_SUITS[number % len(_SUITS)], size, colour)


def prerender_sparks(renderer: Renderer) -> Iterator[Callable[[], object]]:
    """Yield the steps that prerender an announcement's sparks."""
    for number in range(len(_SUITS) * len(_SPARK_SIZES)):
        yield partial(_spark, renderer, number)
    for number in range(_SPARK_COUNT):
        yield partial(_trail, renderer, number)
