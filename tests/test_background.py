"""Work beside the window: one after the other, dropped at once, and no fault of it comes twice."""

import pytest

from scenes.background import Background


class Counted:
    """A work of so many steps."""

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


def test_one_after_the_other() -> None:
    row, first, second = Background(), Counted(2), Counted(1)
    row.add(first)
    row.add(second)
    row.add(first)
    lefts = []
    for _ in range(4):
        row.update(process=True)
        lefts.append((first.left, second.left))
    assert lefts == [(1, 1), (0, 1), (0, 0), (0, 0)]
    assert first.process and second.process and first not in row


def test_what_is_urgent_comes_first_and_the_other_goes_on_afterwards() -> None:
    row, slow, first, second = Background(), Counted(3), Counted(1), Counted(1)
    row.add(slow)
    row.update(process=True)
    row.add(first, urgent=True)
    row.add(second, urgent=True)
    lefts = []
    for _ in range(4):
        row.update(process=True)
        lefts.append((slow.left, first.left, second.left))
    assert lefts == [(2, 1, 0), (2, 0, 0), (1, 0, 0), (0, 0, 0)], "what became urgent last is looked at now"
    assert slow.rests == 1 and slow.process


def test_what_is_dropped_ends_and_the_next_goes_on() -> None:
    row, first, second = Background(), Counted(9), Counted(9)
    row.add(first)
    row.add(second)
    row.update(process=False)
    assert first.process is False and second.process is None, "the second one waits"
    row.drop(first)
    assert first.stopped and first.left == 8
    row.update(process=False)
    assert second.left == 8
    row.stop()
    assert second.stopped
    row.update(process=False)
    assert second.left == 8


def test_what_is_looked_at_goes_first() -> None:
    row, first, second = Background(), Counted(9), Counted(9)
    row.add(first)
    row.update(process=True)
    row.prefer(second)
    row.update(process=True)
    assert (first.left, second.left) == (8, 8) and first.rests == 1
    row.prefer(first)
    row.update(process=True)
    assert (first.left, second.left) == (7, 8) and second.rests == 1


def test_a_fault_is_told_once() -> None:
    class Faulty(Counted):
        def poll(self) -> None:
            raise ZeroDivisionError

    row, bad, good = Background(), Faulty(3), Counted(1)
    row.add(bad)
    row.add(good)
    with pytest.raises(ZeroDivisionError):
        row.update(process=True)
    assert bad.stopped and bad not in row
    row.update(process=True)
    assert good.done
