"""Registry of the matches in progress that the player can continue, one for each game.

A file is replayed when its match is needed or when the program is idle, never before the first frame. Until then
screens show its ``MatchSummary``.
"""

from collections.abc import Callable

from engine.game import Game
from engine.match.record import Record
from engine.match.replay import Replay
from engine.profile.match_summary import MatchSummary
from engine.profile.storage import Profile


class SavedMatches:
    """Registry of the matches in progress that the player can continue, with lazily loaded files.

    Args:
        profile: the profile that holds the files.
        on_over: called with a match that its replay shows to be over, and its last position. Its file is deleted.
    """

    def __init__(self, profile: Profile, on_over: Callable[[Record, Game], None] = lambda *_: None) -> None:
        self._profile = profile
        self._on_over = on_over
        self._loaded: dict[str, Record] = {}
        """Game -> its loaded match."""
        self._unread_summaries: dict[str, MatchSummary | None] = {}
        """Game -> summary of its unread file; None if the head is unusable."""
        self._replays: dict[str, Replay] = {}
        """Game -> unfinished replay of its file; the game stays in ``_unread_summaries`` until the end."""
        self._games_in_order: list[str] = []
        """The games with a file, the last saved at the end."""
        self.revision = 0
        """Number that rises with every change, for screens that show the matches."""

    def scan(self) -> None:
        """List the profile's matches in progress and read their summaries."""
        self._profile.migrate_legacy_match()
        self._loaded.clear()
        self._replays.clear()
        self._unread_summaries = {
            slug: self._profile.match_summary(slug) for slug in reversed(self._profile.games_in_progress())
        }
        self._games_in_order = list(self._unread_summaries)
        self.revision += 1

    @property
    def has_unread(self) -> bool:
        """Whether there are files of matches in progress that are not completely replayed."""
        return bool(self._unread_summaries)

    def read_more(self, max_moves: int) -> None:
        """Replay up to ``max_moves`` moves of a match in progress, the last saved one whose file is unread."""
        slug = next(reversed(self._unread_summaries), "")
        replay = self._get_or_begin_replay(slug)
        if replay is not None:
            replay.step(max_moves)
            if replay.is_done:
                self.accept_replay(slug, replay)

    @property
    def games(self) -> tuple[str, ...]:
        """Games with a match in progress, last saved first, if the match's summary is known."""
        return tuple(slug for slug in reversed(self._games_in_order) if self.summary(slug) is not None)

    def summary(self, slug: str) -> MatchSummary | None:
        """Return the summary of a game's match in progress without a replay; None without a match."""
        if slug in self._loaded:
            return MatchSummary.from_record(self._loaded[slug])
        return self._unread_summaries.get(slug)

    def load(self, slug: str) -> Record | None:
        """Load a game's match in progress and replay it; None if there is none that can be continued."""
        replay = self._get_or_begin_replay(slug)
        if replay is not None:
            replay.finish()
            self.accept_replay(slug, replay)
        return self._loaded.get(slug)

    def load_unchecked(self, slug: str) -> Record | None:
        """Load a game's match in progress without a replay, so that its moves may be illegal; None without one."""
        replay = self._get_or_begin_replay(slug)
        return self._loaded.get(slug) if replay is None else replay.record

    def accept_replay(self, slug: str, replay: Replay) -> Record | None:
        """Finish loading a match from ``load_unchecked`` after its replay; return it, None if it can't be continued."""
        if slug in self._unread_summaries:
            del self._unread_summaries[slug]
            self._replays.pop(slug, None)
            self.revision += 1
            self._profile.update_match_after_replay(replay)
            if replay.error is not None:
                self._games_in_order.remove(slug)
            elif replay.game.outcome is not None:
                self.delete(slug)
                self._on_over(replay.record, replay.game)
            else:
                self._loaded[slug] = replay.record
        return self._loaded.get(slug)

    def load_latest(self) -> Record | None:
        """Load and replay the match in progress that was saved last and can be continued; None without any."""
        for slug in reversed(self._games_in_order.copy()):
            record = self.load(slug)
            if record is not None:
                return record
        return None

    def _get_or_begin_replay(self, slug: str) -> Replay | None:
        """Return the unfinished replay of a game's match file; None if it is finished, missing or unusable."""
        if slug in self._unread_summaries and slug not in self._replays:
            record = self._profile.read_match(slug)
            if record is not None:
                self._replays[slug] = Replay(record)
            else:
                del self._unread_summaries[slug]
                self._games_in_order.remove(slug)
                self.revision += 1
        return self._replays.get(slug)

    def save(self, record: Record) -> None:
        """Save a game's match in progress, replacing an earlier one; called after every move."""
        self._unread_summaries.pop(record.game, None)
        self._replays.pop(record.game, None)
        if record.game in self._games_in_order:
            self._games_in_order.remove(record.game)
        self._games_in_order.append(record.game)
        self._loaded[record.game] = record
        self.revision += 1
        self._profile.save_match(record)

    def delete(self, slug: str) -> None:
        self._unread_summaries.pop(slug, None)
        self._replays.pop(slug, None)
        self._loaded.pop(slug, None)
        if slug in self._games_in_order:
            self._games_in_order.remove(slug)
        self.revision += 1
        self._profile.delete_match(slug)
