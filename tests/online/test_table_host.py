"""The clock of a running host."""

from pathlib import Path

import pytest

from engine.online.host.table_host import MAX_TICK_SECONDS
from tests.online.local_host import running_local_host


async def test_hours_asleep_count_as_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = iter((0.0, 0.25, 7200.0, 7200.25))
    passed: list[float] = []
    monkeypatch.setattr("engine.online.host.table_host.TICK_SECONDS", 0.0)
    async with running_local_host(tmp_path, clock=lambda: next(looks)) as host:
        monkeypatch.setattr(host.table_host.registry, "advance_clock", passed.append)
        with pytest.raises(RuntimeError):  # the clock has no more values
            await host.work
    assert passed == [250.0, 1000 * MAX_TICK_SECONDS, 250.0]
