"""Statistics: deals are counted once, the file is never damaged, and the screen reads only sums."""

import sqlite3
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.events import DealScored
from engine.games import GAMES
from engine.match.record import Record
from engine.notices import Notice
from engine.options import options_of
from engine.profile import database
from engine.rng import Rng
from engine.statistics import store as statistics
from engine.statistics.match_writer import TimeSpent, changed_rules_text
from engine.statistics.sql_schema import APPLICATION_ID, EXPORT_COLUMNS, MIGRATIONS
from engine.statistics.store import CHANGED_RULES, Rival, Selection, Statistics, Totals
from scenes.selftest.selftest import count_own_answers
from scenes.shell.destinations import MatchTable, ResumedTable
from tests.support import many_deals
from tests.support.counted_matches import DAY_SECONDS, NOON, SLUG, begin_record, make_deals
from tests.support.profile_pilot import Pilot, play_match
from tests.support.records import short_record


@pytest.fixture
def notices() -> list[Notice]:
    return []


@pytest.fixture
def kept(tmp_path: Path, notices: list[Notice]) -> Statistics:
    return Statistics(tmp_path / "statistics.sqlite", notices.append)


def random_match(seed: int = 3, slug: str = SLUG) -> tuple[Record, list[DealScored], tuple[int, ...]]:
    """Play a random match; return its record, deals and winners."""
    record = short_record(slug, seed)
    record.id, record.began = f"m-{seed}", NOON
    game, rng, scored = record.initial_position(), Rng(seed), list[DealScored]()
    while game.outcome is None:
        move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
        game.play(move)
        record.append(move)
        scored += [event for event in game.take_events() if isinstance(event, DealScored)]
    return record, scored, game.outcome.winners


def write_match(
    kept: Statistics, record: Record, scored: list[DealScored], winners: tuple[int, ...] | None, now: int
) -> bool:
    return kept.write_match(
        record, scored, winners, names={0: ""}, last_deal_time_spent={0: TimeSpent(2000, 4)}, now=now
    )


# --- counting ---------------------------------------------------------------------------------------------------------


def test_deal_is_counted_once_when_ended(kept: Statistics) -> None:
    record, deals = begin_record(1), make_deals(True, False, True)
    for _ in range(2):
        assert write_match(kept, record, deals[:1], None, NOON)
        assert kept.totals(Selection()) == Totals(deals=1, deals_won=1, points=1, ms=2000, decisions=4)
    kept.close()
    assert write_match(kept, record, deals, (0,), NOON + DAY_SECONDS)
    assert write_match(kept, record, deals, (0,), NOON + DAY_SECONDS)
    assert kept.totals(Selection()) == Totals(1, 1, 3, 2, 2, 4000, 8, streak=1, best_streak=1)


@pytest.mark.parametrize("slug", GAMES)
def test_whole_match_of_every_game_adds_up(slug: str, kept: Statistics) -> None:
    record, scored, winners = random_match(slug=slug)
    assert write_match(kept, record, scored, winners, NOON)
    found = kept.totals(Selection(game=slug))
    assert (found.matches, found.won, found.deals) == (1, 0 in winners, len(scored))
    assert found.points == sum(event.points[0] for event in scored)
    assert found.deals_won == sum(0 in event.winners for event in scored)
    rivals = kept.rivals(Selection())
    assert {rival.opponent_slug for rival in rivals} == {chair.who for chair in record.chairs[1:]}
    assert sum(rival.rival_wins for rival in rivals) == len(set(winners) - {0})


def test_undone_deals_are_removed_and_match_counts_as_helped(kept: Statistics) -> None:
    record, deals = begin_record(1), make_deals(True, True)
    write_match(kept, record, deals, None, NOON)
    record.undone = 1
    write_match(kept, record, make_deals(False), None, NOON + 5)
    assert kept.totals(Selection()) == Totals()
    apart = kept.totals(Selection(helped=True))
    assert (apart.deals, apart.deals_won) == (1, 0)


@pytest.mark.parametrize("field", ["undone", "hinted", "adopted"])
def test_matches_with_help_count_apart(field: str, kept: Statistics) -> None:
    record = begin_record(1)
    setattr(record, field, 2)
    write_match(kept, record, make_deals(True), (0,), NOON)
    assert kept.totals(Selection()).matches == 0
    assert kept.totals(Selection(helped=None)).matches == kept.totals(Selection(helped=True)).matches == 1


def test_match_without_name_is_not_counted(kept: Statistics) -> None:
    record = begin_record(1)
    record.id = ""
    assert not write_match(kept, record, make_deals(True), (0,), NOON)
    assert not kept.path.exists()


def test_streaks_follow_end_order_of_matches(kept: Statistics) -> None:
    for i, mine in enumerate((True, True, True, False, True, True)):
        write_match(kept, begin_record(i), make_deals(mine), (0,) if mine else (1,), NOON + i)
    found = kept.totals(Selection())
    assert (found.streak, found.best_streak, found.matches, found.won) == (2, 3, 6, 5)


@pytest.mark.parametrize("years", [10, -50])
def test_streaks_follow_order_of_play_after_wrong_clock(years: int, kept: Statistics) -> None:
    """With the clock wrong at the second match only, a win that was years ahead stayed the last result for years."""
    for i, mine in enumerate((True, True, True, False, True)):
        now = NOON + i + (years * 365 * DAY_SECONDS if i == 1 else 0)
        write_match(kept, begin_record(i), make_deals(mine), (0,) if mine else (1,), now)
    found = kept.totals(Selection())
    assert (found.streak, found.best_streak) == (1, 3)
    assert kept.rebuild_sums() and kept.totals(Selection()) == found


def test_match_in_progress_counts_in_streak_from_its_end(kept: Statistics) -> None:
    write_match(kept, begin_record(1), make_deals(True), None, NOON)
    write_match(kept, begin_record(2), make_deals(True), (0,), NOON)
    write_match(kept, begin_record(1), make_deals(True, False), (1,), NOON)
    assert kept.totals(Selection()).streak == 0
    write_match(kept, begin_record(1), make_deals(True), None, NOON)
    assert kept.totals(Selection()).streak == 1, "its end was undone"
    write_match(kept, begin_record(3), make_deals(True), (0,), NOON)
    write_match(kept, begin_record(1), make_deals(True, False), (1,), NOON)
    write_match(kept, begin_record(1), make_deals(True, False), (1,), NOON + 9)
    assert kept.totals(Selection()).streak == 0 and kept.totals(Selection()).best_streak == 2


@pytest.mark.parametrize("number", ["9223372036854775807", "'x'"])
def test_impossible_number_of_end_sets_file_aside(number: str, kept: Statistics) -> None:
    write_match(kept, begin_record(1), make_deals(True), (0,), NOON)
    kept._file.write(lambda file: file.execute(f"UPDATE matches SET finish = {number}"))
    notices = list[Notice]()
    again = Statistics(kept.path, notices.append)
    assert write_match(again, begin_record(2), make_deals(True), (0,), NOON)
    assert [notice.key for notice in notices] == ["notice.damaged_database"]
    assert again.totals(Selection()).matches == 1
    again.close()


def test_selections_filter_by_their_fields(kept: Statistics) -> None:
    choice = next(c for c in options_of(GAMES[SLUG].Options) if len(c.values) > 1)
    rules: dict[str, Any] = {choice.name: next(value for value in choice.values if value != choice.default)}
    write_match(kept, begin_record(1), make_deals(True), (0,), NOON)
    changed = begin_record(2, **rules)
    write_match(kept, changed, make_deals(True, True), (1,), NOON)
    text = changed_rules_text(changed)
    assert choice.name in text
    counts = {
        wanted: kept.totals(wanted).deals
        for wanted in (
            Selection(rules=""), Selection(rules=CHANGED_RULES), Selection(rules=text),
            Selection(level="easy"), Selection(level="hard"),
            Selection(name=""), Selection(name="Ana"), Selection(game="none"),
        )
    }  # fmt: skip
    assert list(counts.values()) == [1, 2, 2, 3, 0, 3, 0, 0]
    assert kept.person_names() == [""]
    assert kept.rivals(Selection(rules=""))[0][2:] == (1, 1, 0)
    assert Rival("celeste", "easy", 2, 1, 1) in kept.rivals(Selection())


def test_last_matches_are_in_order_of_play_with_their_sums(kept: Statistics) -> None:
    write_match(kept, begin_record(1), make_deals(True, False), (0,), NOON + 5)
    hinted = begin_record(2)
    hinted.hinted = 1
    write_match(kept, hinted, make_deals(True), (1,), NOON)
    write_match(kept, begin_record(3), make_deals(True), None, NOON)
    first, second = kept.last_matches(Selection(helped=None), 9)
    assert first.kind == second.kind == (SLUG, "easy", begin_record(1).seats)
    assert (first.won, first.deals, first.deals_won, first.ms, first.decisions) == (True, 2, 1, 2000, 4)
    assert (second.won, second.deals_won, second.at) == (False, 1, NOON)
    assert kept.last_matches(Selection(helped=None), 1) == [second]
    assert kept.last_matches(Selection(), 9) == [first]


def test_periods_cover_all_days_even_without_play(kept: Statistics) -> None:
    for day in (0, 1, 4):
        write_match(kept, begin_record(day), make_deals(True), (0,), NOON + day * DAY_SECONDS)
    spans = kept.over_time(Selection())
    first = datetime.fromtimestamp(NOON, UTC).astimezone().date().toordinal()
    assert [(span.first_day - first, span.matches) for span in spans] == [(0, 1), (1, 1), (2, 0), (3, 0), (4, 1)]
    write_match(kept, begin_record(900), make_deals(True), (1,), NOON + 900 * DAY_SECONDS)
    spans = kept.over_time(Selection())
    assert len(spans) <= 24 and sum(span.matches for span in spans) == 4
    assert len({b.first_day - a.first_day for a, b in pairwise(spans)}) == 1


def test_export_has_every_deal_under_its_headings(kept: Statistics) -> None:
    write_match(kept, begin_record(1), make_deals(True, False), (0,), NOON)
    head, *rows = kept.export_rows()
    assert len(rows) == 2 and {len(row) for row in rows} == {len(head)}
    row = dict(zip(head, rows[1], strict=True))
    assert (row["match"], row["deal"], row["points"], row["deal_won"], row["match_won"]) == ("m-1", 2, 0, 0, 1)


# --- reset ------------------------------------------------------------------------------------------------------------


def test_full_reset_reads_nothing_of_large_file(kept: Statistics) -> None:
    """Deleting its rows copied the whole file into the journal: 0.7 s for 350 MB."""
    write_match(kept, begin_record(1), make_deals(True), (0,), NOON)
    size = kept.path.stat().st_size
    assert kept.reset() and [path.name for path in kept.path.parent.iterdir()] == [kept.path.name]
    assert kept.path.stat().st_size == size
    kept.finish_reset()
    assert not kept.path.exists() and kept.totals(Selection()) == Totals()


def test_undeletable_file_is_kept_and_reported(
    kept: Statistics, notices: list[Notice], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_match(kept, begin_record(1), make_deals(True), (0,), NOON)

    def refuse(path: Path, *, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    assert kept.reset()
    kept.finish_reset()
    assert [one.key for one in notices] == ["notice.unwritable_database"] and kept.totals(Selection()).deals == 1


def test_kill_during_reset_loses_nothing(kept: Statistics, notices: list[Notice]) -> None:
    write_match(kept, begin_record(1), make_deals(True), (0,), NOON)
    kept.reset()
    kept._file.close()  # as the operating system does when it ends a program
    assert Statistics(kept.path, notices.append).totals(Selection()).deals == 1


# --- the file ---------------------------------------------------------------------------------------------------------


def test_reading_writes_no_file(kept: Statistics) -> None:
    assert kept.totals(Selection()) == Totals()
    assert not (kept.over_time(Selection()) or kept.rivals(Selection()) or kept.person_names())
    assert list(kept.export_rows()) == [EXPORT_COLUMNS]
    assert not kept.path.exists()


def test_older_file_is_upgraded(kept: Statistics, notices: list[Notice], monkeypatch: pytest.MonkeyPatch) -> None:
    write_match(kept, begin_record(1), make_deals(True), (0,), NOON)
    kept.close()
    monkeypatch.setattr(
        statistics, "MIGRATIONS", (*MIGRATIONS, "ALTER TABLE matches ADD COLUMN place TEXT NOT NULL DEFAULT ''")
    )
    later = Statistics(kept.path, notices.append)
    assert later.totals(Selection()).deals == 1 and notices == []
    later.close()
    file = sqlite3.connect(kept.path)
    assert file.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 1,)
    assert file.execute("SELECT place FROM matches").fetchone() == ("",)
    file.close()


def test_newer_file_is_read_and_left_alone(kept: Statistics, notices: list[Notice]) -> None:
    write_match(kept, begin_record(1), make_deals(True), (0,), NOON)
    kept.close()
    file = sqlite3.connect(kept.path)
    file.execute("PRAGMA user_version = 9")
    file.close()
    content = kept.path.read_bytes()
    later = Statistics(kept.path, notices.append)
    assert later.totals(Selection()).deals == 1
    assert not write_match(later, begin_record(2), make_deals(True), (0,), NOON) and not later.reset()
    later.close()
    assert kept.path.read_bytes() == content
    assert [notice.key for notice in notices] == ["notice.newer_database"]


@pytest.mark.parametrize("harm", ["garbage", "cut", "scribbled", "another program's"])
def test_damaged_file_is_copied_and_counting_restarts(harm: str, kept: Statistics, notices: list[Notice]) -> None:
    for i in range(40):
        write_match(kept, begin_record(i), make_deals(True), (0,), NOON)
    kept.close()
    content = bytearray(kept.path.read_bytes())
    if harm == "garbage":
        content = bytearray(b"no database at all" * 99)
    elif harm == "cut":
        del content[5000:]
    elif harm == "scribbled":
        content[100:9000] = b"\xee" * 8900
    kept.path.write_bytes(content)
    if harm == "another program's":
        file = sqlite3.connect(kept.path)
        file.execute(f"PRAGMA application_id = {APPLICATION_ID + 1}")
        file.close()
        content = bytearray(kept.path.read_bytes())
    later = Statistics(kept.path, notices.append)
    assert write_match(later, begin_record(99), make_deals(True), (0,), NOON)
    assert later.totals(Selection()).deals == 1
    assert [notice.key for notice in notices] == ["notice.damaged_database"]
    assert kept.path.with_name(notices[0].placeholders["kept"]).read_bytes() == content


def test_unwritable_statistics_are_counted_in_memory(tmp_path: Path, notices: list[Notice]) -> None:
    (tmp_path / "profile").write_text("a file, no folder")
    kept = Statistics(tmp_path / "profile" / "statistics.sqlite", notices.append)
    assert write_match(kept, begin_record(1), make_deals(True), (0,), NOON)
    assert kept.totals(Selection()).deals == 1
    assert [notice.key for notice in notices] == ["notice.unwritable_database"]


def test_writing_window_is_awaited_and_reported(
    kept: Statistics, notices: list[Notice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "LOCK_TIMEOUT_SECONDS", 0.01)
    deals = make_deals(True, False)
    write_match(kept, begin_record(1), deals[:1], None, NOON)
    kept.close()
    other = sqlite3.connect(kept.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert not write_match(kept, begin_record(1), deals, None, NOON)
    other.close()
    assert [notice.key for notice in notices] == ["notice.busy_database"]
    assert write_match(kept, begin_record(1), deals, None, NOON) and kept.totals(Selection()).deals == 2


# --- on the table -----------------------------------------------------------------------------------------------------


def test_match_at_table_is_counted_as_played(tmp_path: Path) -> None:
    """Each deal is written with the person's decisions when it ends, so that killing the program loses none."""
    record = short_record(SLUG, 5)
    seen = list[tuple[int, int]]()

    def check(pilot: Pilot) -> None:
        later = Statistics(tmp_path / "statistics.sqlite", lambda notice: None)
        seen.append((later.totals(Selection()).deals, len(pilot.table.match.game.history)))
        later.close()

    play_match(tmp_path, SLUG, "keys", record=record, check_idle=check, level="easy")
    assert seen and all(written == ended for written, ended in seen)
    kept = Statistics(tmp_path / "statistics.sqlite", lambda notice: None)
    found, outcome = kept.totals(Selection()), record.replay().outcome
    assert outcome is not None and record.id
    assert (found.matches, found.won) == (1, 0 in outcome.winners)
    assert found.deals == len(record.replay().history)
    assert 0 < found.decisions <= count_own_answers(record) and found.ms > 0


def test_match_resumed_another_day_is_same_match(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(MatchTable(short_record(SLUG, 5)))
    pilot.run_until_idle()
    pilot.play_by_keys(pilot.open_choice.legal_moves[0])
    name = pilot.app.last_saved_match.id if pilot.app.last_saved_match else ""
    later = Pilot(tmp_path)
    later.app.go(ResumedTable())
    later.run_until_idle()
    assert name and later.table.match.record.id == name
    later.press_keys(pygame.K_h)
    assert later.table.match.record.hinted == 1


# --- many deals -------------------------------------------------------------------------------------------------------


def test_sums_equal_rebuilt_ones(tmp_path: Path, notices: list[Notice]) -> None:
    path = tmp_path / "statistics.sqlite"
    many_deals.write_statistics(path, 400)
    grouped = many_deals.read_sorted_sums(path)
    del grouped["ratings"]  # each rating depends on the one before, so ratings are no sums
    kept = Statistics(path, notices.append)
    assert kept.rebuild_sums()
    kept.close()
    rebuilt = many_deals.read_sorted_sums(path)
    assert len(rebuilt.pop("ratings")) > 20 and rebuilt == grouped and len(grouped["results"]) == 50


def test_renamed_person_keeps_all_matches(tmp_path: Path, notices: list[Notice]) -> None:
    path = tmp_path / "statistics.sqlite"
    many_deals.write_statistics(path, 400)
    kept = Statistics(path, notices.append)
    before = kept.totals(Selection(name="")), kept.rivals(Selection(name=""))
    names = kept.person_names()
    assert kept.rename_person("", "Zoe") and not kept.rename_person("", "Zoe")
    assert (kept.totals(Selection(name="Zoe")), kept.rivals(Selection(name="Zoe"))) == before
    assert kept.person_names() == ["Zoe" if name == "" else name for name in names]
    assert not kept.has_person("") and kept.has_person("Zoe")
    kept.close()
    renamed = many_deals.read_sorted_sums(path)
    kept = Statistics(path, notices.append)
    assert kept.rebuild_sums()
    kept.close()
    rebuilt = many_deals.read_sorted_sums(path)
    assert all(rebuilt[table] == rows for table, rows in renamed.items() if table != "ratings")


def test_screen_reads_sums_only(tmp_path: Path, notices: list[Notice]) -> None:
    """No query scans ``deals``, the table that grows to a million rows."""
    path = tmp_path / "statistics.sqlite"
    many_deals.write_statistics(path, 800)
    kept, asked = Statistics(path, notices.append), list[str]()
    kept._file.read(lambda file: file.set_trace_callback(asked.append), None)
    for wanted in (
        Selection(),
        Selection(name="", game=SLUG, level="hard", rules=CHANGED_RULES),
        Selection(helped=None),
    ):
        kept.totals(wanted), kept.rivals(wanted), kept.over_time(wanted), kept.person_names()
        kept.last_matches(wanted, 20), kept.mean_par(wanted), kept.daily_results(SLUG), kept.rating_history(SLUG, "")
    kept.close()
    assert len(asked) > 15
    assert not any(f"FROM {table}" in query for query in asked for table in ("deals", "matches", "pars"))
