"""A fake screen reader in this process, always attached."""

from collections.abc import Iterable, Iterator

import pygame

from scenes.app import App
from scenes.shell.accessibility.accesskit_adapter import AccessKitAdapter, ReaderRequest
from scenes.shell.accessibility.screen_reader import ScreenReaderBridge
from scenes.shell.accessibility.tree import ROOT_ID, Node, TreeChange
from scenes.ui.accessible_elements import AccessibleElement


def walk(elements: Iterable[AccessibleElement]) -> Iterator[AccessibleElement]:
    """Iterate over accessible elements and all their descendants in reading order."""
    for part in elements:
        yield part
        yield from walk(part.children)


def all_strings(elements: Iterable[AccessibleElement]) -> Iterator[str]:
    """Iterate over all names, descriptions, field texts and shortcuts of accessible elements and their descendants."""
    for part in walk(elements):
        yield from filter(None, (part.name, part.description, part.field_text, part.shortcut))


class FakeScreenReader(AccessKitAdapter):
    """AccessKit adapter that records all tree changes."""

    def __init__(self) -> None:
        super().__init__()
        self.is_listening = True
        self.changes: list[TreeChange] = []

    def show_change(self, change: TreeChange) -> None:
        self.changes.append(change)

    @property
    def spoken(self) -> list[tuple[str, str]]:
        """All announcements so far, as (urgency, text)."""
        nodes = [node for change in self.changes for _, node in change.nodes]
        return [(node.urgency, node.name) for node in nodes if node.urgency is not None]


def attach_reader(app: App) -> FakeScreenReader:
    listener = FakeScreenReader()
    app.screen_reader.bridge = ScreenReaderBridge(app, listener)
    return listener


def screen_reader(app: App) -> ScreenReaderBridge:
    """Return the program's bridge to the screen reader."""
    assert app.screen_reader.bridge is not None
    return app.screen_reader.bridge


def elements(app: App) -> list[AccessibleElement]:
    """Return all elements that can be read now."""
    return list(walk(screen_reader(app).elements_of(app.top)))


def tree_nodes(app: App) -> dict[int, Node]:
    """Return the current nodes of the tree, by id."""
    screen_reader(app).update_tree()
    return screen_reader(app).tree.nodes


def find_node_id(app: App, role: str, name: str) -> int:
    """Return the id of the first node of a role whose name starts with ``name``."""
    return next(n for n, node in tree_nodes(app).items() if node.role == role and node.name.startswith(name))


def send_request(app: App, request: ReaderRequest) -> None:
    """Send the program a request of the screen reader."""
    app.step(16, [pygame.Event(screen_reader(app).adapter.event_type, request=request)])


def reachable_ids(tree: dict[int, Node]) -> set[int]:
    """Return the ids of all nodes below the window."""
    found, pending = set[int](), [ROOT_ID]
    while pending:
        number = pending.pop()
        assert number not in found, "a node has one parent"
        found.add(number)
        pending += tree[number].children
    return found
