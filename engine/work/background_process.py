"""Background processes that never keep the window waiting and never outlive it.

A process may die, or hang: stopped from outside, swapped out, caught in a driver. So everything that waits for one does
it in a thread, or with a limit, and a process is always ended by force. While a process works it sends a sign of life
every ``HEARTBEAT_SECONDS`` seconds, and it ends when the program that started it has ended in any way.
"""

import contextlib
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol

from engine.work.low_priority import enter_low_priority
from engine.work.pickling import pickle_message, unpickle_message

if sys.platform == "linux":
    import ctypes

HEARTBEAT_SECONDS = 0.25
"""Seconds between the signs of life of a process that works."""
MAX_MISSED_HEARTBEATS = 40
"""Number of signs of life that may be missing before a process is taken to hang: ten seconds, since at the lowest
priority a process may get little time."""
MAX_TERMINATION_SECONDS = 0.5
"""Maximum seconds to wait for the end of a killed process; it needs milliseconds unless the system itself is stuck."""
MAX_DEATHS = 3
"""Number of deaths without an answer after which a process is not restarted."""

_HEARTBEAT = b"."
"""The sign of life, which no packed message equals. It isn't empty: Windows' pipes tell empty messages badly."""
_PR_SET_PDEATHSIG = 1
"""From Linux's ``prctl.h``: the signal a process gets when the thread that started it ends."""


# Imports in functions: multiprocessing takes 11 ms of the start of the window, which needs it only at a table.


class PipeEnd(Protocol):
    """An end of a pipe, as ``multiprocessing.connection.Connection`` is one."""

    def send_bytes(self, message: bytes, /) -> None:
        """Send a message, which may wait until the other end reads it."""

    def recv_bytes(self) -> bytes:
        """Wait for a message."""

    def poll(self) -> bool:
        """Whether a message has come."""


class BackgroundProcess:
    """A background process, the pipe to it, and the threads that wait for it.

    Args:
        work: the process's main function; gets its ``ProcessChannel`` and ``arguments``.
        more: further arguments of ``work``.
        name: name of the process and its threads.
        attend: runs in a thread of its own; must end when the process does.
        idle: run at the lowest priority.

    Raises:
        OSError, RuntimeError, ImportError: no process or no thread can be started here.
    """

    def __init__(
        self, work: Callable[..., None], *arguments: Any, name: str, attend: Callable[[], None], idle: bool = False
    ) -> None:
        from engine.work.spawning import new_pipe, new_process  # noqa: PLC0415

        self._pipe, theirs = new_pipe()
        self._send_queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.process = new_process(_run_process, (theirs, pickle_message((work, arguments)), idle), name)
        with theirs:  # afterwards only the process holds it, so the pipe closes when the process ends
            self.process.start()
        self._threads = [threading.Thread(target=do, name=name, daemon=True) for do in (self._send_queued, attend)]
        try:
            for thread in self._threads:
                thread.start()
        except RuntimeError:
            self._send_queue.put(None)
            self.process.kill()
            raise

    def send(self, message: bytes) -> None:
        """Send a message; never waits."""
        self._send_queue.put(message)

    def _send_queued(self) -> None:
        """Send what is to be sent. That takes until the process reads it, so it happens in a thread."""
        with contextlib.suppress(OSError):  # the process has ended
            while (message := self._send_queue.get()) is not None:
                self._pipe.send_bytes(message)

    def receive_within(self, seconds: float | None = None) -> bytes | None:
        """Wait for the next message or sign of life (empty), at most ``seconds``; None if neither has come.

        Raises:
            EOFError, OSError: the process has ended. It is watched besides the pipe: on Windows the pipe stays open if
                the process ends before it has opened its end.
        """
        from multiprocessing.connection import wait  # noqa: PLC0415

        if not wait([self._pipe, self.process.sentinel], seconds):
            return None
        if not self._pipe.poll():
            raise EOFError
        message = self._pipe.recv_bytes()
        return b"" if message == _HEARTBEAT else message

    def receive(self) -> bytes:
        """Wait for the next message that is no sign of life.

        Raises:
            EOFError, OSError: the process has ended.
            TimeoutError: it hangs.
        """
        while not (message := self.receive_or_heartbeat()):
            pass
        return message

    def receive_or_heartbeat(self) -> bytes:
        """Wait for the next message or sign of life (empty).

        Raises:
            EOFError, OSError: the process has ended.
            TimeoutError: it hangs.
        """
        for _ in range(MAX_MISSED_HEARTBEATS):  # not one long wait: a computer that wakes up from sleep begins another
            message = self.receive_within(HEARTBEAT_SECONDS)
            if message is not None:
                return message
        raise TimeoutError

    def terminate(self, seconds: float = MAX_TERMINATION_SECONDS) -> bool:
        """End the process by force, whatever it does; False if that takes longer than about ``seconds``.

        Only SIGKILL, which ``kill`` sends, ends a stopped process.
        """
        self.process.kill()
        self._send_queue.put(None)
        self.process.join(seconds)
        if self.process.is_alive():
            return False
        for thread in self._threads:
            thread.join(seconds)
        if any(thread.is_alive() for thread in self._threads):
            return False
        self._pipe.close()
        return True


def _run_process(pipe: PipeEnd, message: bytes, idle: bool) -> None:
    """The process's first function. What it has to do arrives pickled, so that its imports happen after the rest."""
    enter_low_priority(idle=idle)
    end_with_parent()
    work, more = unpickle_message(message)
    with contextlib.suppress(EOFError, OSError):  # the window has gone
        work(ProcessChannel(pipe), *more)


class ProcessChannel:
    """A process's end of the pipe to the window."""

    def __init__(self, pipe: PipeEnd) -> None:
        self._pipe = pipe
        self._send_lock = threading.Lock()
        self._is_working, self._is_resting = threading.Event(), threading.Event()
        self._sent_at = 0.0
        """When the last message was sent, seconds."""
        threading.Thread(target=self._send_heartbeats, daemon=True).start()
        self.send(_HEARTBEAT)

    def receive(self) -> bytes:
        """Wait for the next message, and acknowledge it with a sign of life.

        Raises:
            EOFError, OSError: the window has gone.
        """
        self._is_working.clear()
        self._is_resting.set()
        message = self._pipe.recv_bytes()
        self._is_resting.clear()
        self._is_working.set()
        self.send(_HEARTBEAT)
        return message

    def send(self, message: bytes) -> None:
        """Send a message.

        Raises:
            OSError: the window has gone.
        """
        with self._send_lock:
            self._sent_at = time.monotonic()
            self._pipe.send_bytes(message)

    def poll(self) -> bool:
        """Whether a message has come. Gives a sign of life if one is due.

        A thread that looks often gives Python's lock away each time and takes it back before another one has woken up:
        on an idle machine the thread of ``_send_heartbeats`` gets no turn for seconds.
        """
        if time.monotonic() - self._sent_at >= HEARTBEAT_SECONDS:
            self.send(_HEARTBEAT)
        return self._pipe.poll()

    def _send_heartbeats(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                self._is_working.wait()
                if not self._is_resting.wait(HEARTBEAT_SECONDS):
                    self.send(_HEARTBEAT)


def end_with_parent() -> None:
    """End this process as soon as the one that started it has ended, even in the middle of a long computation."""
    import multiprocessing  # noqa: PLC0415
    from multiprocessing.connection import wait  # noqa: PLC0415

    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def end_after() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=end_after, daemon=True).start()
    if sys.platform == "linux":  # also while this process is stopped
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
