"""Random messages in any order: the table survives, views stay correct, and the host can be restarted."""

import pytest

from tests.online.long_run import RandomParty

ACTIONS = 700


@pytest.mark.parametrize("seed", range(6))
def test_table_survives_any_guest_actions(seed: int) -> None:
    chaos = RandomParty(seed)
    for _ in range(ACTIONS):
        chaos.act()
        chaos.check()
    assert chaos.matches
