"""Every duration of the table and the screens, in milliseconds at speed 1 (LOOK_AND_FEEL, Motion)."""

from collections.abc import Mapping
from types import MappingProxyType

SPEEDS: Mapping[str, float] = MappingProxyType({"0.5": 0.5, "1": 1.0, "2": 2.0, "4": 4.0, "instant": 0.0})
"""Setting -> factor that divides every duration; 0 means that everything is there at once."""

DEAL_APART = 45.0
DEAL_LONGEST = 2400.0
DEAL_FLIGHT = 260.0
FLIGHT = 240.0
FLIGHT_PER_PX = 0.12
FLIGHT_LONGEST = 420.0
ARC = 0.06
"""Height of a flight's arc by its length."""
FLIP = 220.0
DROP = 180.0
RETURN = 220.0
SHAKE = 180.0
SHAKE_WIDTH = 6.0
SETTLE = 160.0
"""A hand closes up, a card is raised, piles make room."""
LIFT = 110.0
BETWEEN_PLAYS = 120.0
SWEEP = 300.0
SWEEP_HOLD = 900.0
BURN = 500.0
BURN_HOLD = 500.0
GATHER = 300.0
TAKE_APART = 18.0
OPPONENT_LEAST = 250.0
AUTO_ANSWER = 700.0
LOUD = 1800.0
POP = 400.0
"""An announcement grows to its size."""
REFUSAL = 4200.0
SCREEN_CHANGE = 180.0
DIALOG = 120.0
RESIZE_REST = 150.0
REDUCED = 120.0

HOLDS: Mapping[str, float] = MappingProxyType({"sweep": SWEEP_HOLD, "burn": BURN_HOLD})
"""Pause before cards leave in this manner, so that everybody sees what lies there."""
FLIGHTS: Mapping[str, float] = MappingProxyType(
    {"deal": DEAL_FLIGHT, "sweep": SWEEP, "burn": BURN, "gather": GATHER, "draw": FLIGHT}
)
"""Length of a flight of this manner; others by distance."""


def flight(how: str, distance: float) -> float:
    """Milliseconds that a card takes over this distance (logical pixels) when it moves in this manner."""
    return FLIGHTS.get(how, min(FLIGHT_LONGEST, FLIGHT + FLIGHT_PER_PX * distance))


def out_cubic(t: float) -> float:
    """Fast first, gentle at the end; 0 … 1 to 0 … 1."""
    return 1 - (1 - t) ** 3


def pop(t: float) -> float:
    """Grows from little to the whole, a touch too large on the way; 0 … 1 to about 0.3 … 1."""
    t = min(1.0, max(0.0, t))
    back = 1.4
    s = t - 1
    return min(1.0, 0.3 + 0.7 * (1 + (back + 1) * s**3 + back * s**2))
