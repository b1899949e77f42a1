"""Calendar button on the home screen: the date and today's deals, one pip for each game."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from pygame import FRect, Surface

from scenes.render import raster
from scenes.render.boxes import Box, Shadow, Stroke
from scenes.render.renderer import Renderer
from scenes.render.theme import BRASS, CARD_FACE, INK, PAPER_BOTTOM, RIBBON_TEXT
from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.widget import OnClick
from scenes.ui.widgets import IconButton

PipState = Literal["done", "next", "waits", "later"]
"""State of a game's daily deal: played, next to play, in progress, or still to come."""
_DONE_COLOUR, _LATER_COLOUR, _NEXT_COLOUR = "#14603a", "#b8a47e", "#e0a93a"
_SUIT_PATHS = (
    "M0 -6C3 -3 6 -1 6 2C6 4.500 3 5 1 3.500L2 6.500H-2L-1 3.500C-3 5 -6 4.500 -6 2C-6 -1 -3 -3 0 -6Z",
    "M0 6C-3 3 -6 1 -6 -2C-6 -5 -2 -6 0 -3C2 -6 6 -5 6 -2C6 1 3 3 0 6Z",
    "M0 -6.500L5 0L0 6.500L-5 0Z",
    "M0 -6.500A3 3 0 0 1 2.500 -1.800A3 3 0 1 1 1 3.400L2 6.500H-2"
    "L-1 3.400A3 3 0 1 1 -2.500 -1.800A3 3 0 0 1 0 -6.500Z",
)
"""SVG outlines of the suits, 13 high, centred at 0, 0."""
_MARK_PATHS = {"done": "M-5 0.500L-1.500 4L5 -4", "waits": "M-3 -5L5 0L-3 5Z"}
_DATE_WIDTH = 60.0
"""Width of the part with month and day, logical pixels."""
_MIN_WIDTH = 240.0
"""Minimum width of the button with title and pips, logical pixels."""
_PIP_DIAMETER, _PIP_STEP = 24.0, 30.0
_LEAF_BOX = Box(
    12, ((0, CARD_FACE), (1, PAPER_BOTTOM)), shadows=(Shadow(6, 14, 0.4), Shadow(2, 3, 0.5)), texture="paper"
)
_HOVERED_LEAF_BOX = Box(
    12,
    ((0, CARD_FACE), (1, PAPER_BOTTOM)),
    border=Stroke(BRASS, 2.5),
    shadows=(Shadow(6, 14, 0.4), Shadow(2, 3, 0.5)),
    texture="paper",
)


class CalendarContent(NamedTuple):
    """Texts and pips of the calendar button on the home screen."""

    title: str
    month: str
    day: str
    pips: Sequence[PipState]
    spoken_text: str
    """The whole content in words; also shown below the application's name while a short button is hovered or
    focused."""


class CalendarButton(IconButton):
    """Button with the date and the progress of the daily deals.

    Args:
        content: its texts and pips.
        on_click: opens the daily deals.
        is_short: show the date alone, without title and pips.
        height: height of the button, logical pixels.
    """

    def __init__(self, content: CalendarContent, on_click: OnClick, *, is_short: bool, height: float) -> None:
        super().__init__("", on_click)  # no tooltip, as it would cover the games
        self.content = content
        self.is_short = is_short
        self.height = height
        self.focus_radius = 12.0
        self.accessible_name = content.spoken_text

    @property
    def hover_text(self) -> str:
        """Calendar button's content in words while a short button is hovered or focused; else empty."""
        return self.content.spoken_text if self.is_short and (self.hovered or self.focused) else ""

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        if self.is_short:
            return _DATE_WIDTH, self.height
        pips = (len(self.content.pips) - 1) * _PIP_STEP + _PIP_DIAMETER
        return max(
            _MIN_WIDTH, _DATE_WIDTH + 12 + max(pips, renderer.text_width(self.content.title, "name")) + 16
        ), self.height

    def as_accessible(self) -> AccessibleElement:
        return super().as_accessible()._replace(description=self.content.title)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect: FRect = self.rect.move(0, 2.0 if self.pressed and self.hovered else 0.0)
        width, height = rect.size
        renderer.draw_box(target, _HOVERED_LEAF_BOX if self.hovered else _LEAF_BOX, rect)
        body = _date_svg(width, height) + ("" if self.is_short else _pips_svg(self.content.pips, height))
        stub = renderer.svg(body, body, (0, 0, width, height))
        renderer.blit(target, stub, *rect.topleft)
        middle = rect.left + _DATE_WIDTH / 2
        renderer.blit(
            target, renderer.text(self.content.month, "label", RIBBON_TEXT), middle, rect.top + height * 0.26, "center"
        )
        number = renderer.text(self.content.day, "title" if height >= 66 else "heading", RIBBON_TEXT)
        renderer.blit(target, number, middle, rect.top + height * 0.63, "center")
        if self.is_short:
            return
        left = rect.left + _DATE_WIDTH + 12
        renderer.blit(target, renderer.text(self.content.title, "name", INK), left, rect.top + height * 0.29, "midleft")


def _pips_svg(pips: Sequence[PipState], height: float) -> str:
    """Draw the calendar button's pips: a tick or suit, a gold ring for the next deal, a play symbol in progress."""
    body = ""
    for i, pip in enumerate(pips):
        ink = _LATER_COLOUR if pip == "later" else _DONE_COLOUR
        x, y, half = _DATE_WIDTH + 12 + i * _PIP_STEP + _PIP_DIAMETER / 2, height * 0.68, _PIP_DIAMETER / 2
        if pip == "next":
            body += f'<circle cx="{x}" cy="{y:.2f}" r="{half + 1.2}" fill="{_NEXT_COLOUR}"/>'
        if pip in _MARK_PATHS:
            mark = "none" if pip == "done" else "#fdfbf5"
            body += (
                f'<circle cx="{x}" cy="{y:.2f}" r="{half}" fill="{_DONE_COLOUR}"/><path d="{_MARK_PATHS[pip]}"'
                f' transform="translate({x} {y:.2f})" fill="{mark}" stroke="#fdfbf5" stroke-width="2.4"'
                ' stroke-linecap="round" stroke-linejoin="round"/>'
            )
        else:
            body += (
                f'<circle cx="{x}" cy="{y:.2f}" r="{half - 1}" fill="#fdfbf5" stroke="{ink}" stroke-width="2"/>'
                f'<path d="{_SUIT_PATHS[i % 4]}" transform="translate({x} {y:.2f})" fill="{ink}"/>'
            )
    return body


def _date_svg(width: float, height: float) -> str:
    """Draw the calendar button's wine-red date part at the left, with a dotted perforation."""
    fill = raster.linear_gradient("s", ((0, "#c3263f"), (1, "#8a1528")), 0, height)
    if width <= _DATE_WIDTH:
        shape = raster.rounded_rect_path(0, 0, width, height, 12)
        return f'<defs>{fill}</defs><path d="{shape}" fill="url(#s)"/>'
    line = "".join(
        f'<circle cx="{_DATE_WIDTH}" cy="{y:.1f}" r="1.3" fill="#3c0a10" fill-opacity="0.5"/>'
        for y in (7 + i * (height - 14) / 11 for i in range(12))
    )
    return (
        f"<defs>{fill}</defs>"
        f'<path d="M12 0H{_DATE_WIDTH}V{height:.2f}H12A12 12 0 0 1 0 {height - 12:.2f}V12A12 12 0 0 1 12 0Z"'
        f' fill="url(#s)"/>{line}'
    )
