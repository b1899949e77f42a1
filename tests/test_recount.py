"""The recount of the statistics: in parts, while the window goes on; nothing is lost if the program is killed."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from engine.match.record import Record
from engine.notices import Notice
from engine.statistics import recount, tables
from engine.statistics.store import Selection, Statistics
from engine.statistics.tables import SUMS
from engine.statistics.writing import TimeSpent
from scenes.shell.destinations import Home, StatisticsPage
from scenes.statistics.statistics import StatisticsScreen
from tests.support import many_deals
from tests.support.piloting import Pilot
from tests.support.records import new_record
from tests.test_statistics import NOON, begun, make_deals

MATCHES = 170
ALL = (*SUMS, "matches", "deals", "chairs")


def put(base: Statistics, record: Record, at: int, *won: bool) -> None:
    """Write a finished match."""
    winners = (0,) if won[-1] else (1,)
    assert base.write_match(record, make_deals(*won), winners, names={0: "Ana"}, turns={0: TimeSpent(10, 1)}, now=at)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Statistics of many matches whose sums are to be recounted, though they are right."""
    path = tmp_path / "statistics.sqlite"
    many_deals.make(path, MATCHES * many_deals.EACH)
    base = Statistics(path, print)
    base.rebuild()
    for number in range(3):
        put(base, begun(number), NOON + number, True, False)
    assert not base.recounting
    base._file.write(recount.begin)
    base.close()
    return path


def sums(path: Path) -> dict[str, list[tuple[object, ...]]]:
    return many_deals.tables(path)


def finish(path: Path) -> int:
    """Finish the recount, each part in another run of the program; return the number of parts."""
    parts = 0
    while True:
        base = Statistics(path, print)
        base.names()
        if not base.recounting:
            base.close()
            return parts
        share = base.recounted
        base.recount_more()
        assert share <= base.recounted <= 1
        base.close()
        parts += 1


def test_a_recount_goes_on_where_a_killed_program_has_left_it(path: Path) -> None:
    right = sums(path)
    assert finish(path) == 2 * -(-(MATCHES + 3) // recount.PER_PART) + 3
    assert sums(path) == right


def test_a_part_does_little(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    base, added = Statistics(path, print), list[int]()
    contribute = tables.contribute

    def counted(file: sqlite3.Connection, match: int, sign: int) -> None:
        added.append(match)
        contribute(file, match, sign)

    monkeypatch.setattr(recount, "contribute", counted)
    base.names()
    most, more = 0, True
    while more:
        added.clear()
        more = base.recount_more()
        most = max(most, len(added))
    assert most == recount.PER_PART
    base.close()


CHANGES: dict[str, Callable[[Statistics], object]] = {
    "a new match": lambda base: put(base, begun(50), NOON + 50, False),
    "a match goes on": lambda base: put(base, begun(1), NOON + 51, True, False, True),
    "a deal is undone": lambda base: put(base, begun(1), NOON + 52, False),
    "the clock was set back": lambda base: put(base, begun(0), 7, True, False, True),
    "a par": lambda base: base.write_par(begun(2), 1, 0, 40.0, 20),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("parts", [0, 1, 2, 4, 5, 6, 7, 9])
def test_what_is_played_meanwhile_is_counted_once(path: Path, change: str, parts: int) -> None:
    base = Statistics(path, print)
    base.names()
    for _ in range(parts):
        base.recount_more()
    CHANGES[change](base)
    base.close()
    finish(path)
    found = sums(path)
    base = Statistics(path, print)
    assert base.rebuild()
    base.close()
    assert found == sums(path)


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
def test_strange_figures_end_a_recount_without_an_error(path: Path, damage: str) -> None:
    file = sqlite3.connect(path)
    file.execute(damage)
    file.commit()
    file.close()
    told: list[Notice] = []
    base = Statistics(path, told.append)
    base.names()
    for _ in range(30):
        _ = base.recounted
        base.recount_more()
    assert not base.recounting
    base.figures(Selection()), base.rivals(Selection()), base.over_time(Selection())
    base.close()
    assert {notice.key for notice in told} <= {"notice.damaged_database"}


def test_a_file_that_cannot_be_written_is_not_tried_for_ever(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = Pilot(path.parent, (960, 540))
    pilot.app.go(Home())
    pilot.app.statistics.names()
    tries = [0]

    def full(*_: object) -> bool:
        tries[0] += 1
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(recount, "go_on", full)
    pilot.steps(20)
    assert tries[0] <= 2 and pilot.app.statistics.recounting and not pilot.app.background
    pilot.app.close_all()


@pytest.mark.painted
def test_the_screen_says_that_everything_is_counted_again(path: Path) -> None:
    pilot = Pilot(path.parent, (1280, 720))
    pilot.app.go(Home())
    pilot.app.open(StatisticsPage())
    screen = pilot.app.top
    assert isinstance(screen, StatisticsScreen) and screen.nothing
    said = set[str]()
    for _ in range(60):
        pilot.step()
        said |= {text for one in screen.group.children if "again" in (text := str(getattr(one, "string", "")))}
        if not pilot.app.statistics.recounting:
            break
        assert pilot.app.rest() <= 0.1
    assert any("0%" in text for text in said)
    pilot.steps(2)
    again = StatisticsScreen(pilot.app)
    assert not screen.nothing and screen.found == again.found and screen.found.figures.matches > 20
    pilot.key(pygame.K_ESCAPE)
    pilot.app.close_all()


def test_more_matches_than_a_value_has_room_for(tmp_path: Path) -> None:
    """The streaks were one value of a digit a match, and values above 10,000 bytes are taken for damage."""
    path, told = tmp_path / "statistics.sqlite", list[Notice]()
    base = Statistics(path, told.append)
    put(base, begun(1), NOON, True)
    rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000) "
    rows += "INSERT INTO results SELECT 'Ana', 'gurch', 'easy', '', 0, i, -i, i % 5000 > 0 FROM n"
    base._file.write(lambda file: file.execute(rows))
    found = base.figures(Selection())
    assert (found.streak, found.best_streak) == (2001, 4999) and told == []
    base.close()


def test_the_number_of_rated_matches_is_added_in_one_pass(tmp_path: Path) -> None:
    """The upgrade from format 3 took 40 seconds for the statistics of a million deals."""
    path = tmp_path / "statistics.sqlite"
    many_deals.make(path, 800)
    file = sqlite3.connect(path)
    numbered = file.execute("SELECT * FROM ratings ORDER BY name, game, at, match").fetchall()
    file.execute("ALTER TABLE ratings DROP COLUMN number")
    file.execute("DROP TABLE recount")
    file.execute("PRAGMA user_version = 3")
    file.commit()
    file.close()
    base = Statistics(path, print)
    base.names()
    assert not base.recounting
    base.close()
    file = sqlite3.connect(path)
    assert file.execute("SELECT * FROM ratings ORDER BY name, game, at, match").fetchall() == numbered
    assert max(row[-1] for row in numbered) > 1
    file.close()


def test_a_new_file_has_nothing_to_recount(tmp_path: Path) -> None:
    base = Statistics(tmp_path / "statistics.sqlite", print)
    record = new_record("big_two")
    record.id = "x"
    assert base.write_match(record, [], None, names={0: ""}, turns={}, now=1) and not base.recounting
    base.close()
