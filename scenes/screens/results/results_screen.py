"""The results screen of a deal or a match: heading, seat boxes, score sheet, plot and deciding cards."""

from collections.abc import Sequence

from pygame import FRect

from engine.match.record import PERSON
from engine.moves import Seat
from engine.rng import Rng
from engine.statistics.daily import first_attempt
from engine.statistics.match_writer import was_helped
from engine.statistics.store import MIN_DEALS_FOR_PARS
from scenes.render import box_styles
from scenes.render.boxes import Box, Stroke
from scenes.render.expressions import Expression
from scenes.render.theme import CREAM, INK, INK_CAPTION, Colour, rgb
from scenes.screens.results.confetti import DURATION_MS, Confetti, ConfettiPiece, scatter
from scenes.screens.results.daily_result import daily_result
from scenes.screens.results.deciding_cards import DecidingCardsWidget
from scenes.screens.results.heading import ResultHeading
from scenes.screens.results.result_motion import ResultMotion
from scenes.screens.results.result_summary import ResultSummary
from scenes.screens.results.score_sheet import (
    BreakdownColumns,
    ScoreSheet,
    SheetRow,
    best_seats_to_mark_by_deal,
    points_breakdown,
)
from scenes.screens.results.seat_box import SeatBox
from scenes.screens.results.totals_plot import totals_plot
from scenes.shell.context import Context
from scenes.shell.destinations import DailyDealTable, DealResult, ReplayTable, ReviewPage
from scenes.shell.dialog import Dialog, DialogParagraph
from scenes.shell.screen import Screen
from scenes.table.standings import standing_cell
from scenes.text.daily_texts import share_line
from scenes.ui import clipboard
from scenes.ui.boxes import Column, FirstThatFits, Row, Spacer, Stack
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.timeline import Tween
from scenes.ui.widgets import Button, IconButton, Panel, Paper, Tabs, Widget
from scenes.work.pars import Pars
from scenes.work.reviews import MatchReviews

_MIN_HIGH, _MIN_TITLE_HEIGHT = 440.0, 380.0
"""Minimum canvas heights for a high heading and large buttons, and for the title of a paper without tabs."""
_EDGE_MARGIN = 36.0
"""Space at the left and right edge."""
_MIN_SIDE_BY_SIDE_SIZE = (1000.0, 560.0)
"""Minimum canvas size at which score sheet and plot are side by side, logical pixels."""
SHEET_PAPER, BREAKDOWN_PAPER, PLOT_PAPER, CARDS_PAPER = "sheet", "deal", "plot", "cards"
"""Contents of a paper: points of every deal, sources of the last deal's points, plot, deciding cards."""
_FELT_BOX = Box(
    14,
    ((0, rgb("#1f6f45")), (0.6, rgb("#14532d")), (1, rgb("#0b3a20"))),
    texture="felt",
    border=Stroke(rgb("#0b3a20"), 2),
    shadows=box_styles.PANEL_BOX.shadows,
)
"""Felt background of the deciding cards."""
_HEAD_HEIGHT, _PORTRAIT_SHRINK = 240.0, 72.0
"""Height of the heading above the boxes, and its excess over the size of the winner's portrait."""
_TOP_MARGIN = 12.0
"""Space above the heading and the buttons over the boxes."""
_SEAT_BOX_SIZE, _MAX_SEAT_BOX_SCALE, _SEAT_BOX_GAP = (287.0, 190.0), 1.3, 12.0
"""Size of a seat's box, its maximum enlargement factor, and the space between two boxes."""
_POINTS_BREAKDOWN_HEIGHT = 34.0
"""Additional height of a box that lists the sources of the points."""
_MIN_BUTTONS_WIDTH = 214.0
"""Minimum width of the button stack."""
_BUTTON_GAP, _ROW_BUTTON_GAP = 10.0, 14.0
"""Space between two buttons in the stack, and in the row below a paper."""
_MIN_PAIRED_BUTTONS = 3
"""Minimum number of buttons besides the first at which they are stacked in pairs."""


class ResultsScreen(Screen):
    """Shows the result of a deal or a match.

    Args:
        context: the application.
        result: the finished deal, its match, and callbacks to continue.
    """

    background = "felt"
    min_size = (600.0, 340.0)

    def __init__(self, context: Context, result: DealResult) -> None:
        super().__init__(context)
        self.summary = ResultSummary(context, result)
        self.match, self.scored, self.is_match_over = result.match, result.scored, result.is_match_over
        self.on_next, self.on_rematch = result.on_next, result.on_rematch
        self.on_home, self.on_menu = result.on_home, result.on_menu
        self.onward_label_key, self.home_label_key, self.is_replayable = (
            result.onward_label_key,
            result.home_label_key,
            result.is_replayable,
        )
        self.pars: Pars | None = result.pars
        self.shows_par = len(
            self.summary.history
        ) >= MIN_DEALS_FOR_PARS or context.statistics.has_enough_deals_to_show_pars(result.match.game.slug)
        """Whether to show the par: only if this match, or the player's history of the game, has enough deals."""
        self.reviews = MatchReviews(context.background, self.match.record)
        self._is_review_settled = not self.is_match_over or not self.is_replayable or not context.thinker.uses_process
        """Whether ``poll`` needn't start the review. Without worker processes it would block the window."""
        self._last_shown_deal = len(self.summary.history)
        """Number of the last deal shown if not all fit on the sheet."""
        self.first_paper = (
            BREAKDOWN_PAPER
            if not self.is_match_over and BREAKDOWN_PAPER in self.available_papers(stacked=False)
            else SHEET_PAPER
        )
        """Content of the first paper: a value of ``available_papers``."""
        shows_match = self._has_plot and self.is_match_over
        self.shows_seat_boxes = not shows_match
        """Whether to show the deal as a box for each seat instead of papers. Only large canvases show boxes."""
        self.second_paper = PLOT_PAPER if self._has_plot else CARDS_PAPER
        """Content of the paper beside the sheet: ``PLOT_PAPER`` or ``CARDS_PAPER``."""
        self._visible_deals: range | None = None
        """Deals on the score sheet, counted from 0; None if all are."""
        self._confetti: list[ConfettiPiece] = []
        if self._has_confetti:
            self.timeline.start("confetti", Tween(DURATION_MS))
        lays_out_cards = self.shows_seat_boxes and bool(self.summary.deciding_cards)
        self.motion = ResultMotion(self.timeline, lays_out_cards=lays_out_cards)

    # --- the tree ---------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        super().refresh()
        found = self._deals_in_part(), self._scatter_confetti()
        if found != (self._visible_deals, self._confetti):
            self._visible_deals, self._confetti = found
            super().refresh()  # the layout decides them: how many columns fit, and where the felt is free
        if self.root.focus is None:
            self.root.set_focus(self.root.find("continue"))

    def compose(self) -> Widget:
        body = self._boxes if self.shows_seat_boxes else self._side_by_side
        confetti = Confetti(self._confetti, self._confetti_ms) if self._confetti else None
        return Stack(confetti, body() if self._is_roomy else self._stacked())

    @property
    def _is_roomy(self) -> bool:
        """Whether the canvas is large enough for the results' boxes or papers side by side."""
        return self.renderer.width >= _MIN_SIDE_BY_SIDE_SIZE[0] and self.renderer.height >= _MIN_SIDE_BY_SIDE_SIZE[1]

    @property
    def _is_high(self) -> bool:
        """Whether a canvas that isn't roomy has the height for large buttons and a high heading."""
        return self.renderer.height >= _MIN_HIGH

    @property
    def _spare_height(self) -> float:
        return max(0.0, self.renderer.height - 720)

    @property
    def _head_height(self) -> float:
        """Height of the felt with the heading, above boxes or papers."""
        if not self._is_roomy:
            return 126.0 if self._is_high else 84.0
        if self.shows_seat_boxes:
            return _HEAD_HEIGHT + self._spare_height * 0.2
        return (292.0 if self.renderer.height >= 700 else 222.0) + self._spare_height * 0.25

    def _boxes(self) -> Column:
        """Return the results heading, the deciding cards, and a box for each seat."""
        summary = self.summary
        seats = summary.deal_ranking()
        height = min(_SEAT_BOX_SIZE[1] * _MAX_SEAT_BOX_SCALE, _SEAT_BOX_SIZE[1] + self._spare_height * 0.25)
        height += _POINTS_BREAKDOWN_HEIGHT if summary.scored.score_sources else 0.0
        most = (self.renderer.width - 2 * _EDGE_MARGIN + _SEAT_BOX_GAP) / len(seats) - _SEAT_BOX_GAP
        width = min(_SEAT_BOX_SIZE[0] * _MAX_SEAT_BOX_SCALE, most)
        boxes = Row(
            *(self._seat_box(seat).with_layout(width=width, height=height) for seat in seats), gap=_SEAT_BOX_GAP
        )
        above: Widget = Spacer().with_layout(grow=0.4)
        below: Widget | None = Spacer().with_layout(grow=0.6)
        if summary.deciding_cards:
            above, below = self._deciding_cards_widget().with_layout(grow=1.0, margin=(0, 0, 0, 14)), None
        head = self._head(self._head_height - _TOP_MARGIN, self._head_height - _PORTRAIT_SHRINK)
        return Column(
            head,
            above,
            boxes.with_layout(align="center"),
            below,
            padding=(_EDGE_MARGIN, _TOP_MARGIN, _EDGE_MARGIN, _EDGE_MARGIN),
        )

    def _seat_box(self, seat: Seat) -> SeatBox:
        return SeatBox(
            self.summary.words,
            self.summary.seat_result(seat),
            motion=self.motion,
            shows_plus=self.summary.shows_plus,
            expression_of=self.expression_of,
        )

    def _side_by_side(self) -> Column:
        """Return the results heading, and below it the score sheet beside plot or deciding cards."""
        top = self._spare_height * 0.25
        head = self._head(self._head_height - top, self._head_height - top - 72)
        height = min(self.renderer.height - 24 - self._head_height, 560 + self._spare_height * 0.2)
        sheet = self._sheet(self.available_papers(stacked=False))
        second_papers = [CARDS_PAPER] * bool(self.summary.deciding_cards) + [PLOT_PAPER] * self._has_plot
        if second_papers:
            second = self._deciding_cards if self.second_paper == CARDS_PAPER else self._plot
            right = second(second_papers).with_layout(basis=0.0, grow=0.475, margin=(20, 0, 0, 0))
            papers = Row(sheet.with_layout(basis=0.0, grow=0.525), right, align="stretch").with_layout(height=height)
        else:
            height = min(height, 84 + ScoreSheet.needed_height(self.match.game.seats, generous=True))
            papers = Row(sheet.with_layout(width=760.0, height=height)).with_layout(align="center")
        return Column(head, papers, padding=(_EDGE_MARGIN, top, 24, 24))

    def _stacked(self) -> Column:
        """Return the heading, below it one sheet (scores, plot or cards), and the buttons, for a small canvas."""
        papers = self.available_papers(stacked=True)
        if self._tabs(papers, SHEET_PAPER).preferred_size(self.renderer)[0] > self.renderer.width - 60:
            papers.remove(CARDS_PAPER)
        views = {PLOT_PAPER: self._plot, CARDS_PAPER: self._deciding_cards}
        view = views.get(self.first_paper, self._sheet) if self.first_paper in papers else self._sheet
        heading = self._heading(self._head_height, self._head_height - (10 if self._is_high else 6))
        first, *others = self._buttons()
        icons = [
            IconButton(one.icon, one.on_click, name=one.label, size=one.height).with_layout(one.key)
            for one in others[:-1]
        ]
        buttons = FirstThatFits(
            Row(*others, first, gap=_ROW_BUTTON_GAP), Row(*icons, *others[-1:], first, gap=_ROW_BUTTON_GAP)
        )
        return Column(
            heading.with_layout(height=self._head_height),
            view(papers).with_layout(basis=0.0, grow=1.0),
            buttons.with_layout(height=78.0 if self._is_high else 66.0, align="end"),
            padding=(20, 0),
        )

    @property
    def _has_plot(self) -> bool:
        """Whether the results have a plot: totals over several deals, or pars of daily deals."""
        return self.summary.is_daily_deal or len(self.summary.history) > 1

    def _buttons(self) -> list[Button]:
        """Return the results screen's buttons: first to continue, last to leave or to repeat a daily deal."""
        words = self.summary.words
        home = (self.home_label_key, "house" if self.home_label_key == "app.results.home" else "quit")
        text, icon = (self.onward_label_key, "restart") if self.is_match_over else ("app.results.next", "play")
        text, icon = home if self.summary.is_daily_deal else (text, icon)
        first = Button(
            words(text),
            self.continue_match,
            kind="primary",
            icon=icon,
            key_hint=words("app.key.enter"),
            height=56 if self._is_high else 50,
            min_width=_MIN_BUTTONS_WIDTH if self._is_roomy else 0.0,
        )
        toggle = ("app.results.decided", "cards", self.toggle_seat_boxes)
        if self.shows_seat_boxes:
            toggle = ("app.results.sheet", "statistics", self.toggle_seat_boxes)
        is_reviewable = self.is_match_over and self.is_replayable
        others = [
            ("app.replay.watch", "eye", self.watch_replay) if is_reviewable else None,
            toggle if not self.is_match_over and self._is_roomy and len(self.summary.history) > 1 else None,
            ("app.match_review.open", "search", self.open_review) if is_reviewable else None,
            ("app.daily.copy", "copy", self.copy_daily_result) if self._is_daily_result_counted else None,
            ("app.daily.again", "restart", self.play_daily_deal_again)
            if self.summary.is_daily_deal
            else (*home, self.on_home),
        ]
        return [
            first.with_layout("continue"),
            *(Button(words(text), act, icon=icon).with_layout(text) for text, icon, act in filter(None, others)),
        ]

    def _head(self, height: float, portrait_size: float) -> Row:
        """Return the heading beside a stack of the buttons, the first one larger, for a roomy canvas."""
        first, *others = self._buttons()
        lines = [others[:2], others[2:]] if len(others) >= _MIN_PAIRED_BUTTONS else [[button] for button in others]
        rows = (Row(*(button.with_layout(grow=1.0) for button in line), gap=_BUTTON_GAP) for line in lines)
        buttons = Column(first.with_layout(margin=(0, 0, 0, 4)), *rows, gap=_BUTTON_GAP)
        space_below = Spacer().with_layout(basis=50.0, shrink_order=1)
        return Row(
            self._heading(height, portrait_size).with_layout(basis=0.0, grow=1.0),
            Column(Spacer(), buttons, space_below).with_layout(margin=(24, 0, 0, 0)),
            align="stretch",
        ).with_layout(height=height)

    def _heading(self, height: float, portrait_size: float) -> Row:
        pars = self.pars if self.shows_par else None
        return ResultHeading(self.context, self.summary, pars, self.expression_of).compose(height, portrait_size)

    @property
    def _has_confetti(self) -> bool:
        """Whether a person won the match."""
        return self.is_match_over and any(self.match.chair(seat).who == PERSON for seat in self.summary.winners)

    def _confetti_ms(self) -> float:
        return self.timeline.progress("confetti") * DURATION_MS

    def _scatter_confetti(self) -> list[ConfettiPiece]:
        """Return confetti on the felt, clear of all that lies on it."""
        if not self._has_confetti:
            return []
        nodes = [one for one in self.root.placed if not isinstance(one.node, Confetti | Spacer)]
        tops = [one.node.rect.top for one in nodes if isinstance(one.node, SeatBox)]
        felt = FRect(0, 0, self.renderer.width, min(tops, default=self._head_height))
        return scatter(felt, [one.screen_area.inflate(20, 12) for one in nodes], Rng(self.match.record.seed))

    def available_papers(self, *, stacked: bool) -> list[str]:
        """Return the contents that the tabs of the first paper offer, such as ``SHEET_PAPER``.

        If ``stacked``, no second paper is shown, and its contents are offered too.
        """
        papers = [SHEET_PAPER]
        if self._points_breakdown() is not None and len(self.summary.history) > 1:
            papers.append(BREAKDOWN_PAPER)
        if stacked and self._has_plot:
            papers.append(PLOT_PAPER)
        return [*papers, CARDS_PAPER] if stacked and self.summary.deciding_cards else papers

    def _points_breakdown(self) -> BreakdownColumns | None:
        return points_breakdown(
            self.summary.words, self.match.game.slug, self.scored, is_only_deal=len(self.summary.history) == 1
        )

    def _tabs(self, papers: Sequence[str], shown: str) -> Tabs:
        """Return the tabs that choose the content of a sheet of paper."""
        first = SHEET_PAPER in papers
        choose = self.show_first_paper if first else self.show_second_paper
        tabs = Tabs(list(map(self._paper_title, papers)), papers.index(shown), lambda i: choose(papers[i]))
        return tabs.with_layout("first paper" if first else "second paper", name=self._paper_title(papers[0]))

    def _paper_title(self, paper: str) -> str:
        keys = {
            SHEET_PAPER: "app.results.sheet",
            BREAKDOWN_PAPER: "app.results.last" if self.is_match_over else "app.results.this_deal",
            PLOT_PAPER: "app.daily.days" if self.summary.is_daily_deal else "app.results.over",
            CARDS_PAPER: "app.results.decided",
        }
        return self.summary.words(keys[paper])

    def _paper(
        self, papers: Sequence[str], shown: str, body: Widget, *more: Widget, background: Panel, colour: Colour = INK
    ) -> Column:
        """Return a sheet with a content, below its tabs or its title with ``more`` at the right of them."""
        has_tabs = len(papers) > 1
        title = self._tabs(papers, shown) if has_tabs else Text(self._paper_title(shown), "panel_title", colour)
        head = Row(title, Spacer(), *more, padding=(10, 4, 0, 0) if has_tabs else (24, 6, 0, 0))
        is_low = not has_tabs and self.renderer.height < _MIN_TITLE_HEIGHT
        head.with_layout(height=56 if has_tabs else 60)
        return Column(Spacer(14) if is_low else head, body.with_layout(basis=0.0, grow=1.0), background=background)

    def toggle_seat_boxes(self) -> None:
        """Switch the results between seat boxes and papers."""
        self.shows_seat_boxes = not self.shows_seat_boxes
        self.motion.finish()
        self.refresh()

    def show_first_paper(self, paper: str) -> None:
        """Show a content of ``available_papers``, such as the score sheet, on the first paper."""
        self.first_paper = paper
        self.refresh()

    def show_second_paper(self, paper: str) -> None:
        """Show ``CARDS_PAPER`` or ``PLOT_PAPER`` on the paper beside the score sheet."""
        self.second_paper = paper
        self.refresh()

    def _deciding_cards(self, papers: Sequence[str]) -> Column:
        """Return the deciding cards on felt."""
        cards = self._deciding_cards_widget().with_layout(margin=(18, 10 if len(papers) > 1 else -13, 18, 16))
        return self._paper(papers, CARDS_PAPER, cards, background=Panel(box=_FELT_BOX), colour=CREAM)

    def _deciding_cards_widget(self) -> DecidingCardsWidget:
        return DecidingCardsWidget(
            self.summary.words.with_seat_names(self.summary.name_or_you),
            self.match.game.slug,
            self.summary.deciding_cards,
            origin=self._winner_centre,
            get_progress=lambda: self.motion.cards_progress,
        )

    def _winner_centre(self) -> tuple[float, float]:
        winner = self.root.find("winner")
        return winner.rect.center if winner is not None else (0.0, 0.0)

    def _sheet(self, papers: Sequence[str]) -> Column:
        """Return the score sheet, with buttons to other deals if not all fit."""
        summary, margin = self.summary, 14.0 if len(papers) > 1 else 24.0
        rows = [
            SheetRow(
                seat,
                summary.portrait(seat),
                summary.name_or_you(seat),
                summary.second_line(seat),
                seat in summary.winners,
            )
            for seat in summary.seats_by_standing()
        ]
        shows_breakdown = self.first_paper == BREAKDOWN_PAPER or len(summary.history) == 1
        sheet = ScoreSheet(
            summary.words,
            rows,
            summary.history,
            best_seats_to_mark_by_deal(summary.history, high_wins=summary.high_wins),
            self._last_shown_deal,
            shows_plus=summary.shows_plus,
            count_progress=lambda: self.motion.total_progress,
            breakdown=self._points_breakdown() if shows_breakdown else None,
            ranks_by_deal=summary.ranks_by_deal,
            seats_out_by_deal=summary.seats_out_by_deal(),
            first_column=summary.first_counted_deal - 1,
            standings=[standing_cell(summary.words, self.match.game.slug, one.note) for one in summary.standings()],
            expression_of=self.expression_of,
        ).with_layout("sheet")
        body = FirstThatFits(sheet, ScrollView(sheet, key="scores"), by_height=True)
        body.with_layout(margin=(margin, 0, margin, 8 if len(papers) > 1 else 16))
        shown = self.first_paper if self.first_paper in papers else SHEET_PAPER
        return self._paper(papers, shown, body, *self._page_buttons(margin), background=Paper())

    def _deals_in_part(self) -> range | None:
        """Return the deals on the score sheet, counted from 0, if not all of them fit."""
        sheet = self.root.find("sheet")
        return sheet.visible_columns if isinstance(sheet, ScoreSheet) and sheet.has_hidden_deals else None

    def _page_buttons(self, margin: float) -> list[Widget]:
        """Return the range of deals on the score sheet, and buttons to earlier and later deals."""
        words, shown, deals = self.summary.words, self._visible_deals, len(self.summary.history)
        fresh_start = self.summary.first_counted_deal - 1
        about_start: list[Widget] = []
        if fresh_start:
            text = Text(words("app.results.fresh_start", n=fresh_start), "plate", INK_CAPTION)
            about_start = [FirstThatFits(text.with_layout(margin=(12, 0, 12, 0)), Spacer(0.0))]
        if shown is None:
            return about_start

        def turn(by: int) -> None:
            self._last_shown_deal = max(len(shown), min(deals, shown.stop + by * max(1, len(shown) - 1)))
            self.refresh()

        text = Text(
            words("app.results.deals", first=shown.start + 1, last=shown.stop, total=deals), "plate", INK_CAPTION
        )
        earlier = IconButton("chevron_left", lambda: turn(-1), name=words("app.results.earlier"), size=36)
        earlier.enabled = shown.start > 0
        later = IconButton("chevron_right", lambda: turn(1), name=words("app.results.later"), size=36)
        later.enabled = shown.stop < deals
        return [
            *(about_start or [FirstThatFits(text.with_layout(margin=(12, 0, 12, 0)), Spacer(0.0))]),
            earlier.with_layout("earlier", margin=(0, 0, 10, 0)),
            later.with_layout("later", margin=(0, 0, margin, 0)),
        ]

    def _plot(self, papers: Sequence[str]) -> Column:
        """Return the plot of the totals, or of the days' pars."""
        summary, down, up = self.summary, *((2, 8) if len(papers) > 1 else (10, 17))
        if summary.is_daily_deal:
            plot: Widget = daily_result(self.context, self.match.record).with_layout(margin=(24, down, 24, up))
        else:
            seated = [(summary.portrait(seat), summary.name_or_you(seat)) for seat in range(self.match.game.seats)]
            viewer = self.match.viewer
            plot = totals_plot(summary.words, summary.counted_history, seated, viewer, shows_plus=summary.shows_plus)
            plot.with_layout(margin=(12, down, 12, up))
        note = summary.words("app.daily.each_day" if summary.is_daily_deal else "app.results.running")
        text = Text(note, "plate", INK_CAPTION).with_layout(margin=(16, 0, 24, 0))
        return self._paper(papers, PLOT_PAPER, plot, FirstThatFits(text, Spacer(0.0)), background=Paper())

    # --- time -------------------------------------------------------------------------------------------------------

    def external_state(self) -> object:
        return self.pars is not None and self.pars.revision

    def poll(self) -> bool:
        if not self._is_review_settled and self.motion.is_over:
            self._is_review_settled = True
            self.reviews.start(self.match.viewer)
        return super().poll()

    @property
    def total_progress(self) -> float:
        """Fraction of the last deal's points added to the totals so far, 0 … 1."""
        return self.motion.total_progress

    def expression_of(self, seat: Seat) -> Expression:
        """Return the expression of a seat's portrait; neutral until the animation shows expressions."""
        return self.summary.expression_of(seat) if self.motion.shows_expressions else "neutral"

    # --- actions ---------------------------------------------------------------------------------------------------

    def watch_replay(self) -> None:
        self.context.go(ReplayTable(self.match.record))

    def open_review(self) -> None:
        owner = not self.context.thinker.uses_process
        self.context.open(ReviewPage(self.reviews, self.match.viewer, owner))

    def on_leave(self) -> None:
        self.reviews.stop()

    @property
    def _is_daily_result_counted(self) -> bool:
        return self.summary.is_daily_deal and not was_helped(self.match.record)

    def copy_daily_result(self) -> None:
        """Copy the result of a daily deal as one line; show the line if there is no clipboard."""
        context, record, words = self.context, self.match.record, self.summary.words
        days = context.statistics.daily_results_hiding_early_pars(record.game, context.settings.name)
        first = first_attempt(days, record.daily)
        line = share_line(words, record, self.scored, self.match.viewer, first and first.par_percent)
        if clipboard.copy(line):
            context.show_toast("app.daily.copied", "copy")
        else:
            context.open(Dialog(context, words("app.daily.copy"), [DialogParagraph(line)]))

    def play_daily_deal_again(self) -> None:
        """Play the same daily deal again. This attempt does not count."""
        record = self.match.record
        self.context.go(DailyDealTable(record.game, record.daily))

    def confirm(self) -> None:
        if self.total_progress < 1.0:
            self.motion.finish()
        else:
            self.continue_match()

    def continue_match(self) -> None:
        """Continue the match with the next deal or a rematch; after a daily deal go home."""
        if self.summary.is_daily_deal:
            self.on_home()
        elif self.is_match_over:
            self.on_rematch()
        else:
            self.on_next()

    def back(self) -> None:
        """Leave after the match; before its end open the table's menu, which Esc opens at the table too."""
        if self.is_match_over:
            self.on_home()
        else:
            self.on_menu()
