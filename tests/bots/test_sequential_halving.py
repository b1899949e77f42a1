"""Sequential halving: samples in common worlds, remaining moves, the answer."""

import math
from collections.abc import Iterator, Sequence
from statistics import stdev

import pytest

from engine.bots.common.sequential_halving import (
    Budget,
    Candidate,
    HalvingRules,
    candidate_evaluations,
    sequential_halving,
)
from engine.moves import Move
from engine.rng import Rng

RACE = HalvingRules(clear_errors=2.5, min_worlds=30)
"""Rules by which a comparison stops once one move is clearly better."""
Points = Sequence[float]
"""Points of each move in one world."""


def make_candidates(count: int, bonus: float = 0.0) -> list[Candidate]:
    return [Candidate(Move(0, "lay", to=place), bonus * (place == 1)) for place in range(count)]


def run_halving(
    trials: Sequence[Candidate], steps: int, worlds: Iterator[Points], rules: HalvingRules | None = None, cost: int = 1
) -> tuple[Candidate, list[int]]:
    """Return the answer, and the number of moves tried in each world."""
    sizes = []

    def play(rivals: Sequence[Candidate]) -> Iterator[int]:
        sizes.append(len(rivals))
        points_in = next(worlds)
        for trial in rivals:
            points = points_in[trial.move.to]
            trial.add(points, points - points_in[0], points > 0)
            yield cost

    (*_, best) = (trials[0], *sequential_halving(trials, steps, play, rules or HalvingRules()))
    return best, sizes


def noisy_worlds(means: Points, spread: float, seed: int = 1) -> Iterator[Points]:
    """Yield worlds in which the moves have these mean points."""
    rng = Rng(seed)
    while True:
        yield [mean + spread * (2 * rng.unit() - 1) for mean in means]


def test_best_of_many_moves_is_found() -> None:
    means = [0.0, -1.0, 0.3, 2.0, -0.5, 1.0, 0.0]
    best, sizes = run_halving(make_candidates(7), 600, noisy_worlds(means, 3.0))
    assert best.move.to == 3
    assert list(dict.fromkeys(sizes)) == [7, 4, 3], "the first move, with six others, then three, then two"
    shares = [sum(size for size in sizes if size == k) for k in (7, 4, 3)]
    assert sum(shares) < 600 + 7
    assert all(180 < share < 220 for share in shares), "rounds have equal shares"


def test_first_move_is_never_dropped_and_loses_only_beyond_noise() -> None:
    trials = make_candidates(3)
    best, _ = run_halving(trials, 60, noisy_worlds([0.0, 0.01, -0.2], 4.0, seed=3))
    assert best is trials[0]
    assert trials[0].worlds == max(trial.worlds for trial in trials)
    trials = make_candidates(3)
    best, _ = run_halving(trials, 60, noisy_worlds([0.0, 0.01, -0.2], 0.001))
    assert best is trials[1]


@pytest.mark.parametrize("gain", [0.1, 0.3, 1 / 3, 0.7, 0.999])
@pytest.mark.parametrize("count", [5, 7, 11, 23, 60])
def test_gain_in_single_world_is_not_beyond_noise(gain: float, count: int) -> None:
    trials = make_candidates(2)
    worlds = iter([[0.0, gain if number == 2 else 0.0] for number in range(count)])
    best, sizes = run_halving(trials, 2 * count, worlds)
    assert len(sizes) == count
    assert trials[1].gain() == pytest.approx(trials[1].error())
    assert best is trials[0]


def test_style_bonus_decides_between_equal_moves() -> None:
    trials = make_candidates(3, bonus=0.1)
    best, _ = run_halving(trials, 30, noisy_worlds([1.0, 1.0, 1.0], 0.0))
    assert best is trials[1]
    trials = make_candidates(3, bonus=0.1)
    best, _ = run_halving(trials, 30, noisy_worlds([1.0, 0.8, 1.0], 0.0))
    assert best is trials[0]


def test_single_move_is_not_played() -> None:
    trials = make_candidates(1)
    best, sizes = run_halving(trials, 100, noisy_worlds([1.0], 0.0))
    assert best is trials[0] and not sizes
    (only,) = candidate_evaluations(best, trials)
    assert only.value == 0.0 and math.isnan(only.win)


def test_equal_moves_are_no_longer_compared() -> None:
    _, sizes = run_halving(
        make_candidates(3), 3_000, noisy_worlds([1.0] * 3, 0.0), HalvingRules(stop_after_equal_worlds=20)
    )
    assert len(sizes) == 20
    _, sizes = run_halving(
        make_candidates(3), 3_000, noisy_worlds([1.0, 1.0, 1.001], 0.0), HalvingRules(stop_after_equal_worlds=20)
    )
    assert len(sizes) > 500
    _, sizes = run_halving(
        make_candidates(3, bonus=0.1), 3_000, noisy_worlds([1.0] * 3, 0.0), HalvingRules(stop_after_equal_worlds=20)
    )
    assert len(sizes) > 500, "the style has a preference"


def test_clear_winner_ends_comparison() -> None:
    for means, best in (([0.0, 5.0, -1.0, 0.5], 1), ([3.0, 0.0, -1.0, 1.0], 0)):
        found, sizes = run_halving(make_candidates(4), 3_000, noisy_worlds(means, 1.0), RACE)
        assert found.move.to == best
        assert len(sizes) == RACE.min_worlds


def test_clear_losers_are_dropped_while_two_moves_are_close() -> None:
    best, sizes = run_halving(make_candidates(6), 6_000, noisy_worlds([0.0, -9.0, -9.0, 4.0, -9.0, 4.1], 3.0), RACE)
    assert best.move.to in (3, 5)
    assert sizes[RACE.min_worlds :].count(3) == len(sizes) - RACE.min_worlds, "the policy's move and two others go on"
    assert len(sizes) > 600


def test_noise_common_to_all_moves_delays_no_decision() -> None:
    rng = Rng(5)
    worlds = ([luck, luck - 0.1, luck + 0.1 + 0.05 * rng.unit()] for luck in iter(lambda: 100 * rng.unit(), None))
    best, sizes = run_halving(make_candidates(3), 3_000, worlds, RACE)
    assert best.move.to == 2 and len(sizes) == RACE.min_worlds


def test_close_moves_are_compared_up_to_max_factor_of_steps() -> None:
    for factor in (1.0, 2.0):
        worlds = ([0.0, (-1.0) ** number] for number in range(2_000))
        _, sizes = run_halving(make_candidates(2), 1_000, worlds, RACE._replace(max_steps_factor=factor))
        assert sum(sizes) == 1_000 * factor
    worlds = ([0.0, (-1.0) ** number + (number > 600)] for number in range(2_000))
    best, sizes = run_halving(make_candidates(2), 1_000, worlds, RACE._replace(max_steps_factor=2.0))
    assert 1_200 < sum(sizes) < 1_600 and best.move.to == 1, "until one is clearly better"


def test_moves_with_equal_results_end_race() -> None:
    best, sizes = run_halving(make_candidates(3), 3_000, noisy_worlds([1.0] * 3, 0.0), RACE)
    assert (best.move.to, len(sizes)) == (0, RACE.min_worlds)
    best, sizes = run_halving(make_candidates(3, bonus=0.1), 3_000, noisy_worlds([1.0] * 3, 0.0), RACE)
    assert (best.move.to, len(sizes)) == (1, RACE.min_worlds), "the style decides"


def test_round_of_unknown_cost_ends_after_exceeding_budget() -> None:
    _, sizes = run_halving(make_candidates(2), 100, noisy_worlds([0.0] * 2, 1.0), cost=30)
    assert sizes == [2, 2]


def test_error_is_of_paired_differences() -> None:
    trial, ahead = Candidate(Move(0, "lay")), [1.0, -2.0, 4.0, 0.5]
    assert trial.error() == math.inf and trial.gain() == 0.0
    for gain in ahead:
        trial.add(10.0 + gain, gain, 0.5)
    assert trial.gain() == pytest.approx(sum(ahead) / 4)
    assert trial.error() == pytest.approx(stdev(ahead) / 2)
    assert trial.score_lower_bound(2.0) == pytest.approx(trial.gain() - stdev(ahead))


def test_evaluations_list_answer_first_then_best_in_wanted_unit() -> None:
    trials = make_candidates(4)
    run_halving(trials, 400, noisy_worlds([0.5, 0.1, 0.9, 0.7], 0.0))
    found = candidate_evaluations(trials[2], trials, 3)
    assert [option.move.to for option in found] == [2, 3, 0, 1]
    assert [option.value for option in found] == pytest.approx([2.7, 2.1, 1.5, 0.3])
    assert found[0].difference_error == 0.0, "the chosen move has no difference from itself"
    assert all(option.win == 1.0 for option in found)


def test_patience_multiplies_steps_and_leaves_at_least_one() -> None:
    assert Budget(40, candidates=3).scale(2.5) == Budget(100, candidates=3)
    assert Budget(40).scale(0.0).steps == 1
