"""Plot of a seat's winning chance over the moves of a match, with its decisions as discs."""

from collections.abc import Callable
from typing import NamedTuple

import pygame
from pygame import Surface
from pygame.event import Event

from engine.review import Report
from engine.review.key_moments import KeyMoments
from scenes.render.renderer import Renderer
from scenes.render.theme import CARD_FACE, CREAM, GOLD, INK, Colour, hex_code, rgb
from scenes.screens.review.decision_text import COSTLY, MIN_CHANCES, PENDING, chance_at, grade
from scenes.text.catalogue import Words
from scenes.ui.widget import PointerPos, is_press
from scenes.ui.widgets.line_plot import Axes, LinePlot, Series, seat_line_style

TURNING_POINT_COLOUR = rgb("#8c1428")
"""Colour of a turning point."""
_COSTLY_COLOUR = rgb("#d3745c")
_PENDING_COLOUR = rgb("#d8c9a6")
_TURNING_POINT_RADIUS, _COSTLY_RADIUS, _DECISION_RADIUS = 11.0, 6.0, 4.0
"""Radius of a turning point, of another costly decision, and of any other decision."""
_MIN_DISC_SPACING = 8.0
"""Mean distance between decisions below which their discs are smaller."""
_MAX_DEAL_LABELS = 14
"""Maximum number of deal numbers on the axis."""
_BAND_HALF_WIDTH_STANDARD_ERRORS = 2.0
"""Half width of the error band, in standard errors."""


class DecisionMark(NamedTuple):
    """Disc of a decision on the plot of winning chances, after ``move_index`` moves."""

    move_index: int
    x_fraction: float
    chance: float
    grade: str
    turning_point_number: int = 0
    """Number of the turning point, from 1; 0 for other decisions."""


class ChancePlot(LinePlot):
    """Line plot of a seat's winning chance over the moves of a match. A press chooses the nearest decision, Left and
    Right the neighbouring ones.

    Args:
        words: the text catalogue.
        key_moments: the decisions and deals of the match.
        report: the review with the winning chances.
        chosen_move_index: number of moves before the chosen decision; −1 for none.
        on_choose: called with the number of moves before a decision.
    """

    persistent = (*LinePlot.persistent, "_hovered_move_index")

    def __init__(
        self,
        words: Words,
        key_moments: KeyMoments,
        report: Report,
        chosen_move_index: int,
        on_choose: Callable[[int], None],
    ) -> None:
        last = max(1, key_moments.end.move_index)
        chances = report.win_chances
        colour, _ = seat_line_style(0)
        points = tuple((point.at / last, point.win) for point in chances)
        band = tuple(
            (
                p.at / last,
                max(0.0, p.win - _BAND_HALF_WIDTH_STANDARD_ERRORS * p.error),
                min(1.0, p.win + _BAND_HALF_WIDTH_STANDARD_ERRORS * p.error),
            )
            for p in chances
        )
        series = [Series(points, colour, is_main=True, band=band)] if len(chances) >= MIN_CHANCES else []
        super().__init__(series, _axes(words, key_moments))
        self.marks = decision_marks(key_moments, report)
        if chances:
            ends = [words.percent(point.win) for point in (chances[0], chances[-1])]
            title = words("app.match_review.chance")
            self.summary = words("app.reader.line", name=title, first=ends[0], last=ends[1])
        self.chosen_move_index = chosen_move_index
        self.on_choose = on_choose
        self.focusable = True
        self.focus_radius = 8.0
        self._hovered_move_index = -1

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, renderer: Renderer, target: Surface) -> None:
        super().draw(renderer, target)
        crowded = self.rect.width / max(1, len(self.marks)) < _MIN_DISC_SPACING
        order = sorted(
            self.marks,
            key=lambda mark: (
                mark.move_index == self.chosen_move_index,
                mark.turning_point_number > 0,
                mark.grade == COSTLY,
            ),
        )
        for mark in order:
            x, y = self.mark_position(mark)
            radius = _mark_radius(mark, crowded=crowded)
            if mark.move_index == self._hovered_move_index and self.hovered:
                renderer.blit(target, _disc_picture(renderer, radius + 4, GOLD, INK), x, y, "center")
            if mark.move_index == self.chosen_move_index:
                renderer.blit(target, _disc_picture(renderer, radius + 5, GOLD, INK), x, y, "center")
            renderer.blit(
                target, _disc_picture(renderer, radius, _mark_colour(mark), seat_line_style(0)[0]), x, y, "center"
            )
            if mark.turning_point_number:
                renderer.blit(target, renderer.text(str(mark.turning_point_number), "label", CREAM), x, y, "center")

    def mark_position(self, mark: DecisionMark) -> tuple[float, float]:
        """Return the position of a decision's disc on the plot, logical pixels."""
        return self.rect.left + self._x(mark.x_fraction), self.rect.top + self._y(mark.chance)

    # --- choosing ---------------------------------------------------------------------------------------------------

    def nearest_decision_move_index(self, pos: tuple[float, float]) -> int:
        """Return the number of moves before the decision nearest to a position; −1 if there is none."""

        def far(mark: DecisionMark) -> float:
            x, y = self.mark_position(mark)
            return (x - pos[0]) ** 2 + (0.3 * (y - pos[1])) ** 2

        return min(self.marks, key=far).move_index if self.marks else -1

    def handle(self, event: Event, pos: PointerPos) -> bool:
        changed = self.update_hovered(event, pos)
        if event.type == pygame.MOUSEMOTION and pos is not None and self.hovered:
            over = self.nearest_decision_move_index(pos)
            changed, self._hovered_move_index = changed or over != self._hovered_move_index, over
        if is_press(event) and pos is not None and self.is_hit(pos) and self.marks:
            self.on_choose(self.nearest_decision_move_index(pos))
            return True
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._choose_neighbour(1 if event.key == pygame.K_RIGHT else -1)
            return True
        return changed

    def _choose_neighbour(self, by: int) -> None:
        ats = [mark.move_index for mark in self.marks]
        if ats:
            now = ats.index(self.chosen_move_index) if self.chosen_move_index in ats else 0
            self.on_choose(ats[min(max(now + by, 0), len(ats) - 1)])


def decision_marks(key_moments: KeyMoments, report: Report) -> tuple[DecisionMark, ...]:
    """Return a disc for each decision of the seat, in order."""
    judged = {decision.move_index: decision for decision in report.decisions}
    turning = {decision.move_index: i for i, decision in enumerate(report.turning_points, 1)}
    last = max(1, key_moments.end.move_index)
    return tuple(
        DecisionMark(
            one.move_index,
            one.move_index / last,
            chance_at(report.win_chances, one.move_index),
            grade(judged.get(one.move_index)),
            turning.get(one.move_index, 0),
        )
        for one in key_moments.decisions
    )


def _axes(words: Words, key_moments: KeyMoments) -> Axes:
    last = max(1, key_moments.end.move_index)
    values = tuple((quarter / 4, words.percent(quarter / 4)) for quarter in range(5))
    begins = [moment.move_index / last for moment in key_moments.deal_starts]
    middles = [(begin + end) / 2 for begin, end in zip(begins, [*begins[1:], 1.0], strict=True)]
    every = -(-len(begins) // _MAX_DEAL_LABELS)
    numbered = [(middles[i], str(key_moments.deal_starts[i].deal_number)) for i in range(0, len(begins), every)]
    return Axes(values, tuple(numbered) if len(begins) > 1 else (), tuple(begins[1:]))


def _mark_radius(mark: DecisionMark, *, crowded: bool) -> float:
    if mark.turning_point_number:
        return _TURNING_POINT_RADIUS
    return _COSTLY_RADIUS if mark.grade == COSTLY else _DECISION_RADIUS - (1 if crowded else 0)


def _mark_colour(mark: DecisionMark) -> Colour:
    if mark.turning_point_number:
        return TURNING_POINT_COLOUR
    return _COSTLY_COLOUR if mark.grade == COSTLY else _PENDING_COLOUR if mark.grade == PENDING else CARD_FACE


def _disc_picture(renderer: Renderer, radius: float, fill_colour: Colour, line_colour: Colour) -> Surface:
    reach = radius + 3
    colours = f'fill="{hex_code(fill_colour)}" stroke="{hex_code(line_colour)}"'
    body = f'<circle cx="0" cy="0" r="{radius}" {colours} stroke-width="2"/>'
    return renderer.svg(
        f"mark {radius} {hex_code(fill_colour)} {hex_code(line_colour)}", body, (-reach, -reach, 2 * reach, 2 * reach)
    )
