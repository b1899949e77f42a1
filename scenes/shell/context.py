"""Protocols of the application for its screens: navigation, stores and services, clock.

A screen gets a ``Context``, never the ``App`` itself. A collaborator that needs less names a smaller protocol, so that
a test can pass a small fake.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from engine.bots.common.fallback import BotFailure
from engine.game import Game
from engine.match.record import Record
from engine.notices import Notice
from engine.profile.custom_decks import CustomDecks
from engine.profile.daily_attempts import DailyAttempts
from engine.profile.fair_tables import FairTables
from engine.profile.hot_seat_players import HotSeatPlayers
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
from scenes.text.player_names import NameAndPortrait
from scenes.work.background import BackgroundQueue


class Clock(Protocol):
    """Source of the current time, random seeds and ids."""

    def unix_seconds(self) -> int:
        """Return the current time in seconds since 1970; 0 if the clock is earlier."""

    def new_seed(self) -> int:
        """Return a random deal number, 0 … 99 999 999, which is the seed of the cards."""

    def new_match_id(self) -> str:
        """Return a unique match id."""


class UpdateChecker(Protocol):
    """Checks for new versions of the application, with the state and result of the last check."""

    state_revision: int

    @property
    def releases_url(self) -> str:
        """URL of the application's list of releases; empty if this build has none."""

    @property
    def state(self) -> str:
        """State of the update check as a ``CheckState``, shown to the player."""

    @property
    def newer_version(self) -> str:
        """The latest known version of the application if it is newer than the running one; else empty."""

    def check_now(self) -> None:
        """Check for a new version of the application now, at the player's request."""

    def check_if_due(self) -> None:
        """Check for a new version if the player has enabled automatic checks and a week has passed."""

    def cancel_auto_check(self) -> None:
        """Cancel a running automatic update check, because a match begins."""


class OnlineSession(Protocol):
    """Protocol of the player's session at an online table (``scenes.work.online_session``).

    A protocol, so that offline play does not import the network code. Types that the network code defines are ``Any``.
    """

    guest: Any
    """Client state of the table, an ``engine.online.guest.guest_state.Guest``; None before a table is opened or
    joined."""
    own_table_invitations: tuple[Any, ...]
    """Invitations to the table hosted on this computer, one for each network address; empty if it hosts none."""
    nearby_tables: tuple[Any, ...]
    """Tables discovered on the local network."""
    visited_tables: Any
    """Tables that the player can rejoin, an ``engine.profile.visited_tables.VisitedTables``; None if not stored."""
    problem: Notice | None
    """Reason of the last failure; None while nothing is wrong."""
    match: Any
    """The match as received so far, an ``engine.online.guest.guest_match.GuestMatch``; None before one starts."""
    unhandled_messages: deque[Any]
    """Messages that no screen has handled yet."""
    revision: int

    @property
    def is_joined(self) -> bool:
        """Whether the host has admitted the player and sent the list of participants."""

    @property
    def is_match_running(self) -> bool:
        """Whether a match is being played at the online table."""

    def open_table(self, config: Any, *, anyone_nearby_may_join: bool = False) -> None:
        """Host an online table on this computer and join it.

        ``anyone_nearby_may_join`` lets anyone on the local network join.

        ``config`` is an ``engine.online.protocol.messages.TableConfig``.
        """

    def join(self, invitation: Any, *, token: str = "", as_spectator: bool = False) -> None:
        """Join an online table, as a player or a spectator (``as_spectator``)."""

    def set_browsing(self, *, on: bool) -> None:
        """Start or stop browsing the local network for tables."""

    def send(self, messages: Iterable[Any]) -> None:
        """Send messages to the host of the online table."""

    def leave(self) -> None:
        """Leave the online table permanently."""

    def update(self, elapsed_ms: float) -> bool:
        """Advance the session by ``elapsed_ms`` milliseconds and process messages of the host.

        Return whether anything changed.
        """

    def close(self) -> None:
        """Leave the online table and stop the network thread."""


class Services(Protocol):
    """Services for screens: texts, settings, sound, stores, bots and background work."""

    words: Words
    settings: Settings
    sound: SoundPlayer
    profile: Profile
    replays: ReplayStore
    tutorial_progress: TutorialProgress
    hot_seat_players: HotSeatPlayers
    visited: VisitedTables
    fair_tables: FairTables
    daily_attempts: DailyAttempts
    statistics: Statistics
    thinker: Thinker
    background: BackgroundQueue
    saved_matches: SavedMatches
    custom_decks: CustomDecks

    @property
    def online_session(self) -> OnlineSession | None:
        """Session at an online table; None until ``ensure_online_session``."""

    def ensure_online_session(self) -> OnlineSession:
        """Return the online session; import and start the network code on the first call."""

    def leave_online(self) -> None:
        """Leave the online table and stop the network thread."""

    @property
    def last_saved_match(self) -> Record | None:
        """The unfinished match played last; None without one."""

    @property
    def update_checker(self) -> UpdateChecker:
        """Checker for new versions of the application."""

    @property
    def speed(self) -> float:
        """Speed of animations, a factor that divides their durations; 0 for no animation."""

    @property
    def person(self) -> NameAndPortrait:
        """The player's name and portrait from the settings."""

    def change_settings(self, settings: Settings) -> None:
        """Apply and save new settings."""

    def reload_deck(self, name: str) -> None:
        """Reload a custom deck after it was added or removed."""

    def save_settings_without_layout(self, settings: Settings) -> None:
        """Save settings without a new layout, because the top scene already shows them."""

    def save_match(self, record: Record) -> None:
        """Save an unfinished match; called after every move."""

    def save_replay(self, record: Record, game: Game) -> None:
        """Save a finished match as a replay; ``game`` is its last position."""

    def delete_saved_match(self, slug: str) -> None:
        """Delete a game's saved match."""

    def report_bot_failures(self, failures: Iterable[BotFailure]) -> None:
        """Write a report of each bot that failed, and notify the player once per game."""

    def show_toast(self, key: str, icon: str, undo: Callable[[], None] | None = None, **placeholders: Any) -> None:
        """Show a toast with the text of ``key``; ``undo`` adds a button that reverts the reported change."""


class Navigator(Protocol):
    """Protocol for navigation between screens."""

    def go(self, to: Destination | Scene) -> None:
        """Close all scenes and show the scene of a destination."""

    def open(self, what: Destination | Scene) -> None:
        """Open a scene on top of the current scene."""

    def close(self, scene: Scene) -> None:
        """Close a scene and everything above it."""

    def replace(self, scene: Scene, by: Destination | Scene) -> None:
        """Replace the top scene by another one; scenes below it stay."""

    def uncover(self, scene: Scene) -> None:
        """Close all scenes above the given scene."""

    def is_top(self, scene: Scene) -> bool:
        """Whether this scene is on top and receives input."""

    def quit(self) -> None:
        """End the application's main loop after the current step."""


class Context(Navigator, Services, Clock, RendererProvider, Protocol):
    """The whole application interface for screens."""
