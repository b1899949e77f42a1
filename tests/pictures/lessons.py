"""Pictures of the lessons, for ``tests.pictures``."""

from collections.abc import Callable
from functools import partial

import pygame

from scenes.lesson.table import ScriptedPlay
from scenes.shell.destinations import Learn
from scenes.table.table import Table
from tests.support.at_table import scripted
from tests.support.piloting import Pilot

Shot = Callable[[Pilot, str], None]
WAITS = 4000
"""Frames after which a lesson without progress counts as over."""


def go(pilot: Pilot, slug: str, steps: int) -> None:
    """Play a lesson up to a step, counted from 0, or to its end."""
    pilot.app.go(Learn(slug))
    for _ in range(WAITS):
        pilot.step()
        table = pilot.app.top
        if not isinstance(table, Table) or not isinstance(table.play, ScriptedPlay):
            return
        tutor = table.play.tutor
        if tutor.explanation is None or tutor.moving or table.stage.director.busy:
            continue
        if tutor.at >= steps:
            return
        if tutor.step.do is None:
            pilot.key(pygame.K_RETURN)
        else:
            table.control.answer(tutor.step.do)


def lesson(pilot: Pilot, slug: str) -> None:
    """The second step with a move."""
    go(pilot, slug, 2)


def lesson_wrong(pilot: Pilot, slug: str) -> None:
    """After two wrong answers."""
    go(pilot, slug, 4)
    answer_wrong(pilot)


def answer_wrong(pilot: Pilot) -> bool:
    """Give two wrong answers; False if there is none to give."""
    table = pilot.table
    game, expected = table.match.game, scripted(table).tutor.step.do
    wrong = [move for move in game.legal_moves(0) if expected is None or move != game.canonical(expected)]
    if expected is None or not wrong:
        return False
    for _ in range(2):
        table.control.answer(wrong[-1])
        pilot.steps(40)
    return True


EACH: dict[str, Shot] = {
    "lesson": lesson,
    "lesson_wrong": lesson_wrong,
    "lesson_last": partial(go, steps=8),
    "lesson_praise": partial(go, steps=99),
}
