"""The totals over the deals of a match, as lines on paper."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import FRect, Surface

from scenes.look.look import Look
from scenes.look.theme import CARD_FACE, GOLD, INK_CAPTION, PLAYER_LINES, Colour, code, rgb
from scenes.look.widgets import Widget
from scenes.words import Words

_GRID = rgb("#ddd0b4")
_ZERO = rgb("#8d7c60")
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_MOST_LINES = 5
_LABELS = 50.0
"""Room for the numbers at the left."""
_ENDS = 66.0
"""Room for the portraits at the right."""
_FOOT = 28.0


def line_of(seat: int) -> tuple[Colour, tuple[float, ...]]:
    """Colour and dashes of a seat's line; no two of eight seats have both the same."""
    colour, _ = PLAYER_LINES[seat % 4]
    return colour, PLAYER_LINES[(seat + seat // 4) % 4][1]


def running(history: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Totals before the first deal and after each, by seat.

    >>> running([(3, -3), (1, -1)])
    [(0, 0), (3, -3), (4, -4)]
    """
    totals = [(0,) * len(history[0])]
    for points in history:
        totals.append(tuple(before + point for before, point in zip(totals[-1], points, strict=True)))
    return totals


def grid(low: int, high: int) -> list[int]:
    """Round values for the horizontal lines, from at most ``low`` to at least ``high``; 0 is one of them.

    >>> grid(-35, 35)
    [-40, -20, 0, 20, 40]
    >>> grid(0, 3)
    [0, 1, 2, 3]
    """
    for step in _STEPS:
        first, last = low // step, -(-high // step)
        if last - first + 1 <= _MOST_LINES + 1:
            break
    return [step * i for i in range(first, max(last, first + 1) + 1)]


def apart(wanted: Sequence[float], least: float, top: float, bottom: float) -> list[float]:
    """Places near the wanted ones with at least that distance, between top and bottom as far as they fit."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    found = [0.0] * len(wanted)
    before = top - least
    for i in order:
        before = found[i] = max(wanted[i], before + least)
    below = bottom + least
    for i in reversed(order):
        below = found[i] = min(found[i], below - least)
    return found


class Plot(Widget):
    """Lines of all seats; the viewer's is drawn last and thicker.

    Args:
        history: points of each deal, by seat.
        portraits: by seat.
        viewer: the seat of the person.
        rect: where it lies.
        signed: numbers above zero have a plus.
    """

    def __init__(
        self,
        words: Words,
        history: Sequence[Sequence[int]],
        portraits: Sequence[str],
        viewer: int,
        rect: FRect,
        *,
        signed: bool,
    ) -> None:
        super().__init__(rect)
        self.words = words
        self.totals = running(history)
        self.portraits = tuple(portraits)
        self.viewer = viewer
        self.signed = signed
        everything = [total for totals in self.totals for total in totals]
        self.grid = grid(min(everything), max(everything))

    def _x(self, deal: int) -> float:
        return _LABELS + (self.rect.width - _LABELS - _ENDS) * deal / (len(self.totals) - 1)

    def _y(self, total: float) -> float:
        low, high = self.grid[0], self.grid[-1]
        return 10 + (self.rect.height - 10 - _FOOT) * (high - total) / (high - low)

    def draw(self, look: Look, target: Surface) -> None:
        left, top = self.rect.topleft
        size = (0.0, 0.0, self.rect.width, self.rect.height)
        key = f"plot {self.totals} {self.viewer} {self.rect.size}"
        look.blit(target, look.svg(key, self._grid() + self._lines(), size), left, top)
        for value in self.grid:
            mark = look.text(self.words.number(value, signed=self.signed), "small", INK_CAPTION)
            look.blit(target, mark, left + _LABELS - 12, top + self._y(value), "midright")
        deals = len(self.totals) - 1
        every = -(-deals // 12)
        for deal in range(every, deals + 1, every):
            mark = look.text(str(deal), "small", INK_CAPTION)
            look.blit(target, mark, left + self._x(deal), self.rect.bottom - 2, "midbottom")
        self._draw_ends(look, target)

    def _grid(self) -> str:
        right = self.rect.width - _ENDS + 8
        lines = ""
        for value in self.grid:
            ink, width = (_GRID, 1.0) if value else (_ZERO, 1.6)
            y = self._y(value)
            lines += f'<path d="M{_LABELS} {y:.2f}H{right:.2f}" stroke="{code(ink)}" stroke-width="{width}"/>'
        return lines

    def _lines(self) -> str:
        seats = [seat for seat in range(len(self.portraits)) if seat != self.viewer] + [self.viewer]
        return "".join(self._line(seat) for seat in seats)

    def _line(self, seat: int) -> str:
        colour, dashes = line_of(seat)
        mine = seat == self.viewer
        points = [(self._x(deal), self._y(totals[seat])) for deal, totals in enumerate(self.totals)]
        path = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points)
        dash = f' stroke-dasharray="{" ".join(map(str, dashes))}"' if dashes else ""
        drawn = (
            f'<path d="{path}" fill="none" stroke="{code(colour)}" stroke-width="{4.5 if mine else 3}"'
            f' stroke-linejoin="round" stroke-linecap="round"{dash}/>'
        )
        if len(points) > 25:
            return drawn
        fill = code(GOLD if mine else CARD_FACE)
        for x, y in points[1:]:
            drawn += (
                f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{5.5 if mine else 4}" fill="{fill}" stroke="{code(colour)}"'
                f' stroke-width="2.5"/>'
            )
        return drawn

    def _draw_ends(self, look: Look, target: Surface) -> None:
        count = len(self.portraits)
        diameter = min(34.0, (self.rect.height - _FOOT) / count - 7)
        wanted = [self.rect.top + self._y(total) for total in self.totals[-1]]
        half = diameter / 2 + 3
        places = apart(wanted, diameter + 7, self.rect.top + half, self.rect.bottom - _FOOT + half)
        x = self.rect.right - _ENDS + 8 + half + 4
        for seat, y in enumerate(places):
            draw_ringed(look, target, self.portraits[seat], (x, y), diameter, seat=seat)


def draw_ringed(
    look: Look, target: Surface, portrait: str, centre: tuple[float, float], diameter: float, *, seat: int
) -> None:
    """A portrait in the colour of its seat's line."""
    look.blit(target, look.portrait(portrait, diameter), *centre, "center")
    colour, _ = line_of(seat)
    radius = diameter / 2 + 1.6
    reach = radius + 3
    ring = f'<circle cx="0" cy="0" r="{radius}" fill="none" stroke="{code(colour)}" stroke-width="4.6"/>'
    drawn = look.svg(f"ring {code(colour)} {diameter}", ring, (-reach, -reach, 2 * reach, 2 * reach))
    look.blit(target, drawn, *centre, "center")
