"""Computer players think in a background process, or in time slices where no process can be started.

Both have the same interface. A process that dies is restarted and asked again; if it keeps dying, thinking continues in
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
"""Steps of thought per ``poll`` without a clock."""


class Question(NamedTuple):
    """A question to a bot; ``request`` comes back in the reply."""

    request: int
    slug: str
    view: Game
    seat: Seat
    level: str
    seed: int
    style: Style = PLAIN_STYLE
    patience: float = 1.0
    """Factor on the master level's budget."""


class Reply(NamedTuple):
    """A bot's final answer, or its best so far if it was hurried; ``fault`` is the text of an error in the bot."""

    request: int
    move: Move
    evaluations: tuple[Evaluation, ...] = ()
    """The moves it considered, best first; empty if it was hurried."""
    fault: str = ""


class _Hurry(NamedTuple):
    """A message to the process: reply now."""

    request: int


class Thinker:
    """Thinks about one question at a time."""

    def __init__(self, *, process: bool = True, clock: Callable[[], float] | None = None) -> None:
        """Start the process, or think in slices if ``process`` is False.

        ``clock`` returns seconds and measures the slices; without it a slice is ``SLICE_STEPS`` steps.
        """
        self._clock = clock
        self._question: Question | None = None
        self._thoughts: Iterator[Thought | Reply] | None = None
        self._best: Move | None = None
        self._process: _ThinkingProcess | None = None
        self._deaths = 0
        if process:
            self._start()

    @property
    def in_process(self) -> bool:
        """Whether a separate process does the thinking."""
        return self._process is not None

    @property
    def pid(self) -> int | None:
        """The id of that process."""
        return self._process.process.pid if self._process else None

    def ask(self, question: Question) -> None:
        """Start thinking about a question; an earlier one is dropped."""
        self._question = question
        self._thoughts = self._best = None
        self._send(question)

    def hurry(self) -> None:
        """Settle for the best answer so far; it arrives with one of the next polls."""
        if self._question is None:
            return
        if self._process is not None:
            self._send(_Hurry(self._question.request))
        elif self._best is not None:
            self._thoughts = iter((Reply(self._question.request, self._best),))

    def cancel(self) -> None:
        """Drop the question; no reply comes."""
        if self._question is not None:
            self._question = self._thoughts = self._best = None
            self._send(None)

    def poll(self, max_seconds_of_slice: float = 0.004) -> Reply | None:
        """Return the reply if it is ready; never waits. In slices, think for about ``max_seconds_of_slice``."""
        if self._question is None:
            return None
        reply = self._receive() if self._process else self._slice(max_seconds_of_slice)
        if reply is None or self._question is None or reply.request != self._question.request:
            return None
        self._question = self._thoughts = None
        self._deaths = 0
        return reply

    def close(self) -> None:
        """End the process."""
        self._question = self._thoughts = None
        if self._process is not None:
            self._process.end()
            self._process = None

    def __enter__(self) -> "Thinker":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _start(self) -> None:
        try:
            self._process = _ThinkingProcess()
        except (OSError, RuntimeError, ImportError):  # no processes here; ImportError: no semaphores on this system
            self._process = None

    def _restart(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None
        self._deaths += 1
        if self._deaths < MAX_DEATHS:
            self._start()
            if self._question is not None:
                self._send(self._question)

    def _send(self, message: Question | _Hurry | None) -> None:
        if self._process is not None:
            try:
                self._process.pipe.send(message)
            except OSError:  # it died
                self._restart()

    def _receive(self) -> Reply | None:
        assert self._process is not None
        try:
            if self._process.pipe.poll():
                reply: Reply = self._process.pipe.recv()
                return reply
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
    """Yield one thought per step, then the reply. An error in a bot costs the quality of its move, never the match."""
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
    """The background process and the pipe to it."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), name="thinking", daemon=True)
        self.process.start()
        theirs.close()

    def end(self) -> None:
        self.pipe.close()  # a process that waits for a message ends at this
        self.process.terminate()
        self.process.join()


def _work(pipe: "Connection[Any, Any]") -> None:
    """The process's main loop: think until another message arrives; end when the pipe closes."""
    enter_low_priority()
    message: Question | _Hurry | None = None
    with contextlib.suppress(EOFError, OSError):
        while True:
            message = pipe.recv() if message is None else message
            question, message = message, None
            if not isinstance(question, Question):  # cancelled, or hurried after the reply was sent
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
