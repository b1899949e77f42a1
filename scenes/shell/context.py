"""What a screen may ask of the program: where to go, what is kept, what time it is.

A screen is handed a ``Context`` and never the program itself. A part that needs less names the smaller protocol, so
that a test can hand it a few lines in place of a window.
"""

from collections.abc import Callable
from typing import Any, Protocol

from engine.game import Game
from engine.match.record import Record
from engine.notices import Notice
from engine.profile.daily_attempts import DailyAttempts
from engine.profile.known_players import KnownPlayers
from engine.profile.replays import ReplayStore
from engine.profile.storage import Profile
from engine.profile.tutorial_progress import TutorialProgress
from engine.settings import Settings
from engine.statistics.store import Statistics
from engine.work.thinking import Thinker
from scenes.shell.destinations import Destination
from scenes.shell.scene import LookProvider, Scene
from scenes.sound.player import Player
from scenes.text.people import Person
from scenes.text.words import Words
from scenes.work.background import Background


class Clock(Protocol):
    """The time, and what nobody can foresee."""

    def now(self) -> int:
        """Seconds since 1970; 0 on a machine whose clock is before that."""

    def new_seed(self) -> int:
        """A deal number that nobody can foresee, 0 … 99 999 999."""

    def new_id(self) -> str:
        """A name for a match that no other match has."""


class Services(Protocol):
    """The player's texts, settings, sound and files, and the work beside the window."""

    words: Words
    settings: Settings
    sound: Player
    profile: Profile
    replays: ReplayStore
    tutorial_progress: TutorialProgress
    known_players: KnownPlayers
    daily_attempts: DailyAttempts
    statistics: Statistics
    thinker: Thinker
    background: Background
    saved: Record | None
    """The match that can be continued."""
    notices: list[Notice]
    """Messages for the player, laid over the next screen that is calm enough for them."""

    @property
    def speed(self) -> float:
        """Divides every duration; 0 is instant."""

    @property
    def person(self) -> Person:
        """Name and portrait of the person at this computer, as the settings have them."""

    def change(self, settings: Settings) -> None:
        """Use other settings from now on, and keep them."""

    def keep_setting(self, settings: Settings) -> None:
        """Keep a setting that the screen on top shows already: nothing is drawn anew for it."""

    def keep(self, record: Record) -> None:
        """Write the match being played; called after every move."""

    def keep_finished(self, record: Record, game: Game) -> None:
        """Keep a finished match among the replays; ``game`` is its last position."""

    def forget(self) -> None:
        """Drop the match being played: there is nothing to continue."""

    def tell(self, key: str, icon: str, undo: Callable[[], None] | None = None, **figures: Any) -> None:
        """Show a text for a moment over everything; ``undo`` adds a button that takes back what was done."""


class Navigator(Protocol):
    """Ways from one screen to another."""

    def go(self, to: Destination | Scene) -> None:
        """Leave every scene and show this one."""

    def open(self, what: Destination | Scene) -> None:
        """Lay a scene over the present one."""

    def close(self, scene: Scene) -> None:
        """Take a scene off the stack, with all that lies over it."""

    def uncover(self, scene: Scene) -> None:
        """Close all that lies over a scene of the stack."""

    def is_top(self, scene: Scene) -> bool:
        """Whether this scene gets the player's input."""

    def quit(self) -> None:
        """End the program after this step."""


class Context(Navigator, Services, Clock, LookProvider, Protocol):
    """All that a screen may ask of the program."""
