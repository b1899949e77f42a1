"""Ratings estimate a person's strength and its uncertainty, and follow from the rated matches."""

import math
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

import pytest

from engine.bots.common.strengths import ANCHORS, SEATS
from engine.bots.registry import OPPONENTS
from engine.events import Scored
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.options import options_of
from engine.people import LEVELS
from engine.statistics.rating import MIDDLE, SCALE, UNKNOWN, Rating, updated
from engine.statistics.store import Statistics
from tests.bench import anchors
from tests.support import many_deals
from tests.support.records import new_record

ROOT = Path(__file__).resolve().parent.parent
NOON = 1_700_000_000
DAY = 86_400
SLUG = next(iter(GAMES))
Match = tuple[list[float], bool]


def chance(own: float, others: Sequence[float]) -> float:
    """Chance of coming first, by the model."""
    several = [math.exp((mu - MIDDLE) / SCALE) for mu in (own, *others)]
    return several[0] / sum(several)


def matches(own: float, count: int, rng: random.Random, seats: int = 4) -> list[Match]:
    """Random matches of a player of this strength, at tables of random levels."""
    levels = list(ANCHORS[SLUG].values())
    tables = [[rng.choice(levels) for _ in range(seats - 1)] for _ in range(count)]
    return [(table, rng.random() < chance(own, table)) for table in tables]


def rated(several: Sequence[Match], start: Rating | None = None) -> Rating:
    found = start or Rating()
    for others, won in several:
        found = updated(found, others, won=won)
    return found


# --- the model --------------------------------------------------------------------------------------------------------


def test_levels_are_in_order_in_every_game() -> None:
    assert set(OPPONENTS) <= set(ANCHORS) <= set(GAMES), "opponents of a game are measured"
    assert {slug: GAMES[slug].seats_default for slug in ANCHORS} == SEATS
    for slug, strengths in ANCHORS.items():
        assert tuple(strengths) == LEVELS
        assert sorted(strengths.values()) == list(strengths.values()), slug
        assert len(set(strengths.values())) == len(LEVELS) and strengths["medium"] == MIDDLE


@pytest.mark.parametrize(("seats", "count"), [(2, 30), (4, 70)])
def test_the_margin_covers_95_per_cent_of_200_players(seats: int, count: int) -> None:
    """95 % of 200, with a standard error of 1.5 %, is 182 to 198; and the errors go both ways."""
    rng = random.Random(seats * count)
    found = list[tuple[Rating, float]]()
    for _ in range(200):
        own = rng.gauss(MIDDLE, UNKNOWN)
        found.append((rated(matches(own, count, rng, seats)), own))
    within = sum(abs(rating.mu - own) <= rating.margin for rating, own in found)
    assert 182 <= within <= 198
    assert abs(fmean(rating.mu - own for rating, own in found)) < fmean(rating.sigma for rating, _ in found) / 3


@pytest.mark.parametrize("level", LEVELS)
def test_a_player_as_strong_as_a_level_is_rated_like_it(level: str) -> None:
    own = ANCHORS[SLUG][level]
    found = rated(matches(own, 500, random.Random(level)))
    assert abs(found.mu - own) < found.margin < 160


def test_a_match_moves_the_rating_by_its_information() -> None:
    start = Rating(1500, 100)
    upset = updated(start, [1700.0], won=True).mu - start.mu
    expected = updated(start, [1300.0], won=True).mu - start.mu
    assert upset > 2 * expected > 0
    assert updated(start, [1300.0], won=False).mu < updated(start, [1700.0], won=False).mu < start.mu
    assert updated(start, [1500.0], won=True).sigma < start.sigma
    assert updated(start, [], won=True) == start, "if all win, nobody was ahead"
    sure = Rating(1500, 30)
    assert abs(updated(sure, [1500.0], won=True).mu - 1500) < abs(updated(start, [1500.0], won=True).mu - 1500) / 5


def test_the_order_of_matches_matters_only_because_later_ones_count_more() -> None:
    rng = random.Random(4)
    several = matches(1600, 150, rng)
    found = rated(several)
    for _ in range(5):
        other = rated(rng.sample(several, len(several)))
        assert abs(other.mu - found.mu) < found.sigma / 2
        assert other.sigma == pytest.approx(found.sigma, rel=0.1)
    better = sorted(several, key=lambda match: match[1])
    assert rated(better).mu > found.mu > rated(better[::-1]).mu


def test_strengths_are_recovered_from_simulated_matches() -> None:
    """How ``ANCHORS`` were found."""
    rng = random.Random(3)
    strengths = {"easy": 1380.0, "medium": 1500.0, "hard": 1590.0, "master": 1720.0}
    played = []
    for _ in range(1500):
        levels = tuple(rng.choice(LEVELS) for _ in range(4))
        weights = [math.exp(strengths[level] / SCALE) for level in levels]
        (first,) = rng.choices(range(4), weights)
        played.append(anchors.Played(levels, tuple(1 if seat == first else 2 for seat in range(4))))
    for level, (mu, error) in anchors.fit(played, firsts=True).items():
        assert abs(mu - strengths[level]) <= 3 * error
        assert error < 20


def test_openskill_is_loaded_with_the_first_match_not_at_start() -> None:
    code = "import sys, scenes.app; sys.exit('openskill' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False).returncode == 0


# --- in the statistics ------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Statistics:
    return Statistics(tmp_path / "statistics.sqlite", lambda notice: pytest.fail(str(notice)))


def begun(number: int, level: str = "hard", slug: str = SLUG) -> Record:
    record = new_record(slug, number)
    record.id, record.began = f"m-{number}", NOON
    record.chairs = (Chair(PERSON), *(Chair(chair.who, level) for chair in record.chairs[1:]))
    return record


def note(kept: Statistics, record: Record, *, won: bool | None, now: int = NOON, name: str = "") -> None:
    """Write a match of one deal; if ``won`` is None, it is not over."""
    deal = Scored(1, (1, *(0,) * (record.seats - 1)), (), (0,), None)  # type: ignore[arg-type]
    names = {seat: name if seat == 0 else "Rui" for seat, chair in enumerate(record.chairs) if chair.who == PERSON}
    assert kept.write_match(
        record, [deal], None if won is None else (0,) if won else (1,), names=names, turns={}, now=now
    )


def test_each_rated_match_moves_the_rating(kept: Statistics) -> None:
    others = [ANCHORS[SLUG]["hard"]] * (GAMES[SLUG].seats_default - 1)
    wanted = Rating()
    for number, won in enumerate((True, False, True)):
        note(kept, begun(number), won=won, now=NOON + number * DAY)
        wanted = updated(wanted, others, won=won)
        found = kept.rating(SLUG, "", 48)
        assert found is not None
        assert found.rating == pytest.approx(wanted) and found.matches == number + 1
        assert found.history[-1][1] == found.rating
    assert found is not None
    assert [rating.mu for _, rating in found.history] == pytest.approx(
        [rated([(others, won) for won in (True, False, True)[:count]]).mu for count in (1, 2, 3)]
    )
    assert kept.rating(SLUG, "Ana") is None and kept.rating(list(GAMES)[1], "") is None


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
def test_there_is_no_rating_without_a_rated_match(change: object, kept: Statistics) -> None:
    assert kept.rating(SLUG, "") is None
    note(kept, begun(1), won=None)
    assert kept.rating(SLUG, "") is None, "it isn't over"
    record = begun(2)
    assert callable(change)
    change(record)
    note(kept, record, won=True)
    assert kept.rating(SLUG, "") is None


def test_a_shared_win_counts_against_the_losers(kept: Statistics) -> None:
    record = begun(1)
    deal = Scored(1, (1, 1, *(0,) * (record.seats - 2)), (), (0, 1), None)  # type: ignore[arg-type]
    assert kept.write_match(record, [deal], (0, 1), names={0: ""}, turns={}, now=NOON)
    found = kept.rating(SLUG, "")
    assert found is not None
    assert found.rating == pytest.approx(updated(Rating(), [ANCHORS[SLUG]["hard"]] * (record.seats - 2), won=True))


def test_a_changed_match_changes_the_ratings_after_it(kept: Statistics) -> None:
    """Written, then helped, then written again at another time: the result equals that of a rebuild."""
    rng = random.Random(6)
    records = [begun(number, rng.choice(LEVELS)) for number in range(10)]
    seen = set[int]()
    for step in range(60):
        record = rng.choice(records)
        if rng.random() < 0.06:
            record.undone += 1
        now = NOON + (step if rng.random() < 0.7 else rng.randrange(60)) * DAY
        note(kept, record, won=rng.choice([True, False, None]), now=now)
        found = kept.rating(SLUG, "")
        seen.add(found.matches if found else 0)
        if step % 10 == 9:
            before = many_deals.tables(kept.path)["ratings"]
            assert kept.rebuild()
            assert many_deals.tables(kept.path)["ratings"] == before
    assert len(seen) > 3


def test_ten_thousand_matches_are_not_read(kept: Statistics) -> None:
    note(kept, begun(0), won=True)
    kept._file.write(
        lambda file: file.executemany(
            "INSERT INTO ratings VALUES ('', ?, ?, ?, 1500, 60, ?)", [(SLUG, NOON + i, i, i) for i in range(2, 10_002)]
        )
    )
    asked = list[str]()
    kept._file.read(lambda file: file.set_trace_callback(asked.append), None)
    found = kept.rating(SLUG, "", 48)
    assert found is not None
    assert found.matches == 10_001 and len(found.history) <= 48
    assert len(asked) < 60 and not any("FROM matches" in query or "FROM chairs" in query for query in asked)
    asked.clear()
    note(kept, begun(1), won=True, now=NOON + 20_000)
    assert sum("INSERT OR REPLACE INTO ratings" in query for query in asked) == 1
