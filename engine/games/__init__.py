"""Registry of the games, in the order of the home screen."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from engine.game import Game

CLASSES = {
    "gurch": "Gurch",
    "roped": "Roped",
    "pass_the_ace": "PassTheAce",
    "big_two": "BigTwo",
    "palacio": "Palacio",
}
"""Slug, which is also the name of the subpackage -> name of the class."""


class _Registry(Mapping[str, type[Game]]):
    """Registry of the game classes by slug; a class is imported on first access, as all take 8 ms."""

    def __getitem__(self, slug: str) -> type[Game]:
        name = CLASSES[slug]
        game: type[Game] = getattr(import_module(f"{__name__}.{slug}"), name)
        return game

    def __contains__(self, slug: object) -> bool:
        return slug in CLASSES

    def __iter__(self) -> Iterator[str]:
        return iter(CLASSES)

    def __len__(self) -> int:
        return len(CLASSES)

    def __reduce__(self) -> str:
        """Pickle the registry of games by name, since objects sent to other processes refer to it."""
        return "GAMES"


GAMES: Mapping[str, type[Game]] = _Registry()
"""Slug -> game class."""
