"""Texts of messages about problems with the player's files. No pygame here."""

from collections.abc import Iterable
from typing import Any

from engine.moves import Note, Refusal
from engine.notices import MORE_KEY, Notice
from engine.sanitise import sanitise
from scenes.text.catalogue import Words

MAX_SHOWN_NOTICES = 10
"""Maximum number of notices shown at once; a last line gives the number of the others."""
_MAX_PLACEHOLDER_LENGTH = 600
"""Maximum length of a placeholder value, in characters; the names of all settings have 350."""


def notice_texts(words: Words, notices: Iterable[Notice]) -> list[str]:
    """Return distinct texts of messages to the player, at most ``MAX_SHOWN_NOTICES``, and a line with the number of the
    others."""
    counted_texts = list(dict.fromkeys((notice_text(words, notice), _message_count(notice)) for notice in notices))
    texts = [text for text, _ in counted_texts[:MAX_SHOWN_NOTICES]]
    more = sum(weight for _, weight in counted_texts[MAX_SHOWN_NOTICES:])
    return [*texts, words("notice.and_more", n=more)] if more else texts


def _message_count(notice: Notice) -> int:
    """Return the number of messages that a notice counts for: more than one if it says "and ``n`` more"."""
    return int(notice.placeholders["n"]) if notice.key == MORE_KEY else 1


def notice_text(words: Words, notice: Notice) -> str:
    """Return the text of a message about a file's problem, with the line number in the file if known. External text is
    sanitised."""
    placeholders: dict[str, Any] = {
        name: _sanitise_placeholder(name, value) for name, value in notice.placeholders.items()
    }
    if "file" in placeholders and "line" in placeholders and notice.key != "notice.not_toml_line":
        placeholders["file"] = words("notice.at_line", file=placeholders["file"], line=placeholders["line"])
    refusal = placeholders.get("refusal")
    if isinstance(refusal, Refusal):
        why = words.note_text(placeholders["game"], "refusal", Note(refusal.key, refusal.placeholders))
        placeholders["why"] = f"{refusal.rule}: {why}" if refusal.rule else why
    return words(notice.key, placeholders)


def _sanitise_placeholder(name: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    return sanitise(value) if name in ("file", "key", "kept") else sanitise(value, _MAX_PLACEHOLDER_LENGTH)
