"""The statistics screen: figures, opponents and trends, with filters, export and reset."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pygame
from pygame import FRect

from engine.bots.common.strengths import ANCHORS
from engine.games import GAMES
from engine.moments import day_of, year_month_day
from engine.notices import Notice
from engine.printable import printable
from engine.statistics.daily import DailyResult
from engine.statistics.export import CsvExport
from engine.statistics.store import MeanPar, Period, RatingHistory, Rival, Totals
from scenes.look.keys import is_undo_key, plain_key
from scenes.look.theme import CREAM, INK, INK_CAPTION, ON_FELT
from scenes.look.widgets import Button, IconButton, Label, Paper, Pos, Scroll, Stepper, Tabs, Widget
from scenes.shell.context import Context
from scenes.shell.destinations import Home, ReplayList
from scenes.shell.dialog import Dialog, DialogButton, Paragraph, notices_dialog
from scenes.shell.empty import STATISTICS, empty_widgets
from scenes.shell.field_dialog import FieldDialog
from scenes.shell.screen import MARGIN, Screen
from scenes.statistics.filters import GAP, HIGH, Filter, FilterDialog, Query, chosen, default_query, filters
from scenes.statistics.opponents import HEAD, ROW, RivalHead, RivalRow
from scenes.statistics.tiles import Tile, tiles
from scenes.statistics.trends import (
    RATING_ROW,
    TRENDS,
    RatingRow,
    Trends,
    exact_par,
    figure_text,
    sentence,
    trend_names,
    trend_widget,
)
from scenes.text.words import Words

_ROOMY = (1150.0, 640.0)
"""Canvas size from which all parts are visible at once."""
_MESSAGE = 440.0
"""Maximum width of a message in place of figures."""
_RATINGS = 48
"""Maximum number of points in the rating's line."""
_LEAST_PLOT = 110.0
"""Minimum height of a plot with a sentence above it."""
_SHADOW = 14.0
"""Space beside the list for the portraits' shadows."""
_LONGEST_PATH = 400
_PATH_WIDTH = 820.0
_ROWS_AT_ONCE = 1500
"""Rows of an export written per update."""
REFRESH = 500.0
"""Milliseconds from one look at the progress of a recount to the next."""
_TILES, _OPPONENTS, _TREND = range(3)
"""Parts of the screen, for canvases that show one at a time."""


class Findings(NamedTuple):
    """The statistics for a query."""

    figures: Totals
    rivals: list[Rival]
    spans: list[Period]
    par: MeanPar | None
    rated: dict[str, RatingHistory]
    """Game -> the person's ratings."""
    days: list[DailyResult]


class StatisticsScreen(Screen):
    """The statistics, over the home screen."""

    least = (600.0, 340.0)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.statistics = context.statistics
        self.names = self.statistics.names()
        self._recounting = self.statistics.recounting
        self._since_look = 0.0
        """Milliseconds since the progress of the recount was looked at."""
        self.levels = self.statistics.levels()
        self.query = default_query(context.settings.name, self.names)
        self.found = self._find()
        self.part = _TILES
        """The visible part, where one is shown at a time."""
        self.trend = TRENDS[0]
        """The chosen trend, shown if it is available."""
        self.export: CsvExport | None = None
        """The export in progress."""

    def _find(self) -> Findings:
        store, query, wanted = self.statistics, self.query, self.query.selection(self._today())
        person = self._person()
        counts = dict.fromkeys(GAMES, 2) if query.game is None else {query.game: _RATINGS}
        ratings = (
            {slug: store.rating(slug, person, most) for slug, most in counts.items()} if person is not None else {}
        )
        return Findings(
            store.figures(wanted),
            store.rivals(wanted),
            store.over_time(wanted),
            store.par(wanted) if store.shows_par(query.game) else None,
            {slug: rated for slug, rated in ratings.items() if rated is not None},
            store.shown_days(query.game, query.name, wanted.since or 0) if query.game is not None else [],
        )

    @property
    def words(self) -> Words:
        """Texts, in its own words where one game is chosen."""
        words, game = self.context.words, self.query.game
        return words if game is None else words.of_game(game)

    def _person(self) -> str | None:
        """The selected person; None if the matches are several persons'."""
        only = self.names[0] if len(self.names) == 1 else None
        return only if self.query.name is None else self.query.name

    def _today(self) -> int:
        return day_of(self.context.now())

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to show: the statistics are empty, or being recounted."""
        return not self.names or self._recounting

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        look, words = self.look, self.words
        self.header("house", words("app.stats.title"), name=words("app.results.home"))
        area = FRect(MARGIN, 84, look.width - 2 * MARGIN, look.height - 84 - MARGIN)
        if self.nothing:
            self._build_nothing(area)
        elif look.width >= _ROOMY[0] and look.height >= _ROOMY[1]:
            self._build_all(area)
        else:
            self._build_part(area)
        self._build_tools()

    def _build_tools(self) -> None:
        """Replays, export, reset and undo at the upper right, with labels if there is room."""
        look, words = self.look, self.words
        tools: list[tuple[str, str, Callable[[], None], bool]] = [
            ("clock", "app.replay.title", self.open_replays, True),
            ("save", "app.stats.export", self.ask_export, not self.nothing and self.export is None),
            ("bin", "app.stats.reset", self.ask_reset, not self.nothing and not self.statistics.newer),
        ]
        labelled = look.width >= _ROOMY[0]
        undo = IconButton("undo", self.undo, name=words("app.rules.undo"), key=words("app.key.u"))
        undo.enabled = self.statistics.can_undo_reset
        undo.place(look, look.width - MARGIN, 42, "midright")
        right, made = undo.rect.left - GAP, list[Widget]()
        for icon, key, act, enabled in reversed(tools):
            button: Button | IconButton = IconButton(icon, act, name=words(key))
            if labelled:
                button = Button(words(key), act, icon=icon, small=True)
            button.enabled = enabled
            button.place(look, right, 42, "midright")
            right = button.rect.left - GAP
            made.append(button)
        self.group.add(*reversed(made), undo)

    def _build_nothing(self, area: FRect) -> None:
        look, words = self.look, self.words
        text = words("app.stats.forgotten" if self.statistics.can_undo_reset else "app.stats.nothing")
        if self._recounting:
            text = words("app.stats.recounting", per_cent=int(100 * self.statistics.recounted))
        way = Button(words("app.empty.play"), lambda: self.context.go(Home()), kind="primary", icon="play")
        self.group.add(*empty_widgets(look, area, STATISTICS, text, None if self._recounting else way))

    def _build_all(self, area: FRect) -> None:
        """The button for the filters, tiles, and below them the opponents beside a trend."""
        look = self.look
        self._build_filter_row(FRect(area.left, area.top, area.width, HIGH))
        top = area.top + HIGH + 14
        high = 88.0 + max(0.0, look.height - 720) * 0.1
        self._build_tiles(FRect(area.left, top, area.width, high), columns=6)
        rest = FRect(area.left, top + high + 16, area.width, area.bottom - top - high - 16)
        if not self.found.figures.deals:
            self._build_none(rest)
            return
        left = FRect(rest.left, rest.top, rest.width * 0.42, rest.height)
        self._build_opponents(left)
        self._build_trend(FRect(left.right + 20, rest.top, rest.right - left.right - 20, rest.height))

    def _build_part(self, area: FRect) -> None:
        """Large texts: one part at a time, chosen by tabs, and a button for the filters."""
        words = self.words
        left = self._build_filter_icons(FRect(area.left, area.top, area.width, HIGH))
        labels = [words(f"app.stats.part.{name}") for name in ("tiles", "opponents", "line")]
        tabs = Tabs(labels, self.part, self._show_part)
        wide = min(tabs.preferred(self.look)[0], left - GAP - area.left)
        tabs.rect = FRect(area.left, area.top, wide, HIGH)
        self.group.add(tabs)
        rest = FRect(area.left, area.top + HIGH + 14, area.width, area.height - HIGH - 14)
        if not self.found.figures.deals:
            self._build_none(rest)
        elif self.part == _OPPONENTS:
            self._build_opponents(rest, titled=False)
        elif self.part == _TREND:
            self._build_trend(rest)
        else:
            rest.height = min(rest.height, 260.0)
            self._build_tiles(rest, columns=3)

    def _filters(self) -> list[Filter]:
        return filters(self.words, self.names, self.levels)

    @property
    def default(self) -> Query:
        """The query that shows everything."""
        return default_query(self.context.settings.name, self.names)

    def _build_filter_row(self, area: FRect) -> None:
        """The button that opens the filters; beside it what they select, and a button to clear them."""
        look, words = self.look, self.words
        button, clear = self._filter_buttons()
        button.place(look, area.left, area.centery, "midleft")
        right = area.right
        if clear is not None:
            clear.place(look, area.right, area.centery, "midright")
            right = clear.rect.left - GAP
            self.group.add(clear)
        selected = chosen(self._filters(), self.query, self.default)
        text = words.listed(selected) if selected else words("app.stats.everything")
        left = button.rect.right + 18
        label = Label(text, "prompt", CREAM if selected else ON_FELT, max_width=right - left - 18)
        label.place(look, left, area.centery, "midleft")
        self.group.add(button, label)

    def _build_filter_icons(self, area: FRect) -> float:
        """The same without words, at the right end of a row with tabs; returns the left edge."""
        button, clear = self._filter_buttons()
        button.place(self.look, area.right, area.centery, "midright")
        self.group.add(button)
        if clear is None:
            return button.rect.left
        cross = IconButton("cross", self.show_all, name=self.words("app.stats.show_all"))
        cross.place(self.look, button.rect.left - GAP, area.centery, "midright")
        self.group.add(cross)
        return cross.rect.left

    def _filter_buttons(self) -> tuple[Button, Button | None]:
        """The button for the filters with the number of those in use, and one that clears them if there are any."""
        words = self.words
        button = Button(words("app.stats.filters"), self._open_filters, icon="sort", small=True)
        selected = chosen(self._filters(), self.query, self.default)
        if not selected:
            return button, None
        button.hint = str(len(selected))
        if not self.found.figures.deals:
            return button, None  # the message that there is nothing has it beside it
        return button, Button(words("app.stats.show_all"), self.show_all, icon="cross", small=True)

    def _build_tiles(self, area: FRect, columns: int) -> None:
        texts = tiles(self.words, self.found.figures, self.query.game)
        lines = -(-len(texts) // columns)
        wide = (area.width - GAP * (columns - 1)) / columns
        high = (area.height - GAP * (lines - 1)) / lines
        for i, one in enumerate(texts):
            row, column = divmod(i, columns)
            self.group.add(
                Tile(one, FRect(area.left + column * (wide + GAP), area.top + row * (high + GAP), wide, high))
            )

    def _build_none(self, area: FRect) -> None:
        """A message that nothing fits the filters, with a button to reset them."""
        look, words = self.look, self.words
        wide = min(620.0, area.width)
        label = Label(words("app.stats.none"), "lead", INK, wrap=min(_MESSAGE, wide - 64), align="center")
        all_ = Button(words("app.stats.show_all"), self.show_all, kind="light", icon="restart", small=True)
        high = min(area.height, label.preferred(look)[1] + 44 + 64)
        paper = FRect(area.centerx - wide / 2, area.top + max(0.0, area.height - high) * 0.3, wide, high)
        label.place(look, paper.centerx, paper.top + 20, "midtop")
        all_.place(look, paper.centerx, paper.bottom - 20, "midbottom")
        self.group.add(Paper(paper), label, all_)

    def _sheet(self, paper: FRect, title: str) -> FRect:
        """Add a sheet of paper with an optional title; returns the title's area."""
        self.group.add(Paper(paper))
        if not title:
            return FRect(paper.left + 24, paper.top + 8, 0, 0)
        return self.label(title, "panel_title", paper.left + 24, paper.top + 16, colour=INK).rect

    def _build_opponents(self, paper: FRect, *, titled: bool = True) -> None:
        words = self.words
        top = self._sheet(paper, words("app.stats.opponents") if titled else "").bottom + 4
        inner = FRect(paper.left + 18, top, paper.width - 36, paper.bottom - 14 - top)
        if not self.found.rivals:
            self._message(words("app.stats.no_match"), inner)
            return
        rows: list[Widget] = [RivalRow(words, rival, i) for i, rival in enumerate(self.found.rivals)]
        room = FRect(inner.left, inner.top + HEAD, inner.width, inner.height - HEAD)
        wide = self._build_rows(rows, ROW, room)
        self.group.add(RivalHead(words, FRect(inner.left, inner.top, wide, HEAD)))

    def _build_rows(self, rows: Sequence[Widget], high: float, room: FRect) -> float:
        """Add rows in a column that scrolls if needed; returns their width."""
        content = high * len(rows)
        wide = room.width - (18 if content > room.height else 0)
        for i, row in enumerate(rows):
            row.rect = FRect(_SHADOW, i * high, wide, high)
        self.group.add(Scroll(FRect(room.left - _SHADOW, room.top, room.width + _SHADOW, room.height), content, rows))
        return wide

    def _build_trend(self, paper: FRect) -> None:
        """A trend: its choice, figure, sentence and plot."""
        look, words, trends = self.look, self.words, self._trends()
        names = trend_names(trends)
        trend = self.trend if self.trend in names else names[0]
        self.group.add(Paper(paper))
        inner = FRect(paper.left + 16, paper.top + 12, paper.width - 32, paper.height - 26)
        labels = [words(f"app.stats.line.{one}") for one in names]
        chosen = names.index(trend)
        tabs: Tabs | Stepper = Tabs(labels, chosen, lambda index: self._show_trend(names[index]))
        if tabs.preferred(look)[0] > inner.width:
            tabs = Stepper(labels, chosen, lambda index: self._show_trend(names[index]))
        wide, high = tabs.preferred(look)
        tabs.rect = FRect(inner.left, inner.top, min(inner.width, wide), high)
        self.group.add(tabs)
        if trend == "par" and trends.par is not None:
            self._build_exact(trends.par, inner.right, tabs.rect.centery)
        rect = FRect(inner.left - 4, tabs.rect.bottom + 8, inner.width + 8, inner.bottom - tabs.rect.bottom - 6)
        value = figure_text(words, trend, trends)
        rows = trend == "rating" and trends.game is None and bool(trends.rated)
        if not rows and trend_widget(words, trend, trends, rect) is None:
            no_plot = bool(value) or trend in ("won", "points")
            if value:
                rect = self._build_sentence(value, sentence(words, trend, trends), rect, tabs)
            self._message(words("app.stats.no_line") if no_plot else sentence(words, trend, trends), rect)
            return
        rect = self._build_sentence(value, sentence(words, trend, trends), rect, tabs)
        drawn = None if rows else trend_widget(words, trend, trends, rect)
        if drawn is not None:
            self.group.add(drawn)
        else:
            games: list[Widget] = [RatingRow(words, slug, trends.rated.get(slug)) for slug in ANCHORS]
            self._build_rows(games, RATING_ROW, FRect(rect.left + 4, rect.top, rect.width - 8, rect.height))

    def _build_exact(self, par: MeanPar, right: float, middle: float) -> None:
        """A button that shows the exact figures behind a mean of pars."""
        words = self.words

        def show() -> None:
            lines = [Paragraph(line) for line in exact_par(words, par)]
            self.context.open(Dialog(self.context, words("app.stats.line.par"), lines))

        button = IconButton("help", show, name=words("app.stats.par.how"), size=36)
        button.place(self.look, right, middle, "midright")
        self.group.add(button)

    def _build_sentence(self, figure: str, text: str, area: FRect, tabs: Widget) -> FRect:
        """Add figure and sentence of a trend; returns the area left for the plot.

        Where texts are too large for that, only the figure is shown, beside the tabs.
        """
        look = self.look
        value = Label(figure, "panel_title", INK)
        wide = value.preferred(look)[0] + 16 if figure else 0.0
        sentence = Label(text, "plate", INK_CAPTION, wrap=area.width - 24 - wide)
        high = max(sentence.preferred(look)[1], value.preferred(look)[1] if figure else 0.0)
        if area.height - high >= _LEAST_PLOT:
            value.place(look, area.left + 12, area.top + high / 2, "midleft")
            sentence.place(look, area.left + 12 + wide, area.top + high / 2, "midleft")
            self.group.add(sentence, *([value] if figure else []))
            return FRect(area.left, area.top + high + 6, area.width, area.height - high - 6)
        if figure and tabs.rect.right + wide + 4 <= area.right:
            value.place(look, area.right - 8, tabs.rect.centery, "midright")
            self.group.add(value)
        return area

    def _trends(self) -> Trends:
        found = self.found
        return Trends(
            self.query.game, found.spans, found.par, found.rated, self._person() is not None, found.days, self._today()
        )

    def _message(self, text: str, area: FRect) -> None:
        label = Label(text, "body", INK_CAPTION, wrap=min(420.0, area.width - 40), align="center")
        label.place(self.look, area.centerx, area.centery - 10, "center")
        self.group.add(label)

    # --- actions ---------------------------------------------------------------------------------------------------

    def set_query(self, query: Query) -> None:
        """Apply a query."""
        self.query = query
        self._refresh()

    def show_all(self) -> None:
        """Reset the filters."""
        self.set_query(self.default)

    def _refresh(self) -> None:
        self.names, self.levels = self.statistics.names(), self.statistics.levels()
        if self.query.name not in (None, *self.names):
            self.query = replace(self.query, name=None)
        self.found = self._find()
        self.lay_out()

    def _open_filters(self) -> None:
        dialog = FilterDialog(self.context, self._filters(), lambda: self.query, self.set_query, self.default)
        self.context.open(dialog)

    def _show_part(self, part: int) -> None:
        self.part = part
        self.lay_out()

    def _show_trend(self, trend: str) -> None:
        self.trend = trend
        self.lay_out()

    def open_replays(self) -> None:
        """Go to the finished matches."""
        self.context.go(ReplayList())

    def back(self) -> None:
        self.context.close(self)

    def confirm(self) -> None:
        self.back()

    def leave(self) -> None:
        if self.export is not None:
            self.export.cancel()
        if self.statistics.can_undo_reset:
            self.statistics.finish_reset()
            self.context.tell("app.stats.reset.kept", "bin")

    # --- reset ------------------------------------------------------------------------------------------------------

    def ask_reset(self) -> None:
        """Ask what to reset: the selected game, or everything."""
        words, game = self.words, self.query.game
        choices = [
            DialogButton(words("app.stats.reset.no"), hint=words("app.key.enter")),
            DialogButton(words("app.stats.reset.all"), self.reset, "bin"),
        ]
        if game is not None:
            label = words("app.stats.reset.game", game=words(f"{game}.title"))
            choices.insert(1, DialogButton(label, lambda: self.reset(game), "bin"))
        lines = [Paragraph(words("app.stats.reset.text"))]
        self.context.open(Dialog(self.context, words("app.stats.reset.title"), lines, choices, column=True, width=480))

    def reset(self, game: str | None = None) -> None:
        """Reset a game or everything; can be undone while this screen is open."""
        self._stop_export()
        if self.statistics.reset(game):
            self.context.tell("app.stats.reset.done", "bin", self.undo)
        self._refresh()

    def undo(self) -> None:
        """Undo a reset."""
        if self.statistics.can_undo_reset:
            self._stop_export()
            self.statistics.undo_reset()
            self.context.tell("app.stats.reset.undone", "undo")
            self._refresh()

    # --- export -----------------------------------------------------------------------------------------------------

    def ask_export(self) -> None:
        """Ask for the file to export to."""
        words = self.words
        day = "-".join(f"{part:02}" for part in year_month_day(day_of(self.context.now())))
        path = self.context.profile.folder / "shared" / f"{words('app.stats.file')}-{day}.csv"

        def note(text: str) -> str:
            return words("app.stats.export.replaces") if _path(text).is_file() else ""

        dialog = FieldDialog(
            self.context,
            words("app.stats.export"),
            [Paragraph(words("app.stats.export.text"))],
            text=str(path),
            yes=words("app.stats.export.yes"),
            take=lambda text: self.begin_export(_path(text)),
            limit=_LONGEST_PATH,
            note=note,
            width=_PATH_WIDTH,
        )
        self.context.open(dialog)

    def begin_export(self, path: Path) -> None:
        """Start writing every deal into a file; ``update`` continues."""
        try:
            self.export = CsvExport(self.statistics, path)
        except OSError as error:
            self._report_failure(path, error)
        self.lay_out()

    def _stop_export(self) -> None:
        if self.export is not None:
            self.export.cancel()
            self.export = None

    def _report_failure(self, path: Path, error: OSError) -> None:
        figures = {"folder": str(path.parent), "why": error.strerror or str(error)}
        self.context.notices.append(Notice("app.stats.export.failed", figures))
        self.context.open(notices_dialog(self.context))

    def _continue_export(self, export: CsvExport) -> None:
        try:
            if export.step(_ROWS_AT_ONCE):
                return
        except OSError as error:
            self._report_failure(export.path, error)
        else:
            self.context.tell("app.stats.export.done", "check", n=export.deals, file=printable(export.path.name))
        self.export = None
        self.lay_out()

    # --- time and input ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        if self.export is not None:
            self._continue_export(self.export)
            changed = True
        return self._watch_recount(dt) or changed

    def _watch_recount(self, dt: float) -> bool:
        """Show the progress of a recount now and then, and at its end the statistics."""
        self._since_look += dt
        if self._recounting and (not self.statistics.recounting or self._since_look >= REFRESH):
            self._since_look = 0.0
            self._recounting = self.statistics.recounting
            self.query = default_query(self.context.settings.name, self.statistics.names())
            self._refresh()
            return True
        return False

    @property
    def animating(self) -> bool:
        return self.export is not None or self._recounting

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN and (plain_key(event) == pygame.K_u or is_undo_key(event)):
            self.undo()
            return True
        return super().handle(event, pos)


def _path(text: str) -> Path:
    return Path(text.strip("\"' ")).expanduser()
