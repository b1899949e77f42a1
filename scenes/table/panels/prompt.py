"""Where the prompt stands: in the middle below the piles, beside a panel that lies there, or where it covers least."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pygame import FRect

from scenes.look.look import Look
from scenes.look.widgets import Pill
from scenes.table.felt.lying import PRESSED, SEATS, lying
from scenes.table.felt.room import best_room, cost_of
from scenes.table.stage.stage import Stage

if TYPE_CHECKING:
    from scenes.table.hud import Hud

_ASIDE = 480.0
"""So much of the width it leaves free."""
_NARROWER = (440.0, 340.0, 240.0)
"""Other widths, where there is no room for it in one line."""
_RING = 64.0
"""Room for the countdown at its left."""
_EDGE = 12.0
"""From the edges of the table."""


class Prompts:
    """Places the prompt; a place that had to be looked for is kept while everything around it stays.

    Args:
        look: of texts and buttons.
    """

    def __init__(self, look: Look, stage: Stage) -> None:
        self.look = look
        self.stage = stage
        self.moved: FRect | None = None
        """Where it stands when that is not where it usually does."""
        self._kept: tuple[object, tuple[float | None, FRect]] | None = None

    def home(self, text: str) -> Pill:
        """It where it stands if no panel lies there."""
        look, canvas = self.look, self.stage.canvas
        pill = Pill(text, max_width=look.width - _ASIDE)
        y = self.stage.layout.prompt_y + canvas.extra * 0.5
        pill.place(look, look.width / 2, y / canvas.ui, "center")
        return pill

    def placed(self, hud: Hud, text: str, panels: Sequence[FRect]) -> Pill:
        """It beside these panels."""
        pill = self.home(text)
        ring = 0.0 if hud.countdown is None else _RING
        panels = [panel for panel in panels if panel.width]
        key = (text, ring, tuple(map(tuple, panels)))
        if self._kept is None or self._kept[0] != key:
            touched = any(self._touches(pill.rect, panel, ring) for panel in panels)
            found = self._found(hud, pill, panels, ring) if touched else self._broken(hud, pill)
            self.moved = found[1] if touched else None
            self._kept = key, found
        pill.max_width, pill.rect = self._kept[1][0], self._kept[1][1].copy()
        return pill

    def _broken(self, hud: Hud, pill: Pill) -> tuple[float | None, FRect]:
        """Its usual place, in more lines if a long one would lie on cards of those who sit at the sides."""
        taken = [one for one in lying(hud) if one.weight >= SEATS]
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

    def _found(self, hud: Hud, pill: Pill, panels: Sequence[FRect], ring: float) -> tuple[float | None, FRect]:
        """The width of the first of several forms that covers nothing, or of the one that covers least; its place."""
        look, near = self.look, pill.rect.center
        taken = [*lying(hud), *((panel, PRESSED) for panel in panels)]
        bounds = FRect(_EDGE, _EDGE, look.width - 2 * _EDGE, hud.foot - 2 * _EDGE)
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
