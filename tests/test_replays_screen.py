"""List of finished matches: saved at their end, listed, chosen, shared and deleted, by mouse and keyboard."""

import re
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.characters import CHARACTERS
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import Record
from engine.profile.replays import ReplayEntry
from engine.profile.storage import Profile
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.replays.details import PlayerLine
from scenes.screens.replays.match_row import MatchRow, outcome_text, summary_text
from scenes.screens.replays.replay_mode import ReplayMode
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import ReplayList
from scenes.shell.dialog import Dialog
from scenes.ui import clipboard
from scenes.ui.widgets import Button, IconButton, Widget
from tests.support.finished_matches import fill_store, finished_match
from tests.support.profile_pilot import Pilot
from tests.support.tables import continue_match, replay_mode, start_program, write_settings

SLUG = next(iter(GAMES))


def open_list(folder: Path, count: int = 2, slugs: tuple[str, ...] = tuple(GAMES)) -> tuple[Pilot, ReplaysScreen]:
    """Return a pilot at a list with this many matches of each game."""
    write_settings(folder, speed="instant")
    if count:
        fill_store(folder, slugs, count)
    pilot = Pilot(folder)
    screen = ReplaysScreen(pilot.app)
    pilot.app.go(screen)
    pilot.run_frames(2)
    return pilot, screen


def screen_of(pilot: Pilot) -> ReplaysScreen:
    return pilot.expect(ReplaysScreen)


def chosen_entry(screen: ReplaysScreen) -> ReplayEntry:
    assert screen.chosen_entry is not None
    return screen.chosen_entry


def match_rows(screen: ReplaysScreen) -> list[MatchRow]:
    return [widget for widget in screen.root.focus_order() if isinstance(widget, MatchRow)]


def click(pilot: Pilot, screen: ReplaysScreen, widget: Widget) -> None:
    pilot.click(next((x, y) for one, x, y in screen.root.focusable_centres() if one is widget))


def press_with_control(pilot: Pilot, key: int) -> None:
    pilot.press_keys(key, mod=pygame.KMOD_CTRL)


# --- end of a match ---------------------------------------------------------------------------------------------------


def pilot_before_end(folder: Path, slug: str, speed: str = "4", replays_kept: int = 200) -> Pilot:
    """Return a pilot at a match that ends with the person's next move."""
    for seed in range(1, 60):
        record, _ = finished_match(slug, seed)
        last = max(i for i, move in enumerate(record.moves) if move.seat == 0)
        if last == len(record.moves) - 1:
            branch = record.branch_at(last, record.chairs)
            return continue_match(folder, branch, speed=speed, replays_kept=replays_kept)
    raise AssertionError("no match ends with a person's move")


def play_last_move(pilot: Pilot) -> None:
    """Make the move that ends the match."""
    record = pilot.table.match.record
    last = next(
        move
        for move in pilot.open_choice.legal_moves
        if replace(record, moves=[*record.moves, move]).replay().outcome is not None
    )
    pilot.answer(last)


def test_match_is_stored_at_its_end(tmp_path: Path) -> None:
    pilot = pilot_before_end(tmp_path, "palacio", speed="1")
    identity = pilot.table.match.record.id
    play_last_move(pilot)
    files = list((tmp_path / "matches").glob("*.toml"))
    assert [file.stem for file in files] == [f"palacio-{identity}"], "the match is saved before the result is closed"
    for _ in range(2000):
        pilot.step(elapsed_ms=50)
        if isinstance(pilot.app.top, ResultsScreen):
            break
    results = pilot.expect(ResultsScreen)
    watched = next(w for w in results.root.focus_order() if isinstance(w, Button) and w.icon == "eye")
    pilot.click(watched.rect.center)
    pilot.step()
    assert isinstance(pilot.table.mode, ReplayMode)
    pilot.press_keys(pygame.K_ESCAPE)
    assert chosen_entry(screen_of(pilot)).path == files[0]


def test_settings_can_switch_storing_off(tmp_path: Path) -> None:
    pilot = pilot_before_end(tmp_path, "palacio", replays_kept=0)
    play_last_move(pilot)
    assert not (tmp_path / "matches").exists()
    pilot.app.go(ReplayList())
    assert match_rows(screen_of(pilot)) == []


def test_match_ended_at_kill_is_stored_at_next_start(tmp_path: Path) -> None:
    record, game = finished_match(SLUG)
    write_settings(tmp_path)
    Profile(tmp_path).save_match(record)
    pilot = Pilot(tmp_path)
    assert pilot.app.last_saved_match is None and not (tmp_path / "match.toml").exists()
    pilot.app.replays.scan()
    (kept,) = pilot.app.replays.entries
    assert game.outcome is not None and kept.result.winners == game.outcome.winners


# --- the list ---------------------------------------------------------------------------------------------------------


def test_home_leads_to_list_and_back(tmp_path: Path) -> None:
    pilot = start_program(tmp_path)
    home = HomeScreen(pilot.app)
    pilot.app.go(home)
    way = next(widget for widget in home.root.focus_order() if getattr(widget, "icon", "") == "clock")
    pilot.click(way.rect.center)
    pilot.step()
    screen_of(pilot)
    pilot.press_keys(pygame.K_ESCAPE)
    assert isinstance(pilot.app.top, HomeScreen)


def test_newest_come_first_and_can_be_filtered_by_game(tmp_path: Path) -> None:
    _, screen = open_list(tmp_path)
    shown = [row.entry for row in match_rows(screen)]
    assert len(shown) == 2 * len(GAMES)
    ended = [kept.record_head.ended for kept in shown if kept.record_head]
    assert ended == sorted(ended, reverse=True)
    for slug in GAMES:
        screen.filter_by_game(slug)
        games = {row.entry.record_head.game for row in match_rows(screen) if row.entry.record_head}
        assert games == {slug} and len(match_rows(screen)) == 2


def test_rows_show_winner_date_and_players(tmp_path: Path) -> None:
    pilot, screen = open_list(tmp_path)
    for kept in screen.listed_entries:
        assert kept.record_head is not None
        words = outcome_text(pilot.app, kept)
        winner, *others = kept.result.winners
        if others:
            assert all(seat_name(kept, seat) in words for seat in others)
        else:
            assert words == ("You won" if winner == 0 else f"{seat_name(kept, winner)} won")
        summary = summary_text(pilot.app, kept)
        assert re.search(r"2025, \d\d:\d\d", summary) and seat_name(kept, 1) in summary


@pytest.mark.parametrize("language", LANGUAGES)
def test_buttons_end_with_column(tmp_path: Path, language: str) -> None:
    pilot, screen = open_list(tmp_path, 1, (SLUG,))
    pilot.app.change_settings(replace(pilot.app.settings, language=language))
    pilot.run_frames(2)
    rights = [one.node.rect.right for one in screen.root.placed if isinstance(one.node, Button)][-3:]
    assert rights[1] < rights[0] == pytest.approx(rights[2], abs=1), "again, review and watch"


def test_details_show_lives_as_results_do(tmp_path: Path) -> None:
    pilot, screen = open_list(tmp_path, slugs=("pass_the_ace", "big_two"))
    for entry in screen.listed_entries:
        screen.choose(entry)
        pilot.run_frames(2)
        lines = [one for one in screen.root.children if isinstance(one, PlayerLine)]
        if entry.record_head is not None and entry.record_head.game == "big_two":
            assert [line.total for line in lines] == list(map(pilot.app.words.number, entry.result.totals))
            continue
        for line in lines:
            assert line.standing is not None
            assert line.is_winner == ("heart" in line.standing.icons)
            assert line.is_winner or line.total.startswith("out in round ")


def seat_name(kept: ReplayEntry, seat: int) -> str:
    assert kept.record_head is not None
    return CHARACTERS[kept.record_head.chairs[seat].who].name


def test_arrows_choose_and_enter_watches(tmp_path: Path) -> None:
    pilot, screen = open_list(tmp_path)
    shown = screen.listed_entries
    pilot.press_keys(pygame.K_DOWN)
    assert chosen_entry(screen) == shown[0], "the first arrow key only shows the focus"
    pilot.press_keys(pygame.K_DOWN, pygame.K_DOWN)
    assert chosen_entry(screen) == shown[2]
    pilot.press_keys(pygame.K_RETURN)
    pilot.step()
    assert replay_mode(pilot.table).match.record.id == shown[2].record_head.id  # type: ignore[union-attr]
    pilot.press_keys(pygame.K_ESCAPE)
    assert chosen_entry(screen_of(pilot)).path == shown[2].path, "the list returns with the same match chosen"


def test_click_chooses_and_second_click_watches(tmp_path: Path) -> None:
    pilot, screen = open_list(tmp_path)
    for _ in range(2):
        row = match_rows(screen)[3]
        click(pilot, screen, row)
    assert isinstance(pilot.table.mode, ReplayMode)


LONG_LIST_COUNT = 40
"""Number of matches in a long list."""


def test_many_matches_are_listed_at_once(tmp_path: Path) -> None:
    """Only the index is read; the test counts reads, not seconds."""
    pilot, screen = open_list(tmp_path, 1)
    kept = screen.listed_entries[0]
    record = screen.replays.load(kept)
    assert isinstance(record, Record)
    for i in range(LONG_LIST_COUNT):
        record.id = f"copy-{i}"
        screen.replays.path_of(record).write_text(record.to_text(), encoding="utf-8")
    again = ReplaysScreen(pilot.app)
    pilot.app.go(again)
    steps = 0
    while again.replays.unread_count:
        pilot.app.top.update(16)
        steps += 1
        assert steps <= LONG_LIST_COUNT
    pilot.app.go(ReplayList())
    assert screen_of(pilot).replays.unread_count == 0
    assert len(match_rows(screen_of(pilot))) == LONG_LIST_COUNT + len(GAMES)


# --- actions ----------------------------------------------------------------------------------------------------------


def test_stars_are_given_by_key_and_by_button(tmp_path: Path) -> None:
    pilot, screen = open_list(tmp_path)
    pilot.press_keys(pygame.K_s)
    assert chosen_entry(screen).record_head.starred == 1  # type: ignore[union-attr]
    star = next(w for w in screen.root.focus_order() if isinstance(w, IconButton) and w.icon == "star")
    assert star.is_chosen
    click(pilot, screen, star)
    assert chosen_entry(screen).record_head.starred == 0  # type: ignore[union-attr]


def test_deleting_can_be_undone_by_key_and_by_button(tmp_path: Path) -> None:
    pilot, screen = open_list(tmp_path)
    before = screen.listed_entries
    pilot.press_keys(pygame.K_DELETE, pygame.K_DELETE)
    assert screen.listed_entries == before[2:] and not before[0].path.exists()
    assert chosen_entry(screen) == before[2]
    press_with_control(pilot, pygame.K_z)
    assert screen.listed_entries == before[1:] and chosen_entry(screen) == before[1]
    undo = next(w for w in screen.root.focus_order() if isinstance(w, IconButton) and w.icon == "undo")
    click(pilot, screen, undo)
    assert screen.listed_entries == before and before[0].path.exists()
    pilot.press_keys(pygame.K_u)
    assert screen.listed_entries == before, "a second undo does nothing"


def test_last_match_can_be_deleted(tmp_path: Path) -> None:
    pilot, screen = open_list(tmp_path, 1, (SLUG,))
    pilot.press_keys(pygame.K_DELETE)
    assert screen.chosen_entry is None
    pilot.press_keys(pygame.K_RETURN, pygame.K_p, pygame.K_s, pygame.K_DELETE)
    assert pilot.app.top is screen
    pilot.press_keys(pygame.K_u)
    assert len(match_rows(screen)) == 1


def test_same_deal_can_be_played_again(tmp_path: Path) -> None:
    pilot, screen = open_list(tmp_path)
    record = chosen_entry(screen).record_head
    assert record is not None
    pilot.press_keys(pygame.K_p)
    pilot.step()
    match = pilot.table.match
    assert (match.record.seed, match.record.game, match.record.options) == (record.seed, record.game, record.options)
    assert all(move.seat for move in match.record.moves) and (match.record.known, match.record.adopted) == (1, 0)
    assert match.record.id != record.id


def test_match_can_be_shared_over_clipboard(tmp_path: Path, board: list[str]) -> None:
    pilot, screen = open_list(tmp_path / "here")
    press_with_control(pilot, pygame.K_c)
    pilot.press_keys(pygame.K_RETURN)
    sent = chosen_entry(screen)
    assert Record.from_text(board[-1]).id == sent.record_head.id  # type: ignore[union-attr]
    pilot.app.release_everything()
    other, there = open_list(tmp_path / "there", 0)
    press_with_control(other, pygame.K_v)
    other.step()
    assert [kept.result for kept in there.listed_entries] == [sent.result]
    press_with_control(other, pygame.K_v)
    assert len(there.listed_entries) == 1, "a match that is already listed isn't added"


def test_without_clipboard_match_is_shared_in_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "copy", lambda text: False)
    pilot, screen = open_list(tmp_path)
    record = screen.replays.load(chosen_entry(screen))
    press_with_control(pilot, pygame.K_c)
    pilot.press_keys(pygame.K_RETURN)
    (written,) = (tmp_path / "shared").glob("*.houserulesmatch")
    assert Record.from_text(written.read_text("utf-8")) == record
    dialog = pilot.expect(Dialog)
    assert any(written.name in line.text for line in dialog.paragraphs)


@pytest.mark.parametrize("text", ["", "Hi! Look at my match:", "format = 9\n", "x" * 300])
def test_other_texts_are_refused_with_message(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text, encoding="utf-8")
    pilot, screen = open_list(tmp_path / "profile", 1, (SLUG,))
    pilot.drop(path)
    dialog = pilot.expect(Dialog)
    assert any("odd.toml" in line.text for line in dialog.paragraphs)
    pilot.press_keys(pygame.K_RETURN)
    assert pilot.app.top is screen and len(screen.listed_entries) == 1


def test_damaged_files_are_listed_and_can_be_deleted(tmp_path: Path) -> None:
    pilot, screen = open_list(tmp_path, 1, (SLUG,))
    odd = screen.replays.folder / "odd.toml"
    odd.write_text("moves = [", encoding="utf-8")
    newer = screen.replays.folder / "newer.toml"
    newer.write_text("format = 7\n", encoding="utf-8")
    pilot.app.go(ReplayList())
    pilot.run_frames(3)
    screen = screen_of(pilot)
    bad = [kept for kept in screen.listed_entries if kept.record_head is None]
    assert {kept.path for kept in bad} == {odd, newer}
    for kept in bad:
        screen.choose(kept)
        assert outcome_text(pilot.app, kept) == "Can’t be read" and summary_text(pilot.app, kept)
        for key in (pygame.K_RETURN, pygame.K_p):
            pilot.press_keys(key)
            dialog = pilot.app.top
            assert isinstance(dialog, Dialog), "a damaged match can't be opened, and its text says why"
            assert kept.path.name in dialog.paragraphs[0].text
            pilot.press_keys(pygame.K_RETURN)
        pilot.press_keys(pygame.K_s)
        assert pilot.app.top is screen
    screen.choose(next(kept for kept in screen.listed_entries if kept.path == odd))
    pilot.press_keys(pygame.K_DELETE)
    assert not odd.exists() and newer.read_text("utf-8") == "format = 7\n"
    pilot.press_keys(pygame.K_u)
    assert odd.read_text("utf-8") == "moves = ["
