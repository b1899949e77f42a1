"""Levels, characters and the common search: legal, repeatable, within budget, better than random."""

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from engine.bots import bot_for
from engine.bots.common.base import YARDSTICKS, Bot, Evaluation, final_thought
from engine.bots.common.policy_bots import PolicyBot, RandomBot, RandomPolicy, SlippingBot
from engine.bots.common.search import HALVING_RULES, MonteCarloSearch, sample_world
from engine.bots.common.sequential_halving import Budget
from engine.bots.common.style import GameStyle, Traits
from engine.bots.registry import OPPONENTS
from engine.cards import Card
from engine.characters import CHARACTERS, LEVELS, PLAIN_STYLE, REGULARS, Style, draw_line_up
from engine.game import Game
from engine.games import GAMES
from engine.moves import Move, Pile, Seat
from engine.rng import Rng
from tests.support import game_contract
from tests.support.toy import BOX, ROW

ROOT = Path(__file__).resolve().parent.parent


def bots_loaded_by(module: str) -> set[str]:
    """Return the modules of ``engine.bots`` that importing a module loads in a new process."""
    code = f"import sys, {module}; print(*(name for name in sys.modules if name.startswith('engine.bots')))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return {name for name in run.stdout.split() if name.startswith("engine.bots")}


@pytest.mark.parametrize("module", ["engine.match.record", "engine.profile.storage", "engine.characters"])
def test_reading_save_loads_no_bots(module: str) -> None:
    assert bots_loaded_by(module) <= {"engine.bots"}


def test_window_loads_no_bots_until_needed() -> None:
    loaded = bots_loaded_by("scenes.app")
    assert "engine.bots" in loaded
    assert {name for name in loaded if not name.startswith("engine.bots.common")} == {"engine.bots"}


def test_bots_import_no_other_game_and_common_code_none() -> None:
    folder = ROOT / "engine" / "bots"
    for file in folder.glob("*/*.py"):
        own = file.parent.name
        imported = re.findall(
            r"^(?:from|import) engine\.bots(?:\.(\w+))?", file.read_text(encoding="utf-8"), re.MULTILINE
        )
        assert set(imported) <= {own, "common"}, file
    assert {path.name for path in folder.iterdir() if path.is_dir()} >= {"common", *OPPONENTS}


def toy_position(seed: int, moves: int = 3) -> Game:
    """Return a toy position with three seats in which a seat must lay a card or flip."""
    game, rng = game_contract.ALL_GAMES["toy"](3, seed), Rng(seed)
    for move in game_contract.random_moves(game, rng, moves):
        game.push(move)
    return game


def final_move(bot: Bot, game: Game, seed: int = 1) -> Move:
    seat = game.seats_to_act()[0]
    return final_thought(bot, game.view(seat), seat, Rng(seed)).move


class HighestCardPolicy:
    """Policy that lays the highest card it may, and flips only if it must."""

    style_slack = 1.5

    def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
        return self.evaluate(view, seat)[0].move

    def evaluate(self, view: Game, seat: Seat) -> list[Evaluation]:
        moves = sorted(
            view.legal_moves(seat), key=lambda move: (not move.cards, [-card for card in move.cards], move.to)
        )
        return [Evaluation(move, -float(place)) for place, move in enumerate(moves)]


def test_games_with_opponents_have_all_levels_and_others_policy_bot() -> None:
    assert set(OPPONENTS) <= set(GAMES)
    assert all(set(opponents.ladder) - {"search"} == {*LEVELS, "greedy"} for opponents in OPPONENTS.values())
    assert isinstance(bot_for("toy", "medium"), PolicyBot)


def test_characters_have_level_and_pace() -> None:
    assert REGULARS == ("celeste", "tiao", "ingrid", "kwame", "mei", "rafa", "anselm", "yasmin")
    assert len({character.name[0] for character in CHARACTERS.values()}) == len(CHARACTERS) == 12
    assert {character.default_level for character in CHARACTERS.values()} == set(LEVELS)
    assert all(450 <= character.median_pause_ms <= 800 for character in CHARACTERS.values())
    assert all(slug == character.slug for slug, character in CHARACTERS.items())


def test_line_up_begins_with_regulars_in_random_order() -> None:
    line_ups = [[character.slug for character in draw_line_up(Rng(seed))] for seed in range(8)]
    for line_up in line_ups:
        assert set(line_up[: len(REGULARS)]) == set(REGULARS) and sorted(line_up) == sorted(CHARACTERS)
    assert len({tuple(line_up) for line_up in line_ups}) == len(line_ups)


def test_unknown_level_is_refused_with_list_of_levels() -> None:
    with pytest.raises(ValueError, match="easy, medium, hard, master, yardsticks random, greedy, search, cheat"):
        bot_for("toy", "godlike")


@pytest.mark.parametrize("level", [*LEVELS, *YARDSTICKS])
def test_level_gives_equal_answers_to_equal_questions(level: str) -> None:
    for seed in range(2):
        game = toy_position(seed)
        move = final_move(bot_for("toy", level), game, seed)
        assert game.refusal(move) is None
        assert final_move(bot_for("toy", level), game, seed) == move


def test_slips_have_given_rate_and_are_plausible() -> None:
    game = toy_position(6)
    best = final_move(PolicyBot(HighestCardPolicy()), game)
    slips = [final_move(SlippingBot(HighestCardPolicy(), 0.3), game, seed) for seed in range(400)]
    others = [move for move in slips if move != best]
    assert 80 < len(others) < 160
    assert all(game.refusal(move) is None for move in others)
    assert {move.verb for move in others} == {"lay"}, "a slip lays another card and never flips"


def test_bot_with_one_move_cannot_slip() -> None:
    for seed in range(100):
        game = toy_position(seed, 5)
        game.shift(game.cards(ROW), ROW, BOX)
        seat = game.seats_to_act()[0]
        if game.legal_moves(seat) == [Move(seat, "pass")]:
            break
    assert final_move(SlippingBot(HighestCardPolicy(), 1.0), game) == Move(seat, "pass")


def test_search_answers_at_once_and_keeps_budget() -> None:
    steps = 0

    class Counting(HighestCardPolicy):
        def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
            nonlocal steps
            steps += 1
            return super().choose(view, seat, rng)

    game = toy_position(4)
    thoughts = MonteCarloSearch(Counting(), Budget(2_000)).think(
        game.view(game.seats_to_act()[0]), game.seats_to_act()[0], Rng(1)
    )
    next(thoughts)
    assert steps == 1
    counts = []
    for _ in thoughts:
        counts.append(steps)
    assert max(after - before for before, after in pairwise(counts)) < 100
    assert 100 < steps < 2_000 * HALVING_RULES.max_steps_factor + 500


def test_search_finds_card_ending_deal() -> None:
    game = toy_position(4)
    seat = game.seats_to_act()[0]
    hand = game.cards(Pile("hand", seat))
    game.shift(hand[1:], Pile("hand", seat), BOX)
    assert Move(seat, "lay", hand[:1]) in game.legal_moves(seat)

    class Flips(RandomPolicy):
        def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
            return view.legal_moves(seat)[-1]

    assert final_move(PolicyBot(Flips()), game).verb == "flip"
    assert final_move(MonteCarloSearch(Flips(), Budget(3_000)), game) == Move(seat, "lay", hand[:1])


def test_search_tries_at_most_max_candidates() -> None:
    game = toy_position(6)
    seat = game.seats_to_act()[0]
    thoughts = list(MonteCarloSearch(RandomPolicy(), Budget(4_000, candidates=2)).think(game.view(seat), seat, Rng(1)))
    assert len({thought.move for thought in thoughts}) <= 2
    assert len(thoughts[-1].evaluations) == 2


def test_search_beats_own_policy_in_toy() -> None:
    lead = 0
    for seed in range(3):
        for seat in (0, 1):
            game = game_contract.ALL_GAMES["toy"](2, seed)
            while not game.history:
                mover = game.seats_to_act()[0]
                bot = MonteCarloSearch(RandomPolicy(), Budget(200)) if mover == seat else RandomBot()
                game.push(final_thought(bot, game.view(mover), mover, Rng(seed)).move)
            lead += game.history[0][seat] - game.history[0][1 - seat]
    assert lead > 15


def test_search_evaluates_moves() -> None:
    game = toy_position(6)
    seat = game.seats_to_act()[0]
    thought = final_thought(MonteCarloSearch(HighestCardPolicy(), Budget(3_000)), game.view(seat), seat, Rng(1))
    assert thought.evaluations[0].move == thought.move
    values = [option.value for option in thought.evaluations[1:]]
    assert values == sorted(values, reverse=True)
    assert all(0 <= option.win <= 1 and option.difference_error >= 0 for option in thought.evaluations)
    assert len({game.canonical(option.move) for option in thought.evaluations}) == len(thought.evaluations)


def test_search_with_open_cards_samples_true_world() -> None:
    """The search with open cards is a yardstick; ``tests.bench search_open`` measures that it plays no worse."""
    game = toy_position(4)
    seat = game.seats_to_act()[0]
    assert all(sample_world(game, Rng(seed)).piles == game.piles for seed in range(5))
    assert any(sample_world(game.view(seat), Rng(seed)).piles != game.piles for seed in range(5))
    move = final_thought(MonteCarloSearch(RandomPolicy(), Budget(300)), game.clone(), seat, Rng(1)).move
    assert game.refusal(move) is None


def low_card_traits(_view: Game, _seat: Seat, move: Move) -> Traits:
    """Return traits that make low cards thrifty."""
    return Traits(thrift=1.0 if move.cards and move.cards[0] < 20 else -1.0)


def test_style_decides_only_between_nearly_equal_moves() -> None:
    moves: dict[float, list[Move]] = {1.0: [], -1.0: []}
    for seed in range(30):
        game = toy_position(seed)
        options = HighestCardPolicy().evaluate(game.view(game.seats_to_act()[0]), game.seats_to_act()[0])
        for weight, found in moves.items():
            found.append(
                final_move(PolicyBot(HighestCardPolicy(), GameStyle(Style(thrift=weight), low_card_traits)), game)
            )
            assert [option.move for option in options].index(found[-1]) <= 2 * HighestCardPolicy.style_slack
        assert (
            final_move(PolicyBot(HighestCardPolicy(), GameStyle(Style(bold=1.0), low_card_traits)), game)
            == options[0].move
        ), "a style without matching traits changes no move"
    thrifty = sum(low_card_traits(game, 0, move).thrift for move in moves[1.0])
    lavish = sum(low_card_traits(game, 0, move).thrift for move in moves[-1.0])
    assert thrifty > lavish


def test_preference_is_between_minus_one_and_one() -> None:
    game, move = toy_position(6), Move(0, "lay", (Card(0),))
    style = GameStyle(Style(1, 1, 1, 1), lambda *_: Traits(1, 1, 1, 1))
    assert style.preference(game, 0, move) == 1.0
    assert GameStyle(Style(-1, -1), lambda *_: Traits(1, 1)).preference(game, 0, move) == -1.0
    assert GameStyle(Style(0.5, 0.25), lambda *_: Traits(1, 1)).preference(game, 0, move) == 0.75


def test_style_cost_is_limited_by_reach() -> None:
    worst: dict[float, list[int]] = {1.0: [], 2.5: []}
    for seed in range(30):
        game = toy_position(seed)
        order = [
            option.move
            for option in HighestCardPolicy().evaluate(game.view(game.seats_to_act()[0]), game.seats_to_act()[0])
        ]
        for reach in (1.0, 2.5):
            style = GameStyle(Style(thrift=1.0), low_card_traits, reach)
            worst[reach].append(order.index(final_move(PolicyBot(HighestCardPolicy(), style), game)))
            assert worst[reach][-1] <= 2 * reach * HighestCardPolicy.style_slack
            liked = style.preferences_stretched_to_slack(game, game.seats_to_act()[0], order)
            assert not any(liked) or (min(liked), max(liked)) == (-reach, reach)
    assert sum(worst[1.0]) < sum(worst[2.5])


@pytest.mark.parametrize("slug", OPPONENTS)
def test_only_character_styles_have_own_reach(slug: str) -> None:
    styles = {character.style for character in CHARACTERS.values()}
    reach = OPPONENTS[slug].slack_factors
    assert reach.keys() <= set(LEVELS)
    for factors in reach.values():
        assert factors.keys() <= styles - {PLAIN_STYLE}
        assert all(0 < factor < 3 for factor in factors.values())


def test_patience_multiplies_steps_of_master() -> None:
    game = toy_position(4)
    seat = game.seats_to_act()[0]
    steps = [
        len(list(bot_for("toy", "master", patience=patience).think(game.view(seat), seat, Rng(1))))
        for patience in (0.5, 1.0, 2.0)
    ]
    assert steps[0] * 1.5 < steps[1] < steps[2] / 1.5
