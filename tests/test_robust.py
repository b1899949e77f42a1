"""Short forms of what the commands ``tests.monkey``, ``tests.damage`` and ``tests.kill9`` do at length."""

import os

import pytest

from engine.games import GAMES
from tests import damage, kill9, monkey


@pytest.mark.parametrize("slug", GAMES)
def test_a_monkey_finds_no_fault(slug: str) -> None:
    done = monkey.play(slug, 120, seed=len(slug))
    assert sum(done[kind] for kind in ("key", "click", "card", "drag")) > 60


@pytest.mark.parametrize("kind", damage.KINDS)
def test_damaged_files_are_survived_and_kept(kind: str) -> None:
    rounds = damage.Rounds(kind)
    ways = {rounds.round(seed) for seed in range(1, 41)}
    assert any(way.endswith("told") for way in ways) == (kind != "index")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows knows neither fork nor SIGKILL")
def test_killed_at_any_moment_no_move_is_lost() -> None:
    for seed in range(12):
        told, there = kill9.round_of(seed)
        assert there >= told
