"""Background processes that never block the window and never outlive it.

A process may die or hang: stopped from outside, swapped out, blocked in a driver. So waiting for one happens in a
thread or with a timeout, and processes are always killed. While a process works it sends a heartbeat every
``HEARTBEAT_SECONDS`` seconds, and it ends when the program that started it has ended in any way.
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

from engine.work.low_priority import lower_priority_and_silence
from engine.work.pickling import pickle_message, unpickle_message

if sys.platform == "linux":
    import ctypes

HEARTBEAT_SECONDS = 0.25
"""Seconds between the heartbeats of a working process."""
MAX_MISSED_HEARTBEATS = 40
"""Number of missed heartbeats after which a process is considered to hang: ten seconds, since a process of the lowest
priority may get little time."""
MAX_TERMINATION_SECONDS = 0.5
"""Maximum seconds to wait for the end of a killed process, which usually takes milliseconds."""
MAX_DEATHS = 3
"""Number of deaths without a reply after which a process is not restarted."""

_HEARTBEAT = b"."
"""The heartbeat, different from all pickled messages. It is not empty, as Windows pipes handle empty messages badly."""
_PR_SET_PDEATHSIG = 1
"""Option of Linux's ``prctl``: the signal a process gets when the thread that started it ends."""


# late imports of multiprocessing: it takes 11 ms, and the window needs it only at a table


class PipeEnd(Protocol):
    """One end of a pipe, such as ``multiprocessing.connection.Connection``."""

    def send_bytes(self, message: bytes, /) -> None:
        """Send a message through the pipe; may block until the other end reads it."""

    def recv_bytes(self) -> bytes:
        """Wait for a message from the pipe and return it."""

    def poll(self) -> bool:
        """Whether the pipe holds a message that can be received without waiting."""


class BackgroundProcess:
    """A background process, the pipe to it, and the threads that wait for it.

    Args:
        work: main function of the process; called with its ``ParentChannel`` and ``arguments``.
        arguments: further arguments of ``work``.
        name: name of the process and its threads.
        attend: function for a receiving thread; must return when the process has ended.
        idle: whether to run at the lowest priority.

    Raises:
        OSError, RuntimeError, ImportError: the process or a thread can't be started.
    """

    def __init__(
        self, work: Callable[..., None], *arguments: Any, name: str, attend: Callable[[], None], idle: bool = False
    ) -> None:
        from engine.work.spawning import create_process, new_pipe  # noqa: PLC0415

        self._pipe, theirs = new_pipe()
        self._send_queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.process = create_process(_run_process, (theirs, pickle_message((work, arguments)), idle), name)
        with theirs:  # only the process keeps this end open, so the pipe closes when the process ends
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
        """Queue a message for the background process; never waits."""
        self._send_queue.put(message)

    def _send_queued(self) -> None:
        """Send the queued messages to the background process.

        Runs in a thread, since sending blocks until the process reads.
        """
        with contextlib.suppress(OSError):  # the process has ended
            while (message := self._send_queue.get()) is not None:
                self._pipe.send_bytes(message)

    def receive_or_heartbeat_within(self, seconds: float | None = None) -> bytes | None:
        """Return the process's next message, empty for a heartbeat; None if none comes within ``seconds``.

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
        """Wait for the background process's next message other than a heartbeat.

        Raises:
            EOFError, OSError: the process has ended.
            TimeoutError: it hangs.
        """
        while not (message := self.receive_or_heartbeat()):
            pass
        return message

    def receive_or_heartbeat(self) -> bytes:
        """Wait for the background process's next message and return it; empty bytes stand for a heartbeat.

        Raises:
            EOFError, OSError: the process has ended.
            TimeoutError: it hangs.
        """
        for _ in range(MAX_MISSED_HEARTBEATS):  # not one long wait: it would expire when the computer wakes up
            message = self.receive_or_heartbeat_within(HEARTBEAT_SECONDS)
            if message is not None:
                return message
        raise TimeoutError

    def terminate(self, seconds: float = MAX_TERMINATION_SECONDS) -> bool:
        """Kill the background process; return whether it ended within about ``seconds``.

        SIGKILL is needed, as other signals do not end a stopped process.
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
    """Run the main function of a new background process, after lowering the process's priority.

    Its work arrives pickled, so that its imports come after lowering the priority.
    """
    lower_priority_and_silence(idle=idle)
    exit_when_parent_ends()
    work, more = unpickle_message(message)
    with contextlib.suppress(EOFError, OSError):  # the window's process has ended
        work(ParentChannel(pipe), *more)


class ParentChannel:
    """The background process's end of the pipe to the window's process."""

    def __init__(self, pipe: PipeEnd) -> None:
        self._pipe = pipe
        self._send_lock = threading.Lock()
        self._is_working, self._is_resting = threading.Event(), threading.Event()
        self._sent_at = 0.0
        """Time of the last message sent, monotonic seconds."""
        threading.Thread(target=self._send_heartbeats, daemon=True).start()
        self.send(_HEARTBEAT)

    def receive(self) -> bytes:
        """Wait for the window's next message, and acknowledge it with a heartbeat.

        Raises:
            EOFError, OSError: the window's process has ended.
        """
        self._is_working.clear()
        self._is_resting.set()
        message = self._pipe.recv_bytes()
        self._is_resting.clear()
        self._is_working.set()
        self.send(_HEARTBEAT)
        return message

    def send(self, message: bytes) -> None:
        """Send a message from the background process to the window.

        Raises:
            OSError: the window's process has ended.
        """
        with self._send_lock:
            self._sent_at = time.monotonic()
            self._pipe.send_bytes(message)

    def has_message(self) -> bool:
        """Whether a message from the window can be received without waiting."""
        return self._pipe.poll()

    def send_due_heartbeat(self) -> None:
        """Send a heartbeat if the last message was sent ``HEARTBEAT_SECONDS`` ago; call it beside ``has_message``.

        A thread that polls often releases Python's GIL and takes it back before another thread wakes up: the thread of
        ``_send_heartbeats`` may not run for seconds.

        Raises:
            OSError: the window's process has ended.
        """
        if time.monotonic() - self._sent_at >= HEARTBEAT_SECONDS:
            self.send(_HEARTBEAT)

    def _send_heartbeats(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                self._is_working.wait()
                if not self._is_resting.wait(HEARTBEAT_SECONDS):
                    self.send(_HEARTBEAT)


def exit_when_parent_ends() -> None:
    """Let this background process exit as soon as its parent has ended, even during a long computation."""
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
