"""Chance to win a deal of Gurch or, with penalty points, the match."""

from engine.bots.common.search import deal_win_chance
from engine.games.gurch import Gurch
from engine.moves import Seat


def estimate_win_chance(playout: Gurch, seat: Seat) -> float:
    """Return a seat's chance, 0 … 1, to have won the finished deal, or to win the match with penalty points.

    The chances of the seats left are taken in proportion to the penalty points that they may still get.
    """
    limit = playout.options.penalty_limit
    if not limit:
        return deal_win_chance(playout, seat)
    if playout.outcome is not None:
        winners = playout.outcome.winners
        return (seat in winners) / len(winners)
    margins = [max(0, limit + score) for score in playout.scores]
    return margins[seat] / sum(margins)
