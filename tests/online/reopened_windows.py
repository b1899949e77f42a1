"""Windows that are closed, killed and reopened in the middle of a match: ``python -m tests.online.reopened_windows
OUT``.

Two real windows with a mouse each play Big Two (Linux; apt-get install xvfb xdotool imagemagick). The guest's window is
closed and later killed, then the host's. Each returns by the home screen's button "Continue". At last the host ends the
match and hands the table over. After each step both must answer again. Screenshots of both screens are saved in OUT.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.online.close_window import close_window
from tests.online.real_player import HAND_OVER_FILE
from tests.online.two_windows import DISPLAYS, settings, take_pictures

GAME = "big_two"
TIMEOUT_SECONDS = 90.0
"""Maximum seconds until both have answered again."""
AWAY_SECONDS = 33.0
"""Seconds after which a bot has taken the chair."""


class PlayerWindow:
    """A screen with the window of one player.

    Args:
        name: the player's key in ``DISPLAYS``: ``open`` or ``join``.
        out: folder of the screenshots.
    """

    def __init__(self, name: str, out: Path) -> None:
        self.name = name
        self._out = out
        self._profile = out / f"profile_{name}"
        self._profile.mkdir()
        (self._profile / "settings.toml").write_text(settings(name), encoding="utf-8")
        self._display = f":{DISPLAYS[name]}"
        self._window: subprocess.Popen[bytes] | None = None
        self._opened = 0

    def open(self, role: str, size: str) -> None:
        """Start a window that opens a table, joins it, or returns to it."""
        self._opened += 1
        self._state.unlink(missing_ok=True)
        command = [sys.executable, "-m", "tests.online.real_player", GAME, role, "--as", self.name, "--whole"]
        command += ["--profile", str(self._profile), "--out", str(self._out), "--size", size]
        environment = {**os.environ, "DISPLAY": self._display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
        with (self._out / f"{self.name}{self._opened}.log").open("w") as log:
            self._window = subprocess.Popen(command, env=environment, stdout=log, stderr=log)

    @property
    def _state(self) -> Path:
        return self._out / f"{self.name}.state"

    @property
    def answers(self) -> int:
        """Number of answers since the window was opened."""
        words = self._state.read_text(encoding="utf-8").split() if self._state.exists() else []
        return int(words[1]) if len(words) == 2 and words[0] == "answer" else 0

    def close(self) -> None:
        """Close the window by its title bar's button, and wait for the program's end."""
        close_window(self._display)
        assert self._window is not None
        assert self._window.wait(30) == 0, f"{self.name}: {self._window.returncode}"

    def kill(self) -> None:
        assert self._window is not None
        self._window.kill()
        self._window.wait()


def wait_for_both_answers(windows: "dict[str, PlayerWindow]", step: str) -> None:
    """Wait until both have answered again, and print how long that took.

    Raises:
        TimeoutError: it took longer than ``TIMEOUT_SECONDS``.
    """
    before = {name: window.answers for name, window in windows.items()}
    begun = time.monotonic()
    while not all(window.answers > before[name] for name, window in windows.items()):
        if time.monotonic() - begun > TIMEOUT_SECONDS:
            raise TimeoutError(
                f"{step}: { ({name: window.answers - before[name] for name, window in windows.items()}) }"
            )
        time.sleep(0.1)
    print(f"{step}: both have answered after {time.monotonic() - begun:.0f} s", flush=True)


def interrupt_window(
    windows: "dict[str, PlayerWindow]", name: str, out: Path, size: str, *, method: str, away_seconds: float
) -> None:
    """Close or kill a window, take screenshots, reopen it, and wait until both answer."""
    window = windows[name]
    step = f"{name}_{method}"
    if method == "closed":
        window.close()
    else:
        window.kill()
    time.sleep(away_seconds)
    take_pictures(out, f"{step}_away")
    window.open("return", size)
    wait_for_both_answers(windows, f"{step} and back")
    take_pictures(out, f"{step}_back")


def run_all(out: Path, size: str) -> None:
    windows = {name: PlayerWindow(name, out) for name in DISPLAYS}
    try:
        for name, window in windows.items():
            window.open(name, size)
        wait_for_both_answers(windows, "begin")
        take_pictures(out, "begin")
        interrupt_window(windows, "join", out, size, method="closed", away_seconds=AWAY_SECONDS)
        interrupt_window(windows, "join", out, size, method="killed", away_seconds=3.0)
        interrupt_window(windows, "open", out, size, method="closed", away_seconds=4.0)
        interrupt_window(windows, "open", out, size, method="killed", away_seconds=4.0)
        (out / HAND_OVER_FILE).touch()
        while (out / HAND_OVER_FILE).exists():
            time.sleep(0.2)
        wait_for_both_answers(windows, "handed over")
        take_pictures(out, "handed_over")
    finally:
        take_pictures(out, "end")
        for window in windows.values():
            window.kill()


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", default="1280x720", help="size of the screens and windows, pixels")
    arguments = parser.parse_args(words)
    shutil.rmtree(arguments.out, ignore_errors=True)
    arguments.out.mkdir(parents=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # run the cleanup
    servers = [
        subprocess.Popen(["Xvfb", f":{number}", "-screen", "0", f"{arguments.size}x24"], stderr=subprocess.DEVNULL)
        for number in DISPLAYS.values()
    ]
    time.sleep(1.0)
    try:
        run_all(arguments.out, arguments.size)
    finally:
        for server in servers:
            server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
