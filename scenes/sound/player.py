"""Selection and timing of sounds. No pygame here; time is a parameter.

Sounds requested within one step of the program are played together, each once. The device is opened while nothing
moves, as that may block, and closed after a long silence, as an open device costs power.
"""

import math
from typing import NamedTuple, Protocol

from engine.rng import Rng
from engine.settings import Settings
from scenes.sound.cues import BUTTON_CUE, CUES

MAX_SOUNDS_PER_STEP = 2
"""Maximum number of sounds played in one step; 1 at instant speed."""
OPEN_AFTER_STILL_MS = 250.0
"""Milliseconds without animation before the device is opened, so that the delay isn't visible."""
CLOSE_AFTER_SILENT_MS = 8_000.0
"""Milliseconds of silence after which the device is closed, as an open one takes 0.5 % of a core."""
RETRY_AFTER_MS = 60_000.0
"""Milliseconds until opening the device is tried again after a failure."""
PITCH_FACTORS = (1.0, 0.965, 1.03)
"""Factors on the speed and pitch of a varied sound."""
VOLUME_EXPONENT = 1.5
"""Exponent of the volume curve: equal slider steps sound about equally large."""
MIN_VARIED_VOLUME = 0.8
"""Minimum volume factor of a varied sound, 0 … 1."""


class SoundDevice(Protocol):
    """Output device of sounds. Its methods never raise: a device that fails closes."""

    @property
    def is_open(self) -> bool:
        """Whether the sound device is open."""

    @property
    def is_effect_playing(self) -> bool:
        """Whether a sound effect is playing."""

    def open(self) -> bool:
        """Open the sound device, which may block for a moment; return False if there is none."""

    def close(self) -> None:
        """Close the sound device."""

    def play(self, name: str, pitch: float, volume: float) -> None:
        """Start a sound (file name without suffix) at a speed factor ``pitch`` and a ``volume`` of 0 … 1."""

    def stop_effects(self) -> None:
        """Stop all sound effects."""

    def set_music_volume(self, volume: float) -> None:
        """Play the music in a loop at a volume of 0 … 1; 0 fades it out."""


class DueSound(NamedTuple):
    """A sound cue with the time at which it is due."""

    due_ms: float
    cue: str


class SoundPlayer:
    """Selects, times and varies the sounds of the program.

    Args:
        device: output device.
        settings: volumes and animation speed.
        seed: seed of the variations in pitch, volume and variant.
    """

    def __init__(self, device: SoundDevice, settings: Settings, seed: int = 1) -> None:
        self.device = device
        self.settings = settings
        self.is_window_hidden = False
        """Whether the window is completely hidden, which mutes all sound."""
        self._rng = Rng(seed)
        self._clock_ms = 0.0
        self._still_ms = 0.0
        self._silent_ms = 0.0
        self._may_need_sound = settings.music > 0
        """Whether sound may be needed soon: music from the start, effects after the first input."""
        self._retry_at_ms = 0.0
        self._opening_cue = ""
        self._music_volume = 0.0
        self._due_sounds: list[DueSound] = []
        self._last_played_ms: dict[str, float] = {}
        self._last_variants: dict[str, int] = {}

    # --- requests ---------------------------------------------------------------------------------------------------

    @property
    def is_audible(self) -> bool:
        """Whether the settings and the window allow any sound."""
        chosen = self.settings
        loud = chosen.sound and chosen.volume > 0 and (chosen.effects > 0 or chosen.music > 0)
        return loud and not self.is_window_hidden

    def set_settings(self, settings: Settings) -> None:
        """Apply new sound settings; a changed effects volume is demonstrated with a sound."""
        previous, self.settings = self.settings, settings
        if (settings.sound, settings.volume, settings.effects, settings.music) == (
            previous.sound,
            previous.volume,
            previous.effects,
            previous.music,
        ):
            return
        self._may_need_sound, self._retry_at_ms = True, self._clock_ms
        if self.is_audible and not self.device.is_open:
            self._opening_cue = BUTTON_CUE
        elif (settings.volume, settings.effects) != (previous.volume, previous.effects):
            self.play("place")

    def expect_sound(self) -> None:
        """Note that the player is active, so that sound may be needed soon."""
        self._may_need_sound = True

    def play(self, cue: str, delay_ms: float = 0.0) -> None:
        """Schedule a sound cue to be played after ``delay_ms`` milliseconds."""
        self._may_need_sound = True
        if self.is_audible and self.settings.effects:
            self._due_sounds.append(DueSound(self._clock_ms + delay_ms, cue))

    # --- time -------------------------------------------------------------------------------------------------------

    def update(self, elapsed_ms: float, *, still: bool) -> None:
        """Advance the sound player by ``elapsed_ms`` milliseconds; ``still`` if nothing moves on the screen. Called
        last in every step."""
        self._clock_ms += elapsed_ms
        rested = (
            self._still_ms >= OPEN_AFTER_STILL_MS
        )  # a delay before the first frame after a rest isn't visible, either
        self._still_ms = self._still_ms + elapsed_ms if still else 0.0
        due = [sound.cue for sound in self._due_sounds if sound.due_ms <= self._clock_ms]
        self._due_sounds = [sound for sound in self._due_sounds if sound.due_ms > self._clock_ms]
        self._open_or_close(elapsed_ms, resting=rested or self._still_ms >= OPEN_AFTER_STILL_MS)
        if not self.device.is_open:
            return
        if self._opening_cue:
            due, self._opening_cue = [*due, self._opening_cue], ""
        if self.is_audible:
            self._play_due(due)
        self._update_music()

    @property
    def next_update_ms(self) -> float:
        """Milliseconds until the sound player has something to do; infinite if nothing is scheduled."""
        due = [one.due_ms - self._clock_ms for one in self._due_sounds]
        if self.device.is_open:
            if not self._music_volume:
                due.append(
                    0.0
                    if self.device.is_effect_playing or not self.is_audible
                    else CLOSE_AFTER_SILENT_MS - self._silent_ms
                )
        elif self.is_audible and self._may_need_sound:
            due.append(max(self._retry_at_ms - self._clock_ms, OPEN_AFTER_STILL_MS - self._still_ms))
        return max(0.0, min(due, default=math.inf))

    def _open_or_close(self, elapsed_ms: float, *, resting: bool) -> None:
        if not self.device.is_open:
            if self.is_audible and self._may_need_sound and resting and self._clock_ms >= self._retry_at_ms:
                self._music_volume = 0.0
                if not self.device.open():
                    self._retry_at_ms, self._opening_cue = self._clock_ms + RETRY_AFTER_MS, ""
            return
        if not self.is_audible:
            self.device.stop_effects()
        silent = not self.device.is_effect_playing and not self._music_volume and not self._due_sounds
        self._silent_ms = self._silent_ms + elapsed_ms if silent else 0.0
        if resting and silent and (self._silent_ms >= CLOSE_AFTER_SILENT_MS or not self.is_audible):
            self.close()
            self._may_need_sound = False

    def _play_due(self, due: list[str]) -> None:
        """Start the due sounds of the highest priority, each once and not before its cue's minimum interval."""
        max_sounds = 1 if self.settings.speed == "instant" else MAX_SOUNDS_PER_STEP
        playable = [
            cue
            for cue in dict.fromkeys(due)
            if self._clock_ms - self._last_played_ms.get(cue, -1e9) >= CUES[cue].min_interval_ms
        ]
        for name in sorted(playable, key=lambda cue: -CUES[cue].priority)[:max_sounds]:
            cue = CUES[name]
            self._last_played_ms[name], self._silent_ms = self._clock_ms, 0.0
            pitch, strength = 1.0, 1.0
            if cue.is_varied:
                pitch = self._rng.choice(PITCH_FACTORS)
                strength = MIN_VARIED_VOLUME + (1 - MIN_VARIED_VOLUME) * self._rng.unit()
            volume = self._volume_factor(self.settings.effects) * strength * 10 ** (cue.level_db / 20)
            self.device.play(f"{name}_{self._choose_variant(name, cue.variant_count)}", pitch, min(1.0, volume))

    def _choose_variant(self, name: str, count: int) -> int:
        """Return a random variant of a sound other than the last one played."""
        last = self._last_variants.get(name, 0)
        number = 1 + (last + self._rng.below(max(1, count - 1))) % count
        self._last_variants[name] = number
        return number

    def _volume_factor(self, percent: int) -> float:
        """Return the factor 0 … 1 of a sound volume in percent, times the overall volume."""
        return math.pow(percent / 100 * self.settings.volume / 100, VOLUME_EXPONENT)

    def _update_music(self) -> None:
        volume = self._volume_factor(self.settings.music) if self.is_audible else 0.0
        if volume != self._music_volume:
            self._music_volume = volume
            self.device.set_music_volume(volume)

    def close(self) -> None:
        self._music_volume = self._silent_ms = 0.0
        if self.device.is_open:
            self.device.close()
