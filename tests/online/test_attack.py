"""The attacks of ``tests.online.attack``, in short: others come and play on, tables are saved, the log stays short."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.online.arrivals import MOST_STRANGERS, STRANGERS_SHARE
from engine.online.descriptors import RESERVED
from engine.online.store import TableStore
from tests.online.attack import (
    FRAGMENT,
    PING,
    PONG,
    Attacker,
    Found,
    Honest,
    Host,
    Target,
    dripping,
    flood,
    ghosts,
    guess,
    idle,
    long_text,
    silent,
)
from tests.online.hosts import LIMIT, within

FILES = RESERVED + MOST_STRANGERS
"""Maximum number of files that the host may open: with more strangers it would have none left."""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address for this computer, or no ulimit")
def test_honest_guests_join_and_play_during_attacks(tmp_path: Path) -> None:
    async def play() -> None:
        host = Host(tmp_path)
        await host.open(tables=2, files=FILES)
        honest = Honest(host.tables[:1])
        await honest.play()

        async def attacked(attacker: Attacker, number: int, until: Callable[[Found], bool], table: int = 1) -> None:
            found = Found()
            attack = asyncio.create_task(attacker(Target(host.tables[table], LIMIT, number), found))

            async def holds() -> None:
                while not (until(found) or attack.done()):
                    await asyncio.sleep(0.01)

            met = await honest.measure(asyncio.ensure_future(holds()))
            assert until(found), (attacker, found)
            assert met.joins and (met.failed, met.cut) == (0, 0), (attacker, met)
            attack.cancel()
            await asyncio.wait([attack])

        await attacked(silent, 2 * FILES, lambda found: found["dropped"] >= 2 * FILES - MOST_STRANGERS)
        await attacked(dripping, 4 * STRANGERS_SHARE, lambda found: found["dropped"] >= 3 * STRANGERS_SHARE)
        await attacked(idle, 4 * STRANGERS_SHARE, lambda found: found["agreed on TLS"] >= STRANGERS_SHARE)
        for frame in (PING, PONG, FRAGMENT):
            await attacked(flood(frame), 1, lambda found: found["closed by the host"] > 1)
        await attacked(ghosts, 7, lambda found: found["a friend is let in"] == 1, table=0)
        await attacked(long_text, 3, lambda found: found["refused"] == 3)
        await attacked(guess, 30, lambda found: found == {"tried": 30})
        honest.stop()
        await host.close()
        assert host.faults == b""
        kinds = [line.partition(":")[0] for line in host.lines]
        assert sorted(kinds) == ["closed after wrong secrets", "too many connections", "wrong secret"], host.lines
        assert len(list(TableStore(tmp_path / "tables").kept())) == 2

    within(play())
