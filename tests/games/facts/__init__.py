"""Test facts of all games, by slug."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from engine.games import GAMES
from tests.support.game_facts import GameFacts


class _Facts(Mapping[str, GameFacts]):
    """The facts by slug; a module is imported on access, so that an unfinished game fails only its own tests."""

    def __getitem__(self, slug: str) -> GameFacts:
        if slug not in GAMES:
            raise KeyError(slug)
        facts: GameFacts = import_module(f"{__name__}.{slug}").FACTS
        return facts

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


FACTS_BY_GAME: Mapping[str, GameFacts] = _Facts()
