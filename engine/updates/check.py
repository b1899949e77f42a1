"""Check for the newest version in a thread."""

import contextlib
import threading
from collections.abc import Callable

from engine.updates.check_result import CheckResult, FetchNewest

TIMEOUT_SECONDS = 10.0
"""Maximum seconds from the start of a check to its result."""


def query_newest(address: str, seconds: float) -> CheckResult:
    """Fetch the program's newest version from the network, in the calling thread."""
    # late import: the network modules take 18 ms and 7 MB, needed only for a check
    from engine.updates.release_query import fetch_newest  # noqa: PLC0415

    return fetch_newest(address, seconds)


def run_with_timeout(seconds: float, do: Callable[[], CheckResult]) -> CheckResult:
    """Call a function in a thread; return the result ``late`` if it takes longer than ``seconds``.

    Socket timeouts do not limit the whole request: name resolution, handshakes and single bytes may take forever.
    """
    answers = [CheckResult("late")]

    def work() -> None:
        try:
            answers.append(do())
        except Exception:  # no response of a server may end the thread without a result
            answers.append(CheckResult("failed"))

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    return answers[-1]


class VersionCheck:
    """A single check for a newer version of the program, as a job of the background queue.

    Its daemon threads do not delay the end of the program.

    Args:
        address: URL of the request.
        on_answer: called with the result; not called after ``stop``.
        fetch_newest_version: sends the request.
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
        self._thread: threading.Thread | None = None
        self._result: CheckResult | None = None
        """Set by the thread at its end."""
        self.is_done = False

    def start(self, *, process: bool = True) -> None:
        """Start the version check in a thread; ``process``, meant for other background jobs, has no effect."""
        if self.is_done or self._thread is not None:
            return
        self._thread = threading.Thread(target=self._run, name="version check", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:
            self._finish(CheckResult("failed"))

    def _run(self) -> None:
        result = CheckResult("failed")
        with contextlib.suppress(RuntimeError):  # no second thread
            result = run_with_timeout(self._seconds, lambda: self._fetch_newest(self._address, self._seconds))
        self._result = result

    def poll(self) -> bool:
        """Pass the result of a finished version check to ``on_answer``; return whether it was passed just now.

        Never waits.
        """
        if self.is_done or self._result is None:
            return False
        self._finish(self._result)
        return True

    def _finish(self, answer: CheckResult) -> None:
        self.stop()
        self._on_answer(answer)

    def pause(self) -> None:
        """Do nothing when other background work pauses: a version check only waits for the network."""

    def stop(self) -> None:
        """Cancel the version check: a later result is dropped."""
        self.is_done = True
