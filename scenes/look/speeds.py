"""Durations of the table and the screens, in milliseconds at speed 1."""

import math
from collections.abc import Mapping
from types import MappingProxyType

SPEEDS: Mapping[str, float] = MappingProxyType({"0.5": 0.5, "1": 1.0, "2": 2.0, "4": 4.0, "instant": 0.0})
"""Setting -> factor that divides every duration; 0 means that everything is there at once."""

DEAL_INTERVAL = 70.0
DEAL_INTERVAL_MANY = 45.0
MANY_CARDS = 40
"""From so many cards on, a deal goes faster."""
MAX_DEAL = 2400.0
DEAL_FLIGHT = 260.0
FLIGHT = 240.0
FLIGHT_PER_PX = 0.12
MAX_FLIGHT = 420.0
ARC = 0.06
"""Height of a flight's arc by its length."""
FLIP = 220.0
DROP = 300.0
"""A legal drop until it stands still; most of the way is done after 160 ms."""
DROP_STIFFNESS, DROP_DAMPING = 320.0, 0.8
"""Of the spring of a drop: stiffness (1/s²) and damping (1: it doesn't swing)."""
RETURN = 220.0
SHAKE = 180.0
SHAKE_WIDTH = 6.0
SETTLE = 300.0
"""A hand closes up, piles make room; most of the way is done after 150 ms."""
SETTLE_STIFFNESS, SETTLE_DAMPING = 260.0, 1.0
LIFT = 110.0
"""A card is selected."""
LIFT_OVERSHOOT = 0.08
"""Part of its height by which a selected card goes too far on the way."""
HOVER = 90.0
HOVER_LIFT = 14.0
HOVER_SCALE = 1.05
HOVER_ASIDE = 10.0
"""The neighbours of a card under the pointer give way by this, logical pixels."""
PICK_UP = 80.0
"""A card that is taken up grows to ``PICK_SCALE`` and its shadow falls lower."""
PICK_SCALE = 1.08
FOLLOW = 50.0
"""A dragged card closes the distance to the pointer at this rate (1/s)."""
TRAIL = 22.0
"""The further cards of a dragged set follow more slowly (1/s)."""
TILT = 0.012
"""Degrees by speed in logical pixels a second."""
MAX_TILT = 12.0
TILT_RETURN = 150.0
"""A dragged card that is held still is upright again after this."""
PLAY_INTERVAL = 120.0
SWEEP = 300.0
SWEEP_HOLD = 900.0
BURN = 500.0
BURN_HOLD = 500.0
GATHER = 300.0
TAKE_INTERVAL = 18.0
MIN_OPPONENT_TURN = 250.0
AUTO_ANSWER = 700.0
HAND_OVER = 700.0
"""Several persons at one computer: a play lies there so long before the curtain comes down for the next person."""
CURTAIN_LOCK = 500.0
"""So long nothing lifts the curtain, at any speed: a key pressed twice must not show the next person's cards."""
ANNOUNCEMENT = 1800.0
REPLAY_PAUSE = 700.0
"""Between two moves of a match that is watched."""
REPLAY_RESULT = 2600.0
"""The outcome of a deal is read in a match that is watched."""
POP = 400.0
"""An announcement grows to its size."""
REFUSAL = 4200.0
GHOSTS = 900.0
"""Outlines of refused cards on their way back, until they have faded."""
TOAST = 1600.0
TOAST_UNDO = 8000.0
"""The same where it offers to take back what was done."""
TOOLTIP_DELAY = 600.0
"""The pointer rests on a button before the button's name is told; not divided by the speed."""
GAME_CARD = 140.0
"""A game's card on the first screen rises and turns upright."""
GLIDE = 16.0
"""A text that is scrolled closes the distance to its place at this rate (1/s)."""
COUNT_UP = 800.0
"""The points of a deal are added to the totals of the score sheet."""
CONFETTI_FALL = 2400.0
CONFETTI_SPREAD = 900.0
"""The last piece of confetti starts so long after the first."""
SCREEN_CHANGE = 180.0
DIALOG = 120.0
RESIZE_DELAY = 150.0
REDUCED_MOTION = 120.0

HOLDS: Mapping[str, float] = MappingProxyType({"sweep": SWEEP_HOLD, "burn": BURN_HOLD})
"""Pause before cards leave in this manner, so that everybody sees what lies there."""
FLIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "deal": DEAL_FLIGHT,
        "sweep": SWEEP,
        "burn": BURN,
        "gather": GATHER,
        "draw": FLIGHT,
        "drop": DROP,
        "return": RETURN,
    }
)
"""Length of a flight of this manner; others by distance."""


def flight(how: str, distance: float) -> float:
    """Milliseconds that a card takes over this distance (logical pixels) when it moves in this manner."""
    return FLIGHTS.get(how, min(MAX_FLIGHT, FLIGHT + FLIGHT_PER_PX * distance))


def ease_out(t: float) -> float:
    """Fast first, gentle at the end; 0 … 1 to 0 … 1."""
    return 1 - (1 - t) ** 3


def spring(t: float, length: float, stiff: float, damped: float) -> float:
    """How far a spring has brought something: 0 … 1 of ``length`` milliseconds to 0 … 1, perhaps a little beyond.

    ``damped`` is at most 1. What would be left at the end is spread over the way, so that nothing jumps.
    """

    def at(seconds: float) -> float:
        rate = math.sqrt(stiff)
        decay = math.exp(-damped * rate * seconds)
        if damped >= 1:
            return 1 - decay * (1 + rate * seconds)
        swing = rate * math.sqrt(1 - damped**2)
        part = damped * rate / swing
        return 1 - decay * (math.cos(swing * seconds) + part * math.sin(swing * seconds))

    return at(t * length / 1000) / at(length / 1000)


def ease(how: str, t: float) -> float:
    """How far a card is on its way: springs for drops and for a hand that closes up, else fast first."""
    if how == "drop":
        return spring(t, DROP, DROP_STIFFNESS, DROP_DAMPING)
    if how == "settle":
        return spring(t, SETTLE, SETTLE_STIFFNESS, SETTLE_DAMPING)
    return ease_out(t)


def ease_lift(t: float) -> float:
    """How high a card that is being selected is: 0 … 1 to 0 … 1, a touch more on the way."""
    t = min(1.0, max(0.0, t))
    return ease_out(t) + LIFT_OVERSHOOT * math.sin(math.pi * t) * t * 1.5


def ease_pop(t: float) -> float:
    """Grows from little to the whole, a touch too large on the way; 0 … 1 to 0.3 … 1.05 … 1."""
    t = min(1.0, max(0.0, t))
    back = 1.4
    s = t - 1
    return 0.3 + 0.7 * (1 + (back + 1) * s**3 + back * s**2)
