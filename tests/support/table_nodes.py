"""Nodes of a card table's tree, found by their keys."""

from engine.moves import Move
from scenes.table.hud.answers import AnswerButton, answer_key
from scenes.table.hud.deal_tag import DealTag
from scenes.table.table import Table
from scenes.table.table_hud import Hud
from scenes.ui.widgets import Button, IconButton, Widget


def tool(hud: Hud, key: str) -> IconButton:
    """Return the tool button with this key."""
    return next(one for one in icon_tools(hud) if one.key == key)


def icon_tools(hud: Hud) -> list[IconButton]:
    """Return all tool buttons that have only an icon."""
    return hud.root.nodes_in("tools", IconButton)


def answer_button(hud: Hud, move: Move) -> AnswerButton:
    """Return the answer button of a move."""
    return next(one for one in hud.answer_buttons if one.key == answer_key(move))


def clickable_nodes(hud: Hud) -> list[Widget]:
    """Return all buttons around the cards, outside the side drawer."""
    nodes = (hud.root.nodes_in(key, Widget) for key in ("piles", "answers", "tools", "refusal", "bar"))
    return [node for part in nodes for node in part if node.accepts_press]


def shown_deal(hud: Hud) -> str:
    """Return the text of the deal tag."""
    (tag,) = hud.root.nodes_in("tag", DealTag)
    return tag.deal_text


def node(hud: Hud, key: object) -> Widget:
    """Return the visible node with a key."""
    found = hud.root.find(key)
    assert found is not None, key
    return found


def enter_button_labels(table: Table) -> list[str]:
    """Return the labels of the buttons marked for the Enter key."""
    enter = table.words("app.key.enter")
    page = table.drawer.page
    buttons = [*table.hud.answer_buttons, *table.hud.root.nodes_in("drawer", Button)]
    assert page is None or page.enter_button is None or page.enter_button.key in [one.key for one in buttons]
    return [one.label for one in buttons if one.kind == "primary" or one.key_hint == enter]
