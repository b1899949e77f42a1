"""Check for the newest version in a background process."""

import contextlib
import pickle
import threading
from collections.abc import Callable

from engine.updates.check_result import CheckResult, FetchNewest
from engine.work.background_process import BackgroundProcess, ProcessChannel

TIMEOUT_SECONDS = 10.0
"""Maximum seconds from the start of a check to its result."""


def query_newest(address: str, seconds: float) -> CheckResult:
    """Fetch the newest version. Called in the background process only."""
    # late import: the network modules take 18 ms and 7 MB, which the window does not need
    from engine.updates.release_query import fetch_newest  # noqa: PLC0415

    return fetch_newest(address, seconds)


def run_with_timeout(seconds: float, do: Callable[[], CheckResult]) -> CheckResult:
    """Call a function in a thread; return ``late`` if it takes longer than ``seconds``.

    Socket timeouts do not limit the whole request: name resolution, handshakes and single bytes may take forever.
    """
    answers = [CheckResult("late")]

    def work() -> None:
        try:
            answers.append(do())
        except Exception:  # no response of a server may end the process without a result
            answers.append(CheckResult("failed"))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    return answers[-1]


def _check_main(channel: ProcessChannel, do: FetchNewest, address: str, seconds: float) -> None:
    """Main function of the background process.

    Raises:
        EOFError, OSError: the window's process has ended.
    """
    channel.receive()
    channel.send(pickle.dumps(run_with_timeout(seconds, lambda: do(address, seconds))))
    channel.receive()  # wait to be ended


class _CheckProcess(BackgroundProcess):
    """The background process and its result, None until there is one.

    Raises:
        OSError, RuntimeError, ImportError: the process or its thread can't be started.
    """

    def __init__(self, do: FetchNewest, address: str, seconds: float) -> None:
        self.result: CheckResult | None = None
        super().__init__(_check_main, do, address, seconds, name="asking", attend=self._wait)
        self.send(b"ask")

    def _wait(self) -> None:
        answer = CheckResult("failed")
        with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):  # it died, hangs, or was killed
            answer = pickle.loads(self.receive())
        self.result = answer


class VersionCheck:
    """A single check, as a job of the background queue.

    Args:
        address: URL of the request.
        on_answer: called with the result; not called after ``stop``.
        fetch_newest_version: sends the request; a module-level function, since another process calls it.
        seconds: maximum duration.
    """

    def __init__(
        self,
        address: str,
        on_answer: Callable[[CheckResult], None],
        fetch_newest_version: FetchNewest = query_newest,
        seconds: float = TIMEOUT_SECONDS,
    ) -> None:
        self._address = address
        self._on_answer = on_answer
        self._fetch_newest = fetch_newest_version
        self._seconds = seconds
        self._process: _CheckProcess | None = None
        self.is_done = False

    def start(self, *, process: bool = True) -> None:
        """Start the process. Without ``process`` the check fails at once, since it would block the window."""
        if self.is_done or self._process is not None:
            return
        try:
            if process:
                self._process = _CheckProcess(self._fetch_newest, self._address, self._seconds)
                return
        except (OSError, RuntimeError, ImportError):  # no processes here
            pass
        self._finish(CheckResult("failed"))

    def poll(self) -> bool:
        """Pass the result to ``on_answer`` once it is there; return whether it was. Never waits."""
        answer = self._process.result if self._process is not None and not self.is_done else None
        if answer is None:
            return False
        self._finish(answer)
        return True

    def _finish(self, answer: CheckResult) -> None:
        self.stop()
        self._on_answer(answer)

    def rest(self) -> None:
        """Do nothing: a check goes on, since waiting for the network does not slow down other work."""

    def stop(self) -> None:
        """Cancel the check and kill the process."""
        self.is_done = True
        if self._process is not None:
            self._process.terminate()
            self._process = None
