"""How a deal or a match came out, in words: who won, and why the deal is over."""

from collections.abc import Callable, Sequence

from engine.moves import Note, Seat
from scenes.text.words import Words


def heading(words: Words, winners: Sequence[Seat], name: Callable[[Seat], str], me: Seat | None, *, match: bool) -> str:
    """Who won.

    Args:
        words: texts.
        winners: the seats that won; there may be none after a deal.
        name: of a seat.
        me: the seat that is spoken to.
        match: it is a match that they won; else a deal.
    """
    part = "match" if match else "deal"
    if tuple(winners) == (me,):
        return words(f"app.results.you_win_{part}")
    names = [name(seat) for seat in winners]
    if not names:
        return words("app.results.no_winner_deal")
    if len(names) == 1:
        return words(f"app.results.win_{part}", name=names[0])
    return words(f"app.results.share_{part}", names=words.joined(names))


def reason(words: Words, slug: str, note: Note, me: Seat | None) -> str:
    """Why the deal is over; ``me`` is spoken to where the game has words for that."""
    mine = Note(f"{note.key}_you", note.figures)
    spoken_to = me is not None and note.figures.get("seat") == me
    return words.note(slug, "reason", mine if spoken_to and f"{slug}.reason.{mine.key}" in words else note)
