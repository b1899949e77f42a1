"""Opponents think beside the window: in a worker process, or in slices where no process can be started.

Both are one interface. A worker that dies is started again and asked again; one that keeps dying is given up for
slices. Nothing is ever written to the terminal.
"""

import contextlib
import multiprocessing
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from engine.bots import bot_for
from engine.bots.common.base import Evaluation, Thought
from engine.game import Game
from engine.moves import Move, Seat
from engine.people import PLAIN_STYLE, Style
from engine.rng import Rng
from engine.work.low_priority import MAX_DEATHS, enter_low_priority

SLICE_STEPS = 8
"""Steps of thought in one ``poll`` without a clock."""


class Question(NamedTuple):
    """What a bot is asked; ``request`` comes back with the answer."""

    request: int
    slug: str
    view: Game
    seat: Seat
    level: str
    seed: int
    style: Style = PLAIN_STYLE
    patience: float = 1.0
    """The master level's budget is multiplied by this."""


class Reply(NamedTuple):
    """A bot's final answer, or its best so far if it was hurried; ``fault`` is the text of an error in it."""

    request: int
    move: Move
    options: tuple[Evaluation, ...] = ()
    """The moves it considered, the best first; empty when it was hurried."""
    fault: str = ""


class _Hurry(NamedTuple):
    """A message to the worker: the answer is wanted now."""

    request: int


class Thinker:
    """Thinks about one question at a time."""

    def __init__(self, *, process: bool = True, clock: Callable[[], float] | None = None) -> None:
        """Start the worker (``process``) or think in slices.

        ``clock`` gives seconds; it measures slices, which without it are ``SLICE_STEPS`` steps.
        """
        self._clock = clock
        self._question: Question | None = None
        self._thoughts: Iterator[Thought | Reply] | None = None
        self._best: Move | None = None
        self._worker: _ThinkingProcess | None = None
        self._deaths = 0
        if process:
            self._start()

    @property
    def in_process(self) -> bool:
        """Whether a worker process does the thinking."""
        return self._worker is not None

    @property
    def pid(self) -> int | None:
        """The worker's process id."""
        return self._worker.process.pid if self._worker else None

    def ask(self, question: Question) -> None:
        """Think about a view; an earlier question is dropped."""
        self._question = question
        self._thoughts = self._best = None
        self._send(question)

    def hurry(self) -> None:
        """Make do with the best answer so far: it comes with one of the next polls."""
        if self._question is None:
            return
        if self._worker is not None:
            self._send(_Hurry(self._question.request))
        elif self._best is not None:
            self._thoughts = iter((Reply(self._question.request, self._best),))

    def cancel(self) -> None:
        """Drop the question; its answer never comes."""
        if self._question is not None:
            self._question = self._thoughts = self._best = None
            self._send(None)

    def poll(self, max_seconds_of_slice: float = 0.004) -> Reply | None:
        """The answer if it is there; never waits. In slices, thinks for about so long."""
        if self._question is None:
            return None
        answer = self._receive() if self._worker else self._slice(max_seconds_of_slice)
        if answer is None or self._question is None or answer.request != self._question.request:
            return None
        self._question = self._thoughts = None
        self._deaths = 0
        return answer

    def close(self) -> None:
        """End the worker."""
        self._question = self._thoughts = None
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def __enter__(self) -> "Thinker":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _start(self) -> None:
        try:
            self._worker = _ThinkingProcess()
        except (OSError, RuntimeError, ImportError):  # no processes here; ImportError: no semaphores on this system
            self._worker = None

    def _restart(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None
        self._deaths += 1
        if self._deaths < MAX_DEATHS:
            self._start()
            if self._question is not None:
                self._send(self._question)

    def _send(self, message: Question | _Hurry | None) -> None:
        if self._worker is not None:
            try:
                self._worker.pipe.send(message)
            except OSError:  # it died
                self._restart()

    def _receive(self) -> Reply | None:
        assert self._worker is not None
        try:
            if self._worker.pipe.poll():
                answer: Reply = self._worker.pipe.recv()
                return answer
        except (EOFError, OSError):  # it died
            self._restart()
        return None

    def _slice(self, seconds: float) -> Reply | None:
        assert self._question is not None
        if self._thoughts is None:
            self._thoughts = _thoughts(self._question)
        end = self._clock() + seconds if self._clock else 0.0
        steps = 0
        while True:
            thought = next(self._thoughts)
            if isinstance(thought, Reply):
                return thought
            self._best = thought.move
            steps += 1
            if self._clock() >= end if self._clock else steps >= SLICE_STEPS:
                return None


def _thoughts(question: Question) -> Iterator[Thought | Reply]:
    """One thought a step, then the answer. An error in a bot costs its quality, never the match."""
    best: Thought | None = None
    fault = ""
    try:
        bot = bot_for(question.slug, question.level, question.style, question.patience)
        for best in bot.think(question.view, question.seat, Rng(question.seed)):
            yield best
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
    if best is None:
        best = Thought(question.view.legal_moves(question.seat)[0])
    yield Reply(question.request, best.move, best.evaluations, fault)


class _ThinkingProcess:
    """The worker process as its owner sees it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), name="thinking", daemon=True)
        self.process.start()
        theirs.close()

    def end(self) -> None:
        self.pipe.close()  # the worker ends when it sees this
        self.process.terminate()
        self.process.join()


def _work(pipe: "Connection[Any, Any]") -> None:
    """The worker's life: think until another message comes, until the pipe closes."""
    enter_low_priority()
    message: Question | _Hurry | None = None
    with contextlib.suppress(EOFError, OSError):
        while True:
            message = pipe.recv() if message is None else message
            question, message = message, None
            if not isinstance(question, Question):  # hurried when the answer was already on its way, or cancelled
                continue
            for thought in _thoughts(question):
                if isinstance(thought, Reply):
                    pipe.send(thought)
                elif pipe.poll():
                    message = pipe.recv()
                    if message == _Hurry(question.request):
                        pipe.send(Reply(question.request, thought.move))
                        message = None
                    break
