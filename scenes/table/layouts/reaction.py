"""Reactions: data about how what everybody hears is taken, by whom, and what may be said to it. No pygame here."""

from typing import Literal, NamedTuple

from scenes.look import speeds


class Reaction(NamedTuple):
    """How somebody takes what everybody has just heard."""

    expression: Literal["pleased", "dismayed"] | None = None
    topic: str = ""
    """What a character may say to it: text ``voices.<character>.<topic>``; empty for nothing."""
    who: str = ""
    """Figure of the note with the seat concerned; empty for the seat that speaks."""
    against: str = ""
    """Figure of the note with the seat that loses by it, which may take its revenge for that."""
    after: frozenset[str] = frozenset()
    """Only if one of these was said last by another seat in the same trick; empty for always."""
    lasts: float = speeds.EXPRESSION
    """Time that the expression stays, milliseconds."""
