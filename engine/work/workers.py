"""Work of some seconds, done in processes beside the window and taken in as it comes; to be stopped at any moment.

A process may be ended by somebody else: by the system when memory runs out, by a player who looks for what keeps the
machine busy. Another one takes its place and does again what was in the making; what comes out is the same.
"""

import contextlib
import multiprocessing
import os
import pickle
import queue
import threading
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Generic, NamedTuple, Self, TypeVar

from engine.work.low_priority import MAX_DEATHS, enter_low_priority

AHEAD = 4
"""So many tasks wait for each process, that none is ever without one."""

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkerDiedError(RuntimeError):
    """Processes ended again and again in the middle of the same task."""


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
        self._wanted = 0
        """So many processes there shall be; 0 to work within ``poll``."""
        self._helpers: list[_WorkerProcess] = []
        self._jobs: queue.PriorityQueue[_Job] = queue.PriorityQueue()
        """What no helper has begun yet."""
        self._waiting: deque[tuple[Task, _Job]] = deque()
        """What was handed out and isn't taken in yet, in the order of the tasks."""
        self._handed_out = 0
        self._useless = 0
        """Processes that ended without having got a task, since the last result."""
        self._news = threading.Event()
        """Something was done, or somebody has died."""
        self._out_of_tasks = False
        self.stopped = False

    def start(self, *, process: bool = True) -> None:
        """Start the processes (``process``), or work within ``poll``: also where no process can be started.

        The first process is started here, the others by ``poll``, one each time: that takes a part of a frame. After
        ``rest`` it goes on where it was.
        """
        self._end()
        self._wanted = self._count if process else 0
        self._useless = 0
        self._jobs = queue.PriorityQueue()
        for _, job in self._waiting:
            if job.reply is None:
                self._jobs.put(job)
        self._start_one()
        self._feed()

    @property
    def in_process(self) -> bool:
        """Whether processes do the work."""
        return self._wanted > 0

    @property
    def pids(self) -> list[int]:
        """The ids of its processes."""
        return [helper.process.pid for helper in self._helpers if helper.process.pid is not None]

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
            DiedError: ``MAX_DEATHS`` processes ended in the middle of the same task.
            Exception: what went wrong in a task.
        """
        if self.done:
            return False
        self._news.clear()
        self._look_after_helpers()
        found = False
        for result in self._results():
            self.take(result)
            self._useless, found = 0, True
        self._feed()
        if self.done:
            self.stop()
        return found

    def _results(self) -> Iterator[Result]:
        while self._waiting and (reply := self._waiting[0][1].reply) is not None:
            self._waiting.popleft()
            outcome = pickle.loads(reply)
            if isinstance(outcome, _Failure):
                raise outcome.error
            yield outcome.result
        if self._wanted:
            return
        if self._waiting:  # from a time when there were processes
            task, job = self._waiting.popleft()
            if job.deaths:
                raise self._died(job)  # rather than try it here, where it might end the program
            yield self._do(task)
        else:
            for task in self._next():
                yield self._do(task)

    def wait(self, seconds: float) -> None:
        """Wait until something was done, so long at most; not at all where ``poll`` has something else to do."""
        if self._waiting and self._wanted and len(self._helpers) == self._wanted:
            self._news.wait(seconds)

    def rest(self) -> None:
        """End the processes; ``start`` goes on, and what was in the making is done anew."""
        self._end()

    def stop(self) -> None:
        """End the processes at once, for good; what was taken in stays."""
        self.stopped = True
        self._waiting.clear()
        self._end()

    def _end(self) -> None:
        self._wanted = 0
        for helper in self._helpers:
            helper.process.kill()
            self._jobs.put(_NO_JOB)
        for helper in self._helpers:
            helper.end()
        self._helpers.clear()

    def _next(self) -> list[Task]:
        """The next task, if there is one and it is known."""
        for task in self._tasks:
            return [] if task is None else [task]
        self._out_of_tasks = True
        return []

    def _feed(self) -> None:
        while not self._out_of_tasks and len(self._waiting) < self._ahead * self._count and self._wanted:
            several = self._next()
            if not several:
                break
            for task in several:
                job = _Job(self._handed_out, pickle.dumps(task))
                self._handed_out += 1
                self._waiting.append((task, job))
                self._jobs.put(job)

    # --- the processes ------------------------------------------------------------------------------------------------

    def _start_one(self) -> None:
        """Start one process more, if there shall be more."""
        if len(self._helpers) < self._wanted:
            try:
                self._helpers.append(_WorkerProcess(self._do, self._jobs, self._news, idle=self._idle))
            except (OSError, RuntimeError, ImportError):  # no processes here; ImportError: no semaphores on this system
                self._wanted = len(self._helpers)

    def _look_after_helpers(self) -> None:
        """Replace who has died; what they were doing is done again, but not for ever."""
        for helper in [helper for helper in self._helpers if helper.dead]:
            self._helpers.remove(helper)
            helper.end()
            if helper.job is None:
                self._useless += 1
            else:
                self._do_again(helper.job)
        if self._useless >= MAX_DEATHS * self._count:
            self._end()  # processes are of no use here
        self._start_one()

    def _do_again(self, job: "_Job") -> None:
        job.deaths += 1
        if job.deaths < MAX_DEATHS:
            self._jobs.put(job)
        else:
            job.reply = pickle.dumps(_Failure(self._died(job)))

    def _died(self, job: "_Job") -> WorkerDiedError:
        times = f"{job.deaths} time{'s' * (job.deaths > 1)}"
        return WorkerDiedError(f"{type(self).__name__}: its process ended in the middle of task {job.number}, {times}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


class _Job:
    """A task on its way; what isn't begun yet is in order of the numbers."""

    def __init__(self, number: int, task: bytes) -> None:
        self.number = number
        self.task = task
        self.reply: bytes | None = None
        """What came of it: ``_Success`` or ``_Failure``, packed."""
        self.deaths = 0
        """So many processes ended while they did it."""

    def __lt__(self, other: "_Job") -> bool:
        return self.number < other.number


_NO_JOB = _Job(-1, b"")
"""Whoever gets this ends."""


class _Success(NamedTuple):
    """What a process tells: it has done the task."""

    result: Any


class _Failure(NamedTuple):
    """What a process tells: something went wrong in the task."""

    error: Exception


class _WorkerProcess:
    """A process that does tasks, and the thread that hands them to it: so nobody is without one between two polls.

    The thread moves bytes and knows nothing; it ends when its process does, or by ``_NO_JOB``.

    Raises:
        OSError, RuntimeError, ImportError: no process can be started, or no thread.
    """

    def __init__(
        self, do: Callable[[Any], Any], jobs: "queue.PriorityQueue[_Job]", news: threading.Event, *, idle: bool
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._jobs = jobs
        self._news = news
        self.dead = False
        self.job: _Job | None = None
        """What it is doing; when it has died, what it was doing."""
        self._pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, pickle.dumps(do), idle), name="working", daemon=True)
        self._thread = threading.Thread(target=self._attend, name="working", daemon=True)
        with theirs:  # only the process has it then: when that ends, so does the pipe
            self.process.start()
        try:
            self._thread.start()
        except RuntimeError:
            self.process.kill()
            raise

    def end(self) -> None:
        """End the process; the thread ends by that, if it has a job, or it must have been told."""
        self.process.kill()
        self.process.join()
        self._thread.join()
        self._pipe.close()

    def _attend(self) -> None:
        try:
            self._receive()  # it is there
            while (job := self._jobs.get()) is not _NO_JOB:
                try:
                    self._pipe.send_bytes(job.task)
                except OSError:  # it died before: nothing was begun
                    self._jobs.put(job)
                    break
                self.job = job
                job.reply = self._receive()
                self.job = None
                self._news.set()
        except (EOFError, OSError):  # it died
            pass
        finally:
            self.dead = True
            self._news.set()

    def _receive(self) -> bytes:
        """The process's next message.

        Raises:
            EOFError, OSError: it died. One that dies before it has taken its end of the pipe leaves it open on Windows;
                therefore the process itself is watched, too.
        """
        wait([self._pipe, self.process.sentinel])
        if not self._pipe.poll():
            raise EOFError
        return self._pipe.recv_bytes()


def _work(pipe: "Connection[Any, Any]", packed: bytes, idle: bool) -> None:
    """The process's life: a task, what came of it, the next task, until the pipe closes.

    What it does comes packed, so that all that is needed for it is imported by a process of low priority.
    """
    enter_low_priority(idle=idle)
    do: Callable[[Any], Any] = pickle.loads(packed)
    with contextlib.suppress(EOFError, OSError):
        pipe.send_bytes(b"here")
        while True:
            pipe.send_bytes(_reply(do, pipe.recv_bytes()))


def _reply(do: Callable[[Any], Any], task: bytes) -> bytes:
    """What came of a task, packed. An error that can't be packed is told in words."""
    try:
        return pickle.dumps(_Success(do(pickle.loads(task))))
    except Exception as error:
        where = "".join(traceback.format_exception(error))
        error.add_note(f"In the process that did it:\n{where}")
        try:
            packed = pickle.dumps(_Failure(error))
            pickle.loads(packed)
        except Exception:
            packed = pickle.dumps(_Failure(RuntimeError(where)))
        return packed
