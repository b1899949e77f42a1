"""Reactions as data: the expression a seat shows, and the line it may say, after an announcement. No pygame here."""

from typing import Literal, NamedTuple

from scenes.render import timing


class Reaction(NamedTuple):
    """Reaction of one seat to an announcement: its portrait's expression and its spoken line."""

    expression: Literal["pleased", "dismayed"] | None = None
    topic: str = ""
    """Topic of the line that a character may say, text ``voices.<character>.<topic>``; empty for no line."""
    seat_placeholder: str = ""
    """Placeholder of the announcement that holds the reacting seat; empty for the announcing seat."""
    victim_placeholder: str = ""
    """Placeholder that holds the seat harmed by the reacting one, which may later take revenge; empty for none."""
    only_after_in_trick: frozenset[str] = frozenset()
    """Announcement keys, one of which another seat must have announced last in the same trick; empty for no
    condition."""
    duration_ms: float = timing.EXPRESSION_MS
    """Milliseconds for which the expression is shown."""
