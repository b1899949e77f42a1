"""The program in a real window, measured from outside: ``python -m tests.bench.real_window start|home|table [--tree
DIR]``.

The window opens on an X server of its own (Xvfb), whose picture lies in a file: the first picture is what a player
would see first. Processor time is that of all threads of the program and of its helpers. Nothing in the program knows
that it is measured. With ``--tree`` another checkout is measured, by this Python.
"""

import argparse
import contextlib
import json
import mmap
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from engine.match.match import Match
from engine.profile.storage import Profile
from engine.profile.window_placement import Placement, WindowPlacement
from engine.work.thinking import Thinker
from scenes.selftest.selftest import new_record

ROOT = Path(__file__).resolve().parents[2]
SCREEN, WINDOW = (1366, 768), (1280, 720)
STABLE_SECONDS, TIMEOUT_SECONDS = 2.0, 30.0
"""Seconds without a change after which a start is over, and to wait for the first picture."""
SETTLE_SECONDS, IDLE_SECONDS = 10.0, 10.0
"""Seconds without input before idleness is measured, and during which it is measured."""
SAMPLED_ROWS = 24
"""Number of rows of the screen that are compared."""
MIN_COLOURS = 40
"""Minimum number of colours of a picture; an empty window has one or two."""
CONTINUE_BUTTON = (164, 666)
"""Where the button that continues the saved match is, pixels."""


class NoWindowError(Exception):
    """The program can't be measured in a window here; the message says why."""


class StartTimes(NamedTuple):
    """A start: milliseconds to the first picture and to the last change, and of processor until it rests."""

    first: float
    stable: float
    processor: float


@contextlib.contextmanager
def screen() -> Iterator[tuple[str, mmap.mmap]]:
    """An X display of its own and its picture.

    Raises:
        NoWindowError: there is no Xvfb.
    """
    if sys.platform != "linux" or not shutil.which("Xvfb"):
        raise NoWindowError("a real window is measured with Xvfb, on Linux")
    with tempfile.TemporaryDirectory() as folder:
        reading, writing = os.pipe()
        size = f"{SCREEN[0]}x{SCREEN[1]}x24"
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-fbdir", folder, "-nolisten", "tcp"]
        server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
        os.close(writing)
        try:
            with os.fdopen(reading) as pipe:
                number = pipe.readline().strip()
            with (
                Path(folder, "Xvfb_screen0").open("rb") as file,
                mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as picture,
            ):
                yield f":{number}", picture
        finally:
            server.terminate()
            server.wait()


@contextlib.contextmanager
def running(command: Sequence[str | Path], display: str, folder: Path, tree: Path) -> Iterator[int]:
    """The program on a display, in a window of ``WINDOW``; yields its process id."""
    WindowPlacement(Profile(folder)).save(Placement(WINDOW, (0, 0)))
    named = {"PYTHONDONTWRITEBYTECODE", "WAYLAND_DISPLAY"}  # players have compiled modules
    kept = {key: value for key, value in os.environ.items() if key not in named}
    more = {"DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
    program = subprocess.Popen([*command, "--profile", folder], cwd=tree, env=kept | more)
    try:
        yield program.pid
    finally:
        program.terminate()
        try:
            program.wait(5)
        except subprocess.TimeoutExpired:
            program.kill()


def sample(picture: mmap.mmap) -> bytes:
    """Some rows of the screen, spread over all of it."""
    wide = SCREEN[0] * 4
    head = len(picture) - wide * SCREEN[1]
    every = SCREEN[1] // SAMPLED_ROWS
    return b"".join(picture[head + row * wide : head + (row + 1) * wide] for row in range(every // 2, SCREEN[1], every))


def count_colours(rows: bytes) -> int:
    """Number of colours among every 16th pixel."""
    return len({rows[at : at + 4] for at in range(0, len(rows), 64)})


def process_tree(pid: int) -> list[int]:
    """A process and all that it has started."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            for child in (task / "children").read_text().split():
                found += process_tree(int(child))
    return found


def processor_seconds(pid: int) -> float:
    """Seconds of processor time of all threads of a process, and of all that it has started.

    The first field of ``schedstat`` counts nanoseconds; ``stat`` counts hundredths of a second.
    """
    total = 0
    for one in process_tree(pid):
        for task in Path(f"/proc/{one}/task").iterdir():
            with contextlib.suppress(OSError):
                total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def measure_start(command: Sequence[str | Path], tree: Path) -> StartTimes:
    """Start the program with a new profile and watch it until it rests.

    Raises:
        NoWindowError: there is no Xvfb, or the program shows nothing.
    """
    with screen() as (display, picture), tempfile.TemporaryDirectory() as folder:
        before = sample(picture)
        began = time.perf_counter()
        first = stable = 0.0
        with running(command, display, Path(folder, "profile"), tree) as pid:
            while (now := time.perf_counter() - began) < (stable + STABLE_SECONDS if first else TIMEOUT_SECONDS):
                rows = sample(picture)
                if rows != before:
                    before, stable = rows, now
                    first = first or (now if count_colours(rows) >= MIN_COLOURS else 0.0)
                time.sleep(0.002)
            used = processor_seconds(pid)
        if not first:
            raise NoWindowError("the program showed no picture")
        return StartTimes(first * 1000, stable * 1000, used * 1000)


def measure_idle_percent(where: str, command: Sequence[str | Path], tree: Path) -> float:
    """Per cent of a core that the program takes at ``home`` or at a ``table`` while nobody does anything.

    Raises:
        NoWindowError: there is no Xvfb, or no xdotool to go to the table with.
    """
    if where == "table" and not shutil.which("xdotool"):
        raise NoWindowError("xdotool has to go to the table")
    with screen() as (display, picture), tempfile.TemporaryDirectory() as folder:
        if where == "table":
            save_own_turn(Path(folder))
        with running(command, display, Path(folder), tree) as pid:
            while count_colours(sample(picture)) < MIN_COLOURS:
                time.sleep(0.1)
            time.sleep(STABLE_SECONDS)
            if where == "table":
                home = sample(picture)
                words = ["mousemove", *map(str, CONTINUE_BUTTON), "click", "1", "mousemove", "640", "400"]
                subprocess.run(["xdotool", *words], env=os.environ | {"DISPLAY": display}, check=True)
                time.sleep(STABLE_SECONDS)
                if sample(picture) == home:
                    raise NoWindowError("the table wasn't reached")
            time.sleep(SETTLE_SECONDS)
            before, began = processor_seconds(pid), time.perf_counter()
            time.sleep(IDLE_SECONDS)
            return (processor_seconds(pid) - before) / (time.perf_counter() - began) * 100


def save_own_turn(folder: Path) -> None:
    """Save a match in a profile in which the player has to answer."""
    record = new_record("palacio", 7)
    with Thinker(process=False) as thinker:
        match = Match(record, lambda _: None, thinker)
        while not match.person_to_move():
            move = match.poll_computer_move()
            if move is not None:
                match.play(move)
    Profile(folder).save_match(record)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.real_window", description=__doc__)
    parser.add_argument("what", choices=("start", "home", "table"))
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--built", action="store_true", help="the program in its dist/, not its source")
    chosen = parser.parse_args(words)
    command = (chosen.tree / "dist/house-rules/house-rules",) if chosen.built else (sys.executable, "main.py")
    for _ in range(chosen.runs):
        if chosen.what == "start":
            print(json.dumps(measure_start(command, chosen.tree)._asdict()), flush=True)
        else:
            print(json.dumps({chosen.what: measure_idle_percent(chosen.what, command, chosen.tree)}), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
