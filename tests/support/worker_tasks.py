"""Tasks for processes; a module of their own, as every process reads it, and nothing else of the tests."""

import os
import signal
import time
from pathlib import Path
from typing import NamedTuple, NoReturn


class Held(NamedTuple):
    """Says that it was begun, and waits there until it may go on; a ``deadly`` one ends its process instead."""

    number: int
    folder: Path
    deadly: bool = False

    @property
    def begun(self) -> list[int]:
        """The processes that have begun it."""
        file = self.folder / str(self.number)
        return [int(pid) for pid in file.read_text(encoding="ascii").split()] if file.exists() else []


def let_go(folder: Path) -> None:
    """Whatever waits goes on, and nothing waits any more."""
    (folder / "go").touch()


def squared(task: Held) -> int | None:
    """The square of the number, none of 5."""
    with (task.folder / str(task.number)).open("a", encoding="ascii") as file:
        file.write(f"{os.getpid()}\n")
    if task.deadly:
        os.kill(os.getpid(), signal.SIGKILL)
    while not (task.folder / "go").exists():
        time.sleep(0.001)
    return None if task.number == 5 else task.number**2


class ToldError(Exception):
    """An error that can go from process to process."""


class OddError(Exception):
    """One that can't."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(f"{first} and {second}")


def wrong(task: int) -> object:
    """Something goes wrong, something else with each number; 0 and from 4 on nothing does."""
    if task == 1:
        raise ToldError("told")
    if task == 2:
        raise OddError(3, 4)
    return (lambda: None) if task == 3 else task


def no_process(*_: object) -> NoReturn:
    """A process that ends as soon as it begins."""
    raise SystemExit(1)
