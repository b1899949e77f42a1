"""Base class of table modes, the strategies for a live match, replay, lesson or online match."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from engine.events import Event
from engine.match.match_view import MatchView
from engine.moves import Move, Seat
from engine.statistics.store import HeadToHead
from scenes.shell.context import Context
from scenes.table.hud.tool_bar import TableActions
from scenes.table.layouts.layout import TableLayout
from scenes.table.pages.coach_page import PageToPrerender
from scenes.table.table_base import TableBase
from scenes.ui.widgets import Widget


class TableMode:
    """Behaviour of a card table that depends on its mode; base class of all modes.

    Args:
        context: access to the application.
        match: the match at the table.
    """

    accepts_input = True
    """Whether the player can pick up cards."""
    has_character_talk = False
    """Whether characters say lines; not in replays and lessons."""
    waits_until_on_top = False
    """Whether animations wait while another scene covers the table."""
    bar_height = 0.0
    """Height of the mode's own bar below the table, logical pixels at ``ui_scale`` 1; 0 without a bar."""

    def __init__(self, context: Context, match: MatchView) -> None:
        self.context = context
        self.match = match
        self.table: TableBase
        """The attached table; unset before ``attach``."""

    def attach(self, table: TableBase) -> None:
        """Attach the mode to its card table; called once, before the table is laid out."""
        self.table = table

    def heads_to_heads(self) -> Mapping[str, HeadToHead]:
        """Return character -> its matches against the player, which it remembers; by default none."""
        return {}

    # --- appearance -------------------------------------------------------------------------------------------------

    @property
    def addressed_seat(self) -> Seat | None:
        """Seat that the table's texts address as “you”; None for no seat."""
        return self.match.viewer

    def adapt_layout(self, layout: TableLayout) -> TableLayout:
        """Return the table layout adapted to this table mode, by default the game's own."""
        return layout

    def table_actions(self) -> TableActions:
        """Return the actions of the table's tool buttons in this mode."""
        raise NotImplementedError

    def on_laid_out(self) -> None:
        """Adapt the table after each of its layouts."""

    def prompt_text(self) -> str:
        """Return the text of the table's prompt; empty for none."""
        raise NotImplementedError

    def compose_bar(self) -> Widget | None:
        """Return the description of the bar below the table, a zone with the key ``BAR_KEY``; None for none."""
        return None

    def page_to_prerender(self) -> PageToPrerender | None:
        """Return the page that the side drawer is likely to show next; None if no page is likely."""
        return None

    @property
    def is_page_opening(self) -> bool:
        """Whether a page of the side drawer is about to open, once it is prerendered."""
        return False

    # --- events and time --------------------------------------------------------------------------------------------

    def on_enter(self) -> None:
        """Start the table mode; called once, when the table was put on the scene stack."""

    def poll(self) -> bool:
        """Poll the table mode's external events, also below another scene; return whether the picture changed."""
        return False

    def update(self, elapsed_ms: float) -> bool:
        """Advance the table mode by ``elapsed_ms`` milliseconds; return whether the picture changed."""
        raise NotImplementedError

    def on_event(self, event: Event) -> None:
        """Handle a match event that is being shown on the table."""

    def submit_move(self, move: Move) -> None:
        """Handle a move that the player has chosen."""

    @property
    def will_auto_answer(self) -> bool:
        """Whether the player's only possible answer is about to be given automatically."""
        return False

    @property
    def is_animating(self) -> bool:
        """Whether the table mode's own widgets change in the next frame."""
        return False

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until the mode's ``update`` may change something without input; infinite for never."""
        return 0.0

    # --- input ------------------------------------------------------------------------------------------------------

    def handle_key(self, event: pygame.Event) -> bool:
        """Handle a key in the table's mode; return whether the picture may have changed."""
        raise NotImplementedError
