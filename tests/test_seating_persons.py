"""More persons at the table, seated by mouse and by keyboard, with names and portraits of their own."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.match.record import PERSON, PORTRAITS, Chair
from engine.people import CHARACTERS
from engine.profile.known_players import KnownPlayers
from engine.profile.storage import Profile
from engine.settings import LONGEST_NAME
from scenes.look.widgets import TextField, Widget
from scenes.look.widgets.seat_tiles import Candidate, PortraitTile
from scenes.seating.seat_plan import SeatPlan
from scenes.seating.seating import SeatingScreen
from scenes.table.curtain import Curtain
from tests.support.at_table import saved, settings
from tests.support.piloting import Pilot

SIZES = ((1280, 720), (960, 540))


def seating(folder: Path, size: tuple[int, int] = SIZES[0], **values: object) -> tuple[Pilot, SeatingScreen]:
    settings(folder, speed="instant", **values)
    pilot = Pilot(folder, size)
    screen = SeatingScreen(pilot.app, "palacio")
    pilot.app.go(screen)
    return pilot, screen


def text(pilot: Pilot, string: str) -> None:
    for char in string:
        pilot.step([pygame.Event(pygame.TEXTINPUT, text=char)])


def use(pilot: Pilot, screen: SeatingScreen, widget: Widget, *, by_keys: bool) -> None:
    """Press a widget with the pointer, or with Tab and Enter."""
    if not by_keys:
        pilot.click(widget.rect.center)
        return
    for _ in range(80):
        if screen.group.focus is widget and screen.group.keyboard:
            pilot.key(pygame.K_RETURN)
            return
        pilot.key(pygame.K_TAB)
    raise AssertionError("Tab never reached it")


def somebody(screen: SeatingScreen) -> Candidate:
    """The candidate that adds a person."""
    return next(w for w in screen.group.order() if isinstance(w, Candidate) and w.portrait in PORTRAITS)


def field(screen: SeatingScreen) -> TextField:
    """The field of the name, not that of the deal number."""
    return next(w for w in screen.group.order() if isinstance(w, TextField) and not w.text.replace(" ", "").isdigit())


@pytest.mark.parametrize("by_keys", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_two_more_persons_sit_down_get_names_and_portraits_and_play(
    tmp_path: Path, size: tuple[int, int], by_keys: bool
) -> None:
    pilot, screen = seating(tmp_path, size, name="Ana", portrait="chef")
    for seat, name, portrait in ((1, "Bento", "straw"), (2, "Caio", "glasses")):
        use(pilot, screen, screen._plates[seat], by_keys=by_keys)
        assert screen.chair == seat
        use(pilot, screen, somebody(screen), by_keys=by_keys)
        face = next(w for w in screen.group.order() if isinstance(w, PortraitTile) and w.portrait == portrait)
        use(pilot, screen, face, by_keys=by_keys)
        use(pilot, screen, field(screen), by_keys=by_keys)
        text(pilot, name)
        assert screen._plates[seat].name == name
        pilot.key(pygame.K_RETURN)
    wanted = (
        Chair(PERSON, name="Ana", portrait="chef"),
        Chair(PERSON, name="Bento", portrait="straw"),
        Chair(PERSON, name="Caio", portrait="glasses"),
    )
    assert screen.chairs == wanted
    screen.play()
    assert isinstance(pilot.app.top, Curtain) and pilot.app.top.person.name in {"Ana", "Bento", "Caio"}
    assert saved(tmp_path).chairs == wanted


def test_a_person_without_a_name_has_a_number_and_a_free_portrait(tmp_path: Path) -> None:
    _, screen = seating(tmp_path)
    assert screen.unnamed(0) == "You"
    screen.set_seats(4)
    for seat in (1, 3):
        screen.choose_chair(seat)
        screen.sit_person()
    plates = screen._plates
    assert [plates[seat].name for seat in (0, 1, 3)] == ["Player 1", "Player 2", "Player 3"]
    portraits = [plates[seat].portrait for seat in (0, 1, 3)]
    assert len(set(portraits)) == 3 and set(portraits) <= set(PORTRAITS)
    assert screen.chairs[2].who in CHARACTERS
    screen.set_seats(2)
    assert [chair.who for chair in screen.chairs] == [PERSON, PERSON]


@pytest.mark.parametrize("by_keys", [False, True])
def test_a_chair_can_be_given_back_to_a_computer_player(tmp_path: Path, by_keys: bool) -> None:
    pilot, screen = seating(tmp_path)
    before = screen.chairs
    screen.choose_chair(1)
    screen.sit_person()
    free = next(w for w in screen.group.order() if getattr(w, "icon", "") == "restart")
    use(pilot, screen, free, by_keys=by_keys)
    assert screen.chairs == before
    assert screen.record().chairs[0] == Chair(PERSON), "alone again: the settings have the player's name"


def test_a_computer_player_replaced_by_a_person_can_sit_elsewhere() -> None:
    plan = SeatPlan([Chair(person.slug, person.level) for person in CHARACTERS.values()], 4)
    first, second, third = (chair.who for chair in plan.line_up[:3])
    plan.sit_person(1, Chair(PERSON, portrait="straw"))
    assert first in plan.waiting() and second not in plan.waiting()
    assert plan.sit(2, first) and not plan.sit(3, first)
    assert [chair.who for chair in plan.chairs(Chair())] == [PERSON, PERSON, first, third]
    plan.set_level(2, "master")
    assert plan.chairs(Chair())[2] == Chair(first, "master")
    assert plan.sit(1, second)
    assert [chair.who for chair in plan.chairs(Chair())] == [PERSON, second, first, third]


@pytest.mark.parametrize("name", ["", "Maximiliana", "W" * LONGEST_NAME])
@pytest.mark.parametrize("size", SIZES)
def test_plates_never_touch_each_other(tmp_path: Path, size: tuple[int, int], name: str) -> None:
    pilot, screen = seating(tmp_path, size, name="Maximiliano")
    app, allowed = pilot.app, GAMES["pass_the_ace"].seats_allowed
    for scale in ("100", "125", "200"):
        app.change(replace(app.settings, ui_scale=scale))
        for seats in allowed:
            screen = SeatingScreen(app, "pass_the_ace")
            app.go(screen)
            screen.set_seats(seats)
            for seat in range(1, seats) if name else ():
                screen.plan.sit_person(seat, Chair(PERSON, portrait="you"))
                screen.plan.change(seat, name=name)
            screen.lay_out()
            rects = [plate.rect for plate in screen._plates]
            touching = [(i, j) for i, one in enumerate(rects) for j in range(i) if one.colliderect(rects[j])]
            assert touching == [], f"{scale} %, {seats} seats"
            window = pygame.FRect(0, 0, screen.look.width, screen.look.height)
            assert all(window.left <= rect.left and rect.right <= window.right for rect in rects)


# --- the next match ---------------------------------------------------------------------------------------------------


def seated(screen: SeatingScreen) -> list[tuple[str, str]]:
    return [(chair.name, chair.portrait) for chair in screen.plan.further_persons().values()]


def sit_person(screen: SeatingScreen, seat: int, name: str | None = None) -> None:
    screen.choose_chair(seat)
    screen.sit_person()
    if name is not None:
        screen.write_name(name)


def test_more_persons_are_remembered_for_the_next_match(tmp_path: Path) -> None:
    pilot, screen = seating(tmp_path)
    screen.set_seats(4)
    sit_person(screen, 2, "Caio")
    screen.take_portrait("scarf")
    sit_person(screen, 1, "Bento")
    sit_person(screen, 3)
    screen.play()
    pilot.app.close_all()

    pilot = Pilot(tmp_path)
    screen = SeatingScreen(pilot.app, "big_two")
    pilot.app.go(screen)
    screen.choose_chair(1)
    assert [somebody(screen).name, somebody(screen).portrait] == ["Bento", pilot.app.known_players.known[0].portrait]
    sit_person(screen, 3)
    assert screen._plates[3].name == "Bento" and somebody_next(screen) == "Caio"
    sit_person(screen, 2)
    sit_person(screen, 1)
    assert seated(screen) == [("", seated(screen)[0][1]), ("Caio", "scarf"), ("Bento", seated(screen)[2][1])]
    assert len({portrait for _, portrait in seated(screen)}) == 3
    screen.choose_chair(2)
    screen.sit(screen.plan.line_up[1].who)
    assert somebody_next(screen) == "Caio", "a person who gave the chair back is offered again"
    screen.choose_chair(3)
    screen.write_name("Benta")
    screen.play()
    assert [chair.name for chair in persons(tmp_path).known] == ["Benta", "Caio"]
    pilot.app.close_all()


def somebody_next(screen: SeatingScreen) -> str:
    return screen.plan.next_person(screen.own.portrait).name


def persons(folder: Path) -> KnownPlayers:
    found = KnownPlayers(Profile(folder))
    assert found.load() == []
    return found


def test_persons_of_a_larger_table_can_sit_at_a_smaller_one() -> None:
    bento = Chair(PERSON, name="Bento", portrait="straw")
    plan = SeatPlan([Chair(slug, "easy") for slug in CHARACTERS], 5, [bento])
    plan.sit_person(4, plan.next_person("you"))
    assert plan.next_person("you").name == ""
    plan.seats = 3
    assert plan.next_person("straw").name == "Bento" and plan.next_person("straw").portrait != "straw"
    plan.sit_person(1, plan.next_person("you"))
    plan.seats = 5
    assert plan.further_persons() == {1: bento} and plan.remembered() == [bento]


@pytest.mark.parametrize(
    ("text", "known", "notice"),
    [
        ('names = ["Bento", 7, " x"]\nportraits = ["straw"]', ["Bento"], "notice.bad_value"),
        ('names = ["Bento", "Caio", "Bento"]', ["Bento", "Caio"], ""),
        ('names = ["Bento"]\nportraits = ["wig", 3]', ["Bento"], "notice.bad_value"),
        ('names = "Bento"\nfaces = []', [], "notice.bad_value"),
        ("names = [", [], "notice.not_toml"),
        ('format = 9\nnames = ["Bento"]', [], "notice.newer_file"),
    ],
)
def test_a_damaged_file_of_persons_is_reported_and_kept(
    text: str, known: list[str], notice: str, tmp_path: Path
) -> None:
    path = tmp_path / "persons.toml"
    path.write_text(text, encoding="utf-8")
    pilot = Pilot(tmp_path)
    assert [chair.name for chair in pilot.app.known_players.known] == known
    assert all(chair.portrait in PORTRAITS for chair in pilot.app.known_players.known)
    keys = [notice.key for notice in pilot.app.notices]
    assert notice in keys if notice else keys == []
    assert not notice or notice == "notice.newer_file" or (tmp_path / "persons.bad-1.toml").read_text("utf-8") == text
    pilot.app.known_players.remember([Chair(PERSON, name="Duda", portrait="straw")])
    assert ("Duda" in path.read_text("utf-8")) == (notice != "notice.newer_file")
    pilot.app.close_all()
