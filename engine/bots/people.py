"""The characters who sit at the table, and the levels at which anybody may play: data only."""

from collections.abc import Mapping
from typing import NamedTuple

LEVELS = ("easy", "medium", "hard")


class Character(NamedTuple):
    """Somebody to play against. ``pace_ms`` is the pause before an answer, 450 … 800, at normal pace."""

    slug: str
    name: str
    level: str
    pace_ms: int


CHARACTERS: Mapping[str, Character] = {
    character.slug: character
    for character in (
        Character("celeste", "Celeste", "medium", 620),
        Character("tiao", "Tião", "easy", 800),
        Character("ingrid", "Ingrid", "hard", 560),
        Character("kwame", "Kwame", "medium", 520),
        Character("mei", "Mei", "hard", 450),
        Character("rafa", "Rafa", "easy", 480),
        Character("anselm", "Anselm", "medium", 760),
        Character("yasmin", "Yasmin", "easy", 680),
    )
}
