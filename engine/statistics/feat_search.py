"""Search of the finished matches of a profile for feats that their persons showed, in steps between frames."""

from engine.local_time import day_of
from engine.match.record import Record
from engine.match.replay import History
from engine.profile.earned_feats import EarnedFeats
from engine.profile.replays import ReplayEntry, ReplayStore
from engine.statistics.feats import feats_in_deal, list_feats
from engine.statistics.store import Statistics

MOVES_PER_STEP = 250
"""Number of moves replayed per step, which takes 10 to 40 ms."""


class FeatSearch:
    """Searches the finished matches that the statistics know, and adds the feats found to those earned.

    A search that is interrupted begins again the next time.

    Args:
        replays: the finished matches.
        statistics: know which deals a person has played, also where matches were imported.
        earned: the feats earned so far.
        now: current time, seconds since 1970, for matches without a time.
    """

    def __init__(self, replays: ReplayStore, statistics: Statistics, earned: EarnedFeats, now: int) -> None:
        self.replays = replays
        self.statistics = statistics
        self.earned = earned
        self._now = now
        self._paths = replays.profile.list_toml_files(replays.folder) if self._is_due() else []
        self._match_count = len(self._paths)
        self._history: History | None = None
        """The match being replayed; None between two matches."""

    def _is_due(self) -> bool:
        return self.earned.searched_feat_count != len(list_feats())

    @property
    def is_done(self) -> bool:
        """Whether all matches are searched."""
        return not self._is_due()

    @property
    def progress(self) -> float:
        """Progress of the search, 0 … 1."""
        return 1 - len(self._paths) / self._match_count if self._match_count else 1.0

    def step(self) -> None:
        """Replay some moves of the next match; after the last match mark the search as done."""
        if not self._paths:
            self.earned.mark_searched(len(list_feats()))
            return
        if self._history is None:
            record = self.replays.load(ReplayEntry(self._paths[-1], 0.0))
            if not isinstance(record, Record) or not self.statistics.counted_deals(record.id):
                self._paths.pop()
                return
            self._history = History(record)
        self._history.step(MOVES_PER_STEP)
        if self._history.is_done:
            self._add_feats(self._history)
            self._history = None
            self._paths.pop()

    def _add_feats(self, history: History) -> None:
        record, deals = history.record, len(history.results(history.moves_made))
        day = day_of(record.ended or record.began or self._now)
        for deal, seat, name in self.statistics.counted_deals(record.id):
            if deal <= deals:
                self.earned.add(map(str, feats_in_deal(history, deal, seat)), name, day)
