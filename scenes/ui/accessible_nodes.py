"""Accessible elements of a tree of nodes, in reading order."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from pygame import FRect

from scenes.ui.accessible_elements import AccessibleElement
from scenes.ui.tree import PlacedNode, Root
from scenes.ui.widget import Widget


class NodeActions(NamedTuple):
    """Actions of a screen reader on the nodes of a tree, and a conversion of their areas."""

    focus: Callable[[Widget], object]
    press: Callable[[Widget], object]
    to_window_rect: Callable[[FRect], FRect]
    """Converts an area of the tree to window pixels."""


def accessible_nodes(
    root: Root, actions: NodeActions, places: Iterable[PlacedNode] | None = None
) -> Iterator[AccessibleElement]:
    """Yield the accessible elements of a tree's visible nodes, or of those at some ``places`` only.

    Nodes that are scrolled out of view are read, too.
    """
    for place in root.placed if places is None else places:
        node, element = place.node, place.node.as_accessible()
        if element is None:
            continue
        if element.key is None and node.key is not None:
            element = element._replace(key=(type(node).__name__, node.key))
        element = _in_window(element, place, actions.to_window_rect(place.screen_area), actions)
        if node.focusable:
            is_focused = root.keyboard_used_last and node is root.focus
            yield _with_actions(element, node, actions)._replace(is_focused=is_focused)
        elif element.role == "group" and not element.name:
            yield from element.children
        else:
            yield element


def _in_window(
    element: AccessibleElement, place: PlacedNode, parent_bounds: FRect, actions: NodeActions
) -> AccessibleElement:
    """Return a node's element with its bounds in window pixels, by default those of the element around it."""
    own = element.bounds
    bounds = parent_bounds if own is None else actions.to_window_rect(place.to_screen(own))
    children = tuple(_in_window(child, place, bounds, actions) for child in element.children)
    return element._replace(bounds=bounds, children=children)


def _with_actions(element: AccessibleElement, node: Widget, actions: NodeActions) -> AccessibleElement:
    """Add the actions of a focusable node; one whose parts can be pressed can't be pressed itself."""
    element = element._replace(is_enabled=node.enabled)
    if not node.enabled:
        return element
    usable = element._replace(focus=partial(actions.focus, node))
    has_presses = element.press is not None or any(child.press is not None for child in element.children)
    return usable if has_presses else usable._replace(press=partial(actions.press, node))
