"""A resumed table looks as before: speech bubbles, log lines, the last plays."""

from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.rng import Rng
from scenes.screens.results.results_screen import ResultsScreen
from scenes.table.table import Table
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record
from tests.support.tables import CLIMBING_GAMES, continue_match, live_mode, load_saved_record

ANSWERS = 3


def table_appearance(table: Table) -> tuple[object, ...]:
    """Return the bubbles, log lines and last plays of a table."""
    last_plays = live_mode(table).last_plays
    last_plays.close()
    last_plays.toggle()
    assert last_plays.is_open
    plays = last_plays.page.rows
    last_plays.close()
    return dict(table.hud.bubbles.notes), [line.text for line in table.log.lines], plays


def close_result(pilot: Pilot) -> None:
    """Close the results if a deal is over."""
    if isinstance(pilot.app.top, ResultsScreen):
        pilot.dismiss_result()
        pilot.run_until_idle()


def answer(pilot: Pilot, rng: Rng) -> None:
    """Answer at random and let the others act; close the results if a deal is over."""
    pilot.run_until_idle()
    close_result(pilot)
    pilot.answer(rng.choice(pilot.open_choice.legal_moves))
    pilot.run_until_idle()


@pytest.mark.parametrize("slug", GAMES)
def test_bubbles_and_log_are_restored(tmp_path: Path, slug: str) -> None:
    pilot, rng = continue_match(tmp_path, new_record(slug, 9), speed="instant", language="pt_BR"), Rng(8)
    for _ in range(ANSWERS):
        answer(pilot, rng)
    close_result(pilot)
    left = table_appearance(pilot.table)
    again = continue_match(tmp_path, load_saved_record(tmp_path), speed="instant", language="pt_BR")
    assert table_appearance(again.table) == left
    assert again.table.hud.bubbles.notes or slug not in CLIMBING_GAMES, "the last plays are not empty"
    again.app.release_everything()


@pytest.mark.parametrize("slug", ["big_two", "palacio"])
def test_undo_and_redo_restore_bubbles_and_log(tmp_path: Path, slug: str) -> None:
    pilot, rng = continue_match(tmp_path, new_record(slug, 9), speed="instant"), Rng(3)
    for _ in range(4):
        answer(pilot, rng)
    while len(pilot.open_choice.legal_moves) == 1:
        answer(pilot, rng)
    before = table_appearance(pilot.table)
    answer(pilot, rng)
    after = table_appearance(pilot.table)
    pilot.press_keys(pygame.K_u)
    assert table_appearance(pilot.table) == before != after
    pilot.press_keys(pygame.K_y)
    assert table_appearance(pilot.table) == after


def test_log_of_saved_match_uses_current_names(tmp_path: Path) -> None:
    record = new_record("big_two", 8)
    pilot, rng = continue_match(tmp_path, record, speed="instant", name="Bia"), Rng(8)
    for _ in range(3):
        answer(pilot, rng)
    again = continue_match(tmp_path, load_saved_record(tmp_path), speed="instant", name="Maximiliana")
    names = {again.table.words.seat_name(seat) for seat in range(4)}
    assert names == {"You", *(person.name for seat, person in again.table.model.people_by_seat.items() if seat)}
    acts = [line for line in again.table.log.lines if line.kind == "act"]
    assert {line.text.split("*")[1] for line in acts} == names, "seats keep their names"
    pilot.app.release_everything()
