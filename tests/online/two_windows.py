"""Two real windows of the program play a match against each other and two bots.

``python -m tests.online.two_windows OUT [GAME …] [--size 1280x720]`` (Linux; apt-get install xvfb xdotool imagemagick).
Each window has its own X server and mouse. Matches have the minimum length of the house rules. Simultaneous screenshots
of both are saved in OUT/GAME.

With ``--reopen``, the guest's window is closed and later killed in the middle of a match, then the host's. Each returns
by the home screen's button "Continue". At last the host ends the match and hands the table over. After each step both
must answer again.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from engine.games import GAMES
from tests.online.real_player import CLOSE_FILE, HAND_OVER_FILE

DISPLAYS = {"open": 171, "join": 172}
"""Role -> number of the X server."""
PEOPLE = {"open": ("Ana", "en", "hoops"), "join": ("Bo", "pt_BR", "glasses")}
"""Role -> name, language and portrait."""
PICTURE_SECONDS = 6.0
"""Seconds between two screenshots."""
MAX_SECONDS, MAX_WAIT_SECONDS = 1000.0, 90.0
"""Maximum seconds of a match, and until both have answered again."""
AWAY_SECONDS = {"closed": 33.0, "killed": 3.0}
"""Seconds without the window; after the longer time a bot has taken the chair."""


class PlayerWindow:
    """A screen with the window of one player.

    Args:
        role: a key of ``DISPLAYS``.
        out: folder of the screenshots.
        more: further arguments of the program.
    """

    def __init__(self, role: str, out: Path, *more: str) -> None:
        self.role = role
        self._out = out
        self._more = more
        self._profile = out / f"profile_{role}"
        self._profile.mkdir()
        name, language, portrait = PEOPLE[role]
        (self._profile / "settings.toml").write_text(
            f'name = "{name}"\nlanguage = "{language}"\nportrait = "{portrait}"\nspeed = "4"\npace = "quick"\n'
            'coach = "off"\ntalk = false\nsound = false\nfriends_kept = "yes"\n',
            encoding="utf-8",
        )
        self.process: subprocess.Popen[bytes]
        self._opened = 0

    def open(self, action: str) -> None:
        """Start a window that opens a table, joins it, or returns to it."""
        self._opened += 1
        self._state_file.unlink(missing_ok=True)
        command = [sys.executable, "-m", "tests.online.real_player", action, "--as", self.role, *self._more]
        command += ["--profile", str(self._profile), "--out", str(self._out)]
        display = {"DISPLAY": f":{DISPLAYS[self.role]}", "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
        with (self._out / f"{self.role}{self._opened}.log").open("w") as log:
            self.process = subprocess.Popen(command, env={**os.environ, **display}, stdout=log, stderr=log)

    @property
    def _state_file(self) -> Path:
        return self._out / f"{self.role}.state"

    @property
    def state(self) -> str:
        """The player's progress: ``room``, ``table``, ``answer N``, ``over`` or ``done``; empty before."""
        return self._state_file.read_text(encoding="utf-8") if self._state_file.exists() else ""

    @property
    def answers(self) -> int:
        """Number of answers since the window was opened."""
        word, _, number = self.state.partition(" ")
        return int(number) if word == "answer" else 0

    def end(self, how: str) -> None:
        """Close the window as by its title bar's button, and wait for the program's end; or kill it."""
        if how == "closed":
            (self._out / f"{self.role}.{CLOSE_FILE}").touch()
            assert self.wait() == 0, f"{self.role}: {self.process.returncode}"
        else:
            self.process.kill()
            self.process.wait()

    def wait(self) -> int:
        """Return the exit status; kill the window after 30 seconds."""
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def open_windows(out: Path, *more: str) -> list[PlayerWindow]:
    """Start both windows with new profiles."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    windows = [PlayerWindow(role, out, *more) for role in DISPLAYS]
    for window in windows:
        window.open(window.role)
    return windows


def take_pictures(folder: Path, moment: str) -> None:
    """Take simultaneous screenshots of both windows."""
    shots = [
        subprocess.Popen(["import", "-display", f":{number}", "-window", "root", str(folder / f"{moment}_{role}.png")])
        for role, number in DISPLAYS.items()
    ]
    for shot in shots:
        shot.wait(30)


def play(slug: str, out: Path, size: str) -> bool:
    """Play a match of one game; return whether it ended at both windows."""
    windows = open_windows(out, "--game", slug, "--size", size)
    begun, last, count = time.monotonic(), 0.0, 0
    over = False
    while all(window.process.poll() is None for window in windows) and time.monotonic() - begun < MAX_SECONDS:
        ends = not over and any(window.state == "over" for window in windows)
        over |= ends
        if ends or time.monotonic() - last >= PICTURE_SECONDS:
            last = time.monotonic()
            count += 1
            take_pictures(out, "over" if ends else f"{count:03}")
        time.sleep(0.2)
    codes = [window.wait() for window in windows]
    seconds = round(time.monotonic() - begun)
    print(f"{slug}: {'played to its end' if codes == [0, 0] else f'FAILED {codes}'}, {seconds} s, {count} pictures")
    return codes == [0, 0]


def wait_for_both_answers(windows: list[PlayerWindow], step: str) -> None:
    """Wait until both have answered again, and print how long that took.

    Raises:
        TimeoutError: it took longer than ``MAX_WAIT_SECONDS``.
    """
    before, begun = [window.answers for window in windows], time.monotonic()
    while not all(window.answers > old for window, old in zip(windows, before, strict=True)):
        if time.monotonic() - begun > MAX_WAIT_SECONDS:
            raise TimeoutError(f"{step}: {[window.answers for window in windows]} answers after {before}")
        time.sleep(0.1)
    print(f"{step}: both have answered after {time.monotonic() - begun:.0f} s", flush=True)


def close_and_reopen(slug: str, out: Path, size: str) -> bool:
    """Close, kill and reopen each window in the middle of a match, and hand the table over; return True."""
    windows = open_windows(out, "--game", slug, "--size", size, "--whole")
    try:
        wait_for_both_answers(windows, "begin")
        for window in reversed(windows):
            for how, seconds in AWAY_SECONDS.items():
                step = f"{window.role}_{how}"
                window.end(how)
                time.sleep(seconds)
                take_pictures(out, f"{step}_away")
                window.open("return")
                wait_for_both_answers(windows, f"{step} and back")
                take_pictures(out, f"{step}_back")
        (out / HAND_OVER_FILE).touch()
        while (out / HAND_OVER_FILE).exists():
            time.sleep(0.2)
        wait_for_both_answers(windows, "handed over")
    finally:
        take_pictures(out, "end")
        for window in windows:
            window.end("killed")
    return True


def main(words: list[str]) -> int:
    """Play the given games, or all; return the number of failed ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], metavar="GAME")
    parser.add_argument("--reopen", action="store_true", help="close, kill and reopen the windows of one match")
    parser.add_argument("--size", default="1280x720", help="size of the screens and windows, pixels")
    arguments = parser.parse_args(words)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # run the cleanup
    servers = [
        subprocess.Popen(["Xvfb", f":{number}", "-screen", "0", f"{arguments.size}x24"], stderr=subprocess.DEVNULL)
        for number in DISPLAYS.values()
    ]
    time.sleep(1.0)
    run, games = (close_and_reopen, ["big_two"]) if arguments.reopen else (play, list(GAMES))
    try:
        return sum(not run(slug, arguments.out / slug, arguments.size) for slug in arguments.games or games)
    finally:
        for server in servers:
            server.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
