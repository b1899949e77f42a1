"""Lines that computer players and persons say at the table. No pygame here."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from engine.moves import Seat
from engine.rng import Rng
from engine.statistics.store import HeadToHead
from scenes.text.catalogue import Words

TOPICS = (
    "greeting", "greeting_ahead", "greeting_behind", "greeting_level",
    "farewell_won", "farewell_lost", "long_thought", "pleased", "dismayed", "lasso_thrown", "robbed",
    "modi", "dirty_dan", "kung", "life_lost", "last_card", "burn", "bomb", "went_out", "revenge",
)  # fmt: skip
"""Topics of the characters' lines, which are the texts ``voices.<character>.<topic>``."""
_FAREWELL_STREAM = 0x5EED


class SpokenLine(NamedTuple):
    """A line that a computer player or a person says at the table."""

    seat: Seat
    character: str
    """Slug of the character; empty for a person."""
    topic_or_phrase: str
    """Topic of a character's line; a person's phrase, or empty for their own words."""
    own_words: str = ""
    """A person's own words."""
    head_to_head: HeadToHead = HeadToHead(0, 0)
    """Matches won by the player and by the character, for a greeting that names them."""

    def text(self, words: Words) -> str:
        """Return the text of a spoken line in the language of ``words``."""
        if not self.character:
            return self.own_words or words(f"online.phrase.{self.topic_or_phrase}")
        person_wins, own_wins = self.head_to_head
        return words(f"voices.{self.character}.{self.topic_or_phrase}", n=own_wins, m=person_wins)


def farewell_line(seed: int, characters: Mapping[Seat, str], winners: Collection[Seat]) -> SpokenLine | None:
    """Return a computer player's farewell after a match, a winner's if possible; None if only persons played.

    Args:
        seed: seed of the match, which makes the choice reproducible.
        characters: slugs by seat.
        winners: winning seats.
    """
    speakers = sorted(characters.keys() & set(winners)) or sorted(characters)
    if not speakers:
        return None
    seat = Rng(seed ^ _FAREWELL_STREAM).choice(speakers)
    return SpokenLine(seat, characters[seat], "farewell_won" if seat in winners else "farewell_lost")
