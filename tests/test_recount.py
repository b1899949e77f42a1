"""Recount of the statistics: in slices while the window continues; killing the program loses nothing."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from engine.match.record import Record
from engine.notices import Notice
from engine.statistics import recount, sql_schema
from engine.statistics.match_writer import TimeSpent
from engine.statistics.sql_schema import SUM_TABLES
from engine.statistics.store import Selection, Statistics
from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.shell.destinations import Home, StatisticsPage
from tests.support import many_deals
from tests.support.counted_matches import NOON, begin_record, make_deals
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record

MATCH_COUNT = 170
ALL_TABLES = (*SUM_TABLES, "matches", "deals", "chairs")


def write_match(base: Statistics, record: Record, time: int, *won: bool) -> None:
    winners = (0,) if won[-1] else (1,)
    assert base.write_match(
        record, make_deals(*won), winners, names={0: "Ana"}, last_deal_time_spent={0: TimeSpent(10, 1)}, now=time
    )


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Statistics file of many matches, marked for a recount although its sums are right."""
    path = tmp_path_factory.mktemp("recount") / "statistics.sqlite"
    many_deals.write_statistics(path, MATCH_COUNT * many_deals.DEALS_PER_MATCH)
    base = Statistics(path, print)
    base.rebuild_sums()
    for number in range(3):
        write_match(base, begin_record(number), NOON + number, True, False)
    assert not base.is_recounting
    base._file.write(recount.begin_recount)
    base.close()
    return path.read_bytes()


@pytest.fixture
def path(content: bytes, tmp_path: Path) -> Path:
    (tmp_path / "statistics.sqlite").write_bytes(content)
    return tmp_path / "statistics.sqlite"


def read_sums(path: Path) -> dict[str, list[tuple[object, ...]]]:
    return many_deals.read_sorted_sums(path)


def finish_recount(path: Path) -> int:
    """Finish the recount with a new program for each slice; return the number of slices."""
    parts = 0
    while True:
        base = Statistics(path, print)
        base.person_names()
        if not base.is_recounting:
            base.close()
            return parts
        share = base.recount_progress
        base.recount_more()
        assert share <= base.recount_progress <= 1
        base.close()
        parts += 1


def test_recount_continues_after_killed_program(path: Path) -> None:
    right = read_sums(path)
    assert finish_recount(path) == 2 * -(-(MATCH_COUNT + 3) // recount.MATCHES_PER_STEP) + 3
    assert read_sums(path) == right


def test_recount_part_does_little(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base, added = Statistics(path, print), list[int]()
    contribute = sql_schema.add_to_sums

    def counted(file: sqlite3.Connection, match: int, sign: int) -> None:
        added.append(match)
        contribute(file, match, sign)

    monkeypatch.setattr(recount, "add_to_sums", counted)
    base.person_names()
    most, more = 0, True
    while more:
        added.clear()
        more = base.recount_more()
        most = max(most, len(added))
    assert most == recount.MATCHES_PER_STEP
    base.close()


CHANGES: dict[str, Callable[[Statistics], object]] = {
    "a new match": lambda base: write_match(base, begin_record(50), NOON + 50, False),
    "a match goes on": lambda base: write_match(base, begin_record(1), NOON + 51, True, False, True),
    "a deal is undone": lambda base: write_match(base, begin_record(1), NOON + 52, False),
    "the clock was set back": lambda base: write_match(base, begin_record(0), 7, True, False, True),
    "a par": lambda base: base.write_par(begin_record(2), 1, 0, 40.0, 20),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("parts", [0, 1, 2, 4, 5, 6, 7, 9])
def test_changes_during_recount_are_counted_once(path: Path, change: str, parts: int) -> None:
    base = Statistics(path, print)
    base.person_names()
    for _ in range(parts):
        base.recount_more()
    CHANGES[change](base)
    base.close()
    finish_recount(path)
    found = read_sums(path)
    base = Statistics(path, print)
    assert base.rebuild_sums()
    base.close()
    assert found == read_sums(path)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE matches SET day = 'soon' WHERE id = 100",
        "UPDATE deals SET points = 'many'",
        "UPDATE chairs SET won = x'00'",
        "INSERT INTO chairs SELECT 3, id + 10, 'person', '', 'x', 1 FROM matches",
        "UPDATE matches SET at = 'never'",
        "UPDATE recount SET phase = 'x'",
        "UPDATE recount SET phase = 7, total = 'x'",
        "UPDATE recount SET match = 'x'",
    ],
)
def test_impossible_figures_end_recount_without_error(path: Path, damage: str) -> None:
    file = sqlite3.connect(path)
    file.execute(damage)
    file.commit()
    file.close()
    told: list[Notice] = []
    base = Statistics(path, told.append)
    base.person_names()
    for _ in range(30):
        _ = base.recount_progress
        base.recount_more()
    assert not base.is_recounting
    base.totals(Selection()), base.rivals(Selection()), base.over_time(Selection())
    base.close()
    assert {notice.key for notice in told} <= {"notice.damaged_database"}


def test_unwritable_file_is_not_retried_forever(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = Pilot(path.parent, (960, 540))
    pilot.app.go(Home())
    pilot.app.statistics.person_names()
    tries = [0]

    def full(*_: object) -> bool:
        tries[0] += 1
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(recount, "recount_more", full)
    pilot.run_frames(20)
    assert tries[0] <= 2 and pilot.app.statistics.is_recounting and not pilot.app.background


@pytest.mark.painted
def test_screen_announces_recount(path: Path) -> None:
    pilot = Pilot(path.parent, (1280, 720))
    pilot.app.go(Home())
    pilot.app.open(StatisticsPage())
    screen = pilot.expect(StatisticsScreen)
    assert screen.has_nothing_to_show
    said = set[str]()
    for _ in range(60):
        pilot.step()
        said |= {text for one in screen.root.children if "again" in (text := str(getattr(one, "string", "")))}
        if not pilot.app.statistics.is_recounting:
            break
        assert pilot.app.loop.compute_sleep_seconds() <= 0.1
    assert any("0%" in text for text in said)
    pilot.run_frames(2)
    again = StatisticsScreen(pilot.app)
    assert not screen.has_nothing_to_show and screen.results == again.results and screen.results.totals.matches > 20
    pilot.press_keys(pygame.K_ESCAPE)


def test_streaks_cover_more_matches_than_one_value_holds(tmp_path: Path) -> None:
    """The streaks were one value with a digit per match, and values above 10,000 bytes count as damage."""
    path, told = tmp_path / "statistics.sqlite", list[Notice]()
    base = Statistics(path, told.append)
    write_match(base, begin_record(1), NOON, True)
    rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000) "
    rows += "INSERT INTO results SELECT 'Ana', 'gurch', 'easy', '', 0, i - 20000, i, i, i % 5000 > 0 FROM n"
    base._file.write(lambda file: file.execute(rows))
    found = base.totals(Selection())
    assert (found.streak, found.best_streak) == (2001, 4999) and told == []
    base.close()


def test_new_file_needs_no_recount(tmp_path: Path) -> None:
    base = Statistics(tmp_path / "statistics.sqlite", print)
    record = new_record("big_two")
    record.id = "x"
    assert base.write_match(record, [], None, names={0: ""}, last_deal_time_spent={}, now=1) and not base.is_recounting
    base.close()
