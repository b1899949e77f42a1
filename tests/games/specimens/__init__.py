"""The specimens of all games, by slug."""

from collections.abc import Mapping
from importlib import import_module

from engine.games import GAMES
from tests.support.obeyed import Case
from tests.support.specimen import Specimen

SPECIMENS: Mapping[str, Specimen] = {slug: import_module(f"tests.games.specimens.{slug}").SPECIMEN for slug in GAMES}
CASES: tuple[Case, ...] = tuple(
    case._replace(slug=slug) for slug, specimen in SPECIMENS.items() for case in specimen.cases
)
"""Positions for the house rules of all games."""
