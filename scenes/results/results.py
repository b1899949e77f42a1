"""The results of a deal or a match: heading, score sheet and plot."""

import math
from collections.abc import Sequence

from pygame import FRect

from engine.match.daily import deal_of
from engine.match.record import PERSON
from engine.moves import Seat
from engine.rng import Rng
from engine.statistics.store import PAR_DEALS
from scenes.look import box_styles
from scenes.look.boxes import Box, Stroke
from scenes.look.faces import Expression
from scenes.look.look import Look
from scenes.look.theme import INK, INK_CAPTION, rgb
from scenes.look.widgets import Button, IconButton, Panel, Paper, Scroll, Tabs, Widget
from scenes.results.confetti import Confetti, scatter
from scenes.results.days import days_widgets
from scenes.results.decided import DecidedCards
from scenes.results.heading import Heading
from scenes.results.seat_box import SeatBox
from scenes.results.sheet import PartColumns, Sheet, SheetRow, best_of, parts_of
from scenes.results.summary import Summary
from scenes.results.telling import Telling
from scenes.results.totals import totals_plot
from scenes.shell.context import Context
from scenes.shell.destinations import DealOfTheDay, DealResult, ReviewPage, Watch
from scenes.shell.screen import Screen
from scenes.sound.cues import COUNTED
from scenes.work.pars import Pars
from scenes.work.reviews import Reviews

_EDGE = 36.0
"""Space at the left and right edge."""
_SIDE_BY_SIDE = (1000.0, 560.0)
"""Canvas size from which sheet and plot are side by side."""
SHEET, DEAL, PLOT, CARDS = "sheet", "deal", "plot", "cards"
"""Contents of a paper: points of every deal, the parts of the last deal's points, totals or days as a plot, the cards
that decided the deal."""
_FELT = Box(
    14,
    ((0, rgb("#1f6f45")), (0.6, rgb("#14532d")), (1, rgb("#0b3a20"))),
    texture="felt",
    border=Stroke(rgb("#0b3a20"), 2),
    shadows=box_styles.PANEL_BOX.shadows,
)
"""The felt on which the cards lie that decided a deal."""
_HEAD, _ABOVE_WINNER = 240.0, 72.0
"""Height of the heading above the boxes, and how much smaller the winner's portrait with its room is."""
_TOP = 12.0
"""Space above that heading."""
_BOX, _LARGEST_BOX, _BOX_GAP = (287.0, 190.0), 1.3, 12.0
"""Size of a seat's box, its maximum enlargement, and the space between two."""
_PARTS = 34.0
"""Additional height of a box that says what points add up from."""
_LEAST_BUTTONS = 214.0
"""Minimum width of the stack of buttons."""
_BUTTON_GAP, _IN_A_ROW = 10.0, 14.0
"""Space between two buttons of the stack, and of the row below a paper."""
_PAIRED = 3
"""Number of buttons after the first from which two share a line."""


class ResultsScreen(Screen):
    """The result of a deal or a match.

    Args:
        context: the program.
        result: the finished deal, its match, and the ways on.
    """

    ground = "felt"
    least = (600.0, 340.0)

    def __init__(self, context: Context, result: DealResult) -> None:
        super().__init__(context)
        self.summary = Summary(context, result)
        self.match, self.scored, self.final = result.match, result.scored, result.final
        self.on_next, self.on_rematch, self.on_home = result.on_next, result.on_rematch, result.on_home
        self.onward, self.away, self.known = result.onward, result.away, result.known
        self.pars: Pars | None = result.pars
        self.compares = len(self.summary.history) >= PAR_DEALS or context.statistics.shows_par(result.match.game.slug)
        """Whether the player knows the game well enough to be compared with Master."""
        self._pars_seen = 0
        """Value of ``Pars.changes`` at the last update."""
        self.reviews = Reviews(context.background, self.match.record)
        self._reviewed = not self.final or not self.known or not context.thinker.in_process
        """Whether the review has started, or must wait until opened: without processes it would block the window."""
        self._last = len(self.summary.history)
        """The latest deal shown where not all fit on the sheet."""
        self.paper = DEAL if not self.final and DEAL in self.papers(stacked=False) else SHEET
        """Content of the paper that several things share."""
        whole = self._two_papers and self.final
        self.boxes = not whole
        """Whether a box for each seat tells the deal, in place of papers, where there is room."""
        self.aside = PLOT if self._two_papers else CARDS
        """Content of the paper beside the sheet."""
        self._confetti: Confetti | None = None
        self.telling = Telling(cards=self.boxes and bool(self.summary.decided), boxes=self.boxes)
        if context.settings.reduced_motion or not context.speed:
            self.telling.finish()
        self._winner = (0.0, 0.0)
        """Middle of the winner's portrait."""
        self._felt = FRect(0, 0, 0, 0)
        """Visible area of felt, for confetti."""

    # --- widgets ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        if not self._roomy:
            self._build_stacked()
        elif self.boxes:
            self._build_boxes()
        else:
            self._build_side_by_side()
        self._build_confetti()

    @property
    def _roomy(self) -> bool:
        """Whether the window has room for several things side by side."""
        return self.look.width >= _SIDE_BY_SIDE[0] and self.look.height >= _SIDE_BY_SIDE[1]

    def _build_boxes(self) -> None:
        """The heading, the cards that decided the deal, and a box for each seat."""
        look, summary = self.look, self.summary
        spare = max(0.0, look.height - 720)
        head = _HEAD + spare * 0.2
        buttons = self._buttons()
        left = _stack_buttons(look, buttons, look.width - _EDGE, _TOP, head - _TOP)
        self._build_heading(FRect(_EDGE, _TOP, left - 24 - _EDGE, head - _TOP), head - _ABOVE_WINNER)
        self._add_buttons(*buttons)
        seats = summary.order_of_deal()
        high = min(_BOX[1] * _LARGEST_BOX, _BOX[1] + spare * 0.25) + (_PARTS if summary.scored.parts else 0.0)
        wide = min(_BOX[0] * _LARGEST_BOX, (look.width - 2 * _EDGE + _BOX_GAP) / len(seats) - _BOX_GAP)
        top = look.height - _EDGE - high
        if summary.decided:
            self.group.add(self._decided_cards(FRect(_EDGE, head, look.width - 2 * _EDGE, top - 14 - head)))
        else:
            top = head + (top - head) * 0.4
        x = (look.width - (wide + _BOX_GAP) * len(seats) + _BOX_GAP) / 2
        for seat in seats:
            place, told = FRect(x, top, wide, high), summary.seat_result(seat)
            box = SeatBox(self.summary.words, told, place, telling=self.telling, signed=summary.signed, mood=self.mood)
            self.group.add(box)
            x += wide + _BOX_GAP
        self._felt = FRect(0, 0, look.width, top)

    def _build_side_by_side(self) -> None:
        """The heading, and below it the score sheet beside the plot."""
        look = self.look
        head = 292.0 if look.height >= 700 else 222.0
        spare = max(0.0, look.height - 720)
        top = spare * 0.25
        buttons = self._buttons()
        left = _stack_buttons(look, buttons, look.width - 24, top, head)
        self._build_heading(FRect(_EDGE, top, left - 24 - _EDGE, head), head - 72)
        self._add_buttons(*buttons)
        area = FRect(_EDGE, head + top, look.width - 2 * _EDGE + 12, look.height - 24 - (head + top))
        area.height = min(area.height, 560 + spare * 0.2)
        papers = self.papers(stacked=False)
        asides = [CARDS] * bool(self.summary.decided) + [PLOT] * self._two_papers
        if asides:
            sheet = FRect(area.left, area.top, area.width * 0.525, area.height)
            plot = FRect(sheet.right + 20, area.top, area.right - sheet.right - 20, area.height)
            self._build_sheet(sheet, papers)
            if self.aside == CARDS:
                self._build_cards(plot, asides)
            else:
                self._build_plot(plot, asides)
        else:
            wide = min(760.0, area.width)
            high = min(area.height, 84 + Sheet.height(self.match.game.seats, generous=True))
            self._build_sheet(FRect((look.width - wide) / 2, area.top, wide, high), papers)
        self._felt = FRect(0, 0, look.width, area.top)

    def _build_stacked(self) -> None:
        """Large texts: one chosen paper with the buttons below it."""
        look = self.look
        roomy = look.height >= 440
        head, foot = (126.0, 78.0) if roomy else (84.0, 66.0)
        edge = 20.0
        self._build_heading(FRect(edge, 0, look.width - 2 * edge, head), head - (10 if roomy else 6))
        paper = FRect(edge, head, look.width - 2 * edge, look.height - foot - head)
        buttons = _line_up_buttons(look, self._buttons(), edge, look.width - edge, look.height - foot / 2)
        papers = self.papers(stacked=True)
        if self._make_tabs(papers, SHEET).preferred(look)[0] > paper.width - 20:
            papers.remove(CARDS)
        if self.paper == PLOT and PLOT in papers:
            self._build_plot(paper, papers)
        elif self.paper == CARDS and CARDS in papers:
            self._build_cards(paper, papers)
        else:
            self._build_sheet(paper, papers)
        self._add_buttons(*buttons)
        self._felt = FRect(0, 0, look.width, head)

    @property
    def _two_papers(self) -> bool:
        """Whether there is a second paper: the totals over the deals, or the player's days."""
        return self.summary.of_day or len(self.summary.history) > 1

    def _buttons(self) -> list[Button]:
        """The buttons: the way on first, the way home last."""
        words = self.summary.words
        home = (self.away, "house" if self.away == "app.results.home" else "quit")
        text, icon = (self.onward, "restart") if self.final else ("app.results.next", "play")
        text, icon = home if self.summary.of_day else (text, icon)
        first = Button(
            words(text),
            self.go_on,
            kind="primary",
            icon=icon,
            hint=words("app.key.enter"),
            height=56 if self.look.height >= 440 else 50,
        )
        watched = [Button(words("app.replay.watch"), self.watch, icon="eye")] if self.final and self.known else []
        if not self.final and self._roomy and len(self.summary.history) > 1:
            text, icon = ("app.results.sheet", "statistics") if self.boxes else ("app.results.decided", "cards")
            watched.append(Button(words(text), self.turn_over, icon=icon))
        if self.final and self.known:
            watched.append(Button(words("app.match_review.open"), self.open_review, icon="search"))
        if self.summary.of_day:
            return [first, *watched, Button(words("app.daily.again"), self.again, icon="restart")]
        return [first, *watched, Button(words(home[0]), self.on_home, icon=home[1])]

    def _add_buttons(self, first: Widget, *others: Widget) -> None:
        self.group.add(first, *others)
        if self.group.focus is None:
            self.group.set_focus(first)

    def _build_heading(self, area: FRect, size: float) -> None:
        """The heading beside the winner's portrait of that size."""
        heading = Heading(self.context, self.summary, self.pars if self.compares else None, self.mood)
        self.group.add(*heading.widgets(self.look, area, size))
        self._winner = heading.centre

    def _build_confetti(self) -> None:
        """Confetti on the felt for a person who won the match, clear of all widgets."""
        won = self.final and any(self.match.chair(seat).who == PERSON for seat in self.summary.winners)
        if not won:
            self._confetti = None
            return
        clear = [child.rect.inflate(20, 12) for child in self.group.children]
        rng = Rng(self.match.record.seed)
        self._confetti = Confetti(scatter(self._felt, clear, rng), self._confetti.time if self._confetti else 0.0)
        if self.context.settings.reduced_motion or not self.context.speed:
            self._confetti.time = math.inf
        self.group.children.insert(0, self._confetti)

    def papers(self, *, stacked: bool) -> list[str]:
        """The contents available for the sheet's paper."""
        found = [SHEET]
        if self._parts() is not None and len(self.summary.history) > 1:
            found.append(DEAL)
        if stacked and self._two_papers:
            found.append(PLOT)
        return [*found, CARDS] if stacked and self.summary.decided else found

    def _parts(self) -> PartColumns | None:
        return parts_of(self.summary.words, self.match.game.slug, self.scored, alone=len(self.summary.history) == 1)

    def _tabs(self, paper: FRect, papers: Sequence[str], shown: str = "") -> Tabs:
        """The tabs that choose a paper's content."""
        tabs = self._make_tabs(papers, shown or (self.paper if self.paper in papers else SHEET))
        tabs.place(self.look, paper.left + 10, paper.top + 8)
        self.group.add(tabs)
        return tabs

    def _make_tabs(self, papers: Sequence[str], shown: str) -> Tabs:
        words = self.summary.words
        texts = {
            SHEET: "app.results.sheet",
            DEAL: "app.results.last" if self.final else "app.results.this_deal",
            PLOT: "app.daily.days" if self.summary.of_day else "app.results.over",
            CARDS: "app.results.decided",
        }
        choose = self.show if SHEET in papers else self.show_aside
        return Tabs([words(texts[one]) for one in papers], papers.index(shown), lambda i: choose(papers[i]))

    def turn_over(self) -> None:
        """Show the papers in place of the boxes, or the boxes again."""
        self.boxes = not self.boxes
        self.telling.finish()
        self.lay_out()

    def show(self, paper: str) -> None:
        """Show another of the ``papers``."""
        self.paper = paper
        self.lay_out()

    def show_aside(self, paper: str) -> None:
        """Show the cards or the plot beside the sheet."""
        self.aside = paper
        self.lay_out()

    def _build_cards(self, paper: FRect, papers: Sequence[str]) -> None:
        """The cards that decided the deal."""
        words = self.summary.words
        self.group.add(Panel(paper, _FELT))
        top = paper.top + 66
        if len(papers) > 1:
            self._tabs(paper, papers, CARDS)
        else:
            title = words("app.results.decided")
            top = self.label(title, "panel_title", paper.left + 24, paper.top + 16).rect.bottom + 4
        inner = FRect(paper.left + 18, top, paper.width - 36, paper.bottom - 16 - top)
        self.group.add(self._decided_cards(inner))

    def _decided_cards(self, area: FRect) -> DecidedCards:
        named = self.summary.words.naming(self.summary.name)
        slug, decided = self.match.game.slug, self.summary.decided
        return DecidedCards(named, slug, decided, area, origin=self._winner, told=lambda: self.telling.time)

    def _build_sheet(self, paper: FRect, papers: Sequence[str]) -> None:
        words, look, tabs = self.summary.words, self.look, len(papers) > 1
        lines = []
        for seat in self.summary.order():
            lines.append(
                SheetRow(
                    seat,
                    self.summary.portrait(seat),
                    self.summary.plate_name(seat),
                    self.summary.second(seat),
                    seat in self.summary.winners,
                )
            )
        best = best_of(self.summary.history, high=self.summary.high_wins)
        self.group.add(Paper(paper))
        aside = 24.0 if paper.width >= 560 and not tabs else 14.0
        if tabs:
            left = self._tabs(paper, papers).rect.right
            top = paper.top + 56
        elif paper.height < 230:
            left, top = paper.left, paper.top + 14
        else:
            title = self.label(
                words("app.results.sheet"), "panel_title", paper.left + aside, paper.top + 20, colour=INK
            )
            left, top = title.rect.right, paper.top + 60
        inner = FRect(paper.left + aside, top, paper.width - 2 * aside, paper.bottom - (16 if not tabs else 8) - top)
        needed = Sheet.height(len(lines))
        listed = needed > inner.height
        place = FRect(0, 0, inner.width - 14, needed) if listed else inner
        made = self._parts() if self.paper == DEAL or len(self.summary.history) == 1 else None
        sheet = Sheet(
            words,
            lines,
            self.summary.history,
            best,
            place,
            signed=self.summary.signed,
            counted=lambda: self.telling.changed,
            parts=made,
            places=self.summary.places,
            mood=self.mood,
        )
        sheet.show(look, self._last)
        if sheet.cut:
            self._build_pages(sheet, paper.right - aside, left, top - 30)
        self.group.add(Scroll(inner, needed, [sheet]) if listed else sheet)

    def _build_pages(self, sheet: Sheet, right: float, left: float, middle: float) -> None:
        """The range of deals on the sheet, and buttons to earlier and later ones."""
        look, words = self.look, self.summary.words
        shown = sheet.shown

        def turn(by: int) -> None:
            self._last = max(len(shown), min(len(self.summary.history), shown.stop + by * max(1, len(shown) - 1)))
            self.lay_out()

        later = IconButton("chevron_right", lambda: turn(1), name=words("app.results.later"), size=36)
        later.enabled = shown.stop < len(self.summary.history)
        later.place(look, right, middle, "midright")
        earlier = IconButton("chevron_left", lambda: turn(-1), name=words("app.results.earlier"), size=36)
        earlier.enabled = shown.start > 0
        earlier.place(look, later.rect.left - 10, middle, "midright")
        text = words("app.results.deals", first=shown.start + 1, last=shown.stop, total=len(self.summary.history))
        if look.text_width(text, "plate") < earlier.rect.left - 12 - left - 12:
            label = self.label(text, "plate", 0, 0, colour=INK_CAPTION)
            label.rect.midright = (earlier.rect.left - 12, middle)
        self.group.add(earlier, later)

    def _build_plot(self, paper: FRect, papers: Sequence[str] = ()) -> None:
        words, tabs = self.summary.words, len(papers) > 1
        self.group.add(Paper(paper))
        top = paper.top + 70
        left = paper.left
        if tabs:
            left = self._tabs(paper, papers, PLOT).rect.right
            top = paper.top + 58
        else:
            title = words("app.daily.days" if self.summary.of_day else "app.results.over")
            self.label(title, "panel_title", paper.left + 24, paper.top + 20, colour=INK)
        note = words("app.daily.each_day" if self.summary.of_day else "app.results.running")
        if self.look.text_width(note, "plate") <= paper.right - 40 - left:
            label = self.label(note, "plate", 0, 0, colour=INK_CAPTION)
            label.rect.midright = (paper.right - 24, paper.top + (33 if not tabs else 30))
        if self.summary.of_day:
            inner = FRect(paper.left + 24, top, paper.width - 48, paper.bottom - (14 if not tabs else 8) - top)
            self.group.add(*days_widgets(self.context, self.look, self.match.record, inner))
            return
        seats = range(self.match.game.seats)
        seated = [(self.summary.portrait(seat), self.summary.name(seat)) for seat in seats]
        rect = FRect(paper.left + 12, top, paper.width - 24, paper.bottom - (20 if not tabs else 8) - top)
        history, signed = self.summary.history, self.summary.signed
        self.group.add(totals_plot(words, history, seated, self.match.viewer, rect, signed=signed))

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> bool:
        found = self.pars is not None and self.pars.changes != self._pars_seen
        if self.pars is not None:
            self._pars_seen = self.pars.changes
        if found and self.summary.of_day:
            self.lay_out()  # the par of this day has arrived
        if not self._reviewed and self.counted >= 1:
            self._reviewed = True
            self.reviews.begin(self.match.viewer)
        if not self.animating:
            return found
        passed = dt * self.context.speed if self.context.speed else math.inf
        ticks = self.telling.ticks
        self.telling.time += passed
        if self.boxes and self._roomy and self.telling.ticks > ticks:
            self.context.sound.play(COUNTED)
        if self._confetti is not None:
            self._confetti.time += passed
        return True

    @property
    def counted(self) -> float:
        """Share of the last deal's points added to the totals so far, 0 … 1."""
        return self.telling.counted

    def mood(self, seat: Seat) -> Expression:
        """How a seat takes the result, once it is told."""
        return self.summary.mood(seat) if self.telling.faces else "neutral"

    @property
    def animating(self) -> bool:
        return self.counted < 1.0 or (self._confetti is not None and self._confetti.falling)

    def finish(self) -> None:
        self.telling.finish()
        if self._confetti is not None:
            self._confetti.time = math.inf

    # --- actions ---------------------------------------------------------------------------------------------------

    def watch(self) -> None:
        """Watch the replay of the match."""
        self.context.go(Watch(self.match.record))

    def open_review(self) -> None:
        """Open the review of the match."""
        owner = not self.context.thinker.in_process
        self.context.open(ReviewPage(self.reviews, self.match.viewer, owner))

    def leave(self) -> None:
        self.reviews.stop()

    def again(self) -> None:
        """Play the deal of this day again, which does not count."""
        record = self.match.record
        whole = record.chairs[1:] == deal_of(record.game, record.daily).chairs[1:]
        self.context.go(DealOfTheDay(record.game, record.daily, whole))

    def confirm(self) -> None:
        if self.counted < 1.0:
            self.telling.finish()
        else:
            self.go_on()

    def go_on(self) -> None:
        """Go on to the next deal, to a rematch, or home after a deal of the day."""
        if self.summary.of_day:
            self.on_home()
        elif self.final:
            self.on_rematch()
        else:
            self.on_next()

    def back(self) -> None:
        if self.final:
            self.on_home()
        else:
            self.on_next()


def _stack_buttons(look: Look, buttons: Sequence[Button], right: float, top: float, head: float) -> float:
    """Stack buttons in a head of that height, the first one larger; returns their left edge."""
    first, *others = buttons
    lines = [others[:2], others[2:]] if len(others) >= _PAIRED else [[button] for button in others]
    widths = [sum(button.preferred(look)[0] for button in line) + _BUTTON_GAP * (len(line) - 1) for line in lines]
    wide = max(_LEAST_BUTTONS, first.preferred(look)[0], *widths)
    left = right - wide
    y = top + (head - (118 + 54 * len(lines))) / 2
    first.rect = FRect(left, y, wide, 56)
    y += 70
    for line, needed in zip(lines, widths, strict=True):
        x, more = left, (wide - needed) / len(line)
        for button in line:
            button.rect = FRect(x, y, button.preferred(look)[0] + more, 48)
            x = button.rect.right + _BUTTON_GAP
        y += 58
    return left


def _line_up_buttons(look: Look, buttons: Sequence[Button], left: float, right: float, middle: float) -> list[Widget]:
    """Place buttons in a row, the first one at the right; those between shrink to icons where room is short."""
    needed = sum(button.preferred(look)[0] + _IN_A_ROW for button in buttons) - _IN_A_ROW
    shown: list[Widget] = list(buttons)
    if needed > right - left:
        shown[1:-1] = [IconButton(one.icon, one.on_click, name=one.label, size=one.height) for one in buttons[1:-1]]
    end = right
    for button in (shown[0], *reversed(shown[1:])):
        button.place(look, end, middle, "midright")
        end = button.rect.left - _IN_A_ROW
    return shown
