"""RoPeD: refusals and legal moves, known cards, texts, the policy."""

from hypothesis import given
from hypothesis import strategies as st

from engine.cards import HIDDEN, Card, cards, packs
from engine.events import DealScored, QuestionAsked
from engine.game import STOCK
from engine.games.roped.game import DRAWN_FITTING_CARD, MAX_TURNS_PER_SEAT, SLOT, Roped
from engine.games.roped.options import RopedOptions
from engine.games.roped.sets import has_set_with, kind_of, matches, set_points, sets_in
from engine.moves import Move, Note
from engine.rng import Rng
from tests.games.roped import position
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
def test_r14_all_sets_are_found(seed: int, at: int) -> None:
    rng = Rng(seed)
    deck = list(packs(1))
    rng.shuffle(deck)
    hand = tuple(sorted(deck[: rng.below(14)]))
    corner = bool(at % 2)
    found = set(sets_in(hand, corner))
    assert len(found) == len(sets_in(hand, corner))
    assert all(kind_of(four, corner) and set_points(four, corner) and set(four) <= set(hand) for four in found)
    for card in hand:
        assert has_set_with(card, hand) == any(card in four for four in found)


@given(seed=SEEDS, at=st.integers(10, 130))
def test_r11_face_down_cards_match_card_beneath_unless_discarded_blind(seed: int, at: int) -> None:
    game = random_position(seed, at)
    for index in game._slots_with_face_down_top():
        beneath, top = game.cards(SLOT[index])[-2:]
        if not game.can_top_mismatch[index]:
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
    if game.options.deals:
        assert len(game.history) == game.options.deals
    else:
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
        assert game.ask is not None and game.ask.what == "place"
        assert game.view(1).cards(DRAWN_FITTING_CARD[0]) == (HIDDEN,)


def test_demands_follow_position() -> None:
    hand = "2H 6H JH 8D KS"
    assert position([hand, "2D"], ["4H 9H 9C*"]).prompt_for(0).key == "reveal"
    assert position([hand, "2D"], ["4H 9H 9C"]).prompt_for(0).key == "pick"
    assert position([hand, "2D"], ["4H 9H 9C"]).prompt_for(1).key == "wait"
    assert position([hand, "2D"], ["4H", "8C", "9C", "TC"], ask="discard").prompt_for(0).key == "discard"
    assert position([hand, "2D"], ["4H"], ask="discard").prompt_for(0).key == "discard_empty_any"
    matching = position([hand, "2D"], ["4H"], ask="discard", refill="matching")
    assert matching.prompt_for(0).key == "discard_empty"
    assert position([hand, "2D"], ["4H 9H 9C"], block="free").prompt_for(0).key == "pick_free"
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
    assert game.facts(0) == (Note("score", {"n": 120}), Note("pending", {"n": 84}))
    assert game.facts(1) == (Note("score", {"n": -31}),)


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
