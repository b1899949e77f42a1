"""The rule lab: what does a house rule change? The computer plays the same deals under two sets of rules.

``trials`` plays single matches and counts what happens in them, ``figures`` compares the counts of many matches with
standard errors, ``laboratory`` runs trials in background processes, ``saved`` stores results in the profile, and
``python -m engine.lab`` is the command.
"""

from engine.lab.figures import MIN_MATCHES, Comparison, Estimate
from engine.lab.laboratory import Laboratory
from engine.lab.saved import SavedComparison, SavedComparisons
from engine.lab.trials import Experiment, RuleTrial, observe

__all__ = [
    "MIN_MATCHES",
    "Comparison",
    "Estimate",
    "Experiment",
    "Laboratory",
    "RuleTrial",
    "SavedComparison",
    "SavedComparisons",
    "observe",
]
