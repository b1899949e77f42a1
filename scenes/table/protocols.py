"""What the parts of a table may see and change: a small protocol for each part, in place of the whole table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.events import Event
from engine.match.match_view import MatchView
from engine.moves import Move, Refusal
from scenes.render.renderer import Renderer
from scenes.shell.context import Context
from scenes.table.drawer import Drawer
from scenes.table.model.explanation import Explanation
from scenes.table.model.hand_controller import HandController
from scenes.table.model.table_model import TableModel
from scenes.table.pages.log_page import MatchLog
from scenes.table.sounds import TableSounds
from scenes.table.table_hud import Hud
from scenes.text.catalogue import Words


class PanelTable(Protocol):
    """What a page of the drawer needs."""

    @property
    def model(self) -> TableModel: ...
    @property
    def hud(self) -> Hud: ...
    @property
    def log(self) -> MatchLog: ...
    @property
    def drawer(self) -> Drawer: ...
    @property
    def words(self) -> Words:
        """Texts, with the names of the seats."""


class HintTable(PanelTable, Protocol):
    """What a hint needs besides."""

    @property
    def match(self) -> MatchView: ...
    @property
    def hand_controller(self) -> HandController: ...
    def show_advice(self, move: Move | None) -> None:
        """Show an answer on the table: its cards rise, its button or pile lights up; None for nothing."""

    def focus_answer(self, move: Move) -> None:
        """Let the button that gives this answer have the keyboard's ring."""


class CoachTable(PanelTable, Protocol):
    """What the coach needs besides."""

    @property
    def context(self) -> Context: ...
    @property
    def is_page_prerendered(self) -> bool:
        """Whether the page that opens next is drawn, and the table beside it."""

    def highlight_explained(self, explanation: Explanation | None) -> None:
        """Let the cards and places glow of which an explanation speaks."""

    def open_rules(self, rule: str = "") -> None:
        """Open the rules of the game."""


class TurnsTable(Protocol):
    """What turns need of the table."""

    @property
    def context(self) -> Context: ...
    @property
    def match(self) -> MatchView: ...
    @property
    def model(self) -> TableModel: ...
    @property
    def hud(self) -> Hud: ...
    @property
    def sounds(self) -> TableSounds: ...
    @property
    def is_on_top(self) -> bool:
        """Whether the table gets the player's input."""


class TurnActions(Protocol):
    """What turns lead to."""

    def make_move(self, move: Move, *, keep_choice: bool = False) -> None:
        """Make a move and show what comes of it."""

    def hand_over(self) -> None:
        """Let another person come before the screen."""

    def count_thinking_time(self, dt: float) -> None:
        """Count milliseconds that the player has been deciding."""

    def answer_time_ms(self) -> float:
        """Milliseconds that the player has for an answer out of turn; 0 without a limit."""


class KeysTable(Protocol):
    """What the keys do at every table, and what they steer."""

    @property
    def model(self) -> TableModel: ...
    @property
    def hand_controller(self) -> HandController: ...
    @property
    def hud(self) -> Hud: ...
    @property
    def drawer(self) -> Drawer: ...
    @property
    def sounds(self) -> TableSounds: ...
    def cycle_sort(self) -> None:
        """Sort the hand another way."""

    def open_rules(self, rule: str = "") -> None:
        """Open the rules of the game."""

    def show_house_rules(self) -> None:
        """Show the house rules in force."""

    def cycle_browsed_pile(self) -> None:
        """Show the cards of the first pile that may be looked through, of the next one, of none."""

    def cycle_log(self, *, keyboard: bool = False) -> None:
        """Open the log, set it large, close it."""

    def finish_motion(self) -> None:
        """Finish what is running."""

    def refuse(self, refusal: Refusal) -> None:
        """Tell the player why not."""


class KeyActions(Protocol):
    """What the keys do where a match is played."""

    def undo(self) -> None:
        """Take the last decision back."""

    def redo(self) -> None:
        """Do what was taken back again."""

    def toggle_hint(self) -> None:
        """Show what the player could answer, or take that away."""

    def open_menu(self) -> None:
        """Open the menu."""


class ModeTable(HintTable, CoachTable, TurnsTable, KeysTable, Protocol):
    """The table, for the play that is followed at it."""

    @property
    def renderer(self) -> Renderer: ...
    def show_events(self, events: Iterable[Event]) -> None:
        """Show what has happened."""

    def jump_to_position(self) -> None:
        """Show the match at another point; everything glides there."""

    def lay_out(self) -> None:
        """Name everybody anew, and place everything."""

    def close_overlays(self) -> None:
        """Close all that lies over the table."""

    def close(self) -> None:
        """Take the table off the stack."""
