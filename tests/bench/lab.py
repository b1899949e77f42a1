"""Is what the rule lab says after 20 seconds still so later? One typical house rule of each game, for ``tests.bench``.

The lab plays for 20 seconds, and then, on other deals, three times as long: the reference, which knows nothing of the
first run's luck. Stable means:

- nothing that was told ("deals get longer") after 10 seconds is gone after 20, and nothing that was told after 20 is
  untold by the reference, or told the other way round;
- no difference lies further from that of the reference than chance explains, told in standard errors of both together;
- the reference's values lie within the bars (two standard errors to each side) that were drawn after 20 seconds. As the
  reference has errors, too, about one of twelve values would lie outside by chance alone, not one of twenty; where one
  does, its kin do as well (the length of matches in deals, moves and minutes), so this is the roughest of the three.

It doesn't mean that nothing is added: small differences are told when there are matches enough to see them.
"""

import math
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from engine.games import GAMES
from engine.lab import Estimate, Experiment, Laboratory
from tests.games.specimens import SPECIMENS

EARLY, SHOWN, REFERENCE = 10.0, 20.0, 60.0
"""Seconds."""
LENGTHS = "deal_moves", "match_minutes"
"""Figures of which it is told by how much they changed in per cent."""
BARS = 2.0
"""Standard errors that a bar reaches to each side on the screen."""
Look = Mapping[str, Estimate]
"""The figures at one moment, by name."""


def looks(slug: str, seed: int, moments: Sequence[float]) -> list[Look]:
    """What the lab shows so many seconds after its start, played on all cores."""
    game = GAMES[slug]
    plan = Experiment(slug, game.seats_default, game.Options(), game.Options(**SPECIMENS[slug].lab_rule))
    found: list[Look] = []
    begin = time.perf_counter()
    with Laboratory(plan, seed) as laboratory:
        laboratory.start()
        for moment in moments:
            while (left := begin + moment - time.perf_counter()) > 0:
                laboratory.wait(min(left, 0.1))
                laboratory.poll()
            found.append({one.name: one for one in laboratory.comparison.estimates()})
    return found


def told(found: Estimate | None) -> int:
    """Which way a figure is told to differ: 1 for more, -1 for less, 0 while nothing is told."""
    return 0 if found is None or not found.sure else 1 if found.difference > 0 else -1


def gone(before: Look, after: Look) -> list[str]:
    """What was told before and is not any more, or the other way round."""
    return [name for name, found in before.items() if told(found) and told(found) != told(after.get(name))]


def come(before: Look, after: Look) -> list[str]:
    """What is told only now."""
    return [name for name, found in after.items() if told(found) and not told(before.get(name))]


def apart(shown: Look, reference: Look) -> dict[str, float]:
    """By how many standard errors, of both together, differences are apart that come from different deals."""
    errors = {}
    for name, found in shown.items():
        other = reference.get(name)
        if other is not None and not (found.same and other.same):
            error = math.hypot(found.error, other.error)
            if error and math.isfinite(error):
                errors[name] = abs(found.difference - other.difference) / error
    return errors


def outside(shown: Look, reference: Look) -> tuple[int, int]:
    """How many values of the reference lie outside the bars that were shown, and of how many."""
    count = several = 0
    for name, found in shown.items():
        other = reference.get(name)
        if other is None:
            continue
        for value, error, later in (
            (found.first, found.first_error, other.first),
            (found.second, found.second_error, other.second),
        ):
            if error and math.isfinite(error) and math.isfinite(later):
                several += 1
                count += abs(value - later) > BARS * error
    return count, several


class Stability(NamedTuple):
    """How much of what was shown after 20 seconds was still so."""

    gone: list[str]
    """Told after 10 seconds and not after 20, or after 20 and not by the reference."""
    come: list[str]
    """Told by the reference only."""
    errors: dict[str, float]
    outside: float
    """Per cent of the values."""
    change: float
    """Per cent by which the length of a deal or match was another, at most, under either rules."""


def stability(early: Look, shown: Look, reference: Look) -> Stability:
    """Compare what was shown with what was found out later."""
    count, several = outside(shown, reference)
    changes = [
        abs(later / value - 1)
        for name in LENGTHS
        for value, later in (
            (shown[name].first, reference[name].first),
            (shown[name].second, reference[name].second),
        )
    ]
    return Stability(
        sorted({*gone(early, shown), *gone(shown, reference)}),
        come(shown, reference),
        apart(shown, reference),
        100 * count / several,
        100 * max(changes),
    )


@cache
def measured(slug: str) -> Stability:
    """Measure a game once, and tell the details on the side."""
    early, shown = looks(slug, 1, (EARLY, SHOWN))
    (reference,) = looks(slug, 2, (REFERENCE,))
    found = stability(early, shown, reference)
    counts = ", ".join(str(max(one.matches for one in look.values())) for look in (early, shown, reference))
    furthest = max(found.errors, key=found.errors.__getitem__, default="")
    print(
        f"{slug}: matches (without those for skill) after {EARLY:.0f} s, after {SHOWN:.0f} s, of reference: {counts};",
        f"told: {', '.join(name for name, one in shown.items() if one.sure) or 'nothing'};",
        f"gone: {', '.join(found.gone) or 'nothing'}; come: {', '.join(found.come) or 'nothing'};",
        f"furthest: {furthest}",
        file=sys.stderr,
        flush=True,
    )
    return found
