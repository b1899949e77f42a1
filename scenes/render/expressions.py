"""Expressions of portraits: a drawing holds all of them as groups of its root, and one is drawn."""

import math
from pyexpat import ParserCreate  # what xml.parsers.expat hands on; importing that takes 1 ms more at start-up
from typing import Literal, get_args

Expression = Literal["neutral", "pleased", "dismayed", "thinking", "blink"]
EXPRESSIONS: tuple[Expression, ...] = get_args(Expression)
"""Ids of the groups. ``base`` is drawn before the face, ``front`` over it."""


GAZE_DIRECTIONS = 8
"""Number of directions in which eyes can look, clockwise from the right, 45 degrees apart."""
_IRIS_SIDEWAYS, _IRIS_DOWN, _IRIS_UP = 2.0, 0.2, -1.9
"""How far an iris is from the middle of its eye when it looks aside, and from its place in the drawing, which is at the
lower edge, when it looks down or up; hundredths of a portrait."""
_IRIS_DRAWN_OFFSET = 0.5
"""How far at the right of that middle it is drawn."""
_IRIS_ATTRIBUTE = 'class="iris"'


def gaze_towards(x: float, y: float) -> int:
    """Direction of the eyes, 0 … 7, towards a point as seen from the portrait, with y downwards.

    >>> gaze_towards(30, 0), gaze_towards(10, 80), gaze_towards(-30, 2)
    (0, 2, 4)
    """
    return round(math.atan2(y, x) / math.tau * GAZE_DIRECTIONS) % GAZE_DIRECTIONS


def with_gaze(svg: str, gaze: int) -> str:
    """An SVG document in which the eyes look that way; one without drawn irises stays as it is."""
    angle = gaze / GAZE_DIRECTIONS * math.tau
    aside = _IRIS_SIDEWAYS * math.cos(angle) - _IRIS_DRAWN_OFFSET
    down = (_IRIS_UP + _IRIS_DOWN) / 2 + (_IRIS_DOWN - _IRIS_UP) / 2 * math.sin(angle)
    return svg.replace(_IRIS_ATTRIBUTE, f'transform="translate({aside:.2f} {down:.2f})"')


def with_expression(svg: str, expression: Expression) -> str:
    """An SVG document without the groups of all other expressions; one without groups stays as it is."""
    others = {one for one in EXPRESSIONS if one != expression}
    data = svg.encode()
    depth, begin, kept = 0, 0, 0
    parts: list[bytes] = []
    parser = ParserCreate()

    def start(_: str, attributes: dict[str, str]) -> None:
        nonlocal depth, begin
        depth += 1
        begin = parser.CurrentByteIndex if depth == 2 and attributes.get("id") in others else begin

    def end(_: str) -> None:
        nonlocal depth, begin, kept
        if depth == 2 and begin:
            parts.append(data[kept:begin])
            kept, begin = data.index(b">", parser.CurrentByteIndex) + 1, 0
        depth -= 1

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.Parse(data, True)
    return b"".join([*parts, data[kept:]]).decode()
