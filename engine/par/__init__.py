"""Par: how would Master have done in your seat, with your cards, against the same opponents? Sampled by playouts.

``playouts`` takes a finished deal from a record and plays it again, ``maker`` does so many times in a background
process, and ``python -m engine.par`` prints the results.
"""

from engine.par.maker import PLAYOUTS, ParMaker
from engine.par.playouts import FinishedDeal, Par, finished_deals

__all__ = ["PLAYOUTS", "FinishedDeal", "Par", "ParMaker", "finished_deals"]
