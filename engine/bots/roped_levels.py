"""The levels of RoPeD, and how its moves look."""

from engine.bots.base import Ladder, Learner, Quick
from engine.bots.manner import Traits
from engine.bots.roped import Policy
from engine.bots.search import Budget, Search
from engine.game import Game
from engine.moves import Move, Seat

HARD = Budget(steps=1_250)
MASTER = Budget(steps=5_000)

LADDER: Ladder = {
    "easy": lambda mind: Learner(Policy(), 0.3, mind.manner),
    "medium": lambda mind: Quick(Policy(), mind.manner),
    "hard": lambda mind: Search(Policy(), HARD, mind.manner),
    "master": lambda mind: Search(Policy(), MASTER.times(mind.patience), mind.manner),
    "greedy": lambda _: Quick(Policy()),
}
"""Level, or yardstick -> its bot."""


def traits(view: Game, seat: Seat, move: Move) -> Traits:  # noqa: ARG001
    """How a legal move looks in the position before it."""
    return Traits()
