"""The review screen: winning chance as a plot, and every decision of a seat with its loss, replayable."""

from collections.abc import Callable
from functools import partial

import pygame
from pygame import FRect

from engine.match.playback import take_over
from engine.match.replay import MAX_MOVES_WITHOUT_PROGRESS_SCREEN
from engine.moves import Seat
from engine.review import Decision, Report
from engine.review.key_moments import MatchMoment
from scenes.render.key_events import command_key, plain_key
from scenes.render.theme import BRASS, INK, MUTED
from scenes.render.widgets import (
    Button,
    IconButton,
    Label,
    Panel,
    Paper,
    PointerPos,
    Scroll,
    Segmented,
    Stepper,
    Tabs,
    Widget,
)
from scenes.render.widgets.progress_bar import ProgressBar
from scenes.review.chance_plot import ChancePlot
from scenes.review.decision_row import ROW_HEIGHT, DecisionRow
from scenes.review.decision_sheet import DecisionSheet
from scenes.review.decision_text import COSTLY, grade, move_text
from scenes.review.review_export import ReviewExport, ReviewState, ReviewText
from scenes.review.review_score import ReviewScore
from scenes.shell.context import Context
from scenes.shell.destinations import MatchTable, ReplayTableAt
from scenes.shell.dialog import Dialog, DialogButton, begin_or_ask
from scenes.shell.replay_loading import ReplayLoadingScreen
from scenes.shell.scene import Scene
from scenes.shell.screen import MARGIN, Screen
from scenes.text.catalogue import Words
from scenes.text.player_names import recorded_players
from scenes.work.reviews import MatchReviews

REFRESH_MS = 300.0
"""Minimum milliseconds between two updates of the report."""
_MIN_ROOMY_SIZE = (1150.0, 640.0)
"""Minimum canvas size at which all panes are visible together, logical pixels."""
_GAP = 12.0
_TABS_HEIGHT = 46.0
_MIN_PLOT_HEIGHT = 150.0
"""Minimum height of the plot below the score, if one pane is shown at a time."""
_SCORE_PANE, _PLOT_PANE, _LIST_PANE, _DECISION_PANE = range(4)
"""Panes of the screen. A small canvas shows one at a time."""


class ReviewScreen(Screen):
    """Shows the review of a match, opened from the results or the list of matches.

    Args:
        context: the application.
        reviews: reviews of the match.
        seat: seat shown first; None shows the first person's.
        stops_reviews: whether to stop the reviews when the screen is left.
    """

    min_size = (600.0, 340.0)

    def __init__(
        self, context: Context, reviews: MatchReviews, seat: Seat | None = None, *, stops_reviews: bool = True
    ) -> None:
        super().__init__(context)
        self.reviews = reviews
        self.stops_reviews = stops_reviews
        self.seat = reviews.first_seat if seat is None else seat
        self.names = self._names()
        self.chosen_move_index: int | None = None
        """Number of moves before the decision chosen by the player; None shows the first one."""
        self.only_costly = False
        """Whether only costly decisions are listed."""
        self.pane = _SCORE_PANE
        """Visible pane on a small canvas."""
        self._exporter = ReviewExport(context)
        self._ms_since_refresh = 0.0
        self._list: Scroll | None = None
        self._shown_move_indices: tuple[int, ...] = ()
        self._updates: list[Callable[[], None]] = []
        """Functions that update widgets, called for each new report."""
        self._start_review()

    @property
    def words(self) -> Words:
        """The text catalogue, with the names of the seats."""
        return self.context.words.with_seat_names(self.names.__getitem__)

    def _names(self) -> list[str]:
        """Return the names of the players by seat; "You" for the player."""
        words = self.context.words
        seated = recorded_players(self.reviews.record, words, self.context.person)
        return [words("app.table.you") if player.is_own else player.name for player in seated]

    def _start_review(self) -> None:
        self.key_moments = self.reviews.find_key_moments(self.seat)
        self.review_job = self.reviews.start(self.seat, urgent=True)
        self.report: Report = self.review_job.report
        self._is_settled = self.review_job.is_done
        self._first_move_index = self._find_move_index_to_show_first()

    # --- state ------------------------------------------------------------------------------------------------------

    @property
    def deals(self) -> int:
        """Number of deals of the reviewed match."""
        return len(self.key_moments.deal_starts)

    @property
    def decisions_by_move(self) -> dict[int, Decision]:
        """Judged decisions of the seat by the number of moves before them."""
        return {decision.move_index: decision for decision in self.report.decisions}

    @property
    def turning_point_numbers(self) -> dict[int, int]:
        """Number of each turning point of the match, from 1; keys are the numbers of moves before them."""
        return {decision.move_index: number for number, decision in enumerate(self.report.turning_points, 1)}

    @property
    def current_move_index(self) -> int:
        """Number of moves before the decision shown now; −1 if there is none."""
        return self._first_move_index if self.chosen_move_index is None else self.chosen_move_index

    def _find_move_index_to_show_first(self) -> int:
        """Return the number of moves before the decision to show first: in a finished review the best one or a turning
        point, else the first of the match; −1 if there is none.
        """
        best = [self.report.best] if self.report.best is not None else []
        moments: list[Decision | MatchMoment] = [*best, *self.report.turning_points, *self.key_moments.decisions]
        return moments[0].move_index if moments else -1

    @property
    def best_decision_move_index(self) -> int:
        """Number of moves before the seat's best decision; −1 if none was good."""
        return self.report.best.move_index if self.report.best is not None else -1

    def _best_decision_text(self) -> str:
        """Return the seat's best decision as text; empty if none was good."""
        at = self.best_decision_move_index
        moment = next((moment for moment in self.key_moments.decisions if moment.move_index == at), None)
        return (
            ""
            if moment is None or moment.decision_move is None
            else move_text(self.words, moment, moment.decision_move)
        )

    @property
    def current_moment(self) -> MatchMoment | None:
        """Position of the match at the decision shown now; None if there is none."""
        return next(
            (moment for moment in self.key_moments.decisions if moment.move_index == self.current_move_index), None
        )

    def listed_move_indices(self) -> tuple[int, ...]:
        """Return the number of moves before each decision in the list."""
        judged = self.decisions_by_move
        return tuple(
            moment.move_index
            for moment in self.key_moments.decisions
            if not self.only_costly or grade(judged.get(moment.move_index)) == COSTLY
        )

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        renderer, words = self.renderer, self.words
        self._updates, self._list = [], None
        name = words("app.match_review.title" if renderer.width >= _MIN_ROOMY_SIZE[0] else "app.match_review.open")
        title = self.add_header("chevron_left", name, button_name=words("app.button.back"))
        self._build_tools(title)
        progress = ProgressBar(FRect(MARGIN, 73, renderer.width - 2 * MARGIN, 4))
        self.group.add(progress)
        self._run_and_add_update(
            lambda: setattr(progress, "progress", 1.0 if self.review_job.is_done else self.review_job.progress)
        )
        area = FRect(MARGIN, 88, renderer.width - 2 * MARGIN, renderer.height - 88 - MARGIN)
        if renderer.width >= _MIN_ROOMY_SIZE[0] and renderer.height >= _MIN_ROOMY_SIZE[1]:
            self._build_all_panes(area)
        else:
            self._build_tabs_and_pane(area)

    def lay_out(self) -> None:
        focused, has_list = self.group.focus, self._list is not None
        super().lay_out()
        if isinstance(focused, DecisionRow):  # its index in the list may be another row's now
            self.group.set_focus(self._row_of(focused.moment.move_index))
        elif self.group.focus is None:
            self.group.set_focus(self._row_of(self.current_move_index))
        if not has_list:
            self._reveal_current_row()

    def _run_and_add_update(self, update: Callable[[], None]) -> None:
        """Call a widget's update now and with each new report of the review."""
        update()
        self._updates.append(update)

    def _build_tools(self, title: FRect) -> None:
        """Add the choice of the reviewed seat and the export button at the upper right."""
        renderer, words = self.renderer, self.context.words
        export: Button | IconButton = IconButton("share", self.ask_export, name=words("app.match_review.share.name"))
        if renderer.width >= _MIN_ROOMY_SIZE[0]:
            export = Button(words("app.match_review.share.name"), self.ask_export, icon="share", small=True)
        export.place_at(renderer, renderer.width - MARGIN, 42, "midright")
        max_width = export.rect.left - _GAP - title.right - 24
        seat_choice: Widget = Segmented(self.names, self.seat, self.show_seat)
        if seat_choice.preferred_size(renderer)[0] > max_width:
            seat_choice = Stepper(self.names, self.seat, self.show_seat, icons=("chevron_left", "chevron_right"))
        if seat_choice.preferred_size(renderer)[0] > max_width:
            seat_choice = IconButton("person", self.ask_seat, name=words("app.match_review.whose"))
        seat_choice.place_at(renderer, export.rect.left - _GAP, 42, "midright")
        self.group.add(seat_choice, export)
        game = Label(words(f"{self.reviews.record.game}.title"), "panel_title", BRASS)
        if title.right + 16 + game.preferred_size(renderer)[0] < seat_choice.rect.left - 16:
            game.place_at(renderer, title.right + 16, title.bottom - 3, "bottomleft")
            self.group.add(game)

    def _build_all_panes(self, area: FRect) -> None:
        """Add the review's summary, below it the plot, and at the bottom the current decision beside the list of
        decisions.
        """
        spare = max(0.0, self.renderer.height - 720)
        score = FRect(area.left, area.top, area.width, 84)
        self._build_score(score)
        line = FRect(area.left, score.bottom + _GAP, area.width, 208 + spare * 0.5)
        self._build_plot(line)
        rest = FRect(area.left, line.bottom + _GAP, area.width, area.bottom - line.bottom - _GAP)
        one = FRect(rest.left, rest.top, rest.width * 0.565, rest.height)
        self._build_decision(one)
        self._build_list(FRect(one.right + 20, rest.top, rest.right - one.right - 20, rest.height))

    def _build_tabs_and_pane(self, area: FRect) -> None:
        """Add the review's tabs and the chosen pane, for a small canvas."""
        words = self.context.words
        names = ("quality_short", "chance_short", "decisions", "this")
        tabs = Tabs([words(f"app.match_review.{name}") for name in names], self.pane, self.show_pane)
        tabs.rect = FRect(area.left, area.top, min(area.width, tabs.preferred_size(self.renderer)[0]), _TABS_HEIGHT)
        self.group.add(tabs)
        rest = FRect(area.left, area.top + _TABS_HEIGHT + 12, area.width, area.height - _TABS_HEIGHT - 12)
        builds = (self._build_score, self._build_plot, self._build_list, self._build_decision)
        if self.pane == _SCORE_PANE:
            line = FRect(rest.left, rest.top + 96 + _GAP, rest.width, rest.height - 96 - _GAP)
            rest.height = min(rest.height, 190.0)
            if line.height >= _MIN_PLOT_HEIGHT:
                self._build_plot(line)
                rest.height = 96.0
        builds[self.pane](rest)

    def _build_score(self, area: FRect) -> None:
        score = ReviewScore(self.words, self.key_moments.end.position.loss_text_group(), area)
        forced = not self.key_moments.decisions
        self._run_and_add_update(lambda: score.set_report(self.report, self._best_decision_text(), all_forced=forced))
        self.group.add(score)

    def _build_plot(self, paper: FRect) -> None:
        words = self.words
        self.group.add(Paper(paper))
        top = paper.top + 14
        if paper.height > 170:
            title = self.add_label(
                words("app.match_review.chance"),
                "panel_title",
                paper.left + 24,
                top,
                colour=INK,
                max_width=paper.width - 48,
            )
            top = title.rect.bottom + 4
        rect = FRect(paper.left + 12, top, paper.width - 24, paper.bottom - 8 - top)
        plot = ChancePlot(words, self.key_moments, rect, self.choose)
        self._run_and_add_update(lambda: plot.set_report(self.report, self.current_move_index))
        self.group.add(plot)

    def _build_list(self, area: FRect) -> None:
        renderer, words = self.renderer, self.words
        labels = [words("app.match_review.all"), words("app.match_review.costly")]
        tabs = Segmented(labels, int(self.only_costly), self.filter_costly)
        tabs.place_at(renderer, area.right, area.top, "topright")
        title = Label(words("app.match_review.decisions"), "panel_title")
        if title.preferred_size(renderer)[0] < tabs.rect.left - area.left - 12:
            title.place_at(renderer, area.left, tabs.rect.centery, "midleft")
            self.group.add(title)
        panel = FRect(area.left, area.top + _TABS_HEIGHT + _GAP, area.width, area.height - _TABS_HEIGHT - _GAP)
        inner = panel.inflate(-20, -20)
        self._shown_move_indices = self.listed_move_indices()
        content = ROW_HEIGHT * len(self._shown_move_indices)
        row_width = inner.width - (16 if content > inner.height else 0)
        rows: list[Widget] = []
        moments = {moment.move_index: moment for moment in self.key_moments.decisions}
        for i, move_index in enumerate(self._shown_move_indices):
            row = DecisionRow(words, moments[move_index], self.deals, partial(self.on_row_pressed, move_index))
            row.rect = FRect(0, i * ROW_HEIGHT, row_width, ROW_HEIGHT - 2)
            rows.append(row)
        self._list = Scroll(inner, content, rows)
        self._run_and_add_update(self._update_rows)
        self.group.add(tabs, Panel(panel), self._list)
        if not rows:
            known = "none" if self.report.is_final else "none_yet"
            text = words(f"app.match_review.{known if self.key_moments.decisions else 'no_choice'}")
            none = Label(text, "body", MUTED, wrap_width=inner.width - 40, align="center")
            none.place_at(renderer, inner.centerx, inner.centery, "center")
            self.group.add(none)

    def _rows(self) -> list[DecisionRow]:
        return [row for row in self._list.children if isinstance(row, DecisionRow)] if self._list else []

    def _row_of(self, move_index: int) -> DecisionRow | None:
        return next((row for row in self._rows() if row.moment.move_index == move_index), None)

    def _reveal_current_row(self) -> None:
        row = self._row_of(self.current_move_index)
        if row is not None and self._list is not None:
            self._list.reveal(row)

    def _update_rows(self) -> None:
        judged, turning, chosen, best = (
            self.decisions_by_move,
            self.turning_point_numbers,
            self.current_move_index,
            self.best_decision_move_index,
        )
        for row in self._rows():
            at = row.moment.move_index
            row.set_decision(judged.get(at), turning.get(at, 0), is_chosen=at == chosen, is_best_of_match=at == best)

    def _build_decision(self, paper: FRect) -> None:
        """Add the sheet of the current decision, and buttons to replay it."""
        renderer, words = self.renderer, self.words
        self.group.add(Paper(paper))
        side = 24.0 if paper.width > 560 else 16.0
        show = Button(words("app.match_review.show"), self.confirm, icon="eye", kind="light", small=True)
        show.key_hint = words("app.key.enter")
        play = Button(
            words("app.replay.play_on"), self.take_over, icon="hand", kind="primary", small=True, key_hint="P"
        )
        play.place_at(renderer, paper.right - side, paper.bottom - 14, "bottomright")
        show.place_at(renderer, play.rect.left - _GAP, paper.bottom - 14, "bottomright")
        show.enabled = play.enabled = self.current_moment is not None
        sheet_area = FRect(paper.left + side, paper.top + 14, paper.width - 2 * side, play.rect.top - paper.top - 22)
        sheet = DecisionSheet(renderer, words, sheet_area.width - 14, sheet_area.height)
        scroll = Scroll(sheet_area, 0, [sheet])

        def update() -> None:
            move_index = self.current_move_index
            sheet.set_decision(
                self.current_moment,
                self.decisions_by_move.get(move_index),
                self.turning_point_numbers.get(move_index, 0),
                self.deals,
                self.report.win_chances,
                is_best_of_match=move_index == self.best_decision_move_index,
            )
            scroll.content_height = sheet.rect.height
            scroll.scroll(0)

        self._run_and_add_update(update)
        self.group.add(scroll, show, play)

    # --- actions ---------------------------------------------------------------------------------------------------

    def show_seat(self, seat: Seat) -> None:
        """Show the reviewed decisions of another seat."""
        if seat == self.seat:
            return
        search = self.reviews.key_moment_search(seat)
        search.step(MAX_MOVES_WITHOUT_PROGRESS_SCREEN)
        if search.is_done:
            self._show_seat(seat)
        else:
            self.context.open(
                ReplayLoadingScreen(self.context, search, partial(self._on_seat_searched, seat), self.context.close)
            )

    def _on_seat_searched(self, seat: Seat, waiting: Scene) -> None:
        self.context.close(waiting)
        self._show_seat(seat)

    def _show_seat(self, seat: Seat) -> None:
        self.seat, self.chosen_move_index = seat, None
        self._start_review()
        self.lay_out()

    def ask_seat(self) -> None:
        """Ask for the seat whose decisions the review shows."""
        choices = [DialogButton(name, partial(self.show_seat, seat), "person") for seat, name in enumerate(self.names)]
        self.context.open(
            Dialog(self.context, self.context.words("app.match_review.whose"), (), choices, is_stacked=True, width=440)
        )

    def show_pane(self, pane: int) -> None:
        """Show another pane of the review on a small canvas."""
        self.pane = pane
        self.lay_out()

    def filter_costly(self, only_costly: int) -> None:
        """List all decisions, or only costly ones."""
        self.only_costly = bool(only_costly)
        if self._list is not None:
            self._list.offset = 0.0
        self.lay_out()
        self._reveal_current_row()

    def choose(self, move_index: int) -> None:
        """Choose a decision by the number of moves before it."""
        self.chosen_move_index = move_index
        self._update_widgets()
        if isinstance(self.group.focus, DecisionRow | None) and self._row_of(move_index) is not None:
            self.group.set_focus(self._row_of(move_index))  # arrow keys continue from here
        self._reveal_current_row()

    def on_row_pressed(self, move_index: int) -> None:
        """Choose the decision of a pressed row, or replay it if the player has already chosen it."""
        if move_index == self.chosen_move_index:
            self.confirm()
            return
        self.choose(move_index)
        if self.pane == _LIST_PANE and self.renderer.width < _MIN_ROOMY_SIZE[0]:
            self.show_pane(_DECISION_PANE)

    def _update_widgets(self) -> None:
        for part in self._updates:
            part()

    def confirm(self) -> None:
        """Open the replay at the current decision."""
        if self.current_moment is not None:
            self.context.open(ReplayTableAt(self.reviews.record, self.current_moment.move_index, self.seat))

    def take_over(self) -> None:
        """Start a new match from the position of the current decision."""
        if self.current_moment is not None:
            record = take_over(self.reviews.record, self.current_moment.move_index, self.seat)
            begin_or_ask(self.context, record.game, lambda: self.context.go(MatchTable(record)))

    def ask_export(self) -> None:
        """Export the match review as text."""
        progress = 1.0 if self.review_job.is_done else self.review_job.progress
        state = ReviewState(self.key_moments, self.review_job.report, progress)
        self._exporter.ask_export(ReviewText(self.words, self.reviews.record, self.names[self.seat], state))

    def back(self) -> None:
        self.context.close(self)

    def on_leave(self) -> None:
        if self.stops_reviews:
            self.reviews.stop()

    # --- time and input ---------------------------------------------------------------------------------------------

    def update(self, elapsed_ms: float) -> bool:
        changed = super().update(elapsed_ms)
        if self._is_settled:
            return changed
        self._ms_since_refresh += elapsed_ms
        done = self.review_job.is_done
        if self._ms_since_refresh < REFRESH_MS and not done:
            return changed
        self._ms_since_refresh = 0.0
        self._is_settled = done
        return self._refresh() or changed

    def _refresh(self) -> bool:
        """Show the review job's current report; return whether something has changed."""
        report = self.review_job.report
        if report == self.report and not self._is_settled:
            return False
        self.report = report
        is_new_list = self.listed_move_indices() != self._shown_move_indices and not self._is_list_pointed_or_absent()
        if is_new_list or (self._is_settled and not self._shown_move_indices):
            self.lay_out()
        else:
            self._update_widgets()
        return True

    def _is_list_pointed_or_absent(self) -> bool:
        """Whether the list of decisions must not be rebuilt: the pointer is over the list, or no list is shown."""
        if self._list is None:
            return True
        return self._pointer is not None and bool(self._list.rect.collidepoint(self._pointer))

    @property
    def is_animating(self) -> bool:
        return not self._is_settled

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        if event.type == pygame.KEYDOWN and self._shortcut(event):
            return True
        before = self.group.focus
        changed = super().handle(event, pos)
        if event.type != pygame.KEYDOWN or not self.context.is_top(self):
            return changed
        focus = self.group.focus
        if focus is not before and isinstance(focus, DecisionRow):
            self.choose(focus.moment.move_index)
            return True
        return changed

    def _shortcut(self, event: pygame.Event) -> bool:
        """Handle a keyboard shortcut of the review screen; return False for other keys. P plays on, Ctrl+C exports,
        digits choose turning points.
        """
        key = plain_key(event)
        if command_key(event) == pygame.K_c:
            self.ask_export()
        elif key == pygame.K_p:
            self.take_over()
        elif pygame.K_1 <= key < pygame.K_1 + len(self.report.turning_points):
            self.choose(self.report.turning_points[key - pygame.K_1].move_index)
        else:
            return False
        return True
