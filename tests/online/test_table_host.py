"""The clock of a running host."""

from pathlib import Path

import pytest

from engine.online.host.table_host import MAX_TICK_SECONDS, TableHost
from engine.online.host.table_store import TableStore
from engine.online.host.thinker_pool import ThinkerPool
from engine.online.protocol.transport import error_logger
from tests.online.local_host import run_with_timeout
from tests.online.scripted_players import make_thinker


def test_hours_asleep_count_as_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter((0.0, 0.25, 7200.0, 7200.25))
    passed: list[float] = []

    async def run() -> None:
        hosting = TableHost(
            TableStore(tmp_path),
            ThinkerPool(1, make_thinker),
            lambda _: None,
            lambda _: None,
            error_logger(),
            clock=lambda: next(looks),
        )
        monkeypatch.setattr(hosting.registry, "advance_clock", passed.append)
        monkeypatch.setattr("engine.online.host.table_host.TICK_SECONDS", 0.0)
        with pytest.raises(RuntimeError):  # the clock has no more values
            await hosting.run()
        hosting.close_thinkers()

    run_with_timeout(run())
    assert passed == [250.0, 1000 * MAX_TICK_SECONDS, 250.0]
