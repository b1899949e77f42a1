"""The levels of Gurch, and how its moves look."""

from engine.bots.common.base import Ladder, Learner, Quick
from engine.bots.common.halving import Budget
from engine.bots.common.manner import Traits
from engine.bots.gurch.minds import Beginner, Naive, Thumb
from engine.bots.gurch.policy import Policy
from engine.bots.gurch.search import FastSearch
from engine.game import Game
from engine.games.gurch import Gurch
from engine.games.gurch.game import HAND, UP
from engine.games.gurch.plays import VALUE
from engine.moves import Move, Seat

MASTER = Budget(steps=1_200, candidates=8, slack=0.15)
MEDIUM_SLIPS, HARD_SLIPS = 0.12, 0.06
"""How often these levels overlook their best move: without slips the steps between levels are narrow."""

LADDER: Ladder = {
    "easy": lambda mind: Quick(Beginner(), mind.manner),
    "medium": lambda mind: Learner(Thumb(), MEDIUM_SLIPS, mind.manner),
    "hard": lambda mind: Learner(Policy(), HARD_SLIPS, mind.manner),
    "master": lambda mind: FastSearch(MASTER.times(mind.patience), mind.manner),
    "greedy": lambda _: Quick(Naive()),
}
"""Level, or yardstick -> its bot."""

_HIGH, _LOW = 12, 3
"""A queen or higher is strong; a three or lower is what wins in the end."""


def traits(view: Game, seat: Seat, move: Move) -> Traits:
    """How a legal move looks in the position before it.

    Bold is to swap much and to hope for the next card; thrift, to keep high cards back; haste, to start, to stand pat
    and to lead many cards; spite, to make others give up what they want to keep: leads of several or high cards,
    higher plays on the next seat, votes that break hands up.
    """
    assert isinstance(view, Gurch) and view.ask is not None
    if view.ask.what == "play":
        return _play_traits(view, seat, move)
    if move.verb == "vote":
        much = (move.to - 3) / 2
        return Traits(bold=much, haste=-much, spite=much)
    if move.cards:
        high = sum(VALUE[card] >= _HIGH for card in move.cards)
        much = (len(move.cards) - 1) / 4
        return Traits(bold=0.2 + 0.8 * much, thrift=-1.0 if high else 0.0, haste=-0.2 - 0.8 * much)
    risks = move.verb in ("reject", "renew")
    return Traits(bold=1.0 if risks else -1.0, haste=0.0 if risks else 1.0)


def _play_traits(view: Gurch, seat: Seat, move: Move) -> Traits:
    held = [VALUE[card] for card in (*view.piles[HAND[seat]], *view.piles.get(UP[seat], ()))]
    top = max(VALUE[card] for card in move.cards)
    spread = max(held) - min(held)
    height = 2 * (top - min(held)) / spread - 1 if spread else 0.0
    low = min(VALUE[card] for card in move.cards) <= _LOW
    if view.count:
        return Traits(bold=-0.5 * height, thrift=-height, spite=height)
    many = (len(move.cards) - 1) / 2
    return Traits(
        bold=0.5 if low else -0.5 * height,
        thrift=-height,
        haste=min(1.0, 2 * many) if many else -0.3,
        spite=min(1.0, many + 0.5 * height),
    )
