"""Widget for the score sheet: points of each deal, and totals."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.events import DealScored
from engine.moves import Seat
from scenes.render.boxes import Box
from scenes.render.expressions import Expression
from scenes.render.renderer import Renderer
from scenes.render.theme import HAIRLINE_PAPER, INK, INK_CAPTION, rgb
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import AccessibleElement, join_texts, table_element
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widgets import Widget
from scenes.ui.widgets.line_plot import draw_seat_portrait
from scenes.ui.widgets.standing import StandingCell

_BEST_COLOUR = rgb("#0f5a33")
_BEST_LINE_COLOUR = rgb("#2f8f5a")
_FIGURE_COLOUR = rgb("#3b332a")
_WINNER_BOX = Box(0, ((0, rgb("#ffd166")),), 0.30)
_HEAD_HEIGHT = 34.0
_MIN_COLUMN_WIDTH = 36.0
_MIN_ROW_HEIGHT = 29.0
_LOW_HEAD_HEIGHT = 28.0
"""Height of the header above low rows."""
_MAX_COLUMN_WIDTH = 64.0
_HEADING_GAP, _MIN_HEADING_GAP = 18.0, 9.0
"""Usual space between columns, and the one for which names get smaller."""
_NAMES_FRACTION = 0.45
"""Maximum fraction of the sheet's width for portraits and names."""
_NAME_STYLES = ("name", "strong_body", "label")
_TOTAL_WIDTH = 80.0
_START_LINE_WIDTH, _START_LINE_COLOUR = 2.0, rgb("#b58a3c")
"""Line between the deals that count and those before."""
_POINTS_AND_BEST_STYLES = (("figure", "strong"), ("small", "label"))
"""Pairs of text styles: for a deal's points, and for its best points. Many deals use the smaller pair."""
_MAX_ROW_HEIGHT = 100.0
_MIN_TWO_LINE_HEIGHT = 52.0
"""Minimum row height for a second line below the name."""


class SheetRow(NamedTuple):
    """A seat's row of the score sheet."""

    seat: int
    portrait: str
    name: str
    second_line: str
    is_winner: bool


class BreakdownColumns(NamedTuple):
    """Columns of the score sheet with the sources of the last deal's points."""

    labels: tuple[str, ...]
    points_by_column: tuple[tuple[int, ...], ...]
    """Points by column, then by seat."""


def points_breakdown(words: Words, slug: str, scored: DealScored, *, is_only_deal: bool) -> BreakdownColumns | None:
    """Return score sheet columns with the sources of a deal's points; None if the deal has none.

    Sources from which nobody got points have no column. Unless ``is_only_deal``, a last column has the deal's points.
    """
    found = [part for part in scored.score_sources if any(part.points)]
    if not found:
        return None
    labels = [words(f"{slug}.part.{part.key}") for part in found]
    points = [part.points for part in found]
    if not is_only_deal:
        labels.append(words("app.results.of_deal"))
        points.append(scored.points)
    return BreakdownColumns(tuple(labels), tuple(points))


def rank_seats(history: Sequence[Sequence[int]], winners: Sequence[Seat], *, high_wins: bool) -> list[Seat]:
    """Return the seats sorted by result: winners first, then by totals, then by seat."""
    totals = list(map(sum, zip(*history, strict=True)))
    sign = -1 if high_wins else 1
    return sorted(range(len(totals)), key=lambda seat: (seat not in winners, sign * totals[seat], seat))


def best_seats_to_mark_by_deal(history: Sequence[Sequence[int]], *, high_wins: bool) -> list[frozenset[Seat]]:
    """Return the seats with the best points of each deal; none if more than half of all seats have them."""
    found = []
    for points in history:
        best = (max if high_wins else min)(points)
        seats = frozenset(seat for seat, own in enumerate(points) if own == best)
        found.append(seats if 2 * len(seats) <= len(points) else frozenset())
    return found


class ScoreSheet(Widget):
    """Score sheet with a row for each seat and a column for each deal, or for each source of points.

    Args:
        words: the text catalogue.
        rows: rows from the top.
        history: points of each deal, by seat.
        best_seats: seats with the best points, by deal.
        last_deal: last deal to show if not all fit, counted from 1.
        shows_plus: whether positive numbers have a plus sign.
        count_progress: returns the fraction of the last deal's points in the shown totals, 0 … 1.
        breakdown: columns to show instead of the deals.
        ranks_by_deal: final rank of each seat, from 1, by deal; empty for a deal without ranks.
        seats_out_by_deal: seats without points, as they were out of the match before, by deal; empty for none.
        first_column: index of the first deal that counts; a line divides it from those before.
        standings: cells by seat that replace the totals; empty for totals.
        expression_of: returns the expression of a seat's portrait.
    """

    def __init__(
        self,
        words: Words,
        rows: Sequence[SheetRow],
        history: Sequence[Sequence[int]],
        best_seats: Sequence[frozenset[int]],
        last_deal: int,
        *,
        shows_plus: bool,
        count_progress: Callable[[], float] = lambda: 1.0,
        breakdown: BreakdownColumns | None = None,
        ranks_by_deal: Sequence[Sequence[int]] = (),
        seats_out_by_deal: Sequence[frozenset[Seat]] = (),
        first_column: int = 0,
        standings: Sequence[StandingCell] = (),
        expression_of: Callable[[Seat], Expression] = lambda _: "neutral",
    ) -> None:
        super().__init__()
        self.expression_of = expression_of
        self.ranks_by_deal = tuple(ranks_by_deal)
        self.seats_out_by_deal = tuple(seats_out_by_deal)
        self.shows_rank = breakdown is None and len(self.ranks_by_deal) == 1 and bool(self.ranks_by_deal[0])
        """Whether the ranks of the only deal are shown instead of its points."""
        self.count_progress = count_progress
        self.words = words
        self.rows = tuple(rows)
        self.history = tuple(tuple(points) for points in history)
        self.first_column = first_column
        self.standings = tuple(standings)
        self.totals = tuple(map(sum, zip(*self.history[first_column:], strict=True)))
        """Totals of the deals that count, by seat."""
        self._last_width = _TOTAL_WIDTH
        """Width of the last column, logical pixels."""
        self.best_seats = tuple(best_seats)
        self.last_deal = last_deal
        self.shows_plus = shows_plus
        self.breakdown = breakdown
        self.columns = breakdown.points_by_column if breakdown else self.history
        """Points by column, then by seat."""
        self.visible_columns = range(0 if self.shows_rank else len(self.columns))
        """Indices of the visible columns."""
        self._figure_styles = _POINTS_AND_BEST_STYLES[0]

    @staticmethod
    def needed_height(rows: int, *, generous: bool = False) -> float:
        """Return the score sheet's minimum height in logical pixels for a number of rows, or the maximum if
        ``generous``.
        """
        if generous:
            return _HEAD_HEIGHT + rows * _MAX_ROW_HEIGHT
        return _LOW_HEAD_HEIGHT + rows * _MIN_ROW_HEIGHT

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        return Size(constraints.max_width, self.needed_height(len(self.rows)))

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        super().arrange(renderer, rect)
        widths = [cell.width(renderer) for cell in self.standings]
        self._last_width = max([_TOTAL_WIDTH, *(width + _HEADING_GAP for width in widths)])
        self._fit_columns(renderer)

    @property
    def has_hidden_deals(self) -> bool:
        return not self.shows_rank and len(self.visible_columns) < len(self.columns)

    @property
    def _row_height(self) -> float:
        return min(_MAX_ROW_HEIGHT, (self.rect.height - self._head_height) / len(self.rows))

    @property
    def _head_height(self) -> float:
        return _HEAD_HEIGHT if self.rect.height >= _HEAD_HEIGHT + 36 * len(self.rows) else _LOW_HEAD_HEIGHT

    def _fit_columns(self, renderer: Renderer) -> None:
        """Show as many deals on the score sheet as fit, up to ``last_deal``. Columns of ``breakdown`` are all shown."""
        if self.shows_rank:
            return
        columns, seats = range(len(self.columns)), range(len(self.totals))
        cell_texts = {self.cell_text(column, seat) for column in columns for seat in seats}
        max_width = self.rect.width - self._names_width(renderer, self._row_height) - self._last_width
        for self._figure_styles in _POINTS_AND_BEST_STYLES:
            column_width = max(
                _MIN_COLUMN_WIDTH, *(renderer.text_width(text, self._figure_styles[1]) + 11 for text in cell_texts)
            )
            fit = max(1, int(max_width / column_width))
            if fit >= len(self.columns) and self._breakdown_width(renderer) <= max_width:
                break
        if self.breakdown:
            return
        last_deal = max(min(fit, len(self.history)), min(self.last_deal, len(self.history)))
        self.visible_columns = range(max(0, last_deal - fit), last_deal)

    def cell_text(self, column: int, seat: Seat) -> str:
        """Return the text of a score sheet's cell: the seat's rank in that deal, or its points; empty if it was out."""
        if self.breakdown is None and column < len(self.seats_out_by_deal) and seat in self.seats_out_by_deal[column]:
            return ""
        if self.breakdown is None and column < len(self.ranks_by_deal) and self.ranks_by_deal[column]:
            return self.words(f"app.results.place_{self.ranks_by_deal[column][seat]}")
        return self.words.number(self.columns[column][seat], signed=self.shows_plus)

    def counted_up_total(self, seat: int) -> int:
        """Return a seat's total during the animation, which counts up the points of the last deal."""
        last = self.history[-1][seat]
        return self.totals[seat] - last + round(last * self.count_progress())

    def as_accessible(self) -> AccessibleElement:
        """Return a table of all columns of the score sheet for screen readers, also hidden ones."""
        words, columns = self.words, range(0 if self.shows_rank else len(self.columns))
        labels = [
            self.breakdown.labels[i] if self.breakdown else words("app.table.deal", n=self._deal_number(i))
            for i in columns
        ]
        last = words("app.results.place" if self.shows_rank else "app.results.total")
        rows = [[words("app.results.player"), *labels, last]]
        for line in self.rows:
            total = words.number(self.totals[line.seat], signed=self.shows_plus)
            total = self.standings[line.seat].text if self.standings else total
            cells = [self.cell_text(column, line.seat) for column in columns]
            name, result = join_texts(line.name, line.second_line), self.cell_text(0, line.seat)
            rows.append([name, *cells, result if self.shows_rank else total])
        return table_element("", rows)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rows = self._row_height
        names = self._names_width(renderer, rows)
        columns = len(self.visible_columns)
        labels = [
            self.breakdown.labels[i] if self.breakdown else str(self._deal_number(i)) for i in self.visible_columns
        ]
        widths = self._column_widths(renderer, labels, self.rect.width - names - self._last_width)
        rights = [self.rect.right - self._last_width - sum(widths[i + 1 :]) for i in range(columns)]
        self._draw_head(renderer, target, labels, rights)
        for i, line in enumerate(self.rows):
            row = FRect(self.rect.left, self.rect.top + self._head_height + i * rows, self.rect.width, rows)
            self._draw_row(renderer, target, line, row, names)
            for column, right in zip(self.visible_columns, rights, strict=True):
                self._draw_points(renderer, target, column, line.seat, right=right, centre_y=row.centery)
        if self.breakdown is None and self.first_column in self.visible_columns[1:]:
            right = rights[self.visible_columns.index(self.first_column) - 1]
            line_area = FRect(right - 1, self.rect.top, _START_LINE_WIDTH, self.rect.height)
            renderer.fill(target, _START_LINE_COLOUR, line_area)

    def _deal_number(self, column: int) -> int:
        """Return the number of a column's deal, counted anew from the first one that counts."""
        return column + 1 - (self.first_column if column >= self.first_column else 0)

    def _column_widths(self, renderer: Renderer, labels: Sequence[str], max_width: float) -> list[float]:
        """Return the score sheet's column widths: equal if all texts fit, else by the widest text of each column."""
        texts = [self._widest_text(renderer, *one) for one in zip(self.visible_columns, labels, strict=True)]
        equal = min(max([_MAX_COLUMN_WIDTH, *(text + _HEADING_GAP for text in texts)]), max_width / max(1, len(labels)))
        if equal >= max(texts, default=0.0) + _HEADING_GAP:
            return [equal] * len(labels)
        gap = (max_width - sum(texts)) / len(texts)
        return [text + gap for text in texts]

    def _widest_text(self, renderer: Renderer, column: int, label: str) -> float:
        """Return the width of a column's heading or of its widest figure."""
        figures = [self.cell_text(column, seat) for seat in range(len(self.totals))]
        style = self._figure_styles[0]
        return max(renderer.text_width(label, "label"), *(renderer.text_width(one, style) for one in figures))

    def _breakdown_width(self, renderer: Renderer) -> float:
        """Return the width of the columns of ``breakdown`` with the least space between them; 0 without it."""
        labels = self.breakdown.labels if self.breakdown else ()
        return sum(self._widest_text(renderer, *column) + _MIN_HEADING_GAP for column in enumerate(labels))

    def _names_width(self, renderer: Renderer, row_height: float) -> float:
        styles = _NAME_STYLES if row_height >= _MIN_TWO_LINE_HEIGHT else _NAME_STYLES[1:]
        second = [line.second_line for line in self.rows] if row_height >= _MIN_TWO_LINE_HEIGHT else []
        seconds_width = max((renderer.text_width(text, "small") for text in second), default=0.0)
        widest, least = (
            max([seconds_width, *(renderer.text_width(line.name, style) for line in self.rows)])
            for style in (styles[0], styles[-1])
        )
        free = self.rect.width * _NAMES_FRACTION
        if self.breakdown:
            free = min(free, self.rect.width - self._last_width - self._breakdown_width(renderer))
        portrait = _portrait_size(row_height) + 20
        return min(portrait + widest + 24, max(portrait + least + 12, free))

    def _draw_head(self, renderer: Renderer, target: Surface, labels: list[str], rights: list[float]) -> None:
        y = self.rect.top + 12
        style = "label"
        player = renderer.text(self.words("app.results.player"), style, INK_CAPTION)
        renderer.blit(target, player, self.rect.left + 6, y, "midleft")
        for label, right in zip(labels, rights, strict=True):
            renderer.blit(target, renderer.text(label, style, INK_CAPTION), right - 6, y, "midright")
        total = renderer.text(
            self.words("app.results.place" if self.shows_rank else "app.results.total"), style, INK_CAPTION
        )
        renderer.blit(target, total, self.rect.right - 8, y, "midright")

    def _draw_row(
        self, renderer: Renderer, target: Surface, sheet_row: SheetRow, row: FRect, names_width: float
    ) -> None:
        if sheet_row.is_winner:
            renderer.draw_box(target, _WINNER_BOX, row)
        renderer.fill(target, HAIRLINE_PAPER, FRect(row.left, row.top, row.width, 1.5))
        diameter = _portrait_size(row.height)
        x = row.left + 6 + diameter / 2
        expression = self.expression_of(sheet_row.seat)
        draw_seat_portrait(
            renderer, target, sheet_row.portrait, (x, row.centery), diameter, seat=sheet_row.seat, expression=expression
        )
        x += diameter / 2 + 14
        max_width = names_width - (x - row.left) - 6
        has_two_lines = row.height >= _MIN_TWO_LINE_HEIGHT
        style = renderer.first_fitting_style(
            sheet_row.name, _NAME_STYLES if has_two_lines else _NAME_STYLES[1:], max_width
        )
        name = renderer.text(sheet_row.name, style, INK, max_width=max_width)
        if has_two_lines and sheet_row.second_line:
            renderer.blit(target, name, x, row.centery - 10, "midleft")
            second_image = renderer.text(sheet_row.second_line, "small", INK_CAPTION, max_width=max_width)
            renderer.blit(target, second_image, x, row.centery + 12, "midleft")
        else:
            renderer.blit(target, name, x, row.centery, "midleft")
        if self.standings:
            self.standings[sheet_row.seat].draw(renderer, target, row.right - 8, row.centery)
            return
        total = self.words.number(self.counted_up_total(sheet_row.seat), signed=self.shows_plus)
        if self.shows_rank:
            total = self.cell_text(0, sheet_row.seat) if self.count_progress() > 0 else ""
        renderer.blit(target, renderer.text(total, "total", INK), row.right - 8, row.centery, "midright")

    def _draw_points(
        self, renderer: Renderer, target: Surface, column: int, seat: int, *, right: float, centre_y: float
    ) -> None:
        points = self.cell_text(column, seat)
        marked = points and not self.breakdown and seat in self.best_seats[column]
        if marked:
            drawn = renderer.text(points, self._figure_styles[1], _BEST_COLOUR)
            wide = max(16.0, renderer.width_of(drawn))
            renderer.draw_box(
                target, Box(1.5, ((0, _BEST_LINE_COLOUR),)), FRect(right - 6 - wide, centre_y + 10, wide, 3)
            )
        else:
            drawn = renderer.text(points, self._figure_styles[0], _FIGURE_COLOUR)
        renderer.blit(target, drawn, right - 6, centre_y - (2 if marked else 0), "midright")


def _portrait_size(row_height: float) -> float:
    return min(row_height - 9, max(46.0, row_height * 0.56))
