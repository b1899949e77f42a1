"""Big Two: rules R1 … R15, golden scenarios G12 … G15, house rules, refusals."""

from collections import Counter

import pytest

from engine import options
from engine.cards import HIDDEN, Card, cards, parse, texts
from engine.events import Announced, CardsMoved, DealScored, MatchEnded, QuestionAsked
from engine.game import STOCK
from engine.games.big_two.game import HANDS, PLAYED, TRICK, BigTwo
from engine.games.big_two.options import BigTwoOptions
from engine.moves import TABLE, Ask, IllegalMoveError, Move, Note, Pile
from engine.rng import Rng
from scenes.text.catalogue import Words
from tests.games.big_two import hands_of, make_position, play_lines
from tests.support.refusals import refusal_of

# --- the deal and control ---------------------------------------------------------------------------------------


def test_r1_four_players_get_thirteen_cards_singly_clockwise() -> None:
    game = BigTwo(4, 7)
    dealt = [event for event in game.take_events() if isinstance(event, CardsMoved) and event.manner == "deal"]
    assert [event.target.owner for event in dealt] == [place % 4 for place in range(52)]
    assert [len(game.cards(pile)) for pile in (*HANDS, STOCK)] == [13, 13, 13, 13, 0]
    for seats in (1, 5):
        with pytest.raises(ValueError, match="seats"):
            BigTwo(seats, 7)


def test_r1_holder_of_lowest_card_gets_last_card_of_three_players() -> None:
    for seed in range(6):
        game = BigTwo(3, seed)
        (opener,) = game.seats_to_act()
        assert [len(game.cards(hand)) for hand in HANDS[:3]] == [17 + (seat == opener) for seat in range(3)]
        assert parse("3D") in game.cards(HANDS[opener])
        dealt = [event for event in game.take_events() if isinstance(event, CardsMoved) and event.manner == "deal"]
        assert [event.target.owner for event in dealt] == [*(place % 3 for place in range(51)), opener]


def test_r1_r2_lowest_card_dealt_opens_between_two_players() -> None:
    lowest = set()
    for seed in range(12):
        game = BigTwo(2, seed)
        (opener,) = game.seats_to_act()
        assert [len(game.cards(pile)) for pile in (*HANDS[:2], STOCK)] == [13, 13, 26]
        card = min((card for hand in HANDS[:2] for card in game.cards(hand)), key=game.sort_key)
        lowest.add(card)
        assert game.legal_moves(opener) == [Move(opener, "play", (card,))]
        game.push(game.legal_moves(opener)[0])
        world = game.view(opener).determinize(Rng(seed))
        assert all(game.sort_key(other) > game.sort_key(card) for other in world.cards(HANDS[1 - opener]))
        view = game.view(1 - opener)
        assert set(view.cards(STOCK)) == {HIDDEN}
    assert len(lowest) > 1


@pytest.mark.parametrize("seats", [2, 3])
def test_r5_control_after_all_others_pass_with_fewer_players(seats: int) -> None:
    game = make_position("5D 9C", *["4D 6S", "KC"][: seats - 1], seats=seats)
    play_lines(game, "0:play 5D", *(f"{seat}:pass" for seat in range(1, seats)))
    assert (game.seats_to_act(), game.play_to_beat) == ((0,), None)


@pytest.mark.parametrize("seats", [2, 3])
def test_matches_of_fewer_players_end(seats: int) -> None:
    _random_match(BigTwo(seats, 3), Rng(seats))


def test_dealing_without_events_gives_same_hands() -> None:
    watched, unwatched = BigTwo(4, 11), BigTwo(4, 11)
    unwatched.events = None
    for game in (watched, unwatched):
        game.deal()
    assert watched == unwatched


def test_r2_three_of_diamonds_opens_alone() -> None:
    for seed in range(8):
        game = BigTwo(4, seed)
        (seat,) = game.seats_to_act()
        assert parse("3D") in game.cards(HANDS[seat])
        assert game.legal_moves(seat) == [Move(seat, "play", cards("3D"))]


def test_any_hand_containing_three_of_diamonds_may_open_by_house_rule() -> None:
    """R2, house rule open_with_3d"""
    held = "3D 3C 4H 5S 6D 7D KD"
    game = make_position(held, "9C", "TC", "JC", opening=True, rules=BigTwoOptions(open_with_3d="any_hand_containing"))
    found = {texts(move.cards) for move in game.legal_moves(0)}
    assert found == {"3D", "3C 3D", "3D 4H 5S 6D 7D"}
    assert refusal_of(game, "0:play 3C") == ("big_two.R2", "open_any")
    assert refusal_of(game, "0:play 3D 4H") == ("big_two.R8", "not_pair")
    game = make_position(held, "9C", "TC", "JC", opening=True)
    assert refusal_of(game, "0:play 3C 3D") == ("big_two.R2", "open_single")


def test_samples_give_opener_three_of_diamonds() -> None:
    """The opener holds the three of diamonds, so every sample puts it there (R2)."""
    game = BigTwo(4, 3, BigTwoOptions(open_with_3d="any_hand_containing"))
    (opener,) = game.seats_to_act()
    for viewer in range(4):
        world = game.view(viewer).determinize(Rng(viewer))
        assert parse("3D") in world.cards(HANDS[opener])


def test_last_card_is_announced_when_one_is_left_and_not_before() -> None:
    game = make_position("5D 6D 7D", "KD KC", "KH", "KS")
    last_card = Announced(TABLE, Note("last_card", {"seat": 0}))
    for line in ("0:play 5D", "1:pass", "2:pass", "3:pass"):
        play_lines(game, line)
    assert last_card not in game.take_events()
    play_lines(game, "0:play 6D")
    assert last_card in game.take_events()


def test_r4_follower_plays_as_many_higher_cards_or_passes() -> None:
    game = play_lines(make_position("5D 5H 9C", "4D 4C 6S 6D TC 7D 7C 7H", "KC", "KD"), "0:play 5D 5H")
    assert {texts(move.cards) for move in game.legal_moves(1)} == {"6D 6S", "7C 7D", "7D 7H", "7C 7H", ""}
    assert refusal_of(game, "1:play TC") == ("big_two.R4", "wrong_count_pair")
    assert refusal_of(game, "1:play 7C 7D 7H") == ("big_two.R4", "wrong_count_pair")
    assert refusal_of(game, "1:play 4C 4D") == ("big_two.R8", "too_low_pair")
    assert refusal_of(game, "2:play KC") == ("big_two.R4", "not_your_turn")
    with pytest.raises(IllegalMoveError):
        play_lines(game, "1:play 4C 4D")


def test_r5_control_after_three_passes_sweeps_trick_before_lead() -> None:
    game = play_lines(make_position("5D 9C", "4D 6S", "KC", "KD"), "0:play 5D", "1:pass", "2:pass")
    assert game.cards(TRICK) == cards("5D")
    before = len(game.cards(PLAYED))
    game.take_events()
    play_lines(game, "3:pass")
    events = game.take_events()
    assert [type(event) for event in events] == [Announced, CardsMoved, QuestionAsked]
    assert isinstance(events[1], CardsMoved)
    assert (events[1].manner, events[1].target, events[1].cards) == ("sweep", PLAYED, cards("5D"))
    assert game.seats_to_act() == (0,)
    assert (game.play_to_beat, game.cards(TRICK), len(game.cards(PLAYED))) == (None, (), before + 1)


G12_HANDS = ("3D 4C", "5C 6C", "2D 9S", "KS 8S")
G12_START = ("0:play 3D", "1:play 5C", "2:pass", "3:play KS", "0:pass", "1:pass")


def test_g12_passed_seat_may_play_again_in_same_trick() -> None:
    """R5, pass_rule re_enter"""
    game = play_lines(make_position(*G12_HANDS, opening=True), *G12_START)
    assert game.seats_to_act() == (2,)
    play_lines(game, "2:play 2D")
    assert game.winning_seat == 2
    assert game.seats_to_act() == (3,)


def test_seat_is_locked_out_until_control_is_won() -> None:
    rules = BigTwoOptions(pass_rule="locked_out")
    game = make_position("4C 9C QC 3C", "5C TC KC", "6C JC AC", "7C 2C 3S", rules=rules)
    play_lines(game, "0:play 4C", "1:pass", "2:play 6C", "3:play 7C", "0:play 9C")
    assert game.seats_to_act() == (2,)
    play_lines(game, "2:play JC", "3:pass", "0:play QC")
    assert game.seats_to_act() == (2,)
    play_lines(game, "2:pass")
    assert game.seats_to_act() == (0,)
    assert (game.passed_mask, game.play_to_beat) == (0, None)


@pytest.mark.parametrize(
    ("pass_rule", "key"), [("re_enter", "only_pass_single"), ("locked_out", "only_pass_out_single")]
)
def test_r5_prompt_to_pass_says_whether_the_seat_stays_out(pass_rule: str, key: str) -> None:
    rules, _ = options.from_mapping(BigTwoOptions, {"pass_rule": pass_rule})
    game = play_lines(make_position("KC 4D", "5C", "6C", "7C", rules=rules), "0:play KC")
    assert game.prompt_for(1).key == key


@pytest.mark.parametrize("pass_rule", ["re_enter", "locked_out"])
def test_g13_r6_two_of_spades_wins_control_at_once(pass_rule: str) -> None:
    rules, _ = options.from_mapping(BigTwoOptions, {"pass_rule": pass_rule})
    game = play_lines(make_position("2S 4C 5C", "9S 6S", "TS 7S", "JS 8S", rules=rules), "0:play 2S")
    assert game.seats_to_act() == (0,)
    assert game.play_to_beat is None
    assert [event.ask.seats for event in game.take_events() if isinstance(event, QuestionAsked)] == [(0,)]
    assert Move(0, "pass") not in game.legal_moves(0)


def test_two_of_spades_in_pair_wins_control_only_after_passes() -> None:
    """R6 holds only for the single card."""
    game = play_lines(make_position("2S 2D 5C", "9S", "TS", "JS"), "0:play 2D 2S")
    assert game.seats_to_act() == (1,)
    assert game.legal_moves(1) == [Move(1, "pass")]


def test_r7_any_hand_may_be_led() -> None:
    game = make_position("4C 4D 4H 5C 5D 6C 7C 8S", "9S", "TS", "JS")
    kinds = Counter(game.describe(move).key for move in game.legal_moves(0))
    assert kinds == {
        "single": 8,
        "pair": 4,
        "triple": 1,
        "two_pair": 3,
        "full_house": 1,
        "straight": 6,
    }


def test_g15_seat_in_control_may_not_pass() -> None:
    """R7"""
    game = make_position("4C 5C", "9S", "TS", "JS")
    assert refusal_of(game, "0:pass") == ("big_two.R7", "must_lead")
    assert refusal_of(BigTwo(4, 1), f"{BigTwo(4, 1).winning_seat}:pass") == ("big_two.R2", "must_open")


# --- scores -----------------------------------------------------------------------------------------------------


def test_g14_r15_winner_gets_losses_of_others() -> None:
    """R15; going out with the two of spades ends the deal."""
    game = play_lines(make_position("2S", *hands_of(4, 7, 13), rules=BigTwoOptions(match=1)), "0:play 2S")
    assert game.history == ((24, -4, -7, -13),)
    scored, ended = game.take_events()[-2:]
    assert isinstance(scored, DealScored)
    assert (scored.points, scored.winners, scored.reason.key) == ((24, -4, -7, -13), (0,), "out")
    assert isinstance(ended, MatchEnded)
    assert ended.winners == (0,)
    assert game.outcome is not None
    assert game.seats_to_act() == ()
    assert game.cards(TRICK) == cards("2S")


def test_g14_r15_hong_kong_scoring_costs_more_for_many_cards() -> None:
    """R15, house rule scoring"""
    rules = BigTwoOptions(match=1, scoring="hk")
    assert play_lines(make_position("2S", *hands_of(9, 10, 12), rules=rules), "0:play 2S").history == (
        (53, -9, -20, -24),
    )


def test_last_card_ends_deal_without_control() -> None:
    game = play_lines(make_position("5C", *hands_of(4, 4, 4)), "0:play 5C")
    assert game.history == ((12, -4, -4, -4),)
    assert game.deal_number == 2
    assert [len(game.cards(pile)) for pile in HANDS] == [13] * 4
    assert game.is_opening
    assert parse("3D") in game.cards(HANDS[game.winning_seat])


@pytest.mark.parametrize("deals", [1, 5, 10])
def test_match_ends_after_agreed_deals(deals: int) -> None:
    game = _random_match(BigTwo(4, deals, BigTwoOptions(match=deals)), Rng(deals))
    assert len(game.history) == game.deals_planned() == deals


def test_equal_totals_share_win() -> None:
    game = make_position("5C", *hands_of(4, 4, 4), rules=BigTwoOptions(match=5))
    game.history, game.scores = ((0, 0, 0, 0),) * 4, (-12, 4, -3, 11)
    play_lines(game, "0:play 5C")
    assert game.scores == (0, 0, -7, 7)
    assert game.outcome is not None and game.outcome.winners == (3,)
    game.scores = (7, 0, -14, 7)
    assert game.match_winners() == (0, 3)


def _random_match(game: BigTwo, rng: Rng) -> BigTwo:
    for _ in range(6000):
        if game.outcome is not None:
            break
        (seat,) = game.seats_to_act()
        game.push(rng.choice(game.legal_moves(seat)))
    assert game.outcome is not None
    assert all(sum(points) == 0 for points in game.history)
    assert tuple(map(sum, zip(*game.history, strict=True))) == game.scores
    return game


# --- refusals and words -----------------------------------------------------------------------------------------

SECOND = "3C 4D 4C 4H 4S 5D 5C 6H 7S 8D 9C 3H 6D 7D JD 2D AD 3S QH KH"


@pytest.mark.parametrize(
    ("lead", "tried", "rule", "key"),
    [
        ("", "4D 4C 4H 5D 5C 6H", "R7", "too_many"),
        ("", "", "R7", "no_cards"),
        ("", "3C 4D", "R8", "not_pair"),
        ("", "3C 4D 4C", "R9", "not_triple"),
        ("", "3C 4D 4C 4H", "R10", "not_four"),
        ("", "3C 4D 4C 4H 5D", "R14", "not_five"),
        ("", "AD 2D 3C 4D 5C", "R11", "wraps"),
        ("", "4D 4C 4H 4S 5C", "R10", "quads_alone"),
        ("9D", "5D", "R4", "too_low_single"),
        ("9D", "", "R4", "wrong_count_single"),
        ("9D 9H", "5C 5D", "R8", "too_low_pair"),
        ("9D 9H", "5C", "R4", "wrong_count_pair"),
        ("9D 9H 9S", "4C 4D 4H", "R9", "too_low_triple"),
        ("9D 9H TD TC", "4C 4D 5D 5C", "R10", "too_low_two_pair"),
        ("TD TC TH TS", "4C 4D 4H 4S", "R10", "too_low_quads"),
        ("TD TC TH TS", "4C 4D 5D 5C", "R10", "below_quads"),
        ("9D TD JC QC KC", "5D 6H 7S 8D 9C", "R11", "too_low_straight"),
        ("9S TS JS QS 2S", "6D 7D JD 2D AD", "R12", "too_low_flush"),
        ("9S TS JS QS 2S", "5D 6H 7S 8D 9C", "R14", "below_flush"),
        ("9D 9H 9S TD TC", "4C 4D 4H 5D 5C", "R13", "too_low_full_house"),
        ("9D 9H 9S TD TC", "5D 6H 7S 8D 9C", "R14", "below_full_house"),
        ("9S TS JS QS KS", "4C 4D 4H 5D 5C", "R14", "below_straight_flush"),
        ("9S TS JS QS KS", "4D 5D 6D 7D 8D", "R14", "too_low_straight_flush"),
    ],
)
def test_refusals_name_their_rule(lead: str, tried: str, rule: str, key: str) -> None:
    second = set(cards(SECOND))
    first = [Card(card) for card in range(52) if card not in second]
    game = make_position(texts(first), SECOND, "", "")
    if lead:
        play_lines(game, f"0:play {lead}")
    else:
        game.winning_seat, game.ask = 1, Ask("play", (1,))
    assert refusal_of(game, Move(1, "play", cards(tried))) == (f"big_two.{rule}", key)


def test_hands_lower_than_four_plus_one_are_refused() -> None:
    rules = BigTwoOptions(four_plus_one=True)
    game = play_lines(make_position("9D 9C 9H 9S 3D 3H", "4D 4C 4H 4S 5D 5C", rules=rules), "0:play 9D 9C 9H 9S 3D")
    assert refusal_of(game, "1:play 4D 4C 4H 4S 5D") == ("big_two.R14", "too_low_four_plus_one")
    assert refusal_of(game, "1:play 4D 4C 4H 5C 5D") == ("big_two.R14", "below_four_plus_one")


def test_refusal_of_five_cards_names_every_legal_hand() -> None:
    """R14, house rule four_plus_one"""
    words = Words("en")
    name = words("big_two.option.four_plus_one.name").casefold()
    for on in (False, True):
        game = make_position("3C 4D 4C 4H 5D", "9S", "TS", "JS", rules=BigTwoOptions(four_plus_one=on))
        refusal = game.refusal(Move(0, "play", cards("3C 4D 4C 4H 5D")))
        assert refusal is not None and refusal.rule == "big_two.R14"
        text = words.note_text("big_two", "refusal", Note(refusal.key, refusal.placeholders))
        assert (name in text.casefold()) == on


def test_question_rule_opens_then_follows_then_leads() -> None:
    game = BigTwo(4, 3)
    (first,) = game.seats_to_act()
    out_of_turn = Move((first + 1) % 4, "pass")
    found = [refusal_of(game, str(out_of_turn))]
    game.push(game.legal_moves(first)[0])
    found.append(refusal_of(game, f"{first}:pass"))
    for step in range(1, 4):
        game.push(Move((first + step) % 4, "pass"))
    found.append(refusal_of(game, str(out_of_turn)))
    assert found == [("big_two.R2", "not_your_turn"), ("big_two.R4", "not_your_turn"), ("big_two.R7", "not_your_turn")]


def test_cards_forming_no_hand_are_described_by_count() -> None:
    note = make_position("3D 4C").describe(Move(0, "play", cards("3D 4C")))
    assert (note.key, note.placeholders["n"]) == ("play", 2)


def test_r3_hand_is_sorted_by_rank_then_suit() -> None:
    game = BigTwo(4, 1)
    assert texts(sorted(cards("2S 2D AS 3C TH TD 3D"), key=game.sort_key)) == "3D 3C TD TH AS 2D 2S"


def test_view_moves_of_other_seats_use_known_cards_only() -> None:
    game = BigTwo(4, 5)
    (seat,) = game.seats_to_act()
    game.play(game.legal_moves(seat)[0])
    (following,) = game.seats_to_act()
    view = game.view((following + 1) % 4)
    assert view.legal_moves(following) == [Move(following, "pass")]
    assert set(view.cards(Pile("hand", following))) == {-1}
