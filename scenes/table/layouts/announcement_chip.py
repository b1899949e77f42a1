"""News: data about what an announcement means for a seat, shown on a chip. No pygame here.

A chip follows from what is said alone, which everybody hears; it never reads a card.
"""

from typing import Literal, NamedTuple

ChipTone = Literal["good", "bad", "even"]
"""How it is for the seat."""


class ChipSpec(NamedTuple):
    """What an announcement means for a seat."""

    tone: ChipTone
    seat_placeholder: str = ""
    """Figure of the note with the seat; empty for everybody."""
    text_key: str = ""
    """At the seat's card in the light: text ``<slug>.news.<text>``; empty for points at its plate."""
    points_placeholder: str = ""
    """Figure of the note with the points that the seat gains, or loses if it is bad."""
    fixed_points: int = 0
    """The points where they are always the same."""
    rank_placeholder: str = ""
    """Figure of the note with the place that the seat takes, in games that count no points."""
