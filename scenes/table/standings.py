"""Standings of seats in place of points, as cells of a score sheet or a list."""

from engine.moves import Note
from scenes.table.layouts import LAYOUTS
from scenes.text.catalogue import Words
from scenes.ui.widgets.standing import StandingCell


def standing_cell(words: Words, slug: str, note: Note) -> StandingCell:
    """Return the cell of a standing (``Game.standing``): its text, and icons if it is a number of lives."""
    pair, figures = LAYOUTS[slug].help.remaining_and_lost_icons_by_fact.get(note.key), note.placeholders
    icons = () if pair is None else (pair[0],) * figures["n"] + (pair[1],) * (figures["of"] - figures["n"])
    return StandingCell(words.note_text(slug, "standing", note), icons)
