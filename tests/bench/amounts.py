"""How rare amounts are: ``python -m tests.bench.amounts GAME … [--matches N] [--seed S]``.

Medium bots play whole matches by the standard rules. For each game, the output is the number of amounts that the events
brought (``Game.amounts``; those of size 0 are left out), and the smallest sizes that at most 25 and 3 % of them
reach. They are the game's ``AnnouncementEffects.rare_amounts``: from there, an amount of the player's own is shown and
heard large, or very large.
"""

import argparse
from collections import Counter

from engine.bots import bot_for
from engine.bots.common.self_play import MAX_MATCH_PLIES, NamedBot, play_on
from engine.games import GAMES

COMMAND = "python -m tests.bench.amounts"
LARGE_SHARE, VERY_LARGE_SHARE = 0.25, 0.03
"""Largest shares of the amounts that are large or larger, and very large."""


def count_amounts(slug: str, matches: int, seed: int) -> Counter[int]:
    """Return the number of amounts of each size in matches of medium bots."""
    game, found = GAMES[slug], Counter[int]()
    for number in range(matches):
        match = game(game.seats_default, seed + number, game.Options())
        bots = [NamedBot("medium", bot_for(slug, "medium"))] * match.seats
        for _ in play_on(match, bots, seed + number, MAX_MATCH_PLIES):
            found.update(one.size for event in match.take_events() for one in match.amounts(event) if one.size)
    return found


def smallest_rare_amount(found: Counter[int], share: float) -> int:
    """Return the smallest size that at most this share of the amounts reach.

    >>> smallest_rare_amount(Counter({1: 90, 2: 8, 5: 2}), 0.1)
    2
    """
    reached, total = 0, found.total()
    for size in sorted(found, reverse=True):
        reached += found[size]
        if reached > share * total:
            return size + 1
    return min(found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], default=list(GAMES))
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for slug in arguments.games:
        found = count_amounts(slug, arguments.matches, arguments.seed)
        limits = [smallest_rare_amount(found, share) for share in (LARGE_SHARE, VERY_LARGE_SHARE)]
        print(f"{slug}: {found.total()} amounts, large from {limits[0]}, very large from {limits[1]}")


if __name__ == "__main__":
    main()
