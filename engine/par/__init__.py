"""Par: the result that Master achieves in the player's seat with the same cards and opponents, by playouts.

``playouts`` replays finished deals of a record, ``par_maker`` does so many times in a background process, and
``python -m engine.par`` prints the results.
"""

from engine.par.par_maker import PLAYOUTS_PER_DEAL, ParMaker
from engine.par.playouts import FinishedDeal, Par, finished_deals

__all__ = ["PLAYOUTS_PER_DEAL", "FinishedDeal", "Par", "ParMaker", "finished_deals"]
