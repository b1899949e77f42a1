"""A touch pilot for the real program, on a profile's folder. Its events go through pygame's queue."""

from collections.abc import Sequence
from typing import Any

import pygame

from scenes.app import App
from scenes.selftest import finger_pilot
from scenes.selftest.pilot import FRAME_MS, StuckError
from tests.support.profile_pilot import Pilot


class FingerPilot(finger_pilot.FingerPilot[App], Pilot):
    """A simulated player who uses the real program by touch only."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        pygame.event.clear()

    def step(self, events: Sequence[pygame.Event] = (), elapsed_ms: float = FRAME_MS) -> None:
        for event in events:
            pygame.event.post(event)
        kinds = {event.type for event in events}
        found = [event for event in pygame.event.get() if event.type in kinds]  # others belong to other tests' windows
        for event in found:
            if event.type in (pygame.KEYDOWN, pygame.MOUSEWHEEL) or not getattr(event, "touch", True):
                raise StuckError(f"{event} is not a touch event")
        super().step(found, elapsed_ms)
