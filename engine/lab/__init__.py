"""The rule lab: what does a house rule change? The computer plays the same deals under two sets of rules.

``trials`` plays single matches and counts what happens in them, ``estimates`` compares the counts of many matches with
standard errors, ``laboratory`` runs trials in background processes, ``saved_comparisons`` stores results in the
profile, and
``python -m engine.lab`` is the command.
"""

from engine.lab.estimates import MIN_MATCHES, Comparison, Estimate
from engine.lab.laboratory import Laboratory
from engine.lab.saved_comparisons import SavedComparison, SavedComparisons
from engine.lab.trials import Experiment, RuleTrial, play_and_count

__all__ = [
    "MIN_MATCHES",
    "Comparison",
    "Estimate",
    "Experiment",
    "Laboratory",
    "RuleTrial",
    "SavedComparison",
    "SavedComparisons",
    "play_and_count",
]
