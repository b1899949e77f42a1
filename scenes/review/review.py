"""The review of a match: the chance to win as a line, every decision of a seat and its loss, and ways to replay it."""

from collections.abc import Callable
from functools import partial

import pygame
from pygame import FRect

from engine.match.playback import taken_over
from engine.match.replay import AT_ONCE
from engine.moves import Seat
from engine.review import Decision, Report
from engine.review.moments import MatchMoment
from scenes.look.keys import command_key, plain_key
from scenes.look.theme import BRASS, INK, MUTED
from scenes.look.widgets import Button, IconButton, Label, Panel, Paper, Pos, Scroll, Segmented, Stepper, Tabs, Widget
from scenes.look.widgets.progress import ProgressLine
from scenes.review.chance_plot import ChancePlot
from scenes.review.decision_row import ROW, DecisionRow
from scenes.review.decision_sheet import DecisionSheet
from scenes.review.decision_text import COSTLY, grade, move_text
from scenes.review.export import ReviewExport, ReviewFindings, ReviewText
from scenes.review.score import Score
from scenes.shell.context import Context
from scenes.shell.destinations import Begin, WatchFrom
from scenes.shell.dialog import Dialog, DialogButton, confirm_replacing
from scenes.shell.preparing import Preparing
from scenes.shell.scene import Scene
from scenes.shell.screen import MARGIN, Screen
from scenes.text.people import players
from scenes.text.words import Words
from scenes.work.reviews import Reviews

REFRESH = 300.0
"""Milliseconds between two updates of the report."""
_ROOMY = (1150.0, 640.0)
"""Canvas size from which all parts are visible at once."""
_GAP = 12.0
_TABS = 46.0
_LOWEST_LINE = 150.0
"""Minimum height of the plot below the score, where one part is shown at a time."""
_SCORE, _LINE, _LIST, _ONE = range(4)
"""Parts of the screen, for canvases that show one at a time."""


class ReviewScreen(Screen):
    """The review, over the results or the list of matches.

    Args:
        context: the program.
        reviews: reviews of the match.
        seat: seat shown first; by default the first person's.
        owner: whether to stop the reviews when the screen is left.
    """

    least = (600.0, 340.0)

    def __init__(self, context: Context, reviews: Reviews, seat: Seat | None = None, *, owner: bool = True) -> None:
        super().__init__(context)
        self.reviews = reviews
        self.owner = owner
        self.seat = reviews.first if seat is None else seat
        self.names = self._names()
        self.chosen: int | None = None
        """Number of moves before the decision chosen by the player; None for the best one, else the worst."""
        self.costly = False
        """Whether only costly decisions are listed."""
        self.part = _SCORE
        """The visible part, where one is shown at a time."""
        self._exporting = ReviewExport(context)
        self._waited = 0.0
        self._list: Scroll | None = None
        self._listed: tuple[int, ...] = ()
        self._updates: list[Callable[[], None]] = []
        """Updates of widgets, called with each new report."""
        self._begin()

    @property
    def words(self) -> Words:
        """Texts, with the names of the seats."""
        return self.context.words.naming(self.names.__getitem__)

    def _names(self) -> list[str]:
        """Names by seat, "You" for the only person."""
        words = self.context.words
        seated = players(self.reviews.record, words, self.context.person)
        return [words("app.table.you") if player.is_own else player.name for player in seated]

    def _begin(self) -> None:
        self.key_moments = self.reviews.key_moments(self.seat)
        self.work = self.reviews.begin(self.seat, urgent=True)
        self.report: Report = self.work.report
        self._settled = self.work.done

    # --- state ------------------------------------------------------------------------------------------------------

    @property
    def deals(self) -> int:
        """Number of deals of the match."""
        return len(self.key_moments.deals)

    @property
    def judged(self) -> dict[int, Decision]:
        """Judgements by number of moves before the decision."""
        return {decision.at: decision for decision in self.report.decisions}

    @property
    def turning(self) -> dict[int, int]:
        """Numbers of the turning points by number of moves before them."""
        return {decision.at: number for number, decision in enumerate(self.report.turning_points, 1)}

    @property
    def at(self) -> int:
        """Number of moves before the current decision; −1 if there is none."""
        if self.chosen is not None:
            return self.chosen
        first = (self.report.best, *self.report.turning_points)
        shown = next((decision.at for decision in first if decision is not None), None)
        if shown is not None:
            return shown
        return self.key_moments.decisions[0].at if self.key_moments.decisions else -1

    @property
    def best_at(self) -> int:
        """Number of moves before the best decision; −1 if none was good."""
        return self.report.best.at if self.report.best is not None else -1

    def _best_text(self) -> str:
        """The best decision in words; empty if none was good."""
        at = self.best_at
        moment = next((moment for moment in self.key_moments.decisions if moment.at == at), None)
        return "" if moment is None or moment.played is None else move_text(self.words, moment, moment.played)

    @property
    def moment(self) -> MatchMoment | None:
        """The current decision."""
        return next((moment for moment in self.key_moments.decisions if moment.at == self.at), None)

    def listed(self) -> tuple[int, ...]:
        """The listed decisions, as numbers of moves before them."""
        judged = self.judged
        return tuple(
            moment.at
            for moment in self.key_moments.decisions
            if not self.costly or grade(judged.get(moment.at)) == COSTLY
        )

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        look, words = self.look, self.words
        self._updates, self._list = [], None
        name = words("app.match_review.title" if look.width >= _ROOMY[0] else "app.match_review.open")
        title = self.header("chevron_left", name, name=words("app.button.back"))
        self._build_tools(title)
        progress = ProgressLine(FRect(MARGIN, 73, look.width - 2 * MARGIN, 4))
        self.group.add(progress)
        self._keep_updated(lambda: setattr(progress, "share", 1.0 if self.work.done else self.work.share))
        area = FRect(MARGIN, 88, look.width - 2 * MARGIN, look.height - 88 - MARGIN)
        if look.width >= _ROOMY[0] and look.height >= _ROOMY[1]:
            self._build_all(area)
        else:
            self._build_part(area)
        if self.group.focus is None:
            self.group.set_focus(next((row for row in self._rows() if row.chosen), None))
            self._reveal_chosen()

    def _keep_updated(self, part: Callable[[], None]) -> None:
        """Call an update now and with each new report."""
        part()
        self._updates.append(part)

    def _build_tools(self, title: FRect) -> None:
        """At the upper right: the choice of a seat, and the export."""
        look, words = self.look, self.context.words
        export: Button | IconButton = IconButton("share", self.export, name=words("app.match_review.share.name"))
        if look.width >= _ROOMY[0]:
            export = Button(words("app.match_review.share.name"), self.export, icon="share", small=True)
        export.place(look, look.width - MARGIN, 42, "midright")
        room = export.rect.left - _GAP - title.right - 24
        whose: Widget = Segmented(self.names, self.seat, self.show_seat)
        if whose.preferred(look)[0] > room:
            whose = Stepper(self.names, self.seat, self.show_seat, icons=("chevron_left", "chevron_right"))
        if whose.preferred(look)[0] > room:
            whose = IconButton("person", self.ask_seat, name=words("app.match_review.whose"))
        whose.place(look, export.rect.left - _GAP, 42, "midright")
        self.group.add(whose, export)
        game = Label(words(f"{self.reviews.record.game}.title"), "panel_title", BRASS)
        if title.right + 16 + game.preferred(look)[0] < whose.rect.left - 16:
            game.place(look, title.right + 16, title.bottom - 3, "bottomleft")
            self.group.add(game)

    def _build_all(self, area: FRect) -> None:
        """The score on top, the plot over the whole width, and below it the current decision beside the list."""
        spare = max(0.0, self.look.height - 720)
        score = FRect(area.left, area.top, area.width, 84)
        self._build_score(score)
        line = FRect(area.left, score.bottom + _GAP, area.width, 208 + spare * 0.5)
        self._build_line(line)
        rest = FRect(area.left, line.bottom + _GAP, area.width, area.bottom - line.bottom - _GAP)
        one = FRect(rest.left, rest.top, rest.width * 0.565, rest.height)
        self._build_one(one)
        self._build_list(FRect(one.right + 20, rest.top, rest.right - one.right - 20, rest.height))

    def _build_part(self, area: FRect) -> None:
        """Large texts: one part at a time, chosen by tabs."""
        words = self.context.words
        names = ("quality_short", "chance_short", "decisions", "this")
        tabs = Tabs([words(f"app.match_review.{name}") for name in names], self.part, self.show_part)
        tabs.rect = FRect(area.left, area.top, min(area.width, tabs.preferred(self.look)[0]), _TABS)
        self.group.add(tabs)
        rest = FRect(area.left, area.top + _TABS + 12, area.width, area.height - _TABS - 12)
        builds = (self._build_score, self._build_line, self._build_list, self._build_one)
        if self.part == _SCORE:
            line = FRect(rest.left, rest.top + 96 + _GAP, rest.width, rest.height - 96 - _GAP)
            rest.height = min(rest.height, 190.0)
            if line.height >= _LOWEST_LINE:
                self._build_line(line)
                rest.height = 96.0
        builds[self.part](rest)

    def _build_score(self, area: FRect) -> None:
        score = Score(self.words, self.reviews.record.game, area)
        forced = not self.key_moments.decisions
        self._keep_updated(lambda: score.show(self.report, self._best_text(), forced=forced))
        self.group.add(score)

    def _build_line(self, paper: FRect) -> None:
        words = self.words
        self.group.add(Paper(paper))
        top = paper.top + 14
        if paper.height > 170:
            title = self.label(
                words("app.match_review.chance"), "panel_title", paper.left + 24, top, colour=INK, room=paper.width - 48
            )
            top = title.rect.bottom + 4
        rect = FRect(paper.left + 12, top, paper.width - 24, paper.bottom - 8 - top)
        plot = ChancePlot(words, self.key_moments, rect, self.choose)
        self._keep_updated(lambda: plot.show(self.report, self.at))
        self.group.add(plot)

    def _build_list(self, area: FRect) -> None:
        look, words = self.look, self.words
        labels = [words("app.match_review.all"), words("app.match_review.costly")]
        tabs = Segmented(labels, int(self.costly), self.filter)
        tabs.place(look, area.right, area.top, "topright")
        title = Label(words("app.match_review.decisions"), "panel_title")
        if title.preferred(look)[0] < tabs.rect.left - area.left - 12:
            title.place(look, area.left, tabs.rect.centery, "midleft")
            self.group.add(title)
        panel = FRect(area.left, area.top + _TABS + _GAP, area.width, area.height - _TABS - _GAP)
        inner = panel.inflate(-20, -20)
        self._listed = self.listed()
        content = ROW * len(self._listed)
        wide = inner.width - (16 if content > inner.height else 0)
        rows: list[Widget] = []
        moments = {moment.at: moment for moment in self.key_moments.decisions}
        for i, at in enumerate(self._listed):
            row = DecisionRow(words, moments[at], self.deals, partial(self.press, at))
            row.rect = FRect(0, i * ROW, wide, ROW - 2)
            rows.append(row)
        self._list = Scroll(inner, content, rows)
        self._keep_updated(self._update_rows)
        self.group.add(tabs, Panel(panel), self._list)
        if not rows:
            text = words("app.match_review.none" if self.key_moments.decisions else "app.match_review.no_choice")
            none = Label(text, "body", MUTED, wrap=inner.width - 40, align="center")
            none.place(look, inner.centerx, inner.centery, "center")
            self.group.add(none)

    def _rows(self) -> list[DecisionRow]:
        return [row for row in self._list.children if isinstance(row, DecisionRow)] if self._list else []

    def _update_rows(self) -> None:
        judged, turning, chosen, best = self.judged, self.turning, self.at, self.best_at
        for row in self._rows():
            at = row.moment.at
            row.show(judged.get(at), turning.get(at, 0), chosen=at == chosen, best=at == best)

    def _build_one(self, paper: FRect) -> None:
        """The current decision, and buttons to replay it."""
        look, words = self.look, self.words
        self.group.add(Paper(paper))
        side = 24.0 if paper.width > 560 else 16.0
        show = Button(words("app.match_review.show"), self.confirm, icon="eye", kind="light", small=True)
        show.hint = words("app.key.enter")
        play = Button(words("app.replay.play_on"), self.play_on, icon="hand", kind="primary", small=True, hint="P")
        play.place(look, paper.right - side, paper.bottom - 14, "bottomright")
        show.place(look, play.rect.left - _GAP, paper.bottom - 14, "bottomright")
        show.enabled = play.enabled = self.moment is not None
        room = FRect(paper.left + side, paper.top + 14, paper.width - 2 * side, play.rect.top - paper.top - 22)
        sheet = DecisionSheet(look, words, room.width - 14, room.height)
        scroll = Scroll(room, 0, [sheet])

        def update() -> None:
            at = self.at
            sheet.show(self.moment, self.judged.get(at), self.turning.get(at, 0), self.deals, best=at == self.best_at)
            scroll.content = sheet.rect.height
            scroll.scroll(0)

        self._keep_updated(update)
        self.group.add(scroll, show, play)

    # --- actions ---------------------------------------------------------------------------------------------------

    def show_seat(self, seat: Seat) -> None:
        """Show the decisions of another seat."""
        if seat == self.seat:
            return
        search = self.reviews.search(seat)
        search.step(AT_ONCE)
        if search.done:
            self._show_seat(seat)
        else:
            self.context.open(Preparing(self.context, search, partial(self._found_seat, seat), self.context.close))

    def _found_seat(self, seat: Seat, waiting: Scene) -> None:
        self.context.close(waiting)
        self._show_seat(seat)

    def _show_seat(self, seat: Seat) -> None:
        self.seat, self.chosen = seat, None
        self._begin()
        self.lay_out()

    def ask_seat(self) -> None:
        """Ask for the seat to show."""
        choices = [DialogButton(name, partial(self.show_seat, seat), "person") for seat, name in enumerate(self.names)]
        self.context.open(
            Dialog(self.context, self.context.words("app.match_review.whose"), (), choices, column=True, width=440)
        )

    def show_part(self, part: int) -> None:
        """Show another part, where one is shown at a time."""
        self.part = part
        self.lay_out()

    def filter(self, costly: int) -> None:
        """List all decisions, or only costly ones."""
        self.costly = bool(costly)
        if self._list is not None:
            self._list.offset = 0.0
        self.lay_out()

    def choose(self, at: int) -> None:
        """Choose a decision by the number of moves before it."""
        self.chosen = at
        self._update_parts()
        row = next((row for row in self._rows() if row.moment.at == at), None)
        if row is not None and self._list is not None:
            if isinstance(self.group.focus, DecisionRow | None):
                self.group.set_focus(row)  # arrow keys continue from here
            self._list.reveal(row)

    def press(self, at: int) -> None:
        """Handle a press on a row: the first chooses the decision, the second replays it."""
        if at == self.chosen:
            self.confirm()
            return
        self.choose(at)
        if self.part == _LIST and self.look.width < _ROOMY[0]:
            self.show_part(_ONE)

    def _update_parts(self) -> None:
        before = next((row for row in self._rows() if row.chosen), None)
        for part in self._updates:
            part()
        if self.chosen is None and not self._held():
            self._reveal_chosen(before)

    def _reveal_chosen(self, before: DecisionRow | None = None) -> None:
        """Scroll to the current decision, unless it was the current one before."""
        row = next((row for row in self._rows() if row.chosen), None)
        if row is None or row is before or self._list is None:
            return
        if isinstance(self.group.focus, DecisionRow | None):
            self.group.set_focus(row)
        self._list.reveal(row)

    def confirm(self) -> None:
        """Open the replay at the current decision."""
        if self.moment is not None:
            self.context.open(WatchFrom(self.reviews.record, self.moment.at, self.seat))

    def play_on(self) -> None:
        """Begin a new match from the position of the current decision."""
        if self.moment is not None:
            record = taken_over(self.reviews.record, self.moment.at, self.seat)
            confirm_replacing(self.context, record.game, lambda: self.context.go(Begin(record)))

    def export(self) -> None:
        """Export the review as text."""
        share = 1.0 if self.work.done else self.work.share
        found = ReviewFindings(self.key_moments, self.work.report, share)
        self._exporting.export(ReviewText(self.words, self.reviews.record, self.names[self.seat], found))

    def back(self) -> None:
        self.context.close(self)

    def leave(self) -> None:
        if self.owner:
            self.reviews.stop()

    # --- time and input ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        changed = super().update(dt)
        if self._settled:
            return changed
        self._waited += dt
        done = self.work.done
        if self._waited < REFRESH and not done:
            return changed
        self._waited = 0.0
        self._settled = done
        return self._refresh() or changed

    def _refresh(self) -> bool:
        """Adopt the present report; True if it has changed."""
        report = self.work.report
        if report == self.report and not self._settled:
            return False
        self.report = report
        if self.listed() != self._listed and not self._held():
            self.lay_out()
        else:
            self._update_parts()
        return True

    def _held(self) -> bool:
        """Whether the list must not be rebuilt: the pointer is over it, or there is none."""
        if self._list is None:
            return True
        return self._pointer is not None and bool(self._list.rect.collidepoint(self._pointer))

    @property
    def animating(self) -> bool:
        return not self._settled

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        if event.type == pygame.KEYDOWN and self._shortcut(event):
            return True
        changed = super().handle(event, pos)
        if event.type != pygame.KEYDOWN or not self.context.is_top(self):
            return changed
        focus = self.group.focus
        if isinstance(focus, DecisionRow) and focus.moment.at != self.at:
            self.choose(focus.moment.at)
            return True
        return changed

    def _shortcut(self, event: pygame.Event) -> bool:
        """P plays on, Ctrl+C exports, digits go to the turning points."""
        key = plain_key(event)
        if command_key(event) == pygame.K_c:
            self.export()
        elif key == pygame.K_p:
            self.play_on()
        elif pygame.K_1 <= key < pygame.K_1 + len(self.report.turning_points):
            self.choose(self.report.turning_points[key - pygame.K_1].at)
        else:
            return False
        return True
