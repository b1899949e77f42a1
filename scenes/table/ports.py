"""What the parts of a table may see and change: a small protocol for each part, in place of the whole table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.events import Event
from engine.match.seen import SeenMatch
from engine.moves import Move, Refusal
from scenes.look.look import Look
from scenes.shell.context import Context
from scenes.table.drawer import Drawer
from scenes.table.hud import Hud
from scenes.table.panels.log_page import Log
from scenes.table.sounds import TableSounds
from scenes.table.stage.control import Control
from scenes.table.stage.explained import Explanation
from scenes.table.stage.stage import Stage
from scenes.text.words import Words


class PanelPort(Protocol):
    """What a page of the drawer needs."""

    @property
    def stage(self) -> Stage: ...
    @property
    def hud(self) -> Hud: ...
    @property
    def log(self) -> Log: ...
    @property
    def drawer(self) -> Drawer: ...
    @property
    def words(self) -> Words:
        """Texts, with the names of the seats."""


class HintPort(PanelPort, Protocol):
    """What a hint needs besides."""

    @property
    def match(self) -> SeenMatch: ...
    @property
    def control(self) -> Control: ...
    def advise(self, move: Move | None) -> None:
        """Show an answer on the table: its cards rise, its button or pile lights up; None for nothing."""

    def focus_answer(self, move: Move) -> None:
        """Let the button that gives this answer have the keyboard's ring."""


class CoachPort(PanelPort, Protocol):
    """What the coach needs besides."""

    @property
    def context(self) -> Context: ...
    @property
    def beside_drawn(self) -> bool:
        """Whether the page that opens next is drawn, and the table beside it."""

    def mark(self, explained: Explanation | None) -> None:
        """Let the cards and places glow of which an explanation speaks."""

    def read(self, rule: str = "") -> None:
        """Open the rules of the game."""


class TurnsPort(Protocol):
    """What turns need of the table."""

    @property
    def context(self) -> Context: ...
    @property
    def match(self) -> SeenMatch: ...
    @property
    def stage(self) -> Stage: ...
    @property
    def hud(self) -> Hud: ...
    @property
    def sounds(self) -> TableSounds: ...
    @property
    def on_top(self) -> bool:
        """Whether the table gets the player's input."""


class TurnActions(Protocol):
    """What turns lead to."""

    def make(self, move: Move, *, keep_choice: bool = False) -> None:
        """Make a move and show what comes of it."""

    def pass_on(self) -> None:
        """Let another person come before the screen."""

    def pass_time(self, dt: float) -> None:
        """Count milliseconds that the player has been deciding."""

    def time_to_press(self) -> float:
        """Milliseconds that the player has for an answer out of turn; 0 without a limit."""


class KeysPort(Protocol):
    """What the keys do at every table, and what they steer."""

    @property
    def stage(self) -> Stage: ...
    @property
    def control(self) -> Control: ...
    @property
    def hud(self) -> Hud: ...
    @property
    def drawer(self) -> Drawer: ...
    @property
    def sounds(self) -> TableSounds: ...
    def sort(self) -> None:
        """Sort the hand another way."""

    def read(self, rule: str = "") -> None:
        """Open the rules of the game."""

    def house_rules(self) -> None:
        """Show the house rules in force."""

    def look_through(self) -> None:
        """Show the cards of the first pile that may be looked through, of the next one, of none."""

    def show_log(self, *, keyboard: bool = False) -> None:
        """Open the log, set it large, close it."""

    def skip(self) -> None:
        """Finish what is running."""

    def refuse(self, refusal: Refusal) -> None:
        """Tell the player why not."""


class KeyActions(Protocol):
    """What the keys do where a match is played."""

    def undo(self) -> None:
        """Take the last decision back."""

    def redo(self) -> None:
        """Do what was taken back again."""

    def hint(self) -> None:
        """Show what the player could answer, or take that away."""

    def menu(self) -> None:
        """Open the menu."""


class TablePort(HintPort, CoachPort, TurnsPort, KeysPort, Protocol):
    """The table, for the play that is followed at it."""

    @property
    def look(self) -> Look: ...
    def show(self, events: Iterable[Event]) -> None:
        """Show what has happened."""

    def show_position(self) -> None:
        """Show the match at another point; everything glides there."""

    def lay_out(self) -> None:
        """Name everybody anew, and place everything."""

    def uncover(self) -> None:
        """Close all that lies over the table."""

    def close(self) -> None:
        """Take the table off the stack."""
