"""The tree of a screen: which nodes stay from one description to the next, the one focus, and the pointer."""

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import NamedTuple, TypeVar

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.render.renderer import Renderer
from scenes.render.space import Point, TreePos
from scenes.ui.boxes import FirstThatFits, LayoutBox
from scenes.ui.key_events import plain_key
from scenes.ui.scroll_view import ScrollView
from scenes.ui.timeline import Timeline
from scenes.ui.tooltip import Tooltip
from scenes.ui.widget import ACTIVATE_KEYS, ARROW_DIRECTIONS, PointerPos, Widget, is_press
from scenes.ui.widgets import IconButton
from scenes.ui.zone import Zone

GUARD_MS = 400.0
"""Time after its appearance in which a destructive node ignores presses: it may have appeared under the pointer."""
_OUTSIDE_COST, _SIDEWAYS_COST = 2.5, 0.3
"""Cost per pixel of sideways distance when an arrow key searches the next widget: beyond the widget's edge, and within
it."""
W = TypeVar("W", bound=Widget)
NodeId = tuple[type[Widget], Hashable]
"""Class and key of a node, unique in a tree."""


class Reconciler:
    """Turns a new description into a tree in which every node that was there before is the same object.

    Args:
        old_nodes: the nodes with a key of the tree so far.
    """

    def __init__(self, old_nodes: Mapping[NodeId, Widget]) -> None:
        self.nodes: dict[NodeId, Widget] = {}
        """The nodes with a key of the new tree."""
        self._old_nodes = old_nodes
        self._reconciled: dict[int, Widget] = {}
        """``id`` of a description -> its node: alternatives may show the same node in different places."""

    def reconcile(self, description: Widget) -> Widget:
        """Return the node of a description with all nodes in it: the former one of its class and key, else itself.

        Raises:
            AssertionError: two nodes have the same class and key, or a focusable one has none.
        """
        if id(description) not in self._reconciled:
            self._reconciled[id(description)] = self._reconcile(description)
        return self._reconciled[id(description)]

    def _reconcile(self, node: Widget) -> Widget:
        if node.key is not None:
            node_id = type(node), node.key
            assert node_id not in self.nodes, f"two of {node_id}"
            former = self._old_nodes.get(node_id)
            if former is not None and former is not node:
                former.update_from(node)
                self._reconciled[id(former)] = node = former
            self.nodes[node_id] = node
        else:
            assert not node.focusable, f"{type(node).__name__} can be focused and has no key"
        if isinstance(node, FirstThatFits):
            node.alternatives = [self.reconcile(child) for child in node.alternatives]
            node.children = node.alternatives[:1]
        elif isinstance(node, LayoutBox):
            node.children = [self.reconcile(child) for child in node.children]
        return node


class PlacedNode(NamedTuple):
    """A node without others in it, or a scroll view, with the scroll views and zones around it, outermost first."""

    node: Widget
    ancestors: tuple[ScrollView | Zone, ...]

    @property
    def scroll_views(self) -> tuple[ScrollView, ...]:
        return tuple(one for one in self.ancestors if isinstance(one, ScrollView))

    @property
    def scale(self) -> float:
        """Logical pixels of the screen for one of the node."""
        return math.prod(one.frame.scale for one in self.ancestors if isinstance(one, Zone))

    def to_local(self, pos: TreePos) -> PointerPos:
        """Convert a position on the screen to the node's own coordinates; None where a scroll view hides it."""
        here: PointerPos = None if pos is None else Point(*pos)
        for ancestor in self.ancestors:
            here = None if here is None else ancestor.to_local(here)
        return here

    def to_screen(self, area: FRect) -> FRect:
        """Convert an area in the node's own coordinates to the screen, even if it is scrolled out of view."""
        for ancestor in reversed(self.ancestors):
            area = ancestor.to_outer(area)
        return area

    @property
    def screen_area(self) -> FRect:
        """Area of the node on the screen, even if it is scrolled out of view."""
        return self.to_screen(self.node.rect)

    @property
    def visible_area(self) -> FRect:
        """The part of ``screen_area`` that the scroll views show; empty if it is scrolled out of view."""
        area = self.node.rect
        for ancestor in reversed(self.ancestors):
            area = ancestor.to_outer(area)
            area = area.clip(ancestor.rect) if isinstance(ancestor, ScrollView) else area
        return area


def visible_nodes(node: Widget) -> Iterator[Widget]:
    """Yield a node and all visible ones in it, boxes first."""
    if node.visible:
        yield node
        for child in node.children if isinstance(node, LayoutBox) else ():
            yield from visible_nodes(child)


def placed_nodes(node: Widget, ancestors: tuple[ScrollView | Zone, ...] = ()) -> Iterator[PlacedNode]:
    """Yield all visible nodes of an arranged tree in reading order."""
    if not node.visible:
        return
    if isinstance(node, LayoutBox):
        if isinstance(node, ScrollView):
            yield PlacedNode(node, ancestors)
        inner = (*ancestors, node) if isinstance(node, ScrollView | Zone) else ancestors
        for child in node.children:
            yield from placed_nodes(child, inner)
    else:
        yield PlacedNode(node, ancestors)


class Root:
    """The tree of a screen: keeps the nodes that stay, has the only focus, and dispatches events.

    Tab and Shift+Tab cycle through the focusable nodes, arrows move to the nearest one in their direction. A key goes
    to the focused node first. The focus ring is shown only if the last input was by keyboard.

    Args:
        timeline: the time of the scene; None for a tree without destructive nodes.
    """

    def __init__(self, timeline: Timeline | None = None) -> None:
        self.keyboard_used_last = False
        """Whether the last input was by keyboard, so that the focus is shown."""
        self._focused_widget: Widget | None = None
        self.placed: list[PlacedNode] = []
        """All visible nodes in reading order."""
        self.children: list[Widget] = []
        """The nodes of ``placed``."""
        self.top = Widget()
        """The box of the whole screen."""
        self.pointer: TreePos = None
        """Last position of the pointer; None after it has left the window."""
        self._nodes: dict[NodeId, Widget] = {}
        self._focus_order: list[Widget] = []
        self._timeline = timeline or Timeline()
        """Has a delay for each destructive node that has just appeared."""
        self.tooltip = Tooltip(self._timeline, self._other_buttons)
        """Shows the name of an icon button under the pointer or the focus."""

    # --- description ------------------------------------------------------------------------------------------------

    def describe(self, renderer: Renderer, description: Widget, area: FRect) -> None:
        """Replace the description: keep the nodes that stay, lay all out in an area, and find the focus again."""
        former_order, reconciler = self._focus_order, Reconciler(self._nodes)
        self.top = reconciler.reconcile(description)
        for node_id, node in reconciler.nodes.items():
            if node.is_destructive and node_id not in self._nodes:
                self._timeline.wait(node, GUARD_MS)
        self._nodes = reconciler.nodes
        self.top.arrange_in_margin(renderer, area)
        self.placed = list(placed_nodes(self.top))
        self.children = [one.node for one in self.placed]
        self._focus_order = [one.node for one in self.placed if one.node.focusable and one.node.is_visible_and_enabled]
        lost = self._focused_widget
        if lost is not None and lost not in self._focus_order:
            self.set_focus(self._find_heir(lost, former_order))
        if self.pointer is not None:  # other nodes may lie under it now
            self.handle(pygame.Event(pygame.MOUSEMOTION, pos=self.pointer, rel=(0, 0), buttons=(0, 0, 0)), self.pointer)

    def _find_heir(self, lost: Widget, former_order: Sequence[Widget]) -> Widget | None:
        """Return the node that inherits the focus: one with the key of the lost one, else its nearest former neighbour.

        A destructive node inherits nothing; then no node has the focus, and Enter does nothing.
        """
        same_key = [node for node in self._focus_order if node.key == lost.key and not node.is_destructive]
        if same_key:
            return same_key[0]
        index = former_order.index(lost) if lost in former_order else 0
        by_distance = sorted(range(len(former_order)), key=lambda i: (abs(i - index), i < index))
        remaining = (former_order[i] for i in by_distance if former_order[i] in self._focus_order)
        return next((node for node in remaining if not node.is_destructive), None)

    def is_guarded(self, node: Widget) -> bool:
        """Whether a node is destructive and has appeared less than ``GUARD_MS`` ago: presses of it are ignored."""
        return self._timeline.is_running(node)

    def nodes_in(self, zone_key: Hashable, kind: type[W]) -> list[W]:
        """Return the visible nodes of a class in the zone with a key, in reading order."""
        zone = self.get(Zone, zone_key)
        return [] if zone is None else [node for node in visible_nodes(zone) if isinstance(node, kind)]

    def find(self, key: Hashable) -> Widget | None:
        """Return the visible node with a key, which may be a box; None if there is none."""
        return next((node for node in visible_nodes(self.top) if node.key == key), None)

    def find_focusable(self, key: Hashable) -> Widget | None:
        """Return the focusable node with a key, which a box may have, too; None if there is none."""
        return next((node for node in self.focus_order() if node.key == key), None)

    def get(self, kind: type[W], key: Hashable) -> W | None:
        """Return the node of a class with a key, visible or not; None if there is none."""
        node = self._nodes.get((kind, key))
        return node if isinstance(node, kind) else None

    def place_of(self, node: Widget) -> PlacedNode:
        """Return where a visible node is in the tree."""
        return next(one for one in self.placed if one.node is node)

    # --- focus ------------------------------------------------------------------------------------------------------

    def focus_order(self) -> list[Widget]:
        """Return the focusable nodes in focus order."""
        return [node for node in self._focus_order if node.is_visible_and_enabled]

    def _focusable_places(self) -> Iterator[PlacedNode]:
        return (one for one in self.placed if one.node.focusable and one.node.is_visible_and_enabled)

    def focusable_centres(self) -> list[tuple[Widget, float, float]]:
        """Return the focusable nodes in focus order, with their centres on the screen."""
        return [(one.node, *one.screen_area.center) for one in self._focusable_places()]

    def control_areas(self) -> Iterator[FRect]:
        """Return the visible areas of the focusable nodes."""
        areas = (one.visible_area for one in self._focusable_places())
        return (area for area in areas if area.width and area.height)

    @property
    def focus(self) -> Widget | None:
        """The focused node; None if there is none."""
        if self._focused_widget is not None and self._focused_widget not in self.focus_order():
            self.set_focus(None)
        return self._focused_widget

    def set_focus(self, widget: Widget | None, *, reveals: bool = True) -> None:
        """Move the keyboard focus to a node, and scroll to it unless ``reveals`` is False; None removes the focus. The
        ring is shown only if the last input was by keyboard."""
        if self._focused_widget is not None:
            self._focused_widget.focused = False
            if widget is not self._focused_widget:
                self._focused_widget.drop_focus()
        self._focused_widget = widget
        if widget is not None:
            widget.focused = self.keyboard_used_last
            for view in self.place_of(widget).scroll_views if reveals else ():
                view.reveal(widget.rect)

    def focus_key(self, key: Hashable) -> None:
        """Show the keyboard focus on the node with a key; remove it for None, or if there is none."""
        self.keyboard_used_last = True
        self.set_focus(None if key is None else self.find_focusable(key))

    def show_focus(self, keyboard: bool) -> bool:
        """Show or hide the focus ring; return whether that changed something."""
        changed = keyboard != self.keyboard_used_last
        self.keyboard_used_last = keyboard
        focus = self.focus
        if focus is not None and focus.focused != keyboard:
            focus.focused = keyboard
            return True
        return changed and focus is not None

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
        """Move the focus to the nearest node in a direction; return False if there is none."""
        areas = [(one.node, one.screen_area) for one in self._focusable_places()]
        focus = self.focus
        if not areas:
            return False
        if focus is None or not self.keyboard_used_last:
            self.keyboard_used_last = True
            self.set_focus(focus or areas[0][0])
            return True
        start = next(area for widget, area in areas if widget is focus)
        best: tuple[float, Widget] | None = None
        for widget, area in areas:
            x, y = area.centerx - start.centerx, area.centery - start.centery
            along, across = x * dx + y * dy, abs(x * dy) + abs(y * dx)
            if widget is focus or along <= 1:
                continue
            extent_along, extent_across = start.width + area.width, start.height + area.height
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

    # --- events -----------------------------------------------------------------------------------------------------

    def _scroll_views(self, pos: TreePos) -> list[tuple[ScrollView, PointerPos]]:
        """Return all visible scroll views, outer ones first, with the pointer's position in their coordinates."""
        return [(one.node, one.to_local(pos)) for one in self.placed if isinstance(one.node, ScrollView)]

    def handle_page_key(self, event: Event) -> bool:
        """Scroll the first scroll view that moves by Page Up, Page Down, Home and End; return whether one did."""
        return any(view.handle_page_key(event) for view, _ in self._scroll_views(None))

    def pressable_at(self, pos: TreePos) -> Widget | None:
        """Return the topmost pressable node under the pointer, or else the nearest one whose pointer target contains
        it."""
        best: tuple[float, Widget] | None = None
        for one in reversed(self.placed):
            here = one.to_local(pos)
            if here is not None and one.node.accepts_press and one.node.is_hit(here):
                distance = one.node.distance_to(here) * one.scale
                if best is None or distance < best[0]:
                    best = distance, one.node
        return best[1] if best else None

    def handle(self, event: Event, pos: TreePos) -> bool:
        """Dispatch an event to the nodes and move the focus; return whether it had an effect."""
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event)
        if event.type == pygame.MOUSEWHEEL:
            pos = pos or self.pointer
            under = [view for view, here in self._scroll_views(pos) if pos is None or view.is_at(here)]
            return any(view.scroll_by_wheel(event, self.place_of(view).scale) for view in reversed(under))
        if pos is not None or event.type == pygame.WINDOWLEAVE:
            self.pointer = pos
        used = self.pressable_at(pos)
        if is_press(event) and used is not None and self.is_guarded(used):
            return True
        if self._drag_scroll_views(event, pos, used):
            return True
        changed = False
        if is_press(event):
            changed = self.show_focus(False)
            if used is not None and used.focusable:
                self.set_focus(used, reveals=False)  # it stays under the pointer
        for one in reversed(self.placed):
            is_pressable = one.node.focusable or one.node.accepts_press
            is_for_it = one.node is used or one.node.pressed or not is_pressable
            changed |= one.node.handle(event, one.to_local(pos) if is_for_it else None)
        return changed

    def _drag_scroll_views(self, event: Event, pos: TreePos, used: Widget | None) -> bool:
        for view, here in reversed(self._scroll_views(pos)):
            if event.type == pygame.WINDOWFOCUSLOST:
                view.end_drag()
            if view.drag(event, here, may_start=not self._node_starts_drag(used, pos)):
                if view.is_dragging:
                    for one in self.placed:
                        one.node.pressed = False
                return True
        return False

    def _node_starts_drag(self, node: Widget | None, pos: TreePos) -> bool:
        return node is not None and node.starts_drag(self.place_of(node).to_local(pos))

    def can_scroll_at(self, pos: TreePos) -> bool:
        """Whether a scroll view that can be scrolled is at this position."""
        return any(view.max_offset and view.is_at(here) for view, here in self._scroll_views(pos))

    def starts_drag(self, pos: TreePos) -> bool:
        """Whether a press at this position starts a drag of a node or of a scroll bar."""
        used = self.pressable_at(pos)
        return self._node_starts_drag(used, pos) or any(
            view.is_on_thumb(here) for view, here in self._scroll_views(pos)
        )

    def _handle_key(self, event: Event) -> bool:
        focus = self.focus
        if focus is not None and event.key in ACTIVATE_KEYS and self.is_guarded(focus):
            return True
        if focus is not None and self._send_key(focus, event):
            return True
        key = plain_key(event)
        if key == pygame.K_TAB:
            return self.step_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
        if key in ARROW_DIRECTIONS:
            return self.move_focus(*ARROW_DIRECTIONS[event.key])
        for widget in self.focus_order():
            if widget.shortcut is not None and widget.shortcut == key and not self.is_guarded(widget):
                return widget.activate()
        return self.handle_page_key(event)

    def _send_key(self, focus: Widget, event: Event) -> bool:
        """Send a key to the focused widget, even while its ring is hidden."""
        before, focus.focused = focus.focused, True
        used = focus.handle(event, None)
        focus.focused = before or (used and focus is self._focused_widget and event.key not in ACTIVATE_KEYS)
        if used and event.key not in ACTIVATE_KEYS:
            self.keyboard_used_last = True
        return used

    # --- drawing ----------------------------------------------------------------------------------------------------

    def draw(self, renderer: Renderer, target: Surface, part: Widget | None = None) -> None:
        """Draw the tree, or a part of it, with the focus ring of a node in it."""
        part = self.top if part is None else part
        part.draw(renderer, target)
        focus = self._focused_widget
        if focus is not None and focus.focused and focus in self._focus_order and focus in visible_nodes(part):
            self._draw_focus_ring(renderer, target, focus)

    def _draw_focus_ring(self, renderer: Renderer, target: Surface, focus: Widget) -> None:
        """Draw the focus ring around a visible node, within the scroll views and zones around it."""
        with ExitStack() as stack:
            for ancestor in self.place_of(focus).ancestors:
                if isinstance(ancestor, Zone):
                    renderer = ancestor.renderer
                    continue
                stack.enter_context(renderer.clip(target, ancestor.rect))
                stack.enter_context(renderer.shift(ancestor.rect.left, ancestor.rect.top - ancestor.offset))
            focus.draw_focus(renderer, target)

    # --- tooltip ----------------------------------------------------------------------------------------------------

    def _icon_buttons(self) -> list[IconButton]:
        return [one.node for one in self.placed if isinstance(one.node, IconButton) and not one.scroll_views]

    def _other_buttons(self, button: IconButton) -> Iterator[FRect]:
        """Yield the areas of all other nodes that can be pressed, in a button's coordinates."""
        place = self.place_of(button)
        for one in self.placed:
            area = one.visible_area
            corner = place.to_local(Point(*area.topleft))
            if corner is not None and one.node.accepts_press and one.node is not button and area.width and area.height:
                yield FRect(corner, (area.width / place.scale, area.height / place.scale))

    def follow_tooltip(self) -> bool:
        """Find the button that a tooltip names; return whether a tooltip disappeared."""
        return self.tooltip.follow(self._icon_buttons())

    def show_tooltip_beside_finger(self) -> bool:
        """Show the tooltip of the icon button under the pointer at once; return False if there is none."""
        return self.tooltip.show_beside_finger(self._icon_buttons())

    def draw_tooltip(self, renderer: Renderer, target: Surface) -> None:
        """Draw the tooltip in the scale of its button."""
        button = next((one for one in self.placed if one.node is self.tooltip.button), None)
        if button is not None:
            zones = [one.renderer for one in button.ancestors if isinstance(one, Zone)]
            self.tooltip.draw(zones[-1] if zones else renderer, target)
