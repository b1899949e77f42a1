"""Cards in the player's hand while they are dragged: which, where, how they swing. No pygame here."""

import math
from collections.abc import Sequence

from engine.cards import Card
from scenes.table import speeds
from scenes.table.poses import Place, Pose

THRESHOLD = 6.0
"""Logical pixels from the press before it is a drag."""
FOLLOW = 50.0
"""A dragged card closes the distance to the pointer at this rate (1/s)."""
TRAIL = 22.0
"""The further cards of a dragged set follow more slowly (1/s)."""
TILT = 0.012
"""Degrees by speed in logical pixels a second."""
MOST_TILT = 12.0
SCALE = 1.08
MAGNET = 0.6
"""A pile takes what is dropped within this part of a card's width around it."""


class Drag:
    """Cards being dragged: the one that was grabbed first, others trailing behind it.

    Args:
        keys: of the tokens, the grabbed one first.
        cards: their faces.
        poses: where they were picked up.
        at: the pointer's place, logical pixels.
    """

    def __init__(self, keys: Sequence[int], cards: Sequence[Card], poses: Sequence[Pose], at: tuple[float, float]):
        self.keys = list(keys)
        self.cards = list(cards)
        self.poses = [pose._replace(z=2000.0 + len(poses) - i) for i, pose in enumerate(poses)]
        self._grip = (poses[0].x - at[0], poses[0].y - at[1])
        self._goal = at
        self._spread = [i * 26.0 for i in range(len(poses))]
        self.reduced = False

    def move(self, at: tuple[float, float]) -> None:
        """The pointer went there."""
        self._goal = at

    def update(self, dt: float) -> bool:
        """Let the cards follow; True while they move."""
        moved = False
        for i, pose in enumerate(self.poses):
            goal_x = self._goal[0] + self._grip[0] + self._spread[i]
            goal_y = self._goal[1] + self._grip[1]
            share = 1 - math.exp(-(FOLLOW if i == 0 else TRAIL) * dt / 1000)
            x, y = pose.x + (goal_x - pose.x) * share, pose.y + (goal_y - pose.y) * share
            speed = (x - pose.x) / max(dt, 1.0) * 1000
            lean = 0.0 if self.reduced else max(-MOST_TILT, min(MOST_TILT, speed * TILT))
            angle = pose.angle + (lean - pose.angle) * min(1.0, dt / 60)
            moved |= abs(x - pose.x) + abs(y - pose.y) + abs(angle - pose.angle) > 0.05
            self.poses[i] = pose._replace(x=x, y=y, angle=angle)
        return moved

    @property
    def pose(self) -> Pose:
        """Of the card that was grabbed."""
        return self.poses[0]

    def overlap(self, place: Place) -> float:
        """How much of a place (with its magnet) the grabbed card covers, in square logical pixels."""
        pose = self.pose
        reach = MAGNET * place.width
        wide = min(pose.x + pose.width / 2, place.x + place.width / 2 + reach) - max(
            pose.x - pose.width / 2, place.x - place.width / 2 - reach
        )
        high = min(pose.y + pose.height / 2, place.y + place.down + place.height / 2 + reach) - max(
            pose.y - pose.height / 2, place.y - place.height / 2 - reach
        )
        return max(0.0, wide) * max(0.0, high)


class Shake:
    """A refused card's short shaking at home."""

    def __init__(self, keys: Sequence[int]) -> None:
        self.keys = set(keys)
        self._left = speeds.SHAKE + speeds.RETURN

    def update(self, dt: float) -> bool:
        """Let time pass; True until it is over."""
        self._left -= dt
        return self._left > 0

    def offset(self) -> float:
        """Sideways, in logical pixels."""
        if not 0 < self._left < speeds.SHAKE:
            return 0.0
        part = self._left / speeds.SHAKE
        return math.sin(part * math.pi * 6) * speeds.SHAKE_WIDTH * part
