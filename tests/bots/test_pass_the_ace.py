"""Bots of Pass the Ace: likely worlds, match odds, knowledge of the policy, levels."""

from collections import Counter
from itertools import islice, permutations
from typing import Any

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.pass_the_ace import worlds
from engine.bots.pass_the_ace.match_odds import lead_in_lives, match_win_chance
from engine.bots.pass_the_ace.policy import SWAP_CHANCES, PassTheAcePolicy
from engine.bots.pass_the_ace.traits import style_traits
from engine.bots.pass_the_ace.worlds import sample_likely_world
from engine.cards import HIDDEN, RANKS, rank
from engine.characters import LEVELS
from engine.games.pass_the_ace import PassTheAce, PassTheAceOptions
from engine.moves import Seat
from engine.rng import Rng
from tests.bots.positions import positions
from tests.games.pass_the_ace import play_verbs, position


def rank_index(letter_of_rank: str) -> int:
    return RANKS.index(letter_of_rank)


def answer_verb(level: str, game: PassTheAce, seed: int = 1) -> str:
    seat = game.seats_to_act()[0]
    return final_thought(bot_for("pass_the_ace", level), game.view(seat), seat, Rng(seed)).move.verb


# --- worlds -----------------------------------------------------------------------------------------------------------


def test_worlds_agree_with_known_and_announced_cards() -> None:
    rng, agreeing, count = Rng(2), 0, 300
    for game in islice(positions("pass_the_ace", 4), count):
        assert isinstance(game, PassTheAce)
        view = game.view(game.seats_to_act()[0])
        world = sample_likely_world(view, rng)
        for seat in view.dealt_seats:
            assert view.card_of(seat) in (HIDDEN, world.card_of(seat))
        agreeing += not world.count_contradictions()
    assert agreeing > 0.97 * count


def test_worlds_are_sampled_by_probability(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare sampling with enumeration: three players, the first improved, the second stuck with the card from a
    swap. Repairing contradictions of the sampled cards biases them a little.
    """
    monkeypatch.setattr(worlds, "MAX_SAMPLES", 100)
    game = position("4 9 7", dealer_swap="deck_only")
    play_verbs(game, "swap", "stick")
    seat = game.seats_to_act()[0]
    unseen_counts = [count - (own == rank_index("7")) for own, count in enumerate([4] * 13)]
    exact = dict.fromkeys(range(13), 0.0)
    swaps = SWAP_CHANCES[3]
    for first, second in permutations(range(13), 2):
        if first < second < rank_index("K"):
            exact[first] += unseen_counts[first] * unseen_counts[second] * swaps[first] * (1 - swaps[first])
    rng, view = Rng(8), game.view(seat)
    sampled = Counter(rank(sample_likely_world(view, rng).card_of(game.announcements[1].seat)) for _ in range(2000))
    for own in range(12):
        assert sampled[own] / 2000 == pytest.approx(exact[own] / sum(exact.values()), abs=0.06)


def test_search_shown_all_cards_knows_next_card_of_stock() -> None:
    for card, best in (("K", "draw"), ("6", "draw"), ("4", "stick"), ("A", "stick")):
        game = position("5 8 9 5", stock=card, dealer_swap="deck_only")
        play_verbs(game, "stick", "stick", "stick")
        assert final_thought(bot_for("pass_the_ace", "master"), game, game.seats_to_act()[0], Rng(1)).move.verb == best


# --- match odds -------------------------------------------------------------------------------------------------------


def match_chance(lives: tuple[int, ...], rules: PassTheAceOptions | None = None, dealt: int = 8) -> float:
    game = PassTheAce(len(lives), 1, rules)
    game.lives, game.dealt_seats = lives, game.dealt_seats[:dealt]
    return match_win_chance(game, 0)


def test_chances_of_all_players_sum_to_one() -> None:
    for lives in [(3, 3, 3), (1, 2, 3), (0, 1, 1, 1), (5, 3, 3, 1, 1), (0, 0, 0)]:
        assert sum(match_chance(lives[at:] + lives[:at]) for at in range(len(lives))) == pytest.approx(1)


def test_shared_loss_costs_less_and_last_life_most() -> None:
    assert match_chance((2, 3, 3, 3)) < match_chance((2, 2, 3, 3)) < match_chance((3, 2, 3, 3))
    assert match_chance((0, 3, 3)) == 0
    assert match_chance((1, 0)) == 1
    assert match_chance((0, 0, 0, 0), dealt=2) == 0.25
    assert match_chance((0, 0, 0, 0), PassTheAceOptions(double_game="survivors_only"), dealt=2) == 0.5


def test_lead_counts_own_life_as_one_and_lives_of_last_rivals_more() -> None:
    def lead(before: tuple[int, ...], *losers: Seat) -> float:
        game = PassTheAce(len(before), 1)
        game.lives_at_deal = before
        game.lives = tuple(lives - (seat in losers) for seat, lives in enumerate(before))
        game.history = (tuple(-(seat in losers) for seat in range(len(before))),)
        return lead_in_lives(game, 0)

    assert lead((3, 3, 3)) == 0
    assert lead((3, 3, 3), 0) == pytest.approx(-1)
    assert lead((1, 3, 3, 2), 0) == pytest.approx(-1)
    assert 0 < lead((3, 3, 3, 3), 1) < lead((3, 3, 3), 1) < lead((3, 1, 0), 1)
    assert -1 < lead((3, 3, 3), 0, 1) < 0


def test_extra_life_of_first_one_out_is_worth_most_to_who_needs_it_first() -> None:
    rules = PassTheAceOptions(extra_life="first")
    assert match_chance((1, 3, 3), rules) > match_chance((1, 3, 3))
    assert match_chance((1, 1, 1), rules) == pytest.approx(1 / 3)
    game = PassTheAce(3, 1, rules)
    game.lives_at_deal, game.history = (1, 3, 3), ((-1, 0, 0),)
    game.lives, game.extra_life_seats = (1, 3, 3), (0,)
    assert lead_in_lives(game, 0) == pytest.approx(-1), "it has lost its last life, and plays on"


# --- the levels -------------------------------------------------------------------------------------------------------


def chosen_verb(game: PassTheAce) -> str:
    seat = game.seats_to_act()[0]
    return PassTheAcePolicy().choose(game.view(seat), seat, Rng(1)).verb


@pytest.mark.parametrize(
    ("cards", "played", "rules", "verb"),
    [
        pytest.param("A 8 8 8 8", "", {}, "swap", id="ace"),
        pytest.param("3 8 8 8 8", "", {}, "swap", id="low"),
        pytest.param("J 8 8 8 8", "", {}, "stick", id="high"),
        pytest.param("K 8 8 8 8", "", {}, "stick", id="king"),
        pytest.param("6 4 9 J", "swap", {}, "stick", id="knows lower card of seat 0"),
        pytest.param("3 4 9 J", "swap", {}, "swap", id="knows higher card of seat 0"),
        pytest.param("5 3 9 J 7", "swap swap", {}, "stick", id="seat 0 called Modi when it gave this five away"),
        pytest.param("9 9 9 5", "stick stick swap", {}, "stick", id="dealer swapped its five for a nine"),
        pytest.param("4 8", "swap", {"dealer_swap": "deck_only"}, "draw", id="dealer remembers swapped card"),
        pytest.param("4 8", "", {}, "stick", id="dealer of two can undo a swap"),
        pytest.param("4 8", "", {"dealer_swap": "deck_only"}, "swap", id="dealer of two can't undo a swap"),
    ],
)
def test_policy_uses_what_its_seat_knows(cards: str, played: str, rules: Any, verb: str) -> None:
    game = position(cards, **rules)
    play_verbs(game, *played.split())
    assert chosen_verb(game) == verb


@pytest.mark.parametrize(
    ("cards", "played", "rules", "verb"),
    [
        pytest.param("2 2 9 J 8", "swap", {}, "swap", id="an equal card saves nobody"),
        pytest.param("2 2 9 J 8", "swap", {"ties": "safe"}, "stick", id="an equal card is safe"),
        pytest.param("2 2 9 J 8", "swap", {"ties": "cancel"}, "stick", id="equal cards cancel out"),
        pytest.param("A 8 8 8 8", "", {"ace": "high"}, "stick", id="ace is high"),
        pytest.param("2 8 8 8 8", "", {"ace": "high"}, "swap", id="two is low"),
        pytest.param("4 3 8", "swap", {"announce": "silence"}, "stick", id="has seen the lower card in silence"),
        pytest.param("2 8 K", "", {"kings": "at_once", "blocked": "next_neighbour"}, "swap", id="no king is next"),
        pytest.param("2 3 9", "stick", {"dealer_cards": "best_of_three"}, "draw", id="seat before the dealer draws"),
    ],
)
def test_policy_knows_house_rules(cards: str, played: str, rules: Any, verb: str) -> None:
    game = position(cards, **rules)
    play_verbs(game, *played.split())
    assert chosen_verb(game) == verb


def test_refused_kings_make_drawing_worse() -> None:
    def draw_value(**rules: Any) -> float:
        game = position("6 6 6 5", dealer_swap="deck_only", **rules)
        play_verbs(game, "stick", "stick", "stick")
        return next(
            option.value for option in PassTheAcePolicy().evaluate(game.view(3), 3) if option.move.verb == "draw"
        )

    costly = draw_value(drawn_king="refused", kung="costs_life")
    assert costly < draw_value(drawn_king="refused") < draw_value() < draw_value(lucky_draw="others_lose")


@pytest.mark.parametrize("level", [*LEVELS, "greedy"])
def test_every_level_answers_where_only_sticking_is_allowed(level: str) -> None:
    assert answer_verb(level, position("2 K 9 8", kings="at_once")) == "stick"
    assert answer_verb(level, position("K K K", kings="at_once")) == "stick"


def test_higher_levels_keep_kings_and_safe_cards() -> None:
    game = position("6 4 9 J 8")
    play_verbs(game, "swap")
    assert [answer_verb(level, game) for level in ("medium", "hard", "master")] == ["stick"] * 3
    low = position("5 3 9 J 8")
    play_verbs(low, "swap")
    assert answer_verb("medium", low) == "stick", "it has the five and has seen the three"
    assert answer_verb("greedy", low) == "swap", "the naive player ignores this"
    king = position("K 9 9 9")
    assert {answer_verb(level, king, seed) for level in (*LEVELS, "greedy") for seed in range(40)} == {"stick"}


def test_hard_never_sticks_with_card_worth_swapping() -> None:
    first, later = position("2 9 7 J"), position("9 2 7 J")
    play_verbs(later, "stick")
    for game in (first, later):
        assert {answer_verb("hard", game, seed) for seed in range(200)} == {"swap"}
    assert {answer_verb("hard", position("6 9 7 J"), seed) for seed in range(60)} == {"stick", "swap"}, (
        "it may misjudge these"
    )


def test_hard_follows_its_estimates_also_among_many_players() -> None:
    """Each of many players seldom has the lowest card, so that all moves are nearly equal."""
    policy = PassTheAcePolicy()

    def agreement(seats: int) -> int:
        games = [PassTheAce(seats, seed) for seed in range(150)]
        return sum(
            answer_verb("hard", game) == policy.choose(game, game.seats_to_act()[0], Rng(1)).verb for game in games
        )

    assert agreement(12) > agreement(8)


def test_medium_keeps_five_among_many_players() -> None:
    def usual_answer(cards: str) -> str:
        game = position(cards)
        return Counter(answer_verb("medium", game, seed) for seed in range(40)).most_common(1)[0][0]

    assert usual_answer("5 9 7 J") == "swap"
    assert usual_answer("5 9 7 J 9 7 J 9 7 J 8 8") == "stick"


def test_master_evaluates_each_answer() -> None:
    game = position("2 9 7 J", dealer_swap="deck_only")
    seat = game.seats_to_act()[0]
    *_, last = bot_for("pass_the_ace", "master").think(game.view(seat), seat, Rng(1))
    assert [option.move.verb for option in last.evaluations] == ["swap", "stick"]
    swap, stick = last.evaluations
    assert -1.5 < stick.value < swap.value <= 0
    assert 0 < stick.win < 0.25 + swap.difference_error < swap.win + 0.1
    assert swap.difference_error == 0 < stick.difference_error < 0.2


def test_traits_have_right_sign() -> None:
    low, high = position("2 9 9 9"), position("J 9 9 9")
    stick, swap = low.legal_moves(0)
    assert style_traits(low, 0, stick).bold > 0 > style_traits(low, 0, swap).bold
    assert style_traits(high, 0, swap).bold > 0 > style_traits(high, 0, stick).bold
    assert style_traits(low, 0, swap).spite > style_traits(high, 0, swap).spite > style_traits(low, 0, stick).spite
    assert style_traits(high, 0, stick).thrift > style_traits(low, 0, stick).thrift
