"""Panning over a screen that is larger than the window, at large texts: by wheel, drag or keys."""

import pygame
from pygame import FRect, Surface

from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.widgets import Pos
from scenes.look.widgets.base import WHEEL, wheel_steps

_NEAR = 24.0
"""Distance of the focused widget from the edge, logical pixels."""
_BAR = 8.0


class Pan:
    """The part of a canvas that the window shows. Lengths are logical pixels."""

    def __init__(self) -> None:
        self.x = 0.0
        self.y = 0.0
        """Upper left corner of the visible part, with ``x``."""
        self._whole = (0.0, 0.0)
        self._seen = (0.0, 0.0)
        self._grip: Pos = None

    def fit(self, look: Look) -> None:
        """Adopt the canvas and the window of a look."""
        self._whole, self._seen = (look.width, look.height), look.visible_size
        self._grip = None
        self._go(self.x, self.y)

    @property
    def furthest(self) -> tuple[float, float]:
        """The largest ``x`` and ``y``; 0 where everything is shown."""
        wide, high = self._whole[0] - self._seen[0], self._whole[1] - self._seen[1]
        return (wide if wide > 0.5 else 0.0), (high if high > 0.5 else 0.0)

    def inside(self, pos: tuple[float, float]) -> tuple[float, float]:
        """Convert a window position to a canvas position."""
        return pos[0] + self.x, pos[1] + self.y

    def _go(self, x: float, y: float) -> bool:
        before = (self.x, self.y)
        most = self.furthest
        self.x, self.y = max(0.0, min(most[0], x)), max(0.0, min(most[1], y))
        return before != (self.x, self.y)

    def wheel(self, event: pygame.Event) -> bool:
        """Scroll down, or sideways with Shift or where only the width is too large; True when it moved.

        A finger moves everything along with it, both ways.
        """
        across = -float(getattr(event, "precise_x", getattr(event, "x", 0)))
        down = wheel_steps(event)
        if not self.furthest[1] and not getattr(event, "touch", False):
            across, down = across - down, 0.0
        return self._go(self.x - across * WHEEL, self.y - down * WHEEL)

    def page(self, event: pygame.Event) -> bool:
        """Handle PageUp and PageDown; True when it moved."""
        step = self._seen[1] * 0.85
        return self._go(self.x, self.y + (step if event.key == pygame.K_PAGEDOWN else -step))

    def grab(self, event: pygame.Event, pos: Pos) -> None:
        """Start dragging the canvas at ``pos``, a canvas position outside all widgets."""
        if event.button == 1 and any(self.furthest):
            self._grip = pos

    def drag(self, event: pygame.Event, pos: Pos) -> bool:
        """Drag the canvas to ``pos``, a window position; True while it is being dragged."""
        if self._grip is None:
            return False
        if event.type == pygame.MOUSEBUTTONUP:
            self._grip = None
            return False
        if event.type == pygame.MOUSEMOTION and pos is not None:
            self._go(self._grip[0] - pos[0], self._grip[1] - pos[1])
        return True

    def let_go(self) -> None:
        """End dragging."""
        self._grip = None

    def reveal(self, x: float, y: float, width: float, height: float) -> bool:
        """Pan to a rectangle centred at x, y, to its upper left part if it is larger than the window."""
        left, top = x - width / 2 - _NEAR, y - height / 2 - _NEAR
        right, bottom = x + width / 2 + _NEAR, y + height / 2 + _NEAR
        across = min(left, max(self.x, right - self._seen[0]))
        down = min(top, max(self.y, bottom - self._seen[1]))
        return self._go(across, down)

    def draw(self, look: Look, target: Surface) -> None:
        """Draw a scroll bar at the right and one at the bottom, as needed."""
        most, seen, whole = self.furthest, self._seen, self._whole
        if most[1]:
            high = seen[1] * seen[1] / whole[1]
            y = (seen[1] - high) * self.y / most[1]
            look.draw_box(target, box_styles.THUMB, FRect(seen[0] - _BAR - 3, y, _BAR, high))
        if most[0]:
            wide = seen[0] * seen[0] / whole[0]
            x = (seen[0] - wide) * self.x / most[0]
            look.draw_box(target, box_styles.THUMB, FRect(x, seen[1] - _BAR - 3, wide, _BAR))
