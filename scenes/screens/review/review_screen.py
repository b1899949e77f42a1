"""The review screen: winning chance as a plot, and every decision of a seat with its loss, replayable."""

from functools import partial

import pygame

from engine.match.playback import take_over
from engine.match.replay import MAX_MOVES_WITHOUT_PROGRESS_SCREEN
from engine.moves import Seat
from engine.review import Decision, Report
from engine.review.key_moments import MatchMoment
from scenes.render.space import ScenePos
from scenes.render.theme import BRASS, INK, MUTED
from scenes.screens.review.chance_plot import ChancePlot
from scenes.screens.review.decision_row import DecisionRow, ReviewedMoment
from scenes.screens.review.decision_sheet import JUDGEMENT_TEXT_STYLES, DecisionSheet
from scenes.screens.review.decision_text import COSTLY, grade, move_text
from scenes.screens.review.review_export import ReviewExport, ReviewState, ReviewText
from scenes.screens.review.review_score import ReviewScore
from scenes.shell.context import Context
from scenes.shell.destinations import MatchTable, ReplayTableAt
from scenes.shell.dialog import Dialog, DialogButton, begin_or_ask
from scenes.shell.replay_loading_screen import ReplayLoadingScreen
from scenes.shell.scene import Scene
from scenes.shell.screen import MARGIN, Screen
from scenes.text.catalogue import Words
from scenes.text.player_names import recorded_players
from scenes.ui.boxes import Column, FirstThatFits, Row, Spacer, Stack
from scenes.ui.key_events import command_key, plain_key
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import Button, IconButton, Panel, Paper, Segmented, Stepper, Tabs, Widget
from scenes.ui.widgets.progress_bar import ProgressBar
from scenes.work.reviews import MatchReviews

REFRESH_MS = 300.0
"""Minimum milliseconds between two updates of the report."""
_MIN_ROOMY_SIZE = (1150.0, 640.0)
"""Minimum canvas size at which all panes are visible together, logical pixels."""
_GAP = 12.0
_MIN_PLOT_HEIGHT = 150.0
"""Minimum height of the plot's paper below the score, if one pane is shown at a time."""
_MIN_TITLED_PLOT_HEIGHT = 112.0
"""Minimum height of the plot below its title."""
_ROWS = "decisions"
"""Key of the list of decisions."""
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
        self.timeline.wait("refresh", REFRESH_MS)
        self._listed: tuple[int, ...] = ()
        """Number of moves before each decision in the shown list."""
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

    # --- description ------------------------------------------------------------------------------------------------

    def compose(self) -> Column:
        words, width = self.words, self.renderer.width
        is_wide = width >= _MIN_ROOMY_SIZE[0]
        is_roomy = is_wide and self.renderer.height >= _MIN_ROOMY_SIZE[1]
        title = words("app.match_review.title" if is_wide else "app.match_review.open")
        game = FirstThatFits(Text(words(f"{self.reviews.record.game}.title"), "panel_title", BRASS), Spacer(0.0))
        progress = ProgressBar(1.0 if self.review_job.is_done else self.review_job.progress)
        content = self._all_panes() if is_roomy else self._one_pane()
        return Column(
            self.header(
                "chevron_left",
                title,
                words("app.button.back"),
                game.with_layout(align="end", margin=(16.0, 0.0, 0.0, 4.0)),
                Spacer(),
                self._seat_choice().with_layout(shrink_order=2, margin=(24.0, 0.0, _GAP, 0.0)),
                self._export_button(is_wide=is_wide).with_layout("export", margin=(0.0, 0.0, MARGIN, 0.0)),
            ),
            progress.with_layout(height=4.0, margin=(MARGIN, 9.0, MARGIN, 11.0)),
            content.with_layout(basis=0.0, grow=1.0, margin=(MARGIN, 0.0, MARGIN, MARGIN)),
        )

    def _seat_choice(self) -> FirstThatFits:
        """Return the choice of the reviewed seat, as wide as there is space."""
        name = self.context.words("app.match_review.whose")
        stepper = Stepper(self.names, self.seat, self.show_seat)
        return FirstThatFits(
            Segmented(self.names, self.seat, self.show_seat).with_layout("seat", name=name),
            stepper.with_layout("seat", name=name),
            IconButton("person", self.ask_seat, name=name).with_layout("seat"),
        )

    def _export_button(self, *, is_wide: bool) -> Button | IconButton:
        name = self.context.words("app.match_review.share.name")
        if is_wide:
            return Button(name, self.ask_export, icon="share", small=True)
        return IconButton("share", self.ask_export, name=name)

    def _all_panes(self) -> Column:
        """Return the review's summary, below it the plot, and at the bottom the current decision beside the list of
        decisions.
        """
        return Column(
            self._score().with_layout(height=84.0),
            self._plot().with_layout(height=208 + max(0.0, self.renderer.height - 720) * 0.5),
            Row(
                self._decision().with_layout(basis=0.0, grow=4.0),
                self._list().with_layout(basis=0.0, grow=3.0),
                gap=20.0,
                align="stretch",
            ).with_layout(basis=0.0, grow=1.0),
            gap=_GAP,
        )

    def _one_pane(self) -> Column:
        """Return the review's tabs and the chosen pane, for a small canvas."""
        words = self.context.words
        names = ("quality_short", "chance_short", "decisions", "this")
        tabs = Tabs([words(f"app.match_review.{name}") for name in names], self.pane, self.show_pane)
        tabs.with_layout("pane", shrink_order=1, name=words("app.match_review.title"))
        pane = (self._score_above_plot, self._plot, self._list, self._decision)[self.pane]()
        return Column(Row(tabs), pane.with_layout(basis=0.0, grow=1.0), gap=_GAP)

    def _score(self) -> ReviewScore:
        unit, forced = self.key_moments.end.position.loss_text_group(), not self.key_moments.decisions
        return ReviewScore(self.words, unit, self.report, self._best_decision_text(), all_forced=forced)

    def _score_above_plot(self) -> FirstThatFits:
        """Return the summary above the plot, or alone where the plot would be too low."""
        plot = self._plot().with_layout(basis=_MIN_PLOT_HEIGHT, grow=1.0)
        alone = self._score().with_layout(basis=0.0, grow=1.0, max_length=190.0)
        return FirstThatFits(Column(self._score(), plot, gap=_GAP), Column(alone), by_height=True)

    def _plot(self) -> Stack:
        """Return the plot, with its title if it is high enough."""
        words = self.words
        plot = ChancePlot(words, self.key_moments, self.report, self.current_move_index, self.choose)
        plot.with_layout("plot", basis=_MIN_TITLED_PLOT_HEIGHT, grow=1.0)
        title = Text(words("app.match_review.chance"), "panel_title", INK).with_layout(margin=(12.0, 0.0, 12.0, 4.0))
        return Stack(
            FirstThatFits(Column(title, plot), plot, by_height=True),
            padding=(12.0, 14.0, 12.0, 8.0),
            background=Paper(),
        )

    def _reviewed_moments(self) -> dict[int, ReviewedMoment]:
        """Return all decisions of the seat by the number of moves before them."""
        judged, turning, best = self.decisions_by_move, self.turning_point_numbers, self.best_decision_move_index
        return {
            (at := moment.move_index): ReviewedMoment(
                moment, self.deals, judged.get(at), turning.get(at, 0), is_best_of_match=at == best
            )
            for moment in self.key_moments.decisions
        }

    def _list(self) -> Column:
        words = self.words
        labels = [words("app.match_review.all"), words("app.match_review.costly")]
        filter_ = Segmented(labels, int(self.only_costly), self.filter_costly)
        title = FirstThatFits(Text(words("app.match_review.decisions"), "panel_title"), Spacer(0.0))
        return Column(
            Row(
                title.with_layout(margin=(0.0, 0.0, _GAP, 0.0)),
                Spacer(),
                filter_.with_layout("filter", shrink_order=2, name=words("app.match_review.decisions")),
            ),
            Stack(self._rows(), padding=10.0, background=Panel()).with_layout(basis=0.0, grow=1.0),
            gap=_GAP,
        )

    def _rows(self) -> Widget:
        """Return the listed decisions, or why there are none."""
        words, reviewed = self.words, self._reviewed_moments()
        if not self._listed:
            known = "none" if self.report.is_final else "none_yet"
            text = words(f"app.match_review.{known if reviewed else 'no_choice'}")
            message = Text(text, "body", MUTED, wraps=True, align="center")
            return message.with_layout(margin=(20.0, 0.0, 20.0, 0.0))
        rows = (
            DecisionRow(
                words, reviewed[at], partial(self.on_row_pressed, at), is_chosen=at == self.current_move_index
            ).with_layout(at)
            for at in self._listed
        )
        return ScrollView(Column(*rows, gap=2.0), key=_ROWS)

    def _decision(self) -> Column:
        """Return the sheet of the current decision, and buttons to replay it."""
        words, reviewed = self.words, self._reviewed_moments().get(self.current_move_index)
        side = 24.0 if self.renderer.width > 608 else 16.0
        show = Button(words("app.match_review.show"), self.confirm, icon="eye", kind="light", small=True)
        show.key_hint = words("app.key.enter")
        play = Button(
            words("app.replay.play_on"), self.take_over, icon="hand", kind="primary", small=True, key_hint="P"
        )
        show.enabled = play.enabled = reviewed is not None
        sheet: Widget = Spacer()
        if reviewed is not None:
            sheets = [
                DecisionSheet(self.renderer, words, reviewed, self.report.win_chances, style).with_layout(
                    margin=(0.0, 0.0, 14.0, 0.0)
                )
                for style in JUDGEMENT_TEXT_STYLES
            ]
            sheet = FirstThatFits(*sheets, ScrollView(sheets[0], key="sheet", bar_overlaps=True), by_height=True)
        return Column(
            sheet.with_layout(basis=0.0, grow=1.0),
            Row(Spacer(), show.with_layout("show"), play.with_layout("play"), gap=_GAP),
            gap=8.0,
            padding=(side, 14.0),
            background=Paper(),
        )

    # --- focus and list ---------------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        self._listed = self.listed_move_indices()
        super().lay_out()

    def refresh(self) -> None:
        focus, had_rows = self.root.focus, self._rows_view() is not None
        super().refresh()
        if self.root.focus is None or (isinstance(focus, DecisionRow) and self.root.focus is not focus):
            self.root.set_focus(self.root.find(self.current_move_index))
        if not had_rows:
            self._reveal_current_row()

    def _rows_view(self) -> ScrollView | None:
        view = self.root.find(_ROWS)
        return view if isinstance(view, ScrollView) else None

    def _reveal_current_row(self) -> None:
        row, view = self.root.find(self.current_move_index), self._rows_view()
        if row is not None and view is not None:
            view.reveal(row.rect)

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
        view = self._rows_view()
        if view is not None:
            view.offset = 0.0
        self.lay_out()
        self._reveal_current_row()

    def choose(self, move_index: int) -> None:
        """Choose a decision by the number of moves before it."""
        self.chosen_move_index = move_index
        self.refresh()
        row = self.root.find(move_index)
        if row is not None and isinstance(self.root.focus, DecisionRow | None):
            self.root.set_focus(row)  # arrow keys continue from here
        self._reveal_current_row()

    def on_row_pressed(self, move_index: int) -> None:
        """Choose the decision of a pressed row, or replay it if the player has already chosen it."""
        if move_index == self.chosen_move_index:
            self.confirm()
            return
        self.choose(move_index)
        if self.pane == _LIST_PANE and self.renderer.width < _MIN_ROOMY_SIZE[0]:
            self.show_pane(_DECISION_PANE)

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

    def poll(self) -> bool:
        done = self.review_job.is_done
        if self._is_settled or (self.timeline.is_running("refresh") and not done):
            return False
        self.timeline.wait("refresh", REFRESH_MS)
        self._is_settled = done
        return self._show_new_report()

    def _show_new_report(self) -> bool:
        """Show the review job's current report; return whether something has changed."""
        report = self.review_job.report
        if report == self.report and not self._is_settled:
            return False
        self.report = report
        view = self._rows_view()
        here = None if view is None else self.root.place_of(view).to_local(self.root.pointer)
        if view is None or not view.is_at(here):  # rows don't move under the pointer
            self._listed = self.listed_move_indices()
        self.refresh()
        return True

    @property
    def is_animating(self) -> bool:
        return not self._is_settled

    def handle(self, event: pygame.Event, pos: ScenePos) -> bool:
        if event.type == pygame.KEYDOWN and self._shortcut(event):
            return True
        before = self.root.focus
        changed = super().handle(event, pos)
        if event.type != pygame.KEYDOWN or not self.context.is_top(self):
            return changed
        focus = self.root.focus
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
