"""Pool of background processes for long work, which can be stopped at any time.

A process may be killed or stopped from outside, by the system when memory runs out, or by the user. A new process then
repeats the interrupted task, with the same result.
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

from engine.cooperative import CooperativeTask, run_to_end
from engine.work.background_process import MAX_DEATHS, MAX_TERMINATION_SECONDS, BackgroundProcess, ParentChannel

STEPS_PER_POLL = 8
"""Number of steps of a task per ``poll`` without processes."""
TASKS_AHEAD = 4
"""Number of tasks queued per process, so that none becomes idle."""

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkerDiedError(RuntimeError):
    """Error: worker processes died or hung repeatedly during the same task."""


class WorkerPool(ABC, Generic[Task, Result]):
    """Runs tasks in several processes in parallel; a subclass handles the results.

    Results are handled in the order of the tasks, not of completion: otherwise short tasks would be counted first.

    Args:
        run_task: runs a task in steps; a module-level function, since it is pickled.
        tasks: the tasks, possibly endless, consumed as processes become free. None means that the next task depends on
            pending results; the iterator is tried again at the next ``poll``.
        processes: number of processes; 0 for one per core.
        tasks_ahead: number of tasks queued per process.
        idle: whether to run at the lowest priority, below the thinking process of the computer players.
    """

    def __init__(
        self,
        run_task: Callable[[Task], CooperativeTask[Result]],
        tasks: Iterable[Task | None],
        *,
        processes: int = 0,
        tasks_ahead: int = TASKS_AHEAD,
        idle: bool = False,
    ) -> None:
        self._run_task = run_task
        self._tasks: Iterator[Task | None] = iter(tasks)
        self._process_count = processes or os.cpu_count() or 1
        self._tasks_ahead = tasks_ahead
        self._idle = idle
        self._wanted_processes = 0
        """Wanted number of processes; 0 to work within ``poll``."""
        self._processes: list[_WorkerProcess] = []
        self._running_task: CooperativeTask[Result] | None = None
        """The first pending task, if it was started within ``poll``."""
        self._task_queue: queue.PriorityQueue[_QueuedTask] = queue.PriorityQueue()
        """Tasks that no process has started."""
        self._pending: deque[tuple[Task, _QueuedTask]] = deque()
        """Queued tasks whose results are not handled yet, in order."""
        self._handed_out = 0
        self._deaths_without_task = 0
        """Number of processes that died before they got a task, since the last result."""
        self._wakeup = threading.Event()
        """Set when a task is finished or a process has died."""
        self._out_of_tasks = False
        self._reports: list[Any] = []
        """Reports of the tasks so far, not taken yet."""
        self.is_stopped = False

    def start(self, *, process: bool = True) -> None:
        """Start or resume the worker pool: in processes, or within ``poll`` if ``process`` is False or none can start.

        The first process starts here, the others one per ``poll``, since each start takes a part of a frame.
        """
        self._end_processes()
        self._wanted_processes = self._process_count if process else 0
        self._deaths_without_task = 0
        self._task_queue = queue.PriorityQueue()
        for _, job in self._pending:
            if job.reply is None:
                self._task_queue.put(job)
        self._start_one()
        self._fill_queue()

    @property
    def uses_process(self) -> bool:
        """Whether worker processes do the tasks, instead of this process."""
        return self._wanted_processes > 0

    @property
    def pids(self) -> list[int]:
        """Ids of the worker processes."""
        return [worker.process.pid for worker in self._processes if worker.process.pid is not None]

    @property
    def is_done(self) -> bool:
        """Whether all tasks' results are handled, or the worker pool was stopped."""
        return self.is_stopped or (self._out_of_tasks and not self._pending)

    @abstractmethod
    def handle_result(self, result: Result) -> None:
        """Handle the result of one task of the worker pool; called in the order of the tasks."""

    def take_reports(self) -> list[Any]:
        """Return the new reports of the tasks; see ``CooperativeTask``."""
        reports, self._reports = self._reports, []
        return reports

    def poll(self) -> bool:
        """Handle new results of the worker pool's tasks; return whether there were any.

        Without processes, do ``STEPS_PER_POLL`` steps of a task.

        Raises:
            WorkerDiedError: ``MAX_DEATHS`` processes died or hung during the same task.
            Exception: an exception raised by a task.
        """
        if self.is_done:
            return False
        self._wakeup.clear()
        self._replace_dead()
        has_results = False
        for result in self._take_results():
            self.handle_result(result)
            self._deaths_without_task, has_results = 0, True
        self._fill_queue()
        if self.is_done:
            self.stop()
        return has_results

    def _take_results(self) -> Iterator[Result]:
        while self._pending and (reply := self._pending[0][1].reply) is not None:
            self._pending.popleft()
            outcome = pickle.loads(reply)
            if isinstance(outcome, _Failure):
                raise outcome.error
            self._reports += outcome.reports
            yield outcome.result
        if self._wanted_processes:
            return
        if not self._pending:
            self._queue_next_task()
        if self._pending:
            yield from self._run_steps(*self._pending[0])

    def _run_steps(self, task: Task, job: "_QueuedTask") -> Iterator[Result]:
        """Run some steps of the first pending task in this process; yield its result after the last one."""
        if job.deaths:
            self._pending.popleft()
            raise self._died_error(job)  # the task might kill this process, too
        if self._running_task is None:
            self._running_task = self._run_task(task)
        try:
            for _ in range(STEPS_PER_POLL):
                report = next(self._running_task)
                if report is not None:
                    self._reports.append(report)
        except StopIteration as end:
            self._running_task = None
            self._pending.popleft()
            yield end.value
        except Exception:
            self._running_task = None
            self._pending.popleft()
            raise

    def wait(self, seconds: float) -> None:
        """Wait for a worker's result, at most ``seconds``; return at once if ``poll`` has other work."""
        is_complete = self._wanted_processes and len(self._processes) == self._wanted_processes
        if is_complete and self._pending and self._pending[0][1].reply is None:  # an error may have left some there
            self._wakeup.wait(seconds)

    def pause(self) -> None:
        """Pause the worker pool by killing its processes. ``start`` resumes and repeats interrupted tasks."""
        self._end_processes()

    def stop(self) -> None:
        """Kill the worker processes and drop all pending tasks for good."""
        self.is_stopped = True
        self._pending.clear()
        self._end_processes()

    def _end_processes(self) -> None:
        self._wanted_processes = 0
        self._running_task = None
        for worker in self._processes:
            worker.process.kill()
            self._task_queue.put(_END_OF_QUEUE)
        timeout = MAX_TERMINATION_SECONDS
        for worker in self._processes:
            if not worker.terminate(timeout):
                timeout = 0.0  # one timeout for all processes together
        self._processes.clear()

    def _fill_queue(self) -> None:
        while (
            self._wanted_processes
            and len(self._pending) < self._tasks_ahead * self._process_count
            and self._queue_next_task()
        ):
            pass

    def _queue_next_task(self) -> bool:
        """Queue the next task for the workers; return False if no task is left, or none is known yet."""
        if self._out_of_tasks:
            return False
        for task in self._tasks:
            if task is None:
                return False
            job = _QueuedTask(self._handed_out, pickle.dumps(task))
            self._handed_out += 1
            self._pending.append((task, job))
            if self._wanted_processes:
                self._task_queue.put(job)
            return True
        self._out_of_tasks = True
        return False

    # --- the processes ------------------------------------------------------------------------------------------------

    def _start_one(self) -> None:
        """Start one more worker process if one is missing."""
        if len(self._processes) < self._wanted_processes:
            try:
                self._processes.append(_WorkerProcess(self._run_task, self._task_queue, self._wakeup, idle=self._idle))
            except (OSError, RuntimeError, ImportError):  # no processes; ImportError: no semaphores on this system
                self._wanted_processes = len(self._processes)

    def _replace_dead(self) -> None:
        """Replace dead worker processes and repeat their tasks, up to ``MAX_DEATHS`` times each."""
        for worker in [worker for worker in self._processes if worker.is_dead]:
            self._processes.remove(worker)
            worker.terminate()
            if worker.current_task is None:
                self._deaths_without_task += 1
            else:
                self._repeat_task(worker.current_task)
        if self._deaths_without_task >= MAX_DEATHS * self._process_count:
            self._end_processes()  # processes don't work here
        self._start_one()

    def _repeat_task(self, job: "_QueuedTask") -> None:
        job.deaths += 1
        if job.deaths < MAX_DEATHS:
            self._task_queue.put(job)
        else:
            job.reply = pickle.dumps(_Failure(self._died_error(job)))

    def _died_error(self, job: "_QueuedTask") -> WorkerDiedError:
        times = f"{job.deaths} time{'s' * (job.deaths > 1)}"
        return WorkerDiedError(f"{type(self).__name__}: its process died during task {job.number}, {times}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()


class _QueuedTask:
    """A pickled task of a worker pool with its reply; sorted by task number."""

    def __init__(self, number: int, task: bytes) -> None:
        self.number = number
        self.task = task
        self.reply: bytes | None = None
        """Pickled ``_Success`` or ``_Failure``; None until there is one."""
        self.deaths = 0
        """Number of processes that died during the task."""

    def __lt__(self, other: "_QueuedTask") -> bool:
        return self.number < other.number


_END_OF_QUEUE = _QueuedTask(-1, b"")
"""Sentinel that ends the thread that gets it."""


class _Success(NamedTuple):
    """Message of a worker process: the task is done."""

    result: Any
    reports: tuple[Any, ...]


class _Failure(NamedTuple):
    """Message of a worker process: the task raised an exception."""

    error: Exception


class _WorkerProcess(BackgroundProcess):
    """A worker process and the thread that feeds it, so that it has work between two polls.

    The thread only moves bytes. It ends with its process, or at ``_END_OF_QUEUE``. A hanging process counts as dead.

    Raises:
        OSError, RuntimeError, ImportError: the process or thread can't be started.
    """

    def __init__(
        self,
        run_task: Callable[[Any], CooperativeTask[Any]],
        task_queue: "queue.PriorityQueue[_QueuedTask]",
        wakeup: threading.Event,
        *,
        idle: bool,
    ) -> None:
        self._task_queue = task_queue
        self._wakeup = wakeup
        self.is_dead = False
        self.current_task: _QueuedTask | None = None
        """The current task; after a death, the interrupted one."""
        super().__init__(_worker_main, run_task, name="working", attend=self._feed, idle=idle)

    def _feed(self) -> None:
        try:
            self.receive_or_heartbeat()  # the process has started
            while (job := self._task_queue.get()) is not _END_OF_QUEUE:
                self.send(job.task)
                try:
                    self.receive_or_heartbeat()
                except (EOFError, OSError):  # the process was already dead and did not start the task
                    self._task_queue.put(job)
                    break
                self.current_task = job
                job.reply = self.receive()
                self.current_task = None
                self._wakeup.set()
        except (EOFError, OSError):  # the process died or hangs
            pass
        finally:
            self.is_dead = True
            self._wakeup.set()


def _worker_main(channel: ParentChannel, run_task: Callable[[Any], CooperativeTask[Any]]) -> None:
    """Main loop of a worker process: receive a task, send its result.

    Raises:
        EOFError, OSError: the window's process has ended.
    """
    while True:
        channel.send(_run_and_pickle(run_task, channel.receive()))


def _run_and_pickle(run_task: Callable[[Any], CooperativeTask[Any]], task: bytes) -> bytes:
    """Run a worker's task; return its pickled result. An exception that can't be pickled is replaced by its text."""
    reports: list[object] = []
    try:
        result = run_to_end(run_task(pickle.loads(task)), reports.append)
        return pickle.dumps(_Success(result, tuple(reports)))
    except Exception as error:
        where = "".join(traceback.format_exception(error))
        error.add_note(f"In the process that did it:\n{where}")
        try:
            packed = pickle.dumps(_Failure(error))
            pickle.loads(packed)
        except Exception:
            packed = pickle.dumps(_Failure(RuntimeError(where)))
        return packed
