"""Frames of a staged announcement: processor time of each frame that is drawn, from its first to its last."""

import statistics
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pygame

from engine.profile.storage import Profile
from scenes.shell.destinations import Home, Resume
from scenes.table.table import Table
from tests.pictures.films import Prompter, go_on, is_shown, scenes
from tests.support.piloting import Pilot

FRAME = 1000 / 60


class StagedFrames(NamedTuple):
    """Milliseconds of the processor for the frames of an announcement: what else runs on the machine delays none."""

    median: float
    p99: float


@cache
def staged_frames(slug: str, key: str, size: tuple[int, int], run: int) -> StagedFrames:
    """Frames of the announcement ``key`` in a window of this size; measured once for all figures of the same ``run``.

    What is drawn beforehand is drawn between two frames, as in the program, and isn't counted.
    """
    took = frames_of(slug, key, size)
    return StagedFrames(statistics.median(took), sorted(took)[len(took) * 99 // 100])


def frames_of(slug: str, key: str, size: tuple[int, int]) -> list[float]:
    """Milliseconds of the processor for each frame that is drawn while something is announced."""
    pygame.display.init()
    pygame.font.init()
    scene = scenes(slug)[key]
    took: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        Profile(Path(folder)).save_match(scene.saved)
        pilot = Pilot(Path(folder), size, Prompter(scene.record.moves[scene.made :]))
        app = pilot.app

        def frame() -> None:
            before = time.process_time()
            if app.open_in_parts(lambda: time.process_time() - before):
                return
            drawn = app.step(FRAME, ())
            if drawn and isinstance(app.top, Table) and app.top.hud.announcement.now is not None:
                took.append((time.process_time() - before) * 1000)
            app.prepare(lambda: time.process_time() - before)

        def shown(pilot: Pilot) -> bool:
            frame()
            return is_shown(key, pilot)

        app.opens_in_parts = True
        app.go(Home())
        app.go(Resume())
        go_on(pilot, shown)
        while isinstance(app.top, Table) and app.top.hud.announcement.now is not None:
            frame()
        app.close_all()
    return took
