"""Fitted values of Gurch hands: a Poisson regression over 20,000 deals of self-play, three to five seats.

``hand_value(hand) = low(lowest card) * product of high(each other card)``. It was fitted in six rounds, each with deals
played by the result of the round before.
"""

from engine.games.gurch.plays import MAX_VALUE, TOP_VALUE

Row = tuple[float, ...]
ValueTable = tuple[tuple[Row, ...], tuple[Row, ...]]
"""By control (without, with), number of cards in hand (1 … 5) and value (2 … 14)."""

_LOWEST_CARD_POINTS: ValueTable = (
    (
        (7.61, 3.85, 2.28, 1.49, 0.99, 0.665, 0.497, 0.324, 0.159, 0.0696, 0.0335, 0.02, 0.01),
        (8.26, 4.72, 2.66, 1.85, 1.12, 0.725, 0.509, 0.288, 0.119, 0.0447, 0.0181, 0.008, 0.00417),
        (10.4, 6.39, 3.56, 2.72, 1.95, 1.41, 1.02, 0.718, 0.464, 0.207, 0.0686, 0.0231, 0.00915),
        (10.6, 5.68, 2.8, 1.69, 1.29, 0.998, 0.735, 0.558, 0.401, 0.275, 0.184, 0.125, 0.0921),
        (11.0, 6.48, 4.16, 2.83, 2.16, 1.79, 1.46, 0.914, 0.46, 0.223, 0.113, 0.0632, 0.04),
    ),
    (
        (7.61, 3.85, 2.28, 1.49, 0.99, 0.665, 0.497, 0.324, 0.159, 0.0696, 0.0335, 0.02, 0.01),
        (9.31, 6.35, 4.76, 3.6, 2.56, 1.95, 1.53, 1.03, 0.611, 0.279, 0.0973, 0.0332, 0.0129),
        (6.15, 4.11, 3.1, 2.68, 1.87, 1.35, 1.17, 0.887, 0.609, 0.401, 0.225, 0.118, 0.0665),
        (7.78, 4.47, 3.42, 2.44, 2.25, 2.11, 1.62, 1.01, 0.577, 0.291, 0.14, 0.0754, 0.0459),
        (6.08, 4.31, 3.14, 2.6, 1.96, 1.55, 1.35, 1.03, 0.687, 0.409, 0.214, 0.111, 0.0632),
    ),
)
"""Expected points for the lowest card."""

_OTHER_CARD_FACTORS: ValueTable = (
    (
        (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
        (0.872, 0.459, 0.26, 0.204, 0.177, 0.17, 0.169, 0.166, 0.17, 0.211, 0.35, 0.619, 0.742),
        (0.784, 0.515, 0.331, 0.297, 0.289, 0.293, 0.29, 0.283, 0.28, 0.303, 0.406, 0.635, 0.936),
        (0.856, 0.596, 0.378, 0.343, 0.317, 0.303, 0.307, 0.324, 0.349, 0.4, 0.514, 0.72, 1.16),
        (0.927, 0.691, 0.476, 0.415, 0.382, 0.378, 0.387, 0.394, 0.408, 0.446, 0.531, 0.843, 1.31),
    ),
    (
        (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
        (0.919, 0.775, 0.669, 0.68, 0.7, 0.743, 0.783, 0.804, 0.822, 0.855, 0.968, 0.961, 1.04),
        (1.32, 1.01, 0.727, 0.637, 0.599, 0.626, 0.668, 0.668, 0.687, 0.792, 0.983, 1.1, 1.36),
        (1.07, 0.797, 0.598, 0.541, 0.53, 0.539, 0.545, 0.547, 0.559, 0.6, 0.69, 0.977, 1.32),
        (1.09, 0.877, 0.642, 0.633, 0.609, 0.59, 0.601, 0.631, 0.663, 0.747, 0.977, 1.15, 1.34),
    ),
)
"""Factor for each other card."""


MAX_HAND = 13
"""Maximum number of cards of a hand; larger ones than the fitted have the values of the largest fitted."""


def _pad_for_indexing(table: ValueTable) -> tuple[tuple[Row, ...], ...]:
    """Return the table of hand values, padded so that number of cards and card value are its indices.

    The top card of a house rule has the values of an ace.
    """
    return tuple(
        tuple(
            (1.0, 1.0, *row, *row[-1:] * (TOP_VALUE - MAX_VALUE))
            for row in ((1.0,) * 13, *rows, *rows[-1:] * (MAX_HAND - len(rows)))
        )
        for rows in table
    )


LOWEST_CARD_POINTS = _pad_for_indexing(_LOWEST_CARD_POINTS)
"""[control][number of cards in hand][value] -> expected points for the lowest card."""
OTHER_CARD_FACTORS = _pad_for_indexing(_OTHER_CARD_FACTORS)
"""[control][number of cards in hand][value] -> factor for each other card."""
