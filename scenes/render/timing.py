"""Durations and easing functions of animations. Durations are milliseconds at speed 1."""

import math
from collections.abc import Mapping
from types import MappingProxyType

SPEEDS: Mapping[str, float] = MappingProxyType({"0.5": 0.5, "1": 1.0, "2": 2.0, "4": 4.0, "instant": 0.0})
"""Factor that divides every duration, by value of the setting ``speed``; 0 for no animation."""

DEAL_INTERVAL_MS = 70.0
"""Interval between two cards of a deal."""
LARGE_DEAL_CARDS = 40
"""Number of cards from which a deal is animated faster."""
LARGE_DEAL_INTERVAL_MS = 45.0
MAX_DEAL_MS = 2400.0
DEAL_FLIGHT_MS = 260.0
MIN_FLIGHT_MS = 240.0
FLIGHT_MS_PER_PX = 0.12
MAX_FLIGHT_MS = 420.0
ARC_HEIGHT_FACTOR = 0.06
"""Height of a flight's arc relative to the flight's length."""
FLIP_MS = 220.0
DROP_MS = 300.0
"""Duration until a legally dropped card rests; it is nearly there after 160 ms."""
DROP_STIFFNESS, DROP_DAMPING = 320.0, 0.8
"""Spring of a drop: stiffness (1/s²) and damping ratio (1: no overshoot)."""
RETURN_MS = 220.0
SHAKE_MS = 180.0
SHAKE_DISTANCE = 6.0
SETTLE_MS = 300.0
"""Duration in which a hand closes up and piles move apart; it is nearly done after 150 ms."""
SETTLE_STIFFNESS, SETTLE_DAMPING = 260.0, 1.0
DRAWER_SLIDE_MS = 180.0
"""Duration in which the drawer opens or closes and the table shifts, at any speed."""
LIFT_MS = 110.0
"""Duration of a selected card's rise."""
LIFT_OVERSHOOT = 0.08
"""Overshoot of a selected card relative to its rise."""
HOVER_MS = 90.0
HOVER_LIFT_DISTANCE = 14.0
FINGER_LIFT_DISTANCE = 46.0
"""Rise of a card under a finger, which keeps its index visible above the finger. Logical pixels."""
HOVER_SCALE = 1.05
HOVER_NEIGHBOUR_SHIFT = 10.0
"""Distance by which the neighbours of a hovered card move aside, logical pixels."""
PICK_UP_MS = 80.0
"""Duration in which a picked-up card grows to ``PICK_SCALE`` and its shadow deepens."""
PICK_SCALE = 1.08
FOLLOW_RATE = 50.0
"""Rate at which a dragged card approaches the pointer (1/s)."""
TRAIL_RATE = 22.0
"""Rate at which the other cards of a dragged set follow (1/s)."""
TILT_DEG_PER_SPEED = 0.012
"""Tilt of a dragged card in degrees per (logical pixel / s)."""
MAX_TILT_DEGREES = 12.0
TILT_RETURN_MS = 150.0
"""Duration in which a dragged card turns upright once the pointer rests."""
PAUSE_AFTER_PLAY_MS = 120.0
"""Pause after the flight of played cards, before the next event is shown."""
STAGED_PAUSE_MS = 420.0
"""Pause after each play of a staged trick."""
FORCED_TRICK_SPEED = 2.0
"""Factor of the speed at which the rest of a trick is shown after a play without a choice."""
VOTE_REVEAL_MS = 1700.0
"""Duration from the first revealed vote to the announcement of the result."""
VOTE_INTERVAL_MS, VOTE_FLIGHT_MS, VOTE_DROP_MS = 90.0, 260.0, 240.0
"""Interval between two portraits that fly to their votes, duration of a flight, and of the drop at its end."""
SWEEP_MS = 300.0
SWEEP_HOLD_MS = 900.0
"""Pause in which a complete trick can be read before it is swept away."""
BURN_MS, BURN_HOLD_FRACTION = 800.0, 0.5
"""Duration of burning cards, and the share of it before they start to move."""
BURN_HOLD_MS = 300.0
"""Pause before cards burn."""
GATHER_MS = 300.0
"""Duration of the flight of cards that are gathered into a pile."""
SAME_MOTION_INTERVAL_MS = 18.0
"""Interval between the starts of two flights of one kind, as of cards drawn together."""
MIN_OPPONENT_TURN_MS = 250.0
MIN_STEP_PAUSE_MS = 1000.0
"""Minimum pause of an opponent between two steps of its turn, at normal pace."""
AUTO_ANSWER_DELAY_MS = 700.0
HAND_OVER_DELAY_MS = 700.0
"""Duration that a play is shown before the curtain closes for the next person at the same computer."""
CURTAIN_LOCK_MS = 500.0
"""Duration for which the curtain can't be opened, at any speed, so that a double key press doesn't reveal the next
hand."""
ANNOUNCEMENT_MS = 1800.0
"""Duration of an announcement, ``ANNOUNCEMENT_POP_MS`` included."""
REPLAY_PAUSE_MS = 700.0
"""Pause between two moves of a replay."""
REPLAY_RESULT_MS = 2600.0
"""Duration for which a replay shows the result of a deal."""
ANNOUNCEMENT_POP_MS = 400.0
"""Duration in which an announcement grows to its full size."""
TALK_MS, TALK_MS_PER_LETTER = 1400.0, 38.0
"""Duration of a character's line at any speed: constant part, and per letter."""
MIN_COMMENTED_THOUGHT_MS = 3000.0
"""Duration of a decision, at any speed, after which a character may comment on it."""
EXPRESSION_MS = 1200.0
"""Duration for which an opponent looks pleased or dismayed."""
ELIMINATED_EXPRESSION_MS = 2000.0
"""Duration for which a player who is out of the match looks dismayed."""
BOB_MS = 260.0
"""Duration in which a pleased portrait rises and sinks again."""
BOB_HEIGHT = 6.0
MIN_THINKING_FACE_MS = 300.0
"""Minimum duration of the thinking expression; a shorter one would flicker."""
MAX_GLANCE_MS = 280.0
"""Maximum duration of an opponent's gaze from the hand to the pile before playing a card."""
GLANCE_FRACTION = 0.4
"""Share of a short pause that the glance takes."""
EXPRESSION_CHANGE_BLINK_MS = 80.0
"""Duration for which the eyes close between two expressions."""
BLINK_MS = 120.0
BLINK_INTERVAL_MS = (3000.0, 6000.0)
"""Minimum and maximum time between two blinks of a face, counted only while something moves on the table."""
HEART_FALL_MS = 700.0
"""Duration in which the halves of a lost heart fall."""
HIGHLIGHT_WORD_MS = 900.0
"""Duration of the word for a minor event, which delays the table."""
VEIL_FADE_IN_MS = 140.0
"""Duration in which the veil darkens the table."""
INTO_SPOTLIGHT_MS, OUT_OF_SPOTLIGHT_MS = 300.0, 240.0
"""Durations in which cards move into the light of an announcement, and back."""
SPARKS_MS = 700.0
"""Duration of the sparks of an announcement."""
RAYS_MS, RAYS_TURN_DEGREES = 700.0, 8.0
"""Duration and angle of the rotation of an announcement's rays."""
UNROLL_DELAY_MS, UNROLL_MS = 120.0, 180.0
"""Delay and duration of the unrolling of an announcement's ribbon."""
SEAT_ARC_DELAY_MS, SEAT_ARC_DRAW_MS = 30.0, 350.0
"""Delay and duration of drawing the arc between two seats. Computing the arc takes part of the delay."""
THROW_DELAY_MS, THROW_MS, TIGHTEN_MS = 200.0, 260.0, 160.0
"""Delay of a rope's throw, duration of its flight, and of the tightening of its loop."""
ANNOUNCEMENT_CHIP_DELAY_MS, ANNOUNCEMENT_CHIP_GROW_MS = 300.0, 160.0
"""Delay of an announcement's chips, and the duration of their growth."""
AMOUNT_DELAY_MS, AMOUNT_MS = 200.0, 1000.0
"""Delay and duration of the count of an amount, which the table waits for."""
AMOUNT_TERMS_FRACTION = 0.45
"""Fraction of that duration in which the terms of the sum are counted one by one."""
AMOUNT_FLIGHT, AMOUNT_ON_PLATE = (0.6, 0.85), (0.7, 0.9)
"""Start and end, as fractions of that duration, of the sum's flight to the plate, and of the count on the plate."""
EMBERS_MS = 500.0
"""Duration in which burning cards char and emit embers."""
REFUSAL_MS = 4200.0
"""Duration for which the reason of a refused move stays visible."""
TOAST_MS, TOAST_MS_PER_BYTE = 1600.0, 45.0
"""Minimum duration of a toast, and the time to read its text by its length in UTF-8, in which a Chinese character has
three bytes."""
TOAST_UNDO_MS = 8000.0
"""Duration of a toast with an undo action."""
TOOLTIP_DELAY_MS = 600.0
"""Duration, at any speed, that the pointer rests on a button before its tooltip appears."""
GAME_TILE_LIFT_MS = 140.0
"""Duration in which a game tile on the home screen rises and turns upright."""
LEAN_TIME_CONSTANT_MS = 60.0
"""Time constant of a raised game tile that leans towards the pointer."""
EMBLEM_MOTION_MS, EMBLEM_POSE_MS = 1000.0, 32.0
"""Duration of an emblem's animation, and of each of its frames."""
HOME_TILE_FLIGHT_MS = 320.0
"""Duration of a game tile's flight to its place on the home screen when the program starts."""
SCROLL_RATE = 16.0
"""Rate at which a scrolled text approaches its target position (1/s)."""
DECIDING_CARDS_LAYOUT_MS = 450.0
"""Duration in which the cards that decided a deal are laid out."""
FACES_BEFORE_COUNT_MS = 150.0
"""Interval between the reactions of the faces to a result and the addition of its points."""
COUNT_UP_MS = 500.0
"""Duration in which a deal's points are added to the totals."""
CONFETTI_FALL_MS = 2400.0
CONFETTI_SPREAD_MS = 900.0
"""Interval between the first and the last piece of confetti."""
SCREEN_FADE_MS = 180.0
DIALOG_FADE_MS = 120.0
RESIZE_DELAY_MS = 150.0
REDUCED_MOTION_MS = 120.0
"""Duration of the fades that replace motions while motion is reduced."""

HOLD_MS_BY_MOTION: Mapping[str, float] = MappingProxyType({"sweep": SWEEP_HOLD_MS, "burn": BURN_HOLD_MS})
"""Pause before a motion, so that the cards are seen, by kind of motion."""
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
"""Duration of a flight by kind of motion. Other kinds depend on the distance."""


def flight_ms(motion: str, distance: float) -> float:
    """Return the duration in milliseconds of a card's flight over a distance in logical pixels."""
    return FLIGHT_MS_BY_MOTION.get(motion, min(MAX_FLIGHT_MS, MIN_FLIGHT_MS + FLIGHT_MS_PER_PX * distance))


def ease_out(t: float) -> float:
    """Map an animation's progress 0 … 1 to 0 … 1, fast at first and slow at the end."""
    return 1 - (1 - t) ** 3


def spring(t: float, duration_ms: float, stiffness: float, damping: float) -> float:
    """Map an animation's progress 0 … 1 to the position 0 … 1 on a damped spring, perhaps with overshoot.

    ``damping`` is at most 1. The curve is scaled to end at exactly 1, so that nothing jumps at the end.
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
    """Map a card's progress 0 … 1 to its position 0 … 1: springs for drops and for closing up a hand, else
    ``ease_out``.

    A burning card stays in place at first.
    """
    if motion == "burn":
        return ease_out(max(0.0, t - BURN_HOLD_FRACTION) / (1 - BURN_HOLD_FRACTION))
    if motion == "drop":
        return spring(t, DROP_MS, DROP_STIFFNESS, DROP_DAMPING)
    if motion == "settle":
        return spring(t, SETTLE_MS, SETTLE_STIFFNESS, SETTLE_DAMPING)
    return ease_out(t)


def ease_lift(t: float) -> float:
    """Map progress 0 … 1 to the height 0 … 1 of a card being selected, with a slight overshoot."""
    t = min(1.0, max(0.0, t))
    return ease_out(t) + LIFT_OVERSHOOT * math.sin(math.pi * t) * t * 1.5


def ease_pop(t: float) -> float:
    """Map progress 0 … 1 to the relative size of an announcement that pops up: 0.3 … 1.05 … 1."""
    t = min(1.0, max(0.0, t))
    back = 1.4
    s = t - 1
    return 0.3 + 0.7 * (1 + (back + 1) * s**3 + back * s**2)
