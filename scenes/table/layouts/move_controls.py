"""Controls of a game's moves at the table, as data. No pygame here."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class MoveControls:
    """Controls of a game's moves: piles to drop on, buttons and keys."""

    drop_kinds_by_verb: Mapping[str, str] = field(default_factory=dict)
    """Verb -> kind of pile onto which its cards are dropped."""
    verbs_without_button: frozenset[str] = frozenset()
    """Verbs whose answers are given at the piles that they name (``Game.named_piles``), with no button."""
    fillable_kinds_by_question: Mapping[str, str] = field(default_factory=dict)
    """Question -> kind of pile whose slots the move's cards fill; the player chooses by exchanges with the hand."""
    always_offered_verbs: tuple[str, ...] = ()
    """Verbs without cards that have a button for every question they can answer, also while they aren't legal."""
    passing_verbs: frozenset[str] = frozenset()
    """Verbs that pass or keep what the player has, at most one for each question; all have the same key."""
    vote_verb: str = ""
    """Verb of a vote, and key of the announcement that reveals it. Its choices are tiles in the centre."""
    first_digits_by_verb: Mapping[str, int] = field(default_factory=dict)
    """Verb -> digit of the key of its answer, to which the move's ``to`` is added; for verbs with several answers."""
    ringed_drop_kinds: frozenset[str] = frozenset()
    """Kinds of table piles whose open top card gets a ring while a card of the own hand may be put on it."""
