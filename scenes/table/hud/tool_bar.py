"""The tool bar of the table: round icon buttons, and the chip with the number of house rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from engine.moves import Move
from engine.options import changed_options
from scenes.render.renderer import Renderer
from scenes.render.widgets import Chip, IconButton, key_label
from scenes.shell.destinations import Action
from scenes.table.cards.placement import align_answer_or_tool
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words

TALK_KEY = pygame.K_p
"""Key that opens the phrases for the other players."""
WHAT_NOW_KEY = pygame.K_w
"""Key that opens or closes the coach's explanation."""
LAST_PLAYS_KEY = pygame.K_t
"""Key that shows the last plays."""
PASS_KEY = pygame.K_n
"""Key that passes or keeps what the player has, in every game: "no" in many languages."""
BROWSE_KEY = pygame.K_d
"""Key that shows the cards of the browsable piles, one after the other."""


class TableActions(NamedTuple):
    """Actions of a table's tool and answer buttons; a tool without an action is hidden."""

    menu: Action
    log: Action
    house_rules: Action
    open_rules: Action
    answer: Callable[[Move], None]
    sort: Action | None = None
    hint: Action | None = None
    undo: Action | None = None
    what_now: Action | None = None
    last_plays: Action | None = None
    talk: Action | None = None
    """Opens the phrases for the players at other computers."""
    menu_is_back: bool = False
    """Whether the menu's button leads back to another screen instead."""


class ToolBar:
    """Tool bar of a table, with its buttons laid out.

    Args:
        renderer: for texts and buttons.
        words: texts.
        model: the table model.
        actions: actions of the buttons.
        tag_top_left: upper left corner of the deal tag, above the chip.
        right: right edge of the window, beyond the drawer.
    """

    def __init__(
        self,
        renderer: Renderer,
        words: Words,
        model: TableModel,
        actions: TableActions,
        tag_top_left: tuple[float, float],
        *,
        right: float,
    ) -> None:
        self.renderer = renderer
        self.words = words
        self.model = model
        back = actions.menu_is_back
        self.menu = IconButton(
            "chevron_left" if back else "menu",
            actions.menu,
            name=words("app.button.back" if back else "app.table.menu"),
            key_hint=words("app.key.esc"),
        )
        self.sort = _tool("", actions.sort, "", pygame.K_s)
        self.refresh_sort()
        self.undo = _tool("undo", actions.undo, words("app.table.undo"), pygame.K_u)
        self.hint = _tool("hint", actions.hint, words("app.table.hint"), pygame.K_h)
        self.log = _tool("log", actions.log, words("app.table.log"), pygame.K_l)
        self.rules = _tool("rules", actions.open_rules, words("app.table.rules"), pygame.K_r)
        self.what_now = _tool("help", actions.what_now, words("app.coach.what_now"), WHAT_NOW_KEY)
        self.talk = _tool("talk", actions.talk, words("elsewhere.talk"), TALK_KEY)
        self.last_plays = _tool("review", actions.last_plays, words("app.table.review"), LAST_PLAYS_KEY)
        changed = len(changed_options(model.match.record.options))
        text = words("app.table.house_rules", n=changed) if changed else words("app.table.standard_rules")
        self.house_rules = Chip(text, actions.house_rules, icon="house", key_hint="F1", on_felt=True)
        self._place(tag_top_left, right)

    def refresh_sort(self) -> bool:
        """Update icon and name of the sort button to the own hand's order; return whether the order has changed."""
        hand, words = self.model.hand, self.words
        icon = "sort_own" if hand.manual_order else f"sort_{hand.sort_mode}"
        if icon == self.sort.icon:
            return False
        order = words("app.table.own_order" if hand.manual_order else f"settings.sort.value.{hand.sort_mode}")
        self.sort.icon, self.sort.name = icon, words("app.rules.valued", name=words("app.table.sort"), value=order)
        return True

    def _place(self, tag_top_left: tuple[float, float], right: float) -> None:
        renderer, canvas = self.renderer, self.model.canvas
        # in the corners, as seats at the upper edge lie between them
        pitch, edge = max(52, renderer.min_target_size), right - 58
        self.menu.place_at(renderer, 14, 14)
        self.what_now.place_at(renderer, 14, 14 + pitch)
        self.rules.place_at(renderer, edge, 14)
        self.log.place_at(renderer, edge - pitch, 14)
        self.last_plays.place_at(renderer, edge, 14 + pitch)
        self.talk.place_at(renderer, edge - pitch, 14 + pitch)
        for i, tool in enumerate((self.sort, self.hint, self.undo)):
            tool.place_at(renderer, 0, canvas.ui_bottom - 160)
            align_answer_or_tool(tool.rect, 40 + max(54, renderer.min_target_size) * i, renderer, canvas, is_tool=True)
        left, top = tag_top_left
        self.house_rules.place_at(renderer, left, top + 54)

    @property
    def visible_icon_buttons(self) -> tuple[IconButton, ...]:
        """The visible tool buttons that have only an icon; a tooltip names each."""
        others = (self.menu, self.what_now, self.last_plays, self.talk, self.log, self.rules)
        tools = (self.sort, self.hint, self.undo, *others)
        return tuple(tool for tool in tools if tool.visible)


def _tool(icon: str, action: Action | None, name: str, key: int) -> IconButton:
    tool = IconButton(icon, action, name=name, key_hint=key_label(key))
    tool.visible = action is not None
    return tool
