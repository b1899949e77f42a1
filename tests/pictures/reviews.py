"""Pictures of the review of a match, busy and finished, for ``tests.pictures``."""

import pygame

from scenes.review.review import ReviewScreen
from scenes.shell.destinations import ReplayList
from scenes.work.reviews import Make, Reviews
from tests.games.specimens import SPECIMENS
from tests.support import canned_review, replaying
from tests.support.piloting import Pilot


def reviewed(pilot: Pilot, slug: str, make: Make = canned_review.finished) -> ReviewScreen:
    """The review of a match, opened from the list."""
    record, _ = replaying.finished(slug, SPECIMENS[slug].pictured_seed)
    record.chairs = replaying.level(record.seats, 2)
    pilot.app.go(ReplayList())
    screen = ReviewScreen(pilot.app, Reviews(pilot.app.background, record, make))
    pilot.app.open(screen)
    pilot.steps(40)
    return screen


def match_review(pilot: Pilot, slug: str) -> None:
    reviewed(pilot, slug)


def match_review_busy(pilot: Pilot, slug: str) -> None:
    reviewed(pilot, slug, canned_review.half)


def match_review_costly(pilot: Pilot, slug: str) -> None:
    """Only costly decisions, with the focus on a row."""
    reviewed(pilot, slug).filter(1)
    pilot.key(pygame.K_DOWN, pygame.K_DOWN)


def match_review_one(pilot: Pilot, slug: str) -> None:
    """The last part, in a window where only one fits."""
    screen = reviewed(pilot, slug)
    screen.show_part(3)


EACH = {
    "match_review": match_review,
    "match_review_busy": match_review_busy,
    "match_review_costly": match_review_costly,
}
