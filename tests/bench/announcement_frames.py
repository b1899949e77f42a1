"""CPU times of the frames of a staged announcement, from its first to its last."""

import statistics
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pygame

from engine.profile.storage import Profile
from scenes.shell.destinations import Home, ResumedTable
from scenes.table.table import Table
from tests.pictures.films import RecordedThinker, find_scenes, is_shown, play_until
from tests.support.profile_pilot import Pilot

FRAME_MS = 1000 / 60


class StagedFrames(NamedTuple):
    """Milliseconds of CPU time of an announcement's frames, so that other load of the machine has no effect."""

    median: float
    p99: float


@cache
def staged_frames(slug: str, key: str, size: tuple[int, int], run: int) -> StagedFrames:
    """Measure the frames of the announcement ``key`` in a window of this size; once for all figures of the same
    ``run``.

    Prerendering between two frames, as in the program, isn't counted.
    """
    took = frame_times_ms(slug, key, size)
    return StagedFrames(statistics.median(took), sorted(took)[len(took) * 99 // 100])


def frame_times_ms(slug: str, key: str, size: tuple[int, int]) -> list[float]:
    """Return the milliseconds of CPU time of each frame drawn during an announcement."""
    pygame.display.init()
    pygame.font.init()
    scene = find_scenes(slug)[key]
    took: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        Profile(Path(folder)).save_match(scene.saved)
        pilot = Pilot(Path(folder), size, RecordedThinker(scene.record.moves[scene.moves_made :]))
        app = pilot.app

        def frame() -> None:
            before = time.process_time()
            if app.prerenderer.prerender_opening(lambda: time.process_time() - before):
                return
            drawn = app.step(FRAME_MS, ())
            if drawn and isinstance(app.top, Table) and app.top.hud.announcement.current is not None:
                took.append((time.process_time() - before) * 1000)
            app.prerenderer.prerender("moving", lambda: time.process_time() - before)

        def shown(pilot: Pilot) -> bool:
            frame()
            return is_shown(key, pilot)

        app.prerenderer.hides_opening_scenes = True
        app.go(Home())
        app.go(ResumedTable())
        play_until(pilot, shown)
        while isinstance(app.top, Table) and app.top.hud.announcement.current is not None:
            frame()
        app.release_everything()
    return took
