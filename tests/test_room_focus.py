"""Changes by others in the room, and of the number of seats, take neither focus nor typed text from the player."""

from pathlib import Path

import pygame
import pytest

from engine.online.protocol.messages import Kick, ParticipantState
from scenes.screens.lobby.room_screen import RoomScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.shell.destinations import OnlineRoom
from scenes.shell.screen import Screen
from scenes.ui.widgets import Button, SeatPlate, Segmented, TextField, Widget
from tests.support.profile_pilot import Pilot
from tests.support.queued_transport import QueuedTransport, join_room, roster
from tests.support.tables import start_program

ANA, BART = ParticipantState(1, "Ana", "hoops", is_ready=True), ParticipantState(2, "Bart", "straw", is_ready=True)
MO = ParticipantState(5, "Mo", "scarf", is_spectator=True)


@pytest.fixture
def room(tmp_path: Path) -> tuple[Pilot, QueuedTransport, RoomScreen]:
    """Return the room of a host alone, who has moved the focus to the level of the first free chair."""
    pilot = Pilot(tmp_path)
    transport = join_room(pilot.app, 1, roster("big_two", [ANA]))
    pilot.app.go(OnlineRoom())
    screen = pilot.expect(RoomScreen)
    for _ in range(40):
        pilot.press_keys(pygame.K_TAB)
        if isinstance(screen.root.focus, Segmented):
            return pilot, transport, screen
    raise AssertionError("Tab doesn't reach the level")


def find_kick_button(screen: Screen) -> Button:
    icons = {one.icon: one for one in screen.root.focus_order() if isinstance(one, Button)}
    return icons["cross"]


def test_enter_for_level_does_not_kick_friend_who_joins(room: tuple[Pilot, QueuedTransport, RoomScreen]) -> None:
    pilot, transport, screen = room
    transport.pending.append(roster("big_two", [ANA, BART]))  # Bart takes the chosen chair
    pilot.run_frames(3)
    assert screen.root.focus is not find_kick_button(screen)
    pilot.press_keys(pygame.K_RETURN)
    assert not any(isinstance(one, Kick) for one in transport.sent)


def test_click_for_level_does_not_kick_friend_who_joins(room: tuple[Pilot, QueuedTransport, RoomScreen]) -> None:
    pilot, transport, screen = room
    transport.pending.append(roster("big_two", [ANA, BART]))
    pilot.run_frames(3)
    pilot.click(find_kick_button(screen).rect.center)
    assert not any(isinstance(one, Kick) for one in transport.sent)
    pilot.run_frames(30)
    pilot.click(find_kick_button(screen).rect.center)
    assert transport.sent[-1] == Kick(BART.number), "but later it does"


def test_focus_stays_or_goes_to_nearest_neighbour(room: tuple[Pilot, QueuedTransport, RoomScreen]) -> None:
    pilot, transport, screen = room
    transport.pending.append(roster("big_two", [ANA, MO]))
    pilot.run_frames(3)
    assert isinstance(screen.root.focus, Segmented), "a spectator changes nothing in the panel"
    transport.pending.append(roster("big_two", [ANA, BART]))
    pilot.run_frames(3)
    heir = screen.root.focus
    assert isinstance(heir, SeatPlate) and heir.name == "Ana"


def test_name_and_deal_number_being_typed_survive_change_of_chairs(tmp_path: Path) -> None:
    pilot = start_program(tmp_path)
    screen = SeatingScreen(pilot.app, "gurch")
    pilot.app.go(screen)
    screen.toggle_more()

    def type_in(field: Widget, text: str) -> None:
        pilot.click(field.rect.center)
        pilot.write(text)

    def edited_text() -> str | None:
        focus = screen.root.focus
        return focus.text if isinstance(focus, TextField) and focus.is_editing else None

    def names_on_plates() -> list[str]:
        return [one.name for one in screen.root.focus_order() if isinstance(one, SeatPlate)]

    name, number = (one for one in screen.root.focus_order() if isinstance(one, TextField))
    type_in(name, "An a")
    assert edited_text() == "An a" and "An a" in names_on_plates()
    screen.set_seats(5)
    assert edited_text() == "An a" and "An a" in names_on_plates()
    type_in(number, "7")
    assert pilot.app.settings.name == "An a"
    typed = edited_text()
    screen.choose_chair(1)
    assert edited_text() == typed is not None
