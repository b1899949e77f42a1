"""A screen reader that listens to everything and is no process of its own."""

import pygame

from scenes.app import App
from scenes.look.parts import Part, every
from scenes.shell.reader import Reader
from scenes.shell.reader_tree import ROOT, Change, Node
from scenes.shell.system_reader import Asked, SystemReader


class Listener(SystemReader):
    """Keeps what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.listening = True
        self.changes: list[Change] = []

    def show(self, change: Change) -> None:
        self.changes.append(change)

    @property
    def said(self) -> list[tuple[str, str]]:
        """Everything that was said so far: how, and the words."""
        nodes = [node for change in self.changes for _, node in change.nodes]
        return [(node.tone, node.name) for node in nodes if node.tone is not None]


def listen(app: App) -> Listener:
    """Let a screen reader listen to the program from now on."""
    listener = Listener()
    app.reader = Reader(app, listener)
    return listener


def reader(app: App) -> Reader:
    """What a screen reader follows."""
    assert isinstance(app.reader, Reader)
    return app.reader


def read(app: App) -> list[Part]:
    """Everything that can be read now."""
    return list(every(reader(app).parts(app.top)))


def nodes(app: App) -> dict[int, Node]:
    """The tree as it is now."""
    reader(app).change(moving=False)
    return reader(app).tree.nodes


def find(app: App, role: str, name: str) -> int:
    """The number of the node of a role whose name begins so."""
    return next(n for n, node in nodes(app).items() if node.role == role and node.name.startswith(name))


def ask(app: App, asked: Asked) -> None:
    """Let the screen reader ask for something."""
    app.step(16, [pygame.Event(reader(app).system.event, asked=asked)])


def reachable(tree: dict[int, Node]) -> set[int]:
    """The numbers of all nodes below the window."""
    found, left = set[int](), [ROOT]
    while left:
        number = left.pop()
        assert number not in found, "a node has one parent"
        found.add(number)
        left += tree[number].children
    return found
