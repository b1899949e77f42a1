"""The tree that a screen reader sees, as plain data: nodes with numbers, made of parts, and what changed in them.

No screen reader is needed here: ``scenes.shell.accessibility.accesskit_adapter`` hands the nodes to the system.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from pygame import FRect

from scenes.render.accessible_elements import AccessibleElement, Role, ValueRange
from scenes.render.drawn_items import DrawnItem

ROOT_ID = 1
"""Number of the window's node."""
_ROLES_KEYED_BY_NAME = ("button", "link", "option", "tab")
"""Roles of parts that are others when they have another name: a press that comes late does nothing else instead."""
Urgency = Literal["polite", "assertive"]
"""How a message is said: after what is being said, or at once."""
Bounds = tuple[int, int, int, int]
"""Left, top, right and bottom, pixels of the picture."""


class Node(NamedTuple):
    """A node of the tree, without what it does. Equal nodes are the same to whoever reads them."""

    role: Role | Literal["window", "message"]
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
    index_and_count: tuple[int, int] | None = None
    is_focusable: bool = False
    is_clickable: bool = False
    is_settable: bool = False
    is_editable: bool = False
    urgency: Urgency | None = None


class TreeChange(NamedTuple):
    """What changed in a tree: the nodes that are new or different, and which one has the focus."""

    nodes: tuple[tuple[int, Node], ...]
    focused_id: int


class SpokenMessage(NamedTuple):
    """Something that is said once."""

    text: str
    urgency: Urgency


class _ElementNodes(NamedTuple):
    """The nodes that were made of a part."""

    element: AccessibleElement
    node_id: int
    nodes: dict[int, Node]
    elements: dict[int, AccessibleElement]
    focus: tuple[int, ...]


class AccessibilityTree:
    """The nodes of what can be read now. A node keeps its number as long as the part of its key is there."""

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}
        self.elements: dict[int, AccessibleElement] = {}
        """The part of each node that has one."""
        self.focused_id = ROOT_ID
        self._ids_by_key: dict[Hashable, int] = {}
        self._next_id = ROOT_ID + 1
        self._nodes_by_key: dict[Hashable, _ElementNodes] = {}
        """What was made of each top part: one that is the same object needs nothing."""
        self._message_ids: list[int] = []
        """The numbers of the messages of the last change that had any."""

    def update(
        self,
        title: str,
        picture_bounds: Bounds,
        elements: Sequence[AccessibleElement],
        messages: Sequence[SpokenMessage] = (),
        *,
        scene: Hashable = None,
    ) -> TreeChange:
        """Take what can be read now; returns what differs from before.

        Args:
            title: of the window.
            picture: the window's area.
            parts: of the scene that gets the input.
            messages: what is to be said besides.
            scene: tells scenes apart: what is asked of a node of one never reaches another.
        """
        nodes: dict[int, Node] = {}
        self.elements = {}
        focus, built = [ROOT_ID], dict[Hashable, _ElementNodes]()
        children = []
        for i, part in enumerate(elements):
            path = scene, part.role, i if part.key is None else part.key
            known = self._nodes_by_key.get(path)
            if known is None or known.element is not part or path in built:
                known = self._build(part, (scene, i))
            built[path] = known
            nodes.update(known.nodes)
            self.elements.update(known.elements)
            focus.extend(known.focus)
            children.append(known.node_id)
        self._nodes_by_key = built
        if messages:
            self._message_ids = [self._new_id() for _ in messages]
            said = {
                n: Node("message", one.text, urgency=one.urgency)
                for n, one in zip(self._message_ids, messages, strict=True)
            }
        else:
            said = {number: self.nodes[number] for number in self._message_ids if number in self.nodes}
        nodes.update(said)
        nodes[ROOT_ID] = Node("window", title, picture_bounds, (*children, *said))
        old, self.nodes, self.focused_id = self.nodes, nodes, focus[-1]
        fresh = tuple((n, node) for n, node in nodes.items() if (was := old.get(n)) is not node and was != node)
        return TreeChange(fresh, self.focused_id)

    def whole_tree(self) -> TreeChange:
        """The whole tree, for a reader that has just begun to listen."""
        return TreeChange(tuple(self.nodes.items()), self.focused_id)

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def _build(self, element: AccessibleElement, path: tuple[Hashable, ...]) -> _ElementNodes:
        """Make the nodes of a part and of all in it."""
        nodes, parts, focus = dict[int, Node](), dict[int, AccessibleElement](), list[int]()
        number = self._add(element, path, nodes, parts, focus)
        return _ElementNodes(element, number, nodes, parts, tuple(focus))

    def _add(
        self,
        element: AccessibleElement,
        path: tuple[Hashable, ...],
        nodes: dict[int, Node],
        elements: dict[int, AccessibleElement],
        focus: list[int],
    ) -> int:
        """Add the nodes of a part and of all in it; returns the part's number."""
        name = element.name if element.role in _ROLES_KEYED_BY_NAME else ""
        path = (*path[:-1], element.role, name, path[-1] if element.key is None else element.key)
        number = self._ids_by_key.get(path)
        if number is None or number in self.elements or number in elements:  # two parts with the same key are still two
            number = self._ids_by_key[path] = self._new_id()
        elements[number] = element
        children = tuple(self._add(one, (*path, i), nodes, elements, focus) for i, one in enumerate(element.children))
        nodes[number] = Node(
            element.role,
            element.name,
            None if element.bounds is None else pixel_bounds(element.bounds),
            children,
            element.description,
            element.field_text,
            element.shortcut,
            element.heading_level,
            element.value_range,
            element.is_on,
            element.is_chosen,
            element.is_enabled,
            element.index_and_count,
            element.focus is not None,
            element.press is not None,
            element.set_value is not None,
            element.set_text is not None,
        )
        if element.is_focused:
            focus.append(number)
        return number


def pixel_bounds(area: FRect) -> Bounds:
    """An area in whole pixels."""
    return int(area[0]), int(area[1]), int(area[0] + area[2] + 0.5), int(area[1] + area[3] + 0.5)


def unclaimed_texts(known_text: str, drawn: Iterable[DrawnItem]) -> Iterator[AccessibleElement]:
    """The texts of a picture that aren't in what is ``known_text``, in the order in which they are drawn, each once."""
    for one in drawn:
        if one.text not in known_text:
            known_text = f"{known_text}\n{one.text}"
            yield AccessibleElement(
                "text", one.text, None if one.bounds is None else FRect(one.bounds), key=("drawn", one.text)
            )
