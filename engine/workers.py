"""Work of some seconds, done in processes beside the window and taken in as it comes; to be stopped at any moment."""

import multiprocessing
import multiprocessing.pool
import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from types import TracebackType
from typing import Generic, Self, TypeVar

from engine.thinking import keep_quiet

AHEAD = 4
"""So many tasks wait for each process, that none is ever without one."""

Task = TypeVar("Task")
Result = TypeVar("Result")


class Workers(ABC, Generic[Task, Result]):
    """Does one task after the other, in several processes at once; a subclass takes in the results.

    Results are taken in the order of the tasks, not as they get done: otherwise short tasks would be counted first.

    Args:
        do: does a task; a function of a module, as tasks and results go from process to process.
        tasks: what is to be done, perhaps without end; taken one by one when somebody is free. None stands for a task
            that isn't known before more results were taken in: it is asked for again with the next ``poll``.
        processes: 0 for as many as the machine has cores.
        ahead: so many tasks wait for each process.
        idle: works only while nobody else has anything to do, not even those who think for the opponents.
    """

    def __init__(
        self,
        do: Callable[[Task], Result],
        tasks: Iterable[Task | None],
        *,
        processes: int = 0,
        ahead: int = AHEAD,
        idle: bool = False,
    ) -> None:
        self._do = do
        self._tasks: Iterator[Task | None] = iter(tasks)
        self._count = processes or os.cpu_count() or 1
        self._ahead = ahead
        self._idle = idle
        self._waiting: deque[tuple[Task, multiprocessing.pool.AsyncResult[Result]]] = deque()
        self._pool: multiprocessing.pool.Pool | None = None
        self._out_of_tasks = False
        self.stopped = False

    def start(self, *, process: bool = True) -> None:
        """Start the processes (``process``), or work within ``poll``: also where no process can be started.

        After ``rest`` it goes on where it was.
        """
        if process:
            quiet = partial(keep_quiet, idle=self._idle)
            try:
                self._pool = multiprocessing.get_context("spawn").Pool(self._count, quiet)
            except (OSError, RuntimeError, ImportError):  # no processes here; ImportError: no semaphores on this system
                self._pool = None
        self._feed()

    @property
    def in_process(self) -> bool:
        """Whether processes were started and not ended."""
        return self._pool is not None

    @property
    def done(self) -> bool:
        """Whether every task was done and its result taken in, or the work was stopped."""
        return self.stopped or (self._out_of_tasks and not self._waiting)

    @abstractmethod
    def take(self, result: Result) -> None:
        """Take in what came of a task."""

    def poll(self) -> bool:
        """Take in what was done since; True when something was. Waits for nothing; without processes does one task.

        Raises:
            Exception: what went wrong in a task.
        """
        if self.done:
            return False
        found = self._results()
        for result in found:
            self.take(result)
        self._feed()
        if self.done:
            self.stop()
        return bool(found)

    def _results(self) -> list[Result]:
        if self._pool is None:
            return [self._do(task) for task in self._next()]
        found = []
        while self._waiting and self._waiting[0][1].ready():
            found.append(self._waiting.popleft()[1].get())
        return found

    def wait(self, seconds: float) -> None:
        """Wait for the next result, so long at most."""
        if self._waiting:
            self._waiting[0][1].wait(seconds)

    def rest(self) -> None:
        """End the processes; ``start`` goes on, and what was in the making is done anew."""
        self._tasks = chain([task for task, _ in self._waiting], self._tasks)
        self._out_of_tasks &= not self._waiting
        self._waiting.clear()
        self._end()

    def stop(self) -> None:
        """End the processes at once, for good; what was taken in stays."""
        self.stopped = True
        self._waiting.clear()
        self._end()

    def _end(self) -> None:
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()
            self._pool = None

    def _next(self) -> list[Task]:
        """The next task, if there is one and it is known."""
        for task in self._tasks:
            return [] if task is None else [task]
        self._out_of_tasks = True
        return []

    def _feed(self) -> None:
        while self._pool is not None and not self._out_of_tasks and len(self._waiting) < self._ahead * self._count:
            several = self._next()
            if not several:
                break
            for task in several:
                self._waiting.append((task, self._pool.apply_async(self._do, (task,))))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()
