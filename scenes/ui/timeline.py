"""The motions and delays of one scene by key, and the time until the next one needs a new frame.

Time is passed in; no clock is read. Who draws asks for the progress of a motion.
"""

import math
from collections.abc import Callable, Hashable
from typing import NamedTuple

EaseFunction = Callable[[float], float]
"""Function from elapsed to shown progress, both 0 … 1."""


def ease_linearly(progress: float) -> float:
    """Return the progress unchanged: a motion of constant speed."""
    return progress


class Tween(NamedTuple):
    """A motion from 0 to 1."""

    duration_ms: float
    delay_ms: float = 0.0
    """Time until it begins."""
    ease: EaseFunction = ease_linearly
    is_delay: bool = False
    """Whether only its end matters: a text that stays to be read. It takes its time at any speed, and with reduced
    motion."""
    on_end: Callable[[], object] | None = None
    """Called once at its end; returns False if the picture stays the same."""


class Timeline:
    """The motions of one scene by key. A motion that is over is forgotten; its progress is then 1.

    Args:
        reduces_motion: ends motions at once; delays stay.
        speed: divides the duration of motions; 0 ends them at once.
    """

    def __init__(self, *, reduces_motion: bool = False, speed: float = 1.0) -> None:
        self.reduces_motion = reduces_motion
        self.speed = speed
        self._running: dict[Hashable, tuple[Tween, float]] = {}
        """Key -> motion and its age in milliseconds, at the speed of the motion."""

    def set_pace(self, *, speed: float, reduces_motion: bool) -> None:
        """Follow changed settings. Motions that nobody wants to see any more end."""
        self.speed, self.reduces_motion = speed, reduces_motion
        if reduces_motion or not speed:
            self.finish()

    def start(self, key: Hashable, tween: Tween) -> None:
        """Start a motion in place of the one with this key, if any."""
        if self._speed_of(tween):
            self._running[key] = tween, 0.0
        else:
            self._running.pop(key, None)
            if tween.on_end is not None:
                tween.on_end()

    def call_later(self, key: Hashable, delay_ms: float, on_end: Callable[[], object]) -> None:
        """Call a function after a delay, unless ``stop`` is called before."""
        self.start(key, Tween(delay_ms, is_delay=True, on_end=on_end))

    def wait(self, key: Hashable, duration_ms: float) -> None:
        """Start a delay after which nothing happens: ``is_running`` says whether it is over."""
        self.start(key, Tween(duration_ms, is_delay=True))

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
            new_age_ms = age_ms + elapsed_ms * self._speed_of(tween)
            if new_age_ms < tween.delay_ms + tween.duration_ms:
                changed |= not tween.is_delay and new_age_ms >= tween.delay_ms
                self._running[key] = tween, new_age_ms
            else:
                changed |= self._end(key)
        return changed

    def finish(self) -> None:
        """End all motions at once, in the order in which they would end; delays go on."""
        for key, (tween, _) in sorted(self._running.items(), key=lambda item: self._remaining_ms(*item[1])):
            if not tween.is_delay and key in self._running:
                self._end(key)

    def _end(self, key: Hashable) -> bool:
        """End a motion; return whether the picture changes."""
        tween, _ = self._running.pop(key)
        if tween.on_end is None:
            return not tween.is_delay
        return tween.on_end() is not False

    @property
    def is_moving(self) -> bool:
        """Whether any motion is running; delays are none."""
        return any(not tween.is_delay for tween, _ in self._running.values())

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until a new frame is needed: 0 while anything moves, infinite if nothing is running."""
        return min((self._next_update_ms(*running) for running in self._running.values()), default=math.inf)

    def _next_update_ms(self, tween: Tween, age_ms: float) -> float:
        if tween.is_delay and tween.on_end is None:
            return math.inf
        wait_ms = tween.delay_ms + tween.duration_ms if tween.is_delay else tween.delay_ms
        return max(0.0, wait_ms - age_ms) / self._speed_of(tween)

    def _remaining_ms(self, tween: Tween, age_ms: float) -> float:
        return tween.delay_ms + tween.duration_ms - age_ms

    def _speed_of(self, tween: Tween) -> float:
        """Return the factor of a motion's time; 0 if it ends at once."""
        if tween.is_delay:
            return 1.0
        return 0.0 if self.reduces_motion else self.speed
