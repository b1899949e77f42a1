"""Sound output through pygame's mixer. Without a sound device it does nothing: no error, no delay, no message."""

import io
import os
import struct
from contextlib import suppress
from pathlib import Path

import pygame

from engine.native_output import suppress_native_stderr

SOUNDS_FOLDER = Path(__file__).resolve().parent.parent.parent / "assets" / "sounds"
MAX_EFFECTS = 6
"""Maximum number of simultaneous effects. A further one replaces the oldest."""
SAMPLE_RATE_HZ, CHANNEL_COUNT, BUFFER_SAMPLES = 44_100, 2, 1024
"""The device's sample rate, number of channels, and samples per buffer (23 ms)."""
MUSIC_FILE = SOUNDS_FOLDER / "music.ogg"
FADE_IN_MS, FADE_OUT_MS = 1500, 700
"""Durations of the music's fade-in and fade-out, milliseconds."""
WAV_RATE_OFFSET = 24
"""Offset of the sample rate in a WAV file; the byte rate follows it."""
DEVICE_ERRORS = (pygame.error, OSError, NotImplementedError)


class Mixer:
    """The sound device: plays effects and music through pygame's mixer.

    Args:
        audible: don't open SDL's ``dummy`` driver, which has no output. False opens it, too.
    """

    def __init__(self, *, audible: bool = True) -> None:
        self.audible = audible
        self._sounds: dict[tuple[str, float], pygame.mixer.Sound | None] = {}
        self._play_order: dict[int, int] = {}
        """Running number of the last sound of each channel, by channel index."""
        self._play_count = 0
        self._music_tried = False
        """Whether the music was loaded, or failed to load."""
        self._open = False

    @property
    def is_open(self) -> bool:
        return self._open

    @property
    def is_effect_playing(self) -> bool:
        """Whether a sound effect is playing."""
        return self._open and any(pygame.mixer.Channel(voice).get_busy() for voice in range(MAX_EFFECTS))

    def open(self) -> bool:
        """Open the system's default sound device; return False if there is none."""
        if self.audible and os.environ.get("SDL_AUDIODRIVER") == "dummy":
            return False
        import pygame.mixer  # noqa: PLC0415  # late import: 3 ms of the start

        try:
            with suppress_native_stderr():
                pygame.mixer.init(SAMPLE_RATE_HZ, -16, CHANNEL_COUNT, BUFFER_SAMPLES)
            pygame.mixer.set_num_channels(MAX_EFFECTS)
        except DEVICE_ERRORS:
            return False
        self._open = True
        return True

    def close(self) -> None:
        """Close the sound device and drop the sounds, which were converted to its format."""
        self._sounds.clear()
        self._play_order.clear()
        if self._open:
            with suppress(*DEVICE_ERRORS):
                pygame.mixer.quit()
        self._open = self._music_tried = False

    # --- effects ----------------------------------------------------------------------------------------------------

    def play(self, name: str, pitch: float, volume: float) -> None:
        """Start a sound on a free channel, or else replace the oldest sound."""
        if not self._open:
            return
        sound = self._load_sound(name, pitch)
        if sound is None:
            return
        try:
            voice = min(
                range(MAX_EFFECTS), key=lambda v: (pygame.mixer.Channel(v).get_busy(), self._play_order.get(v, 0))
            )
            sound.set_volume(volume)  # a channel's own volume can only be set after it starts
            pygame.mixer.Channel(voice).play(sound)
        except DEVICE_ERRORS:
            self.close()
            return
        self._play_count += 1
        self._play_order[voice] = self._play_count

    def _load_sound(self, name: str, pitch: float) -> "pygame.mixer.Sound | None":
        """Return a sound converted for the sound device; None if it can't be loaded."""
        key = name, pitch
        if key not in self._sounds:
            try:
                data = scale_wav_header_rate((SOUNDS_FOLDER / f"{name}.wav").read_bytes(), pitch)
                self._sounds[key] = pygame.mixer.Sound(file=io.BytesIO(data))
            except DEVICE_ERRORS:
                self._sounds[key] = None
        return self._sounds[key]

    def stop_effects(self) -> None:
        """Stop all sound effects."""
        if self._open:
            pygame.mixer.fadeout(60)

    # --- music ------------------------------------------------------------------------------------------------------

    def set_music_volume(self, volume: float) -> None:
        """Play the music in a loop at a volume of 0 … 1; 0 fades it out."""
        if not self._open:
            return
        try:
            if volume <= 0:
                pygame.mixer.music.fadeout(FADE_OUT_MS)
                self._music_tried = False
                return
            pygame.mixer.music.set_volume(volume)
            if not self._music_tried:
                pygame.mixer.music.load(MUSIC_FILE)
                pygame.mixer.music.play(-1, fade_ms=FADE_IN_MS)
                self._music_tried = True
        except DEVICE_ERRORS:
            self._music_tried = True  # not tried again until the device is reopened


def scale_wav_header_rate(wav: bytes, pitch: float) -> bytes:
    """Return a WAV file with its sample rate multiplied by ``pitch``, so that it plays higher and faster.

    >>> wav = bytes(24) + struct.pack("<II", 44100, 88200) + bytes(4)
    >>> struct.unpack_from("<II", scale_wav_header_rate(wav, 1.1), 24)
    (48510, 97020)
    """
    rate, size = struct.unpack_from("<II", wav, WAV_RATE_OFFSET)
    other = round(rate * pitch)
    return (
        wav[:WAV_RATE_OFFSET] + struct.pack("<II", other, other * (size // max(1, rate))) + wav[WAV_RATE_OFFSET + 8 :]
    )
