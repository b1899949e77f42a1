"""Final sheet of a match that is played for lives, also after a Double Game."""

import pytest

from engine.match.daily import daily_record
from engine.match.match import Match
from engine.match.record import Record
from engine.rng import Rng
from engine.work.thinking import Thinker
from scenes.app import App
from scenes.screens.results.results_screen import ResultsScreen
from scenes.screens.results.score_sheet import ScoreSheet
from scenes.shell.destinations import DealResult
from tests.support.records import new_record
from tests.support.screens import do_nothing

DAY = 739_948
"""A day with a deal of the day, as from ``date.toordinal``."""


def finished_match(*, double_games: int, seats: int = 4, **rules: object) -> Match:
    """Return a match of random moves with this number of Double Games and one winner."""
    for seed in range(3000):
        record, rng = new_record("pass_the_ace", seed, seats, **rules), Rng(seed)
        game = record.initial_position()
        while game.outcome is None and game.game_count <= double_games + 1:  # type: ignore[attr-defined]
            move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
            game.push(move)
            record.append(move)
        outcome = game.outcome
        if outcome and len(outcome.winners) == 1 and game.game_count == double_games + 1:  # type: ignore[attr-defined]
            return match_of(record)
    raise AssertionError("no such match")


def match_of(record: Record) -> Match:
    return Match(record, lambda _: None, Thinker(process=False))


def open_result(app: App, match: Match) -> tuple[ResultsScreen, ScoreSheet]:
    ways = (do_nothing, do_nothing, do_nothing, do_nothing)
    screen = ResultsScreen(app, DealResult(match, match.deal_results()[-1], True, *ways))
    app.go(screen)
    return screen, next(child for child in screen.root.children if isinstance(child, ScoreSheet))


def test_sheet_shows_lives_and_rounds_of_going_out(app: App) -> None:
    match = finished_match(double_games=0)
    _, sheet = open_result(app, match)
    (winner,) = match.game.outcome.winners  # type: ignore[union-attr]
    lives = match.game.facts(winner)[0].placeholders["n"]
    assert sheet.standings[winner].icons == ("heart",) * lives + ("heart_lost",) * (3 - lives)
    assert sheet.standings[winner].text == f"{lives} of 3 lives"
    for seat in set(range(4)) - {winner}:
        last = max(deal for deal, points in enumerate(match.game.history, 1) if points[seat])
        assert sheet.standings[seat].text == f"out in round {last}"


@pytest.mark.parametrize("double_games", [0, 1])
def test_rounds_after_a_seat_was_out_are_blank(app: App, double_games: int) -> None:
    match = finished_match(double_games=double_games, seats=5, lives=1)
    _, sheet = open_result(app, match)
    game, blank = match.record.initial_position(), set[tuple[int, int]]()
    for move in match.record.moves:
        deal = len(game.history)
        blank |= {(deal, seat) for seat in range(5) if seat not in game.dealt_seats}  # type: ignore[attr-defined]
        game.push(move)
    cells = [(deal, seat) for deal in range(len(sheet.history)) for seat in range(5)]
    assert {cell for cell in cells if not sheet.cell_text(*cell)} == blank != set()


def test_seats_out_later_are_ahead(app: App) -> None:
    match = finished_match(double_games=0, seats=6)
    screen, sheet = open_result(app, match)
    rounds = [int(sheet.standings[row.seat].text.rsplit(" ", 1)[1]) for row in sheet.rows[1:]]
    assert rounds == sorted(rounds, reverse=True)
    assert screen.summary.high_wins
    for points, best in zip(sheet.history, sheet.best_seats, strict=True):
        assert all(points[seat] == 0 for seat in best), "no loss of a life is marked as best"
    assert sheet.rows[0].is_winner and screen.summary.seats_by_standing() == [row.seat for row in sheet.rows]


def test_daily_deal_shows_lives_left_not_points(app: App) -> None:
    record, rng = daily_record("pass_the_ace", DAY), Rng(2)
    game = record.initial_position()
    while game.outcome is None:
        move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
        game.push(move)
        record.append(move)
    _, sheet = open_result(app, match_of(record))
    lost = [-points for points in game.scores]
    assert [cell.icons.count("heart_lost") for cell in sheet.standings] == lost and any(lost)


@pytest.mark.parametrize("lives", [1, 2])
def test_rounds_and_totals_are_counted_from_double_game(app: App, lives: int) -> None:
    match = finished_match(double_games=1, seats=3, lives=lives)
    screen, sheet = open_result(app, match)
    start = next(one.deal for one in match.deal_results() if one.reason.key == "double_game")
    assert sheet.first_column == start > 0
    assert sheet.totals == tuple(map(sum, zip(*match.game.history[start:], strict=True)))
    assert min(sheet.totals) >= -lives, "lives lost before don't count"
    table = sheet.as_accessible()
    labels = table.children[0].children if table.children else ()
    names = [one.name for one in labels]
    assert names[start + 1 : start + 3] == ["Round 1", "Round 2"][: len(match.game.history) - start]
    later = len(match.game.history) - start
    texts = {cell.text for cell in sheet.standings}
    assert all(int(text.rsplit(" ", 1)[1]) <= later for text in texts if text.startswith("out in round"))
    assert screen.summary.title_and_deal_text().endswith("one round" if later == 1 else f"{later} rounds")
    words = [getattr(child, "string", "") for child in screen.root.children]
    assert f"Double Game after round {start}" in words


def test_seat_left_out_of_double_game_was_out_before(app: App) -> None:
    for seats in (4, 5):
        match = finished_match(double_games=1, seats=seats, lives=1, double_game="survivors_only")
        texts = [cell.text for cell in open_result(app, match)[1].standings]
        if "out before the Double Game" in texts:
            return
    raise AssertionError("nobody was left out")


def test_games_for_points_keep_their_totals(app: App) -> None:
    record, rng = new_record("big_two", 2), Rng(2)
    game = record.initial_position()
    while game.outcome is None:
        move = rng.choice(game.legal_moves(game.seats_to_act()[0]))
        game.push(move)
        record.append(move)
    screen, sheet = open_result(app, match_of(record))
    assert sheet.standings == () and sheet.totals == game.scores
    assert screen.summary.first_counted_deal == 1
