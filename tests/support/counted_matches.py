"""Matches written into the statistics by tests: their records, the scores of their deals, and the writing itself."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.events import DealScored
from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Seat
from engine.statistics.match_writer import TimeSpent
from engine.statistics.store import Statistics
from tests.support.records import new_record

NOON = 1_700_000_000
DAY_SECONDS = 86_400
SLUG = next(iter(GAMES))


def begin_record(number: int, slug: str = SLUG, *, daily: int = 0, hinted: int = 0, **rules: Any) -> Record:
    """Return a match that has just begun, named after its number."""
    record = new_record(slug, number, **rules)
    record.id, record.began, record.daily, record.hinted = f"m-{number}", NOON, daily, hinted
    return record


def make_deals(*points: int, seats: int = GAMES[SLUG].seats_default) -> list[DealScored]:
    """Return deals with these points for the person, who wins those above 0; seat 1 wins the others."""
    return [
        DealScored(number, (mine, *(0,) * (seats - 1)), (), (0,) if mine > 0 else (1,), None)  # type: ignore[arg-type]
        for number, mine in enumerate(points, 1)
    ]


def write_match(
    kept: Statistics,
    record: Record,
    deals: Sequence[DealScored] = (),
    winners: tuple[Seat, ...] | None = None,
    *,
    now: int = NOON,
    name: str = "",
    time_spent: Mapping[Seat, TimeSpent] | None = None,
) -> None:
    """Write a match of a person at seat 0, by default one of a deal that they won; without winners it is unfinished."""
    deals = deals or make_deals(1, seats=record.seats)
    assert kept.write_match(record, deals, winners, names={0: name}, last_deal_time_spent=time_spent or {}, now=now)
