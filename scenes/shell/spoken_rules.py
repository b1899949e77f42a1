"""Rules pages for screen readers."""

from collections.abc import Callable

from engine.cards import Card
from scenes.text.rules_document import Block, CardGroup, Figure, Heading, TableBlock, TextBlock, TextRun, TextRuns
from scenes.ui.accessible_elements import AccessibleElement, table_element

GetCardName = Callable[[Card], str]
"""Returns the name of a card for screen readers."""


def _spoken_text(runs: TextRuns, name: GetCardName) -> str:
    """Return a text for screen readers, with the names of its cards."""
    return " ".join("".join(_spoken_run(run, name) for run in runs).split())


def _spoken_run(run: TextRun, name: GetCardName) -> str:
    return f" {', '.join(name(shown.card) for shown in run.cards)} " if run.cards else run.text


def describe_block(block: Block, name: GetCardName) -> AccessibleElement:
    """Return the description of a rules page's block for screen readers."""
    match block:
        case Heading():
            return AccessibleElement("heading", _spoken_text(block.runs, name), heading_level=block.level)
        case TableBlock():
            return table_element("", [[_spoken_text(cell, name) for cell in row] for row in block.rows])
        case Figure():
            return AccessibleElement("image", "; ".join(_describe_group(group, name) for group in block.groups))
        case TextBlock():
            said = _spoken_text(block.runs, name)
            return AccessibleElement(
                "item" if block.kind in ("rule", "item") else "text", f"{block.number_or_bullet} {said}".strip()
            )


def _describe_group(group: CardGroup, name: GetCardName) -> str:
    cards = ", ".join(name(shown.card) for shown in group.cards)
    caption = _spoken_text(group.caption, name)
    return f"{cards}: {caption}" if caption else cards
