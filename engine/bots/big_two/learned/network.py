"""The network of Big Two: expected points of the deal for each move, in whole numbers.

It learnt from its own play under the standard house rules (``build/train_big_two``). The first layer adds up rows of
features that are 0 or 1. A state's rows are shared by all its moves. All weights and sums are whole numbers below
2**24, which float32 holds exactly, so every machine finds the same values in whatever order it adds them up.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

STATE_ROWS = 478
"""Rows that depend on what the mover knows before it moves."""
HAND_ROWS = 142
"""Rows that depend on the hand after the move."""
HEIGHTS = 195
"""Heights of plays that the network tells apart; see ``engine.bots.big_two.learned.plays``."""
NETWORK_FILE = Path(__file__).resolve().parents[4] / "assets" / "networks" / "big_two.npz"
_MAX_OUTPUTS = (255, 1023, 1023)
"""Greatest output of the units of each hidden layer; the least is 0."""

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Network(NamedTuple):
    """Weights as floats without fractions. Each hidden layer's sums are divided by a power of two and cut off."""

    state: Floats
    hand: Floats
    move: Floats
    """Rows of the first layer for the move's height: first for plays, then for passes by the height passed on."""
    biases: tuple[Floats, ...]
    weights: tuple[Floats, ...]
    """From the second layer to the last."""
    scales: tuple[float, ...]

    def values(self, states: Floats, hands: Floats, heights: Ints, state_of: Ints) -> Floats:
        """Return the expected points of moves.

        ``states`` has the rows of each state, ``hands`` those of each move's hand; ``heights`` are 0 … 194 for plays
        and 195 more for passes; ``state_of`` is each move's place in ``states``.
        """
        sums = hands @ self.hand
        sums += self.move[heights]
        sums += (states @ self.state + self.biases[0])[state_of]
        for weights, bias, scale, limit in zip(self.weights, self.biases[1:], self.scales, _MAX_OUTPUTS, strict=False):
            sums *= np.float32(scale)
            np.floor(sums, out=sums)
            np.clip(sums, 0, limit, out=sums)
            sums = sums @ weights
            sums += bias
        points: Floats = sums[:, 0] * np.float32(self.scales[-1])
        return points


def load(file: Path) -> Network:
    """Read a network.

    Raises:
        OSError, ValueError, KeyError: it cannot be read.
    """
    with np.load(file, allow_pickle=False) as arrays:
        first, *weights = (arrays[f"w{layer}"].astype(np.float32) for layer in range(1, 5))
        biases = tuple(arrays[f"b{layer}"].astype(np.float32) for layer in range(1, 5))
        scales = tuple(2.0 ** -int(shift) for shift in arrays["shifts"])
    hand_end = STATE_ROWS + HAND_ROWS
    if first.shape[0] != hand_end + 2 * HEIGHTS:
        raise ValueError(f"{file.name} has {first.shape[0]} rows of features, not {hand_end + 2 * HEIGHTS}")
    weights[-1] = weights[-1].reshape(-1, 1)
    state, hand, move = np.split(first, (STATE_ROWS, hand_end))
    return Network(state, hand, move, biases, tuple(weights), scales)


@cache
def load_standard() -> Network:
    """Return the network that comes with the program; it is read once."""
    return load(NETWORK_FILE)
