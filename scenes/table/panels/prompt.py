"""The place of the prompt: in the middle below the piles, beside answers that lie there, or where it covers least."""

from collections.abc import Callable, Sequence

from pygame import FRect

from scenes.look.look import Look
from scenes.look.widgets import Pill
from scenes.table.felt.obstacles import PLAYED, PRESSED, REACHED, SEATS, Obstacle
from scenes.table.felt.room import best_room, cost_of
from scenes.table.stage.stage import Stage

_ASIDE = 480.0
"""Width that the prompt leaves free."""
_NARROWER = (440.0, 340.0, 240.0)
"""Other widths, where there is no room for one line."""
_RING = 64.0
"""Room for the countdown at the prompt's left."""
_EDGE = 12.0
"""From the edges of the table."""


class Prompts:
    """Places the prompt, or a refusal in its stead, and keeps the place while text and answers stay the same.

    Args:
        look: of texts and buttons.
        stage: the table.
        obstacles: what else lies on the table.
    """

    def __init__(self, look: Look, stage: Stage, obstacles: Callable[[], list[Obstacle]]) -> None:
        self.look = look
        self.stage = stage
        self._obstacles = obstacles
        self._kept: tuple[object, tuple[float | None, FRect]] | None = None

    def _usual(self, pill: Pill) -> None:
        """Put it at its usual place."""
        look, canvas = self.look, self.stage.canvas
        pill.max_width = look.width - _ASIDE
        y = self.stage.layout.prompt_y + canvas.extra * 0.5
        pill.place(look, look.width / 2, y / canvas.ui, "center")

    def place(self, pill: Pill, answers: Sequence[FRect], *, countdown: bool = False, moves: bool = False) -> None:
        """Place it beside the answers, with room for a ``countdown`` at its left.

        One that ``moves`` goes elsewhere if it would lie on a caption; a prompt stays where it is looked for.
        """
        self._usual(pill)
        ring = _RING if countdown else 0.0
        key = (pill.string, ring, tuple(map(tuple, answers)))
        if self._kept is None or self._kept[0] != key:
            touched = any(self._touches(pill.rect, answer, ring) for answer in answers)
            self._kept = key, self._found(pill, answers, ring) if touched else self._broken(pill, moves=moves)
        pill.max_width, pill.rect = self._kept[1][0], self._kept[1][1].copy()

    def _broken(self, pill: Pill, *, moves: bool) -> tuple[float | None, FRect]:
        """The usual place, in more lines if a long prompt would lie on cards of the seats at the sides.

        One that ``moves`` and would still lie on something goes where it covers nothing, if there is such a place.
        """
        taken = [one for one in self._obstacles() if one.weight >= SEATS]
        best, least = (pill.max_width, pill.rect.copy()), cost_of(pill.rect, taken)
        for width in _NARROWER if least else ():
            pill.max_width = width
            rect = FRect(0, 0, *pill.preferred(self.look))
            rect.center = best[1].center
            cost = cost_of(rect, taken)
            if cost < least:
                best, least = (width, rect), cost
        pressed = [one for one in self._obstacles() if one.weight >= PLAYED or one.weight == REACHED]
        if moves and cost_of(best[1], pressed):  # it has a link of its own
            pill.rect.center = best[1].center
            other = self._found(pill, (), 0.0)
            return best if cost_of(other[1], self._obstacles()) else other
        return best

    @staticmethod
    def _touches(rect: FRect, answer: FRect, ring: float) -> bool:
        return answer.colliderect(FRect(rect.left - ring - 4, rect.top - 4, rect.width + ring + 8, rect.height + 8))

    def _found(self, pill: Pill, answers: Sequence[FRect], ring: float) -> tuple[float | None, FRect]:
        """Width and place of the first of several forms that covers nothing, or of the one that covers least."""
        look, near = self.look, pill.rect.center
        taken = [*self._obstacles(), *((answer, PRESSED) for answer in answers)]
        bounds = FRect(_EDGE, _EDGE, look.width - 2 * _EDGE, self.stage.canvas.foot - 2 * _EDGE)
        found = []
        for width in (pill.max_width, *_NARROWER):
            pill.max_width = width
            wide, high = pill.preferred(look)
            room = best_room((wide + ring, high), bounds, taken, near)
            rect = FRect(room.rect.left + ring, room.rect.top, wide, high)
            if not room.cost:
                return width, rect
            found.append((room.cost, width, rect))
        _, width, rect = min(found, key=lambda one: one[0])
        return width, rect
