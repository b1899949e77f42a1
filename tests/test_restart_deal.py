"""The menu of a match at the table and over a deal's result: Esc, and the same deal once more."""

from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.match.match import Match
from engine.match.record import PERSON, Chair
from engine.rng import Rng
from engine.statistics.match_writer import was_helped
from engine.statistics.store import Selection
from engine.work.thinking import Thinker
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import DailyDealTable
from scenes.shell.dialog import Dialog
from scenes.table.table import Table
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.tables import continue_match, load_saved_record, write_settings

RESTART_LABELS = ("Restart this deal", "Restart this round")


def restart_button(pilot: Pilot) -> str:
    """Open the menu; return the label of the button that restarts the deal, empty if there is none."""
    if not isinstance(pilot.app.top, Dialog):
        pilot.press_keys(pygame.K_ESCAPE)
    labels = [button.label for button in pilot.expect(Dialog).buttons]
    return next((label for label in labels if label in RESTART_LABELS), "")


def decide(pilot: Pilot, rng: Rng) -> None:
    """Answer up to the first question with a choice, inclusive."""
    while True:
        pilot.run_until_idle()
        legal_moves = pilot.open_choice.legal_moves
        pilot.answer(rng.choice(legal_moves))
        if len(legal_moves) > 1:
            return


def play_to_result(pilot: Pilot, slug: str = "big_two") -> ResultsScreen:
    rng = Rng(4)
    for _ in range(200):
        pilot.run_until_idle()
        if isinstance(pilot.app.top, ResultsScreen):
            return pilot.app.top
        pilot.answer(rng.choice(pilot.open_choice.legal_moves))
    raise AssertionError(f"no result in {slug}")


@pytest.mark.parametrize("slug", GAMES)
def test_restarted_deal_has_same_cards_and_counts_as_helped(slug: str, tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, new_record(slug, 9), speed="instant")
    start = pilot.table.match.game.clone()
    assert restart_button(pilot) == "", "nothing was decided"
    pilot.press_keys(pygame.K_ESCAPE)
    decide(pilot, Rng(2))
    moves = load_saved_record(tmp_path).moves
    pilot.click_widget(restart_button(pilot))
    pilot.run_until_idle()
    record = load_saved_record(tmp_path)
    assert record.undone == 1 and was_helped(record)
    assert pilot.table.match.game.deal_number == 1
    seat = pilot.table.match.viewer
    assert pilot.table.match.game.view(seat).piles == start.view(seat).piles, "the bots answer as before"
    pilot.press_keys(pygame.K_y)
    pilot.run_until_idle()
    assert load_saved_record(tmp_path).moves[: len(moves)] == moves, "redo brings the moves back"


def test_toast_takes_restart_back(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, new_record("palacio", 9), speed="instant")
    decide(pilot, Rng(2))
    moves = load_saved_record(tmp_path).moves
    pilot.click_widget(restart_button(pilot))
    toast = pilot.app.toast
    assert toast is not None and toast.undo is not None
    toast.undo()
    assert load_saved_record(tmp_path).moves == moves


def test_esc_on_deal_result_opens_menu_and_deals_nothing(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, new_record("big_two", 9), speed="instant")
    result = play_to_result(pilot)
    moves = len(load_saved_record(tmp_path).moves)
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.expect(Dialog).title == "Menu"
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.app.top is result
    pilot.run_frames(60)
    assert pilot.app.top is result and len(load_saved_record(tmp_path).moves) == moves


def test_deal_is_restarted_from_its_result_and_written_again(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, new_record("big_two", 9), speed="instant")
    play_to_result(pilot)
    assert pilot.app.statistics.totals(Selection()).deals == 1
    pilot.click_widget(restart_button(pilot))
    pilot.run_until_idle()
    table = pilot.expect(Table)
    assert table.hud.deal_number == 1 and table.match.game.history == ()
    play_to_result(pilot)
    assert pilot.app.statistics.totals(Selection(helped=True)).deals == 1, "the deal counts once"
    pilot.dismiss_result()
    pilot.run_until_idle()
    assert restart_button(pilot) == "", "nothing was decided in the second deal"


def test_restart_of_later_deal_keeps_earlier_ones(tmp_path: Path) -> None:
    pilot = continue_match(tmp_path, new_record("big_two", 9), speed="instant")
    play_to_result(pilot)
    pilot.dismiss_result()
    scores = pilot.table.match.game.scores
    decide(pilot, Rng(2))
    pilot.click_widget(restart_button(pilot))
    game = pilot.table.match.game
    assert (game.deal_number, game.scores, len(game.history)) == (2, scores, 1)


def test_restart_of_daily_deal_asks_first(tmp_path: Path) -> None:
    write_settings(tmp_path, speed="instant")
    pilot = Pilot(tmp_path)
    pilot.app.go(DailyDealTable("big_two", 739_941))
    if isinstance(pilot.app.top, Dialog):
        pilot.app.top.back()
    decide(pilot, Rng(2))
    count = len(load_saved_record(tmp_path).moves)
    pilot.click_widget(restart_button(pilot))
    assert "count" in pilot.dialog_text()
    pilot.press_keys(pygame.K_ESCAPE)
    record = load_saved_record(tmp_path)
    assert len(record.moves) >= count and not record.undone


def test_deal_with_moves_of_another_person_is_not_restarted() -> None:
    record = new_record("big_two", 9)
    record.chairs = (Chair(PERSON, name="Ana"), Chair(PERSON, name="Bento"), *record.chairs[2:])
    match, rng = Match(record, lambda _: None, Thinker(process=False)), Rng(3)
    seats = set[int]()
    while len(seats & {0, 1}) < 2:
        seat = match.game.seats_to_act()[0]
        match.play(rng.choice(match.game.legal_moves(seat)))
        seats.add(seat)
    for viewer in (0, 1):
        match.set_viewer(viewer)
        assert match.deal_restart_point(1) is None
