"""Notices about the player's files in words. No pygame here."""

from collections.abc import Iterable
from typing import Any

from engine.moves import Note, Refusal
from engine.notices import MORE, Notice
from engine.printable import printable
from scenes.text.words import Words

MOST_TEXTS = 10
"""Maximum number of messages shown at once; a last line says how many more there are."""
_LONGEST = 600
"""Maximum length of a figure, in characters: the names of all settings have 350."""


def notice_texts(words: Words, notices: Iterable[Notice]) -> list[str]:
    """Return the texts of notices, each once, and of at most ``MOST_TEXTS``."""
    several = list(dict.fromkeys((notice_text(words, notice), _weight(notice)) for notice in notices))
    texts = [text for text, _ in several[:MOST_TEXTS]]
    more = sum(weight for _, weight in several[MOST_TEXTS:])
    return [*texts, words("notice.and_more", n=more)] if more else texts


def _weight(notice: Notice) -> int:
    """The number of messages that a notice stands for."""
    return int(notice.figures["n"]) if notice.key == MORE else 1


def notice_text(words: Words, notice: Notice) -> str:
    """Return the text of a notice, with the line in the file if known. What comes from outside is made printable."""
    figures: dict[str, Any] = {name: _fit(name, figure) for name, figure in notice.figures.items()}
    if "file" in figures and "line" in figures and notice.key != "notice.not_toml_line":
        figures["file"] = words("notice.at_line", file=figures["file"], line=figures["line"])
    refusal = figures.get("refusal")
    if isinstance(refusal, Refusal):
        why = words.note(figures["game"], "refusal", Note(refusal.key, refusal.figures))
        figures["why"] = f"{refusal.rule}: {why}" if refusal.rule else why
    return words(notice.key, figures)


def _fit(name: str, figure: object) -> object:
    if not isinstance(figure, str):
        return figure
    return printable(figure) if name in ("file", "key", "kept") else printable(figure, _LONGEST)
