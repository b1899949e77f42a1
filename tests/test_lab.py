"""The rule lab finds known effects, and reports none between equal rules."""

import json
import math
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.arena.summary import ratio_and_error
from engine.cooperative import run_to_end
from engine.game import Game
from engine.games import GAMES
from engine.lab import MIN_MATCHES, Comparison, Estimate, Experiment, Laboratory, play_and_count
from engine.lab.__main__ import main
from engine.lab.estimates import HYSTERESIS, reporting_threshold
from engine.lab.trials import RuleTrial, run_trial, trials
from engine.options import options_of
from engine.profile import rules_file
from engine.rng import Rng
from scenes.text.catalogue import Words
from tests.games import gurch, palacio, pass_the_ace, roped
from tests.games.big_two import make_position
from tests.support.catalogue_texts import texts_by_key

EVERY_GAME = pytest.mark.parametrize("slug", GAMES)


def compare_rules(slug: str, count: int, seed: int = 3, level: str = "medium", **changed: Any) -> Comparison:
    """Compare matches under the standard rules and under changed ones, without measuring skill."""
    game = GAMES[slug]
    plan = Experiment(slug, game.seats_default, game.Options(), game.Options(**changed), level)
    comparison = Comparison()
    several = trials(plan, seed, skill_every=0)
    for _ in range(count):
        comparison.add(*run_to_end(run_trial(next(several))))
    return comparison


# --- known effects ----------------------------------------------------------------------------------------------------


def test_deals_are_longer_when_ten_must_be_higher() -> None:
    longer = compare_rules("palacio", 40, ten_on_anything=False).estimate("deal_moves")
    assert longer.z_score > 3.0
    assert 1.1 < longer.ratio_to_first < 1.5


def test_matches_are_longer_with_more_lives() -> None:
    found = compare_rules("pass_the_ace", 150, lives=5)
    assert found.estimate("match_deals").ratio_to_first == pytest.approx(5 / 3, rel=0.12)
    assert found.estimate("match_minutes").sure


def test_sacrifices_are_rarer_when_only_lead_counts() -> None:
    fewer = compare_rules("gurch", 25, benchmark="lead").estimate("special.sacrifice")
    assert fewer.sure and fewer.ratio_to_first < 0.9


def test_another_scoring_leaves_play_unchanged() -> None:
    found = compare_rules("big_two", 30, scoring="hk")
    for name in ("deal_moves", "match_deals", "forced", "starter", "special.pass"):
        assert found.estimate(name).same, name
    assert found.estimate("spread").sure


@EVERY_GAME
def test_rules_against_themselves_show_no_difference(slug: str) -> None:
    comparison = compare_rules(slug, 4)
    assert comparison.has_only_equal_figures
    for estimate in comparison.estimates():
        assert estimate.same and not estimate.sure and estimate.difference == 0.0 == estimate.error, estimate


# --- counts -----------------------------------------------------------------------------------------------------------


def observe_effects(slug: str, **changed: Any) -> Mapping[str, tuple[float, float]]:
    game = GAMES[slug]
    rules = game.Options(**changed)
    return run_to_end(
        play_and_count(RuleTrial(Experiment(slug, game.seats_default, rules, rules), 11, measures_skill=False), rules)
    )


@EVERY_GAME
def test_shares_of_seats_add_up(slug: str) -> None:
    sums = observe_effects(slug)
    assert sum(above for name, (above, _) in sums.items() if name.startswith("seat.")) == pytest.approx(1.0)
    moves, deals = sums["deal_moves"]
    assert 0 <= sums["forced"][0] <= moves and deals >= 1 and sums["match_deals"] == (deals, 1.0)
    assert 0 < sums["match_minutes"][0] < 60


@EVERY_GAME
def test_best_dealt_seats_of_decided_deals_are_counted(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[slug](GAMES[slug].seats_default, 1)
    assert len(game.measure_deal()) == game.seats
    counts = []
    for best in range(game.seats):
        monkeypatch.setattr(GAMES[slug], "measure_deal", lambda self, best=best: [s == best for s in range(self.seats)])
        counts.append(observe_effects(slug)["dealt"])
    (decided,) = {below for _, below in counts}
    assert 1 <= decided <= sum(above for above, _ in counts)
    monkeypatch.setattr(GAMES[slug], "measure_deal", lambda self: [s < 2 for s in range(self.seats)])
    assert observe_effects(slug)["dealt"] == (counts[0][0] + counts[1][0], 2 * decided)
    monkeypatch.setattr(GAMES[slug], "measure_deal", lambda self: (1,) * self.seats)
    assert observe_effects(slug)["dealt"] == (0.0, 0.0), "equal hands favour nobody"


@pytest.mark.parametrize(
    ("game", "measures"),
    [
        pytest.param(make_position("2S 3C", "2C 2D", "5H", "AS KS"), (1, 2, 0, 0), id="big_two"),
        pytest.param(palacio.position("2 T 4", up="2 K", others=["A 9", "T"], seats=3), (3, 0, 1), id="palacio"),
        pytest.param(gurch.trick_position("3 9", "4 Q", "T", "2 A"), (-3, -4, -10, -2), id="gurch"),
        pytest.param(pass_the_ace.position("7 A K", lives=(3, 0, 3)), (-6, -13, -12), id="pass_the_ace"),
        pytest.param(roped.position(["AS 5S 9S 9H", "4C 4D", "KH"]), (3, 2, 1), id="roped"),
    ],
)
def test_measure_of_hands_names_cards_that_help(game: Game, measures: tuple[int, ...]) -> None:
    assert tuple(game.measure_deal()) == measures


def test_match_of_one_deal_counts_one_deal() -> None:
    assert observe_effects("big_two", match=1)["match_deals"] == (1.0, 1.0)
    assert observe_effects("big_two", match=10)["match_deals"] == (10.0, 1.0)


def test_hard_player_changes_seats_and_beats_easy_ones() -> None:
    game = GAMES["big_two"]
    plan = Experiment("big_two", 4, game.Options(), game.Options())
    several = trials(plan, 5, skill_every=1)
    first = [next(several) for _ in range(24)]
    assert [trial.rotation for trial in first] == list(range(24)) and all(trial.measures_skill for trial in first)
    won = [run_to_end(play_and_count(trial, plan.first_rules))["skill"][0] for trial in first]
    assert sum(won) / len(won) > 0.5


@EVERY_GAME
def test_every_special_figure_has_name_and_occurring_events(slug: str) -> None:
    game = GAMES[slug]
    texts = texts_by_key("en")
    words = Words("en")
    assert game.counted_events
    for special, events in game.counted_events.items():
        assert f"{slug}.special.{special}" in texts
        assert events
        for kind, _, name in (event.partition(":") for event in events):
            assert words.find_note_key(slug, TEXT_PART_BY_FIGURE[kind], name), name
    assert options_of(game.Options), "the game has options to compare"


TEXT_PART_BY_FIGURE = {"said": "said", "asked": "demand", "end": "reason"}


# --- figures ----------------------------------------------------------------------------------------------------------


def test_error_of_difference_is_of_paired_ratios() -> None:
    comparison = Comparison()
    for moves, more in ((10.0, 2.0), (14.0, 3.0), (12.0, 1.0)):
        comparison.add({"x": (moves, 1.0)}, {"x": (moves + more, 1.0)})
    found = comparison.estimate("x")
    assert (found.first, found.second, found.difference) == (12.0, 14.0, 2.0)
    assert found.error == pytest.approx(1 / math.sqrt(3)), "only the spread of the differences counts"
    assert found.first_error == pytest.approx(2 / math.sqrt(3))
    assert found.z_score == pytest.approx(2 * math.sqrt(3)) and not found.same
    assert not found.sure, "three matches are too few for a report"


def test_one_match_has_no_error_and_missing_events_no_difference() -> None:
    comparison = Comparison()
    comparison.add({"x": (3.0, 1.0), "never": (0.0, 4.0)}, {"x": (9.0, 1.0), "never": (0.0, 5.0)})
    assert comparison.estimate("x").error == math.inf and not comparison.estimate("x").sure
    assert comparison.estimate("never").same


def test_errors_equal_those_of_raw_observations() -> None:
    chance = Rng(8)
    notes = [(1e4 + chance.below(9), 2.0, 1e4 + chance.below(9), float(chance.below(3))) for _ in range(200)]
    comparison = Comparison()
    for a, b, c, d in notes:
        comparison.add({"x": (a, b)}, {"x": (c, d)})
    found = comparison.estimate("x")
    first, error = ratio_and_error([note[0] for note in notes], [note[1] for note in notes])
    assert found.first == pytest.approx(first) and found.first_error == pytest.approx(error, rel=1e-6)
    second, error = ratio_and_error([note[2] for note in notes], [note[3] for note in notes])
    assert found.second == pytest.approx(second) and found.second_error == pytest.approx(error, rel=1e-6)
    below = sum(note[3] for note in notes) / 200
    apart = [(c - second * d) / below - (a - first * b) / 2 for a, b, c, d in notes]
    assert found.error == pytest.approx(math.sqrt(sum(one**2 for one in apart) / 199 / 200), rel=1e-6)


def test_constant_figure_has_no_error() -> None:
    comparison = Comparison()
    for _ in range(MIN_MATCHES):
        assert not any(found.sure for found in comparison.estimates())
        comparison.add({"x": (5.0, 1.0)}, {"x": (10.0, 1.0)})
    found = comparison.estimate("x")
    assert found.error == 0.0 and found.z_score == math.inf and found.sure


def test_identical_rules_are_rarely_reported_as_different() -> None:
    """A fixed limit of three standard errors would sooner or later report some of these comparisons."""
    chance = Rng(2)
    reported = passed = 0
    for _ in range(40):
        comparison, sure, beyond = Comparison(), False, False
        for number in range(1, 101):
            first, second = ({name: (float(chance.below(6)), 1.0) for name in "abcd"} for _ in range(2))
            comparison.add(first, second)
            if number >= MIN_MATCHES and number % 5 == 0:
                several = list(comparison.estimates())
                sure |= any(found.sure for found in several)
                beyond |= any(abs(found.z_score) >= 3.0 for found in several)
        reported += sure
        passed += beyond
    assert reported <= 1 and passed >= 4, (reported, passed)


def test_reported_difference_survives_small_step_back() -> None:
    comparison, course = Comparison(), []
    for number in range(400):
        swing = (-1) ** number * (0.5 if number < 40 else 4.0)
        comparison.add({"x": (20.0, 1.0)}, {"x": (20.0 + swing + (number < 40), 1.0)})
        found = comparison.estimate("x")
        course.append((found.sure, found.z_score, reporting_threshold(number + 1)))
    changes = [(now, errors, least) for (was, *_), (now, errors, least) in pairwise(course) if was != now]
    assert [now for now, *_ in changes] == [True, False]
    assert changes[0][1] >= changes[0][2] and changes[1][1] < changes[1][2] - HYSTERESIS
    assert any(sure and errors < least for sure, errors, least in course)


# --- the laboratory ---------------------------------------------------------------------------------------------------


def test_processes_do_not_change_results() -> None:
    game = GAMES["pass_the_ace"]
    plan = Experiment("pass_the_ace", 5, game.Options(), game.Options(lives=5))
    found: list[list[Estimate]] = []
    for process in (False, True):
        with Laboratory(plan, 4, max_trials=12, processes=2) as laboratory:
            laboratory.start(process=process)
            while not laboratory.is_done:
                laboratory.poll()
                laboratory.wait(5.0)
            found.append(list(laboratory.comparison.estimates()))
            assert laboratory.comparison.trials == 12
    assert repr(found[0]) == repr(found[1])
    assert not laboratory.poll(), "a finished laboratory reports no progress"


def test_laboratory_can_be_stopped_at_any_time() -> None:
    game = GAMES["gurch"]
    laboratory = Laboratory(Experiment("gurch", 4, game.Options(), game.Options(benchmark="lead")), 4, processes=1)
    laboratory.start()
    laboratory.poll()
    laboratory.stop()
    assert laboratory.is_done and not laboratory.poll()


# --- the command ------------------------------------------------------------------------------------------------------


def test_command_compares_two_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shared, alone = tmp_path / "shared.toml", tmp_path / "alone.toml"
    shared.write_text(rules_file.to_text("pass_the_ace", GAMES["pass_the_ace"].Options(lives=1)), encoding="utf-8")
    alone.write_text("lives = 2\n", encoding="utf-8")
    words = ["pass_the_ace", "--options", str(shared), "--against", str(alone), "--deals", "8"]
    assert main([*words, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["first"], printed["second"], printed["matches"]) == ({"lives": 1}, {"lives": 2}, 8)
    assert printed["figures"]["match_deals"]["difference"] > 0
    assert main([*words[:3], "--deals", "4"]) == 0
    assert "lives = 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lives = 9\n", "lives = 9: not allowed; allowed: 1, 2, 3, 4, 5"),
        ("hearts = 3\n", "hearts = 3: unknown; known: pack"),
        ('game = "gurch"\n', "game = 'gurch': not allowed; allowed: pass_the_ace"),
        ("format = 99\n", "format 99; known up to 3"),
        ("format = 2\nrules = 3\n", "a table [rules]"),
        ("lives = \n", "b.toml"),
    ],
)
def test_unusable_file_is_reported(
    text: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["pass_the_ace", "--against", str(file)])
    assert ended.value.code == 2
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["whist"], "games are gurch"),
        (["gurch", "--seats", "9"], "--seats must be one of 2, 3, 4, 5, 6 for gurch, not 9"),
        (["gurch", "--deals", "0"], "--deals must be at least 1, not 0"),
    ],
)
def test_wrong_arguments_are_reported(words: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert expected in capsys.readouterr().err
