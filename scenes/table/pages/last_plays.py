"""The last plays, from the events that the viewer saw: the last trick, deal, or turns. No pygame here."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from engine.events import Announced, CardsMoved, CardsTurned, DealScored, Event, QuestionAsked
from engine.game import Game
from engine.moves import TABLE, Seat
from scenes.text.catalogue import Words
from scenes.text.narrator import LineKind, LogLine, LogPart, Narrator

PlaysUnit = Literal["none", "trick", "deal", "deal_now", "turns"]
"""Nothing yet; a trick that was taken away; a finished deal; one that goes on; the last turns."""
_MIN_TURNS = 3


class PlayRow(NamedTuple):
    """What one seat did, or what was announced to all."""

    kind: LineKind
    seat: Seat
    parts: tuple[LogPart, ...]


class LastPlays(NamedTuple):
    """The last plays, in their order."""

    unit: PlaysUnit
    rows: tuple[PlayRow, ...] = ()


def find_last_plays(words: Words, game: Game, viewer: Seat, events: Sequence[Event], *, short_deals: bool) -> LastPlays:
    """The last plays.

    Where tricks are taken away, the last of them, even if the next has begun; where deals are short, the last deal;
    elsewhere, or before the first trick is over, each seat's last turn.

    Args:
        words: texts, with the names of the seats.
        game: its texts are used; its position is not read.
        viewer: the seat that is spoken to.
        events: as the viewer saw them, from the beginning of a deal.
        short_deals: whether a deal is over as soon as everybody has acted.
    """
    deals = _deals(events)
    now, before = deals[-1], deals[-2] if len(deals) > 1 else []
    swept = any(map(_is_sweep, events))
    if swept and any(map(_is_sweep, now)):
        return LastPlays("trick", tuple(_rows(words, game, viewer, _last_trick(now))))
    if short_deals:
        rows = tuple(_merge_by_seat(_rows(words, game, viewer, _events_after_deal(before or now))))
        return LastPlays(("deal" if before else "deal_now") if rows else "none", rows)
    rows = tuple(_last_turns(_rows(words, game, viewer, _events_after_deal(now)), game.seats))
    if rows or not before:
        return LastPlays("turns" if rows else "none", rows)
    if swept:
        return LastPlays("trick", tuple(_rows(words, game, viewer, _last_trick(before))))
    return LastPlays("turns", tuple(_last_turns(_rows(words, game, viewer, _events_after_deal(before)), game.seats)))


# --- what belongs together --------------------------------------------------------------------------------------------


def _deals(events: Sequence[Event]) -> list[Sequence[Event]]:
    """The events of each deal up to its score; the last deal is the one that goes on."""
    ends = [0, *(i for i, event in enumerate(events, 1) if isinstance(event, DealScored)), len(events)]
    return [events[first:after] for first, after in pairwise(ends)]


def _is_sweep(event: Event) -> bool:
    return isinstance(event, CardsMoved) and event.manner == "sweep"


def _last_trick(deal: Sequence[Event]) -> Sequence[Event]:
    """The last trick of a deal with the words to it, and the ask after it.

    It is what went into the piles that are swept, since they were swept before; in a deal that is over, what lies there
    at the end.
    """
    sweeps = [i for i, event in enumerate(deal) if _is_sweep(event)]
    piles = {event.source for event in deal if isinstance(event, CardsMoved) and event.manner == "sweep"}
    end = len(deal)
    if sweeps and not isinstance(deal[-1], DealScored):
        end = sweeps[-1] + 1
    into = [i for i, event in enumerate(deal[:end]) if isinstance(event, CardsMoved) and event.target in piles]
    if not into:
        return []
    begin = max((i for i in sweeps if i < into[-1]), default=-1) + 1
    begin = next(i for i in into if i >= begin)
    while begin and isinstance(deal[begin - 1], Announced):
        begin -= 1
    asked = deal[end : end + 1] if end < len(deal) and isinstance(deal[end], QuestionAsked) else []
    return [*deal[begin:end], *asked]


def _events_after_deal(deal: Sequence[Event]) -> Sequence[Event]:
    """What came after the cards were dealt; cards that are gathered later go on into a stock that ran out."""
    dealt = max((i for i, e in enumerate(deal) if isinstance(e, CardsMoved) and e.manner == "deal"), default=-1)
    return deal[dealt + 1 :]


# --- rows -------------------------------------------------------------------------------------------------------------


def _rows(words: Words, game: Game, viewer: Seat, events: Sequence[Event]) -> list[PlayRow]:
    """Rows of these events: what seats did, and what was announced."""
    first = next((i for i, event in enumerate(events) if isinstance(event, Announced | CardsMoved | CardsTurned)), 0)
    shown = [event for event in events[max(0, first - 1) :] if not isinstance(event, DealScored)]
    narrator = Narrator(words, game, viewer, shown, draws_cards=True, starts_mid_deal=True)
    return [row for line in narrator.lines if (row := _row(line)) is not None]


def _row(line: LogLine) -> PlayRow | None:
    if line.kind == "act":
        return PlayRow("act", line.seat, tuple(part._replace(text=_without_gap(part.text)) for part in line.parts))
    if line.kind == "loud" or (line.kind == "table" and (line.seat != TABLE or line.parts)):
        return PlayRow(line.kind, line.seat, line.parts or (LogPart(line.text),))
    return None


def _without_gap(text: str) -> str:
    """Words without the gaps of left-out card names."""
    return " ".join(text.split()).rstrip(" :：")


def _merge_by_seat(rows: Sequence[PlayRow]) -> list[PlayRow]:
    """One row for each seat, at its first place; announcements after them."""
    found: dict[tuple[bool, Seat], PlayRow] = {}
    for row in rows:
        key = (row.kind == "loud", row.seat)
        found[key] = found[key]._replace(parts=found[key].parts + row.parts) if key in found else row
    return sorted(found.values(), key=lambda row: row.kind == "loud")


def _last_turns(rows: Sequence[PlayRow], seats: int) -> list[PlayRow]:
    """One row for each turn, which is everything that a seat does before another acts; about one turn for each seat."""
    found: list[PlayRow] = []
    for row in rows:
        last = found[-1] if found else None
        if last and row.kind == last.kind == "act" and row.seat == last.seat:
            found[-1] = last._replace(parts=last.parts + row.parts)
        else:
            found.append(row)
    acts = [i for i, row in enumerate(found) if row.kind == "act"]
    begin = acts[-max(seats, _MIN_TURNS)] if len(acts) > max(seats, _MIN_TURNS) else 0
    return found[begin:]
