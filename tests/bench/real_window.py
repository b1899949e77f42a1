"""Measures the program in a real window from outside: ``python -m tests.bench.real_window start|home|table [--tree
DIR]``.

The window opens on a new X server (Xvfb), whose framebuffer is a file. The first picture there is the first one a
player sees. CPU time is that of all threads of the program and of its helper processes. The program needs no code for
the measurement. With ``--tree`` another checkout is measured, by this Python.
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
from engine.profile.window_placement import Placement, WindowPlacementStore
from engine.work.thinking import Thinker
from scenes.selftest.selftest import new_record

ROOT = Path(__file__).resolve().parents[2]
SCREEN, WINDOW = (1366, 768), (1280, 720)
STABLE_SECONDS, TIMEOUT_SECONDS = 2.0, 30.0
"""Seconds without a change that end a start, and maximum seconds to wait for the first picture."""
SETTLE_SECONDS, IDLE_SECONDS = 10.0, 10.0
"""Seconds without input before the idle load is measured, and seconds of the measurement."""
SAMPLED_ROWS = 24
"""Number of screen rows to compare."""
MIN_COLOURS = 40
"""Minimum number of colours of a picture; an empty window has one or two."""
CONTINUE_BUTTON = (164, 666)
"""Position of the button that resumes the saved match, pixels."""


class NoWindowError(Exception):
    """The program can't be measured in a window here; the message gives the reason."""


class StartTimes(NamedTuple):
    """A start: milliseconds to the first picture and to the last change, and CPU milliseconds until it rests."""

    first: float
    stable: float
    processor: float


@contextlib.contextmanager
def screen(depth: int = 24) -> Iterator[tuple[str, mmap.mmap]]:
    """Run an X server with ``depth`` bits of colour; yield its display and its framebuffer.

    Raises:
        NoWindowError: Xvfb is missing.
    """
    if sys.platform != "linux" or not shutil.which("Xvfb"):
        raise NoWindowError("measuring a real window needs Xvfb on Linux")
    with tempfile.TemporaryDirectory() as folder:
        reading, writing = os.pipe()
        size = f"{SCREEN[0]}x{SCREEN[1]}x{depth}"
        options = ["-screen", "0", size, "-fbdir", folder, "-nolisten", "tcp", "-noreset"]
        command = ["Xvfb", "-displayfd", str(writing), *options]
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
    """Run the program on a display, in a window of ``WINDOW``; yield its process id."""
    WindowPlacementStore(Profile(folder)).save(Placement(WINDOW, (0, 0)))
    named = {"PYTHONDONTWRITEBYTECODE", "WAYLAND_DISPLAY"}  # players have compiled modules
    environment = {key: value for key, value in os.environ.items() if key not in named}
    more = {"DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
    program = subprocess.Popen([*command, "--profile", folder], cwd=tree, env=environment | more)
    try:
        yield program.pid
    finally:
        program.terminate()
        try:
            program.wait(5)
        except subprocess.TimeoutExpired:
            program.kill()


def sample(picture: mmap.mmap) -> bytes:
    """Return some rows of the screen, evenly spread."""
    row_bytes = SCREEN[0] * 4
    head = len(picture) - row_bytes * SCREEN[1]
    every = SCREEN[1] // SAMPLED_ROWS
    return b"".join(
        picture[head + row * row_bytes : head + (row + 1) * row_bytes] for row in range(every // 2, SCREEN[1], every)
    )


def count_colours(rows: bytes) -> int:
    """Return the number of colours among every 16th pixel."""
    return len({rows[at : at + 4] for at in range(0, len(rows), 64)})


def process_tree(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            for child in (task / "children").read_text().split():
                found += process_tree(int(child))
    return found


def processor_seconds(pid: int) -> float:
    """Return the CPU seconds of all threads of a process and its descendants.

    The first field of ``schedstat`` counts nanoseconds; ``stat`` counts hundredths of a second.
    """
    total = 0
    for one in process_tree(pid):
        for task in Path(f"/proc/{one}/task").iterdir():
            with contextlib.suppress(OSError):
                total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


def measure_start(command: Sequence[str | Path], tree: Path) -> StartTimes:
    """Start the program with a new profile and measure until it rests.

    Raises:
        NoWindowError: Xvfb is missing, or the program shows nothing.
    """
    with screen() as (display, picture), tempfile.TemporaryDirectory() as folder:
        before = sample(picture)
        began = time.perf_counter()
        first = stable = 0.0
        with running(command, display, Path(folder, "profile"), tree) as pid:
            while (elapsed := time.perf_counter() - began) < (stable + STABLE_SECONDS if first else TIMEOUT_SECONDS):
                rows = sample(picture)
                if rows != before:
                    before, stable = rows, elapsed
                    first = first or (elapsed if count_colours(rows) >= MIN_COLOURS else 0.0)
                time.sleep(0.002)
            cpu_seconds = processor_seconds(pid)
        if not first:
            raise NoWindowError(f"the program showed no picture within {TIMEOUT_SECONDS:.0f} s")
        return StartTimes(first * 1000, stable * 1000, cpu_seconds * 1000)


def measure_idle_percent(screen_name: str, command: Sequence[str | Path], tree: Path) -> float:
    """Return the percentage of a core that the program uses at ``home`` or at a ``table`` without input.

    Raises:
        NoWindowError: Xvfb is missing, or xdotool for the way to the table.
    """
    if screen_name == "table" and not shutil.which("xdotool"):
        raise NoWindowError("measuring a table needs xdotool")
    with screen() as (display, picture), tempfile.TemporaryDirectory() as folder:
        if screen_name == "table":
            save_own_turn(Path(folder))
        with running(command, display, Path(folder), tree) as pid:
            while count_colours(sample(picture)) < MIN_COLOURS:
                time.sleep(0.1)
            time.sleep(STABLE_SECONDS)
            if screen_name == "table":
                home = sample(picture)
                words = ["mousemove", *map(str, CONTINUE_BUTTON), "click", "1", "mousemove", "640", "400"]
                subprocess.run(["xdotool", *words], env=os.environ | {"DISPLAY": display}, check=True)
                time.sleep(STABLE_SECONDS)
                if sample(picture) == home:
                    raise NoWindowError("the home screen's button didn't open the table")
            time.sleep(SETTLE_SECONDS)
            before, began = processor_seconds(pid), time.perf_counter()
            time.sleep(IDLE_SECONDS)
            return (processor_seconds(pid) - before) / (time.perf_counter() - began) * 100


def save_own_turn(folder: Path) -> None:
    """Save a match in which the player is to act in a profile."""
    record = new_record("palacio", 7)
    with Thinker(process=False) as thinker:
        match = Match(record, lambda _: None, thinker)
        while not match.is_viewer_to_move():
            move = match.poll_computer_move()
            if move is not None:
                match.play(move)
    Profile(folder).save_match(record)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.real_window", description=__doc__)
    parser.add_argument("what", choices=("start", "home", "table"))
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--built", action="store_true", help="measure the program in dist/, not the source")
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
