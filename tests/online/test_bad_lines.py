"""Short forms of ``tests.online.cuts``: lines that are late, hold back and are cut, in the test's own loop."""

from pathlib import Path

import pytest

from tests.online.cuts import Witness
from tests.online.hosts import Sitting, hosted, within
from tests.online.lines import BadLine, Faults
from tests.online.players import Player


@pytest.mark.parametrize("seed", range(2))
def test_a_match_over_lines_that_are_cut_is_the_same_for_all(tmp_path: Path, seed: int) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host:
            line = BadLine(Faults((1.0, 8.0), cut=0.02), seed)
            through = host.invitation._replace(port=await line.open(host.port))
            players = [Player(name, at, people=2) for at, name in enumerate(("Ana", "Bob"))]
            witnesses = [Witness(player) for player in players]
            sittings = [Sitting(through, player) for player in players]
            for sitting in sittings:
                await sitting.until(lambda: all(player.done for player in players))
            assert line.cuts > 1, "the line was bad"
            assert players[0].records == players[1].records
            for witness, player in zip(witnesses, players, strict=True):
                witness.check(player.records[0])
                assert witness.faults == 0
            for sitting in sittings:
                sitting.task.cancel()
            await line.close()

    within(play())


def test_a_witness_notices_a_view_that_its_seat_never_had(tmp_path: Path) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host:
            player = Player("Ana", people=1)
            witness, sitting = Witness(player), Sitting(host.invitation, player)
            await sitting.until(lambda: player.done)
            witness._seen.insert(3, witness._seen[-1])
            witness.check(player.records[0])
            assert witness.faults > 0
            sitting.task.cancel()

    within(play())
