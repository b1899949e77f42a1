"""The specimens of all games, by slug."""

from collections.abc import Mapping
from importlib import import_module

from engine.games import GAMES
from tests.support.game_facts import GameFacts
from tests.support.rule_cases import RuleCase

FACTS_BY_GAME: Mapping[str, GameFacts] = {slug: import_module(f"tests.games.facts.{slug}").FACTS for slug in GAMES}
RULE_CASES: tuple[RuleCase, ...] = tuple(
    case._replace(slug=slug) for slug, specimen in FACTS_BY_GAME.items() for case in specimen.cases
)
"""Positions for the house rules of all games."""
