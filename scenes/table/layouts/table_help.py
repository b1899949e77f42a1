"""Help at a game's table, as data. No pygame here."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scenes.table.layouts.goal_illustration import GoalIllustration


@dataclass(frozen=True, slots=True)
class TableHelp:
    """Help at a game's table: rules for the coach, picture of the goal, counts, names and marks beside the cards."""

    rules_by_question: Mapping[str, str] = field(default_factory=dict)
    """Key of ``Game.prompt_for``, or its beginning -> the rule that the coach cites."""
    goal_illustration: GoalIllustration | None = None
    """Picture of how a match is won, shown with the text ``<slug>.goal``."""
    counted_kinds: tuple[str, ...] = ("hand",)
    """Kinds of a seat's piles whose cards its plate counts; empty to show no count."""
    remaining_and_lost_icons_by_fact: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Fact on a plate (key of ``Game.facts``, placeholders ``n`` and ``of``) -> icons for a remaining and for a lost
    one; empty for a lost one that is not shown."""
    secret_kind: str = ""
    """Kind of own pile marked as visible to the player alone; empty for none."""
    named_play_verbs_by_kind: Mapping[str, str] = field(default_factory=dict)
    """Kind of table pile -> verb of its plays; the name of the last one, if in ``named_plays``, is written below."""
    named_plays: frozenset[str] = frozenset()
    """Announcement keys of plays that are hard to recognise at a glance."""
    board_questions: frozenset[str] = frozenset()
    """Questions during which the game's board (``Game.board_for``) is shown."""
    shows_turn_path: bool = False
    """Whether dots on the felt show the path of the turn (``Game.acted_seats``) and a possible exchange of cards."""
