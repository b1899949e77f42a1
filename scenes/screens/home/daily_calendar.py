"""Calendar of the daily deals played: a month at a time, and the days in a row."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from pygame import FRect, Surface

from engine.games import GAMES
from engine.local_time import days_in_month, first_of_month, iso_date, weekday, year_month_day
from engine.statistics.daily import DailyResult, day_streak
from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.theme import BRASS, CREAM, DISABLED_TEXT, GOLD, MUTED, hex_code
from scenes.shell.context import Context
from scenes.shell.dialog import Dialog
from scenes.text.daily_texts import streak_text
from scenes.text.dates import day_text
from scenes.ui.accessible_elements import AccessibleElement, join_texts, table_element
from scenes.ui.boxes import Column, Row
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.text import Text
from scenes.ui.widgets import IconButton, Widget

_DAYS_PER_WEEK = 7
_ROW_HEIGHT, _HEAD_HEIGHT = 42.0, 24.0
_DOT_RADIUS, _DOT_STEP = 3.0, 8.0
"""Radius of the dot of a deal, and distance between two dots, logical pixels."""
_PLAYED_COLOUR = "#4fae7a"
"""Colour of the dot of a deal that was played and not won."""


class DayMarks(NamedTuple):
    """Daily deals that a person played on one day, each only the first attempt without help."""

    played: int = 0
    won: int = 0


def marks_by_day(results_by_game: Mapping[str, list[DailyResult]]) -> dict[int, DayMarks]:
    """Count the daily deals played and won without help, by day."""
    found: dict[int, DayMarks] = {}
    for results in results_by_game.values():
        for result in results:
            if not result.helped:
                before = found.get(result.day, DayMarks())
                found[result.day] = DayMarks(before.played + 1, before.won + result.won)
    return found


class MonthGrid(Widget):
    """The days of a month in weeks from Monday, with a dot for each daily deal played, in gold if won.

    Args:
        first_day: number of the month's first day.
        days: number of days of the month.
        today: number of the present day.
        marks: daily deals by day.
        weekday_labels: from Monday.
        day_texts: days with deals in words, for screen readers.
    """

    def __init__(
        self,
        first_day: int,
        days: int,
        *,
        today: int,
        marks: Mapping[int, DayMarks],
        weekday_labels: tuple[str, ...],
        day_texts: Mapping[int, str],
    ) -> None:
        super().__init__()
        self.first_day = first_day
        self.days = days
        self.today = today
        self.marks = marks
        self.weekday_labels = weekday_labels
        self.day_texts = day_texts

    @property
    def _offset(self) -> int:
        """Number of empty cells before the first day."""
        return weekday(self.first_day)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        rows = -(-(self._offset + self.days) // _DAYS_PER_WEEK)
        return Size(constraints.max_width, _HEAD_HEIGHT + rows * _ROW_HEIGHT)

    def as_accessible(self) -> AccessibleElement | None:
        cells = [""] * self._offset
        cells += [join_texts(str(i + 1), self.day_texts.get(self.first_day + i, "")) for i in range(self.days)]
        weeks = [cells[i : i + _DAYS_PER_WEEK] for i in range(0, len(cells), _DAYS_PER_WEEK)]
        return table_element("", [list(self.weekday_labels), *weeks])

    def draw(self, renderer: Renderer, target: Surface) -> None:
        width = self.rect.width / _DAYS_PER_WEEK
        for i, label in enumerate(self.weekday_labels):
            drawn = renderer.text(label, "small", MUTED)
            renderer.blit(target, drawn, self.rect.left + (i + 0.5) * width, self.rect.top + _HEAD_HEIGHT / 2, "center")
        for index in range(self.days):
            row, column = divmod(self._offset + index, _DAYS_PER_WEEK)
            top = self.rect.top + _HEAD_HEIGHT + row * _ROW_HEIGHT
            self._draw_day(renderer, target, index, FRect(self.rect.left + column * width, top, width, _ROW_HEIGHT))

    def _draw_day(self, renderer: Renderer, target: Surface, index: int, cell: FRect) -> None:
        """Draw the number and the dots of a day, counted from 0."""
        day = self.first_day + index
        marks = self.marks.get(day, DayMarks())
        if day == self.today or marks.played:
            box = box_styles.ROW_CHOSEN if day == self.today else box_styles.ROW_HOVER
            renderer.draw_box(target, box, cell.inflate(-6, -4))
        ink = GOLD if day == self.today else CREAM if marks.played else MUTED if day < self.today else DISABLED_TEXT
        number = renderer.text(str(index + 1), "strong_body" if marks.played else "body", ink)
        renderer.blit(target, number, cell.centerx, cell.centery - (6 if marks.played else 0), "center")
        if marks.played:
            colours = [hex_code(BRASS)] * marks.won + [_PLAYED_COLOUR] * (marks.played - marks.won)
            width = (marks.played - 1) * _DOT_STEP + 2 * _DOT_RADIUS
            dots = "".join(
                f'<circle cx="{_DOT_RADIUS + i * _DOT_STEP}" cy="{_DOT_RADIUS}" r="{_DOT_RADIUS}" fill="{colour}"/>'
                for i, colour in enumerate(colours)
            )
            key = f"calendar dots {marks.won} {marks.played}"
            drawn = renderer.svg(key, dots, (0, 0, width, 2 * _DOT_RADIUS))
            renderer.blit(target, drawn, cell.centerx, cell.centery + 11, "center")


class DailyCalendar(Dialog):
    """Dialog with the months of daily deals played, and the days in a row up to today.

    Args:
        context: the application.
        today: number of the present day.
    """

    def __init__(self, context: Context, today: int) -> None:
        name = context.settings.name
        results = {game: context.statistics.daily_results(game, name) for game in GAMES}
        self.today = today
        self.marks = marks_by_day(results)
        self.streak = day_streak([one for found in results.values() for one in found], today)
        """Number of consecutive days with at least one deal."""
        self._first_day = first_of_month(today)
        """First day of the month shown."""
        super().__init__(context, context.words("app.daily.calendar"), width=480)
        self.min_size = (self.min_size[0], 460.0)

    def compose_content(self) -> list[Widget]:
        words, first_day, days = self.context.words, self._first_day, days_in_month(self._first_day)
        earlier = IconButton("chevron_left", partial(self._show_month, first_day - 1), name=words("app.daily.earlier"))
        earlier.enabled = first_day > min(self.marks, default=first_day)
        later = IconButton("chevron_right", partial(self._show_month, first_day + days), name=words("app.daily.later"))
        later.enabled = first_day + days <= self.today
        year, month, _ = year_month_day(first_day)
        title = Text(words("app.daily.month", month=words(f"app.month.{month}"), year=str(year)), "strong_body")
        day_texts = {
            day: words("app.daily.leaf", date=day_text(words, day), n=marks.played, of=len(GAMES))
            for day, marks in self.marks.items()
        }
        grid = MonthGrid(
            first_day,
            days,
            today=self.today,
            marks=self.marks,
            weekday_labels=tuple(words("app.daily.weekdays").split()),
            day_texts=day_texts,
        )
        return [
            Row(
                earlier.with_layout("earlier"),
                title.with_layout(grow=1, margin=(14, 0, 0, 0)),
                later.with_layout("later"),
            ),
            grid.with_layout(iso_date(first_day)),
            Column(
                Text(streak_text(words, self.streak) or words("app.daily.no_run"), "strong_body", wraps=True),
                Text(words("app.daily.legend"), "explanation", MUTED, wraps=True),
            ),
        ]

    def _show_month(self, day: int) -> None:
        """Show the month of a day."""
        self._first_day = first_of_month(day)
        self.refresh()
