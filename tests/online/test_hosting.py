"""A host at work: the time that it lets pass at its tables."""

from pathlib import Path

import pytest

from engine.online.hosting import MAX_TICK, Hosting
from engine.online.store import TableStore
from engine.online.thinkers import Thinkers
from engine.online.wire import error_logger
from tests.online.hosts import within
from tests.online.players import slices


def test_hours_in_which_the_computer_was_asleep_count_as_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter((0.0, 0.25, 7200.0, 7200.25))
    passed: list[float] = []

    async def run() -> None:
        hosting = Hosting(
            TableStore(tmp_path),
            Thinkers(1, slices),
            lambda _: None,
            lambda _: None,
            error_logger(),
            clock=lambda: next(looks),
        )
        monkeypatch.setattr(hosting.house, "pass_time", passed.append)
        monkeypatch.setattr("engine.online.hosting.TICK", 0.0)
        with pytest.raises(RuntimeError):  # the clock has no more to say
            await hosting.run()
        hosting.close()

    within(run())
    assert passed == [250.0, 1000 * MAX_TICK, 250.0]
