"""Plays the program through the accessibility tree only: ``python -m tests.accessibility_play [GAME ...] [--program
FILE] [--short]``.

The real program runs in a window on a virtual screen, with its own bus for screen readers. A second program
(``accessibility_player``) gets only what a screen reader gets: roles, names, states and announcements. It uses only the
actions of the tree. It plays whole matches of all games, changes a house rule and a setting, and reads results, rules
and a lesson. Linux only. Without Xvfb, D-Bus or pyatspi the command names what is missing and ends with status 77.

``--program`` is a built program; by default it runs from source. ``--short`` only plays a match of each game named, or
of one game. ``--positions`` and ``--states`` need no bus. They check many positions of every game for hidden cards, and
every state of every screen for texts that are missing in the tree.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from engine.games import GAMES
from scenes.text.catalogue import Words
from tests.support.processes import running

ROOT = Path(__file__).resolve().parent.parent
PLAYER = ROOT / "tests" / "support" / "accessibility_player.py"
PYTHON = "/usr/bin/python3"
"""The system's Python, which has pyatspi."""
LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
EXIT_MISSING = 77
"""Exit status if a required program is missing."""
SETTINGS = 'language = "en"\nlog = "closed"\nauto_answer = false\n'
QUICK_SETTINGS = SETTINGS + 'speed = "instant"\ncoach = "off"\n'


class PlayerReport(NamedTuple):
    """Result of a player that uses only the tree."""

    status: int
    reports: list[tuple[str, object]]
    errors: str


def missing_requirements() -> str:
    """Return the name of a missing requirement; empty if everything is installed."""
    if sys.platform != "linux":
        return "AT-SPI: this is not Linux"
    for name in ("Xvfb", "dbus-run-session"):
        if shutil.which(name) is None:
            return name
    if not any(Path(one).exists() for one in LAUNCHERS):
        return "at-spi2-core"
    try:
        done = subprocess.run([PYTHON, "-c", "import pyatspi"], capture_output=True, timeout=30, check=False)
    except OSError:
        return PYTHON
    return "" if done.returncode == 0 else "python3-pyatspi"


def play_inside_session(program: list[str], tasks: list[str], settings: str, seconds: float) -> PlayerReport:
    """Run the tree player with these tasks; called inside the bus's session."""
    launcher = next(one for one in LAUNCHERS if Path(one).exists())
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        profile.mkdir()
        (profile / "settings.toml").write_text(settings, encoding="utf-8")
        read, write = os.pipe()
        screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
            pass_fds=(write,),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        try:
            with os.fdopen(read, encoding="ascii") as numbers:
                display = f":{numbers.readline().strip()}"
            with running([launcher, "--launch-immediately", "--a11y=1"], os.environ | {"DISPLAY": display}, ROOT):
                time.sleep(1.0)
                game = {"DISPLAY": display, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
                with (
                    (Path(folder) / "output").open("w+b") as output,
                    running([*program, "--profile", str(profile)], os.environ | game, ROOT, output) as window,
                ):
                    report = run_player([PYTHON, str(PLAYER), str(window.pid), "1", *tasks], display, seconds)
                    output.seek(0)
                    state = "" if window.poll() is None else f"the program has ended with {window.returncode}"
                    written = output.read().decode(errors="replace")
                    return report._replace(errors=f"{report.errors}\n{state}\n{written}".rstrip())
        finally:
            screen.terminate()
            screen.wait()


def run_player(command: list[str], display: str, seconds: float) -> PlayerReport:
    """Run the player; print its reports as they come."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"DISPLAY": display, "LANG": "C.UTF-8"}
    reports = []
    with subprocess.Popen(
        ["timeout", str(seconds), *command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as player:
        assert player.stdout is not None and player.stderr is not None
        for line in player.stdout:
            name, value = json.loads(line)
            reports.append((name, value))
            print(json.dumps([name, value], ensure_ascii=False), flush=True)
        errors = player.stderr.read()
    return PlayerReport(player.returncode, reports, errors)


def run_in_session(words: list[str]) -> int:
    """Run this command again in a session with its own bus."""
    command = ["dbus-run-session", "--", sys.executable, "-m", "tests.accessibility_play", "--inside", *words]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def check_positions(count: int) -> None:
    """Check at least ``count`` positions of every game for hidden cards in the tree."""
    from tests import test_screen_reader

    test_screen_reader.MIN_POSITIONS = count
    for slug in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            test_screen_reader.test_no_hidden_card_is_read(slug, Path(folder))
        print(f"{slug}: at least {count} positions, no hidden card is read", flush=True)


def check_states() -> None:
    """Check every state of every screen for texts that are missing in the tree and for targets without a name."""
    from tests import test_screen_reader

    for slug in ("", *GAMES):
        test_screen_reader.test_every_target_is_in_tree_and_every_text_is_read(slug)
        print(f"{slug or 'screens'}: everything is said", flush=True)


def main(words: list[str]) -> int:
    """Run the command; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.accessibility_play", description="Play by the accessibility tree alone."
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to play (default: all)")
    parser.add_argument("--program", type=Path, help="a built program")
    parser.add_argument("--short", action="store_true", help="one match of each game named, or of one game")
    parser.add_argument("--positions", type=int, help="look for hidden cards in so many positions of every game")
    parser.add_argument("--states", action="store_true", help="look for unsaid texts in every state of every screen")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args(words)
    if chosen.positions or chosen.states:
        os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
        if chosen.positions:
            check_positions(chosen.positions)
        if chosen.states:
            check_states()
        return 0
    lacking = missing_requirements()
    if lacking:
        print(f"{lacking} is missing: nothing was played by the accessibility tree")
        return EXIT_MISSING
    if not chosen.inside:
        return run_in_session(words)
    texts = Words("en")
    titles = [texts(f"{slug}.title") for slug in (chosen.games or GAMES)]
    program = [str(chosen.program.resolve())] if chosen.program else [sys.executable, str(ROOT / "main.py")]
    if chosen.short:
        report = play_inside_session(
            program, titles if chosen.games else [texts("pass_the_ace.title")], QUICK_SETTINGS, 600
        )
    else:
        tasks = ["setting", "rules", f"lesson:{titles[0]}", f"{titles[0]}+rule", *titles[1:]]
        report = play_inside_session(program, tasks, SETTINGS, 3000)
    if report.status:
        print(report.errors[-4000:])
    else:
        print(f"done by the tree alone: {', '.join(name for name, _ in report.reports)}")
    return report.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
