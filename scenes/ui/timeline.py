"""The motions and delays of one scene by key, and the time until the next one needs a new frame.

Time is passed in; no clock is read. Who draws asks for the progress of a motion.
"""

import math
from collections.abc import Callable, Hashable
from typing import Literal, NamedTuple

EaseFunction = Callable[[float], float]
"""Function from elapsed to shown progress, both 0 … 1."""


def ease_linearly(progress: float) -> float:
    """Return the progress unchanged: a motion of constant speed."""
    return progress


TweenKind = Literal["motion", "fade", "delay"]
"""Kind of a tween.

``motion``: over at once with reduced motion.
``fade``: nothing moves, so that it takes its time also with reduced motion.
``delay``: a fade of which only the end matters, such as a text that stays to be read. It needs no frame before."""


class Tween(NamedTuple):
    """A motion, fade or delay from 0 to 1."""

    duration_ms: float
    delay_ms: float = 0.0
    """Time until it begins."""
    ease: EaseFunction = ease_linearly
    kind: TweenKind = "motion"
    follows_speed: bool = True
    """Whether the speed divides its time."""
    on_end: Callable[[], object] | None = None
    """Called once at its end; returns False if the picture stays the same."""


class Timeline:
    """The motions of one scene by key. A motion that is over is forgotten; its progress is then 1.

    Args:
        reduces_motion: ends motions at once; fades and delays stay.
        speed: divides the times of tweens; 0 ends them at once.
    """

    def __init__(self, *, reduces_motion: bool = False, speed: float = 1.0) -> None:
        self.reduces_motion = reduces_motion
        self.speed = speed
        self._running: dict[Hashable, tuple[Tween, float]] = {}
        """Key -> motion and its age in milliseconds, at the speed of the motion."""

    def start(self, key: Hashable, tween: Tween) -> None:
        """Start a motion in place of the one with this key, if any."""
        if self._speed_of(tween):
            self._running[key] = tween, 0.0
        else:
            self._running.pop(key, None)
            if tween.on_end is not None:
                tween.on_end()

    def call_later(self, key: Hashable, delay_ms: float, on_end: Callable[[], object]) -> None:
        """Call a function after a delay, the same at any speed, unless ``stop`` is called before."""
        self.start(key, Tween(delay_ms, kind="delay", follows_speed=False, on_end=on_end))

    def wait(self, key: Hashable, duration_ms: float) -> None:
        """Start a delay, the same at any speed, that ends without effect: see ``is_running``."""
        self.start(key, Tween(duration_ms, kind="delay", follows_speed=False))

    def stop(self, key: Hashable) -> None:
        """Forget a motion without calling its ``on_end``."""
        self._running.pop(key, None)

    def progress(self, key: Hashable, default: float = 1.0) -> float:
        """Return the eased progress of a motion, 0 … 1; ``default`` if it isn't running."""
        if key not in self._running:
            return default
        tween, age_ms = self._running[key]
        return tween.ease(min(1.0, max(0.0, age_ms - tween.delay_ms) / tween.duration_ms)) if tween.duration_ms else 1.0

    def is_running(self, key: Hashable) -> bool:
        return key in self._running

    def update(self, elapsed_ms: float) -> bool:
        """Let time pass and end what is over; return whether the picture changes."""
        changed = False
        for key, (tween, age_ms) in list(self._running.items()):
            if self._running.get(key, (None, 0.0))[0] is not tween:
                continue  # stopped or replaced by the end of another one
            speed = self._speed_of(tween)
            new_age_ms = age_ms + elapsed_ms * speed if speed else math.inf
            if new_age_ms < tween.delay_ms + tween.duration_ms:
                changed |= tween.kind != "delay" and new_age_ms >= tween.delay_ms
                self._running[key] = tween, new_age_ms
            else:
                changed |= self._end(key)
        return changed

    def finish(self) -> None:
        """End all motions and fades at once, in the order in which they would end; delays go on."""
        for key, (tween, _) in sorted(self._running.items(), key=lambda item: self._remaining_ms(*item[1])):
            if tween.kind != "delay" and key in self._running:
                self._end(key)

    def _end(self, key: Hashable) -> bool:
        """End a motion; return whether the picture changes."""
        tween, _ = self._running.pop(key)
        if tween.on_end is None:
            return tween.kind != "delay"
        return tween.on_end() is not False

    @property
    def is_moving(self) -> bool:
        """Whether any motion or fade is running."""
        return any(tween.kind != "delay" for tween, _ in self._running.values())

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until a new frame is needed: 0 while anything moves, infinite if nothing is running."""
        return min((self._next_update_ms(*running) for running in self._running.values()), default=math.inf)

    def _next_update_ms(self, tween: Tween, age_ms: float) -> float:
        if tween.kind == "delay" and tween.on_end is None:
            return math.inf
        wait_ms = tween.delay_ms + tween.duration_ms if tween.kind == "delay" else tween.delay_ms
        return max(0.0, wait_ms - age_ms) / (self._speed_of(tween) or math.inf)  # 0 without animation

    def _remaining_ms(self, tween: Tween, age_ms: float) -> float:
        return tween.delay_ms + tween.duration_ms - age_ms

    def _speed_of(self, tween: Tween) -> float:
        """Return the factor of a motion's time; 0 if it ends at once."""
        if tween.kind == "motion" and self.reduces_motion:
            return 0.0
        return self.speed if tween.follows_speed else 1.0
