"""Base classes of widgets.

Rectangles are logical pixels. A widget receives pygame's events with the pointer's logical position, never queries the
mouse itself, and returns True when it needs a redraw.
"""

from collections.abc import Callable
from dataclasses import replace

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.render import box_styles
from scenes.render.renderer import Renderer
from scenes.render.space import LocalSpace, Point
from scenes.render.theme import MIN_TARGET_SIZE
from scenes.render.viewport import Anchor
from scenes.ui.accessible_elements import AccessibleElement, Role, join_texts, text_element
from scenes.ui.node import LayoutConstraints, Node, Size

PointerPos = Point[LocalSpace] | None
"""Position of the pointer in the coordinates of a widget; None for events without one."""
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
        """Corner radius of the widget, which the focus ring follows."""
        self.focus_ring = box_styles.FOCUS_RING
        """Style of the focus ring."""
        self.focus_gap = box_styles.FOCUS_GAP
        """Distance of the focus ring from the widget, logical pixels."""
        self.is_focus_inside = False
        """Whether the focus ring lies inside the widget, because a list clips its surroundings."""
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
        return pos is not None and bool(self.target_area.collidepoint(pos))

    @property
    def target_area(self) -> FRect:
        """The widget's rectangle, grown to at least ``min_target_size`` in both directions."""
        across, down = (max(0.0, self.min_target_size - length) for length in self.rect.size)
        return self.rect.inflate(across, down)

    def distance_to(self, pos: Point[LocalSpace]) -> float:
        """Return the distance from the pointer to the widget's rectangle, logical pixels; 0 inside."""
        across = max(self.rect.left - pos[0], 0.0, pos[0] - self.rect.right)
        down = max(self.rect.top - pos[1], 0.0, pos[1] - self.rect.bottom)
        return max(across, down)

    def set_min_target_size(self, size: float) -> None:
        """Set the minimum pointer target size of the widget."""
        self.min_target_size = size

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw the widget at its rectangle."""

    def as_accessible(self) -> AccessibleElement | None:
        """Return the widget for screen readers; None for decoration.

        The actions that all focusable widgets have are added to it. Its bounds are logical pixels.
        """
        return text_element(self.accessible_name)

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Handle an event in the widget; return whether it had an effect."""
        return self.update_hovered(event, pos)

    def update_hovered(self, event: Event, pos: PointerPos) -> bool:
        """Update whether the pointer is over the widget; return whether that changed."""
        if event.type == pygame.WINDOWLEAVE:
            over = False
        elif event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            over = self.is_visible_and_enabled and self.is_hit(pos)
        else:
            return False
        changed = over != self.hovered
        self.hovered = over
        return changed

    @property
    def is_visible_and_enabled(self) -> bool:
        return self.visible and self.enabled

    @property
    def accepts_press(self) -> bool:
        """Whether a press on the widget stays with it; otherwise the widgets below get the press, too."""
        return self.focusable and self.is_visible_and_enabled

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
            gap = self.focus_gap
            if self.is_focus_inside:
                gap = -sum(stroke.width for stroke in renderer.box_for_contrast(box_styles.FOCUS_RING).outlines)
            ring = replace(self.focus_ring, radius=max(0.0, self.focus_radius + gap))
            renderer.draw_box(target, ring, self.focus_area.inflate(2 * gap, 2 * gap))

    @property
    def focus_area(self) -> FRect:
        """Area that the focus ring surrounds; differs from ``rect`` if the widget is drawn elsewhere."""
        return self.rect


class Clickable(Widget):
    """A widget activated by mouse, Enter, Space or its shortcut."""

    is_chosen = False
    """Whether it is marked as the current choice."""

    def __init__(self, on_click: OnClick | None = None, rect: FRect | None = None) -> None:
        super().__init__(rect)
        self.on_click = on_click
        self.focusable = True

    def activate(self) -> bool:
        if not self.is_visible_and_enabled:
            return False
        if self.on_click:
            self.on_click()
        return True

    def as_button(self, *texts: str, shortcut: str = "") -> AccessibleElement:
        """Return the widget for screen readers, named by texts or by ``accessible_name``; a text if it has no focus."""
        name = join_texts(self.accessible_name) or join_texts(*texts)
        role: Role = "button" if self.focusable else "text"
        return AccessibleElement(role, name, shortcut=shortcut, is_chosen=self.is_chosen or None)

    def as_accessible(self) -> AccessibleElement | None:
        return self.as_button() if self.focusable else super().as_accessible()

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Activate the widget by a press and a release inside it, or by Enter or Space while it is focused."""
        changed = self.update_hovered(event, pos)
        if is_press(event) and self.is_visible_and_enabled and self.is_hit(pos):
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


def wheel_steps(event: Event) -> float:
    """Return the steps by which the wheel was turned up, negative for down, with fractions where available."""
    return float(getattr(event, "precise_y", event.y))
