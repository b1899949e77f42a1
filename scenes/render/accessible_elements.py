"""What can be read and used in a picture, as data: names, places and actions, for screen readers.

A widget or scene describes itself by ``AccessibleElement``s; ``scenes.shell.accessibility.tree`` makes nodes of them.
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


class ValueRange(NamedTuple):
    """A number within a range."""

    value: float
    minimum: float
    maximum: float


class AccessibleElement(NamedTuple):
    """Something that can be read, and perhaps used."""

    role: Role
    name: str = ""
    """What it is or says, short."""
    bounds: FRect | None = None
    """Where it is, pixels of the picture; None: around its parts."""
    key: Hashable = None
    """Tells it apart from others of the same whole, at all times; None: its number among them."""
    description: str = ""
    """More about it, read on request."""
    field_text: str | None = None
    """What has been written into a field."""
    shortcut: str = ""
    """Label of the key that does the same."""
    heading_level: int = 0
    """Of a heading, from 1."""
    value_range: ValueRange | None = None
    is_on: bool | None = None
    """Whether a switch is on."""
    is_chosen: bool | None = None
    """Whether it is chosen; None if it can't be."""
    is_enabled: bool = True
    is_focused: bool = False
    index_and_count: tuple[int, int] | None = None
    """Its number in a list, from 1, and how many there are."""
    focus: Callable[[], object] | None = None
    """Gives it the keyboard's focus."""
    press: Callable[[], object] | None = None
    """Does what a click does."""
    set_value: Callable[[float], object] | None = None
    """Sets the number on its scale."""
    set_text: Callable[[str], object] | None = None
    """Replaces the text."""
    children: tuple["AccessibleElement", ...] = ()
    """What it consists of, in the order of reading."""


GetCardName = Callable[[Card], str]
"""Returns the name of a card in words."""


def table_element(name: str, rows: Sequence[Sequence[str]]) -> AccessibleElement:
    """A table; its first row names the columns."""
    return AccessibleElement(
        "table", name, children=tuple(_row(row, "cell" if i else "header") for i, row in enumerate(rows))
    )


def _row(cells: Sequence[str], role: Role) -> AccessibleElement:
    return AccessibleElement("row", children=tuple(AccessibleElement(role, cell) for cell in cells))


@runtime_checkable
class AccessibleWidget(Protocol):
    """A widget that tells what a screen reader reads of it; of all others it reads the texts that they draw."""

    def accessible_elements(self, card_name: GetCardName) -> Sequence[AccessibleElement]:
        """What is read. Areas are logical, as those of widgets are; None for the widget's own.

        ``card_name`` returns the name of a card.
        """


@runtime_checkable
class AccessibleScene(Protocol):
    """A scene that isn't made of widgets and tells what a screen reader reads of it."""

    def accessible_elements(self) -> list[AccessibleElement]:
        """What can be read and used, in the order of reading; areas are pixels of the picture."""

    def new_messages(self, message_count: int) -> tuple[int, list[str]]:
        """How many sentences have been told so far, and those after the first ``message_count``."""

    def alerts(self) -> list[tuple[Hashable, str]]:
        """What the player must know at once, such as that it is their turn, each with a key of its own."""


def walk(elements: Iterable[AccessibleElement]) -> Iterator[AccessibleElement]:
    """These parts and all in them, in the order of reading."""
    for part in elements:
        yield part
        yield from walk(part.children)


def all_strings(elements: Iterable[AccessibleElement]) -> Iterator[str]:
    """All that these parts say."""
    for part in walk(elements):
        yield from filter(None, (part.name, part.description, part.field_text, part.shortcut))


def heading_level(style: str) -> int:
    """The level of a heading in this style of text; 0 if it is no heading."""
    return _HEADING_LEVELS.get(style, 0)


_HEADING_LEVELS = {
    "wordmark": 1, "result": 1, "title": 1, "panel_title": 1, "heading": 2, "game": 2, "tag": 1, "strong_body": 0,
}  # fmt: skip
