"""The matches in progress, one for each game, while the program runs.

A file is replayed when its match is needed or when there is time, never before the first picture: until then its head
says enough (``MatchSummary``).
"""

from collections.abc import Callable

from engine.game import Game
from engine.match.record import Record
from engine.match.replay import Replay
from engine.notices import Notice
from engine.profile.match_summary import MatchSummary
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
        self._loaded: dict[str, Record] = {}
        """Game -> its match."""
        self._unread_summaries: dict[str, MatchSummary | None] = {}
        """Game -> what the head of its unread file says."""
        self._replays: dict[str, Replay] = {}
        """Game -> the replay of its file, as far as it got; it keeps its place in ``_unread_summaries`` until its
        end."""
        self._games_in_order: list[str] = []
        """The games with a file, the latest last."""
        self.revision = 0
        """Number of changes that a screen may have to show."""

    def scan(self) -> None:
        """Find out which matches there are."""
        self._notices += self._profile.migrate_legacy_match()
        self._loaded.clear()
        self._replays.clear()
        self._unread_summaries = {
            slug: self._profile.match_summary(slug) for slug in reversed(self._profile.games_in_progress())
        }
        self._games_in_order = list(self._unread_summaries)
        self.revision += 1

    @property
    def has_unread(self) -> bool:
        """Whether there are files that nobody has read yet."""
        return bool(self._unread_summaries)

    def read_more(self, max_moves: int) -> None:
        """Replay up to ``max_moves`` moves of a file that nobody has read yet."""
        slug = next(reversed(self._unread_summaries), "")
        replay = self._begin(slug)
        if replay is not None:
            replay.step(max_moves)
            if replay.is_done:
                self.accept_replay(slug, replay)

    @property
    def games(self) -> tuple[str, ...]:
        """The games with a match, the latest first. A file whose head can't be read counts once it was read."""
        return tuple(slug for slug in reversed(self._games_in_order) if self.summary(slug) is not None)

    def summary(self, slug: str) -> MatchSummary | None:
        """What is known about a game's match without reading its file; None without a match."""
        if slug in self._loaded:
            return MatchSummary.from_record(self._loaded[slug])
        return self._unread_summaries.get(slug)

    def load(self, slug: str) -> Record | None:
        """The match of a game; None if there is none that can be continued. Replays it if nobody has done that yet."""
        replay = self._begin(slug)
        if replay is not None:
            replay.finish()
            self.accept_replay(slug, replay)
        return self._loaded.get(slug)

    def load_unchecked(self, slug: str) -> Record | None:
        """The match of a game, whose moves may be impossible; None if there is none."""
        replay = self._begin(slug)
        return self._loaded.get(slug) if replay is None else replay.record

    def accept_replay(self, slug: str, replay: Replay) -> Record | None:
        """Take over what the complete replay of an ``load_unchecked`` match shows; None if it can't be continued."""
        if slug in self._unread_summaries:
            del self._unread_summaries[slug]
            self._replays.pop(slug, None)
            self.revision += 1
            self._notices += self._profile.accept_replay(replay)
            over, self._profile.finished_game = self._profile.finished_game, None
            if replay.error is not None:
                self._games_in_order.remove(slug)
            elif over is not None:
                self.delete(slug)
                self._on_over(replay.record, over)
            else:
                self._loaded[slug] = replay.record
        return self._loaded.get(slug)

    @property
    def latest(self) -> Record | None:
        """The match that was played last; None without any."""
        for slug in reversed(self._games_in_order.copy()):
            record = self.load(slug)
            if record is not None:
                return record
        return None

    def _begin(self, slug: str) -> Replay | None:
        """The replay of a file that wasn't replayed to its end yet; None if it was, or if it is unusable."""
        if slug in self._unread_summaries and slug not in self._replays:
            record, notices = self._profile.read_match(slug)
            self._notices += notices
            if record is not None:
                self._replays[slug] = Replay(record)
            else:
                del self._unread_summaries[slug]
                self._games_in_order.remove(slug)
                self.revision += 1
        return self._replays.get(slug)

    def save(self, record: Record) -> None:
        """Save the match of a game in place of the one before; called after every move."""
        self._unread_summaries.pop(record.game, None)
        self._replays.pop(record.game, None)
        if record.game in self._games_in_order:
            self._games_in_order.remove(record.game)
        self._games_in_order.append(record.game)
        self._loaded[record.game] = record
        self.revision += 1
        self._notices += self._profile.save_match(record)

    def delete(self, slug: str) -> None:
        """Delete the match of a game."""
        self._unread_summaries.pop(slug, None)
        self._replays.pop(slug, None)
        self._loaded.pop(slug, None)
        if slug in self._games_in_order:
            self._games_in_order.remove(slug)
        self.revision += 1
        self._notices += self._profile.delete_match(slug)
