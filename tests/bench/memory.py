"""Memory of processes: this one's, and that of the thinking process after a master has played in it."""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.games import GAMES
from engine.work.thinking import Question, Reply, Thinker

DEALS_PER_RUN = 20
"""Deals after which a master's process is measured. A Gurch master holds almost all it will ever hold by then."""
POLL_SECONDS = 0.002


def megabytes(pid: int | None = None) -> float:
    """Resident memory of a process, or of this one; 0 where the system has no /proc (all but Linux)."""
    if sys.platform == "win32":
        return 0.0
    statm = Path("/proc") / ("self" if pid is None else str(pid)) / "statm"
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6 if statm.exists() else 0.0


def master_megabytes(
    slug: str, deals: int = DEALS_PER_RUN, rules_in_turn: Sequence[Any] = (None,), seats: int = 0
) -> float:
    """Resident memory in MB of a thinking process in which masters have played against one another.

    Args:
        slug: the game.
        deals: number of deals.
        several: house rules, taken in turn; None for the standard ones.
        seats: number of players; 0 for the usual one.
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
    """Wait for the answer to a question."""
    thinker.ask(question)
    while (reply := thinker.poll()) is None:
        time.sleep(POLL_SECONDS)
    return reply
