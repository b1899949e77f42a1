"""A dedicated host in another process, for tests and benchmarks."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from engine.online.host.dedicated import INVITATIONS_FILE
from engine.online.protocol.invitation import Invitation, parse_invitation
from engine.pasted_text import URL_SCHEME
from tests.online.scripted_window import LOCALHOST

ROOT = Path(__file__).resolve().parents[2]


class HostProcess:
    """A dedicated host on this computer, and the lines of its log."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._reading: asyncio.Task[None]
        self.process: Process
        self.port = 0
        self.lines: list[str] = []

    async def open(self, *more: str, port: int = 0, files: int = 0) -> None:
        """Start the host; ``files`` is its maximum number of open files, 0 for this process's own maximum."""
        words = ["--profile", str(self._folder), "--address", LOCALHOST, "--name", LOCALHOST, "--port", str(port)]
        limited = ["sh", "-c", 'ulimit -n "$0" && exec "$@"', str(files)] if files else []
        command = [*limited, sys.executable, "-m", "engine.online", *words, *more]
        self.process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=PIPE, stderr=PIPE)
        assert self.process.stdout is not None
        line = (await self.process.stdout.readline()).decode()
        found = re.search(r"tables at port (\d+);", line)
        assert found, line
        self.port = int(found[1])
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            self.lines.append(line.decode().split(" ", 2)[2].strip())

    @property
    def tables(self) -> list[Invitation]:
        """Invitations to all tables."""
        text = (self._folder / INVITATIONS_FILE).read_text(encoding="utf-8")
        return [parse_invitation(line) for line in text.splitlines() if line.startswith(URL_SCHEME)]

    @property
    def usage(self) -> tuple[float, float]:
        """CPU seconds and megabytes of memory so far (Linux)."""
        of_process = Path(f"/proc/{self.process.pid}")
        fields = (of_process / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
        pages = int((of_process / "statm").read_text(encoding="ascii").split()[1])
        seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return seconds, pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    async def end(self, how: signal.Signals = signal.SIGTERM) -> bytes:
        """End the host; return what it wrote as errors."""
        self.process.send_signal(how)
        assert self.process.stderr is not None
        faults, _ = await asyncio.gather(self.process.stderr.read(), self._reading)
        await self.process.wait()
        return faults


@asynccontextmanager
async def running_host(folder: Path, *more: str) -> AsyncIterator[HostProcess]:
    """Run a host while the context lasts."""
    host = HostProcess(folder)
    await host.open(*more)
    try:
        yield host
    finally:
        await host.end()


def quantile(values: Sequence[float], fraction: float) -> float:
    """Return the value below which this fraction of the values lies."""
    return sorted(values)[min(len(values) - 1, int(fraction * len(values)))]
