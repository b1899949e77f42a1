"""A player at a real window with a real mouse; ``tests.online.two_windows`` starts two of them.

The window is the program's. Its events come from the X server, where ``xdotool`` moves the mouse.
"""

import argparse
import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pygame

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.characters import CHARACTERS
from engine.moves import Move
from engine.online.guest.guest_state import Guest
from engine.online.protocol.invitation import to_code
from engine.online.protocol.messages import SubstituteBot, TableConfig
from engine.profile.storage import Profile
from engine.rng import Rng
from engine.work.thinking import Thinker
from scenes.app import App
from scenes.routes import build_scene
from scenes.screens.lobby.room_screen import RoomScreen
from scenes.screens.lobby.tiles import GameTile, OnlineTableRow
from scenes.screens.online_match.menu import possible_hosts
from scenes.screens.online_match.online_mode import OnlineMode
from scenes.screens.results.results_screen import ResultsScreen
from scenes.selftest import pilot
from scenes.shell.destinations import Home, OnlineLobby
from scenes.shell.dialog import Dialog
from scenes.shell.prerenderer import FRAME_SECONDS
from scenes.shell.screen import Screen
from scenes.shell.window.event_wait import wake_window
from scenes.table.table import Table
from scenes.ui.widgets import SeatPlate, TextField, Widget
from scenes.work import online_session_factory
from tests.support.records import minimum_options

CLICK_SECONDS = 0.15
"""Seconds to wait after a click."""
SEAT_COUNT = 4
"""Number of seats: two persons and two bots."""
OWN_PORT = 47_769
"""Port of opened tables. Other programs may take the usual one while a window is closed."""
HAND_OVER_FILE, CLOSE_FILE = "hand_over", "close"
"""File beside the state file that makes the host hand the table over, and suffix of one that closes the window."""
HURRY_AFTER_SECONDS = 900.0
"""Maximum seconds of a match."""


class ClosedError(Exception):
    """The window was closed."""


class Mouse:
    """The mouse of this X server."""

    def __init__(self) -> None:
        self._tool = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, text=True)

    def do(self, line: str) -> None:
        """Run a command of xdotool."""
        assert self._tool.stdin is not None
        self._tool.stdin.write(line + "\n")
        self._tool.stdin.flush()


class MousePilot(pilot.Pilot[App]):
    """A pilot in real time that uses the mouse."""

    def __init__(self, app: App, close_file: Path) -> None:
        super().__init__(app)
        self.mouse = Mouse()
        self._close_file = close_file
        self._last = time.perf_counter()

    def step(self, events: Sequence[pygame.Event] = (), elapsed_ms: float = pilot.FRAME_MS) -> None:
        """Advance the program by a frame with the window's events, as its main loop does."""
        now = time.perf_counter()
        if self._close_file.exists():
            self._close_file.unlink()
            pygame.event.post(pygame.Event(pygame.QUIT))  # as SDL does when the title bar's button is clicked
        elapsed, self._last = now - self._last, now
        self.app.loop.advance(min(elapsed * 1000, 100.0), pygame.event.get())
        if not self.app.is_running:
            raise ClosedError
        time.sleep(max(0.001, FRAME_SECONDS - (time.perf_counter() - now)))

    def wait(self, seconds: float) -> None:
        """Step for a number of seconds."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self.step()

    def _at(self, at: tuple[float, float]) -> str:
        scale = self.app.top.renderer.scale
        return f"mousemove {round(at[0] * scale)} {round(at[1] * scale)}"

    def press(self, at: tuple[float, float]) -> None:
        self.mouse.do(self._at(at))
        self.wait(0.03)
        self.mouse.do("mousedown 1")
        self.wait(0.05)

    def move(self, at: tuple[float, float]) -> None:
        self.mouse.do(self._at(at))
        self.step()

    def release(self, at: tuple[float, float]) -> None:
        self.mouse.do(self._at(at))
        self.wait(0.03)
        self.mouse.do("mouseup 1")
        self.wait(0.05)

    def click(self, at: tuple[float, float]) -> None:
        self.press(at)
        self.release(at)
        self.wait(CLICK_SECONDS)

    def enter(self) -> None:
        self.mouse.do("key Return")
        self.wait(CLICK_SECONDS)

    def write(self, text: str) -> None:
        """Type text on the keyboard."""
        self.mouse.do(f"type --delay 8 {text}")
        self.wait(0.02 * len(text) + 0.3)

    @property
    def guest(self) -> Guest:
        """The player's guest state of the table."""
        assert self.app.online_session is not None and self.app.online_session.guest is not None
        guest: Guest = self.app.online_session.guest
        return guest

    # --- screens ----------------------------------------------------------------------------------------------------

    def widgets(self) -> Iterator[Widget]:
        """Yield the widgets of the top screen."""
        top = self.app.top
        assert isinstance(top, Screen)
        yield from (one.node for one in top.root.placed)

    def press_button(self, key: str) -> bool:
        """Click the button with this text; return False if there is none."""
        text = self.app.words(key)
        for widget in self.widgets() if isinstance(self.app.top, Screen) else ():
            if getattr(widget, "label", None) == text and widget.enabled:
                self.click(widget.rect.center)
                return True
        return False

    def wait_for_scene(self, wanted: type, seconds: float = 60.0) -> None:
        end = time.perf_counter() + seconds
        while not isinstance(self.app.top, wanted):
            self.step()
            if time.perf_counter() > end:
                raise pilot.StuckError(f"the top scene is {type(self.app.top).__name__}, not {wanted.__name__}")


def chosen_move(table: Table, seed: int) -> Move:
    """Return the move of an easy bot."""
    choice = table.model.choice
    assert choice is not None
    return final_thought(bot_for(table.match.game.slug, "easy"), choice.view, choice.seat, Rng(seed)).move


def play(person: MousePilot, state: Path) -> None:
    """Play until the result of a match is shown.

    When the file ``HAND_OVER_FILE`` exists, the host ends the match and hands the table over, and the next match is
    played.
    """
    begun, answered = time.perf_counter(), 0
    request_file = state.with_name(HAND_OVER_FILE)
    while time.perf_counter() - begun < HURRY_AFTER_SECONDS:
        person.step()
        if request_file.exists() and isinstance(person.app.top, Table) and person.guest.is_host:
            request_file.unlink()
            hand_over(person)
        top = person.app.top
        if isinstance(top, ResultsScreen):
            if top.is_match_over:
                state.write_text("over", encoding="utf-8")
                person.wait(3.0)
                return
            person.wait(1.2)
            person.enter()
        elif isinstance(top, Dialog):
            if not person.press_button("online.offer.yes"):
                person.enter()
        elif isinstance(top, RoomScreen):
            be_ready(person)
        elif isinstance(top, Table):
            play_here = top.mode
            assert isinstance(play_here, OnlineMode)
            calm = top.model.choice is not None and not top.model.director.is_busy and not play_here.will_auto_answer
            if calm and not play_here.is_page_opening:
                answered += 1
                state.write_text(f"answer {answered}", encoding="utf-8")
                person.wait(0.15)
                if top.model.choice is not None:
                    answer(person, chosen_move(top, answered))
    raise pilot.StuckError(f"the match is not over after {HURRY_AFTER_SECONDS:.0f} s")


def hand_over(person: MousePilot) -> None:
    """End the match, and hand the table over to the first other guest."""
    person.mouse.do("key Escape")
    person.wait_for_scene(Dialog)
    assert person.press_button("elsewhere.break_off.button")
    person.wait_for_scene(Dialog)
    person.wait(0.5)
    assert person.press_button("elsewhere.break_off.yes")
    person.wait_for_scene(RoomScreen)
    person.wait(0.5)
    name = possible_hosts(person.guest)[0][1]
    plate = next(one for one in person.widgets() if isinstance(one, SeatPlate) and one.name == name)
    person.click(plate.rect.center)
    while not isinstance(person.app.top, Dialog):  # the lobby may change below the mouse
        person.press_button("online.chair.hand")
    assert person.press_button("online.hand.yes")
    end = time.perf_counter() + 30.0
    while person.guest.is_host and time.perf_counter() < end:
        person.step()


def be_ready(person: MousePilot) -> None:
    """Be ready in the lobby, or start the match when the friend is connected."""
    person.wait(1.0)
    roster = person.guest.roster
    if person.guest.is_host:
        if roster is not None and sum(one.is_connected for one in roster.participants) > 1:
            person.press_button("online.room.start")
    else:
        person.press_button("online.room.ready")


def answer(person: MousePilot, move: Move) -> None:
    """Make a move by mouse, and confirm it if the program asks."""
    table = person.table
    try:
        person.play_by_mouse(move)
    except (pilot.StuckError, StopIteration):  # the time was over, or the layout changed meanwhile
        table.hand_controller.cancel()
        return
    if isinstance(person.app.top, Dialog):
        person.mouse.do("key Tab")
        person.wait(0.1)
        person.enter()


def return_to_table(person: MousePilot) -> None:
    """Return to the player's table from the home screen, or from the online screen's list."""
    person.app.go(Home())
    person.wait(0.5)
    if person.press_button("app.home.continue"):
        return
    person.app.go(OnlineLobby())
    person.wait(0.5)
    row = next(one for one in person.widgets() if isinstance(one, OnlineTableRow))
    person.click(row_centre(person, row))


def row_centre(person: MousePilot, row: OnlineTableRow) -> tuple[float, float]:
    """Return the centre of a list's row, in window coordinates."""
    assert isinstance(person.app.top, Screen)
    return person.app.top.root.place_of(row).screen_area.center


def open_table(person: MousePilot, slug: str, out: Path, *, whole: bool) -> None:
    """Open a table by the program's screens, and wait until the friend is ready."""
    tile = next(one for one in person.widgets() if isinstance(one, GameTile) and one.slug == slug)
    person.click(tile.rect.center)
    assert person.press_button("online.open.button")
    session = person.app.online_session
    assert session is not None
    while not (session.is_joined and session.own_table_invitations):
        person.step()
    invitation = session.own_table_invitations[0]._replace(address="127.0.0.1")
    (out / "invitation.part").write_text(to_code(invitation), encoding="utf-8")
    (out / "invitation.part").replace(out / "invitation.txt")
    chairs = tuple(SubstituteBot(character, "easy") for character in list(CHARACTERS)[:SEAT_COUNT])
    session.send([TableConfig(slug, SEAT_COUNT, {} if whole else minimum_options(slug), chairs, {"pace": "quick"})])
    guest = session.guest
    assert guest is not None
    while guest.roster is None or sum(one.is_connected for one in guest.roster.participants) < 2:
        person.step()
    while not all(one.is_ready or one.number == guest.number for one in guest.roster.participants):
        person.step()
    person.wait(1.0)
    assert person.press_button("online.room.start")


def join_table(person: MousePilot, out: Path) -> None:
    """Join the table by typing the friend's invitation."""
    while not (out / "invitation.txt").exists():
        person.step()
    field = next(one for one in person.widgets() if isinstance(one, TextField))
    person.click(field.rect.center)
    person.write((out / "invitation.txt").read_text(encoding="utf-8"))
    assert person.press_button("online.join.button")
    session = person.app.online_session
    assert session is not None
    while not session.is_joined:
        person.step()
    person.wait(1.5)
    assert person.press_button("online.room.ready")


def main() -> int:
    """Play a match; return exit status 0 when it is over."""
    parser = argparse.ArgumentParser()
    parser.add_argument("action", choices=("open", "join", "return"))
    parser.add_argument("--game", required=True)
    parser.add_argument("--as", dest="name", required=True, help="name of the state file")
    parser.add_argument("--whole", action="store_true", help="play by the standard house rules, not a short match")
    parser.add_argument("--profile", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--size", required=True)
    arguments = parser.parse_args()
    width, height = map(int, arguments.size.split("x"))
    pygame.init()
    app = App(Profile(arguments.profile), Thinker(), build_scene, (width, height))
    app.online_session = online_session_factory.create_online_session(
        app.profile, app, app.visited, wake_window, app.unix_seconds(), port=OWN_PORT
    )
    state = arguments.out / f"{arguments.name}.state"
    person = MousePilot(app, state.with_suffix(f".{CLOSE_FILE}"))
    app.go(Home())
    person.wait(0.5)
    app.go(OnlineLobby())
    person.wait(0.5)
    state.write_text("room", encoding="utf-8")
    with contextlib.suppress(ClosedError):
        join_and_play(person, arguments, state)
    app.release_everything()
    return 0


def join_and_play(person: MousePilot, arguments: argparse.Namespace, state: Path) -> None:
    """Open, join or return to a table and play.

    Raises:
        ClosedError: the window was closed.
    """
    if arguments.action == "open":
        open_table(person, arguments.game, arguments.out, whole=arguments.whole)
    elif arguments.action == "join":
        join_table(person, arguments.out)
    else:
        return_to_table(person)
    person.wait_for_scene(Table)
    state.write_text("table", encoding="utf-8")
    play(person, state)
    state.write_text("done", encoding="utf-8")
    person.wait(4.0)


if __name__ == "__main__":
    sys.exit(main())
