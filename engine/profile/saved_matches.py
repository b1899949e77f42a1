"""The matches in progress, one for each game, while the program runs.

A file is replayed when its match is needed or when there is time, never before the first picture: until then its head
says enough (``Glimpse``).
"""

from collections.abc import Callable

from engine.game import Game
from engine.match.record import Record
from engine.match.replay import Replay
from engine.notices import Notice
from engine.profile.glimpse import Glimpse
from engine.profile.storage import Profile


class SavedMatches:
    """What can be continued.

    Args:
        profile: holds the files.
        notices: gets what is to be said about a file that was read.
        on_over: called with a match that turns out to be over, and its last position; it is saved no longer.
    """

    def __init__(
        self, profile: Profile, notices: list[Notice], on_over: Callable[[Record, Game], None] = lambda *_: None
    ) -> None:
        self._profile = profile
        self._notices = notices
        self._on_over = on_over
        self._read: dict[str, Record] = {}
        """Game -> its match."""
        self._unread: dict[str, Glimpse | None] = {}
        """Game -> what the head of its unread file says."""
        self._replays: dict[str, Replay] = {}
        """Game -> the replay of its file, as far as it got; it keeps its place in ``_unread`` until its end."""
        self._order: list[str] = []
        """The games with a file, the latest last."""
        self.changes = 0
        """Number of changes that a screen may have to show."""

    def look(self) -> None:
        """Find out which matches there are."""
        self._notices += self._profile.adopt_match()
        self._read.clear()
        self._replays.clear()
        self._unread = {slug: self._profile.glimpse(slug) for slug in reversed(self._profile.games_saved())}
        self._order = list(self._unread)
        self.changes += 1

    @property
    def unread(self) -> bool:
        """Whether there are files that nobody has read yet."""
        return bool(self._unread)

    def read_more(self, most: int) -> None:
        """Replay up to ``most`` moves of a file that nobody has read yet."""
        slug = next(reversed(self._unread), "")
        replay = self._begin(slug)
        if replay is not None:
            replay.step(most)
            if replay.done:
                self.check(slug, replay)

    @property
    def games(self) -> tuple[str, ...]:
        """The games with a match, the latest first. A file whose head can't be read counts once it was read."""
        return tuple(slug for slug in reversed(self._order) if self.glimpse(slug) is not None)

    def glimpse(self, slug: str) -> Glimpse | None:
        """What is known about a game's match without reading its file; None without a match."""
        if slug in self._read:
            return Glimpse.from_record(self._read[slug])
        return self._unread.get(slug)

    def of(self, slug: str) -> Record | None:
        """The match of a game; None if there is none that can be continued. Replays it if nobody has done that yet."""
        replay = self._begin(slug)
        if replay is not None:
            replay.finish()
            self.check(slug, replay)
        return self._read.get(slug)

    def unchecked(self, slug: str) -> Record | None:
        """The match of a game, whose moves may be impossible; None if there is none."""
        replay = self._begin(slug)
        return self._read.get(slug) if replay is None else replay.record

    def check(self, slug: str, replay: Replay) -> Record | None:
        """Take over what the complete replay of an ``unchecked`` match shows; None if it can't be continued."""
        if slug in self._unread:
            del self._unread[slug]
            self._replays.pop(slug, None)
            self.changes += 1
            self._notices += self._profile.check_match(replay)
            over, self._profile.over = self._profile.over, None
            if replay.wrong is not None:
                self._order.remove(slug)
            elif over is not None:
                self.forget(slug)
                self._on_over(replay.record, over)
            else:
                self._read[slug] = replay.record
        return self._read.get(slug)

    @property
    def latest(self) -> Record | None:
        """The match that was played last; None without any."""
        for slug in reversed(self._order.copy()):
            record = self.of(slug)
            if record is not None:
                return record
        return None

    def _begin(self, slug: str) -> Replay | None:
        """The replay of a file that wasn't replayed to its end yet; None if it was, or if it is unusable."""
        if slug in self._unread and slug not in self._replays:
            record, notices = self._profile.read_match(slug)
            self._notices += notices
            if record is not None:
                self._replays[slug] = Replay(record)
            else:
                del self._unread[slug]
                self._order.remove(slug)
                self.changes += 1
        return self._replays.get(slug)

    def keep(self, record: Record) -> None:
        """Save the match of a game in place of the one before; called after every move."""
        self._unread.pop(record.game, None)
        self._replays.pop(record.game, None)
        if record.game in self._order:
            self._order.remove(record.game)
        self._order.append(record.game)
        self._read[record.game] = record
        self.changes += 1
        self._notices += self._profile.save_match(record)

    def forget(self, slug: str) -> None:
        """Delete the match of a game."""
        self._unread.pop(slug, None)
        self._replays.pop(slug, None)
        self._read.pop(slug, None)
        if slug in self._order:
            self._order.remove(slug)
        self.changes += 1
        self._notices += self._profile.drop_match(slug)
