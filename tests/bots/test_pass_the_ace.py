"""Bots of Pass the Ace: likely worlds, match odds, levels, traits."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, permutations
from statistics import mean

import pytest

from engine.bots.common.base import BotConfig, final_thought
from engine.bots.common.style import GameStyle
from engine.bots.pass_the_ace import worlds
from engine.bots.pass_the_ace.levels import LADDER
from engine.bots.pass_the_ace.match_odds import lead_in_lives, match_win_chance
from engine.bots.pass_the_ace.policy import SWAP_CHANCES
from engine.bots.pass_the_ace.simple_policies import BeginnerPolicy
from engine.bots.pass_the_ace.traits import style_traits
from engine.bots.pass_the_ace.worlds import sample_likely_world
from engine.cards import HIDDEN, RANKS, rank
from engine.characters import Style
from engine.games.pass_the_ace import PassTheAce, PassTheAceOptions
from engine.moves import Seat
from engine.rng import Rng
from tests.games.pass_the_ace import play_verbs, position
from tests.support.random_options import random_options

LEVELS = ("easy", "medium", "hard", "master", "greedy")
QUICK_LEVELS = ("easy", "medium", "hard", "greedy")


def rank_index(letter_of_rank: str) -> int:
    return RANKS.index(letter_of_rank)


def positions(seed: int, king_may_swap: bool | None = None) -> Iterator[PassTheAce]:
    """Yield positions of matches with random seats and house rules; moves are random or by the hard level."""
    rng, bot = Rng(seed), LADDER["hard"](BotConfig())
    while True:
        rules = random_options(PassTheAceOptions, rng)
        if king_may_swap is not None:
            rules = replace(rules, king_may_swap=king_may_swap)
        game = PassTheAce(2 + rng.below(7), rng.bits() >> 1, rules)
        for _ in range(50):
            if game.outcome is not None:
                break
            yield game
            seat = game.seats_to_act()[0]
            game.push(
                rng.choice(game.legal_moves(seat))
                if rng.below(2)
                else final_thought(bot, game.view(seat), seat, rng).move
            )


def answer_verb(level: str, game: PassTheAce, seed: int = 1, style: Style | None = None) -> str:
    seat = game.seats_to_act()[0]
    config = BotConfig(GameStyle(style, style_traits) if style else BotConfig().style)
    return final_thought(LADDER[level](config), game.view(seat), seat, Rng(seed)).move.verb


# --- worlds -----------------------------------------------------------------------------------------------------------


def test_worlds_agree_with_known_and_announced_cards() -> None:
    rng, agreeing, count = Rng(2), 0, 300
    for game in islice(positions(4), count):
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
    sampled = Counter(rank(sample_likely_world(view, rng).card_of(game.announcements[1].seat)) for _ in range(6000))
    for own in range(12):
        assert sampled[own] / 6000 == pytest.approx(exact[own] / sum(exact.values()), abs=0.06)


def test_search_shown_all_cards_knows_next_card_of_stock() -> None:
    for card, best in (("K", "draw"), ("6", "draw"), ("4", "stick"), ("A", "stick")):
        game = position("5 8 9 5", stock=card, dealer_swap="deck_only")
        play_verbs(game, "stick", "stick", "stick")
        assert final_thought(LADDER["master"](BotConfig()), game, game.seats_to_act()[0], Rng(1)).move.verb == best


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
        game.lives = tuple(lives - (seat in losers) for seat, lives in enumerate(before))
        game.history = (tuple(-(seat in losers) for seat in range(len(before))),)
        return lead_in_lives(game, 0)

    assert lead((3, 3, 3)) == 0
    assert lead((3, 3, 3), 0) == pytest.approx(-1)
    assert lead((1, 3, 3, 2), 0) == pytest.approx(-1)
    assert 0 < lead((3, 3, 3, 3), 1) < lead((3, 3, 3), 1) < lead((3, 1, 0), 1)
    assert -1 < lead((3, 3, 3), 0, 1) < 0


# --- the levels -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_answers_are_legal_repeatable_and_blind_to_hidden_cards(level: str) -> None:
    for number, game in enumerate(islice(positions(6), 500 if level in QUICK_LEVELS else 120)):
        seat = game.seats_to_act()[0]
        view = game.view(seat)
        other = view.determinize(Rng(number)).view(seat)
        one, two, three = (final_thought(LADDER[level](BotConfig()), v, seat, Rng(number)) for v in (view, view, other))
        assert one.move in game.legal_moves(seat)
        assert repr(one) == repr(two) == repr(three)


def test_higher_levels_keep_kings_and_safe_cards() -> None:
    game = position("6 4 9 J 8")
    play_verbs(game, "swap")
    assert [answer_verb(level, game) for level in ("medium", "hard", "master")] == ["stick"] * 3
    low = position("5 3 9 J 8")
    play_verbs(low, "swap")
    assert answer_verb("medium", low) == "stick", "it has the five and has seen the three"
    assert answer_verb("greedy", low) == "swap", "the naive player ignores this"
    for number, game in enumerate(islice(positions(9, king_may_swap=True), 400)):
        if rank(game.card_of(game.seats_to_act()[0])) == rank_index("K"):
            assert all(answer_verb(level, game, number) == "stick" for level in LEVELS)


def test_beginner_wavers_only_near_limit() -> None:
    near, far, high = position("6 9 9 9"), position("2 9 9 9"), position("9 8 8 8")
    assert Counter(answer_verb("easy", near, seed) for seed in range(60)).keys() == {"stick", "swap"}
    assert {answer_verb("easy", far, seed) for seed in range(60)} == {"swap"}
    assert {answer_verb("easy", high, seed) for seed in range(60)} == {"stick"}
    assert BeginnerPolicy().max_swap_value(near, 0) == 5


def test_hard_never_sticks_with_card_worth_swapping() -> None:
    first, later = position("2 9 7 J"), position("9 2 7 J")
    play_verbs(later, "stick")
    for game in (first, later):
        assert {answer_verb("hard", game, seed) for seed in range(200)} == {"swap"}
    assert {answer_verb("hard", position("6 9 7 J"), seed) for seed in range(60)} == {"stick", "swap"}, (
        "it may misjudge these"
    )


def test_master_evaluates_each_answer() -> None:
    game = position("2 9 7 J", dealer_swap="deck_only")
    seat = game.seats_to_act()[0]
    *_, last = LADDER["master"](BotConfig()).think(game.view(seat), seat, Rng(1))
    assert [option.move.verb for option in last.evaluations] == ["swap", "stick"]
    swap, stick = last.evaluations
    assert -1.5 < stick.value < swap.value <= 0
    assert 0 < stick.win < 0.25 + swap.difference_error < swap.win + 0.1
    assert swap.difference_error == 0 < stick.difference_error < 0.2


def lives_lost(levels: tuple[str, str], rounds: int) -> list[float]:
    """Return the lives per round that two levels lose, in alternating seats, each deal played both ways."""
    total, bots = [0, 0], [LADDER[level](BotConfig()) for level in levels]
    for seed in range(rounds):
        for shift in range(2):
            game = PassTheAce(4, seed)
            game.events = None
            while not game.history:
                seat = game.seats_to_act()[0]
                player = bots[(seat + shift) % 2]
                game.push(final_thought(player, game.view(seat), seat, Rng(seed)).move)
            for seat, points in enumerate(game.history[0]):
                total[(seat + shift) % 2] -= points
    return [count / rounds / 4 for count in total]


@pytest.mark.parametrize(("weaker", "stronger"), [("easy", "medium"), ("medium", "hard")])
def test_higher_level_loses_fewer_lives(weaker: str, stronger: str) -> None:
    worse, better = lives_lost((weaker, stronger), 250)
    assert better < worse - 0.02


# --- traits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
@pytest.mark.parametrize("trait", ["bold", "thrift", "haste", "spite"])
def test_each_trait_shows(level: str, trait: str) -> None:
    def mean_trait(weight: float) -> float:
        style = Style(**{trait: weight})
        shown: list[float] = []
        for number, game in enumerate(islice(positions(11), 60 if level == "master" else 300)):
            seat: Seat = game.seats_to_act()[0]
            view = game.view(seat)
            bot = LADDER[level](BotConfig(GameStyle(style, style_traits), 0.5))
            move = final_thought(bot, view, seat, Rng(number)).move
            shown.append(getattr(style_traits(view, seat, move), trait))
        return mean(shown)

    assert mean_trait(1.0) > mean_trait(-1.0)


def test_traits_stay_in_bounds_and_have_right_sign() -> None:
    for game in islice(positions(12), 300):
        seat = game.seats_to_act()[0]
        for move in game.legal_moves(seat):
            assert all(-1 <= value <= 1 for value in style_traits(game.view(seat), seat, move))
    low, high = position("2 9 9 9"), position("J 9 9 9")
    stick, swap = low.legal_moves(0)
    assert style_traits(low, 0, stick).bold > 0 > style_traits(low, 0, swap).bold
    assert style_traits(high, 0, swap).bold > 0 > style_traits(high, 0, stick).bold
    assert style_traits(low, 0, swap).spite > style_traits(high, 0, swap).spite > style_traits(low, 0, stick).spite
    assert style_traits(high, 0, stick).thrift > style_traits(low, 0, stick).thrift
