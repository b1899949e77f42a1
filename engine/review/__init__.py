"""The match review: how well was a match played? Each decision is judged by what the player knew, and in hindsight.

``judge`` compares a played move with the search's choice, ``line`` estimates the chance to win by playouts,
``moments`` finds the positions to look at, ``report`` holds the results, ``reviewer`` makes a report in background
processes, and ``python -m engine.review`` prints one.
"""

from engine.review.judge import Effort, Verdict, judge
from engine.review.line import Point
from engine.review.report import Decision, Report
from engine.review.reviewer import Reviewer, decisions

__all__ = ["Decision", "Effort", "Point", "Report", "Reviewer", "Verdict", "decisions", "judge"]
