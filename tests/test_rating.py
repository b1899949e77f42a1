"""Ratings: an estimate of a person's strength and its uncertainty, computed from the rated matches."""

import math
import random
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean

import pytest

from engine.bots.common.strengths import LEVEL_RATINGS, RATED_SEATS
from engine.bots.registry import OPPONENTS
from engine.characters import LEVELS
from engine.events import DealScored
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.options import options_of
from engine.statistics.rating import INITIAL_MU, INITIAL_SIGMA, SCALE, Rating, update_rating
from engine.statistics.store import Statistics
from tests.bench import level_ratings
from tests.support import many_deals
from tests.support.counted_matches import DAY_SECONDS, NOON, SLUG, begin_record

ROOT = Path(__file__).resolve().parent.parent
RatedMatch = tuple[list[float], bool]


def win_chance(own: float, others: Sequence[float]) -> float:
    """Return the chance to come first, 0 … 1, by the model."""
    several = [math.exp((mu - INITIAL_MU) / SCALE) for mu in (own, *others)]
    return several[0] / sum(several)


def random_matches(own: float, count: int, rng: random.Random, seats: int = 4) -> list[RatedMatch]:
    """Return random matches of a player of this strength, at tables of random levels."""
    levels = list(LEVEL_RATINGS[SLUG].values())
    tables = [[rng.choice(levels) for _ in range(seats - 1)] for _ in range(count)]
    return [(table, rng.random() < win_chance(own, table)) for table in tables]


def rate_matches(results: Sequence[RatedMatch], start: Rating | None = None) -> Rating:
    found = start or Rating()
    for others, won in results:
        found = update_rating(found, others, won=won)
    return found


# --- model ------------------------------------------------------------------------------------------------------------


def test_levels_are_in_order_in_every_game() -> None:
    own = {slug for slug in OPPONENTS if find_spec(f"engine.bots.{slug}.levels")}
    assert own <= set(LEVEL_RATINGS) <= set(GAMES), "every game with levels of its own has them measured"
    assert {slug: GAMES[slug].seats_default for slug in LEVEL_RATINGS} == RATED_SEATS
    for slug, strengths in LEVEL_RATINGS.items():
        assert tuple(strengths) == LEVELS
        assert sorted(strengths.values()) == list(strengths.values()), slug
        assert len(set(strengths.values())) == len(LEVELS) and strengths["medium"] == INITIAL_MU


@pytest.mark.parametrize(("seats", "count"), [(2, 30), (4, 70)])
def test_margin_covers_95_per_cent_of_200_players(seats: int, count: int) -> None:
    """182 to 198 players are 95 % of 200 within two standard errors of 1.5 %. The errors go in both directions."""
    rng = random.Random(seats * count)
    found = list[tuple[Rating, float]]()
    for _ in range(200):
        own = rng.gauss(INITIAL_MU, INITIAL_SIGMA)
        found.append((rate_matches(random_matches(own, count, rng, seats)), own))
    within = sum(abs(rating.mu - own) <= rating.margin for rating, own in found)
    assert 182 <= within <= 198
    assert abs(fmean(rating.mu - own for rating, own in found)) < fmean(rating.sigma for rating, _ in found) / 3


@pytest.mark.parametrize("level", LEVELS)
def test_player_as_strong_as_level_is_rated_like_it(level: str) -> None:
    own = LEVEL_RATINGS[SLUG][level]
    found = rate_matches(random_matches(own, 500, random.Random(level)))
    assert abs(found.mu - own) < found.margin < 160


def test_match_moves_rating_by_information() -> None:
    start = Rating(1500, 100)
    upset = update_rating(start, [1700.0], won=True).mu - start.mu
    expected = update_rating(start, [1300.0], won=True).mu - start.mu
    assert upset > 2 * expected > 0
    assert update_rating(start, [1300.0], won=False).mu < update_rating(start, [1700.0], won=False).mu < start.mu
    assert update_rating(start, [1500.0], won=True).sigma < start.sigma
    assert update_rating(start, [], won=True) == start, "a match without opponents changes nothing"
    sure = Rating(1500, 30)
    assert (
        abs(update_rating(sure, [1500.0], won=True).mu - 1500)
        < abs(update_rating(start, [1500.0], won=True).mu - 1500) / 5
    )


def test_match_order_matters_only_by_weight() -> None:
    rng = random.Random(4)
    several = random_matches(1600, 150, rng)
    found = rate_matches(several)
    for _ in range(5):
        other = rate_matches(rng.sample(several, len(several)))
        assert abs(other.mu - found.mu) < found.sigma / 2
        assert other.sigma == pytest.approx(found.sigma, rel=0.1)
    better = sorted(several, key=lambda match: match[1])
    assert rate_matches(better).mu > found.mu > rate_matches(better[::-1]).mu


def test_strengths_are_recovered_from_simulated_matches() -> None:
    """Documents how ``LEVEL_RATINGS`` were computed."""
    rng = random.Random(3)
    strengths = {"easy": 1380.0, "medium": 1500.0, "hard": 1590.0, "master": 1720.0}
    played = []
    for _ in range(1500):
        levels = tuple(rng.choice(LEVELS) for _ in range(4))
        weights = [math.exp(strengths[level] / SCALE) for level in levels]
        (first,) = rng.choices(range(4), weights)
        played.append(level_ratings.PlayedMatch(levels, tuple(1 if seat == first else 2 for seat in range(4))))
    for level, (mu, error) in level_ratings.fit(played, firsts=True).items():
        assert abs(mu - strengths[level]) <= 3 * error
        assert error < 20


def test_openskill_is_loaded_with_first_match_not_at_start() -> None:
    code = "import sys, scenes.app; sys.exit('openskill' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False).returncode == 0


# --- in the statistics ------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Statistics:
    return Statistics(tmp_path / "statistics.sqlite", lambda notice: pytest.fail(str(notice)))


def new_rated_match(number: int, level: str = "hard", slug: str = SLUG) -> Record:
    record = begin_record(number, slug)
    record.chairs = (Chair(PERSON), *(Chair(chair.who, level) for chair in record.chairs[1:]))
    return record


def write_match(kept: Statistics, record: Record, *, won: bool | None, now: int = NOON, name: str = "") -> None:
    """Write a match of one deal; with ``won`` None it is unfinished."""
    deal = DealScored(1, (1, *(0,) * (record.seats - 1)), (), (0,), None)  # type: ignore[arg-type]
    names = {seat: name if seat == 0 else "Rui" for seat, chair in enumerate(record.chairs) if chair.who == PERSON}
    assert kept.write_match(
        record, [deal], None if won is None else (0,) if won else (1,), names=names, last_deal_time_spent={}, now=now
    )


def test_each_rated_match_moves_rating(kept: Statistics) -> None:
    others = [LEVEL_RATINGS[SLUG]["hard"]] * (GAMES[SLUG].seats_default - 1)
    wanted = Rating()
    for number, won in enumerate((True, False, True)):
        write_match(kept, new_rated_match(number), won=won, now=NOON + number * DAY_SECONDS)
        wanted = update_rating(wanted, others, won=won)
        found = kept.rating_history(SLUG, "", 48)
        assert found is not None and found.current_rating == pytest.approx(wanted) and found.matches == number + 1
        assert found.samples[-1][1] == found.current_rating
    assert found is not None
    assert [rating.mu for _, rating in found.samples] == pytest.approx(
        [rate_matches([(others, won) for won in (True, False, True)[:count]]).mu for count in (1, 2, 3)]
    )
    assert kept.rating_history(SLUG, "Ana") is None and kept.rating_history(list(GAMES)[1], "") is None


def _two_persons(record: Record) -> None:
    record.chairs = (Chair(PERSON), Chair(PERSON), *record.chairs[2:])


def _small_table(record: Record) -> None:
    record.seats, record.chairs = 2, record.chairs[:2]


def _other_rules(record: Record) -> None:
    choice = next(c for c in options_of(GAMES[SLUG].Options) if len(c.values) > 1)
    other = next(value for value in choice.values if value != choice.default)
    record.options = GAMES[SLUG].Options(**{choice.name: other})


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda record: setattr(record, "hinted", 1), id="hint"),
        pytest.param(lambda record: setattr(record, "undone", 1), id="undo"),
        pytest.param(lambda record: setattr(record, "known", 1), id="known"),
        pytest.param(lambda record: setattr(record, "daily", 738_473), id="deal of the day"),
        pytest.param(_two_persons, id="two persons"),
        pytest.param(_small_table, id="two seats"),
        pytest.param(_other_rules, id="house rules"),
    ],
)
def test_unrated_matches_give_no_rating(change: object, kept: Statistics) -> None:
    assert kept.rating_history(SLUG, "") is None
    write_match(kept, new_rated_match(1), won=None)
    assert kept.rating_history(SLUG, "") is None, "an unfinished match gives no rating"
    record = new_rated_match(2)
    assert callable(change)
    change(record)
    write_match(kept, record, won=True)
    assert kept.rating_history(SLUG, "") is None


def test_shared_win_counts_against_losers(kept: Statistics) -> None:
    record = new_rated_match(1)
    deal = DealScored(1, (1, 1, *(0,) * (record.seats - 2)), (), (0, 1), None)  # type: ignore[arg-type]
    assert kept.write_match(record, [deal], (0, 1), names={0: ""}, last_deal_time_spent={}, now=NOON)
    found = kept.rating_history(SLUG, "")
    assert found is not None
    assert found.current_rating == pytest.approx(
        update_rating(Rating(), [LEVEL_RATINGS[SLUG]["hard"]] * (record.seats - 2), won=True)
    )


def test_changed_match_changes_later_ratings(kept: Statistics) -> None:
    """Written, then marked as helped, then written again later: the result equals that of a rebuild."""
    rng = random.Random(6)
    records = [new_rated_match(number, rng.choice(LEVELS)) for number in range(10)]
    seen = set[int]()
    for step in range(60):
        record = rng.choice(records)
        if rng.random() < 0.06:
            record.undone += 1
        now = NOON + (step if rng.random() < 0.7 else rng.randrange(60)) * DAY_SECONDS
        write_match(kept, record, won=rng.choice([True, False, None]), now=now)
        found = kept.rating_history(SLUG, "")
        seen.add(found.matches if found else 0)
        if step % 10 == 9:
            before = many_deals.read_sorted_sums(kept.path)["ratings"]
            assert kept.rebuild_sums()
            assert many_deals.read_sorted_sums(kept.path)["ratings"] == before
    assert len(seen) > 3


@pytest.mark.parametrize("years", [10, -50])
def test_ratings_follow_order_of_play_after_wrong_clock(years: int, kept: Statistics) -> None:
    others, wanted = [LEVEL_RATINGS[SLUG]["hard"]] * (GAMES[SLUG].seats_default - 1), list[Rating]()
    for number, won in enumerate((True, True, False, False, True)):
        now = NOON + number * DAY_SECONDS + (years * 365 * DAY_SECONDS if number == 1 else 0)
        write_match(kept, new_rated_match(number), won=won, now=now)
        wanted.append(update_rating(wanted[-1] if wanted else Rating(), others, won=won))
    found = kept.rating_history(SLUG, "", 48)
    assert found is not None and found.matches == 5 and found.current_rating == pytest.approx(wanted[-1])
    assert [rating.mu for _, rating in found.samples] == pytest.approx([rating.mu for rating in wanted])
    assert kept.rebuild_sums() and kept.rating_history(SLUG, "", 48) == found


def test_ten_thousand_matches_are_not_read(kept: Statistics) -> None:
    write_match(kept, new_rated_match(0), won=True)
    kept._file.write(
        lambda file: file.executemany(
            "INSERT INTO ratings VALUES ('', ?, 1, ?, ?, 1500, 60, ?)",
            [(SLUG, i, NOON + i, i) for i in range(2, 10_002)],
        )
    )
    asked = list[str]()
    kept._file.read(lambda file: file.set_trace_callback(asked.append), None)
    found = kept.rating_history(SLUG, "", 48)
    assert found is not None and found.matches == 10_001 and len(found.samples) <= 48
    assert len(asked) < 60 and not any("FROM matches" in query or "FROM chairs" in query for query in asked)
    asked.clear()
    write_match(kept, new_rated_match(1), won=True, now=NOON + 20_000)
    assert sum("INSERT OR REPLACE INTO ratings" in query for query in asked) == 1
