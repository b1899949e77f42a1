"""Line plot of values over time, on a paper background."""

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Surface

from scenes.render.expressions import Expression
from scenes.render.renderer import Renderer
from scenes.render.theme import CARD_FACE, GOLD, INK_CAPTION, SEAT_LINE_STYLES, Colour, hex_code, rgb
from scenes.ui.accessible_elements import AccessibleElement, join_texts, table_element
from scenes.ui.widget import Widget

_GRID_COLOUR = rgb("#ddd0b4")
_ZERO_COLOUR = rgb("#8d7c60")
_VERTICAL_LINE_COLOUR = rgb("#c9b78f")
_BAND_COLOUR = rgb("#f6e3b4")
_GRID_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_MAX_GRID_LINES = 5
_LEFT_MARGIN = 50.0
"""Width for the labels on the left."""
_RIGHT_MARGIN = 66.0
"""Width for the portraits on the right."""
_RIGHT_MARGIN_WITHOUT_PORTRAITS = 24.0
_RING_WIDTH = 4.0
"""Width of the ring around a portrait."""
_BOTTOM_MARGIN = 28.0
_FAINT_DOT_COLOUR = rgb("#d3b98a")
_MIN_DOT_RADIUS, _MAX_DOT_RADIUS, _SUM_OF_DOT_RADII = 3.0, 6.0, 120.0
"""Radii of many and of few faint dots, and the sum of the radii between."""
_MIN_LABEL_GAP = 10.0
"""Minimum distance between two labels below a plot."""


def seat_line_style(seat: int) -> tuple[Colour, tuple[float, ...]]:
    """Return colour and dashes of a seat's line in a plot; seats are 0 … 7."""
    return SEAT_LINE_STYLES[seat]


def grid_values_around(minimum: int, maximum: int) -> list[int]:
    """Return round values for a plot's horizontal grid lines, from at most ``minimum`` to at least ``maximum``,
    including 0.

    >>> grid_values_around(-35, 35)
    [-40, -20, 0, 20, 40]
    >>> grid_values_around(0, 3)
    [0, 1, 2, 3]
    """
    for step in _GRID_STEPS:
        first, last = minimum // step, -(-maximum // step)
        if last - first + 1 <= _MAX_GRID_LINES + 1:
            break
    return [step * i for i in range(first, max(last, first + 1) + 1)]


def spread_apart(positions: Sequence[float], min_gap: float, top: float, bottom: float) -> list[float]:
    """Return positions of plot labels near the given ones, moved apart to a minimum distance between ``top`` and
    ``bottom``.

    If they don't fit, they extend beyond ``top``.
    """
    order = sorted(range(len(positions)), key=lambda i: positions[i])
    spread = [0.0] * len(positions)
    previous = top - min_gap
    for i in order:
        previous = spread[i] = max(positions[i], previous + min_gap)
    following = bottom + min_gap
    for i in reversed(order):
        following = spread[i] = min(spread[i], following - min_gap)
    return spread


FractionAndValue = tuple[float, float]
"""Point of a line plot: position from the left, 0 … 1, and value."""
FractionLowHigh = tuple[float, float, float]
"""Point of a confidence band: position from the left, 0 … 1, lower and upper value."""
ValueAndLabel = tuple[float, str]
FractionAndLabel = tuple[float, str]


class Series(NamedTuple):
    """One line of a line plot."""

    points: tuple[FractionAndValue, ...]
    colour: Colour
    dashes: tuple[float, ...] = ()
    is_main: bool = False
    """Whether it is the main line: thicker, with golden discs."""
    disc_points: tuple[FractionAndValue, ...] = ()
    faint_dots: tuple[FractionAndValue, ...] = ()
    """Small dots below the line, such as the raw values of an average."""
    portrait: str = ""
    """Portrait at the line's end; empty for none."""
    seat: int = 0
    """Seat whose colour the portrait's ring has."""
    band: tuple[FractionLowHigh, ...] = ()
    """Confidence band around the line."""


class Axes(NamedTuple):
    """Labels and grid lines of a line plot."""

    horizontal_lines: tuple[ValueAndLabel, ...]
    """Horizontal lines from bottom to top, with their labels."""
    labels_below: tuple[FractionAndLabel, ...]
    """Labels below the plot with their positions, 0 … 1."""
    vertical_line_fractions: tuple[float, ...] = ()
    """Positions of vertical lines, 0 … 1."""


class PortraitSpot(NamedTuple):
    """Portrait at the end of a plot's line: its centre and diameter, logical pixels."""

    line: Series
    centre_x: float
    centre_y: float
    diameter: float


class LinePlot(Widget):
    """A plot of lines over time; the last of ``series`` is on top."""

    def __init__(self, series: Sequence[Series], axes: Axes) -> None:
        super().__init__()
        self.series = tuple(series)
        self.axes = axes
        self.summary = ""
        """Sentence for screen readers that describes the lines; ``table_rows`` has the numbers."""
        self.table_rows: Sequence[Sequence[str]] = ()
        """Table of the numbers for screen readers; its first row is the header."""
        self._left_margin = _LEFT_MARGIN
        self._right_margin = _RIGHT_MARGIN if any(line.portrait for line in series) else _RIGHT_MARGIN_WITHOUT_PORTRAITS

    def _x(self, position: float) -> float:
        return self._left_margin + (self.rect.width - self._left_margin - self._right_margin) * position

    def _y(self, value: float) -> float:
        low, high = self.axes.horizontal_lines[0][0], self.axes.horizontal_lines[-1][0]
        return 10 + (self.rect.height - 10 - _BOTTOM_MARGIN) * (high - value) / (high - low)

    def as_accessible(self) -> AccessibleElement:
        """Return the line plot's summary, its labels and its table for screen readers."""
        labels = join_texts(*(label for _, label in (*self.axes.horizontal_lines, *self.axes.labels_below)))
        tables = (table_element("", self.table_rows),) if self.table_rows else ()
        return AccessibleElement("image", self.summary or labels, description=labels, children=tables)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        left, top = self.rect.topleft
        self._left_margin = max(
            _LEFT_MARGIN, *(renderer.text_width(label, "small") + 18 for _, label in self.axes.horizontal_lines)
        )
        size = (0.0, 0.0, self.rect.width, self.rect.height)
        axes = self.axes
        lines = f"{axes.horizontal_lines} {axes.vertical_line_fractions}"
        key = f"plot {self.series} {lines} {self._left_margin} {self.rect.size}"
        renderer.blit(
            target, renderer.svg(key, self._grid_svg() + "".join(map(self._line_svg, self.series)), size), left, top
        )
        for value, label in self.axes.horizontal_lines:
            mark = renderer.text(label, "small", INK_CAPTION)
            renderer.blit(target, mark, left + self._left_margin - 12, top + self._y(value), "midright")
        self._draw_labels_below(renderer, target)
        self._draw_portraits(renderer, target)

    def _draw_labels_below(self, renderer: Renderer, target: Surface) -> None:
        """Draw the labels below a plot: the first, the last, and those others that don't overlap."""
        marks, taken = self.axes.labels_below, list[tuple[float, float]]()
        for along, label in (*marks[:1], *marks[1:][-1:], *marks[1:-1]):
            mark = renderer.text(label, "small", INK_CAPTION)
            half = renderer.width_of(mark) / 2
            x = max(half, min(self.rect.width - half, self._x(along)))
            if all(abs(x - other) >= half + wide + _MIN_LABEL_GAP for other, wide in taken):
                taken.append((x, half))
                renderer.blit(target, mark, self.rect.left + x, self.rect.bottom - 2, "midbottom")

    def _grid_svg(self) -> str:
        right = self.rect.width - self._right_margin + 8
        lines = ""
        for value, _ in self.axes.horizontal_lines:
            ink, width = (_GRID_COLOUR, 1.0) if value else (_ZERO_COLOUR, 1.6)
            y = self._y(value)
            lines += (
                f'<path d="M{self._left_margin} {y:.2f}H{right:.2f}" stroke="{hex_code(ink)}" stroke-width="{width}"/>'
            )
        foot = self.rect.height - _BOTTOM_MARGIN
        stroke = f'stroke="{hex_code(_VERTICAL_LINE_COLOUR)}" stroke-width="1.4"'
        for along in self.axes.vertical_line_fractions:
            lines += f'<path d="M{self._x(along):.2f} 10V{foot:.2f}" {stroke}/>'
        return lines

    def _line_svg(self, line: Series) -> str:
        colour = hex_code(line.colour)
        drawn = self._band_svg(line.band)
        radius = min(_MAX_DOT_RADIUS, max(_MIN_DOT_RADIUS, _SUM_OF_DOT_RADII / (len(line.faint_dots) or 1)))
        drawn += "".join(
            f'<circle cx="{self._x(x):.2f}" cy="{self._y(y):.2f}" r="{radius:.2f}" fill="{hex_code(_FAINT_DOT_COLOUR)}"'
            f' stroke="{colour}" stroke-width="{radius / 5:.2f}"/>'
            for x, y in line.faint_dots
        )
        path = "M" + "L".join(f"{self._x(x):.2f} {self._y(y):.2f}" for x, y in line.points)
        dash = f' stroke-dasharray="{" ".join(map(str, line.dashes))}"' if line.dashes else ""
        drawn += (
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{4.5 if line.is_main else 3}"'
            f' stroke-linejoin="round" stroke-linecap="round"{dash}/>'
        )
        fill = hex_code(GOLD if line.is_main else CARD_FACE)
        for x, y in line.disc_points:
            drawn += (
                f'<circle cx="{self._x(x):.2f}" cy="{self._y(y):.2f}" r="{5.5 if line.is_main else 4}" fill="{fill}"'
                f' stroke="{colour}" stroke-width="2.5"/>'
            )
        return drawn

    def _band_svg(self, band: Sequence[FractionLowHigh]) -> str:
        if len(band) < 2:
            return ""
        above = [(x, high) for x, _, high in band]
        below = [(x, low) for x, low, _ in reversed(band)]
        path = "M" + "L".join(f"{self._x(x):.2f} {self._y(y):.2f}" for x, y in above + below) + "Z"
        return f'<path d="{path}" fill="{hex_code(_BAND_COLOUR)}" fill-opacity="0.6"/>'

    def portrait_spots(self) -> list[PortraitSpot]:
        """Return the places of the portraits at the lines' ends, moved apart, all within the plot."""
        ends = [line for line in self.series if line.portrait]
        if not ends:
            return []
        diameter = min(34.0, self.rect.height / len(ends) - 2 * _RING_WIDTH)
        half = diameter / 2 + _RING_WIDTH
        wanted = [self.rect.top + self._y(line.points[-1][1]) for line in ends]
        places = spread_apart(wanted, 2 * half, self.rect.top + half, self.rect.bottom - half)
        x = self.rect.right - _RIGHT_MARGIN + 20 + half  # clear of the last label below the plot
        return [PortraitSpot(line, x, y, diameter) for line, y in zip(ends, places, strict=True)]

    def _draw_portraits(self, renderer: Renderer, target: Surface) -> None:
        for line, x, y, diameter in self.portrait_spots():
            draw_seat_portrait(renderer, target, line.portrait, (x, y), diameter, seat=line.seat)


def draw_seat_portrait(
    renderer: Renderer,
    target: Surface,
    portrait: str,
    centre: tuple[float, float],
    diameter: float,
    *,
    seat: int,
    expression: Expression = "neutral",
) -> None:
    """Draw a portrait with a ring in the colour of its seat's line."""
    renderer.blit(target, renderer.portrait(portrait, diameter), *centre, "center")
    if expression != "neutral":
        renderer.blit(target, renderer.portrait_face(portrait, diameter, expression), *centre, "center")
    colour, _ = seat_line_style(seat)
    radius = diameter / 2 + 1.6
    reach = radius + 3
    ring = f'<circle cx="0" cy="0" r="{radius}" fill="none" stroke="{hex_code(colour)}" stroke-width="4.6"/>'
    drawn = renderer.svg(f"ring {hex_code(colour)} {diameter}", ring, (-reach, -reach, 2 * reach, 2 * reach))
    renderer.blit(target, drawn, *centre, "center")
