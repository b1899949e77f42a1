"""What does a house rule change? The same deals played by the computer under two sets of rules, and compared.

``observe`` plays a match and writes down what happened in it, ``figures`` compares such notes of many matches with
their standard errors, ``laboratory`` plays them in worker processes, and ``python -m engine.lab`` is the command.
"""

from engine.lab.figures import ENOUGH, Comparison, Estimate
from engine.lab.kept import Found, Kept
from engine.lab.laboratory import Laboratory
from engine.lab.observe import Plan, Trial, observe

__all__ = ["ENOUGH", "Comparison", "Estimate", "Found", "Kept", "Laboratory", "Plan", "Trial", "observe"]
