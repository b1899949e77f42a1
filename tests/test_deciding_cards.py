"""Deciding cards of a deal: public knowledge, laid out on the results one after the other."""

from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from engine.cards import Card
from engine.events import CardsMoved, CardsTurned, DealScored
from engine.game import Game
from engine.games import GAMES
from engine.rng import Rng
from scenes.app import App
from scenes.render import timing
from scenes.screens.results.deciding_cards import CARD_WIDTH, DecidingCardsWidget
from scenes.screens.results.result_motion import ResultMotion
from scenes.screens.results.results_screen import CARDS_PAPER, PLOT_PAPER, ResultsScreen
from scenes.screens.results.score_sheet import ScoreSheet
from scenes.screens.results.seat_box import SeatBox
from scenes.shell.destinations import DealResult
from scenes.ui.timeline import Timeline
from tests.support.random_options import random_options
from tests.support.screens import do_nothing, find_widget, make_results_screen, open_app, play_random_match, press

MATCH_COUNT, MAX_MOVES = 6, 1500


def cards_of(screen: ResultsScreen) -> DecidingCardsWidget:
    return next(child for child in screen.root.children if isinstance(child, DecidingCardsWidget))


def show_deal_result(app: App, slug: str, *, calm: bool = False) -> tuple[ResultsScreen, list[str]]:
    """Return the results screen of a deal as it appears, and a list that gets "next" when it is closed."""
    app.settings = replace(app.settings, speed="1", reduced_motion=calm)
    done: list[str] = []
    match, scored = play_random_match(slug, 1)
    screen = ResultsScreen(
        app, DealResult(match, scored, False, lambda: done.append("next"), do_nothing, do_nothing, do_nothing)
    )
    app.go(screen)
    return screen, done


@pytest.mark.parametrize(
    "slug", [slug for slug in GAMES if hasattr(import_module(GAMES[slug].__module__), "DecidingCards")]
)
def test_deciding_cards_were_seen_by_all(slug: str) -> None:
    told = 0
    for seed in range(MATCH_COUNT):
        rng = Rng(seed)
        rules = None if seed % 2 else random_options(GAMES[slug].Options, rng)
        game = GAMES[slug](rng.choice(GAMES[slug].seats_allowed), seed, rules)
        everybody, seen = (1 << game.seats) - 1, set[Card]()
        for _ in range(MAX_MOVES):
            if game.outcome is not None:
                break
            game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
            for event in game.take_events():
                if isinstance(event, CardsTurned) or (
                    isinstance(event, CardsMoved) and event.viewers & everybody == everybody
                ):
                    seen.update(event.cards)
                if isinstance(event, DealScored):
                    told += bool(event.deciding_cards)
                    won = [one for one in event.deciding_cards if not one.is_beaten]
                    assert len(won) == bool(event.deciding_cards)
                    assert len(event.deciding_cards) <= 2
                    assert all(one.cards and seen.issuperset(one.cards) for one in event.deciding_cards)
                    if event.places:
                        assert sorted(event.places)[0] == 1
                        assert event.winners == tuple(seat for seat, place in enumerate(event.places) if place == 1)
                    seen.clear()
    assert told


def test_cards_come_before_faces_and_faces_before_points() -> None:
    timeline = Timeline()
    telling = ResultMotion(timeline, lays_out_cards=True)
    assert not telling.shows_expressions
    timeline.update(timing.DECIDING_CARDS_LAYOUT_MS)
    assert telling.shows_expressions and telling.total_progress == 0
    timeline.update(timing.FACES_BEFORE_COUNT_MS + timing.COUNT_UP_MS / 2)
    assert 0 < telling.total_progress < 1
    timeline.update(timing.COUNT_UP_MS / 2)
    assert telling.is_over
    assert timing.COUNT_UP_MS == 500
    assert ResultMotion(timeline, lays_out_cards=False).shows_expressions


def test_enter_finishes_result_timeline_then_continues(app: App) -> None:
    screen, done = show_deal_result(app, "big_two")
    assert screen.is_animating and screen.total_progress == 0
    press(app, pygame.K_RETURN)
    assert screen.total_progress == 1 and not done
    press(app, pygame.K_RETURN)
    assert done == ["next"]


def test_click_on_continue_does_not_wait_for_count(app: App) -> None:
    screen, done = show_deal_result(app, "big_two")
    assert screen.root.focus is not None
    screen.root.focus.on_click()  # type: ignore[attr-defined]
    assert done == ["next"]


def test_reduced_motion_skips_counting(app: App) -> None:
    screen, _ = show_deal_result(app, "big_two", calm=True)
    assert screen.total_progress == 1 and not screen.is_animating
    assert {screen.expression_of(seat) for seat in range(4)} >= {"pleased"}


def test_cards_are_large_within_paper(app: App) -> None:
    for slug in GAMES:
        match, scored = play_random_match(slug, 1, GAMES[slug].seats_default)
        if not scored.deciding_cards:
            continue
        screen = ResultsScreen(app, DealResult(match, scored, False, do_nothing, do_nothing, do_nothing, do_nothing))
        app.go(screen)
        laid = cards_of(screen)
        for card, x, y, wide, _ in laid.card_poses(app.renderer):
            assert card in laid.deciding.cards
            assert wide >= 0.8 * CARD_WIDTH
            high = app.renderer.card_height(wide)
            assert laid.rect.left <= x - wide / 2 and x + wide / 2 <= laid.rect.right, slug
            assert laid.rect.top <= y - high / 2 and y + high / 2 <= laid.rect.bottom, slug


def test_after_match_of_several_deals_plot_comes_first(app: App) -> None:
    screen = make_results_screen(app, "big_two", 5)
    app.go(screen)
    assert screen.second_paper == PLOT_PAPER
    screen.show_second_paper(CARDS_PAPER)
    assert cards_of(screen).deciding.cards == screen.scored.deciding_cards[-1].cards


def boxes_of(screen: ResultsScreen) -> list[SeatBox]:
    return [child for child in screen.root.children if isinstance(child, SeatBox)]


def test_order_of_going_out_is_shown_instead_of_points(app: App) -> None:
    screen = make_results_screen(app, "palacio", 1)
    app.go(screen)
    assert [(box.points_or_rank_text, box.total_text) for box in boxes_of(screen)] == [
        (f"{place}{['st', 'nd', 'rd', 'th'][min(place, 4) - 1]}", "") for place in sorted(screen.scored.places)
    ]


def test_total_follows_faces(app: App) -> None:
    screen, _ = show_deal_result(app, "big_two")
    box = boxes_of(screen)[0]
    assert box.result.points > 0 and box.result.total is not None
    end = app.words.number(box.result.points, signed=True)
    seen: list[tuple[str, str, str]] = []
    while screen.is_animating:
        seen.append((screen.expression_of(box.result.seat), box.points_or_rank_text, box.total_text))
        screen.update(10)
    seen.append((screen.expression_of(box.result.seat), box.points_or_rank_text, box.total_text))
    faces = next(i for i, (mood, _, _) in enumerate(seen) if mood == "pleased")
    totals = next(i for i, (_, _, total) in enumerate(seen) if total != "0")
    assert {change for _, change, _ in seen} == {end}, "the table has counted the points"
    assert faces * 10 == timing.DECIDING_CARDS_LAYOUT_MS
    assert timing.FACES_BEFORE_COUNT_MS <= (totals - faces) * 10 <= timing.FACES_BEFORE_COUNT_MS + 100
    assert seen[-1] == ("pleased", end, end)
    expected_ms = timing.DECIDING_CARDS_LAYOUT_MS + timing.FACES_BEFORE_COUNT_MS + timing.COUNT_UP_MS
    assert (len(seen) - 1) * 10 == pytest.approx(expected_ms, abs=20)


def test_large_texts_count_on_sheet_with_faces(app: App) -> None:
    app.change_settings(replace(app.settings, ui_scale="150"))
    screen, _ = show_deal_result(app, "big_two")
    sheet = next(child for child in screen.root.children if isinstance(child, ScoreSheet))
    end = {seat: screen.scored.points[seat] for seat in range(4)}
    passed = 0
    while {seat: sheet.counted_up_total(seat) for seat in range(4)} != end:
        screen.update(10)
        passed += 10
    assert passed <= timing.DECIDING_CARDS_LAYOUT_MS + timing.FACES_BEFORE_COUNT_MS + timing.COUNT_UP_MS + 10, (
        "counting doesn't wait for boxes"
    )


@pytest.mark.parametrize(
    "slug", [slug for slug in GAMES if GAMES[slug].cards_revealed_at_end is not Game.cards_revealed_at_end]
)
def test_laid_open_cards_are_remaining_or_compared_ones(app: App, slug: str) -> None:
    match, scored = play_random_match(slug, 1, GAMES[slug].seats_default)
    laid = scored.revealed_hands
    assert len(laid) == match.game.seats
    assert len({card for cards in laid for card in cards}) == sum(map(len, laid)) > 0
    screen = ResultsScreen(app, DealResult(match, scored, False, do_nothing, do_nothing, do_nothing, do_nothing))
    app.go(screen)
    for box in boxes_of(screen):
        assert box.result.revealed_cards == laid[box.result.seat]
        if not box.result.revealed_cards:
            assert box.result.second_line == app.words("app.results.out")


@pytest.mark.parametrize("size", [(1280, 720), (1100, 600), (1920, 800)])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_boxes_fit_side_by_side_below_cards(tmp_path: Path, size: tuple[int, int], seats: int) -> None:
    app = open_app(tmp_path, size)
    screen = make_results_screen(app, "gurch", 1, seats)
    app.go(screen)
    boxes, look = boxes_of(screen), app.renderer
    assert len(boxes) == seats
    for left, right in pairwise(boxes):
        assert left.rect.right < right.rect.left
    assert boxes[0].rect.left >= 0 and boxes[-1].rect.right <= look.width and boxes[0].rect.bottom <= look.height
    cards = [child for child in screen.root.children if isinstance(child, DecidingCardsWidget)]
    for laid in cards:
        assert laid.rect.bottom < boxes[0].rect.top
    for other in screen.root.children:
        if not isinstance(other, SeatBox) and not isinstance(other, DecidingCardsWidget):
            assert all(not other.rect.colliderect(one.rect) for one in (*boxes, *cards)), other


def test_score_sheet_is_behind_boxes_from_second_deal_on(app: App) -> None:
    first = make_results_screen(app, "big_two", 1)
    app.go(first)
    sheet = app.words("app.results.sheet")
    assert sheet not in [getattr(child, "label", "") for child in first.root.children]
    screen = make_results_screen(app, "big_two", 2)
    app.go(screen)
    button = find_widget(screen, sheet)
    assert boxes_of(screen) and button is not None
    screen.toggle_seat_boxes()
    assert not boxes_of(screen) and any(isinstance(child, ScoreSheet) for child in screen.root.children)
    find_widget(screen, app.words("app.results.decided"))
    screen.toggle_seat_boxes()
    assert boxes_of(screen)


def test_winner_is_pleased_and_last_dismayed(app: App) -> None:
    screen = make_results_screen(app, "palacio", 1)
    app.go(screen)
    moods = [screen.expression_of(seat) for seat in screen.summary.seats_by_standing()]
    assert moods[0] == "pleased"
    assert moods[1:].count("dismayed") <= 1
