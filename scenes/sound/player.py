"""Decides what is heard and when. No pygame here; time is a parameter.

Sounds asked for within one step of the program are heard together, each once; the device is opened when nothing moves,
for that may take a while, and closed when nothing has been heard for long, for an open device costs power.
"""

import math
from typing import NamedTuple, Protocol

from engine.rng import Rng
from engine.settings import Settings
from scenes.sound.cues import CUES, PRESSED

TOGETHER = 2
"""Sounds of one step that are heard at most; at instant speed only the most important one."""
OPEN_AFTER = 250.0
"""Milliseconds without any change of the picture before the device is opened: a pause nobody sees."""
CLOSE_AFTER = 30_000.0
"""Milliseconds without any sound after which it is closed."""
RETRY_AFTER = 60_000.0
"""Milliseconds until it is tried again where there was none."""
PITCHES = (1.0, 0.965, 1.03)
"""Speeds at which a varied sound is played."""
EVEN_STEPS = 1.5
"""Power of a slider's place that an ear takes for even steps, roughly."""
SOFTEST = 0.8
"""A varied sound is so soft at least, 1 being its full strength."""


class Device(Protocol):
    """What plays samples. Nothing of it ever raises: a device that fails is closed from then on."""

    @property
    def is_open(self) -> bool:
        """Whether it can be heard."""

    @property
    def busy(self) -> bool:
        """Whether an effect is being heard."""

    def open(self) -> bool:
        """Get ready, which may block for a moment; False when there is none."""

    def close(self) -> None:
        """Give it back."""

    def play(self, name: str, pitch: float, volume: float) -> None:
        """Begin a sound (a file's name without its ending), faster by ``pitch``; ``volume`` 0 … 1."""

    def stop(self) -> None:
        """End all effects."""

    def music(self, volume: float) -> None:
        """Play the music in a loop, 0 … 1 loud; 0 lets it fade away."""


class Waiting(NamedTuple):
    """A sound that was asked for."""

    due: float
    cue: str


class Player:
    """The sound of the program.

    Args:
        device: plays samples.
        settings: how loud.
        seed: for what differs from one time to the next.
    """

    def __init__(self, device: Device, settings: Settings, seed: int = 1) -> None:
        self.device = device
        self.settings = settings
        self.hidden = False
        """The window can't be seen at all: nothing is heard."""
        self._rng = Rng(seed)
        self._clock = 0.0
        self._still = 0.0
        self._quiet = 0.0
        self._awake = True
        self._retry_at = 0.0
        self._greeting = ""
        self._music = 0.0
        self._waiting: list[Waiting] = []
        self._last: dict[str, float] = {}
        self._variant: dict[str, int] = {}

    # --- what is wanted ---------------------------------------------------------------------------------------------

    @property
    def wanted(self) -> bool:
        """Whether anything could be heard with these settings."""
        chosen = self.settings
        loud = chosen.sound and chosen.volume > 0 and (chosen.effects > 0 or chosen.music > 0)
        return loud and not self.hidden

    def adopt(self, settings: Settings) -> None:
        """Use other settings from now on; a change of how loud effects are is demonstrated."""
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
        """Somebody is there: sound may be needed soon."""
        self._awake = True

    def play(self, cue: str, after: float = 0.0) -> None:
        """Ask for a sound, to be heard in so many milliseconds."""
        self._awake = True
        if self.wanted and self.settings.effects:
            self._waiting.append(Waiting(self._clock + after, cue))

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, dt: float, *, still: bool) -> None:
        """Let dt milliseconds pass; ``still`` when the picture doesn't change. Called last in every step."""
        self._clock += dt
        self._still = self._still + dt if still else 0.0
        due = [one.cue for one in self._waiting if one.due <= self._clock]
        self._waiting = [one for one in self._waiting if one.due > self._clock]
        self._open_or_close(dt)
        if not self.device.is_open:
            return
        if self._greeting:
            due, self._greeting = [*due, self._greeting], ""
        if self.wanted:
            self._begin(due)
        self._tend_music()

    def _open_or_close(self, dt: float) -> None:
        resting = self._still >= OPEN_AFTER
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

    def _begin(self, due: list[str]) -> None:
        """Begin the most important ones of what is due, each once and none too soon after the last of its kind."""
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
        """Another one than the last time."""
        last = self._variant.get(name, 0)
        number = 1 + (last + self._rng.below(max(1, count - 1))) % count
        self._variant[name] = number
        return number

    def _share(self, percent: int) -> float:
        """How strong, 0 … 1, for a place on a slider and that of the whole."""
        return math.pow(percent / 100 * self.settings.volume / 100, EVEN_STEPS)

    def _tend_music(self) -> None:
        volume = self._share(self.settings.music) if self.wanted else 0.0
        if volume != self._music:
            self._music = volume
            self.device.music(volume)

    def close(self) -> None:
        """Give the device back."""
        self._music = self._quiet = 0.0
        if self.device.is_open:
            self.device.close()
