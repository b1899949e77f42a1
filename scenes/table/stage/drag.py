"""Cards that are dragged, and what a refused drop leaves to see. No pygame here."""

import math
from collections.abc import Sequence

from engine.cards import Card
from scenes.look import speeds
from scenes.table.stage.poses import PilePlace, Pose

THRESHOLD = 6.0
"""Distance from the press at which a drag begins, logical pixels."""
TOUCH_THRESHOLD = 12.0
"""The same for a finger, which is less steady."""
_ABOVE_FINGER = 14.0
"""Distance of a card's lower edge from the finger that drags it."""
_IN_HAND = 0.3
"""Part of the way above the finger that a card has already gone in the hand: its index can be read."""
_RISING = 70.0
"""Way of the finger beyond the hand on which a card comes out from under it."""
MAGNET = 0.6
"""Margin around a pile within which it takes a drop, by a card's width."""


class Drag:
    """Cards being dragged: the one that was grabbed first, others trailing behind it.

    Args:
        keys: of the tokens, the grabbed one first.
        cards: their faces.
        poses: at the moment when they were picked up.
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
        self.finger_above: float | None = None
        """Upper edge of the hand, above which cards lie above the finger; None for a mouse, which hides nothing."""

    def _held(self, least: float = 0.0) -> tuple[float, float]:
        """Where the middle of the first card is to be; ``least``: part of its way above the finger, 0 … 1."""
        x, y = self._goal[0] + self._grip[0], self._goal[1] + self._grip[1]
        if self.finger_above is None:
            return x, y
        high = self.pose.height
        part = min(1.0, max(least, (self.finger_above - self._goal[1]) / _RISING))
        above = self._goal[1] - high / 2 - _ABOVE_FINGER
        return x, y + (min(above, y) - y) * part

    @property
    def grown(self) -> float:
        """Progress of being picked up, 0 … 1."""
        return 1.0 if self.reduced else min(1.0, self._age / speeds.PICK_UP)

    def widest(self, key: int) -> float:
        """The width to which a card grows."""
        return self._widths[self.keys.index(key)] * speeds.PICK_SCALE

    def move(self, at: tuple[float, float]) -> None:
        """Follow the pointer there."""
        self._goal = at

    def update(self, dt: float) -> bool:
        """Let the cards follow; True while they move."""
        moved = self.grown < 1
        self._age += dt
        scale = 1 + (speeds.PICK_SCALE - 1) * speeds.ease_out(self.grown)
        held_x, goal_y = self._held(_IN_HAND)
        for i, pose in enumerate(self.poses):
            goal_x = held_x + self._spread[i]
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
        """Pose of the grabbed card."""
        return self.poses[0]

    @property
    def aim(self) -> Pose:
        """The pose for which the grabbed card is heading: under the pointer, or above the finger."""
        x, y = self._held()
        return self.pose._replace(x=x, y=y)

    def finger_on(self, place: PilePlace) -> bool:
        """Whether a finger drags the cards and is itself on a place."""
        across, down = self._goal[0] - place.x, self._goal[1] - place.y
        inside = abs(across) <= place.width / 2 and -place.height / 2 <= down <= place.height / 2 + place.down
        return self.finger_above is not None and inside

    def overlap(self, place: PilePlace) -> float:
        """Area of a place, with its margin, that the grabbed card will cover, square logical pixels."""
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
    """What a refused answer leaves to see: the way back of its cards and the place of the drop, then what would fit.

    Args:
        ways: where each card was dropped and where it belongs; empty when nothing was dropped.
        place: the place of the drop; None without one.
        choice: what was asked; what would fit is shown only while it still is.
    """

    def __init__(self, ways: Sequence[tuple[Pose, Pose]], place: PilePlace | None, choice: object) -> None:
        self.ways = tuple(ways)
        self.place = place
        self.choice = choice
        self._age = 0.0

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True while something changes."""
        fading = self.strength > 0
        self._age += dt
        return fading

    @property
    def over(self) -> bool:
        """Whether the reason is no longer shown, either."""
        return self._age >= speeds.REFUSAL

    @property
    def strength(self) -> float:
        """Opacity of the way back, 1 … 0: full at first, then fading."""
        return min(1.0, max(0.0, 1.6 * (1 - self._age / speeds.GHOSTS))) if self.ways else 0.0


class Shake:
    """The short shake of a refused card in its place."""

    def __init__(self, keys: Sequence[int]) -> None:
        self.keys = set(keys)
        self._left = speeds.SHAKE + speeds.RETURN

    def update(self, dt: float) -> bool:
        """Let dt milliseconds pass; True until it is over."""
        self._left -= dt
        return self._left > 0

    def offset(self) -> float:
        """Sideways offset, logical pixels."""
        if not 0 < self._left < speeds.SHAKE:
            return 0.0
        part = self._left / speeds.SHAKE
        return math.sin(part * math.pi * 6) * speeds.SHAKE_WIDTH * part
