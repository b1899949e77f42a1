"""Runs the computer players' thinking in a background process, or in time slices where none can be started.

Both have the same interface. A process that dies or hangs is replaced and gets the question again. Until the new one
has started, or if that happens repeatedly, thinking continues in slices. Nothing is written to the terminal.
"""

import math
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from engine.bots import reliable_bot
from engine.bots.common.base import Evaluation, Thought
from engine.bots.common.fallback import BotFailure
from engine.characters import LEVELS, PLAIN_STYLE, Style, is_strength, strength_of
from engine.game import Game
from engine.moves import Move, Seat
from engine.rng import Rng
from engine.work.background_process import MAX_DEATHS, BackgroundProcess, ParentChannel
from engine.work.pickling import pickle_message, unpickle_message

MAX_SILENCE_SECONDS = 1.0
"""Seconds without a heartbeat after which a process with a question is considered to hang."""
MAX_START_SECONDS = 10.0
"""As ``MAX_SILENCE_SECONDS``, for a process that is still starting."""
SLICES_AFTER_SECONDS = 0.5
"""Seconds after which slices begin although there is a process: it has not started yet, or has not replied to
``hurry``, which usually takes milliseconds."""
MAX_COUNTED_GAP_SECONDS = 0.1
"""Maximum seconds counted between two calls of ``poll``, as the computer may have been asleep."""
SLICE_STEPS = 8
"""Steps of thinking per ``poll`` without a clock."""

MAX_THINKING_MS: Mapping[str, float] = MappingProxyType({"master": 1000.0})
"""Level -> maximum milliseconds for a decision; then the best move so far counts. Only slow machines reach it."""
DEFAULT_MAX_THINKING_MS = 450.0
"""Maximum milliseconds for all other levels: the shortest pause of any character."""


def max_thinking_ms(level: str) -> float:
    """Return the maximum milliseconds for a bot's decision at a level; for a strength, those of the next higher level.

    >>> max_thinking_ms("hard"), max_thinking_ms("2.01"), max_thinking_ms("2.00")
    (450.0, 1000.0, 450.0)
    """
    above = LEVELS[max(0, math.ceil(strength_of(level)))] if is_strength(level) else level
    return MAX_THINKING_MS.get(above, DEFAULT_MAX_THINKING_MS)


class Question(NamedTuple):
    """A question to a bot; its reply has the same ``request`` number."""

    request: int
    slug: str
    view: Game
    seat: Seat
    level: str
    seed: int
    style: Style = PLAIN_STYLE
    patience: float = 1.0
    """Factor on the master level's budget."""
    seat_levels: tuple[str, ...] = ()
    """Level of each seat's bot, "" for a person; empty if unknown."""


class Reply(NamedTuple):
    """A bot's final move, or its best so far after ``hurry``."""

    request: int
    move: Move
    evaluations: tuple[Evaluation, ...] = ()
    """The moves it considered, best first; empty after ``hurry``."""
    is_final: bool = True
    """Whether the bot has finished; another reply with better evaluations follows otherwise."""


class _Hurry(NamedTuple):
    """Message to the thinking process: reply now with the best move so far."""

    request: int


class Thinker:
    """Lets bots answer questions of games, one at a time, without blocking."""

    def __init__(self, *, process: bool = True, at_once: bool = True, clock: Callable[[], float] | None = None) -> None:
        """Create the thinker of the computer players, with or without a process.

        Args:
            process: whether to use a process; otherwise it thinks in slices.
            at_once: whether to start the process now; otherwise ``prepare`` or ``ask`` starts it.
            clock: returns seconds; measures slices and the silence of the process. None for slices of ``SLICE_STEPS``
                steps, and without detection of a hanging process.
        """
        self._clock = clock
        self._polled_at: float | None = None
        """Time of the last ``poll``, seconds; None before the first one for this question."""
        self._question: Question | None = None
        self._is_hurried = False
        self._waited_seconds = 0.0
        """Counted seconds since ``ask`` or ``hurry``."""
        self._thoughts: Iterator[Thought | BotFailure | Reply] | None = None
        self._best_move: Move | None = None
        self._process: _ThinkingProcess | None = None
        self._silence_seconds = 0.0
        """Counted seconds since the process's last heartbeat, while there is a question."""
        self._death_count = 0
        self._is_start_pending = process
        self._failures: list[BotFailure] = []
        """Reports of bots that failed, not taken yet."""
        if at_once:
            self.prepare()

    def prepare(self) -> None:
        """Start the thinking process ahead of the first question, unless that was tried before."""
        if self._is_start_pending:
            self._is_start_pending = False
            self._start()

    @property
    def uses_process(self) -> bool:
        """Whether the computer players think in a separate process, already started or not."""
        return self._is_start_pending or self._process is not None

    @property
    def pid(self) -> int | None:
        """Id of the thinking process; None without a process."""
        return self._process.process.pid if self._process else None

    def ask(self, question: Question) -> None:
        """Let a bot start thinking about a question; cancels an earlier question."""
        self.prepare()
        self._question = question
        self._is_hurried, self._waited_seconds, self._polled_at = False, 0.0, None
        self._thoughts = self._best_move = None
        self._send(question)

    def hurry(self) -> None:
        """Request the bot's best move so far; one of the next polls returns it."""
        if self._question is not None:
            self._is_hurried, self._waited_seconds = True, 0.0
            self._send(_Hurry(self._question.request))

    def cancel(self) -> None:
        """Cancel the current question to a bot, without a reply."""
        if self._question is not None:
            self._question = self._thoughts = self._best_move = None
            self._send(None)

    def poll(self, max_seconds_of_slice: float = 0.004) -> Reply | None:
        """Return the bot's reply if it is ready, else None.

        Without a process, think for about ``max_seconds_of_slice``.
        """
        if self._question is None:
            return None
        reply = self._receive()
        if reply is None and (self._thoughts is not None or self._needs_slices()):
            reply = self._think_slice(self._question, max_seconds_of_slice)
            if reply is not None:
                self._send(None)
        if reply is not None and reply.is_final:
            self._question = self._thoughts = self._best_move = None
        return reply

    def take_failures(self) -> list[BotFailure]:
        """Return the new reports of bots that failed; a weaker one has answered in place of each."""
        failures, self._failures = self._failures, []
        return failures

    def wait(self, seconds: float) -> None:
        """Wait for a message from the thinking process, at most ``seconds``; return at once without a question."""
        if self._process is not None and self._question is not None:
            self._process.wakeup.wait(seconds)

    def close(self) -> None:
        """Cancel the current question to a bot and kill the thinking process."""
        self._question = self._thoughts = None
        self._is_start_pending = False
        if self._process is not None:
            self._process.terminate()
            self._process = None

    def __enter__(self) -> "Thinker":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _start(self) -> None:
        self._silence_seconds = 0.0
        try:
            self._process = _ThinkingProcess()
        except (OSError, RuntimeError, ImportError):  # no processes; ImportError: no semaphores on this system
            self._process = None

    def _restart(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process = None
        self._death_count += 1
        if self._death_count < MAX_DEATHS:
            self._start()
            if self._question is not None:
                self._send(self._question)
                if self._is_hurried:
                    self._send(_Hurry(self._question.request))

    def _send(self, message: Question | _Hurry | None) -> None:
        if self._process is not None:
            self._process.send(pickle_message(message))

    def _receive(self) -> Reply | None:
        """Return the thinking process's reply to the current question, if any.

        Restart a process that has died or hangs.
        """
        process = self._process
        if process is None:
            return None
        elapsed = self._take_elapsed_seconds()
        self._waited_seconds += elapsed
        self._silence_seconds += elapsed
        if process.wakeup.is_set():
            process.wakeup.clear()
            self._silence_seconds = 0.0
        while process.replies:
            reply: Reply | BotFailure = unpickle_message(process.replies.popleft())
            self._death_count = 0
            if isinstance(reply, BotFailure):
                self._failures.append(reply)
            elif self._question is not None and reply.request == self._question.request:
                return reply
        if process.is_dead or self._silence_seconds >= (
            MAX_SILENCE_SECONDS if process.has_started else MAX_START_SECONDS
        ):
            self._restart()
        return None

    def _needs_slices(self) -> bool:
        """Whether to think in time slices instead of waiting for the thinking process."""
        if self._process is None:
            return True
        return self._waited_seconds >= SLICES_AFTER_SECONDS and (self._is_hurried or not self._process.has_started)

    def _take_elapsed_seconds(self) -> float:
        """Return the seconds since the last poll of the thinker, at most ``MAX_COUNTED_GAP_SECONDS``."""
        if self._clock is None:
            return 0.0
        now = self._clock()
        before, self._polled_at = self._polled_at, now
        return 0.0 if before is None else min(MAX_COUNTED_GAP_SECONDS, now - before)

    def _think_slice(self, question: Question, seconds: float) -> Reply | None:
        if self._thoughts is None:
            self._thoughts = _think(question)
        end = self._clock() + seconds if self._clock else 0.0
        steps = 0
        while not self._is_hurried or self._best_move is None:
            thought = next(self._thoughts)
            if isinstance(thought, Reply):
                return thought
            if isinstance(thought, BotFailure):
                self._failures.append(thought)
            else:
                self._best_move = thought.move
            steps += 1
            if self._clock() >= end if self._clock else steps >= SLICE_STEPS:
                return None
        return Reply(question.request, self._best_move)


def _think(question: Question) -> Iterator[Thought | BotFailure | Reply]:
    """Let a bot think about a question: yield its best move so far after each step, then the reply.

    Evaluations before its last thought are a reply that is not final. Where the bot fails, a report comes first, and
    the thoughts of a weaker bot follow.
    """
    best: Thought | None = None
    bot = reliable_bot(question.slug, question.level, question.style, question.patience, question.seat_levels)
    for step in bot.think(question.view, question.seat, Rng(question.seed)):
        if best is not None and best.evaluations:
            yield Reply(question.request, best.move, best.evaluations, is_final=False)
        if isinstance(step, Thought):
            best = step
        yield step
    assert best is not None
    yield Reply(question.request, best.move, best.evaluations)


class _ThinkingProcess(BackgroundProcess):
    """The thinking process and the thread that receives its replies.

    Raises:
        OSError, RuntimeError, ImportError: the process or a thread can't be started.
    """

    def __init__(self) -> None:
        self.has_started = False
        """Whether it has sent a heartbeat."""
        self.is_dead = False
        self.replies: deque[bytes] = deque()
        self.wakeup = threading.Event()
        """Set at each message or heartbeat, and when the process ends."""
        super().__init__(_thinker_main, name="thinking", attend=self._receive_replies)

    def _receive_replies(self) -> None:
        try:
            while True:
                reply = self.receive_or_heartbeat_within()
                self.has_started = True
                if reply:
                    self.replies.append(reply)
                self.wakeup.set()
        except (EOFError, OSError):  # the process died
            pass
        finally:
            self.is_dead = True
            self.wakeup.set()


def _thinker_main(channel: ParentChannel) -> None:
    """Main loop of the thinking process: think until the reply is complete or another message arrives.

    Raises:
        EOFError, OSError: the window's process has ended.
    """
    message: Question | _Hurry | None = None
    while True:
        message = unpickle_message(channel.receive()) if message is None else message
        question, message = message, None
        if not isinstance(question, Question):  # cancelled, or a ``_Hurry`` that came after the reply
            continue
        for thought in _think(question):
            if isinstance(thought, Reply | BotFailure):
                channel.send(pickle_message(thought))
                continue
            channel.send_due_heartbeat()
            if channel.has_message():
                message = unpickle_message(channel.receive())
                if message == _Hurry(question.request):
                    channel.send(pickle_message(Reply(question.request, thought.move)))
                    message = None
                break
