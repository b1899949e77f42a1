"""What a screen may ask of the program: navigation, stores and services, and the time.

A screen gets a ``Context``, never the program itself. A part that needs less names the smaller protocol, so that a test
can pass a small stand-in instead of a window.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from engine.game import Game
from engine.match.record import Record
from engine.notices import Notice
from engine.profile.custom_decks import CustomDecks
from engine.profile.daily_attempts import DailyAttempts
from engine.profile.fair_tables import FairTables
from engine.profile.known_players import KnownPlayers
from engine.profile.replays import ReplayStore
from engine.profile.saved_matches import SavedMatches
from engine.profile.storage import Profile
from engine.profile.tutorial_progress import TutorialProgress
from engine.profile.visited_tables import VisitedTables
from engine.settings import Settings
from engine.statistics.store import Statistics
from engine.work.thinking import Thinker
from scenes.shell.destinations import Destination
from scenes.shell.scene import RendererProvider, Scene
from scenes.sound.player import SoundPlayer
from scenes.text.catalogue import Words
from scenes.text.player_names import Person
from scenes.work.background import BackgroundQueue


class Clock(Protocol):
    """The time, and values that nobody can predict."""

    def now(self) -> int:
        """Return seconds since 1970; 0 if the clock is earlier."""

    def new_seed(self) -> int:
        """Return an unpredictable deal number, 0 … 99 999 999."""

    def new_id(self) -> str:
        """Return a unique match id."""


class UpdateChecker(Protocol):
    """What is known about new versions; ``scenes.work.update_checker`` explains the states."""

    revision: int

    @property
    def releases_url(self) -> str:
        """Address of the page of all versions; empty if this copy doesn't know it."""

    @property
    def state(self) -> str:
        """What the player may be told."""

    @property
    def newer_version(self) -> str:
        """The newest version known, if it is newer than this one; else empty."""

    def check_now(self) -> None:
        """Look now, as the player asks for it."""

    def check_if_due(self) -> None:
        """Look if the player has switched that on and a week has passed."""

    def pause_auto_check(self) -> None:
        """Stop looking by itself, since a match begins."""


class OnlineSession(Protocol):
    """The way to a table of several computers: ``scenes.work.online_session``, whose classes whoever plays alone never
    needs.

    Hence the kinds of its values are named in words here.
    """

    guest: Any
    """The player's side of the table, an ``engine.online.guest.guest_state.Guest``; None before one is opened or
    joined."""
    invitations: tuple[Any, ...]
    """To the table at this computer; empty without one."""
    nearby: tuple[Any, ...]
    """Tables found on this network."""
    visited_tables: Any
    """The tables that the player can come back to, an ``engine.profile.visited_tables.VisitedTables``; None for
    none."""
    problem: Notice | None
    """Why the last attempt failed; None while nothing is wrong."""
    match: Any
    """What the table has shown of the match so far, an ``engine.online.guest.guest_match.GuestMatch``; None before
    one."""
    unread_messages: deque[Any]
    """Messages that no screen has told yet."""
    revision: int

    @property
    def is_joined(self) -> bool:
        """Whether the table has let the player in and told who is there."""

    @property
    def is_playing(self) -> bool:
        """Whether a match goes on at the table."""

    def open_table(self, arrange: Any, *, open_nearby: bool = False) -> None:
        """Open a table at this computer; ``arrange`` is the message of that name."""

    def join(self, invitation: Any, *, token: str = "", watching: bool = False) -> None:
        """Go to a table."""

    def set_browsing(self, *, on: bool) -> None:
        """Look for tables nearby, or stop."""

    def send(self, messages: Iterable[Any]) -> None:
        """Send messages to the host."""

    def leave(self) -> None:
        """Leave the table for good."""

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass and take what has come; True when there was anything."""

    def close(self) -> None:
        """Leave, and end what runs beside the window."""


class Services(Protocol):
    """The player's texts, settings, sound and files, and work in the background."""

    words: Words
    settings: Settings
    sound: SoundPlayer
    profile: Profile
    replays: ReplayStore
    tutorial_progress: TutorialProgress
    known_players: KnownPlayers
    visited: VisitedTables
    fair_tables: FairTables
    daily_attempts: DailyAttempts
    statistics: Statistics
    thinker: Thinker
    background: BackgroundQueue
    saved_matches: SavedMatches
    custom_decks: CustomDecks
    pending_notices: list[Notice]
    """Messages for the player, shown over the next calm screen."""

    @property
    def online_session(self) -> OnlineSession | None:
        """The way to a table of several computers; None until ``ensure_online_session``."""

    def ensure_online_session(self) -> OnlineSession:
        """Return the way to tables of several computers; what it needs is imported and started now."""

    def leave_online(self) -> None:
        """Leave that table, and end what ran beside the window for it."""

    @property
    def last_saved_match(self) -> Record | None:
        """The match that was played last, which can be continued."""

    @property
    def update_checker(self) -> UpdateChecker:
        """The look for new versions."""

    @property
    def speed(self) -> float:
        """Divisor of every duration; 0 is instant."""

    @property
    def person(self) -> Person:
        """Name and portrait from the settings."""

    def change_settings(self, settings: Settings) -> None:
        """Apply and save new settings."""

    def reload_deck(self, name: str) -> None:
        """Look again at an own deck that was added or removed."""

    def save_settings_quietly(self, settings: Settings) -> None:
        """Save settings that the top scene already shows; nothing is laid out again."""

    def save_match(self, record: Record) -> None:
        """Save the match in progress; called after every move."""

    def save_replay(self, record: Record, game: Game) -> None:
        """Save a finished match as a replay; ``game`` is its last position."""

    def delete_saved_match(self, slug: str) -> None:
        """Delete a game's match in progress."""

    def show_toast(self, key: str, icon: str, undo: Callable[[], None] | None = None, **placeholders: Any) -> None:
        """Show a toast; ``undo`` adds a button that reverts what was done."""


class Navigator(Protocol):
    """Navigation from screen to screen."""

    def go(self, to: Destination | Scene) -> None:
        """Leave every scene and show another one."""

    def open(self, what: Destination | Scene) -> None:
        """Open a scene over the present one."""

    def close(self, scene: Scene) -> None:
        """Close a scene and everything above it."""

    def replace(self, scene: Scene, by: Destination | Scene) -> None:
        """Put another scene in the place of the top one, alone or over the same scenes."""

    def uncover(self, scene: Scene) -> None:
        """Close everything above a scene."""

    def is_top(self, scene: Scene) -> bool:
        """Whether this scene gets the player's input."""

    def quit(self) -> None:
        """End the program after the present step."""


class Context(Navigator, Services, Clock, RendererProvider, Protocol):
    """Everything that a screen may ask of the program."""
