"""The cards that decided a deal: everybody has seen them, and the results lay them out, step by step."""

from dataclasses import replace

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
from scenes.results.sheet import Sheet
from scenes.results.telling import Telling
from scenes.shell.destinations import DealResult
from tests.support.at_screens import nothing, played, press, results

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


def test_places_are_shown_instead_of_points(app: App) -> None:
    screen = results(app, "palacio", 1)
    app.go(screen)
    sheet = next(child for child in screen.group.children if isinstance(child, Sheet))
    assert sheet.place_alone
    assert [sheet.figure(0, line.seat) for line in sheet.lines] == sorted(
        f"{place}{['st', 'nd', 'rd', 'th'][min(place, 4) - 1]}" for place in screen.scored.places
    )


def test_the_winner_is_pleased_and_the_last_dismayed(app: App) -> None:
    screen = results(app, "palacio", 1)
    app.go(screen)
    moods = [screen.mood(seat) for seat in screen.summary.order()]
    assert moods[0] == "pleased"
    assert moods[1:].count("dismayed") <= 1
