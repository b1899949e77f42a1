"""The chance to win as a line over the moves of a match, with a seat's decisions to choose from."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from engine.review import Point, Report
from engine.review.moments import KeyMoments
from scenes.look.look import Look
from scenes.look.theme import CARD_FACE, CREAM, GOLD, INK, Colour, hex_code, rgb
from scenes.look.widgets.base import Pos, is_press
from scenes.look.widgets.plot import Axes, Plot, Series, seat_line
from scenes.review.decision_text import COSTLY, WAITS, grade
from scenes.text.words import Words

TURN = rgb("#8c1428")
"""Colour of a turning point."""
_COSTLY = rgb("#d3745c")
_WAITS = rgb("#d8c9a6")
_LARGE, _MIDDLE, _SMALL = 11.0, 6.0, 4.0
"""Radius of a turning point, of another costly decision, and of any other decision."""
_CROWDED = 8.0
"""Mean distance of decisions below which their discs are smaller."""
_MOST_DEALS = 14
"""Maximum number of deal numbers below the line."""
_LEAST = 2
"""Minimum number of points for a line."""
_ERRORS = 2.0
"""Half the band's width, standard errors."""


class DecisionMark(NamedTuple):
    """A decision on the line, after move ``at``."""

    at: int
    along: float
    value: float
    kind: str
    turning: int = 0
    """Number of the turning point, from 1; 0 for others."""


class ChancePlot(Plot):
    """The line. A press chooses the nearest decision; Left and Right go to the previous and the next one."""

    def __init__(self, words: Words, course: KeyMoments, rect: FRect, choose: Callable[[int], None]) -> None:
        super().__init__([], _axes(words, course), rect)
        self._words = words
        self.course = course
        self.choose = choose
        self.marks: tuple[DecisionMark, ...] = ()
        self.chosen = -1
        """Number of moves before the chosen decision."""
        self.focusable = True
        self.radius = 8.0
        self._over = -1

    def show(self, report: Report, chosen: int) -> None:
        """Show the present report."""
        last = max(1, self.course.end.at)
        line = report.line
        colour, _ = seat_line(0)
        places = tuple((point.at / last, point.win) for point in line)
        band = tuple(
            (p.at / last, max(0.0, p.win - _ERRORS * p.error), min(1.0, p.win + _ERRORS * p.error)) for p in line
        )
        self.series = (Series(places, colour, strong=True, band=band),) if len(line) >= _LEAST else ()
        self.marks = marks(self.course, report)
        if line:
            ends = [self._words.percent(point.win) for point in (line[0], line[-1])]
            title = self._words("app.match_review.chance")
            self.summary = self._words("app.reader.line", name=title, first=ends[0], last=ends[1])
        self.chosen = chosen

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, look: Look, target: Surface) -> None:
        super().draw(look, target)
        crowded = self.rect.width / max(1, len(self.marks)) < _CROWDED
        order = sorted(self.marks, key=lambda mark: (mark.at == self.chosen, mark.turning > 0, mark.kind == COSTLY))
        for mark in order:
            x, y = self.spot(mark)
            radius = _radius(mark, crowded=crowded)
            if mark.at == self._over and self.hovered:
                look.blit(target, _disc(look, radius + 4, GOLD, INK), x, y, "center")
            if mark.at == self.chosen:
                look.blit(target, _disc(look, radius + 5, GOLD, INK), x, y, "center")
            look.blit(target, _disc(look, radius, _fill(mark), seat_line(0)[0]), x, y, "center")
            if mark.turning:
                look.blit(target, look.text(str(mark.turning), "label", CREAM), x, y, "center")

    def spot(self, mark: DecisionMark) -> tuple[float, float]:
        """Position of a decision."""
        return self.rect.left + self._x(mark.along), self.rect.top + self._y(mark.value)

    # --- choosing ---------------------------------------------------------------------------------------------------

    def near(self, pos: tuple[float, float]) -> int:
        """Number of moves before the decision nearest to a position; −1 if there is none."""

        def far(mark: DecisionMark) -> float:
            x, y = self.spot(mark)
            return (x - pos[0]) ** 2 + (0.3 * (y - pos[1])) ** 2

        return min(self.marks, key=far).at if self.marks else -1

    def handle(self, event: Event, pos: Pos) -> bool:
        changed = self.hover(event, pos)
        if event.type == pygame.MOUSEMOTION and pos is not None and self.hovered:
            over = self.near(pos)
            changed, self._over = changed or over != self._over, over
        if is_press(event) and pos is not None and self.contains(pos) and self.marks:
            self.choose(self.near(pos))
            return True
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._step(1 if event.key == pygame.K_RIGHT else -1)
            return True
        return changed

    def _step(self, by: int) -> None:
        ats = [mark.at for mark in self.marks]
        if ats:
            now = ats.index(self.chosen) if self.chosen in ats else 0
            self.choose(ats[min(max(now + by, 0), len(ats) - 1)])


def marks(course: KeyMoments, report: Report) -> tuple[DecisionMark, ...]:
    """Return a seat's decisions on the line, in order."""
    judged = {decision.at: decision for decision in report.decisions}
    turning = {decision.at: i for i, decision in enumerate(report.turning_points, 1)}
    last = max(1, course.end.at)
    return tuple(
        DecisionMark(
            one.at, one.at / last, chance_at(report.line, one.at), grade(judged.get(one.at)), turning.get(one.at, 0)
        )
        for one in course.decisions
    )


def chance_at(line: Sequence[Point], at: int) -> float:
    """Return the chance after ``at`` moves, interpolated between known points; 0.5 if there are too few.

    >>> chance_at([Point(0, 1, 0.25, 0.0), Point(10, 1, 0.75, 0.0)], 5)
    0.5
    """
    if len(line) < _LEAST:
        return 0.5
    before = max((point for point in line if point.at <= at), key=lambda point: point.at, default=None)
    after = min((point for point in line if point.at >= at), key=lambda point: point.at, default=None)
    if before is None or after is None:
        known = before or after
        return known.win if known else 0.5
    part = (at - before.at) / (after.at - before.at) if after.at > before.at else 0.0
    return before.win + part * (after.win - before.win)


def _axes(words: Words, course: KeyMoments) -> Axes:
    last = max(1, course.end.at)
    values = tuple((quarter / 4, words.percent(quarter / 4)) for quarter in range(5))
    begins = [moment.at / last for moment in course.deals]
    middles = [(begin + end) / 2 for begin, end in zip(begins, [*begins[1:], 1.0], strict=True)]
    every = -(-len(begins) // _MOST_DEALS)
    numbered = [(middles[i], str(course.deals[i].deal)) for i in range(0, len(begins), every)]
    return Axes(values, tuple(numbered) if len(begins) > 1 else (), tuple(begins[1:]))


def _radius(mark: DecisionMark, *, crowded: bool) -> float:
    if mark.turning:
        return _LARGE
    return _MIDDLE if mark.kind == COSTLY else _SMALL - (1 if crowded else 0)


def _fill(mark: DecisionMark) -> Colour:
    if mark.turning:
        return TURN
    return _COSTLY if mark.kind == COSTLY else _WAITS if mark.kind == WAITS else CARD_FACE


def _disc(look: Look, radius: float, fill: Colour, line: Colour) -> Surface:
    reach = radius + 3
    body = f'<circle cx="0" cy="0" r="{radius}" fill="{hex_code(fill)}" stroke="{hex_code(line)}" stroke-width="2"/>'
    return look.svg(f"mark {radius} {hex_code(fill)} {hex_code(line)}", body, (-reach, -reach, 2 * reach, 2 * reach))
