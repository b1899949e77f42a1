"""The statistics screen: export, reset with undo, and unusable or older files."""

import csv
import sqlite3
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path

import pygame
import pytest

from engine.events import Scored
from engine.languages import LANGUAGES
from engine.notices import Notice
from engine.rng import Rng
from engine.statistics.export import BYTE_ORDER_MARK, CsvExport
from engine.statistics.store import Selection, Statistics, Totals
from engine.statistics.tables import EXPORTED, STEPS
from scenes.home.home import HomeScreen
from scenes.look.widgets import Button, IconButton
from scenes.shell.dialog import Dialog
from scenes.shell.field_dialog import FieldDialog
from scenes.statistics.filters import Query
from scenes.statistics.statistics import StatisticsScreen
from tests.support import many_deals
from tests.support.piloting import Pilot
from tests.support.records import new_record
from tests.support.statistics_history import (
    NOW,
    SLUGS,
    TODAY,
    Played,
    button,
    opened,
    play,
    screen_of,
    shown,
)

PAR_COLUMNS = ("pars", "par_sum", "par_squares")
"""Columns of the sums since format 3."""


# --- export -----------------------------------------------------------------------------------------------------------


def test_the_export_holds_every_deal(pilot: Pilot, history: tuple[Path, list[Played]]) -> None:
    screen = opened(pilot)
    screen.set_query(Query(game=SLUGS[0], period=7))  # filters don't matter
    pilot.click(button(screen, "Export").rect.center)
    dialog = pilot.app.top
    assert isinstance(dialog, FieldDialog)
    path = Path(dialog.text)
    assert path == pilot.app.profile.folder / "shared" / "statistics-2026-11-20.csv"
    pilot.key(pygame.K_RETURN)
    pilot.steps(3)
    assert screen.export is None and "statistics-2026-11-20.csv" in toast(pilot)
    text = path.read_bytes().decode("utf-8")
    assert text.startswith(BYTE_ORDER_MARK) and text.count("\r\n") == text.count("\n")
    table = list(csv.DictReader(text.removeprefix(BYTE_ORDER_MARK).splitlines()))
    assert tuple(table[0]) == EXPORTED
    own = [row for row in table if row["seat"] == "0"]
    assert len(own) == sum(len(match.deals) for match in history[1])
    assert sum(int(row["points"]) for row in own) == sum(p for match in history[1] for p, _ in match.deals)
    assert Counter(row["game"] for row in own) == Counter(m.game for m in history[1] for _ in m.deals)
    assert {row["person"] for row in own} == {"", "Ana"}


def test_nothing_that_deletes_is_brass(pilot: Pilot, history: tuple[Path, list[Played]]) -> None:
    screen = opened(pilot)
    before = len(list(pilot.app.statistics.rows()))
    screen.ask_reset()
    pilot.step()
    asked = pilot.app.top
    assert isinstance(asked, Dialog)
    brass = [one.label for one in asked.group.children if isinstance(one, Button) and one.kind == "primary"]
    assert brass == [pilot.app.words("app.stats.reset.no")]
    pilot.key(pygame.K_RETURN)
    assert len(list(pilot.app.statistics.rows())) == before


def test_escape_closes_a_dialog_with_a_field_at_once(pilot: Pilot, history: tuple[Path, list[Played]]) -> None:
    screen = opened(pilot)
    pilot.click(button(screen, "Export").rect.center)
    below = len(pilot.app.stack.scenes) - 1
    pilot.key(pygame.K_ESCAPE)
    assert len(pilot.app.stack.scenes) == below


def toast(pilot: Pilot) -> str:
    return pilot.app.toast.string if pilot.app.toast else ""


def test_an_export_runs_in_steps_and_replaces_the_file_last(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "out" / "table.csv"
    export = CsvExport(pilot.app.statistics, path)
    assert export.step(10) and export.deals == 10 and not path.exists()
    while export.step(100):
        pass
    assert path.exists() and len(list(path.parent.iterdir())) == 1
    before = path.read_bytes()
    again = CsvExport(pilot.app.statistics, path)
    again.step(10)
    again.cancel()
    assert path.read_bytes() == before and len(list(path.parent.iterdir())) == 1


def test_leaving_during_an_export_leaves_no_file(pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.statistics.statistics._ROWS_AT_ONCE", 1)
    screen = opened(pilot)
    screen.begin_export(tmp_path / "out" / "table.csv")
    pilot.steps(3)
    assert screen.export is not None and not button_enabled(screen, "Export")
    pilot.key(pygame.K_ESCAPE)
    assert list((tmp_path / "out").iterdir()) == []


def button_enabled(screen: StatisticsScreen, label: str) -> bool:
    return next(w for w in screen.group.children if isinstance(w, Button) and w.label == label).enabled


def test_an_unwritable_export_is_reported(pilot: Pilot, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    screen = opened(pilot)
    screen.begin_export(tmp_path / "file" / "table.csv")
    assert screen.export is None and isinstance(pilot.app.top, Dialog)
    assert str(tmp_path / "file") in pilot.app.top.lines[0].text
    pilot.key(pygame.K_RETURN)
    assert screen_of(pilot) is screen


# --- reset ------------------------------------------------------------------------------------------------------------


def test_one_game_is_reset_and_restored(pilot: Pilot, history: tuple[Path, list[Played]]) -> None:
    screen, kept = opened(pilot), pilot.app.statistics
    before = {slug: kept.figures(Selection(game=slug, helped=None)) for slug in SLUGS}
    screen.set_query(Query(game=SLUGS[1]))
    pilot.click(button(screen, "Reset").rect.center)
    pilot.key(pygame.K_TAB, pygame.K_RETURN)
    assert kept.figures(Selection(game=SLUGS[1], helped=None)) == Totals()
    assert kept.rivals(Selection(game=SLUGS[1], helped=None)) == []
    assert kept.rivals(Selection(game=SLUGS[1], helped=None, since=1)) == []
    assert all(kept.figures(Selection(game=slug, helped=None)) == before[slug] for slug in SLUGS if slug != SLUGS[1])
    assert not any(row[2] == SLUGS[1] for row in kept.rows())
    pilot.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert {slug: kept.figures(Selection(game=slug, helped=None)) for slug in SLUGS} == before
    assert screen.found.figures == kept.figures(screen.query.selection(TODAY)) and not kept.can_undo_reset


@pytest.mark.parametrize("way", ["key", "button", "toast"])
def test_everything_is_reset_and_restored(pilot: Pilot, way: str) -> None:
    screen, kept = opened(pilot), pilot.app.statistics
    before = many_deals.tables(kept.path)
    screen.ask_reset()
    pilot.key(pygame.K_RETURN)
    assert not screen.nothing, "Enter keeps everything"
    screen.ask_reset()
    pilot.key(pygame.K_TAB, pygame.K_RETURN)
    assert screen.nothing and kept.figures(Selection(helped=None)) == Totals()
    assert many_deals.tables(kept.path) == before  # another program would find this: nothing is committed yet
    if way == "key":
        pilot.steps(1200)  # the toast has gone
        pilot.key(pygame.K_u)
    elif way == "button":
        undo = next(w for w in screen.group.order() if isinstance(w, IconButton) and w.icon == "undo")
        pilot.click(undo.rect.center)
    else:
        assert pilot.app.toast is not None
        pilot.click(pilot.app.toast._button.rect.center)
    assert many_deals.tables(kept.path) == before and not screen.nothing
    pilot.key(pygame.K_u)  # nothing more to undo
    assert many_deals.tables(kept.path) == before


def test_leaving_makes_a_reset_final_and_says_so(pilot: Pilot) -> None:
    screen, kept = opened(pilot), pilot.app.statistics
    screen.reset(SLUGS[0])
    pilot.key(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, HomeScreen) and toast(pilot) == pilot.app.words("app.stats.reset.kept")
    pilot.key(pygame.K_z, mod=pygame.KMOD_CTRL)
    later = Statistics(kept.path, print)
    assert later.figures(Selection(game=SLUGS[0], helped=None)).deals == 0
    assert later.figures(Selection(helped=None)).deals > 0
    later.close()


def test_what_is_played_after_a_reset_stays(pilot: Pilot) -> None:
    kept = pilot.app.statistics
    assert kept.reset() and kept.can_undo_reset
    play(kept, 999, Rng(3))
    kept.undo_reset()
    assert kept.figures(Selection(helped=None)).deals == kept.figures(Selection(helped=None, since=1)).deals > 0
    assert len({row[1] for row in kept.rows()}) == 2  # the header, and one match


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_newcomer_is_told_that_nothing_was_played(newcomer: Pilot, language: str) -> None:
    newcomer.app.change(replace(newcomer.app.settings, language=language))
    screen = opened(newcomer)
    assert screen.nothing and not shown(screen)
    newcomer.key(pygame.K_u, pygame.K_z, pygame.K_TAB, pygame.K_TAB)
    assert not newcomer.app.statistics.path.exists()
    newcomer.key(pygame.K_ESCAPE)
    assert isinstance(newcomer.app.top, HomeScreen)


def test_a_newer_file_is_shown_and_not_changed(pilot: Pilot) -> None:
    kept = pilot.app.statistics
    kept.close()
    file = sqlite3.connect(kept.path)
    file.execute("PRAGMA user_version = 9")
    file.close()
    content = kept.path.read_bytes()
    pilot.key(pygame.K_s)
    pilot.step()
    assert isinstance(pilot.app.top, Dialog)
    pilot.key(pygame.K_RETURN)  # the message about it
    screen = screen_of(pilot)
    assert screen.found.figures.deals > 0 and not button_enabled(screen, "Reset")
    screen.reset()
    pilot.steps(2)
    assert screen.found.figures.deals > 0 and toast(pilot) == ""
    pilot.key(pygame.K_ESCAPE)
    kept.close()
    assert kept.path.read_bytes() == content


def test_a_damaged_file_is_reported_and_the_screen_is_empty(pilot: Pilot, tmp_path: Path) -> None:
    path = pilot.app.statistics.path
    path.write_bytes(b"SQLite format 3\0" + b"\xa5" * 9000)
    pilot.key(pygame.K_s)
    pilot.step()
    assert isinstance(pilot.app.top, Dialog)
    pilot.key(pygame.K_RETURN)
    assert screen_of(pilot).nothing
    assert any(".bad-1" in file.name for file in tmp_path.iterdir())


def test_an_upgraded_file_has_rivals_per_day_and_ratings(history: tuple[Path, list[Played]], tmp_path: Path) -> None:
    path = tmp_path / "statistics.sqlite"
    path.write_bytes(history[0].read_bytes())
    today = Statistics(path, print)
    today._file.write(lambda file: file.execute("DELETE FROM pars"))
    today.rebuild()
    today.close()
    now = many_deals.tables(path)
    file = sqlite3.connect(path)
    for table in ("meetings", "pars", "days", "ratings", "recount"):
        file.execute(f"DROP TABLE {table}")
    for table, column in (("matches", "of_day"), *product(("daily", "monthly"), PAR_COLUMNS)):
        file.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    file.execute("PRAGMA user_version = 1")
    file.close()
    notices = list[Notice]()
    kept = Statistics(path, notices.append)
    assert kept.names() and not notices and len(STEPS) == 5 and kept.recounting
    while kept.recount_more():
        assert 0 <= kept.recounted < 1
    then = many_deals.tables(path)
    rated = Counter((str(name), str(game)) for name, game, *_ in now["ratings"])
    assert then == now and not kept.recounting and kept.recounted == 1
    ((name, slug), count), *_ = rated.most_common()
    record = new_record(slug, 999)
    record.id = "m-999"
    deal = Scored(1, (1, *(0,) * (record.seats - 1)), (), (0,), None)
    assert kept.write_match(record, [deal], (0,), names={0: name}, turns={}, now=NOW)
    found = kept.rating(slug, name)
    assert found is not None and found.matches == count + 1 > 2
    kept.close()
