"""Two real windows of the program play a match against each other and two bots.

``python -m tests.online.two_windows OUT [GAME …] [--size 1280x720]`` (Linux; apt-get install xvfb xdotool imagemagick).
Each window has its own X server and mouse. Matches have the minimum length of the house rules. Simultaneous screenshots
of both are saved in OUT/GAME.
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

DISPLAYS = {"open": 171, "join": 172}
"""Role -> number of the X server."""
LANGUAGES = {"open": ("Ana", "en", "hoops"), "join": ("Bo", "pt_BR", "glasses")}
"""Role -> name, language and portrait."""
PICTURE_SECONDS = 6.0
"""Seconds between two screenshots."""
MAX_SECONDS = 1000.0


def settings(role: str) -> str:
    """Return the settings file of a player."""
    name, language, portrait = LANGUAGES[role]
    return (
        f'name = "{name}"\nlanguage = "{language}"\nportrait = "{portrait}"\nspeed = "4"\npace = "quick"\n'
        'coach = "off"\ntalk = false\nsound = false\nfriends_kept = "yes"\n'
    )


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
    folder = out / slug
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    windows = []
    for role, number in DISPLAYS.items():
        profile = folder / f"profile_{role}"
        profile.mkdir()
        (profile / "settings.toml").write_text(settings(role), encoding="utf-8")
        command = [sys.executable, "-m", "tests.online.real_player", slug, role, "--profile"]
        command += [str(profile), "--out", str(folder), "--size", size]
        environment = {**os.environ, "DISPLAY": f":{number}", "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
        with (folder / f"{role}.log").open("w") as log:
            windows.append(subprocess.Popen(command, env=environment, stdout=log, stderr=log))
    begun, last, count = time.monotonic(), 0.0, 0
    over = False
    while all(window.poll() is None for window in windows) and time.monotonic() - begun < MAX_SECONDS:
        states = {role: _state(folder, role) for role in DISPLAYS}
        ends = not over and any(state == "over" for state in states.values())
        over |= ends
        if ends or time.monotonic() - last >= PICTURE_SECONDS:
            last = time.monotonic()
            count += 1
            take_pictures(folder, "over" if ends else f"{count:03}")
        time.sleep(0.2)
    codes = [_ended(window) for window in windows]
    seconds = round(time.monotonic() - begun)
    print(f"{slug}: {'played to its end' if codes == [0, 0] else f'FAILED {codes}'}, {seconds} s, {count} pictures")
    return codes == [0, 0]


def _ended(window: "subprocess.Popen[bytes]") -> int:
    """Return the exit status of a window; kill it after 30 seconds."""
    try:
        return window.wait(30)
    except subprocess.TimeoutExpired:
        window.kill()
        return window.wait()


def _state(folder: Path, role: str) -> str:
    file = folder / f"{role}.state"
    return file.read_text(encoding="utf-8") if file.exists() else ""


def main(words: list[str]) -> int:
    """Play the given games, or all; return the number of failed ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], metavar="GAME")
    parser.add_argument("--size", default="1280x720", help="size of the screens and windows, pixels")
    arguments = parser.parse_args(words)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # run the cleanup
    servers = [
        subprocess.Popen(["Xvfb", f":{number}", "-screen", "0", f"{arguments.size}x24"], stderr=subprocess.DEVNULL)
        for number in DISPLAYS.values()
    ]
    time.sleep(1.0)
    try:
        return sum(not play(slug, arguments.out, arguments.size) for slug in arguments.games or GAMES)
    finally:
        for server in servers:
            server.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
