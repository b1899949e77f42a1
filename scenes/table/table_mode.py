"""The way in which a match is followed at a table: played, watched or taught. The table asks it what differs."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from engine.events import Event
from engine.match.match_view import MatchView
from engine.moves import Move, Seat
from scenes.render.renderer import Renderer
from scenes.render.widgets import Group, PointerPos
from scenes.shell.context import Context
from scenes.table.hud.tool_bar import TableActions
from scenes.table.layouts.layout import TableLayout
from scenes.table.pages.coach_page import PageDraft
from scenes.table.protocols import ModeTable


class TableMode:
    """What a table asks of the way its match is followed.

    Args:
        context: the program.
        match: what is followed.
    """

    accepts_input = True
    """Whether the player can take cards up."""
    has_character_talk = False
    """Whether characters say what comes to their minds: not where a match is watched, or taught."""
    waits_until_on_top = False
    """Whether what happens is shown only once the table is on top."""
    bar_height = 0.0
    """Height of a bar of its own below the table, logical pixels at the usual size of texts."""

    def __init__(self, context: Context, match: MatchView) -> None:
        self.context = context
        self.match = match
        self.table: ModeTable
        """Where it is followed, from ``attach`` on."""

    def attach(self, table: ModeTable) -> None:
        """Be followed at this table; called once, before the table is laid out."""
        self.table = table

    # --- how it looks -----------------------------------------------------------------------------------------------

    @property
    def addressed_seat(self) -> Seat | None:
        """The seat that texts address as "you"; None for nobody."""
        return self.match.viewer

    def adapt_layout(self, layout: TableLayout) -> TableLayout:
        """The layout to use in place of the game's own."""
        return layout

    def table_actions(self) -> TableActions:
        """What the buttons of the table do."""
        raise NotImplementedError

    def lay_out_extras(self) -> None:
        """Place what is its own; called whenever the table was laid out."""

    def prompt_text(self) -> str:
        """What the prompt says now; empty while there is none."""
        raise NotImplementedError

    @property
    def bar_widgets(self) -> tuple[Group, Renderer] | None:
        """The widgets of a bar of its own below the table and the look that draws them; None without one."""
        return None

    def page_to_prerender(self) -> PageDraft | None:
        """The page that the drawer may show next; None if no page is likelier than others."""
        return None

    @property
    def is_page_opening(self) -> bool:
        """Whether that page will open in a moment, when it is drawn."""
        return False

    def draw(self, surface: pygame.Surface) -> None:
        """Draw what is its own, over the table."""

    # --- what happens -----------------------------------------------------------------------------------------------

    def on_enter(self) -> None:
        """Called once, when the table has been put on the stack."""

    def poll(self) -> bool:
        """Follow what comes from elsewhere, also while something lies over the table; True when the picture changes."""
        return False

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True when the picture has changed."""
        raise NotImplementedError

    def on_event(self, event: Event) -> None:
        """Follow an event that has just been shown."""

    def submit_move(self, move: Move) -> None:
        """Take the player's answer."""

    @property
    def will_auto_answer(self) -> bool:
        """Whether the player's only answer will be given for them in a moment."""
        return False

    @property
    def is_animating(self) -> bool:
        """Whether something of its own will change with the next frame."""
        return False

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until ``update`` may have something to do without input; infinite for never."""
        return 0.0

    # --- input ------------------------------------------------------------------------------------------------------

    def handle_key(self, event: pygame.Event) -> bool:
        """Take a key; True when the picture may have changed."""
        raise NotImplementedError

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        """Take an event other than a key before the table does; True when it goes no further."""
        return False

    def explain_pointed(self) -> bool:
        """Tell at once what the pointer would tell of its own after a while; True when there is something."""
        return False

    def control_areas(self) -> Iterator[pygame.FRect]:
        """Areas of its own that can be pressed now, pixels of the window."""
        return iter(())
