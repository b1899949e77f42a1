"""Tries the built program on several Linux systems: ``python -m tests.linux_systems PROGRAM [SUITE ...]``.

PROGRAM is the folder that ``build/build.py`` makes. SUITE names a release of Debian or Ubuntu (``jammy bookworm
trixie``). debootstrap makes its smallest system in ``.systems``, without fonts, fontconfig and sound. Without a SUITE
the trials run on this system, with its fonts hidden. Prints a line per trial and a table.

In every trial the program is in a read-only folder whose path has spaces and letters with marks, in the C locale.
Windows are opened on Xvfb and weston, without a graphics card and with an unusable one. Linux only, as root; needs
unshare, debootstrap, Xvfb and weston. Two minutes a system, most of them for the self-test.
"""

import contextlib
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CACHE_FOLDER = ROOT / ".systems"
DESKTOP = (
    "libx11-6,libxext6,libxcursor1,libxi6,libxrandr2,libxss1,"
    "libwayland-client0,libwayland-cursor0,libwayland-egl1,libxkbcommon0,libegl1,libgl1"
)
"""Packages of every desktop: without them no program can open a window on X11 and Wayland."""
INSTALL_PATH = "Spiele für zwei/ação"
FONTS = ("/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts")
FEATURE_PATHS = {"fonts": FONTS, "fontconfig": ("libfontconfig.so.1",), "sound": ("libasound.so.2", "libpulse.so.0")}
"""Feature that a small system lacks -> folders or libraries that prove its presence."""
DEVICE_NODES = {"null": (1, 3), "zero": (1, 5), "full": (1, 7), "random": (1, 8), "urandom": (1, 9), "tty": (5, 0)}
TIMEOUT_SECONDS = 60.0
"""Maximum seconds until a window shows a picture."""
SELF_TEST_SECONDS = 900.0
"""Maximum seconds for the self-test."""
MIN_COLOURS = 200
"""Number of colours above which a picture counts as painted."""


class System(NamedTuple):
    """Linux system to try the program on."""

    name: str
    root: Path
    """Its root folder; ``/`` for this one."""

    def shell(self, command: str) -> str:
        """Run a shell command in the system; return its output."""
        words = ["chroot", str(self.root), "/bin/sh", "-c", command]
        return subprocess.run(words, capture_output=True, text=True, check=False).stdout.strip()

    def title(self) -> str:
        """Return name and glibc: ``Ubuntu 22.04 (glibc 2.35)``."""
        name = self.shell('. /etc/os-release; echo "$NAME $VERSION_ID"')
        return f"{name} (glibc {self.shell('ldd --version').split(chr(10), maxsplit=1)[0].rpartition(' ')[2]})"

    def missing_features(self) -> list[str]:
        """Return the keys of ``FEATURE_PATHS`` that the system lacks; every trial hides this system's fonts."""
        libraries = self.shell("ldconfig -p || /sbin/ldconfig -p")
        return [
            what
            for what, signs in FEATURE_PATHS.items()
            if not any((self.root / one[1:]).exists() if one[0] == "/" else one in libraries for one in signs)
            or (what == "fonts" and self.root == Path("/"))
        ]


def make_system(suite: str) -> System:
    """Return a system of a suite; make it when first needed.

    Raises:
        subprocess.CalledProcessError: debootstrap failed.
    """
    root = CACHE_FOLDER / suite
    if not (root / "made").exists():
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        print(f"Making {root} ...", flush=True)
        checked = [] if list(Path("/usr/share/keyrings").glob("ubuntu-archive-keyring*")) else ["--no-check-gpg"]
        options = ["--variant=minbase", f"--include={DESKTOP}", *(checked if suite in ("jammy", "noble") else [])]
        subprocess.run(["debootstrap", *options, suite, root], stdout=subprocess.DEVNULL, check=True)
        (root / "made").touch()
    return System(suite, root)


class SystemTrial:
    """Runs the program in one system.

    Args:
        system: system to run it in
        program: built folder
        folder: empty folder in that system, as a path of this one
    """

    def __init__(self, system: System, program: Path, folder: Path) -> None:
        self.system = system
        self.program = program
        self.folder = folder
        self.inside = Path("/") / folder.relative_to(system.root)
        """The folder's path in that system."""
        self.log = folder / "log"
        for name in (INSTALL_PATH, "home", "runtime", "dev", "screen"):
            (folder / name).mkdir(parents=True)
        (folder / "runtime").chmod(0o700)

    def start(
        self, *words: str, variables: Mapping[str, str] | None = None, card: bool = False
    ) -> subprocess.Popen[bytes]:
        """Start the program with these arguments; ``card`` adds the device of a graphics card without a driver."""
        root, dev = shlex.quote(str(self.system.root)), shlex.quote(str(self.folder / "dev"))
        install_folder = shlex.quote(str(self.folder / INSTALL_PATH))
        nodes = {**DEVICE_NODES, **({"dri/renderD128": (226, 128), "dri/card0": (226, 0)} if card else {})}
        devices = "; ".join(f"mknod -m 666 {dev}/{name} c {major} {minor}" for name, (major, minor) in nodes.items())
        hidden = [font for font in FONTS if (self.system.root / font[1:]).is_dir()]
        steps = [
            f"mount --bind {shlex.quote(str(self.program))} {install_folder}",
            f"mount -o remount,bind,ro {install_folder}",
            f"mount -t tmpfs tmpfs {dev}",
            f"mkdir {dev}/shm {dev}/dri",
            devices,
            f"mount --rbind {dev} {root}/dev",
            f"mount -t proc proc {root}/proc",
            f"mkdir -p {root}/tmp/.X11-unix",
            *([f"mount --bind /tmp/.X11-unix {root}/tmp/.X11-unix"] if self.system.root != Path("/") else []),
            *(f"mount -t tmpfs tmpfs {root}{font}" for font in hidden),
        ]
        inside = str(self.inside)
        own = {"HOME": f"{inside}/home", "XDG_RUNTIME_DIR": f"{inside}/runtime", "LC_ALL": "C", "PATH": "/bin"}
        call = ["env", "-i", *(f"{name}={value}" for name, value in {**own, **(variables or {})}.items())]
        call += [f"{inside}/{INSTALL_PATH}/house-rules", *words]
        script = f"set -e; {'; '.join(steps)}; cd /; exec chroot {root} {shlex.join(call)}"
        with self.log.open("wb") as log:
            return subprocess.Popen(
                ["unshare", "--mount", "sh", "-c", script],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def finish(
        self, *words: str, variables: Mapping[str, str] | None = None, limit: float = TIMEOUT_SECONDS
    ) -> tuple[int, str]:
        """Run the program to its end; return its exit status and output."""
        program = self.start(*words, variables=variables)
        try:
            program.wait(limit)
        except subprocess.TimeoutExpired:
            program.kill()
            return program.wait(), f"{self.output()} (too late)"
        return program.returncode, self.output()

    def output(self) -> str:
        """Return all output of the program so far."""
        return self.log.read_text(encoding="utf-8", errors="replace").strip()

    def end(self, program: subprocess.Popen[bytes], *, seen: bool) -> str:
        """Close the program with SIGTERM; return a fault, empty if it was ``seen`` and ended with status 0."""
        program.terminate()
        try:
            status = program.wait(10)
        except subprocess.TimeoutExpired:
            program.kill()
            status = program.wait()
        return "" if seen and status == 0 else f"{'no ' * (not seen)}picture, status {status}: {self.output()[-2000:]}"


def check_version(trial: SystemTrial) -> str:
    """Check that the program prints its version; return a fault or an empty text, as all checks do."""
    status, said = trial.finish("--version")
    return "" if status == 0 and said.startswith("House Rules ") else said


def check_self_test(trial: SystemTrial) -> str:
    """Check that every game can be played to its end."""
    status, said = trial.finish("--self-test", limit=SELF_TEST_SECONDS)
    return "" if status == 0 and said.endswith("passed, 0 failed") else said


def check_no_screen(trial: SystemTrial) -> str:
    """Check that the program ends with one sentence on a system without a screen."""
    status, said = trial.finish()
    return "" if status == 1 and "needs a screen" in said and "\n" not in said else said


def wait_until(program: subprocess.Popen[bytes], ready: Callable[[], bool]) -> bool:
    """Wait until a condition is true; return False if the program ends before, or after ``TIMEOUT_SECONDS``."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while program.poll() is None and time.monotonic() < end:
        if ready():
            return True
        time.sleep(0.1)
    return False


def check_x11(trial: SystemTrial, *, card: bool = False) -> str:
    """Check that a painted window opens on X11."""
    reading, writing = os.pipe()
    options = ["-screen", "0", "1280x720x24", "-nolisten", "tcp", "-fbdir", str(trial.folder / "screen")]
    with subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), *options], pass_fds=(writing,), stderr=subprocess.DEVNULL
    ) as server:
        os.close(writing)
        with os.fdopen(reading) as pipe:
            display = f":{pipe.readline().strip()}"
        program = trial.start(variables={"DISPLAY": display}, card=card)
        seen = wait_until(program, lambda: count_colours(trial.folder / "screen" / "Xvfb_screen0") > MIN_COLOURS)
        wrong = trial.end(program, seen=seen)
        server.terminate()
    return wrong


def count_colours(picture: Path) -> int:
    """Return the number of colours on Xvfb's screen, a file in X's own format (XWDFile.h)."""
    data = picture.read_bytes()
    size, entries = struct.unpack_from(">I", data)[0], struct.unpack_from(">I", data, 19 * 4)[0]
    pixels = data[size + 12 * entries :]
    return len(set(struct.unpack(f"<{len(pixels) // 4}I", pixels)))


@contextlib.contextmanager
def wayland_desktop(trial: SystemTrial) -> Iterator[None]:
    """Run a Wayland desktop without X and without a screen; its display is named ``table``."""
    runtime = trial.folder / "runtime"
    command = ["weston", "--backend=headless-backend.so", "--socket=table", "--idle-time=0"]
    environment = {**os.environ, "XDG_RUNTIME_DIR": str(runtime)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as desktop:
        end = time.monotonic() + TIMEOUT_SECONDS
        while not (runtime / "table").exists() and time.monotonic() < end:
            time.sleep(0.1)
        try:
            yield
        finally:
            desktop.terminate()


def check_wayland(trial: SystemTrial, *, card: bool = False) -> str:
    """Check that a window shows two pictures on Wayland, without X."""
    with wayland_desktop(trial):
        program = trial.start(variables={"WAYLAND_DISPLAY": "table", "WAYLAND_DEBUG": "1"}, card=card)
        picture = re.compile(r"wl_surface[@#]\d+\.attach\(wl_buffer[@#]\d+")
        seen = wait_until(program, lambda: len(picture.findall(trial.output())) >= 2)
        return trial.end(program, seen=seen)


def check_no_opengl(trial: SystemTrial) -> str:
    """Check that the program ends with one sentence on Wayland without OpenGL."""
    with wayland_desktop(trial):
        status, said = trial.finish(variables={"WAYLAND_DISPLAY": "table", "SDL_VIDEO_EGL_DRIVER": "/nowhere.so"})
    return "" if status == 1 and "needs OpenGL" in said and "\n" not in said else f"status {status}: {said}"


TRIALS: dict[str, Callable[[SystemTrial], str]] = {
    "version": check_version,
    "no screen: one sentence": check_no_screen,
    "X11, no card": check_x11,
    "X11, useless card": partial(check_x11, card=True),
    "Wayland, no card": check_wayland,
    "Wayland, useless card": partial(check_wayland, card=True),
    "Wayland, no OpenGL: one sentence": check_no_opengl,
    "self-test": check_self_test,
}
"""Title -> check; a check returns its fault, empty for none."""


@contextlib.contextmanager
def folder_in(system: System) -> Iterator[Path]:
    """Make an empty folder in a system; remove it at the end of the ``with``."""
    with tempfile.TemporaryDirectory(dir=system.root / "tmp", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def main(words: list[str]) -> int:
    """Run the trials; return 1 if one failed, and 2 if there is no program."""
    if not words or sys.platform != "linux" or not (Path(words[0]) / "house-rules").exists():
        print(__doc__)
        return 2
    program = Path(words[0]).resolve()
    systems = [make_system(suite) for suite in words[1:]] or [System("here", Path("/"))]
    rows = [f"| system | lacks | {' | '.join(TRIALS)} |", f"|{'---|' * (2 + len(TRIALS))}"]
    faults = 0
    for system in systems:
        title, results = system.title(), []
        for name, trial in TRIALS.items():
            began = time.monotonic()
            with folder_in(system) as folder:
                wrong = trial(SystemTrial(system, program, folder))
            faults += bool(wrong)
            results.append("no" if wrong else "yes")
            print(f"{title}: {name}, {time.monotonic() - began:.1f} s: {wrong or 'well'}", flush=True)
        rows.append(f"| {title} | {', '.join(system.missing_features())} | {' | '.join(results)} |")
    print("\n".join(("", *rows)))
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
