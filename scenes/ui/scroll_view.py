"""A view of a column that may be taller, scrolled by wheel, drag, thumb and keys."""

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.space import LocalSpace, Point
from scenes.ui.boxes import LayoutBox
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widget import (
    WHEEL_STEP,
    PointerPos,
    Widget,
    is_press,
    is_release,
    wheel_steps,
)

_BAR_WIDTH, _BAR_COLUMN_WIDTH = 8.0, 18.0
"""Width of the scroll bar, and of the column that is kept free for it, logical pixels."""
_MIN_DRAG_DISTANCE = 8.0
"""Distance from which a press counts as a drag, not as a click, logical pixels."""
_MIN_HEIGHT = 24.0
"""Height up to which a view shows nothing, as there is no space for a line of text, logical pixels."""
_TOLERANCE = 0.5
"""Hidden height that is only rounding, as rectangles have single precision, logical pixels."""
_REVEAL_MARGIN = 12.0
"""Distance from the edges of the view at which a revealed area lies, logical pixels."""


class ScrollView(LayoutBox):
    """A scrollable view of one node. Its offset stays when the screen is described anew."""

    persistent = (*Widget.persistent, "offset", "_drag_start", "is_dragging", "is_dragging_thumb")

    def __init__(self, child: Widget, *, key: object, bar_overlaps: bool = False, fills_height: bool = False) -> None:
        """``bar_overlaps``: the scroll bar lies over the content's right edge, which leaves it free.
        ``fills_height``: the content is at least as high as the view, so that nodes in it can grow.
        """
        super().__init__([child])
        self.bar_overlaps = bar_overlaps
        self.fills_height = fills_height
        self.offset = 0.0
        """Distance scrolled down, logical pixels."""
        self.content_width = self.content_height = 0.0
        self._drag_start: tuple[float, float] | None = None
        """Pointer's y and offset at the start of a drag; None while there is none."""
        self.is_dragging = False
        """Whether the list follows the pointer, so that the widget pressed in it isn't clicked."""
        self.is_dragging_thumb = False
        self.with_layout(key, grow=1.0, shrink_order=1)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        size = self.children[0].desired_size(renderer, LayoutConstraints(constraints.max_width))
        return Size(size.width, min(size.height, constraints.max_height))

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        child, width = self.children[0], area.width
        height = child.desired_size(renderer, LayoutConstraints(width)).height
        if height > area.height + _TOLERANCE and not self.bar_overlaps:
            width -= _BAR_COLUMN_WIDTH
            height = child.desired_size(renderer, LayoutConstraints(width)).height
        child.visible = area.height > _MIN_HEIGHT
        if not child.visible:
            height = 0.0
        height = max(height, area.height) if self.fills_height else height
        self.content_width, self.content_height = width, height
        child.arrange_in_margin(renderer, FRect(0, 0, width, height))
        self.scroll(0.0)

    def to_local(self, pos: Point[LocalSpace]) -> PointerPos:
        """Convert a position outside the view to one in its content; None outside the visible area."""
        if not self.is_at(pos):
            return None
        return Point(pos.x - self.rect.left, pos.y - self.rect.top + self.offset)

    def to_outer(self, area: FRect) -> FRect:
        """Convert an area of the content to the coordinates outside the view."""
        return area.move(self.rect.left, self.rect.top - self.offset)

    @property
    def max_offset(self) -> float:
        """Maximum scroll offset; 0 if next to nothing is hidden."""
        beyond = self.content_height - self.rect.height
        return beyond if beyond > _TOLERANCE else 0.0

    def scroll(self, distance: float) -> bool:
        """Scroll the view down by ``distance``, up if it is negative; return whether it moved."""
        before = self.offset
        self.offset = max(0.0, min(self.max_offset, self.offset + distance))
        return self.offset != before

    def reveal(self, area: FRect) -> None:
        """Scroll the view until an area of the content is in view."""
        if area.top < self.offset + _REVEAL_MARGIN:
            self.scroll(area.top - _REVEAL_MARGIN - self.offset)
        elif area.bottom > self.offset + self.rect.height - _REVEAL_MARGIN:
            self.scroll(area.bottom + _REVEAL_MARGIN - self.rect.height - self.offset)

    def thumb_rect(self) -> FRect:
        """Return the rectangle of the scroll bar's thumb; empty if the whole content is in view."""
        if not self.max_offset:
            return FRect(0, 0, 0, 0)
        height = max(44.0, self.rect.height * self.rect.height / self.content_height)
        y = self.rect.top + (self.rect.height - height) * self.offset / self.max_offset
        return FRect(self.rect.right - _BAR_WIDTH - 2, y, _BAR_WIDTH, height)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        with renderer.clip(target, self.rect), renderer.shift(self.rect.left, self.rect.top - self.offset):
            super().draw(renderer, target)
        if self.max_offset:
            thumb = self.thumb_rect()
            track = FRect(thumb.left, self.rect.top, _BAR_WIDTH, self.rect.height)
            renderer.draw_box(target, box_styles.SCROLL_TRACK, track)
            held = self.is_dragging_thumb or self.hovered
            renderer.draw_box(target, box_styles.SCROLL_THUMB_HOVER if held else box_styles.SCROLL_THUMB, thumb)

    def is_at(self, pos: PointerPos) -> bool:
        """Whether a position is in the visible area."""
        return pos is not None and bool(self.rect.collidepoint(pos))

    def is_on_thumb(self, pos: PointerPos) -> bool:
        """Whether a position is on the scroll bar's thumb or close beside it."""
        return pos is not None and bool(self.max_offset and self.thumb_rect().inflate(16, 0).collidepoint(pos))

    def scroll_by_wheel(self, event: Event, scale: float = 1.0) -> bool:
        """Scroll the view by a turn of the wheel, or so that it follows a finger; return whether it moved.

        ``scale``: logical pixels of the screen for one of the view.
        """
        distance = wheel_steps(event) * WHEEL_STEP
        return self.scroll(-distance / scale if getattr(event, "touch", False) else -distance)

    def handle_page_key(self, event: Event) -> bool:
        """Scroll the view by Page Up, Page Down, Home and End; return whether it moved."""
        page = self.rect.height * 0.9
        distances = {
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -self.content_height,
            pygame.K_END: self.content_height,
        }
        return event.key in distances and self.scroll(distances[event.key])

    def drag(self, event: Event, pos: PointerPos, *, may_start: bool) -> bool:
        """Drag the content or the thumb; return whether the event belongs to a drag.

        ``may_start``: a press at this position may start a drag of the content.
        """
        if is_press(event) and pos is not None and self.max_offset and self.is_at(pos):
            self.is_dragging_thumb = self.is_on_thumb(pos)
            if may_start or self.is_dragging_thumb:
                self._drag_start = (pos[1], self.offset)
            return self.is_dragging_thumb
        if self._drag_start is None or pos is None:
            return False
        if event.type == pygame.MOUSEMOTION:
            return self._follow_drag(pos[1] - self._drag_start[0], self._drag_start[1])
        if is_release(event):
            dragged = self.is_dragging or self.is_dragging_thumb
            self.end_drag()
            return dragged
        return False

    def _follow_drag(self, distance: float, start_offset: float) -> bool:
        if self.is_dragging_thumb:
            free_height = max(1.0, self.rect.height - self.thumb_rect().height)
            self.scroll(start_offset + distance * self.max_offset / free_height - self.offset)
            return True
        if self.is_dragging or abs(distance) > _MIN_DRAG_DISTANCE:
            self.is_dragging = True
            self.scroll(start_offset - distance - self.offset)
            return True
        return False

    def end_drag(self) -> None:
        """End a drag of the view, if any."""
        self._drag_start, self.is_dragging, self.is_dragging_thumb = None, False, False
