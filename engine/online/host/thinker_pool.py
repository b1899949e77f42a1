"""Computer players of all tables of a host: their questions wait for a few processes, first come, first served."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from engine.work.thinking import Question, Reply, Thinker, max_thinking_ms


class _QueuedQuestion(NamedTuple):
    """A question of a table."""

    table: int
    request: int
    """The question's number at that table."""
    question: Question
    """The same under a number that no question of another table has."""


class _PooledThinker:
    """A process that thinks, and what it was asked."""

    def __init__(self, thinker: Thinker) -> None:
        self.thinker = thinker
        self.question: _QueuedQuestion | None = None
        self.spent_ms = 0.0
        """Milliseconds since it was asked."""
        self.is_hurried = False

    def ask(self, waiting: _QueuedQuestion) -> None:
        self.question, self.spent_ms, self.is_hurried = waiting, 0.0, False
        self.thinker.ask(waiting.question)

    def drop(self) -> None:
        self.question = None
        self.thinker.cancel()


def make_process_thinker() -> Thinker:
    """What thinks in a process of its own, on the clock of the running loop."""
    return Thinker(at_once=False, clock=asyncio.get_running_loop().time)


class ThinkerPool:
    """Answers the questions of all tables.

    Args:
        number: maximum number of processes.
        make: makes a thinker, which starts its process when it is first asked.
    """

    def __init__(self, max_processes: int, make_thinker: Callable[[], Thinker]) -> None:
        self._max_processes = max_processes
        self._make_thinker = make_thinker
        self._pooled_thinkers: list[_PooledThinker] = []
        self._queue: deque[_QueuedQuestion] = deque()
        self._last_number = 0
        """Number of the last question of all tables."""

    @property
    def is_busy(self) -> bool:
        """Whether there is something to poll for."""
        return bool(self._queue) or any(desk.question for desk in self._pooled_thinkers)

    def ask(self, table: int, question: Question) -> None:
        """Think about a table's question, when the earlier ones are answered."""
        self._last_number += 1
        self._queue.append(_QueuedQuestion(table, question.request, question._replace(request=self._last_number)))
        self._start_queued()

    def drop(self, table: int, request: int) -> None:
        """Drop a table's question."""
        self._drop(lambda one: (one.table, one.request) == (table, request))

    def drop_all(self, table: int) -> None:
        """Drop all questions of a table."""
        self._drop(lambda one: one.table == table)

    def _drop(self, unwanted: Callable[[_QueuedQuestion], bool]) -> None:
        self._queue = deque(one for one in self._queue if not unwanted(one))
        for desk in self._pooled_thinkers:
            if desk.question is not None and unwanted(desk.question):
                desk.drop()
        self._start_queued()

    def poll(self, elapsed: float) -> list[tuple[int, Reply]]:
        """The tables whose replies are there, with these; ``elapsed`` in milliseconds since the last time."""
        found: list[tuple[int, Reply]] = []
        for desk in self._pooled_thinkers:
            if desk.question is None:
                continue
            desk.spent_ms += elapsed
            if not desk.is_hurried and desk.spent_ms >= max_thinking_ms(desk.question.question.level):
                desk.is_hurried = True
                desk.thinker.hurry()
            reply = desk.thinker.poll()
            if reply is not None:
                found.append((desk.question.table, reply._replace(request=desk.question.request)))
                desk.question = None
        self._start_queued()
        return found

    def _start_queued(self) -> None:
        while self._queue:
            desk = next((one for one in self._pooled_thinkers if one.question is None), None)
            if desk is None:
                if len(self._pooled_thinkers) >= self._max_processes:
                    return
                desk = _PooledThinker(self._make_thinker())
                self._pooled_thinkers.append(desk)
            desk.ask(self._queue.popleft())

    def close(self) -> None:
        """End all processes."""
        self._queue.clear()
        for desk in self._pooled_thinkers:
            desk.thinker.close()
        self._pooled_thinkers.clear()
