"""Notices about the player's files in words. No pygame here."""

from engine.moves import Note, Refusal
from engine.notices import Notice
from scenes.text.words import Words


def notice_text(words: Words, notice: Notice) -> str:
    """Return the text of a notice, with the line in the file if known."""
    figures = dict(notice.figures)
    if "file" in figures and "line" in figures and notice.key != "notice.not_toml_line":
        figures["file"] = words("notice.at_line", file=figures["file"], line=figures["line"])
    refusal = figures.get("refusal")
    if isinstance(refusal, Refusal):
        why = words.note(figures["game"], "refusal", Note(refusal.key, refusal.figures))
        figures["why"] = f"{refusal.rule}: {why}" if refusal.rule else why
    return words(notice.key, figures)
