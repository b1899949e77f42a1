"""The rule lab: measures the effect of house rules. Bots play the same deals under two sets of rules.

``trials`` plays and counts single matches, ``estimates`` compares many of them with standard errors, ``laboratory``
runs trials in background processes, and ``saved_comparisons`` stores results in the profile. The command is
``python -m engine.lab``.
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
