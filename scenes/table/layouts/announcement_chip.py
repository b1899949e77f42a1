"""Data of the small labels that show at a seat what an announcement does to it. No pygame here.

A chip depends on the public announcement alone, never on hidden cards.
"""

from typing import Literal, NamedTuple

ChipTone = Literal["good", "bad", "even"]
"""Whether the effect is good or bad for the seat, or neither."""


class ChipSpec(NamedTuple):
    """Specification of a label chip that shows the effect of an announcement at a seat's spotlit card."""

    tone: ChipTone
    seat_placeholder: str
    """Placeholder of the announcement that holds the seat."""
    news_key: str
    """Key of its text ``<slug>.news.<news_key>``."""
