"""The look for new versions: by hand at any time, by itself once a week if the player asked for it. No pygame here."""

from typing import Literal, Protocol

from engine import __version__
from engine.notices import Notice
from engine.profile.storage import Profile
from engine.settings import Settings
from engine.updates.check import VersionCheck, query_newest
from engine.updates.check_log import UpdateCheckLog
from engine.updates.check_result import CheckResult, FetchNewest
from engine.updates.project import Project, project
from engine.updates.versions import is_newer
from scenes.work.background import BackgroundQueue

DAY_SECONDS = 86_400
AUTO_CHECK_INTERVAL_SECONDS = 7 * DAY_SECONDS
"""Seconds between two looks by itself."""

CheckState = Literal[
    "", "asking", "newer", "current", "none", "busy", "unreachable", "late", "untrusted", "odd", "failed", "unknown"
]
"""What the player may be told: nothing yet; the question is on its way; a newer version was found; there is none; what
went wrong (``engine.updates.check_result.CheckOutcome``); this copy knows no address."""


class UpdateCheckerServices(Protocol):
    """The services that looking for new versions needs."""

    settings: Settings
    profile: Profile
    background: BackgroundQueue
    pending_notices: list[Notice]

    def now(self) -> int:
        """Return seconds since 1970; 0 if the clock is earlier."""


class UpdateChecker:
    """What is known about new versions.

    Args:
        services: settings, files and the queue of background work.
        own: the version of this program.
        about: where to ask.
        do: asks, in another process.
    """

    def __init__(
        self,
        services: UpdateCheckerServices,
        *,
        own_version: str = __version__,
        own_project: Project | None = None,
        fetch: FetchNewest = query_newest,
    ) -> None:
        self._services = services
        self._own_version = own_version
        self._own_project = project() if own_project is None else own_project
        self._fetch = fetch
        self._check: VersionCheck | None = None
        self._is_automatic = False
        self._last_check_time = 0
        """When it was last looked, before the question that is on its way."""
        self._next_auto_check_time = 0
        """When it may next be looked by itself, in this run of the program."""
        self._last_state: CheckState = "" if self._own_project.newest_release_url else "unknown"
        self.revision = 0
        """Number of changes so far."""
        self._memory = UpdateCheckLog(services.profile)
        services.pending_notices += self._memory.load()

    @property
    def releases_url(self) -> str:
        """Address of the page of all versions; empty if this copy doesn't know it."""
        return self._own_project.releases_page

    @property
    def state(self) -> CheckState:
        """What the player may be told. What goes wrong while it looks by itself is not told."""
        if self._check is not None:
            return "" if self._is_automatic else "asking"
        return "newer" if self.newer_version and self._last_state in ("", "newer") else self._last_state

    @property
    def newer_version(self) -> str:
        """The newest version known, if it is newer than this one; else empty."""
        return self._memory.newest_version if is_newer(self._memory.newest_version, self._own_version) else ""

    def check_now(self) -> None:
        """Look now, as the player asks for it."""
        if self._check is not None and self._is_automatic:
            self._is_automatic = False
            self.revision += 1
        elif self._check is None and self._own_project.newest_release_url:
            self._start_check(automatic=False)

    def check_if_due(self) -> None:
        """Look if the player has switched that on and a week has passed."""
        now = self._services.now()
        if (
            not self._services.settings.look_for_updates
            or not self._own_project.newest_release_url
            or self._check is not None
        ):
            return
        if now >= self._next_auto_check_time and not 0 <= now - self._memory.last_check < AUTO_CHECK_INTERVAL_SECONDS:
            self._next_auto_check_time = (
                now + DAY_SECONDS
            )  # without a network it is tried again tomorrow, or after the next start
            self._start_check(automatic=True)

    def pause_auto_check(self) -> None:
        """Stop looking by itself, since a match begins."""
        if self._check is not None and self._is_automatic:
            self._services.background.remove(self._check)
            self._check = None

    def _start_check(self, *, automatic: bool) -> None:
        self._is_automatic = automatic
        self._last_check_time = self._memory.last_check
        self._save_check(
            self._services.now(), self._memory.newest_version
        )  # first, in case the program is killed meanwhile
        self._check = VersionCheck(self._own_project.newest_release_url, self._on_answer, self._fetch)
        self._services.background.add(self._check, urgent=not automatic)
        self.revision += 1

    def _on_answer(self, answer: CheckResult) -> None:
        self._check = None
        self.revision += 1
        if answer.kind == "found":
            self._last_state = "newer" if is_newer(answer.version, self._own_version) else "current"
            self._save_check(self._memory.last_check, answer.version)
            return
        if answer.kind in ("unreachable", "failed"):  # nobody was asked
            self._save_check(self._last_check_time, self._memory.newest_version)
        if not self._is_automatic:
            self._last_state = answer.kind

    def _save_check(self, looked: int, newest: str) -> None:
        self._services.pending_notices += self._memory.record_check(looked, newest)
