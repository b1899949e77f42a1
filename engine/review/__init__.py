"""How well was a match played? Every free decision is judged from what the player knew, and with all cards open.

``judge`` compares what was played with what the search would have played, ``line`` plays the match to its end from
moments of it, ``report`` is what a review says, ``reviewer`` makes one beside the window, and ``python -m
engine.review`` prints it.
"""

from engine.review.judge import Effort, Verdict, judge
from engine.review.line import Point
from engine.review.report import Decision, Report
from engine.review.reviewer import Reviewer, decisions

__all__ = ["Decision", "Effort", "Point", "Report", "Reviewer", "Verdict", "decisions", "judge"]
