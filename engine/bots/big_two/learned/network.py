"""Value network of Big Two: expected points of the deal for each move, in integer arithmetic.

It was trained by self-play under the standard house rules (``build/train_big_two``). The inputs are features of 0 or 1,
and the features of a state are shared by all its moves. All weights and sums are integers below 2**24. float32 holds
these exactly, so the results don't depend on the machine or the order of summation.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

STATE_FEATURE_COUNT = 478
"""Number of features of the state before the move."""
HAND_FEATURE_COUNT = 142
"""Number of features of the hand after the move."""
HEIGHT_COUNT = 195
"""Number of heights of plays; see ``engine.bots.big_two.learned.plays``."""
NETWORK_FILE = Path(__file__).resolve().parents[4] / "assets" / "networks" / "big_two.npz"
_MAX_OUTPUTS = (255, 1023, 1023)
"""Maximum output of the units of each hidden layer; the minimum is 0."""

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Network(NamedTuple):
    """Weights of the Big Two value network, as integral floats.

    Each hidden layer divides its sums by a power of two, rounds down and clips.
    """

    state_weights: Floats
    hand_weights: Floats
    height_weights: Floats
    """Weights of the first layer by the move's height: first for plays, then for passes by the height passed on."""
    biases: tuple[Floats, ...]
    later_weights: tuple[Floats, ...]
    """Weights from the second layer to the last."""
    scales: tuple[float, ...]
    """Factors, powers of two, on the sums of each layer."""

    def values(self, states: Floats, hands: Floats, heights: Ints, state_of: Ints) -> Floats:
        """Return the value network's expected points for Big Two moves.

        Args:
            states: features of each state.
            hands: features of the hand after each move.
            heights: of each move, 0 … 194 for plays; for passes, 195 plus the height passed on.
            state_of: for each move, index of its state.
        """
        sums = hands @ self.hand_weights
        sums += self.height_weights[heights]
        sums += (states @ self.state_weights + self.biases[0])[state_of]
        for weights, bias, scale, limit in zip(
            self.later_weights, self.biases[1:], self.scales, _MAX_OUTPUTS, strict=False
        ):
            sums *= np.float32(scale)
            np.floor(sums, out=sums)
            np.clip(sums, 0, limit, out=sums)
            sums = sums @ weights
            sums += bias
        points: Floats = sums[:, 0] * np.float32(self.scales[-1])
        return points


def load(file: Path) -> Network:
    """Read a Big Two value network from a numpy archive.

    Raises:
        OSError, ValueError, KeyError: the file cannot be read or has wrong contents.
    """
    with np.load(file, allow_pickle=False) as arrays:
        first, *weights = (arrays[f"w{layer}"].astype(np.float32) for layer in range(1, 5))
        biases = tuple(arrays[f"b{layer}"].astype(np.float32) for layer in range(1, 5))
        scales = tuple(2.0 ** -int(shift) for shift in arrays["shifts"])
    hand_end = STATE_FEATURE_COUNT + HAND_FEATURE_COUNT
    if first.shape[0] != hand_end + 2 * HEIGHT_COUNT:
        raise ValueError(f"{file.name} has {first.shape[0]} rows of features, expected {hand_end + 2 * HEIGHT_COUNT}")
    weights[-1] = weights[-1].reshape(-1, 1)
    state, hand, move = np.split(first, (STATE_FEATURE_COUNT, hand_end))
    return Network(state, hand, move, biases, tuple(weights), scales)


@cache
def load_standard() -> Network:
    """Return the Big Two value network in ``assets``; the file is read once."""
    return load(NETWORK_FILE)
