"""Facial expressions and gaze of portraits. An SVG file holds all expressions as groups, of which one is drawn."""

import math
from pyexpat import ParserCreate  # not xml.parsers.expat, which re-exports it: 1 ms more at the start
from typing import Literal, get_args

Expression = Literal["neutral", "pleased", "dismayed", "thinking", "blink"]
EXPRESSIONS: tuple[Expression, ...] = get_args(Expression)
"""Facial expressions, which are the ids of groups in a portrait's SVG. The group ``base`` is drawn below the face,
``front`` above it."""


GAZE_DIRECTIONS = 8
"""Number of gaze directions, 45 degrees apart, clockwise from the right."""
_IRIS_SIDEWAYS, _IRIS_DOWN, _IRIS_UP = 2.0, 0.2, -1.9
"""Maximum offsets of an iris: sideways from the eye's centre, and down and up from its drawn position. The unit is a
hundredth of a portrait."""
_IRIS_DRAWN_OFFSET = 0.5
"""Distance of the drawn iris to the right of the eye's centre."""
_IRIS_ATTRIBUTE = 'class="iris"'


def gaze_towards(dx: float, dy: float) -> int:
    """Return the gaze direction, 0 … 7, from the portrait towards a relative point, with y downwards.

    >>> gaze_towards(30, 0), gaze_towards(10, 80), gaze_towards(-30, 2)
    (0, 2, 4)
    """
    return round(math.atan2(dy, dx) / math.tau * GAZE_DIRECTIONS) % GAZE_DIRECTIONS


def with_gaze(svg: str, gaze: int) -> str:
    """Return a portrait's SVG document with the irises moved to a gaze direction; unchanged if it has no irises."""
    angle = gaze / GAZE_DIRECTIONS * math.tau
    right = _IRIS_SIDEWAYS * math.cos(angle) - _IRIS_DRAWN_OFFSET
    down = (_IRIS_UP + _IRIS_DOWN) / 2 + (_IRIS_DOWN - _IRIS_UP) / 2 * math.sin(angle)
    return svg.replace(_IRIS_ATTRIBUTE, f'transform="translate({right:.2f} {down:.2f})"')


def with_expression(svg: str, expression: Expression) -> str:
    """Return a portrait's SVG document with one facial expression; unchanged if it has no groups of expressions."""
    others = {name for name in EXPRESSIONS if name != expression}
    data = svg.encode()
    depth, begin, copied_end = 0, 0, 0
    parts: list[bytes] = []
    parser = ParserCreate()

    def start(_: str, attributes: dict[str, str]) -> None:
        nonlocal depth, begin
        depth += 1
        begin = parser.CurrentByteIndex if depth == 2 and attributes.get("id") in others else begin

    def end(_: str) -> None:
        nonlocal depth, begin, copied_end
        if depth == 2 and begin:
            parts.append(data[copied_end:begin])
            copied_end, begin = data.index(b">", parser.CurrentByteIndex) + 1, 0
        depth -= 1

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(data, True)
    return b"".join([*parts, data[copied_end:]]).decode()
