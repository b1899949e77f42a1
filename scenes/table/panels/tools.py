"""The tools of the table: round buttons with icons, and the chip that counts the house rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from engine.moves import Move
from engine.options import differing
from scenes.look.look import Look
from scenes.look.widgets import Chip, IconButton, key_name
from scenes.shell.destinations import Action
from scenes.table.felt.room import beside_hand
from scenes.table.stage.stage import Stage
from scenes.text.words import Words

TALK = pygame.K_p
"""Says a phrase to the others."""
WHAT_NOW = pygame.K_w
"""Asks the coach."""
LAST_PLAYS = pygame.K_t
"""Shows what was played last."""
LOOK_THROUGH = pygame.K_d
"""Shows the cards of a pile that may be looked through."""


class TableTools(NamedTuple):
    """What the buttons of a table do; a tool without an action is not shown."""

    menu: Action
    log: Action
    house_rules: Action
    read: Action
    answer: Callable[[Move], None]
    sort: Action | None = None
    hint: Action | None = None
    undo: Action | None = None
    what_now: Action | None = None
    last_plays: Action | None = None
    talk: Action | None = None
    """Says something to the persons at other computers."""
    leads_back: bool = False
    """The button of the menu leads back to another screen instead."""


class ToolBar:
    """The buttons at their places.

    Args:
        look: of texts and buttons.
        words: texts.
        stage: the table.
        tools: what they do.
        corner: where the game's name begins, above the chip.
        right: the window's right edge, beyond the drawer.
    """

    def __init__(
        self,
        look: Look,
        words: Words,
        stage: Stage,
        tools: TableTools,
        corner: tuple[float, float],
        *,
        right: float,
    ) -> None:
        self.look = look
        self.stage = stage
        back = tools.leads_back
        self.menu = IconButton(
            "chevron_left" if back else "menu",
            tools.menu,
            name=words("app.button.back" if back else "app.table.menu"),
            key=words("app.key.esc"),
        )
        self.sort = _tool("sort", tools.sort, words("app.table.sort"), pygame.K_s)
        self.undo = _tool("undo", tools.undo, words("app.table.undo"), pygame.K_u)
        self.hint = _tool("hint", tools.hint, words("app.table.hint"), pygame.K_h)
        self.log = _tool("log", tools.log, words("app.table.log"), pygame.K_l)
        self.book = _tool("rules", tools.read, words("app.table.rules"), pygame.K_r)
        self.what_now = _tool("help", tools.what_now, words("app.coach.what_now"), WHAT_NOW)
        self.talk = _tool("talk", tools.talk, words("elsewhere.talk"), TALK)
        self.last_plays = _tool("review", tools.last_plays, words("app.table.review"), LAST_PLAYS)
        changed = len(differing(stage.match.record.options))
        text = words("app.table.house_rules", n=changed) if changed else words("app.table.standard_rules")
        self.house_rules = Chip(text, tools.house_rules, icon="house", key="F1", felt=True)
        self._place(corner, right)

    def _place(self, corner: tuple[float, float], right: float) -> None:
        look, canvas = self.look, self.stage.canvas
        apart, edge = max(52, look.reach), right - 58  # in the corners: seats at the upper edge lie between them
        self.menu.place(look, 14, 14)
        self.what_now.place(look, 14, 14 + apart)
        self.book.place(look, edge, 14)
        self.log.place(look, edge - apart, 14)
        self.last_plays.place(look, edge, 14 + apart)
        self.talk.place(look, edge - apart, 14 + apart)
        for i, tool in enumerate((self.sort, self.hint, self.undo)):
            tool.place(look, 0, canvas.foot - 160)
            beside_hand(tool.rect, 40 + max(54, look.reach) * i, look, canvas, tool=True)
        left, top = corner
        self.house_rules.place(look, left, top + 54)

    @property
    def icons(self) -> tuple[IconButton, ...]:
        """The tools without words; a tooltip names them."""
        around = (self.menu, self.what_now, self.last_plays, self.talk, self.log, self.book)
        every = (self.sort, self.hint, self.undo, *around)
        return tuple(tool for tool in every if tool.visible)


def _tool(icon: str, act: Action | None, name: str, key: int) -> IconButton:
    tool = IconButton(icon, act, name=name, key=key_name(key))
    tool.visible = act is not None
    return tool
