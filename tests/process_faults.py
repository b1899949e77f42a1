"""Stops and kills the program's helper processes at random moments: ``python -m tests.process_faults ROUNDS [SEED]``.

The real program plays matches against masters by itself, in an invisible window. Each round stops or kills one helper
process or all, and the match must go on within ``MAX_PAUSE_SECONDS``. After ``ROUNDS_PER_WINDOW`` rounds the window is
closed by a signal, often while a helper process hangs. The window and all its processes must end within
``MAX_END_SECONDS``, and no half-written file may be left. Not on Windows, which lacks these signals.
"""

import contextlib
import json
import multiprocessing
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pygame

import main as program
import scenes.app
from engine.games import GAMES
from engine.match.record import Record
from engine.rng import Rng
from scenes.screens.results.results_screen import ResultsScreen
from scenes.shell.destinations import MatchTable, ResumedTable
from scenes.table.live_mode import LiveMode
from scenes.table.table import Table
from tests.support.records import chairs

SETTINGS = 'speed = "instant"\nauto_answer = false\ncoach = "off"\ncountdown = "off"\n'
MAX_PAUSE_SECONDS = 3.0
"""Maximum seconds from one move to the next; up to one is usual while a master thinks."""
MAX_END_SECONDS = 2.0
"""Maximum seconds until the window and all its processes have ended."""
TIMEOUT_SECONDS = 60.0
"""Maximum seconds to wait for anything."""
ROUNDS_PER_WINDOW = 8
"""Number of rounds after which the window is closed and opened again."""
MOVES_AFTER = 3
"""Number of moves watched after each disturbance."""
if sys.platform == "win32":
    STOP_SIGNAL = KILL_SIGNAL = HANG_UP_SIGNAL = signal.SIGTERM  # Windows has none of them
else:
    STOP_SIGNAL, KILL_SIGNAL, HANG_UP_SIGNAL = signal.SIGSTOP, signal.SIGKILL, signal.SIGHUP
END_SIGNALS = (signal.SIGTERM, HANG_UP_SIGNAL, KILL_SIGNAL)


# --- the window -------------------------------------------------------------------------------------------------------


class SelfPlayingApp(scenes.app.App):
    """Plays at random for the player, match after match; prints moves and processes."""

    matches = 0
    reported = ""

    def step(self, elapsed_ms: float, events: Sequence[pygame.Event]) -> bool:
        drawn = super().step(elapsed_ms, events)
        table = next((scene for scene in self.scene_stack.scenes if isinstance(scene, Table)), None)
        if table is None:
            self.go(MatchTable(self._next()) if self.last_saved_match is None else ResumedTable())
        elif isinstance(self.top, ResultsScreen) and table.match.game.outcome is not None:
            self.go(MatchTable(self._next()))
        elif self.top is not table:
            pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0))
        elif table.model.choice is not None:
            moves = table.match.record.moves
            self._report(len(moves))
            assert isinstance(table.mode, LiveMode)
            table.mode.make_move(Rng(len(moves)).choice(table.model.choice.legal_moves))
        else:
            self._report(len(table.match.record.moves))
        return drawn

    def _next(self) -> Record:
        slug = tuple(GAMES)[self.matches % len(GAMES)]
        game, self.matches = GAMES[slug], self.matches + 1
        seats = game.seats_default
        return Record(slug, seats, self.new_seed(), game.Options(), chairs(seats, "master"))

    def _report(self, moves: int) -> None:
        helpers = {process.pid: process.name for process in multiprocessing.active_children()}
        report = json.dumps([f"{self.matches}.{moves}", helpers])
        if report != self.reported:
            self.reported = report
            print(report, flush=True)


def play(folder: str) -> None:
    """Run the real program with a window that plays by itself."""
    signal.signal(HANG_UP_SIGNAL, signal.SIG_DFL)  # else inherited, and ignored under nohup
    scenes.app.App = SelfPlayingApp  # type: ignore[misc]  # main imports it only now
    program.exit_process(program.main(["--profile", folder]))


# --- disturbing the window --------------------------------------------------------------------------------------------


class Ending(NamedTuple):
    """Duration of an ending: seconds until the window had closed and until all its processes had ended, and the exit
    status."""

    window_seconds: float
    all_seconds: float
    exit_status: int


class WatchedWindow:
    """Window in its own process, and its reports."""

    def __init__(self, folder: Path) -> None:
        quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
        command = [sys.executable, "-c", f"from tests.process_faults import play; play({str(folder)!r})"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, **quiet})
        assert self.process.stdout is not None
        self._output = self.process.stdout
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._output, selectors.EVENT_READ)
        self._partial = b""
        self.last_move = ""
        """Numbers of the last reported match and move: ``2.17``."""
        self.helpers: dict[int, str] = {}
        """Process id -> name."""

    def next_move(self, seconds: float) -> float | None:
        """Return the seconds until the next move; None if there was none within ``seconds``.

        Time in which other programs used the processor doesn't count (only Linux measures it).

        Raises:
            AssertionError: the window has ended.
        """
        began, held_up = time.monotonic(), self._held_up()
        before = self.last_move
        while self.last_move == before:
            left = began + seconds - time.monotonic()
            if left <= 0:
                return None
            assert self._read(left), "the window has ended by itself"
        return time.monotonic() - began - (self._held_up() - held_up)

    def _held_up(self) -> float:
        """Return the seconds for which the window has waited for a processor so far."""
        file = Path(f"/proc/{self.process.pid}/schedstat")
        return int(file.read_text(encoding="ascii").split()[1]) / 1e9 if file.exists() else 0.0

    def _read(self, seconds: float) -> bool:
        """Wait for a report; return False if the output is closed."""
        if not self._selector.select(seconds):
            return True
        part = os.read(self._output.fileno(), 65_536)
        if not part:
            return False
        *lines, self._partial = (self._partial + part).split(b"\n")
        for line in lines:
            self.last_move, helpers = json.loads(line)
            self.helpers = {int(pid): name for pid, name in helpers.items()}
        return True

    def __enter__(self) -> "WatchedWindow":
        return self

    def __exit__(self, *error: object) -> None:
        self.process.kill()
        self.process.wait()
        self._output.close()

    def end(self, how: signal.Signals) -> Ending:
        """Close the window.

        All its processes inherit its output, which therefore closes when the last of them has ended.
        """
        began = time.monotonic()
        self.process.send_signal(how)
        self.process.wait(TIMEOUT_SECONDS)
        window = time.monotonic() - began
        while self._read(TIMEOUT_SECONDS):
            assert time.monotonic() - began < TIMEOUT_SECONDS, f"{how.name}: {self.helpers} are left"
        return Ending(window, time.monotonic() - began, self.process.returncode)


def disturb(window: WatchedWindow, rng: Rng) -> str:
    """Stop or kill one process or all of them; return a description."""
    how = rng.choice((STOP_SIGNAL, KILL_SIGNAL))
    helpers = window.helpers
    pids = sorted(helpers) if rng.below(4) == 0 else [rng.choice(sorted(helpers))]
    for pid in pids:
        send(pid, how)
    return f"{how.name} {', '.join(helpers[pid] for pid in pids)}"


def send(pid: int, signal_number: signal.Signals) -> None:
    """Send a signal to a process that may have ended; wait until a stopped process has really stopped."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal_number)
    state = Path(f"/proc/{pid}/stat")
    for _ in range(100):
        if (
            signal_number != STOP_SIGNAL
            or not state.exists()
            or state.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "T"
        ):
            return
        time.sleep(0.001)


def find_unfinished_files(folder: Path) -> list[str]:
    """Return the names of the half-written files of a profile."""
    return [path.name for path in folder.rglob("*.tmp")]


class Measurements:
    """Measurements and faults so far."""

    def __init__(self) -> None:
        self.longest_pause_seconds = 0.0
        self.endings: dict[str, list[Ending]] = {how.name: [] for how in END_SIGNALS}
        """Name of the signal -> its endings."""
        self.fault_count = 0

    def report_fault(self, text: str) -> None:
        """Count and print a fault."""
        self.fault_count += 1
        print(text, flush=True)

    def __str__(self) -> str:
        lines = [f"at most {self.longest_pause_seconds:.2f} s from a move to the next"]
        for name, ends in self.endings.items():
            if ends:
                window, everything = max(one.window_seconds for one in ends), max(one.all_seconds for one in ends)
                lines.append(
                    f"{len(ends)} times {name}: closed after {window:.2f} s, all ended after {everything:.2f} s"
                )
        return "\n".join([*lines, f"{self.fault_count} faults"])


def run_round(window: WatchedWindow, rng: Rng, number: int, findings: Measurements) -> None:
    """Run one round: disturb the match, and measure the next moves."""
    window.next_move(rng.unit())
    disturbance = disturb(window, rng)
    for _ in range(MOVES_AFTER):
        pause = window.next_move(TIMEOUT_SECONDS)
        assert pause is not None, f"round {number}, {disturbance}: the match doesn't go on"
        findings.longest_pause_seconds = max(findings.longest_pause_seconds, pause)
        if pause > MAX_PAUSE_SECONDS:
            findings.report_fault(f"round {number}, {disturbance}: {pause:.1f} s until the next move")


def close_and_measure(
    window: WatchedWindow, folder: Path, signal_number: signal.Signals, rng: Rng, findings: Measurements
) -> None:
    """Close the window, in every second case just after a helper process was stopped or killed."""
    disturbance = disturb(window, rng) if rng.below(2) else "nothing"
    ending = window.end(signal_number)
    findings.endings[signal_number.name].append(ending)
    if ending.all_seconds > MAX_END_SECONDS:
        findings.report_fault(
            f"{signal_number.name} after {disturbance}: closed after {ending.window_seconds:.1f} s,"
            f" all ended after {ending.all_seconds:.1f} s"
        )
    if ending.exit_status != 0 and signal_number != KILL_SIGNAL:
        findings.report_fault(f"{signal_number.name} after {disturbance}: exit status {ending.exit_status}")
    unfinished_files = find_unfinished_files(folder)
    if unfinished_files and signal_number != KILL_SIGNAL:
        findings.report_fault(f"{signal_number.name} after {disturbance}: {unfinished_files} are left")


def main(words: list[str]) -> int:
    """Run all rounds; return 1 after a fault."""
    rounds, seed = int(words[0]), int(words[1]) if len(words) > 1 else 0
    rng, findings = Rng(seed), Measurements()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "settings.toml").write_text(SETTINGS, encoding="utf-8")
        for start in range(0, rounds, ROUNDS_PER_WINDOW):
            before = find_unfinished_files(folder)
            with WatchedWindow(folder) as window:
                assert window.next_move(TIMEOUT_SECONDS) is not None, "no match begins"
                if set(before) & set(find_unfinished_files(folder)):
                    findings.report_fault(f"{before} are left after the next start")
                for number in range(start, min(rounds, start + ROUNDS_PER_WINDOW)):
                    run_round(window, rng, number, findings)
                close_and_measure(
                    window, folder, END_SIGNALS[start // ROUNDS_PER_WINDOW % len(END_SIGNALS)], rng, findings
                )
    print(f"{rounds} rounds: {findings}")
    return 1 if findings.fault_count else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
