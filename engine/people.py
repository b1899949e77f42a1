"""The characters who play, and the levels at which each may play: data only."""

from collections.abc import Mapping
from typing import NamedTuple


class Style(NamedTuple):
    """A character's taste: the weights of a move's traits, each -1 … 1."""

    bold: float = 0.0
    thrift: float = 0.0
    haste: float = 0.0
    spite: float = 0.0


PLAIN_STYLE = Style()

LEVELS = ("easy", "medium", "hard", "master")


class Character(NamedTuple):
    """An opponent. ``pace_ms`` is the pause before an answer at normal pace, 450 … 800 ms."""

    slug: str
    name: str
    level: str
    """The usual level; every character may play at any."""
    pace_ms: int
    style: Style


CHARACTERS: Mapping[str, Character] = {
    character.slug: character
    for character in (
        Character("celeste", "Celeste", "medium", 620, Style(thrift=1.0)),
        Character("tiao", "Tião", "easy", 800, Style(bold=-0.8, haste=-0.6)),
        Character("ingrid", "Ingrid", "hard", 560, Style(bold=-0.7, thrift=0.7)),
        Character("kwame", "Kwame", "medium", 520, Style(bold=1.0)),
        Character("mei", "Mei", "master", 450, Style(haste=0.8, thrift=-0.4)),
        Character("rafa", "Rafa", "easy", 480, Style(bold=0.7, haste=0.7)),
        Character("anselm", "Anselm", "hard", 760, Style(haste=-0.7, spite=0.7)),
        Character("yasmin", "Yasmin", "medium", 680, Style(spite=1.0)),
    )
}
