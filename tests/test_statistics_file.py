"""Statistics screen: export, reset with undo, and unusable or older files."""

import csv
import sqlite3
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.languages import LANGUAGES
from engine.notices import Notice
from engine.rng import Rng
from engine.statistics.export import BYTE_ORDER_MARK, CsvExport
from engine.statistics.sql_schema import APPLICATION_ID, EXPORT_COLUMNS, MIGRATIONS
from engine.statistics.store import Selection, Statistics, Totals
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.statistics.filters import Query
from scenes.screens.statistics.statistics_screen import StatisticsScreen
from scenes.shell.dialog import Dialog
from scenes.shell.text_input_dialog import TextInputDialog
from scenes.ui.widgets import Button, IconButton
from tests.support import counted_matches, many_deals
from tests.support.counted_matches import begin_record
from tests.support.profile_pilot import Pilot
from tests.support.statistics_history import (
    NOW,
    SLUGS,
    TODAY,
    InventedMatch,
    open_statistics,
    shown_tile_texts,
    write_match,
)


def choose_more(pilot: Pilot, label: str) -> None:
    """Choose one of the rarer actions."""
    pilot.click_widget("More")
    pilot.run_frames(1)
    pilot.click_widget(label)


def more_labels(pilot: Pilot) -> list[str]:
    """Open the list of rarer actions; return its labels."""
    pilot.click_widget("More")
    return [one.label for one in pilot.expect(Dialog).buttons]


# --- export -----------------------------------------------------------------------------------------------------------


def test_export_holds_every_deal(pilot: Pilot, history: tuple[Path, list[InventedMatch]]) -> None:
    screen = open_statistics(pilot)
    screen.set_query(Query(game=SLUGS[0], period_days=7))  # filters don't affect the export
    choose_more(pilot, "Export")
    dialog = pilot.expect(TextInputDialog)
    path = Path(dialog.text)
    assert path == pilot.app.profile.folder / "shared" / "statistics-2026-11-20.csv"
    pilot.press_keys(pygame.K_RETURN)
    pilot.run_frames(3)
    assert screen.export is None and "statistics-2026-11-20.csv" in toast_text(pilot)
    text = path.read_bytes().decode("utf-8")
    assert text.startswith(BYTE_ORDER_MARK) and text.count("\r\n") == text.count("\n")
    table = list(csv.DictReader(text.removeprefix(BYTE_ORDER_MARK).splitlines()))
    assert tuple(table[0]) == EXPORT_COLUMNS
    own = [row for row in table if row["seat"] == "0"]
    assert len(own) == sum(len(match.deals) for match in history[1])
    assert sum(int(row["points"]) for row in own) == sum(p for match in history[1] for p, _ in match.deals)
    assert Counter(row["game"] for row in own) == Counter(m.game for m in history[1] for _ in m.deals)
    assert {row["person"] for row in own} == {"", "Ana"}


def test_no_deleting_button_is_brass(pilot: Pilot, history: tuple[Path, list[InventedMatch]]) -> None:
    screen = open_statistics(pilot)
    before = len(list(pilot.app.statistics.export_rows()))
    screen.ask_reset()
    pilot.step()
    asked = pilot.expect(Dialog)
    brass = [one.label for one in asked.root.children if isinstance(one, Button) and one.kind == "primary"]
    assert brass == [pilot.app.words("app.stats.reset.no")]
    pilot.press_keys(pygame.K_RETURN)
    assert len(list(pilot.app.statistics.export_rows())) == before


def test_escape_closes_dialog_with_field_at_once(pilot: Pilot, history: tuple[Path, list[InventedMatch]]) -> None:
    open_statistics(pilot)
    choose_more(pilot, "Export")
    below = len(pilot.app.scene_stack.scenes) - 1
    pilot.press_keys(pygame.K_ESCAPE)
    assert len(pilot.app.scene_stack.scenes) == below


def toast_text(pilot: Pilot) -> str:
    return pilot.app.toast.string if pilot.app.toast else ""


def test_export_runs_in_steps_and_replaces_file_last(pilot: Pilot, tmp_path: Path) -> None:
    path = tmp_path / "out" / "table.csv"
    export = CsvExport(pilot.app.statistics, path)
    assert export.write_more_rows(10) and export.rows_written == 10 and not path.exists()
    while export.write_more_rows(100):
        pass
    assert path.exists() and len(list(path.parent.iterdir())) == 1
    before = path.read_bytes()
    again = CsvExport(pilot.app.statistics, path)
    again.write_more_rows(10)
    again.cancel()
    assert path.read_bytes() == before and len(list(path.parent.iterdir())) == 1


def test_leaving_during_export_leaves_no_file(pilot: Pilot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.screens.statistics.statistics_screen._EXPORT_ROWS_PER_UPDATE", 1)
    screen = open_statistics(pilot)
    screen.begin_export(tmp_path / "out" / "table.csv")
    pilot.run_frames(3)
    assert screen.export is not None and "Export" not in more_labels(pilot)
    pilot.press_keys(pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert list((tmp_path / "out").iterdir()) == []


def test_unwritable_export_is_reported(pilot: Pilot, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    screen = open_statistics(pilot)
    screen.begin_export(tmp_path / "file" / "table.csv")
    assert screen.export is None and isinstance(pilot.app.top, Dialog)
    assert str(tmp_path / "file") in pilot.app.top.paragraphs[0].text
    pilot.press_keys(pygame.K_RETURN)
    assert pilot.expect(StatisticsScreen) is screen


# --- reset ------------------------------------------------------------------------------------------------------------


def test_one_game_is_reset_and_restored(pilot: Pilot, history: tuple[Path, list[InventedMatch]]) -> None:
    screen, kept = open_statistics(pilot), pilot.app.statistics
    before = {slug: kept.totals(Selection(game=slug, helped=None)) for slug in SLUGS}
    screen.set_query(Query(game=SLUGS[1]))
    choose_more(pilot, "Reset")
    pilot.press_keys(pygame.K_TAB, pygame.K_RETURN)
    assert kept.totals(Selection(game=SLUGS[1], helped=None)) == Totals()
    assert kept.rivals(Selection(game=SLUGS[1], helped=None)) == []
    assert kept.rivals(Selection(game=SLUGS[1], helped=None, since_day=1)) == []
    assert all(kept.totals(Selection(game=slug, helped=None)) == before[slug] for slug in SLUGS if slug != SLUGS[1])
    assert not any(row[2] == SLUGS[1] for row in kept.export_rows())
    pilot.press_keys(pygame.K_z, mod=pygame.KMOD_CTRL)
    assert {slug: kept.totals(Selection(game=slug, helped=None)) for slug in SLUGS} == before
    assert screen.results.totals == kept.totals(screen.query.selection(TODAY)) and not kept.can_undo_reset


@pytest.mark.parametrize("way", ["key", "button", "toast"])
def test_all_games_are_reset_and_restored(pilot: Pilot, way: str) -> None:
    screen, kept = open_statistics(pilot), pilot.app.statistics
    before = many_deals.read_sorted_sums(kept.path)
    screen.ask_reset()
    pilot.press_keys(pygame.K_RETURN)
    assert not screen.has_nothing_to_show, "Enter resets nothing"
    screen.ask_reset()
    pilot.press_keys(pygame.K_TAB, pygame.K_RETURN)
    assert screen.has_nothing_to_show and kept.totals(Selection(helped=None)) == Totals()
    assert (
        many_deals.read_sorted_sums(kept.path) == before
    )  # another program still sees the sums: nothing is committed yet
    if way == "key":
        pilot.run_frames(1200)  # long enough for the toast to disappear
        pilot.press_keys(pygame.K_u)
    elif way == "button":
        undo = next(w for w in screen.root.focus_order() if isinstance(w, IconButton) and w.icon == "undo")
        pilot.click(undo.rect.center)
    else:
        assert pilot.app.toast is not None
        pilot.click(pilot.app.toast._button.rect.center)
    assert many_deals.read_sorted_sums(kept.path) == before and not screen.has_nothing_to_show
    pilot.press_keys(pygame.K_u)  # a second undo does nothing
    assert many_deals.read_sorted_sums(kept.path) == before


def test_leaving_makes_reset_final_with_notice(pilot: Pilot) -> None:
    screen, kept = open_statistics(pilot), pilot.app.statistics
    screen.reset(SLUGS[0])
    pilot.press_keys(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, HomeScreen) and toast_text(pilot) == pilot.app.words("app.stats.reset.kept")
    pilot.press_keys(pygame.K_z, mod=pygame.KMOD_CTRL)
    later = Statistics(kept.path, print)
    assert later.totals(Selection(game=SLUGS[0], helped=None)).deals == 0
    assert later.totals(Selection(helped=None)).deals > 0
    later.close()


def test_matches_after_reset_stay(pilot: Pilot) -> None:
    kept = pilot.app.statistics
    assert kept.reset() and kept.can_undo_reset
    write_match(kept, 999, Rng(3))
    kept.undo_reset()
    assert kept.totals(Selection(helped=None)).deals == kept.totals(Selection(helped=None, since_day=1)).deals > 0
    assert len({row[1] for row in kept.export_rows()}) == 2  # the header, and one match


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_newcomer_sees_empty_state(newcomer: Pilot, language: str) -> None:
    newcomer.app.change_settings(replace(newcomer.app.settings, language=language))
    screen = open_statistics(newcomer)
    assert screen.has_nothing_to_show and not shown_tile_texts(screen)
    newcomer.press_keys(pygame.K_u, pygame.K_z, pygame.K_TAB, pygame.K_TAB)
    assert not newcomer.app.statistics.path.exists()
    newcomer.press_keys(pygame.K_ESCAPE)
    assert isinstance(newcomer.app.top, HomeScreen)


def test_newer_file_is_shown_and_not_changed(pilot: Pilot) -> None:
    kept = pilot.app.statistics
    kept.close()
    file = sqlite3.connect(kept.path)
    file.execute("PRAGMA user_version = 9")
    file.close()
    content = kept.path.read_bytes()
    pilot.press_keys(pygame.K_s)
    pilot.step()
    assert isinstance(pilot.app.top, Dialog)
    pilot.press_keys(pygame.K_RETURN)  # closes the message about the file
    screen = pilot.expect(StatisticsScreen)
    assert screen.results.totals.deals > 0 and "Reset" not in more_labels(pilot)
    pilot.press_keys(pygame.K_ESCAPE)
    screen.reset()
    pilot.run_frames(2)
    assert screen.results.totals.deals > 0 and toast_text(pilot) == ""
    pilot.press_keys(pygame.K_ESCAPE)
    kept.close()
    assert kept.path.read_bytes() == content


def test_upgraded_file_has_rivals_per_day_and_ratings(
    history: tuple[Path, list[InventedMatch]], tmp_path: Path
) -> None:
    path = tmp_path / "statistics.sqlite"
    path.write_bytes(history[0].read_bytes())
    file = sqlite3.connect(path)
    file.execute("UPDATE matches SET finish = 0")  # the formats before the sixth don't know the order of play
    file.commit()
    today = Statistics(path, print)
    today.rebuild_sums()
    today.close()
    now = many_deals.read_sorted_sums(path)
    old = sqlite3.connect(tmp_path / "old.sqlite")
    old.executescript(MIGRATIONS[0])
    for table in ("matches", "chairs", "deals", "pars"):
        columns = [str(name) for _, name, *_ in old.execute(f"PRAGMA table_info({table})")]
        rows = file.execute(f"SELECT {', '.join(columns)} FROM {table}")
        old.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", rows)
    old.execute("PRAGMA user_version = 4")
    old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    old.commit()
    old.close()
    file.close()
    (tmp_path / "old.sqlite").replace(path)
    notices = list[Notice]()
    kept = Statistics(path, notices.append)
    assert kept.person_names() == [] and not notices and len(MIGRATIONS) == 7 and kept.is_recounting
    while kept.recount_more():
        assert 0 <= kept.recount_progress < 1
    then = many_deals.read_sorted_sums(path)
    rated = Counter((str(name), str(game)) for name, game, *_ in now["ratings"])
    assert then == now and not kept.is_recounting and kept.recount_progress == 1
    ((name, slug), count), *_ = rated.most_common()
    counted_matches.write_match(kept, begin_record(999, slug), winners=(0,), name=name, now=NOW)
    found = kept.rating_history(slug, name)
    assert found is not None and found.matches == count + 1 > 2
    kept.close()
