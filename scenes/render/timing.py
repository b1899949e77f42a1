"""Durations and easing of the table and the screens. Durations are milliseconds at speed 1."""

import math
from collections.abc import Mapping
from types import MappingProxyType

SPEEDS: Mapping[str, float] = MappingProxyType({"0.5": 0.5, "1": 1.0, "2": 2.0, "4": 4.0, "instant": 0.0})
"""Value of the setting -> factor that divides every duration; 0 means no animation."""

DEAL_INTERVAL_MS = 70.0
"""Time between two cards of a deal."""
FAST_DEAL_CARDS = 40
"""Number of cards from which a deal is faster."""
FAST_DEAL_INTERVAL_MS = 45.0
MAX_DEAL_MS = 2400.0
DEAL_FLIGHT_MS = 260.0
MIN_FLIGHT_MS = 240.0
FLIGHT_MS_PER_PX = 0.12
MAX_FLIGHT_MS = 420.0
ARC_HEIGHT_FACTOR = 0.06
"""Height of a flight's arc, as a part of its length."""
FLIP_MS = 220.0
DROP_MS = 300.0
"""Time until a legally dropped card rests; it is nearly there after 160 ms."""
DROP_STIFFNESS, DROP_DAMPING = 320.0, 0.8
"""Spring of a drop: stiffness (1/s²) and damping ratio (1: no overshoot)."""
RETURN_MS = 220.0
SHAKE_MS = 180.0
SHAKE_DISTANCE = 6.0
SETTLE_MS = 300.0
"""Time in which a hand closes up and piles make room; it is nearly done after 150 ms."""
SETTLE_STIFFNESS, SETTLE_DAMPING = 260.0, 1.0
DRAWER_SLIDE_MS = 180.0
"""Time in which the drawer opens or closes and the table makes room, at any speed."""
LIFT_MS = 110.0
"""Time in which a selected card rises."""
LIFT_OVERSHOOT = 0.08
"""Part of its rise by which a selected card overshoots."""
HOVER_MS = 90.0
HOVER_LIFT_DISTANCE = 14.0
FINGER_LIFT_DISTANCE = 46.0
"""How far a card rises that a finger points at: its index is seen above the finger."""
HOVER_SCALE = 1.05
HOVER_NEIGHBOUR_SHIFT = 10.0
"""Distance by which the neighbours of a card under the pointer move aside, logical pixels."""
PICK_UP_MS = 80.0
"""Time in which a picked-up card grows to ``PICK_SCALE`` and its shadow deepens."""
PICK_SCALE = 1.08
FOLLOW_RATE = 50.0
"""Rate at which a dragged card approaches the pointer (1/s)."""
TRAIL_RATE = 22.0
"""Rate at which the other cards of a dragged set follow (1/s)."""
TILT_DEG_PER_SPEED = 0.012
"""Tilt of a dragged card, degrees per logical pixel a second."""
MAX_TILT_DEGREES = 12.0
TILT_RETURN_MS = 150.0
"""Time in which a dragged card that is held still turns upright."""
PLAY_INTERVAL_MS = 120.0
VOTE_REVEAL_MS = 1700.0
"""Time from the first vote that is revealed to the announcement of the result."""
VOTE_INTERVAL_MS, VOTE_FLIGHT_MS, VOTE_DROP_MS = 90.0, 260.0, 240.0
"""Time between two portraits that fly to their votes, that of the flight, and that of the drop at its end."""
SWEEP_MS = 300.0
SWEEP_HOLD_MS = 900.0
BURN_MS, BURN_HOLD_SHARE = 800.0, 0.5
"""Time in which cards burn and are taken away, and the part of it in which they stay where they are."""
BURN_HOLD_MS = 300.0
GATHER_MS = 300.0
TAKE_INTERVAL_MS = 18.0
MIN_OPPONENT_TURN_MS = 250.0
AUTO_ANSWER_DELAY_MS = 700.0
HAND_OVER_DELAY_MS = 700.0
"""Time that a play is shown before the curtain closes for the next person at the same computer."""
CURTAIN_LOCK_MS = 500.0
"""Time for which the curtain can't be opened, at any speed: a double key press must not show the next hand."""
ANNOUNCEMENT_MS = 1800.0
"""Time that an announcement is shown, ``POP_MS`` included."""
REPLAY_PAUSE_MS = 700.0
"""Pause between two moves of a replay."""
REPLAY_RESULT_MS = 2600.0
"""Time that a deal's result is shown in a replay."""
POP_MS = 400.0
"""Time in which an announcement grows to its size."""
TALK_MS, TALK_MS_PER_LETTER = 1400.0, 38.0
"""Time that a line of a character is shown: in any case, and for each letter. The speed doesn't change it."""
LONG_THOUGHT_MS = 3000.0
"""Time after which a character that thinks may say so; the speed doesn't change it."""
EXPRESSION_MS = 1200.0
"""Time that an opponent looks pleased or dismayed."""
OUT_EXPRESSION_MS = 2000.0
"""Time that somebody looks dismayed who is out of the match."""
BOB_MS = 260.0
"""Time in which a pleased portrait rises and comes down again."""
BOB_HEIGHT = 6.0
MIN_THOUGHT_MS = 300.0
"""Minimum time that an opponent is seen thinking: less would flicker."""
MAX_GLANCE_MS = 280.0
"""Time for which an opponent's eyes go from the hand to the pile before a card is played, at most."""
GLANCE_SHARE = 0.4
"""The same as part of a short pause."""
EYELID_MS = 80.0
"""Time for which the eyes close between two expressions."""
BLINK_MS = 120.0
BLINK_INTERVAL_MS = (3000.0, 6000.0)
"""Least and greatest time of motion on the table between two blinks of a face."""
HEART_FALL_MS = 700.0
"""Time in which the halves of a lost heart fall."""
HIGHLIGHT_MS = 900.0
"""Time that the word of a lesser moment is shown; the table waits for it."""
VEIL_MS = 140.0
"""Time in which the table recedes under a veil."""
SPOTLIGHT_IN_MS, SPOTLIGHT_OUT_MS = 300.0, 240.0
"""Time in which cards come into the light of an announcement, and go back at its end."""
SPARKS_MS = 700.0
"""Time in which sparks fly from an announcement."""
RAYS_MS, RAYS_TURN_DEGREES = 700.0, 8.0
"""Time in which the rays of an announcement turn, and by how many degrees."""
UNROLL_DELAY_MS, UNROLL_MS = 120.0, 180.0
"""Time after which an announcement's ribbon begins to unroll, and for which it does."""
ARC_DELAY_MS, ARC_DRAW_MS = 30.0, 350.0
"""Time after which the arc between two seats begins, as finding it takes a while, and in which it is drawn."""
THROW_DELAY_MS, THROW_MS, TIGHTEN_MS = 200.0, 260.0, 160.0
"""Time after which a rope is thrown, how long it flies, and how long its loop tightens."""
CHIP_DELAY_MS, CHIP_MS = 300.0, 160.0
"""Time after which the chips of an announcement come, and in which they grow."""
PRIZE_DELAY_MS, PRIZE_MS = 800.0, 450.0
"""Time after which the player's own gain leaves for the score, and how long it travels."""
EMBERS_MS = 500.0
"""Time in which burning cards char, and embers rise from them."""
REFUSAL_MS = 4200.0
REJECTED_OUTLINE_MS = 900.0
"""Time in which the outlines of refused cards fade."""
TOAST_MS = 1600.0
TOAST_UNDO_MS = 8000.0
"""Time that a toast with an undo is shown."""
TOOLTIP_DELAY_MS = 600.0
"""Time that the pointer rests on a button before its tooltip; the speed doesn't change it."""
GAME_CARD_LIFT_MS = 140.0
"""Time in which a game on the home screen rises and turns upright."""
LEAN_MS = 60.0
"""Time in which a raised game on the home screen covers most of its way when it leans towards the pointer."""
EMBLEM_MOTION_MS, EMBLEM_POSE_MS = 1000.0, 32.0
"""Duration of the motion of an emblem's part, and of each of its poses."""
HOME_FLIGHT_MS = 320.0
"""Time in which a game comes to its place on the home screen when the program starts."""
SCROLL_RATE = 16.0
"""Rate at which a scrolled text approaches its place (1/s)."""
RESULT_CARDS_MS = 450.0
"""Time in which the cards that decided a deal are laid out."""
RESULT_FACES_MS = 150.0
"""Time between the faces that take a result and the count of its points."""
COUNT_UP_MS = 500.0
"""Time in which a deal's points are counted up, or added to the totals of the score sheet."""
COUNT_TICK_MS = 40.0
"""Time from one step of the count to the next."""
TOTAL_DELAY_MS = 300.0
"""Time in which the points of a deal that have been counted up are added to the totals."""
CONFETTI_FALL_MS = 2400.0
CONFETTI_SPREAD_MS = 900.0
"""Time between the first and the last piece of confetti."""
SCREEN_FADE_MS = 180.0
DIALOG_FADE_MS = 120.0
RESIZE_DELAY_MS = 150.0
REDUCED_MOTION_MS = 120.0

HOLD_MS_BY_MOTION: Mapping[str, float] = MappingProxyType({"sweep": SWEEP_HOLD_MS, "burn": BURN_HOLD_MS})
"""Manner of moving -> pause before it, so that the cards are seen."""
FLIGHT_MS_BY_MOTION: Mapping[str, float] = MappingProxyType(
    {
        "deal": DEAL_FLIGHT_MS,
        "sweep": SWEEP_MS,
        "burn": BURN_MS,
        "gather": GATHER_MS,
        "draw": MIN_FLIGHT_MS,
        "drop": DROP_MS,
        "return": RETURN_MS,
    }
)
"""Manner of moving -> duration of the flight. Other manners depend on the distance."""


def flight_ms(motion: str, distance: float) -> float:
    """Duration of a card's flight over a distance (logical pixels) in a manner of moving."""
    return FLIGHT_MS_BY_MOTION.get(motion, min(MAX_FLIGHT_MS, MIN_FLIGHT_MS + FLIGHT_MS_PER_PX * distance))


def ease_out(t: float) -> float:
    """Map 0 … 1 to 0 … 1, fast at first and slow at the end."""
    return 1 - (1 - t) ** 3


def spring(t: float, duration_ms: float, stiffness: float, damping: float) -> float:
    """Position on a damped spring: 0 … 1 of ``duration_ms`` milliseconds to 0 … 1, perhaps with overshoot.

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

    return at(t * duration_ms / 1000) / at(duration_ms / 1000)


def ease(motion: str, t: float) -> float:
    """Position of a card on its way, 0 … 1: springs for drops and for closing up a hand, else ``ease_out``.

    A card that burns stays for a while.
    """
    if motion == "burn":
        return ease_out(max(0.0, t - BURN_HOLD_SHARE) / (1 - BURN_HOLD_SHARE))
    if motion == "drop":
        return spring(t, DROP_MS, DROP_STIFFNESS, DROP_DAMPING)
    if motion == "settle":
        return spring(t, SETTLE_MS, SETTLE_STIFFNESS, SETTLE_DAMPING)
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
