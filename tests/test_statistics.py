"""Deals are counted once, the file is never damaged, and the screen reads only sums."""

import sqlite3
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.events import Scored
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import Record
from engine.notices import Notice
from engine.options import options_of
from engine.profile import database
from engine.rng import Rng
from engine.statistics import store as statistics
from engine.statistics.store import CHANGED, Rival, Selection, Statistics, Totals
from engine.statistics.tables import EXPORTED, MARK, STEPS
from engine.statistics.writing import TimeSpent
from scenes.selftest.selftest import own_answers
from scenes.shell.destinations import Begin, Resume
from scenes.text.words import Words
from tests.support import many_deals
from tests.support.piloting import Pilot, play_match
from tests.support.records import new_record, short_record

NOON = 1_700_000_000
DAY = 86_400
SLUG = next(iter(GAMES))


@pytest.fixture
def notices() -> list[Notice]:
    return []


@pytest.fixture
def kept(tmp_path: Path, notices: list[Notice]) -> Statistics:
    return Statistics(tmp_path / "statistics.sqlite", notices.append)


def played(seed: int = 3, slug: str = SLUG) -> tuple[Record, list[Scored], tuple[int, ...]]:
    """A random match, its deals and its winners."""
    record = short_record(slug, seed)
    record.id, record.began = f"m-{seed}", NOON
    game, rng, scored = record.start(), Rng(seed), list[Scored]()
    while game.outcome is None:
        move = rng.choice(game.legal_moves(game.waiting()[0]))
        game.play(move)
        record.append(move)
        scored += [event for event in game.drain() if isinstance(event, Scored)]
    return record, scored, game.outcome.winners


def note(kept: Statistics, record: Record, scored: list[Scored], winners: tuple[int, ...] | None, now: int) -> bool:
    return kept.write_match(record, scored, winners, names={0: ""}, turns={0: TimeSpent(2000, 4)}, now=now)


def make_deals(*won: bool) -> list[Scored]:
    """Deals at a table of the usual size, each won by the person or by seat 1."""
    seats = GAMES[SLUG].seats_default
    return [
        Scored(i, (3, *(-1,) * (seats - 1)), (), (0 if mine else 1,), None)  # type: ignore[arg-type]
        for i, mine in enumerate(won, 1)
    ]


def begun(seed: int, **rules: Any) -> Record:
    record = new_record(SLUG, seed, **rules)
    record.id, record.began = f"m-{seed}", NOON
    return record


# --- counting ---------------------------------------------------------------------------------------------------------


def test_a_deal_is_counted_when_it_ends_and_never_twice(kept: Statistics) -> None:
    record, deals = begun(1), make_deals(True, False, True)
    for _ in range(2):
        assert note(kept, record, deals[:1], None, NOON)
        assert kept.figures(Selection()) == Totals(deals=1, deals_won=1, points=3, ms=2000, decisions=4)
    kept.close()
    assert note(kept, record, deals, (0,), NOON + DAY)
    assert note(kept, record, deals, (0,), NOON + DAY)
    assert kept.figures(Selection()) == Totals(1, 1, 3, 2, 9, 4000, 8, streak=1, best_streak=1)


@pytest.mark.parametrize("slug", GAMES)
def test_a_whole_match_of_every_game_adds_up(slug: str, kept: Statistics) -> None:
    record, scored, winners = played(slug=slug)
    assert note(kept, record, scored, winners, NOON)
    found = kept.figures(Selection(game=slug))
    assert (found.matches, found.won, found.deals) == (1, 0 in winners, len(scored))
    assert found.points == sum(event.points[0] for event in scored)
    assert found.deals_won == sum(0 in event.winners for event in scored)
    rivals = kept.rivals(Selection())
    assert {rival.who for rival in rivals} == {chair.who for chair in record.chairs[1:]}
    assert sum(rival.lost for rival in rivals) == len(set(winners) - {0})


def test_undone_deals_are_removed_and_the_match_counts_as_helped(kept: Statistics) -> None:
    record, deals = begun(1), make_deals(True, True)
    note(kept, record, deals, None, NOON)
    record.undone = 1
    note(kept, record, make_deals(False), None, NOON + 5)
    assert kept.figures(Selection()) == Totals()
    apart = kept.figures(Selection(helped=True))
    assert (apart.deals, apart.deals_won) == (1, 0)


@pytest.mark.parametrize("field", ["undone", "hinted", "adopted"])
def test_matches_with_help_count_apart(field: str, kept: Statistics) -> None:
    record = begun(1)
    setattr(record, field, 2)
    note(kept, record, make_deals(True), (0,), NOON)
    assert kept.figures(Selection()).matches == 0
    assert kept.figures(Selection(helped=None)).matches == kept.figures(Selection(helped=True)).matches == 1


def test_a_match_without_a_name_is_not_counted(kept: Statistics) -> None:
    record = begun(1)
    record.id = ""
    assert not note(kept, record, make_deals(True), (0,), NOON)
    assert not kept.path.exists()


def test_streaks_follow_the_order_in_which_matches_ended(kept: Statistics) -> None:
    for i, mine in enumerate((True, True, True, False, True, True)):
        note(kept, begun(i), make_deals(mine), (0,) if mine else (1,), NOON + i)
    found = kept.figures(Selection())
    assert (found.streak, found.best_streak, found.matches, found.won) == (2, 3, 6, 5)


def test_selections_select_what_they_name(kept: Statistics) -> None:
    choice = next(c for c in options_of(GAMES[SLUG].Options) if len(c.values) > 1)
    other = next(value for value in choice.values if value != choice.default)
    note(kept, begun(1), make_deals(True), (0,), NOON)
    note(kept, begun(2, **{choice.name: other}), make_deals(True, True), (1,), NOON)
    text = kept.rules(SLUG)[0]
    assert choice.name in text
    counts = {
        wanted: kept.figures(wanted).deals
        for wanted in (
            Selection(rules=""), Selection(rules=CHANGED), Selection(rules=text),
            Selection(level="easy"), Selection(level="hard"),
            Selection(name=""), Selection(name="Ana"), Selection(game="none"),
        )
    }  # fmt: skip
    assert list(counts.values()) == [1, 2, 2, 3, 0, 3, 0, 0]
    assert kept.names() == [""]
    assert kept.rivals(Selection(rules=""))[0][2:] == (1, 1, 0)
    assert Rival("celeste", "easy", 2, 1, 1) in kept.rivals(Selection())


def test_periods_cover_all_days_even_without_play(kept: Statistics) -> None:
    for day in (0, 1, 4):
        note(kept, begun(day), make_deals(True), (0,), NOON + day * DAY)
    spans = kept.over_time(Selection())
    first = datetime.fromtimestamp(NOON, UTC).astimezone().date().toordinal()
    assert [(span.first - first, span.matches) for span in spans] == [(0, 1), (1, 1), (2, 0), (3, 0), (4, 1)]
    note(kept, begun(900), make_deals(True), (1,), NOON + 900 * DAY)
    spans = kept.over_time(Selection())
    assert len(spans) <= 24 and sum(span.matches for span in spans) == 4
    assert len({b.first - a.first for a, b in pairwise(spans)}) == 1


def test_the_export_has_every_deal_under_its_headings(kept: Statistics) -> None:
    note(kept, begun(1), make_deals(True, False), (0,), NOON)
    head, *rows = kept.rows()
    assert len(rows) == 2 and {len(row) for row in rows} == {len(head)}
    row = dict(zip(head, rows[1], strict=True))
    assert (row["match"], row["deal"], row["points"], row["deal_won"], row["match_won"]) == ("m-1", 2, 3, 0, 1)


# --- reset ------------------------------------------------------------------------------------------------------------


def test_a_reset_can_be_undone_until_it_is_finished(kept: Statistics) -> None:
    note(kept, begun(1), make_deals(True), (0,), NOON)
    before = kept.figures(Selection())
    assert kept.reset() and kept.figures(Selection()) == Totals()
    kept.undo_reset()
    assert kept.figures(Selection()) == before
    assert kept.reset()
    kept.close()
    assert kept.figures(Selection()) == Totals()


def test_a_reset_of_everything_reads_nothing_of_the_file_however_large(kept: Statistics) -> None:
    """Deleting its rows copied the whole file into the journal: 0.7 s for 350 MB."""
    note(kept, begun(1), make_deals(True), (0,), NOON)
    size = kept.path.stat().st_size
    assert kept.reset() and [path.name for path in kept.path.parent.iterdir()] == [kept.path.name]
    assert kept.path.stat().st_size == size
    kept.finish_reset()
    assert not kept.path.exists() and kept.figures(Selection()) == Totals()


def test_a_file_that_can_not_be_deleted_is_kept_and_the_player_told(
    kept: Statistics, notices: list[Notice], monkeypatch: pytest.MonkeyPatch
) -> None:
    note(kept, begun(1), make_deals(True), (0,), NOON)

    def refuse(path: Path, *, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    assert kept.reset()
    kept.finish_reset()
    assert [one.key for one in notices] == ["notice.unwritable_database"] and kept.figures(Selection()).deals == 1


def test_killing_the_program_during_a_reset_loses_nothing(kept: Statistics, notices: list[Notice]) -> None:
    note(kept, begun(1), make_deals(True), (0,), NOON)
    kept.reset()
    kept._file.close()  # as the operating system does
    assert Statistics(kept.path, notices.append).figures(Selection()).deals == 1


# --- the file ---------------------------------------------------------------------------------------------------------


def test_reading_writes_no_file(kept: Statistics) -> None:
    assert kept.figures(Selection()) == Totals()
    assert not (kept.over_time(Selection()) or kept.rivals(Selection()) or kept.names())
    assert list(kept.rows()) == [EXPORTED]
    assert not kept.path.exists()


def test_an_older_file_is_upgraded(kept: Statistics, notices: list[Notice], monkeypatch: pytest.MonkeyPatch) -> None:
    note(kept, begun(1), make_deals(True), (0,), NOON)
    kept.close()
    monkeypatch.setattr(statistics, "STEPS", (*STEPS, "ALTER TABLE matches ADD COLUMN place TEXT NOT NULL DEFAULT ''"))
    later = Statistics(kept.path, notices.append)
    assert later.figures(Selection()).deals == 1 and notices == []
    later.close()
    file = sqlite3.connect(kept.path)
    assert file.execute("PRAGMA user_version").fetchone() == (len(STEPS) + 1,)
    assert file.execute("SELECT place FROM matches").fetchone() == ("",)
    file.close()


def test_a_newer_file_is_read_and_left_alone(kept: Statistics, notices: list[Notice]) -> None:
    note(kept, begun(1), make_deals(True), (0,), NOON)
    kept.close()
    file = sqlite3.connect(kept.path)
    file.execute("PRAGMA user_version = 9")
    file.close()
    content = kept.path.read_bytes()
    later = Statistics(kept.path, notices.append)
    assert later.figures(Selection()).deals == 1
    assert not note(later, begun(2), make_deals(True), (0,), NOON) and not later.reset()
    later.close()
    assert kept.path.read_bytes() == content
    assert [notice.key for notice in notices] == ["notice.newer_database"]


@pytest.mark.parametrize("harm", ["garbage", "cut", "scribbled", "another program's"])
def test_a_damaged_file_is_copied_and_counting_restarts(harm: str, kept: Statistics, notices: list[Notice]) -> None:
    for i in range(40):
        note(kept, begun(i), make_deals(True), (0,), NOON)
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
        file.execute(f"PRAGMA application_id = {MARK + 1}")
        file.close()
        content = bytearray(kept.path.read_bytes())
    later = Statistics(kept.path, notices.append)
    assert note(later, begun(99), make_deals(True), (0,), NOON)
    assert later.figures(Selection()).deals == 1
    assert [notice.key for notice in notices] == ["notice.damaged_database"]
    assert kept.path.with_name(notices[0].figures["kept"]).read_bytes() == content


def test_deals_are_counted_in_memory_where_nothing_can_be_written(tmp_path: Path, notices: list[Notice]) -> None:
    (tmp_path / "profile").write_text("a file, no folder")
    kept = Statistics(tmp_path / "profile" / "statistics.sqlite", notices.append)
    assert note(kept, begun(1), make_deals(True), (0,), NOON)
    assert kept.figures(Selection()).deals == 1
    assert [notice.key for notice in notices] == ["notice.unwritable_database"]


def test_a_window_that_is_writing_is_waited_for_and_reported(
    kept: Statistics, notices: list[Notice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.01)
    deals = make_deals(True, False)
    note(kept, begun(1), deals[:1], None, NOON)
    kept.close()
    other = sqlite3.connect(kept.path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert not note(kept, begun(1), deals, None, NOON)
    other.close()
    assert [notice.key for notice in notices] == ["notice.busy_database"]
    assert note(kept, begun(1), deals, None, NOON) and kept.figures(Selection()).deals == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_notices_have_texts(language: str) -> None:
    words = Words(language)
    figures = {"file": "a", "kept": "b", "found": "2", "allowed": "1", "why": "c"}
    for key in ("newer", "damaged", "busy", "unwritable"):
        text = words(f"notice.{key}_database", figures)
        assert "{" not in text and "notice." not in text


# --- at the table -----------------------------------------------------------------------------------------------------


def test_a_match_at_the_table_is_counted_as_it_is_played(tmp_path: Path) -> None:
    """Each deal is written with the person's decisions when it ends, so killing the program loses none."""
    record = short_record(SLUG, 5)
    seen = list[tuple[int, int]]()

    def check(pilot: Pilot) -> None:
        later = Statistics(tmp_path / "statistics.sqlite", lambda notice: None)
        seen.append((later.figures(Selection()).deals, len(pilot.table.match.game.history)))
        later.close()

    play_match(tmp_path, SLUG, "keys", record=record, check=check, level="easy")
    assert seen and all(written == ended for written, ended in seen)
    kept = Statistics(tmp_path / "statistics.sqlite", lambda notice: None)
    found, outcome = kept.figures(Selection()), record.replay().outcome
    assert outcome is not None and record.id
    assert (found.matches, found.won) == (1, 0 in outcome.winners)
    assert found.deals == len(record.replay().history)
    assert 0 < found.decisions <= own_answers(record) and found.ms > 0


def test_a_match_resumed_another_day_is_the_same_match(tmp_path: Path) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(short_record(SLUG, 5)))
    pilot.rest()
    pilot.play_by_keys(pilot.choice.legal[0])
    name = pilot.app.saved.id if pilot.app.saved else ""
    later = Pilot(tmp_path)
    later.app.go(Resume())
    later.rest()
    assert name and later.table.match.record.id == name
    later.key(pygame.K_h)
    assert later.table.match.record.hinted == 1


# --- many deals -------------------------------------------------------------------------------------------------------


def test_sums_equal_those_of_a_rebuild(tmp_path: Path, notices: list[Notice]) -> None:
    path = tmp_path / "statistics.sqlite"
    many_deals.make(path, 400)
    grouped = many_deals.tables(path)
    del grouped["ratings"]  # not sums: each depends on the one before
    kept = Statistics(path, notices.append)
    assert kept.rebuild()
    kept.close()
    rebuilt = many_deals.tables(path)
    assert len(rebuilt.pop("ratings")) > 20 and rebuilt == grouped and len(grouped["results"]) == 50


def test_the_screen_reads_sums_only(tmp_path: Path, notices: list[Notice]) -> None:
    """No query reads ``deals``, the table that grows to a million rows."""
    path = tmp_path / "statistics.sqlite"
    many_deals.make(path, 800)
    kept, asked = Statistics(path, notices.append), list[str]()
    kept._file.read(lambda file: file.set_trace_callback(asked.append), None)
    for wanted in (Selection(), Selection(name="", game=SLUG, level="hard", rules=CHANGED), Selection(helped=None)):
        kept.figures(wanted), kept.rivals(wanted), kept.over_time(wanted), kept.rules(SLUG), kept.names()
        kept.par(wanted), kept.daily_results(SLUG), kept.rating(SLUG, "")
    kept.close()
    assert len(asked) > 15
    assert not any(f"FROM {table}" in query for query in asked for table in ("deals", "matches", "pars"))
