"""The texts that a host may name: those of the catalogue, with figures for all their placeholders."""

import re
import string
from collections.abc import Iterable
from functools import cache, lru_cache
from gettext import GNUTranslations

from engine import languages
from engine.events import Ended, Event, Said, Scored
from engine.moves import Figures, Note
from engine.online.messages import Denied, Refused, Rejected, Told

UNKNOWN = "online.problem.not_understood"
"""Key of the sentence in place of every text that isn't known here."""
KNOWN_KEYS = 4096
"""Maximum number of keys whose placeholders are kept."""
_WORD = re.compile(r"[0-9A-Za-z_.+-]{1,20}", re.ASCII)
"""A figure that is no number: a version, a verb."""


@cache
def _catalogue() -> GNUTranslations:
    with (languages.TEXTS / f"{languages.SOURCE}.mo").open("rb") as file:
        return GNUTranslations(file)


@lru_cache(KNOWN_KEYS)
def placeholders(key: str) -> frozenset[str] | None:
    """Names of the figures that a text needs; None if there is no such text.

    >>> sorted(placeholders("online.problem.version") or ()), placeholders("online.problem.nothing")
    (['ours', 'theirs'], None)
    """
    texts = {_catalogue().gettext(key), *(_catalogue().ngettext(key, key, n) for n in (1, 2))} - {key}
    if not texts:
        return None
    return frozenset(name for text in texts for _, name, _, _ in string.Formatter().parse(text) if name)


def has_note(slug: str, part: str, note: Note) -> bool:
    """Whether a game has a text ``<slug>.<part>.<key>`` that can be filled in with the note's figures."""
    own = placeholders(f"{slug}.{part}.{note.key}")
    needed = placeholders(f"game.{part}.{note.key}") if own is None else own
    return needed is not None and needed <= note.figures.keys()


def has_texts(slug: str, events: Iterable[Event]) -> bool:
    """Whether a game has a text for everything that is said in events, and for each reason why a deal ended."""
    return all(_has_texts(slug, event) for event in events)


def _has_texts(slug: str, event: Event) -> bool:
    if isinstance(event, Said):
        loud = placeholders(f"{slug}.loud.{event.note.key}") or frozenset()
        return has_note(slug, "said", event.note) and loud <= {"seat", *event.note.figures}
    if isinstance(event, Scored):
        parts = all(placeholders(f"{slug}.part.{part.key}") is not None for part in event.parts)
        decided = all(has_note(slug, "lies", one.note) for one in event.decided)
        return parts and decided and has_note(slug, "reason", event.reason)
    return not isinstance(event, Ended) or has_note(slug, "reason", event.reason)


def known_refusal(refused: Refused) -> Refused:
    """The refusal, or the general one if its text isn't known here."""
    known = refused.key.startswith("online.problem.") and _fills(refused.key, refused.figures)
    return refused if known else Refused(UNKNOWN)


def known_denial(denied: Denied) -> Denied:
    """The denial, or the general one if its text isn't known here."""
    return denied if denied.key.startswith("online.denied.") and _fills(denied.key, denied.figures) else Denied(UNKNOWN)


def known_rejection(rejected: Rejected, slug: str) -> Rejected:
    """The rejection of an answer, or the general one if its text isn't known here.

    Args:
        rejected: its figures are those of a game's refusal, whose kinds were checked, or none.
        slug: the game; empty if it is none of its refusals.
    """
    if rejected.key.startswith("online.rejected."):
        known = _fills(rejected.key, rejected.figures)
    else:
        note = Note(rejected.key, rejected.figures)
        known = bool(slug) and _is_rule(rejected.rule, slug) and has_note(slug, "refusal", note)
    return rejected if known else Rejected(rejected.question, "", UNKNOWN)


def known_telling(told: Told) -> Told | Denied:
    """What is told about a person, or the general sentence if its text isn't known here."""
    return told if placeholders(f"online.told.{told.key}") == frozenset({"name"}) else Denied(UNKNOWN)


def _fills(key: str, figures: Figures) -> bool:
    """Whether there is such a text, with figures for its placeholders and no others."""
    words = all(isinstance(value, str) and _WORD.fullmatch(value) for value in figures.values())
    return words and placeholders(key) == frozenset(figures)


def _is_rule(rule: str, slug: str) -> bool:
    return not rule or re.fullmatch(rf"{slug}\.R\d{{1,2}}", rule, re.ASCII) is not None
