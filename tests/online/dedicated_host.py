"""A dedicated host in another process, for tests and benchmarks."""

import asyncio
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from engine.online.host.dedicated import INVITATIONS_FILE
from engine.online.protocol import invitation
from engine.online.protocol.invitation import Invitation
from tests.online.local_host import LOCALHOST

ROOT = Path(__file__).resolve().parents[2]


async def start_host(folder: Path, *more: str, port: int = 0, files: int = 0) -> tuple[Process, int]:
    """Start a host on this computer; return its process and its port.

    ``files`` is its maximum number of open files; 0 for this process's own maximum.
    """
    words = ["-m", "engine.online", "--profile", str(folder), "--address", LOCALHOST, "--name", LOCALHOST, *more]
    limited = ["sh", "-c", 'ulimit -n "$0" && exec "$@"', str(files)] if files else []
    process = await asyncio.create_subprocess_exec(
        *limited, sys.executable, *words, "--port", str(port), cwd=ROOT, stdout=PIPE, stderr=PIPE
    )
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    found = re.search(r"tables at port (\d+);", line)
    assert found, line
    return process, int(found[1])


@asynccontextmanager
async def running_host(folder: Path, *more: str) -> AsyncIterator[tuple[Process, int]]:
    """Run ``start_host``; the host is terminated at the end, and killed after an error."""
    host, port = await start_host(folder, *more)
    assert host.stdout is not None
    drained = asyncio.create_task(host.stdout.read())
    try:
        yield host, port
        host.terminate()
        await drained
    except BaseException:
        host.kill()
        raise
    finally:
        await host.wait()


def invitations(folder: Path) -> list[Invitation]:
    """Return the invitations to all tables of a host."""
    text = (folder / INVITATIONS_FILE).read_text(encoding="utf-8")
    return [invitation.parse_invitation(line) for line in text.splitlines() if line.startswith(invitation.URL_SCHEME)]
