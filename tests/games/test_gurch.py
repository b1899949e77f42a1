"""Gurch: golden scenarios G1 … G18, tricks and the duties in them, the final round, minigames, scores."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import RANKS, SUITS, Card, packs, parse, rank
from engine.events import Moved, Said, Scored
from engine.game import STOCK
from engine.games.gurch import Gurch
from engine.games.gurch.game import HAND, REPEATS, TRICK
from engine.games.gurch.options import HouseRules
from engine.games.gurch.plays import VALUE, divided, duty, elected, in_order, leads, total
from engine.moves import Move, Note
from engine.rng import Rng
from scenes.text.words import Words
from tests.games.gurch import deck_cards, finish, follow, legal, own, play, refused, tricks
from tests.support.reading import paragraph

# --- cards, leads, followers (R1, R14 … R20) --------------------------------------------------------------------


def test_r1_the_ace_is_high_the_two_low_and_suits_never_matter() -> None:
    order = "23456789TJQKA"
    for value, letter in enumerate(order, 2):
        assert {VALUE[parse(letter + suit)] for suit in SUITS} == {value}
    game = follow("A K 7 3 2", "8 8")
    seat = game.waiting()[0]
    assert all(game.alike(card) == rank(card) for card in packs(1))
    other = tricks("8 8 3", "A 2 2 2 3")
    play(other, "8 8")
    ace, twos = own(other, "A", 1)[0], [card for card in other.piles[HAND[1]] if RANKS[rank(card)] == "2"]
    for two in twos:
        move = Move(1, "play", (two, ace))
        assert other.refusal(move) is None
        assert other.canonical(move) == other.legal_moves(1)[0]
    assert len(other.legal_moves(1)) == 1
    assert seat == 1


def test_g1_r18_an_ace_or_a_king_is_played_with_the_lowest() -> None:
    assert legal(follow("A K 7 3 2", "8 8")) == {"A2", "K2"}


def test_g3_r17_every_single_that_wins_is_legal() -> None:
    assert legal(follow("K 9 5 3 2", "9")) == {"9", "K"}


def test_g4_r19_only_the_lowest_is_legal() -> None:
    assert legal(follow("T 8 5 3 2", "J")) == {"2"}


def test_g5_r16_r17_only_the_pair_that_wins_is_legal() -> None:
    assert legal(follow("K K 7 7 2", "Q Q")) == {"KK"}


def test_g6_r16_an_equal_pair_wins_too() -> None:
    assert legal(follow("7 7 K K 2", "7 7")) == {"77", "KK"}


def test_g7_r18_exactly_one_higher_card_is_played() -> None:
    game = follow("K K Q 3 2", "8 8 8")
    assert legal(game) == {"K32", "Q32"}
    assert refused(game, "K K 2") == ("gurch.R18", "beat_with_lowest")


@pytest.mark.parametrize(("equal", "expected"), [(False, {"32"}), (True, {"K2"})])
def test_g8_r19_an_equal_single_beats_only_by_the_house_rule(equal: bool, expected: set[str]) -> None:
    assert legal(follow("K 8 5 3 2", "K K", equal_and_sacrifice=equal)) == expected


@pytest.mark.parametrize(("benchmark", "expected"), [("current", {"A2"}), ("lead", {"A2", "Q2"})])
def test_g9_r18_the_house_rule_says_what_must_be_beaten(benchmark: str, expected: set[str]) -> None:
    assert legal(follow("A Q 7 3 2", "8 8", "K K", benchmark=benchmark)) == expected


@pytest.mark.parametrize(("benchmark", "expected"), [("current", {"32"}), ("lead", {"99"})])
def test_g10_r16_a_set_above_the_lead_is_played_by_the_house_rule(benchmark: str, expected: set[str]) -> None:
    game = follow("9 9 7 3 2", "8 8", "K K", benchmark=benchmark)
    assert legal(game) == expected
    play(game, " ".join(expected.pop()))
    assert game.best == 1, "the kings still win"


def test_g11_r20_r21_mixed_cards_never_win_and_equal_later_ones_do() -> None:
    game = tricks("8 8 4 4", "A 2 3 3", "8 8 5 5", "3 2 6 7")
    play(game, "8 8", "A 2", "8 8", "3 2")
    assert game.leader == 2
    assert game.waiting() == (2,)


def test_g12_r21_the_last_of_the_highest_wins() -> None:
    game = play(tricks("8 8 3 3", "K K 3 5", "K K 5 5", "4 2 6 7"), "8 8", "K K", "K K", "4 2")
    assert game.waiting() == (2,)


def test_g13_r18_the_rest_may_be_high_when_the_hand_is_nearly_empty() -> None:
    assert legal(play(tricks("8 8 3", "A K Q"), "8 8")) == {"AQ", "KQ"}


def test_r14_one_to_four_of_a_rank_may_be_led() -> None:
    game = tricks("8 8 8 8 K", "2 3 4 5 6")
    assert legal(game) == {"8", "88", "888", "8888", "K"}
    assert refused(game, "8 K") == ("gurch.R14", "lead_unequal")
    assert refused(game, "") == ("gurch.R14", "no_card")
    play(game, "8 8 8 8")
    assert len(game.piles[TRICK[0]]) == 4


def test_r15_as_many_are_played_as_were_led() -> None:
    game = follow("A K 7 3 2", "8 8")
    assert refused(game, "A") == ("gurch.R15", "as_many")
    assert refused(game, "A 3 2") == ("gurch.R15", "as_many")


def test_r17_a_seat_that_can_win_must_and_may_break_a_bigger_group() -> None:
    game = follow("K K K 3 2", "8 8")
    assert legal(game) == {"KK"}
    assert refused(game, "K 2") == ("gurch.R17", "must_win")
    assert refused(game, "3 2") == ("gurch.R17", "must_win")


def test_r18_a_higher_card_must_be_played_with_the_lowest() -> None:
    game = follow("A K 7 3 2", "8 8")
    assert refused(game, "3 2") == ("gurch.R18", "must_beat_2")
    assert refused(game, "A 3") == ("gurch.R18", "beat_with_lowest")
    assert refused(follow("A 7 7 3 2", "8 8"), "7 7") == ("gurch.R18", "must_beat_1")
    assert refused(follow("A K Q 3 2", "8 8"), "3 2") == ("gurch.R18", "must_beat_3")


def test_r18_an_equal_card_may_be_played_by_the_house_rule() -> None:
    assert legal(follow("A K 7 3 2", "K K", equal_and_sacrifice=True)) == {"A2", "K2"}
    assert legal(follow("A K 7 3 2", "K K")) == {"A2"}


def test_r19_the_lowest_cards_are_played_otherwise() -> None:
    assert refused(follow("T 8 5 3 2", "J"), "T") == ("gurch.R19", "lowest_card")
    assert refused(follow("T 8 5 3 2", "J J"), "T 8") == ("gurch.R19", "lowest_cards")


def test_r20_low_pairs_played_as_a_sacrifice_do_not_win() -> None:
    game = play(tricks("K K 3", "2 2 9", "8 7 6"), "K K", "2 2")
    assert game.best == 0
    assert play(game, "7 6").waiting() == (0,)


def test_r20_a_beat_does_not_raise_what_must_be_beaten() -> None:
    game = play(tricks("8 8 3", "A 2 2", "9 9 5"), "8 8", "A 2")
    assert game.benchmark == 8
    assert legal(game) == {"99"}


def test_r21_the_leader_leads_again_if_nobody_beats() -> None:
    game = play(tricks("K 4 3", "5 6 7", "5 6 7"), "K", "5", "5")
    assert game.waiting() == (0,)
    assert not any(game.piles[TRICK[seat]] for seat in range(3))


values = st.lists(st.sampled_from(list(packs(1))), min_size=2, max_size=5, unique=True)


@given(cards=values, count=st.integers(1, 4), bar=st.integers(2, 14), equal=st.booleans())
def test_r16_r17_r18_r19_duties_follow_from_the_rules_as_written(
    cards: list[Card], count: int, bar: int, equal: bool
) -> None:
    count = min(count, len(cards))
    held = in_order(cards)
    kind, plays = duty(held, count, bar, equal=equal)
    shapes = {tuple(VALUE[card] for card in in_order(chosen)) for chosen in plays}
    assert len(shapes) == len(plays), "a play is listed twice"
    sets = {
        tuple(VALUE[c] for c in some)
        for some in combinations(held, count)
        if len({VALUE[c] for c in some}) == 1 and VALUE[some[0]] >= bar
    }
    lowest = tuple(VALUE[card] for card in held[:count])
    singles = [card for card in held if VALUE[card] > bar or (equal and VALUE[card] == bar)]
    if sets:
        assert (kind, shapes) == ("win", sets)
    elif count > 1 and singles:
        mixed = set()
        for high in singles:
            others = [card for card in held if card != high][: count - 1]
            mixed.add(tuple(sorted(VALUE[card] for card in (high, *others))))
        assert (kind, shapes) == ("beat", mixed)
    else:
        assert (kind, shapes) == ("low", {lowest})


@given(cards=values)
def test_r14_all_groups_may_be_led(cards: list[Card]) -> None:
    found = [tuple(VALUE[card] for card in lead) for lead in leads(in_order(cards))]
    counts = {value: [VALUE[c] for c in cards].count(value) for value in map(VALUE.__getitem__, cards)}
    assert sorted(found) == sorted((value,) * n for value, most in counts.items() for n in range(1, most + 1))


def test_hands_are_always_equal_when_a_trick_begins() -> None:
    for seed in range(40):
        rng = Rng(seed)
        game = Gurch(2 + seed % 5, seed)
        while game.deal_number == 1 and game.outcome is None:
            if game.ask is not None and game.ask.what == "play" and not game.count:
                assert len({len(game.piles[HAND[seat]]) for seat in game.players}) == 1
            game.push(rng.choice(game.legal_moves(game.waiting()[0])))


# --- the final round and the score (R22, R23) -------------------------------------------------------------------


def test_g14_r22_r23_the_lowest_wins_the_value_of_the_highest() -> None:
    game = finish("3", "J", "5", "K", target=0)
    assert game.outcome == ((0,), Note("won", {"seat": 0, "n": 3, "prize": 13, "seat_loser": 3}))
    assert game.scores == (13, 0, 0, 0)


def test_g15_r22_several_cards_are_added_up() -> None:
    assert finish("4 4", "2 A", "9 9", "K 2", target=0).scores == (18, 0, 0, 0)


def test_r22_a_last_card_is_played_without_asking() -> None:
    game = tricks("A 3", "K 5", "Q J", target=0)
    play(game, "A", "5", "J")
    assert game.outcome is not None
    assert game.totals == (3, 13, 12)
    assert game.scores == (13, 0, 0)
    plays = [event for event in game.drain() if isinstance(event, Moved) and event.how == "play"]
    assert [event.source.owner for event in plays] == [0, 1, 2, 0, 1, 2]


def test_r22_two_equal_cards_may_be_led_one_by_one() -> None:
    game = tricks("4 4", "9 2", "K Q", target=0)
    assert legal(game) == {"4", "44"}
    play(game, "4", "9")
    assert legal(game) == {"K", "Q"}
    play(game, "Q")
    assert game.totals == (4, 2, 13)


def test_r23_the_loser_pays_by_the_house_rule() -> None:
    assert finish("3", "J", "5", "K", target=0, loser_pays=True).scores == (13, 0, 0, -13)


@given(seats=st.integers(2, 6), share=st.integers(1, 28), data=st.data())
def test_r23_points_paid_by_losers_sum_to_zero(seats: int, share: int, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(seats)))
    winners = order[: data.draw(st.integers(1, seats))]
    losers = order[len(winners) :][: data.draw(st.integers(0, seats))]
    points = divided(seats, share, winners, losers, pays=True)
    assert sum(points) == 0
    if losers:
        assert all(points[seat] == share for seat in winners)
        assert max(points[seat] for seat in losers) - min(points[seat] for seat in losers) <= 1
    free = divided(seats, share, winners, losers, pays=False)
    assert free == [share if seat in winners else 0 for seat in range(seats)]


@pytest.mark.parametrize("target", [0, 50, 100])
def test_r23_a_match_ends_at_its_target(target: int) -> None:
    game, rng = Gurch(3, 7, HouseRules(target=target)), Rng(1)
    while game.outcome is None:
        game.push(rng.choice(game.legal_moves(game.waiting()[0])))
    before = [sum(points[seat] for points in game.history[:-1]) for seat in range(3)]
    assert max(game.scores) >= target
    assert target == 0 or max(before) < target or before.count(max(before)) > 1
    assert game.outcome.winners == (game.scores.index(max(game.scores)),)
    assert game.deals_planned() == (1 if target == 0 else 0)
    assert (len(game.history) == 1) == (target == 0)


def test_r23_another_deal_is_played_if_seats_are_level_at_the_target() -> None:
    game = Gurch(3, 1)
    game.scores = (50, 50, 12)
    assert game.match_winners() == ()
    game.scores = (50, 52, 12)
    assert game.match_winners() == (1,)


# --- ties (R24) -------------------------------------------------------------------------------------------------


def test_g17_r24_the_lowest_play_off_a_tie_for_the_same_prize() -> None:
    game = finish("3", "3", "9", "K", target=0)
    assert game.ask == ("mini", (0,))
    assert game.players == (0, 1)
    assert [len(game.piles[HAND[seat]]) for seat in range(4)] == [3, 3, 0, 0]
    assert [game.is_out(seat) for seat in range(4)] == [False, False, True, True]
    rng = Rng(4)
    while game.outcome is None:
        game.push(rng.choice(game.legal_moves(game.waiting()[0])))
    assert sorted(game.scores) == [0, 0, 0, 13]
    assert game.outcome.winners[0] in (0, 1)


def test_r24_each_keeps_or_swaps_all_three_cards_of_a_fresh_pack() -> None:
    game = finish("3", "9", "3", "K", leader=0)
    assert len(game.piles[STOCK]) == 52 - 6
    kept, gone = game.piles[HAND[0]], game.piles[HAND[2]]
    assert [move.verb for move in game.legal_moves(0)] == ["keep", "renew"]
    game.play(Move(0, "keep"))
    assert game.waiting() == (2,)
    game.play(Move(2, "renew"))
    assert game.piles[HAND[0]] == kept
    assert not set(gone) & set(game.piles[HAND[2]])
    assert len(game.piles[HAND[2]]) == 3
    assert game.ask == ("play", (0,)), "the first tied seat from the leader of the final round on"


def test_r24_the_first_tied_seat_clockwise_from_the_leader_leads() -> None:
    game = tricks("9", "3", "K", "3", leader=2)
    game.play(Move(2, "play", game.piles[HAND[2]]))
    assert game.ask == ("mini", (3,))
    game.play(Move(3, "keep"))
    game.play(Move(1, "keep"))
    assert game.waiting() == (3,)


def decide(game: Gurch, *hands: str) -> None:
    """Leave the tied seats these single cards of the minigame, and let the leader lead."""
    while game.ask is not None and game.ask.what == "mini":
        game.push(game.legal_moves(game.waiting()[0])[0])
    left = list(packs(1))
    for seat in game.players:
        game.piles[HAND[seat]] = ()
    for seat, words in zip(game.players, hands, strict=True):
        game.piles[HAND[seat]] = deck_cards(words, left)
    game.piles[STOCK] = tuple(left)
    game.piles[TRICK[0]] = ()
    game.push(Move(game.leader, "play", game.piles[HAND[game.leader]]))


def test_r24_the_minigame_is_won_by_the_lowest_total() -> None:
    game = finish("3", "3", "9", "K", target=0)
    decide(game, "9", "4")
    assert game.scores == (0, 13, 0, 0)


def test_r24_the_highest_play_off_who_loses() -> None:
    game = finish("3", "8", "K", "K", target=0, loser_pays=True)
    assert (game.contest, game.players) == ("high", (2, 3))
    decide(game, "4", "9")
    assert game.scores == (13, 0, 0, -13)


def test_r24_the_winners_minigame_comes_first() -> None:
    game = finish("3", "K", "3", "K", target=0, loser_pays=True)
    assert (game.contest, game.players) == ("low", (0, 2))
    decide(game, "9", "4")
    assert (game.contest, game.players) == ("high", (1, 3))
    decide(game, "9", "4")
    assert game.scores == (0, -13, 13, 0)


def test_r24_if_all_are_tied_the_winner_cannot_lose_too() -> None:
    game = finish("7", "7", "7", target=0)
    decide(game, "9", "4", "5")
    assert game.scores == (0, 7, 0)
    game = finish("7", "7", "7", target=0, loser_pays=True)
    decide(game, "9", "4", "5")
    assert (game.contest, game.players) == ("high", (0, 2)), "the winner can't lose too"
    decide(game, "4", "9")
    assert game.scores == (0, 7, -7)


def test_r24_a_tied_minigame_is_repeated_and_then_decided_by_a_draw() -> None:
    game = finish("3", "3", "3", "K", target=0)
    decide(game, "9", "9", "T")
    assert (game.repeats, game.players) == (1, (0, 1)), "only the seats still tied"
    for repeat in range(2, REPEATS + 1):
        decide(game, "9", "9")
        assert game.repeats == repeat
    game.drain()
    decide(game, "9", "9")
    assert game.outcome is not None
    drawn = [
        (e.seat, VALUE[e.note.figures["card"]]) for e in game.drain() if isinstance(e, Said) and e.note.key == "drew"
    ]
    (one, first), (other, second) = drawn[-2:]
    assert first != second
    assert game.outcome.winners == ((one if first < second else other),)


def told(game: Gurch) -> Scored:
    """How the deal that ended last is told."""
    return next(event for event in game.drain() if isinstance(event, Scored))


def shown(scored: Scored) -> list[tuple[int, str, list[int], bool]]:
    """The deciding cards: seat, what is said of them, values, and whether they were beaten."""
    return [(one.seat, one.note.key, sorted(VALUE[card] for card in one.cards), one.beaten) for one in scored.decided]


def test_r24_the_result_shows_the_minigame_that_decided_and_what_was_played_before_it() -> None:
    game = finish("3", "3", "9", "K", target=0)
    decide(game, "9", "4")
    scored = told(game)
    assert shown(scored) == [(0, "mini_next", [9], True), (1, "mini_lowest", [4], False)]
    assert [[VALUE[card] for card in cards] for cards in scored.laid_open] == [[3], [3], [9], [13]]


def test_r24_a_minigame_of_the_losers_does_not_hide_what_won() -> None:
    game = finish("3", "8", "K", "K", target=0, loser_pays=True)
    decide(game, "4", "9")
    scored = told(game)
    assert shown(scored) == [(3, "highest", [13], True), (0, "lowest", [3], False)]
    assert [[VALUE[card] for card in cards] for cards in scored.laid_open] == [[3], [8], [13], [13]]
    game = finish("3", "K", "3", "K", target=0, loser_pays=True)
    decide(game, "9", "4")
    decide(game, "9", "4")
    assert shown(told(game)) == [(0, "mini_next", [9], True), (2, "mini_lowest", [4], False)]


def test_r24_a_draw_that_decides_is_shown() -> None:
    game = finish("3", "3", "9", "K", target=0)
    for _ in range(REPEATS + 1):
        decide(game, "9", "9")
    assert game.outcome is not None
    (rival, key, (higher,), beaten), (winner, own, (lower,), lost) = shown(told(game))
    assert (key, own, beaten, lost) == ("drew_next", "drew_lowest", True, False)
    assert winner == game.outcome.winners[0] and rival != winner and lower < higher


@pytest.mark.parametrize(("last", "scores"), [("3 3 9 K", (6, 6, 0, 0)), ("3 9 K K", (13, 0, 0, 0))])
def test_r24_ties_may_be_shared_by_the_house_rule(last: str, scores: tuple[int, ...]) -> None:
    game = finish(*last.split(), target=50, tie_break="split")
    assert game.history == (scores,)
    paid = finish(*last.split(), tie_break="split", loser_pays=True)
    assert sum(paid.history[0]) == 0


def test_r9_g16_most_votes_or_a_strict_majority_decide() -> None:
    assert elected([5, 5, 4, 4, 1]) == 4
    assert elected([5, 5, 4, 4, 1], strict=True) == 1
    assert elected([3, 3, 3, 5]) == elected([3, 3, 3, 5], strict=True) == 3
    assert elected([2, 4, 5]) == 2
    assert elected([5, 5, 2, 3]) == 5
    assert elected([5, 5, 2, 3], strict=True) == 2


def test_a_total_is_the_sum_of_the_values() -> None:
    assert total(tuple(parse(word) for word in ["AS", "KD", "2C"])) == 29


@pytest.mark.parametrize(
    ("language", "rule", "told"),
    [
        ("en", "R18", "higher than the best play so far"),
        ("pt_BR", "R18", "mais alta que a melhor jogada até aqui"),
        ("en", "R24", "the prize stays as it was"),
        ("en", "R24", "Losing costs nothing, unless"),
        ("en", "R24", "If everyone has the same total"),
        ("pt_BR", "R24", "o prêmio continua o mesmo"),
        ("pt_BR", "R24", "Perder não custa nada, a não ser"),
        ("pt_BR", "R24", "Se todos têm o mesmo total"),
    ],
)
def test_rules_that_players_stumbled_over_are_complete(language: str, rule: str, told: str) -> None:
    assert told in paragraph(language, "gurch", rule)


@pytest.mark.parametrize(("language", "four"), [("en", "four players or more"), ("pt_BR", "A partir de quatro")])
def test_the_stock_may_run_out_from_four_players_on(language: str, four: str) -> None:
    assert four in Words(language)("gurch.option.swap_exhaustion.more")
    dealt_and_swapped_twice = 3 * 5
    assert 4 * dealt_and_swapped_twice > 52 > 3 * dealt_and_swapped_twice


def test_leads_and_big_tricks_are_tense_and_most_of_all_the_last_ones() -> None:
    game = tricks("9 9 9 3 2", "T T T 4 2", size=5)
    assert game.tension(0) == 0.5, "a lead"
    assert play(game, "3").tension(1) == 0.0
    assert play(tricks("9 9 9 3 2", "T T T 4 2"), "9 9 9").tension(1) == 0.5
    assert tricks("9", "T").tension(0) == 1.0
