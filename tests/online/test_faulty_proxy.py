"""Short forms of ``tests.online.many_tables``, in the test's event loop."""

from pathlib import Path

from tests.online.faulty_proxy import FaultyProxy, ProxyFaults
from tests.online.local_host import ConnectedPlayer, running_local_host
from tests.online.many_tables import RecordComparison
from tests.support.scripted_player import ScriptedPlayer


async def test_match_over_cut_connections_is_equal_for_all(tmp_path: Path) -> None:
    async with running_local_host(tmp_path) as host:
        line = FaultyProxy(ProxyFaults((1.0, 8.0), cut_probability=0.04))
        through = host.invitation._replace(port=await line.open(host.port))
        players = [ScriptedPlayer(name, at, people=2) for at, name in enumerate(("Ana", "Bob"))]
        witnesses = [RecordComparison(player) for player in players]
        sittings = [ConnectedPlayer(through, player) for player in players]
        for sitting in sittings:
            await sitting.wait_until(lambda: all(player.is_done for player in players))
        assert line.cut_count > 1, "the proxy caused faults"
        assert players[0].records == players[1].records
        spoilt = witnesses[0]._seen.copy()
        for witness in witnesses:
            witness.check()
        assert [witness.faults for witness in witnesses] == [0, 0]
        spoilt.insert(3, spoilt[-1])
        witnesses[0]._seen, witnesses[0]._checked = spoilt, 0
        witnesses[0].check()
        assert witnesses[0].faults, "the comparison notices a foreign view"
        for sitting in sittings:
            sitting.task.cancel()
        await line.close()
