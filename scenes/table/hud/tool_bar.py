"""The tool bar of the table: round icon buttons, and the chip with the number of house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pygame
from pygame import FRect

from engine.moves import Move
from engine.options import changed_options
from scenes.render.renderer import Renderer
from scenes.shell.destinations import Action
from scenes.table.hud.keys import LAST_PLAYS_KEY, TALK_KEY, WHAT_NOW_KEY
from scenes.table.hud.panel_placement import align_answer_or_tool
from scenes.table.model.table_model import TableModel
from scenes.text.catalogue import Words
from scenes.ui.widgets import Chip, IconButton, Widget, key_label
from scenes.ui.zone import Pin

_CORNER_INSET = 14.0
"""Distance of the tools in the corners from the window's edges."""
CORNER_TOOLS_BOTTOM = _CORNER_INSET + 44.0
"""Lower edge of the upper tools in the corners, UI coordinates."""


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
    """Tool bar of a table.

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
        self.actions = actions
        self._tag_top_left = tag_top_left
        self._right = right

    def compose(self) -> Iterator[Widget]:
        """Yield the descriptions of the tools beside the hand, those in the corners, and the chip of house rules."""
        renderer, words, actions, canvas = self.renderer, self.words, self.actions, self.model.canvas
        hint = _tool("hint", "hint", actions.hint, words("app.table.hint"), key_label(pygame.K_h))
        if hint is not None:
            hint.is_chosen = self.model.match.is_hint_open
        hand_tools = (
            _tool("sort", self._sort_icon, actions.sort, self._sort_name, key_label(pygame.K_s)),
            hint,
            _tool("undo", "undo", actions.undo, words("app.table.undo"), key_label(pygame.K_u)),
        )
        for i, tool in enumerate(hand_tools):
            if tool is not None:
                area = FRect(0, canvas.ui_bottom - 160, tool.size, tool.size)
                align_answer_or_tool(area, 40 + max(54, renderer.min_target_size) * i, renderer, canvas, is_tool=True)
                yield Pin(tool, area.topleft)
        # in the corners, as seats at the upper edge lie between them
        pitch, edge, y = max(52, renderer.min_target_size), self._right - CORNER_TOOLS_BOTTOM, _CORNER_INSET
        x2, y2 = edge, y + pitch
        if self._right > renderer.width + 1:  # the drawer is open: one row above it
            x2, y2 = edge - 2 * pitch, y
        icon, name = ("chevron_left", "app.button.back") if actions.menu_is_back else ("menu", "app.table.menu")
        what_now, last_plays = words("app.coach.what_now"), words("app.table.review")
        for corner_tool, left, top in (
            (_tool("menu", icon, actions.menu, words(name), words("app.key.esc")), y, y),
            (_tool("what_now", "help", actions.what_now, what_now, key_label(WHAT_NOW_KEY)), y, y + pitch),
            (_tool("last_plays", "review", actions.last_plays, last_plays, key_label(LAST_PLAYS_KEY)), x2, y2),
            (_tool("talk", "talk", actions.talk, words("elsewhere.talk"), key_label(TALK_KEY)), x2 - pitch, y2),
            (_tool("log", "log", actions.log, words("app.table.log"), key_label(pygame.K_l)), edge - pitch, y),
            (_tool("rules", "rules", actions.open_rules, words("app.table.rules"), key_label(pygame.K_r)), edge, y),
        ):
            if corner_tool is not None:
                yield Pin(corner_tool, (left, top))
        left, top = self._tag_top_left
        yield Pin(self._house_rules_chip(), (left, top + 54))

    @property
    def _sort_icon(self) -> str:
        hand = self.model.hand
        return "sort_own" if hand.manual_order else f"sort_{hand.sort_mode}"

    @property
    def _sort_name(self) -> str:
        hand, words = self.model.hand, self.words
        order = words("app.table.own_order" if hand.manual_order else f"settings.sort.value.{hand.sort_mode}")
        return words("app.rules.valued", name=words("app.table.sort"), value=order)

    def _house_rules_chip(self) -> Chip:
        changed = len(changed_options(self.model.match.record.options))
        text = self.words("app.table.house_rules", n=changed) if changed else self.words("app.table.standard_rules")
        chip = Chip(text, self.actions.house_rules, icon="house", key_hint="F1", on_felt=True)
        return chip.with_layout("house_rules")


def _tool(key: str, icon: str, action: Action | None, name: str, key_hint: str) -> IconButton | None:
    return None if action is None else IconButton(icon, action, name=name, key_hint=key_hint).with_layout(key)
