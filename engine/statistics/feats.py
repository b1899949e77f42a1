"""Feats of a person: those that a finished deal shows, and those that the statistics count.

Both are derived from what is kept anyway, finished matches and statistics, so that earlier ones count. Matches with
help and online matches count for none.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, pairwise
from types import MappingProxyType
from typing import NamedTuple

from engine.characters import LEVELS
from engine.events import DealScored, Event
from engine.feats import FinishedDeal
from engine.games import GAMES
from engine.match.replay import History
from engine.moves import Seat
from engine.profile.earned_feats import EarnedFeats
from engine.statistics.match_writer import was_helped
from engine.statistics.store import Selection, Statistics

ALL_GAMES = "all"
"""Group of the feats that don't belong to one game."""


BACK_BY_FEAT_COUNT: Mapping[int, str] = MappingProxyType({10: "gilded", 25: "gilded_night"})
"""Number of feats earned -> card back that can be chosen then, besides those that everybody has."""


class FeatId(NamedTuple):
    """Identifier of a feat: its group and its key in the group."""

    group: str
    """Slug of a game, or ``ALL_GAMES``."""
    key: str

    def __str__(self) -> str:
        return f"{self.group}.{self.key}"


class Progress(NamedTuple):
    """Progress towards a feat that the statistics count."""

    reached: int
    target: int

    @property
    def is_done(self) -> bool:
        """Whether the target is reached."""
        return self.reached >= self.target


class _Figures(NamedTuple):
    """Figures of a person from the statistics, without help."""

    won_by_game: Mapping[str, int]
    levels_by_game: Mapping[str, set[str]]
    won: int
    deals: int
    best_streak: int
    beaten_characters: int
    best_daily_run: int


class _CountedFeat(NamedTuple):
    """A feat that the statistics count, of one game or of all."""

    id: FeatId
    target: int
    find_reached: Callable[[_Figures], int]


_OF_ALL_GAMES: tuple[tuple[str, int, Callable[[_Figures], int]], ...] = (
    ("won_10", 10, lambda figures: figures.won),
    ("won_100", 100, lambda figures: figures.won),
    ("deals_1000", 1000, lambda figures: figures.deals),
    ("run_3", 3, lambda figures: figures.best_streak),
    ("run_5", 5, lambda figures: figures.best_streak),
    ("all_games", len(GAMES), lambda figures: sum(map(bool, figures.won_by_game.values()))),
    ("characters", 8, lambda figures: figures.beaten_characters),
    ("daily_7", 7, lambda figures: figures.best_daily_run),
)
"""Feats of all games that the statistics count: key, target, and the figure that reaches it."""


def _counted_feats() -> Iterator[_CountedFeat]:
    """Yield the feats that the statistics count: those of all games, then two of each game."""
    for key, target, find_reached in _OF_ALL_GAMES:
        yield _CountedFeat(FeatId(ALL_GAMES, key), target, find_reached)
    for slug in GAMES:
        yield _CountedFeat(FeatId(slug, "first_win"), 1, partial(_matches_won, slug))
        yield _CountedFeat(FeatId(slug, "master"), 1, partial(_masters_beaten, slug))


def _matches_won(slug: str, figures: _Figures) -> int:
    return figures.won_by_game.get(slug, 0)


def _masters_beaten(slug: str, figures: _Figures) -> int:
    return int(LEVELS[-1] in figures.levels_by_game[slug])


def list_feats() -> list[FeatId]:
    """Return all feats: those of all games, then by game those that the statistics count before its own."""
    counted = [feat.id for feat in _counted_feats()]
    own = [FeatId(slug, feat.key) for slug in GAMES for feat in GAMES[slug].feats]
    order = {group: number for number, group in enumerate((ALL_GAMES, *GAMES))}
    return sorted((*counted, *own), key=lambda feat: order[feat.group])


def count_progress(statistics: Statistics, name: str) -> dict[FeatId, Progress]:
    """Return the progress of a person towards each feat that the statistics count."""
    figures = _read_figures(statistics, name)
    return {feat.id: Progress(min(feat.target, feat.find_reached(figures)), feat.target) for feat in _counted_feats()}


def _read_figures(statistics: Statistics, name: str) -> _Figures:
    everything = statistics.totals(Selection(name=name))
    heads = [statistics.heads_to_heads(slug, name) for slug in GAMES]
    beaten = {who for one in heads for who, matches in one.items() if matches.person_wins}
    days = {result.day for slug in GAMES for result in statistics.daily_results(slug, name) if not result.helped}
    return _Figures(
        statistics.matches_won_by_game(name),
        {slug: statistics.beaten_levels(slug, name) for slug in GAMES},
        everything.won,
        everything.deals,
        everything.best_streak,
        len(beaten),
        longest_run(days),
    )


def earned_feats(store: EarnedFeats, name: str) -> dict[FeatId, int]:
    """Return the feats that a person has earned, with the day of each as from ``date.toordinal``."""
    days = {feat: store.day_of(str(feat), name) for feat in list_feats()}
    return {feat: day for feat, day in days.items() if day is not None}


def earned_backs(store: EarnedFeats, name: str) -> set[str]:
    """Return the card backs that a person can choose for the feats earned."""
    count = len(earned_feats(store, name))
    return {back for needed, back in BACK_BY_FEAT_COUNT.items() if count >= needed}


def longest_run(days: Iterable[int]) -> int:
    """Return the largest number of days in a row among these days.

    >>> longest_run([5, 1, 2, 3, 6]), longest_run([])
    (3, 0)
    """
    ordered = sorted(set(days))
    longest = run = min(1, len(ordered))
    for before, day in pairwise(ordered):
        run = run + 1 if day == before + 1 else 1
        longest = max(longest, run)
    return longest


def feats_in_deal(history: History, deal: int, seat: Seat) -> list[FeatId]:
    """Return the feats that a person at a seat shows in a finished deal, from 1; none in a match with help."""
    record, feats = history.record, history.game.feats
    if was_helped(record) or record.friends or not feats:
        return []
    finished = _finished_deal(history, deal, seat)
    return [FeatId(record.game, feat.key) for feat in feats if feat.is_shown(finished)]


def habits_in_deal(history: History, deal: int, seat: Seat) -> dict[str, bool]:
    """Return habit -> whether a person at a seat shows it in a finished deal, from 1.

    Habits for which the deal doesn't count are omitted.
    """
    if not history.game.habits:
        return {}
    finished = _finished_deal(history, deal, seat)
    found = {habit.key: habit.find(finished) for habit in history.game.habits}
    return {key: is_shown for key, is_shown in found.items() if is_shown is not None}


def _finished_deal(history: History, deal: int, seat: Seat) -> FinishedDeal:
    record = history.record
    outcome = history.game.outcome
    results = history.results(history.moves_made)[:deal]
    is_match_end = outcome is not None and not record.daily and deal == len(history.game.history)
    winners = outcome.winners if outcome is not None and is_match_end else ()
    return FinishedDeal(seat, record.seats, record.options, _events_of(history, deal), results, winners)


def _events_of(history: History, deal: int) -> list[Event]:
    """Return the events of a finished deal, its score last."""
    events = list[Event]()
    for event in chain.from_iterable(history.events_by_move[history.deal_starts[deal - 1] :]):
        events.append(event)
        if isinstance(event, DealScored):
            if event.deal == deal:
                return events
            events.clear()
    return events
