"""The score sheet: points of each deal and totals, on paper."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.events import Scored
from engine.moves import Seat
from scenes.look.boxes import Box
from scenes.look.look import Look
from scenes.look.theme import HAIRLINE_PAPER, INK, INK_CAPTION, rgb
from scenes.look.widgets import Widget
from scenes.look.widgets.plot import draw_seat_portrait
from scenes.text.words import Words

_BEST = rgb("#0f5a33")
_BEST_LINE = rgb("#2f8f5a")
_FIGURE = rgb("#3b332a")
_WINNER = Box(0, ((0, rgb("#ffd166")),), 0.30)
_HEAD = 34.0
_LEAST_COLUMN = 36.0
_LEAST_ROW = 29.0
_LOW_HEAD = 28.0
"""Height of the line above the rows where these are low."""
_WIDEST_COLUMN = 64.0
_APART = 18.0
"""Between the headings of two columns that are wider than that."""
_TOTAL = 92.0
_FIGURES = (("figure", "strong"), ("small", "label"))
"""Styles of a deal's points and of the best points; the small ones where there are many deals."""
_TALLEST_ROW = 100.0
_TWO_LINES = 52.0
"""Rows at least that high have a second line below the name."""


class SheetRow(NamedTuple):
    """Who sits at a seat, as the sheet shows it."""

    seat: int
    portrait: str
    name: str
    second: str
    winner: bool


class PartColumns(NamedTuple):
    """Columns that tell what the last deal's points are made of."""

    labels: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]
    """Of each column, by seat."""


def parts_of(words: Words, slug: str, scored: Scored, *, alone: bool) -> PartColumns | None:
    """What a deal's points are made of; None where the game has nothing to add up.

    What nobody got has no column. A last one has the deal's points, unless the totals are the same.
    """
    found = [part for part in scored.parts if any(part.points)]
    if not found:
        return None
    labels = [words(f"{slug}.part.{part.key}") for part in found]
    points = [part.points for part in found]
    if not alone:
        labels.append(words("app.results.of_deal"))
        points.append(scored.points)
    return PartColumns(tuple(labels), tuple(points))


def ranked(history: Sequence[Sequence[int]], won: Sequence[Seat], *, high: bool) -> list[Seat]:
    """Seats from the first to the last: winners, then by totals, then by seat; ``high`` where points are good."""
    totals = list(map(sum, zip(*history, strict=True)))
    sign = -1 if high else 1
    return sorted(range(len(totals)), key=lambda seat: (seat not in won, sign * totals[seat], seat))


def best_of(history: Sequence[Sequence[int]], *, high: bool) -> list[frozenset[Seat]]:
    """Who has the best points of each deal; nobody where more than half have them."""
    found = []
    for points in history:
        best = (max if high else min)(points)
        seats = frozenset(seat for seat, own in enumerate(points) if own == best)
        found.append(seats if 2 * len(seats) <= len(points) else frozenset())
    return found


class Sheet(Widget):
    """A row for each seat, a column for each deal; where there are too many, only some are ``shown``.

    Args:
        words: texts.
        lines: the rows, from the top.
        history: points of each deal, by seat.
        best: by deal, the seats whose points are marked as the best.
        rect: where it lies.
        signed: figures above zero have a plus.
        counted: how much of the last deal has been added to the totals, 0 … 1.
        parts: columns in the place of the deals'.
    """

    def __init__(
        self,
        words: Words,
        lines: Sequence[SheetRow],
        history: Sequence[Sequence[int]],
        best: Sequence[frozenset[int]],
        rect: FRect,
        *,
        signed: bool,
        counted: Callable[[], float] = lambda: 1.0,
        parts: PartColumns | None = None,
    ) -> None:
        super().__init__(rect)
        self.counted = counted
        self.words = words
        self.lines = tuple(lines)
        self.history = tuple(tuple(points) for points in history)
        self.totals = tuple(map(sum, zip(*self.history, strict=True)))
        """By seat."""
        self.best = tuple(best)
        self.signed = signed
        self.parts = parts
        self.columns = parts.points if parts else self.history
        """Figures by column, then by seat."""
        self.shown = range(len(self.columns))
        """The columns that are seen."""
        self._figures = _FIGURES[0]

    @staticmethod
    def height(rows: int, *, generous: bool = False) -> float:
        """The least height for so many rows, or the most that they use; logical pixels."""
        if generous:
            return _HEAD + rows * _TALLEST_ROW
        return _LOW_HEAD + rows * _LEAST_ROW

    @property
    def cut(self) -> bool:
        """Whether some deals are not shown."""
        return len(self.shown) < len(self.columns)

    @property
    def _row(self) -> float:
        return min(_TALLEST_ROW, (self.rect.height - self._head) / len(self.lines))

    @property
    def _head(self) -> float:
        return _HEAD if self.rect.height >= _HEAD + 36 * len(self.lines) else _LOW_HEAD

    def show(self, look: Look, last: int) -> None:
        """Show as many deals as there is room for, up to that one (1 is the first); ``parts`` are all shown."""
        everything = {self.words.number(point, signed=self.signed) for points in self.columns for point in points}
        room = self.rect.width - self._names(look, self._row) - _TOTAL
        for self._figures in _FIGURES:
            least = max(_LEAST_COLUMN, *(look.text_width(text, self._figures[1]) + 11 for text in everything))
            fit = max(1, int(room / least))
            if fit >= len(self.columns):
                break
        if self.parts:
            return
        last = max(min(fit, len(self.history)), min(last, len(self.history)))
        self.shown = range(max(0, last - fit), last)

    def total(self, seat: int) -> int:
        """A seat's points as far as they have been added up."""
        last = self.history[-1][seat]
        return self.totals[seat] - last + round(last * self.counted())

    def draw(self, look: Look, target: Surface) -> None:
        rows = self._row
        names = self._names(look, rows)
        columns = len(self.shown)
        labels = [self.parts.labels[i] if self.parts else str(i + 1) for i in self.shown]
        widest = max(_WIDEST_COLUMN, *(look.text_width(label, "label") + _APART for label in labels))
        step = min(widest, (self.rect.width - names - _TOTAL) / columns)
        rights = [self.rect.right - _TOTAL - step * (columns - 1 - i) for i in range(columns)]
        self._draw_head(look, target, labels, rights)
        for i, line in enumerate(self.lines):
            row = FRect(self.rect.left, self.rect.top + self._head + i * rows, self.rect.width, rows)
            self._draw_row(look, target, line, row)
            for column, right in zip(self.shown, rights, strict=True):
                self._draw_points(look, target, column, line.seat, right=right, y=row.centery)

    def _names(self, look: Look, row: float) -> float:
        style = "name" if row >= _TWO_LINES else "strong_body"
        widest = max(look.text_width(line.name, style) for line in self.lines)
        if row >= _TWO_LINES:
            widest = max([widest, *(look.text_width(line.second, "small") for line in self.lines)])
        return min(self.rect.width * 0.45, _face(row) + 20 + widest + 24)

    def _draw_head(self, look: Look, target: Surface, labels: list[str], rights: list[float]) -> None:
        y = self.rect.top + 12
        style = "label"
        player = look.text(self.words("app.results.player"), style, INK_CAPTION)
        look.blit(target, player, self.rect.left + 6, y, "midleft")
        for label, right in zip(labels, rights, strict=True):
            look.blit(target, look.text(label, style, INK_CAPTION), right - 6, y, "midright")
        total = look.text(self.words("app.results.total"), style, INK_CAPTION)
        look.blit(target, total, self.rect.right - 8, y, "midright")

    def _draw_row(self, look: Look, target: Surface, line: SheetRow, row: FRect) -> None:
        if line.winner:
            look.draw_box(target, _WINNER, row)
        look.fill(target, HAIRLINE_PAPER, FRect(row.left, row.top, row.width, 1.5))
        diameter = _face(row.height)
        x = row.left + 6 + diameter / 2
        draw_seat_portrait(look, target, line.portrait, (x, row.centery), diameter, seat=line.seat)
        x += diameter / 2 + 14
        room = row.width * 0.45 - (x - row.left)
        if row.height >= _TWO_LINES and line.second:
            name = look.text(line.name, "name", INK, max_width=room)
            look.blit(target, name, x, row.centery - 10, "midleft")
            second = look.text(line.second, "small", INK_CAPTION, max_width=room)
            look.blit(target, second, x, row.centery + 12, "midleft")
        else:
            style = "name" if row.height >= _TWO_LINES else "strong_body"
            name = look.text(line.name, style, INK, max_width=room)
            look.blit(target, name, x, row.centery, "midleft")
        total = self.words.number(self.total(line.seat), signed=self.signed)
        look.blit(target, look.text(total, "total", INK), row.right - 8, row.centery, "midright")

    def _draw_points(self, look: Look, target: Surface, column: int, seat: int, *, right: float, y: float) -> None:
        points = self.words.number(self.columns[column][seat], signed=self.signed)
        marked = not self.parts and seat in self.best[column]
        if marked:
            drawn = look.text(points, self._figures[1], _BEST)
            wide = max(16.0, drawn.get_width() / look.scale)
            look.draw_box(target, Box(1.5, ((0, _BEST_LINE),)), FRect(right - 6 - wide, y + 10, wide, 3))
        else:
            drawn = look.text(points, self._figures[0], _FIGURE)
        look.blit(target, drawn, right - 6, y - (2 if marked else 0), "midright")


def _face(row: float) -> float:
    """Diameter of the portraits in rows so high."""
    return min(row - 9, max(46.0, row * 0.56))
