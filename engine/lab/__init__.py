"""What does a house rule change? The same deals played by the computer under two sets of rules, and compared.

``observe`` plays a match and writes down what happened in it, ``figures`` compares such notes of many matches with
their standard errors, ``laboratory`` plays them in worker processes, and ``python -m engine.lab`` is the command.
"""

from engine.lab.figures import MIN_MATCHES, Comparison, Estimate
from engine.lab.laboratory import Laboratory
from engine.lab.saved import SavedComparison, SavedComparisons
from engine.lab.trials import Experiment, Trial, observe

__all__ = [
    "MIN_MATCHES",
    "Comparison",
    "Estimate",
    "Experiment",
    "Laboratory",
    "SavedComparison",
    "SavedComparisons",
    "Trial",
    "observe",
]
