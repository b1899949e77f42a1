"""Where the buttons of the results stand: below each other at the right, or in a row where there is little room."""

from collections.abc import Sequence

from pygame import FRect

from scenes.look.look import Look
from scenes.look.widgets import Button, IconButton, Widget

_LEAST = 214.0
_GAP = 10.0
_IN_A_ROW = 14.0
_PAIR = 3
"""Of so many beside the first, two share a line."""


def column(look: Look, buttons: Sequence[Button], right: float, top: float, head: float) -> float:
    """Place them below each other in a head of that height, the first one larger; returns where they begin."""
    first, *others = buttons
    lines = [others[:2], others[2:]] if len(others) >= _PAIR else [[button] for button in others]
    widths = [sum(button.preferred(look)[0] for button in line) + _GAP * (len(line) - 1) for line in lines]
    wide = max(_LEAST, first.preferred(look)[0], *widths)
    left = right - wide
    y = top + (head - (118 + 54 * len(lines))) / 2
    first.rect = FRect(left, y, wide, 56)
    y += 70
    for line, needed in zip(lines, widths, strict=True):
        x, more = left, (wide - needed) / len(line)
        for button in line:
            button.rect = FRect(x, y, button.preferred(look)[0] + more, 48)
            x = button.rect.right + _GAP
        y += 58
    return left


def row(look: Look, buttons: Sequence[Button], left: float, right: float, middle: float) -> list[Widget]:
    """Place them in a row with the first one at the right; icons stand for those between where room is short."""
    needed = sum(button.preferred(look)[0] + _IN_A_ROW for button in buttons) - _IN_A_ROW
    shown: list[Widget] = list(buttons)
    if needed > right - left:
        shown[1:-1] = [IconButton(one.icon, one.on_click, name=one.label, size=one.height) for one in buttons[1:-1]]
    end = right
    for button in (shown[0], *reversed(shown[1:])):
        button.place(look, end, middle, "midright")
        end = button.rect.left - _IN_A_ROW
    return shown
