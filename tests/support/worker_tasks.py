"""Tasks for worker processes, in a separate module, since each process imports it."""

import os
import signal
import sys
import time
from pathlib import Path
from typing import NamedTuple, NoReturn

from engine.cooperative import CooperativeTask
from tests.support.processes import kill

if sys.platform == "win32":
    import ctypes


class HeldTask(NamedTuple):
    """A task that reports its start and waits until it is released; a ``is_deadly`` one ends its process instead."""

    number: int
    folder: Path
    is_deadly: bool = False

    @property
    def started_pids(self) -> list[int]:
        """Ids of the processes that have started it."""
        file = self.folder / str(self.number)
        return [int(pid) for pid in file.read_text(encoding="ascii").split()] if file.exists() else []


def release(folder: Path) -> None:
    """Release all waiting tasks; later ones run without waiting."""
    (folder / "go").touch()


def square(task: HeldTask) -> CooperativeTask[int | None]:
    """Return the square of the task's number; None for 5."""
    with (task.folder / str(task.number)).open("a", encoding="ascii") as file:
        file.write(f"{os.getpid()}\n")
    if task.is_deadly:
        kill(os.getpid())
    while not (task.folder / "go").exists():
        yield
        time.sleep(0.001)
    return None if task.number == 5 else task.number**2


def priority(_: object) -> CooperativeTask[int]:
    """Return the priority of this process: its niceness, or on Windows its class."""
    yield
    if sys.platform == "win32":
        return int(ctypes.windll.kernel32.GetPriorityClass(ctypes.c_void_p(-1)))
    return os.getpriority(os.PRIO_PROCESS, 0)


class PicklableError(Exception):
    """An error that can be pickled."""


class UnpicklableError(Exception):
    """An error that can't be pickled."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def fail(task: int) -> CooperativeTask[object]:
    """Fail in a different way for each of 1, 2 and 3; succeed for other numbers."""
    yield
    if task == 1:
        raise PicklableError("picklable")
    if task == 2:
        raise UnpicklableError(3, 4)
    return (lambda: None) if task == 3 else task


def no_process(*_: object) -> NoReturn:
    """Main function of a process that ends at once."""
    raise SystemExit(1)


def never_ready(*_: object) -> NoReturn:
    """Main function of a process that hangs before it is ready."""
    while True:
        time.sleep(60.0)


def stop(pid: int | None) -> None:
    """Stop a process, which then hangs; no effect on Windows."""
    assert pid is not None
    if sys.platform != "win32":
        os.kill(pid, signal.SIGSTOP)
