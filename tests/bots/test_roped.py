"""Bots of RoPeD: sets in hands, levels, styles."""

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.common.coverage import KnownRules
from engine.bots.common.style import Traits
from engine.bots.roped.hand_values import BEST_SETS_BY_HAND, best_sets_with
from engine.bots.roped.policy import KNOWN_RULES, RopedPolicy
from engine.bots.roped.position import bits
from engine.bots.roped.traits import style_traits
from engine.cards import Card, cards
from engine.characters import LEVELS, Style
from engine.games.roped.game import Roped
from engine.games.roped.sets import set_points, sets_in
from engine.moves import Move
from engine.rng import Rng
from tests.bench.search_agreement import disagreement_percent
from tests.bots.positions import reach_position
from tests.games.roped import position

FAST_LEVELS = ("easy", "medium", "hard", "greedy")


def choice_positions(count: int, *, standard: bool = False) -> Iterator[tuple[int, Roped, int]]:
    """Return positions with a choice: number, position, seat."""
    return islice(
        ((number, game, game.seats_to_act()[0]) for number, game in enumerate(found_positions(standard))), count
    )


@cache
def found_positions(standard: bool) -> tuple[Roped, ...]:
    """Return 300 positions in which a seat has a choice."""
    policy = RopedPolicy()
    known = KnownRules() if standard else KNOWN_RULES
    games = (reach_position(Roped, policy, seed, seed * 7 % 45, known=known) for seed in range(1, 1_000))
    return tuple(islice((game for game in games if len(game.legal_moves(game.seats_to_act()[0])) > 1), 300))


def test_sets_are_found_in_hands() -> None:
    rng = Rng(4)
    for _ in range(200):
        deck = list(range(52))
        rng.shuffle(deck)
        hand = sum(1 << card for card in deck[: 4 + rng.below(10)])
        every = {sum(1 << card for card in four): set_points(four) for four in sets_in(map(Card, bits(hand)))}
        sets = BEST_SETS_BY_HAND[hand]
        assert bool(sets) == bool(every)
        assert all(every[four] == points for points, four in sets)
        assert max(every.values(), default=0) == max((points for points, _ in sets), default=0)
        for card in bits(hand):
            having = [points for four, points in every.items() if four >> card & 1]
            with_card = best_sets_with(hand, card)
            assert all(every[four] == points and four >> card & 1 for points, four in with_card)
            assert max(having, default=0) == max((points for points, _ in with_card), default=0)


@pytest.mark.parametrize("level", FAST_LEVELS)
def test_levels_without_search_are_legal_repeatable_and_blind_to_hidden_cards(level: str) -> None:
    bot, other = bot_for("roped", level), bot_for("roped", level)
    for number, game, seat in choice_positions(300):
        view = game.view(seat)
        move = final_thought(bot, view, seat, Rng(number)).move
        assert game.refusal(move) is None, str(move)
        again = view.determinize(Rng(number + 1)).view(seat)
        again.answers = view.answers
        assert final_thought(other, again, seat, Rng(number)).move == move


def test_master_is_legal_repeatable_and_blind_to_hidden_cards() -> None:
    bot, other = bot_for("roped", "master", patience=0.02), bot_for("roped", "master", patience=0.02)
    for number, game, seat in choice_positions(60):
        view = game.view(seat)
        thought = final_thought(bot, view, seat, Rng(number))
        assert game.refusal(thought.move) is None, str(thought.move)
        assert thought.evaluations[0].move == thought.move
        assert len({option.move for option in thought.evaluations}) == len(thought.evaluations)
        again = view.determinize(Rng(number + 1)).view(seat)
        assert final_thought(other, again, seat, Rng(number)) == thought


def test_two_masters_with_other_luck_seldom_disagree() -> None:
    assert disagreement_percent("roped", 40, 0.3) < 15


def test_master_may_be_shown_all_cards() -> None:
    for number, game, seat in choice_positions(6):
        move = final_thought(bot_for("roped", "cheat", patience=0.02), game, seat, Rng(number)).move
        assert game.refusal(move) is None


def test_every_level_has_bot() -> None:
    assert all(bot_for("roped", level) for level in (*LEVELS, "greedy", "cheat"))


# --- skills -----------------------------------------------------------------------------------------------------------


def chosen_move(level: str, game: Roped, seat: int = 0) -> str:
    return str(final_thought(bot_for("roped", level, patience=0.2), game.view(seat), seat, Rng(1)).move).partition(":")[
        2
    ]


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_block_for_valuable_set_is_taken_except_by_beginner(level: str) -> None:
    game = position(["JH QH KH 9D 2S", "2D 3D 4S 5S 6S"], ["TH 9C", "4C"])
    assert chosen_move(level, game) == "take TH"
    assert chosen_move("easy", game) in ("take 9C", "take 4C", "stock")


@pytest.mark.parametrize("level", ["hard", "master"])
def test_bot_goes_out_with_two_cards_on_empty_slot(level: str) -> None:
    game = position(["6S 6D", "2D 3D 4S"], ["8S", "", "2H 2C*", "KS KD*"], ask="discard")
    assert chosen_move(level, game) == "discard 6D 6S @1"


@pytest.mark.parametrize("level", ["medium", "hard", "master"])
def test_valuable_sets_are_roped(level: str) -> None:
    game = position(["2H 6H JH KH 9D KS", "2D 3D 4S AH 6S"], ask="set")
    game.play(Move(0, "meld", cards("2H 6H JH KH")))
    assert chosen_move(level, game, 1) == "throw AH"


def test_beginner_often_lets_set_go() -> None:
    game = position(["2H 6H JH KH 9D KS", "2D 3D 4S AH 6S"], ask="set")
    game.play(Move(0, "meld", cards("2H 6H JH KH")))
    verbs = [final_thought(bot_for("roped", "easy"), game.view(1), 1, Rng(seed)).move.verb for seed in range(40)]
    assert verbs.count("let_go") > 20


# --- styles -----------------------------------------------------------------------------------------------------------


def mean_traits(style: Style, level: str, count: int, patience: float = 1.0) -> tuple[float, ...]:
    """Return the mean traits of the moves of a bot with this style."""
    bot, total = bot_for("roped", level, style, patience), Traits()
    for number, game, seat in choice_positions(count, standard=True):
        move = final_thought(bot, game.view(seat), seat, Rng(number)).move
        total = Traits(*(a + b for a, b in zip(total, style_traits(game.view(seat), seat, move), strict=True)))
    return tuple(value / count for value in total)


@pytest.mark.parametrize("trait", Traits._fields)
def test_style_shows_in_moves(trait: str) -> None:
    index = Traits._fields.index(trait)
    more, less = (mean_traits(Style()._replace(**{trait: weight}), "hard", 300)[index] for weight in (1.0, -1.0))
    assert more > less + 0.02


def test_master_has_style_too() -> None:
    quick, slow = (mean_traits(Style(haste=weight), "master", 60, patience=0.01)[2] for weight in (1.0, -1.0))
    assert quick > slow + 0.02


def test_traits_are_within_bounds() -> None:
    for _, game, seat in choice_positions(150):
        view = game.view(seat)
        for move in game.legal_moves(seat):
            assert all(-1 <= value <= 1 for value in style_traits(view, seat, move))
