"""Scrollable list of widgets, moved by wheel, drag and keys."""

from collections.abc import Iterator, Sequence

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.widgets.base import WHEEL_STEP, Group, PointerPos, Widget, is_press, is_release, wheel_steps

_BAR_WIDTH = 8.0
_MIN_DRAG_DISTANCE = 8.0
"""Distance from which a press counts as a drag, not as a click, logical pixels."""


class Scroll(Group):
    """A scrollable list of widgets. Its children have coordinates relative to the list's upper left corner.

    ``content_height`` is the height of the whole list.
    """

    def __init__(self, rect: FRect, content_height: float, children: Sequence[Widget] = ()) -> None:
        super().__init__(children, rect)
        self.content_height = content_height
        self.offset = 0.0
        """Distance scrolled down, logical pixels."""
        self.on_focus = self.reveal
        self._drag_start: tuple[float, float] | None = None
        """Pointer's y and offset at the start of a drag; None while there is none."""
        self._is_dragging = False
        self._is_dragging_thumb = False

    @property
    def max_offset(self) -> float:
        """Maximum scroll offset of the list; 0 if less than half a pixel is hidden, as rectangles have single
        precision."""
        beyond = self.content_height - self.rect.height
        return beyond if beyond > 0.5 else 0.0

    def scroll(self, distance: float) -> bool:
        """Scroll the list down by ``distance``, up if it is negative; return whether it moved."""
        before = self.offset
        self.offset = max(0.0, min(self.max_offset, self.offset + distance))
        return self.offset != before

    def reveal(self, widget: Widget) -> None:
        """Scroll the list until a child is in view."""
        if widget.rect.top < self.offset + 12:
            self.scroll(widget.rect.top - 12 - self.offset)
        elif widget.rect.bottom > self.offset + self.rect.height - 12:
            self.scroll(widget.rect.bottom + 12 - self.rect.height - self.offset)

    def thumb_rect(self) -> FRect:
        """Return the rectangle of the scroll bar's thumb; empty if the whole list is in view."""
        if not self.max_offset:
            return FRect(0, 0, 0, 0)
        high = max(44.0, self.rect.height * self.rect.height / self.content_height)
        y = self.rect.top + (self.rect.height - high) * self.offset / self.max_offset
        return FRect(self.rect.right - _BAR_WIDTH - 2, y, _BAR_WIDTH, high)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        with renderer.clip(target, self.rect), renderer.shift(self.rect.left, self.rect.top - self.offset):
            seen = FRect(-100, self.offset - 60, self.rect.width + 200, self.rect.height + 120)
            for child in self.children:
                if child.visible and child.rect.colliderect(seen):
                    child.draw(renderer, target)
            for child in self.children:
                child.draw_focus(renderer, target)
        if self.max_offset:
            bar = self.thumb_rect()
            renderer.draw_box(
                target, box_styles.SCROLL_TRACK, FRect(bar.left, self.rect.top, _BAR_WIDTH, self.rect.height)
            )
            held = self._is_dragging_thumb or self.hovered
            renderer.draw_box(target, box_styles.SCROLL_THUMB_HOVER if held else box_styles.SCROLL_THUMB, bar)

    def to_local(self, pos: PointerPos) -> PointerPos:
        """Convert a screen position to the list's coordinates; None outside the view."""
        if pos is None or not self.rect.collidepoint(pos):
            return None
        return pos[0] - self.rect.left, pos[1] - self.rect.top + self.offset

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Scroll the list by wheel, thumb, drag or key. All other events go to the children."""
        if not self.is_active:
            return False
        if event.type == pygame.MOUSEWHEEL:
            inside = pos is None or bool(self.rect.collidepoint(pos))
            return inside and self.scroll(-wheel_steps(event) * WHEEL_STEP)
        if event.type == pygame.KEYDOWN:
            return self.handle_page_key(event) or super().handle(event, pos)
        if event.type == pygame.WINDOWFOCUSLOST:
            self._drag_start, self._is_dragging, self._is_dragging_thumb = None, False, False
        if self._drag(event, pos):
            return True
        return super().handle(event, self.to_local(pos))

    def starts_drag(self, pos: PointerPos) -> bool:
        return self._is_on_thumb(pos) or super().starts_drag(pos)

    def can_scroll_at(self, pos: PointerPos) -> bool:
        return self.is_active and pos is not None and bool(self.max_offset and self.rect.collidepoint(pos))

    def _is_on_thumb(self, pos: PointerPos) -> bool:
        """Whether a position is on the scroll bar's thumb or close beside it."""
        return pos is not None and bool(self.max_offset and self.thumb_rect().inflate(16, 0).collidepoint(pos))

    @property
    def origin(self) -> tuple[float, float]:
        """Position of the list's upper left corner, which moves with scrolling."""
        return self.rect.left, self.rect.top - self.offset

    def control_areas(self) -> Iterator[FRect]:
        """Iterate over the rectangles of the list's visible focusable widgets, clipped to the view."""
        return (area.clip(self.rect) for area in super().control_areas() if area.colliderect(self.rect))

    def handle_page_key(self, event: Event) -> bool:
        """Scroll the list by Page Up, Page Down, Home and End."""
        page = self.rect.height * 0.9
        steps = {
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -self.content_height,
            pygame.K_END: self.content_height,
        }
        return event.key in steps and self.scroll(steps[event.key])

    def _drag(self, event: Event, pos: PointerPos) -> bool:
        """Drag the scrollable list or its thumb; return whether the event belongs to a drag."""
        if is_press(event) and pos is not None and self.max_offset and self.rect.collidepoint(pos):
            self._is_dragging_thumb = self._is_on_thumb(pos)
            under = self.focusable_widget_at(pos)
            if not self._is_dragging_thumb and under is not None and under.starts_drag(self.to_local(pos)):
                return False
            self._drag_start = (pos[1], self.offset)
            return self._is_dragging_thumb
        if self._drag_start is None or pos is None:
            return False
        start, offset = self._drag_start
        if event.type == pygame.MOUSEMOTION:
            distance = pos[1] - start
            if self._is_dragging_thumb:
                rest = max(1.0, self.rect.height - self.thumb_rect().height)
                self.scroll(offset + distance * self.max_offset / rest - self.offset)
                return True
            if self._is_dragging or abs(distance) > _MIN_DRAG_DISTANCE:
                self._is_dragging = True
                for child in self.children:
                    child.pressed = False
                self.scroll(offset - distance - self.offset)
                return True
        if is_release(event):
            dragged = self._is_dragging or self._is_dragging_thumb
            self._drag_start, self._is_dragging, self._is_dragging_thumb = None, False, False
            return dragged
        return False
