"""Pictures of the lessons, for ``tests.pictures``."""

import pygame

from scenes.screens.lesson.lesson_table import LessonMode
from scenes.shell.destinations import LessonTable
from scenes.table.table import Table
from tests.support.profile_pilot import Pilot
from tests.support.tables import lesson_mode

MAX_WAIT_FRAMES = 4000
"""Frames without progress after which a lesson counts as over."""


def play_to_step(pilot: Pilot, slug: str, steps: int) -> None:
    """Play a lesson up to a step, counted from 0, or to its end."""
    pilot.app.go(LessonTable(slug))
    for _ in range(MAX_WAIT_FRAMES):
        pilot.step()
        table = pilot.app.top
        if not isinstance(table, Table) or not isinstance(table.mode, LessonMode):
            return
        tutor = table.mode.tutor
        if tutor.explanation is None or tutor.is_step_done or table.model.director.is_busy:
            continue
        if tutor.step_index >= steps:
            return
        if tutor.step.expected_move is None:
            pilot.press_keys(pygame.K_RETURN)
        else:
            table.hand_controller.answer(tutor.step.expected_move)


def lesson(pilot: Pilot, slug: str) -> None:
    """Show the second step with a move."""
    play_to_step(pilot, slug, 2)


def lesson_wrong(pilot: Pilot, slug: str) -> None:
    """Show a lesson after two wrong answers."""
    play_to_step(pilot, slug, 4)
    answer_wrong(pilot)


def answer_wrong(pilot: Pilot) -> bool:
    """Give two wrong answers; return False if there is none to give."""
    table = pilot.table
    game, expected = table.match.game, lesson_mode(table).tutor.step.expected_move
    wrong = [move for move in game.legal_moves(0) if expected is None or move != game.canonical(expected)]
    if expected is None or not wrong:
        return False
    for _ in range(2):
        table.hand_controller.answer(wrong[-1])
        pilot.run_frames(40)
    return True


def lesson_last(pilot: Pilot, slug: str) -> None:
    play_to_step(pilot, slug, 8)


def lesson_praise(pilot: Pilot, slug: str) -> None:
    play_to_step(pilot, slug, 99)
