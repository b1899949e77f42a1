"""The five games as the screens show them: their order, their names, which of them can be played already."""

from engine.cards import Card, parse
from engine.games import GAMES
from scenes.words import Words

ORDER = ("gurch", "roped", "pass_the_ace", "big_two", "palacio")
"""From left to right on the home screen."""
_FANS = {
    "gurch": "AC 5H 9D KS",
    "roped": "7H 8H 9H TH",
    "pass_the_ace": "QD 4C AH KS",
    "big_two": "2D 2C 2H 2S",
    "palacio": "2C TD AS KH",
}


def playable(slug: str) -> bool:
    """Whether the game is at the table; the others are still to come."""
    return slug in GAMES


def text(words: Words, slug: str, part: str) -> str:
    """A game's ``title``, ``tagline`` or ``players``, from its own texts or, before it has any, from the program's."""
    own = f"{slug}.{part}"
    return words(own if own in words else f"app.home.{slug}_{part}")


def fan(slug: str) -> tuple[Card, ...]:
    """Four cards that lie on the small table where one chooses who plays."""
    return tuple(parse(word) for word in _FANS.get(slug, "").split())
