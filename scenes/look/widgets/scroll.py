"""A view of a tall list, scrolled by wheel, drag and keys."""

from collections.abc import Iterator, Sequence

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.widgets.base import WHEEL, Group, Pos, Widget, is_press, is_release, wheel_steps

_BAR = 8.0
_DRAG_FROM = 8.0
"""Distance after which a press is a drag and no longer a click, logical pixels."""


class Scroll(Group):
    """A scrolled list. Its children have coordinates from (0, 0) at its upper left; ``content`` is its height."""

    def __init__(self, rect: FRect, content: float, children: Sequence[Widget] = ()) -> None:
        super().__init__(children, rect)
        self.content = content
        self.offset = 0.0
        """Distance that the list is scrolled down, logical pixels."""
        self.on_focus = self.reveal
        self._grabbed: tuple[float, float] | None = None
        """The pointer's y and the offset at the start of a drag."""
        self._dragging = False
        self._on_bar = False

    @property
    def furthest(self) -> float:
        """Maximum offset; 0 if less than half a pixel is out of view, as rectangles have single precision."""
        beyond = self.content - self.rect.height
        return beyond if beyond > 0.5 else 0.0

    def scroll(self, by: float) -> bool:
        """Scroll down, or up with a negative ``by``; True if it moved."""
        before = self.offset
        self.offset = max(0.0, min(self.furthest, self.offset + by))
        return self.offset != before

    def reveal(self, widget: Widget) -> None:
        """Scroll a child into view."""
        if widget.rect.top < self.offset + 12:
            self.scroll(widget.rect.top - 12 - self.offset)
        elif widget.rect.bottom > self.offset + self.rect.height - 12:
            self.scroll(widget.rect.bottom + 12 - self.rect.height - self.offset)

    def bar(self) -> FRect:
        """Rectangle of the scroll bar's thumb; empty if everything is in view."""
        if not self.furthest:
            return FRect(0, 0, 0, 0)
        high = max(44.0, self.rect.height * self.rect.height / self.content)
        y = self.rect.top + (self.rect.height - high) * self.offset / self.furthest
        return FRect(self.rect.right - _BAR - 2, y, _BAR, high)

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the visible part and the scroll bar."""
        with look.clipped(target, self.rect), look.shifted(self.rect.left, self.rect.top - self.offset):
            seen = FRect(-100, self.offset - 60, self.rect.width + 200, self.rect.height + 120)
            for child in self.children:
                if child.visible and child.rect.colliderect(seen):
                    child.draw(look, target)
            for child in self.children:
                child.draw_focus(look, target)
        if self.furthest:
            bar = self.bar()
            look.draw_box(target, box_styles.TRACK, FRect(bar.left, self.rect.top, _BAR, self.rect.height))
            held = self._on_bar or self.hovered
            look.draw_box(target, box_styles.THUMB_HOVER if held else box_styles.THUMB, bar)

    def inner(self, pos: Pos) -> Pos:
        """A screen position in the list's coordinates; None outside the view."""
        if pos is None or not self.rect.collidepoint(pos):
            return None
        return pos[0] - self.rect.left, pos[1] - self.rect.top + self.offset

    def handle(self, event: Event, pos: Pos) -> bool:
        """Scroll by wheel, thumb, drag or key; everything else goes to the children."""
        if not self.active:
            return False
        if event.type == pygame.MOUSEWHEEL:
            inside = pos is None or bool(self.rect.collidepoint(pos))
            return inside and self.scroll(-wheel_steps(event) * WHEEL)
        if event.type == pygame.KEYDOWN:
            return self.page(event) or super().handle(event, pos)
        if event.type == pygame.WINDOWFOCUSLOST:
            self._grabbed, self._dragging, self._on_bar = None, False, False
        if self._drag(event, pos):
            return True
        return super().handle(event, self.inner(pos))

    def starts_drag(self, pos: Pos) -> bool:
        return self._has_thumb(pos) or super().starts_drag(pos)

    def scrolls_at(self, pos: Pos) -> bool:
        return self.active and pos is not None and bool(self.furthest and self.rect.collidepoint(pos))

    def _has_thumb(self, pos: Pos) -> bool:
        """Whether the thumb of the scroll bar answers here."""
        return pos is not None and bool(self.furthest and self.bar().inflate(16, 0).collidepoint(pos))

    @property
    def origin(self) -> tuple[float, float]:
        """Position of the list's upper left corner, which moves with scrolling."""
        return self.rect.left, self.rect.top - self.offset

    def controls(self) -> Iterator[FRect]:
        """Rectangles of the focusable widgets in view, cut to the view."""
        return (area.clip(self.rect) for area in super().controls() if area.colliderect(self.rect))

    def page(self, event: Event) -> bool:
        """Scroll by Page Up, Page Down, Home and End."""
        page = self.rect.height * 0.9
        steps = {
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -self.content,
            pygame.K_END: self.content,
        }
        return event.key in steps and self.scroll(steps[event.key])

    def _drag(self, event: Event, pos: Pos) -> bool:
        """Drag the list or the thumb; True if the event belongs to a drag."""
        if is_press(event) and pos is not None and self.furthest and self.rect.collidepoint(pos):
            self._on_bar = self._has_thumb(pos)
            under = self.at(pos)
            if not self._on_bar and under is not None and under.starts_drag(self.inner(pos)):
                return False
            self._grabbed = (pos[1], self.offset)
            return self._on_bar
        if self._grabbed is None or pos is None:
            return False
        start, offset = self._grabbed
        if event.type == pygame.MOUSEMOTION:
            moved = pos[1] - start
            if self._on_bar:
                rest = max(1.0, self.rect.height - self.bar().height)
                self.scroll(offset + moved * self.furthest / rest - self.offset)
                return True
            if self._dragging or abs(moved) > _DRAG_FROM:
                self._dragging = True
                for child in self.children:
                    child.pressed = False
                self.scroll(offset - moved - self.offset)
                return True
        if is_release(event):
            dragged = self._dragging or self._on_bar
            self._grabbed, self._dragging, self._on_bar = None, False, False
            return dragged
        return False
