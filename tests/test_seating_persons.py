"""Several persons at the table, seated by mouse and by keyboard, with their own names and portraits."""

import math
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.characters import CHARACTERS
from engine.games import GAMES
from engine.match.record import PERSON, Chair
from engine.profile.daily_attempts import DailyAttempt
from engine.profile.fair_tables import FairTable
from engine.profile.hot_seat_players import HotSeatPlayers
from engine.profile.storage import Profile
from engine.settings import MAX_NAME_LENGTH, PORTRAITS
from engine.statistics.store import Selection
from scenes.render import timing
from scenes.screens.seating.seat_plan import SeatPlan
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.selftest.pilot import FRAME_MS
from scenes.table.curtain import Curtain
from scenes.ui.scroll_view import ScrollView
from scenes.ui.widgets import TextField
from scenes.ui.widgets.seat_tiles import CharacterTile, PortraitTile
from tests.support.counted_matches import begin_record, write_match
from tests.support.profile_pilot import Pilot
from tests.support.screens import press_widget, seat_plate
from tests.support.tables import load_saved_record, start_program

SIZES = ((1280, 720), (960, 540))


def open_seating(folder: Path, size: tuple[int, int] = SIZES[0], **values: object) -> tuple[Pilot, SeatingScreen]:
    pilot = start_program(folder, size, speed="instant", **values)
    screen = SeatingScreen(pilot.app, "palacio")
    pilot.app.go(screen)
    return pilot, screen


def person_candidate(screen: SeatingScreen) -> CharacterTile:
    return next(w for w in screen.root.focus_order() if isinstance(w, CharacterTile) and w.portrait in PORTRAITS)


def name_field(screen: SeatingScreen) -> TextField:
    """Return the text field of the name, not that of the deal number."""
    return next(
        w for w in screen.root.focus_order() if isinstance(w, TextField) and not w.text.replace(" ", "").isdigit()
    )


@pytest.mark.parametrize("by_keys", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_two_more_persons_sit_down_with_names_and_portraits_and_play(
    tmp_path: Path, size: tuple[int, int], by_keys: bool
) -> None:
    pilot, screen = open_seating(tmp_path, size, name="Ana", portrait="chef")
    for seat, name, portrait in ((1, "Bento", "straw"), (2, "Caio", "glasses")):
        press_widget(pilot, screen, seat_plate(screen, seat), by_keys=by_keys)
        assert screen.chosen_seat == seat
        press_widget(pilot, screen, person_candidate(screen), by_keys=by_keys)
        face = next(w for w in screen.root.focus_order() if isinstance(w, PortraitTile) and w.portrait == portrait)
        press_widget(pilot, screen, face, by_keys=by_keys)
        press_widget(pilot, screen, name_field(screen), by_keys=by_keys)
        pilot.write(name)
        assert seat_plate(screen, seat).name == name
        pilot.press_keys(pygame.K_RETURN)
    wanted = (
        Chair(PERSON, name="Ana", portrait="chef"),
        Chair(PERSON, name="Bento", portrait="straw"),
        Chair(PERSON, name="Caio", portrait="glasses"),
    )
    assert screen.chairs == wanted
    screen.begin_match()
    assert isinstance(pilot.app.top, Curtain) and pilot.app.top.person.name in {"Ana", "Bento", "Caio"}
    assert load_saved_record(tmp_path).chairs == wanted


def test_person_without_name_has_number_and_free_portrait(tmp_path: Path) -> None:
    _, screen = open_seating(tmp_path)
    assert screen.placeholder_name(0) == "You"
    screen.set_seats(4)
    for seat in (1, 3):
        screen.choose_chair(seat)
        screen.seat_person()
    plates = [seat_plate(screen, seat) for seat in range(4)]
    assert [plates[seat].name for seat in (0, 1, 3)] == ["Player 1", "Player 2", "Player 3"]
    portraits = [plates[seat].portrait for seat in (0, 1, 3)]
    assert len(set(portraits)) == 3 and set(portraits) <= set(PORTRAITS)
    assert screen.chairs[2].who in CHARACTERS
    screen.set_seats(2)
    assert [chair.who for chair in screen.chairs] == [PERSON, PERSON]


@pytest.mark.parametrize("by_keys", [False, True])
def test_chair_can_be_given_back_to_computer_player(tmp_path: Path, by_keys: bool) -> None:
    pilot, screen = open_seating(tmp_path)
    before = screen.chairs
    screen.choose_chair(1)
    screen.seat_person()
    free = next(w for w in screen.root.focus_order() if getattr(w, "icon", "") == "restart")
    press_widget(pilot, screen, free, by_keys=by_keys)
    assert screen.chairs == before
    assert screen.make_record().chairs[0] == Chair(PERSON), "a single person has the name in the settings"


def test_computer_player_replaced_by_person_can_sit_elsewhere() -> None:
    plan = SeatPlan([Chair(person.slug, person.default_level) for person in CHARACTERS.values()], 4)
    first, second, third = (chair.who for chair in plan.line_up[:3])
    plan.seat_person(1, Chair(PERSON, portrait="straw"))
    assert first in plan.unseated_characters() and second not in plan.unseated_characters()
    assert plan.seat_waiting_character(2, first) and not plan.seat_waiting_character(3, first)
    assert [chair.who for chair in plan.chairs(Chair())] == [PERSON, PERSON, first, third]
    plan.set_level(2, "master")
    assert plan.chairs(Chair())[2] == Chair(first, "master")
    assert plan.seat_waiting_character(1, second)
    assert [chair.who for chair in plan.chairs(Chair())] == [PERSON, second, first, third]


@pytest.mark.parametrize("name", ["", "Maximiliana", "W" * MAX_NAME_LENGTH])
@pytest.mark.parametrize("size", SIZES)
def test_plates_never_touch_each_other(tmp_path: Path, size: tuple[int, int], name: str) -> None:
    pilot, screen = open_seating(tmp_path, size, name="Maximiliano")
    app, allowed = pilot.app, GAMES["pass_the_ace"].seats_allowed
    for scale in ("100", "125", "200"):
        app.change_settings(replace(app.settings, ui_scale=scale))
        for seats in allowed:
            screen = SeatingScreen(app, "pass_the_ace")
            app.go(screen)
            screen.set_seats(seats)
            for seat in range(1, seats) if name else ():
                screen.plan.seat_person(seat, Chair(PERSON, portrait="you"))
                screen.plan.change_other_person(seat, name=name)
            screen.lay_out()
            rects = [seat_plate(screen, seat).rect for seat in range(seats)]
            touching = [(i, j) for i, one in enumerate(rects) for j in range(i) if one.colliderect(rects[j])]
            assert touching == [], f"{scale} %, {seats} seats"
            window = pygame.FRect(0, 0, screen.renderer.width, screen.renderer.height)
            assert all(window.left <= rect.left and rect.right <= window.right for rect in rects)


@pytest.mark.parametrize(("scale", "counts"), [("100", (2, 3, 12)), ("125", (3, 2, 3, 6, 7, 6)), ("150", (10, 11, 12))])
def test_number_of_players_stays_under_the_pointer(tmp_path: Path, scale: str, counts: tuple[int, ...]) -> None:
    pilot = start_program(tmp_path, SIZES[0], speed="instant", ui_scale=scale)
    screen = SeatingScreen(pilot.app, "pass_the_ace")
    pilot.app.go(screen)
    screen.set_seats(counts[0])
    view = screen.root.find("list")
    if isinstance(view, ScrollView):
        view.scroll(400)
    places = set()
    for count in counts:
        screen.set_seats(count)
        control = screen.root.find("seats")
        assert control is not None
        places.add(tuple(map(round, screen.root.place_of(control).visible_area)))
    assert len(places) == 1 and all(places.pop()), "at one place, and in view"


# --- next match -------------------------------------------------------------------------------------------------------


def seat_names(screen: SeatingScreen) -> list[tuple[str, str]]:
    return [(chair.name, chair.portrait) for chair in screen.plan.seated_other_persons().values()]


def sit_person(screen: SeatingScreen, seat: int, name: str | None = None) -> None:
    screen.choose_chair(seat)
    screen.seat_person()
    if name is not None:
        screen.set_name(name)


def test_more_persons_are_remembered_for_next_match(tmp_path: Path) -> None:
    pilot, screen = open_seating(tmp_path)
    screen.set_seats(4)
    sit_person(screen, 2, "Caio")
    screen.set_portrait("scarf")
    sit_person(screen, 1, "Bento")
    sit_person(screen, 3)
    screen.begin_match()
    pilot.app.release_everything()

    pilot = Pilot(tmp_path)
    screen = SeatingScreen(pilot.app, "big_two")
    pilot.app.go(screen)
    screen.choose_chair(1)
    assert [person_candidate(screen).name, person_candidate(screen).portrait] == [
        "Bento",
        pilot.app.hot_seat_players.players[0].portrait,
    ]
    sit_person(screen, 3)
    assert seat_plate(screen, 3).name == "Bento" and next_person_name(screen) == "Caio"
    sit_person(screen, 2)
    sit_person(screen, 1)
    assert seat_names(screen) == [
        ("", seat_names(screen)[0][1]),
        ("Caio", "scarf"),
        ("Bento", seat_names(screen)[2][1]),
    ]
    assert len({portrait for _, portrait in seat_names(screen)}) == 3
    screen.choose_chair(2)
    screen.seat_character(screen.plan.line_up[1].who)
    assert next_person_name(screen) == "Caio", "a removed person is offered again"
    screen.choose_chair(3)
    screen.set_name("Benta")
    screen.begin_match()
    assert [chair.name for chair in known_players(tmp_path).players] == ["Benta", "Caio"]


def give_results(pilot: Pilot, name: str) -> None:
    """Let a person have won a match of the game, a feat, a fair table, and have begun the deal of a day."""
    app = pilot.app
    write_match(app.statistics, begin_record(1, "palacio"), winners=(0,), name=name)
    app.earned_feats.add(["palacio.first_win"], name, 7)
    app.fair_tables.save("palacio", FairTable(name, 1.5, matches=3, chosen=True))
    app.daily_attempts.record_attempt(DailyAttempt("palacio", 7, name))


def has_results(pilot: Pilot, name: str) -> list[bool]:
    app = Pilot(pilot.app.profile.folder).app
    return [
        app.statistics.totals(Selection(name, "palacio")).won == 1,
        app.earned_feats.day_of("palacio.first_win", name) == 7,
        app.fair_tables.find("palacio", name) is not None,
        DailyAttempt("palacio", 7, name) in app.daily_attempts,
    ]


@pytest.mark.parametrize("old", ["", "Ana"])
def test_results_follow_new_name_unless_undone(tmp_path: Path, old: str) -> None:
    pilot, screen = open_seating(tmp_path, name=old)
    give_results(pilot, old)
    screen.choose_chair(0)
    screen.set_name("Ana B")
    assert (has_results(pilot, "Ana B"), has_results(pilot, old)) == ([True] * 4, [False] * 4)
    assert screen.fair_table.name == "Ana B" and screen.plan.fair_strength
    assert pilot.app.toast is not None and pilot.app.toast.key == "app.stats.name.moved"
    screen.begin_match()
    assert pilot.app.toast is not None and pilot.app.toast.undo is not None, "the name may be the last thing typed"
    pilot.app.toast.undo()
    assert (has_results(pilot, "Ana B"), has_results(pilot, old)) == ([False] * 4, [True] * 4)
    assert pilot.app.settings.name == "Ana B" and not screen.plan.fair_strength


def test_name_with_results_keeps_its_own(tmp_path: Path) -> None:
    pilot, screen = open_seating(tmp_path, name="Ana")
    give_results(pilot, "Ana")
    pilot.app.earned_feats.add(["palacio.first_win"], "Bento", 9)
    screen.choose_chair(0)
    screen.set_name("Bento")
    assert pilot.app.settings.name == "Bento" and has_results(pilot, "Ana") == [True] * 4
    assert pilot.app.earned_feats.day_of("palacio.first_win", "Bento") == 9 and not screen.plan.fair_strength
    assert pilot.app.toast is not None and pilot.app.toast.key == "app.stats.name.known"
    pilot.run_frames(math.ceil(timing.TOAST_MS / FRAME_MS))
    assert pilot.app.toast is not None, "a longer sentence stays longer"


def next_person_name(screen: SeatingScreen) -> str:
    return screen.plan.next_known_or_new_person(screen.own_chair.portrait).name


def known_players(folder: Path) -> HotSeatPlayers:
    profile = Profile(folder)
    found = HotSeatPlayers(profile)
    assert profile.notices == []
    return found


def test_twelve_persons_look_different(tmp_path: Path) -> None:
    pilot = start_program(tmp_path, SIZES[0], speed="instant")
    screen = SeatingScreen(pilot.app, "pass_the_ace")
    pilot.app.go(screen)
    screen.set_seats(max(screen.game.seats_allowed))
    for seat in range(1, screen.seats):
        sit_person(screen, seat)
    assert len({chair.portrait for chair in screen.chairs}) == screen.seats == 12


def test_persons_of_larger_table_fit_smaller_one() -> None:
    bento = Chair(PERSON, name="Bento", portrait="straw")
    plan = SeatPlan([Chair(slug, "easy") for slug in CHARACTERS], 5, [bento])
    plan.seat_person(4, plan.next_known_or_new_person("you"))
    assert plan.next_known_or_new_person("you").name == ""
    plan.seats = 3
    assert plan.next_known_or_new_person("straw").name == "Bento"
    assert plan.next_known_or_new_person("straw").portrait != "straw"
    plan.seat_person(1, plan.next_known_or_new_person("you"))
    plan.seats = 5
    assert plan.seated_other_persons() == {1: bento} and plan.persons_to_remember() == [bento]


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ('names = ["Bento", 7, " x"]\nportraits = ["straw"]', ["Bento"]),
        ('names = ["Bento", "Caio", "Bento"]', ["Bento", "Caio"]),
        ('names = ["Bento"]\nportraits = ["wig", 3]', ["Bento"]),
    ],
)
def test_usable_persons_of_file_are_known(text: str, known: list[str], tmp_path: Path) -> None:
    (tmp_path / "persons.toml").write_text(text, encoding="utf-8")
    players = HotSeatPlayers(Profile(tmp_path)).players
    assert [chair.name for chair in players] == known
    assert all(chair.portrait in PORTRAITS for chair in players)
