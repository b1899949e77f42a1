"""The statistics screen: numbers, opponents and trends, with filters, export and reset."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pygame
from pygame import FRect

from engine.bots.common.strengths import LEVEL_RATINGS
from engine.games import GAMES
from engine.local_time import day_of, year_month_day
from engine.notices import Notice
from engine.profile.safe_reading import is_file, parse_path
from engine.sanitise import sanitise
from engine.statistics.daily import DailyResult
from engine.statistics.export import CsvExport
from engine.statistics.store import MeanPar, Period, RatingHistory, Rival, Totals
from scenes.render.key_events import is_undo_key, plain_key
from scenes.render.theme import CREAM, INK, INK_CAPTION, TEXT_ON_FELT
from scenes.render.widgets import Button, IconButton, Label, Paper, PointerPos, Scroll, Stepper, Tabs, Widget
from scenes.shell.context import Context
from scenes.shell.destinations import Home, ReplayList
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph, move_notices_to_dialog
from scenes.shell.empty_state import NO_STATISTICS, empty_state_widgets
from scenes.shell.screen import MARGIN, Screen
from scenes.shell.text_input_dialog import TextInputDialog
from scenes.statistics.figure_tiles import FigureTile, tile_texts
from scenes.statistics.filters import (
    FILTER_HEIGHT,
    GAP,
    Filter,
    FilterDialog,
    Query,
    changed_labels,
    default_query,
    make_filters,
)
from scenes.statistics.opponents import HEAD_HEIGHT, RIVAL_ROW_HEIGHT, RivalHeadings, RivalRow
from scenes.statistics.trends import (
    RATING_ROW_HEIGHT,
    TRENDS,
    RatingRow,
    TrendData,
    exact_par_lines,
    trend_names,
    trend_number_text,
    trend_sentence,
    trend_widget,
)
from scenes.text.catalogue import Words

_MIN_ROOMY_SIZE = (1150.0, 640.0)
"""Minimum canvas size at which all panes are visible together, logical pixels."""
_MAX_MESSAGE_WIDTH = 440.0
"""Maximum width of the message shown instead of statistics."""
_MAX_RATING_SAMPLES = 48
"""Maximum number of points in the plot of the rating."""
_MIN_PLOT_HEIGHT = 110.0
"""Minimum height of a plot with a sentence above it."""
_SHADOW_MARGIN = 14.0
"""Space left of a list for the shadows of portraits."""
_MAX_PATH_LENGTH = 400
_PATH_DIALOG_WIDTH = 820.0
_EXPORT_ROWS_PER_UPDATE = 1500
"""Number of rows of an export written per update."""
RECOUNT_REFRESH_MS = 500.0
"""Milliseconds between two updates of the recount's progress."""
_TILES_PANE, _OPPONENTS_PANE, _TREND_PANE = range(3)
"""Panes of the screen. A small canvas shows one at a time."""


class QueryResults(NamedTuple):
    """Statistics of the matches selected by a query."""

    totals: Totals
    rivals: list[Rival]
    periods: list[Period]
    mean_par: MeanPar | None
    ratings_by_game: dict[str, RatingHistory]
    """The person's ratings by game; empty if several persons are selected."""
    days: list[DailyResult]


class StatisticsScreen(Screen):
    """Shows the statistics of finished matches, opened over the home screen."""

    min_size = (600.0, 340.0)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.statistics = context.statistics
        self.names = self.statistics.person_names()
        self._is_recounting = self.statistics.is_recounting
        self._ms_since_poll = 0.0
        """Milliseconds since the recount's progress was last shown."""
        self.levels = self.statistics.levels_played()
        self.query = default_query(context.settings.name, self.names)
        self.results = self._load_results()
        self.pane = _TILES_PANE
        """Visible pane on a small canvas."""
        self.trend = TRENDS[0]
        """Chosen trend. If it is not available, the first available one is shown."""
        self.export: CsvExport | None = None
        """The running export; None if there is none."""

    def _load_results(self) -> QueryResults:
        store, query, wanted = self.statistics, self.query, self.query.selection(self._today())
        person = self._person()
        counts = dict.fromkeys(GAMES, 2) if query.game is None else {query.game: _MAX_RATING_SAMPLES}
        ratings = (
            {slug: store.rating_history(slug, person, most) for slug, most in counts.items()}
            if person is not None
            else {}
        )
        return QueryResults(
            store.totals(wanted),
            store.rivals(wanted),
            store.over_time(wanted),
            store.mean_par(wanted) if store.has_enough_deals_to_show_pars(query.game) else None,
            {slug: rating_history for slug, rating_history in ratings.items() if rating_history is not None},
            store.daily_results_hiding_early_pars(query.game, query.name, wanted.since_day or 0)
            if query.game is not None
            else [],
        )

    @property
    def words(self) -> Words:
        """The text catalogue, with the words of the selected game if there is only one."""
        words, game = self.context.words, self.query.game
        return words if game is None else words.for_game(game)

    def _person(self) -> str | None:
        """Return the person selected in the statistics; None if several are selected."""
        only = self.names[0] if len(self.names) == 1 else None
        return only if self.query.name is None else self.query.name

    def _today(self) -> int:
        return day_of(self.context.unix_seconds())

    @property
    def has_nothing_to_show(self) -> bool:
        """Whether there are no statistics to show: none exist, or they are just being recounted."""
        return not self.names or self._is_recounting

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        renderer, words = self.renderer, self.words
        self.add_header("house", words("app.stats.title"), button_name=words("app.results.home"))
        area = FRect(MARGIN, 84, renderer.width - 2 * MARGIN, renderer.height - 84 - MARGIN)
        if self.has_nothing_to_show:
            self._build_empty(area)
        elif renderer.width >= _MIN_ROOMY_SIZE[0] and renderer.height >= _MIN_ROOMY_SIZE[1]:
            self._build_all_panes(area)
        else:
            self._build_tabs_and_pane(area)
        self._build_tools()

    def _build_tools(self) -> None:
        """Add replays, export, reset and undo buttons at the upper right, with labels on a large canvas."""
        renderer, words = self.renderer, self.words
        tools: list[tuple[str, str, Callable[[], None], bool]] = [
            ("clock", "app.replay.title", self.open_replays, True),
            ("save", "app.stats.export", self.ask_export, not self.has_nothing_to_show and self.export is None),
            (
                "bin",
                "app.stats.reset",
                self.ask_reset,
                not self.has_nothing_to_show and not self.statistics.is_newer_format,
            ),
        ]
        labelled = renderer.width >= _MIN_ROOMY_SIZE[0]
        undo = IconButton("undo", self.undo, name=words("app.rules.undo"), key_hint=words("app.key.u"))
        undo.enabled = self.statistics.can_undo_reset
        undo.place_at(renderer, renderer.width - MARGIN, 42, "midright")
        right, buttons = undo.rect.left - GAP, list[Widget]()
        for icon, key, act, enabled in reversed(tools):
            button: Button | IconButton = IconButton(icon, act, name=words(key))
            if labelled:
                button = Button(words(key), act, icon=icon, small=True)
            button.enabled = enabled
            button.place_at(renderer, right, 42, "midright")
            right = button.rect.left - GAP
            buttons.append(button)
        self.group.add(*reversed(buttons), undo)

    def _build_empty(self, area: FRect) -> None:
        renderer, words = self.renderer, self.words
        text = words("app.stats.forgotten" if self.statistics.can_undo_reset else "app.stats.nothing")
        if self._is_recounting:
            text = words("app.stats.recounting", per_cent=int(100 * self.statistics.recount_progress))
        button = Button(words("app.empty.play"), lambda: self.context.go(Home()), kind="primary", icon="play")
        self.group.add(
            *empty_state_widgets(renderer, area, NO_STATISTICS, text, None if self._is_recounting else button)
        )

    def _build_all_panes(self, area: FRect) -> None:
        """Add the statistics' filter button, the tiles, and below them the opponents beside a trend."""
        renderer = self.renderer
        self._build_filter_row(FRect(area.left, area.top, area.width, FILTER_HEIGHT))
        top = area.top + FILTER_HEIGHT + 14
        tiles_height = 88.0 + max(0.0, renderer.height - 720) * 0.1
        self._build_tiles(FRect(area.left, top, area.width, tiles_height), columns=6)
        rest = FRect(area.left, top + tiles_height + 16, area.width, area.bottom - top - tiles_height - 16)
        if not self.results.totals.deals:
            self._build_no_matches(rest)
            return
        left = FRect(rest.left, rest.top, rest.width * 0.42, rest.height)
        self._build_opponents(left)
        self._build_trend(FRect(left.right + 20, rest.top, rest.right - left.right - 20, rest.height))

    def _build_tabs_and_pane(self, area: FRect) -> None:
        """Add the statistics' tabs, the chosen pane and the filter button, for a small canvas."""
        words = self.words
        left = self._build_filter_icons(FRect(area.left, area.top, area.width, FILTER_HEIGHT))
        labels = [words(f"app.stats.part.{name}") for name in ("tiles", "opponents", "line")]
        tabs = Tabs(labels, self.pane, self._show_pane)
        width = min(tabs.preferred_size(self.renderer)[0], left - GAP - area.left)
        tabs.rect = FRect(area.left, area.top, width, FILTER_HEIGHT)
        self.group.add(tabs)
        rest = FRect(area.left, area.top + FILTER_HEIGHT + 14, area.width, area.height - FILTER_HEIGHT - 14)
        if not self.results.totals.deals:
            self._build_no_matches(rest)
        elif self.pane == _OPPONENTS_PANE:
            self._build_opponents(rest, titled=False)
        elif self.pane == _TREND_PANE:
            self._build_trend(rest)
        else:
            rest.height = min(rest.height, 260.0)
            self._build_tiles(rest, columns=3)

    def _filters(self) -> list[Filter]:
        return make_filters(self.words, self.names, self.levels)

    @property
    def initial_query(self) -> Query:
        """Default query of the statistics, without filters chosen by the player."""
        return default_query(self.context.settings.name, self.names)

    def _build_filter_row(self, area: FRect) -> None:
        """Add the filter button, the selected values beside it, and a button to reset them."""
        renderer, words = self.renderer, self.words
        button, clear = self._filter_buttons()
        button.place_at(renderer, area.left, area.centery, "midleft")
        right = area.right
        if clear is not None:
            clear.place_at(renderer, area.right, area.centery, "midright")
            right = clear.rect.left - GAP
            self.group.add(clear)
        selected = changed_labels(self._filters(), self.query, self.initial_query)
        text = words.join_commas(selected) if selected else words("app.stats.everything")
        left = button.rect.right + 18
        label = Label(text, "prompt", CREAM if selected else TEXT_ON_FELT, max_width=right - left - 18)
        label.place_at(renderer, left, area.centery, "midleft")
        self.group.add(button, label)

    def _build_filter_icons(self, area: FRect) -> float:
        """Add the filter and reset buttons without texts, at the right end of a row; return their left edge."""
        button, clear = self._filter_buttons()
        button.place_at(self.renderer, area.right, area.centery, "midright")
        self.group.add(button)
        if clear is None:
            return button.rect.left
        cross = IconButton("cross", self.reset_query, name=self.words("app.stats.show_all"))
        cross.place_at(self.renderer, button.rect.left - GAP, area.centery, "midright")
        self.group.add(cross)
        return cross.rect.left

    def _filter_buttons(self) -> tuple[Button, Button | None]:
        """Return the statistics' filter button with the number of chosen filters, and a reset button or None."""
        words = self.words
        button = Button(words("app.stats.filters"), self._open_filters, icon="filter", small=True)
        selected = changed_labels(self._filters(), self.query, self.initial_query)
        if not selected:
            return button, None
        button.key_hint = str(len(selected))
        if not self.results.totals.deals:
            return button, None  # the message about no matches has its own reset button
        return button, Button(words("app.stats.show_all"), self.reset_query, icon="cross", small=True)

    def _build_tiles(self, area: FRect, columns: int) -> None:
        texts = tile_texts(self.words, self.results.totals, self.query.game)
        lines = -(-len(texts) // columns)
        tile_width = (area.width - GAP * (columns - 1)) / columns
        tile_height = (area.height - GAP * (lines - 1)) / lines
        for i, text in enumerate(texts):
            row, column = divmod(i, columns)
            self.group.add(
                FigureTile(
                    text,
                    FRect(
                        area.left + column * (tile_width + GAP),
                        area.top + row * (tile_height + GAP),
                        tile_width,
                        tile_height,
                    ),
                )
            )

    def _build_no_matches(self, area: FRect) -> None:
        """Add a message that no match fits the filters, with a button to reset them."""
        renderer, words = self.renderer, self.words
        width = min(620.0, area.width)
        label = Label(
            words("app.stats.none"), "lead", INK, wrap_width=min(_MAX_MESSAGE_WIDTH, width - 64), align="center"
        )
        show_all = Button(words("app.stats.show_all"), self.reset_query, kind="light", icon="restart", small=True)
        height = min(area.height, label.preferred_size(renderer)[1] + 44 + 64)
        paper = FRect(area.centerx - width / 2, area.top + max(0.0, area.height - height) * 0.3, width, height)
        label.place_at(renderer, paper.centerx, paper.top + 20, "midtop")
        show_all.place_at(renderer, paper.centerx, paper.bottom - 20, "midbottom")
        self.group.add(Paper(paper), label, show_all)

    def _add_paper_and_title(self, paper: FRect, title: str) -> float:
        """Add a sheet of paper with a title to the statistics; return the y below the title. "" adds no title."""
        self.group.add(Paper(paper))
        if not title:
            return paper.top + 8
        return self.add_label(title, "panel_title", paper.left + 24, paper.top + 16, colour=INK).rect.bottom

    def _build_opponents(self, paper: FRect, *, titled: bool = True) -> None:
        words = self.words
        top = self._add_paper_and_title(paper, words("app.stats.opponents") if titled else "") + 4
        inner = FRect(paper.left + 18, top, paper.width - 36, paper.bottom - 14 - top)
        if not self.results.rivals:
            self._add_message(words("app.stats.no_match"), inner)
            return
        rows: list[Widget] = [RivalRow(words, rival, i) for i, rival in enumerate(self.results.rivals)]
        room = FRect(inner.left, inner.top + HEAD_HEIGHT, inner.width, inner.height - HEAD_HEIGHT)
        self._build_rows(rows, RIVAL_ROW_HEIGHT, room)
        width = _row_width(len(rows), RIVAL_ROW_HEIGHT, room)
        self.group.add(RivalHeadings(words, FRect(inner.left, inner.top, width, HEAD_HEIGHT)))

    def _build_rows(self, rows: Sequence[Widget], row_height: float, area: FRect) -> None:
        """Add row widgets in a column that scrolls if it is higher than ``area``."""
        content = row_height * len(rows)
        wide = _row_width(len(rows), row_height, area)
        for i, row in enumerate(rows):
            row.rect = FRect(_SHADOW_MARGIN, i * row_height, wide, row_height)
        self.group.add(
            Scroll(FRect(area.left - _SHADOW_MARGIN, area.top, area.width + _SHADOW_MARGIN, area.height), content, rows)
        )

    def _build_trend(self, paper: FRect) -> None:
        """Add the chosen trend of the statistics: tabs, number, sentence and plot."""
        renderer, words, trends = self.renderer, self.words, self._trends()
        names = trend_names(trends)
        trend = self.trend if self.trend in names else names[0]
        self.group.add(Paper(paper))
        inner = FRect(paper.left + 16, paper.top + 12, paper.width - 32, paper.height - 26)
        labels = [words(f"app.stats.line.{name}") for name in names]
        chosen = names.index(trend)
        tabs: Tabs | Stepper = Tabs(labels, chosen, lambda index: self._show_trend(names[index]))
        if tabs.preferred_size(renderer)[0] > inner.width:
            tabs = Stepper(labels, chosen, lambda index: self._show_trend(names[index]))
        width, height = tabs.preferred_size(renderer)
        tabs.rect = FRect(inner.left, inner.top, min(inner.width, width), height)
        self.group.add(tabs)
        if trend == "par" and trends.par is not None:
            self._build_exact_par_button(trends.par, inner.right, tabs.rect.centery)
        rect = FRect(inner.left - 4, tabs.rect.bottom + 8, inner.width + 8, inner.bottom - tabs.rect.bottom - 6)
        value = trend_number_text(words, trend, trends)
        rows = trend == "rating" and trends.game is None and bool(trends.ratings_by_game)
        if not rows and trend_widget(words, trend, trends, rect) is None:
            no_plot = bool(value) or trend in ("won", "points")
            if value:
                rect = self._build_figure_and_sentence(value, trend_sentence(words, trend, trends), rect, tabs)
            self._add_message(words("app.stats.no_line") if no_plot else trend_sentence(words, trend, trends), rect)
            return
        rect = self._build_figure_and_sentence(value, trend_sentence(words, trend, trends), rect, tabs)
        plot = None if rows else trend_widget(words, trend, trends, rect)
        if plot is not None:
            self.group.add(plot)
        else:
            games: list[Widget] = [RatingRow(words, slug, trends.ratings_by_game.get(slug)) for slug in LEVEL_RATINGS]
            self._build_rows(games, RATING_ROW_HEIGHT, FRect(rect.left + 4, rect.top, rect.width - 8, rect.height))

    def _build_exact_par_button(self, par: MeanPar, right: float, centre_y: float) -> None:
        """Add a button that shows the exact numbers behind a mean par."""
        words = self.words

        def show() -> None:
            lines = [DialogParagraph(line) for line in exact_par_lines(words, par)]
            self.context.open(Dialog(self.context, words("app.stats.line.par"), lines))

        button = IconButton("help", show, name=words("app.stats.par.how"), size=36)
        button.place_at(self.renderer, right, centre_y, "midright")
        self.group.add(button)

    def _build_figure_and_sentence(self, figure: str, text: str, area: FRect, tabs: Widget) -> FRect:
        """Add number and sentence of a trend; return the area left for the plot.

        If the plot would be too low, only the number is added, beside the tabs.
        """
        renderer = self.renderer
        value = Label(figure, "panel_title", INK)
        figure_width = value.preferred_size(renderer)[0] + 16 if figure else 0.0
        sentence = Label(text, "plate", INK_CAPTION, wrap_width=area.width - 24 - figure_width)
        height = max(sentence.preferred_size(renderer)[1], value.preferred_size(renderer)[1] if figure else 0.0)
        if area.height - height >= _MIN_PLOT_HEIGHT:
            value.place_at(renderer, area.left + 12, area.top + height / 2, "midleft")
            sentence.place_at(renderer, area.left + 12 + figure_width, area.top + height / 2, "midleft")
            self.group.add(sentence, *([value] if figure else []))
            return FRect(area.left, area.top + height + 6, area.width, area.height - height - 6)
        if figure and tabs.rect.right + figure_width + 4 <= area.right:
            value.place_at(renderer, area.right - 8, tabs.rect.centery, "midright")
            self.group.add(value)
        return area

    def _trends(self) -> TrendData:
        results = self.results
        return TrendData(
            self.query.game,
            results.periods,
            results.mean_par,
            results.ratings_by_game,
            self._person() is not None,
            results.days,
            self._today(),
        )

    def _add_message(self, text: str, area: FRect) -> None:
        label = Label(text, "body", INK_CAPTION, wrap_width=min(420.0, area.width - 40), align="center")
        label.place_at(self.renderer, area.centerx, area.centery - 10, "center")
        self.group.add(label)

    # --- actions ---------------------------------------------------------------------------------------------------

    def set_query(self, query: Query) -> None:
        self.query = query
        self._refresh()

    def reset_query(self) -> None:
        self.set_query(self.initial_query)

    def _refresh(self) -> None:
        self.names, self.levels = self.statistics.person_names(), self.statistics.levels_played()
        if self.query.name not in (None, *self.names):
            self.query = replace(self.query, name=None)
        self.results = self._load_results()
        self.lay_out()

    def _open_filters(self) -> None:
        dialog = FilterDialog(self.context, self._filters(), lambda: self.query, self.set_query, self.initial_query)
        self.context.open(dialog)

    def _show_pane(self, pane: int) -> None:
        self.pane = pane
        self.lay_out()

    def _show_trend(self, trend: str) -> None:
        self.trend = trend
        self.lay_out()

    def open_replays(self) -> None:
        self.context.go(ReplayList())

    def back(self) -> None:
        self.context.close(self)

    def confirm(self) -> None:
        self.back()

    def on_leave(self) -> None:
        if self.export is not None:
            self.export.cancel()
        if self.statistics.can_undo_reset:
            self.statistics.finish_reset()
            self.context.show_toast("app.stats.reset.kept", "bin")

    # --- reset ------------------------------------------------------------------------------------------------------

    def ask_reset(self) -> None:
        """Ask which statistics to reset: those of the selected game, or all."""
        words, game = self.words, self.query.game
        choices = [
            DialogButton(words("app.stats.reset.no"), key_hint=words("app.key.enter")),
            DialogButton(words("app.stats.reset.all"), self.reset, "bin"),
        ]
        if game is not None:
            label = words("app.stats.reset.game", game=words(f"{game}.title"))
            choices.insert(1, DialogButton(label, lambda: self.reset(game), "bin"))
        lines = [DialogParagraph(words("app.stats.reset.text"))]
        self.context.open(
            Dialog(self.context, words("app.stats.reset.title"), lines, choices, is_stacked=True, width=480)
        )

    def reset(self, game: str | None = None) -> None:
        """Reset the statistics of a game, or of all games for None. It can be undone until the screen is left."""
        self._stop_export()
        if self.statistics.reset(game):
            self.context.show_toast("app.stats.reset.done", "bin", self.undo)
        self._refresh()

    def undo(self) -> None:
        """Undo a reset of the statistics, if there is one."""
        if self.statistics.can_undo_reset:
            self._stop_export()
            self.statistics.undo_reset()
            self.context.show_toast("app.stats.reset.undone", "undo")
            self._refresh()

    # --- export -----------------------------------------------------------------------------------------------------

    def ask_export(self) -> None:
        """Ask for the file to export the statistics to."""
        words = self.words
        day = "-".join(f"{part:02}" for part in year_month_day(day_of(self.context.unix_seconds())))
        path = self.context.profile.folder / "shared" / f"{words('app.stats.file')}-{day}.csv"

        def note(text: str) -> str:
            return words("app.stats.export.replaces") if is_file(parse_path(text)) else ""

        dialog = TextInputDialog(
            self.context,
            words("app.stats.export"),
            [DialogParagraph(words("app.stats.export.text"))],
            text=str(path),
            accept_label=words("app.stats.export.yes"),
            on_accept=lambda text: self.begin_export(parse_path(text)),
            max_length=_MAX_PATH_LENGTH,
            accepts_undrawable=True,
            make_note=note,
            width=_PATH_DIALOG_WIDTH,
        )
        self.context.open(dialog)

    def begin_export(self, path: Path) -> None:
        """Start to export the statistics of all deals to a file; ``update`` writes the rest bit by bit."""
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
        placeholders = {"folder": str(path.parent), "why": error.strerror or str(error)}
        self.context.profile.report(Notice("app.stats.export.failed", placeholders))
        self.context.open(move_notices_to_dialog(self.context))

    def _continue_export(self, export: CsvExport) -> None:
        try:
            if export.write_more_rows(_EXPORT_ROWS_PER_UPDATE):
                return
        except OSError as error:
            self._report_failure(export.path, error)
        else:
            self.context.show_toast(
                "app.stats.export.done", "check", n=export.rows_written, file=sanitise(export.path.name)
            )
        self.export = None
        self.lay_out()

    # --- time and input ---------------------------------------------------------------------------------------------

    def update(self, elapsed_ms: float) -> bool:
        changed = super().update(elapsed_ms)
        if self.export is not None:
            self._continue_export(self.export)
            changed = True
        return self._watch_recount(elapsed_ms) or changed

    def _watch_recount(self, elapsed_ms: float) -> bool:
        """Refresh the screen during a recount every ``RECOUNT_REFRESH_MS``, and at its end; return whether it did."""
        self._ms_since_poll += elapsed_ms
        if self._is_recounting and (not self.statistics.is_recounting or self._ms_since_poll >= RECOUNT_REFRESH_MS):
            self._ms_since_poll = 0.0
            self._is_recounting = self.statistics.is_recounting
            self.query = default_query(self.context.settings.name, self.statistics.person_names())
            self._refresh()
            return True
        return False

    @property
    def is_animating(self) -> bool:
        return self.export is not None or self._is_recounting

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        if event.type == pygame.KEYDOWN and (plain_key(event) == pygame.K_u or is_undo_key(event)):
            self.undo()
            return True
        return super().handle(event, pos)


def _row_width(row_count: int, row_height: float, area: FRect) -> float:
    """Return the width of list rows in an area: less than the area's if a scroll bar is needed."""
    return area.width - (18 if row_height * row_count > area.height else 0)
