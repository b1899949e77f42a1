"""Stability of the rule lab's results after 20 seconds, with one house rule of each game, for ``tests.bench``.

The lab plays for 20 seconds, and then three times as long on other deals: the reference, which is independent of the
first run. The results are stable if

- every difference reported ("deals get longer") after 10 seconds is still reported after 20, and every one reported
  after 20 seconds is reported by the reference, in the same direction;
- no difference is further from the reference's than chance explains, in standard errors of both together;
- the reference's values lie within the bars (two standard errors to each side) that were drawn after 20 seconds. As the
  reference has errors too, chance alone puts about one value in twelve outside, not one in twenty. Related values (the
  length of matches in deals, moves and minutes) go outside together, so this is the roughest of the three.

New differences may appear: small ones are reported as soon as there are enough matches to see them.
"""

import math
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from engine.games import GAMES
from engine.lab import Estimate, Experiment, Laboratory
from tests.games.facts import FACTS_BY_GAME

EARLY_SECONDS, SHOWN_SECONDS, REFERENCE_SECONDS = 10.0, 20.0, 60.0
"""Seconds of play of the early, the shown and the reference results."""
LENGTH_FIGURES = "deal_moves", "match_minutes"
"""Figures whose change is given in per cent."""
BAR_STANDARD_ERRORS = 2.0
"""Length of a bar on the screen to each side, in standard errors."""
Snapshot = Mapping[str, Estimate]
"""Figures at one time, by name."""


def take_snapshots(slug: str, seed: int, moments: Sequence[float]) -> list[Snapshot]:
    """Return the lab's results at each of the times, in seconds after its start, playing on all cores."""
    game = GAMES[slug]
    plan = Experiment(slug, game.seats_default, game.Options(), game.Options(**FACTS_BY_GAME[slug].lab_rule))
    found: list[Snapshot] = []
    begin = time.perf_counter()
    with Laboratory(plan, seed) as laboratory:
        laboratory.start()
        for moment in moments:
            while (left := begin + moment - time.perf_counter()) > 0:
                laboratory.wait(min(left, 0.1))
                laboratory.poll()
            found.append({one.name: one for one in laboratory.comparison.estimates()})
    return found


def reported_direction(found: Estimate | None) -> int:
    """Return the direction of a reported difference: 1 for more, -1 for less, 0 if none is reported."""
    return 0 if found is None or not found.sure else 1 if found.difference > 0 else -1


def disappeared_figures(before: Snapshot, after: Snapshot) -> list[str]:
    """Return the figures whose reported difference later disappears or reverses."""
    return [
        name
        for name, found in before.items()
        if reported_direction(found) and reported_direction(found) != reported_direction(after.get(name))
    ]


def appeared_figures(before: Snapshot, after: Snapshot) -> list[str]:
    """Return the figures whose difference is reported only later."""
    return [
        name for name, found in after.items() if reported_direction(found) and not reported_direction(before.get(name))
    ]


def distances(shown: Snapshot, reference: Snapshot) -> dict[str, float]:
    """Return each difference's distance from the reference, in standard errors of both together."""
    errors = {}
    for name, found in shown.items():
        other = reference.get(name)
        if other is not None and not (found.same and other.same):
            error = math.hypot(found.error, other.error)
            if error and math.isfinite(error):
                errors[name] = abs(found.difference - other.difference) / error
    return errors


def count_outside(shown: Snapshot, reference: Snapshot) -> tuple[int, int]:
    """Return the number of the reference's values outside the shown bars, and the number of all values."""
    count = total = 0
    for name, found in shown.items():
        other = reference.get(name)
        if other is None:
            continue
        for value, error, later in (
            (found.first, found.first_error, other.first),
            (found.second, found.second_error, other.second),
        ):
            if error and math.isfinite(error) and math.isfinite(later):
                total += 1
                count += abs(value - later) > BAR_STANDARD_ERRORS * error
    return count, total


class Stability(NamedTuple):
    """Stability of the results after 20 seconds."""

    disappeared: list[str]
    """Figures reported after 10 seconds and not after 20, or after 20 and not by the reference."""
    appeared: list[str]
    """Figures reported by the reference only."""
    errors: dict[str, float]
    """Distance of each figure from the reference, in standard errors."""
    outside_percent: float
    """Percentage of the reference's values outside the bars."""
    change_percent: float
    """Greatest change of the length of a deal or match under either set of rules, per cent."""


def stability(early: Snapshot, shown: Snapshot, reference: Snapshot) -> Stability:
    """Compare early results with later ones and with the reference."""
    count, total = count_outside(shown, reference)
    changes = [
        abs(later / value - 1)
        for name in LENGTH_FIGURES
        for value, later in (
            (shown[name].first, reference[name].first),
            (shown[name].second, reference[name].second),
        )
    ]
    return Stability(
        sorted({*disappeared_figures(early, shown), *disappeared_figures(shown, reference)}),
        appeared_figures(shown, reference),
        distances(shown, reference),
        100 * count / total,
        100 * max(changes),
    )


@cache
def measure_game(slug: str) -> Stability:
    """Measure a game once, and print the details to stderr."""
    early, shown = take_snapshots(slug, 1, (EARLY_SECONDS, SHOWN_SECONDS))
    (reference,) = take_snapshots(slug, 2, (REFERENCE_SECONDS,))
    result = stability(early, shown, reference)
    counts = ", ".join(
        str(max(estimate.matches for estimate in snapshot.values())) for snapshot in (early, shown, reference)
    )
    furthest = max(result.errors, key=result.errors.__getitem__, default="")
    print(
        f"{slug}: matches (without those for skill) after {EARLY_SECONDS:.0f} s, after {SHOWN_SECONDS:.0f} s,"
        f" of reference: {counts};",
        f"reported: {', '.join(name for name, estimate in shown.items() if estimate.sure) or 'nothing'};",
        f"gone: {', '.join(result.disappeared) or 'nothing'}; new: {', '.join(result.appeared) or 'nothing'};",
        f"furthest: {furthest}",
        file=sys.stderr,
        flush=True,
    )
    return result
