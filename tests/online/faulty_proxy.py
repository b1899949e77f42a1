"""A local proxy between guests and a host that delays, holds back and cuts their connections."""

import asyncio
import contextlib
import random
from typing import NamedTuple

from tests.online.scripted_window import LOCALHOST


class ProxyFaults(NamedTuple):
    """Faults that a proxy causes."""

    delay_ms: tuple[float, float] = (0.0, 0.0)
    """Range of the delay in milliseconds, each way, drawn for every chunk; the order of chunks is kept."""
    hold_probability: float = 0.0
    """Probability for each chunk to be held back for a second, as TCP does after repeated packet loss."""
    cut_probability: float = 0.0
    """Probability for each chunk that the connection is cut in the middle of it."""


class FaultyProxy:
    """Forwards connections to a host; ``cut_count`` counts the cuts."""

    def __init__(self, faults: ProxyFaults, seed: int = 0) -> None:
        self.faults = faults
        self.cut_count = 0
        self._chance = random.Random(seed)
        self._server: asyncio.Server | None = None
        self._host_port = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, host_port: int) -> int:
        """Listen, and forward connections to this port; return the proxy's port."""
        self._host_port = host_port
        self._server = await asyncio.start_server(self._forward, LOCALHOST, 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in tuple(self._tasks):
            task.cancel()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            further = await asyncio.open_connection(LOCALHOST, self._host_port)
        except OSError:
            writer.close()
            return
        tasks = [
            asyncio.create_task(self._copy_one_way(reader, further[1])),
            asyncio.create_task(self._copy_one_way(further[0], writer)),
        ]
        self._tasks.update(tasks)
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
            self._tasks.discard(task)
        for end in (writer, further[1]):
            end.transport.abort()

    async def _copy_one_way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Copy one direction until the connection ends or is cut."""
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue(maxsize=1000)
        delivering = asyncio.create_task(self._deliver(pieces, writer))
        clock = asyncio.get_running_loop().time
        try:
            with contextlib.suppress(OSError):
                while data := await reader.read(65_536):
                    late = self._chance.uniform(*self.faults.delay_ms) / 1000
                    if self._chance.random() < self.faults.hold_probability:
                        late += 1.0
                    if self._chance.random() < self.faults.cut_probability:
                        self.cut_count += 1
                        await pieces.put((clock() + late, data[: len(data) // 2]))
                        break
                    await pieces.put((clock() + late, data))
            await pieces.put((0.0, b""))
            await delivering
        finally:
            delivering.cancel()

    @staticmethod
    async def _deliver(pieces: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter) -> None:
        clock = asyncio.get_running_loop().time
        with contextlib.suppress(OSError):
            while True:
                at, data = await pieces.get()
                if not data:
                    return
                await asyncio.sleep(max(0.0, at - clock()))
                writer.write(data)
                await writer.drain()
