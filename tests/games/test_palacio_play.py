"""Palácio: refusals, known cards, announcements, the policy, texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots.palacio.policy import PalacioPolicy
from engine.cards import RANKS, rank
from engine.events import CardsMoved
from engine.game import STOCK
from engine.games.palacio.game import DOWN, HAND, PILE, UP, Palacio
from engine.games.palacio.options import PalacioOptions
from engine.languages import LANGUAGES
from engine.moves import IllegalMoveError, Move, Note
from engine.rng import Rng
from tests.games.palacio import own_cards, play, position, ranks_of, refusal_of
from tests.support.catalogue_texts import missing_keys
from tests.support.random_options import random_options

# --- refusals -----------------------------------------------------------------------------------------------------


def test_every_refusal_names_rule() -> None:
    game = position("5 7 7 K", "7", "9", up="9 9 9", down="3 3 3")
    hand_and_palace = (*own_cards(game, "7"), *own_cards(game, "9", *UP[0]))
    assert game.refusal(Move(0, "play", own_cards(game, "5"))) == (
        "palacio.R9",
        "too_low",
        {"rank": RANKS.index("5"), "rank_top": RANKS.index("7")},
    )
    assert refusal_of(game, Move(0, "play", own_cards(game, "7 K"))) == ("palacio.R9", "unequal")
    assert refusal_of(game, Move(0, "play")) == ("palacio.R9", "no_card")
    assert refusal_of(game, Move(0, "play", own_cards(game, "9", *UP[0]))) == ("palacio.R13", "hand_first")
    assert refusal_of(game, Move(0, "play", hand_and_palace)) == ("palacio.R13", "mixed")
    assert refusal_of(game, Move(0, "take")) == ("palacio.R12", "must_play")
    assert refusal_of(game, Move(0, "flip", to=0)) == ("palacio.R15", "flip_not_yet")
    assert refusal_of(game, Move(0, "play", own_cards(game, "4", HAND[1]))) == ("palacio.R9", "not_yours")
    assert refusal_of(game, Move(0, "play", own_cards(game, "3", DOWN[0][0]))) == ("palacio.R9", "not_yours")
    assert refusal_of(game, Move(0, "take", to=2)) == ("palacio.R9", "not_now")
    assert refusal_of(game, Move(0, "keep", own_cards(game, "5 7 K"))) == ("palacio.R9", "not_now")
    with pytest.raises(IllegalMoveError):
        game.play(Move(0, "take"))

    assert refusal_of(position("5", ""), Move(0, "take")) == ("palacio.R9", "nothing_to_take")
    strict = position("T 3", "Q", ten_on_anything=False)
    assert refusal_of(strict, Move(0, "play", own_cards(strict, "T"))) == ("palacio.R4", "ten_strict")
    assert refusal_of(strict, Move(0, "play", own_cards(strict, "3"))) == ("palacio.R9", "too_low_strict")
    blind = position("", "9", down="4 5")
    assert refusal_of(blind, Move(0, "flip", to=2)) == ("palacio.R15", "no_card_there")
    assert refusal_of(blind, Move(0, "flip")) == ("palacio.R15", "no_card_there")
    assert refusal_of(blind, Move(0, "take")) == ("palacio.R15", "must_flip")
    new_game = Palacio(2, 1)
    assert refusal_of(new_game, Move(0, "keep", new_game.cards(HAND[0])[:2])) == ("palacio.R6", "keep_three")
    assert refusal_of(new_game, Move(0, "keep", new_game.cards(HAND[1]))) == ("palacio.R6", "not_yours")


@given(seed=st.integers(0, 2**32), at=st.integers(0, 90))
def test_refusals_agree_with_legal_moves(seed: int, at: int) -> None:
    rng = Rng(seed)
    game = Palacio(2 + rng.below(4), seed, random_options(PalacioOptions, rng))
    for _ in range(at):
        if game.outcome is None:
            game.push(rng.choice(game.legal_moves(rng.choice(game.seats_to_act()))))
    verbs = [verb for verbs_of_question in game.verbs.values() for verb in verbs_of_question]
    for _ in range(60):
        seat = rng.choice(game.seats_to_act() or (0,))
        cards = [card for pile in (HAND[seat], *UP[seat], *DOWN[seat], PILE) for card in game.cards(pile)]
        rng.shuffle(cards)
        if cards and rng.below(2):
            first_rank = rank(cards[0])
            cards.sort(key=lambda card: rank(card) != first_rank)  # equal ranks first, so that some moves are legal
        move = Move(seat, rng.choice(verbs), tuple(cards[: rng.below(5)]), rng.choice([-1, -1, -1, 0, 1, 2, 3]))
        assert (game.refusal(move) is None) == (game.canonical(move) in game.legal_moves(seat)), str(move)


def test_r2_any_card_of_rank_may_be_played() -> None:
    game = position("7 7 7", "5")
    for card in game.cards(HAND[0]):
        other = game.clone()
        other.play(Move(0, "play", (card,)))
        assert other.cards(PILE)[-1] == card
    assert game.legal_moves(0) == [game.canonical(Move(0, "play", game.cards(HAND[0])[-n:])) for n in (1, 2, 3)]


# --- known cards, announcements, questions ------------------------------------------------------------------------


def test_r12_seat_forced_to_take_pile_holds_no_fitting_card() -> None:
    game = position("5 6 8", "4 Q", "9 K", others=["7 7 7"])
    hidden = own_cards(game, "9", STOCK)[0], own_cards(game, "K", STOCK)[0]
    assert all(game.is_hidden_card_possible(HAND[0], card) for card in hidden)
    play(game, "take")
    assert [game.is_hidden_card_possible(HAND[0], card) for card in hidden] == [True, False]
    assert all(
        game.is_hidden_card_possible(STOCK, card) and game.is_hidden_card_possible(HAND[1], card) for card in hidden
    )
    rng, view = Rng(3), game.view(1)
    for _ in range(20):
        assert hidden[1] not in view.determinize(rng).cards(HAND[0])
    game.rule_out(1, game.ruled_out_cards(0))
    play(game, "7 7 7")
    assert game.ruled_out_cards(1) == frozenset()


def test_r15_turned_card_is_seen_by_all_before_entering_hand() -> None:
    game = position("", "5 9", down="4 8 T")
    play(game, "flip 0")
    moved = [event for event in game.take_events() if isinstance(event, CardsMoved)]
    assert [(event.manner, event.target, event.viewers) for event in moved] == [("flip", PILE, 3), ("take", HAND[0], 3)]
    assert ranks_of(game.view(1).cards(HAND[0])) == "4 5 9"


def test_demands_follow_position() -> None:
    seven = {"rank": RANKS.index("7")}
    assert position("8", "7").prompt_for(0) == Note("higher", seven)
    assert position("8", "7", ten_on_anything=False).prompt_for(0) == Note("higher_strict", seven)
    assert position("8", "2").prompt_for(0).key == "anything"
    assert position("8", "").prompt_for(0).key == "lead"
    assert position("6", "7").prompt_for(0).key == "must_take"
    assert position("", "7", down="4").prompt_for(0).key == "flip"
    assert position("8", "7").prompt_for(1).key == "wait"
    assert Palacio(2, 1).prompt_for(1).key == "exchange"


@given(seed=st.integers(0, 2**32))
def test_random_matches_end(seed: int) -> None:
    for number in range(2):
        rng = Rng(seed + number)
        game = Palacio(2 + rng.below(4), seed + number, random_options(PalacioOptions, rng))
        game.events = None
        while game.outcome is None:
            game.push(rng.choice(game.legal_moves(rng.choice(game.seats_to_act()))))
        assert set(game.outcome.winners) <= set(range(game.seats))
        assert max(game.deals_won) == game.options.rounds


# --- the policy ---------------------------------------------------------------------------------------------------


def _winner(seed: int) -> int:
    """Return the winner of a match between the policy, with its own view, at seat 0 and random play at seat 1."""
    game, policy, rng = Palacio(2, seed), PalacioPolicy(), Rng(seed)
    while game.outcome is None:
        seat = game.seats_to_act()[0]
        game.play(rng.choice(game.legal_moves(1)) if seat else policy.choose(game.view(0), 0, rng))
    return game.outcome.winners[0]


def test_policy_beats_random_play() -> None:
    assert sum(_winner(seed) == 0 for seed in range(60)) > 48


@given(seed=st.integers(0, 2**32), at=st.integers(0, 70))
def test_policy_needs_only_view(seed: int, at: int) -> None:
    rng, policy = Rng(seed), PalacioPolicy()
    game = Palacio(2 + rng.below(4), seed, random_options(PalacioOptions, rng))
    for _ in range(at):
        if game.outcome is None:
            game.push(rng.choice(game.legal_moves(rng.choice(game.seats_to_act()))))
    for seat in game.seats_to_act():
        view = game.view(seat)
        chosen = policy.choose(view, seat, rng)
        assert chosen in game.legal_moves(seat)
        assert chosen == policy.choose(game, seat, rng) == policy.choose(view.determinize(rng), seat, rng)
        assert sorted(option.move for option in policy.evaluate(view, seat)) == sorted(game.legal_moves(seat))
        assert policy.evaluate(view, seat)[0].move == chosen


def test_policy_lays_best_cards_up_and_plays_low_first() -> None:
    game = position("2 T 3", "", "6", up="4 A 5", down="7 7 7")
    game.ask_seats("exchange", 0, 1)
    assert ranks_of(PalacioPolicy().choose(game.view(0), 0, Rng(1)).cards) == "T A 2"
    game = position("7 7 T 2 K", "6", "9 9")
    assert ranks_of(PalacioPolicy().choose(game.view(0), 0, Rng(1)).cards) == "7 7"


# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_texts_exist(language: str) -> None:
    keys = {
        "demand": "exchange lead anything higher higher_strict must_take flip wait",
        "move": "play take flip keep leave",
        "said": "play take flip keep leave turned turned_bad starts burnt burnt_four out",
        "refusal": "too_low too_low_strict ten_strict unequal one_at_a_time hand_first mixed no_card must_play "
        "nothing_to_take flip_not_yet no_card_there must_flip keep_three",
        "reason": "out last stalled",
        "pile": " ".join(Palacio.visibility),
    }
    assert missing_keys(Palacio, language, {part: names.split() for part, names in keys.items()}) == []
