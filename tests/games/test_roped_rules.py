"""RoPeD: each rule, with every house rule."""

import pytest

from engine.cards import HIDDEN, cards
from engine.events import Announced, CardsMoved, CardsTurned, PileShuffled
from engine.game import STOCK
from engine.games.roped.game import HAND, MAX_QUIET_ROUNDS, MAX_TURNS_PER_SEAT, SLOT, THROWN_CARDS, Roped
from engine.games.roped.options import RopedOptions
from engine.games.roped.sets import set_points
from engine.moves import Move, Note
from engine.rng import Rng
from tests.games.facts.roped import addition_position
from tests.games.roped import (
    hand_cards,
    legal_plays,
    meld_cards,
    pile_cards,
    play,
    position,
    question_and_seats,
    refusal_by_seat_0,
)
from tests.support.card_positions import announced_keys

# --- rules ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r1_r2_each_seat_gets_seven_of_fifty_two_cards(seats: int) -> None:
    game = Roped(seats, 5)
    assert [len(game.cards(HAND[seat])) for seat in range(seats)] == [7] * seats
    assert len(game.cards(STOCK)) == 52 - 7 * seats
    assert question_and_seats(game) == ("start", tuple(range(seats)))
    assert all(game.legal_moves(seat) for seat in range(seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r5_r6_each_seat_starts_pile_and_only_dealers_is_open(seats: int) -> None:
    game = Roped(seats, 5)
    for seat in range(seats):
        game.play(game.legal_moves(seat)[0])
    assert [len(game.cards(slot)) for slot in SLOT] == [2] * seats + [0] * (4 - seats)
    assert game._slots_with_face_down_top() == [seat for seat in range(seats) if seat != game.dealer]


def test_r3_start_cards_must_match() -> None:
    game = position(["3S 9S 4H 7H KD 2C JC", "2D 3D"], ask="start")
    assert refusal_by_seat_0(game, "lay 3S 4H") == ("roped.R3", "pair")
    assert refusal_by_seat_0(game, "lay 3S") == ("roped.R3", "pair")


def test_r4_card_of_pair_chosen_first_lies_open() -> None:
    for chosen in ("3S 3C", "3C 3S"):
        game = position(["3S 3C 4H", "2H 2D 5S"], ask="start")
        game.dealer = 1
        game.ask_seats("start", 0, 1)
        play(game, f"0:lay {chosen}", "1:lay 2H 2D")
        assert pile_cards(game, SLOT[0]) == chosen


@pytest.mark.parametrize(("rule", "first"), [("left_of_dealer", 1), ("dealer", 0)])
def test_r7_house_rule_sets_starter_and_turn_order(rule: str, first: int) -> None:
    game = position(["3S 3C 4H 7D KD", "2H 2D 5S 6S 9C", "4C 4D 8S TS QD"], ask="start", starter=rule)
    game.dealer = 0
    game.ask_seats("start", 0, 1, 2)
    play(game, "0:lay 3S 3C", "1:lay 2H 2D", "2:lay 4C 4D")
    order = []
    while game.seats_to_act() == (first,):
        order.append(question_and_seats(game)[0])
        game.push(next(m for m in game.legal_moves(first) if m.verb not in ("draw", "take")))
    assert order[:3] == ["reveal", "pick", "discard"]
    assert order[3:] in ([], ["set"])
    assert game.seats_to_act() == ((first + 1) % 3,)


def test_r8_one_face_down_card_is_turned_up_if_present() -> None:
    game = position(["2H 6H", "2D 3D"], ["5D 5C*", "8S", "9S 9H*"])
    assert legal_plays(game) == ["reveal @0", "reveal @2"]
    assert refusal_by_seat_0(game, "reveal @1") == ("roped.R8", "not_covered")
    play(game, "reveal @2")
    assert [event.cards for event in game.take_events() if isinstance(event, CardsTurned)] == [cards("9H")]
    assert question_and_seats(game)[0] == "pick"
    assert question_and_seats(position(["2H 6H", "2D 3D"], ["5D 5C"]))[0] == "pick"


def test_r9_one_card_is_taken_from_open_pile_or_stock() -> None:
    game = position(["2H 6H", "2D 3D"], ["5D 5C", "8S 8C*"], "KH", ask="pick")
    assert legal_plays(game) == ["take 5C", "stock"]
    taken, drawn = game.clone(), game.clone()
    play(taken, "take 5C")
    assert (hand_cards(taken), pile_cards(taken, SLOT[0])) == ("2H 5C 6H", "5D")
    assert taken.known[cards("5C")[0]] == 15
    play(drawn, "stock")
    assert hand_cards(drawn) == "2H 6H KH"
    assert drawn.known[cards("KH")[0]] == 1
    assert refusal_by_seat_0(game, "take 5C 5D") == ("roped.R10", "one_card")


def test_r10_r15_set_of_block_is_due_in_same_turn() -> None:
    game = position(["2H 6H JH 8D KS", "2D 3D"], ["4H 9H 9C", "9D", "TH", "2C 2S*"], ask="pick")
    play(game, "take 9H")
    assert hand_cards(game) == "2H 6H 8D 9C 9H JH KS"
    assert pile_cards(game, SLOT[0]) == "4H"
    assert "discard 8D @1" in legal_plays(game)
    for needed in ("discard 9H @0", "discard 2H @2", "discard JH @2"):
        assert refusal_by_seat_0(game, needed) == ("roped.R10", "needed")
    play(game, "discard 8D @1")
    assert legal_plays(game) == ["meld 2H 6H 9H JH"]
    assert refusal_by_seat_0(game, "none") == ("roped.R10", "set_due")
    play(game, "meld 2H 6H 9H JH", "let_go")
    assert game.seats_to_act() == (1,)
    assert hand_cards(game) == "9C KS"


def test_r10_without_stock_discard_is_skipped_rather_than_set_broken() -> None:
    game = position(["2H 6H JH", "2D 3D"], ["9H 9C", "TH"], ask="pick", rest=THROWN_CARDS)
    play(game, "take 9H")
    assert question_and_seats(game) == ("set", (0,))
    assert legal_plays(game) == ["meld 2H 6H 9H JH"]


def test_r11_discards_lie_face_down_known_only_to_discarder() -> None:
    game = position(["8S 3D QH", "2D 3H"], ["8D", "KC"], ask="discard")
    play(game, "discard 8S @0")
    assert game.known[cards("8S")[0]] == 1
    assert game.view(1).cards(SLOT[0])[-1] == HIDDEN
    assert game.visible_cards(SLOT[0], 0) == (*cards("8D"), HIDDEN)
    assert game.laid_by[0] == 0


def test_r12_drawn_card_may_fit_several_piles() -> None:
    game = position(["2H 3S", "2D 3H"], ["8D", "KC"], "JH TH 8C", ask="discard")
    play(game, "draw")
    assert legal_plays(game) == ["discard 8C @0", "discard 8C @1"]
    assert question_and_seats(game)[0] == "place"
    drawn = [event.viewers for event in game.take_events() if isinstance(event, CardsMoved)]
    assert set(drawn) == {1}
    assert refusal_by_seat_0(game, "discard 8C @2") == ("roped.R13", "two_cards")
    assert refusal_by_seat_0(game, "discard JH @0") == ("roped.R12", "not_yours")
    play(game, "discard 8C @0")
    assert pile_cards(game, SLOT[0]) == "8D 8C"


def test_r12_drawing_ends_without_cards() -> None:
    game = position(["2H 3S", "2D 3H"], ["8D"], "JH TC", ask="discard", rest=THROWN_CARDS)
    play(game, "draw")
    assert hand_cards(game) == "2H 3S TC JH"
    assert question_and_seats(game) == ("set", (0,))
    assert refusal_by_seat_0(position(["2H", "2D"], ["8D 8C*"], ask="discard"), "draw") == ("roped.R12", "nothing_open")


def test_r13_empty_slot_is_filled_in_three_ways() -> None:
    game = position(["6S 6D KH", "2D 3D"], ["8C 9C*", "", "2H 2C*", ""], "TD 4S", ask="discard", refill="matching")
    assert legal_plays(game) == ["discard 6D 6S @1", "discard 6D @1", "discard 6S @1", "discard KH @1", "fill @1"]
    two, one, none = game.clone(), game.clone(), game.clone()
    play(two, "discard 6S 6D @3")
    assert (pile_cards(two, SLOT[3]), two.has_blind_top[3]) == ("6S 6D", False)
    play(one, "discard KH @1")
    assert (pile_cards(one, SLOT[1]), one.has_blind_top[1]) == ("KH TD", True)
    assert one.known[cards("TD")[0]] == 0
    assert one.known[cards("KH")[0]] == 3
    play(none, "fill @1")
    assert (pile_cards(none, SLOT[1]), none.has_blind_top[1]) == ("TD 4S", True)
    assert none.face_up_cards >> cards("TD")[0] & 1
    assert hand_cards(none) == "6D 6S KH"
    assert refusal_by_seat_0(game, "discard 6S KH @1") == ("roped.R13", "pair")
    assert refusal_by_seat_0(game, "fill @0") == ("roped.R11", "face_down")


@pytest.mark.parametrize("four", ["2S 5S 9S KS", "4S 5S 6S 7S", "9C 9D 9H 9S"])
def test_r14_sets_have_four_cards(four: str) -> None:
    game = position([f"{four} TD 3H", "2D 3D"], ask="set")
    assert legal_plays(game) == [f"meld {four}", "none"]
    assert refusal_by_seat_0(game, "meld " + four[:8]) == ("roped.R14", "no_set")
    assert refusal_by_seat_0(game, "meld TD " + four[3:]) == ("roped.R14", "no_set")
    play(game, "meld " + four)
    assert meld_cards(game, 0) == four
    assert game.known[cards(four)[0]] == 3


def test_r14_any_four_of_five_cards_of_suit_are_set() -> None:
    game = position(["2S 5S 9S JS KS", "2D 3D"], ask="set")
    values = [set_points(move.cards) for move in game.legal_moves(0)[:-1]]
    assert values == sorted(values, reverse=True)
    assert len(values) == 5


def test_r15_only_one_set_is_laid_per_turn() -> None:
    game = position(["2S 5S 9S KS 3D 4D 9D QD", "2C 3C"], ask="set")
    play(game, "meld 2S 5S 9S KS", "let_go")
    assert game.seats_to_act() == (1,)


def test_r17_lasso_is_thrown_before_next_turn_or_never() -> None:
    game = position(["2C 5C 8C JC TD 3S", "AC 3D"], ask="set")
    play(game, "meld 2C 5C 8C JC")
    assert question_and_seats(game) == ("lasso", (1,))
    assert game.legal_moves(1)[-1].verb == "let_go"
    assert {"lasso", "chain"} == game.timed_questions
    play(game, "let_go")
    assert question_and_seats(game)[0] not in game.timed_questions
    assert meld_cards(game, 0) == "2C 5C 8C JC"


def test_r17_possible_ace_holders_are_asked() -> None:
    game = position(["2C 5C 8C JC TD 3S", "4D 3D", "", "5H 6H"], ask="set")
    play(game, "meld 2C 5C 8C JC")
    assert question_and_seats(game) == ("lasso", (1, 3))
    assert game.prompt_for(1).key == "no_lasso"
    for slots in (["AC"], ["KC AC 2H"]):
        seen = position(["3C 5C 8C JC TD 3S", "4D 3D"], slots, ask="set")
        play(seen, "meld 3C 5C 8C JC")
        assert question_and_seats(seen)[0] != "lasso"
    down = position(["2C 5C 8C JC TD 3S", "4D 3D"], ["KC AC*"], ask="set")
    play(down, "meld 2C 5C 8C JC")
    assert question_and_seats(down)[0] == "lasso"


@pytest.mark.parametrize("rule", ["matching", "any"])
def test_r18_house_rule_sets_roping_ace(rule: str) -> None:
    game = position(["2C 5C 8C JC TD 3S", "AH 3D"], ask="set", lasso_ace=rule)
    play(game, "meld 2C 5C 8C JC")
    assert legal_plays(game, 1) == (["throw AH", "let_go"] if rule == "any" else ["let_go"])
    if rule == "any":
        play(game, "throw AH")
        assert question_and_seats(game) == ("chain", (0,))
        assert game._cards_that_rope() == cards("KH")
    else:
        refusal = game.refusal(Move.parse("1:throw AH"))
        assert refusal == ("roped.R18", "wrong_ace", {"card": cards("AC")[0]})


def test_r19_no_card_is_skipped_and_claimant_waits() -> None:
    game = position(["2C 5C 8C JC TD 3S", "AC KC 3D", "QC 4D 6D"], ask="set")
    play(game, "meld 2C 5C 8C JC", "1:throw AC", "2:let_go")
    assert question_and_seats(game) == ("chain", (0, 2))
    assert legal_plays(game, 2) == ["let_go"]
    refusal = game.refusal(Move.parse("2:rope QC"))
    assert refusal == ("roped.R19", "wrong_rope", {"card": cards("KC")[0]})
    play(game, "0:let_go", "2:let_go")
    assert hand_cards(game, 1) == "3D KC"
    assert game.seats_to_act() == (1,)


def test_r20_lasso_cards_score_for_no_seat() -> None:
    game = position(["2C 5C 8C JC", "AC 3D"], ask="set")
    play(game, "meld 2C 5C 8C JC", "throw AC")
    assert game.history[0] == (100, 26 - 1 - 3)


def test_r21_seat_laying_last_cards_is_out_even_if_roped() -> None:
    game = position(["2C 5C 8C JC", "AC 3D"], ask="set")
    play(game, "meld 2C 5C 8C JC")
    assert question_and_seats(game) == ("lasso", (1,))
    assert game.first_out == 0
    assert game.is_out(0)
    play(game, "throw AC")
    assert game.history[0] == (100, 22)


@pytest.mark.parametrize(("rule", "paying"), [("everyone", (1, 1, 1)), ("discarder", (0, 1, 0))])
def test_r22_house_rule_sets_payer_of_mismatch(rule: str, paying: tuple[int, ...]) -> None:
    game = position(["AC 2C 3D", "AD 2D", "3H 4H"], ["5D QS*"], mismatch_penalty=rule)
    game.laid_by = (1, -1, -1, -1)
    play(game, "reveal @0")
    assert game.mismatches_to_pay == paying
    game._score_deal("quiet", {"n": 3})
    without = (-(22 + 2 + 3), -(22 + 2), -(3 + 4))
    assert game.history[0] == tuple(a - 10 * b for a, b in zip(without, paying, strict=True))


def test_r23_last_discard_ends_deal_at_once() -> None:
    game = position(["8S", "AD 3H"], ["8D", "KC"], ask="discard")
    play(game, "discard 8S @0")
    assert game.history[0] == (100, -25)
    assert game.deal_number == 2


@pytest.mark.parametrize("worth", [2, 11, 22])
def test_r25_house_rule_sets_cost_of_ace_in_hand(worth: int) -> None:
    game = position(["8S", "AD 3H KC"], ["8D"], ask="discard", ace_in_hand=worth)
    play(game, "discard 8S @0")
    assert game.history[0] == (100, -worth - 13)


@pytest.mark.parametrize(("target", "over"), [(250, True), (500, False)])
def test_r26_target_wins_match(target: int, over: bool) -> None:
    game = position(["8S", "3H"], ["8D"], ask="discard", target=target)
    game.scores = (150, 100)
    play(game, "discard 8S @0")
    assert (game.outcome is not None) == over
    if game.outcome:
        assert game.outcome == ((0,), Note("out", {"seat": 0}))


def test_r26_highest_of_several_wins_and_tie_goes_on() -> None:
    game = Roped(3, 1)
    for scores, winners in (((510, 500, 0), (0,)), ((510, 510, 0), ()), ((499, 0, 0), ()), ((0, 500, -20), (1,))):
        game.scores = scores
        assert game.match_winners() == winners
    game.scores, game.history = (10, 10, 0), ((0, 0, 0),) * (Roped.max_deals - 1)
    game.end_deal((0, 0, 0), (), "stalled")
    assert game.outcome == ((0, 1), Note("deal_limit", {"n": 40}))


# --- defaults and house rules -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("on", [False, True])
def test_r11_any_card_may_be_discarded_when_bluffing(on: bool) -> None:
    game = position(["8S QH 5C", "2D 3H"], ["8D", "", "2C 2S*", "4S 4H*"], ask="discard", bluff_discards=on)
    assert ("discard QH @0" in legal_plays(game)) == on
    assert "discard 8S QH @1" in legal_plays(game)
    if on:
        play(game, "discard QH @0")
        assert game.is_hidden_card_possible(SLOT[0], cards("KS")[0])
        assert question_and_seats(game) == ("reveal", (1,))
        play(game, "reveal @0")
        assert game.mismatches_to_pay == (1, 1)
    else:
        play(game, "discard 8S @0")
        assert not game.is_hidden_card_possible(SLOT[0], cards("KS")[0])
        assert game.is_hidden_card_possible(SLOT[0], cards("KD")[0])


@pytest.mark.parametrize("on", [False, True])
def test_r13_card_may_be_discarded_blind_by_house_rule(on: bool) -> None:
    game = position(["8S QH", "2D 3H"], ["8D", "KC", "2C 2S*", "4S 4H*"], "JH", ask="discard", blind_discard=on)
    assert [move for move in legal_plays(game) if "blind" in move] == (["blind @0", "blind @1"] if on else [])
    if on:
        play(game, "blind @1")
        assert pile_cards(game, SLOT[1]) == "KC JH"
        assert game.known[cards("JH")[0]] == 0
        assert game.has_blind_top[1]
        assert hand_cards(game) == "8S QH"
    else:
        assert refusal_by_seat_0(game, "blind @1") == ("roped.R13", "no_blind")


def test_r12_new_stock_is_made_of_buried_cards() -> None:
    game = position(["2H 3S", "2D 3H"], ["4H 9H 9C", "5D 5C 6C*", "8D"], ask="pick", rest=THROWN_CARDS)
    assert legal_plays(game)[-1] == "stock"
    play(game, "stock")
    assert (pile_cards(game, SLOT[0]), pile_cards(game, SLOT[1]), pile_cards(game, SLOT[2])) == ("9C", "5C 6C", "8D")
    assert sorted((*game.cards(STOCK), *game.cards(HAND[0]))) == sorted(cards("4H 9H 5D 2H 3S"))
    events = game.take_events()
    assert any(isinstance(event, PileShuffled) for event in events)
    assert all(game.known[card] == 0 for card in game.cards(STOCK))
    bare = position(["2H 3S", "2D 3H"], ["9C", "6C"], ask="pick", rest=THROWN_CARDS)
    assert refusal_by_seat_0(bare, "stock") == ("roped.R12", "no_stock")


def test_r12_filling_empty_slot_without_stock_is_refused() -> None:
    game = position(["2H 3S 4C", "2D 3H"], ["9C"], ask="discard", rest=THROWN_CARDS)
    for tried in ("fill @1", "discard 2H @1"):
        assert refusal_by_seat_0(game, tried) == ("roped.R12", "no_stock")


def test_r9_r12_turn_passes_without_possible_action() -> None:
    game = position(["2H 3S", "2D 3H"], rest=THROWN_CARDS, refill="matching")
    assert question_and_seats(game)[1] == (1,) or game.history
    game = position(["2H 3S", "2D 3H"], ["8C"], ask="pick", rest=THROWN_CARDS)
    play(game, "take 8C")
    assert pile_cards(game, SLOT[0]) == ""


def test_r23_deal_without_progress_ends_without_bonus() -> None:
    game = position(["2H 3S 4C 5C", "2D 3H"], ["8D"], ask="set")
    game.quiet_turns = MAX_QUIET_ROUNDS * game.seats - 1
    play(game, "none")
    assert game.history[0] == (-14, -5)
    game = position(["2H 3S 4C 5C", "2D 3H"], ["8D"], ask="set")
    game.turns = MAX_TURNS_PER_SEAT * game.seats - 1
    play(game, "none")
    assert game.history[0] == (-14, -5)


def test_set_lasso_and_smaller_hand_are_progress() -> None:
    game = position(["2H 3S 4C 5C", "2D 3H"], ["8D"], ask="set")
    game.quiet_turns, game.smallest_hands = 4, (5, 3)
    play(game, "none")
    assert game.quiet_turns == 0
    game = position(["2H 3H 4H 5H 9C 9D 8C", "AH 3D 2S"], ["8D"], ask="set")
    game.quiet_turns = 5
    play(game, "meld 2H 3H 4H 5H", "throw AH", "let_go")
    assert game.quiet_turns == 0


def test_deal_goes_to_left() -> None:
    game, rng = Roped(3, 9), Rng(2)
    dealers = [game.dealer]
    while len(dealers) < 5:
        game.push(rng.choice(game.legal_moves(game.seats_to_act()[0])))
        if len(game.history) == len(dealers):
            dealers.append(game.dealer)
    assert dealers == [(dealers[0] + step) % 3 for step in range(5)]


# --- more house rules -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [7, 9, 10])
@pytest.mark.parametrize("seats", [2, 4])
def test_r2_house_rule_sets_size_of_hands(size: int, seats: int) -> None:
    game = Roped(seats, 5, RopedOptions(hand=size))
    assert [len(game.cards(HAND[seat])) for seat in range(seats)] == [size] * seats
    assert game.smallest_hands == (size - 2,) * seats


@pytest.mark.parametrize(("rule", "face_up"), [("rank", "TC"), ("value", "KC")])
def test_r4_of_cards_of_equal_value_chosen_one_lies_open_by_house_rule(rule: str, face_up: str) -> None:
    game = position(["KC TC 4H", "2H 2D 5S"], ask="start", lower_card=rule)
    game.dealer = 1
    game.ask_seats("start", 0, 1)
    play(game, "0:lay KC TC", "1:lay 2H 2D")
    assert pile_cards(game, SLOT[0])[:2] == face_up
    refilled = position(["JC QC 4H", "2H 2D 5S"], ["8D", ""], ask="discard", lower_card=rule)
    play(refilled, "discard QC JC @1")
    assert pile_cards(refilled, SLOT[1]) == ("JC QC" if rule == "rank" else "QC JC")


@pytest.mark.parametrize("rule", ["set_due", "free"])
def test_r10_block_needs_no_set_by_house_rule(rule: str) -> None:
    game = position(["2H 6C JS 9D KS", "2D 3D"], ["4H 9H 9C", "TD 8D"], ask="pick", block=rule)
    if rule == "set_due":
        assert legal_plays(game) == ["take 9C", "take 8D", "stock"]
        assert refusal_by_seat_0(game, "take 4H") == ("roped.R10", "no_use")
        return
    assert legal_plays(game) == ["take 9C", "take 9H", "take 4H", "take 8D", "take TD", "stock"]
    play(game, "take 4H")
    assert hand_cards(game) == "2H 4H 6C 9C 9D 9H JS KS"
    assert game.card_due_to_meld == HIDDEN
    assert "none" in legal_plays(game) or question_and_seats(game)[0] == "discard"


def test_r12_deal_ends_after_turn_that_empties_stock_by_house_rule() -> None:
    hands, slots = ["2H 3S 4D 5C", "2D 3H"], ["4H 9H 9C", "8D", "TD TS"]
    standard = position(hands, slots, "JH", ask="pick", rest=THROWN_CARDS)
    play(standard, "stock", "discard 4D @1", "none")
    assert standard.deal_number == 1
    game = position(hands, slots, "JH", ask="pick", rest=THROWN_CARDS, stock_end="deal_ends")
    play(game, "stock", "discard 4D @1")
    assert question_and_seats(game) == ("set", (0,))
    play(game, "none")
    assert game.history == ((-2 - 3 - 5 - 10, -5),)


def test_r12_draw_may_end_without_discard_if_stock_ends_deal() -> None:
    game = position(["2H 3S", "2D 3H"], ["4H 9H 9C"], "JS KD", ask="discard", rest=THROWN_CARDS, stock_end="deal_ends")
    assert not game.cards_to_restock()
    assert refusal_by_seat_0(
        position(["2H", "2D"], ["4H 9H"], ask="pick", rest=THROWN_CARDS, stock_end="deal_ends"), "stock"
    ) == (
        "roped.R12",
        "no_stock",
    )
    play(game, "draw", "none")
    assert game.history == ((-2 - 3 - 10 - 10, -5),)


def test_r12_r23_last_stock_card_and_empty_hand_still_bring_bonus() -> None:
    game = position(["8S", "AD 3H"], ["8D", ""], "8C", ask="discard", rest=THROWN_CARDS, stock_end="deal_ends")
    play(game, "discard 8S @1")
    assert game.history == ((100, -25),)
    assert not game.outcome


@pytest.mark.parametrize("rule", ["matching", "any_two"])
def test_r13_any_two_cards_fill_empty_slot_by_house_rule(rule: str) -> None:
    game = position(["8S QH 5C", "2D 3H 4H"], ["8D", "", "2C 2S*", "4S 4D*"], ask="discard", refill=rule)
    if rule == "matching":
        assert refusal_by_seat_0(game, "discard 8S QH @1") == ("roped.R13", "pair")
        return
    assert {"discard 8S QH @1", "discard 5C 8S @1"} <= set(legal_plays(game))
    assert refusal_by_seat_0(game, "discard QH @0") == ("roped.R11", "no_match"), "open piles still need a match"
    play(game, "discard QH 8S @1")
    assert pile_cards(game, SLOT[1]) == "8S QH"
    view = game.view(1)
    assert view.is_hidden_card_possible(SLOT[1], cards("KD")[0])
    assert not view.is_hidden_card_possible(SLOT[2], cards("KD")[0])
    play(game, "reveal @1")
    assert game.mismatches_to_pay == (1, 1)


@pytest.mark.parametrize("rule", ["single", "any"])
def test_r15_house_rule_sets_number_of_sets_in_turn(rule: str) -> None:
    game = position(["2S 5S 9S KS 3D 4D 9D QD 7C", "AS 3C"], ask="set", sets_per_turn=rule)
    play(game, "meld 2S 5S 9S KS", "1:let_go")
    if rule == "single":
        assert game.seats_to_act() == (1,)
        return
    assert question_and_seats(game) == ("set", (0,))
    play(game, "meld 3D 4D 9D QD", "1:let_go")
    assert meld_cards(game, 0) == "2S 5S 9S KS / 3D 4D 9D QD"
    assert game.seats_to_act() == (1,), "a hand of one card holds no further set"


def test_r15_each_of_several_sets_has_its_own_lasso() -> None:
    game = position(["2S 5S 9S KS 3D 4D 9D QD 7C 8H", "AS AD 3C"], ask="set", sets_per_turn="any")
    play(game, "meld 2S 5S 9S KS", "1:throw AS")
    assert question_and_seats(game) == ("set", (0,))
    play(game, "meld 3D 4D 9D QD", "1:throw AD", "0:let_go")
    assert meld_cards(game, 1) == "2S 5S 9S KS / 3D 4D 9D QD"


def test_r10_r15_set_of_block_comes_first_of_several() -> None:
    game = position(
        ["2H 6H JH 3D 4D 9D QD KS", "2C 3C"], ["4H 9H 9C", "KC"], ask="pick", rest=THROWN_CARDS, sets_per_turn="any"
    )
    play(game, "take 9H", "discard KS @1")
    assert {move.partition(" ")[0] for move in legal_plays(game)} == {"meld"}
    assert all("9H" in move for move in legal_plays(game))
    play(game, "meld 2H 6H 9H JH")
    assert legal_plays(game) == ["meld 3D 4D 9D QD", "none"]


def test_r15_r23_no_further_set_once_somebody_is_out() -> None:
    game = position(["2S 5S 9S KS 3D 4D 9D QD 7C", "AS"], ask="set", sets_per_turn="any")
    play(game, "meld 2S 5S 9S KS", "1:throw AS")
    assert len(game.history) == 1 and game.history[0][1] == 100 + 26


@pytest.mark.parametrize(
    ("rule", "expected"),
    [("never", []), ("own_sets", ["add 6S", "keep"]), ("any_set", ["add 6S", "add 7D", "keep"])],
)
def test_r14_house_rule_sets_where_cards_are_added(rule: str, expected: list[str]) -> None:
    game = addition_position(add_cards=rule)
    play(game, "none")
    assert legal_plays(game) == expected
    assert (game.active_seat == 1) == (rule == "never")


def test_r14_added_card_counts_for_owner_of_set_and_is_not_roped() -> None:
    game = addition_position(add_cards="any_set")
    play(game, "none")
    assert refusal_by_seat_0(game, "add 4H") == ("roped.R14", "no_addition")
    assert refusal_by_seat_0(game, "add 6S 7D") == ("roped.R14", "no_addition")
    play(game, "add 6S")
    assert (meld_cards(game, 0), game.meld_points(0), game.meld_points(1)) == ("2S 5S 9S KS 6S", 32, 36)
    play(game, "add 7D")
    assert (meld_cards(game, 1), game.meld_points(0), game.meld_points(1)) == ("3D 4D 5D 6D 7D", 32, 50)
    assert game.prompt_for(0).key == "no_addition"
    play(game, "keep")
    assert (game.active_seat, hand_cards(game), game.quiet_turns) == (1, "4H 8C", 0)


@pytest.mark.parametrize(
    ("laid", "card", "corner", "expected"),
    [
        ("3S 4S 5S 7S", "6S", False, ("3S 4S 5S 7S 6S", 50)),  # becomes a straight flush
        ("3S 4S 5S 6S", "2S", False, ("2S 3S 4S 5S 6S", 40)),
        ("3S 4S 5S 6S", "8S", False, None),
        ("2S 3S 4S 5S", "AS", False, ("AS 2S 3S 4S 5S", 50)),
        ("TS JS QS KS", "AS", False, ("TS JS QS KS AS", 102)),
        ("JS QS KS AS", "TS", False, ("TS JS QS KS AS", 102)),
        ("JS QS KS AS", "2S", False, None),
        ("JS QS KS AS", "2S", True, ("JS QS KS AS 2S", 86)),
        ("AS 2S 3S 4S", "KS", True, ("KS AS 2S 3S 4S", 60)),
        ("AS 2S 3S 4S", "KS", False, None),
        ("7C 7D 7H 7S", "8S", False, None),
    ],
)
def test_r14_r16_r24_set_is_counted_anew(laid: str, card: str, corner: bool, expected: tuple[str, int] | None) -> None:
    game = position([f"{card} 9D", "2D 3H"], melds=[laid, "2H 5H 8H QH"], add_cards="any_set", corner=corner)
    game._ask_for_addition()
    assert (f"add {card}" in legal_plays(game)) == (expected is not None)
    if expected is not None:
        play(game, f"add {card}")
        assert (meld_cards(game, 0), game.meld_points(0)) == expected


def test_r14_card_goes_to_own_set_first_and_where_it_counts_most() -> None:
    melds = ["2S 5S 9S JS", "3S 4S 6S 8S", "TS QS KS AS"]
    game = position(["7S 9D", "2D 3H", "4D 5C"], melds=melds, add_cards="any_set")
    game._ask_for_addition()
    play(game, "add 7S")
    assert meld_cards(game, 0) == "2S 5S 9S JS 7S"
    game = position(["5S 9D", "2D 3H", "4D 5C"], melds=["", "3S 4S 6S 7S", "TS QS KS AS"], add_cards="any_set")
    game._ask_for_addition()
    play(game, "add 5S")
    assert meld_cards(game, 2) == "TS QS KS AS 5S", "seat 1 would get a straight flush for it"


def test_r14_r15_set_and_addition_exclude_each_other_in_turn() -> None:
    for sets_per_turn, question in (("single", "reveal"), ("any", "add")):
        game = position(["2S 5S 9S KS 7S 4D", "3C 4C"], ["5D 6D*"], ask="set", add_cards="own_sets",
                        sets_per_turn=sets_per_turn)  # fmt: skip
        play(game, "meld 2S 5S 9S KS", "1:let_go")
        assert game.ask is not None and game.ask.what == question


def test_r14_question_for_addition_reveals_nothing() -> None:
    game = position(["9D 8D", "2D 3H"], melds=["2S 5S 9S KS"], add_cards="own_sets")
    game._ask_for_addition()
    assert legal_plays(game) == ["keep"]
    for melds in (["", "2S 5S 9S KS"], ["7C 7D 7H 7S", "2S 5S 9S KS"]):
        game = position(["4S 8D", "2D 3H"], melds=melds, add_cards="own_sets")
        game._ask_for_addition()
        assert game.active_seat == 1


def test_r10_r14_set_of_block_comes_before_addition() -> None:
    game = position(
        ["2H 6H JH KS 3S", "2C 3C"], ["4H 9H 9C", "KC"], ask="pick", melds=["2S 5S 9S AS"], add_cards="own_sets"
    )
    play(game, "take 9H", "discard KS @1")
    assert all(move.startswith("meld") for move in legal_plays(game))


def test_r14_r23_last_card_may_be_added() -> None:
    game = position(["7S", "2D 3H"], melds=["2S 5S 9S KS"], add_cards="own_sets")
    game._ask_for_addition()
    play(game, "add 7S")
    assert game.history == ((26 + 7 + 100, -5),)


@pytest.mark.parametrize(
    ("four", "points", "shown"),
    [("KS AS 2S 3S", 52, "KS AS 2S 3S"), ("QS KS AS 2S", 66, "QS KS AS 2S"), ("KS 2S 3S 4S", 19, "2S 3S 4S KS")],
)
def test_r16_straight_flush_round_the_corner_counts_by_house_rule(four: str, points: int, shown: str) -> None:
    assert set_points(cards(four), True) == points
    game = position([f"{four} TD 3H", "2D 3D"], ask="set", corner=True)
    assert game.describe(game.legal_moves(0)[0]).placeholders["n"] == points
    play(game, f"meld {four}")
    assert meld_cards(game, 0) == shown
    assert game.meld_points(0) == points
    assert position([f"{four} TD", "2D"], ask="set").points_of_set(cards(four)) < 25


@pytest.mark.parametrize("safe", [False, True])
def test_r18_straight_flush_is_safe_by_house_rule(safe: bool) -> None:
    game = position(["3C 4C 5C 6C TD 3S", "AC 3D"], ask="set", safe_flush=safe)
    play(game, "meld 3C 4C 5C 6C")
    assert (question_and_seats(game)[0] == "lasso") != safe == ("safe" in announced_keys(game))
    plain = position(["3C 4C 5C 7C TD 3S", "AC 3D"], ask="set", safe_flush=safe)
    play(plain, "meld 3C 4C 5C 7C")
    assert question_and_seats(plain)[0] == "lasso"


def test_r18_later_ace_answers_by_house_rule() -> None:
    hands = ["7C 7D 7H 7S 2C 3S", "AD 3D", "KD 6D", "AS KC"]
    standard = position(hands, ask="set")
    play(standard, "meld 7C 7D 7H 7S", "1:throw AD", "2:let_go", "3:throw AS")
    assert legal_plays(standard, 3) == ["let_go"]
    game = position(hands, ask="set", answering_ace=True)
    play(game, "meld 7C 7D 7H 7S", "1:throw AD", "2:let_go", "3:throw AS")
    assert legal_plays(game, 2) == ["rope KD", "let_go"]
    assert legal_plays(game, 3) == ["rope AS", "let_go"]
    assert game.refusal(Move.parse("3:rope KC")) == ("roped.R19", "wrong_rope_ace", {"card": cards("KD")[0]})
    assert game.prompt_for(3).placeholders["card"] == cards("AS")[0]
    board = game.board_for(3)
    assert board is not None and board.thrown_cards == cards("AD") and board.lines[1].key == "next_or_ace"
    play(game, "2:rope KD", "3:rope AS", "0:let_go")
    assert meld_cards(game, 2) == "7C 7D 7H 7S", "the first clockwise from the owner of the set"
    play(game, "3:rope AS", "0:let_go", "1:let_go")
    assert meld_cards(game, 3) == "7C 7D 7H 7S"
    assert game._cards_that_rope()[0] == cards("KS")[0], "the lasso goes on from that ace's king"


def test_r18_answering_aces_are_those_that_rope_the_set() -> None:
    game = position(["2C 5C 8C JC TD 3S", "AC 3D", "AH 4H"], ask="set", answering_ace=True)
    play(game, "meld 2C 5C 8C JC", "1:throw AC", "2:let_go")
    assert legal_plays(game, 2) == ["let_go"]
    assert game._cards_that_rope() == cards("KC")


@pytest.mark.parametrize("points", [0, 5, 20])
def test_r22_house_rule_sets_points_of_mismatch(points: int) -> None:
    game = position(["AC 2C 3D", "AD 2D", "3H 4H"], ["5D QS*"], mismatch_points=points)
    play(game, "reveal @0")
    assert announced_keys(game, loud=True) == (["mismatch"] if points else [])
    game._score_deal("quiet", {"n": 3})
    assert game.history[0] == (-27 - points, -24 - points, -7 - points)


@pytest.mark.parametrize("rule", ["stays", "returned"])
def test_r22_caught_card_returns_to_hand_by_house_rule(rule: str) -> None:
    game = position(["AC 2C 3D", "AD 2D", "3H 4H"], ["5D QS*"], caught_card=rule)
    game.laid_by = (2, -1, -1, -1)
    play(game, "reveal @0")
    if rule == "stays":
        assert pile_cards(game, SLOT[0]) == "5D QS"
        return
    assert pile_cards(game, SLOT[0]) == "5D"
    assert hand_cards(game, 2) == "3H 4H QS"
    assert game.known[cards("QS")[0]] == 7, "all have seen it"
    assert "take 5D" in legal_plays(game)
    matching = position(["AC 2C 3D", "AD 2D", "3H 4H"], ["5D 5S*"], caught_card=rule)
    matching.laid_by = (2, -1, -1, -1)
    play(matching, "reveal @0")
    assert pile_cards(matching, SLOT[0]) == "5D 5S"


def test_r22_r23_card_of_seat_that_is_out_stays() -> None:
    game = position(["AC 2C 3D", "", "3H 4H"], ["5D QS*"], caught_card="returned", last_round="equal_turns")
    game.laid_by = (1, -1, -1, -1)
    play(game, "reveal @0")
    assert pile_cards(game, SLOT[0]) == "5D QS"


@pytest.mark.parametrize("bonus", [25, 50, 100])
def test_r23_house_rule_sets_bonus(bonus: int) -> None:
    game = position(["8S", "AD 3H"], ["8D", "KC"], ask="discard", bonus=bonus)
    play(game, "discard 8S @0")
    out = next(event.note for event in game.take_events() if isinstance(event, Announced) and event.note.key == "out")
    assert out.placeholders["points"] == bonus
    assert game.history[0] == (bonus, -25)


def test_r23_others_finish_round_by_house_rule() -> None:
    game = position(["8S", "8C 3H", "AD 9H"], ["8D"], ask="discard", last_round="equal_turns")
    play(game, "discard 8S @0")
    assert announced_keys(game, loud=True) == ["out_round"]
    assert not game.history and game.seats_to_act() == (1,)
    play(game, "reveal @0", "take 8S", "discard 8C @0")
    assert game.seats_to_act() == (2,)
    play(game, "reveal @0", "take 8C", "discard 8C @0")
    assert game.history == ((100, -11, -31),)


def test_r23_last_seat_of_round_ends_deal_at_once() -> None:
    game = position(["8S", "8C 3H", "AD 9H"], ["8D"], ask="discard", last_round="equal_turns")
    game.turns = 2
    play(game, "discard 8S @0")
    assert announced_keys(game, loud=True) == ["out"]
    assert game.history == ((100, -11, -31),)


def test_r21_r23_seat_out_by_lasso_has_no_further_turn() -> None:
    game = position(["2C 5C 8C JC TD 3S", "AC", "3D 4D"], ["8D"], ask="set", last_round="equal_turns")
    play(game, "meld 2C 5C 8C JC", "1:throw AC", "2:let_go", "0:let_go", "2:let_go")
    assert not game.history and game.seats_to_act() == (2,)
    play(game, "take 8D", "discard 3D 8D @0")
    assert len(game.history) == 1
    assert game.history[0] == (-13, 100 + 25, -4)


@pytest.mark.parametrize("deals", [1, 3, 5])
def test_r26_match_of_fixed_number_of_deals(deals: int) -> None:
    game = position(["8S", "3H"], ["8D"], ask="discard", deals=deals)
    assert (game.deals_planned(), game.target_score()) == (deals, 0)
    game.scores = (700, 0)
    game.history = ((700 // max(1, deals - 1), 0),) * (deals - 1)
    play(game, "discard 8S @0")
    assert game.outcome is not None and game.outcome.winners == (0,)
    early = position(["8S", "3H"], ["8D"], ask="discard", deals=deals)
    early.scores = (700, 0)
    play(early, "discard 8S @0")
    assert (early.outcome is None) == (deals > 1)


def test_r26_level_seats_share_match_of_fixed_number_of_deals() -> None:
    game = Roped(3, 1, RopedOptions(deals=3))
    game.scores, game.history = (80, 80, 10), ((80, 80, 10),) * 3
    assert game.match_winners() == (0, 1)


def test_r26_target_of_a_thousand() -> None:
    game = Roped(2, 1, RopedOptions(target=1000))
    game.scores = (990, 0)
    assert not game.match_winners()
    game.scores = (1000, 0)
    assert game.match_winners() == (0,)


def test_r26_match_can_be_won_up_to_its_last_deal() -> None:
    game = Roped(3, 1, RopedOptions(deals=3))
    game.history, game.scores = ((0, 0, 0),) * 2, (-200, 900, 0)
    assert game.can_still_win(0), "no number of points is out of reach"
