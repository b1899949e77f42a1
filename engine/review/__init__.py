"""How well was a match played? Every free decision is judged from what the player knew, and with all cards open.

``judge`` compares moves by playing the same sampled worlds to the end of the deal after each of them, ``report`` goes
through a record with it, and ``python -m engine.review`` prints what it finds.
"""

from engine.review.judge import Verdict, judge
from engine.review.report import Decision, Report, decisions

__all__ = ["Decision", "Report", "Verdict", "decisions", "judge"]
