"""Check of the text keys that a host sends: they must be in the catalogue, with values for all placeholders."""

import re
import string
from collections.abc import Iterable
from functools import cache, lru_cache

from engine.catalogue_file import CatalogueFile, read_catalogue
from engine.events import Announced, DealScored, Event, MatchEnded
from engine.languages import SOURCE_LANGUAGE
from engine.moves import Note, Placeholders
from engine.online.protocol.messages import EntryRefused, MoveRejected, ParticipantNotice, RequestDenied
from engine.text_keys import general_names, shared_key

UNKNOWN_TEXT_KEY = "online.problem.not_understood"
"""Key of the notice that replaces every unknown text."""
MAX_CACHED_KEYS = 4096
"""Maximum number of keys whose placeholders are cached."""
_PLACEHOLDER_WORD_PATTERN = re.compile(r"[0-9A-Za-z_.+-]{1,20}", re.ASCII)
"""Pattern of a placeholder's text value: a version or a verb."""


@cache
def _source_catalogue() -> CatalogueFile:
    return read_catalogue(SOURCE_LANGUAGE)


@lru_cache(MAX_CACHED_KEYS)
def find_placeholders(key: str) -> frozenset[str] | None:
    """Return the names of the placeholders of a catalogue text, or of the text of all games that stands in for it; None
    if there is no such text.

    >>> sorted(find_placeholders("online.problem.version") or ()), find_placeholders("online.problem.nothing")
    (['ours', 'theirs'], None)
    """
    catalogue = _source_catalogue()
    for candidate in (key, shared_key(key)):
        texts = {catalogue.gettext(candidate), *(catalogue.ngettext(candidate, candidate, n) for n in (1, 2))}
        if texts != {candidate}:
            return frozenset(
                name for text in texts - {candidate} for _, name, _, _ in string.Formatter().parse(text) if name
            )
    return None


def has_note(slug: str, section: str, note: Note) -> bool:
    """Whether the catalogue has the text of a note (text key and values), and no placeholder lacks a value."""
    needed = _find_note_placeholders(slug, section, note)
    return needed is not None and needed <= note.placeholders.keys()


def _find_note_placeholders(slug: str, section: str, note: Note) -> frozenset[str] | None:
    """Return the placeholders of a note's text, or of the more general one that stands in for it."""
    found = (find_placeholders(f"{slug}.{section}.{name}") for name in general_names(note.key))
    return next((placeholders for placeholders in found if placeholders is not None), None)


def has_texts(slug: str, events: Iterable[Event]) -> bool:
    """Whether the catalogue has all texts of a game's events, such as announcements and reasons why a deal ended."""
    return all(_has_texts(slug, event) for event in events)


def _has_texts(slug: str, event: Event) -> bool:
    if isinstance(event, Announced):
        loud = _find_note_placeholders(slug, "loud", event.note) or frozenset()
        return has_note(slug, "said", event.note) and loud <= {"seat", *event.note.placeholders}
    if isinstance(event, DealScored):
        parts = all(find_placeholders(f"{slug}.part.{part.key}") is not None for part in event.score_sources)
        decided = all(has_note(slug, "lies", one.note) for one in event.deciding_cards)
        return parts and decided and has_note(slug, "reason", event.reason)
    return not isinstance(event, MatchEnded) or has_note(slug, "reason", event.reason)


def replace_unknown_refusal(refused: EntryRefused) -> EntryRefused:
    """Return a host's refusal of a guest, or a general one if its text is unknown."""
    known = refused.key.startswith("online.problem.") and _is_filled_by(refused.key, refused.placeholders)
    return refused if known else EntryRefused(UNKNOWN_TEXT_KEY)


def replace_unknown_denial(denied: RequestDenied) -> RequestDenied:
    """Return a host's denial of a request, or a general one if its text is unknown."""
    return (
        denied
        if denied.key.startswith("online.denied.") and _is_filled_by(denied.key, denied.placeholders)
        else RequestDenied(UNKNOWN_TEXT_KEY)
    )


def replace_unknown_rejection(rejected: MoveRejected, slug: str) -> MoveRejected:
    """Return a host's rejection of an answer, or a general one if its text is unknown.

    Args:
        rejected: the message; the placeholders of a game's refusal must be checked before.
        slug: the game; empty unless the reason is a refusal of its rules.
    """
    if rejected.key.startswith("online.rejected."):
        known = _is_filled_by(rejected.key, rejected.placeholders)
    else:
        note = Note(rejected.key, rejected.placeholders)
        known = bool(slug) and _is_empty_or_rule_id(rejected.rule, slug) and has_note(slug, "refusal", note)
    return rejected if known else MoveRejected(rejected.question, "", UNKNOWN_TEXT_KEY)


def replace_unknown_notice(notice: ParticipantNotice) -> ParticipantNotice | RequestDenied:
    """Return a host's notice about a participant, or a general error message if the notice's text is unknown."""
    return (
        notice
        if find_placeholders(f"online.told.{notice.key}") == frozenset({"name"})
        else RequestDenied(UNKNOWN_TEXT_KEY)
    )


def _is_filled_by(key: str, placeholders: Placeholders) -> bool:
    """Whether the catalogue has a text with exactly these placeholders."""
    words = all(
        isinstance(value, str) and _PLACEHOLDER_WORD_PATTERN.fullmatch(value) for value in placeholders.values()
    )
    return words and find_placeholders(key) == frozenset(placeholders)


def _is_empty_or_rule_id(rule: str, slug: str) -> bool:
    return not rule or re.fullmatch(rf"{slug}\.R\d{{1,2}}", rule, re.ASCII) is not None
