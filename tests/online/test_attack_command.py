"""Short form of the attacks of ``tests.online.attack``: others join and play, tables are saved, the log stays short."""

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.online.host.incoming_connections import MAX_UNAUTHENTICATED, MAX_UNAUTHENTICATED_PER_ADDRESS
from engine.online.host.open_file_limit import RESERVED_FILES
from engine.online.host.table_store import TableStore
from tests.online.attack import (
    FRAGMENT,
    PING,
    PONG,
    Attacker,
    HonestGuests,
    Outcomes,
    Target,
    attack_dripping,
    attack_idly,
    attack_silently,
    flooding_attack,
    guess_secrets,
    leave_ghosts,
    notable_lines,
    open_host,
    send_long_text,
)
from tests.online.local_host import TIMEOUT_SECONDS

MAX_FILES = RESERVED_FILES + MAX_UNAUTHENTICATED
"""Maximum number of files that the host may open; exactly its reserve and its unauthenticated connections."""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address for this computer, or no ulimit")
async def test_honest_guests_join_and_play_during_attacks(tmp_path: Path) -> None:
    host = await open_host(tmp_path, 2, MAX_FILES)
    honest = HonestGuests(host.tables[:1])
    await honest.play()

    async def attacked(attacker: Attacker, number: int, until: Callable[[Outcomes], bool], table: int = 1) -> None:
        found = Outcomes()
        attack = asyncio.create_task(attacker(Target(host.tables[table], TIMEOUT_SECONDS, number), found))

        async def holds() -> None:
            while not (until(found) or attack.done()):
                await asyncio.sleep(0.01)

        met = await honest.measure(asyncio.ensure_future(holds()))
        assert until(found), (attacker, found)
        assert met.joins_ms and (met.failed, met.cut_count) == (0, 0), (attacker, met)
        attack.cancel()
        await asyncio.wait([attack])

    await attacked(
        attack_silently, 2 * MAX_FILES, lambda found: found["dropped"] >= 2 * MAX_FILES - MAX_UNAUTHENTICATED
    )
    await attacked(
        attack_dripping,
        4 * MAX_UNAUTHENTICATED_PER_ADDRESS,
        lambda found: found["dropped"] >= 3 * MAX_UNAUTHENTICATED_PER_ADDRESS,
    )
    await attacked(
        attack_idly,
        4 * MAX_UNAUTHENTICATED_PER_ADDRESS,
        lambda found: found["agreed on TLS"] >= MAX_UNAUTHENTICATED_PER_ADDRESS,
    )
    for frame in (PING, PONG, FRAGMENT):
        await attacked(flooding_attack(frame), 1, lambda found: found["closed by the host"] > 1)
    await attacked(leave_ghosts, 7, lambda found: found["a friend is let in"] == 1, table=0)
    await attacked(send_long_text, 3, lambda found: found["refused"] == 3)
    await attacked(guess_secrets, 30, lambda found: found == {"tried": 30})
    honest.stop()
    assert await host.end() == b""
    kinds = [line.partition(":")[0] for line in notable_lines(host)]
    assert sorted(kinds) == ["closed after wrong secrets", "too many connections", "wrong secret"], host.lines
    assert len(list(TableStore(tmp_path / "tables").load_all())) == 2
