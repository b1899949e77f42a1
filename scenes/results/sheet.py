"""The score sheet: points of each deal and totals, on paper."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.events import Scored
from engine.moves import Seat
from scenes.look.boxes import Box
from scenes.look.faces import Expression
from scenes.look.look import Look
from scenes.look.parts import NameCard, Part, table
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
"""Height of the header where rows are low."""
_WIDEST_COLUMN = 64.0
_APART = 18.0
"""Space between the headings of wider columns."""
_TOTAL = 92.0
_FIGURES = (("figure", "strong"), ("small", "label"))
"""Styles of a deal's points and of the best points; the small ones for many deals."""
_TALLEST_ROW = 100.0
_TWO_LINES = 52.0
"""Row height from which a second line is below the name."""


class SheetRow(NamedTuple):
    """A seat's row of the sheet."""

    seat: int
    portrait: str
    name: str
    second: str
    winner: bool


class PartColumns(NamedTuple):
    """Columns with the parts of the last deal's points."""

    labels: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]
    """Points by column, then by seat."""


def parts_of(words: Words, slug: str, scored: Scored, *, alone: bool) -> PartColumns | None:
    """Return the parts of a deal's points; None if the game has no parts.

    Parts that nobody got have no column. A last column has the deal's points, unless it is the only deal (``alone``).
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
    """Return the seats in order: winners, then by totals, then by seat; ``high``: whether high points win."""
    totals = list(map(sum, zip(*history, strict=True)))
    sign = -1 if high else 1
    return sorted(range(len(totals)), key=lambda seat: (seat not in won, sign * totals[seat], seat))


def best_of(history: Sequence[Sequence[int]], *, high: bool) -> list[frozenset[Seat]]:
    """Return the seats with the best points of each deal; none if more than half have them."""
    found = []
    for points in history:
        best = (max if high else min)(points)
        seats = frozenset(seat for seat, own in enumerate(points) if own == best)
        found.append(seats if 2 * len(seats) <= len(points) else frozenset())
    return found


class Sheet(Widget):
    """A row for each seat, a column for each deal; only some deals are ``shown`` if there are too many.

    Args:
        words: texts.
        lines: rows from the top.
        history: points of each deal, by seat.
        best: seats with the best points, by deal.
        rect: area.
        signed: whether positive figures have a plus.
        counted: returns the share of the last deal's points added to the totals so far, 0 … 1.
        parts: columns to show instead of the deals.
        places: by deal, the place of each seat, 1 for the first; empty for a deal in which only the points count.
        mood: returns how a seat takes the result.
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
        places: Sequence[Sequence[int]] = (),
        mood: Callable[[Seat], Expression] = lambda _: "neutral",
    ) -> None:
        super().__init__(rect)
        self.mood = mood
        self.places = tuple(places)
        self.place_alone = parts is None and len(self.places) == 1 and bool(self.places[0])
        """Whether the places of the only deal are shown instead of its points."""
        self.counted = counted
        self.words = words
        self.lines = tuple(lines)
        self.history = tuple(tuple(points) for points in history)
        self.totals = tuple(map(sum, zip(*self.history, strict=True)))
        """Totals by seat."""
        self.best = tuple(best)
        self.signed = signed
        self.parts = parts
        self.columns = parts.points if parts else self.history
        """Points by column, then by seat."""
        self.shown = range(0 if self.place_alone else len(self.columns))
        """Indices of the visible columns."""
        self._figures = _FIGURES[0]

    @staticmethod
    def height(rows: int, *, generous: bool = False) -> float:
        """Return the minimum height for some rows, or the maximum if ``generous``; logical pixels."""
        if generous:
            return _HEAD + rows * _TALLEST_ROW
        return _LOW_HEAD + rows * _LEAST_ROW

    @property
    def cut(self) -> bool:
        """Whether some deals are hidden."""
        return not self.place_alone and len(self.shown) < len(self.columns)

    @property
    def _row(self) -> float:
        return min(_TALLEST_ROW, (self.rect.height - self._head) / len(self.lines))

    @property
    def _head(self) -> float:
        return _HEAD if self.rect.height >= _HEAD + 36 * len(self.lines) else _LOW_HEAD

    def show(self, look: Look, last: int) -> None:
        """Show as many deals as fit, ending with deal ``last``, counted from 1; ``parts`` are always all shown."""
        if self.place_alone:
            return
        columns, seats = range(len(self.columns)), range(len(self.totals))
        everything = {self.figure(column, seat) for column in columns for seat in seats}
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

    def figure(self, column: int, seat: Seat) -> str:
        """Return what a column says of a seat: its place in that deal, or its points."""
        if self.parts is None and column < len(self.places) and self.places[column]:
            return self.words(f"app.results.place_{self.places[column][seat]}")
        return self.words.number(self.columns[column][seat], signed=self.signed)

    def total(self, seat: int) -> int:
        """Return a seat's total as counted up so far."""
        last = self.history[-1][seat]
        return self.totals[seat] - last + round(last * self.counted())

    def described(self, name: NameCard) -> Sequence[Part]:
        """A table of all columns, also those for which there is no room."""
        del name
        words, columns = self.words, range(0 if self.place_alone else len(self.columns))
        labels = [self.parts.labels[i] if self.parts else words("app.table.deal", n=i + 1) for i in columns]
        last = words("app.results.place" if self.place_alone else "app.results.total")
        rows = [[words("app.results.player"), *labels, last]]
        for line in self.lines:
            total = words.number(sum(points[line.seat] for points in self.history), signed=self.signed)
            figures = [self.figure(column, line.seat) for column in columns]
            rows.append([line.name, *figures, self.figure(0, line.seat) if self.place_alone else total])
        return [table("", rows)]

    def draw(self, look: Look, target: Surface) -> None:
        rows = self._row
        names = self._names(look, rows)
        columns = len(self.shown)
        labels = [self.parts.labels[i] if self.parts else str(i + 1) for i in self.shown]
        widths = self._widths(look, labels, self.rect.width - names - _TOTAL)
        rights = [self.rect.right - _TOTAL - sum(widths[i + 1 :]) for i in range(columns)]
        self._draw_head(look, target, labels, rights)
        for i, line in enumerate(self.lines):
            row = FRect(self.rect.left, self.rect.top + self._head + i * rows, self.rect.width, rows)
            self._draw_row(look, target, line, row)
            for column, right in zip(self.shown, rights, strict=True):
                self._draw_points(look, target, column, line.seat, right=right, y=row.centery)

    def _widths(self, look: Look, labels: Sequence[str], room: float) -> list[float]:
        """The widths of the columns: equal if the headings have room then, else whoever needs more gets more."""
        needed = [look.text_width(label, "label") + _APART for label in labels]
        equal = min(max([_WIDEST_COLUMN, *needed]), room / max(1, len(labels)))
        if equal >= max(needed, default=0.0):
            return [equal] * len(labels)
        part = min(1.0, room / sum(needed))
        spare = max(0.0, room - sum(needed)) / len(needed)
        return [width * part + spare for width in needed]

    def _names(self, look: Look, row: float) -> float:
        style = "name" if row >= _TWO_LINES else "strong_body"
        widest = max(look.text_width(line.name, style) for line in self.lines)
        if row >= _TWO_LINES:
            widest = max([widest, *(look.text_width(line.second, "small") for line in self.lines)])
        return min(self.rect.width * 0.45, _portrait_size(row) + 20 + widest + 24)

    def _draw_head(self, look: Look, target: Surface, labels: list[str], rights: list[float]) -> None:
        y = self.rect.top + 12
        style = "label"
        player = look.text(self.words("app.results.player"), style, INK_CAPTION)
        look.blit(target, player, self.rect.left + 6, y, "midleft")
        for label, right in zip(labels, rights, strict=True):
            look.blit(target, look.text(label, style, INK_CAPTION), right - 6, y, "midright")
        total = look.text(
            self.words("app.results.place" if self.place_alone else "app.results.total"), style, INK_CAPTION
        )
        look.blit(target, total, self.rect.right - 8, y, "midright")

    def _draw_row(self, look: Look, target: Surface, line: SheetRow, row: FRect) -> None:
        if line.winner:
            look.draw_box(target, _WINNER, row)
        look.fill(target, HAIRLINE_PAPER, FRect(row.left, row.top, row.width, 1.5))
        diameter = _portrait_size(row.height)
        x = row.left + 6 + diameter / 2
        mood = self.mood(line.seat)
        draw_seat_portrait(look, target, line.portrait, (x, row.centery), diameter, seat=line.seat, expression=mood)
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
        if self.place_alone:
            total = self.figure(0, line.seat) if self.counted() > 0 else ""
        look.blit(target, look.text(total, "total", INK), row.right - 8, row.centery, "midright")

    def _draw_points(self, look: Look, target: Surface, column: int, seat: int, *, right: float, y: float) -> None:
        points = self.figure(column, seat)
        marked = not self.parts and seat in self.best[column]
        if marked:
            drawn = look.text(points, self._figures[1], _BEST)
            wide = max(16.0, drawn.get_width() / look.scale)
            look.draw_box(target, Box(1.5, ((0, _BEST_LINE),)), FRect(right - 6 - wide, y + 10, wide, 3))
        else:
            drawn = look.text(points, self._figures[0], _FIGURE)
        look.blit(target, drawn, right - 6, y - (2 if marked else 0), "midright")


def _portrait_size(row: float) -> float:
    """Return the diameter of portraits for a row height."""
    return min(row - 9, max(46.0, row * 0.56))
