"""Cards in the player's hand while they are dragged: which, where, how they swing. No pygame here."""

import math
from collections.abc import Sequence

from engine.cards import Card
from scenes.look import speeds
from scenes.table.stage.poses import Place, Pose

THRESHOLD = 6.0
"""Logical pixels from the press before it is a drag."""
TOUCH_THRESHOLD = 12.0
"""The same for a finger, which trembles more."""
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
        self._widths = [pose.width for pose in poses]
        self._age = 0.0
        self.reduced = False

    @property
    def grown(self) -> float:
        """How far the cards have been taken up, 0 … 1."""
        return 1.0 if self.reduced else min(1.0, self._age / speeds.PICK_UP)

    def widest(self, key: int) -> float:
        """The width to which a card grows."""
        return self._widths[self.keys.index(key)] * speeds.PICK_SCALE

    def move(self, at: tuple[float, float]) -> None:
        """The pointer went there."""
        self._goal = at

    def update(self, dt: float) -> bool:
        """Let the cards follow; True while they move."""
        moved = self.grown < 1
        self._age += dt
        scale = 1 + (speeds.PICK_SCALE - 1) * speeds.ease_out(self.grown)
        for i, pose in enumerate(self.poses):
            goal_x = self._goal[0] + self._grip[0] + self._spread[i]
            goal_y = self._goal[1] + self._grip[1]
            share = 1 - math.exp(-(speeds.FOLLOW if i == 0 else speeds.TRAIL) * dt / 1000)
            x, y = pose.x + (goal_x - pose.x) * share, pose.y + (goal_y - pose.y) * share
            speed = (x - pose.x) / max(dt, 1.0) * 1000
            lean = 0.0 if self.reduced else max(-speeds.MAX_TILT, min(speeds.MAX_TILT, speed * speeds.TILT))
            angle = pose.angle + (lean - pose.angle) * (1 - math.exp(-3 * dt / speeds.TILT_RETURN))
            moved |= abs(x - pose.x) + abs(y - pose.y) + abs(angle - pose.angle) > 0.05
            self.poses[i] = pose._replace(x=x, y=y, angle=angle, width=self._widths[i] * scale)
        return moved

    @property
    def pose(self) -> Pose:
        """Of the card that was grabbed."""
        return self.poses[0]

    @property
    def aim(self) -> Pose:
        """Where the card that was grabbed is going: under the pointer, however far it is behind."""
        return self.pose._replace(x=self._goal[0] + self._grip[0], y=self._goal[1] + self._grip[1])

    def overlap(self, place: Place) -> float:
        """How much of a place (with its magnet) the grabbed card will cover, in square logical pixels."""
        pose = self.aim
        reach = MAGNET * place.width
        wide = min(pose.x + pose.width / 2, place.x + place.width / 2 + reach) - max(
            pose.x - pose.width / 2, place.x - place.width / 2 - reach
        )
        high = min(pose.y + pose.height / 2, place.y + place.down + place.height / 2 + reach) - max(
            pose.y - pose.height / 2, place.y - place.height / 2 - reach
        )
        return max(0.0, wide) * max(0.0, high)


class Rejected:
    """What is left to see of a refused answer: the way of its cards and where they were dropped, then what fits.

    Args:
        ways: from where each card was dropped to where it belongs; empty when nothing was dropped.
        place: onto which they were dropped; None when there is none.
        choice: in which the answer was given; what fits is only shown while that is asked.
    """

    def __init__(self, ways: Sequence[tuple[Pose, Pose]], place: Place | None, choice: object) -> None:
        self.ways = tuple(ways)
        self.place = place
        self.choice = choice
        self._age = 0.0

    def update(self, dt: float) -> bool:
        """Let time pass; True while something of it changes."""
        fading = self.strength > 0
        self._age += dt
        return fading

    @property
    def over(self) -> bool:
        """The reason is no longer shown, either."""
        return self._age >= speeds.REFUSAL

    @property
    def strength(self) -> float:
        """How much of the way is seen, 1 … 0: all of it first, then it fades."""
        return min(1.0, max(0.0, 1.6 * (1 - self._age / speeds.GHOSTS))) if self.ways else 0.0


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
