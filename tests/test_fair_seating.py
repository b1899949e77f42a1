"""Fair tables: chosen on the seating screen, saved, kept for a match and a rematch, and named on the results."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.common.strengths import strength_at
from engine.characters import format_strength, is_strength, strength_of
from engine.events import DealScored
from engine.games import GAMES
from engine.match.record import PERSON, Chair
from engine.profile.fair_tables import INITIAL_STRENGTH, FairTable, FairTables, StrengthChange
from engine.profile.storage import Profile
from engine.rng import Rng
from scenes.screens.results.result_summary import ResultSummary
from scenes.screens.results.results_screen import ResultsScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.shell.destinations import DealResult, MatchTable
from scenes.text.catalogue import Words
from scenes.text.strength_texts import opponents_change_text, strength_text
from scenes.ui.widgets import Label, Segmented, Widget, draw_level_dots
from tests.support.counted_matches import begin_record, write_match
from tests.support.profile_pilot import Pilot
from tests.support.records import new_record, short_record
from tests.support.screens import press_widget, tab_to
from tests.support.tables import start_program

SLUG = "pass_the_ace"
SIZES = ((1280, 720), (960, 540), (640, 900))


def open_seating(folder: Path, size: tuple[int, int] = SIZES[0], **values: object) -> tuple[Pilot, SeatingScreen]:
    pilot = start_program(folder, size, speed="instant", **{"portrait": "chef", **values})
    screen = SeatingScreen(pilot.app, SLUG)
    pilot.app.go(screen)
    return pilot, screen


def find_widget(screen: SeatingScreen, name: str) -> Widget:
    for one in screen.root.focus_order():
        if name in (getattr(one, "string", ""), getattr(one, "name", "")):
            return one
    raise AssertionError(f"no widget {name!r}")


def levels(screen: SeatingScreen) -> Segmented:
    return next(w for w in screen.root.focus_order() if isinstance(w, Segmented) and "Master" in w.labels)


def choose_fair(pilot: Pilot, screen: SeatingScreen, *, by_keys: bool) -> None:
    choice = levels(screen)
    if not by_keys:
        pilot.click(choice.segments()[-1].center)
        return
    tab_to(pilot, screen, choice)
    for _ in choice.labels:
        pilot.press_keys(pygame.K_RIGHT)
        tab_to(pilot, screen, levels(screen))


def shown_strengths(screen: SeatingScreen) -> set[str]:
    return {chair.level for chair in screen.chairs[1:]}


def shown_texts(screen: SeatingScreen) -> list[str]:
    return [w.string for w in screen.root.children if isinstance(w, Label)]


@pytest.mark.parametrize(("size", "by_keys"), [(SIZES[0], False), (SIZES[1], True)])
def test_one_choice_sets_all_opponents_and_is_remembered(tmp_path: Path, size: tuple[int, int], by_keys: bool) -> None:
    pilot, screen = open_seating(tmp_path, size)
    before = screen.chairs
    choose_fair(pilot, screen, by_keys=by_keys)
    assert shown_strengths(screen) == {format_strength(INITIAL_STRENGTH)}
    assert levels(screen).chosen_index == len(levels(screen).labels) - 1
    assert "The others play between Easy and Medium." in shown_texts(screen)
    again = SeatingScreen(pilot.app, SLUG)
    pilot.app.go(again)
    assert shown_strengths(again) == {format_strength(INITIAL_STRENGTH)}, "the choice is saved for the next match"
    again.set_level("hard")
    assert again.chairs[1].level == "hard" and not any(is_strength(chair.level) for chair in again.chairs)
    assert "between" not in " ".join(shown_texts(again))
    assert [chair.who for chair in before] == [chair.who for chair in screen.chairs]
    other = SeatingScreen(pilot.app, "gurch")
    assert not any(is_strength(chair.level) for chair in other.chairs), "the choice changes no other game"


@pytest.mark.parametrize(("size", "by_keys"), [(SIZES[0], True), (SIZES[1], False), (SIZES[2], False)])
def test_strength_can_be_pinned_and_reset(tmp_path: Path, size: tuple[int, int], by_keys: bool) -> None:
    pilot, screen = open_seating(tmp_path, size)
    pilot.app.fair_tables.save(SLUG, FairTable(place=2.4, matches=7, chosen=True))
    screen = SeatingScreen(pilot.app, SLUG)
    pilot.app.go(screen)
    screen.choose_chair(1)
    pilot.run_until_idle()
    assert "The others play between Hard and Master." in shown_texts(screen)
    press_widget(pilot, screen, find_widget(screen, "Keep it like this"), by_keys=by_keys)
    kept = FairTables(Profile(tmp_path)).find(SLUG, "")
    assert kept is not None and kept.pinned and screen.fair_table.pinned
    press_widget(pilot, screen, find_widget(screen, "Start over"), by_keys=by_keys)
    assert shown_strengths(screen) == {format_strength(INITIAL_STRENGTH)}
    assert not screen.fair_table.pinned
    assert screen.fair_table.matches == 0


def test_rated_player_begins_at_rating(tmp_path: Path) -> None:
    pilot, _ = open_seating(tmp_path)
    for number in range(6):
        record = begin_record(number, SLUG)
        record.chairs = (Chair(PERSON), *(chair._replace(level="hard") for chair in record.chairs[1:]))
        write_match(pilot.app.statistics, record, winners=(number % 2,), now=number + 1)
    rated = pilot.app.statistics.rating_history(SLUG, "")
    assert rated is not None
    screen = SeatingScreen(pilot.app, SLUG)
    assert screen.fair_table.place == strength_at(SLUG, rated.current_rating.mu) != INITIAL_STRENGTH
    assert screen.fair_table.matches == 6


def test_name_written_at_table_keeps_choice(tmp_path: Path) -> None:
    pilot, screen = open_seating(tmp_path)
    screen.choose_fair_table()
    screen.choose_chair(0)
    screen.set_name("Ana")
    screen.begin_match()
    assert pilot.app.fair_tables.find(SLUG, "Ana") is not None
    assert {chair.level for chair in pilot.table.match.record.chairs[1:]} == {format_strength(INITIAL_STRENGTH)}


def test_several_people_see_that_strength_stays(tmp_path: Path) -> None:
    _, screen = open_seating(tmp_path)
    screen.choose_fair_table()
    screen.choose_chair(2)
    screen.seat_person()
    screen.choose_chair(1)
    assert "With several people at the table they stay like this." in shown_texts(screen)
    assert shown_strengths(screen) == {"", format_strength(INITIAL_STRENGTH)}


def test_finished_match_moves_strength_and_rematch_uses_it(tmp_path: Path) -> None:
    pilot, _ = open_seating(tmp_path)
    pilot.app.fair_tables.save(SLUG, FairTable(chosen=True))
    record = short_record(SLUG, 3)
    record.chairs = (
        Chair(PERSON),
        *(chair._replace(level=format_strength(INITIAL_STRENGTH)) for chair in record.chairs[1:]),
    )
    pilot.app.go(MatchTable(record))
    policy, rng = bot_for(SLUG, "easy"), Rng(3)
    for _ in range(400):
        pilot.run_until_idle()
        if isinstance(pilot.app.top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                break
            pilot.dismiss_result()
        else:
            table = pilot.table
            table.hand_controller.answer(final_thought(policy, pilot.open_choice.view, table.match.viewer, rng).move)
    match = pilot.table_below().match
    outcome, table_now = match.game.outcome, pilot.app.fair_tables.find(SLUG, "")
    assert outcome is not None and table_now is not None and table_now.matches == 1
    assert (table_now.place > INITIAL_STRENGTH) == (0 in outcome.winners)
    top = pilot.expect(ResultsScreen)
    said = top.summary.next_opponents_strength_text
    assert said.startswith("Next time the others will ") and strength_text(Words("en"), table_now.level) in said
    top.confirm()
    pilot.run_until_idle()
    assert {chair.level for chair in pilot.table.match.record.chairs[1:]} == {table_now.level}


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_every_change_has_sentence(language: str) -> None:
    words, record = Words(language), new_record(SLUG)
    record.chairs = (Chair(PERSON), *(chair._replace(level="1.00") for chair in record.chairs[1:]))
    moved = [
        StrengthChange("1.00", "1.30"), StrengthChange("1.00", "1.90"),
        StrengthChange("1.00", "0.80"), StrengthChange("1.00", "0.30"),
        StrengthChange("3.00", "3.00"), StrengthChange("-1.00", "-1.00"), StrengthChange("1.00", "1.00"),
    ]  # fmt: skip
    said = [opponents_change_text(words, record, one, FairTable(chosen=True)) for one in moved]
    said.append(opponents_change_text(words, record, None, FairTable(pinned=True)))
    known = replace(record, known=1)
    said.append(opponents_change_text(words, known, None, FairTable()))
    shared = replace(record, chairs=(Chair(PERSON), *record.chairs[:-1]))
    said.append(opponents_change_text(words, shared, None, FairTable()))
    assert len(set(said)) == len(said) and all(said)
    assert opponents_change_text(words, new_record(SLUG), None, FairTable()) == ""
    assert opponents_change_text(words, record, None, None) == ""


def test_strength_is_described_in_words() -> None:
    words = Words("en")
    found = [
        strength_text(words, level) for level in ("-1.00", "-0.20", "-0.05", "0.00", "0.50", "1.06", "1.40", "2.95")
    ]
    assert found == [
        "more gently than Easy", "more gently than Easy", "at Easy", "at Easy", "between Easy and Medium", "at Medium",
        "between Medium and Hard", "at Master",
    ]  # fmt: skip


@pytest.mark.painted
def test_dots_of_strength_are_filled_in_part(tmp_path: Path) -> None:
    pilot, _ = open_seating(tmp_path)
    look = pilot.app.renderer
    drawn = [
        pygame.image.tobytes(draw_level_dots(look, strength_of(level) + 1), "RGBA")
        for level in ("1.00", "1.40", "2.00")
    ]
    assert len(set(drawn)) == 3
    assert drawn[0] == pygame.image.tobytes(draw_level_dots(look, 2), "RGBA")


def test_levels_of_fair_table_have_name_in_results(tmp_path: Path) -> None:
    pilot, screen = open_seating(tmp_path)
    screen.choose_fair_table()
    screen.begin_match()
    pilot.run_until_idle()
    match = pilot.table.match
    scored = DealScored(1, (0,) * match.game.seats, (), (), None)  # type: ignore[arg-type]
    ways = (lambda: None,) * 4
    summary = ResultSummary(pilot.app, DealResult(match, scored, False, *ways, pars=None))
    assert {summary.second_line(seat) for seat in range(1, match.game.seats)} == {"Fair table"}
    assert GAMES[SLUG].seats_default == match.game.seats
