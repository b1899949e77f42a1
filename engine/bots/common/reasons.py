"""Why a move is better than another: what happens more or less often after it, in playouts with events.

Both moves are played in the same sampled worlds with common random numbers, each seat by the policy of its level, and
``Game.explaining_events`` are counted. Used by hints and by reviews.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.bots.common.base import Reason
from engine.bots.common.estimates import mean_and_error
from engine.bots.common.search import MonteCarloSearch, sample_world
from engine.cooperative import CooperativeTask
from engine.events import Announced, Event, counter_key
from engine.game import Game
from engine.moves import TABLE, Move, Seat
from engine.rng import Rng

WORLDS = 60
"""Number of worlds in which both moves are played."""
MIN_DIFFERENCE = 0.1
"""Minimum difference of the two shares of an event that is a reason."""
MIN_ERRORS = 2.5
"""Minimum standard errors of such a difference."""


class _Playout(NamedTuple):
    """Result of a playout with events."""

    lead: float
    """Own points of the deal minus the mean of all seats."""
    events: frozenset[str]
    """Names of the explaining events that happened."""


def find_reason(
    search: MonteCarloSearch, view: Game, better: Move, other: Move, rng: Rng
) -> CooperativeTask[Reason | None]:
    """Return the main advantage of a move over another one of its seat, as a cooperative task.

    Of the events whose shares clearly differ, it is the one that explains most of the lead in points. None if there is
    no such event, or if the better move isn't better in these playouts.

    Args:
        search: plays the playouts.
        view: the seat's view; or the full position, for a reason in hindsight.
        better: the better move.
        other: the move to compare it with.
        rng: random source of the sampled worlds.
    """
    played: list[tuple[_Playout, _Playout]] = []
    for _ in range(WORLDS):
        world, chance = sample_world(view, rng), rng.bits()
        played.append((_play_out(search, world, better, chance), _play_out(search, world, other, chance)))
        yield
    if sum(first.lead - second.lead for first, second in played) <= 0:
        return None
    restated = {f"own:said:{view.describe(move).key}" for move in (better, other)}
    names = [name for name, keys in view.explaining_events.items() if restated.isdisjoint(keys)]
    return _most_explaining_event(names, played)


def _play_out(search: MonteCarloSearch, world: Game, move: Move, chance: int) -> _Playout:
    """Play a move and then the deal in a copy of a world; return its result with the explaining events."""
    keys: set[str] = set()
    counted = world.explaining_events
    asks = any(":asked:" in key for signs in counted.values() for key in signs)

    def observe(playout: Game) -> None:
        keys.update(_counter_keys(playout, move.seat, asks=asks))

    lead = search.play_out(world, move.seat, move, chance, observe).lead
    return _Playout(lead, frozenset(name for name, signs in counted.items() if not keys.isdisjoint(signs)))


def _counter_keys(playout: Game, seat: Seat, *, asks: bool) -> Iterator[str]:
    """Yield the keys of the events since the last call and of the open questions; see ``Game.explaining_events``."""
    for event in playout.take_events():
        key = counter_key(event)
        if key:
            yield f"{_side(_actor(event), seat)}:{key}"
    if asks:
        for asked in playout.seats_to_act():
            yield f"{_side(asked, seat)}:asked:{playout.prompt_for(asked).key}"


def _side(actor: Seat, seat: Seat) -> str:
    return "own" if actor == seat else "other"


def _actor(event: Event) -> Seat:
    """Return the seat to which an announcement belongs; ``TABLE`` for none, and for other events."""
    if not isinstance(event, Announced):
        return TABLE
    named: Seat = event.note.placeholders.get("seat", TABLE)
    return named if event.seat == TABLE else event.seat


def _most_explaining_event(names: Sequence[str], played: Sequence[tuple[_Playout, _Playout]]) -> Reason | None:
    """Return the event with clearly different shares that explains most of the lead; None without one."""
    best, most = None, 0.0
    for name in names:
        share, other_share = (sum(name in pair[i].events for pair in played) / len(played) for i in (0, 1))
        differences = [(name in first.events) - (name in second.events) for first, second in played]
        difference, error = mean_and_error(differences)
        if abs(difference) >= max(MIN_DIFFERENCE, MIN_ERRORS * error):
            explained = difference * _value_of_event(name, played)
            if explained > most:
                best, most = Reason(name, share, other_share), explained
    return best


def _value_of_event(name: str, played: Sequence[tuple[_Playout, _Playout]]) -> float:
    """Return the lead that goes with an event, in points, among playouts of the same move.

    If the event never or always happens after each move, it is the whole difference of the moves.
    """
    together = spread = 0.0
    for index in (0, 1):
        happened = [float(name in pair[index].events) for pair in played]
        leads = [pair[index].lead for pair in played]
        share, lead = sum(happened) / len(played), sum(leads) / len(played)
        together += sum((one - share) * (points - lead) for one, points in zip(happened, leads, strict=True))
        spread += sum((one - share) ** 2 for one in happened)
    if spread:
        return together / spread
    lead = sum(first.lead - second.lead for first, second in played) / len(played)
    return lead if name in played[0][0].events else -lead
