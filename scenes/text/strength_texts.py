"""Texts about the opponents' strength, and its changes at a fair table, whose opponents follow the player's results."""

from engine.characters import LEVELS, STRONGEST, WEAKEST, level_group, strength_of
from engine.match.record import Record
from engine.profile.fair_tables import FairTable, StrengthChange, is_counted, is_fair
from scenes.text.catalogue import Words

_EQUAL_MARGIN = 0.1
"""Maximum difference in strength at which opponents count as equal to a level."""
_CLEAR_DIFFERENCE = 0.6
"""Difference in strength from which a change is called clear instead of slight."""


def level_name(words: Words, level: str) -> str:
    """Return the name of a computer player's level; all strengths at a fair table, where opponents follow the player's
    results, share one name."""
    return words(f"app.level.{level_group(level)}")


def strength_text(words: Words, level: str) -> str:
    """Return a computer player's strength relative to the levels, to follow "they play": "between Medium and Hard"."""
    strength = strength_of(level)
    names = [words(f"app.level.{name}") for name in LEVELS]
    near = round(strength)
    if near >= 0 and abs(strength - near) <= _EQUAL_MARGIN:
        return words("app.fair.at", level=names[near])
    if strength < 0:
        return words("app.fair.below", level=names[0])
    low = int(strength)
    return words("app.fair.between", low=names[low], high=names[low + 1])


def opponents_change_text(words: Words, record: Record, change: StrengthChange | None, table: FairTable | None) -> str:
    """Return a sentence on a match's effect at a fair table, whose opponents follow the player's results; else empty.

    Args:
        words: texts.
        record: finished match.
        change: the change; None if there was none.
        table: current state of the person's fair table in that game.
    """
    if not is_fair(record) or record.daily or table is None:
        return ""
    if change is None:
        reason = (
            "pinned" if table.pinned else "kept" if is_counted(record) else "shared" if not record.known else "known"
        )
        return words(f"app.fair.{reason}")
    before, after = strength_of(change.before), strength_of(change.after)
    if before == after:
        return words({STRONGEST: "app.fair.strongest", WEAKEST: "app.fair.weakest"}.get(after, "app.fair.kept"))
    key = "app.fair.stronger" if after > before else "app.fair.weaker"
    return words(
        key + ("_much" if abs(after - before) >= _CLEAR_DIFFERENCE else ""), where=strength_text(words, change.after)
    )
