"""The deal of the day depends only on the date, and is a single deal."""

from collections import Counter
from datetime import date

import pytest

from engine.bots.common.strengths import LEVEL_RATINGS
from engine.characters import CHARACTERS, LEVELS
from engine.events import DealScored, MatchEnded
from engine.games import GAMES
from engine.local_time import LAST_DAY
from engine.match import daily
from engine.match.daily import DAILY_CHARACTERS, DEAL_COUNT, LEVELS_BY_WEEKDAY, daily_record
from engine.match.record import PERSON, Record, RecordError
from engine.rng import Rng
from engine.statistics.daily import DailyResult, day_streak, first_attempt
from tests.support import game_contract

SATURDAY, MONDAY, LEAP_DAY = (date(2026, 11, 21), date(2026, 11, 23), date(2028, 2, 29))
PINNED_DEALS = [
    (SATURDAY, "gurch", 68222098, "ingrid hard, celeste master, rafa hard"),
    (SATURDAY, "roped", 20204846, "tiao hard, rafa master, yasmin hard"),
    (SATURDAY, "pass_the_ace", 87405522, "rafa hard, mei master, celeste hard, kwame master"),
    (SATURDAY, "big_two", 43085681, "mei hard, rafa master, celeste hard"),
    (SATURDAY, "palacio", 30159354, "celeste hard, rafa master"),
    (MONDAY, "gurch", 20197780, "kwame easy, ingrid medium, mei easy"),
    (MONDAY, "roped", 93737412, "yasmin easy, rafa medium, anselm easy"),
    (MONDAY, "pass_the_ace", 27601586, "mei easy, celeste medium, anselm easy, yasmin medium"),
    (MONDAY, "big_two", 25702069, "yasmin easy, mei medium, kwame easy"),
    (MONDAY, "palacio", 62014958, "kwame easy, yasmin medium"),
    (LEAP_DAY, "gurch", 38826439, "anselm medium, tiao medium, celeste medium"),
    (LEAP_DAY, "roped", 68503733, "tiao medium, yasmin medium, ingrid medium"),
    (LEAP_DAY, "pass_the_ace", 45629465, "rafa medium, yasmin medium, kwame medium, anselm medium"),
    (LEAP_DAY, "big_two", 27999176, "ingrid medium, rafa medium, kwame medium"),
    (LEAP_DAY, "palacio", 1147800, "mei medium, ingrid medium"),
]
"""Expected deals of past days. A difference is a fault of the derivation, not of this list."""


@pytest.mark.parametrize(("day", "slug", "seed", "company"), PINNED_DEALS)
def test_past_days_never_change(day: date, slug: str, seed: int, company: str) -> None:
    record = daily_record(slug, day.toordinal())
    assert record.seed == seed
    assert ", ".join(map(str, record.chairs[1:])) == company


def test_days_are_pinned_for_every_game_with_measured_levels() -> None:
    assert set(LEVEL_RATINGS) <= {slug for _, slug, _, _ in PINNED_DEALS} <= set(GAMES)


@pytest.mark.parametrize("slug", GAMES)
def test_daily_deal_has_standard_rules_and_typable_number(slug: str) -> None:
    first = SATURDAY.toordinal()
    records = [daily_record(slug, first + i) for i in range(400)]
    assert len({record.seed for record in records}) == 400
    for record in records:
        assert 0 <= record.seed < DEAL_COUNT
        assert record.options == GAMES[slug].Options() and record.seats == GAMES[slug].seats_default
        assert [chair.who == PERSON for chair in record.chairs] == [True] + [False] * (record.seats - 1)
        assert len({chair.who for chair in record.chairs}) == record.seats
        assert Record.from_text(record.to_text()) == record


def test_characters_and_levels_are_evenly_spread() -> None:
    """Counts each character and each level of every game over a year."""
    first = date(2027, 1, 1).toordinal()
    chairs = [chair for slug in GAMES for i in range(364) for chair in daily_record(slug, first + i).chairs[1:]]
    who, level = Counter(chair.who for chair in chairs), Counter(chair.level for chair in chairs)
    assert set(who) == set(DAILY_CHARACTERS) <= set(CHARACTERS)
    assert max(who.values()) < 1.2 * min(who.values())
    assert set(level) == set(LEVELS) and min(level.values()) > len(chairs) / 12


def test_week_gets_harder_from_monday_to_sunday() -> None:
    strength = [
        sum(map(LEVELS.index, daily.levels_on_day(MONDAY.toordinal() + i))) / len(LEVELS_BY_WEEKDAY[i])
        for i in range(7)
    ]
    assert strength == sorted(strength) and strength[0] < strength[2] < strength[4] < strength[6]
    assert daily.levels_on_day(MONDAY.toordinal() + 7) == daily.levels_on_day(MONDAY.toordinal()) == ("easy", "medium")


@pytest.mark.parametrize("day", [0, -1, LAST_DAY + 1])
def test_days_outside_calendar_are_refused(day: int) -> None:
    with pytest.raises(ValueError, match=r"ordinal|year"):
        daily_record("gurch", day)


def test_last_day_of_calendar_has_deal_too() -> None:
    assert daily_record("gurch", LAST_DAY).daily == LAST_DAY
    assert daily_record("gurch", 1).replay().deal_number == 1


@pytest.mark.parametrize("slug", game_contract.ALL_GAMES)
def test_day_has_single_deal(slug: str) -> None:
    """With any house rules the match ends after one deal, and its record replays to the same end."""
    record = daily_record(slug, SATURDAY.toordinal(), game_contract.ALL_GAMES)
    game = record.initial_position()
    assert game.single_deal
    for move in game_contract.random_moves(game, Rng(3), 3000):
        game.play(move)
        record.append(move)
    events = game.take_events()
    scored = [event for event in events if isinstance(event, DealScored)]
    ended = [event for event in events if isinstance(event, MatchEnded)]
    assert len(scored) == len(ended) == len(game.history) == game.deal_number == 1
    assert game.outcome is not None and game.seats_to_act() == ()
    best = {seat for seat, own in enumerate(scored[0].points) if own == max(scored[0].points)}
    assert game.outcome.winners == ended[0].winners == (scored[0].winners or tuple(sorted(best)))
    assert Record.from_text(record.to_text(), game_contract.ALL_GAMES).replay() == game
    record.append(record.moves[-1])
    with pytest.raises(RecordError, match="match_over"):
        record.replay()


def test_match_branched_from_deal_of_day_is_usual_match() -> None:
    record = daily_record("big_two", SATURDAY.toordinal())
    assert (
        record.initial_position().single_deal and not record.branch_at(0, record.chairs).initial_position().single_deal
    )
    assert not Record("big_two", 4, record.seed, record.options).initial_position().single_deal


def daily_results(*played: int, helped: tuple[int, ...] = ()) -> list[DailyResult]:
    """Return first attempts on these days."""
    return [DailyResult(day, 1, False, None, helped=day in helped) for day in played]


def test_streak_counts_days_in_row() -> None:
    assert day_streak(daily_results(), 100) == 0
    assert day_streak(daily_results(100), 100) == day_streak(daily_results(99), 100) == 1, (
        "a streak until yesterday counts"
    )
    assert day_streak(daily_results(98), 100) == 0
    assert day_streak(daily_results(95, 97, 98, 99, 100), 100) == 4
    assert day_streak(daily_results(97, 98, 99, 100, helped=(98,)), 100) == 2, "a day with help doesn't count"
    assert day_streak(daily_results(98, 99, 100, 101), 99) == 2, "results in the future are ignored"


def test_first_attempt_at_day_is_found() -> None:
    found = daily_results(95, 97)
    assert first_attempt(found, 97) is found[1] and first_attempt(found, 96) is None
