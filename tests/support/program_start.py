"""Starts of the real program in another process, in an environment that a test has made."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
STRANGER_ID = 54321
"""User and group without an entry in the system's lists."""
HAS_STRANGER = sys.platform == "linux" and os.geteuid() == 0 and shutil.which("setpriv") is not None
"""Whether programs can be run as a user without an account."""
STRANGER = ("setpriv", f"--reuid={STRANGER_ID}", f"--regid={STRANGER_ID}", "--clear-groups") if HAS_STRANGER else ()
"""Command before that of a program which may not enter closed folders: root enters all of them."""

_START_CODE = """
import json, sys
sys.path.insert(0, sys.argv[1])
{before}
import main
from scenes.app import App
step, texts, count = App.step, {{}}, 0
def counted(app, dt, events):
    global count
    import pygame
    from scenes.shell.dialog import Dialog
    count += 1
    pygame.event.post(pygame.Event(pygame.USEREVENT))  # or it would sleep when idle
    if isinstance(app.top, Dialog):
        texts.update(dict.fromkeys(line.text for line in app.top.paragraphs))
        events = [*events, pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\\r", scancode=40)]
    if count == 60:
        print(json.dumps(list(texts)), flush=True)
        events = [*events, pygame.Event(pygame.QUIT)]
    return step(app, dt, events)
App.step = counted
raise SystemExit(main.main(sys.argv[2:]))
"""
"""Program that quits after 60 steps and prints the texts of all dialogs, each of which it closes with Enter."""


def run_program(
    *words: str | Path,
    before: str = "",
    prefix: Sequence[str] = STRANGER,
    without: Sequence[str] = (),
    **changes: str,
) -> list[str]:
    """Run the program for some steps; return the texts of the dialogs that it opened by itself.

    Args:
        words: its command line.
        before: Python code that runs first.
        prefix: command before that of Python.
        without: environment variables to remove.
        changes: environment variables to set.
    """
    code = _START_CODE.format(before=before)
    done = run_command([sys.executable, "-c", code, str(ROOT), *words], prefix=prefix, without=without, **changes)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    texts: list[str] = json.loads(done.stdout.splitlines()[-1])
    return texts


def run_command(
    command: Sequence[str | Path], *, prefix: Sequence[str] = STRANGER, without: Sequence[str] = (), **changes: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in the project's folder, without a screen; return how it ended."""
    environment = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
    environment["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    variables = {key: value for key, value in os.environ.items() if key not in without}
    return subprocess.run(
        [*prefix, *command],
        cwd=ROOT,
        env={**variables, **environment, **changes},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
