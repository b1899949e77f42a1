"""Placement of the table's prompt: centred below the piles, beside answer buttons that lie there, or where it covers
least."""

from collections.abc import Callable, Sequence

from pygame import FRect

from scenes.render.renderer import Renderer
from scenes.table.hud.panel_placement import best_placement, placement_cost
from scenes.table.hud.weighted_areas import CARDS_WEIGHT, PILE_NAME_WEIGHT, PRESSABLE_WEIGHT, SEATS_WEIGHT, WeightedArea
from scenes.table.model.table_model import TableModel
from scenes.ui.widgets import Pill

_MIN_WIDTH_BESIDE_PROMPT = 480.0
"""Minimum total width that the prompt leaves free at its sides, logical pixels."""
_NARROW_WIDTHS = (440.0, 340.0, 240.0)
"""Smaller maximum widths of the prompt, tried in this order; the text takes more lines in them."""
_COUNTDOWN_SPACE = 64.0
"""Width reserved for the countdown at the prompt's left."""
_EDGE_GAP = 12.0
"""Gap to the table's edges."""


class PromptPlacement:
    """Places the table's prompt or a refused move's reason; keeps the place while text and answer buttons stay the
    same.

    Args:
        renderer: for texts and buttons.
        model: the table model.
        weighted_areas: returns the areas to avoid.
    """

    def __init__(self, renderer: Renderer, model: TableModel, weighted_areas: Callable[[], list[WeightedArea]]) -> None:
        self.renderer = renderer
        self.model = model
        self._weighted_areas = weighted_areas
        self._last_fit: tuple[object, tuple[float | None, FRect]] | None = None

    def _place_as_usual(self, pill: Pill, countdown_width: float) -> None:
        renderer, canvas = self.renderer, self.model.canvas
        pill.max_width = renderer.width - _MIN_WIDTH_BESIDE_PROMPT
        y = canvas.ui.to_local_length(self.model.layout.geometry.prompt_y + canvas.extra_height * 0.5)
        pill.place_at(renderer, (renderer.width + countdown_width) / 2, y, "center")

    def place_prompt(
        self, pill: Pill, answers: Sequence[FRect], *, has_countdown: bool = False, may_move: bool = False
    ) -> None:
        """Place the pill of a prompt at its usual place, or elsewhere if it would touch an answer button.

        Args:
            pill: the prompt or a refusal.
            answers: areas of the answer buttons.
            has_countdown: whether to reserve space for the countdown at its left.
            may_move: whether it moves away from captions; a prompt stays where players expect it.
        """
        ring_width = _COUNTDOWN_SPACE if has_countdown else 0.0
        self._place_as_usual(pill, ring_width)
        key = (pill.string, ring_width, tuple(map(tuple, answers)))
        if self._last_fit is None or self._last_fit[0] != key:
            touches_answer = any(self._touches(pill.rect, answer, ring_width) for answer in answers)
            self._last_fit = (
                key,
                self._find_free_rect(pill, answers, ring_width)
                if touches_answer
                else self._wrap_at_usual(pill, ring_width, may_move=may_move),
            )
        pill.max_width, pill.rect = self._last_fit[1][0], self._last_fit[1][1].copy()

    def _wrap_at_usual(self, pill: Pill, countdown_width: float, *, may_move: bool) -> tuple[float | None, FRect]:
        """Return the prompt's maximum width and area at its usual place, with more lines if it would cover seats.

        With ``may_move``, return a free place instead if the prompt would cover cards or pile names at the usual one.
        """
        areas = self._weighted_areas()
        seat_areas = [one for one in areas if one.weight >= SEATS_WEIGHT]
        best = (pill.max_width, pill.rect.copy())
        min_cost = placement_cost(_with_countdown(pill.rect, countdown_width), seat_areas)
        for width in _NARROW_WIDTHS if min_cost else ():
            pill.max_width = width
            rect = FRect(0, 0, *pill.preferred_size(self.renderer))
            rect.center = best[1].center
            cost = placement_cost(_with_countdown(rect, countdown_width), seat_areas)
            if cost < min_cost:
                best, min_cost = (width, rect), cost
        blocking_areas = (one for one in areas if one.weight >= CARDS_WEIGHT or one.weight == PILE_NAME_WEIGHT)
        if may_move and placement_cost(best[1], blocking_areas):  # a refusal has a link, which must stay pressable
            pill.rect.center = best[1].center
            free = self._find_free_rect(pill, (), 0.0)
            return best if placement_cost(free[1], areas) else free
        return best

    @staticmethod
    def _touches(rect: FRect, answer: FRect, countdown_width: float) -> bool:
        return answer.colliderect(_with_countdown(rect, countdown_width).inflate(8, 8))

    def _find_free_rect(
        self, pill: Pill, answers: Sequence[FRect], countdown_width: float
    ) -> tuple[float | None, FRect]:
        """Return the prompt's maximum width and area in the widest form that covers nothing, else that covers least."""
        renderer, near = self.renderer, pill.rect.center
        areas = [*self._weighted_areas(), *((answer, PRESSABLE_WEIGHT) for answer in answers)]
        bounds = FRect(
            _EDGE_GAP, _EDGE_GAP, renderer.width - 2 * _EDGE_GAP, self.model.canvas.ui_bottom - 2 * _EDGE_GAP
        )
        candidates = []
        for width in (pill.max_width, *_NARROW_WIDTHS):
            pill.max_width = width
            pill_width, pill_height = pill.preferred_size(renderer)
            placement = best_placement((pill_width + countdown_width, pill_height), bounds, areas, near)
            rect = FRect(placement.rect.left + countdown_width, placement.rect.top, pill_width, pill_height)
            if not placement.cost:
                return width, rect
            candidates.append((placement.cost, width, rect))
        _, width, rect = min(candidates, key=lambda one: one[0])
        return width, rect


def _with_countdown(rect: FRect, countdown_width: float) -> FRect:
    """Return the area of a prompt with the countdown at its left, whose width is 0 without one."""
    ring = FRect(0, 0, countdown_width, countdown_width)
    ring.midright = rect.midleft
    return rect.union(ring)
