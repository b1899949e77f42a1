"""The match review: blunders come first, hidden cards are not used, and strong players lose less than weak ones."""

import json
import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from engine.arena.command import INTERRUPTED
from engine.bots.common.base import Compared, Sample
from engine.bots.registry import OPPONENTS
from engine.games import GAMES
from engine.match.record import Record
from engine.moves import Move
from engine.parts import at_once
from engine.review import Decision, Effort, Point, Report, Reviewer, Verdict, decisions, judge
from engine.review.__main__ import main
from engine.review.judge import lead
from engine.review.line import PlayoutTotals, share
from engine.review.line import play_out as played_out
from engine.review.moments import KeyMoments, MatchMoment, key_moments
from engine.review.report import CLEAR
from engine.review.reviewer import STANDARD, Pace
from engine.rng import Rng
from tests.games.specimens import SPECIMENS
from tests.support.reviewing import Way, blunder, played, spoiled

GAME = pytest.mark.parametrize("slug", GAMES)
TINY, GLANCE, LOOK = Effort(0.01, 0.0), Effort(0.05, 0.05), Effort(0.1, 0.2)
"""Efforts: the minimum; enough to see a difference; enough to see a blunder."""
PACE = Pace(TINY, TINY, Effort(0.02, 0.01), TINY, few=2, many=4, steps=500, points=4)
MASTER, EASY = Way("master", 0.05), Way("easy")


def judged(slug: str, way: Way, seeds: Sequence[int], effort: Effort) -> Report:
    """One report with the decisions of several deals."""
    several = [played(slug, way, seed, deals=6 if slug == "pass_the_ace" else 1) for seed in seeds]
    return Report(0, tuple(one for record in several for one in decisions(record, 0, effort, TINY)))


@cache
def moments(slug: str) -> KeyMoments:
    return key_moments(played(slug, Way("medium"), 3, deals=4), 0)


def a_decision(slug: str) -> MatchMoment:
    """A decision of seat 0 after others have played."""
    return next(moment for moment in moments(slug).decisions if moment.at >= 2)


# --- one decision -----------------------------------------------------------------------------------------------------


@GAME
def test_equal_views_get_equal_judgements(slug: str) -> None:
    moment = a_decision(slug)
    view = moment.position.view(0)
    other = view.determinize(Rng(99))
    assert other.position() != moment.position.position()
    assert other.view(0).position() == view.position(), "another world with the same view"
    assert moment.played is not None
    first, second = (at_once(judge(seen, 0, moment.played, Rng(1), GLANCE)) for seen in (view, other.view(0)))
    assert first == second
    chances = [at_once(played_out(seen, 0, 2, Rng(1))) for seen in (view, other.view(0))]
    assert chances[0] == chances[1]


@GAME
def test_judging_is_repeatable_and_changes_nothing(slug: str) -> None:
    moment = a_decision(slug)
    assert moment.played is not None
    for position in (moment.position.view(0), moment.opened):
        before = position.clone()
        verdict = at_once(judge(position, 0, moment.played, Rng(1), GLANCE))
        assert position == before
        assert 0 <= verdict.win <= 1 and verdict.error >= 0 and -1 <= verdict.win_cost <= 1
        assert verdict.best in position.legal_moves(0) or position.refusal(verdict.best) is None
        assert verdict == at_once(judge(position, 0, moment.played, Rng(1), GLANCE)), "repeatable"


@GAME
def test_hindsight_sees_the_cards(slug: str) -> None:
    moment = a_decision(slug)
    assert moment.played is not None
    view = moment.position.view(0)
    worlds = [view.determinize(Rng(number)) for number in range(6)]
    seen = {at_once(judge(world, 0, moment.played, Rng(1), GLANCE)) for world in worlds}
    assert len(seen) > 1, "the other hands matter"


def test_the_choice_of_the_search_costs_nothing() -> None:
    moment = a_decision("big_two")
    view = moment.position.view(0)
    assert moment.played is not None
    best = at_once(judge(view, 0, moment.played, Rng(1), GLANCE)).best
    verdict = at_once(judge(view, 0, best, Rng(1), GLANCE))
    assert (verdict.best, verdict.cost, verdict.error, verdict.win_cost) == (best, 0.0, 0.0, 0.0)


def test_costs_are_weighted_means_over_worlds() -> None:
    def world(weight: float, *points: float) -> Compared:
        return Compared(weight, 0.1, [Sample(each, 0.5) for each in points])

    mean, error = lead([world(1.0, 3.0, 1.0), world(1.0, 5.0, 1.0), world(2.0, 0.0, 1.0)], 1)
    assert mean == pytest.approx((2 + 4 - 2) / 4)
    spread = (2 - 1) ** 2 + (4 - 1) ** 2 + (2 * (-1 - 1)) ** 2 + (4 / 3 * 1) ** 2
    assert error == pytest.approx(math.sqrt(spread * 3 / 2) / 4)
    assert lead([world(1.0, 1.0, 0.0)] * 8, 1)[1] > 0, "eight that agree may still be wrong"
    assert lead([world(1.0, 1.0, 1.0)] * 8, 1) == (0.0, 0.0)
    assert lead([world(1.0, 2.0, 0.0)], 1) == (2.0, math.inf)
    assert lead([], 1) == (0.0, math.inf), "no data"


@pytest.mark.parametrize("slug", OPPONENTS)
def test_a_blunder_comes_first(slug: str) -> None:
    specimen = SPECIMENS[slug]
    record = played(slug, MASTER, specimen.blunder_seed, deals=specimen.blunder_deals)
    found = blunder(record, 0.05)
    spoilt = spoiled(record, found, MASTER)
    assert spoilt.moves[found.at] == found.move != record.moves[found.at]
    report = Report(0, tuple(decisions(spoilt, 0, LOOK, TINY)))
    assert report.turning_points[0].at == found.at, report.turning_points
    assert report.turning_points[0].known.best != found.move


@pytest.mark.parametrize("slug", OPPONENTS)
def test_weak_players_lose_more_than_strong_ones(slug: str) -> None:
    good, weak = (judged(slug, way, SPECIMENS[slug].judged_seeds, GLANCE) for way in (MASTER, EASY))
    assert good.quality is not None and weak.quality is not None
    assert good.quality > weak.quality + 10
    assert good.cost / len(good.decisions) < weak.cost / len(weak.decisions)


# --- key moments ------------------------------------------------------------------------------------------------------


def free(record: Record, seat: int) -> list[int]:
    """Numbers of the moves at which a seat had a choice."""
    game = record.start()
    found = []
    for at, move in enumerate(record.moves):
        if move.seat == seat and len(game.legal_moves(seat)) > 1:
            found.append(at)
        game.push(move)
    return found


@GAME
def test_exactly_the_decisions_are_judged(slug: str) -> None:
    record = played(slug, Way("medium"), 3, deals=4)
    for seat in range(record.seats):
        found = key_moments(record, seat).decisions
        assert [moment.at for moment in found] == free(record, seat)
        assert [moment.played for moment in found] == [record.moves[moment.at] for moment in found]
        assert all(moment.position == record.replay(moment.at) for moment in found[:3])


@GAME
def test_the_line_has_the_beginnings_of_deals(slug: str) -> None:
    record = played(slug, Way("medium"), 3, deals=4)
    found = key_moments(record, 0)
    assert [moment.deal for moment in found.deals] == list(range(1, len(found.deals) + 1))
    assert found.deals[0].at == 0
    for moment in found.deals[1:]:
        assert len(record.replay(moment.at - 1).history) == moment.deal - 2, "the move before ended the last deal"
        assert len(moment.position.history) == moment.deal - 1


def test_a_vote_is_judged_from_what_was_known() -> None:
    seats = [
        (moment, seat)
        for seed in range(3, 9)
        for seat in range(4)
        for moment in key_moments(played("gurch", Way("medium"), seed, deals=2), seat).decisions
        if moment.played is not None and moment.played.verb == "vote" and moment.position.answers
    ]
    moment, seat = seats[0]
    assert moment.played is not None
    assert not moment.opened.answers and not moment.position.view(seat).answers
    verdict = at_once(judge(moment.position.view(seat), seat, moment.played, Rng(1), GLANCE))
    assert verdict.best.verb == "vote"


def test_moves_adopted_from_another_match_are_skipped() -> None:
    record = played("big_two", Way("medium"), 6)
    branch = record.branch(10, ())
    branch.moves = list(record.moves)
    found = key_moments(branch, 0)
    assert [moment.at for moment in found.decisions] == [at for at in free(record, 0) if at >= 10]
    assert [moment.at for moment in found.deals] == [10, len(record.moves)], "the next deal was dealt"


def test_a_broken_record_is_reviewed_as_far_as_it_goes() -> None:
    record = played("big_two", Way("medium"), 6)
    broken = Record("big_two", 4, record.seed, record.options, moves=[*record.moves[:12], Move(0, "draw")])
    broken.moves += record.moves[12:]
    found = key_moments(broken, 0)
    assert [moment.at for moment in found.decisions] == [at for at in free(record, 0) if at < 12]
    assert found.end.at == 12
    nothing = key_moments(Record("big_two", 4, 1, record.options), 0)
    assert not nothing.decisions and nothing.end.at == 0 and len(nothing.deals) == 1


# --- a report ---------------------------------------------------------------------------------------------------------


def verdict(cost: float, error: float = 0.1, room: float = 4.0) -> Verdict:
    return Verdict(Move(0, "pass"), cost, error, room, 0.5, 0.1)


def report(*costs: tuple[float, float]) -> Report:
    several = [
        Decision(at, 1, Move(0, "pass"), verdict(cost, error), verdict(0.0)) for at, (cost, error) in enumerate(costs)
    ]
    return Report(0, tuple(several))


def test_insignificant_costs_are_no_mistakes() -> None:
    found = report((0.1, 0.1), (3.0, 0.5), (1.0, 0.2), (2.0, 0.3), (-0.5, 0.1), (1.5, 0.1))
    assert [one.at for one in found.turning_points] == [1, 3, 5]
    assert [one.held_against for one in found.decisions] == [0.0, 3.0, 1.0, 2.0, 0.0, 1.5]
    assert not report((CLEAR * 0.2, 0.2)).turning_points
    badly_known = report((5.0, 1.8), (2.0, 0.1))
    assert [one.at for one in badly_known.turning_points] == [1, 0], "a vague cost means little"


def test_the_best_decision_is_the_one_with_most_at_stake() -> None:
    found = report((0.0, 0.0), (0.1, 0.2), (5.0, 0.1), (0.0, 0.0))
    rooms = (1.0, 9.0, 20.0, 3.0)
    pairs = zip(found.decisions, rooms, strict=True)
    decisions = tuple(one._replace(known=one.known._replace(room=room)) for one, room in pairs)
    assert Report(0, decisions).best == decisions[1]
    unsure = decisions[1].known._replace(best=Move(0, "play"))
    decisions = (decisions[0], decisions[1]._replace(known=unsure), *decisions[2:])
    assert Report(0, decisions).best == decisions[3], "the search agrees with it"
    assert Report(0, decisions[1:2]).best == decisions[1] and Report(0, decisions[2:3]).best is None
    assert Report(0).best is None


def test_quality_relates_cost_to_what_there_was_to_lose() -> None:
    found = report((0.1, 0.1), (3.0, 0.5), (-0.5, 0.1))
    assert found.cost == pytest.approx(2.6)
    assert found.quality == pytest.approx(100 * (1 - 2.6 / 12))
    assert report((-0.5, 0.1)).quality == 100.0
    assert report((5.0, 0.1)).quality == 0.0
    assert Report(0).quality is None and Report(0).cost == 0.0


def test_the_error_of_a_share_is_never_zero() -> None:
    point = PlayoutTotals(10, 10.0, 300).plus(PlayoutTotals(10, 10.0, 100)).point(7, 2)
    assert (point.at, point.deal, point.win) == (7, 2, 1.0)
    assert 0 < point.error < 0.05
    assert PlayoutTotals(4, 2.0, 0).point(0, 1).error == pytest.approx(0.25)


# --- making a review --------------------------------------------------------------------------------------------------


def finished(reviewer: Reviewer, *, process: bool = False) -> Report:
    with reviewer:
        reviewer.start(process=process)
        while not reviewer.done:
            reviewer.poll()
            reviewer.wait(5)
    return reviewer.report


@cache
def whole(slug: str, seed: int = 5) -> Record:
    return played(slug, EASY, seed, deals=99)


@GAME
def test_a_review_covers_a_whole_match(slug: str) -> None:
    record = played(slug, EASY, 5, deals=99 if slug in ("pass_the_ace", "palacio") else 1)
    reviewer = Reviewer(record, 0, pace=PACE)
    assert reviewer.report == Report(0) or not reviewer.report.decisions
    found = finished(reviewer)
    assert reviewer.share == 1.0
    assert [one.at for one in found.decisions] == free(record, 0)
    at = [point.at for point in found.line]
    assert at == sorted(set(at)) and at[0] == 0 and at[-1] == len(record.moves)
    assert {moment.at for moment in key_moments(record, 0).deals} <= set(at)
    assert all(0 <= point.win <= 1 for point in found.line)
    assert all(point.error > 0 for point in found.line[:-1])
    game = record.replay()
    if game.outcome is not None:
        assert found.line[-1] == Point(len(record.moves), len(game.history), share(game, 0), 0.0)
    else:
        assert found.line[-1].error > 0
    for one in found.turning_points:
        assert one.at in at, "the line has the turning points"


def test_points_of_a_very_long_match_are_evenly_spread() -> None:
    record = whole("pass_the_ace")
    begun = [moment.at for moment in key_moments(record, 0).deals]
    few = finished(Reviewer(record, 0, pace=PACE._replace(points=0, most=3)))
    around = {at for one in few.turning_points for at in (one.at, one.at + 1)}
    count = len(begun)
    assert [point.at for point in few.line[:-1] if point.at not in around] == [begun[n * count // 3] for n in range(3)]


def test_a_review_grows_and_improves() -> None:
    record = whole("pass_the_ace")
    reviewer = Reviewer(record, 0, pace=PACE._replace(deep=LOOK))
    reviewer.start(process=False)
    shares, sizes = [reviewer.share], []
    first: dict[int, Decision] = {}
    while not reviewer.done:
        reviewer.poll()
        shares.append(reviewer.share)
        now = reviewer.report
        sizes.append((len(now.line), len(now.decisions)))
        for one in now.decisions:
            first.setdefault(one.at, one)
    assert shares == sorted(shares) and shares[0] == 0.0 and shares[-1] == 1.0 and len(set(shares)) > 10
    assert sizes == sorted(sizes, key=lambda size: size[0] + size[1]), "nothing disappears"
    assert any(first[one.at] != one for one in reviewer.report.decisions), "judged again, more deeply"


def test_a_review_does_not_depend_on_processes() -> None:
    record = whole("pass_the_ace")
    assert finished(Reviewer(record, 0, pace=PACE)) == finished(
        Reviewer(record, 0, processes=2, pace=PACE), process=True
    )


def test_a_match_without_moves_has_a_line_but_no_decisions() -> None:
    record = whole("pass_the_ace")
    begun = finished(Reviewer(Record("pass_the_ace", 5, 1, record.options), 0, pace=PACE))
    assert [point.at for point in begun.line] == [0] and begun.line[0].error > 0
    assert begun.decisions == () and begun.quality is None
    over = record.branch(len(record.moves), ())
    assert [point.error for point in finished(Reviewer(over, 0, pace=PACE)).line] == [0.0], "all moves were adopted"


def test_a_review_can_be_stopped() -> None:
    reviewer = Reviewer(whole("pass_the_ace"), 0, pace=PACE)
    reviewer.start(process=False)
    while len(reviewer.report.decisions) < 2:
        reviewer.poll()
    known = reviewer.report
    reviewer.stop()
    assert reviewer.done and not reviewer.poll() and reviewer.share < 1
    assert reviewer.report == known


def test_every_seat_can_be_reviewed() -> None:
    record = whole("pass_the_ace")
    lines = [finished(Reviewer(record, seat, pace=PACE)).line for seat in range(record.seats)]
    assert sum(line[-1].win for line in lines) == pytest.approx(1.0)
    assert len({line[0].win for line in lines}) > 1, "each by its own view"


def test_more_patience_means_more_work() -> None:
    more = STANDARD.times(2.0)
    assert more.deep == Effort(2 * STANDARD.deep.patience, 2 * STANDARD.deep.work)
    assert (more.few, more.many, more.steps) == (2 * STANDARD.few, 2 * STANDARD.many, 2 * STANDARD.steps)
    assert STANDARD.times(1.0) == STANDARD


def test_the_seats_of_an_unfinished_match_have_equal_shares() -> None:
    game = whole("pass_the_ace").replay(3)
    assert share(game, 0) == pytest.approx(1 / game.seats)


# --- the command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "match.toml"
    found.write_text(played("pass_the_ace", EASY, 5, deals=3).to_text(), encoding="utf-8")
    return found


def test_the_command_prints_a_review(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [str(file), "--seat", "1", "--patience", "0.05"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seat"] == 1 and found["decisions"] and 0 <= found["quality"] <= 100
    assert found["line"][0]["at"] == 0 and {"best", "cost", "win"} <= found["decisions"][0]["open"].keys()
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert f"{len(found['decisions'])} decisions" in printed
    assert "chance to win the match" in printed


def test_a_broken_record_is_printed_as_far_as_it_goes(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("moves = [\n", 'moves = [\n    "0:draw",\n'), encoding="utf-8")
    assert main([str(file), "--patience", "0.05", "--json"]) == 0
    printed = capsys.readouterr()
    assert "move 1, 0:draw, is impossible" in printed.err
    found = json.loads(printed.out)
    assert found["decisions"] == [] and found["quality"] is None and len(found["line"]) == 1


def test_an_interrupted_command_prints_the_results_so_far(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(reviewer: Reviewer, seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Reviewer, "wait", interrupt)
    assert main([str(file), "--patience", "0.05"]) == INTERRUPTED
    printed = capsys.readouterr()
    assert "interrupted after" in printed.err and "decisions, cost" in printed.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--seat", "7"], "seats of this match are 0 to 4"),
        (["--seat", "-1"], "seats of this match are 0 to 4"),
        (["--patience", "0"], "--patience 0: more than 0"),
        (["--processes", "0"], "--processes 0: at least 1"),
    ],
)
def test_wrong_arguments_are_reported(
    words: list[str], expected: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(file), *words])
    assert ended.value.code == 2
    assert expected in capsys.readouterr().err


def test_an_unreadable_file_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([str(tmp_path / "none.toml")])
    assert "none.toml" in capsys.readouterr().err
