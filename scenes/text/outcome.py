"""Texts of the outcome of a deal or a match: the winners, and the reason for the end."""

from collections.abc import Callable, Sequence

from engine.game import DEAL_LIMIT_REASON_KEY, MatchOutcome
from engine.moves import Note, Seat
from scenes.text.catalogue import Words


def outcome_heading(
    words: Words, winners: Sequence[Seat], name: Callable[[Seat], str], addressed_seat: Seat | None, *, is_match: bool
) -> str:
    """Return the heading that names the winners of a deal or match.

    Args:
        words: texts.
        winners: winning seats; may be empty after a deal.
        name: returns the name of a seat.
        addressed_seat: seat addressed as "you"; None for no seat.
        is_match: whether a match was won, not a deal.
    """
    part = "match" if is_match else "deal"
    if tuple(winners) == (addressed_seat,):
        return words(f"app.results.you_win_{part}")
    names = [name(seat) for seat in winners]
    if not names:
        return words("app.results.no_winner_deal")
    if len(names) == 1:
        return words(f"app.results.win_{part}", name=names[0])
    return words(f"app.results.share_{part}", names=words.join_and(names))


def end_reason_text(words: Words, slug: str, note: Note, outcome: MatchOutcome | None = None) -> str:
    """Return the reason for the deal's end, and why the match is over if that isn't plain.

    Args:
        words: texts, with the names of the seats.
        slug: the game.
        note: reason for the deal's end.
        outcome: result of the match; None unless it ended with the deal.
    """
    text = words.sentence_about_seats(slug, "reason", note)
    if outcome is None or outcome.reason.key != DEAL_LIMIT_REASON_KEY:
        return text
    return words("app.results.and_limit", reason=text, limit=words.note_text(slug, "reason", outcome.reason))
