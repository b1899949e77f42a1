"""One real window under Xvfb with a real mouse pointer: drag, refusal, resizing while cards fly, kill and continue.

On Wayland the program only has to open its window.

All other tests run in process. These ones wait for other programs, so they alone use the clock.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

import main
from engine.cards import Card
from engine.game import Game
from engine.match.match import Match
from engine.match.record import PERSON, Chair, Record
from engine.moves import Pile
from engine.profile.storage import Profile
from engine.profile.window_placement import Placement, WindowPlacementStore
from engine.work.thinking import Thinker
from scenes.table.layouts import LAYOUTS
from scenes.table.model.choice import Choice
from scenes.table.model.positions import Canvas
from scenes.table.model.table_model import TableModel
from scenes.ui.timeline import Timeline
from tests.support.processes import kill
from tests.support.records import load_match

ROOT = Path(__file__).resolve().parent.parent
NEEDED_PROGRAMS = ("Xvfb", "xdotool")
TIMEOUT_SECONDS = 30.0
"""Maximum seconds to wait for the other program."""
SMALL_WINDOW = (1000, 640)

on_x11 = pytest.mark.skipif(
    any(shutil.which(name) is None for name in NEEDED_PROGRAMS),
    reason=f"needs {' and '.join(NEEDED_PROGRAMS)} (X11 only)",
)


def wait_until(what: str, ready: Callable[[], object]) -> None:
    """Wait for a condition in another process, at most ``TIMEOUT_SECONDS``."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not ready():
        assert time.monotonic() < end, f"never happened: {what}"
        time.sleep(0.05)


@pytest.fixture
def display() -> Iterator[str]:
    """Name of a new X display."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x900x24", "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as pipe:
        number = pipe.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


class ProgramWindow:
    """Program in its window, in another process."""

    def __init__(self, display: str, folder: Path) -> None:
        self.profile = Profile(folder)
        self.environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
        self.size = (1280, 720)
        WindowPlacementStore(self.profile).save(Placement(self.size, (0, 0)))
        command = [sys.executable, "main.py", "--profile", str(folder)]
        self.program = subprocess.Popen(command, cwd=ROOT, env=self.environment)
        wait_until("the window opens", lambda: self.run_xdotool("search", "--onlyvisible", "--class", "house-rules"))
        self.id = self.run_xdotool("search", "--onlyvisible", "--class", "house-rules").split()[0]
        time.sleep(1.0)

    def run_xdotool(self, *words: str) -> str:
        """Run an xdotool command."""
        done = subprocess.run(
            ["xdotool", *words],
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT_SECONDS,
        )
        return done.stdout.strip()

    def move_pointer(self, at: tuple[float, float]) -> None:
        """Move the pointer to a logical position in the window."""
        scale = min(self.size[0] / 1280, self.size[1] / 720)
        x, y = round(at[0] * scale), round(at[1] * scale)
        self.run_xdotool("mousemove", "--window", self.id, str(x), str(y))

    def click(self, at: tuple[float, float]) -> None:
        self.move_pointer(at)
        self.run_xdotool("click", "1")

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.move_pointer(start)
        self.run_xdotool("mousedown", "1")
        for i in range(1, 9):
            self.move_pointer((start[0] + (end[0] - start[0]) * i / 8, start[1] + (end[1] - start[1]) * i / 8))
            time.sleep(0.02)
        time.sleep(0.4)
        self.run_xdotool("mouseup", "1")

    def resize(self, size: tuple[int, int]) -> None:
        self.run_xdotool("windowsize", self.id, *map(str, size))
        self.size = size

    @property
    def record(self) -> Record:
        """Match on disk."""
        record, notices = load_match(self.profile)
        assert record is not None, notices
        return record

    def stage(self) -> TableModel:
        """Return a copy of the program's table in this process, for the positions of cards and piles."""
        scale = min(self.size[0] / 1280, self.size[1] / 720)
        canvas = Canvas(self.size[0] / scale, self.size[1] / scale)
        match = Match(self.record, lambda _: None, Thinker(process=False))
        stage = TableModel(match, LAYOUTS[match.game.slug], canvas, lambda _: None, Timeline())
        stage.show_match()
        stage.choice = Choice(match.game.view(0), 0, stage.layout)
        return stage

    def is_own_turn(self) -> bool:
        return 0 in self.record.replay().seats_to_act()

    def close(self) -> None:
        if self.program.poll() is None:
            self.program.kill()
        self.program.wait()


def card_position(model: TableModel, card: Card) -> tuple[float, float]:
    key = model.find_token_id(card)
    assert key is not None
    pose = model.rest_pose(key)
    return pose.x - pose.width / 2 + 12, pose.y - pose.height / 2 + 20


def playable_and_unplayable(game: Game) -> tuple[list[Card], list[Card]]:
    """Return the playable and the other cards of seat 0's hand."""
    singles = {move.cards[0] for move in game.legal_moves(0) if len(move.cards) == 1}
    kinds = {game.equivalence_key(card) for card in singles}
    hand = game.cards(Pile("hand", 0))
    return [card for card in hand if game.equivalence_key(card) in kinds], [
        c for c in hand if game.equivalence_key(c) not in kinds
    ]


def match_at_turn() -> Record:
    """Return a match of Palácio at the player's turn, with playable and other cards in hand."""
    for seed in range(500):
        record = Record("palacio", 3, seed, None, (Chair(PERSON), Chair("rafa", "easy"), Chair("mei", "easy")))
        record.options = record.games["palacio"].Options()
        game = record.initial_position()
        while game.ask is not None and len(record.moves) < 12:
            if len(game.ask.seats) == 1 and game.ask.seats[0] == 0 and all(playable_and_unplayable(game)):
                return record
            seat = game.seats_to_act()[0]
            move = game.legal_moves(seat)[0]
            game.play(move)
            record.append(move)
    raise AssertionError("no such deal")


@on_x11
def test_match_is_played_with_mouse_in_real_window(display: str, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text(
        'speed = "4"\npace = "quick"\nauto_answer = false\ncoach = "off"\nlanguage = "en"\n'
    )
    Profile(tmp_path).save_match(match_at_turn())
    before = len(match_at_turn().moves)
    window = ProgramWindow(display, tmp_path)
    try:
        window.click((164, 666))  # the Continue button
        time.sleep(1.5)
        stage = window.stage()
        good, bad = playable_and_unplayable(stage.match.game)
        pile = stage.pile_geometry(Pile("pile"))
        assert pile is not None
        window.drag(card_position(stage, bad[0]), (pile.x, pile.y))
        time.sleep(1.0)
        assert len(window.record.moves) == before, "an illegal card isn't played"
        window.drag(card_position(stage, good[0]), (pile.x, pile.y))
        wait_until("the legal card is played", lambda: len(window.record.moves) > before)
        assert window.record.moves[before].cards == (good[0],)

        for size in ((1100, 700), (960, 540), SMALL_WINDOW):  # while cards fly and opponents act
            window.resize(size)
            time.sleep(0.1)
        wait_until("the turn comes round at the new size", window.is_own_turn)
        time.sleep(1.0)
        assert window.program.poll() is None, "resizing doesn't end the program"

        moves = window.record.moves
        kill(window.program.pid)
        window.close()
        assert load_match(Profile(tmp_path))[0] is not None
        window = ProgramWindow(display, tmp_path)
        window.click((164, 666))
        time.sleep(1.5)
        assert window.record.moves[: len(moves)] == moves, "killing loses no moves"
        move = window.record.replay().legal_moves(0)[0]
        stage = window.stage()
        if move.cards:
            window.drag(card_position(stage, move.cards[0]), (pile.x, pile.y))
        else:
            window.run_xdotool("key", "1")
        wait_until("the match goes on", lambda: len(window.record.moves) > len(moves))
    finally:
        window.close()


# --- Wayland ----------------------------------------------------------------------------------------------------------

TWO_PICTURES_CODE = """
import sys
import pygame
import main
import scenes.app
step = scenes.app.App.step
def seen(app, dt, events):
    app.drawn = getattr(app, "drawn", 0) + step(app, dt, events)
    if app.drawn == 2:
        window = app.window
        scale = window.surface.get_width() / window.system.size[0]
        wide = window.system.size[0] == pygame.display.get_desktop_sizes()[0][0]
        print(pygame.display.get_driver(), window.wait(0.001), scale, "as wide as the screen" if wide else "")
        app.quit()
    return True
scenes.app.App.step = seen
raise SystemExit(main.main(["--profile", sys.argv[1]]))
"""
"""Program that ends after its second picture."""


has_weston = pytest.mark.skipif(shutil.which("weston") is None, reason="needs weston (Wayland only)")


@has_weston
@pytest.mark.parametrize("more", [{}, {"SDL_FRAMEBUFFER_ACCELERATION": "0"}, {"SDL_FRAMEBUFFER_ACCELERATION": "1"}])
def test_program_starts_on_wayland_without_x(more: dict[str, str], tmp_path: Path) -> None:
    assert run_on_wayland(tmp_path, more=more) == "wayland True 1.0"


@has_weston
@pytest.mark.parametrize(("setting", "maximised"), [("false", False), ("false", True), ("true", False)])
def test_at_200_per_cent_program_draws_every_pixel(setting: str, maximised: bool, tmp_path: Path) -> None:
    """A window that fills the screen at once must not break Wayland's rules."""
    folder = tmp_path / "profile"
    folder.mkdir()
    (folder / "settings.toml").write_text(f"fullscreen = {setting}\n")
    WindowPlacementStore(Profile(folder)).save(Placement((1000, 600), None, maximised))
    fills = " as wide as the screen" if maximised or setting == "true" else ""
    assert run_on_wayland(tmp_path, "--scale=2", "--width=1600", "--height=1000") == f"wayland True 2.0{fills}"


def run_on_wayland(tmp_path: Path, *weston_options: str, more: Mapping[str, str] = MappingProxyType({})) -> str:
    """Run ``TWO_PICTURES_CODE`` on Wayland, without X unless ``more`` names a display; return the last line of its
    output."""
    with wayland(tmp_path, *weston_options) as environment:
        done = run_to_end({**environment, **more}, "-c", TWO_PICTURES_CODE, str(tmp_path / "profile"))
    assert done.returncode == 0 and done.stdout, done.stderr
    return str(done.stdout).splitlines()[-1].strip()


@contextlib.contextmanager
def wayland(tmp_path: Path, *weston_options: str) -> Iterator[dict[str, str]]:
    """Run a Wayland desktop without X; yield its environment."""
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    named = {"DISPLAY", "SDL_VIDEODRIVER", "SDL_FRAMEBUFFER_ACCELERATION"}
    kept = {key: value for key, value in os.environ.items() if key not in named}
    environment = {**kept, "XDG_RUNTIME_DIR": str(runtime), "SDL_AUDIODRIVER": "dummy"}
    command = ["weston", "--backend=headless-backend.so", "--socket=table", "--idle-time=0", *weston_options]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, env=environment, **quiet) as weston:  # type: ignore[call-overload]
        try:
            wait_until("weston has started", (runtime / "table").exists)
            yield environment | {"WAYLAND_DISPLAY": "table"}
        finally:
            weston.terminate()


def run_to_end(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments; return the finished process."""
    command = [sys.executable, *words]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=TIMEOUT_SECONDS
    )


WITHOUT_OPENGL = {"SDL_VIDEO_EGL_DRIVER": "/nowhere.so"}


@has_weston
def test_wayland_without_opengl_gives_readable_message(tmp_path: Path) -> None:
    """SDL has no other way to show a picture there, and crashes looking for one."""
    with wayland(tmp_path) as environment:
        done = run_to_end(environment | WITHOUT_OPENGL, "main.py", "--profile", str(tmp_path / "profile"))
    assert (done.returncode, done.stderr) == (1, f"{main.NO_OPENGL}\n")


@has_weston
@on_x11
def test_wayland_without_opengl_falls_back_to_x11(display: str, tmp_path: Path) -> None:
    assert run_on_wayland(tmp_path, more={**WITHOUT_OPENGL, "DISPLAY": display}) == "x11 True 1.0"


@on_x11
@pytest.mark.skipif(shutil.which("xwininfo") is None, reason="needs xwininfo")
@pytest.mark.parametrize("words", [["--profile", "{file}"], ["{file}-missing"]])
def test_refused_start_is_shown_in_box(words: list[str], display: str, tmp_path: Path) -> None:
    """Nobody sees the terminal of a program that was started by an icon."""
    (tmp_path / "file").touch()
    environment = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11"}
    command = [sys.executable, "main.py", *(word.format(file=tmp_path / "file") for word in words)]
    program = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE)

    def find_box() -> str:
        tree = subprocess.run(
            ["xwininfo", "-root", "-tree"], env=environment, capture_output=True, text=True, check=False
        )
        return next((line.split()[0] for line in tree.stdout.splitlines() if '"House Rules"' in line), "")

    wait_until("the box opens", find_box)
    assert program.poll() is None
    subprocess.run(["xdotool", "key", "--window", find_box(), "Return"], env=environment, check=True)
    _, text = program.communicate(timeout=TIMEOUT_SECONDS)
    assert program.returncode == 2 and str(tmp_path / "file").encode() in text
