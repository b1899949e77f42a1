"""How it goes: what the screen of statistics draws over time, and says of it. Five lines, each with a figure.

Matches won and points as they went; par, which doesn't depend on luck; the rating beside the levels; the deals of the
day, day by day.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.bots.common.strengths import ANCHORS
from engine.moments import year_month_day
from engine.people import LEVELS
from engine.statistics.daily import DailyResult, day_streak
from engine.statistics.rating import Z_95, Rating
from engine.statistics.store import MeanPar, Period, RatingHistory
from scenes.look.look import Look
from scenes.look.theme import GOLD, HAIRLINE_PAPER, INK, INK_CAPTION, hex_code, rgb
from scenes.look.widgets import Widget
from scenes.look.widgets.plot import Axes, Plot, Series, seat_line
from scenes.statistics.parts import EVEN, MEASURES, day_marks, played, plot
from scenes.text.words import Words

LINES = ("won", "points", "par", "rating", "days")
_ONE_GAME = ("points", "days")
"""Of these a sum over several games tells nothing."""
RATING_ROW = 70.0
_NEAR = 25.0
"""Points within which somebody plays like a level."""
_ROOM = 60.0
"""Points above and below what a plot of ratings shows."""
_GOOD, _BAD, _OPEN = rgb("#2f8f5a"), rgb("#b4552d"), rgb("#8d7c60")
_COLUMN = 22.0
"""Width of a day, at most; as many days as have room with half of it are shown."""
_LABEL, _EDGES = 17.0, 38.0
"""Height of a level's name beside a plot; what a plot has above and below its lines."""


class Course(NamedTuple):
    """What the statistics say of how it goes."""

    game: str | None
    spans: Sequence[Period] = ()
    par: MeanPar | None = None
    rated: Mapping[str, RatingHistory] = {}
    """Game -> how strong the person plays; empty where it isn't one person that is looked at."""
    person: bool = True
    """It is one person's."""
    days: Sequence[DailyResult] = ()
    today: int = 0

    @property
    def one(self) -> RatingHistory | None:
        """How strong the person plays the game that is looked at."""
        return self.rated.get(self.game) if self.game is not None else None


def lines_of(course: Course) -> list[str]:
    """The lines there are."""
    return [line for line in LINES if course.game is not None or line not in _ONE_GAME]


# --- in words ---------------------------------------------------------------------------------------------------------


def figure(words: Words, line: str, course: Course) -> str:
    """What stands largest above a line; empty where there is no such figure."""
    if line == "par" and course.par is not None:
        error = Z_95 * course.par.error
        return spread(words, course.par.mean, error) if course.par.deals > 1 else words.number(course.par.mean)
    if line == "rating" and course.one is not None:
        rating = course.one.rating
        return spread(words, rating.mu, rating.margin)
    if line == "days":
        pars = [day.par for day in course.days if day.par is not None and not day.helped]
        return words.number(sum(pars) / len(pars)) if pars else ""
    return ""


def spread(words: Words, mean: float, margin: float) -> str:
    """A figure and how far off it may be, with 95 %: "1,560 ± 80"."""
    return words("app.stats.spread", mean=words.number(mean), margin=words.number(margin))


def sentence(words: Words, line: str, course: Course) -> str:
    """What a line is about, in words; for those that have nothing yet, how they get something."""
    if line == "won":
        return words("app.stats.mean", n=MEASURES[line].least)
    if line == "points":
        return words("app.stats.mean_points", n=MEASURES[line].least)
    if line == "par":
        return words("app.stats.par.of", n=course.par.deals) if course.par else words("app.stats.par.none")
    if line == "rating":
        if not course.person:
            return words("app.stats.rating.person")
        if course.game is None and course.rated:
            return words("app.stats.rating.scale")
        if course.game is None or course.one is None:
            return words("app.stats.rating.none")
        where = beside(words, course.game, course.one.rating)
        return words("app.stats.rating.of", where=where, n=course.one.matches)
    if not course.days:
        return words("app.stats.days.none")
    counted = [day for day in course.days if not day.helped]
    in_row = day_streak(course.days, course.today)
    told = words("app.stats.days.of", n=len(counted))
    told = words("app.stats.days.row", text=told, n=in_row) if in_row > 1 else told
    return told if len(counted) == len(course.days) else words("app.stats.days.open", text=told)


def beside(words: Words, game: str, rating: Rating) -> str:
    """How strong somebody plays, by the levels: "between Medium and Hard"."""
    anchors = ANCHORS[game]
    names = {level: words(f"app.level.{level}") for level in LEVELS}
    near = min(LEVELS, key=lambda level: abs(anchors[level] - rating.mu))
    if abs(anchors[near] - rating.mu) <= _NEAR:
        return words("app.stats.rating.like", level=names[near])
    below = [level for level in LEVELS if anchors[level] < rating.mu]
    if not below:
        return words("app.stats.rating.below", level=names[LEVELS[0]])
    if len(below) == len(LEVELS):
        return words("app.stats.rating.above", level=names[LEVELS[-1]])
    return words("app.stats.rating.between", low=names[below[-1]], high=names[LEVELS[len(below)]])


# --- drawn ------------------------------------------------------------------------------------------------------------


def drawing(words: Words, line: str, course: Course, rect: FRect) -> Widget | None:
    """What is drawn; None where there is too little for it."""
    if line in MEASURES:
        return plot(words, course.spans, rect, MEASURES[line]) if played(course.spans, MEASURES[line]) > 1 else None
    if line == "days":
        return DayStrip(words, course.days, course.today, rect) if course.days else None
    if course.game is None or course.one is None:
        return None
    history = course.one.history
    return rating_plot(words, ANCHORS[course.game], history, rect) if len(history) > 1 else None


def rating_plot(words: Words, anchors: Mapping[str, float], history: Sequence[tuple[int, Rating]], rect: FRect) -> Plot:
    """The rating as it went, with the band in which it lies with 95 %, between lines for the levels.

    Args:
        words: writes names and days.
        anchors: level -> its strength.
        history: days and the ratings of then, two at least.
        rect: where it lies.
    """
    first, last = history[0][0], history[-1][0]
    whole = max(1, last - first)
    along = [(day - first) / whole if last > first else i / (len(history) - 1) for i, (day, _) in enumerate(history)]
    low = min(anchors["easy"], *(rating.mu for _, rating in history)) - _ROOM
    high = max(anchors["master"], *(rating.mu for _, rating in history)) + _ROOM
    band = tuple(
        (x, max(low, rating.mu - rating.margin), min(high, rating.mu + rating.margin))
        for x, (_, rating) in zip(along, history, strict=True)
    )
    line = tuple((x, rating.mu) for x, (_, rating) in zip(along, history, strict=True))
    names, before = list[tuple[float, str]](), low
    for level in LEVELS:
        apart = (anchors[level] - before) * (rect.height - _EDGES) / (high - low)
        told = words("app.stats.rating.level", level=words(f"app.level.{level}"), mu=words.number(anchors[level]))
        names.append((anchors[level], told if apart >= _LABEL else ""))
        before = anchors[level] if apart >= _LABEL else before
    colour, _ = seat_line(0)
    series = Series(line, colour, strong=True, discs=line[-1:], band=band)
    marks = day_marks(words, [day for day, _ in history], along, rect.width)
    return Plot([series], Axes(((low, ""), *names, (high, "")), marks), rect)


class DayStrip(Widget):
    """The last days, a column each: how far the par was above or below that of Master, which is the line in the middle.

    A ring is a deal whose par isn't known; what was played with help is drawn open. A day without play is a gap.
    """

    def __init__(self, words: Words, days: Sequence[DailyResult], today: int, rect: FRect) -> None:
        super().__init__(rect)
        self.words = words
        self.days = {day.day: day for day in days}
        self.first = min(self.days)
        self.last = max(*self.days, min(today, max(self.days) + 1))

    def draw(self, look: Look, target: Surface) -> None:
        rect, words = self.rect, self.words
        labels = [words.number(value) for value in (100, 50, 0)]
        left = 18 + max(look.text_width(label, "small") for label in labels)
        room, high = rect.width - left - 12, rect.height - 12 - 28
        shown = max(2, min(int(room / (_COLUMN / 2)), self.last - self.first + 1))
        column = min(_COLUMN, room / shown)
        first = self.last - shown + 1
        key = f"days {sorted(self.days.values())} {first} {self.last} {left} {rect.size}"
        drawn = self._lines(left, rect.width - 12, high)
        for day in range(first, self.last + 1):
            if day in self.days:
                drawn += self._day(self.days[day], left + (day - first + 0.5) * column, column * 0.62, high)
        look.blit(target, look.svg(key, drawn, (0.0, 0.0, rect.width, rect.height)), *rect.topleft)
        for i, label in enumerate(labels):
            mark = look.text(label, "small", INK_CAPTION)
            look.blit(target, mark, rect.left + left - 12, rect.top + 12 + high * i / 2, "midright")
        ends = {first: left + column / 2, self.last: left + (shown - 0.5) * column}
        before = rect.left
        for day, x in ends.items():
            mark = look.text(words.date(*year_month_day(day)), "small", INK_CAPTION)
            half = mark.get_width() / look.scale / 2
            at = max(before + half, min(rect.right - half, rect.left + x))
            if at <= rect.right - half:
                look.blit(target, mark, at, rect.bottom - 2, "midbottom")
            before = at + half + 16

    @staticmethod
    def _lines(left: float, right: float, high: float) -> str:
        drawn = ""
        for i, (ink, width) in enumerate(((HAIRLINE_PAPER, 1.0), (_OPEN, 1.6), (HAIRLINE_PAPER, 1.0))):
            y = 12 + high * i / 2
            drawn += f'<path d="M{left} {y:.2f}H{right:.2f}" stroke="{hex_code(ink)}" stroke-width="{width}"/>'
        return drawn

    @staticmethod
    def _day(day: DailyResult, x: float, wide: float, high: float) -> str:
        middle = 12 + high / 2
        if day.par is None:
            return (
                f'<circle cx="{x:.2f}" cy="{middle:.2f}" r="{min(5, wide / 2):.2f}" fill="{hex_code(GOLD)}"'
                f' stroke="{hex_code(_OPEN)}" stroke-width="2"/>'
            )
        ink = hex_code(_GOOD if day.par >= EVEN else _BAD)
        tall = max(4.0, abs(day.par - EVEN) / 100 * high)
        y = middle - tall if day.par >= EVEN else middle
        inner = f'fill="none" stroke="{ink}" stroke-width="2"' if day.helped else f'fill="{ink}"'
        return f'<rect x="{x - wide / 2:.2f}" y="{y:.2f}" width="{wide:.2f}" height="{tall:.2f}" rx="2.5" {inner}/>'


class RatingRow(Widget):
    """How strong a person plays a game: the figure, in words, and a scale with the four levels."""

    def __init__(self, words: Words, game: str, found: RatingHistory | None) -> None:
        super().__init__()
        self.words = words
        self.game = game
        self.found = found

    def draw(self, look: Look, target: Surface) -> None:
        rect, words = self.rect, self.words
        look.fill(target, HAIRLINE_PAPER, FRect(rect.left, rect.top, rect.width, 1.5))
        room = rect.width * 0.38
        title = look.text(words(f"{self.game}.title"), "name", INK, max_width=room)
        look.blit(target, title, rect.left + 4, rect.centery - 13, "midleft")
        said = words("app.stats.rating.no_match")
        if self.found is not None:
            rating = self.found.rating
            said = beside(words, self.game, rating)
            told = look.text(spread(words, rating.mu, rating.margin), "strong", INK)
            look.blit(target, told, rect.right - 4, rect.centery - 14, "midright")
        second = look.text(said, "small", INK_CAPTION, max_width=room)
        look.blit(target, second, rect.left + 4, rect.centery + 13, "midleft")
        self._scale(look, target, FRect(rect.left + room + 16, rect.top, rect.width - room - 20, rect.height))

    def _scale(self, look: Look, target: Surface, area: FRect) -> None:
        anchors = ANCHORS[self.game]
        low, high = anchors["easy"] - _ROOM, anchors["master"] + _ROOM
        rating = self.found.rating if self.found is not None else None
        if rating is not None:
            low, high = min(low, rating.mu - _ROOM), max(high, rating.mu + _ROOM)
        y = 12.0

        def x(value: float) -> float:
            return 4 + (area.width - 8) * (max(low, min(high, value)) - low) / (high - low)

        drawn = f'<path d="M4 {y}H{area.width - 4:.2f}" stroke="{hex_code(_OPEN)}" stroke-width="1.6"/>'
        for level in LEVELS:
            drawn += (
                f'<path d="M{x(anchors[level]):.2f} {y - 6}V{y + 6}" stroke="{hex_code(_OPEN)}" stroke-width="1.6"/>'
            )
        if rating is not None:
            ink, _ = seat_line(0)
            ends = x(rating.mu - rating.margin), x(rating.mu + rating.margin)
            drawn += (
                f'<path d="M{ends[0]:.2f} {y}H{ends[1]:.2f}" stroke="{hex_code(ink)}" stroke-width="5" opacity="0.55"/>'
            )
            drawn += (
                f'<circle cx="{x(rating.mu):.2f}" cy="{y}" r="6.5" fill="{hex_code(GOLD)}" stroke="{hex_code(ink)}"'
                ' stroke-width="2.5"/>'
            )
        key = f"levels {self.game} {rating} {area.size}"
        look.blit(target, look.svg(key, drawn, (0.0, 0.0, area.width, 24.0)), area.left, area.centery - 6)
        before = area.left - 100
        for level in LEVELS:
            mark = look.text(self.words(f"app.level.{level}"), "small", INK_CAPTION)
            half = mark.get_width() / look.scale / 2
            at = max(area.left + half, min(area.right - half, area.left + x(anchors[level])))
            if at - half > before + 6:
                look.blit(target, mark, at, area.centery + 16, "midtop")
                before = at + half
