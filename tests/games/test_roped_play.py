"""RoPeD: refusals and legal moves, known cards, texts, the policy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots.roped.policy import RopedPolicy
from engine.cards import HIDDEN, Card, cards, packs
from engine.events import DealScored, QuestionAsked
from engine.game import STOCK
from engine.games.roped.game import DRAWN_FITTING_CARD, HAND, MAX_TURNS_PER_SEAT, SLOT, Roped
from engine.games.roped.options import RopedOptions
from engine.games.roped.sets import has_set_with, kind_of, matches, set_points, sets_in
from engine.languages import LANGUAGES
from engine.moves import Move, Note
from engine.rng import Rng
from tests.games.roped import position
from tests.support.catalogue_texts import missing_keys
from tests.support.random_options import random_options

SEEDS = st.integers(0, 2**32)


def random_position(seed: int, move_count: int) -> Roped:
    """Return a position after some random moves, under random house rules."""
    rng = Rng(seed)
    game = Roped(2 + rng.below(3), seed, random_options(RopedOptions, rng))
    for _ in range(move_count):
        if game.outcome is None:
            game.push(rng.choice(game.legal_moves(rng.choice(game.seats_to_act()))))
    return game


@given(seed=SEEDS, at=st.integers(0, 130))
def test_refusals_agree_with_legal_moves(seed: int, at: int) -> None:
    game, rng = random_position(seed, at), Rng(seed)
    verbs = [verb for asked in game.verbs.values() for verb in asked]
    for _ in range(80):
        seat = rng.choice(game.seats_to_act() or (0,))
        own = [card for pile in (HAND[seat], DRAWN_FITTING_CARD[seat], *SLOT) for card in game.cards(pile)]
        rng.shuffle(own)
        if own and rng.below(2):
            first = own[0]
            own.sort(key=lambda card: (card & 3) != (first & 3))  # equal suits first, so that some moves are legal
        verb = rng.choice(game.verbs[game.ask.what]) if game.ask and rng.below(3) else rng.choice(verbs)
        move = Move(seat, verb, tuple(own[: rng.below(6)]), rng.below(6) - 1)
        assert (game.refusal(move) is None) == (game.canonical(move) in game.legal_moves(seat)), str(move)


@given(seed=SEEDS, at=st.integers(0, 130))
def test_r14_all_sets_are_found(seed: int, at: int) -> None:
    rng = Rng(seed)
    deck = list(packs(1))
    rng.shuffle(deck)
    hand = tuple(sorted(deck[: rng.below(14)]))
    found = set(sets_in(hand))
    assert len(found) == len(sets_in(hand))
    assert all(kind_of(four) and set_points(four) and set(four) <= set(hand) for four in found)
    for card in hand:
        assert has_set_with(card, hand) == any(card in four for four in found)


@given(seed=SEEDS, at=st.integers(10, 130))
def test_r11_face_down_cards_match_card_beneath_unless_discarded_blind(seed: int, at: int) -> None:
    game = random_position(seed, at)
    for index in game._slots_with_face_down_top():
        beneath, top = game.cards(SLOT[index])[-2:]
        if not game.has_blind_top[index] and not game.options.bluff_discards:
            assert matches(beneath, top)
        assert game.is_hidden_card_possible(SLOT[index], top)
        assert not game.face_up_cards >> top & 1
    for seat in range(game.seats):
        view = game.view(seat)
        for index in view._slots_with_face_down_top():
            known = view.cards(SLOT[index])[-1] != HIDDEN
            assert known == bool(game.known[game.cards(SLOT[index])[-1]] >> seat & 1)


@given(seed=SEEDS)
def test_r23_random_matches_end(seed: int) -> None:
    game, rng = random_position(seed, 0), Rng(seed)
    while game.outcome is None:
        deals = len(game.history)
        game.push(rng.choice(game.legal_moves(rng.choice(game.seats_to_act()))))
        assert game.turns <= MAX_TURNS_PER_SEAT * game.seats
        if len(game.history) > deals:
            assert sum(event.reason.key == "out" for event in game.take_events() if isinstance(event, DealScored)) <= 1
    best = max(game.scores)
    assert game.outcome.winners == tuple(s for s in range(game.seats) if game.scores[s] == best)
    assert best >= game.options.target or len(game.history) == Roped.max_deals


def test_r17_asked_seats_depend_only_on_public_cards() -> None:
    """Two matches that differ only in hidden cards ask the same seats after the same set."""
    hands = ["2C 5C 8C JC TD 3S", "AC 3D", "KC 4D", "5D 6D"]
    other = ["2C 5C 8C JC TD 3S", "5D 6D", "4D KH", "3D 2H"]
    questions = []
    for dealt in (hands, other):
        game = position(dealt, ask="set")
        game.play(Move(0, "meld", cards("2C 5C 8C JC")))
        questions.append([event.ask for event in game.take_events() if isinstance(event, QuestionAsked)])
    assert questions[0] == questions[1]
    assert questions[0][-1].what == "lasso"


def test_r12_question_after_drawing_hides_card() -> None:
    for top in ("8C", "TD"):
        game = position(["2H 3S", "2D 3H"], ["8D", "KC"], f"JH TH {top}", ask="discard")
        game.play(Move(0, "draw"))
        assert game.ask is not None
        assert game.ask.what == "place"
        assert game.view(1).cards(DRAWN_FITTING_CARD[0]) == (HIDDEN,)


def test_demands_follow_position() -> None:
    hand = "2H 6H JH 8D KS"
    assert position([hand, "2D"], ["4H 9H 9C*"]).prompt_for(0).key == "reveal"
    assert position([hand, "2D"], ["4H 9H 9C"]).prompt_for(0).key == "pick"
    assert position([hand, "2D"], ["4H 9H 9C"]).prompt_for(1).key == "wait"
    assert position([hand, "2D"], ["4H", "8C", "9C", "TC"], ask="discard").prompt_for(0).key == "discard"
    assert position([hand, "2D"], ["4H"], ask="discard").prompt_for(0).key == "discard_empty"
    game = position([hand, "2D"], ["4H 9H 9C", "8C"])
    game.play(Move(0, "take", cards("9H")))
    assert game.prompt_for(0) == Note("discard_due", {"card": cards("9H")[0]})
    game.play(Move(0, "discard", cards("8D"), 1))
    assert game.prompt_for(0).key == "set_due"
    assert position([hand, "2D"], ask="set").prompt_for(0).key == "no_set"
    game = position(["2C 5C 8C JC TD 3S", "AC 3D"], ask="set")
    assert game.prompt_for(0).key == "set"
    game.play(Move(0, "meld", cards("2C 5C 8C JC")))
    assert game.prompt_for(1).key == "lasso"
    assert game.prompt_for(1).placeholders["n"] == 25


def test_facts_give_total_and_value_of_sets() -> None:
    game = position(["2H 3S", "2D 3H"], melds=["7C 7D 7H 7S"])
    game.scores = (120, -31)
    assert game.facts(0) == (Note("score", {"n": 120}), Note("sets", {"n": 84}))
    assert game.facts(1) == (Note("score", {"n": -31}),)


# --- texts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_texts_exist(language: str) -> None:
    moves = "lay reveal take take_block stock discard fill_two fill_one fill blind draw meld_suit meld_flush meld_kind"
    keys = {
        "demand": "start reveal pick discard discard_empty discard_due place set set_due no_set lasso lasso_any chain "
        "no_lasso wait",
        "move": moves + " meld none throw rope let_go",
        "said": moves + " drew lasso roped out mismatch mismatch_own",
        "loud": "lasso roped out mismatch mismatch_own",
        "refusal": "pair not_covered no_stock one_card covered no_use nothing_open face_down not_empty two_cards "
        "no_blind one_discard no_match needed set_due no_set wrong_ace any_ace wrong_rope",
        "reason": "out out_you quiet long",
        "pile": " ".join(Roped.visibility),
        "plate": "sets",
    }
    assert missing_keys(Roped, language, {part: names.split() for part, names in keys.items()}) == []


# --- the policy -------------------------------------------------------------------------------------------------------


def _lead_over_random(seed: int) -> int:
    """Return the points by which the policy, with its own view, beats random play in one deal."""
    game, policy, rng = Roped(2, seed), RopedPolicy(), Rng(seed)
    while not game.history:
        seat = game.seats_to_act()[0]
        game.play(rng.choice(game.legal_moves(1)) if seat else policy.choose(game.view(0), 0, rng))
    return game.history[0][0] - game.history[0][1]


def test_policy_beats_random_play() -> None:
    leads = [_lead_over_random(seed) for seed in range(40)]
    assert sum(lead > 0 for lead in leads) >= 32


@given(seed=SEEDS, at=st.integers(0, 110))
def test_policy_needs_only_view(seed: int, at: int) -> None:
    game, rng, policy = random_position(seed, at), Rng(seed), RopedPolicy()
    for seat in game.seats_to_act():
        view = game.view(seat)
        chosen = policy.choose(view, seat, rng)
        assert chosen in game.legal_moves(seat)
        assert chosen == policy.choose(game, seat, rng) == policy.choose(view.determinize(rng), seat, rng)
        ranked = [option.move for option in policy.evaluate(view, seat)]
        assert sorted(ranked) == sorted(game.legal_moves(seat))
        assert ranked[0] == chosen


def _chosen_move(game: Roped, seat: int = 0) -> str:
    return str(RopedPolicy().choose(game.view(seat), seat, Rng(1))).partition(":")[2]


def test_policy_takes_blocks_lays_sets_and_throws_lassos() -> None:
    game = position(["2H 6H JH 9D KS", "2D 3D 4S 5S 6S"], ["4H TH 9C"])
    assert _chosen_move(game) in ("take TH", "take 4H")
    game = position(["2H 6H JH KH 9D KS", "2D 3D 4S AH 6S"], ask="set")
    assert _chosen_move(game) == "meld 2H 6H JH KH"
    game.play(Move(0, "meld", cards("2H 6H JH KH")))
    assert _chosen_move(game, 1) == "throw AH"


def test_policy_goes_out_when_possible() -> None:
    game = position(["6S 6D", "2D 3D 4S"], ["8S", "", "2H 2C*", "KS KD*"], ask="discard")
    assert _chosen_move(game) == "discard 6D 6S @1"


def test_sampled_face_down_cards_match_card_beneath() -> None:
    game = position(["8S 3D QH", "2D 3H"], ["8D", "KC"], ask="discard")
    game.play(Move(0, "discard", cards("8S"), 0))
    rng, view = Rng(3), game.view(1)
    tops: set[Card] = set()
    for _ in range(30):
        world = view.determinize(rng)
        tops.add(world.cards(SLOT[0])[-1])
        assert matches(world.cards(SLOT[0])[-1], cards("8D")[0])
    assert len(tops) > 5
    assert STOCK in game.piles
