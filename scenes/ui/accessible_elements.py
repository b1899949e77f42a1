"""Accessible elements, a scene's content as data for screen readers: names, bounds and actions.

A node of a screen describes itself by ``as_accessible``, the card table as a whole. ``scenes.shell.accessibility.tree``
turns the elements into the nodes of the accessibility tree.
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Literal, NamedTuple

from pygame import FRect

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
    """Bounds in pixels of the frame, in ``as_accessible`` in logical pixels; None for the rectangle of the node, else
    for the union of the children's bounds."""
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


def table_element(name: str, rows: Sequence[Sequence[str]]) -> AccessibleElement:
    """Return an accessible table element for screen readers whose first row is the header."""
    return AccessibleElement(
        "table", name, children=tuple(_row(row, "cell" if i else "header") for i, row in enumerate(rows))
    )


def _row(cells: Sequence[str], role: Role) -> AccessibleElement:
    return AccessibleElement("row", children=tuple(AccessibleElement(role, cell) for cell in cells))


def strip_emphasis_and_breaks(text: str) -> str:
    """Return a text in one line, without the stars that mark emphasised words.

    >>> strip_emphasis_and_breaks("*Ana* plays\\n2 cards"), strip_emphasis_and_breaks("2 * 3")
    ('Ana plays 2 cards', '2 * 3')
    """
    text = text if text.count("*") % 2 else text.replace("*", "")
    return " ".join(text.split())


def join_texts(*texts: str) -> str:
    """Return texts as one accessible name, in one line and without emphasis; empty texts are left out."""
    return ", ".join(filter(None, map(strip_emphasis_and_breaks, texts)))


def text_element(*texts: str, style: str = "") -> AccessibleElement | None:
    """Return texts as one element, a heading if their text style is that of one; None if they are empty."""
    name, level = join_texts(*texts), _HEADING_LEVELS.get(style, 0)
    return AccessibleElement("heading" if level else "text", name, heading_level=level) if name else None


def number_element(
    role: Role, name: str, label: str, value_range: ValueRange, choose: Callable[[int], object]
) -> AccessibleElement:
    """Return a slider or spinner as an element; ``label`` is its value as text, empty for a mere number."""
    texts = filter(None, map(strip_emphasis_and_breaks, (name, label)))
    return AccessibleElement(
        role, ": ".join(texts), value_range=value_range, set_value=lambda value: choose(round(value))
    )


def group_element(*elements: AccessibleElement | None, name: str = "") -> AccessibleElement:
    """Return several elements as one; without a name they are read as if they were nodes of their own."""
    return AccessibleElement("group", name, children=tuple(element for element in elements if element is not None))


_HEADING_LEVELS = {"wordmark": 1, "result": 1, "title": 1, "panel_title": 1, "heading": 2, "game": 2, "tag": 1}
"""Level of the heading by its text style."""
