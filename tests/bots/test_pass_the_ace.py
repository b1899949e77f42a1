"""Bots of Pass the Ace: the model of a round, weighted worlds, match odds, levels, traits."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, permutations
from statistics import mean

import pytest

from engine.bots.common.base import BotConfig, final_thought
from engine.bots.common.style import GameStyle
from engine.bots.pass_the_ace.levels import LADDER
from engine.bots.pass_the_ace.match_odds import duel_win_chance, win_chance, win_chance_after_round
from engine.bots.pass_the_ace.model import (
    NO_ANNOUNCEMENTS,
    PROBABILITY_LETTERS,
    VERBS,
    after_announcement,
    parse_state_key,
    play_out,
    play_turn,
    probability_letter,
    solved_strategy,
    state_key,
    swap_and_draw_probabilities,
)
from engine.bots.pass_the_ace.opponent_model import opponent_strategy
from engine.bots.pass_the_ace.search import PassTheAceBudget, PassTheAceSearch
from engine.bots.pass_the_ace.simple_policies import BeginnerPolicy
from engine.bots.pass_the_ace.tables import TABLES
from engine.bots.pass_the_ace.traits import style_traits
from engine.bots.pass_the_ace.worlds import WorldSampler
from engine.cards import HIDDEN, RANKS, rank
from engine.characters import Style
from engine.game import STOCK
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


# --- the model of a round ---------------------------------------------------------------------------------------------


def test_model_of_round_agrees_with_rules() -> None:
    rng, heard_of = Rng(5), Counter[str]()
    for seed in range(300):
        game = PassTheAce(2 + seed % 7, seed)
        game.events = None
        order = game.order_of_turns()
        ranks, heard = [rank(game.card_of(seat)) for seat in order], NO_ANNOUNCEMENTS
        top = rank(game.piles[STOCK][-1])
        for place, seat in enumerate(order):
            move = rng.choice(game.legal_moves(seat))
            before, heard = heard, play_turn(ranks, place, VERBS.index(move.verb), heard, top)
            count = len(game.announcements)
            game.push(move)
            if game.history:
                break
            assert ranks == [rank(game.card_of(other)) for other in order]
            if place < len(order) - 1:
                announcement = game.announcements[count].what
                heard_of[announcement] += 1
                assert heard == after_announcement(before, announcement)
        lowest = min(ranks)
        assert [-(own == lowest) for own in ranks] == [game.history[0][seat] for seat in order]
    assert len(heard_of) == 5, "every announcement occurred"


def test_key_can_be_read_back() -> None:
    spots = [(place, (stuck, left, came, first)) for place in range(8) for stuck in range(5) for left in range(3)
             for came in range(5) for first in range(5)]  # fmt: skip
    assert [parse_state_key(state_key(*one)) for one in spots] == spots
    assert len({state_key(*one) for one in spots}) == len(spots)


def test_strategy_tables_cover_all_players_and_both_rules() -> None:
    assert set(TABLES) == {(players, deck_only) for players in range(2, 9) for deck_only in (False, True)}
    for players, deck_only in TABLES:
        for code, by_rank in solved_strategy(players, deck_only).items():
            place = parse_state_key(code)[0] if code >= 0 else ~code
            assert place < players
            assert len(by_rank) == rank_index("K")
            for swap, draw in by_rank:
                assert 0 <= swap <= 1
                assert 0 <= draw <= 1.0000001 - swap
                assert not draw or place == players - 1
                assert not swap or place < players - 1 or not deck_only


def test_letters_stand_for_mixtures() -> None:
    assert probability_letter(0, 0) == PROBABILITY_LETTERS[0]
    assert probability_letter(1, 0) == PROBABILITY_LETTERS[-1]
    assert len({probability_letter(swap / 3, draw / 3) for swap in range(4) for draw in range(4 - swap)}) == len(
        PROBABILITY_LETTERS
    )


def test_first_seat_keeps_ace_only_if_dealer_may_take_it() -> None:
    for players in range(3, 9):
        free, _ = swap_and_draw_probabilities(solved_strategy(players, False), 0, NO_ANNOUNCEMENTS, rank_index("A"))
        bound, _ = swap_and_draw_probabilities(solved_strategy(players, True), 0, NO_ANNOUNCEMENTS, rank_index("A"))
        assert free < 0.5 < bound


def test_random_numbers_resolve_mixtures() -> None:
    strategy = {~0: ((0.5, 0.0),) * 12, ~1: ((0.0, 0.0),) * 12}
    low = play_out([1, 5], 0, NO_ANNOUNCEMENTS, 7, strategy, luck=[0.4, 0.9])
    high = play_out([1, 5], 0, NO_ANNOUNCEMENTS, 7, strategy, luck=[0.6, 0.9])
    assert low[0] == 5
    assert high[0] == 1


# --- worlds -----------------------------------------------------------------------------------------------------------


def test_worlds_agree_with_known_and_announced_cards() -> None:
    rng, world_count = Rng(2), 0
    for game in islice(positions(4), 400):
        seat = game.seats_to_act()[0]
        view = game.view(seat)
        sampler = WorldSampler(
            view, seat, opponent_strategy(len(view.dealt_seats), view.options.dealer_swap == "deck_only", 0.5)
        )
        weight, ranks, _ = sampler.sample(rng)
        if not weight:
            continue
        world_count += 1
        rank_of_seat = dict(zip(sampler.order, ranks, strict=True))
        for other, own in rank_of_seat.items():
            card = view.card_of(other)
            assert card == HIDDEN or rank(card) == own
        for call in reversed(view.announcements):
            if call.what in ("better", "modi", "dan"):
                taken, given = rank_of_seat[call.seat], rank_of_seat[call.other]
                assert call.what == ("better" if taken > given else "modi" if taken < given else "dan")
                rank_of_seat[call.seat], rank_of_seat[call.other] = given, taken
    assert world_count > 390


def test_worlds_are_sampled_by_probability() -> None:
    """Compare sampling with enumeration: three players, the first improved, the second stuck with the card from a
    swap."""
    game = position("4 9 7", dealer_swap="deck_only")
    play_verbs(game, "swap", "stick")
    seat = game.seats_to_act()[0]
    strategy = opponent_strategy(3, True, 0.5)
    sampler = WorldSampler(game.view(seat), seat, strategy)
    unseen_counts = [count - (own == rank_index("7")) for own, count in enumerate([4] * 13)]
    exact = dict.fromkeys(range(13), 0.0)
    for first, second in permutations(range(13), 2):
        if first < second < rank_index("K"):
            likely = sampler.turns[0].likelihoods[first] * sampler.turns[1].likelihoods[first]
            exact[first] += unseen_counts[first] * unseen_counts[second] * likely
    sampled = dict.fromkeys(range(13), 0.0)
    rng = Rng(8)
    for _ in range(6000):
        weight, ranks, _ = sampler.sample(rng)
        sampled[ranks[1]] += weight
    for own in range(12):
        assert sampled[own] / sum(sampled.values()) == pytest.approx(exact[own] / sum(exact.values()), abs=0.025)


def test_search_shown_all_cards_knows_next_card_of_stock() -> None:
    for card, value_of_draw in (("K", 0.0), ("6", 0.0), ("5", -1.0), ("A", -1.0)):
        game = position("5 8 9 4", stock=card, dealer_swap="deck_only")
        play_verbs(game, "stick", "stick", "stick")
        evaluations = final_thought(
            PassTheAceSearch(PassTheAceBudget()), game, game.seats_to_act()[0], Rng(1)
        ).evaluations
        assert {option.move.verb: option.value for option in evaluations} == {"stick": -1.0, "draw": value_of_draw}


# --- match odds -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck_only", [False, True])
def test_chances_of_all_players_sum_to_one(deck_only: bool) -> None:
    for lives in [(3, 3, 3), (1, 2, 3), (1, 1, 1, 1), (5, 3, 3, 1, 1), (2, 1, 3, 3, 1, 2, 3, 2)]:
        ring = [tuple(sorted(lives[:at] + lives[at + 1 :])) for at in range(len(lives))]
        total = sum(win_chance(own, others, deck_only) for own, others in zip(lives, ring, strict=True))
        assert total == pytest.approx(1, abs=0.02)
    for one in range(1, 6):
        for other in range(1, 6):
            assert duel_win_chance(one, other, True, deck_only) + duel_win_chance(
                other, one, False, deck_only
            ) == pytest.approx(1)


def match_chance(lives: list[int], losers: int, double_game: str = "everyone", out: int = 0) -> float:
    return win_chance_after_round(lives, losers, 0, double_game=double_game, deck_only=False, already_out=out)


def test_shared_loss_costs_less_and_last_life_most() -> None:
    assert match_chance([3, 3, 3, 3], 0b0001) < match_chance([3, 3, 3, 3], 0b0011) < match_chance([3, 3, 3, 3], 0b0010)
    assert match_chance([1, 3, 3], 0b001) == 0
    assert match_chance([2, 1], 0b11) == 1
    assert match_chance([1, 2], 0b11) == 0
    assert match_chance([1, 1], 0b11, out=2) == 0.25
    assert match_chance([1, 1], 0b11, "survivors_only", out=2) == 0.5


def test_dealing_is_better_with_two_players() -> None:
    assert duel_win_chance(2, 2, False, False) > 0.6 > duel_win_chance(2, 2, True, False)
    assert match_chance([3, 3], 0b01) > duel_win_chance(2, 3, True, False), "the first place deals next"


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
    assert -1 <= stick.value < swap.value <= 0
    assert 0 < stick.win < 0.25 + swap.difference_error < swap.win + 0.1
    assert swap.difference_error == 0 < stick.difference_error < 0.1


def test_more_patience_means_more_worlds() -> None:
    assert PassTheAceBudget().scale(4).worlds == 4 * PassTheAceBudget().worlds
    assert PassTheAceBudget().scale(0.0001).worlds > 0


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
