"""Finds the last plays in the events that the viewer saw: the last trick, deal, or turns. No pygame here."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from engine.events import Announced, CardsMoved, CardsTurned, DealScored, Event, QuestionAsked
from engine.game import Game
from engine.moves import TABLE, Seat
from scenes.text.catalogue import Words
from scenes.text.narrator import LineKind, LogLine, LogPart, Narrator

PlaysUnit = Literal["none", "trick", "deal", "deal_now", "turns"]
"""Unit of the last plays: ``none`` yet, a finished ``trick``, a finished ``deal``, the current deal (``deal_now``), or
the last ``turns``."""
_MIN_TURNS = 3


class PlayRow(NamedTuple):
    """A row of the last plays: the actions of one seat, or an announcement."""

    kind: LineKind
    seat: Seat
    parts: tuple[LogPart, ...]


class LastPlays(NamedTuple):
    """The last plays of a match as rows in their order, and the unit that they cover: trick, deal or turns."""

    unit: PlaysUnit
    rows: tuple[PlayRow, ...] = ()


def find_last_plays(words: Words, game: Game, viewer: Seat, events: Sequence[Event], *, short_deals: bool) -> LastPlays:
    """Return the plays for the page of last plays, as the viewer saw them: a trick, a deal, or each seat's turn.

    In games with tricks these are the last finished trick, even if the next has begun. In games with short deals they
    are the last deal. Otherwise, and before the first trick is finished, they are each seat's last turn.

    Args:
        words: texts, with the names of the seats.
        game: the game, for its texts; its position is not read.
        viewer: the seat that texts address as "you".
        events: events as the viewer saw them, from the start of a deal.
        short_deals: whether a deal ends as soon as every seat has acted.
    """
    deals = _deals(events)
    current_deal, previous_deal = deals[-1], deals[-2] if len(deals) > 1 else []
    has_tricks = any(map(_is_sweep, events))
    if has_tricks and any(map(_is_sweep, current_deal)):
        return LastPlays("trick", tuple(_rows(words, game, viewer, _last_trick(current_deal))))
    if short_deals:
        rows = tuple(
            _merge_all_rows_of_seats(_rows(words, game, viewer, _events_after_dealing(previous_deal or current_deal)))
        )
        return LastPlays(("deal" if previous_deal else "deal_now") if rows else "none", rows)
    rows = tuple(_last_turns(_rows(words, game, viewer, _events_after_dealing(current_deal)), game.seats))
    if rows or not previous_deal:
        return LastPlays("turns" if rows else "none", rows)
    if has_tricks:
        return LastPlays("trick", tuple(_rows(words, game, viewer, _last_trick(previous_deal))))
    return LastPlays(
        "turns", tuple(_last_turns(_rows(words, game, viewer, _events_after_dealing(previous_deal)), game.seats))
    )


# --- events -----------------------------------------------------------------------------------------------------------


def _deals(events: Sequence[Event]) -> list[Sequence[Event]]:
    """Return the events of each deal up to its score; the last deal is the current one."""
    ends = [0, *(i for i, event in enumerate(events, 1) if isinstance(event, DealScored)), len(events)]
    return [events[first:after] for first, after in pairwise(ends)]


def _is_sweep(event: Event) -> bool:
    return isinstance(event, CardsMoved) and event.manner == "sweep"


def _last_trick(deal: Sequence[Event]) -> Sequence[Event]:
    """Return the events of a deal's last trick, with the announcements before it and the question after it.

    The trick consists of the cards moved to the swept piles between the last two sweeps. In a finished deal it is the
    last one, swept or not.
    """
    sweeps = [i for i, event in enumerate(deal) if _is_sweep(event)]
    piles = {event.source for event in deal if isinstance(event, CardsMoved) and event.manner == "sweep"}
    end = len(deal)
    if sweeps and not isinstance(deal[-1], DealScored):
        end = sweeps[-1] + 1
    play_indexes = [i for i, event in enumerate(deal[:end]) if isinstance(event, CardsMoved) and event.target in piles]
    if not play_indexes:
        return []
    begin = max((i for i in sweeps if i < play_indexes[-1]), default=-1) + 1
    begin = next(i for i in play_indexes if i >= begin)
    while begin and isinstance(deal[begin - 1], Announced):
        begin -= 1
    question = deal[end : end + 1] if end < len(deal) and isinstance(deal[end], QuestionAsked) else []
    return [*deal[begin:end], *question]


def _events_after_dealing(deal: Sequence[Event]) -> Sequence[Event]:
    """Return the events after a deal's cards were dealt; later gathering for a new stock doesn't count as dealing."""
    dealt = max((i for i, e in enumerate(deal) if isinstance(e, CardsMoved) and e.manner == "deal"), default=-1)
    return deal[dealt + 1 :]


# --- rows -------------------------------------------------------------------------------------------------------------


def _rows(words: Words, game: Game, viewer: Seat, events: Sequence[Event]) -> list[PlayRow]:
    """Return the rows of the last plays from their events: actions of seats, and announcements."""
    first = next((i for i, event in enumerate(events) if isinstance(event, Announced | CardsMoved | CardsTurned)), 0)
    shown = [event for event in events[max(0, first - 1) :] if not isinstance(event, DealScored)]
    narrator = Narrator(words, game, viewer, shown, shows_card_pictures=True, starts_mid_deal=True)
    return [row for line in narrator.lines if (row := _row(line)) is not None]


def _row(line: LogLine) -> PlayRow | None:
    if line.kind == "act":
        return PlayRow("act", line.seat, tuple(part._replace(text=_close_card_gaps(part.text)) for part in line.parts))
    if line.kind == "loud" or (line.kind == "table" and (line.seat != TABLE or line.parts)):
        return PlayRow(line.kind, line.seat, line.parts or (LogPart(line.text),))
    return None


def _close_card_gaps(text: str) -> str:
    """Close the gaps in a row's text left by names of cards that are drawn; a colon at the end is removed."""
    return " ".join(text.split()).rstrip(" :：")


def _merge_all_rows_of_seats(rows: Sequence[PlayRow]) -> list[PlayRow]:
    """Merge the last plays of each seat into one row, the seats in order of their first play, announcements last."""
    merged: dict[tuple[bool, Seat], PlayRow] = {}
    for row in rows:
        key = (row.kind == "loud", row.seat)
        merged[key] = merged[key]._replace(parts=merged[key].parts + row.parts) if key in merged else row
    return sorted(merged.values(), key=lambda row: row.kind == "loud")


def _last_turns(rows: Sequence[PlayRow], seats: int) -> list[PlayRow]:
    """Merge the rows of each turn into one, and return about one turn for each seat.

    A turn is everything that a seat does before another one acts.
    """
    turns: list[PlayRow] = []
    for row in rows:
        last = turns[-1] if turns else None
        if last and row.kind == last.kind == "act" and row.seat == last.seat:
            turns[-1] = last._replace(parts=last.parts + row.parts)
        else:
            turns.append(row)
    acts = [i for i, row in enumerate(turns) if row.kind == "act"]
    begin = acts[-max(seats, _MIN_TURNS)] if len(acts) > max(seats, _MIN_TURNS) else 0
    return turns[begin:]
