"""Protocols of the card table, one for each object that works with it, so that none depends on the whole ``Table``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.events import Event
from engine.match.match_view import MatchView
from engine.moves import Move, Refusal
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
    """Protocol of the card table as the pages of the side drawer use it."""

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
        """Translated texts for the table; they name the seats' players."""


class HintTable(PanelTable, Protocol):
    """Protocol of the card table as the hint controller uses it."""

    @property
    def match(self) -> MatchView: ...
    @property
    def hand_controller(self) -> HandController: ...
    def show_advice(self, move: Move | None) -> None:
        """Show a suggested move on the table: its cards are raised, its button or pile is highlighted. None ends
        that."""

    def focus_answer(self, move: Move) -> None:
        """Give the keyboard focus to the answer button of this move, if there is one."""


class CoachTable(PanelTable, Protocol):
    """Protocol of the card table as the coach, which explains questions to the player, uses it."""

    @property
    def context(self) -> Context: ...
    @property
    def is_page_prerendered(self) -> bool:
        """Whether the side drawer's next page and the table beside it are completely prerendered."""

    @property
    def drawer_slides(self) -> bool:
        """Whether the side drawer slides, rather than opens and closes at once."""

    def highlight_explained(self, explanation: Explanation | None) -> None:
        """Highlight the cards and piles of a coach's explanation on the table; None ends the highlight."""

    def open_rules(self, rule: str = "") -> None:
        """Open the game's rules at the rule with this id, by default at the rule of a refusal that is shown."""


class TurnTable(Protocol):
    """Protocol of the card table as the controller of turns uses it."""

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
        """Whether the table is the top scene, which gets the player's input."""


class TurnActions(Protocol):
    """Callbacks by which the controller of turns makes moves, hands the screen over and counts thinking time."""

    def make_move(self, move: Move, *, keep_choice: bool = False) -> None:
        """Make a move in the match and show its events on the table. ``keep_choice``: leave the player's own
        question open."""

    def hand_over(self) -> None:
        """Hand the screen over to the next person (hot seat)."""

    def count_thinking_time(self, elapsed_ms: float) -> None:
        """Add milliseconds to the player's thinking time."""

    def out_of_turn_limit_ms(self) -> float:
        """Return the time limit for an answer out of turn, milliseconds; 0 for no limit."""


class KeyTable(Protocol):
    """Protocol of the card table as its key handler uses it."""

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
        """Sort the player's hand by the next of its sort orders."""

    def open_rules(self, rule: str = "") -> None:
        """Open the game's rules at the rule with this id, by default at the rule of a refusal that is shown."""

    def show_house_rules(self) -> None:
        """Open a dialog with the house rules in force."""

    def cycle_browsed_pile(self) -> None:
        """List the next browsable pile's cards in the side drawer; after the last one, close the page."""

    def cycle_log(self, *, keyboard: bool = False) -> None:
        """Switch the match log to its next size: open, large or closed. With ``keyboard``, arrow keys scroll it."""

    def finish_motion(self) -> None:
        """End flying cards and announcements on the table at once."""

    def show_refusal(self, refusal: Refusal) -> None:
        """Show the player the reason why a move was refused."""


class KeyActions(Protocol):
    """Actions of the table's keys that depend on the table mode (live match, replay, lesson, online), such as undo and
    hint."""

    def undo(self) -> None:
        """Undo the last decision in the match."""

    def redo(self) -> None:
        """Redo the decision that was undone last in the match."""

    def toggle_hint(self) -> None:
        """Request a hint for the player's move, or cancel the present hint."""

    def open_menu(self) -> None:
        """Open the menu of the card table."""


class ModeTable(HintTable, CoachTable, TurnTable, KeyTable, Protocol):
    """Protocol of the card table as its table mode (live match, replay, lesson, online) uses it."""

    def show_events(self, events: Iterable[Event]) -> None:
        """Queue events of the match to be shown on the table, and start showing them."""

    def jump_to_position(self) -> None:
        """Show the match's current position after a jump, as by undo; cards glide to it."""

    def lay_out(self) -> None:
        """Update the names of the seats, and lay out everything on the table."""

    def close_scenes_above(self) -> None:
        """Close all scenes above the card table; a page in its side drawer stays."""

    def close(self) -> None:
        """Remove the card table from the scene stack."""
