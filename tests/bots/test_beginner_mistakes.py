"""Mistakes of the easy level in each game, and mistakes that it never makes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import count, islice
from typing import Any

import pytest

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.bots.common.policy_bots import BeginnerBot, Mistake
from engine.bots.common.style import GameStyle, Traits
from engine.bots.gurch import simple_policies as gurch_simple
from engine.bots.gurch.simple_policies import MAX_KEPT_LOW_VALUE
from engine.bots.registry import OPPONENTS
from engine.cards import cards, rank, texts
from engine.characters import Style
from engine.game import Game
from engine.games import GAMES
from engine.games.big_two.game import HANDS
from engine.games.gurch.game import HAND
from engine.games.gurch.game import UP_CARD as GURCH_UP
from engine.games.gurch.plays import VALUE
from engine.games.palacio.game import HAND as PALACIO_HAND
from engine.games.palacio.game import UP, Palacio
from engine.games.roped.game import HAND as ROPED_HAND
from engine.games.roped.sets import ACE
from engine.moves import Move, Seat
from engine.rng import Rng
from tests.games.big_two import make_position, play_lines
from tests.games.gurch import play, trick_position
from tests.games.palacio import position as palacio_position
from tests.games.palacio import ranks_of
from tests.games.pass_the_ace import play_verbs
from tests.games.pass_the_ace import position as pass_the_ace_position
from tests.games.roped import play as roped_play
from tests.games.roped import position as roped_position

MISTAKES = {
    slug: import_module(f"engine.bots.{slug}.mistakes").MISTAKES
    for slug in OPPONENTS
    if find_spec(f"engine.bots.{slug}.mistakes")
}
SEED_COUNT = 60


def move_text(move: Move) -> str:
    return f"{move.verb} {texts(move.cards)}".strip()


def easy_answers(game: Game) -> Counter[str]:
    """Return the easy level's answers with many seeds."""
    seat = game.seats_to_act()[0]
    bot, view = bot_for(game.slug, "easy"), game.view(seat)
    return Counter(move_text(final_thought(bot, view, seat, Rng(seed)).move) for seed in range(SEED_COUNT))


def intended_move(game: Game) -> str:
    """Return the easy level's best move, before its mistakes."""
    seat = game.seats_to_act()[0]
    bot = bot_for(game.slug, "easy")
    assert isinstance(bot, BeginnerBot)
    return move_text(bot.preferred_move(game.view(seat), seat, Rng(1)))


def choice_positions(slug: str, number: int) -> Iterator[tuple[Game, Seat]]:
    """Yield positions with a choice from deals of easy bots."""

    def met() -> Iterator[tuple[Game, Seat]]:
        bot = bot_for(slug, "easy")
        for seed in count(1):
            game, rng = GAMES[slug](GAMES[slug].seats_default, seed, GAMES[slug].Options()), Rng(seed)
            while not game.history and game.outcome is None:
                seat = game.seats_to_act()[0]
                moves = game.legal_moves(seat)
                if len(moves) > 1:
                    yield game, seat
                    game.push(final_thought(bot, game.view(seat), seat, rng).move)
                else:
                    game.push(moves[0])

    return islice(met(), number)


# --- all games --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", MISTAKES)
def test_every_mistake_is_made_in_play_and_legal(slug: str) -> None:
    made = Counter[str]()
    bot = bot_for(slug, "easy")
    assert isinstance(bot, BeginnerBot)
    for game, seat in choice_positions(slug, 900):
        view = game.view(seat)
        best = bot.preferred_move(view, seat, Rng(1))
        for mistake in MISTAKES[slug]:
            instead = mistake.replacement(view, seat, best)
            if instead is not None:
                assert game.refusal(instead) is None, (mistake.name, instead)
                made[mistake.name] += game.canonical(instead) != game.canonical(best)
    by_house_rule = {"saves a special"}  # taking a pile in spite of a legal play
    assert {mistake.name for mistake in MISTAKES[slug]} - by_house_rule <= {name for name in made if made[name]}, made


def test_style_favours_matching_mistakes() -> None:
    game = make_position("4C 5C 5D", "9D TD", "TS JS", "QH KH")

    def other(view: Any, seat: Seat, best: Move) -> Move:
        return Move(seat, "play", cards("5C 5D"))

    def made(weight: float) -> int:
        style = GameStyle(Style(haste=weight), lambda _view, _seat, move: Traits(haste=float(len(move.cards) > 1)))
        bot = BeginnerBot(FirstMovePolicy(), [Mistake("any", 0.5, other)], style)
        return sum(len(final_thought(bot, game.view(0), 0, Rng(seed)).move.cards) > 1 for seed in range(200))

    assert made(-1.0) < made(0.0) < made(1.0)


class FirstMovePolicy:
    """Plays the first legal move."""

    def choose(self, view: Game, seat: Seat, rng: Rng) -> Move:
        return view.legal_moves(seat)[0]


# --- Big Two ----------------------------------------------------------------------------------------------------------


def test_big_two_beginner_keeps_pair_and_loses_trick() -> None:
    game = play_lines(make_position("3C 4C 8S", "9H 9D KS KD", "TS 8H 7D 6D", "JS 9C 4D 5D"), "0:play 8S")
    assert intended_move(game) == "play 9D"
    found = easy_answers(game)
    assert found["pass"] > 5 and found["play 9D"] > 5
    lead = make_position("4C 4D 7D KS", "9D TD JD", "TS JS 5S", "QH KH 5H")
    assert intended_move(lead) == "play 4C 4D" and easy_answers(lead)["play 7D"] > 5


def test_big_two_beginner_panics_at_few_cards() -> None:
    game = play_lines(make_position("3C 4C", "5D 7H 9C JS 2S", "TS 8H 7D 6D", "QS 9S 4D 5C"), "0:play 3C")
    assert easy_answers(game)["play 2S"] > 5
    calm = play_lines(make_position("3C 4C 6C 6H 6S", "5D 7H 9C 9D 9H 2S", "TS 8H 7D 6D", "QS 9S 4D 5C"), "0:play 3C")
    assert easy_answers(game)["play 2S"] > easy_answers(calm)["play 2S"]


def test_big_two_beginner_goes_out_when_possible() -> None:
    for game, seat in choice_positions("big_two", 600):
        held = len(game.piles[HANDS[seat]])
        if any(len(move.cards) == held for move in game.legal_moves(seat)):
            view, easy = game.view(seat), bot_for("big_two", "easy")
            assert all(len(final_thought(easy, view, seat, Rng(seed)).move.cards) == held for seed in range(5))


def test_big_two_beginner_saves_aces_and_twos_in_long_hand() -> None:
    others = ("TC 8H 7D 6D 6C 6S 7C 7S 9S JC", "JD QC QH QD 8C 8S 9C 9H TD TS")
    early = play_lines(make_position("3C 4C 3D 4H 5C", "5D 7H 9D JH KS KD AS 2S 4D 5H 6H", *others), "0:play 3D")
    found = easy_answers(early)
    assert found["play KS"] + found["play KD"] > 10
    assert not found["play AS"] and not found["play 2S"]


def test_big_two_beginner_may_hurry_with_two_at_five_cards() -> None:
    game = play_lines(
        make_position("3C 4C 3D 4H 5C 6D 7D", "5D 7H 9D JH 2H", "TC 8H 7S 6C 6S 8C", "JD QC QH QD 8D 8S"), "0:play 3D"
    )
    assert easy_answers(game)["play 2H"] > 5


def test_big_two_beginner_plays_unbeatable_last_cards() -> None:
    game = play_lines(make_position("AD 3C 4C", "2S TS", "9H 9C 8H 8S", "JC JD QC QD"), "0:play AD")
    assert easy_answers(game) == {"play 2S": SEED_COUNT}


def test_big_two_beginner_blocks_opponent_with_one_card() -> None:
    few = play_lines(make_position("KC 3C", "AC AS 2D 2S", "9H", "JC JD QC QD"), "0:play KC")
    assert not easy_answers(few)["pass"]
    more = play_lines(make_position("KC 3C 4C 5H 6H", "AC AS 2D 2S", "9H 9C 8H 8S", "JC JD QC QD"), "0:play KC")
    assert easy_answers(more)["pass"] > 5


def test_big_two_beginner_leads_pair_or_highest_against_one_card() -> None:
    found = easy_answers(make_position("6C 9D 9S JH QS", "KC", "9H 9C 8H 8S", "JC JD QC QD"))
    assert intended_move(make_position("6C 9D 9S JH QS", "KC", "9H 9C 8H 8S", "JC JD QC QD")) == "play 6C"
    assert found["play 9D 9S"] > 25 and found["play 6C"] > 5
    assert easy_answers(make_position("6C 9D JH QS", "KC", "9H 9C 8H 8S", "JC JD QC QD"))["play QS"] > 25


# --- Gurch ------------------------------------------------------------------------------------------------------------


def test_gurch_beginner_leads_high_too_early() -> None:
    found = easy_answers(trick_position("4 5 9 K", "3 4 8 Q", "6 7 T J", "6 7 T J"))
    plays = Counter({announced[5:6]: times for announced, times in found.items()})
    assert plays["K"] > 30 and plays["4"] > 3


def test_gurch_beginner_keeps_twos_and_threes() -> None:
    assert not any(
        announced[5:6] == "2" for announced in easy_answers(trick_position("2 5 9 K", "3 4 8 Q", "6 7 T J", "6 7 T J"))
    )
    kept = Counter[bool]()
    for game, seat in choice_positions("gurch", 1500):
        if game.ask is not None and game.ask.what in ("first", "second", "start"):
            held = [VALUE[card] for card in (*game.piles[HAND[seat]], *game.piles.get(GURCH_UP[seat], ()))]
            move = final_thought(bot_for("gurch", "easy"), game.view(seat), seat, Rng(1)).move
            away = [VALUE[card] for card in move.cards]
            left = [value for value in held if value not in away]
            if move.verb == "swap" and away and left and min(left) <= 5:
                kept[min(away) < min(left) and min(away) <= MAX_KEPT_LOW_VALUE] += 1
    assert kept[False] > 10 and not kept[True], kept


def test_gurch_beginner_keeps_only_low_card() -> None:
    policy = gurch_simple.BeginnerPolicy()
    assert policy.mark_unwanted([4, 10, 11, 12, 14]) == [False] * 5
    assert policy.mark_unwanted([4, 5, 7, 11, 13]) == [False, True, True, False, False]
    assert policy.mark_unwanted([6, 8, 9, 11, 13]) == [True, True, True, False, False]
    assert policy.takes_shown(5, [10, 11, 12, 14]) and not policy.takes_shown(5, [4, 11, 12, 14])


def test_gurch_beginner_throws_no_ace_into_lost_play() -> None:
    game = play(trick_position("Q Q 9", "4 K 2", "3 3 J K A"), "Q Q", "K 2")
    assert all("A" not in answer for answer in (announced[5:] for announced in easy_answers(game))), easy_answers(game)


def test_gurch_beginner_keeps_low_card_of_two() -> None:
    met = 0
    for game, seat in choice_positions("gurch", 900):
        held = sorted(VALUE[card] for card in game.piles[HAND[seat]])
        if game.ask is None or game.ask.what != "play" or len(held) != 2 or held[0] == held[1]:
            continue
        moves = [final_thought(bot_for("gurch", "easy"), game.view(seat), seat, Rng(seed)).move for seed in range(5)]
        met += 1
        assert all(VALUE[move.cards[0]] == held[1] for move in moves if len(game.legal_moves(seat)) == 2)
    assert met > 5


# --- Palácio ----------------------------------------------------------------------------------------------------------


def test_palacio_beginner_plays_singles_high_cards_and_specials_too_soon() -> None:
    game = palacio_position("6 6 T Q", pile="5", stock="3 3 3")
    assert ranks_of(cards(intended_move(game).removeprefix("play "))) == "6 6"
    plays = Counter(announced_ranks(game))
    assert min(plays["6"], plays["T"], plays["Q"], plays["6 6"]) > 3


def test_palacio_beginner_leads_lowest_on_empty_pile() -> None:
    plays = Counter(announced_ranks(palacio_position("6 8 2 T Q A", stock="3 3 3")))
    assert plays == {"6": SEED_COUNT}
    assert Counter(announced_ranks(palacio_position("6 8 2 T Q A", pile="K 2", stock="3 3 3"))) == {"6": SEED_COUNT}


def test_palacio_three_equal_cards_go_together() -> None:
    plays = Counter(announced_ranks(palacio_position("6 6 6 9", pile="5", stock="3 3 3")))
    assert plays == {"6 6 6": SEED_COUNT}


def announced_ranks(game: Palacio) -> Iterator[str]:
    for seed in range(SEED_COUNT):
        move = final_thought(bot_for("palacio", "easy"), game.view(0), 0, Rng(seed)).move
        yield ranks_of(move.cards) if move.cards else move.verb


def test_palacio_beginner_takes_small_pile_to_save_two() -> None:
    assert (
        Counter(announced_ranks(palacio_position("3 4 2", pile="K", stock="3 3 3", voluntary_pickup=True)))["take"] > 3
    )
    large = palacio_position("3 4 2", pile="9 9 J Q Q K", stock="3 3 3", voluntary_pickup=True)
    assert not Counter(announced_ranks(large))["take"]


def test_palacio_beginner_often_keeps_dealt_palace() -> None:
    as_dealt = 0
    for seed in range(20):
        game = Palacio(2, seed)
        seat = game.seats_to_act()[0]
        dealt = {card for slot in UP[seat] for card in game.cards(slot)}
        as_dealt += set(final_thought(bot_for("palacio", "easy"), game.view(seat), seat, Rng(seed)).move.cards) == dealt
    assert 4 < as_dealt < 17


def test_palacio_beginner_plays_last_equal_cards_together() -> None:
    assert set(announced_ranks(palacio_position("6 6", pile="5", down="", others=["9"]))) == {"6 6"}
    burning = palacio_position("6 6 6 6 9", pile="5", stock="3 3 3")
    if intended_move(burning).count("6") == 4:
        assert set(announced_ranks(burning)) == {"6 6 6 6"}
    for game, seat in choice_positions("palacio", 900):
        if not game.piles[PALACIO_HAND[seat]]:
            continue
        move = final_thought(bot_for("palacio", "easy"), game.view(seat), seat, Rng(1)).move
        beaten = [other for other in game.legal_moves(seat) if other.verb == "play"]
        assert move.verb != "take" or not beaten or all(rank(other.cards[0]) in (1, 9) for other in beaten), (
            "it takes only to save a special"
        )


# --- Pass the Ace -----------------------------------------------------------------------------------------------------


def test_pass_the_ace_beginner_mostly_sticks_when_safe() -> None:
    game = pass_the_ace_position("5 3 9 J 8")
    play_verbs(game, "swap")
    found = easy_answers(game)
    assert intended_move(game) == "stick" and found["stick"] > found["swap"] > 5
    fair = pass_the_ace_position("6 3 9 J 8")
    play_verbs(fair, "swap")
    assert set(easy_answers(fair)) == {"stick"}, "a six is kept even without information"
    last = pass_the_ace_position("3 9 J 5")
    play_verbs(last, "stick", "stick", "swap")
    assert set(easy_answers(last)) == {"stick"}, "the dealer acts last: no card changes after it"


def test_pass_the_ace_beginner_wavers_on_middle_cards() -> None:
    for held, least in (("6", 15), ("4", 8), ("8", 8)):
        found = easy_answers(pass_the_ace_position(f"{held} 9 9 9"))
        assert min(found["stick"], found["swap"]) > least, held
    risk = easy_answers(pass_the_ace_position("3 9 9 9"))
    assert 5 < risk["stick"] < SEED_COUNT / 2
    for held, only in (("A", "swap"), ("2", "swap"), ("9", "stick"), ("J", "stick"), ("Q", "stick")):
        assert set(easy_answers(pass_the_ace_position(f"{held} 7 7 7"))) == {only}, held


# --- RoPeD ------------------------------------------------------------------------------------------------------------


def test_roped_beginner_misses_set_but_not_last() -> None:
    found = easy_answers(roped_position(["2H 6H JH KH 9D", "2D 3D 4S AH 6S"], ask="set"))
    assert found["none"] > 5 and found.total() - found["none"] > 20
    last = easy_answers(roped_position(["2H 6H JH KH", "2D 3D 4S AH 6S"], ask="set"))
    assert not last["none"]


def test_roped_beginner_ropes_cheap_set_to_go_out() -> None:
    cheap = "2C 3C 5C 8C"
    for hands, ropes in (
        (["KD QD " + cheap, "AC", "2D 3D", "4D 5D"], True),
        (["KD QD " + cheap, "AC 9H", "2D"], False),
    ):
        game = roped_position(hands, ask="set")
        roped_play(game, f"meld {cheap}")
        assert (easy_answers(game)["throw AC"] == SEED_COUNT) == ropes


def test_roped_beginner_discards_no_taken_card_by_mistake() -> None:
    bot, met = bot_for("roped", "easy"), 0
    assert isinstance(bot, BeginnerBot)
    for game, seat in choice_positions("roped", 900):
        view = game.view(seat)
        best = bot.preferred_move(view, seat, Rng(1))
        if game.ask is not None and game.ask.what == "discard":
            openly = {card for card in view.piles[ROPED_HAND[seat]] if view.known[card] == 15}
            for mistake in MISTAKES["roped"][1:]:
                made = mistake.replacement(view, seat, best)
                if made is not None and openly:
                    met += 1
                    assert made.cards[0] not in openly, mistake.name
    assert met > 10


@pytest.mark.parametrize("name", ["feeds the next player", "fears its points"])
def test_roped_mistakes_throw_no_ace_and_no_set_card(name: str) -> None:
    mistake = next(mistake for mistake in MISTAKES["roped"] if mistake.name == name)
    bot, met = bot_for("roped", "easy"), 0
    assert isinstance(bot, BeginnerBot)
    for game, seat in choice_positions("roped", 900):
        view = game.view(seat)
        thrown = mistake.replacement(view, seat, bot.preferred_move(view, seat, Rng(1)))
        if thrown is not None:
            met += 1
            assert rank(thrown.cards[0]) != ACE
            hand = view.piles[ROPED_HAND[seat]]
            assert (
                complete_sets(hand) == 0 or complete_sets(tuple(card for card in hand if card not in thrown.cards)) > 0
            )
    assert met > 10


def complete_sets(hand: Sequence[int]) -> int:
    """Return the number of suits and ranks of which a hand has four cards."""
    suits, ranks = Counter(card & 3 for card in hand), Counter(card >> 2 for card in hand)
    return sum(many >= 4 for many in (*suits.values(), *ranks.values()))
