"""The results screen of a deal or a match: heading, seat boxes, score sheet, plot and deciding cards."""

import math
from collections.abc import Sequence

from pygame import FRect

from engine.match.daily import daily_record
from engine.match.record import PERSON
from engine.moves import Seat
from engine.rng import Rng
from engine.statistics.store import MIN_DEALS_FOR_PARS
from scenes.render import box_styles
from scenes.render.boxes import Box, Stroke
from scenes.render.expressions import Expression
from scenes.render.renderer import Renderer
from scenes.render.theme import INK, INK_CAPTION, rgb
from scenes.render.widgets import Button, IconButton, Panel, Paper, Scroll, Tabs, Widget
from scenes.results.confetti import Confetti, scatter
from scenes.results.daily_result import daily_result_widgets
from scenes.results.deciding_cards import DecidingCardsWidget
from scenes.results.heading import ResultHeading
from scenes.results.result_summary import ResultSummary
from scenes.results.result_timeline import ResultTimeline
from scenes.results.score_sheet import (
    BreakdownColumns,
    ScoreSheet,
    SheetRow,
    best_seats_to_mark_by_deal,
    points_breakdown,
)
from scenes.results.seat_box import SeatBox
from scenes.results.totals_plot import totals_plot
from scenes.shell.context import Context
from scenes.shell.destinations import DailyDealTable, DealResult, ReplayTable, ReviewPage
from scenes.shell.screen import Screen
from scenes.sound.cues import POINT_COUNTING_CUE
from scenes.work.pars import Pars
from scenes.work.reviews import MatchReviews

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
        self.on_next, self.on_rematch, self.on_home = result.on_next, result.on_rematch, result.on_home
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
        self._shown_pars_revision = 0
        """Value of ``Pars.revision`` at the last update."""
        self.reviews = MatchReviews(context.background, self.match.record)
        self._is_review_settled = not self.is_match_over or not self.is_replayable or not context.thinker.uses_process
        """Whether ``update`` needn't start the review. Without worker processes it would block the window."""
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
        self._confetti: Confetti | None = None
        self.timeline = ResultTimeline(
            lays_out_cards=self.shows_seat_boxes and bool(self.summary.deciding_cards),
            counts_in_boxes=self.shows_seat_boxes,
        )
        if context.settings.reduced_motion or not context.speed:
            self.timeline.finish()
        self._winner_centre = (0.0, 0.0)
        """Centre of the winner's portrait."""
        self._felt_area = FRect(0, 0, 0, 0)
        """Visible area of the felt, where confetti may lie."""

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        if not self._is_roomy:
            self._build_stacked()
        elif self.shows_seat_boxes:
            self._build_boxes()
        else:
            self._build_side_by_side()
        self._build_confetti()

    @property
    def _is_roomy(self) -> bool:
        """Whether the canvas is large enough for the results' boxes or papers side by side."""
        return self.renderer.width >= _MIN_SIDE_BY_SIDE_SIZE[0] and self.renderer.height >= _MIN_SIDE_BY_SIDE_SIZE[1]

    def _build_boxes(self) -> None:
        """Add the results heading, the deciding cards, and a box for each seat."""
        renderer, summary = self.renderer, self.summary
        spare_height = max(0.0, renderer.height - 720)
        head = _HEAD_HEIGHT + spare_height * 0.2
        buttons = self._buttons()
        left = _stack_buttons(renderer, buttons, renderer.width - _EDGE_MARGIN, _TOP_MARGIN, head - _TOP_MARGIN).left
        self._build_heading(
            FRect(_EDGE_MARGIN, _TOP_MARGIN, left - 24 - _EDGE_MARGIN, head - _TOP_MARGIN), head - _PORTRAIT_SHRINK
        )
        self._add_buttons(*buttons)
        seats = summary.deal_ranking()
        box_height = min(_SEAT_BOX_SIZE[1] * _MAX_SEAT_BOX_SCALE, _SEAT_BOX_SIZE[1] + spare_height * 0.25) + (
            _POINTS_BREAKDOWN_HEIGHT if summary.scored.score_sources else 0.0
        )
        box_width = min(
            _SEAT_BOX_SIZE[0] * _MAX_SEAT_BOX_SCALE,
            (renderer.width - 2 * _EDGE_MARGIN + _SEAT_BOX_GAP) / len(seats) - _SEAT_BOX_GAP,
        )
        top = renderer.height - _EDGE_MARGIN - box_height
        if summary.deciding_cards:
            self.group.add(
                self._deciding_cards_widget(
                    FRect(_EDGE_MARGIN, head, renderer.width - 2 * _EDGE_MARGIN, top - 14 - head)
                )
            )
        else:
            top = head + (top - head) * 0.4
        x = (renderer.width - (box_width + _SEAT_BOX_GAP) * len(seats) + _SEAT_BOX_GAP) / 2
        for seat in seats:
            box_area, result = FRect(x, top, box_width, box_height), summary.seat_result(seat)
            box = SeatBox(
                self.summary.words,
                result,
                box_area,
                timeline=self.timeline,
                shows_plus=summary.shows_plus,
                expression_of=self.expression_of,
            )
            self.group.add(box)
            x += box_width + _SEAT_BOX_GAP
        self._felt_area = FRect(0, 0, renderer.width, top)

    def _build_side_by_side(self) -> None:
        """Add the results heading, and below it the score sheet beside plot or deciding cards."""
        renderer = self.renderer
        head = 292.0 if renderer.height >= 700 else 222.0
        spare_height = max(0.0, renderer.height - 720)
        top = spare_height * 0.25
        buttons = self._buttons()
        left = _stack_buttons(renderer, buttons, renderer.width - 24, top, head).left
        self._build_heading(FRect(_EDGE_MARGIN, top, left - 24 - _EDGE_MARGIN, head), head - 72)
        self._add_buttons(*buttons)
        area = FRect(
            _EDGE_MARGIN, head + top, renderer.width - 2 * _EDGE_MARGIN + 12, renderer.height - 24 - (head + top)
        )
        area.height = min(area.height, 560 + spare_height * 0.2)
        papers = self.available_papers(stacked=False)
        second_papers = [CARDS_PAPER] * bool(self.summary.deciding_cards) + [PLOT_PAPER] * self._has_plot
        if second_papers:
            sheet = FRect(area.left, area.top, area.width * 0.525, area.height)
            plot = FRect(sheet.right + 20, area.top, area.right - sheet.right - 20, area.height)
            self._build_sheet(sheet, papers)
            if self.second_paper == CARDS_PAPER:
                self._build_deciding_cards(plot, second_papers)
            else:
                self._build_plot(plot, second_papers)
        else:
            width = min(760.0, area.width)
            height = min(area.height, 84 + ScoreSheet.needed_height(self.match.game.seats, generous=True))
            self._build_sheet(FRect((renderer.width - width) / 2, area.top, width, height), papers)
        self._felt_area = FRect(0, 0, renderer.width, area.top)

    def _build_stacked(self) -> None:
        """Add the results heading, below it one sheet (scores, plot or cards), and the buttons, for a small canvas."""
        renderer = self.renderer
        roomy = renderer.height >= 440
        head_height, foot_height = (126.0, 78.0) if roomy else (84.0, 66.0)
        edge = 20.0
        self._build_heading(FRect(edge, 0, renderer.width - 2 * edge, head_height), head_height - (10 if roomy else 6))
        paper = FRect(edge, head_height, renderer.width - 2 * edge, renderer.height - foot_height - head_height)
        buttons = _line_up_buttons_or_icons(
            renderer, self._buttons(), edge, renderer.width - edge, renderer.height - foot_height / 2
        )
        papers = self.available_papers(stacked=True)
        if self._make_tabs(papers, SHEET_PAPER).preferred_size(renderer)[0] > paper.width - 20:
            papers.remove(CARDS_PAPER)
        if self.first_paper == PLOT_PAPER and PLOT_PAPER in papers:
            self._build_plot(paper, papers)
        elif self.first_paper == CARDS_PAPER and CARDS_PAPER in papers:
            self._build_deciding_cards(paper, papers)
        else:
            self._build_sheet(paper, papers)
        self._add_buttons(*buttons)
        self._felt_area = FRect(0, 0, renderer.width, head_height)

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
            height=56 if self.renderer.height >= 440 else 50,
        )
        middle_buttons = (
            [Button(words("app.replay.watch"), self.watch_replay, icon="eye")]
            if self.is_match_over and self.is_replayable
            else []
        )
        if not self.is_match_over and self._is_roomy and len(self.summary.history) > 1:
            text, icon = (
                ("app.results.sheet", "statistics") if self.shows_seat_boxes else ("app.results.decided", "cards")
            )
            middle_buttons.append(Button(words(text), self.toggle_seat_boxes, icon=icon))
        if self.is_match_over and self.is_replayable:
            middle_buttons.append(Button(words("app.match_review.open"), self.open_review, icon="search"))
        if self.summary.is_daily_deal:
            return [
                first,
                *middle_buttons,
                Button(words("app.daily.again"), self.play_daily_deal_again, icon="restart"),
            ]
        return [first, *middle_buttons, Button(words(home[0]), self.on_home, icon=home[1])]

    def _add_buttons(self, first: Widget, *others: Widget) -> None:
        self.group.add(first, *others)
        if self.group.focus is None:
            self.group.set_focus(first)

    def _build_heading(self, area: FRect, portrait_size: float) -> None:
        """Add the results heading beside the winner's portrait of ``portrait_size``."""
        heading = ResultHeading(self.context, self.summary, self.pars if self.shows_par else None, self.expression_of)
        self.group.add(*heading.widgets(self.renderer, area, portrait_size))
        self._winner_centre = heading.portrait_centre

    def _build_confetti(self) -> None:
        """Add confetti on the felt, clear of all widgets, if a person won the match."""
        won = self.is_match_over and any(self.match.chair(seat).who == PERSON for seat in self.summary.winners)
        if not won:
            self._confetti = None
            return
        clear = [child.rect.inflate(20, 12) for child in self.group.children]
        rng = Rng(self.match.record.seed)
        self._confetti = Confetti(
            scatter(self._felt_area, clear, rng), self._confetti.time_ms if self._confetti else 0.0
        )
        if self.context.settings.reduced_motion or not self.context.speed:
            self._confetti.time_ms = math.inf
        self.group.children.insert(0, self._confetti)

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

    def _add_tabs(self, paper: FRect, papers: Sequence[str], shown: str = "") -> Tabs:
        """Add the tabs that choose the content of a sheet of paper in the results."""
        tabs = self._make_tabs(papers, shown or (self.first_paper if self.first_paper in papers else SHEET_PAPER))
        tabs.place_at(self.renderer, paper.left + 10, paper.top + 8)
        self.group.add(tabs)
        return tabs

    def _make_tabs(self, papers: Sequence[str], shown: str) -> Tabs:
        words = self.summary.words
        texts = {
            SHEET_PAPER: "app.results.sheet",
            BREAKDOWN_PAPER: "app.results.last" if self.is_match_over else "app.results.this_deal",
            PLOT_PAPER: "app.daily.days" if self.summary.is_daily_deal else "app.results.over",
            CARDS_PAPER: "app.results.decided",
        }
        choose = self.show_first_paper if SHEET_PAPER in papers else self.show_second_paper
        return Tabs([words(texts[one]) for one in papers], papers.index(shown), lambda i: choose(papers[i]))

    def toggle_seat_boxes(self) -> None:
        """Switch the results between seat boxes and papers."""
        self.shows_seat_boxes = not self.shows_seat_boxes
        self.timeline.finish()
        self.lay_out()

    def show_first_paper(self, paper: str) -> None:
        """Show a content of ``available_papers``, such as the score sheet, on the first paper."""
        self.first_paper = paper
        self.lay_out()

    def show_second_paper(self, paper: str) -> None:
        """Show ``CARDS_PAPER`` or ``PLOT_PAPER`` on the paper beside the score sheet."""
        self.second_paper = paper
        self.lay_out()

    def _build_deciding_cards(self, paper: FRect, papers: Sequence[str]) -> None:
        """Add the deciding cards on felt to the results."""
        words = self.summary.words
        self.group.add(Panel(paper, _FELT_BOX))
        top = paper.top + 66
        if len(papers) > 1:
            self._add_tabs(paper, papers, CARDS_PAPER)
        else:
            title = words("app.results.decided")
            top = self.add_label(title, "panel_title", paper.left + 24, paper.top + 16).rect.bottom + 4
        inner = FRect(paper.left + 18, top, paper.width - 36, paper.bottom - 16 - top)
        self.group.add(self._deciding_cards_widget(inner))

    def _deciding_cards_widget(self, area: FRect) -> DecidingCardsWidget:
        named = self.summary.words.with_seat_names(self.summary.name_or_you)
        slug, decided = self.match.game.slug, self.summary.deciding_cards
        return DecidingCardsWidget(
            named, slug, decided, area, origin=self._winner_centre, elapsed_ms=lambda: self.timeline.time_ms
        )

    def _build_sheet(self, paper: FRect, papers: Sequence[str]) -> None:
        words, renderer, tabs = self.summary.words, self.renderer, len(papers) > 1
        rows = []
        for seat in self.summary.seats_by_standing():
            rows.append(
                SheetRow(
                    seat,
                    self.summary.portrait(seat),
                    self.summary.plate_name(seat),
                    self.summary.second_line(seat),
                    seat in self.summary.winners,
                )
            )
        best = best_seats_to_mark_by_deal(self.summary.history, high_wins=self.summary.high_wins)
        self.group.add(Paper(paper))
        margin = 24.0 if paper.width >= 560 and not tabs else 14.0
        if tabs:
            left = self._add_tabs(paper, papers).rect.right
            top = paper.top + 56
        elif paper.height < 230:
            left, top = paper.left, paper.top + 14
        else:
            title = self.add_label(
                words("app.results.sheet"), "panel_title", paper.left + margin, paper.top + 20, colour=INK
            )
            left, top = title.rect.right, paper.top + 60
        inner = FRect(paper.left + margin, top, paper.width - 2 * margin, paper.bottom - (16 if not tabs else 8) - top)
        needed = ScoreSheet.needed_height(len(rows))
        scrolls = needed > inner.height
        sheet_area = FRect(0, 0, inner.width - 14, needed) if scrolls else inner
        breakdown = (
            self._points_breakdown() if self.first_paper == BREAKDOWN_PAPER or len(self.summary.history) == 1 else None
        )
        sheet = ScoreSheet(
            words,
            rows,
            self.summary.history,
            best,
            sheet_area,
            shows_plus=self.summary.shows_plus,
            count_progress=lambda: self.timeline.deal_points_progress,
            breakdown=breakdown,
            ranks_by_deal=self.summary.ranks_by_deal,
            expression_of=self.expression_of,
        )
        sheet.fit_columns(renderer, self._last_shown_deal)
        if sheet.has_hidden_deals:
            self._build_page_buttons(sheet, paper.right - margin, left, top - 30)
        self.group.add(Scroll(inner, needed, [sheet]) if scrolls else sheet)

    def _build_page_buttons(self, sheet: ScoreSheet, right: float, left: float, centre_y: float) -> None:
        """Add the range of deals on the score sheet, and buttons to earlier and later deals."""
        renderer, words = self.renderer, self.summary.words
        shown = sheet.visible_columns

        def turn(by: int) -> None:
            self._last_shown_deal = max(
                len(shown), min(len(self.summary.history), shown.stop + by * max(1, len(shown) - 1))
            )
            self.lay_out()

        later = IconButton("chevron_right", lambda: turn(1), name=words("app.results.later"), size=36)
        later.enabled = shown.stop < len(self.summary.history)
        later.place_at(renderer, right, centre_y, "midright")
        earlier = IconButton("chevron_left", lambda: turn(-1), name=words("app.results.earlier"), size=36)
        earlier.enabled = shown.start > 0
        earlier.place_at(renderer, later.rect.left - 10, centre_y, "midright")
        text = words("app.results.deals", first=shown.start + 1, last=shown.stop, total=len(self.summary.history))
        if renderer.text_width(text, "plate") < earlier.rect.left - 12 - left - 12:
            label = self.add_label(text, "plate", 0, 0, colour=INK_CAPTION)
            label.rect.midright = (earlier.rect.left - 12, centre_y)
        self.group.add(earlier, later)

    def _build_plot(self, paper: FRect, papers: Sequence[str] = ()) -> None:
        words, tabs = self.summary.words, len(papers) > 1
        self.group.add(Paper(paper))
        top = paper.top + 70
        left = paper.left
        if tabs:
            left = self._add_tabs(paper, papers, PLOT_PAPER).rect.right
            top = paper.top + 58
        else:
            title = words("app.daily.days" if self.summary.is_daily_deal else "app.results.over")
            self.add_label(title, "panel_title", paper.left + 24, paper.top + 20, colour=INK)
        note = words("app.daily.each_day" if self.summary.is_daily_deal else "app.results.running")
        if self.renderer.text_width(note, "plate") <= paper.right - 40 - left:
            label = self.add_label(note, "plate", 0, 0, colour=INK_CAPTION)
            label.rect.midright = (paper.right - 24, paper.top + (33 if not tabs else 30))
        if self.summary.is_daily_deal:
            inner = FRect(paper.left + 24, top, paper.width - 48, paper.bottom - (14 if not tabs else 8) - top)
            self.group.add(*daily_result_widgets(self.context, self.renderer, self.match.record, inner))
            return
        seats = range(self.match.game.seats)
        seated = [(self.summary.portrait(seat), self.summary.name_or_you(seat)) for seat in seats]
        rect = FRect(paper.left + 12, top, paper.width - 24, paper.bottom - (20 if not tabs else 8) - top)
        history, signed = self.summary.history, self.summary.shows_plus
        self.group.add(totals_plot(words, history, seated, self.match.viewer, rect, shows_plus=signed))

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, elapsed_ms: float) -> bool:
        pars_changed = self.pars is not None and self.pars.revision != self._shown_pars_revision
        if self.pars is not None:
            self._shown_pars_revision = self.pars.revision
        if pars_changed and self.summary.is_daily_deal:
            self.lay_out()  # the plot shows the new par
        if not self._is_review_settled and self.total_progress >= 1:
            self._is_review_settled = True
            self.reviews.start(self.match.viewer)
        if not self.is_animating:
            return pars_changed
        passed = elapsed_ms * self.context.speed if self.context.speed else math.inf
        ticks = self.timeline.finished_tick_count
        self.timeline.time_ms += passed
        if self.shows_seat_boxes and self._is_roomy and self.timeline.finished_tick_count > ticks:
            self.context.sound.play(POINT_COUNTING_CUE)
        if self._confetti is not None:
            self._confetti.time_ms += passed
        return True

    @property
    def total_progress(self) -> float:
        """Fraction of the last deal's points added to the totals so far, 0 … 1."""
        return self.timeline.total_progress

    def expression_of(self, seat: Seat) -> Expression:
        """Return the expression of a seat's portrait; neutral until the animation shows expressions."""
        return self.summary.expression_of(seat) if self.timeline.shows_expressions else "neutral"

    @property
    def is_animating(self) -> bool:
        return self.total_progress < 1.0 or (self._confetti is not None and self._confetti.is_falling)

    def finish_animations(self) -> None:
        self.timeline.finish()
        if self._confetti is not None:
            self._confetti.time_ms = math.inf

    # --- actions ---------------------------------------------------------------------------------------------------

    def watch_replay(self) -> None:
        self.context.go(ReplayTable(self.match.record))

    def open_review(self) -> None:
        owner = not self.context.thinker.uses_process
        self.context.open(ReviewPage(self.reviews, self.match.viewer, owner))

    def on_leave(self) -> None:
        self.reviews.stop()

    def play_daily_deal_again(self) -> None:
        """Play the same daily deal again. This attempt does not count."""
        record = self.match.record
        whole = record.chairs[1:] == daily_record(record.game, record.daily).chairs[1:]
        self.context.go(DailyDealTable(record.game, record.daily, whole))

    def confirm(self) -> None:
        if self.total_progress < 1.0:
            self.timeline.finish()
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
        if self.is_match_over:
            self.on_home()
        else:
            self.on_next()


def _stack_buttons(
    renderer: Renderer, buttons: Sequence[Button], right: float, top: float, heading_height: float
) -> FRect:
    """Stack buttons right-aligned beside the results heading, the first one larger; return their common area.

    ``heading_height`` is the height in whose middle they are placed.
    """
    first, *others = buttons
    lines = [others[:2], others[2:]] if len(others) >= _MIN_PAIRED_BUTTONS else [[button] for button in others]
    widths = [
        sum(button.preferred_size(renderer)[0] for button in line) + _BUTTON_GAP * (len(line) - 1) for line in lines
    ]
    width = max(_MIN_BUTTONS_WIDTH, first.preferred_size(renderer)[0], *widths)
    left = right - width
    y = top + (heading_height - (118 + 54 * len(lines))) / 2
    first.rect = FRect(left, y, width, 56)
    y += 70
    for line, needed in zip(lines, widths, strict=True):
        x, extra_width = left, (width - needed) / len(line)
        for button in line:
            button.rect = FRect(x, y, button.preferred_size(renderer)[0] + extra_width, 48)
            x = button.rect.right + _BUTTON_GAP
        y += 58
    return FRect(left, first.rect.top, width, y - 10 - first.rect.top)


def _line_up_buttons_or_icons(
    renderer: Renderer, buttons: Sequence[Button], left: float, right: float, centre_y: float
) -> list[Widget]:
    """Place the results screen's buttons in a row, the first at the right. If they don't fit, those between first
    and last become icons.
    """
    needed = sum(button.preferred_size(renderer)[0] + _ROW_BUTTON_GAP for button in buttons) - _ROW_BUTTON_GAP
    shown: list[Widget] = list(buttons)
    if needed > right - left:
        shown[1:-1] = [IconButton(one.icon, one.on_click, name=one.label, size=one.height) for one in buttons[1:-1]]
    end = right
    for button in (shown[0], *reversed(shown[1:])):
        button.place_at(renderer, end, centre_y, "midright")
        end = button.rect.left - _ROW_BUTTON_GAP
    return shown
