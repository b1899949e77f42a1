"""Plays samples through pygame's mixer. Without a sound device it is silent: no error, no delay, no message."""

import io
import os
import struct
from contextlib import suppress
from pathlib import Path

import pygame

from engine.silence import silence

SOUNDS = Path(__file__).resolve().parent.parent.parent / "assets" / "sounds"
VOICES = 6
"""Maximum number of effects at the same time; another one replaces the oldest."""
RATE, CHANNELS, BUFFER = 44_100, 2, 1024
"""The device's samples a second, channels, and samples a block (23 ms)."""
MUSIC = SOUNDS / "music.wav"
FADE_IN, FADE_OUT = 1500, 700
"""Milliseconds in which the music fades in and out."""
RATE_AT = 24
"""Offset in a WAV file of the samples a second, followed by the bytes a second."""
FAILURES = (pygame.error, OSError, NotImplementedError)


class Mixer:
    """The sound device.

    Args:
        audible: don't open SDL's ``dummy`` driver, which plays nothing: tests and pictures need no mixer.
    """

    def __init__(self, *, audible: bool = True) -> None:
        self.audible = audible
        self._sounds: dict[tuple[str, float], pygame.mixer.Sound | None] = {}
        self._begun: dict[int, int] = {}
        """Voice -> running number of the sound it played last."""
        self._count = 0
        self._loaded = False
        """Whether the music has been loaded, or can't be."""
        self._open = False

    @property
    def is_open(self) -> bool:
        """Whether the device is open."""
        return self._open

    @property
    def busy(self) -> bool:
        """Whether an effect is playing."""
        return self._open and any(pygame.mixer.Channel(voice).get_busy() for voice in range(VOICES))

    def open(self) -> bool:
        """Open the system's device; False if there is none."""
        if self.audible and os.environ.get("SDL_AUDIODRIVER") == "dummy":
            return False
        import pygame.mixer  # noqa: PLC0415  # 3 ms of the start: ``main`` has put it off

        try:
            with silence():
                pygame.mixer.init(RATE, -16, CHANNELS, BUFFER)
            pygame.mixer.set_num_channels(VOICES)
        except FAILURES:
            return False
        self._open = True
        return True

    def close(self) -> None:
        """Close the device, and drop the samples, which were converted for it."""
        self._sounds.clear()
        self._begun.clear()
        if self._open:
            with suppress(*FAILURES):
                pygame.mixer.quit()
        self._open = self._loaded = False

    # --- effects ----------------------------------------------------------------------------------------------------

    def play(self, name: str, pitch: float, volume: float) -> None:
        """Start a sound on a free voice, or on the one that has played longest."""
        if not self._open:
            return
        sound = self._sound(name, pitch)
        if sound is None:
            return
        try:
            voice = min(range(VOICES), key=lambda v: (pygame.mixer.Channel(v).get_busy(), self._begun.get(v, 0)))
            sound.set_volume(volume)  # a voice's own volume can only be set after it starts
            pygame.mixer.Channel(voice).play(sound)
        except FAILURES:
            self.close()
            return
        self._count += 1
        self._begun[voice] = self._count

    def _sound(self, name: str, pitch: float) -> "pygame.mixer.Sound | None":
        """The samples for this device; None if they can't be loaded."""
        key = name, pitch
        if key not in self._sounds:
            try:
                data = faster((SOUNDS / f"{name}.wav").read_bytes(), pitch)
                self._sounds[key] = pygame.mixer.Sound(file=io.BytesIO(data))
            except FAILURES:
                self._sounds[key] = None
        return self._sounds[key]

    def stop(self) -> None:
        """Stop all effects."""
        if self._open:
            pygame.mixer.fadeout(60)

    # --- music ------------------------------------------------------------------------------------------------------

    def music(self, volume: float) -> None:
        """Play the music in a loop at a volume of 0 … 1; 0 fades it out."""
        if not self._open:
            return
        try:
            if volume <= 0:
                pygame.mixer.music.fadeout(FADE_OUT)
                self._loaded = False
                return
            pygame.mixer.music.set_volume(volume)
            if not self._loaded:
                pygame.mixer.music.load(MUSIC)
                pygame.mixer.music.play(-1, fade_ms=FADE_IN)
                self._loaded = True
        except FAILURES:
            self._loaded = True  # not tried again until the device is reopened


def faster(data: bytes, pitch: float) -> bytes:
    """A WAV file with its sample rate multiplied by ``pitch``: it plays higher and faster.

    >>> struct.unpack_from("<II", faster(bytes(24) + struct.pack("<II", 44100, 88200) + bytes(4), 1.1), 24)
    (48510, 97020)
    """
    rate, size = struct.unpack_from("<II", data, RATE_AT)
    other = round(rate * pitch)
    return data[:RATE_AT] + struct.pack("<II", other, other * (size // max(1, rate))) + data[RATE_AT + 8 :]
