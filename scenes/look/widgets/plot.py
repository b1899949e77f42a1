"""A plot of lines over time on paper."""

from collections.abc import Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from scenes.look.faces import Expression
from scenes.look.look import Look
from scenes.look.parts import NameCard, Part, table
from scenes.look.theme import CARD_FACE, GOLD, INK_CAPTION, PLAYER_LINES, Colour, hex_code, rgb
from scenes.look.widgets.base import Widget

_GRID = rgb("#ddd0b4")
_ZERO = rgb("#8d7c60")
_SPLIT = rgb("#c9b78f")
_BAND = rgb("#f6e3b4")
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_MAX_GRID_LINES = 5
_LABELS = 50.0
"""Width for the numbers at the left."""
_ENDS = 66.0
"""Width for the portraits at the right."""
_NO_ENDS = 24.0
_RING = 4.0
"""Width that the ring adds around a portrait."""
_FOOT = 28.0
_FAINT = rgb("#d3b98a")
_APART = 10.0
"""Least distance between two labels below a plot."""


def seat_line(seat: int) -> tuple[Colour, tuple[float, ...]]:
    """Return colour and dashes of a seat's line, 0 … 7."""
    return PLAYER_LINES[seat]


def grid_values(low: int, high: int) -> list[int]:
    """Return round values for horizontal lines, from at most ``low`` to at least ``high``, including 0.

    >>> grid_values(-35, 35)
    [-40, -20, 0, 20, 40]
    >>> grid_values(0, 3)
    [0, 1, 2, 3]
    """
    for step in _STEPS:
        first, last = low // step, -(-high // step)
        if last - first + 1 <= _MAX_GRID_LINES + 1:
            break
    return [step * i for i in range(first, max(last, first + 1) + 1)]


def spread_apart(wanted: Sequence[float], least: float, top: float, bottom: float) -> list[float]:
    """Return positions close to the wanted ones with a minimum distance, between top and bottom as far as they fit."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    found = [0.0] * len(wanted)
    before = top - least
    for i in order:
        before = found[i] = max(wanted[i], before + least)
    below = bottom + least
    for i in reversed(order):
        below = found[i] = min(found[i], below - least)
    return found


class Series(NamedTuple):
    """One line. A place is a position along the plot, 0 … 1, and a value."""

    places: tuple[tuple[float, float], ...]
    colour: Colour
    dashes: tuple[float, ...] = ()
    strong: bool = False
    """Whether it is the main line: thicker, with golden discs."""
    discs: tuple[tuple[float, float], ...] = ()
    faint: tuple[tuple[float, float], ...] = ()
    """Small dots below the line, such as the values that it averages."""
    portrait: str = ""
    """Portrait at its end, if any."""
    seat: int = 0
    """Seat that gives the portrait's ring its colour."""
    band: tuple[tuple[float, float, float], ...] = ()
    """Confidence band around the line: position, lower and upper value."""


class Axes(NamedTuple):
    """Labels at the edges, and helper lines."""

    values: tuple[tuple[float, str], ...]
    """Horizontal lines from bottom to top, with their labels."""
    marks: tuple[tuple[float, str], ...]
    """Labels below the plot, with their positions."""
    splits: tuple[float, ...] = ()
    """Positions of vertical lines."""


class Plot(Widget):
    """Lines over time; the last in ``series`` is on top."""

    def __init__(self, series: Sequence[Series], axes: Axes, rect: FRect) -> None:
        super().__init__(rect)
        self.series = tuple(series)
        self.axes = axes
        self.summary = ""
        """A sentence that says what the lines show, for a screen reader; ``rows`` are its figures."""
        self.rows: Sequence[Sequence[str]] = ()
        """A table of the figures whose first row names the columns."""
        self._left = _LABELS
        self._ends = _ENDS if any(line.portrait for line in series) else _NO_ENDS

    def _x(self, along: float) -> float:
        return self._left + (self.rect.width - self._left - self._ends) * along

    def _y(self, value: float) -> float:
        low, high = self.axes.values[0][0], self.axes.values[-1][0]
        return 10 + (self.rect.height - 10 - _FOOT) * (high - value) / (high - low)

    def described(self, name: NameCard) -> Sequence[Part]:
        """A sentence and a table; without them what is written at the edges."""
        del name
        labels = [label for _, label in (*self.axes.values, *self.axes.marks) if label]
        said = Part("image", self.summary or ", ".join(labels))
        return [said, table("", self.rows)] if self.rows else [said]

    def draw(self, look: Look, target: Surface) -> None:
        left, top = self.rect.topleft
        self._left = max(_LABELS, *(look.text_width(label, "small") + 18 for _, label in self.axes.values))
        size = (0.0, 0.0, self.rect.width, self.rect.height)
        key = f"plot {self.series} {self.axes.values} {self.axes.splits} {self._left} {self.rect.size}"
        look.blit(target, look.svg(key, self._grid() + "".join(map(self._line, self.series)), size), left, top)
        for value, label in self.axes.values:
            mark = look.text(label, "small", INK_CAPTION)
            look.blit(target, mark, left + self._left - 12, top + self._y(value), "midright")
        self._draw_marks(look, target)
        self._draw_ends(look, target)

    def _draw_marks(self, look: Look, target: Surface) -> None:
        """Draw the labels below the plot: the first and the last, and others that don't touch those before them."""
        marks, taken = self.axes.marks, list[tuple[float, float]]()
        for along, label in (*marks[:1], *marks[1:][-1:], *marks[1:-1]):
            mark = look.text(label, "small", INK_CAPTION)
            half = mark.get_width() / look.scale / 2
            x = max(half, min(self.rect.width - half, self._x(along)))
            if all(abs(x - other) >= half + wide + _APART for other, wide in taken):
                taken.append((x, half))
                look.blit(target, mark, self.rect.left + x, self.rect.bottom - 2, "midbottom")

    def _grid(self) -> str:
        right = self.rect.width - self._ends + 8
        lines = ""
        for value, _ in self.axes.values:
            ink, width = (_GRID, 1.0) if value else (_ZERO, 1.6)
            y = self._y(value)
            lines += f'<path d="M{self._left} {y:.2f}H{right:.2f}" stroke="{hex_code(ink)}" stroke-width="{width}"/>'
        foot = self.rect.height - _FOOT
        for along in self.axes.splits:
            lines += f'<path d="M{self._x(along):.2f} 10V{foot:.2f}" stroke="{hex_code(_SPLIT)}" stroke-width="1.4"/>'
        return lines

    def _line(self, line: Series) -> str:
        colour = hex_code(line.colour)
        drawn = self._band(line.band)
        drawn += "".join(
            f'<circle cx="{self._x(x):.2f}" cy="{self._y(y):.2f}" r="3" fill="{hex_code(_FAINT)}"/>'
            for x, y in line.faint
        )
        path = "M" + "L".join(f"{self._x(x):.2f} {self._y(y):.2f}" for x, y in line.places)
        dash = f' stroke-dasharray="{" ".join(map(str, line.dashes))}"' if line.dashes else ""
        drawn += (
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{4.5 if line.strong else 3}"'
            f' stroke-linejoin="round" stroke-linecap="round"{dash}/>'
        )
        fill = hex_code(GOLD if line.strong else CARD_FACE)
        for x, y in line.discs:
            drawn += (
                f'<circle cx="{self._x(x):.2f}" cy="{self._y(y):.2f}" r="{5.5 if line.strong else 4}" fill="{fill}"'
                f' stroke="{colour}" stroke-width="2.5"/>'
            )
        return drawn

    def _band(self, band: Sequence[tuple[float, float, float]]) -> str:
        if len(band) < 2:
            return ""
        above = [(x, high) for x, _, high in band]
        below = [(x, low) for x, low, _ in reversed(band)]
        path = "M" + "L".join(f"{self._x(x):.2f} {self._y(y):.2f}" for x, y in above + below) + "Z"
        return f'<path d="{path}" fill="{hex_code(_BAND)}" fill-opacity="0.6"/>'

    def ends(self) -> list[tuple[Series, float, float, float]]:
        """The portraits at the ends of their lines: line, centre and diameter. All of them are within the plot."""
        ends = [line for line in self.series if line.portrait]
        if not ends:
            return []
        diameter = min(34.0, self.rect.height / len(ends) - 2 * _RING)
        half = diameter / 2 + _RING
        wanted = [self.rect.top + self._y(line.places[-1][1]) for line in ends]
        places = spread_apart(wanted, 2 * half, self.rect.top + half, self.rect.bottom - half)
        x = self.rect.right - _ENDS + 20 + half  # clear of the last number below the plot
        return [(line, x, y, diameter) for line, y in zip(ends, places, strict=True)]

    def _draw_ends(self, look: Look, target: Surface) -> None:
        for line, x, y, diameter in self.ends():
            draw_seat_portrait(look, target, line.portrait, (x, y), diameter, seat=line.seat)


def draw_seat_portrait(
    look: Look,
    target: Surface,
    portrait: str,
    centre: tuple[float, float],
    diameter: float,
    *,
    seat: int,
    expression: Expression = "neutral",
) -> None:
    """Draw a portrait with a ring in the colour of its seat's line."""
    look.blit(target, look.portrait(portrait, diameter), *centre, "center")
    if expression != "neutral":
        look.blit(target, look.face(portrait, diameter, expression), *centre, "center")
    colour, _ = seat_line(seat)
    radius = diameter / 2 + 1.6
    reach = radius + 3
    ring = f'<circle cx="0" cy="0" r="{radius}" fill="none" stroke="{hex_code(colour)}" stroke-width="4.6"/>'
    drawn = look.svg(f"ring {hex_code(colour)} {diameter}", ring, (-reach, -reach, 2 * reach, 2 * reach))
    look.blit(target, drawn, *centre, "center")
