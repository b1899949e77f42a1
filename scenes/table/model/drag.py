"""Cards that are dragged, and what a refused drop leaves to see. No pygame here."""

import math
from collections.abc import Sequence

from engine.cards import Card
from scenes.render import timing
from scenes.table.model.poses import CardPose, PileGeometry

DRAG_THRESHOLD = 6.0
"""Distance from the press at which a drag begins, logical pixels."""
TOUCH_DRAG_THRESHOLD = 12.0
"""The same for a finger, which is less steady."""
_FINGER_CLEARANCE = 14.0
"""Distance of a card's lower edge from the finger that drags it."""
_MIN_FINGER_CLEARANCE_SHARE = 0.3
"""Part of the way above the finger that a card has already gone in the hand: its index can be read."""
_RISE_DISTANCE = 70.0
"""Way of the finger beyond the hand on which a card comes out from under it."""
DROP_MARGIN_SHARE = 0.6
"""Margin around a pile within which it takes a drop, by a card's width."""


class Drag:
    """Cards being dragged: the one that was grabbed first, others trailing behind it.

    Args:
        keys: of the tokens, the grabbed one first.
        cards: their faces.
        poses: at the moment when they were picked up.
        at: the pointer's place, logical pixels.
    """

    def __init__(
        self, token_ids: Sequence[int], cards: Sequence[Card], poses: Sequence[CardPose], pos: tuple[float, float]
    ):
        self.token_ids = list(token_ids)
        self.cards = list(cards)
        self.poses = [pose._replace(z=2000.0 + len(poses) - i) for i, pose in enumerate(poses)]
        self._grip_offset = (poses[0].x - pos[0], poses[0].y - pos[1])
        self._pointer_pos = pos
        self._trail_offsets = [i * 26.0 for i in range(len(poses))]
        self._widths = [pose.width for pose in poses]
        self._age_ms = 0.0
        self.reduced_motion = False
        self.hand_top: float | None = None
        """Upper edge of the hand, above which cards lie above the finger; None for a mouse, which hides nothing."""

    def _target_pos(self, min_clearance_share: float = 0.0) -> tuple[float, float]:
        """Where the middle of the first card is to be; ``min_clearance_share``: part of its way above the finger, 0 …
        1."""
        x, y = self._pointer_pos[0] + self._grip_offset[0], self._pointer_pos[1] + self._grip_offset[1]
        if self.hand_top is None:
            return x, y
        high = self.pose.height
        part = min(1.0, max(min_clearance_share, (self.hand_top - self._pointer_pos[1]) / _RISE_DISTANCE))
        above = self._pointer_pos[1] - high / 2 - _FINGER_CLEARANCE
        return x, y + (min(above, y) - y) * part

    @property
    def pick_up_progress(self) -> float:
        """Progress of being picked up, 0 … 1."""
        return 1.0 if self.reduced_motion else min(1.0, self._age_ms / timing.PICK_UP_MS)

    def max_width(self, token_id: int) -> float:
        """The width to which a card grows."""
        return self._widths[self.token_ids.index(token_id)] * timing.PICK_SCALE

    def move(self, pos: tuple[float, float]) -> None:
        """Follow the pointer there."""
        self._pointer_pos = pos

    def update(self, dt: float) -> bool:
        """Let the cards follow; True while they move."""
        moved = self.pick_up_progress < 1
        self._age_ms += dt
        scale = 1 + (timing.PICK_SCALE - 1) * timing.ease_out(self.pick_up_progress)
        held_x, goal_y = self._target_pos(_MIN_FINGER_CLEARANCE_SHARE)
        for i, pose in enumerate(self.poses):
            goal_x = held_x + self._trail_offsets[i]
            share = 1 - math.exp(-(timing.FOLLOW_RATE if i == 0 else timing.TRAIL_RATE) * dt / 1000)
            x, y = pose.x + (goal_x - pose.x) * share, pose.y + (goal_y - pose.y) * share
            speed = (x - pose.x) / max(dt, 1.0) * 1000
            lean = (
                0.0
                if self.reduced_motion
                else max(-timing.MAX_TILT_DEGREES, min(timing.MAX_TILT_DEGREES, speed * timing.TILT_DEG_PER_SPEED))
            )
            angle = pose.angle + (lean - pose.angle) * (1 - math.exp(-3 * dt / timing.TILT_RETURN_MS))
            moved |= abs(x - pose.x) + abs(y - pose.y) + abs(angle - pose.angle) > 0.05
            self.poses[i] = pose._replace(x=x, y=y, angle=angle, width=self._widths[i] * scale)
        return moved

    @property
    def pose(self) -> CardPose:
        """Pose of the grabbed card."""
        return self.poses[0]

    @property
    def target_pose(self) -> CardPose:
        """The pose for which the grabbed card is heading: under the pointer, or above the finger."""
        x, y = self._target_pos()
        return self.pose._replace(x=x, y=y)

    def is_finger_on(self, place: PileGeometry) -> bool:
        """Whether a finger drags the cards and is itself on a place."""
        across, down = self._pointer_pos[0] - place.x, self._pointer_pos[1] - place.y
        inside = abs(across) <= place.width / 2 and -place.height / 2 <= down <= place.height / 2 + place.column_height
        return self.hand_top is not None and inside

    def overlap_area(self, place: PileGeometry) -> float:
        """Area of a place, with its margin, that the grabbed card will cover, square logical pixels."""
        pose = self.target_pose
        reach = DROP_MARGIN_SHARE * place.width
        wide = min(pose.x + pose.width / 2, place.x + place.width / 2 + reach) - max(
            pose.x - pose.width / 2, place.x - place.width / 2 - reach
        )
        high = min(pose.y + pose.height / 2, place.y + place.column_height + place.height / 2 + reach) - max(
            pose.y - pose.height / 2, place.y - place.height / 2 - reach
        )
        return max(0.0, wide) * max(0.0, high)


class RejectedDrop:
    """What a refused answer leaves to see: the way back of its cards and the place of the drop, then what would fit.

    Args:
        ways: where each card was dropped and where it belongs; empty when nothing was dropped.
        place: the place of the drop; None without one.
        choice: what was asked; what would fit is shown only while it still is.
    """

    def __init__(
        self, return_paths: Sequence[tuple[CardPose, CardPose]], drop_target: PileGeometry | None, choice: object
    ) -> None:
        self.return_paths = tuple(return_paths)
        self.drop_target = drop_target
        self.choice = choice
        self._age_ms = 0.0

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True while something changes."""
        fading = self.opacity > 0
        self._age_ms += dt
        return fading

    @property
    def is_over(self) -> bool:
        """Whether the reason is no longer shown, either."""
        return self._age_ms >= timing.REFUSAL_MS

    @property
    def opacity(self) -> float:
        """Opacity of the way back, 1 … 0: full at first, then fading."""
        return min(1.0, max(0.0, 1.6 * (1 - self._age_ms / timing.REJECTED_OUTLINE_MS))) if self.return_paths else 0.0


class Shake:
    """The short shake of a refused card in its place."""

    def __init__(self, token_ids: Sequence[int]) -> None:
        self.token_ids = set(token_ids)
        self._left_ms = timing.SHAKE_MS + timing.RETURN_MS

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True until it is over."""
        self._left_ms -= dt
        return self._left_ms > 0

    def offset(self) -> float:
        """Sideways offset, logical pixels."""
        if not 0 < self._left_ms < timing.SHAKE_MS:
            return 0.0
        part = self._left_ms / timing.SHAKE_MS
        return math.sin(part * math.pi * 6) * timing.SHAKE_DISTANCE * part
