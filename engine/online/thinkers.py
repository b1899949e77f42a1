"""Computer players of all tables of a host: their questions wait for a few processes, first come, first served."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from engine.match.match import thinking_limit
from engine.work.thinking import Question, Reply, Thinker


class _Waiting(NamedTuple):
    """A question of a table."""

    table: int
    request: int
    """The question's number at that table."""
    question: Question
    """The same under a number that no question of another table has."""


class _Desk:
    """A process that thinks, and what it was asked."""

    def __init__(self, thinker: Thinker) -> None:
        self.thinker = thinker
        self.asked: _Waiting | None = None
        self.spent = 0.0
        """Milliseconds since it was asked."""
        self.hurried = False

    def ask(self, waiting: _Waiting) -> None:
        self.asked, self.spent, self.hurried = waiting, 0.0, False
        self.thinker.ask(waiting.question)

    def drop(self) -> None:
        self.asked = None
        self.thinker.cancel()


def in_process() -> Thinker:
    """What thinks in a process of its own, on the clock of the running loop."""
    return Thinker(at_once=False, clock=asyncio.get_running_loop().time)


class Thinkers:
    """Answers the questions of all tables.

    Args:
        number: maximum number of processes.
        make: makes a thinker, which starts its process when it is first asked.
    """

    def __init__(self, number: int, make: Callable[[], Thinker]) -> None:
        self._number = number
        self._make = make
        self._desks: list[_Desk] = []
        self._waiting: deque[_Waiting] = deque()
        self._last = 0
        """Number of the last question of all tables."""

    @property
    def busy(self) -> bool:
        """Whether there is something to poll for."""
        return bool(self._waiting) or any(desk.asked for desk in self._desks)

    def ask(self, table: int, question: Question) -> None:
        """Think about a table's question, when the earlier ones are answered."""
        self._last += 1
        self._waiting.append(_Waiting(table, question.request, question._replace(request=self._last)))
        self._hand_out()

    def drop(self, table: int, request: int) -> None:
        """Drop a table's question."""
        self._drop(lambda one: (one.table, one.request) == (table, request))

    def drop_all(self, table: int) -> None:
        """Drop all questions of a table."""
        self._drop(lambda one: one.table == table)

    def _drop(self, unwanted: Callable[[_Waiting], bool]) -> None:
        self._waiting = deque(one for one in self._waiting if not unwanted(one))
        for desk in self._desks:
            if desk.asked is not None and unwanted(desk.asked):
                desk.drop()
        self._hand_out()

    def poll(self, elapsed: float) -> list[tuple[int, Reply]]:
        """The tables whose replies are there, with these; ``elapsed`` in milliseconds since the last time."""
        found: list[tuple[int, Reply]] = []
        for desk in self._desks:
            if desk.asked is None:
                continue
            desk.spent += elapsed
            if not desk.hurried and desk.spent >= thinking_limit(desk.asked.question.level):
                desk.hurried = True
                desk.thinker.hurry()
            reply = desk.thinker.poll()
            if reply is not None:
                found.append((desk.asked.table, reply._replace(request=desk.asked.request)))
                desk.asked = None
        self._hand_out()
        return found

    def _hand_out(self) -> None:
        while self._waiting:
            desk = next((one for one in self._desks if one.asked is None), None)
            if desk is None:
                if len(self._desks) >= self._number:
                    return
                desk = _Desk(self._make())
                self._desks.append(desk)
            desk.ask(self._waiting.popleft())

    def close(self) -> None:
        """End all processes."""
        self._waiting.clear()
        for desk in self._desks:
            desk.thinker.close()
        self._desks.clear()
