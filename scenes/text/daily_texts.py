"""Texts about the daily deal: its state, players and result. No pygame here."""

from typing import NamedTuple

from engine.characters import CHARACTERS
from engine.events import DealScored
from engine.match.record import PERSON, Record
from engine.moves import Seat
from engine.statistics.daily import DailyResult
from engine.statistics.match_writer import was_helped
from scenes.text.catalogue import Words
from scenes.text.dates import day_text

_OWN_SIGN, _OTHER_SIGN = "♡", "♠"
"""Signs of the player's own place and of each other place."""
EVEN_PAR = 50.0
"""Par, in percent, of a player as strong as Master (the best bot)."""
_EVEN_MARGIN = 12.0
"""Maximum difference from ``EVEN_PAR`` that is not significant after twenty playouts."""


class DailyState(NamedTuple):
    """The player's progress in the deal of one day: not begun, begun, saved or finished."""

    day_ordinal: int
    """Day as a proleptic Gregorian ordinal, as ``date.toordinal``."""
    first_result: DailyResult | None = None
    """Result of the first finished attempt; None without one."""
    is_saved: bool = False
    """Whether it is the current saved match."""
    has_seen_cards: bool = False
    """Whether the player has seen its cards."""

    @property
    def kind(self) -> str:
        """Kind of the player's progress in the daily deal, a part of text keys: ``new``, ``begun``, ``waits``, ``done``
        or ``helped``."""
        if self.is_saved:
            return "waits"
        if self.first_result is None:
            return "begun" if self.has_seen_cards else "new"
        return "helped" if self.first_result.helped else "done"


def result_text(words: Words, result: DailyResult) -> str:
    """Return the points of an attempt at a daily deal as text, compared to Master's (the best bot's) if known."""
    points = words("app.daily.points", n=result.points)
    if result.par_percent is None:
        return points
    standing = (
        "even"
        if abs(result.par_percent - EVEN_PAR) <= _EVEN_MARGIN
        else "better"
        if result.par_percent > EVEN_PAR
        else "worse"
    )
    return words(f"app.daily.par.{standing}", points=points)


def short_state_text(words: Words, state: DailyState) -> str:
    """Return the player's state in the daily deal in a few words."""
    return words(
        f"app.daily.state.{state.kind}", result=result_text(words, state.first_result) if state.first_result else ""
    )


def long_state_text(words: Words, state: DailyState) -> str:
    """Return the player's state in the daily deal and its meaning in one or two sentences."""
    return words(
        f"app.daily.try.{state.kind}", result=result_text(words, state.first_result) if state.first_result else ""
    )


def share_line(words: Words, record: Record, scored: DealScored, seat: Seat, par_percent: float | None) -> str:
    """Return one line about a daily deal's result to show to others: a sign for each place, a heart for one's own.

    Args:
        words: the text catalogue.
        record: the match of the daily deal.
        scored: its result.
        seat: the player's seat.
        par_percent: the par; None if not known.
    """
    points = scored.points
    place = scored.places[seat] if scored.places else 1 + sum(other > points[seat] for other in points)
    line = words(
        "app.daily.share",
        date=day_text(words, record.daily),
        game=words(f"{record.game}.title"),
        signs=_OTHER_SIGN * (place - 1) + _OWN_SIGN + _OTHER_SIGN * (len(points) - place),
        place=words(f"app.results.place_{place}"),
    )
    if par_percent is None:
        return line
    return words("app.daily.share_par", line=line, par=words.number(round(par_percent)))


def streak_text(words: Words, count: int) -> str:
    """Return the number of consecutive days with a daily deal as text; empty below two."""
    return words("app.daily.run", n=count) if count > 1 else ""


def opponents_text(words: Words, record: Record) -> str:
    """Return the computer players of a record with their levels."""
    return words.join_and(
        [
            words("app.daily.seated", name=CHARACTERS[chair.who].name, level=words(f"app.level.{chair.level}"))
            for chair in record.chairs
            if chair.who != PERSON
        ]
    )


def daily_deal_tag_text(words: Words, record: Record) -> str:
    """Return the text about the daily deal shown at the table in place of the deal number."""
    if was_helped(record):
        return words("app.daily.tag_apart")
    return words("app.daily.tag", date=day_text(words, record.daily))
