"""The look for new versions: by hand at any time, by itself once a week if the player asked for it. No pygame here."""

from typing import Literal, Protocol

from engine import __version__
from engine.notices import Notice
from engine.profile.storage import Profile
from engine.settings import Settings
from engine.updates.answers import Answer, Ask
from engine.updates.check import VersionCheck, ask
from engine.updates.memory import UpdateMemory
from engine.updates.project import Project, project
from engine.updates.versions import is_newer
from scenes.work.background import Background

DAY = 86_400
WEEK = 7 * DAY
"""Seconds between two looks by itself."""

State = Literal[
    "", "asking", "newer", "current", "none", "busy", "unreachable", "late", "untrusted", "odd", "failed", "unknown"
]
"""What the player may be told: nothing yet; the question is on its way; a newer version was found; there is none; what
went wrong (``engine.updates.answers.Kind``); this copy knows no address."""


class UpdateServices(Protocol):
    """The services that looking for new versions needs."""

    settings: Settings
    profile: Profile
    background: Background
    notices: list[Notice]

    def now(self) -> int:
        """Return seconds since 1970; 0 if the clock is earlier."""


class Updates:
    """What is known about new versions.

    Args:
        services: settings, files and the queue of background work.
        own: the version of this program.
        about: where to ask.
        do: asks, in another process.
    """

    def __init__(
        self, services: UpdateServices, *, own: str = __version__, about: Project | None = None, do: Ask = ask
    ) -> None:
        self._services = services
        self._own = own
        self._about = project() if about is None else about
        self._do = do
        self._check: VersionCheck | None = None
        self._by_itself = False
        self._before = 0
        """When it was last looked, before the question that is on its way."""
        self._not_before = 0
        """When it may next be looked by itself, in this run of the program."""
        self._told: State = "" if self._about.newest else "unknown"
        self.changes = 0
        """Number of changes so far."""
        self._memory = UpdateMemory(services.profile)
        services.notices += self._memory.load()

    @property
    def page(self) -> str:
        """Address of the page of all versions; empty if this copy doesn't know it."""
        return self._about.page

    @property
    def state(self) -> State:
        """What the player may be told. What goes wrong while it looks by itself is not told."""
        if self._check is not None:
            return "" if self._by_itself else "asking"
        return "newer" if self.newer and self._told in ("", "newer") else self._told

    @property
    def newer(self) -> str:
        """The newest version known, if it is newer than this one; else empty."""
        return self._memory.newest if is_newer(self._memory.newest, self._own) else ""

    def look(self) -> None:
        """Look now, as the player asks for it."""
        if self._check is not None and self._by_itself:
            self._by_itself = False
            self.changes += 1
        elif self._check is None and self._about.newest:
            self._begin(by_itself=False)

    def look_if_due(self) -> None:
        """Look if the player has switched that on and a week has passed."""
        now = self._services.now()
        if not self._services.settings.look_for_updates or not self._about.newest or self._check is not None:
            return
        if now >= self._not_before and not 0 <= now - self._memory.looked < WEEK:
            self._not_before = now + DAY  # without a network it is tried again tomorrow, or after the next start
            self._begin(by_itself=True)

    def leave_alone(self) -> None:
        """Stop looking by itself, since a match begins."""
        if self._check is not None and self._by_itself:
            self._services.background.drop(self._check)
            self._check = None

    def _begin(self, *, by_itself: bool) -> None:
        self._by_itself = by_itself
        self._before = self._memory.looked
        self._note(self._services.now(), self._memory.newest)  # first, in case the program is killed meanwhile
        self._check = VersionCheck(self._about.newest, self._take, self._do)
        self._services.background.add(self._check, urgent=not by_itself)
        self.changes += 1

    def _take(self, answer: Answer) -> None:
        self._check = None
        self.changes += 1
        if answer.kind == "found":
            self._told = "newer" if is_newer(answer.version, self._own) else "current"
            self._note(self._memory.looked, answer.version)
            return
        if answer.kind in ("unreachable", "failed"):  # nobody was asked
            self._note(self._before, self._memory.newest)
        if not self._by_itself:
            self._told = answer.kind

    def _note(self, looked: int, newest: str) -> None:
        self._services.notices += self._memory.note(looked, newest)
