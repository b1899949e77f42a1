"""Measures the program built by ``build/build.py`` from outside, for ``tests.bench``: start-up and idle load.

SDL's dummy driver can write every frame of the window to a file, so the first file means the first frame. The program
needs no code for the measurement. Linux only.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "dist" / "house-rules" / "house-rules"
SETTLE_SECONDS, IDLE_SECONDS = 6.0, 8.0
"""Seconds until the program is idle, and seconds of idle time to measure."""
TIMEOUT_SECONDS = 30.0
"""Maximum seconds to wait for the first frame."""


class NotBuiltError(Exception):
    """There is no built program to measure."""


@contextmanager
def running(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], float]]:
    """Run the built program with a new profile; yield its process and start time.

    Raises:
        NotBuiltError: there is no build, or the system isn't Linux.
    """
    if sys.platform != "linux" or not PROGRAM.exists():
        raise NotBuiltError(f"{PROGRAM} doesn't exist: make it with  python3 build/build.py --no-test  (on Linux)")
    drivers = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "SDL_VIDEO_DUMMY_SAVE_FRAMES": "1"}
    began = time.perf_counter()
    process = subprocess.Popen(
        [PROGRAM, "--profile", folder / "profile"],
        cwd=folder,
        env=os.environ | drivers,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process, began
    finally:
        process.kill()
        process.wait()


def first_frame_ms(*, cold: bool) -> float:
    """Return the milliseconds from the program's start to its first frame; if ``cold``, its files are read from disk.

    Raises:
        NotBuiltError: as ``running``.
        TimeoutError: the program drew no frame.
    """
    with tempfile.TemporaryDirectory() as folder:
        if cold:
            drop_file_cache()
        with running(Path(folder)) as (process, began):
            while not any(Path(folder).glob("SDL_window*.bmp")):
                if process.poll() is not None or time.perf_counter() - began > TIMEOUT_SECONDS:
                    raise TimeoutError(f"the built program drew no frame within {TIMEOUT_SECONDS:.0f} s")
                time.sleep(0.002)
            return (time.perf_counter() - began) * 1000


def drop_file_cache() -> None:
    """Drop the program's files from the system's cache, so that they are read from the disk."""
    if sys.platform != "linux":
        return
    os.sync()
    for file in PROGRAM.parent.rglob("*"):
        if file.is_file():
            handle = os.open(file, os.O_RDONLY)
            os.posix_fadvise(handle, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(handle)


def measure_idle_percent() -> float:
    """Return the percentage of a core that the built program uses on its first screen without input.

    Raises:
        NotBuiltError: as ``running``.
    """
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as (process, _):
        time.sleep(SETTLE_SECONDS)
        before, begin = processor_seconds(process.pid), time.perf_counter()
        time.sleep(IDLE_SECONDS)
        return (processor_seconds(process.pid) - before) / (time.perf_counter() - begin) * 100


def processor_seconds(process: int) -> float:
    """Return the CPU seconds of a process so far (man 5 proc: fields 14 and 15 of its ``stat``)."""
    if sys.platform == "win32":
        raise OSError("CPU time is read from /proc, which Windows lacks")
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
