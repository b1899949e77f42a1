"""Decides what is heard and when. No pygame here; time is a parameter.

Sounds asked for within one step of the program are heard together, each once. The device is opened when nothing moves,
as that may take a while, and closed after a long silence, as an open device costs power.
"""

import math
from typing import NamedTuple, Protocol

from engine.rng import Rng
from engine.settings import Settings
from scenes.sound.cues import CUES, PRESSED

TOGETHER = 2
"""Maximum number of sounds heard in one step; 1 at instant speed."""
OPEN_AFTER = 250.0
"""Milliseconds without movement before the device is opened, so that the pause isn't seen."""
CLOSE_AFTER = 8_000.0
"""Milliseconds of silence after which the device is closed: an open one takes 0.5 % of a core."""
RETRY_AFTER = 60_000.0
"""Milliseconds until a missing device is tried again."""
PITCHES = (1.0, 0.965, 1.03)
"""Speeds at which a varied sound is played."""
EVEN_STEPS = 1.5
"""Exponent that makes a slider's steps sound about even."""
SOFTEST = 0.8
"""Minimum strength of a varied sound, 0 … 1."""


class Device(Protocol):
    """What plays samples. It never raises: a device that fails closes."""

    @property
    def is_open(self) -> bool:
        """Whether the device is open."""

    @property
    def busy(self) -> bool:
        """Whether an effect is playing."""

    def open(self) -> bool:
        """Open the device, which may block for a moment; False if there is none."""

    def close(self) -> None:
        """Close the device."""

    def play(self, name: str, pitch: float, volume: float) -> None:
        """Start a sound (a file's name without its suffix), faster by ``pitch``; ``volume`` is 0 … 1."""

    def stop(self) -> None:
        """Stop all effects."""

    def music(self, volume: float) -> None:
        """Play the music in a loop at a volume of 0 … 1; 0 fades it out."""


class Waiting(NamedTuple):
    """A sound to be played, and when."""

    due: float
    cue: str


class Player:
    """The sound of the program.

    Args:
        device: plays samples.
        settings: volumes, and the speed.
        seed: of variations in pitch, loudness and variant.
    """

    def __init__(self, device: Device, settings: Settings, seed: int = 1) -> None:
        self.device = device
        self.settings = settings
        self.hidden = False
        """Whether the window can't be seen at all; then nothing is heard."""
        self._rng = Rng(seed)
        self._clock = 0.0
        self._still = 0.0
        self._quiet = 0.0
        self._awake = settings.music > 0
        """Whether sound may be needed soon: effects not before the player does something."""
        self._retry_at = 0.0
        self._greeting = ""
        self._music = 0.0
        self._waiting: list[Waiting] = []
        self._last: dict[str, float] = {}
        self._variant: dict[str, int] = {}

    # --- requests ---------------------------------------------------------------------------------------------------

    @property
    def wanted(self) -> bool:
        """Whether anything could be heard with the settings."""
        chosen = self.settings
        loud = chosen.sound and chosen.volume > 0 and (chosen.effects > 0 or chosen.music > 0)
        return loud and not self.hidden

    def adopt(self, settings: Settings) -> None:
        """Use other settings from now on; a change of the effects' volume is demonstrated."""
        before, self.settings = self.settings, settings
        if (settings.sound, settings.volume, settings.effects, settings.music) == (
            before.sound,
            before.volume,
            before.effects,
            before.music,
        ):
            return
        self._awake, self._retry_at = True, self._clock
        if self.wanted and not self.device.is_open:
            self._greeting = PRESSED
        elif (settings.volume, settings.effects) != (before.volume, before.effects):
            self.play("place")

    def wake(self) -> None:
        """Note that the user is active: sound may be needed soon."""
        self._awake = True

    def play(self, cue: str, after: float = 0.0) -> None:
        """Play a sound in ``after`` milliseconds."""
        self._awake = True
        if self.wanted and self.settings.effects:
            self._waiting.append(Waiting(self._clock + after, cue))

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, dt: float, *, still: bool) -> None:
        """Let dt milliseconds pass; ``still`` if nothing moves. Called last in every step."""
        self._clock += dt
        rested = self._still >= OPEN_AFTER  # the first frame after a rest: a pause before it isn't seen, either
        self._still = self._still + dt if still else 0.0
        due = [one.cue for one in self._waiting if one.due <= self._clock]
        self._waiting = [one for one in self._waiting if one.due > self._clock]
        self._open_or_close(dt, resting=rested or self._still >= OPEN_AFTER)
        if not self.device.is_open:
            return
        if self._greeting:
            due, self._greeting = [*due, self._greeting], ""
        if self.wanted:
            self._start(due)
        self._update_music()

    @property
    def due(self) -> float:
        """Milliseconds until ``update`` has something to do; infinite if there is nothing."""
        due = [one.due - self._clock for one in self._waiting]
        if self.device.is_open:
            if not self._music:
                due.append(0.0 if self.device.busy or not self.wanted else CLOSE_AFTER - self._quiet)
        elif self.wanted and self._awake:
            due.append(max(self._retry_at - self._clock, OPEN_AFTER - self._still))
        return max(0.0, min(due, default=math.inf))

    def _open_or_close(self, dt: float, *, resting: bool) -> None:
        if not self.device.is_open:
            if self.wanted and self._awake and resting and self._clock >= self._retry_at:
                self._music = 0.0
                if not self.device.open():
                    self._retry_at, self._greeting = self._clock + RETRY_AFTER, ""
            return
        if not self.wanted:
            self.device.stop()
        silent = not self.device.busy and not self._music and not self._waiting
        self._quiet = self._quiet + dt if silent else 0.0
        if resting and silent and (self._quiet >= CLOSE_AFTER or not self.wanted):
            self.close()
            self._awake = False

    def _start(self, due: list[str]) -> None:
        """Start the highest-ranking due sounds, each once and none too soon after the same one."""
        most = 1 if self.settings.speed == "instant" else TOGETHER
        fresh = [cue for cue in dict.fromkeys(due) if self._clock - self._last.get(cue, -1e9) >= CUES[cue].apart]
        for name in sorted(fresh, key=lambda cue: -CUES[cue].rank)[:most]:
            cue = CUES[name]
            self._last[name], self._quiet = self._clock, 0.0
            pitch, strength = 1.0, 1.0
            if cue.varied:
                pitch = self._rng.choice(PITCHES)
                strength = SOFTEST + (1 - SOFTEST) * self._rng.unit()
            volume = self._share(self.settings.effects) * strength * 10 ** (cue.level / 20)
            self.device.play(f"{name}_{self._next_variant(name, cue.variants)}", pitch, min(1.0, volume))

    def _next_variant(self, name: str, count: int) -> int:
        """A variant other than the last one."""
        last = self._variant.get(name, 0)
        number = 1 + (last + self._rng.below(max(1, count - 1))) % count
        self._variant[name] = number
        return number

    def _share(self, percent: int) -> float:
        """Strength 0 … 1 of a volume in percent, times the overall volume."""
        return math.pow(percent / 100 * self.settings.volume / 100, EVEN_STEPS)

    def _update_music(self) -> None:
        volume = self._share(self.settings.music) if self.wanted else 0.0
        if volume != self._music:
            self._music = volume
            self.device.music(volume)

    def close(self) -> None:
        """Close the device."""
        self._music = self._quiet = 0.0
        if self.device.is_open:
            self.device.close()
