"""Palácio: powers of ranks by house rule (R8, R9), with every other rule that they meet."""

from typing import Any

import pytest

from engine.bots.palacio.policy import PalacioPolicy
from engine.cards import RANKS
from engine.events import Announced
from engine.game import STOCK
from engine.games.palacio.game import PILE, Palacio
from engine.games.palacio.options import PalacioOptions
from engine.moves import Move, Note
from engine.rng import Rng
from tests.games.palacio import hand_ranks, legal_plays, own_cards, pile_ranks, play, position
from tests.support.refusals import refusal_of

LOWER: dict[str, Any] = {"seven": "lower"}
CLEAR: dict[str, Any] = {"eight": "see_through"}
SKIP: dict[str, Any] = {"eight": "skip"}
REVERSE: dict[str, Any] = {"queen": "reverse"}


def note(key: str, rank: str) -> Note:
    return Note(key, {"rank": RANKS.index(rank)})


@pytest.mark.parametrize(
    ("start", "legal"),
    [
        pytest.param(position("3 7 9 T A 2", "7", **LOWER), "3,7,T,2", id="lower"),
        pytest.param(position("3 9 T 2", "7", **LOWER, ten_on_anything=False), "3,2", id="lower, strict ten"),
        pytest.param(position("3 7 9", "5", **LOWER), "7,9", id="goes by its rank"),
        pytest.param(position("6 9", "7 4", **LOWER), "6,9", id="only the next play"),
        pytest.param(position("4 5 6", "5", five="lower"), "4,5", id="five"),
        pytest.param(position("8 9 J", "9", nine="lower"), "8,9", id="nine"),
        pytest.param(position("8 9 J", "8", eight="lower"), "8", id="eight"),
        pytest.param(position("9 J 8 3", "J", **CLEAR), "8,J", id="see-through goes on anything"),
        pytest.param(position("9 J 3", "J 8", **CLEAR), "J", id="the card beneath"),
        pytest.param(position("9 J 3", "8 8", **CLEAR), "3,9,J", id="nothing beneath"),
        pytest.param(position("6 9 8", "7 8", **CLEAR, **LOWER), "6,8", id="beneath it lower is in force"),
        pytest.param(position("3 4 8", "J 8 3", **CLEAR, three="see_through"), "3,8", id="two kinds of them"),
        pytest.param(position("4 9", "J 2 7", seven="see_through"), "4,9", id="a two beneath"),
        pytest.param(position("4 9 3", "J 3", three="see_through"), "3", id="three"),
        pytest.param(position("T 3", "J 8", **CLEAR, ten_on_anything=False), "take", id="strict ten"),
        pytest.param(position("4 9", "7 8", up="Q A 3", **CLEAR, **LOWER), "4", id="hand before palace"),
        pytest.param(position("", "7 8", up="Q 8 3", **CLEAR, **LOWER), "3,8", id="palace"),
    ],
)
def test_r9_power_of_rank_changes_what_fits(start: Palacio, legal: str) -> None:
    expected = sorted(legal.split(","), key="3456789TJQKA2take".index)
    assert sorted(legal_plays(start), key="3456789TJQKA2take".index) == expected


@pytest.mark.parametrize(
    ("start", "played", "pile"),
    [
        pytest.param(position("9 3", "9 9 8 9", four_across_turns=True, **CLEAR), "9", "", id="doesn't come between"),
        pytest.param(position("8 3", "8 9 8 8", four_across_turns=True, **CLEAR), "8", "8 9 8 8 8", id="own run only"),
        pytest.param(position("8 3", "9 8 8 8", four_across_turns=True, **CLEAR), "8", "", id="four on top"),
        pytest.param(position("8 8 8 8 3", "K", **CLEAR), "8 8 8 8", "", id="four at once"),
        pytest.param(position("9 3", "9 9 8", four_across_turns=True, **CLEAR), "9", "9 9 8 9", id="no ninth"),
    ],
)
def test_r10_see_through_cards_neither_count_nor_separate(start: Palacio, played: str, pile: str) -> None:
    game = start.clone()
    play(game, played)
    assert pile_ranks(game, PILE) == pile
    assert game.seats_to_act() == ((0,) if not pile else (1,))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_r9_each_eight_skips_another_seat_but_none_twice(seats: int, count: int) -> None:
    game = position("8 8 8 K", "5", seats=seats, **SKIP)
    game.events = []
    play(game, " ".join("8" * count))
    skipped = [
        event.seat for event in game.take_events() if isinstance(event, Announced) and event.note.key == "skipped"
    ]
    assert skipped == list(range(1, min(count, seats - 1) + 1))
    assert game.seats_to_act() == (min(count + 1, seats) % seats,)


def test_r9_seat_that_goes_out_with_eights_skips_only_seats_with_cards() -> None:
    game = position("8 8", "5", seats=4, play_on=True, **SKIP)
    game.seats_out = (2,)
    play(game, "8 8")
    assert game.seats_out[-1] == 0
    assert game.seats_to_act() == (3,)  # the other skip would be seat 3's, the only one left besides seat 1


def test_r9_burnt_eights_skip_nobody() -> None:
    game = position("8 K K", "8 8 8", seats=3, four_across_turns=True, **SKIP)
    play(game, "8")
    assert game.seats_to_act() == (0,)
    play(game, "K")
    assert game.seats_to_act() == (1,)
    game = position("8", "8 8 8", seats=3, four_across_turns=True, play_on=True, **SKIP)
    play(game, "8")
    assert (game.seats_out, game.seats_to_act()) == ((0,), (1,))


def test_r9_blind_eight_skips_and_hidden_card_too_high_is_taken() -> None:
    game = position("", "5", down="8 4", seats=3, **SKIP)
    play(game, "flip 0")
    assert game.seats_to_act() == (2,)
    game = position("", "7", down="9 4", seats=3, **LOWER)
    play(game, "flip 0")
    assert hand_ranks(game) == "7 9"


def test_r8_reverse_turns_direction_once_for_each_play_until_next_deal() -> None:
    game = position("Q Q 4 5", "5", seats=4, others=["K Q 3"] * 3, **REVERSE)
    assert game.pile_fact(STOCK) is None
    play(game, "Q Q")
    assert game.seats_to_act() == (3,)
    assert game.pile_fact(STOCK) == Note("reversed")
    for what in ("K", "K", "K", "take"):
        play(game, what)
    assert game.seats_to_act() == (3,)
    play(game, "Q")
    assert game.seats_to_act() == (0,)
    assert game.pile_fact(STOCK) is None
    game.is_reversed = True
    game.deal()
    assert not game.is_reversed


def test_r8_reverse_means_nothing_between_two_seats() -> None:
    game = position("Q 4", "5", **REVERSE)
    play(game, "Q")
    assert game.seats_to_act() == (1,) and not game.is_reversed
    game = position("K 4", "5", seats=3, play_on=True, **REVERSE)
    game.is_reversed, game.seats_out = True, (1,)
    assert game.pile_fact(STOCK) is None
    play(game, "K")
    assert game.seats_to_act() == (2,)


def test_r8_reversed_play_skips_seats_the_other_way_round() -> None:
    game = position("8 4", "5", seats=4, **SKIP, **REVERSE)
    game.is_reversed = True
    play(game, "8")
    assert game.seats_to_act() == (2,)


def test_r9_seat_plays_again_on_its_own_five_or_takes_the_pile() -> None:
    game = position("5 4 3", "4", seats=3, five="again")
    play(game, "5")
    assert game.seats_to_act() == (0,) and legal_plays(game) == ["take"]
    play(game, "take")
    assert game.seats_to_act() == (1,)
    game = position("5", "4", seats=3, five="again", play_on=True)
    play(game, "5")
    assert (game.seats_out, game.seats_to_act()) == ((0,), (1,))


def test_r12_jack_sends_pile_to_named_seat_and_next_one_plays() -> None:
    game = position("J K", "5 9", seats=4, jack="sends")
    play(game, "J")
    assert (game.prompt_for(0).key, game.prompt_for(1).key) == ("send", "wait")
    assert [move.to for move in game.legal_moves(0)] == [1, 2, 3]
    for wrong in (-1, 0, 4):
        assert refusal_of(game, Move(0, "send", to=wrong)) == ("palacio.R12", "send_to_other")
    assert refusal_of(game, Move(0, "play", own_cards(game, "K"))) == ("palacio.R12", "not_now")
    game.play(Move(0, "send", to=2))
    assert hand_ranks(game, 2) == "4 5 5 9 J" and pile_ranks(game, PILE) == ""
    assert game.seats_to_act() == (3,)


def test_r12_jack_between_two_seats_needs_no_name() -> None:
    game = position("J J K", "5", jack="sends")
    play(game, "J J")
    assert hand_ranks(game, 1) == "4 5 5 J J" and game.seats_to_act() == (0,)
    game = position("J K", "5", seats=3, play_on=True, jack="sends")
    game.seats_out = (1,)
    play(game, "J")
    assert hand_ranks(game, 2) == "4 5 5 J" and game.seats_to_act() == (0,)


def test_r12_burnt_and_last_jacks_send_nothing() -> None:
    game = position("J K", "J J J", seats=3, four_across_turns=True, jack="sends")
    play(game, "J")
    assert game.ask is not None and game.ask == ("play", (0,))
    game = position("J", "5", seats=3, play_on=True, jack="sends")
    play(game, "J")
    assert game.ask is not None and game.ask == ("play", (1,))
    assert pile_ranks(game, PILE) == "5 J"


def test_r12_policy_sends_pile_to_seat_with_fewest_cards() -> None:
    game = position("J K", "5", seats=4, others=["4 5", "4", "4 5 6"], jack="sends")
    play(game, "J")
    assert PalacioPolicy().choose(game.view(0), 0, Rng(1)) == Move(0, "send", to=2)


def test_r8_opening_card_uses_no_power() -> None:
    options = PalacioOptions(queen="reverse", eight="skip")
    for seed in range(60):
        game = Palacio(3, seed, options)
        for seat in range(3):
            game.play(game.legal_moves(seat)[0])
        assert game.seats_to_act() == ((game.dealer + 1) % 3,)
        assert not game.is_reversed


def test_r8_see_through_cards_are_not_lowest_card() -> None:
    game = Palacio(2, 1, PalacioOptions(starter="lowest_card", three="see_through"))
    threes = 0
    for seed in range(60):
        game = Palacio(2, seed, PalacioOptions(starter="lowest_card", three="see_through"))
        for seat in range(2):
            game.play(game.legal_moves(seat)[0])
        hands = [[rank for rank in hand_ranks(game, seat).split() if rank not in "3T2"] for seat in range(2)]
        lowest = ["456789JQKA".index(hand[0]) if hand else 99 for hand in hands]
        assert lowest[game.seats_to_act()[0]] == min(lowest)
        threes += any("3" in hand_ranks(game, seat) for seat in range(2))
    assert threes > 10


def test_r9_refusal_says_which_way_a_card_must_fit() -> None:
    for rules, pile, wrong, refusal in (
        (LOWER, "7", "9", ("palacio.R9", "too_high")),
        (LOWER, "9", "4", ("palacio.R9", "too_low")),
        (CLEAR, "9", "4", ("palacio.R9", "too_low_free")),
        ({**LOWER, "ten_on_anything": False}, "7", "T", ("palacio.R4", "ten_strict_lower")),
    ):
        game = position(f"{wrong} 2", pile, **rules)
        move = Move(0, "play", own_cards(game, wrong))
        assert refusal_of(game, move) == refusal
        found = game.refusal(move)
        assert found is not None and found.placeholders["rank_top"] == RANKS.index(pile)


def test_r9_prompt_and_pile_name_the_card_that_counts() -> None:
    cases = (
        (LOWER, "9 7", note("lower", "7"), note("lower", "7")),
        (LOWER, "7 9", note("higher", "9"), None),
        (CLEAR, "9 8", note("higher_free", "9"), note("higher", "9")),
        ({**CLEAR, **LOWER}, "7 8", note("lower", "7"), note("lower", "7")),
        (CLEAR, "8", Note("nothing_beneath"), Note("anything")),
        (CLEAR, "2 8", Note("anything"), Note("anything")),
        (CLEAR, "8 9", note("higher_free", "9"), None),
        (CLEAR, "", Note("lead"), None),
    )
    for rules, pile, prompt, fact in cases:
        game = position("3 9 A 2 8", pile, **rules)
        assert game.prompt_for(0) == prompt
        assert game.pile_fact(PILE) == fact
        assert game.view(1).pile_fact(PILE) == fact


def test_r12_forced_seat_holds_no_card_that_the_power_would_let_it_play() -> None:
    game = position("9 J K", "7 8", "3 9 8", others=["7 7"], **CLEAR, **LOWER)
    three, nine, eight = own_cards(game, "3 9 8", STOCK)
    play(game, "take")
    hand = next(pile for pile in game.piles if pile.kind == "hand" and pile.owner == 0)
    assert [game.is_hidden_card_possible(hand, card) for card in (three, nine, eight)] == [False, True, False]


def test_r9_every_set_of_powers_plays_to_an_end() -> None:
    rng = Rng(4)
    choices = {
        "three": ("ordinary", "see_through"), "five": ("ordinary", "lower"),
        "seven": ("ordinary", "lower", "see_through"), "eight": ("ordinary", "lower", "see_through", "skip"),
        "nine": ("ordinary", "lower", "reverse"), "jack": ("ordinary", "sends"), "queen": ("ordinary", "reverse"),
    }  # fmt: skip
    for seed in range(40):
        rules: dict[str, Any] = {name: rng.choice(values) for name, values in choices.items()}
        game = Palacio(2 + seed % 4, seed, PalacioOptions(**rules))
        game.events = None
        while game.outcome is None:
            for seat in game.seats_to_act():
                game.play(rng.choice(game.legal_moves(seat)))
        assert game.outcome.winners
