"""Starting background processes that the system ends with the window, even while they are stopped (SIGSTOP).

On POSIX systems each process leads its own process group, from before its program is loaded. The end of the window
orphans the group, and the system sends SIGHUP and SIGCONT to an orphaned group with a stopped process (POSIX, "Orphaned
Process Group"). In some containers another process of the session adopts the group. There a process stopped
in its first 0.1 s stays until it continues; later, ``exit_when_parent_ends`` handles this on Linux. On
Windows signals cannot stop a process.
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
        """Spawns a background process in its own process group.

        It also omits multiprocessing's resource tracker, an unneeded further process that could be stopped, too.
        """

        _fds: list[int]
        """File descriptors that the process inherits."""

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
            """The sentinel becomes readable when the process has ended, as only the process holds the other end."""
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
        """Write data to an empty pipe without waiting, as much as fits, usually all; return the rest.

        Called before the process starts: if its parent died in between, it would find incomplete data and print a
        traceback.
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


def create_process(target: Callable[..., None], args: tuple[Any, ...], name: str) -> SpawnProcess:
    """Create a daemon process without starting it."""
    return _Process(target=target, args=args, name=name, daemon=True)


def new_pipe() -> Any:
    """Create a pipe; return its two ends."""
    return multiprocessing.get_context("spawn").Pipe()
