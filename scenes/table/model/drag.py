"""Dragged cards, and the shake of a refused card. No pygame here."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card
from engine.moves import Pile
from scenes.render import timing
from scenes.render.space import CardSpace, Point
from scenes.table.model.positions import CardPose, PileGeometry

DRAG_THRESHOLD = 6.0
"""Distance from the press from which a movement is a drag, logical pixels."""
TOUCH_DRAG_THRESHOLD = 12.0
"""Distance from the touch from which a movement is a drag, logical pixels: fingers are less steady."""
_FINGER_CLEARANCE = 14.0
"""Distance from a dragged card's lower edge down to the finger, logical pixels."""
_MIN_FINGER_CLEARANCE_FRACTION = 0.3
"""Minimum fraction of a card's rise above the finger, already in the hand, so that its index is readable."""
_RISE_DISTANCE = 70.0
"""Distance of the finger above the hand at which the card has risen completely, logical pixels."""
DROP_MARGIN_FRACTION = 0.6
"""Width of the margin around a pile in which a drop still counts, as a fraction of a card's width."""


class Area(NamedTuple):
    """Area on which cards can be dropped, logical pixels."""

    left: float
    top: float
    right: float
    bottom: float
    margin: float = 0.0
    """Width of the margin around it in which a drop still counts."""

    @staticmethod
    def of_pile(geometry: PileGeometry) -> "Area":
        """Return the area of a pile's first card, or of its column."""
        half_width, half_height = geometry.card_width / 2, geometry.card_height / 2
        return Area(
            geometry.x - half_width,
            geometry.y - half_height,
            geometry.x + half_width,
            geometry.y + half_height + geometry.column_length,
            DROP_MARGIN_FRACTION * geometry.card_width,
        )

    def contains(self, pos: Point[CardSpace]) -> bool:
        """Whether a position is in the area itself, without its margin."""
        return self.left <= pos.x <= self.right and self.top <= pos.y <= self.bottom


class Drag:
    """Cards being dragged: the grabbed one, and others that trail behind it.

    Args:
        token_ids: ids of the tokens, the grabbed one first.
        cards: their faces.
        poses: their poses when picked up.
        pos: the pointer's position, logical pixels.
        home: the pile from which they come.
    """

    def __init__(
        self,
        token_ids: Sequence[int],
        cards: Sequence[Card],
        poses: Sequence[CardPose],
        pos: Point[CardSpace],
        home: Pile,
    ):
        self.home = home
        self.token_ids = list(token_ids)
        self.cards = list(cards)
        self.poses = [pose._replace(z=2000.0 + len(poses) - i) for i, pose in enumerate(poses)]
        self._grip_offset = (poses[0].x - pos.x, poses[0].y - pos.y)
        self._pointer_pos = pos
        self._trail_offsets = [i * 26.0 for i in range(len(poses))]
        self._widths = [pose.width for pose in poses]
        self._age_ms = 0.0
        self.reduced_motion = False
        self.hand_top: float | None = None
        """Upper edge of the hand, above which a card lies clear of the finger; None for a mouse, which hides
        nothing."""

    def _target_pos(self, min_clearance_fraction: float = 0.0) -> Point[CardSpace]:
        """Return the position towards which the centre of the grabbed card moves, logical pixels.

        ``min_clearance_fraction`` is the minimum fraction of its rise above the finger, 0 … 1.
        """
        x, y = self._pointer_pos.x + self._grip_offset[0], self._pointer_pos.y + self._grip_offset[1]
        if self.hand_top is None:
            return Point(x, y)
        high = self.pose.height
        part = min(1.0, max(min_clearance_fraction, (self.hand_top - self._pointer_pos.y) / _RISE_DISTANCE))
        above = self._pointer_pos.y - high / 2 - _FINGER_CLEARANCE
        return Point(x, y + (min(above, y) - y) * part)

    @property
    def pick_up_progress(self) -> float:
        """Progress of picking up the dragged cards, 0 … 1."""
        return 1.0 if self.reduced_motion else min(1.0, self._age_ms / timing.PICK_UP_MS)

    def max_width(self, token_id: int) -> float:
        """Return the width to which a dragged card grows when picked up, logical pixels."""
        return self._widths[self.token_ids.index(token_id)] * timing.PICK_SCALE

    def move(self, pos: Point[CardSpace]) -> None:
        self._pointer_pos = pos

    def update(self, elapsed_ms: float) -> bool:
        """Move the dragged cards towards the pointer for ``elapsed_ms`` milliseconds; return whether they moved."""
        moved = self.pick_up_progress < 1
        self._age_ms += elapsed_ms
        scale = 1 + (timing.PICK_SCALE - 1) * timing.ease_out(self.pick_up_progress)
        held_x, goal_y = self._target_pos(_MIN_FINGER_CLEARANCE_FRACTION)
        for i, pose in enumerate(self.poses):
            goal_x = held_x + self._trail_offsets[i]
            share = 1 - math.exp(-(timing.FOLLOW_RATE if i == 0 else timing.TRAIL_RATE) * elapsed_ms / 1000)
            x, y = pose.x + (goal_x - pose.x) * share, pose.y + (goal_y - pose.y) * share
            speed = (x - pose.x) / max(elapsed_ms, 1.0) * 1000
            lean = (
                0.0
                if self.reduced_motion
                else max(-timing.MAX_TILT_DEGREES, min(timing.MAX_TILT_DEGREES, speed * timing.TILT_DEG_PER_SPEED))
            )
            angle = pose.angle + (lean - pose.angle) * (1 - math.exp(-3 * elapsed_ms / timing.TILT_RETURN_MS))
            moved |= abs(x - pose.x) + abs(y - pose.y) + abs(angle - pose.angle) > 0.05
            self.poses[i] = pose._replace(x=x, y=y, angle=angle, width=self._widths[i] * scale)
        return moved

    @property
    def pose(self) -> CardPose:
        return self.poses[0]

    @property
    def target_pose(self) -> CardPose:
        """The pose towards which the grabbed card moves: at the pointer, or above the finger."""
        x, y = self._target_pos()
        return self.pose._replace(x=x, y=y)

    def is_finger_on(self, area: Area) -> bool:
        """Whether a finger, not a mouse, drags the cards and is itself on an area."""
        return self.hand_top is not None and area.contains(self._pointer_pos)

    def is_centred_on(self, area: Area) -> bool:
        """Whether the centre of the grabbed card will be on an area."""
        return area.contains(self._target_pos())

    def overlap_area(self, area: Area) -> float:
        """Return the size of the part of an area and its margin that the grabbed card will cover, square logical
        pixels."""
        pose = self.target_pose
        wide = min(pose.x + pose.width / 2, area.right + area.margin) - max(
            pose.x - pose.width / 2, area.left - area.margin
        )
        high = min(pose.y + pose.height / 2, area.bottom + area.margin) - max(
            pose.y - pose.height / 2, area.top - area.margin
        )
        return max(0.0, wide) * max(0.0, high)


class Shake:
    """Short sideways shake of refused cards where they lie."""

    def __init__(self, token_ids: Sequence[int]) -> None:
        self.token_ids = set(token_ids)
        self._left_ms = timing.SHAKE_MS + timing.RETURN_MS

    def update(self, elapsed_ms: float) -> bool:
        """Advance the shake of refused cards by ``elapsed_ms`` milliseconds; return whether it goes on."""
        self._left_ms -= elapsed_ms
        return self._left_ms > 0

    def offset(self) -> float:
        """Return the sideways offset of shaking cards, logical pixels."""
        if not 0 < self._left_ms < timing.SHAKE_MS:
            return 0.0
        part = self._left_ms / timing.SHAKE_MS
        return math.sin(part * math.pi * 6) * timing.SHAKE_DISTANCE * part
