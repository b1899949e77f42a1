"""The tree of a search for Palácio: what moves came to in all samples that came this way."""

import math

from engine.bots.palacio.fast import FLIP, Code, Deal
from engine.moves import Seat

EXPLORE = 0.7
"""Weight of what is not known yet in the confidence bound; 0.25, 0.5 and 1 could not be told apart in twenty deals."""
HASTE = 0.9995
"""A share of the deal is worth so much of itself a move later, so that who wins anyway does not dawdle.

0.998 won 41 ± 4 % of deals against it.
"""
FLIPPED = -100
"""Key of a branch: this less the place of the card that was flipped."""


class Entry:
    """A branch: a move, or what a flip showed."""

    __slots__ = ("branches", "offered", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.offered = 0
        """Samples in which the move was legal."""
        self.total = 0.0
        """Shares of the deal that came of it, for whoever moved."""
        self.branches: Branches = {}


Branches = dict[int, Entry]


def walk(branches: Branches, deal: Deal, limit: int) -> tuple[list[float], int]:
    """Play a sample to its end, or for about ``limit`` moves beyond the tree, and note what came of it.

    Returns:
        The share of each seat, less what ``HASTE`` takes, and the number of moves.
    """
    path: list[tuple[Entry, Seat]] = []
    steps = 0
    fresh = False
    while deal.seat >= 0 and not fresh:
        codes = deal.moves()
        seat = deal.seat
        if len(codes) > 1:
            key, entry = _pick(branches, codes)
            path.append((entry, seat))
            fresh = not entry.visits
            deal.push(key)
        else:
            code = codes[0]
            key = FLIPPED - deal.downs[seat][FLIP - code] if code <= FLIP else code
            deal.push(code)
            entry = branches.setdefault(key, Entry())
        branches = entry.branches
        steps += 1
    steps += deal.finish(limit)
    fade = HASTE**steps
    shares = [share * fade for share in deal.shares()]
    for entry, seat in path:
        entry.visits += 1
        entry.total += shares[seat]
    return shares, steps


def _pick(branches: Branches, codes: list[Code]) -> tuple[Code, Entry]:
    """The first move never tried, or that of the highest confidence bound among those that are legal now."""
    best, high, chosen = codes[0], -1.0, None
    for code in codes:
        entry = branches.get(code)
        if entry is None:
            entry = branches[code] = Entry()
        entry.offered += 1
        if not entry.visits:
            return code, entry
        bound = entry.total / entry.visits + EXPLORE * math.sqrt(math.log(entry.offered) / entry.visits)
        if bound > high:
            best, high, chosen = code, bound, entry
    assert chosen is not None
    return best, chosen
