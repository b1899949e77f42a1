"""Sentences of the statistics: only differences that chance would hardly ever produce."""

from engine.rng import Rng
from engine.statistics.insights import MIN_MATCHES, Insight, chance_of_difference, find_insights
from engine.statistics.store import PlayedDeal, PlayedMatch

NOON = 1_700_000_000


def play(won: bool, *, level: str = "easy", pace_ms: int = 1000, has_house_rules: bool = False) -> PlayedMatch:
    return PlayedMatch(("gurch", level, 4), NOON, won, has_house_rules, 1, int(won), 0, 0, 0, pace_ms, 1)


def test_clear_difference_is_found_with_its_direction() -> None:
    matches = [play(i % 4 > 0 if i % 2 else i % 8 == 0, pace_ms=9000 if i % 2 else 1000) for i in range(160)]
    (found,) = find_insights(matches)
    assert (found.key, found.is_more) == ("slow", True)
    assert found.inside == 1.0 and found.outside == 0.25


def test_few_matches_say_nothing() -> None:
    few = [play(won, has_house_rules=won) for won in (True, False) for _ in range(MIN_MATCHES - 1)]
    assert find_insights(few) == []
    assert find_insights([]) == []


def test_other_mix_of_levels_is_no_difference() -> None:
    """Slow matches are those against stronger opponents, of which fewer are won, at any pace."""
    matches = [play(i % 10 < 8, level="easy", pace_ms=1000 + i % 3) for i in range(150)]
    matches += [play(i % 10 < 2, level="hard", pace_ms=9000 + i % 3) for i in range(150)]
    assert [one.key for one in find_insights(matches)] == []


def deal(won: bool, *, rules: str = "", **habits: bool) -> PlayedDeal:
    return PlayedDeal(("big_two", f"easy {rules}", 4), won, habits)


def test_habit_with_other_results_is_found_among_deals_that_count() -> None:
    deals = [deal(i % 2 == 0, spent=False) for i in range(60)] + [deal(i % 20 == 0, spent=True) for i in range(60)]
    deals += [deal(True, other=i % 2 == 0) for i in range(80)]  # in which the first habit doesn't count
    (found,) = find_insights([], deals)
    assert found == Insight("spent", 3 / 60, 30 / 60, is_habit=True)
    assert find_insights([], deals[: MIN_MATCHES - 1]) == []


def test_other_mix_of_house_rules_is_no_habit() -> None:
    deals = [deal(i % 10 < 8, rules="a", spent=i % 50 < 10) for i in range(150)]
    deals += [deal(i % 10 < 2, rules="b", spent=i % 50 >= 10) for i in range(150)]
    assert [one.key for one in find_insights([], [*deals, *deals])] == []


def test_chance_alone_is_seldom_taken_for_habit() -> None:
    rng, told = Rng(5), 0
    for _ in range(300):
        deals = [deal(rng.below(4) == 0, one=rng.below(2) == 0, other=rng.below(5) == 0) for _ in range(150)]
        matches = [play(rng.below(3) == 0, pace_ms=rng.below(9000)) for _ in range(60)]
        told += bool(find_insights(matches, deals))
    assert told <= 9, "1 % in all, with habits and groups of matches together"


def test_chance_alone_is_seldom_taken_for_difference() -> None:
    rng, told = Rng(4), 0
    for _ in range(300):
        matches = [
            play(rng.below(3) == 0, pace_ms=rng.below(9000), has_house_rules=rng.below(2) == 0) for _ in range(80)
        ]
        told += bool(find_insights(matches))
    assert told <= 9, "at most 1 % of players see a sentence that chance has made, here with a margin for the sample"


def test_probability_is_one_without_difference_and_small_with_large_one() -> None:
    equal = [play(i % 2 == 0) for i in range(40)]
    assert chance_of_difference(equal, [i < 20 for i in range(40)]) == 1.0
    unequal = [play(i < 20) for i in range(40)]
    assert chance_of_difference(unequal, [i < 20 for i in range(40)]) < 1e-8
    assert chance_of_difference([], []) == 1.0
