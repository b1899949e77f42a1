"""How would Master have done in your seat, with your cards, against the same opponents? A sample of playings of a deal.

``playing`` takes a finished deal out of a record and plays it again, ``maker`` does so in a process and counts, and
``python -m engine.par`` prints what it finds.
"""

from engine.par.maker import PLAYINGS, ParMaker
from engine.par.playing import Dealt, Par, deals

__all__ = ["PLAYINGS", "Dealt", "Par", "ParMaker", "deals"]
