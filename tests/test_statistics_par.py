"""Pars and deals of the day in the statistics: counted once, removed with their deal, and read from sums."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.rng import Rng
from engine.statistics.daily import DailyResult
from engine.statistics.store import MeanPar, Selection, Statistics
from tests.support import many_deals
from tests.support.counted_matches import DAY_SECONDS, NOON, SLUG, begin_record, make_deals, write_match

OTHER_SLUG = list(GAMES)[1]
TODAY = 738_473


@pytest.fixture
def kept(tmp_path: Path) -> Statistics:
    return Statistics(tmp_path / "statistics.sqlite", lambda notice: pytest.fail(str(notice)))


# --- par --------------------------------------------------------------------------------------------------------------


def test_par_is_counted_once_and_can_be_replaced(kept: Statistics) -> None:
    record = begin_record(1)
    write_match(kept, record, make_deals(3, -2, 1))
    assert kept.mean_par(Selection()) is None
    assert kept.write_par(record, 1, 0, 60, 8)
    assert kept.mean_par(Selection()) == MeanPar(60, 1, math.inf)
    assert kept.write_par(record, 1, 0, 40.25, 32) and kept.write_par(record, 2, 0, 80.25, 8)
    found = kept.mean_par(Selection())
    assert found is not None
    assert (found.mean_percent, found.deals) == (60.25, 2) and found.standard_error == pytest.approx(20)
    assert kept.mean_par(Selection(since_day=1)) == kept.mean_par(Selection(name="", game=SLUG)) == found
    assert kept.mean_par(Selection(game=OTHER_SLUG)) is None and kept.mean_par(Selection(name="Ana")) is None
    assert sum(span.pars for span in kept.over_time(Selection())) == 2


def test_par_stays_when_match_continues(kept: Statistics) -> None:
    record = begin_record(1)
    for count in (1, 2, 3):
        write_match(
            kept, record, make_deals(3, -2, 1)[:count], (0,) if count == 3 else None, now=NOON + count * DAY_SECONDS
        )
        assert kept.write_par(record, count, 0, 10 * count, 20)
    assert kept.mean_par(Selection()) == pytest.approx((20, 3, 10 / math.sqrt(3)))


@pytest.mark.parametrize("figures", [(-0.1, 5), (100.1, 5), (50, 0)])
def test_figures_out_of_range_are_refused(figures: tuple[float, int], kept: Statistics) -> None:
    write_match(kept, begin_record(1), make_deals(3))
    with pytest.raises(ValueError, match="par"):
        kept.write_par(begin_record(1), 1, 0, *figures)


def test_uncounted_deals_have_no_par(kept: Statistics) -> None:
    record = begin_record(1)
    assert not kept.write_par(record, 1, 0, 50, 5)
    write_match(kept, record, make_deals(3))
    assert not kept.write_par(record, 2, 0, 50, 5) and not kept.write_par(record, 1, 1, 50, 5)
    assert not kept.write_par(replace(record, id=""), 1, 0, 50, 5)
    assert not kept.write_par(begin_record(2), 1, 0, 50, 5)
    assert kept.mean_par(Selection()) is None


def test_undone_deals_lose_par(kept: Statistics) -> None:
    """So does a deal that was played again, as it is a different deal."""
    record = begin_record(1)
    write_match(kept, record, make_deals(3, 4, 5))
    for number in (1, 2, 3):
        assert kept.write_par(record, number, 0, 20 * number, 9)
    record.undone = 1
    write_match(kept, record, make_deals(3, -1))
    assert kept.mean_par(Selection()) is None
    assert kept.mean_par(Selection(helped=True)) == MeanPar(20, 1, math.inf)
    write_match(kept, record, make_deals(3, -1, 2))
    assert kept.write_par(record, 2, 0, 40, 9) and kept.write_par(record, 3, 0, 60, 9)
    assert kept.mean_par(Selection(helped=True)) == pytest.approx((40, 3, 20 / math.sqrt(3)))


def test_reset_covers_pars_days_and_ratings_and_can_be_undone(kept: Statistics) -> None:
    for number, slug in enumerate((SLUG, OTHER_SLUG)):
        record = begin_record(number, slug=slug, daily=TODAY)
        write_match(kept, record, make_deals(3, seats=record.seats), (0,))
        assert kept.write_par(record, 1, 0, 70, 5)

    def state() -> list[object]:
        return [
            (kept.mean_par(Selection(game=slug)), kept.daily_results(slug), kept.rating_history(slug, ""))
            for slug in (SLUG, OTHER_SLUG)
        ]

    before = state()
    assert kept.reset(SLUG)
    assert state() == [(None, [], None), before[1]]
    kept.undo_reset()
    assert state() == before
    assert kept.reset() and state() == [(None, [], None)] * 2
    kept.finish_reset()
    assert state() == [(None, [], None)] * 2


def test_sums_do_not_depend_on_order_of_writing(kept: Statistics) -> None:
    """Written, undone, and written again with pars in between: the sums equal those of a rebuild."""
    rng = Rng(4)
    records = [begin_record(number, daily=TODAY + number % 3 if number % 2 else 0) for number in range(6)]
    for step in range(60):
        record = rng.choice(records)
        if rng.below(2):
            record.undone += rng.below(8) == 0
            count = 1 + rng.below(4)
            scored = make_deals(*(rng.below(21) - 10 for _ in range(count)))
            write_match(kept, record, scored, (0,) if rng.below(3) == 0 else None, now=NOON + step * DAY_SECONDS // 5)
        else:
            kept.write_par(record, 1 + rng.below(4), 0, rng.below(101), 1 + rng.below(50))
    before = many_deals.read_sorted_sums(kept.path)
    assert kept.rebuild_sums()
    assert many_deals.read_sorted_sums(kept.path) == before
    assert before["days"] and sum(span.pars for span in kept.over_time(Selection(helped=None))) > 2


def test_export_has_par_and_day(kept: Statistics) -> None:
    record = begin_record(1, daily=TODAY)
    write_match(kept, record, make_deals(3, 4))
    assert kept.write_par(record, 2, 0, 61.54, 26)
    head, *rows = kept.export_rows()
    lines = [dict(zip(head, row, strict=True)) for row in rows]
    assert [(row["par"], row["par_playings"], row["deal_of_day"]) for row in lines] == [
        ("", "", "2022-11-14"),
        (61.54, 26, "2022-11-14"),
    ]


# --- deals of the day -------------------------------------------------------------------------------------------------


def test_only_first_attempt_at_deal_of_day_counts(kept: Statistics) -> None:
    for number, (day, points, par) in enumerate([(TODAY, -4, 30), (TODAY, 9, 95), (TODAY + 2, 5, None), (0, 7, 88)]):
        record = begin_record(number, daily=day)
        write_match(kept, record, make_deals(points, 2), now=NOON + number * DAY_SECONDS)
        assert par is None or kept.write_par(record, 1, 0, par, 12)
    assert kept.daily_results(SLUG) == [DailyResult(TODAY, -4, False, 30, 12), DailyResult(TODAY + 2, 5, True, None)]
    assert kept.daily_results(SLUG, since_day=TODAY + 1) == kept.daily_results(SLUG)[1:]
    assert kept.daily_results(SLUG, "") == kept.daily_results(SLUG)
    assert kept.daily_results(SLUG, "Ana") == kept.daily_results(OTHER_SLUG) == []


def test_each_person_has_first_attempt(kept: Statistics) -> None:
    for number, name in enumerate(("Ana", "Rui", "Ana")):
        write_match(kept, begin_record(number, daily=TODAY), make_deals(number + 1), name=name)
    assert [kept.daily_results(SLUG, name)[0].points for name in ("Ana", "Rui")] == [1, 2]
    assert [day.points for day in kept.daily_results(SLUG)] == [1]


def test_first_attempt_with_help_is_marked(kept: Statistics) -> None:
    record = begin_record(1, daily=TODAY)
    write_match(kept, record, make_deals(3))
    record.hinted = 1
    write_match(kept, record, make_deals(3, 1))
    assert kept.daily_results(SLUG) == [DailyResult(TODAY, 3, True, None, 0, helped=True)]
