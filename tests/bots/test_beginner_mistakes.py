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
from engine.games.gurch.piles import HAND
from engine.games.gurch.piles import UP_CARD as GURCH_UP
from engine.games.gurch.plays import VALUE
from engine.games.palacio.game import HAND as PALACIO_HAND
from engine.games.palacio.game import UP, Palacio
from engine.games.roped.game import HAND as ROPED_HAND
from engine.games.roped.sets import ACE
from engine.moves import Move, Seat
from engine.rng import Rng
from tests.games.big_two import make_position
from tests.games.gurch import play, trick_position
from tests.games.palacio import position as palacio_position
from tests.games.pass_the_ace import position as pass_the_ace_position
from tests.games.roped import position as roped_position

MISTAKES = {
    slug: import_module(f"engine.bots.{slug}.mistakes").MISTAKES
    for slug in OPPONENTS
    if find_spec(f"engine.bots.{slug}.mistakes")
}
SEED_COUNT = 60


def move_text(move: Move) -> str:
    """Return the cards of a move, or its verb if it has none."""
    return texts(move.cards) or move.verb


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


# --- in positions -----------------------------------------------------------------------------------------------------

LEADER, THIRD, FOURTH = "3C 4C 6C 6H 6S", "TS 8H 7D 6D", "QS 9S 4D 5C"
LONG = "5D 7H 9D JH KS KD AS 2S 4D 5H 6H"
THIRD_LONG, FOURTH_LONG = "TC 8H 7D 6D 6C 6S 7C 7S 9S JC", "JD QC QH QD 8C 8S 9C 9H TD TS"
OTHERS = "9H 9C 8H 8S", "JC JD QC QD"
NINES, ROPING = "9 9 9", "2D 3D 4S AH 6S"
CHEAP_SET = "2C 3C 5C 8C"


def after(game: Game, *moves: str) -> Game:
    for move in moves:
        game.play(Move.parse(f"{game.seats_to_act()[0]}:{move}"))
    return game


def follow(lead: str, *hands: str) -> Game:
    return after(make_position(*hands), f"play {lead}")


def pass_the_ace_after(cards: str, *verbs: str) -> Game:
    return after(pass_the_ace_position(cards), *verbs)


def rope_cheap_set(*hands: str) -> Game:
    return after(roped_position(hands, ask="set"), f"meld {CHEAP_SET}")


POSITIONS: dict[str, tuple[Game, str, str]] = {
    # Big Two
    "keeps pair, loses trick": (follow("8S", "3C 4C 8S", "9H 9D KS KD", THIRD, "JS 9C 4D 5D"), "9D", "9D,KS,pass"),
    "leads single": (make_position("4C 4D 7D KS", "9D TD JD", "TS JS 5S", "QH KH 5H"), "4C 4D", "4C 4D,7D"),
    "panics at few cards": (follow("3C", "3C 4C", "5D 7H 9C JS 2S", THIRD, FOURTH), "5D", "5D,2S"),
    "hurries with two at five cards": (follow("3C", LEADER, "5D 7H 9C JS 2S", THIRD, FOURTH), "5D", "5D,2S"),
    "is calm": (follow("3C", LEADER, "5D 7H 9C 9D 9H 2S", THIRD, FOURTH), "5D", "5D"),
    "saves aces and twos": (follow("3D", "3C 4C 3D 4H 5C", LONG, THIRD_LONG, FOURTH_LONG), "4D", "4D,KS"),
    "plays unbeatable last cards": (follow("AD", "AD 3C 4C", "2S TS", *OTHERS), "2S", "2S"),
    "blocks one card": (follow("KC", "KC 3C", "AC AS 2D 2S", "9H", OTHERS[1]), "AC", "AC,2S"),
    "passes before five cards": (follow("KC", "KC 3C 4C 5H 6H", "AC AS 2D 2S", *OTHERS), "AC", "AC,pass"),
    "leads pair against one card": (make_position("6C 9D 9S JH QS", "KC", *OTHERS), "6C", "6C,9D 9S"),
    "leads highest against one card": (make_position("6C 9D JH QS", "KC", *OTHERS), "6C", "6C,QS"),
    # Gurch
    "leads high too early": (trick_position("4 5 9 K", "3 4 8 Q", "6 7 T J", "6 7 T J"), "5C", "4C,5C,KC"),
    "keeps a low card": (trick_position("2 5 9 K", "3 4 8 Q", "6 7 T J", "6 7 T J"), "5C", "5C,KC"),
    "keeps ace": (play(trick_position("Q Q 9", "4 K 2", "3 3 J K A"), "Q Q", "K 2"), "3C KD", "3C KD"),
    # Palácio
    "plays singles, high and specials": (palacio_position("6 6 T Q", "5", "3 3 3"), "6C 6D", "6C,6C 6D,TC,QC"),
    "leads lowest on empty pile": (palacio_position("6 8 2 T Q A", "", "3 3 3"), "6C", "6C"),
    "leads lowest on two": (palacio_position("6 8 2 T Q A", "K 2", "3 3 3"), "6C", "6C"),
    "plays three together": (palacio_position("6 6 6 9", "5", "3 3 3"), "6C 6D 6H", "6C 6D 6H"),
    "saves two": (palacio_position("3 4 2", "K", "3 3 3", voluntary_pickup=True), "2C", "2C,take"),
    "takes no large pile": (palacio_position("3 4 2", "9 9 J Q Q K", "3 3 3", voluntary_pickup=True), "2C", "2C"),
    "goes out with pair": (palacio_position("6 6", "5", down="", others=["9"]), "6C 6D", "6C 6D"),
    "burns": (palacio_position("6 6 6 6 9", "5", "3 3 3"), "6C 6D 6H 6S", "6C 6D 6H 6S"),
    # Pass the Ace
    "may throw safe card": (pass_the_ace_after("5 3 9 J 8", "swap"), "stick", "stick,swap"),
    "keeps safe six": (pass_the_ace_after("6 3 9 J 8", "swap"), "stick", "stick"),
    "is safe as dealer": (pass_the_ace_after("3 9 J 5", "stick", "stick", "swap"), "stick", "stick"),
    **{f"wavers at {card}": (pass_the_ace_after(f"{card} {NINES}"), "swap", "stick,swap") for card in "34"},
    **{f"wavers at {card}": (pass_the_ace_after(f"{card} {NINES}"), "stick", "stick,swap") for card in "68"},
    **{f"swaps {card}": (pass_the_ace_after(f"{card} 7 7 7"), "swap", "swap") for card in "A2"},
    **{f"sticks with {card}": (pass_the_ace_after(f"{card} 7 7 7"), "stick", "stick") for card in "9JQ"},
    # RoPeD
    "misses set": (roped_position(["2H 6H JH KH 9D", ROPING], ask="set"), "2H 6H JH KH", "2H 6H JH KH,none"),
    "misses no last set": (roped_position(["2H 6H JH KH", ROPING], ask="set"), "2H 6H JH KH", "2H 6H JH KH"),
    "ropes cheap set to go out": (rope_cheap_set(f"KD QD {CHEAP_SET}", "AC", "2D 3D", "4D 5D"), "AC", "AC"),
    "ropes no cheap set": (rope_cheap_set(f"KD QD {CHEAP_SET}", "AC 9H", "2D"), "let_go", "let_go"),
}
"""Position -> the move of the easy level before its mistakes, and all of its moves."""


@pytest.mark.parametrize("name", POSITIONS)
def test_beginner_answers_in_position(name: str) -> None:
    game, intended, answers = POSITIONS[name]
    found = easy_answers(game)
    assert (intended_move(game), set(found)) == (intended, set(answers.split(",")))
    assert min(found.values()) > 2, found


# --- in play ----------------------------------------------------------------------------------------------------------


def test_big_two_beginner_goes_out_when_possible() -> None:
    for game, seat in choice_positions("big_two", 600):
        held = len(game.piles[HANDS[seat]])
        if any(len(move.cards) == held for move in game.legal_moves(seat)):
            view, easy = game.view(seat), bot_for("big_two", "easy")
            assert all(len(final_thought(easy, view, seat, Rng(seed)).move.cards) == held for seed in range(5))


def test_gurch_beginner_keeps_twos_and_threes() -> None:
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


def test_palacio_beginner_often_keeps_dealt_palace() -> None:
    as_dealt = 0
    for seed in range(20):
        game = Palacio(2, seed)
        seat = game.seats_to_act()[0]
        dealt = {card for slot in UP[seat] for card in game.cards(slot)}
        as_dealt += set(final_thought(bot_for("palacio", "easy"), game.view(seat), seat, Rng(seed)).move.cards) == dealt
    assert 4 < as_dealt < 17


def test_palacio_beginner_takes_pile_only_to_save_special() -> None:
    for game, seat in choice_positions("palacio", 900):
        if not game.piles[PALACIO_HAND[seat]]:
            continue
        move = final_thought(bot_for("palacio", "easy"), game.view(seat), seat, Rng(1)).move
        plays = [other for other in game.legal_moves(seat) if other.verb == "play"]
        assert move.verb != "take" or not plays or all(rank(other.cards[0]) in (1, 9) for other in plays)


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
