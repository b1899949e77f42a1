"""Checks for new versions: on request, and once a week if the player enabled that. Free of pygame."""

from typing import Literal, Protocol

from engine import __version__
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
"""Seconds between two automatic checks."""

CheckState = Literal[
    "", "asking", "newer", "current", "none", "busy", "unreachable", "late", "untrusted", "odd", "failed", "unknown"
]
"""State of the update check: not checked, running, newer version found, up to date, or no URL known (``unknown``).

The others are failures, see ``engine.updates.check_result.CheckOutcome``."""


class UpdateCheckerServices(Protocol):
    """Services needed to check for new versions of the application."""

    settings: Settings
    profile: Profile
    background: BackgroundQueue

    def unix_seconds(self) -> int:
        """Return the current time in seconds since 1970; 0 if the clock is earlier."""


class UpdateChecker:
    """Checks for new versions of the application, and holds the state and the schedule of the check.

    Args:
        services: settings, profile and background queue.
        own_version: the running version.
        own_project: URLs of releases; None takes those of this build.
        fetch: queries the newest version, in another process.
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
        """Time of the last check before the running one, seconds since 1970."""
        self._next_auto_check_time = 0
        """Earliest time of the next automatic check while the application runs, seconds since 1970."""
        self._last_state: CheckState = "" if self._own_project.newest_release_api_url else "unknown"
        self.state_revision = 0
        """Number of changes so far."""
        self._memory = UpdateCheckLog(services.profile)

    @property
    def releases_url(self) -> str:
        """URL of the application's list of releases; empty if this build has none."""
        return self._own_project.releases_page

    @property
    def state(self) -> CheckState:
        """State of the update check to show to the player. Errors of automatic checks are hidden."""
        if self._check is not None:
            return "" if self._is_automatic else "asking"
        return "newer" if self.newer_version and self._last_state in ("", "newer") else self._last_state

    @property
    def newer_version(self) -> str:
        """The latest known version of the application if it is newer than the running one; else empty."""
        return self._memory.newest_version if is_newer(self._memory.newest_version, self._own_version) else ""

    def check_now(self) -> None:
        """Check for a new version of the application now, at the player's request."""
        if self._check is not None and self._is_automatic:
            self._is_automatic = False
            self.state_revision += 1
        elif self._check is None and self._own_project.newest_release_api_url:
            self._start_check(automatic=False)

    def check_if_due(self) -> None:
        """Check for a new version if the player has enabled automatic checks and a week has passed."""
        now = self._services.unix_seconds()
        if (
            not self._services.settings.look_for_updates
            or not self._own_project.newest_release_api_url
            or self._check is not None
        ):
            return
        if now >= self._next_auto_check_time and not 0 <= now - self._memory.last_check < AUTO_CHECK_INTERVAL_SECONDS:
            self._next_auto_check_time = now + DAY_SECONDS  # a check that fails without network is repeated a day later
            self._start_check(automatic=True)

    def cancel_auto_check(self) -> None:
        """Cancel a running automatic update check, because a match begins."""
        if self._check is not None and self._is_automatic:
            self._services.background.remove(self._check)
            self._check = None

    def _start_check(self, *, automatic: bool) -> None:
        self._is_automatic = automatic
        self._last_check_time = self._memory.last_check
        # saved first, in case the process is killed during the check
        self._memory.record_check(self._services.unix_seconds(), self._memory.newest_version)
        self._check = VersionCheck(self._own_project.newest_release_api_url, self._on_answer, self._fetch)
        self._services.background.add(self._check, urgent=not automatic)
        self.state_revision += 1

    def _on_answer(self, answer: CheckResult) -> None:
        self._check = None
        self.state_revision += 1
        if answer.kind == "found":
            self._last_state = "newer" if is_newer(answer.version, self._own_version) else "current"
            self._memory.record_check(self._memory.last_check, answer.version)
            return
        if answer.kind in ("unreachable", "failed"):  # no server was reached, so the check doesn't count
            self._memory.record_check(self._last_check_time, self._memory.newest_version)
        if not self._is_automatic:
            self._last_state = answer.kind
