"""Bots of Big Two: the fast model, beliefs, certain wins, the search, traits."""

from collections.abc import Iterator
from itertools import islice

import pytest

from engine.bots import bot_for
from engine.bots.big_two.beliefs import beliefs_of
from engine.bots.big_two.levels import LADDER
from engine.bots.big_two.model import DECK, NO_BAR, PlayoutDeal, loss_table, play_lists
from engine.bots.big_two.playouts import Simulator, Start, gaps_of, naive_plan, plan_of
from engine.bots.big_two.policy import BigTwoPolicy
from engine.bots.big_two.search import BigTwoBudget, BigTwoSearch
from engine.bots.big_two.simple_policies import BeginnerPolicy, NaivePolicy
from engine.bots.big_two.traits import style_traits
from engine.bots.big_two.worlds import WorldSampler
from engine.bots.common.base import BotConfig, final_thought
from engine.bots.common.style import GameStyle
from engine.cards import texts
from engine.characters import Style
from engine.games.big_two.game import HANDS, BigTwo
from engine.games.big_two.hands import HandRules, mask_of
from engine.games.big_two.options import BigTwoOptions
from engine.moves import Move, Seat
from engine.rng import Rng
from tests.bench.big_two_playouts import play_out_deals
from tests.bots.check_big_two import play_both
from tests.games.big_two import make_position, play_lines
from tests.support.random_options import random_options

SMALL_BUDGET = BigTwoBudget(playouts=24, candidates=4)
QUICK_LEVELS = ("easy", "medium", "greedy")


def positions(count: int, seed: int) -> Iterator[BigTwo]:
    """Yield positions with a choice, under random house rules, after moves of the policy and random moves."""
    rng, policy = Rng(seed), BigTwoPolicy()
    found = 0
    while found < count:
        game = BigTwo(4, rng.bits() >> 1, random_options(BigTwoOptions, rng))
        while not game.history and found < count:
            (seat,) = game.seats_to_act()
            moves = game.legal_moves(seat)
            if len(moves) > 1 and rng.below(2):
                found += 1
                yield game
            game.push(policy.choose(game, seat, rng) if rng.below(3) else rng.choice(moves))


def naive_deal(seed: int, rules: BigTwoOptions) -> Iterator[BigTwo]:
    """Yield a deal of four naive players, before each ply and at the end."""
    game, naive = BigTwo(4, seed, rules), NaivePolicy()
    while not game.history:
        yield game
        (seat,) = game.seats_to_act()
        game.push(naive.choose(game, seat, Rng(0)))
    yield game


# --- the model --------------------------------------------------------------------------------------------------------


def test_model_agrees_with_rules() -> None:
    """The full check is ``python -m tests.bots.check_big_two``."""
    assert sum(play_both(seed)[1] for seed in range(100)) > 4000


@pytest.mark.parametrize("pass_rule", ["re_enter", "locked_out"])
def test_naive_playouts_end_as_naive_players_do(pass_rule: str) -> None:
    rules = BigTwoOptions(match=1, pass_rule=pass_rule)  # type: ignore[arg-type]
    for seed in range(60):
        games = naive_deal(seed, rules)
        game = next(games)
        for _ in range(seed % 7):
            game = next(games)
        deal = PlayoutDeal(game)
        hands, simulator = deal.hands.copy(), Simulator(seed, pass_rule == "locked_out", 0.0)
        if not deal.opening:
            bar, size = (0, 0) if deal.bar == NO_BAR else (deal.bar, deal.size)
            start = Start(deal.turn, bar, size, deal.leader, deal.passed)
            winner = simulator.finish(hands, [naive_plan(lists) for lists in deal.lists], start)
            *_, game = games
            assert game.history[0][winner] > 0
            assert [hand.bit_count() for hand in hands] == [len(game.piles[pile]) for pile in HANDS]


def test_plans_hold_every_card_once() -> None:
    for game in positions(60, 4):
        for pile in HANDS:
            hand = mask_of(game.piles[pile])
            plan = plan_of(hand, play_lists(hand, game.rules))
            whole = [entry & DECK for size in (1, 2, 3, 5) for entry in plan.planned_plays[size]]
            quads = [entry & DECK for entry in plan.planned_plays[4] if entry >> 52 >= 64]
            assert sum(whole) + sum(quads) == hand
            assert plan.loose_cards & plan.cards_in_fives == 0


def test_random_moves_have_right_frequency() -> None:
    gaps = gaps_of(0.2)
    assert sum(gaps) / len(gaps) == pytest.approx(5, rel=0.02)
    assert gaps.count(1) / len(gaps) == pytest.approx(0.2, abs=0.01)


def test_benchmark_plays_every_deal() -> None:
    assert play_out_deals(5) > 5 * 20


def test_loss_tables_follow_scoring() -> None:
    assert [loss_table("hk")[left] for left in (0, 9, 10, 12, 13)] == [0, 9, 20, 24, 39]
    assert loss_table("linear") == tuple(range(14))


# --- beliefs ----------------------------------------------------------------------------------------------------------


def test_naive_players_make_no_faults() -> None:
    judged = 0
    for seed in range(25):
        for game in naive_deal(seed, BigTwoOptions(match=1, four_plus_one=seed % 2 == 0)):
            for viewer in range(4):
                beliefs = beliefs_of(game, viewer)
                assert beliefs[viewer].moves == 0
                for seat in {0, 1, 2, 3} - {viewer}:
                    assert beliefs[seat].certain_contradictions == 0
                    assert beliefs[seat].contradictions(mask_of(game.piles[HANDS[seat]])) == 0
                    judged += beliefs[seat].moves
    assert judged > 3000


def test_naive_player_would_not_pass_on_low_single() -> None:
    game = play_lines(make_position("3C 9S KD 2D", "4H 5D 6C", "TS 8H 7D", "JS 8D 7C"), "0:play 3C", "1:pass")
    beliefs = beliefs_of(game, 0)  # nothing is inferred from the opening
    assert beliefs[1].contradictions(mask_of(game.piles[HANDS[1]])) == 1
    assert beliefs[1].contradictions(0) == 0


def test_worlds_deal_exactly_hidden_cards() -> None:
    for game in positions(30, 6):
        (seat,) = game.seats_to_act()
        view = game.view(seat)
        hand = mask_of(view.piles[HANDS[seat]])
        worlds = WorldSampler(view, seat, hand, Rng(1))
        for _ in range(3):
            hands, _plans = worlds.sample()
            assert [held.bit_count() for held in hands] == [len(pile) for pile in (game.piles[p] for p in HANDS)]
            assert hands[seat] == hand
            assert sum(hands) == sum(mask_of(game.piles[pile]) for pile in HANDS)
        assert WorldSampler(game, seat, hand, Rng(1)).sample()[0] == [mask_of(game.piles[pile]) for pile in HANDS]


def test_sampled_worlds_contradict_moves_less_than_random_ones() -> None:
    """In deals of naive players, sampled hands contradict their moves less than random hands."""
    faults = dealt = 0
    for seed in range(12):
        game = next(islice(naive_deal(seed, BigTwoOptions(match=1)), 24, None))
        viewer = 0
        view = game.view(viewer)
        worlds, beliefs = (
            WorldSampler(view, viewer, mask_of(view.piles[HANDS[viewer]]), Rng(seed)),
            beliefs_of(view, viewer),
        )
        for _ in range(10):
            hands, _plans = worlds.sample()
            other = view.determinize(worlds.rng)
            for seat in (1, 2, 3):
                faults += beliefs[seat].contradictions(hands[seat])
                dealt += beliefs[seat].contradictions(mask_of(other.piles[HANDS[seat]]))
    assert dealt > 100
    assert faults < dealt / 2


# --- endgame ----------------------------------------------------------------------------------------------------------


def chosen_move(game: BigTwo, effort: BigTwoBudget = SMALL_BUDGET) -> Move:
    (seat,) = game.seats_to_act()
    return final_thought(BigTwoSearch(effort), game.view(seat), seat, Rng(1)).move


def test_search_goes_out_with_unbeatable_plays() -> None:
    game = make_position("4C 2H 2S AS", "9S 8S 7S", "TS 8H 7H", "JS 8D 7D")
    while len(game.cards(HANDS[0])) > 1:
        (seat,) = game.seats_to_act()
        game.play(chosen_move(game) if seat == 0 else Move(seat, "pass"))
    assert texts(game.cards(HANDS[0])) == "4C"


def test_certain_win_is_evaluated_as_certain() -> None:
    game = make_position("4C 2S AS", "9S 8S 7S", "TS 8H 7H", "JS 8D 7D")
    (best, *others) = final_thought(BigTwoSearch(SMALL_BUDGET), game.view(0), 0, Rng(1)).evaluations
    assert (best.value, best.win, best.difference_error, others) == (9.0, 1.0, 0.0, [])
    assert texts(best.move.cards) in ("2S", "AS")


def test_beatable_play_is_no_certain_win() -> None:
    game = make_position("4C KH KS", "9S 8S 7S 2C 2D", "TS 8H 7H", "JS 8D 7D")
    best = final_thought(BigTwoSearch(SMALL_BUDGET), game.view(0), 0, Rng(1)).evaluations[0]
    assert best.win < 1.0 or best.difference_error > 0.0


# --- levels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "count"), [*((level, 300) for level in QUICK_LEVELS), ("search", 25)])
def test_answers_are_legal_repeatable_and_blind_to_hidden_cards(level: str, count: int) -> None:
    for place, game in enumerate(positions(count, 11)):
        bot = BigTwoSearch(SMALL_BUDGET) if level == "search" else bot_for("big_two", level)
        (seat,) = game.seats_to_act()
        view = game.view(seat)
        others = [view.determinize(Rng(place + 1000 * i)).view(seat) for i in range(2)]
        answers = [final_thought(bot, each, seat, Rng(place)) for each in (view, view, *others)]
        assert answers[0].move in game.legal_moves(seat)
        assert all(repr(answer) == repr(answers[0]) for answer in answers)


def test_search_evaluates_tried_moves() -> None:
    for game in positions(20, 3):
        (seat,) = game.seats_to_act()
        thoughts = list(BigTwoSearch(SMALL_BUDGET).think(game.view(seat), seat, Rng(1)))
        assert thoughts[0].move in game.legal_moves(seat)
        options_seen = thoughts[-1].evaluations
        assert options_seen[0].move == thoughts[-1].move
        assert len({option.move for option in options_seen}) == len(options_seen)
        assert all(0 <= option.win <= 1 and abs(option.value) <= 117 for option in options_seen)


def test_search_may_be_shown_all_cards() -> None:
    for game in positions(15, 9):
        (seat,) = game.seats_to_act()
        assert final_thought(BigTwoSearch(SMALL_BUDGET), game, seat, Rng(1)).move in game.legal_moves(seat)


def test_beginner_leads_low_and_overlooks_larger_hands() -> None:
    game = make_position("4C 4D 5H 6S 7D 8C KD", "QS", "TS 8H 7H", "JS 8D 7S")
    assert texts(BeginnerPolicy().choose(game.view(0), 0, Rng(1)).cards) == "4C 4D"
    game = play_lines(make_position("3C 8S", "4H 4D KS", "TS 8H 7D", "JS 9C 9D"), "0:play 3C")
    assert texts(BeginnerPolicy().choose(game.view(1), 1, Rng(1)).cards) == "4D"


def test_naive_player_leads_its_largest_hand() -> None:
    game = make_position("4C 4D 5H 6S 7D 8C KD", "QS", "TS 8H 7H", "JS 8D 7S")
    assert texts(NaivePolicy().choose(game.view(0), 0, Rng(1)).cards) == "4D 5H 6S 7D 8C"


# --- style ------------------------------------------------------------------------------------------------------------


def mean_trait(style: Style, trait: str, count: int = 150) -> float:
    """Return the mean trait of the moves of a policy with this style."""
    bot = LADDER["medium"]
    total = 0.0
    for place, game in enumerate(positions(count, 21)):
        (seat,) = game.seats_to_act()
        view = game.view(seat)
        move = final_thought(bot(BotConfig(GameStyle(style, style_traits))), view, seat, Rng(place)).move
        total += getattr(style_traits(view, seat, move), trait)
    return total / count


@pytest.mark.parametrize("trait", Style._fields)
def test_style_shows_in_policy(trait: str) -> None:
    more, less = (mean_trait(Style(**{trait: weight}), trait) for weight in (1.0, -1.0))
    assert more > less + 0.02


def test_style_shows_in_search() -> None:
    played = []
    for weight in (1.0, -1.0):
        bot = BigTwoSearch(SMALL_BUDGET._replace(style_slack=6.0), GameStyle(Style(haste=weight), style_traits))
        found = [(game.view(game.seats_to_act()[0]), game.seats_to_act()[0]) for game in positions(15, 5)]
        played.append(sum(len(final_thought(bot, view, seat, Rng(1)).move.cards) for view, seat in found))
    assert played[0] > played[1]


def test_patience_multiplies_playouts() -> None:
    assert SMALL_BUDGET.scale(2.5).playouts == 60
    assert SMALL_BUDGET.scale(0.0).playouts == 1


def test_traits_are_in_range() -> None:
    for game in positions(40, 8):
        seat: Seat = game.seats_to_act()[0]
        for move in game.legal_moves(seat):
            assert all(-1 <= value <= 1 for value in style_traits(game.view(seat), seat, move))


def test_plans_follow_rules_of_hands() -> None:
    hand = sum(1 << strength for strength in (0, 1, 2, 3, 8))
    assert play_lists(hand, HandRules())[5] == []
    assert len(play_lists(hand, HandRules(four_plus_one=True))[5]) == 1
