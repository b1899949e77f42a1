"""How would Master have done in your seat, with your cards, against the same opponents? A sample of playings of a deal.

``playing`` takes a finished deal out of a record and plays it again, ``maker`` does so in a process and counts, and
``python -m engine.par`` prints what it finds.
"""

from engine.par.maker import PLAYOUTS, ParMaker
from engine.par.playouts import FinishedDeal, Par, finished_deals

__all__ = ["PLAYOUTS", "FinishedDeal", "Par", "ParMaker", "finished_deals"]
