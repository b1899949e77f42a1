"""Par: how would Master have done in your seat, with your cards, against the same opponents? Sampled by playouts.

``playouts`` takes a finished deal from a record and plays it again, ``par_maker`` does so many times in a background
process, and ``python -m engine.par`` prints the results.
"""

from engine.par.par_maker import PLAYOUTS_PER_DEAL, ParMaker
from engine.par.playouts import FinishedDeal, Par, finished_deals

__all__ = ["PLAYOUTS_PER_DEAL", "FinishedDeal", "Par", "ParMaker", "finished_deals"]
