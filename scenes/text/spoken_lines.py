"""Talk: which character says what, in words of its own. No pygame here."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from engine.moves import Seat
from engine.rng import Rng
from scenes.text.catalogue import Words

TOPICS = (
    "greeting", "farewell_won", "farewell_lost", "long_thought", "pleased", "dismayed", "lasso_thrown", "robbed",
    "modi", "dirty_dan", "kung", "life_lost", "last_card", "burn", "bomb", "went_out", "revenge",
)  # fmt: skip
"""What a character has a line for: the texts ``voices.<character>.<topic>``."""
_FAREWELL_STREAM = 0x5EED


class SpokenLine(NamedTuple):
    """A line that a character says, or a person."""

    seat: Seat
    character: str
    """Slug of the character; empty for a person."""
    topic: str
    """What the character has a line for; a person's phrase, or empty for words of their own."""
    own_words: str = ""
    """A person's own words."""

    def text(self, words: Words) -> str:
        """The line in the language of the texts."""
        if not self.character:
            return self.own_words or words(f"online.phrase.{self.topic}")
        return words(f"voices.{self.character}.{self.topic}")


def farewell_line(seed: int, characters: Mapping[Seat, str], winners: Collection[Seat]) -> SpokenLine | None:
    """What one character says at the end of a match, a winner if one won; None without any.

    Args:
        seed: of the match, so that the same one ends with the same words.
        characters: by seat.
        winners: of the match.
    """
    speakers = sorted(characters.keys() & set(winners)) or sorted(characters)
    if not speakers:
        return None
    seat = Rng(seed ^ _FAREWELL_STREAM).choice(speakers)
    return SpokenLine(seat, characters[seat], "farewell_won" if seat in winners else "farewell_lost")
