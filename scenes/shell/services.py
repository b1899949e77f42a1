"""Services for screens: texts, settings, sound, stores, bots and background work. They need no window."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from engine.bots.common.fallback import BotFailure
from engine.game import Game
from engine.match.record import Record
from engine.profile.custom_decks import CustomDecks
from engine.profile.daily_attempts import DailyAttempts
from engine.profile.earned_feats import EarnedFeats
from engine.profile.fair_tables import FairTables
from engine.profile.hot_seat_players import HotSeatPlayers
from engine.profile.last_tables import LastTables
from engine.profile.replays import ReplayStore
from engine.profile.saved_matches import SavedMatches
from engine.profile.storage import Profile
from engine.profile.tutorial_progress import TutorialProgress
from engine.profile.visited_tables import VisitedTables
from engine.settings import Settings
from engine.statistics.store import Statistics
from engine.work.thinking import Thinker
from scenes.render import timing
from scenes.shell.clock import Clock
from scenes.shell.window.event_wait import wake_window
from scenes.sound.mixer import Mixer
from scenes.sound.player import SoundPlayer
from scenes.text.catalogue import Words
from scenes.text.player_names import NameAndPortrait
from scenes.text.settings_comments import set_settings_comments
from scenes.text.system_language import detect_language
from scenes.work.background import BackgroundQueue
from scenes.work.statistics_recount import StatisticsRecount

if TYPE_CHECKING:
    from scenes.work.online_session import OnlineSession  # 100 ms of the start, for those who play together
    from scenes.work.update_checker import UpdateChecker  # 5 ms of the start


class Services(Clock):
    """Services of the application for its screens.

    Args:
        profile: holds settings, stores and saved matches.
        thinker: runs the computer players; closed with the services.
    """

    def __init__(self, profile: Profile, thinker: Thinker) -> None:
        self.profile = profile
        self.thinker = thinker
        self.background = BackgroundQueue()
        self.settings = profile.load_settings()
        self.sound = SoundPlayer(Mixer(), self.settings, self.new_seed())
        self.words = self._load_words()
        self.custom_decks = CustomDecks(profile.folder)
        self.replays = ReplayStore(profile)
        self.saved_matches = SavedMatches(profile, self.save_replay)
        self.saved_matches.scan()
        self.tutorial_progress = TutorialProgress(profile)
        self.hot_seat_players = HotSeatPlayers(profile)
        self.last_tables = LastTables(profile)
        self.visited = VisitedTables(profile)
        self.fair_tables = FairTables(profile)
        self.daily_attempts = DailyAttempts(profile)
        self.earned_feats = EarnedFeats(profile)
        self.statistics = Statistics(profile.folder / "statistics.sqlite", profile.report)
        self._statistics_recount: StatisticsRecount | None = None
        self.online_session: OnlineSession | None = None
        """Session at an online table; None until ``ensure_online_session``."""
        self._bot_failures: list[BotFailure] = []
        """Failures of bots reported by screens and the online session, not taken yet."""

    # --- settings ---------------------------------------------------------------------------------------------------

    def _load_words(self) -> Words:
        """Load the texts in the language of the settings, and name the settings in their file in it."""
        chosen = self.settings.language
        words = Words(detect_language() if chosen == "system" else chosen)
        set_settings_comments(self.profile, words)
        return words

    def save_settings_without_layout(self, settings: Settings) -> None:
        """Save settings without a new layout, because the top scene already shows them."""
        before, self.settings = self.settings, settings
        if settings.language != before.language:
            self.words = self._load_words()
        self.profile.save_settings(settings)
        self.sound.set_settings(settings)

    @property
    def person(self) -> NameAndPortrait:
        """The player's name and portrait from the settings, with a default name."""
        return NameAndPortrait(self.settings.name or self.words("app.table.you"), self.settings.portrait)

    @property
    def speed(self) -> float:
        """Speed of animations, a factor that divides their durations; 0 for no animation."""
        return timing.SPEEDS[self.settings.speed]

    # --- matches on disk --------------------------------------------------------------------------------------------

    @property
    def last_saved_match(self) -> Record | None:
        """The unfinished match played last, as a record; None without one."""
        return self.saved_matches.load_latest()

    def save_replay(self, record: Record, game: Game) -> None:
        """Save a finished match as a replay; ``game`` is its last position."""
        self.replays.save(record, game, max_replays=self.settings.replays_kept, now=self.unix_seconds())

    # --- network ----------------------------------------------------------------------------------------------------

    @cached_property
    def update_checker(self) -> UpdateChecker:
        """The update checker, imported on first use to keep the start fast."""
        from scenes.work import update_checker  # noqa: PLC0415  # 5 ms of the start

        return update_checker.UpdateChecker(self)

    def ensure_online_session(self) -> OnlineSession:
        """Return the online session; import and start the network code on the first call."""
        if self.online_session is None:
            from scenes.work import online_session_factory  # noqa: PLC0415  # 100 ms of the start, for those who play together

            self.online_session = online_session_factory.create_online_session(
                self.profile, self, self.visited, wake_window, self.unix_seconds()
            )
        return self.online_session

    def leave_online(self) -> None:
        """Leave the online table and stop the network thread."""
        session, self.online_session = self.online_session, None
        if session is not None:
            session.close()

    # --- work beside the screens ------------------------------------------------------------------------------------

    def update_work(self, elapsed_ms: float) -> bool:
        """Continue background jobs and the online session; return whether the session changed."""
        if self.statistics.is_recounting and self._statistics_recount is None:
            self._statistics_recount = StatisticsRecount(self.statistics)
            self.background.add(self._statistics_recount)
        self.background.update(process=self.thinker.uses_process)
        return self.online_session is not None and self.online_session.update(elapsed_ms)

    def report_bot_failures(self, failures: Iterable[BotFailure]) -> None:
        """Report failures of bots; the application tells the player with the next frame."""
        self._bot_failures += failures

    def take_bot_failures(self) -> list[BotFailure]:
        """Return the failures of bots since the last call."""
        failures, self._bot_failures = self._bot_failures, []
        return [*failures, *self.thinker.take_failures(), *self.background.take_reports()]

    def release(self) -> None:
        """Stop all work and close everything the services own."""
        self.leave_online()
        self.background.remove_all()
        self.profile.retry_failed_writes()
        self.thinker.close()
        self.sound.close()
        self.statistics.close()
