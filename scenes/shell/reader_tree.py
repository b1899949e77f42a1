"""The tree that a screen reader sees, as plain data: nodes with numbers, made of parts, and what changed in them.

No screen reader is needed here: ``scenes.shell.system_reader`` hands the nodes to the system.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from pygame import FRect

from scenes.look.parts import Part, Role, Scale
from scenes.look.seen import Seen

ROOT = 1
"""Number of the window's node."""
_NAMED = ("button", "link", "option", "tab")
"""Roles of parts that are others when they have another name: a press that comes late does nothing else instead."""
Tone = Literal["polite", "assertive"]
"""How a message is said: after what is being said, or at once."""
Bounds = tuple[int, int, int, int]
"""Left, top, right and bottom, pixels of the picture."""


class Node(NamedTuple):
    """A node of the tree, without what it does. Equal nodes are the same to whoever reads them."""

    role: Role | Literal["window", "message"]
    name: str = ""
    bounds: Bounds | None = None
    children: tuple[int, ...] = ()
    details: str = ""
    text: str | None = None
    shortcut: str = ""
    level: int = 0
    scale: Scale | None = None
    on: bool | None = None
    chosen: bool | None = None
    enabled: bool = True
    place: tuple[int, int] | None = None
    focusable: bool = False
    clickable: bool = False
    settable: bool = False
    writable: bool = False
    tone: Tone | None = None


class Change(NamedTuple):
    """What changed in a tree: the nodes that are new or different, and which one has the focus."""

    nodes: tuple[tuple[int, Node], ...]
    focus: int


class Message(NamedTuple):
    """Something that is said once."""

    text: str
    tone: Tone


class _Built(NamedTuple):
    """The nodes that were made of a part."""

    part: Part
    number: int
    nodes: dict[int, Node]
    parts: dict[int, Part]
    focus: tuple[int, ...]


class ReaderTree:
    """The nodes of what can be read now. A node keeps its number as long as the part of its key is there."""

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}
        self.parts: dict[int, Part] = {}
        """The part of each node that has one."""
        self.focus = ROOT
        self._numbers: dict[Hashable, int] = {}
        self._next = ROOT + 1
        self._built: dict[Hashable, _Built] = {}
        """What was made of each top part: one that is the same object needs nothing."""
        self._messages: list[int] = []
        """The numbers of the messages of the last change that had any."""

    def change(
        self,
        title: str,
        picture: Bounds,
        parts: Sequence[Part],
        messages: Sequence[Message] = (),
        *,
        scene: Hashable = None,
    ) -> Change:
        """Take what can be read now; returns what differs from before.

        Args:
            title: of the window.
            picture: the window's area.
            parts: of the scene that gets the input.
            messages: what is to be said besides.
            scene: tells scenes apart: what is asked of a node of one never reaches another.
        """
        nodes: dict[int, Node] = {}
        self.parts = {}
        focus, built = [ROOT], dict[Hashable, _Built]()
        children = []
        for i, part in enumerate(parts):
            path = scene, part.role, i if part.key is None else part.key
            known = self._built.get(path)
            if known is None or known.part is not part or path in built:
                known = self._build(part, (scene, i))
            built[path] = known
            nodes.update(known.nodes)
            self.parts.update(known.parts)
            focus.extend(known.focus)
            children.append(known.number)
        self._built = built
        if messages:
            self._messages = [self._new() for _ in messages]
            said = {
                n: Node("message", one.text, tone=one.tone) for n, one in zip(self._messages, messages, strict=True)
            }
        else:
            said = {number: self.nodes[number] for number in self._messages if number in self.nodes}
        nodes.update(said)
        nodes[ROOT] = Node("window", title, picture, (*children, *said))
        old, self.nodes, self.focus = self.nodes, nodes, focus[-1]
        fresh = tuple((n, node) for n, node in nodes.items() if (was := old.get(n)) is not node and was != node)
        return Change(fresh, self.focus)

    def all(self) -> Change:
        """The whole tree, for a reader that has just begun to listen."""
        return Change(tuple(self.nodes.items()), self.focus)

    def _new(self) -> int:
        self._next += 1
        return self._next - 1

    def _build(self, part: Part, path: tuple[Hashable, ...]) -> _Built:
        """Make the nodes of a part and of all in it."""
        nodes, parts, focus = dict[int, Node](), dict[int, Part](), list[int]()
        number = self._add(part, path, nodes, parts, focus)
        return _Built(part, number, nodes, parts, tuple(focus))

    def _add(
        self,
        part: Part,
        path: tuple[Hashable, ...],
        nodes: dict[int, Node],
        parts: dict[int, Part],
        focus: list[int],
    ) -> int:
        """Add the nodes of a part and of all in it; returns the part's number."""
        name = part.name if part.role in _NAMED else ""
        path = (*path[:-1], part.role, name, path[-1] if part.key is None else part.key)
        number = self._numbers.get(path)
        if number is None or number in self.parts or number in parts:  # two parts with the same key are still two
            number = self._numbers[path] = self._new()
        parts[number] = part
        children = tuple(self._add(one, (*path, i), nodes, parts, focus) for i, one in enumerate(part.parts))
        nodes[number] = Node(
            part.role,
            part.name,
            None if part.area is None else bounds(part.area),
            children,
            part.details,
            part.text,
            part.shortcut,
            part.level,
            part.scale,
            part.on,
            part.chosen,
            part.enabled,
            part.place,
            part.focus is not None,
            part.press is not None,
            part.set_value is not None,
            part.write is not None,
        )
        if part.focused:
            focus.append(number)
        return number


def bounds(area: FRect) -> Bounds:
    """An area in whole pixels."""
    return int(area[0]), int(area[1]), int(area[0] + area[2] + 0.5), int(area[1] + area[3] + 0.5)


def left_over(known: str, picture: Iterable[Seen]) -> Iterator[Part]:
    """The texts of a picture that aren't in what is ``known``, in the order in which they are drawn, each once."""
    for one in picture:
        if one.text not in known:
            known = f"{known}\n{one.text}"
            yield Part("text", one.text, None if one.area is None else FRect(one.area), key=("drawn", one.text))
