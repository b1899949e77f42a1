"""What can be read and used in a picture, as data: names, places and actions, for screen readers.

A widget or scene describes itself by ``Part``s; ``scenes.shell.reader_tree`` makes nodes of them.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from pygame import FRect

from engine.cards import Card

Role = Literal[
    "group", "text", "heading", "image", "status",
    "button", "link", "switch", "slider", "spinner", "field", "choice", "option", "tabs", "tab",
    "list", "item", "card",
    "table", "row", "header", "cell",
    "dialog",
]  # fmt: skip
"""What something is. A ``choice`` consists of ``option``s, ``tabs`` of ``tab``s; a ``card`` is an item that can be
chosen; a ``header`` is a table's cell that names its column."""


class Scale(NamedTuple):
    """A number within a range."""

    value: float
    low: float
    high: float


class Part(NamedTuple):
    """Something that can be read, and perhaps used."""

    role: Role
    name: str = ""
    """What it is or says, short."""
    area: FRect | None = None
    """Where it is, pixels of the picture; None: around its parts."""
    key: Hashable = None
    """Tells it apart from others of the same whole, at all times; None: its number among them."""
    details: str = ""
    """More about it, read on request."""
    text: str | None = None
    """What has been written into a field."""
    shortcut: str = ""
    """Label of the key that does the same."""
    level: int = 0
    """Of a heading, from 1."""
    scale: Scale | None = None
    on: bool | None = None
    """Whether a switch is on."""
    chosen: bool | None = None
    """Whether it is chosen; None if it can't be."""
    enabled: bool = True
    focused: bool = False
    place: tuple[int, int] | None = None
    """Its number in a list, from 1, and how many there are."""
    focus: Callable[[], object] | None = None
    """Gives it the keyboard's focus."""
    press: Callable[[], object] | None = None
    """Does what a click does."""
    set_value: Callable[[float], object] | None = None
    """Sets the number on its scale."""
    write: Callable[[str], object] | None = None
    """Replaces the text."""
    parts: tuple["Part", ...] = ()
    """What it consists of, in the order of reading."""


NameCard = Callable[[Card], str]
"""Returns the name of a card in words."""


def table(name: str, rows: Sequence[Sequence[str]]) -> Part:
    """A table; its first row names the columns."""
    return Part("table", name, parts=tuple(_row(row, "cell" if i else "header") for i, row in enumerate(rows)))


def _row(cells: Sequence[str], role: Role) -> Part:
    return Part("row", parts=tuple(Part(role, cell) for cell in cells))


@runtime_checkable
class Described(Protocol):
    """A widget that tells what a screen reader reads of it; of all others it reads the texts that they draw."""

    def described(self, name: NameCard) -> Sequence[Part]:
        """What is read. Areas are logical, as those of widgets are; None for the widget's own.

        ``name`` returns the name of a card.
        """


@runtime_checkable
class Read(Protocol):
    """A scene that isn't made of widgets and tells what a screen reader reads of it."""

    def parts(self) -> list[Part]:
        """What can be read and used, in the order of reading; areas are pixels of the picture."""

    def news(self, known: int) -> tuple[int, list[str]]:
        """How many sentences have been told so far, and those after the first ``known``."""

    def alerts(self) -> list[tuple[Hashable, str]]:
        """What the player must know at once, such as that it is their turn, each with a key of its own."""


def every(parts: Iterable[Part]) -> Iterator[Part]:
    """These parts and all in them, in the order of reading."""
    for part in parts:
        yield part
        yield from every(part.parts)


def strings(parts: Iterable[Part]) -> Iterator[str]:
    """All that these parts say."""
    for part in every(parts):
        yield from filter(None, (part.name, part.details, part.text, part.shortcut))


def headings_level(style: str) -> int:
    """The level of a heading in this style of text; 0 if it is no heading."""
    return _HEADINGS.get(style, 0)


_HEADINGS = {
    "wordmark": 1, "result": 1, "title": 1, "panel_title": 1, "heading": 2, "game": 2, "tag": 1, "strong_body": 0,
}  # fmt: skip
