"""The accessibility tree as plain data: numbered nodes built from elements, and the changes between two updates.

Independent of AccessKit; ``scenes.shell.accessibility.accesskit_adapter`` publishes the nodes.
"""

from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple

from pygame import FRect

from scenes.ui.accessible_elements import AccessibleElement, Role, ValueRange

ROOT_ID = 1
"""Id of the window's node."""
_ROLES_KEYED_BY_NAME = ("button", "link", "option", "tab")
"""Roles whose name is part of the node's identity, so that a late press cannot hit a renamed control."""
Urgency = Literal["polite", "assertive"]
"""Urgency of a message: spoken after the current speech, or at once."""


class Bounds(NamedTuple):
    """Edges of a node, pixels of the picture."""

    left: int
    top: int
    right: int
    bottom: int


class Node(NamedTuple):
    """A node of the accessibility tree, without its actions. Equal nodes need no update."""

    role: Role | Literal["window", "message", "text_run"]
    """A field has its text in a ``text_run``, to whose characters its selection refers."""
    name: str = ""
    bounds: Bounds | None = None
    children: tuple[int, ...] = ()
    description: str = ""
    field_text: str | None = None
    shortcut: str = ""
    heading_level: int = 0
    value_range: ValueRange | None = None
    is_on: bool | None = None
    is_chosen: bool | None = None
    is_enabled: bool = True
    number_and_count: tuple[int, int] | None = None
    is_focusable: bool = False
    is_clickable: bool = False
    is_settable: bool = False
    is_editable: bool = False
    urgency: Urgency | None = None
    anchor_and_caret: tuple[int, int] | None = None


class TreeChange(NamedTuple):
    """Changes of an accessibility tree: new and different nodes by id, and the focused node."""

    nodes: tuple[tuple[int, Node], ...]
    focused_id: int


class SpokenMessage(NamedTuple):
    """A message that the screen reader speaks once."""

    text: str
    urgency: Urgency


class _ElementNodes(NamedTuple):
    """Accessibility nodes built from one top-level element."""

    element: AccessibleElement
    node_id: int
    nodes: dict[int, Node]
    elements: dict[int, AccessibleElement]
    focused_ids: tuple[int, ...]


class AccessibilityTree:
    """Accessibility tree of numbered nodes, built from the accessible elements of the top scene. A node keeps its id
    while its element's key exists.
    """

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}
        self.elements: dict[int, AccessibleElement] = {}
        """Element of each node; the window and messages have none."""
        self.focused_id = ROOT_ID
        self._ids_by_key: dict[Hashable, int] = {}
        self._next_id = ROOT_ID + 1
        self._nodes_by_key: dict[Hashable, _ElementNodes] = {}
        """Nodes of each top-level element. They are reused while the element is the same object."""
        self._message_ids: list[int] = []
        """Ids of the latest messages."""

    def update(
        self,
        title: str,
        picture_bounds: Bounds,
        elements: Sequence[AccessibleElement],
        messages: Sequence[SpokenMessage] = (),
        *,
        scene_key: Hashable = None,
    ) -> TreeChange:
        """Update the accessibility tree from the current elements; return the changes.

        Args:
            title: title of the window.
            picture_bounds: area of the window.
            elements: accessible elements of the top scene.
            messages: messages to speak now.
            scene_key: key of the scene. It is part of every node's identity, so that a late request never reaches
                another scene.
        """
        nodes: dict[int, Node] = {}
        self.elements = {}
        focus, built = [ROOT_ID], dict[Hashable, _ElementNodes]()
        children = []
        for i, element in enumerate(elements):
            path = scene_key, element.role, i if element.key is None else element.key
            known = self._nodes_by_key.get(path)
            if known is None or known.element is not element or path in built:
                known = self._build(element, (scene_key, i))
            built[path] = known
            nodes.update(known.nodes)
            self.elements.update(known.elements)
            focus.extend(known.focused_ids)
            children.append(known.node_id)
        self._nodes_by_key = built
        if messages:
            self._message_ids = [self._new_id() for _ in messages]
            message_nodes = {
                n: Node("message", message.text, urgency=message.urgency)
                for n, message in zip(self._message_ids, messages, strict=True)
            }
        else:
            message_nodes = {number: self.nodes[number] for number in self._message_ids if number in self.nodes}
        nodes.update(message_nodes)
        nodes[ROOT_ID] = Node("window", title, picture_bounds, (*children, *message_nodes))
        old, self.nodes, self.focused_id = self.nodes, nodes, focus[-1]
        changed = tuple((n, node) for n, node in nodes.items() if (was := old.get(n)) is not node and was != node)
        return TreeChange(changed, self.focused_id)

    def whole_tree(self) -> TreeChange:
        """Return all nodes of the accessibility tree, for a newly activated screen reader."""
        return TreeChange(tuple(self.nodes.items()), self.focused_id)

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def _build(self, element: AccessibleElement, path: tuple[Hashable, ...]) -> _ElementNodes:
        """Build the accessibility nodes of an element and its descendants."""
        nodes, parts, focus = dict[int, Node](), dict[int, AccessibleElement](), list[int]()
        number = self._add(element, path, nodes, parts, focus)
        return _ElementNodes(element, number, nodes, parts, tuple(focus))

    def _add(
        self,
        element: AccessibleElement,
        path: tuple[Hashable, ...],
        nodes: dict[int, Node],
        elements: dict[int, AccessibleElement],
        focused_ids: list[int],
    ) -> int:
        """Add the accessibility nodes of an element and its descendants; return the element's node id."""
        name = element.name if element.role in _ROLES_KEYED_BY_NAME else ""
        path = (*path[:-1], element.role, name, path[-1] if element.key is None else element.key)
        number = self._ids_by_key.get(path)
        if number is None or number in self.elements or number in elements:  # two elements share a key
            number = self._ids_by_key[path] = self._new_id()
        elements[number] = element
        children = tuple(
            self._add(one, (*path, i), nodes, elements, focused_ids) for i, one in enumerate(element.children)
        )
        bounds = None if element.bounds is None else pixel_bounds(element.bounds)
        if element.text_anchor_and_caret is not None:
            run_id = self._ids_by_key.setdefault((*path, "text"), self._next_id)
            self._next_id = max(self._next_id, run_id + 1)
            nodes[run_id] = Node("text_run", element.field_text or "", bounds)
            children = (*children, run_id)
        nodes[number] = Node(
            element.role,
            element.name,
            bounds,
            children,
            element.description,
            element.field_text,
            element.shortcut,
            element.heading_level,
            element.value_range,
            element.is_on,
            element.is_chosen,
            element.is_enabled,
            element.number_and_count,
            element.focus is not None,
            element.press is not None,
            element.set_value is not None,
            element.set_text is not None,
            anchor_and_caret=element.text_anchor_and_caret,
        )
        if element.is_focused:
            focused_ids.append(number)
        return number


def pixel_bounds(area: FRect) -> Bounds:
    """Convert an area to whole pixels: left and top are rounded down, right and bottom to the nearest."""
    return Bounds(int(area.left), int(area.top), int(area.right + 0.5), int(area.bottom + 0.5))
