"""Every game keeps the contract: knowledge, moves, records, events, bots, ends."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import options
from engine.game import Game
from engine.moves import Move
from engine.rng import Rng
from tests.golden import perft as golden
from tests.soak import soak
from tests.support import contract

GAMES = pytest.mark.parametrize("slug", contract.ALL)
SEEDS = st.integers(0, 2**32)


@GAMES
@given(seed=SEEDS)
@settings(max_examples=8)
def test_a_match_keeps_the_contract_at_every_step(slug: str, seed: int) -> None:
    contract.play_checked(slug, seed, 110, 12)


@GAMES
@given(seed=SEEDS, at=st.integers(0, 60))
def test_a_seat_knows_only_what_it_was_shown(slug: str, seed: int, at: int) -> None:
    game, rng = contract.start(slug, seed), Rng(seed)
    for move in contract.moves_of(game, rng, at):
        game.push(move)
    for seat in range(game.seats):
        if game.outcome is None:
            contract.check_same_sight(game, seat, rng)


@GAMES
@given(seed=SEEDS, at=st.integers(0, 60))
@settings(max_examples=10)
def test_for_equal_views_a_bot_chooses_equal_legal_moves(slug: str, seed: int, at: int) -> None:
    game, rng = contract.start(slug, seed), Rng(seed)
    for move in contract.moves_of(game, rng, at):
        game.push(move)
    for seat in game.waiting()[:1]:
        contract.check_bots(game, seat, rng)


@GAMES
def test_matches_end_with_any_house_rules(slug: str) -> None:
    assert soak(slug, 5, seed=11) == 5


@GAMES
def test_matches_end_with_every_value_of_every_house_rule(slug: str) -> None:
    owner = contract.ALL[slug].Options
    for choice in options.options_of(owner):
        for value in choice.values:
            game = contract.ALL[slug](contract.ALL[slug].seats_default, 5, owner(**{choice.name: value}))
            _play_out(game, Rng(3))
            assert game.outcome is not None, f"{choice.name} = {value} does not end"
            assert game.outcome.winners == game.match_winners()


@GAMES
def test_a_finished_match_asks_nobody_and_takes_no_move(slug: str) -> None:
    game = contract.start(slug, 2)
    last = _play_out(game, Rng(3))
    assert game.waiting() == ()
    assert not any(game.legal_moves(seat) for seat in range(game.seats))
    refusal = game.refusal(last)
    assert refusal is not None
    assert (refusal.rule, refusal.key) == (game.end_rule, "match_over")
    assert tuple(map(sum, zip(*game.history, strict=True))) == game.scores


@GAMES
def test_every_ask_refers_to_a_rule(slug: str) -> None:
    game = contract.ALL[slug]
    assert list(game.ask_rules) == list(game.verbs)
    for rule in (*game.ask_rules.values(), game.turn_rule, game.end_rule):
        assert rule.startswith(f"{slug}.R")


@GAMES
def test_seats_outside_the_range_are_refused(slug: str) -> None:
    game = contract.ALL[slug]
    for seats in (game.seats_allowed.start - 1, game.seats_allowed.stop):
        with pytest.raises(ValueError, match=slug):
            game(seats, 1)
    assert game.seats_default in game.seats_allowed


@GAMES
def test_only_views_are_determinized(slug: str) -> None:
    with pytest.raises(ValueError, match="view"):
        contract.start(slug, 1).determinize(Rng(1))


@GAMES
def test_counts_of_positions_and_random_matches_are_as_pinned(slug: str) -> None:
    assert golden.figures(slug) == golden.load()[slug], "if the rules changed on purpose: python -m tests.golden"


def _play_out(game: Game, rng: Rng) -> Move:
    last = None
    for move in contract.moves_of(game, rng):
        game.push(move)
        last = move
    assert last is not None
    return last
