"""Accessible elements, a scene's content as data for screen readers: names, bounds and actions.

A widget or scene describes itself with ``AccessibleElement``s. ``scenes.shell.accessibility.tree`` turns them into the
nodes of the accessibility tree.
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
"""Role of an element. A ``choice`` consists of ``option``s, ``tabs`` of ``tab``s. A ``card`` is a list item that can be
selected. A ``header`` is a table cell that names its column."""


class ValueRange(NamedTuple):
    """Value of an accessible slider or spinner with its minimum and maximum."""

    value: float
    minimum: float
    maximum: float


class AccessibleElement(NamedTuple):
    """Element of the accessibility tree for screen readers: readable text, and the actions it supports."""

    role: Role
    name: str = ""
    """Short accessible name."""
    bounds: FRect | None = None
    """Bounds in pixels of the frame, in an element that a widget returns in logical pixels; None for the union of the
    children's bounds."""
    key: Hashable = None
    """Identifier among its siblings, stable over time; None to use the index."""
    description: str = ""
    """Longer description, read on request."""
    field_text: str | None = None
    """Current text of a text field."""
    text_anchor_and_caret: tuple[int, int] | None = None
    """Anchor and caret in the text of a text field, indices of characters; equal without a selection."""
    shortcut: str = ""
    """Label of the keyboard shortcut."""
    heading_level: int = 0
    """Level of a heading, from 1; 0 for all other roles."""
    value_range: ValueRange | None = None
    is_on: bool | None = None
    """Whether a switch is on."""
    is_chosen: bool | None = None
    """Whether it is selected; None if it isn't selectable."""
    is_enabled: bool = True
    is_focused: bool = False
    number_and_count: tuple[int, int] | None = None
    """Index in its list, from 1, and the list's length."""
    focus: Callable[[], object] | None = None
    """Action that moves the keyboard focus here."""
    press: Callable[[], object] | None = None
    """Action of a click."""
    set_value: Callable[[float], object] | None = None
    """Action that sets the value."""
    set_text: Callable[[str], object] | None = None
    """Action that replaces the text."""
    select_text: Callable[[int, int], object] | None = None
    """Action that sets anchor and caret in the text."""
    children: tuple["AccessibleElement", ...] = ()
    """Child elements in reading order."""


GetCardName = Callable[[Card], str]
"""Function that returns the spoken name of a card."""


def table_element(name: str, rows: Sequence[Sequence[str]]) -> AccessibleElement:
    """Return an accessible table element for screen readers whose first row is the header."""
    return AccessibleElement(
        "table", name, children=tuple(_row(row, "cell" if i else "header") for i, row in enumerate(rows))
    )


def _row(cells: Sequence[str], role: Role) -> AccessibleElement:
    return AccessibleElement("row", children=tuple(AccessibleElement(role, cell) for cell in cells))


@runtime_checkable
class AccessibleWidget(Protocol):
    """A widget that describes itself to screen readers. For all other widgets the screen reader gets the texts that
    they draw."""

    def accessible_elements(self, card_name: GetCardName) -> Sequence[AccessibleElement]:
        """Return a widget's elements for screen readers; ``bounds`` are logical pixels, None for the widget's own area.

        ``card_name`` returns the spoken name of a card.
        """


@runtime_checkable
class AccessibleScene(Protocol):
    """A scene that is not made of widgets and describes itself to screen readers."""

    def accessible_elements(self) -> list[AccessibleElement]:
        """Return the scene's elements for screen readers in reading order, with bounds in pixels of the frame."""

    def new_messages(self, known_count: int) -> tuple[int, list[str]]:
        """Return the number of messages to screen readers so far, and the messages after the first ``known_count``."""

    def alerts(self) -> list[tuple[Hashable, str]]:
        """Return the scene's urgent messages to screen readers, such as "your turn", each with a unique key."""


def walk(elements: Iterable[AccessibleElement]) -> Iterator[AccessibleElement]:
    """Iterate over accessible elements and all their descendants in reading order."""
    for part in elements:
        yield part
        yield from walk(part.children)


def all_strings(elements: Iterable[AccessibleElement]) -> Iterator[str]:
    """Iterate over all names, descriptions, field texts and shortcuts of accessible elements and their descendants."""
    for part in walk(elements):
        yield from filter(None, (part.name, part.description, part.field_text, part.shortcut))


def heading_level(style: str) -> int:
    """Return the accessible heading level of a text style; 0 if it is no heading."""
    return _HEADING_LEVELS.get(style, 0)


_HEADING_LEVELS = {
    "wordmark": 1, "result": 1, "title": 1, "panel_title": 1, "heading": 2, "game": 2, "tag": 1, "strong_body": 0,
}  # fmt: skip
