"""A player who is out of the match, or can't win it any more: the rest of it fast, at once, or left for another."""

from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.match.record import Record
from engine.review.key_moments import key_moments
from engine.rng import Rng
from engine.statistics.store import Selection
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.dialog import Dialog
from scenes.table.out_dialog import OutDialog
from scenes.table.table import Table
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.tables import continue_match, live_mode, load_saved_record

CASES = {
    "pass_the_ace": new_record("pass_the_ace", 3, 8, double_game="off"),
    "gurch": new_record("gurch", 3, 4, penalty_limit=21),
}
"""Matches in which seats are out before the end, by game."""
OUT, LOST = "You’re out", "You can’t win this match any more"


def record_with_person_out(slug: str) -> Record:
    """Return a match of random moves in which the person is out, and three others at most."""
    for seed in range(200):
        record, rng = CASES[slug].without_moves(CASES[slug].chairs), Rng(seed)
        record.seed = seed
        game = record.initial_position()
        while game.outcome is None and not game.is_out_of_match(0):
            move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
            game.push(move)
            record.append(move)
        if game.outcome is None and sum(map(game.is_out_of_match, range(game.seats))) <= game.seats // 2:
            return record
    raise AssertionError(f"nobody is out in {slug}")


def open_out_dialog(folder: Path, record: Record, **values: Any) -> Pilot:
    """Resume a match in which the person is out; wait for the dialog."""
    pilot = continue_match(folder, record, until_idle=False, **values)
    for _ in range(600):
        pilot.run_frames(1)
        if isinstance(pilot.app.top, OutDialog):
            return pilot
    raise AssertionError("no dialog")


def choose(pilot: Pilot, label: str, title: str = OUT) -> None:
    assert pilot.expect(OutDialog).title == title
    pilot.click_widget(label)


@pytest.mark.parametrize("slug", CASES)
def test_skip_shows_result_of_match_which_counts(slug: str, tmp_path: Path) -> None:
    pilot = open_out_dialog(tmp_path, record_with_person_out(slug), speed="1")
    choose(pilot, "Skip to the end")
    for _ in range(3000):
        pilot.run_frames(1)
        if isinstance(pilot.app.top, ResultsScreen):
            break
        assert pilot.table.hud.announcement.current is None, "no words flash"
    result = pilot.expect(ResultsScreen)
    assert result.is_match_over and result.match.game.outcome is not None
    assert pilot.app.statistics.totals(Selection(helped=False)).matches == 1


def test_fast_motion_shows_the_rest_sooner(tmp_path: Path) -> None:
    frames = {}
    for label in ("", "See how it ends"):
        pilot = open_out_dialog(tmp_path / label, record_with_person_out("pass_the_ace"), speed="1", pace="normal")
        if label:
            choose(pilot, label)
        else:
            pilot.press_keys(pygame.K_ESCAPE)
        moves = len(load_saved_record(tmp_path / label).moves)
        frames[label] = 0
        while len(pilot.table.match.record.moves) < moves + 4:
            pilot.run_frames(1)
            frames[label] += 1
        pilot.app.release_everything()
    assert frames["See how it ends"] * 2 < frames[""]


def test_new_match_begins_after_the_old_one_is_counted(tmp_path: Path) -> None:
    old = record_with_person_out("pass_the_ace")
    pilot = open_out_dialog(tmp_path, old, speed="1")
    choose(pilot, "New match")
    for _ in range(3000):
        pilot.run_frames(1)
        assert not isinstance(pilot.app.top, ResultsScreen), "the old result is left out"
        if isinstance(pilot.app.top, Table) and pilot.table.match.record.seed != old.seed:
            break
    record = pilot.table.match.record
    assert (record.chairs, record.options) == (old.chairs, old.options)
    assert pilot.app.statistics.totals(Selection()).matches == 1


def test_dialog_appears_once_and_menu_has_the_skip(tmp_path: Path) -> None:
    pilot = open_out_dialog(tmp_path, record_with_person_out("pass_the_ace"), speed="1")
    pilot.press_keys(pygame.K_ESCAPE)
    pilot.run_frames(200)
    assert isinstance(pilot.app.top, Table)
    pilot.press_keys(pygame.K_ESCAPE)
    assert "Skip to the end" in [button.label for button in pilot.expect(Dialog).buttons]


def test_skip_ends_when_a_double_game_brings_the_player_back(tmp_path: Path) -> None:
    for seed in range(300):  # the person is out, and the last two lose together
        record, rng = new_record("pass_the_ace", seed, 3, lives=1), Rng(seed)
        game = record.initial_position()
        out_after, is_back = 0, False
        while game.outcome is None and not is_back:
            move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
            game.push(move)
            record.append(move)
            out_after = out_after or (len(record.moves) if game.is_out_of_match(0) else 0)
            is_back = bool(out_after) and not game.is_out_of_match(0)
        if is_back:
            break
    assert is_back
    moves, record.moves = record.moves[out_after:], record.moves[:out_after]
    pilot = open_out_dialog(tmp_path, record, speed="1", auto_answer=False)
    dialog = pilot.expect(Dialog)
    skip = next(button.action for button in dialog.buttons if button.label == "Skip to the end")
    pilot.app.close(dialog)
    match = pilot.table.match
    assert skip is not None
    skip()
    for move in moves:  # in place of the bots
        live_mode(pilot.table).make_move(move)
    pilot.run_frames(2)
    assert not match.game.is_out_of_match(0) and pilot.table.fast_forward == ""
    assert pilot.app.toast is not None and pilot.app.toast.key == "app.out.back"


def lost_record() -> Record:
    """Return a match of places in Big Two before its last deal, which the person can't win any more."""
    for seed in range(200):
        record, rng = new_record("big_two", seed, scoring="places"), Rng(seed)
        game = record.initial_position()
        while game.outcome is None and len(game.history) < 4:
            move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
            game.push(move)
            record.append(move)
        if not game.can_still_win(0):
            return record
    raise AssertionError("the person can always win")


def test_player_who_cannot_win_plays_on(tmp_path: Path) -> None:
    pilot = open_out_dialog(tmp_path, lost_record())
    choose(pilot, "Play on", LOST)
    pilot.run_until_idle()
    assert pilot.table.match.is_viewer_to_move() and pilot.table.fast_forward == ""
    assert pilot.choice is not None, "the player is asked, and the dialog does not come again"


def test_stand_in_finishes_a_lost_match_which_counts_without_its_deal(tmp_path: Path) -> None:
    pilot = open_out_dialog(tmp_path, lost_record(), speed="1")
    choose(pilot, "Skip to the end", LOST)
    for _ in range(3000):
        pilot.run_frames(1)
        if isinstance(pilot.app.top, ResultsScreen):
            break
    assert pilot.expect(ResultsScreen).is_match_over
    totals = pilot.app.statistics.totals(Selection(helped=False))
    assert (totals.matches, totals.won, totals.deals) == (1, 0, 4)
    (file,) = (tmp_path / "matches").glob("*.toml")
    record, before = Record.from_text(file.read_text(encoding="utf-8")), len(lost_record().moves)
    own = {index for index, move in enumerate(record.moves) if move.seat == 0 and index >= before}
    assert record.substituted == own != set(), "the replay knows which moves a bot played for the player"
    assert all(moment.move_index < before for moment in key_moments(record, 0).decisions)


def test_undo_ends_the_stand_in(tmp_path: Path) -> None:
    pilot = open_out_dialog(tmp_path, lost_record(), speed="1", pace="slow")
    choose(pilot, "See how it ends", LOST)
    for _ in range(600):
        pilot.run_frames(1)
        if len(pilot.table.match.record.moves) > len(lost_record().moves) + 4:
            break
    live = live_mode(pilot.table)
    assert live.match.has_stand_in and not pilot.table.match.is_viewer_to_move()
    live.undo()
    pilot.run_until_idle()
    assert not live.match.has_stand_in and pilot.table.fast_forward == ""
    assert pilot.choice is not None


def test_player_in_the_match_is_not_asked(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, new_record("pass_the_ace", 3, 8), speed="1")
    assert isinstance(pilot.app.top, Table)
