"""The statistics screen: numbers, opponents and trends, with filters, export and reset."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pygame

from engine.games import GAMES
from engine.local_time import day_of, year_month_day
from engine.notices import Notice
from engine.profile.safe_reading import is_file, parse_path
from engine.sanitise import sanitise
from engine.statistics.daily import DailyResult
from engine.statistics.export import CsvExport
from engine.statistics.insights import Insight, find_insights
from engine.statistics.store import MeanPar, Period, RatingHistory, Rival, Totals
from scenes.render.space import ScenePos
from scenes.render.theme import CREAM, INK, INK_CAPTION, Colour
from scenes.screens.statistics.figure_tiles import FigureTile, tile_texts
from scenes.screens.statistics.filters import (
    FILTER_HEIGHT,
    GAP,
    Filter,
    FilterDialog,
    Query,
    changed_labels,
    default_query,
    make_filters,
)
from scenes.screens.statistics.opponents import RivalList
from scenes.screens.statistics.trends import (
    TRENDS,
    TrendData,
    exact_trend_lines,
    insight_text,
    trend_names,
    trend_number_text,
    trend_sentence,
    trend_widget,
)
from scenes.shell.context import Context
from scenes.shell.destinations import FeatsPage, Home, ReplayList
from scenes.shell.dialog import Dialog, DialogButton, DialogParagraph, move_notices_to_dialog
from scenes.shell.empty_state import NO_STATISTICS, empty_state
from scenes.shell.screen import MARGIN, Screen
from scenes.shell.text_input_dialog import TextInputDialog
from scenes.text.catalogue import Words
from scenes.ui.boxes import Column, FirstThatFits, Grid, Padding, Row, Spacer, Stack
from scenes.ui.key_events import is_undo_key, plain_key
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import Button, IconButton, IconImage, Paper, Segmented, Stepper, Tabs, Widget

_MIN_ROOMY_SIZE = (1150.0, 640.0)
"""Minimum canvas size at which all panes are visible together, logical pixels."""
_MAX_MESSAGE_WIDTH = 440.0
"""Maximum width of the message shown instead of statistics."""
_MAX_RATING_SAMPLES = 48
"""Maximum number of points in the plot of the rating."""
_MAX_SINGLE_MATCHES = 40
"""Maximum number of matches of which each has its own dot in a plot."""
_MAX_COMPARED_MATCHES, _MAX_COMPARED_DEALS, _MAX_INSIGHTS = 600, 2000, 2
"""Number of last matches and deals that are compared with one another, and maximum number of differences shown."""
_TILES_HEIGHT = 176.0
"""Height of two rows of tiles that are followed by sentences."""
_MIN_PLOT_HEIGHT = 110.0
"""Minimum height of a plot with a sentence above it."""
_CLEAR = "clear filters"
"""Key of the button that resets the filters, in the filter row or below the message that no match fits."""
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
    are_periods_matches: bool
    """Whether each of ``periods`` is one match, as there are few."""
    insights: list[Insight]
    """Significant differences between the person's matches; empty if several persons are selected."""


class StatisticsScreen(Screen):
    """Shows the statistics of finished matches, opened over the home screen."""

    min_size = (600.0, 340.0)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.statistics = context.statistics
        self.names = self.statistics.person_names()
        self._is_recounting = self.statistics.is_recounting
        self.timeline.wait("recount", RECOUNT_REFRESH_MS)
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
        totals, matches = store.totals(wanted), store.last_matches(wanted, _MAX_COMPARED_MATCHES)
        deals = store.last_deals(wanted, _MAX_COMPARED_DEALS) if query.game is not None else []
        are_periods_matches = 0 < totals.matches <= _MAX_SINGLE_MATCHES
        return QueryResults(
            totals,
            store.rivals(wanted),
            [match.period for match in matches] if are_periods_matches else store.over_time(wanted),
            store.mean_par(wanted) if store.has_enough_deals_to_show_pars(query.game) else None,
            {slug: rating_history for slug, rating_history in ratings.items() if rating_history is not None},
            store.daily_results_hiding_early_pars(query.game, query.name, wanted.since_day or 0)
            if query.game is not None
            else [],
            are_periods_matches,
            find_insights(matches, deals)[:_MAX_INSIGHTS] if person is not None else [],
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

    # --- description ------------------------------------------------------------------------------------------------

    def compose(self) -> Column:
        words, panes = self.words, self._all_panes if self._is_roomy else self._one_pane
        content = self._empty() if self.has_nothing_to_show else panes()
        return Column(
            self.header("house", words("app.stats.title"), words("app.results.home"), Spacer(), *self._tools()),
            content.with_layout(grow=1.0, basis=0.0, margin=(MARGIN, 20.0, MARGIN, MARGIN)),
        )

    def _tools(self) -> list[Widget]:
        """Return the buttons of replays, of rarer actions and to undo, with labels on a large canvas."""
        words = self.words
        tools: list[tuple[str, str, Callable[[], None], bool]] = [
            ("trophy", "app.feat.title", self.open_feats, True),
            ("clock", "app.replay.title", self.open_replays, True),
            ("more", "app.button.more", self.open_more, not self.has_nothing_to_show),
        ]
        buttons = list[Widget]()
        for icon, key, act, enabled in tools:
            button: Button | IconButton = IconButton(icon, act, name=words(key))
            if self.renderer.width >= _MIN_ROOMY_SIZE[0]:
                button = Button(words(key), act, icon=icon, small=True)
            button.enabled = enabled
            buttons.append(button.with_layout(icon, margin=(GAP, 0.0, 0.0, 0.0)))
        undo = IconButton("undo", self.undo, name=words("app.rules.undo"), key_hint=words("app.key.u"))
        undo.enabled = self.statistics.can_undo_reset
        return [*buttons, undo.with_layout("undo", margin=(GAP, 0.0, MARGIN, 0.0))]

    def _empty(self) -> Column:
        words, play = self.words, None
        text = words("app.stats.forgotten" if self.statistics.can_undo_reset else "app.stats.nothing")
        if self._is_recounting:
            text = words("app.stats.recounting", per_cent=int(100 * self.statistics.recount_progress))
        else:
            play = Button(words("app.empty.play"), lambda: self.context.go(Home()), kind="primary", icon="play")
        return empty_state(NO_STATISTICS, text, play, max_width=self.renderer.width - 2 * MARGIN)

    def _all_panes(self) -> Column:
        """Return the filters, the tiles, and below them the opponents beside a trend."""
        tiles_height = 88.0 + max(0.0, self.renderer.height - 720) * 0.1
        panes: Widget = self._no_matches()
        if self.results.totals.deals:
            title = Text(self.words("app.stats.opponents"), "panel_title", INK).with_layout(margin=(6.0, 0.0, 0.0, 4.0))
            opponents = Column(title, self._opponents(), padding=(18.0, 16.0, 18.0, 14.0), background=Paper())
            panes = Row(
                opponents.with_layout(basis=0.0, grow=3.0),
                self._trend().with_layout(basis=0.0, grow=4.0),
                gap=20.0,
                align="stretch",
            )
        return Column(
            self._filter_row().with_layout(height=FILTER_HEIGHT),
            self._tiles(columns=6).with_layout(height=tiles_height, margin=(0.0, 14.0, 0.0, 0.0)),
            self._insights(),
            panes.with_layout(basis=0.0, grow=1.0, margin=(0.0, 16.0, 0.0, 0.0)),
        )

    def _one_pane(self) -> Column:
        """Return the tabs, the filter buttons and the chosen pane, for a small canvas."""
        words = self.words
        labels = [words(f"app.stats.part.{name}") for name in ("tiles", "opponents", "line")]
        tabs = Tabs(labels, self.pane, self._show_pane)
        filters, clear = self._filter_button(), None
        if self._selected_labels() and self.results.totals.deals:
            clear = IconButton("cross", self.reset_query, name=words("app.stats.show_all")).with_layout(_CLEAR)
        tiles = self._tiles(columns=3).with_layout(basis=0.0, grow=1.0, max_length=260.0)
        pane: Widget = tiles
        if insights := self._insights():
            low_tiles = tiles.with_layout(basis=_TILES_HEIGHT, grow=0.0)
            pane = ScrollView(Column(low_tiles, insights), key="figures").with_layout(basis=0.0, grow=1.0)
        if not self.results.totals.deals:
            pane = self._no_matches().with_layout(basis=0.0, grow=1.0)
        elif self.pane == _OPPONENTS_PANE:
            pane = Stack(self._opponents(), padding=(18.0, 12.0, 18.0, 14.0), background=Paper())
            pane.with_layout(basis=0.0, grow=1.0)
        elif self.pane == _TREND_PANE:
            pane = self._trend().with_layout(basis=0.0, grow=1.0)
        return Column(
            Row(
                tabs.with_layout("pane", shrink_order=1, name=words("app.stats.title")),
                Spacer(),
                clear and clear.with_layout(margin=(GAP, 0.0, 0.0, 0.0)),
                filters.with_layout(margin=(GAP, 0.0, 0.0, 0.0)),
            ).with_layout(height=FILTER_HEIGHT, margin=(0.0, 0.0, 0.0, 14.0)),
            pane,
        )

    def _tiles(self, columns: int) -> Grid:
        texts = tile_texts(self.words, self.results.totals, self.query.game)
        return Grid(*map(FigureTile, texts), columns=columns, gaps=(GAP, GAP))

    def _insights(self) -> Column | None:
        """Return a line for each significant difference; None if there is none."""
        words = self.words
        lines = [
            Row(
                IconImage("hint", 22.0),
                Text(insight_text(words, one, self.query.game), "prompt", CREAM, wraps=True).with_layout(grow=1.0),
                gap=10.0,
            )
            for one in self.results.insights
        ]
        return Column(*lines, gap=4.0, padding=(4.0, 12.0, 4.0, 0.0)) if lines else None

    @property
    def _is_roomy(self) -> bool:
        """Whether all panes fit at once, and the choice of a game."""
        width, height = _MIN_ROOMY_SIZE
        return self.renderer.width >= width and self.renderer.height >= height

    def _filters(self) -> list[Filter]:
        """Return the filters of the dialog. In a large window the screen itself has the one of the game."""
        filters = make_filters(self.words, self.names, self.levels)
        return filters[1:] if self._is_roomy else filters

    def _game_choice(self) -> Widget:
        game = make_filters(self.words, self.names, self.levels)[0]

        def choose(index: int) -> None:
            self.set_query(replace(self.query, game=game.values[index]))

        kinds = (kind(game.labels, game.chosen_index(self.query), choose) for kind in (Segmented, Stepper))
        return FirstThatFits(*(one.with_layout("game", name=game.labels[0]) for one in kinds))

    @property
    def initial_query(self) -> Query:
        """Default query of the statistics, without filters chosen by the player."""
        return default_query(self.context.settings.name, self.names)

    def _selected_labels(self) -> list[str]:
        return changed_labels(self._filters(), self.query, self.initial_query)

    def _filter_button(self) -> Button:
        """Return the statistics' filter button with the number of chosen filters."""
        selected = len(self._selected_labels())
        button = Button(self.words("app.stats.filters"), self._open_filters, icon="filter", small=True)
        button.key_hint = str(selected) if selected else ""
        return button.with_layout("filters")

    def _filter_row(self) -> Row:
        """Return the choice of a game, the other selected values, and buttons to change and to reset them."""
        words, selected, clear = self.words, self._selected_labels(), None
        if selected and self.results.totals.deals:  # the message about no matches has its own reset button
            clear = IconButton("cross", self.reset_query, name=words("app.stats.show_all")).with_layout(_CLEAR)
        label = Text(words.join_commas(selected), "prompt", CREAM).with_layout(grow=1.0)
        return Row(self._game_choice(), label, clear, self._filter_button(), gap=GAP)

    def _no_matches(self) -> Column:
        """Return a message that no match fits the filters, with a button to reset them."""
        words = self.words
        show_all = Button(words("app.stats.show_all"), self.reset_query, kind="light", icon="restart", small=True)
        paper = Column(
            _centred_message(words("app.stats.none"), "lead", INK, _MAX_MESSAGE_WIDTH, (32.0, 0.0)),
            show_all.with_layout(_CLEAR, align="center"),
            gap=24.0,
            padding=(0.0, 20.0),
            background=Paper(),
        )
        width = min(620.0, self.renderer.width - 2 * MARGIN)
        return Column(
            Spacer().with_layout(grow=0.3),
            paper.with_layout(width=width, align="center"),
            Spacer().with_layout(grow=0.7),
        )

    def _opponents(self) -> Widget:
        if not self.results.rivals:
            return _pane_message(self.words("app.stats.no_match"))
        return RivalList(self.words, self.results.rivals).with_layout(basis=0.0, grow=1.0)

    def _trend(self) -> Stack:
        """Return the chosen trend of the statistics: tabs, number, sentence and plot.

        If the plot would be too low below the sentence, only the number is shown, beside the tabs.
        """
        words, trends = self.words, self._trends()
        names = trend_names(trends)
        trend = self.trend if self.trend in names else names[0]
        labels, name = [words(f"app.stats.line.{name}") for name in names], words("app.stats.part.line")
        tabs, stepper = (
            kind(labels, names.index(trend), lambda index: self._show_trend(names[index])) for kind in (Tabs, Stepper)
        )
        choice = FirstThatFits(tabs.with_layout("trend", name=name), stepper.with_layout("trend", name=name))
        explain, exact_lines = None, exact_trend_lines(words, trend, trends)
        if exact_lines:
            show_lines = partial(self._show_exact, labels[names.index(trend)], exact_lines)
            explain = IconButton("help", show_lines, name=words("app.stats.exact"), size=36)
            explain.with_layout("exact figures", margin=(GAP, 0.0, 0.0, 0.0))
        value, sentence = trend_number_text(words, trend, trends), trend_sentence(words, trend, trends)
        number = Text(value, "panel_title", INK).with_layout(shrink_order=0) if value else None
        plot = trend_widget(words, trend, trends)
        has_heading = plot is not None or value != ""
        if plot is None:
            plot = _pane_message(words("app.stats.no_line") if value or trend in ("won", "points") else sentence)
        plot.with_layout(basis=_MIN_PLOT_HEIGHT, grow=1.0, margin=(-4.0, 0.0, -4.0, -2.0))
        number_beside = number and FirstThatFits(number, Spacer(0.0)).with_layout(margin=(GAP, 0.0, 4.0, 0.0))
        content: Widget = Column(Row(choice, Spacer(), number_beside, explain), plot, gap=8.0)
        if has_heading:
            text = Text(sentence, "plate", INK_CAPTION, wraps=True).with_layout(grow=1.0)
            heading = Row(number, text, gap=16.0, padding=(8.0, 0.0))
            content = FirstThatFits(
                Column(Row(choice, Spacer(), explain), heading, plot, gap=8.0), content, by_height=True
            )
        return Stack(content, padding=(16.0, 12.0, 16.0, 14.0), background=Paper())

    def _show_exact(self, title: str, lines: Sequence[str]) -> None:
        """Show the exact numbers behind a trend, with their margins."""
        self.context.open(Dialog(self.context, title, [DialogParagraph(line) for line in lines]))

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
            bool(results.totals.matches),
            results.are_periods_matches,
        )

    # --- actions ---------------------------------------------------------------------------------------------------

    def set_query(self, query: Query) -> None:
        self.query = query
        self._reload()

    def reset_query(self) -> None:
        self.set_query(self.initial_query)

    def _reload(self) -> None:
        self.names, self.levels = self.statistics.person_names(), self.statistics.levels_played()
        if self.query.name not in (None, *self.names):
            self.query = replace(self.query, name=None)
        self.results = self._load_results()
        self.refresh()

    def _open_filters(self) -> None:
        dialog = FilterDialog(self.context, self._filters(), lambda: self.query, self.set_query, self.initial_query)
        self.context.open(dialog)

    def _show_pane(self, pane: int) -> None:
        self.pane = pane
        self.refresh()

    def _show_trend(self, trend: str) -> None:
        self.trend = trend
        self.refresh()

    def open_feats(self) -> None:
        self.context.open(FeatsPage())

    def open_replays(self) -> None:
        self.context.go(ReplayList())

    def open_more(self) -> None:
        """Open a dialog with the export and the reset of the statistics."""
        words, buttons = self.words, list[DialogButton]()
        if self.export is None:
            buttons.append(DialogButton(words("app.stats.export"), self.ask_export, "save"))
        if not self.statistics.is_newer_format:
            buttons.append(DialogButton(words("app.stats.reset"), self.ask_reset, "bin"))
        buttons.append(DialogButton(words("app.button.close")))
        self.context.open(Dialog(self.context, words("app.button.more"), (), buttons, is_stacked=True, width=420))

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
        self._reload()

    def undo(self) -> None:
        """Undo a reset of the statistics, if there is one."""
        if self.statistics.can_undo_reset:
            self._stop_export()
            self.statistics.undo_reset()
            self.context.show_toast("app.stats.reset.undone", "undo")
            self._reload()

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
        self.refresh()

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
        self.refresh()

    # --- time and input ---------------------------------------------------------------------------------------------

    def poll(self) -> bool:
        """Continue an export; refresh the screen during a recount every ``RECOUNT_REFRESH_MS``, and at its end."""
        exports = self.export is not None
        if self.export is not None:
            self._continue_export(self.export)
        if self._is_recounting and not (self.statistics.is_recounting and self.timeline.is_running("recount")):
            self.timeline.wait("recount", RECOUNT_REFRESH_MS)
            self._is_recounting = self.statistics.is_recounting
            self.query = default_query(self.context.settings.name, self.statistics.person_names())
            self._reload()
            return True
        return exports

    @property
    def is_animating(self) -> bool:
        return self.export is not None or self._is_recounting

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        if event.type == pygame.KEYDOWN and (plain_key(event) == pygame.K_u or is_undo_key(event)):
            self.undo()
            return True
        return super().handle(event, pos)


def _centred_message(text: str, style: str, colour: Colour, max_width: float, padding: Padding) -> Row:
    """Return a wrapped text in the middle of its line."""
    label = Text(text, style, colour, wraps=True, align="center")
    return Row(Spacer(), label.with_layout(basis=max_width, shrink_order=1), Spacer(), padding=padding)


def _pane_message(text: str) -> Row:
    """Return a message in place of the contents of a pane."""
    message = _centred_message(text, "body", INK_CAPTION, 420.0, (20.0, 0.0, 20.0, 20.0))
    return message.with_layout(basis=0.0, grow=1.0)
