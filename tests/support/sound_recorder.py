"""Records the calls to the sound device."""

from __future__ import annotations

import math
from dataclasses import replace

from engine.settings import Settings
from scenes.sound.player import SoundPlayer
from tests.support.profile_pilot import Pilot

FRAME_MS = 1000 / 60


class SoundRecorder:
    """A sound device that records its calls."""

    def __init__(self, *, is_available: bool = True) -> None:
        self.is_available = is_available
        self.is_open = False
        self.is_effect_playing = False
        self.open_count = 0
        self.played_sounds: list[tuple[str, float, float]] = []
        self.volumes: list[float] = []

    def open(self) -> bool:
        self.open_count += 1
        self.is_open = self.is_available
        return self.is_available

    def close(self) -> None:
        self.is_open = False

    def play(self, name: str, pitch: float, volume: float) -> None:
        assert self.is_open and 0 < volume <= 1
        self.played_sounds.append((name, pitch, volume))

    def stop_effects(self) -> None:
        self.is_effect_playing = False

    def set_music_volume(self, volume: float) -> None:
        self.volumes.append(volume)

    def take_names(self) -> list[str]:
        """Return the names of the sounds played since the last call, without variant numbers."""
        played, self.played_sounds = self.played_sounds, []
        return [name.rpartition("_")[0] for name, _, _ in played]


def recorded_player(*, is_available: bool = True, **changes: object) -> tuple[SoundPlayer, SoundRecorder]:
    """Return a player that has just opened its device."""
    tape = SoundRecorder(is_available=is_available)
    sound = SoundPlayer(tape, replace(Settings(), **changes))  # type: ignore[arg-type]
    sound.expect_sound()
    advance_clock(sound, 300)
    return sound, tape


def advance_clock(sound: SoundPlayer, ms: float, *, still: bool = True) -> None:
    for _ in range(math.ceil(ms / FRAME_MS)):
        sound.update(FRAME_MS, still=still)


# --- at the table -----------------------------------------------------------------------------------------------------


def record_sounds(pilot: Pilot) -> SoundRecorder:
    """Replace the program's sound device by an opened recorder."""
    tape = SoundRecorder()
    tape.open()
    pilot.app.sound.device = tape
    return tape
