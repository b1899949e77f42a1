"""Move judging: blunders come first, hidden cards are not used, and strong players lose less than weak ones."""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from engine.arena.cli import EXIT_INTERRUPTED
from engine.bots.common.base import PlayoutSample, WorldComparison
from engine.bots.common.estimates import lead_of_first
from engine.bots.common.strengths import LEVEL_RATINGS
from engine.cooperative import run_to_end
from engine.game import Game
from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Move
from engine.review import Decision, JudgingEffort, Report, Reviewer, Verdict, WinChance, judge, judge_decisions
from engine.review.__main__ import main
from engine.review.judge import MoveComparer
from engine.review.key_moments import KeyMoments, MatchMoment, key_moments
from engine.review.report import SIGNIFICANT_STANDARD_ERRORS
from engine.review.reviewer import STANDARD_BUDGET, VERDICT_STREAM, ReviewBudget
from engine.review.win_chances import PlayoutTotals, win_share
from engine.review.win_chances import play_out as played_out
from engine.rng import Rng
from scenes.screens.review.decision_text import verdict_text
from scenes.text.catalogue import Words
from tests.games import pass_the_ace
from tests.games.facts import FACTS_BY_GAME
from tests.support.blunders import PlayerSpec, find_blunder, insert_blunder, play_record

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)
MIN_EFFORT, SMALL_EFFORT, BLUNDER_EFFORT = JudgingEffort(0.01, 0.0), JudgingEffort(0.05, 0.05), JudgingEffort(0.1, 0.2)
"""Efforts: the minimum, enough to see a difference, and enough to see a blunder."""
BUDGET = ReviewBudget(
    MIN_EFFORT,
    MIN_EFFORT,
    JudgingEffort(0.02, 0.01),
    MIN_EFFORT,
    first_playouts_per_moment=1,
    max_playouts_per_moment=2,
    playout_moves_per_moment=500,
    curve_points=4,
)
MAX_REVIEWED_MOVES = 12
"""Length of a match whose decisions take long to judge."""
MASTER, EASY = PlayerSpec("master", 0.05), PlayerSpec("easy")


def judge_deals(slug: str, player: PlayerSpec, seeds: Sequence[int], effort: JudgingEffort) -> Report:
    """Return one report with the decisions of several deals, judged from the player's own view only."""
    decisions = []
    for seed in seeds:
        record = play_record(slug, player, seed, deals=6 if slug == "pass_the_ace" else 1)
        for moment in key_moments(record, 0).decisions:
            assert moment.decision_move is not None
            rng = moment.rng_for(record.seed, VERDICT_STREAM)
            comparer = MoveComparer(moment.position.view(0), 0, rng, record.seat_levels)
            verdict = run_to_end(judge(comparer, moment.decision_move, effort))
            decisions.append(Decision(moment.move_index, moment.deal_number, moment.decision_move, verdict, verdict))
    return Report(0, tuple(decisions))


@cache
def find_key_moments(slug: str) -> KeyMoments:
    return key_moments(play_record(slug, PlayerSpec("medium"), 3, deals=4), 0)


def find_decision(slug: str) -> MatchMoment:
    """Return a decision of seat 0 after moves of others."""
    return next(moment for moment in find_key_moments(slug).decisions if moment.move_index >= 2)


# --- one decision -----------------------------------------------------------------------------------------------------


@EVERY_GAME
def test_judging_is_repeatable_from_view_and_changes_nothing(slug: str) -> None:
    moment = find_decision(slug)
    move, view = moment.decision_move, moment.position.view(0)
    assert move is not None
    worlds = [view.determinize(Rng(number)) for number in (99, 0, 1)]

    def judged(position: Game) -> Verdict:
        before = position.clone()
        verdict = run_to_end(judge(MoveComparer(position, 0, Rng(1)), move, SMALL_EFFORT))
        assert position == before
        assert 0 <= verdict.win <= 1 and verdict.error >= 0 and -1 <= verdict.win_cost <= 1
        assert position.refusal(verdict.best) is None
        return verdict

    assert worlds[0].comparable_state() != moment.position.comparable_state()
    assert judged(view) == judged(view) == judged(worlds[0].view(0)), "the other world has the same view"
    assert len(set(map(judged, worlds))) > 1, "hindsight sees the other hands"
    chances = [run_to_end(played_out(seen, 0, 2, Rng(1))) for seen in (view, worlds[0].view(0))]
    assert chances[0] == chances[1]


def test_clearly_better_move_has_reason_that_review_says() -> None:
    dealer = pass_the_ace.position("7 A", lives=(3, 3))
    pass_the_ace.play_verbs(dealer, "stick")
    verdict = run_to_end(judge(MoveComparer(dealer.view(1), 1, Rng(1)), Move(1, "stick"), SMALL_EFFORT))
    assert verdict.best.verb != "stick" and verdict.reason is not None
    assert verdict.reason.key == "life" and verdict.reason.share < verdict.reason.other_share == 1.0
    moment = MatchMoment(0, 1, dealer, Move(1, "stick"))
    said = verdict_text(Words("en"), moment, Decision(0, 1, Move(1, "stick"), verdict, verdict), ())
    assert "Better: You lose a life in " in said and "100." in said
    of_bot = run_to_end(judge(MoveComparer(dealer.view(1), 1, Rng(1), ("", "easy")), Move(1, "stick"), SMALL_EFFORT))
    assert of_bot.reason is None, "reasons speak to a person"
    good = run_to_end(judge(MoveComparer(dealer.view(1), 1, Rng(1)), verdict.best, SMALL_EFFORT))
    assert good.reason is None


def test_searched_choice_costs_nothing() -> None:
    moment = find_decision("big_two")
    view = moment.position.view(0)
    assert moment.decision_move is not None
    best = run_to_end(judge(MoveComparer(view, 0, Rng(1)), moment.decision_move, SMALL_EFFORT)).best
    verdict = run_to_end(judge(MoveComparer(view, 0, Rng(1)), best, SMALL_EFFORT))
    assert (verdict.best, verdict.cost, verdict.error, verdict.win_cost) == (best, 0.0, 0.0, 0.0)


def test_costs_are_weighted_means_over_worlds() -> None:
    def world(weight: float, *points: float) -> WorldComparison:
        return WorldComparison(weight, 0.1, [PlayoutSample(each, 0.5) for each in points])

    mean, error = lead_of_first([world(1.0, 3.0, 1.0), world(1.0, 5.0, 1.0), world(2.0, 0.0, 1.0)], 1)
    assert mean == pytest.approx((2 + 4 - 2) / 4)
    spread = (2 - 1) ** 2 + (4 - 1) ** 2 + (2 * (-1 - 1)) ** 2 + (4 / 3 * 1) ** 2
    assert error == pytest.approx(math.sqrt(spread * 3 / 2) / 4)
    assert lead_of_first([world(1.0, 1.0, 0.0)] * 8, 1)[1] > 0, "eight equal results still have an error"
    assert lead_of_first([world(1.0, 1.0, 1.0)] * 8, 1) == (0.0, 0.0)
    assert lead_of_first([world(1.0, 2.0, 0.0)], 1) == (2.0, math.inf)
    assert lead_of_first([], 1) == (0.0, math.inf), "no data means an infinite error"


@pytest.mark.parametrize("slug", LEVEL_RATINGS)
def test_blunder_comes_first(slug: str) -> None:
    specimen = FACTS_BY_GAME[slug]
    record = play_record(slug, MASTER, specimen.blunder_seed, deals=specimen.blunder_deals)
    found = find_blunder(record, 0.05)
    spoilt = insert_blunder(record, found, MASTER)
    assert spoilt.moves[found.move_index] == found.move != record.moves[found.move_index]
    report = Report(0, tuple(judge_decisions(spoilt, 0, SMALL_EFFORT, MIN_EFFORT)))
    assert report.turning_points[0].move_index == found.move_index, report.turning_points
    assert report.turning_points[0].verdict.best != found.move


@pytest.mark.parametrize("slug", LEVEL_RATINGS)
def test_weak_players_lose_more_than_strong_ones(slug: str) -> None:
    good, weak = (judge_deals(slug, way, FACTS_BY_GAME[slug].judged_seeds, SMALL_EFFORT) for way in (MASTER, EASY))
    assert good.quality is not None and weak.quality is not None
    assert good.quality > weak.quality + 10
    assert good.total_cost / len(good.decisions) < weak.total_cost / len(weak.decisions)


# --- key moments ------------------------------------------------------------------------------------------------------


def choice_move_indices(record: Record, seat: int) -> list[int]:
    """Return the indices of the moves at which a seat had a choice."""
    game = record.initial_position()
    found = []
    for at, move in enumerate(record.moves):
        if move.seat == seat and len(game.legal_moves(seat)) > 1:
            found.append(at)
        game.push(move)
    return found


@EVERY_GAME
def test_all_decisions_and_no_other_moves_are_judged(slug: str) -> None:
    record = play_record(slug, PlayerSpec("medium"), 3, deals=4)
    for seat in range(record.seats):
        found = key_moments(record, seat).decisions
        assert [moment.move_index for moment in found] == choice_move_indices(record, seat)
        assert [moment.decision_move for moment in found] == [record.moves[moment.move_index] for moment in found]
        assert all(moment.position == record.replay(moment.move_index) for moment in found[:3])


@EVERY_GAME
def test_line_has_beginnings_of_deals(slug: str) -> None:
    record = play_record(slug, PlayerSpec("medium"), 3, deals=4)
    found = key_moments(record, 0)
    assert [moment.deal_number for moment in found.deal_starts] == list(range(1, len(found.deal_starts) + 1))
    assert found.deal_starts[0].move_index == 0
    for moment in found.deal_starts[1:]:
        assert len(record.replay(moment.move_index - 1).history) == moment.deal_number - 2, (
            "a deal begins right after the last one"
        )
        assert len(moment.position.history) == moment.deal_number - 1


def test_vote_is_judged_from_known_cards() -> None:
    seats = [
        (moment, seat)
        for seed in range(3, 9)
        for seat in range(4)
        for moment in key_moments(play_record("gurch", PlayerSpec("medium"), seed, deals=2), seat).decisions
        if moment.decision_move is not None and moment.decision_move.verb == "vote" and moment.position.answers
    ]
    moment, seat = seats[0]
    assert moment.decision_move is not None
    assert not moment.position_with_open_cards.answers and not moment.position.view(seat).answers
    verdict = run_to_end(
        judge(MoveComparer(moment.position.view(seat), seat, Rng(1)), moment.decision_move, SMALL_EFFORT)
    )
    assert verdict.best.verb == "vote"


def test_moves_adopted_from_another_match_are_skipped() -> None:
    record = play_record("big_two", PlayerSpec("medium"), 6)
    branch = record.branch_at(10, ())
    branch.moves = list(record.moves)
    found = key_moments(branch, 0)
    assert [moment.move_index for moment in found.decisions] == [
        at for at in choice_move_indices(record, 0) if at >= 10
    ]
    assert [moment.move_index for moment in found.deal_starts] == [10, len(record.moves)], (
        "the end counts as the start of the next deal"
    )


def test_moves_of_a_bot_for_the_person_are_skipped() -> None:
    record = play_record("big_two", PlayerSpec("medium"), 6)
    decisions = choice_move_indices(record, 0)
    record.substituted = {*decisions[1:3], *choice_move_indices(record, 1)[:1]}
    assert [moment.move_index for moment in key_moments(record, 0).decisions] == [decisions[0], *decisions[3:]]


def test_broken_record_is_reviewed_up_to_error() -> None:
    record = play_record("big_two", PlayerSpec("medium"), 6)
    broken = Record("big_two", 4, record.seed, record.options, moves=[*record.moves[:12], Move(0, "draw")])
    broken.moves += record.moves[12:]
    found = key_moments(broken, 0)
    assert [moment.move_index for moment in found.decisions] == [at for at in choice_move_indices(record, 0) if at < 12]
    assert found.end.move_index == 12
    nothing = key_moments(Record("big_two", 4, 1, record.options), 0)
    assert not nothing.decisions and nothing.end.move_index == 0 and len(nothing.deal_starts) == 1


# --- a report ---------------------------------------------------------------------------------------------------------


def make_verdict(cost: float, error: float = 0.1, room: float = 4.0) -> Verdict:
    return Verdict(Move(0, "pass"), cost, error, room, 0.5, 0.1)


def make_report(*costs: tuple[float, float]) -> Report:
    several = [
        Decision(at, 1, Move(0, "pass"), make_verdict(cost, error), make_verdict(0.0))
        for at, (cost, error) in enumerate(costs)
    ]
    return Report(0, tuple(several))


def test_insignificant_costs_are_no_mistakes() -> None:
    found = make_report((0.1, 0.1), (3.0, 0.5), (1.0, 0.2), (2.0, 0.3), (-0.5, 0.1), (1.5, 0.1))
    assert [one.move_index for one in found.turning_points] == [1, 3, 5]
    assert [one.significant_cost for one in found.decisions] == [0.0, 3.0, 1.0, 2.0, 0.0, 1.5]
    assert not make_report((SIGNIFICANT_STANDARD_ERRORS * 0.2, 0.2)).turning_points
    badly_known = make_report((5.0, 1.8), (2.0, 0.1))
    assert [one.move_index for one in badly_known.turning_points] == [1, 0], "a cost with a large error counts less"


def test_best_decision_has_most_at_stake() -> None:
    found = make_report((0.0, 0.0), (0.1, 0.2), (5.0, 0.1), (0.0, 0.0))
    rooms = (1.0, 9.0, 20.0, 3.0)
    pairs = zip(found.decisions, rooms, strict=True)
    decisions = tuple(one._replace(verdict=one.verdict._replace(lead_over_random=room)) for one, room in pairs)
    assert Report(0, decisions).best == decisions[1]
    unsure = decisions[1].verdict._replace(best=Move(0, "play"))
    decisions = (decisions[0], decisions[1]._replace(verdict=unsure), *decisions[2:])
    assert Report(0, decisions).best == decisions[3], "only a move that the search recommends can be the best"
    assert Report(0, decisions[1:2]).best == decisions[1] and Report(0, decisions[2:3]).best is None
    assert Report(0).best is None


def test_best_decision_has_something_at_stake_and_is_no_winning_move() -> None:
    found = make_report((0.0, 0.0), (0.0, 0.0))
    winning = found.decisions[0]._replace(won_deal=True, verdict=make_verdict(0.0, room=30.0))
    assert Report(0, (winning, found.decisions[1])).best == found.decisions[1]
    forced = found.decisions[1]._replace(verdict=make_verdict(0.0, room=0.0))
    assert Report(0, (winning, forced)).best is None


@EVERY_GAME
def test_wins_deal_is_last_move_of_winner_only(slug: str) -> None:
    record = play_record(slug, PlayerSpec("medium"), 3, deals=4)
    game = record.initial_position()
    moments = {m.move_index: m for seat in range(record.seats) for m in key_moments(record, seat).decisions}
    for at, move in enumerate(record.moves):
        deals = len(game.history)
        game.push(move)
        if at in moments:
            assert moments[at].wins_deal == (len(game.history) > deals and move.seat in game.deal_winners)


def test_report_before_end_states_nothing_about_all_decisions() -> None:
    found = make_report((0.1, 0.1), (3.0, 0.5))
    assert found.best is not None and found.quality is not None and found.turning_points
    unfinished = found._replace(is_final=False)
    assert (unfinished.best, unfinished.quality, unfinished.turning_points) == (None, None, ())


def test_quality_relates_cost_to_maximum_loss() -> None:
    found = make_report((0.1, 0.1), (3.0, 0.5), (-0.5, 0.1))
    assert found.total_cost == pytest.approx(2.6)
    assert found.quality == pytest.approx(100 * (1 - 2.6 / 12))
    assert make_report((-0.5, 0.1)).quality == 100.0
    assert make_report((5.0, 0.1)).quality == 0.0
    assert Report(0).quality is None and Report(0).total_cost == 0.0


def test_error_of_share_is_never_zero() -> None:
    point = PlayoutTotals(10, 10.0, 300).combined_with(PlayoutTotals(10, 10.0, 100)).win_chance(7, 2)
    assert (point.at, point.deal, point.win) == (7, 2, 1.0)
    assert 0 < point.error < 0.05
    assert PlayoutTotals(4, 2.0, 0).win_chance(0, 1).error == pytest.approx(0.25)


# --- making a review --------------------------------------------------------------------------------------------------


def finish_review(reviewer: Reviewer, *, process: bool = False) -> Report:
    with reviewer:
        reviewer.start(process=process)
        while not reviewer.is_done:
            reviewer.poll()
            reviewer.wait(5)
    return reviewer.report


@cache
def whole_match(slug: str, seed: int = 5) -> Record:
    return play_record(slug, EASY, seed, deals=99)


@EVERY_GAME
def test_review_covers_whole_match(slug: str) -> None:
    record = play_record(slug, EASY, 5, deals=99 if slug in ("pass_the_ace", "palacio") else 1)
    if slug in ("big_two", "roped"):
        record = replace(record, moves=record.moves[:MAX_REVIEWED_MOVES])
    reviewer = Reviewer(record, 0, budget=BUDGET)
    assert reviewer.report == Report(0) or not reviewer.report.decisions
    found = finish_review(reviewer)
    assert reviewer.progress == 1.0
    assert [one.move_index for one in found.decisions] == choice_move_indices(record, 0)
    at = [point.at for point in found.win_chances]
    assert at == sorted(set(at)) and at[0] == 0 and at[-1] == len(record.moves)
    assert {moment.move_index for moment in key_moments(record, 0).deal_starts} <= set(at)
    assert all(0 <= point.win <= 1 for point in found.win_chances)
    assert all(point.error > 0 for point in found.win_chances[:-1])
    game = record.replay()
    if game.outcome is not None:
        assert found.win_chances[-1] == WinChance(len(record.moves), len(game.history), win_share(game, 0), 0.0)
    else:
        assert found.win_chances[-1].error > 0
    for one in found.turning_points:
        assert one.move_index in at, "turning points are on the line"


def test_points_of_very_long_match_are_evenly_spread() -> None:
    record = whole_match("pass_the_ace")
    begun = [moment.move_index for moment in key_moments(record, 0).deal_starts]
    few = finish_review(Reviewer(record, 0, budget=BUDGET._replace(curve_points=0, max_curve_deals=3)))
    around = {at for one in few.turning_points for at in (one.move_index, one.move_index + 1)}
    count = len(begun)
    assert [point.at for point in few.win_chances[:-1] if point.at not in around] == [
        begun[n * count // 3] for n in range(3)
    ]


def test_review_grows_and_improves() -> None:
    record = whole_match("pass_the_ace")
    reviewer = Reviewer(record, 0, budget=BUDGET._replace(deep=BLUNDER_EFFORT))
    reviewer.start(process=False)
    shares, sizes = [reviewer.progress], []
    first: dict[int, Decision] = {}
    while not reviewer.is_done:
        reviewer.poll()
        shares.append(reviewer.progress)
        now = reviewer.report
        assert now.is_final == reviewer.is_done
        sizes.append((len(now.win_chances), len(now.decisions)))
        for one in now.decisions:
            first.setdefault(one.move_index, one)
    assert shares == sorted(shares) and shares[0] == 0.0 and shares[-1] == 1.0 and len(set(shares)) > 10
    assert sizes == sorted(sizes, key=lambda size: size[0] + size[1]), "the review only grows"
    assert any(first[one.move_index] != one for one in reviewer.report.decisions), (
        "decisions are judged again with more effort"
    )


def test_review_does_not_depend_on_processes() -> None:
    record = whole_match("pass_the_ace")
    assert finish_review(Reviewer(record, 0, budget=BUDGET)) == finish_review(
        Reviewer(record, 0, processes=2, budget=BUDGET), process=True
    )


def test_match_without_moves_has_line_but_no_decisions() -> None:
    record = whole_match("pass_the_ace")
    begun = finish_review(Reviewer(Record("pass_the_ace", 5, 1, record.options), 0, budget=BUDGET))
    assert [point.at for point in begun.win_chances] == [0] and begun.win_chances[0].error > 0
    assert begun.decisions == () and begun.quality is None
    over = record.branch_at(len(record.moves), ())
    assert [point.error for point in finish_review(Reviewer(over, 0, budget=BUDGET)).win_chances] == [0.0], (
        "all moves were adopted"
    )


def test_review_can_be_stopped() -> None:
    reviewer = Reviewer(whole_match("pass_the_ace"), 0, budget=BUDGET)
    reviewer.start(process=False)
    while len(reviewer.report.decisions) < 2:
        reviewer.poll()
    known = reviewer.report
    reviewer.stop()
    assert reviewer.is_done and not reviewer.poll() and reviewer.progress < 1
    assert reviewer.report == known


def test_every_seat_can_be_reviewed() -> None:
    record = whole_match("pass_the_ace")
    lines = [finish_review(Reviewer(record, seat, budget=BUDGET)).win_chances for seat in range(record.seats)]
    assert sum(line[-1].win for line in lines) == pytest.approx(1.0)
    assert len({line[0].win for line in lines}) > 1, "each seat's line starts from its own view"


def test_more_patience_means_more_work() -> None:
    more = STANDARD_BUDGET.scale(2.0)
    assert more.deep == JudgingEffort(2 * STANDARD_BUDGET.deep.patience, 2 * STANDARD_BUDGET.deep.comparison_work)
    assert (more.first_playouts_per_moment, more.max_playouts_per_moment, more.playout_moves_per_moment) == (
        2 * STANDARD_BUDGET.first_playouts_per_moment,
        2 * STANDARD_BUDGET.max_playouts_per_moment,
        2 * STANDARD_BUDGET.playout_moves_per_moment,
    )
    assert STANDARD_BUDGET.scale(1.0) == STANDARD_BUDGET


def test_seats_of_unfinished_match_have_equal_shares() -> None:
    game = whole_match("pass_the_ace").replay(3)
    assert win_share(game, 0) == pytest.approx(1 / game.seats)


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "match.toml"
    found.write_text(play_record("pass_the_ace", EASY, 5, deals=3).to_text(), encoding="utf-8")
    return found


def test_command_prints_review(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [str(file), "--seat", "1", "--patience", "0.05"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seat"] == 1 and found["decisions"] and 0 <= found["quality"] <= 100
    assert found["line"][0]["at"] == 0 and {"best", "cost", "win"} <= found["decisions"][0]["open"].keys()
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert f"{len(found['decisions'])} decisions" in printed
    assert "chance to win the match" in printed


def test_broken_record_is_printed_up_to_error(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("moves = [\n", 'moves = [\n    "0:draw",\n'), encoding="utf-8")
    assert main([str(file), "--patience", "0.05", "--json"]) == 0
    printed = capsys.readouterr()
    assert "move 1, 0:draw, is illegal" in printed.err
    found = json.loads(printed.out)
    assert found["decisions"] == [] and found["quality"] is None and len(found["line"]) == 1


def test_interrupted_command_prints_results_so_far(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(reviewer: Reviewer, seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Reviewer, "wait", interrupt)
    assert main([str(file), "--patience", "0.05"]) == EXIT_INTERRUPTED
    printed = capsys.readouterr()
    assert "interrupted after" in printed.err and "decisions, cost" in printed.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--seat", "7"], "--seat must be 0 to 4 for this match, not 7"),
        (["--seat", "-1"], "--seat must be 0 to 4 for this match, not -1"),
        (["--patience", "0"], "--patience must be greater than 0, not 0"),
        (["--processes", "0"], "--processes must be at least 1, not 0"),
    ],
)
def test_wrong_arguments_are_reported(
    words: list[str], expected: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(file), *words])
    assert ended.value.code == 2
    assert expected in capsys.readouterr().err


def test_unreadable_file_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([str(tmp_path / "none.toml")])
    assert "none.toml" in capsys.readouterr().err
