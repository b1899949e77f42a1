"""What the screen of statistics is made of: tiles with a figure, the list of opponents, the line over time."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.match.record import PERSON
from engine.moments import year_month_day
from engine.people import CHARACTERS
from engine.statistics.store import Period, Rival, Totals
from engine.statistics.tables import HUNDREDTHS
from scenes.look import box_styles
from scenes.look.boxes import Box
from scenes.look.look import Look
from scenes.look.theme import CREAM, HAIRLINE_PAPER, INK, INK_CAPTION, MUTED, OWN_PORTRAITS, rgb
from scenes.look.widgets import Widget
from scenes.look.widgets.plot import Axes, Plot, Series, grid_values, seat_line
from scenes.text.dates import NO_FIGURE
from scenes.text.words import Words

LEAST_MATCHES, LEAST_DEALS, LEAST_PARS = 20, 100, 30
"""The line over time is a mean over at least so many, as far as there are so many."""
EVEN = 50.0
"""The par of whoever plays as well as Master, on the mean."""
_TENTHS = 10
ROW = 54.0
HEAD = 30.0
_FIGURE_STYLES = ("total", "strong", "strong_body")
_BAR = Box(4, ((0, rgb("#2f8f5a")),))
_BAR_GROUND = Box(4, ((0, rgb("#e7dbc0")),))


class TileText(NamedTuple):
    """A tile: what it is about, its figure, and a line below that."""

    label: str
    figure: str
    second: str = ""


class Tile(Widget):
    """A figure with what it means."""

    def __init__(self, told: TileText, rect: FRect) -> None:
        super().__init__(rect)
        self.told = told

    def draw(self, look: Look, target: Surface) -> None:
        rect = self.rect
        look.draw_box(target, box_styles.PLATE, rect)
        room = rect.width - 24
        style = next((one for one in _FIGURE_STYLES if look.text_width(self.told.figure, one) <= room), "plate")
        lines = [
            (self.told.label, "label", MUTED),
            (self.told.figure, style, CREAM),
            (self.told.second, "small", MUTED),
        ]
        lines = [line for line in lines if line[0] or rect.height > 70]
        high = [look.text_height(style) for _, style, _ in lines]
        y = rect.centery - (sum(high) + 4 * (len(lines) - 1)) / 2
        for (string, style, ink), tall in zip(lines, high, strict=True):
            look.blit(target, look.text(string, style, ink, max_width=room), rect.centerx, y, "midtop")
            y += tall + 4


def duration(words: Words, ms: int) -> str:
    """How long something took: "3 h 20 min", "12 min", "8 s"."""
    seconds = round(ms / 1000)
    if seconds < 60:
        return words("app.stats.seconds", seconds=str(seconds))
    minutes = seconds // 60
    if minutes < 60:
        return words("app.stats.minutes", minutes=str(minutes))
    return words("app.stats.hours", hours=words.number(minutes // 60), minutes=str(minutes % 60))


def tiles(words: Words, found: Totals, game: str | None) -> list[TileText]:
    """The six tiles. Points of several games are no sum: they are told of one game only."""
    share = words.percent(found.won / found.matches) if found.matches else NO_FIGURE
    deals = words("app.stats.deals_won", n=found.deals_won) if found.deals else ""
    each, total = NO_FIGURE, words("app.stats.one_game")
    if game is not None:
        each = words.decimal(found.points / found.deals) if found.deals else NO_FIGURE
        total = words("app.stats.total", n=found.points) if found.deals else ""
    pace = words.decimal(found.ms / 1000 / found.decisions) if found.decisions else ""
    return [
        TileText(words("app.stats.matches"), words.number(found.matches)),
        TileText(words("app.stats.deals"), words.number(found.deals), deals),
        TileText(words("app.stats.won"), share, words("app.stats.won_of", n=found.won) if found.matches else ""),
        TileText(words("app.stats.points"), each, total),
        TileText(
            words("app.stats.streak"), words.number(found.streak), words("app.stats.best", best=found.best_streak)
        ),
        TileText(
            words("app.stats.time"),
            duration(words, found.ms) if found.ms else NO_FIGURE,
            words("app.stats.pace", seconds=pace) if pace else "",
        ),
    ]


# --- against whom -----------------------------------------------------------------------------------------------------


class Columns(NamedTuple):
    """Right edges of the figures, from the row's left."""

    met: float
    won: float
    lost: float


class RivalRow(Widget):
    """Somebody the person played against: matches, and who won how many of them."""

    def __init__(self, words: Words, rival: Rival, place: int) -> None:
        super().__init__()
        self.words = words
        self.rival = rival
        known = CHARACTERS.get(rival.who)
        if rival.who == PERSON:
            self.name, self.second = rival.level or words("app.stats.name.none"), words("app.stats.person")
            self.portrait = OWN_PORTRAITS[1 + place % (len(OWN_PORTRAITS) - 1)]
        else:
            self.name = known.name if known else rival.who
            self.second = words(f"app.level.{rival.level}") if known else rival.level
            self.portrait = rival.who if known else OWN_PORTRAITS[0]

    def draw(self, look: Look, target: Surface) -> None:
        rect, columns = self.rect, columns_of(look, self.words, self.rect.width)
        look.fill(target, HAIRLINE_PAPER, FRect(rect.left, rect.top, rect.width, 1.5))
        look.blit(target, look.portrait(self.portrait, 36), rect.left + 24, rect.centery, "center")
        x, room = rect.left + 54, columns.met - 54 - 52
        look.blit(target, look.text(self.name, "name", INK, max_width=room), x, rect.centery - 10, "midleft")
        second = look.text(self.second, "small", INK_CAPTION, max_width=room)
        look.blit(target, second, x, rect.centery + 11, "midleft")
        won = self.words.percent(self.rival.won / self.rival.met)
        for right, figure, style in (
            (columns.met, self.words.number(self.rival.met), "figure"),
            (columns.won, won, "strong"),
            (columns.lost, self.words.percent(self.rival.lost / self.rival.met), "figure"),
        ):
            drawn = look.text(figure, style, INK)
            look.blit(target, drawn, rect.left + right, rect.centery - (5 if right == columns.won else 0), "midright")
        bar = FRect(rect.left + columns.won - 64, rect.centery + 9, 64, 6)
        look.draw_box(target, _BAR_GROUND, bar)
        part = bar.width * self.rival.won / self.rival.met
        if part >= 2:
            look.draw_box(target, _BAR, FRect(bar.left, bar.top, max(6.0, part), bar.height))


class RivalHead(Widget):
    """What the columns of the opponents mean."""

    def __init__(self, words: Words, rect: FRect) -> None:
        super().__init__(rect)
        self.words = words

    def draw(self, look: Look, target: Surface) -> None:
        columns = columns_of(look, self.words, self.rect.width)
        for right, text in zip(columns, heads(self.words), strict=True):
            mark = look.text(text, "label", INK_CAPTION)
            look.blit(target, mark, self.rect.left + right, self.rect.centery, "midright")


def heads(words: Words) -> tuple[str, str, str]:
    """Headings of the columns."""
    return words("app.stats.met"), words("app.stats.you_won"), words("app.stats.they_won")


def columns_of(look: Look, words: Words, width: float) -> Columns:
    """Where the figures stand in rows of a width."""
    _, won, lost = (max(58.0, look.text_width(text, "label")) for text in heads(words))
    return Columns(width - 8 - lost - 20 - won - 20, width - 8 - lost - 20, width - 8)


# --- over time --------------------------------------------------------------------------------------------------------


class Measure(NamedTuple):
    """What the line shows: a part of each span over another."""

    over: Callable[[Period], float]
    of: Callable[[Period], int]
    least: int
    """So many of the latter make the mean."""


WON = Measure(lambda span: span.won, lambda span: span.matches, LEAST_MATCHES)
POINTS = Measure(lambda span: span.points, lambda span: span.deals, LEAST_DEALS)
PAR = Measure(lambda span: span.par_sum / HUNDREDTHS - EVEN * span.pars, lambda span: span.pars, LEAST_PARS)
"""Above or below even, so that even is the line that stands out."""
MEASURES = {"won": WON, "points": POINTS, "par": PAR}


def rolling(parts: Sequence[tuple[float, int]], least: int) -> list[float | None]:
    """For each pair the quotient of the sums over it and those before it, back to where the second sum is enough.

    None where the pair has nothing.

    >>> rolling([(1, 2), (0, 0), (2, 2), (0, 4)], 4)
    [0.5, None, 0.75, 0.0]
    """
    found: list[float | None] = []
    for i, (_, count) in enumerate(parts):
        over, of = 0.0, 0
        for part, whole in reversed(parts[: i + 1]):
            over, of = over + part, of + whole
            if of >= least:
                break
        found.append(over / of if count else None)
    return found


def played(spans: Sequence[Period], measure: Measure) -> int:
    """In how many spans there is something to show: a line needs two."""
    return sum(1 for span in spans if measure.of(span))


def plot(words: Words, spans: Sequence[Period], rect: FRect, measure: Measure) -> Plot:
    """The mean over the latest matches or deals, as it went; dots are what it is a mean of.

    Args:
        words: writes figures and days.
        spans: at least two of them with something played.
        rect: where it lies.
        measure: what is shown.
    """
    parts = [(measure.over(span), measure.of(span)) for span in spans]
    along = [i / (len(spans) - 1) for i in range(len(spans))]
    means = rolling(parts, measure.least)
    line = tuple((x, mean) for x, mean in zip(along, means, strict=True) if mean is not None)
    dots = tuple((x, over / of) for x, (over, of) in zip(along, parts, strict=True) if of)
    colour, _ = seat_line(0)
    series = Series(line, colour, strong=True, discs=line[-1:], faint=dots)
    marks = day_marks(words, [span.first for span in spans], along, rect.width)
    return Plot([series], Axes(_values(words, dots, measure), marks), rect)


def _values(words: Words, dots: Sequence[tuple[float, float]], measure: Measure) -> tuple[tuple[float, str], ...]:
    if measure is WON:
        return tuple((quarter / 4, words.percent(quarter / 4)) for quarter in range(5))
    if measure is PAR:
        return tuple((quarter * 25 - EVEN, words.number(quarter * 25)) for quarter in range(5))
    values = [value for _, value in dots]
    lines = grid_values(math.floor(min(0.0, *values) * _TENTHS), math.ceil(max(0.0, *values) * _TENTHS))
    return tuple((tenth / _TENTHS, words.decimal(tenth / _TENTHS)) for tenth in lines)


def day_marks(words: Words, days: Sequence[int], along: Sequence[float], width: float) -> tuple[tuple[float, str], ...]:
    """The days below the line: as many as have room, the first and the last among them.

    Args:
        words: writes them.
        days: as ``date.toordinal`` counts them, at least two.
        along: how far along the plot each is, 0 … 1.
        width: of the plot.
    """
    count = max(2, min(len(days), int(width / 150)))
    wanted = [along[0] + (along[-1] - along[0]) * i / (count - 1) for i in range(count)]
    chosen = sorted({min(range(len(days)), key=lambda i: abs(along[i] - place)) for place in wanted})
    return tuple((along[i], words.date(*year_month_day(days[i]))) for i in chosen)
