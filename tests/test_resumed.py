"""A continued table looks as it was left: speech bubbles, lines of the log, the last plays."""

from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.rng import Rng
from scenes.results.results import ResultsScreen
from scenes.table.table import Table
from tests.support.at_table import CLIMBING, continued, live, saved
from tests.support.piloting import Pilot
from tests.support.records import new_record

ANSWERS = 3


def look_of(table: Table) -> tuple[object, ...]:
    """The bubbles, log lines and last plays of a table."""
    last_plays = live(table).last_plays
    last_plays.close()
    last_plays.toggle()
    assert last_plays.shown
    plays = last_plays.page.rows
    last_plays.close()
    return dict(table.hud.said), [line.text for line in table.log.lines], plays


def read_result(pilot: Pilot) -> None:
    """Close the results if a deal is over."""
    if isinstance(pilot.app.top, ResultsScreen):
        pilot.dismiss_result()
        pilot.rest()


def answer(pilot: Pilot, rng: Rng) -> None:
    """Give any answer, and let the others act; close the results if a deal is over."""
    pilot.rest()
    read_result(pilot)
    pilot.table.control.answer(rng.choice(pilot.choice.legal))
    pilot.rest()


@pytest.mark.parametrize("slug", GAMES)
def test_bubbles_and_log_are_restored(tmp_path: Path, slug: str) -> None:
    pilot, rng = continued(tmp_path, new_record(slug, 9), speed="instant", language="pt_BR"), Rng(8)
    for _ in range(ANSWERS):
        answer(pilot, rng)
    read_result(pilot)
    left = look_of(pilot.table)
    again = continued(tmp_path, saved(tmp_path), speed="instant", language="pt_BR")
    assert look_of(again.table) == left
    assert again.table.hud.said or slug not in CLIMBING, "a seat has just played"
    again.app.close_all()
    pilot.app.close_all()


@pytest.mark.parametrize("slug", ["big_two", "palacio"])
def test_undo_and_redo_restore_the_bubbles_and_the_log(tmp_path: Path, slug: str) -> None:
    pilot, rng = continued(tmp_path, new_record(slug, 9), speed="instant"), Rng(3)
    for _ in range(4):
        answer(pilot, rng)
    while len(pilot.choice.legal) == 1:
        answer(pilot, rng)
    before = look_of(pilot.table)
    answer(pilot, rng)
    after = look_of(pilot.table)
    pilot.key(pygame.K_u)
    assert look_of(pilot.table) == before != after
    pilot.key(pygame.K_y)
    assert look_of(pilot.table) == after
    pilot.app.close_all()


def test_names_in_the_log_of_a_saved_match_are_those_at_the_table(tmp_path: Path) -> None:
    record = new_record("big_two", 8)
    pilot, rng = continued(tmp_path, record, speed="instant", name="Bia"), Rng(8)
    for _ in range(3):
        answer(pilot, rng)
    again = continued(tmp_path, saved(tmp_path), speed="instant", name="Maximiliana")
    names = {again.table.words.seat_name(seat) for seat in range(4)}
    assert names == {"You", *(person.name for seat, person in again.table.stage.people.items() if seat)}
    acts = [line for line in again.table.log.lines if line.kind == "act"]
    assert {line.text.split("*")[1] for line in acts} == names, "every seat keeps its name"
    pilot.app.close_all()
    again.app.close_all()
