"""The cards that decided a deal: everybody has seen them, and the results lay them out, step by step."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from engine import options
from engine.cards import Card
from engine.events import Moved, Scored, Turned
from engine.games import GAMES
from engine.rng import Rng
from scenes.app import App
from scenes.look import speeds
from scenes.results.decided import WIDE, DecidedCards
from scenes.results.results import CARDS, PLOT, ResultsScreen
from scenes.results.seat_box import SeatBox
from scenes.results.sheet import Sheet
from scenes.results.telling import Telling
from scenes.shell.destinations import DealResult
from scenes.sound.cues import COUNTED
from tests.support.at_screens import named, nothing, open_app, played, press, results

MATCHES, LONGEST = 6, 1500


def cards_of(screen: ResultsScreen) -> DecidedCards:
    return next(child for child in screen.group.children if isinstance(child, DecidedCards))


def told_of(app: App, slug: str, *, calm: bool = False) -> tuple[ResultsScreen, list[str]]:
    """A deal's result in motion, and what it has led to."""
    app.settings = replace(app.settings, speed="1", reduced_motion=calm)
    done: list[str] = []
    match, scored = played(slug, 1)
    screen = ResultsScreen(app, DealResult(match, scored, False, lambda: done.append("next"), nothing, nothing))
    app.go(screen)
    return screen, done


@pytest.mark.parametrize("slug", GAMES)
def test_everybody_has_seen_the_cards_that_decided_a_deal(slug: str) -> None:
    told = 0
    for seed in range(MATCHES):
        rng = Rng(seed)
        rules = None if seed % 2 else options.at_random(GAMES[slug].Options, rng)
        game = GAMES[slug](rng.choice(GAMES[slug].seats_allowed), seed, rules)
        everybody, seen = (1 << game.seats) - 1, set[Card]()
        for _ in range(LONGEST):
            if game.outcome is not None:
                break
            game.push(rng.choice(game.legal_moves(game.waiting()[0])))
            for event in game.drain():
                if isinstance(event, Turned) or (isinstance(event, Moved) and event.seen & everybody == everybody):
                    seen.update(event.cards)
                if isinstance(event, Scored):
                    told += bool(event.decided)
                    won = [one for one in event.decided if not one.beaten]
                    assert len(won) == bool(event.decided)
                    assert len(event.decided) <= 2
                    assert all(one.cards and seen.issuperset(one.cards) for one in event.decided)
                    if event.places:
                        assert sorted(event.places)[0] == 1
                        assert event.winners == tuple(seat for seat, place in enumerate(event.places) if place == 1)
                    seen.clear()
    assert told


def test_cards_come_before_faces_and_faces_before_points() -> None:
    telling = Telling(cards=True)
    assert not telling.faces
    telling.time = speeds.RESULT_LAID
    assert telling.faces and telling.counted == 0
    telling.time += speeds.RESULT_FACES + speeds.COUNT_UP / 2
    assert 0 < telling.counted < 1
    telling.time += speeds.COUNT_UP / 2
    assert telling.over
    assert speeds.COUNT_UP == 500
    assert Telling(cards=False).faces


def test_enter_tells_the_rest_at_once_and_then_goes_on(app: App) -> None:
    screen, done = told_of(app, "big_two")
    assert screen.animating and screen.counted == 0
    press(app, pygame.K_RETURN)
    assert screen.counted == 1 and not done
    press(app, pygame.K_RETURN)
    assert done == ["next"]


def test_a_click_on_the_way_on_does_not_wait_for_the_count(app: App) -> None:
    screen, done = told_of(app, "big_two")
    assert screen.group.focus is not None
    screen.group.focus.on_click()  # type: ignore[attr-defined]
    assert done == ["next"]


def test_reduced_motion_counts_nothing_up(app: App) -> None:
    screen, _ = told_of(app, "big_two", calm=True)
    assert screen.counted == 1 and not screen.animating
    assert {screen.mood(seat) for seat in range(4)} >= {"pleased"}


def test_cards_are_laid_large_within_their_paper(app: App) -> None:
    for slug in GAMES:
        match, scored = played(slug, 1, GAMES[slug].seats_default)
        if not scored.decided:
            continue
        screen = ResultsScreen(app, DealResult(match, scored, False, nothing, nothing, nothing))
        app.go(screen)
        laid = cards_of(screen)
        for card, x, y, wide, _ in laid.places(app.look):
            assert card in laid.won.cards
            assert wide >= 0.8 * WIDE
            high = app.look.card_height(wide)
            assert laid.rect.left <= x - wide / 2 and x + wide / 2 <= laid.rect.right, slug
            assert laid.rect.top <= y - high / 2 and y + high / 2 <= laid.rect.bottom, slug


def test_after_a_match_of_several_deals_the_plot_comes_first(app: App) -> None:
    screen = results(app, "big_two", 5)
    app.go(screen)
    assert screen.aside == PLOT
    screen.show_aside(CARDS)
    assert cards_of(screen).won.cards == screen.scored.decided[-1].cards


def boxes_of(screen: ResultsScreen) -> list[SeatBox]:
    return [child for child in screen.group.children if isinstance(child, SeatBox)]


def test_the_order_of_going_out_is_shown_instead_of_points(app: App) -> None:
    screen = results(app, "palacio", 1)
    app.go(screen)
    assert [(box.change, box.total) for box in boxes_of(screen)] == [
        (f"{place}{['st', 'nd', 'rd', 'th'][min(place, 4) - 1]}", "") for place in sorted(screen.scored.places)
    ]


def test_a_box_counts_the_points_and_the_total_follows(app: App) -> None:
    screen, _ = told_of(app, "big_two")
    box = boxes_of(screen)[0]
    assert box.result.points > 0 and box.result.total is not None
    end = app.words.number(box.result.points, signed=True)
    seen: list[tuple[str, str, str]] = []
    while screen.animating:
        seen.append((screen.mood(box.result.seat), box.change, box.total))
        screen.update(10)
    seen.append((screen.mood(box.result.seat), box.change, box.total))
    faces = next(i for i, (mood, _, _) in enumerate(seen) if mood == "pleased")
    first = next(i for i, (_, change, _) in enumerate(seen) if change != "0")
    counted = next(i for i, (_, change, _) in enumerate(seen) if change == end)
    totals = next(i for i, (_, _, total) in enumerate(seen) if total != "0")
    assert faces * 10 == speeds.RESULT_LAID
    assert speeds.RESULT_FACES <= (first - faces) * 10 <= speeds.RESULT_FACES + 2 * speeds.COUNT_TICK
    assert faces < first < counted <= totals
    assert len({change for _, change, _ in seen}) <= speeds.COUNT_UP / speeds.COUNT_TICK + 1
    assert seen[-1] == ("pleased", end, end)
    assert (len(seen) - 1) * 10 == pytest.approx(
        speeds.RESULT_LAID + speeds.RESULT_FACES + speeds.COUNT_UP + speeds.TOTAL_FOLLOWS, abs=20
    )


def test_large_texts_count_on_the_sheet_with_the_faces(app: App) -> None:
    app.change(replace(app.settings, ui_scale="150"))
    screen, _ = told_of(app, "big_two")
    sheet = next(child for child in screen.group.children if isinstance(child, Sheet))
    end = {seat: screen.scored.points[seat] for seat in range(4)}
    passed = 0
    while {seat: sheet.total(seat) for seat in range(4)} != end:
        screen.update(10)
        passed += 10
    assert passed <= speeds.RESULT_LAID + speeds.RESULT_FACES + speeds.COUNT_UP + 10, "it waits for no boxes"


def test_steps_of_the_count_are_heard(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    screen, _ = told_of(app, "big_two")
    monkeypatch.setattr(app.sound, "play", lambda cue, *_: heard.append(cue))
    while screen.animating:
        screen.update(10)
    assert heard == [COUNTED] * int(speeds.COUNT_UP / speeds.COUNT_TICK)
    calm, _ = told_of(app, "big_two", calm=True)
    calm.update(1000)
    assert len(heard) == int(speeds.COUNT_UP / speeds.COUNT_TICK)


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug != "pass_the_ace"])
def test_what_is_laid_open_is_what_was_left_or_compared(app: App, slug: str) -> None:
    match, scored = played(slug, 1, GAMES[slug].seats_default)
    laid = scored.laid_open
    assert len(laid) == match.game.seats
    assert len({card for cards in laid for card in cards}) == sum(map(len, laid)) > 0
    screen = ResultsScreen(app, DealResult(match, scored, False, nothing, nothing, nothing))
    app.go(screen)
    for box in boxes_of(screen):
        assert box.result.cards == laid[box.result.seat]
        if not box.result.cards:
            assert box.result.second == app.words("app.results.out")


@pytest.mark.parametrize("size", [(1280, 720), (1100, 600), (1920, 800)])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_boxes_fit_side_by_side_below_the_cards(tmp_path: Path, size: tuple[int, int], seats: int) -> None:
    app = open_app(tmp_path, size)
    screen = results(app, "gurch", 1, seats)
    app.go(screen)
    boxes, look = boxes_of(screen), app.look
    assert len(boxes) == seats
    for left, right in pairwise(boxes):
        assert left.rect.right < right.rect.left
    assert boxes[0].rect.left >= 0 and boxes[-1].rect.right <= look.width and boxes[0].rect.bottom <= look.height
    cards = [child for child in screen.group.children if isinstance(child, DecidedCards)]
    for laid in cards:
        assert laid.rect.bottom < boxes[0].rect.top
    for other in screen.group.children:
        if not isinstance(other, SeatBox) and not isinstance(other, DecidedCards):
            assert all(not other.rect.colliderect(one.rect) for one in (*boxes, *cards)), other


def test_the_score_sheet_is_behind_the_boxes_from_the_second_deal_on(app: App) -> None:
    first = results(app, "big_two", 1)
    app.go(first)
    sheet = app.words("app.results.sheet")
    assert sheet not in [getattr(child, "label", "") for child in first.group.children]
    screen = results(app, "big_two", 2)
    app.go(screen)
    button = named(screen, sheet)
    assert boxes_of(screen) and button is not None
    screen.turn_over()
    assert not boxes_of(screen) and any(isinstance(child, Sheet) for child in screen.group.children)
    named(screen, app.words("app.results.decided"))
    screen.turn_over()
    assert boxes_of(screen)


def test_the_winner_is_pleased_and_the_last_dismayed(app: App) -> None:
    screen = results(app, "palacio", 1)
    app.go(screen)
    moods = [screen.mood(seat) for seat in screen.summary.order()]
    assert moods[0] == "pleased"
    assert moods[1:].count("dismayed") <= 1
