"""One question for the newest version, asked by a process beside the window."""

import contextlib
import pickle
import threading
from collections.abc import Callable

from engine.updates.check_result import CheckResult, FetchNewest
from engine.work.background_process import BackgroundProcess, ProcessChannel

TIMEOUT_SECONDS = 10.0
"""Maximum seconds from the question to its answer, whatever the network does."""


def query_newest(address: str, seconds: float) -> CheckResult:
    """Ask for the newest version; only for a process beside the window."""
    # The network's modules take 18 ms and 7 MB, and the window never needs them.
    from engine.updates.release_query import fetch_newest  # noqa: PLC0415

    return fetch_newest(address, seconds)


def run_with_timeout(seconds: float, do: Callable[[], CheckResult]) -> CheckResult:
    """Do something in a thread, and give it up after some seconds.

    Nothing else limits everything: looking up a name, shaking hands and sending single bytes may each take for ever.
    """
    answers = [CheckResult("late")]

    def work() -> None:
        try:
            answers.append(do())
        except Exception:  # the answer of a server can't be allowed to do any harm here
            answers.append(CheckResult("failed"))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    return answers[-1]


def _check_main(line: ProcessChannel, do: FetchNewest, address: str, seconds: float) -> None:
    """The process's main function.

    Raises:
        EOFError, OSError: the window has gone.
    """
    line.receive()
    line.send(pickle.dumps(run_with_timeout(seconds, lambda: do(address, seconds))))
    line.receive()  # wait to be ended


class _CheckProcess(BackgroundProcess):
    """The process, and its answer.

    Raises:
        OSError, RuntimeError, ImportError: the process or its thread can't be started.
    """

    def __init__(self, do: FetchNewest, address: str, seconds: float) -> None:
        self.result: CheckResult | None = None
        super().__init__(_check_main, do, address, seconds, name="asking", attend=self._wait)
        self.send(b"ask")

    def _wait(self) -> None:
        answer = CheckResult("failed")
        with contextlib.suppress(EOFError, OSError, pickle.UnpicklingError):  # it died, hangs, or was ended
            answer = pickle.loads(self.receive())
        self.result = answer


class VersionCheck:
    """The question as a job of the background's queue; it is asked once and never again.

    Args:
        address: what is asked.
        on_answer: gets the answer; it isn't called after ``stop``.
        do: asks; a function of a module, as another process calls it.
        seconds: maximum time.
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
        """Start the process. Without one nothing is asked, since the window would have to wait."""
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
        """Hand the answer over once it is there; never waits."""
        answer = self._process.result if self._process is not None and not self.is_done else None
        if answer is None:
            return False
        self._finish(answer)
        return True

    def _finish(self, answer: CheckResult) -> None:
        self.stop()
        self._on_answer(answer)

    def rest(self) -> None:
        """Go on: waiting for the network takes nothing from other work."""

    def stop(self) -> None:
        """End the process at once."""
        self.is_done = True
        if self._process is not None:
            self._process.terminate()
            self._process = None
