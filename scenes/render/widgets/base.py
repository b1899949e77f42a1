"""Base classes of widgets, and the group that dispatches events and moves the keyboard focus.

Rectangles are logical pixels. A widget receives pygame's events with the pointer's logical position, never queries the
mouse itself, and returns True when it needs a redraw.
"""

from collections.abc import Callable, Iterator, Sequence

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.render import box_styles
from scenes.render.boxes import Box
from scenes.render.key_events import plain_key
from scenes.render.renderer import Renderer
from scenes.render.theme import MIN_TARGET_SIZE
from scenes.render.viewport import Anchor
from scenes.render.widgets.node import LayoutConstraints, Node, Size

PointerPos = tuple[float, float] | None
"""Logical position of the pointer; None for events without one."""
OnClick = Callable[[], None]
ACTIVATE_KEYS = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
ARROW_DIRECTIONS = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
LEFT_BUTTON = 1
WHEEL_STEP = 60.0
"""Distance scrolled by one step of the wheel, logical pixels."""
_OUTSIDE_COST, _SIDEWAYS_COST = 2.5, 0.3
"""Cost per pixel of sideways distance when an arrow key searches the next widget: beyond the widget's edge, and within
it."""
_POINTER_EVENTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


def is_press(event: Event) -> bool:
    """Whether an event presses the left mouse button. Touch counts as the left button."""
    return event.type == pygame.MOUSEBUTTONDOWN and event.button == LEFT_BUTTON


def is_release(event: Event) -> bool:
    """Whether an event releases the left mouse button."""
    return event.type == pygame.MOUSEBUTTONUP and event.button == LEFT_BUTTON


class Widget(Node):
    """Base class of widgets: a node that draws itself and handles events."""

    persistent = (*Node.persistent, "hovered", "pressed", "focused", "min_target_size")

    def __init__(self, rect: FRect | None = None) -> None:
        super().__init__(rect)
        self.enabled = True
        self.visible = True
        self.focusable = False
        self.hovered = False
        self.pressed = False
        self.focused = False
        """Whether it receives keys and shows its focus ring."""
        self.focus_radius = 12.0
        """Corner radius of the focus ring."""
        self.shortcut: int | None = None
        """pygame constant of a key that activates it wherever the focus is; None for no shortcut."""
        self.min_target_size = MIN_TARGET_SIZE
        """Minimum width and height of the pointer target, logical pixels; set by ``place_at``."""

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        """Return the widget's natural width and height, which depend on its texts and so on the language."""
        return self.rect.width, self.rect.height

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        return Size(*self.preferred_size(renderer))

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        super().arrange(renderer, rect)
        self.set_min_target_size(renderer.min_target_size)

    def place_at(self, renderer: Renderer, x: float, y: float, anchor: Anchor = "topleft") -> None:
        """Place the widget at a position in its preferred size."""
        self.rect = FRect(0, 0, *self.preferred_size(renderer))
        setattr(self.rect, anchor, (x, y))
        self.set_min_target_size(renderer.min_target_size)

    def is_hit(self, pos: PointerPos) -> bool:
        """Whether the pointer is on the widget, or within ``min_target_size`` around a smaller widget's centre."""
        if pos is None:
            return False
        width, height = max(self.rect.width, self.min_target_size), max(self.rect.height, self.min_target_size)
        area = FRect(self.rect.centerx - width / 2, self.rect.centery - height / 2, width, height)
        return bool(area.collidepoint(pos))

    def distance_to(self, pos: tuple[float, float]) -> float:
        """Return the distance from the pointer to the widget's rectangle, logical pixels; 0 inside."""
        across = max(self.rect.left - pos[0], 0.0, pos[0] - self.rect.right)
        down = max(self.rect.top - pos[1], 0.0, pos[1] - self.rect.bottom)
        return max(across, down)

    def set_min_target_size(self, size: float) -> None:
        """Set the minimum pointer target size of the widget and its children."""
        self.min_target_size = size

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw the widget at its rectangle."""

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Handle an event in the widget; return whether it had an effect."""
        return self.update_hovered(event, pos)

    def update_hovered(self, event: Event, pos: PointerPos) -> bool:
        """Update whether the pointer is over the widget; return whether that changed."""
        if event.type == pygame.WINDOWLEAVE:
            over = False
        elif event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            over = self.is_active and self.is_hit(pos)
        else:
            return False
        changed = over != self.hovered
        self.hovered = over
        return changed

    @property
    def is_active(self) -> bool:
        return self.visible and self.enabled

    def starts_drag(self, pos: PointerPos) -> bool:
        """Whether a press at this position starts a drag of the widget, instead of scrolling the list around it."""
        return False

    def activate(self) -> bool:
        """Do the action of a click on the widget; return whether it had an effect."""
        return False

    def drop_focus(self) -> None:
        """End an activity that needs the keyboard focus, such as editing; called when the focus moves on."""

    def draw_focus(self, renderer: Renderer, target: Surface) -> None:
        """Draw the focus ring around the widget if it is focused."""
        if self.focused and self.visible:
            gap = box_styles.FOCUS_GAP
            ring = Box(self.focus_radius + gap, outlines=box_styles.FOCUS_RING.outlines)
            renderer.draw_box(target, ring, self.rect.inflate(2 * gap, 2 * gap))


class Clickable(Widget):
    """A widget activated by mouse, Enter, Space or its shortcut."""

    def __init__(self, on_click: OnClick | None = None, rect: FRect | None = None) -> None:
        super().__init__(rect)
        self.on_click = on_click
        self.focusable = True

    def activate(self) -> bool:
        if not self.is_active:
            return False
        if self.on_click:
            self.on_click()
        return True

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Activate the widget by a press and a release inside it, or by Enter or Space while it is focused."""
        changed = self.update_hovered(event, pos)
        if is_press(event) and self.is_active and self.is_hit(pos):
            self.pressed = True
            return True
        if is_release(event) and self.pressed:
            self.pressed = False
            if self.is_hit(pos):
                self.activate()
            return True
        if event.type == pygame.WINDOWFOCUSLOST and self.pressed:
            self.pressed = False
            return True
        if event.type == pygame.KEYDOWN and self.focused and event.key in ACTIVATE_KEYS:
            return self.activate()
        return changed


class Group(Widget):
    """A group of widgets: draws them in order, dispatches events to the topmost first, and moves the focus.

    Tab and Shift+Tab cycle through the focusable widgets, arrows move to the nearest one in their direction. A key goes
    to the focused widget first. The focus ring is shown only if the last input was by keyboard.
    """

    def __init__(self, children: Sequence[Widget] = (), rect: FRect | None = None) -> None:
        super().__init__(rect)
        self.children: list[Widget] = list(children)
        self.keyboard_used_last = False
        """Whether the last input was by keyboard, so that the focus is shown."""
        self._focused_widget: Widget | None = None
        self.on_focus: Callable[[Widget], None] | None = None
        """Called when the focus moves to a widget, as for scrolling it into view."""

    def add(self, *widgets: Widget) -> None:
        """Add widgets to the group on top, last in the focus order."""
        self.children.extend(widgets)
        for widget in widgets:
            widget.set_min_target_size(self.min_target_size)

    def set_min_target_size(self, size: float) -> None:
        super().set_min_target_size(size)
        for child in self.children:
            child.set_min_target_size(size)

    @property
    def origin(self) -> tuple[float, float]:
        """Position of the children's (0, 0) in the coordinates of their group."""
        return 0.0, 0.0

    def focusable_centres(self) -> list[tuple[Widget, float, float]]:
        """Return the group's focusable widgets in order, including those of inner groups, with their centres."""
        dx, dy = self.origin
        centres: list[tuple[Widget, float, float]] = []
        for child in self.children:
            if not child.is_active:
                continue
            if isinstance(child, Group):
                centres.extend((widget, x + dx, y + dy) for widget, x, y in child.focusable_centres())
            elif child.focusable:
                centres.append((child, child.rect.centerx + dx, child.rect.centery + dy))
        return centres

    def control_areas(self) -> Iterator[FRect]:
        """Iterate over the rectangles of the group's focusable widgets, including those of inner groups."""
        dx, dy = self.origin
        for child in self.children:
            if child.is_active and isinstance(child, Group):
                yield from (area.move(dx, dy) for area in child.control_areas())
            elif child.is_active and child.focusable:
                yield child.rect.move(dx, dy)

    def focus_order(self) -> list[Widget]:
        """Return the group's focusable widgets in focus order."""
        return [widget for widget, _, _ in self.focusable_centres()]

    @property
    def focus(self) -> Widget | None:
        """The group's focused widget; None if there is none."""
        if self._focused_widget is not None and self._focused_widget not in self.focus_order():
            self.set_focus(None)
        return self._focused_widget

    def set_focus(self, widget: Widget | None) -> None:
        """Move the keyboard focus to a widget of the group; None removes it. The ring is shown only if the last
        input was by keyboard."""
        if self._focused_widget is not None:
            self._focused_widget.focused = False
            if widget is not self._focused_widget:
                self._focused_widget.drop_focus()
        self._focused_widget = widget
        if widget is not None:
            widget.focused = self.keyboard_used_last
            self._notify_focus(widget)

    def _notify_focus(self, widget: Widget) -> None:
        if self.on_focus:
            self.on_focus(widget)
        for child in self.children:
            if isinstance(child, Group) and widget in child.focus_order():
                child._notify_focus(widget)

    def show_focus(self, keyboard: bool) -> bool:
        """Show or hide the group's focus ring; return whether that changed something."""
        changed = keyboard != self.keyboard_used_last
        self.keyboard_used_last = keyboard
        focus = self.focus
        if focus is not None and focus.focused != keyboard:
            focus.focused = keyboard
            return True
        return changed and focus is not None

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw the group's visible widgets, and the focus ring above them."""
        if not self.visible:
            return
        for child in self.children:
            if child.visible:
                child.draw(renderer, target)
        for child in self.children:
            if child.visible and not isinstance(child, Group):
                child.draw_focus(renderer, target)

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Dispatch an event to the group's widgets and move the focus."""
        if not self.is_active:
            return False
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        changed = False
        if event.type == pygame.MOUSEBUTTONDOWN:
            changed = self.show_focus(False)
            if is_press(event):
                under = focusable_for_pointer(self.children, pos)
                if under is not None:
                    self.set_focus(under)
        for child, local_pos in widgets_with_pos(self.children, event, pos):
            if not child.visible:
                continue
            used = child.handle(event, local_pos)
            changed = used or changed
            taken = event.type == pygame.MOUSEWHEEL or (
                event.type == pygame.MOUSEBUTTONDOWN and child.is_hit(local_pos)
            )
            if used and taken:  # a press outside that only ends a hover must reach the widgets below
                break
        return changed

    def focusable_widget_at(self, pos: PointerPos) -> Widget | None:
        """Return the group's focusable widget under the pointer; None if there is none."""
        return focusable_for_pointer(self.children, self.to_local(pos))

    def to_local(self, pos: PointerPos) -> PointerPos:
        """Convert a position to the coordinates of the group's children; None outside their visible area."""
        return pos

    def starts_drag(self, pos: PointerPos) -> bool:
        here = self.to_local(pos)
        return self.is_active and any(child.starts_drag(here) for child in self.children if child.is_active)

    def can_scroll_at(self, pos: PointerPos) -> bool:
        """Whether a scrollable list inside the group is at this position."""
        here = self.to_local(pos)
        groups = (child for child in self.children if isinstance(child, Group))
        return self.is_active and any(group.can_scroll_at(here) for group in groups)

    def _handle_key(self, event: Event) -> bool:
        focus = self.focus
        if focus is not None and self._send_key(focus, event):
            return True
        if plain_key(event) == pygame.K_TAB:
            return self.step_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        if plain_key(event) in ARROW_DIRECTIONS:
            return self.move_focus(*ARROW_DIRECTIONS[event.key])
        for widget in self.focus_order():
            if widget.shortcut is not None and widget.shortcut == plain_key(event):
                return widget.activate()
        return any(
            child.handle_page_key(event) for child in self.children if isinstance(child, Group) and child.is_active
        )

    def handle_page_key(self, event: Event) -> bool:
        """Handle the keys that scroll pages; a group without pages ignores them."""
        return False

    def _send_key(self, focus: Widget, event: Event) -> bool:
        """Send a key to the focused widget, even while its ring is hidden."""
        before, focus.focused = focus.focused, True
        used = focus.handle(event, None)
        focus.focused = before or (used and focus is self._focused_widget and event.key not in ACTIVATE_KEYS)
        if used and event.key not in ACTIVATE_KEYS:
            self.keyboard_used_last = True
        return used

    def step_focus(self, count: int) -> bool:
        """Move the focus by ``count`` widgets in the focus order, wrapping around; return whether there is a widget."""
        order = self.focus_order()
        if not order:
            return False
        self.keyboard_used_last = True
        focus = self.focus
        if focus is None:
            self.set_focus(order[0 if count > 0 else -1])
        else:
            self.set_focus(order[(order.index(focus) + count) % len(order)])
        return True

    def move_focus(self, dx: int, dy: int) -> bool:
        """Move the focus to the nearest widget of the group in a direction; return False if there is none."""
        centres = self.focusable_centres()
        focus = self.focus
        if not centres:
            return False
        if focus is None or not self.keyboard_used_last:
            self.keyboard_used_last = True
            self.set_focus(focus or centres[0][0])
            return True
        x, y = next((x, y) for widget, x, y in centres if widget is focus)
        best: tuple[float, Widget] | None = None
        for widget, wx, wy in centres:
            along = (wx - x) * dx + (wy - y) * dy
            across = abs((wx - x) * dy) + abs((wy - y) * dx)
            if widget is focus or along <= 1:
                continue
            extent_along, extent_across = focus.rect.width + widget.rect.width, focus.rect.height + widget.rect.height
            if dy:
                extent_along, extent_across = extent_across, extent_along
            outside = max(
                0.0, across - extent_across / 2
            )  # 0 if they overlap sideways: a wide row is below a small button, too
            overlap = max(0.0, extent_along / 2 - along) if outside else 0.0  # overlaps along the arrow's axis, too
            cost = along + _OUTSIDE_COST * (outside + overlap) + _SIDEWAYS_COST * (across - outside)
            if best is None or cost < best[0]:
                best = (cost, widget)
        if best is None:
            return False
        self.set_focus(best[1])
        return True


def wheel_steps(event: Event) -> float:
    """Return the steps by which the wheel was turned up, negative for down, with fractions where available."""
    return float(getattr(event, "precise_y", event.y))


def focusable_for_pointer(widgets: Sequence[Widget], pos: PointerPos) -> Widget | None:
    """Return the topmost widget under the pointer, or else the nearest one whose pointer target contains it."""
    found = _nearest(widgets, pos)
    return found[1] if found else None


def _nearest(widgets: Sequence[Widget], pos: PointerPos) -> tuple[float, Widget] | None:
    """Return the widget of ``focusable_for_pointer`` with its distance from the pointer, logical pixels; None if there
    is none."""
    best: tuple[float, Widget] | None = None
    for widget in reversed(widgets):
        if pos is None or not widget.is_active:
            continue
        candidate: tuple[float, Widget] | None = None
        if isinstance(widget, Group):
            candidate = _nearest(widget.children, widget.to_local(pos))
        elif widget.focusable and widget.is_hit(pos):
            candidate = widget.distance_to(pos), widget
        if candidate is not None and (best is None or candidate[0] < best[0]):
            best = candidate
    return best


def widgets_with_pos(widgets: Sequence[Widget], event: Event, pos: PointerPos) -> list[tuple[Widget, PointerPos]]:
    """Pair each widget, topmost first, with the pointer's position, or with None if the event is for another widget."""
    if pos is None or event.type not in _POINTER_EVENTS:
        return [(widget, pos) for widget in reversed(widgets)]
    used = focusable_for_pointer([widget for widget in widgets if not isinstance(widget, Group)], pos)
    return [
        (widget, pos if widget is used or widget.pressed or not widget.focusable or isinstance(widget, Group) else None)
        for widget in reversed(widgets)
    ]
