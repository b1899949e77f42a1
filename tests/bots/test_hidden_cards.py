"""Bots never read hidden cards, and equal questions get equal answers in every process."""

import json
import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.characters import CHARACTERS, LEVELS
from engine.game import Game
from engine.games import GAMES
from engine.rng import Rng
from tests.bots.positions import positions

ROOT = Path(__file__).resolve().parents[2]
POSITIONS_PER_GAME = 600
"""Positions of each game in which levels without a search are asked twice."""
SEARCHED_POSITIONS = 60
"""Positions of each game in which a master is asked twice."""
LOW_PATIENCE = 0.02
"""Search effort factor of that master."""


def answers_in_two_worlds(game: Game, level: str, who: str, seed: int, patience: float = 1.0) -> tuple[object, object]:
    """Return the answers to a view, and to the same seat's view of another possible world."""
    seat = game.seats_to_act()[0]
    view = game.view(seat)
    other = view.determinize(Rng(seed)).view(seat)
    style = CHARACTERS[who].style
    one, two = (final_thought(bot_for(game.slug, level, style, patience), v, seat, Rng(seed)) for v in (view, other))
    return repr(one), repr(two)


@pytest.mark.parametrize("slug", GAMES)
def test_equal_views_get_equal_answers(slug: str) -> None:
    people = list(CHARACTERS)
    for i, game in enumerate(islice(positions(slug, 3), POSITIONS_PER_GAME)):
        level = ("easy", "medium", "greedy")[i % 3]
        one, two = answers_in_two_worlds(game, level, people[i % len(people)], i)
        assert one == two, f"{level}, position {i}"


@pytest.mark.parametrize("slug", GAMES)
def test_equal_views_get_equal_thoughts_from_searches(slug: str) -> None:
    people = list(CHARACTERS)
    for i, game in enumerate(islice(positions(slug, 4), SEARCHED_POSITIONS)):
        one, two = answers_in_two_worlds(game, "master", people[i % len(people)], i, LOW_PATIENCE)
        assert one == two, f"master, position {i}"
        if i % 12 == 0:
            one, two = answers_in_two_worlds(game, "hard", people[i % len(people)], i)
            assert one == two, f"hard, position {i}"


def all_answers() -> dict[str, list[str]]:
    """Return the moves of every level in a few positions of every game."""
    found: dict[str, list[str]] = {}
    for slug in GAMES:
        found[slug] = []
        for i, game in enumerate(islice(positions(slug, 5), 0, 60, 6)):
            seat = game.seats_to_act()[0]
            for level in ("easy", "medium", "master") if i else LEVELS:
                bot = bot_for(slug, level, CHARACTERS["rafa"].style, 0.1)
                found[slug].append(repr(final_thought(bot, game.view(seat), seat, Rng(i))))
    return found


def test_two_processes_give_equal_answers() -> None:
    """The other process has another hash seed."""
    program = "import json; from tests.bots.test_hidden_cards import all_answers; print(json.dumps(all_answers()))"
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, env=environment, check=True
    )
    assert json.loads(run.stdout) == all_answers()
