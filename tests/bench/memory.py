"""Memory of this process, and of a thinking process after a master has played."""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.games import GAMES
from engine.work.thinking import Question, Reply, Thinker

DEALS_PER_RUN = 20
"""Deals before a master's process is measured. By then a Gurch master holds almost its maximum."""
POLL_SECONDS = 0.002


def megabytes(pid: int | None = None) -> float:
    """Return the resident memory of a process in MB, by default of this one; 0 on systems without /proc."""
    if sys.platform == "win32":
        return 0.0
    statm = Path("/proc") / ("self" if pid is None else str(pid)) / "statm"
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if statm.exists() else 0.0


def master_megabytes(
    slug: str, deals: int = DEALS_PER_RUN, rules_in_turn: Sequence[Any] = (None,), seats: int = 0
) -> float:
    """Return the resident memory in MB of a thinking process in which masters have played against one another.

    Args:
        slug: the game.
        deals: number of deals.
        rules_in_turn: rulesets to use in turn; None for the standard one.
        seats: number of players; 0 for the game's default.
    """
    with Thinker() as thinker:
        for seed in range(deals):
            rules = rules_in_turn[seed * len(rules_in_turn) // deals]
            game = GAMES[slug](seats or GAMES[slug].seats_default, seed, rules)
            game.events, game.single_deal = None, True
            while game.outcome is None:
                seat = game.seats_to_act()[0]
                game.push(_reply(thinker, Question(0, slug, game.view(seat), seat, "master", seed)).move)
        return megabytes(thinker.pid)


def _reply(thinker: Thinker, question: Question) -> Reply:
    """Ask the question and wait for the reply."""
    thinker.ask(question)
    while (reply := thinker.poll()) is None:
        time.sleep(POLL_SECONDS)
    return reply
