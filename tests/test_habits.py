"""Habits of the games: found in finished deals, stored with them, and told in the statistics."""

from pathlib import Path

import pytest

from engine.bots.registry import policy_of
from engine.cards import cards
from engine.events import Announced, CardsMoved, DealScored, Event
from engine.feats import FinishedDeal
from engine.games import GAMES
from engine.games.pass_the_ace.options import PassTheAceOptions
from engine.languages import LANGUAGES
from engine.match.replay import History
from engine.moves import TABLE, Note, Pile
from engine.rng import Rng
from engine.statistics.feats import habits_in_deal
from engine.statistics.insights import Insight
from engine.statistics.store import Selection, Statistics
from scenes.screens.statistics.trends import insight_text
from scenes.text.catalogue import Words
from tests.support.counted_matches import begin_record, make_deals
from tests.support.records import new_record

HABITS = [(slug, habit.key) for slug in GAMES for habit in GAMES[slug].habits]


def make_movement(manner: str, source: Pile, target: Pile, text: str) -> CardsMoved:
    found = cards(text)
    return CardsMoved(found, source, target, (), manner)


def big_two_habits(dealt: str, *plays: str) -> dict[str, bool | None]:
    """Return the habits of seat 0 in a deal with these cards, of which some were played."""
    hand, trick = Pile("hand", 0), Pile("trick", TABLE)
    events: list[Event] = [make_movement("deal", Pile("stock", TABLE), hand, dealt)]
    events += [make_movement("play", hand, trick, text) for text in plays]
    scored = DealScored(1, (0, 0), (), (0,), None)  # type: ignore[arg-type]
    deal = FinishedDeal(0, 2, None, events, [scored], ())
    return {habit.key: habit.find(deal) for habit in GAMES["big_two"].habits}


def test_two_among_first_cards_is_spent() -> None:
    assert big_two_habits("3C 4C 5C 6C 7C 2C", "3C 4C", "2C") == {"spent_two": True, "dealt_twos": False}
    assert big_two_habits("3C 4C 5C 6C 7C 2C", "3C 4C 5C 6C 7C", "2C")["spent_two"] is False
    assert big_two_habits("3C 4C 5C 6C 7C 2C 2D", "3C")["dealt_twos"] is True
    assert big_two_habits("3C 4C", "3C") == {"spent_two": None, "dealt_twos": False}, "no two to keep"


def pass_the_ace_habits(*events: Event) -> dict[str, bool | None]:
    """Return the habits of seat 0 in a round of three after these events."""
    dealt = [make_movement("deal", Pile("stock", TABLE), Pile("hand", seat), card) for seat, card in DEALT]
    scored = DealScored(1, (0, -1, 0), (), (), None)  # type: ignore[arg-type]
    deal = FinishedDeal(0, 3, PassTheAceOptions(), [*dealt, *events], [scored], ())
    return {habit.key: habit.find(deal) for habit in GAMES["pass_the_ace"].habits}


DEALT = ((0, "5C"), (1, "9C"), (2, "3C"))


def swap_cards(seat: int, other: int, given: str, taken: str, said: str = "swap") -> list[Event]:
    mine, theirs = Pile("hand", seat), Pile("hand", other)
    moves = (make_movement("exchange", mine, theirs, given), make_movement("exchange", theirs, mine, taken))
    return [*moves, Announced(seat, Note(said, {}))]


def test_middle_card_of_pass_the_ace_is_swapped_or_kept() -> None:
    stick = Announced(0, Note("stick", {}))
    assert pass_the_ace_habits(*swap_cards(0, 1, "5C", "9C")) == {"swapped_middle": True, "dealer": False}
    assert pass_the_ace_habits(stick)["swapped_middle"] is False
    came = swap_cards(2, 0, "3C", "5C")
    assert pass_the_ace_habits(*came, stick)["swapped_middle"] is None, "the three came from the neighbour"
    assert pass_the_ace_habits(*came, *swap_cards(0, 1, "3C", "9C"))["swapped_middle"] is None
    assert pass_the_ace_habits(Announced(0, Note("kung", {})))["swapped_middle"] is None
    assert pass_the_ace_habits(*swap_cards(1, 2, "9C", "3C", "modi"))["swapped_middle"] is None


def test_round_of_pass_the_ace_without_lost_life_counts_as_won(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path / "statistics.sqlite", print)
    record = begin_record(1, "pass_the_ace")
    for count in (1, 2):
        deals = make_deals(*([0, -1][:count]), seats=record.seats)
        kept = {"names": {0: "Ana"}, "last_deal_time_spent": {}, "now": 1_700_000_000}
        assert statistics.write_match(record, deals, None, last_deal_habits={0: {"dealer": True}}, **kept)  # type: ignore[arg-type]
    assert [deal.won for deal in statistics.last_deals(Selection(game="pass_the_ace"), 10)] == [False, True]


@pytest.mark.parametrize(("slug", "key"), HABITS)
def test_habit_is_shown_by_some_deals_only(slug: str, key: str) -> None:
    found = set[bool]()
    for seed in range(12):
        history, rng, policy = History(new_record(slug, seed)), Rng(seed), policy_of(slug)
        while history.game.outcome is None and len(history.game.history) < 4:
            seat = history.game.seats_to_act()[0]
            legal = history.game.legal_moves(seat)
            history.play(policy.choose(history.game.view(seat), seat, rng) if seed % 2 else rng.choice(legal))
        for deal in range(1, len(history.game.history) + 1):
            found |= {habits_in_deal(history, deal, seat).get(key, False) for seat in range(history.record.seats)}
        if found == {True, False}:
            return
    raise AssertionError(f"random deals show only {found}")


def test_deals_with_known_habits_are_read_back(tmp_path: Path) -> None:
    statistics = Statistics(tmp_path / "statistics.sqlite", print)
    record, name = begin_record(1, "roped"), "Ana"
    for count, habits in ((1, {"lasso": True, "mismatch": False}), (2, {}), (3, {"mismatch": True})):
        deals = make_deals(*([5, -5, 5][:count]), seats=record.seats)
        kept = {"names": {0: name}, "last_deal_time_spent": {}, "now": 1_700_000_000}
        assert statistics.write_match(record, deals, None, last_deal_habits={0: habits}, **kept)  # type: ignore[arg-type]
    last, first = statistics.last_deals(Selection(name=name, game="roped"), 10)
    assert (first.won, first.habits) == (True, {"lasso": True, "mismatch": False})
    assert (last.won, last.habits) == (True, {"mismatch": True})
    assert statistics.last_deals(Selection(name="Rui"), 10) == statistics.last_deals(Selection(game="gurch"), 10) == []
    assert len(statistics.last_deals(Selection(name=name), 1)) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("slug", "key"), HABITS)
def test_sentence_has_both_shares(slug: str, key: str, language: str) -> None:
    words = Words(language).for_game(slug)
    text = insight_text(words, Insight(key, 0.41, 0.18, is_habit=True), slug)
    shares = (0.59, 0.82) if GAMES[slug].has_deal_losers else (0.41, 0.18)
    assert all(words.percent(share) in text for share in shares)
