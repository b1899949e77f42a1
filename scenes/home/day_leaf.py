"""The calendar leaf on the home screen's wooden edge: today's deals, one pip for each game."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from pygame import FRect, Surface

from scenes.look import box_styles, raster
from scenes.look.boxes import Box, Shadow, Stroke
from scenes.look.look import Look
from scenes.look.theme import BRASS, CARD_FACE, INK, PAPER_LOW, RIBBON_TEXT
from scenes.look.widgets import IconButton
from scenes.look.widgets.base import Click

Pip = Literal["done", "next", "waits", "later"]
"""State of a game's deal: played, the next one to play, in progress, or still to come."""
_GREEN, _LATER, _GOLD = "#14603a", "#b8a47e", "#e0a93a"
_SUITS = (
    "M0 -6C3 -3 6 -1 6 2C6 4.500 3 5 1 3.500L2 6.500H-2L-1 3.500C-3 5 -6 4.500 -6 2C-6 -1 -3 -3 0 -6Z",
    "M0 6C-3 3 -6 1 -6 -2C-6 -5 -2 -6 0 -3C2 -6 6 -5 6 -2C6 1 3 3 0 6Z",
    "M0 -6.500L5 0L0 6.500L-5 0Z",
    "M0 -6.500A3 3 0 0 1 2.500 -1.800A3 3 0 1 1 1 3.400L2 6.500H-2"
    "L-1 3.400A3 3 0 1 1 -2.500 -1.800A3 3 0 0 1 0 -6.500Z",
)
"""Outlines of the suits, 13 high, around 0, 0."""
_MARKS = {"done": "M-5 0.500L-1.500 4L5 -4", "waits": "M-3 -5L5 0L-3 5Z"}
_STUB = 60.0
"""Width of the part with month and day."""
_WIDE = 240.0
"""Minimum width of a leaf with title and pips."""
_PIP, _STEP = 24.0, 30.0
_LEAF = Box(12, ((0, CARD_FACE), (1, PAPER_LOW)), shadows=(Shadow(6, 14, 0.4), Shadow(2, 3, 0.5)), texture="paper")
_HOT = Box(
    12,
    ((0, CARD_FACE), (1, PAPER_LOW)),
    border=Stroke(BRASS, 2.5),
    shadows=(Shadow(6, 14, 0.4), Shadow(2, 3, 0.5)),
    texture="paper",
)


class Today(NamedTuple):
    """What the leaf says."""

    title: str
    month: str
    day: str
    pips: Sequence[Pip]
    name: str
    """All of it in words, for the line below the program's name while a short leaf is raised."""


class DayLeaf(IconButton):
    """The day, and how many of its deals were played; ``short`` shows the day alone.

    Args:
        today: what it says.
        on_click: opens the deals.
        short: leave out title and pips.
        height: of the leaf.
    """

    def __init__(self, today: Today, on_click: Click, *, short: bool, height: float) -> None:
        super().__init__("", on_click)  # no tooltip: above the leaf it would lie on the games
        self.today = today
        self.short = short
        self.height = height
        self.radius = 12.0
        self.spoken = today.name

    @property
    def said(self) -> str:
        """What it says in words under the pointer or the focus, if it shows the day alone."""
        return self.today.name if self.short and (self.hovered or self.focused) else ""

    def preferred(self, look: Look) -> tuple[float, float]:
        if self.short:
            return _STUB, self.height
        pips = (len(self.today.pips) - 1) * _STEP + _PIP
        return max(_WIDE, _STUB + 12 + max(pips, look.text_width(self.today.title, "name")) + 16), self.height

    def draw(self, look: Look, target: Surface) -> None:
        rect: FRect = self.rect.move(0, 2.0 if self.pressed and self.hovered else 0.0)
        wide, high = rect.size
        look.draw_box(target, _HOT if self.hovered else _LEAF, rect)
        body = _stub(wide, high) + ("" if self.short else _pips(self.today.pips, high))
        stub = look.svg(body, body, (0, 0, wide, high))
        look.blit(target, stub, *rect.topleft)
        middle = rect.left + _STUB / 2
        look.blit(target, look.text(self.today.month, "label", RIBBON_TEXT), middle, rect.top + high * 0.26, "center")
        number = look.text(self.today.day, "title" if high >= 66 else "heading", RIBBON_TEXT)
        look.blit(target, number, middle, rect.top + high * 0.63, "center")
        if self.short:
            return
        left = rect.left + _STUB + 12
        look.blit(target, look.text(self.today.title, "name", INK), left, rect.top + high * 0.29, "midleft")

    def draw_focus(self, look: Look, target: Surface) -> None:
        if self.focused:
            ring = self.rect.inflate(2 * box_styles.FOCUS_GAP, 2 * box_styles.FOCUS_GAP)
            look.draw_box(target, Box(self.radius + box_styles.FOCUS_GAP, outlines=box_styles.FOCUS.outlines), ring)


def _pips(pips: Sequence[Pip], high: float) -> str:
    """Discs: a tick, or a suit, in a gold ring for the next one and a play mark for one in progress."""
    body = ""
    for i, pip in enumerate(pips):
        ink = _LATER if pip == "later" else _GREEN
        x, y, half = _STUB + 12 + i * _STEP + _PIP / 2, high * 0.68, _PIP / 2
        if pip == "next":
            body += f'<circle cx="{x}" cy="{y:.2f}" r="{half + 1.2}" fill="{_GOLD}"/>'
        if pip in _MARKS:
            mark = "none" if pip == "done" else "#fdfbf5"
            body += (
                f'<circle cx="{x}" cy="{y:.2f}" r="{half}" fill="{_GREEN}"/><path d="{_MARKS[pip]}"'
                f' transform="translate({x} {y:.2f})" fill="{mark}" stroke="#fdfbf5" stroke-width="2.4"'
                ' stroke-linecap="round" stroke-linejoin="round"/>'
            )
        else:
            body += (
                f'<circle cx="{x}" cy="{y:.2f}" r="{half - 1}" fill="#fdfbf5" stroke="{ink}" stroke-width="2"/>'
                f'<path d="{_SUITS[i % 4]}" transform="translate({x} {y:.2f})" fill="{ink}"/>'
            )
    return body


def _stub(wide: float, high: float) -> str:
    """The wine-red part at the left, with a dotted line where it would be torn off."""
    fill = raster.linear_gradient("s", ((0, "#c3263f"), (1, "#8a1528")), 0, high)
    if wide <= _STUB:
        shape = raster.rounded(0, 0, wide, high, 12)
        return f'<defs>{fill}</defs><path d="{shape}" fill="url(#s)"/>'
    line = "".join(
        f'<circle cx="{_STUB}" cy="{y:.1f}" r="1.3" fill="#3c0a10" fill-opacity="0.5"/>'
        for y in (7 + i * (high - 14) / 11 for i in range(12))
    )
    return (
        f'<defs>{fill}</defs><path d="M12 0H{_STUB}V{high:.2f}H12A12 12 0 0 1 0 {high - 12:.2f}V12A12 12 0 0 1 12 0Z"'
        f' fill="url(#s)"/>{line}'
    )
