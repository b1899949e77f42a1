"""The last table of each game: who sat where at which level, kept in the profile and offered again."""

from pathlib import Path

import pygame
import pytest

from engine.characters import LEVELS
from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import PERSON, Chair, Record
from engine.profile.fair_tables import FairTable
from engine.profile.last_tables import LastTables
from engine.profile.storage import Profile
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.shell.destinations import Home, LastTable, Seating
from scenes.table.table import Table
from scenes.ui.widgets import Segmented
from tests.support.profile_pilot import Pilot, expect
from tests.support.screens import press_widget
from tests.support.tables import load_saved_record, write_settings

SLUG = "pass_the_ace"


def open_seating(folder: Path, slug: str = SLUG) -> tuple[Pilot, SeatingScreen]:
    write_settings(folder, speed="instant", coach="off")
    pilot = Pilot(folder)
    pilot.app.go(Seating(slug))
    return pilot, expect(pilot.app, SeatingScreen)


def reopen_seating(pilot: Pilot, slug: str = SLUG) -> SeatingScreen:
    """Leave the seating screen, and open that of a game in a program started anew."""
    pilot.app.go(Home())
    pilot.app.release_everything()
    return open_seating(pilot.app.profile.folder, slug)[1]


def test_seating_left_and_reopened_has_same_seats_opponents_and_levels(tmp_path: Path) -> None:
    pilot, screen = open_seating(tmp_path)
    screen.set_seats(6)
    screen.choose_chair(2)
    screen.seat_random_character()
    screen.set_level("master")
    chairs = screen.chairs
    assert reopen_seating(pilot).chairs == chairs and len(chairs) == 6


def test_each_game_has_its_own_last_table(tmp_path: Path) -> None:
    pilot, screen = open_seating(tmp_path)
    screen.set_all_levels("hard")
    other = reopen_seating(pilot, "big_two")
    assert other.plan.common_level() != "hard"


def test_persons_sit_at_the_last_table_again(tmp_path: Path) -> None:
    pilot, screen = open_seating(tmp_path)
    for seat, name in ((1, "Ana"), (3, "")):
        screen.choose_chair(seat)
        screen.seat_person()
        screen.set_portrait("scarf" if name else "chef")
        screen.set_name(name)
    after = reopen_seating(pilot).chairs
    assert [(chair.who, chair.name) for chair in after[1:4:2]] == [(PERSON, "Ana"), (PERSON, "")]
    assert after[1].portrait == "scarf" and after[3].portrait not in {"", "scarf"}


@pytest.mark.parametrize("level", LEVELS)
def test_one_click_sets_level_of_all_opponents(tmp_path: Path, level: str) -> None:
    pilot, screen = open_seating(tmp_path)
    screen.set_level("hard")
    screen.refresh()
    choice = screen.root.find("all levels")
    assert isinstance(choice, Segmented) and choice.chosen_index == -1, "levels differ"
    area = choice.segments()[LEVELS.index(level)]
    pilot.click(area.center)
    assert {chair.level for chair in screen.chairs[1:]} == {level}
    chosen = screen.root.find("all levels")
    assert isinstance(chosen, Segmented) and chosen.chosen_index == LEVELS.index(level)
    screen.set_seats(8)
    assert {chair.level for chair in screen.chairs[1:]} == {level}, "also who joins"


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_of_all_are_whole_beside_larger_table(tmp_path: Path, language: str) -> None:
    write_settings(tmp_path, language=language, ui_scale="125")
    pilot = Pilot(tmp_path, (1366, 768))
    pilot.app.go(Seating(SLUG))
    pilot.run_frames(2)
    choice = expect(pilot.app, SeatingScreen).root.find("all levels")
    assert isinstance(choice, Segmented)
    for label, area in zip(choice.labels, choice.segments(), strict=True):
        assert pilot.app.top.renderer.text_width(label, "choice") <= area.width - 7, label


def test_common_level_ends_fair_table_and_fair_table_keeps_levels(tmp_path: Path) -> None:
    pilot, screen = open_seating(tmp_path)
    screen.set_all_levels("hard")
    screen.choose_fair_table()
    assert screen.plan.common_level() == ""
    again = reopen_seating(pilot)
    assert again.fair_table.chosen
    again.set_level("hard")
    assert {chair.level for chair in again.chairs[1:]} == {"hard"}


def test_level_of_all_is_left_out_beside_one_opponent(tmp_path: Path) -> None:
    _, screen = open_seating(tmp_path, "palacio")
    screen.set_seats(2)
    assert screen.root.find("all levels") is None


def test_home_offers_a_match_at_the_last_table(tmp_path: Path) -> None:
    pilot, screen = open_seating(tmp_path)
    pilot.app.go(Home())
    assert expect(pilot.app, HomeScreen).root.find("resume") is None, "no match has begun"
    pilot.app.go(Seating(SLUG))
    screen = expect(pilot.app, SeatingScreen)
    screen.set_seats(3)
    screen.set_all_levels("master")
    chairs = screen.chairs
    screen.begin_match()
    pilot.app.saved_matches.delete(SLUG)
    pilot.app.go(Home())
    home = expect(pilot.app, HomeScreen)
    button = home.root.find("resume")
    assert button is not None
    press_widget(pilot, home, button, by_keys=False)
    expect(pilot.app, Table)
    record = load_saved_record(tmp_path)
    assert (record.game, record.chairs, record.moves) == (SLUG, chairs, [])


def test_saved_match_is_offered_before_the_last_table(tmp_path: Path) -> None:
    pilot, screen = open_seating(tmp_path)
    screen.begin_match()
    record = load_saved_record(tmp_path)
    pilot.app.go(Home())
    pilot.press_keys(pygame.K_RETURN)
    expect(pilot.app, Table)
    assert load_saved_record(tmp_path).seed == record.seed


def test_last_table_that_was_fair_has_the_present_strength(tmp_path: Path) -> None:
    pilot, screen = open_seating(tmp_path)
    screen.choose_fair_table()
    pilot.app.go(Home())
    pilot.app.fair_tables.save(SLUG, FairTable(place=1.5, chosen=True))
    pilot.app.go(LastTable(SLUG))
    assert {chair.level for chair in load_saved_record(tmp_path).chairs[1:]} == {"1.50"}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('palacio = ["mei hard"]\nroped = ["mei best", "tiao easy"]', "roped"),
        ('palacio = ["mei hard"]\nroped = ["mei hard", 3]', "roped"),
        ('palacio = ["mei hard"]\nbig_two = []', "big_two"),
        ('palacio = ["mei hard"]\nlatest = "chess"', "latest"),
    ],
)
def test_unusable_table_is_reported_and_others_are_read(tmp_path: Path, text: str, key: str) -> None:
    (tmp_path / "last_tables.toml").write_text(f"format = 1\n{text}\n", encoding="utf-8")
    profile = Profile(tmp_path)
    found = LastTables(profile)
    assert found.opponents("palacio") == (Chair("mei", "hard"),)
    assert not found.opponents("roped") and not found.opponents("big_two") and found.latest_game == ""
    assert [notice.key for notice in profile.notices] == ["notice.bad_value", "notice.kept"]
    assert profile.notices[0].placeholders["key"] == key and profile.notices[0].placeholders["allowed"]


def test_character_listed_twice_sits_once(tmp_path: Path) -> None:
    (tmp_path / "last_tables.toml").write_text('palacio = ["mei hard", "mei easy"]\n', encoding="utf-8")
    screen = open_seating(tmp_path, "palacio")[1]
    assert len({chair.who for chair in screen.chairs}) == 3


def test_record_of_last_table_is_a_normal_match(tmp_path: Path) -> None:
    pilot, screen = open_seating(tmp_path)
    screen.begin_match()
    pilot.app.saved_matches.delete(SLUG)
    pilot.app.go(LastTable(SLUG))
    record: Record = load_saved_record(tmp_path)
    assert (record.known, record.adopted, record.daily) == (0, 0, 0)


@pytest.mark.parametrize("slug", GAMES)
def test_number_of_players_changes_by_mouse(tmp_path: Path, slug: str) -> None:
    """The choice lies under the pointer when the screen describes it anew."""
    pilot, screen = open_seating(tmp_path, slug)
    for index, seats in enumerate(GAMES[slug].seats_allowed):
        choice = screen.root.get(Segmented, "seats")
        if choice is None:
            return  # too many values
        pilot.move(choice.segments()[index].center)
        pilot.click(choice.segments()[index].center)
        assert screen.seats == seats
