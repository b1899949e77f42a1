"""Expressions of portraits: a drawing holds all of them as groups of its root, and one is drawn."""

from pyexpat import ParserCreate  # what xml.parsers.expat hands on; importing that takes 1 ms more at start-up
from typing import Literal, get_args

Expression = Literal["neutral", "pleased", "dismayed", "thinking", "blink"]
EXPRESSIONS: tuple[Expression, ...] = get_args(Expression)
"""Ids of the groups. ``base`` is drawn before the face, ``front`` over it."""


def with_expression(text: str, expression: Expression) -> str:
    """An SVG document without the groups of all other expressions; one without groups stays as it is."""
    others = {one for one in EXPRESSIONS if one != expression}
    data = text.encode()
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
