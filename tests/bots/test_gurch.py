"""Bots of Gurch: the fast model against the rules, sampled worlds, levels, styles."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from sys import getsizeof

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.common.sequential_halving import Budget
from engine.bots.gurch import model
from engine.bots.gurch.model import FOLLOW_RULES, Hand, PlayFromHand, PlayoutDeal, SortedValues, follows, hand_of, leads
from engine.bots.gurch.search import GurchSearch, deal_outcome
from engine.bots.gurch.traits import style_traits
from engine.bots.gurch.worlds import WorldSampler
from engine.cards import Card, packs
from engine.characters import LEVELS, Style
from engine.game import STOCK
from engine.games.gurch import Gurch
from engine.games.gurch import plays as gurch_plays
from engine.games.gurch.game import HAND, TRICK, UP_CARD
from engine.games.gurch.options import GurchOptions
from engine.games.gurch.plays import VALUE, in_order
from engine.moves import Move
from engine.rng import Rng
from tests.support.random_options import random_options

DECK = packs(1)
LOW_PATIENCE = 0.05
"""Search effort factor of a fast master."""
PUBLIC_FIELDS = ("trick", "played", "shown")


def values(cards: tuple[Card, ...]) -> SortedValues:
    return tuple(sorted(VALUE[card] for card in cards))


def positions(seed: int, level: str = "medium", seats: int = 0) -> Iterator[Gurch]:
    """Yield positions with a choice under random house rules, after moves of a level and random moves."""
    rng, bot = Rng(seed), bot_for("gurch", level)
    while True:
        rules = random_options(GurchOptions, rng)
        game = Gurch(seats or rng.choice(Gurch.seats_allowed), rng.bits() >> 1, rules)
        for _ in range(45):
            if not game.seats_to_act():
                break
            seat = game.seats_to_act()[0]
            moves = game.legal_moves(seat)
            if len(moves) > 1:
                yield game
            by_chance = not rng.below(3)
            game.push(rng.choice(moves) if by_chance else final_thought(bot, game.view(seat), seat, rng).move)


def question_kind(game: Gurch) -> str:
    assert game.ask is not None
    return game.ask.what


# --- the fast model ---------------------------------------------------------------------------------------------------


def test_leads_and_follows_match_rules() -> None:
    rng = Rng(1)
    for _ in range(1_500):
        deck = list(DECK)
        rng.shuffle(deck)
        hand_cards = in_order(deck[: 2 + rng.below(4)])
        hand = hand_of(values(tuple(hand_cards)))
        assert [play.cards for play in leads(hand)] == [values(cards) for cards in gurch_plays.leads(hand_cards)]
        count, mark, equal = 1 + rng.below(min(4, len(hand_cards))), 2 + rng.below(13), bool(rng.below(2))
        expected = gurch_plays.duty(hand_cards, count, mark, equal=equal)
        plays = [*follows(hand, count, mark, equal)]
        assert [tuple(sorted(play.cards)) for play in plays] == [values(cards) for cards in expected.plays]
        for play in plays:
            rest = play.rest.values
            assert tuple(sorted((*play.cards, *rest))) == hand.values and rest == tuple(sorted(rest))
            assert play.uniform_value == (play.cards[0] if expected.kind == "win" else 0)


TRICKS = [
    (count, led, bar, after)
    for count in range(1, 5)
    for led in range(2, 15)
    for bar in range(led, 15)
    for after in range(Gurch.seats_allowed[-1] - 1)
]
"""All situations to follow in a trick: cards led, value led, value to win, seats yet to play."""


def test_every_trick_has_own_index_in_hand_table() -> None:
    for (_, by_lead), rules in FOLLOW_RULES.items():
        places: dict[int, tuple[int, ...]] = {}
        for count, led, bar, after in TRICKS:
            trick = (count, led, bar, after) if by_lead else (count, bar, after)
            assert places.setdefault(rules.table_offset(count, led, after) + bar, trick) == trick
        assert {*places} <= {*range(len(rules.unknown))}


def test_looked_up_choice_equals_computed_choice() -> None:
    rng = Rng(4)
    for _ in range(40):
        deck = list(DECK)
        rng.shuffle(deck)
        hand = Hand(values(tuple(deck[:5])))
        tricks = [rng.choice(TRICKS) for _ in range(60)]
        for rules in FOLLOW_RULES.values():
            first = [hand.follow(*trick, rules) for trick in tricks]
            assert [hand.follow(*trick, rules) for trick in tricks] == first
            assert [Hand(hand.values).follow(*trick, rules) for trick in tricks] == first
        assert len(hand.plays) == len(set(hand.plays)) < 40


def test_all_hands_of_master_take_little_memory() -> None:
    """8,555 hands with the choices of every trick at a table of four by the standard rules take less than 18 MB."""
    rng, size = Rng(5), 0
    rules = FOLLOW_RULES[False, False]
    for _ in range(30):
        deck = list(DECK)
        rng.shuffle(deck)
        hand = Hand(values(tuple(deck[:5])))
        plays = [hand.lead(others) for others in (1, 2, 3)]
        plays += [hand.follow(count, led, bar, after, rules) for count, led, bar, after in TRICKS if after < 3]
        assert all(hand.best_swap(count, leads_on).kept_values for count in range(1, 5) for leads_on in (False, True))
        assert hand.choose_voted_swap_count(True) and len(set(plays)) == len(hand.plays)
        lists = (hand.plays, hand.leads, hand.choices, hand.choices[0], hand.kept_by_swap, hand.swap_values, hand.votes)
        parts = (hand, hand.values, hand.worth, *lists, *hand.plays)
        size += sum(map(getsizeof, parts))
    assert 8555 * size / 30 < 18e6


def test_choices_under_many_house_rules_take_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache for other rules is cleared when it is full, and filled again with the same choices."""
    for rules in FOLLOW_RULES.values():
        rules.drop_tables()
    rng, hands = Rng(6), []
    for _ in range(60):
        deck = list(DECK)
        rng.shuffle(deck)
        hands.append(Hand(values(tuple(deck[:5]))))
    max_tables = 2 * len(hands) * len(FOLLOW_RULES[False, True].unknown) // 3
    monkeypatch.setattr(model, "MAX_TABLES_BYTES", max_tables)
    first_plays: dict[tuple[int, int], list[PlayFromHand]] = {}
    for number in (0, 1, 2, 3, 1, 0, 3, 2):
        rules = [*FOLLOW_RULES.values()][number]
        for i, hand in enumerate(hands[: 40 if rules.by_lead else 60]):
            plays = [hand.follow(*trick, rules) for trick in TRICKS[:40]]
            assert first_plays.setdefault((number, i), plays) == plays
            tables = [table for one in hands for table in one.choices if isinstance(table, bytearray)]
            assert sum(map(len, tables)) <= max_tables
            assert sum(len(one.hands) for one in FOLLOW_RULES.values()) == len(tables)
    for rules in FOLLOW_RULES.values():
        rules.drop_tables()
    assert not any(isinstance(table, bytearray) for hand in hands for table in hand.choices)


def test_fast_model_ends_deal_as_game_does() -> None:
    compared = 0
    for position in islice(positions(2), 400):
        if question_kind(position) != "play" or position.contest:
            continue
        game = position.clone()
        compared += 1
        totals = WorldSampler(game).sample(Rng(1)).play_to_final_totals()
        deal = game.deal_number
        while game.deal_number == deal and game.outcome is None and not game.contest and question_kind(game) == "play":
            game.push(_fast_move(game))
        if game.contest:
            assert list(game.totals) == totals
        else:
            points = [deal_outcome(_scoring_position(game), totals, seat)[0] for seat in range(game.seats)]
            assert [point > 0 for point in points] == [point > 0 for point in game.history[-1]]
    assert compared > 100


def _fast_move(game: Gurch) -> Move:
    """Return the fast model's play as a move of the game."""
    (seat,) = game.seats_to_act()
    hand = hand_of(values(game.cards(HAND[seat])))
    if game.led_count:
        after = sum(not game.cards(TRICK[other]) for other in game.players) - 1
        rules = FOLLOW_RULES[game.options.equal_and_sacrifice, game.options.benchmark == "lead"]
        play = hand.follow(game.led_count, game.led_value, game.winning_value, after, rules)
    else:
        play = hand.lead(len(game.players) - 1)
    wanted = tuple(sorted(play.cards))
    return next(move for move in game.legal_moves(seat) if values(move.cards) == wanted)


def _scoring_position(game: Gurch) -> Gurch:
    """Return a position outside minigames, to score totals by its rules."""
    return Gurch(game.seats, 1, game.options)


def make_deal(hands: list[SortedValues], leader: int = 0) -> PlayoutDeal:
    return PlayoutDeal(GurchOptions(), [*map(hand_of, hands)], leader, [], [], rng=Rng(1))


def test_final_lead_ends_deal_at_once() -> None:
    deal = make_deal([(4, 4), (2, 14), (9, 9), (2, 13)])
    deal.lay(hand_of((4, 4)).play_of((4, 4)))
    assert deal.play_to_final_totals() == [8, 16, 18, 15]


def test_winner_of_trick_leads_and_later_equal_set_wins() -> None:
    deal = make_deal([(2, 8, 8), (2, 3, 14), (5, 8, 8), (2, 3, 4)])
    for hand, cards in (((2, 8, 8), (8, 8)), ((2, 3, 14), (2, 14)), ((5, 8, 8), (8, 8)), ((2, 3, 4), (2, 3))):
        deal.lay(hand_of(hand).play_of(cards))
    assert deal.leader == 2
    assert deal.play_to_final_totals() == [2, 3, 5, 4]


@pytest.mark.parametrize(
    ("pays", "totals", "points"),
    [
        (False, [3, 11, 5, 13], [13, 0, 0, 0]),
        (True, [3, 11, 5, 13], [13, 0, 0, -13]),
        (False, [3, 3, 9, 13], [6.5, 6.5, 0, 0]),
        (True, [3, 9, 13, 13], [13, 0, -6.5, -6.5]),
        (True, [7, 7, 7, 7], [0, 0, 0, 0]),
        (False, [8, 8, 8, 8], [2, 2, 2, 2]),
    ],
)
def test_totals_are_scored_with_even_chances_for_ties(pays: bool, totals: list[int], points: list[float]) -> None:
    game = Gurch(4, 1, GurchOptions(loser_pays=pays))
    assert [deal_outcome(game, totals, seat)[0] for seat in range(4)] == points
    assert sum(deal_outcome(game, totals, seat)[1] for seat in range(4)) == 1


# --- sampled positions ------------------------------------------------------------------------------------------------


def test_sampled_position_holds_all_cards_and_fits_knowledge() -> None:
    for i, game in enumerate(islice(positions(3), 500)):
        seat = game.seats_to_act()[0]
        view = game.view(seat)
        world = WorldSampler(view).sample(Rng(i))
        me = game.players.index(seat)
        held = [(*game.cards(HAND[player]), *game.cards(UP_CARD[player])) for player in game.players]
        assert world.hands[me] is hand_of(values(held[me]))
        assert [len(hand.values) for hand in world.hands] == [len(cards) for cards in held]
        public = [VALUE[card] for pile, cards in game.piles.items() if pile.kind in PUBLIC_FIELDS for card in cards]
        dealt = [value for hand in world.hands for value in hand.values]
        everything = Counter([*world.stock, *world.discarded, *public, *dealt])
        assert everything == Counter(VALUE)


def test_full_position_has_one_world() -> None:
    for game in islice(positions(4), 100):
        worlds = WorldSampler(game)
        assert worlds.is_certain
        world = worlds.sample(Rng(1))
        assert world.stock == [VALUE[card] for card in game.cards(STOCK)]
        held = [(*game.cards(HAND[seat]), *game.cards(UP_CARD[seat])) for seat in game.players]
        assert world.hands == [hand_of(values(cards)) for cards in held]


def test_worlds_give_swappers_likely_kept_cards() -> None:
    found: Counter[int] = Counter()
    for i, game in enumerate(islice(positions(5, "hard", 4), 1_200)):
        if question_kind(game) == "play" and not game.contest and not game.led_count and len(game.swappers) == 4:
            seat = game.seats_to_act()[0]
            world = WorldSampler(game.view(seat)).sample(Rng(i))
            for other in range(4):
                if other != seat:
                    found.update(world.hands[other].values)
    assert sum(found[value] for value in (2, 3, 13, 14)) > 2 * sum(found[value] for value in (6, 7, 8, 9))


# --- levels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [*LEVELS, "greedy"])
def test_answers_are_legal_and_independent_of_hidden_cards(level: str) -> None:
    count = 40 if level == "master" else 400
    bot = bot_for("gurch", level, patience=LOW_PATIENCE)
    for i, game in enumerate(islice(positions(6), count)):
        seat = game.seats_to_act()[0]
        view = game.view(seat)
        other = view.determinize(Rng(i)).view(seat)
        answer = final_thought(bot, view, seat, Rng(i))
        assert game.refusal(answer.move) is None
        assert repr(final_thought(bot, other, seat, Rng(i))) == repr(answer)


def test_masters_values_stay_within_points_of_deal() -> None:
    bot = bot_for("gurch", "master", patience=LOW_PATIENCE)
    for i, game in enumerate(islice(positions(7), 60)):
        seat = game.seats_to_act()[0]
        thought = final_thought(bot, game.view(seat), seat, Rng(i))
        assert thought.evaluations[0].move == thought.move
        for option in thought.evaluations:
            assert -56 <= option.value <= 56 and 0 <= option.win <= 1


def test_master_leads_higher_of_two_cards() -> None:
    higher = count = 0
    for i, game in enumerate(islice(positions(8, "hard", 4), 900)):
        (seat, *_) = game.seats_to_act()
        hand = values(game.cards(HAND[seat]))
        if question_kind(game) == "play" and not game.led_count and len(hand) == 2 and hand[0] + 2 < hand[1]:
            move = final_thought(GurchSearch(Budget(60, candidates=8)), game.view(seat), seat, Rng(i)).move
            count += 1
            higher += VALUE[move.cards[0]] == hand[1]
    assert count >= 20
    assert higher >= 0.9 * count


@pytest.mark.parametrize(("better", "worse"), [("easy", "random"), ("medium", "easy"), ("hard", "medium")])
def test_level_beats_level_below(better: str, worse: str) -> None:
    ahead = 0
    for seed in range(90):
        for turn in range(2):
            game = Gurch(4, seed)
            bots = [bot_for("gurch", better if (seat + turn) % 2 else worse) for seat in range(4)]
            while not game.history:
                seat = game.seats_to_act()[0]
                game.push(final_thought(bots[seat], game.view(seat), seat, Rng(seed)).move)
            ahead += sum(points * (1 if (seat + turn) % 2 else -1) for seat, points in enumerate(game.history[0]))
    assert ahead > 0


# --- styles -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "master"])
@pytest.mark.parametrize("trait", Style._fields)
def test_style_shows_in_moves(trait: str, level: str) -> None:
    likes, shuns = (bot_for("gurch", level, Style(**{trait: weight}), LOW_PATIENCE) for weight in (1.0, -1.0))
    ahead = differ = 0.0
    for i, game in enumerate(islice(positions(9, seats=4), 60 if level == "master" else 500)):
        seat = game.seats_to_act()[0]
        view = game.view(seat)
        one, two = (final_thought(bot, view, seat, Rng(i)).move for bot in (likes, shuns))
        ahead += getattr(style_traits(view, seat, one), trait) - getattr(style_traits(view, seat, two), trait)
        differ += one != two
    assert differ >= 3
    assert ahead > 0


def test_traits_stay_in_range() -> None:
    for game in islice(positions(10), 300):
        seat = game.seats_to_act()[0]
        for move in game.legal_moves(seat):
            assert all(-1 <= trait <= 1 for trait in style_traits(game.view(seat), seat, move))
