"""A sound device that records its calls."""

from __future__ import annotations

import math
from dataclasses import replace

from engine.settings import Settings
from scenes.sound.player import Player
from tests.support.piloting import Pilot

FRAME = 1000 / 60


class Tape:
    """A sound device that records its calls."""

    def __init__(self, *, there: bool = True) -> None:
        self.there = there
        self.is_open = False
        self.busy = False
        self.opened = 0
        self.played: list[tuple[str, float, float]] = []
        self.volumes: list[float] = []

    def open(self) -> bool:
        self.opened += 1
        self.is_open = self.there
        return self.there

    def close(self) -> None:
        self.is_open = False

    def play(self, name: str, pitch: float, volume: float) -> None:
        assert self.is_open and 0 < volume <= 1
        self.played.append((name, pitch, volume))

    def stop(self) -> None:
        self.busy = False

    def music(self, volume: float) -> None:
        self.volumes.append(volume)

    def names(self) -> list[str]:
        """Names of the sounds played since the last call, without variant numbers."""
        played, self.played = self.played, []
        return [name.rpartition("_")[0] for name, _, _ in played]


def listening(*, there: bool = True, **changes: object) -> tuple[Player, Tape]:
    """A player that has just opened its device."""
    tape = Tape(there=there)
    sound = Player(tape, replace(Settings(), **changes))  # type: ignore[arg-type]
    sound.wake()
    pass_time(sound, 300)
    return sound, tape


def pass_time(sound: Player, ms: float, *, still: bool = True) -> None:
    for _ in range(math.ceil(ms / FRAME)):
        sound.update(FRAME, still=still)


# --- at the table -----------------------------------------------------------------------------------------------------


def taped(pilot: Pilot) -> Tape:
    """Give the pilot's program a tape as its sound device, opened."""
    tape = Tape()
    tape.open()
    pilot.app.sound.device = tape
    return tape
