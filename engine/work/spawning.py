"""Starting background processes so that the system ends them with the window, even while they are stopped.

A process that is stopped can do nothing about it itself. On POSIX systems each one therefore leads a process group of
its own, from before its program is loaded: when the window has ended, in whatever way, such a group has lost its only
connection to the session, and the system sends SIGHUP and SIGCONT to a group in which anything is stopped (POSIX,
"Orphaned Process Group"). Where that isn't so (something in the same session adopts what the window leaves, as in some
containers), a process stopped in its first 0.1 s stays until it goes on; later ones are covered by ``end_with_parent``
on Linux. On Windows nothing can be stopped by a signal.
"""

import contextlib
import io
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from typing import Any

if sys.platform != "win32":
    from multiprocessing import popen_spawn_posix, reduction, spawn, util
    from multiprocessing.context import set_spawning_popen
    from multiprocessing.process import BaseProcess

    class _GroupLeader(popen_spawn_posix.Popen):
        """As multiprocessing's, but in a group of its own, and without multiprocessing's tracker of shared memory,
        another process that nothing here needs and that could be stopped, too."""

        _fds: list[int]
        """Ends of pipes that the process is to have."""

        def _launch(self, process_obj: BaseProcess) -> None:
            written = io.BytesIO()
            set_spawning_popen(self)
            try:
                reduction.dump(spawn.get_preparation_data(process_obj.name), written)
                reduction.dump(process_obj, written)
            finally:
                set_spawning_popen(None)
            no_tracker = os.open(os.devnull, os.O_RDWR)
            self.sentinel, alive = os.pipe()
            """The sentinel becomes readable when the process has ended, as only that holds the other end."""
            theirs, ours = os.pipe()
            self.finalizer = util.Finalize(self, _close, (self.sentinel, ours))
            rest = _fill(ours, written.getvalue())
            try:
                command = spawn.get_command_line(tracker_fd=no_tracker, pipe_handle=theirs)
                passed = (*self._fds, no_tracker, alive, theirs)
                self._process = subprocess.Popen(command, pass_fds=passed, process_group=0)
                self.pid = self._process.pid
            finally:
                _close(no_tracker, alive, theirs)
            with open(ours, "wb", closefd=False) as pipe:
                pipe.write(rest)

        def poll(self, flag: int = os.WNOHANG) -> int | None:
            if self.returncode is None:
                self.returncode = self._process.poll() if flag == os.WNOHANG else self._process.wait()
            return self.returncode

    def _fill(pipe: int, data: bytes) -> bytes:
        """Write into an empty pipe as much as it holds, usually all, and return the rest.

        Before the process starts: one whose starter is ended in the next moment would find half of its task or nothing,
        and complain of that in the terminal.
        """
        os.set_blocking(pipe, False)
        with contextlib.suppress(BlockingIOError):
            data = data[os.write(pipe, data) :]
        os.set_blocking(pipe, True)
        return data

    def _close(*several: int) -> None:
        for one in several:
            os.close(one)

    class _Process(SpawnProcess):
        @staticmethod
        def _Popen(process_obj: BaseProcess) -> _GroupLeader:  # noqa: N802  # multiprocessing's name
            return _GroupLeader(process_obj)

else:
    _Process = SpawnProcess


def new_process(target: Callable[..., None], args: tuple[Any, ...], name: str) -> SpawnProcess:
    """A process that is not started yet; the program doesn't wait for its end."""
    return _Process(target=target, args=args, name=name, daemon=True)


def new_pipe() -> Any:
    """The two ends of a pipe."""
    return multiprocessing.get_context("spawn").Pipe()
