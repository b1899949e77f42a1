"""Opponents' strength in words, and what a match changed at a fair table."""

from engine.match.record import Record
from engine.people import LEVELS, STRONGEST, WEAKEST, group_of, strength_of
from engine.profile.fair_tables import FairTable, Moved, counts, is_fair
from scenes.text.words import Words

_NEAR = 0.1
"""Difference in strength within which opponents count as equal to a level."""
_MUCH = 0.6
"""Difference from which they play clearly stronger or weaker than before, not a little."""


def level_text(words: Words, level: str) -> str:
    """Return the name of a level; the same for every strength of a fair table."""
    return words(f"app.level.{group_of(level)}")


def where(words: Words, level: str) -> str:
    """Return a strength in terms of the levels, as in "they play …": "between Medium and Hard"."""
    strength = strength_of(level)
    names = [words(f"app.level.{name}") for name in LEVELS]
    near = round(strength)
    if near >= 0 and abs(strength - near) <= _NEAR:
        return words("app.fair.at", level=names[near])
    if strength < 0:
        return words("app.fair.below", level=names[0])
    low = int(strength)
    return words("app.fair.between", low=names[low], high=names[low + 1])


def changed_text(words: Words, record: Record, moved: Moved | None, table: FairTable | None) -> str:
    """Return how a match changed the opponents of a fair table, in a sentence; empty for other tables.

    Args:
        words: texts.
        record: the match, which is over.
        moved: what it changed; None if it changed nothing.
        table: the person's table in that game, as it is now.
    """
    if not is_fair(record) or record.daily or table is None:
        return ""
    if moved is None:
        kept = "pinned" if table.pinned else "kept" if counts(record) else "shared" if not record.known else "known"
        return words(f"app.fair.{kept}")
    before, after = strength_of(moved.before), strength_of(moved.after)
    if before == after:
        return words({STRONGEST: "app.fair.strongest", WEAKEST: "app.fair.weakest"}.get(after, "app.fair.kept"))
    key = "app.fair.stronger" if after > before else "app.fair.weaker"
    return words(key + ("_much" if abs(after - before) >= _MUCH else ""), where=where(words, moved.after))
