"""Durations and easing of the table and the screens. Durations are milliseconds at speed 1."""

import math
from collections.abc import Mapping
from types import MappingProxyType

SPEEDS: Mapping[str, float] = MappingProxyType({"0.5": 0.5, "1": 1.0, "2": 2.0, "4": 4.0, "instant": 0.0})
"""Value of the setting -> factor that divides every duration; 0 means no animation."""

DEAL_INTERVAL = 70.0
"""Time between two cards of a deal."""
MANY_CARDS = 40
"""Number of cards from which a deal is faster."""
DEAL_INTERVAL_MANY = 45.0
MAX_DEAL = 2400.0
DEAL_FLIGHT = 260.0
FLIGHT = 240.0
FLIGHT_PER_PX = 0.12
MAX_FLIGHT = 420.0
ARC = 0.06
"""Height of a flight's arc, as a part of its length."""
FLIP = 220.0
DROP = 300.0
"""Time until a legally dropped card rests; it is nearly there after 160 ms."""
DROP_STIFFNESS, DROP_DAMPING = 320.0, 0.8
"""Spring of a drop: stiffness (1/s²) and damping ratio (1: no overshoot)."""
RETURN = 220.0
SHAKE = 180.0
SHAKE_WIDTH = 6.0
SETTLE = 300.0
"""Time in which a hand closes up and piles make room; it is nearly done after 150 ms."""
SETTLE_STIFFNESS, SETTLE_DAMPING = 260.0, 1.0
MAKE_ROOM = 180.0
"""Time in which the drawer opens or closes and the table makes room, at any speed."""
LIFT = 110.0
"""Time in which a selected card rises."""
LIFT_OVERSHOOT = 0.08
"""Part of its rise by which a selected card overshoots."""
HOVER = 90.0
HOVER_LIFT = 14.0
FINGER_LIFT = 46.0
"""How far a card rises that a finger points at: its index is seen above the finger."""
HOVER_SCALE = 1.05
HOVER_ASIDE = 10.0
"""Distance by which the neighbours of a card under the pointer move aside, logical pixels."""
PICK_UP = 80.0
"""Time in which a picked-up card grows to ``PICK_SCALE`` and its shadow deepens."""
PICK_SCALE = 1.08
FOLLOW = 50.0
"""Rate at which a dragged card approaches the pointer (1/s)."""
TRAIL = 22.0
"""Rate at which the other cards of a dragged set follow (1/s)."""
TILT = 0.012
"""Tilt of a dragged card, degrees per logical pixel a second."""
MAX_TILT = 12.0
TILT_RETURN = 150.0
"""Time in which a dragged card that is held still turns upright."""
PLAY_INTERVAL = 120.0
VOTES = 1700.0
"""Time from the first vote that is revealed to the announcement of the result."""
VOTE_APART, VOTE_FLIGHT, VOTE_DROP = 90.0, 260.0, 240.0
"""Time between two portraits that fly to their votes, that of the flight, and that of the drop at its end."""
SWEEP = 300.0
SWEEP_HOLD = 900.0
BURN, BURN_STAYS = 800.0, 0.5
"""Time in which cards burn and are taken away, and the part of it in which they stay where they are."""
BURN_HOLD = 300.0
GATHER = 300.0
TAKE_INTERVAL = 18.0
MIN_OPPONENT_TURN = 250.0
AUTO_ANSWER = 700.0
HAND_OVER = 700.0
"""Time that a play is shown before the curtain closes for the next person at the same computer."""
CURTAIN_LOCK = 500.0
"""Time for which the curtain can't be opened, at any speed: a double key press must not show the next hand."""
ANNOUNCEMENT = 1800.0
"""Time that an announcement is shown, ``POP`` included."""
REPLAY_PAUSE = 700.0
"""Pause between two moves of a replay."""
REPLAY_RESULT = 2600.0
"""Time that a deal's result is shown in a replay."""
POP = 400.0
"""Time in which an announcement grows to its size."""
TALK, TALK_PER_LETTER = 1400.0, 38.0
"""Time that a line of a character is shown: in any case, and for each letter. The speed doesn't change it."""
LONG_THOUGHT = 3000.0
"""Time after which a character that thinks may say so; the speed doesn't change it."""
EXPRESSION = 1200.0
"""Time that an opponent looks pleased or dismayed."""
EXPRESSION_OUT = 2000.0
"""Time that somebody looks dismayed who is out of the match."""
BOB = 260.0
"""Time in which a pleased portrait rises and comes down again."""
BOB_HEIGHT = 6.0
LEAST_THOUGHT = 300.0
"""Minimum time that an opponent is seen thinking: less would flicker."""
GLANCE = 280.0
"""Time for which an opponent's eyes go from the hand to the pile before a card is played, at most."""
GLANCE_SHARE = 0.4
"""The same as part of a short pause."""
LIDS = 80.0
"""Time for which the eyes close between two expressions."""
BLINK = 120.0
BLINKS = (3000.0, 6000.0)
"""Least and greatest time of motion on the table between two blinks of a face."""
HEART_FALL = 700.0
"""Time in which the halves of a lost heart fall."""
PEAK = 900.0
"""Time that the word of a lesser moment is shown; the table waits for it."""
VEIL = 140.0
"""Time in which the table recedes under a veil."""
TO_LIGHT, FROM_LIGHT = 300.0, 240.0
"""Time in which cards come into the light of an announcement, and go back at its end."""
SPARKS = 700.0
"""Time in which sparks fly from an announcement."""
RAYS, RAYS_TURN = 700.0, 8.0
"""Time in which the rays of an announcement turn, and by how many degrees."""
UNROLL_FROM, UNROLL = 120.0, 180.0
"""Time after which an announcement's ribbon begins to unroll, and for which it does."""
ARC_FROM, DRAW_ARC = 30.0, 350.0
"""Time after which the arc between two seats begins, as finding it takes a while, and in which it is drawn."""
THROW_FROM, THROW, TIGHTEN = 200.0, 260.0, 160.0
"""Time after which a rope is thrown, how long it flies, and how long its loop tightens."""
CHIP_FROM, CHIP = 300.0, 160.0
"""Time after which the chips of an announcement come, and in which they grow."""
PRIZE_FROM, PRIZE = 800.0, 450.0
"""Time after which the player's own gain leaves for the score, and how long it travels."""
EMBERS = 500.0
"""Time in which burning cards char, and embers rise from them."""
REFUSAL = 4200.0
GHOSTS = 900.0
"""Time in which the outlines of refused cards fade."""
TOAST = 1600.0
TOAST_UNDO = 8000.0
"""Time that a toast with an undo is shown."""
TOOLTIP_DELAY = 600.0
"""Time that the pointer rests on a button before its tooltip; the speed doesn't change it."""
GAME_CARD = 140.0
"""Time in which a game on the home screen rises and turns upright."""
LEAN = 60.0
"""Time in which a raised game on the home screen covers most of its way when it leans towards the pointer."""
EMBLEM, EMBLEM_POSE = 1000.0, 32.0
"""Duration of the motion of an emblem's part, and of each of its poses."""
HOME_FLIGHT = 320.0
"""Time in which a game comes to its place on the home screen when the program starts."""
GLIDE = 16.0
"""Rate at which a scrolled text approaches its place (1/s)."""
RESULT_LAID = 450.0
"""Time in which the cards that decided a deal are laid out."""
RESULT_FACES = 150.0
"""Time between the faces that take a result and the count of its points."""
COUNT_UP = 500.0
"""Time in which a deal's points are counted up, or added to the totals of the score sheet."""
COUNT_TICK = 40.0
"""Time from one step of the count to the next."""
TOTAL_FOLLOWS = 300.0
"""Time in which the points of a deal that have been counted up are added to the totals."""
CONFETTI_FALL = 2400.0
CONFETTI_SPREAD = 900.0
"""Time between the first and the last piece of confetti."""
SCREEN_CHANGE = 180.0
DIALOG = 120.0
RESIZE_DELAY = 150.0
REDUCED_MOTION = 120.0

HOLDS: Mapping[str, float] = MappingProxyType({"sweep": SWEEP_HOLD, "burn": BURN_HOLD})
"""Manner of moving -> pause before it, so that the cards are seen."""
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
"""Manner of moving -> duration of the flight. Other manners depend on the distance."""


def flight(how: str, distance: float) -> float:
    """Duration of a card's flight over a distance (logical pixels) in a manner of moving."""
    return FLIGHTS.get(how, min(MAX_FLIGHT, FLIGHT + FLIGHT_PER_PX * distance))


def ease_out(t: float) -> float:
    """Map 0 … 1 to 0 … 1, fast at first and slow at the end."""
    return 1 - (1 - t) ** 3


def spring(t: float, length: float, stiffness: float, damping: float) -> float:
    """Position on a damped spring: 0 … 1 of ``length`` milliseconds to 0 … 1, perhaps with overshoot.

    ``damping`` is at most 1. The curve is scaled to end at exactly 1, so that nothing jumps.
    """

    def at(seconds: float) -> float:
        rate = math.sqrt(stiffness)
        decay = math.exp(-damping * rate * seconds)
        if damping >= 1:
            return 1 - decay * (1 + rate * seconds)
        swing = rate * math.sqrt(1 - damping**2)
        part = damping * rate / swing
        return 1 - decay * (math.cos(swing * seconds) + part * math.sin(swing * seconds))

    return at(t * length / 1000) / at(length / 1000)


def ease(how: str, t: float) -> float:
    """Position of a card on its way, 0 … 1: springs for drops and for closing up a hand, else ``ease_out``.

    A card that burns stays for a while.
    """
    if how == "burn":
        return ease_out(max(0.0, t - BURN_STAYS) / (1 - BURN_STAYS))
    if how == "drop":
        return spring(t, DROP, DROP_STIFFNESS, DROP_DAMPING)
    if how == "settle":
        return spring(t, SETTLE, SETTLE_STIFFNESS, SETTLE_DAMPING)
    return ease_out(t)


def ease_lift(t: float) -> float:
    """Height of a card being selected: 0 … 1 to 0 … 1, with a slight overshoot."""
    t = min(1.0, max(0.0, t))
    return ease_out(t) + LIFT_OVERSHOOT * math.sin(math.pi * t) * t * 1.5


def ease_pop(t: float) -> float:
    """Size of an announcement popping up: 0 … 1 to 0.3 … 1.05 … 1."""
    t = min(1.0, max(0.0, t))
    back = 1.4
    s = t - 1
    return 0.3 + 0.7 * (1 + (back + 1) * s**3 + back * s**2)
