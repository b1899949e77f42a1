"""Data of the small labels that show at a seat what an announcement does to it. No pygame here.

A chip depends on the public announcement alone, never on hidden cards.
"""

from typing import Literal, NamedTuple

ChipTone = Literal["good", "bad", "even"]
"""Whether the effect is good or bad for the seat, or neither."""


class ChipSpec(NamedTuple):
    """Specification of a label chip that shows the effect of an announcement on one seat, or on all."""

    tone: ChipTone
    seat_placeholder: str = ""
    """Placeholder of the announcement that holds the seat; empty for all seats."""
    news_key: str = ""
    """Text ``<slug>.news.<text_key>`` at the seat's spotlit card; empty to show points or a rank at its plate."""
    points_placeholder: str = ""
    """Placeholder that holds the points, if any; a ``bad`` chip shows them as a loss."""
    final_rank_placeholder: str = ""
    """Placeholder that holds the seat's final rank, in games without points."""
