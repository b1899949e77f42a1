"""The learned search of Big Two: vectorised deals, features, the network's sums, weighted worlds, answers."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from engine.bots import bot_for
from engine.bots.big_two.learned import network as network_module
from engine.bots.big_two.learned.deals import Deals
from engine.bots.big_two.learned.features import hand_rows, points_of, state_rows
from engine.bots.big_two.learned.network import HEIGHT_COUNT, STATE_FEATURE_COUNT, load_standard
from engine.bots.big_two.learned.plays import PASS_HEIGHT, plays_of
from engine.bots.big_two.learned.search import LearnedBudget, LearnedSearch
from engine.bots.big_two.learned.worlds import OpponentModel, WeightedWorlds, random_bits
from engine.bots.big_two.levels import NETWORK_RULES, OTHER_RULES_BUDGET
from engine.bots.big_two.policy import BigTwoPolicy, unseen_by
from engine.bots.big_two.traits import style_traits
from engine.bots.common.base import final_thought
from engine.bots.common.coverage import covers
from engine.bots.common.search import MonteCarloSearch
from engine.bots.common.style import GameStyle
from engine.characters import Style
from engine.games.big_two.card_order import mask_of
from engine.games.big_two.game import HANDS, BigTwo
from engine.games.big_two.options import PRESETS, BigTwoOptions
from engine.rng import Rng
from tests.games.big_two import make_position
from tests.support.scripts import script

rows = script("train_big_two.check_rules").rows
"""The trainer's rows, in plain Python."""
SMALL_BUDGET = LearnedBudget(worlds=9, candidates=3)
FIRST_ROW = np.zeros(1, dtype=np.int64)
KNOWN_FIELDS = ("hands", "played", "passed_on", "counts", "passed", "turn", "leader", "bar")


def random_deal(seed: int) -> Iterator[BigTwo]:
    """Yield a deal by the standard house rules before each random ply, from the second on."""
    rng = Rng(seed)
    game = BigTwo(4, seed)
    game.push(game.legal_moves(game.seats_to_act()[0])[0])
    while not game.history:
        yield game
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))


def positions(count: int, seed: int) -> Iterator[BigTwo]:
    """Return positions with a choice, no two from nearby plies."""
    games = (game for deal in range(seed, seed + count) for game in random_deal(deal))
    return islice((game for game in games if len(game.legal_moves(game.seats_to_act()[0])) > 1), 0, count * 7, 7)


def as_deals(game: BigTwo) -> Deals:
    """Return the position as the only row of vectorised deals."""
    worlds = WeightedWorlds(game, game.seats_to_act()[0], Rng(1), 1, OpponentModel(load_standard()))
    return worlds.deals_now(FIRST_ROW)


# --- vectorised deals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_deals_side_by_side_follow_rules(seed: int) -> None:
    """Play one row in parallel with the game, from the second position on."""
    played: Deals | None = None
    for game in random_deal(seed):
        present = as_deals(game)
        if played is not None:
            played_mask = game.log[-1][1]
            before = played.moves(FIRST_ROW)
            played.play(before, before.first_marked(before.masks == played_mask))
            for name in KNOWN_FIELDS:
                assert (getattr(played, name) == getattr(present, name)).all(), name
        else:
            played = present
        (seat,) = game.seats_to_act()
        assert played.moves(FIRST_ROW).masks.tolist() == [mask_of(move.cards) for move in game.legal_moves(seat)]
        plies = len(game.log)
    assert plies > 12


def test_rows_of_deals_are_independent() -> None:
    """A ply gives the same result in a single row and among other rows."""
    games = list(positions(6, 40))
    plays = plays_of(mask_of(game.piles[pile]) for game in games for pile in HANDS)
    together = Deals(len(games), plays)
    for row, game in enumerate(games):
        alone = as_deals(game)
        for name, value in vars(alone).items():
            if isinstance(value, np.ndarray):
                getattr(together, name)[row] = value[0]
        together.hand_indices[row] = range(4 * row, 4 * row + 4)
    moves = together.moves(np.arange(len(games)))
    chosen = moves.first_moves + moves.counts() - 1
    together.play(moves, chosen)
    for row, game in enumerate(games):
        alone = as_deals(game)
        row_moves = alone.moves(FIRST_ROW)
        alone.play(row_moves, np.array([len(row_moves.masks) - 1]))
        assert all((getattr(together, name)[row] == getattr(alone, name)[0]).all() for name in KNOWN_FIELDS)


# --- features and network ---------------------------------------------------------------------------------------------


def test_features_equal_training_features() -> None:
    checked = 0
    for game in positions(60, 1):
        deals = as_deals(game)
        moves = deals.moves(FIRST_ROW)
        (state,), hands = state_rows(deals, FIRST_ROW), hand_rows(deals, moves)
        for mask, height, hand in zip(moves.masks.tolist(), moves.heights.tolist(), hands, strict=True):
            if mask == int(deals.hands[0, deals.turn[0]]):
                continue  # going out isn't a decision of the network
            found = {*np.flatnonzero(state).tolist(), *(STATE_FEATURE_COUNT + np.flatnonzero(hand)).tolist()}
            found.add(620 + (HEIGHT_COUNT + int(deals.height[0]) if height == PASS_HEIGHT else height))
            assert found == rows(game, mask)
            checked += 1
    assert checked > 200


def test_network_needs_no_fractions() -> None:
    """No sum reaches 2**24, up to which float32 holds every integer, so the order of summation has no effect."""
    network = load_standard()
    inputs = (1, 255, 1023, 1023)
    first = np.concatenate([network.state_weights, network.hand_weights, network.height_weights])
    for weights, bias, greatest in zip((first, *network.later_weights), network.biases, inputs, strict=True):
        assert (weights == np.round(weights)).all() and (bias == np.round(bias)).all()
        if greatest > 1:
            assert (np.abs(weights).sum(axis=0) * greatest + np.abs(bias)).max() < 2**24
    for rows_of in (network.state_weights, network.hand_weights):
        assert (
            np.abs(rows_of).sum(axis=0).max() + np.abs(network.height_weights).max() + np.abs(network.biases[0]).max()
            < 2**24
        )
    assert all(np.log2(scale) == round(np.log2(scale)) for scale in network.scales)


def test_network_adds_up_as_whole_numbers_do() -> None:
    """Compare with the same layers computed in Python integers."""
    network = load_standard()
    first = np.concatenate([network.state_weights, network.hand_weights, network.height_weights]).astype(int).tolist()
    for game in positions(4, 70):
        deals = as_deals(game)
        moves = deals.moves(FIRST_ROW)
        network_points = points_of(network, deals, moves).tolist()
        for mask, points in zip(moves.masks.tolist(), network_points, strict=True):
            if mask == int(deals.hands[0, deals.turn[0]]):
                continue
            values = [int(bias) for bias in network.biases[0]]
            for row in rows(game, mask):
                values = [value + weight for value, weight in zip(values, first[row], strict=True)]
            for layer, limit in enumerate((255, 1023, 1023)):
                shift = -int(np.log2(network.scales[layer]))
                inputs = [min(max(value >> shift, 0), limit) for value in values]
                columns = network.later_weights[layer].astype(int).T.tolist()
                values = [
                    int(bias) + sum(one * weight for one, weight in zip(inputs, column, strict=True))
                    for bias, column in zip(network.biases[layer + 1].tolist(), columns, strict=True)
                ]
            assert points == values[0] * network.scales[3]


def test_wrong_network_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    with np.load(network_module.NETWORK_FILE) as arrays:
        np.savez(file, **{**arrays, "w1": arrays["w1"][1:]})
    with pytest.raises(ValueError, match="rows of features"):
        network_module.load(file)
    assert network_module.NETWORK_FILE.stat().st_size < 2e6


def test_network_prefers_lowest_winning_card() -> None:
    """At the start of a deal a low card suffices against a three, and the two of spades is wasted."""
    game = BigTwo(4, 3)
    game.push(game.legal_moves(game.seats_to_act()[0])[0])
    deals = as_deals(game)
    moves = deals.moves(FIRST_ROW)
    values = points_of(load_standard(), deals, moves)
    singles = moves.masks != 0
    assert values[singles].argmax() < singles.sum() - 2


# --- worlds -----------------------------------------------------------------------------------------------------------


def test_worlds_hold_exactly_hidden_cards() -> None:
    for game in positions(12, 5):
        (seat,) = game.seats_to_act()
        view = game.view(seat)
        worlds = WeightedWorlds(view, seat, Rng(2), 20, OpponentModel(load_standard()))
        hand = mask_of(view.piles[HANDS[seat]])
        for hands in worlds.hands.tolist():
            assert hands[seat] == hand
            assert [held.bit_count() for held in hands] == [len(game.piles[pile]) for pile in HANDS]
            assert sum(hands) == hand | unseen_by(view, hand)
        assert (worlds.weights >= 0).all() and worlds.weights.max() == 2**20
        assert (worlds.weights == np.round(worlds.weights)).all()


def test_weights_favour_worlds_consistent_with_moves() -> None:
    """The true hands of players who follow the network are likelier than most sampled hands."""
    bot = LearnedSearch(SMALL_BUDGET._replace(candidates=1))
    game = BigTwo(4, 8)
    for _ in range(14):
        (seat,) = game.seats_to_act()
        game.push(final_thought(bot, game.view(seat), seat, Rng(1)).move)
    (seat,) = game.seats_to_act()
    held = np.array([[mask_of(game.piles[pile]) for pile in HANDS]], dtype=np.uint64)
    drawn = WeightedWorlds(game.view(seat), seat, Rng(3), 60, OpponentModel(load_standard()))
    drawn.replace_and_weigh_hands(np.concatenate([held, drawn.hands]), seat)
    assert (drawn.weights[0] >= drawn.weights[1:]).mean() > 0.8


def test_random_numbers_come_from_generator() -> None:
    rng = Rng(5)
    assert random_bits(5, 4).tolist() == [rng.bits() for _ in range(4)]


# --- answers ----------------------------------------------------------------------------------------------------------


def test_answers_are_legal_repeatable_and_blind_to_hidden_cards() -> None:
    bot = LearnedSearch(SMALL_BUDGET)
    for place, game in enumerate(positions(6, 11)):
        (seat,) = game.seats_to_act()
        view = game.view(seat)
        others = [view.determinize(Rng(place + 1000 * i)).view(seat) for i in range(2)]
        answers = [final_thought(bot, each, seat, Rng(place)) for each in (view, view, *others)]
        assert answers[0].move in game.legal_moves(seat)
        assert all(repr(answer) == repr(answers[0]) for answer in answers)


def test_search_answers_at_once_and_evaluates_tried_moves() -> None:
    for game in positions(6, 3):
        (seat,) = game.seats_to_act()
        thoughts = list(LearnedSearch(SMALL_BUDGET).think(game.view(seat), seat, Rng(1)))
        assert thoughts[0].move in game.legal_moves(seat) and not thoughts[0].evaluations
        seen = thoughts[-1].evaluations
        assert seen[0].move == thoughts[-1].move and len({one.move for one in seen}) == len(seen)
        assert all(abs(one.value) <= 60 for one in seen)


def test_search_goes_out_when_possible() -> None:
    game = make_position("9C 9D", "TS 4D 4C", "QH", "KS 6D")
    assert len(final_thought(LearnedSearch(SMALL_BUDGET), game.view(0), 0, Rng(1)).move.cards) == 2


def test_moves_are_compared_in_equal_worlds() -> None:
    for game in positions(4, 30):
        (seat,) = game.seats_to_act()
        moves = game.legal_moves(seat)[:2]
        compared = list(
            islice(LearnedSearch(SMALL_BUDGET).compare(game.view(seat), seat, [moves[0], *moves], Rng(1)), 12)
        )
        for one in compared:
            assert one.weight > 0 and one.added_budget_fraction > 0
            assert one.samples[0] == one.samples[1], "equal random numbers give equal moves"


def test_style_shows_in_search() -> None:
    played = []
    for weight in (1.0, -1.0):
        bot = LearnedSearch(SMALL_BUDGET._replace(style_slack=6.0), GameStyle(Style(haste=weight), style_traits))
        found = [(game.view(game.seats_to_act()[0]), game.seats_to_act()[0]) for game in positions(12, 5)]
        played.append(sum(len(final_thought(bot, view, seat, Rng(1)).move.cards) for view, seat in found))
    assert played[0] > played[1]


def test_patience_multiplies_worlds() -> None:
    assert SMALL_BUDGET.scale(2.0).worlds == 18
    assert SMALL_BUDGET.scale(0.0).worlds == 1


@pytest.mark.parametrize("options", [*(BigTwoOptions(match=deals) for deals in (1, 5, 10)), *PRESETS.values()])
def test_master_uses_network_under_its_rules_only(options: BigTwoOptions) -> None:
    game = BigTwo(4, 3, options)
    game.push(game.legal_moves(game.seats_to_act()[0])[0])
    (seat,) = game.seats_to_act()
    view = game.view(seat)
    is_standard = options == BigTwoOptions(match=options.match)
    assert covers(NETWORK_RULES, options) == is_standard
    answer = final_thought(bot_for("big_two", "master", patience=0.05), view, seat, Rng(4))
    plain = final_thought(MonteCarloSearch(BigTwoPolicy(), OTHER_RULES_BUDGET.scale(0.05)), view, seat, Rng(4))
    assert (repr(answer) == repr(plain)) != is_standard


@pytest.mark.parametrize("seats", [2, 3])
def test_master_searches_with_fewer_than_four_seats(seats: int) -> None:
    game = BigTwo(seats, 3)
    game.push(game.legal_moves(game.seats_to_act()[0])[0])
    (seat,) = game.seats_to_act()
    answer = final_thought(bot_for("big_two", "master", patience=0.05), game.view(seat), seat, Rng(4))
    plain = final_thought(
        MonteCarloSearch(BigTwoPolicy(), OTHER_RULES_BUDGET.scale(0.05)), game.view(seat), seat, Rng(4)
    )
    assert repr(answer) == repr(plain)
