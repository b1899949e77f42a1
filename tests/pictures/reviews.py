"""Pictures of the review of a match, busy and finished, for ``tests.pictures``."""

import pygame

from scenes.screens.review.review_screen import ReviewScreen
from scenes.shell.destinations import ReplayList
from scenes.work.reviews import MakeReview, MatchReviews
from tests.games.facts import FACTS_BY_GAME
from tests.support import fake_review, finished_matches
from tests.support.profile_pilot import Pilot


def open_review(pilot: Pilot, slug: str, make: MakeReview = fake_review.make_finished_review) -> ReviewScreen:
    """Open the review of a match from the list."""
    record, _ = finished_matches.finished_match(slug, FACTS_BY_GAME[slug].pictured_seed)
    record.chairs = finished_matches.chairs_from_character(record.seats, 2)
    pilot.app.go(ReplayList())
    screen = ReviewScreen(pilot.app, MatchReviews(pilot.app.background, record, make))
    pilot.app.open(screen)
    pilot.run_frames(40)
    return screen


def match_review(pilot: Pilot, slug: str) -> None:
    open_review(pilot, slug)


def match_review_busy(pilot: Pilot, slug: str) -> None:
    open_review(pilot, slug, fake_review.make_half_finished_review)


def match_review_costly(pilot: Pilot, slug: str) -> None:
    """Show only costly decisions, with the focus on a row."""
    open_review(pilot, slug).filter_costly(1)
    pilot.press_keys(pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
