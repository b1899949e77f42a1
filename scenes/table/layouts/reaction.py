"""Reactions: data about how what everybody hears is taken, by whom, and what may be said to it. No pygame here."""

from typing import Literal, NamedTuple

from scenes.render import timing


class Reaction(NamedTuple):
    """How somebody takes what everybody has just heard."""

    expression: Literal["pleased", "dismayed"] | None = None
    topic: str = ""
    """What a character may say to it: text ``voices.<character>.<topic>``; empty for nothing."""
    seat_placeholder: str = ""
    """Figure of the note with the seat concerned; empty for the seat that speaks."""
    victim_placeholder: str = ""
    """Figure of the note with the seat that loses by it, which may take its revenge for that."""
    only_after: frozenset[str] = frozenset()
    """Only if one of these was said last by another seat in the same trick; empty for always."""
    duration_ms: float = timing.EXPRESSION_MS
    """Time that the expression stays, milliseconds."""
