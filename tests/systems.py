"""Tries the program from source on unusual desktops: ``python -m tests.systems [TRIAL ...]``.

The desktops are real: virtual screens of few colours, keyboards of other scripts, an input method, users without a home
folder, limits of the system, a message bus that never answers. Every trial opens the program in a window with a profile
of its own. Without a TRIAL, a part of its title, all are made; that takes two minutes. Prints a line per trial. Linux
only; needs Xvfb, xdotool, setxkbmap, dbus-daemon, fcitx5 with Chewing, and root for other users. A trial whose needs
aren't met is skipped.
"""

import contextlib
import mmap
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from engine.profile.storage import Profile
from engine.profile.window_placement import Placement, WindowPlacementStore
from tests.bench import real_window
from tests.bench.real_window import CONTINUE_BUTTON, MIN_COLOURS, WINDOW, NoWindowError, count_colours, screen
from tests.support.processes import running

ROOT = Path(__file__).resolve().parent.parent
TIMEOUT_SECONDS = 60.0
"""Maximum seconds to wait for a picture, or for the effect of a key."""
STILL_SECONDS = 0.5
"""Seconds without a change after which a picture counts as still."""
MAX_BUS_SECONDS = 2.0
"""Maximum seconds by which a silent bus may delay the first picture, which otherwise takes less than one."""
M_KEYCODE = "58"
"""X's code of the key that has an M on Latin keyboards. It switches the sound off, which can be read in the profile."""
_READING = "dac_read_search"
OTHER_USER = ("setpriv", "--reuid=54321", "--clear-groups", f"--inh-caps=+{_READING}", f"--ambient-caps=+{_READING}")
"""Command that runs another as a user without a name and a home folder, who may read this folder."""
NO_THREADS = (*OTHER_USER, "prlimit", "--nproc=1")
SETTINGS = 'language = "en"\nspeed = "instant"\nauto_answer = false\ncoach = "off"\nsound = true\n'
LEFT_OUT = (
    "DBUS_SESSION_BUS_ADDRESS",
    "PYTHONDONTWRITEBYTECODE",
    "SDL_VIDEODRIVER",
    "WAYLAND_DISPLAY",
    "XDG_RUNTIME_DIR",
)
"""Environment variables that a trial doesn't take over from this process."""


class FaultError(Exception):
    """The program did something wrong; the message says what."""


class MissingError(Exception):
    """A trial can't be made here; the message names what it needs."""


def require(*programs: str) -> None:
    """Check that programs are installed, and that another user can be tried where ``setpriv`` is needed.

    Raises:
        MissingError: one is missing.
    """
    for program in programs:
        if shutil.which(program) is None:
            raise MissingError(program)
    if "setpriv" in programs and os.geteuid() != 0:
        raise MissingError("root")


class Desktop:
    """Virtual screen, and a folder for one program on it.

    Args:
        display: X's name of the screen.
        picture: the screen's framebuffer.
        folder: empty folder.
    """

    def __init__(self, display: str, picture: mmap.mmap, folder: Path) -> None:
        self.picture = picture
        self.folder = folder
        self.profile = folder / "profile"
        self.output = folder / "output"
        self._empty_screen = picture[:]
        self.environment = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
        self.environment |= {"DISPLAY": display, "HOME": str(folder), "LC_ALL": "C.UTF-8", "SDL_AUDIODRIVER": "dummy"}
        self.profile.mkdir()
        (self.profile / "settings.toml").write_text(SETTINGS, encoding="utf-8")
        real_window.save_own_turn(self.profile)
        WindowPlacementStore(Profile(self.profile)).save(Placement(WINDOW, (0, 0)))
        for path in (folder, *folder.rglob("*")):
            path.chmod(0o777)  # for other users

    def call(self, *words: str) -> None:
        """Run a program on this desktop to its end."""
        subprocess.run(words, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    @contextlib.contextmanager
    def running(self, *words: str) -> Iterator[subprocess.Popen[bytes]]:
        """Run a program beside until the end of the ``with``."""
        with self.output.open("ab") as output, running(words, self.environment, ROOT, output) as process:
            yield process

    @contextlib.contextmanager
    def program(self, *prefix: str, profile: bool = True) -> Iterator[subprocess.Popen[bytes]]:
        """Run House Rules until the end of the ``with``, with a command before it, and with this desktop's profile."""
        options = ("--profile", str(self.profile)) if profile else ()
        with self.running(*prefix, sys.executable, "main.py", *options) as process:
            yield process

    def is_painted(self) -> bool:
        """Whether the screen shows a picture of the program."""
        return count_colours(self.picture[:]) >= count_colours(self._empty_screen) + MIN_COLOURS

    def is_empty(self) -> bool:
        return self.picture[:] == self._empty_screen

    def output_text(self) -> str:
        """Return all output of the programs."""
        return self.output.read_text(encoding="utf-8", errors="replace").strip() if self.output.exists() else ""

    def wait_until(self, what: str, is_ready: Callable[[], bool]) -> float:
        """Wait for something to happen; return the seconds that it took.

        Raises:
            FaultError: it doesn't happen within ``TIMEOUT_SECONDS``.
        """
        began = time.monotonic()
        while not is_ready():
            if time.monotonic() - began > TIMEOUT_SECONDS:
                raise FaultError(f"never happened: {what}. {self.output_text()[-500:]}")
            time.sleep(0.05)
        return time.monotonic() - began


def open_table(desktop: Desktop) -> None:
    """Wait for the home screen and continue the saved match."""
    desktop.wait_until("a picture", desktop.is_painted)
    wait_until_still(desktop)  # until cards are dealt
    home = desktop.picture[:]
    desktop.call("xdotool", "mousemove", *map(str, CONTINUE_BUTTON), "click", "1")
    desktop.wait_until("the table", lambda: differing_share(home, desktop.picture[:]) > 0.3)
    wait_until_still(desktop)


def wait_until_still(desktop: Desktop) -> None:
    """Wait until the picture stays the same for ``STILL_SECONDS``."""

    def is_still() -> bool:
        before = desktop.picture[:]
        time.sleep(STILL_SECONDS)
        return before == desktop.picture[:]

    desktop.wait_until("a still picture", is_still)


def differing_share(one: bytes, other: bytes) -> float:
    """Return the share of differing bytes of two pictures, of which every 101st is compared, 0 … 1."""
    pairs = list(zip(one[::101], other[::101], strict=True))
    return sum(a != b for a, b in pairs) / len(pairs)


def press_m(desktop: Desktop) -> None:
    """Press the M at the table and wait for its effect."""
    desktop.call("xdotool", "key", M_KEYCODE)
    settings = desktop.profile / "settings.toml"
    desktop.wait_until("M at the table", lambda: "sound = false" in settings.read_text(encoding="utf-8"))


def try_table(desktop: Desktop, *prefix: str, output: str = "", **variables: str) -> None:
    """Check that a table opens and knows the letter M, and that the program ends in order.

    Args:
        desktop: an empty one.
        prefix: command before the program's.
        output: part of the only line that the program may write; empty for no output.
        variables: environment variables.
    """
    require("xdotool")
    desktop.environment |= variables
    with desktop.program(*prefix) as program:
        open_table(desktop)
        press_m(desktop)
        program.terminate()
        status = program.wait(TIMEOUT_SECONDS)
    said = desktop.output_text()
    if status != 0 or output not in said or len(said.splitlines()) != bool(output):
        raise FaultError(f"status {status}: {said}")


def try_few_colours(desktop: Desktop) -> None:
    """Check that the program explains itself in a box, and that SIGTERM ends both."""
    with desktop.program() as program:
        desktop.wait_until("a box", lambda: not desktop.is_empty() and bool(desktop.output_text()))
        time.sleep(1.0)
        program.terminate()
        status = program.wait(TIMEOUT_SECONDS)
        desktop.wait_until("the box closes", desktop.is_empty)
    said = desktop.output_text()
    if status != 128 + signal.SIGTERM or "256 colours" not in said or "\n" in said:
        raise FaultError(f"status {status}: {said}")


def try_driver(desktop: Desktop, name: str) -> None:
    """Check that a table opens in spite of a video driver that doesn't exist, which one line names."""
    try_table(desktop, output=f"SDL_VIDEODRIVER={name} ", SDL_VIDEODRIVER=name)


def try_no_threads(desktop: Desktop) -> None:
    """Check that a table opens where no thread and no process can be started."""
    require("setpriv", "prlimit")
    try_table(desktop, *NO_THREADS)


def start_seconds(desktop: Desktop) -> float:
    """Return the seconds from the program's start to its first picture."""
    with desktop.program():
        seconds = desktop.wait_until("a picture", desktop.is_painted)
    desktop.wait_until("an empty screen", desktop.is_empty)
    return seconds


def try_silent_bus(desktop: Desktop, variable: str) -> None:
    """Check that a bus that accepts and never answers delays the window by ``MAX_BUS_SECONDS`` at most."""
    usual_seconds = start_seconds(desktop)
    with socket.socket(socket.AF_UNIX) as bus:
        bus.bind(str(desktop.folder / "bus"))
        bus.listen()
        desktop.environment[variable] = f"unix:path={desktop.folder / 'bus'}"
        seconds = start_seconds(desktop)
        if seconds > usual_seconds + MAX_BUS_SECONDS:  # the computer may have been busy
            seconds = start_seconds(desktop)
        if seconds > usual_seconds + MAX_BUS_SECONDS:
            raise FaultError(f"{seconds:.1f} s until the first picture instead of {usual_seconds:.1f} s")
        desktop.output.unlink()
        try_table(desktop, output="message bus")


def try_layout(desktop: Desktop, layout: str) -> None:
    """Check that a letter's key works with a keyboard layout that has another letter there."""
    require("setxkbmap")
    desktop.call("setxkbmap", layout)
    try_table(desktop)


def try_input_method(desktop: Desktop) -> None:
    """Check that a letter's key works at the table while fcitx5 writes Chinese by sounds (Chewing)."""
    require("dbus-daemon", "fcitx5", "fcitx5-remote")
    settings = desktop.folder / ".config" / "fcitx5"
    settings.mkdir(parents=True)
    (settings / "profile").write_text(
        "[Groups/0]\nName=Default\nDefault Layout=us\nDefaultIM=chewing\n\n"
        "[Groups/0/Items/0]\nName=chewing\nLayout=\n\n[GroupOrder]\n0=Default\n"
    )
    (settings / "config").write_text("[Behavior]\nActiveByDefault=True\n")
    address = f"unix:path={desktop.folder / 'bus'}"
    desktop.environment |= {
        "DBUS_SESSION_BUS_ADDRESS": address,
        "SDL_IM_MODULE": "fcitx",
        "XMODIFIERS": "@im=fcitx",
    }

    def is_chewing_on() -> bool:
        words = ["fcitx5-remote", "-n"]
        done = subprocess.run(words, env=desktop.environment, capture_output=True, text=True, check=False)
        return done.stdout.strip() == "chewing"

    with desktop.running("dbus-daemon", "--session", f"--address={address}", "--nofork"):
        desktop.wait_until("a bus", (desktop.folder / "bus").exists)
        with desktop.running("fcitx5"), desktop.program():
            open_table(desktop)
            desktop.wait_until("Chewing", is_chewing_on)
            press_m(desktop)


def try_no_home(desktop: Desktop, home: str | None) -> None:
    """Check that a user without a home folder gets a window, or one sentence in a box and on the terminal."""
    require("setpriv")
    del desktop.environment["HOME"]
    desktop.environment |= {} if home is None else {"HOME": home}
    with desktop.program(*OTHER_USER, profile=False) as program:
        desktop.wait_until("a window or a box", lambda: not desktop.is_empty() or program.poll() is not None)
        time.sleep(3.0)
        is_painted, said = desktop.is_painted(), desktop.output_text()
    if "Traceback" in said or len(said.splitlines()) > 1 or not (is_painted or said):
        raise FaultError(said or "neither a picture nor a sentence")


TRIALS: dict[str, tuple[int, Callable[[Desktop], None]]] = {
    "16 bits of colour": (16, try_table),
    "15 bits of colour": (15, try_table),
    "8 bits of colour: one sentence": (8, try_few_colours),
    "no thread can be started": (24, try_no_threads),
    "SDL_VIDEODRIVER is empty": (24, partial(try_driver, name="")),
    "SDL_VIDEODRIVER is wrong": (24, partial(try_driver, name="nonsense")),
    "silent session bus": (24, partial(try_silent_bus, variable="DBUS_SESSION_BUS_ADDRESS")),
    "silent system bus": (24, partial(try_silent_bus, variable="DBUS_SYSTEM_BUS_ADDRESS")),
    "Russian keyboard": (24, partial(try_layout, layout="ru")),
    "Greek keyboard": (24, partial(try_layout, layout="gr")),
    "Chinese input method (fcitx5, Chewing)": (24, try_input_method),
    "no HOME, nameless user": (24, partial(try_no_home, home=None)),
    "HOME=/dev/null, nameless user": (24, partial(try_no_home, home="/dev/null")),
}
"""Title -> bits of colour of the screen, and the trial."""


def run_trial(title: str) -> None:
    """Run a trial on a new virtual screen.

    Raises:
        FaultError: the program did something wrong.
        MissingError: the trial can't be made here.
    """
    depth, trial = TRIALS[title]
    try:
        with screen(depth) as (display, picture), tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            trial(Desktop(display, picture, Path(folder)))
    except NoWindowError as error:
        raise MissingError(str(error)) from error


def main(words: list[str]) -> int:
    """Run the trials whose titles contain one of the words; return 1 if one failed."""
    faults = 0
    for title in TRIALS:
        if words and not any(word in title for word in words):
            continue
        began = time.monotonic()
        try:
            run_trial(title)
            result = "well"
        except MissingError as error:
            result = f"skipped, needs {error}"
        except FaultError as error:
            faults += 1
            result = str(error)
        print(f"{title}, {time.monotonic() - began:.1f} s: {result}", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
