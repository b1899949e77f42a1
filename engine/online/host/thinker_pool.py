"""Pool of bot processes shared by all tables of a host."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from engine.bots.common.fallback import BotFailure
from engine.work.thinking import Question, Reply, Thinker, max_thinking_ms


class _QueuedQuestion(NamedTuple):
    """A table's question to a bot of the pool, queued or being computed."""

    table: int
    request: int
    """Number of the request at its table."""
    question: Question
    """The question with a request number that is unique among all tables."""


class _PooledThinker:
    """A bot process of the pool and its current question."""

    def __init__(self, thinker: Thinker) -> None:
        self.thinker = thinker
        self.question: _QueuedQuestion | None = None
        self.spent_ms = 0.0
        """Milliseconds since the question was asked."""
        self.is_hurried = False

    def ask(self, waiting: _QueuedQuestion) -> None:
        self.question, self.spent_ms, self.is_hurried = waiting, 0.0, False
        self.thinker.ask(waiting.question)

    def cancel(self) -> None:
        self.question = None
        self.thinker.cancel()


def make_process_thinker() -> Thinker:
    """Return a ``Thinker``, which computes bots' moves in a process, timed by the clock of the running asyncio loop."""
    return Thinker(at_once=False, clock=asyncio.get_running_loop().time)


class ThinkerPool:
    """Pool of bot processes shared by all tables; questions wait in a FIFO queue.

    Args:
        max_processes: maximum number of processes.
        make_thinker: creates a thinker, whose process starts with its first question.
    """

    def __init__(self, max_processes: int, make_thinker: Callable[[], Thinker]) -> None:
        self._max_processes = max_processes
        self._make_thinker = make_thinker
        self._pooled_thinkers: list[_PooledThinker] = []
        self._queue: deque[_QueuedQuestion] = deque()
        self._last_number = 0
        """Last request number among all tables."""
        self._failed_bots: set[tuple[str, str]] = set()
        """Game and level of the bots whose failures were reported."""

    @property
    def is_busy(self) -> bool:
        """Whether a bot is computing or a question is queued, so that ``poll`` can return a reply."""
        return bool(self._queue) or any(pooled.question for pooled in self._pooled_thinkers)

    def ask(self, table: int, question: Question) -> None:
        """Queue a table's question for the next free bot process."""
        self._last_number += 1
        self._queue.append(_QueuedQuestion(table, question.request, question._replace(request=self._last_number)))
        self._start_queued()

    def cancel(self, table: int, request: int) -> None:
        """Cancel a table's question to a bot, given the number of the request at that table."""
        self._cancel_queued_and_running(lambda one: (one.table, one.request) == (table, request))

    def cancel_all(self, table: int) -> None:
        """Cancel all questions of a table to bots."""
        self._cancel_queued_and_running(lambda one: one.table == table)

    def _cancel_queued_and_running(self, is_unwanted: Callable[[_QueuedQuestion], bool]) -> None:
        self._queue = deque(queued for queued in self._queue if not is_unwanted(queued))
        for pooled in self._pooled_thinkers:
            if pooled.question is not None and is_unwanted(pooled.question):
                pooled.cancel()
        self._start_queued()

    def poll(self, elapsed_ms: float) -> list[tuple[int, Reply]]:
        """Return pairs of table number and bot's reply; ``elapsed_ms`` are the milliseconds since the last call."""
        replies: list[tuple[int, Reply]] = []
        for pooled in self._pooled_thinkers:
            if pooled.question is None:
                continue
            pooled.spent_ms += elapsed_ms
            if not pooled.is_hurried and pooled.spent_ms >= max_thinking_ms(pooled.question.question.level):
                pooled.is_hurried = True
                pooled.thinker.hurry()
            reply = pooled.thinker.poll()
            if reply is not None:
                replies.append((pooled.question.table, reply._replace(request=pooled.question.request)))
                pooled.question = None
        self._start_queued()
        return replies

    def take_failures(self) -> list[BotFailure]:
        """Return the new reports of bots that failed, one for each game and level."""
        new_failures = []
        for failure in (failure for pooled in self._pooled_thinkers for failure in pooled.thinker.take_failures()):
            if (failure.slug, failure.bot) not in self._failed_bots:
                self._failed_bots.add((failure.slug, failure.bot))
                new_failures.append(failure)
        return new_failures

    def _start_queued(self) -> None:
        while self._queue:
            pooled = next((pooled for pooled in self._pooled_thinkers if pooled.question is None), None)
            if pooled is None:
                if len(self._pooled_thinkers) >= self._max_processes:
                    return
                pooled = _PooledThinker(self._make_thinker())
                self._pooled_thinkers.append(pooled)
            pooled.ask(self._queue.popleft())

    def close(self) -> None:
        """End all processes."""
        self._queue.clear()
        for pooled in self._pooled_thinkers:
            pooled.thinker.close()
        self._pooled_thinkers.clear()
