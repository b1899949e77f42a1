"""Panning of a screen that is larger than the window because of large texts: by wheel, drag or keys."""

import pygame
from pygame import FRect, Surface

from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.space import Point, ScenePos, SceneSpace, TreePos, TreeSpace
from scenes.ui.widget import WHEEL_STEP, wheel_steps

_FOCUS_MARGIN = 24.0
"""Minimum distance of the focused widget from the window's edge, logical pixels."""
_BAR_WIDTH = 8.0


class Pan:
    """Visible part of a canvas that is larger than the window. Lengths are logical pixels."""

    def __init__(self) -> None:
        self.x = 0.0
        self.y = 0.0
        """Upper left corner of the visible part, with ``x``."""
        self._canvas_size = (0.0, 0.0)
        self._visible_size = (0.0, 0.0)
        self._drag_pos: TreePos = None

    def fit(self, renderer: Renderer) -> None:
        """Adopt the canvas and window size of a renderer for panning."""
        self._canvas_size, self._visible_size = (renderer.width, renderer.height), renderer.visible_size
        self._drag_pos = None
        self._move_to(self.x, self.y)

    @property
    def max_offset(self) -> tuple[float, float]:
        """Maximum pan offset to the right and down, logical pixels; 0 where the whole canvas is visible."""
        wide, high = self._canvas_size[0] - self._visible_size[0], self._canvas_size[1] - self._visible_size[1]
        return (wide if wide > 0.5 else 0.0), (high if high > 0.5 else 0.0)

    def to_canvas_pos(self, pos: Point[SceneSpace]) -> Point[TreeSpace]:
        return Point(pos.x + self.x, pos.y + self.y)

    def _move_to(self, x: float, y: float) -> bool:
        before = (self.x, self.y)
        most = self.max_offset
        self.x, self.y = max(0.0, min(most[0], x)), max(0.0, min(most[1], y))
        return before != (self.x, self.y)

    def handle_wheel(self, event: pygame.Event) -> bool:
        """Pan the canvas down by wheel, or sideways with Shift or if only its width is too large; return whether it
        moved.

        Touch scrolls in both directions at once.
        """
        across = -float(getattr(event, "precise_x", getattr(event, "x", 0)))
        down = wheel_steps(event)
        if not self.max_offset[1] and not getattr(event, "touch", False):
            across, down = across - down, 0.0
        return self._move_to(self.x - across * WHEEL_STEP, self.y - down * WHEEL_STEP)

    def handle_page_key(self, event: pygame.Event) -> bool:
        """Pan the canvas with PageUp and PageDown; return whether it moved."""
        step = self._visible_size[1] * 0.85
        return self._move_to(self.x, self.y + (step if event.key == pygame.K_PAGEDOWN else -step))

    def start_drag(self, event: pygame.Event, canvas_pos: TreePos) -> None:
        """Start dragging the canvas at a canvas position outside all widgets."""
        if event.button == 1 and any(self.max_offset):
            self._drag_pos = canvas_pos

    def move_drag(self, event: pygame.Event, window_pos: ScenePos) -> bool:
        """Drag the canvas to a window position; return whether a drag is in progress."""
        if self._drag_pos is None:
            return False
        if event.type == pygame.MOUSEBUTTONUP:
            self._drag_pos = None
            return False
        if event.type == pygame.MOUSEMOTION and window_pos is not None:
            self._move_to(self._drag_pos.x - window_pos.x, self._drag_pos.y - window_pos.y)
        return True

    def end_drag(self) -> None:
        self._drag_pos = None

    def reveal(self, centre_x: float, centre_y: float, width: float, height: float) -> bool:
        """Pan until a rectangle is visible, or its upper left part if it is too large; return whether it moved."""
        left, top = centre_x - width / 2 - _FOCUS_MARGIN, centre_y - height / 2 - _FOCUS_MARGIN
        right, bottom = centre_x + width / 2 + _FOCUS_MARGIN, centre_y + height / 2 + _FOCUS_MARGIN
        across = min(left, max(self.x, right - self._visible_size[0]))
        down = min(top, max(self.y, bottom - self._visible_size[1]))
        return self._move_to(across, down)

    def draw_scroll_bars(self, renderer: Renderer, target: Surface) -> None:
        """Draw the scroll bars that the panned canvas needs."""
        most, seen, whole = self.max_offset, self._visible_size, self._canvas_size
        if most[1]:
            height = seen[1] * seen[1] / whole[1]
            y = (seen[1] - height) * self.y / most[1]
            renderer.draw_box(target, box_styles.SCROLL_THUMB, FRect(seen[0] - _BAR_WIDTH - 3, y, _BAR_WIDTH, height))
        if most[0]:
            width = seen[0] * seen[0] / whole[0]
            x = (seen[0] - width) * self.x / most[0]
            renderer.draw_box(target, box_styles.SCROLL_THUMB, FRect(x, seen[1] - _BAR_WIDTH - 3, width, _BAR_WIDTH))
