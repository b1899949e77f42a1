"""Contract of every game: hidden information, moves, records, events, bots and ends."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import options
from engine.characters import CHARACTERS
from engine.game import Game
from engine.games import GAMES
from engine.moves import TABLE, Move
from engine.online.protocol import table_rules
from engine.online.protocol.table_rules import MAX_GUESTS
from engine.profile.hot_seat_players import MAX_PLAYERS
from engine.rng import Rng
from engine.statistics import sql_schema
from tests import rule_pairs
from tests.golden import perft as golden
from tests.soak import soak
from tests.support import game_contract
from tests.support.records import minimum_options

EVERY_GAME = pytest.mark.parametrize("slug", game_contract.ALL_GAMES)
SEEDS = st.integers(0, 2**32)


@EVERY_GAME
@given(seed=SEEDS)
@settings(max_examples=6)
def test_match_keeps_contract_at_every_step(slug: str, seed: int) -> None:
    game_contract.play_checked(game_contract.new_record(slug, seed), seed, 110, 12)


@EVERY_GAME
@given(seed=SEEDS, at=st.integers(0, 60))
def test_seat_knows_only_shown_cards(slug: str, seed: int, at: int) -> None:
    game, rng = game_contract.start_match(slug, seed), Rng(seed)
    for move in game_contract.random_moves(game, rng, at):
        game.push(move)
    for seat in range(game.seats):
        if game.outcome is None:
            game_contract.check_equal_views(game, seat, rng)


@EVERY_GAME
@given(seed=SEEDS, at=st.integers(0, 90))
@settings(max_examples=60)
def test_refusal_is_none_exactly_for_legal_moves(slug: str, seed: int, at: int) -> None:
    """Tries every verb with all choices of a few cards, those of a legal move among them."""
    game, rng = game_contract.start_match(slug, seed), Rng(seed)
    for move in game_contract.random_moves(game, rng, at):
        game.push(move)
    for seat in game.seats_to_act():
        legal = game.legal_moves(seat)
        wanted = rng.choice(legal)
        own = [card for pile in game.sources(seat) for card in game.cards(pile)]
        others = [card for pile in game.piles if pile.owner in (seat, TABLE) for card in game.cards(pile)]
        kinds = Counter(map(game.equivalence_key, own))
        own.sort(key=lambda card: (-kinds[game.equivalence_key(card)], game.equivalence_key(card), rng.below(99)))
        some = list(dict.fromkeys((*own[:3], *wanted.cards, rng.choice(own or others), rng.choice(others))))[:7]
        for verb in (verb for verbs in game.verbs.values() for verb in verbs):
            for count in range(len(some) + 1):
                for cards in combinations(reversed(some), count):
                    for to in {-1, 0, wanted.to}:
                        move = Move(seat, verb, cards, to)
                        assert (game.refusal(move) is None) == (game.canonical(move) in legal), move


@EVERY_GAME
@given(seed=SEEDS)
@settings(max_examples=12)
def test_deal_points_are_within_limits_and_winner_could_win_before_each_deal(slug: str, seed: int) -> None:
    game, rng = game_contract.new_record(slug, seed).initial_position(), Rng(seed)
    could_win, deal, limits = list[list[bool]](), 0, game.deal_point_limits()
    for _ in range(1500):
        if game.outcome is not None:
            break
        if game.deal_number != deal:
            deal, limits = game.deal_number, game.deal_point_limits()
            seats = range(game.seats)
            could_win.append([game.is_out_of_match(seat) or game.can_still_win(seat) for seat in seats])
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
        if len(game.history) == deal and limits is not None:
            assert limits[0] <= min(game.history[-1]) <= max(game.history[-1]) <= limits[1]
    if game.outcome is not None:
        assert all(before[seat] for before in could_win for seat in game.outcome.winners)


@EVERY_GAME
@given(seed=SEEDS, at=st.integers(0, 60))
@settings(max_examples=10)
def test_for_equal_views_bot_chooses_equal_legal_moves(slug: str, seed: int, at: int) -> None:
    game, rng = game_contract.start_match(slug, seed), Rng(seed)
    for move in game_contract.random_moves(game, rng, at):
        game.push(move)
    for seat in game.seats_to_act()[:1]:
        game_contract.check_bots(game, seat, rng)


@EVERY_GAME
@given(seed=SEEDS, at=st.integers(0, 60))
@settings(max_examples=15)
def test_playout_scores_deal_as_copy_does_and_ends_there(slug: str, seed: int, at: int) -> None:
    game, rng = game_contract.start_match(slug, seed), Rng(seed)
    for move in game_contract.random_moves(game, rng, at):
        game.push(move)
    if game.outcome is None:
        game_contract.check_playout(game, rng)


@EVERY_GAME
def test_matches_end_with_any_house_rules(slug: str) -> None:
    assert soak(slug, 5, seed=11) == 5


@EVERY_GAME
def test_match_keeps_contract_with_every_pair_of_house_rules(slug: str) -> None:
    """``python -m tests.rule_pairs`` plays such matches to their end, many with each combination."""
    owner = game_contract.ALL_GAMES[slug].Options
    combinations_of_rules = rule_pairs.covering_rules(owner)
    values = {choice.name: choice.values for choice in options.options_of(owner)}
    for (first, first_values), (second, second_values) in combinations(values.items(), 2):
        together = {(getattr(rules, first), getattr(rules, second)) for rules in combinations_of_rules}
        assert together == set(product(first_values, second_values)), f"{first} and {second}"
    for number, rules in enumerate(combinations_of_rules):
        rule_pairs.play(slug, rules, number, 25)


@EVERY_GAME
def test_matches_end_with_every_value_of_every_house_rule(slug: str) -> None:
    """In the shortest match, but for the values that decide when a match ends."""
    owner, short = game_contract.ALL_GAMES[slug].Options, minimum_options(slug) if slug in GAMES else {}
    all_rules = {
        owner(**({} if choice.group == "match" else short) | {choice.name: value})
        for choice in options.options_of(owner)
        for value in choice.values
    }
    for rules in all_rules:
        game = game_contract.ALL_GAMES[slug](game_contract.ALL_GAMES[slug].seats_default, 5, rules)
        _play_out(game, Rng(3))
        assert game.outcome is not None, f"{options.changed_values(rules)} does not end"
        assert game.outcome.winners == game.match_winners() or len(game.history) == game.deal_limit()


@EVERY_GAME
def test_finished_match_asks_no_seat_and_takes_no_move(slug: str) -> None:
    game = game_contract.start_match(slug, 2)
    last = _play_out(game, Rng(3))
    assert game.seats_to_act() == ()
    assert not any(game.legal_moves(seat) for seat in range(game.seats))
    refusal = game.refusal(last)
    assert refusal is not None
    assert (refusal.rule, refusal.key) == (game.end_rule, "match_over")
    assert tuple(map(sum, zip(*game.history, strict=True))) == game.scores


@EVERY_GAME
def test_every_ask_refers_to_rule(slug: str) -> None:
    game = game_contract.ALL_GAMES[slug]
    assert list(game.ask_rules) == list(game.verbs)
    for rule in (*game.ask_rules.values(), *game.turn_rules.values(), game.end_rule):
        assert rule.startswith(f"{slug}.R")


@EVERY_GAME
def test_refusal_out_of_turn_cites_rule_of_open_question(slug: str) -> None:
    game = game_contract.start_match(slug, 2)
    found: dict[str, set[str]] = {}
    for move in game_contract.random_moves(game, Rng(3), 400):
        assert game.ask is not None
        for seat in set(range(game.seats)) - set(game.seats_to_act()):
            refusal = game.refusal(move._replace(seat=seat))
            assert refusal is not None and refusal.key == "not_your_turn"
            assert refusal.rule == game.turn_rules.get(game.ask.what, game.question_rule())
            found.setdefault(game.ask.what, set()).add(refusal.rule)
        game.push(move)
    asked = {what: game.turn_rules.get(what, game.ask_rules[what]) for what in found}
    assert all(asked[what] in rules for what, rules in found.items())
    assert len(set().union(*found.values())) >= len(set(asked.values())), "each kind of question has its rule"


@EVERY_GAME
def test_seats_outside_range_are_refused(slug: str) -> None:
    game = game_contract.ALL_GAMES[slug]
    for seats in (game.seats_allowed.start - 1, game.seats_allowed.stop):
        with pytest.raises(ValueError, match=slug):
            game(seats, 1)
    assert game.seats_default in game.seats_allowed


@pytest.mark.parametrize("slug", GAMES)
def test_largest_table_has_enough_characters_persons_and_chairs(slug: str) -> None:
    most = max(GAMES[slug].seats_allowed)
    assert most <= min(len(CHARACTERS), MAX_PLAYERS + 1, MAX_GUESTS, table_rules.MAX_CHAIRS, sql_schema.MAX_CHAIRS)


@EVERY_GAME
def test_only_views_are_determinized(slug: str) -> None:
    with pytest.raises(ValueError, match="view"):
        game_contract.start_match(slug, 1).determinize(Rng(1))


@EVERY_GAME
def test_counts_of_positions_and_random_matches_are_as_pinned(slug: str) -> None:
    assert golden.compute_figures(slug) == golden.load()[slug], (
        "if the rules changed on purpose: python -m tests.golden"
    )


def _play_out(game: Game, rng: Rng) -> Move:
    last = None
    for move in game_contract.random_moves(game, rng):
        game.push(move)
        last = move
    assert last is not None
    return last
