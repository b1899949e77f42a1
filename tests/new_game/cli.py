"""Add a new game, and list what is still missing.

The first call writes stubs of all files of the game, small and playable, and registers it. Every call then prints a
check list, derived from the game itself: the missing parts of each file, and the next command. Existing files are never
overwritten. The exit status is 0 if only optional parts are missing, else 1.
"""

import argparse
import keyword
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.new_game.stubs import GameStub

ROOT = Path(__file__).resolve().parents[2]
SLUG_PATTERN = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
EXTRAS_COMMAND = "pip install -e .[test]"
RESERVED_SLUGS = frozenset({"app", "coach", "game", "lab", "lesson", "notice", "people", "settings"})
"""First components of text keys outside the games, which no game can have as its slug."""


def main(words: Sequence[str], root: Path = ROOT) -> int:
    """Run the command for the program in the folder ``root``."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.new_game", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("slug", metavar="SLUG", help="the game's name in files and texts, such as crazy_eights")
    parser.add_argument("--title", default="", help="the game's name for players (default: made from SLUG)")
    parser.add_argument(
        "--fill", action="store_true", help="also write stubs of missing files, and an entry TODO for each missing text"
    )
    arguments = parser.parse_args(words)
    if (
        not SLUG_PATTERN.fullmatch(arguments.slug)
        or keyword.iskeyword(arguments.slug)
        or arguments.slug in RESERVED_SLUGS
    ):
        parser.error(f"{arguments.slug!r} can't be a game's name: lower-case words joined by _, such as crazy_eights")
    stub = GameStub(root, arguments.slug, arguments.title)
    new = not (root / "engine" / "games" / arguments.slug).exists()
    if new or arguments.fill:
        for file in stub.write():
            print(f"written: {file.relative_to(root).as_posix()}")
    return _print_checklist(root, arguments.slug, fill=new or arguments.fill)


def _print_checklist(root: Path, slug: str, *, fill: bool) -> int:
    """Print the check list in a new process, which imports the changed registers; return its exit status.

    The list of an unfinished game may stop at an error of the game or at a missing package, which is then named.
    """
    sys.stdout.flush()
    command = [sys.executable, "-m", "tests.new_game.checklist", slug, *(["--fill"] if fill else [])]
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    run = subprocess.run(command, cwd=root, env=environment, stderr=subprocess.PIPE, text=True, check=False)
    if "BrokenPipeError" in run.stderr:  # the reader, such as head, has read enough
        return 1
    if "Traceback" in run.stderr:
        error = run.stderr.rstrip().splitlines()[-1]
        files = re.findall(rf'File "{re.escape(str(root))}/(.+?)", line (\d+)', run.stderr)
        place = next((f" ({file}, line {line})" for file, line in reversed(files)), "")
        hint = f"; {EXTRAS_COMMAND} installs the tests' packages" if error.startswith("ModuleNotFoundError") else ""
        print(f"The check list stops at an error: {error}{place}{hint}")
        return 1
    print(run.stderr, end="", file=sys.stderr)
    return run.returncode
