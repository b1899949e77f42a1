"""Results screen: totals and order, the winners, the plot of a match."""

import itertools
from dataclasses import replace
from functools import partial

import pygame
import pytest

from engine.cards import packs
from engine.events import DealScored
from engine.game import MatchOutcome
from engine.moves import Note
from scenes.app import App
from scenes.render.theme import CARD_FACE, contrast_ratio
from scenes.screens.results.results_screen import BREAKDOWN_PAPER, CARDS_PAPER, PLOT_PAPER, SHEET_PAPER, ResultsScreen
from scenes.screens.results.score_sheet import ScoreSheet, best_seats_to_mark_by_deal
from scenes.screens.results.totals_plot import totals_plot
from scenes.shell.destinations import DealResult
from scenes.text.spoken_lines import farewell_line
from scenes.ui.widgets import Label
from scenes.ui.widgets.line_plot import grid_values_around, seat_line_style, spread_apart
from scenes.ui.widgets.winner_portraits import BRANCH_LEAF_PAIRS, WREATH_LEAF_PAIRS, WinnerPortraits
from tests.support.screens import do_nothing, make_results_screen, play_random_match, press


def sheet_of(screen: ResultsScreen) -> ScoreSheet:
    """Return the score sheet, on the papers behind the boxes of a deal's result."""
    if screen.shows_seat_boxes:
        screen.toggle_seat_boxes()
    return next(child for child in screen.root.children if isinstance(child, ScoreSheet))


def test_results_show_totals_and_order(app: App) -> None:
    screen = make_results_screen(app, "big_two", 3)
    app.go(screen)
    sheet, game = sheet_of(screen), screen.match.game
    assert sheet.totals == screen.scored.totals == game.scores
    assert sheet.shows_plus
    shown = [sheet.totals[line.seat] for line in sheet.rows]
    assert shown == sorted(game.scores, reverse=True)
    for points, best in zip(sheet.history, sheet.best_seats, strict=True):
        assert {points[seat] for seat in best} == {max(points)}


def test_results_name_the_factor_of_cards_left(app: App) -> None:
    match, scored = play_random_match("big_two", 1, scoring="hk")
    hands = tuple(packs(1)[:count] for count in (0, 9, 12, 13))
    result = DealResult(match, replace(scored, revealed_hands=hands), False, *(do_nothing,) * 4)
    seats = map(ResultsScreen(app, result).summary.seat_result, range(4))
    assert [seat.second_line for seat in seats] == [
        "out of cards", "9 cards left", "12 cards left × 2", "13 cards left × 3",
    ]  # fmt: skip


def test_results_of_deal_leave_out_later_moves(app: App) -> None:
    match, _ = play_random_match("big_two", 3)
    second = DealScored(2, match.game.history[1], (0, 0, 0, 0), (0,), Note("out", {"seat": 0, "n": 3}))
    screen = ResultsScreen(app, DealResult(match, second, False, do_nothing, do_nothing, do_nothing, do_nothing))
    app.go(screen)
    assert sheet_of(screen).history == match.game.history[:2]
    assert screen.summary.heading() == "You win the deal"
    assert screen.summary.reason_text() == "You’re out of cards and get 3 points"


def test_results_name_winner_of_match_and_go_on(app: App) -> None:
    done: list[str] = []
    match, scored = play_random_match("big_two", 5)
    ways = (
        partial(done.append, "next"),
        partial(done.append, "rematch"),
        partial(done.append, "home"),
        partial(done.append, "menu"),
    )
    screen = ResultsScreen(app, DealResult(match, scored, True, *ways))
    app.go(screen)
    assert match.game.outcome is not None
    if len(match.game.outcome.winners) == 1 and match.game.outcome.winners[0]:
        character = match.character(match.game.outcome.winners[0])
        assert character is not None
        assert character.name in screen.summary.heading()
    press(app, pygame.K_RETURN)
    press(app, pygame.K_ESCAPE)
    assert done == ["rematch", "home"]
    shared = ResultsScreen(app, DealResult(match, scored, False, *ways))
    shared.summary.winners = (0, 1, 3)
    assert shared.summary.heading() == "You, Mei and Ingrid share the deal"
    app.go(shared)
    press(app, pygame.K_ESCAPE)
    assert done[-1] == "menu", "Esc deals nothing"
    press(app, pygame.K_RETURN)
    assert done[-1] == "next"


def test_character_says_goodbye_only_after_match(app: App) -> None:
    match, scored = play_random_match("big_two", 5)

    def said(*, final: bool) -> list[str]:
        screen = ResultsScreen(app, DealResult(match, scored, final, do_nothing, do_nothing, do_nothing, do_nothing))
        app.go(screen)
        return [child.string for child in screen.root.children if isinstance(child, Label) and child.style == "talk"]

    (line,) = said(final=True)
    assert match.game.outcome is not None
    characters = {seat: one.slug for seat in range(4) if (one := match.character(seat)) is not None}
    talk = farewell_line(match.record.seed, characters, match.game.outcome.winners)
    assert talk is not None and talk.text(app.words) in line
    assert said(final=False) == []
    app.save_settings_without_layout(replace(app.settings, talk=False))
    assert said(final=True) == []


def test_laurel_is_wreath_for_match_and_two_branches_for_own_deal(app: App) -> None:
    match, scored = play_random_match("roped", 1)
    leaves = []
    for winners, is_match_over in (((0,), False), ((1,), False), ((1,), True)):
        if is_match_over:
            match.game.outcome = MatchOutcome(winners, Note("out"))
        ways = do_nothing, do_nothing, do_nothing, do_nothing
        screen = ResultsScreen(app, DealResult(match, replace(scored, winners=winners), is_match_over, *ways))
        app.go(screen)
        portraits = screen.root.find("winner")
        assert isinstance(portraits, WinnerPortraits)
        leaves.append(portraits.leaf_pairs)
    assert leaves == [BRANCH_LEAF_PAIRS, 0, WREATH_LEAF_PAIRS]


def test_fewest_points_come_first_in_low_scoring_games(app: App) -> None:
    match, scored = play_random_match("big_two", 2)
    low = replace(scored, winners=(min(range(4), key=lambda seat: scored.points[seat]),))
    screen = ResultsScreen(app, DealResult(match, low, False, do_nothing, do_nothing, do_nothing, do_nothing))
    app.go(screen)
    sheet = sheet_of(screen)
    assert [sheet.totals[line.seat] for line in sheet.rows] == sorted(sheet.totals)


def test_summed_points_are_shown_separately(app: App) -> None:
    match, scored = play_random_match("roped", 2)
    assert [sum(part.points[seat] for part in scored.score_sources) for seat in range(4)] == list(scored.points)
    screen = ResultsScreen(app, DealResult(match, scored, False, do_nothing, do_nothing, do_nothing, do_nothing))
    app.go(screen)
    assert screen.available_papers(stacked=False) == [SHEET_PAPER, BREAKDOWN_PAPER]
    made = sheet_of(screen)
    assert made.breakdown is not None
    assert made.breakdown.labels[-1] == "Deal"
    assert made.columns == (*(part.points for part in scored.score_sources if any(part.points)), scored.points)
    assert made.totals == match.game.scores
    assert not made.has_hidden_deals
    screen.show_first_paper(SHEET_PAPER)
    assert sheet_of(screen).columns == match.game.history
    screen.show_first_paper(PLOT_PAPER)  # the plot has its own paper here
    assert sheet_of(screen).columns == match.game.history


def test_single_deal_has_no_column_beside_total(app: App) -> None:
    match, scored = play_random_match("roped", 1)
    screen = ResultsScreen(app, DealResult(match, scored, False, do_nothing, do_nothing, do_nothing, do_nothing))
    app.go(screen)
    made = sheet_of(screen).breakdown
    assert made is not None
    assert "Deal" not in made.labels
    assert screen.available_papers(stacked=True) == [SHEET_PAPER, CARDS_PAPER]


def test_games_without_breakdown_show_deals_only(app: App) -> None:
    screen = make_results_screen(app, "big_two", 3)
    app.go(screen)
    assert screen.available_papers(stacked=True) == [SHEET_PAPER, PLOT_PAPER, CARDS_PAPER]
    assert sheet_of(screen).breakdown is None


def test_best_points_of_deal_are_marked_if_rare() -> None:
    deals = [(3, 1, 3), (5, 1, 1), (0, 0, 0), (-1, 0, 0), (2, 2, 0)]
    assert best_seats_to_mark_by_deal(deals, high_wins=True) == [
        frozenset(),
        {0},
        frozenset(),
        frozenset(),
        frozenset(),
    ]
    assert best_seats_to_mark_by_deal(deals, high_wins=False) == [{1}, frozenset(), frozenset(), {0}, {2}]
    assert best_seats_to_mark_by_deal([(4, 4, 1, 1)], high_wins=True) == [{0, 1}]


def test_marks_of_plot_span_every_value() -> None:
    for low, high in itertools.product((-311, -40, -3, 0), (0, 1, 7, 39, 40, 1200)):
        marks = grid_values_around(low, high)
        assert marks[0] <= low
        assert marks[-1] >= high
        assert 0 in marks
        assert 2 <= len(marks) <= 7
        assert len({b - a for a, b in itertools.pairwise(marks)}) == 1


def test_portraits_at_end_of_plot_do_not_cover_each_other() -> None:
    for wanted in ([10.0] * 8, [0.0, 300.0], [299.0, 298.0, 5.0], [150.0]):
        places = spread_apart(wanted, 30, 0, 300)
        order = sorted(places)
        assert all(b - a >= 30 - 1e-9 for a, b in itertools.pairwise(order))
        assert order[-1] <= 300
    assert spread_apart([50.0, 200.0], 30, 0, 300) == [50.0, 200.0]


@pytest.mark.parametrize("seats", [2, 5, 8])
@pytest.mark.parametrize("total", [0, 6])
def test_portraits_of_equal_totals_stay_on_paper(app: App, seats: int, total: int) -> None:
    rect = pygame.FRect(40, 100, 500, 300)
    history = [(6,) * seats, (total - 6,) * seats]
    plot = totals_plot(app.words, history, [("mei", "Mei")] * seats, 0, shows_plus=False)
    plot.rect = rect
    ring = 3.9
    reach = [(y - d / 2 - ring, y + d / 2 + ring, x + d / 2 + ring) for _, x, y, d in plot.portrait_spots()]
    assert len(reach) == seats
    for top, bottom, right in reach:
        assert rect.top <= top and bottom <= rect.bottom and right <= rect.right
    for (_, bottom, _), (top, _, _) in itertools.pairwise(sorted(reach)):
        assert bottom <= top


def test_eight_plot_lines_are_distinct() -> None:
    colours, dashes = zip(*(seat_line_style(seat) for seat in range(8)), strict=True)
    assert len(set(colours)) == len(set(dashes)) == 8
    assert all(contrast_ratio(colour, CARD_FACE) >= 3 for colour in colours)


def test_match_of_one_deal_has_no_lead_and_no_last_deal(app: App) -> None:
    screen = make_results_screen(app, "palacio", 1)
    app.go(screen)
    assert screen.is_match_over and screen.summary.margin_text() == ""
    texts = [getattr(child, "string", "") for child in screen.root.children]
    assert screen.summary.reason_text() in texts and not [
        text for text in texts if "ahead" in text or "Last deal" in text
    ]
