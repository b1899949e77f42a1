"""Long-running work, done in background processes and collected as it is finished; it can be stopped at any moment.

Others may kill or stop a process: the system when memory runs out, or a player who looks for what keeps the machine
busy. A new process then takes over and repeats the interrupted task; the results are the same.
"""

import os
import pickle
import queue
import threading
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import Any, Generic, NamedTuple, Self, TypeVar

from engine.parts import Parts, at_once
from engine.work.helper import MAX_DEATHS, MAX_END, HelperProcess, Line

PARTS = 8
"""Number of parts of a task done per ``poll`` without processes."""
AHEAD = 4
"""Number of tasks queued per process, so that none ever runs out of work."""

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkerDiedError(RuntimeError):
    """Processes died or hung repeatedly during the same task."""


class Workers(ABC, Generic[Task, Result]):
    """Runs tasks in several processes at once; a subclass handles the results.

    Results are taken in the order of the tasks, not of completion: otherwise short tasks would be counted first.

    Args:
        do: performs a task in parts; a module-level function, since it is pickled.
        tasks: the tasks, possibly endless, taken as processes become free. None means that the next task depends on
            results not taken yet: the iterator is asked again at the next ``poll``.
        processes: number of processes; 0 for one per core.
        ahead: number of tasks queued per process.
        idle: run at the lowest priority, below the processes that think for the computer players.
    """

    def __init__(
        self,
        do: Callable[[Task], Parts[Result]],
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
        self._wanted = 0
        """Number of processes wanted; 0 to work within ``poll``."""
        self._processes: list[_WorkerProcess] = []
        self._begun: Parts[Result] | None = None
        """The first pending task, begun within ``poll``."""
        self._jobs: queue.PriorityQueue[_Job] = queue.PriorityQueue()
        """Jobs that no process has started."""
        self._pending: deque[tuple[Task, _Job]] = deque()
        """Jobs handed out whose results were not taken yet, in the order of the tasks."""
        self._handed_out = 0
        self._useless = 0
        """Number of processes that died without getting a task, since the last result."""
        self._news = threading.Event()
        """Set when a job is finished or a process has died."""
        self._out_of_tasks = False
        self.stopped = False

    def start(self, *, process: bool = True) -> None:
        """Start the processes, or work within ``poll`` if ``process`` is False or none can be started.

        The first process starts here, the others one per ``poll``, since each start takes part of a frame. After
        ``rest`` work continues where it was.
        """
        self._end()
        self._wanted = self._count if process else 0
        self._useless = 0
        self._jobs = queue.PriorityQueue()
        for _, job in self._pending:
            if job.reply is None:
                self._jobs.put(job)
        self._start_one()
        self._feed()

    @property
    def in_process(self) -> bool:
        """Whether separate processes do the work."""
        return self._wanted > 0

    @property
    def pids(self) -> list[int]:
        """The ids of the processes."""
        return [worker.process.pid for worker in self._processes if worker.process.pid is not None]

    @property
    def done(self) -> bool:
        """Whether all results were taken, or the work was stopped."""
        return self.stopped or (self._out_of_tasks and not self._pending)

    @abstractmethod
    def take(self, result: Result) -> None:
        """Handle the result of a task."""

    def poll(self) -> bool:
        """Take new results; True if there were any. Never waits; without processes, does ``PARTS`` parts of a task.

        Raises:
            WorkerDiedError: ``MAX_DEATHS`` processes died or hung during the same task.
            Exception: an exception raised by a task.
        """
        if self.done:
            return False
        self._news.clear()
        self._replace_dead()
        found = False
        for result in self._results():
            self.take(result)
            self._useless, found = 0, True
        self._feed()
        if self.done:
            self.stop()
        return found

    def _results(self) -> Iterator[Result]:
        while self._pending and (reply := self._pending[0][1].reply) is not None:
            self._pending.popleft()
            outcome = pickle.loads(reply)
            if isinstance(outcome, _Failure):
                raise outcome.error
            yield outcome.result
        if self._wanted:
            return
        if not self._pending:
            self._hand_out()
        if self._pending:
            yield from self._parts(*self._pending[0])

    def _parts(self, task: Task, job: "_Job") -> Iterator[Result]:
        """Do some parts of the first pending task here; its result comes with the last."""
        if job.deaths:
            self._pending.popleft()
            raise self._died(job)  # trying it here might kill the program itself
        if self._begun is None:
            self._begun = self._do(task)
        try:
            for _ in range(PARTS):
                next(self._begun)
        except StopIteration as end:
            self._begun = None
            self._pending.popleft()
            yield end.value
        except Exception:
            self._begun = None
            self._pending.popleft()
            raise

    def wait(self, seconds: float) -> None:
        """Wait for a result, at most ``seconds``; return at once if ``poll`` has something else to do."""
        if self._pending and self._wanted and len(self._processes) == self._wanted:
            self._news.wait(seconds)

    def rest(self) -> None:
        """End the processes; ``start`` continues, repeating interrupted tasks."""
        self._end()

    def stop(self) -> None:
        """End the processes immediately and for good; results already taken stay."""
        self.stopped = True
        self._pending.clear()
        self._end()

    def _end(self) -> None:
        self._wanted = 0
        self._begun = None
        for worker in self._processes:
            worker.process.kill()
            self._jobs.put(_NO_JOB)
        patience = MAX_END
        for worker in self._processes:
            if not worker.end(patience):
                patience = 0.0  # at most once, so that leaving takes no longer with more processes
        self._processes.clear()

    def _feed(self) -> None:
        while self._wanted and len(self._pending) < self._ahead * self._count and self._hand_out():
            pass

    def _hand_out(self) -> bool:
        """Make a job of the next task; False if there is none or it isn't known yet."""
        if self._out_of_tasks:
            return False
        for task in self._tasks:
            if task is None:
                return False
            job = _Job(self._handed_out, pickle.dumps(task))
            self._handed_out += 1
            self._pending.append((task, job))
            if self._wanted:
                self._jobs.put(job)
            return True
        self._out_of_tasks = True
        return False

    # --- the processes ------------------------------------------------------------------------------------------------

    def _start_one(self) -> None:
        """Start one more process if one is missing."""
        if len(self._processes) < self._wanted:
            try:
                self._processes.append(_WorkerProcess(self._do, self._jobs, self._news, idle=self._idle))
            except (OSError, RuntimeError, ImportError):  # no processes here; ImportError: no semaphores on this system
                self._wanted = len(self._processes)

    def _replace_dead(self) -> None:
        """Replace dead processes and repeat their tasks, up to ``MAX_DEATHS`` times each."""
        for worker in [worker for worker in self._processes if worker.dead]:
            self._processes.remove(worker)
            worker.end()
            if worker.job is None:
                self._useless += 1
            else:
                self._repeat(worker.job)
        if self._useless >= MAX_DEATHS * self._count:
            self._end()  # processes don't work here
        self._start_one()

    def _repeat(self, job: "_Job") -> None:
        job.deaths += 1
        if job.deaths < MAX_DEATHS:
            self._jobs.put(job)
        else:
            job.reply = pickle.dumps(_Failure(self._died(job)))

    def _died(self, job: "_Job") -> WorkerDiedError:
        times = f"{job.deaths} time{'s' * (job.deaths > 1)}"
        return WorkerDiedError(f"{type(self).__name__}: its process died during task {job.number}, {times}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


class _Job:
    """A packed task; jobs sort by number."""

    def __init__(self, number: int, task: bytes) -> None:
        self.number = number
        self.task = task
        self.reply: bytes | None = None
        """Packed result: ``_Success`` or ``_Failure``; None until there is one."""
        self.deaths = 0
        """Number of processes that died while doing it."""

    def __lt__(self, other: "_Job") -> bool:
        return self.number < other.number


_NO_JOB = _Job(-1, b"")
"""Ends the thread that receives it."""


class _Success(NamedTuple):
    """A process's message: the task is done."""

    result: Any


class _Failure(NamedTuple):
    """A process's message: the task raised an exception."""

    error: Exception


class _WorkerProcess(HelperProcess):
    """A process that does tasks, with a thread that feeds it, so that it has work between two polls.

    The thread only moves bytes; it ends with its process, or at ``_NO_JOB``. A process that hangs counts as dead.

    Raises:
        OSError, RuntimeError, ImportError: the process or thread can't be started.
    """

    def __init__(
        self, do: Callable[[Any], Parts[Any]], jobs: "queue.PriorityQueue[_Job]", news: threading.Event, *, idle: bool
    ) -> None:
        self._jobs = jobs
        self._news = news
        self.dead = False
        self.job: _Job | None = None
        """The current job; after a death, the interrupted one."""
        super().__init__(_work, do, name="working", attend=self._feed, idle=idle)

    def _feed(self) -> None:
        try:
            self.hear()  # the process is up
            while (job := self._jobs.get()) is not _NO_JOB:
                self.send(job.task)
                try:
                    self.hear()
                except (EOFError, OSError):  # the process was dead already: the job was never started
                    self._jobs.put(job)
                    break
                self.job = job
                job.reply = self.receive()
                self.job = None
                self._news.set()
        except (EOFError, OSError):  # the process died or hangs
            pass
        finally:
            self.dead = True
            self._news.set()


def _work(line: Line, do: Callable[[Any], Parts[Any]]) -> None:
    """The process's main loop: receive a task, send its result.

    Raises:
        EOFError, OSError: the window has gone.
    """
    while True:
        line.send(_reply(do, line.receive()))


def _reply(do: Callable[[Any], Parts[Any]], task: bytes) -> bytes:
    """Do a task; return its packed result. An exception that can't be pickled is replaced by its text."""
    try:
        return pickle.dumps(_Success(at_once(do(pickle.loads(task)))))
    except Exception as error:
        where = "".join(traceback.format_exception(error))
        error.add_note(f"In the process that did it:\n{where}")
        try:
            packed = pickle.dumps(_Failure(error))
            pickle.loads(packed)
        except Exception:
            packed = pickle.dumps(_Failure(RuntimeError(where)))
        return packed
