"""A fair table at the seating screen, at the table and on the results: chosen, kept, pinned, begun again, told."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.bots import bot_for
from engine.bots.common.base import final
from engine.bots.common.strengths import strength_at
from engine.events import Scored
from engine.games import GAMES
from engine.match.record import PERSON, Chair
from engine.people import is_strength, strength_of, written
from engine.profile.fair_tables import START, FairTable, FairTables, Moved
from engine.profile.storage import Profile
from engine.rng import Rng
from scenes.look.widgets import Label, Segmented, Widget, level_dots
from scenes.results.results import ResultsScreen
from scenes.results.summary import Summary
from scenes.seating.seating import SeatingScreen
from scenes.shell.destinations import Begin, DealResult
from scenes.text.strength import changed_text, where
from scenes.text.words import Words
from tests.support.at_table import settings
from tests.support.piloting import Pilot
from tests.support.records import new_record, short_record

SLUG = "pass_the_ace"
SIZES = ((1280, 720), (960, 540), (640, 900))


def seating(folder: Path, size: tuple[int, int] = SIZES[0], **values: object) -> tuple[Pilot, SeatingScreen]:
    settings(folder, speed="instant", **{"portrait": "chef", **values})
    pilot = Pilot(folder, size)
    screen = SeatingScreen(pilot.app, SLUG)
    pilot.app.go(screen)
    return pilot, screen


def widget(screen: SeatingScreen, name: str) -> Widget:
    """The widget with a text or a name."""
    for one in screen.group.order():
        if name in (getattr(one, "string", ""), getattr(one, "name", "")):
            return one
    raise AssertionError(f"nothing says {name!r}")


def levels(screen: SeatingScreen) -> Segmented:
    return next(w for w in screen.group.order() if isinstance(w, Segmented) and "Master" in w.labels)


def focus(pilot: Pilot, screen: SeatingScreen, wanted: Widget) -> None:
    for _ in range(80):
        if screen.group.focus is wanted and screen.group.keyboard:
            return
        pilot.key(pygame.K_TAB)
    raise AssertionError("Tab never reached it")


def use(pilot: Pilot, screen: SeatingScreen, wanted: Widget, *, by_keys: bool) -> None:
    """Press a widget with the pointer, or with Tab and Enter."""
    if by_keys:
        focus(pilot, screen, wanted)
        pilot.key(pygame.K_RETURN)
    else:
        pilot.click(wanted.rect.center)


def choose_fair(pilot: Pilot, screen: SeatingScreen, *, by_keys: bool) -> None:
    choice = levels(screen)
    if not by_keys:
        pilot.click(choice.segments()[-1].center)
        return
    focus(pilot, screen, choice)
    for _ in choice.labels:
        pilot.key(pygame.K_RIGHT)
        focus(pilot, screen, levels(screen))


def strengths(screen: SeatingScreen) -> set[str]:
    return {chair.level for chair in screen.chairs[1:]}


def texts(screen: SeatingScreen) -> list[str]:
    return [w.string for w in screen.group.order() + list(screen.page.children) if isinstance(w, Label)]


@pytest.mark.parametrize("by_keys", [False, True])
@pytest.mark.parametrize("size", SIZES[:2])
def test_one_choice_sets_all_opponents_and_is_remembered(tmp_path: Path, size: tuple[int, int], by_keys: bool) -> None:
    pilot, screen = seating(tmp_path, size)
    before = screen.chairs
    choose_fair(pilot, screen, by_keys=by_keys)
    assert strengths(screen) == {written(START)} and levels(screen).chosen == len(levels(screen).labels) - 1
    assert "The others play between Easy and Medium." in texts(screen)
    again = SeatingScreen(pilot.app, SLUG)
    pilot.app.go(again)
    assert strengths(again) == {written(START)}, "the choice is kept for the next time"
    again.set_level("hard")
    assert again.chairs[1].level == "hard" and not any(is_strength(chair.level) for chair in again.chairs)
    assert "between" not in " ".join(texts(again))
    assert [chair.who for chair in before] == [chair.who for chair in screen.chairs]
    other = SeatingScreen(pilot.app, "gurch")
    assert not any(is_strength(chair.level) for chair in other.chairs), "it is a choice for one game"


@pytest.mark.parametrize("by_keys", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_the_strength_can_be_kept_and_begun_again(tmp_path: Path, size: tuple[int, int], by_keys: bool) -> None:
    pilot, screen = seating(tmp_path, size)
    pilot.app.fair_tables.keep(SLUG, FairTable(place=2.4, matches=7, chosen=True))
    screen = SeatingScreen(pilot.app, SLUG)
    pilot.app.go(screen)
    screen.choose_chair(1)
    pilot.rest()
    assert "The others play between Hard and Master." in texts(screen)
    use(pilot, screen, widget(screen, "Keep it like this"), by_keys=by_keys)
    kept = FairTables(Profile(tmp_path)).find(SLUG, "")
    assert kept is not None and kept.pinned and screen.fair.pinned
    use(pilot, screen, widget(screen, "Start over"), by_keys=by_keys)
    assert strengths(screen) == {written(START)} and not screen.fair.pinned and screen.fair.matches == 0


def test_a_player_with_a_rating_begins_there(tmp_path: Path) -> None:
    pilot, _ = seating(tmp_path)
    for number in range(6):
        record = new_record(SLUG, number)
        record.id = f"m-{number}"
        record.chairs = (Chair(PERSON), *(chair._replace(level="hard") for chair in record.chairs[1:]))
        deal = Scored(1, (1, *(0,) * (record.seats - 1)), (), (0,), None)  # type: ignore[arg-type]
        pilot.app.statistics.write_match(record, [deal], (number % 2,), names={0: ""}, turns={}, now=number + 1)
    rated = pilot.app.statistics.rating(SLUG, "")
    assert rated is not None
    screen = SeatingScreen(pilot.app, SLUG)
    assert screen.fair.place == strength_at(SLUG, rated.rating.mu) != START and screen.fair.matches == 6


def test_a_name_written_at_the_table_keeps_the_choice(tmp_path: Path) -> None:
    pilot, screen = seating(tmp_path)
    screen.choose_fair()
    screen.choose_chair(0)
    screen.write_name("Ana")
    screen.play()
    assert pilot.app.fair_tables.find(SLUG, "Ana") is not None
    assert {chair.level for chair in pilot.table.match.record.chairs[1:]} == {written(START)}


def test_several_people_are_told_that_it_stays(tmp_path: Path) -> None:
    _, screen = seating(tmp_path)
    screen.choose_fair()
    screen.choose_chair(2)
    screen.sit_person()
    screen.choose_chair(1)
    assert "With several people at the table they stay like this." in texts(screen)
    assert strengths(screen) == {"", written(START)}


def test_a_match_played_to_the_end_moves_it_says_so_and_the_rematch_is_played_there(tmp_path: Path) -> None:
    pilot, _ = seating(tmp_path)
    pilot.app.fair_tables.keep(SLUG, FairTable(chosen=True))
    record = short_record(SLUG, 3)
    record.chairs = (Chair(PERSON), *(chair._replace(level=written(START)) for chair in record.chairs[1:]))
    pilot.app.go(Begin(record))
    policy, rng = bot_for(SLUG, "easy"), Rng(3)
    for _ in range(400):
        pilot.rest()
        if isinstance(pilot.app.top, ResultsScreen):
            if pilot.table_below().match.game.outcome is not None:
                break
            pilot.dismiss_result()
        else:
            table = pilot.table
            table.control.answer(final(policy, pilot.choice.view, table.match.viewer, rng).move)
    match = pilot.table_below().match
    outcome, table_now = match.game.outcome, pilot.app.fair_tables.find(SLUG, "")
    assert outcome is not None and table_now is not None and table_now.matches == 1
    assert (table_now.place > START) == (0 in outcome.winners)
    top = pilot.app.top
    assert isinstance(top, ResultsScreen)
    said = top.summary.next_strength
    assert said.startswith("Next time the others will ") and where(Words("en"), table_now.level) in said
    top.confirm()
    pilot.rest()
    assert {chair.level for chair in pilot.table.match.record.chairs[1:]} == {table_now.level}


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_every_change_has_a_sentence(language: str) -> None:
    words, record = Words(language), new_record(SLUG)
    record.chairs = (Chair(PERSON), *(chair._replace(level="1.00") for chair in record.chairs[1:]))
    moved = [
        Moved("1.00", "1.30"), Moved("1.00", "1.90"), Moved("1.00", "0.80"), Moved("1.00", "0.30"),
        Moved("3.00", "3.00"), Moved("-1.00", "-1.00"), Moved("1.00", "1.00"),
    ]  # fmt: skip
    said = [changed_text(words, record, one, FairTable(chosen=True)) for one in moved]
    said.append(changed_text(words, record, None, FairTable(pinned=True)))
    known = replace(record, known=1)
    said.append(changed_text(words, known, None, FairTable()))
    shared = replace(record, chairs=(Chair(PERSON), *record.chairs[:-1]))
    said.append(changed_text(words, shared, None, FairTable()))
    assert len(set(said)) == len(said) and all(said)
    assert changed_text(words, new_record(SLUG), None, FairTable()) == ""
    assert changed_text(words, record, None, None) == ""


def test_a_strength_in_words() -> None:
    words = Words("en")
    found = [where(words, level) for level in ("-1.00", "-0.20", "-0.05", "0.00", "0.50", "1.06", "1.40", "2.95")]
    assert found == [
        "more gently than Easy", "more gently than Easy", "at Easy", "at Easy", "between Easy and Medium", "at Medium",
        "between Medium and Hard", "at Master",
    ]  # fmt: skip


@pytest.mark.painted
def test_the_dots_of_a_strength_are_filled_in_part(tmp_path: Path) -> None:
    pilot, _ = seating(tmp_path)
    look = pilot.app.look
    drawn = [
        pygame.image.tobytes(level_dots(look, strength_of(level) + 1), "RGBA") for level in ("1.00", "1.40", "2.00")
    ]
    assert len(set(drawn)) == 3
    assert drawn[0] == pygame.image.tobytes(level_dots(look, 2), "RGBA")


def test_levels_of_a_fair_table_have_a_name_in_the_results(tmp_path: Path) -> None:
    pilot, screen = seating(tmp_path)
    screen.choose_fair()
    screen.play()
    pilot.rest()
    match = pilot.table.match
    scored = Scored(1, (0,) * match.game.seats, (), (), None)  # type: ignore[arg-type]
    ways = (lambda: None,) * 3
    summary = Summary(pilot.app, DealResult(match, scored, False, *ways, pars=None))
    assert {summary.second(seat) for seat in range(1, match.game.seats)} == {"Fair table"}
    assert GAMES[SLUG].seats_default == match.game.seats
