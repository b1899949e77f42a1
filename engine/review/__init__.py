"""The match review: judges each decision of a seat by what the player knew, and in hindsight.

``judge`` compares a played move with the search's choice, and ``win_chances`` estimates the chance to win by playouts.
``key_moments`` finds the positions to analyse, and ``report`` holds the results. ``reviewer`` makes a report in
background processes. ``python -m engine.review`` prints one.
"""

from engine.review.judge import JudgingEffort, Verdict, judge
from engine.review.report import Decision, Report
from engine.review.reviewer import Reviewer, judge_decisions
from engine.review.win_chances import WinChance

__all__ = ["Decision", "JudgingEffort", "Report", "Reviewer", "Verdict", "WinChance", "judge", "judge_decisions"]
