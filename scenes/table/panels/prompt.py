"""The place of the prompt: in the middle below the piles, beside a panel that lies there, or where it covers least."""

from collections.abc import Callable, Sequence

from pygame import FRect

from scenes.look.look import Look
from scenes.look.widgets import Pill
from scenes.table.felt.obstacles import PRESSED, SEATS, Obstacle
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
    """Places the prompt and keeps the place while text and panels stay the same.

    Args:
        look: of texts and buttons.
        stage: the table.
        obstacles: what lies on the table besides prompt and panels.
    """

    def __init__(self, look: Look, stage: Stage, obstacles: Callable[[], list[Obstacle]]) -> None:
        self.look = look
        self.stage = stage
        self._obstacles = obstacles
        self.moved: FRect | None = None
        """Where the prompt is while it isn't at its usual place."""
        self._kept: tuple[object, tuple[float | None, FRect]] | None = None

    def usual(self, text: str) -> Pill:
        """The prompt at its usual place."""
        look, canvas = self.look, self.stage.canvas
        pill = Pill(text, max_width=look.width - _ASIDE)
        y = self.stage.layout.prompt_y + canvas.extra * 0.5
        pill.place(look, look.width / 2, y / canvas.ui, "center")
        return pill

    def placed(self, text: str, panels: Sequence[FRect], *, countdown: bool) -> Pill:
        """The prompt beside these panels, with room for a ``countdown`` at its left."""
        pill = self.usual(text)
        ring = _RING if countdown else 0.0
        panels = [panel for panel in panels if panel.width]
        key = (text, ring, tuple(map(tuple, panels)))
        if self._kept is None or self._kept[0] != key:
            touched = any(self._touches(pill.rect, panel, ring) for panel in panels)
            found = self._found(pill, panels, ring) if touched else self._broken(pill)
            self.moved = found[1] if touched else None
            self._kept = key, found
        pill.max_width, pill.rect = self._kept[1][0], self._kept[1][1].copy()
        return pill

    def _broken(self, pill: Pill) -> tuple[float | None, FRect]:
        """The usual place, in more lines if a long prompt would lie on cards of the seats at the sides."""
        taken = [one for one in self._obstacles() if one.weight >= SEATS]
        best, least = (pill.max_width, pill.rect.copy()), cost_of(pill.rect, taken)
        for width in _NARROWER if least else ():
            other = Pill(pill.string, max_width=width)
            other.place(self.look, *pill.rect.center, "center")
            cost = cost_of(other.rect, taken)
            if cost < least:
                best, least = (width, other.rect), cost
        return best

    @staticmethod
    def _touches(rect: FRect, panel: FRect, ring: float) -> bool:
        return panel.colliderect(FRect(rect.left - ring - 4, rect.top - 4, rect.width + ring + 8, rect.height + 8))

    def _found(self, pill: Pill, panels: Sequence[FRect], ring: float) -> tuple[float | None, FRect]:
        """Width and place of the first of several forms that covers nothing, or of the one that covers least."""
        look, near = self.look, pill.rect.center
        taken = [*self._obstacles(), *((panel, PRESSED) for panel in panels)]
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
