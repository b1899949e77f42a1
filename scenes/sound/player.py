"""Decides what is heard and when. No pygame here; time is a parameter.

Sounds asked for within one step of the program are heard together, each once. The device is opened when nothing moves,
as that may take a while, and closed after a long silence, as an open device costs power.
"""

import math
from typing import NamedTuple, Protocol

from engine.rng import Rng
from engine.settings import Settings
from scenes.sound.cues import BUTTON_CUE, CUES

MAX_SOUNDS_PER_STEP = 2
"""Maximum number of sounds heard in one step; 1 at instant speed."""
OPEN_AFTER_MS = 250.0
"""Milliseconds without movement before the device is opened, so that the pause isn't seen."""
CLOSE_AFTER_MS = 8_000.0
"""Milliseconds of silence after which the device is closed: an open one takes 0.5 % of a core."""
RETRY_AFTER_MS = 60_000.0
"""Milliseconds until a missing device is tried again."""
PITCH_FACTORS = (1.0, 0.965, 1.03)
"""Speeds at which a varied sound is played."""
VOLUME_EXPONENT = 1.5
"""Exponent that makes a slider's steps sound about even."""
MIN_STRENGTH = 0.8
"""Minimum strength of a varied sound, 0 … 1."""


class SoundDevice(Protocol):
    """What plays samples. It never raises: a device that fails closes."""

    @property
    def is_open(self) -> bool:
        """Whether the device is open."""

    @property
    def is_playing(self) -> bool:
        """Whether an effect is playing."""

    def open(self) -> bool:
        """Open the device, which may block for a moment; False if there is none."""

    def close(self) -> None:
        """Close the device."""

    def play(self, name: str, pitch: float, volume: float) -> None:
        """Start a sound (a file's name without its suffix), faster by ``pitch``; ``volume`` is 0 … 1."""

    def stop(self) -> None:
        """Stop all effects."""

    def play_music(self, volume: float) -> None:
        """Play the music in a loop at a volume of 0 … 1; 0 fades it out."""


class DueSound(NamedTuple):
    """A sound to be played, and when."""

    due_ms: float
    cue: str


class SoundPlayer:
    """The sound of the program.

    Args:
        device: plays samples.
        settings: volumes, and the speed.
        seed: of variations in pitch, loudness and variant.
    """

    def __init__(self, device: SoundDevice, settings: Settings, seed: int = 1) -> None:
        self.device = device
        self.settings = settings
        self.is_window_hidden = False
        """Whether the window can't be seen at all; then nothing is heard."""
        self._rng = Rng(seed)
        self._clock_ms = 0.0
        self._still_ms = 0.0
        self._silent_ms = 0.0
        self._is_awake = settings.music > 0
        """Whether sound may be needed soon: effects not before the player does something."""
        self._retry_at_ms = 0.0
        self._opening_cue = ""
        self._music_volume = 0.0
        self._due_sounds: list[DueSound] = []
        self._last_played_ms: dict[str, float] = {}
        self._last_variants: dict[str, int] = {}

    # --- requests ---------------------------------------------------------------------------------------------------

    @property
    def is_audible(self) -> bool:
        """Whether anything could be heard with the settings."""
        chosen = self.settings
        loud = chosen.sound and chosen.volume > 0 and (chosen.effects > 0 or chosen.music > 0)
        return loud and not self.is_window_hidden

    def set_settings(self, settings: Settings) -> None:
        """Use other settings from now on; a change of the effects' volume is demonstrated."""
        before, self.settings = self.settings, settings
        if (settings.sound, settings.volume, settings.effects, settings.music) == (
            before.sound,
            before.volume,
            before.effects,
            before.music,
        ):
            return
        self._is_awake, self._retry_at_ms = True, self._clock_ms
        if self.is_audible and not self.device.is_open:
            self._opening_cue = BUTTON_CUE
        elif (settings.volume, settings.effects) != (before.volume, before.effects):
            self.play("place")

    def wake(self) -> None:
        """Note that the user is active: sound may be needed soon."""
        self._is_awake = True

    def play(self, cue: str, delay_ms: float = 0.0) -> None:
        """Play a sound in ``delay_ms`` milliseconds."""
        self._is_awake = True
        if self.is_audible and self.settings.effects:
            self._due_sounds.append(DueSound(self._clock_ms + delay_ms, cue))

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, dt: float, *, still: bool) -> None:
        """Let dt milliseconds pass; ``still`` if nothing moves. Called last in every step."""
        self._clock_ms += dt
        rested = self._still_ms >= OPEN_AFTER_MS  # the first frame after a rest: a pause before it isn't seen, either
        self._still_ms = self._still_ms + dt if still else 0.0
        due = [one.cue for one in self._due_sounds if one.due_ms <= self._clock_ms]
        self._due_sounds = [one for one in self._due_sounds if one.due_ms > self._clock_ms]
        self._open_or_close(dt, resting=rested or self._still_ms >= OPEN_AFTER_MS)
        if not self.device.is_open:
            return
        if self._opening_cue:
            due, self._opening_cue = [*due, self._opening_cue], ""
        if self.is_audible:
            self._play_due(due)
        self._update_music()

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until ``update`` has something to do; infinite if there is nothing."""
        due = [one.due_ms - self._clock_ms for one in self._due_sounds]
        if self.device.is_open:
            if not self._music_volume:
                due.append(0.0 if self.device.is_playing or not self.is_audible else CLOSE_AFTER_MS - self._silent_ms)
        elif self.is_audible and self._is_awake:
            due.append(max(self._retry_at_ms - self._clock_ms, OPEN_AFTER_MS - self._still_ms))
        return max(0.0, min(due, default=math.inf))

    def _open_or_close(self, dt: float, *, resting: bool) -> None:
        if not self.device.is_open:
            if self.is_audible and self._is_awake and resting and self._clock_ms >= self._retry_at_ms:
                self._music_volume = 0.0
                if not self.device.open():
                    self._retry_at_ms, self._opening_cue = self._clock_ms + RETRY_AFTER_MS, ""
            return
        if not self.is_audible:
            self.device.stop()
        silent = not self.device.is_playing and not self._music_volume and not self._due_sounds
        self._silent_ms = self._silent_ms + dt if silent else 0.0
        if resting and silent and (self._silent_ms >= CLOSE_AFTER_MS or not self.is_audible):
            self.close()
            self._is_awake = False

    def _play_due(self, due: list[str]) -> None:
        """Start the highest-ranking due sounds, each once and none too soon after the same one."""
        most = 1 if self.settings.speed == "instant" else MAX_SOUNDS_PER_STEP
        fresh = [
            cue
            for cue in dict.fromkeys(due)
            if self._clock_ms - self._last_played_ms.get(cue, -1e9) >= CUES[cue].min_interval_ms
        ]
        for name in sorted(fresh, key=lambda cue: -CUES[cue].priority)[:most]:
            cue = CUES[name]
            self._last_played_ms[name], self._silent_ms = self._clock_ms, 0.0
            pitch, strength = 1.0, 1.0
            if cue.is_varied:
                pitch = self._rng.choice(PITCH_FACTORS)
                strength = MIN_STRENGTH + (1 - MIN_STRENGTH) * self._rng.unit()
            volume = self._volume_factor(self.settings.effects) * strength * 10 ** (cue.level_db / 20)
            self.device.play(f"{name}_{self._next_variant(name, cue.variant_count)}", pitch, min(1.0, volume))

    def _next_variant(self, name: str, count: int) -> int:
        """A variant other than the last one."""
        last = self._last_variants.get(name, 0)
        number = 1 + (last + self._rng.below(max(1, count - 1))) % count
        self._last_variants[name] = number
        return number

    def _volume_factor(self, percent: int) -> float:
        """Strength 0 … 1 of a volume in percent, times the overall volume."""
        return math.pow(percent / 100 * self.settings.volume / 100, VOLUME_EXPONENT)

    def _update_music(self) -> None:
        volume = self._volume_factor(self.settings.music) if self.is_audible else 0.0
        if volume != self._music_volume:
            self._music_volume = volume
            self.device.play_music(volume)

    def close(self) -> None:
        """Close the device."""
        self._music_volume = self._silent_ms = 0.0
        if self.device.is_open:
            self.device.close()
