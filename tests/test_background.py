"""Work in the background: one job at a time, stopped at once, and each fault reported once."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from engine.work.workers import WorkerDiedError, Workers
from scenes.work.background import MAX_QUEUE, Background
from tests.support.worker_tasks import Held, squared


class Counted:
    """A job of ``left`` steps."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.process: bool | None = None
        self.rests = 0
        self.stopped = False

    def start(self, *, process: bool = True) -> None:
        self.process = process

    def poll(self) -> None:
        assert self.process is not None and not self.done
        self.left -= 1

    def rest(self) -> None:
        assert self.process is not None
        self.process, self.rests = None, self.rests + 1

    def stop(self) -> None:
        self.stopped = True

    @property
    def done(self) -> bool:
        return self.stopped or not self.left


def test_jobs_run_one_after_another() -> None:
    queue, first, second = Background(), Counted(2), Counted(1)
    queue.add(first)
    queue.add(second)
    queue.add(first)
    lefts = []
    for _ in range(4):
        queue.update(process=True)
        lefts.append((first.left, second.left))
    assert lefts == [(1, 1), (0, 1), (0, 0), (0, 0)]
    assert first.process and second.process and first not in queue


def test_an_urgent_job_comes_first_and_the_other_goes_on_afterwards() -> None:
    queue, slow, first, second = Background(), Counted(3), Counted(1), Counted(1)
    queue.add(slow)
    queue.update(process=True)
    queue.add(first, urgent=True)
    queue.add(second, urgent=True)
    lefts = []
    for _ in range(4):
        queue.update(process=True)
        lefts.append((slow.left, first.left, second.left))
    assert lefts == [(2, 1, 0), (2, 0, 0), (1, 0, 0), (0, 0, 0)], "the last urgent job is on the screen"
    assert slow.rests == 1 and slow.process


def test_a_dropped_job_ends_and_the_next_goes_on() -> None:
    queue, first, second = Background(), Counted(9), Counted(9)
    queue.add(first)
    queue.add(second)
    queue.update(process=False)
    assert first.process is False and second.process is None, "the second one waits"
    queue.drop(first)
    assert first.stopped and first.left == 8
    queue.update(process=False)
    assert second.left == 8
    queue.stop()
    assert second.stopped
    queue.update(process=False)
    assert second.left == 8


def test_the_job_on_the_screen_goes_first() -> None:
    queue, first, second = Background(), Counted(9), Counted(9)
    queue.add(first)
    queue.update(process=True)
    queue.prefer(second)
    queue.update(process=True)
    assert (first.left, second.left) == (8, 8) and first.rests == 1
    queue.prefer(first)
    queue.update(process=True)
    assert (first.left, second.left) == (7, 8) and second.rests == 1


def test_a_fault_is_reported_once() -> None:
    class Faulty(Counted):
        def poll(self) -> None:
            raise ZeroDivisionError

    queue, bad, good = Background(), Faulty(3), Counted(1)
    queue.add(bad)
    queue.add(good)
    with pytest.raises(ZeroDivisionError):
        queue.update(process=True)
    assert bad.stopped and bad not in queue
    queue.update(process=True)
    assert good.done


def test_a_job_whose_processes_keep_dying_is_dropped_and_the_next_goes_on(tmp_path: Path) -> None:
    class Kept(Workers[Held, int | None]):
        def __init__(self, tasks: Iterable[Held]) -> None:
            super().__init__(squared, tasks, processes=1)

        def take(self, result: int | None) -> None:
            raise AssertionError("no result was expected")

    queue, deadly, good = Background(), Kept([Held(0, tmp_path, deadly=True)]), Counted(1)
    queue.add(deadly)
    queue.add(good)
    with pytest.raises(WorkerDiedError):
        while deadly in queue:
            queue.update(process=True)
            deadly.wait(60.0)
    assert deadly.stopped and not deadly.pids
    queue.update(process=True)
    assert good.done


def test_the_queue_stays_short() -> None:
    queue, works = Background(), [Counted(9) for _ in range(3 * MAX_QUEUE)]
    for work in works:
        queue.add(work, urgent=True)
    assert [work for work in works if work in queue] == works[-MAX_QUEUE:], "the oldest are dropped"
    assert all(work.stopped for work in works[:-MAX_QUEUE])
    seen, late = Counted(9), Counted(9)
    queue.prefer(seen)
    queue.add(late)
    queue.update(process=True)
    assert seen.left == 8 and late in queue and works[-1] in queue
    assert sum(work in queue for work in (*works, seen, late)) == MAX_QUEUE
