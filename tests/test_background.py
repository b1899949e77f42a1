"""Background queue: one job at a time, stopped at once, and each error reported once."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from engine.work.worker_pool import WorkerDiedError, WorkerPool
from scenes.work.background import MAX_QUEUED_JOBS, BackgroundQueue
from tests.support.worker_tasks import HeldTask, square


class CountedJob:
    """Job of ``steps_left`` steps."""

    def __init__(self, steps: int) -> None:
        self.steps_left = steps
        self.process: bool | None = None
        self.rest_count = 0
        self.stopped = False

    def start(self, *, process: bool = True) -> None:
        self.process = process

    def poll(self) -> None:
        assert self.process is not None and not self.is_done
        self.steps_left -= 1

    def pause(self) -> None:
        assert self.process is not None
        self.process, self.rest_count = None, self.rest_count + 1

    def stop(self) -> None:
        self.stopped = True

    @property
    def is_done(self) -> bool:
        return self.stopped or not self.steps_left


def test_jobs_run_in_order() -> None:
    queue, first, second = BackgroundQueue(), CountedJob(2), CountedJob(1)
    queue.add(first)
    queue.add(second)
    queue.add(first)
    lefts = []
    for _ in range(4):
        queue.update(process=True)
        lefts.append((first.steps_left, second.steps_left))
    assert lefts == [(1, 1), (0, 1), (0, 0), (0, 0)]
    assert first.process and second.process and first not in queue


def test_urgent_job_comes_first_and_other_goes_on_afterwards() -> None:
    queue, slow, first, second = BackgroundQueue(), CountedJob(3), CountedJob(1), CountedJob(1)
    queue.add(slow)
    queue.update(process=True)
    queue.add(first, urgent=True)
    queue.add(second, urgent=True)
    lefts = []
    for _ in range(4):
        queue.update(process=True)
        lefts.append((slow.steps_left, first.steps_left, second.steps_left))
    assert lefts == [(2, 1, 0), (2, 0, 0), (1, 0, 0), (0, 0, 0)], "the newest urgent job runs first"
    assert slow.rest_count == 1 and slow.process


def test_dropped_job_ends_and_next_goes_on() -> None:
    queue, first, second = BackgroundQueue(), CountedJob(9), CountedJob(9)
    queue.add(first)
    queue.add(second)
    queue.update(process=False)
    assert first.process is False and second.process is None, "the second job waits"
    queue.remove(first)
    assert first.stopped and first.steps_left == 8
    queue.update(process=False)
    assert second.steps_left == 8
    queue.remove_all()
    assert second.stopped
    queue.update(process=False)
    assert second.steps_left == 8


def test_job_on_screen_goes_first() -> None:
    queue, first, second = BackgroundQueue(), CountedJob(9), CountedJob(9)
    queue.add(first)
    queue.update(process=True)
    queue.move_to_front(second)
    queue.update(process=True)
    assert (first.steps_left, second.steps_left) == (8, 8) and first.rest_count == 1
    queue.move_to_front(first)
    queue.update(process=True)
    assert (first.steps_left, second.steps_left) == (7, 8) and second.rest_count == 1


def test_fault_is_reported_once() -> None:
    class Faulty(CountedJob):
        def poll(self) -> None:
            raise ZeroDivisionError

    queue, bad, good = BackgroundQueue(), Faulty(3), CountedJob(1)
    queue.add(bad)
    queue.add(good)
    with pytest.raises(ZeroDivisionError):
        queue.update(process=True)
    assert bad.stopped and bad not in queue
    queue.update(process=True)
    assert good.is_done


def test_job_with_dying_processes_is_dropped_and_next_goes_on(tmp_path: Path) -> None:
    class Kept(WorkerPool[HeldTask, int | None]):
        def __init__(self, tasks: Iterable[HeldTask]) -> None:
            super().__init__(square, tasks, processes=1)

        def handle_result(self, result: int | None) -> None:
            raise AssertionError("no result was expected")

    queue, deadly, good = BackgroundQueue(), Kept([HeldTask(0, tmp_path, is_deadly=True)]), CountedJob(1)
    queue.add(deadly)
    queue.add(good)
    with pytest.raises(WorkerDiedError):
        while deadly in queue:
            queue.update(process=True)
            deadly.wait(60.0)
    assert deadly.is_stopped and not deadly.pids
    queue.update(process=True)
    assert good.is_done


def test_queue_stays_short() -> None:
    queue, works = BackgroundQueue(), [CountedJob(9) for _ in range(3 * MAX_QUEUED_JOBS)]
    for work in works:
        queue.add(work, urgent=True)
    assert [work for work in works if work in queue] == works[-MAX_QUEUED_JOBS:], "the oldest jobs are dropped"
    assert all(work.stopped for work in works[:-MAX_QUEUED_JOBS])
    seen, late = CountedJob(9), CountedJob(9)
    queue.move_to_front(seen)
    queue.add(late)
    queue.update(process=True)
    assert seen.steps_left == 8 and late in queue and works[-1] in queue
    assert sum(work in queue for work in (*works, seen, late)) == MAX_QUEUED_JOBS
