"""Builds positions of Gurch for tests, and plays them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.cards import RANKS, Card, packs, rank
from engine.game import STOCK
from engine.games.gurch import Gurch
from engine.games.gurch.options import GurchOptions
from engine.games.gurch.piles import HAND, PLAYED, UP_CARD
from engine.games.gurch.plays import in_order
from engine.moves import Move, Pile
from tests.support.card_positions import take_ranks
from tests.support.refusals import refusal_of


def trick_position(*hands: str, leader: int = 0, size: int = 0, **rules: Any) -> Gurch:
    """Return a position in which the leader leads and the seats hold these ranks; all other cards were played.

    Hands smaller than ``size`` are filled up with any cards.
    """
    game = Gurch(len(hands), 1, replace(GurchOptions(), **rules))
    unused = list(packs(1))
    piles: dict[Pile, tuple[Card, ...]] = dict.fromkeys(game.piles, ())
    for seat, words in enumerate(hands):
        piles[HAND[seat]] = take_ranks(words, unused)
    for pile in HAND[: game.seats]:
        missing = max(0, size - len(piles[pile]))
        piles[pile] += tuple(unused[:missing])
        del unused[:missing]
    piles[PLAYED] = tuple(unused)
    game.piles = piles
    game.known = [(1 << game.seats) - 1] * 52
    for seat in range(game.seats):
        for card in game.piles[HAND[seat]]:
            game.known[card] = 1 << seat
    game.starter = game.leader = game.winning_seat = leader
    game.ask_seats("play", leader)
    game.take_events()
    return game


def set_hands(game: Gurch, *hands: str) -> None:
    """Give the seats of a minigame these hands; all other cards are in the stock."""
    unused = list(packs(1))
    game.piles = dict.fromkeys(game.piles, ())
    game.known = [0] * 52
    for seat, words in zip(game.players, hands, strict=True):
        game.piles[HAND[seat]] = take_ranks(words, unused)
        for card in game.piles[HAND[seat]]:
            game.known[card] = 1 << seat
    game.piles[STOCK] = tuple(unused)


def own_cards(game: Gurch, words: str, seat: int) -> tuple[Card, ...]:
    return take_ranks(words, in_order(game.piles[HAND[seat]]))


def play(game: Gurch, *plays: str) -> Gurch:
    """Play cards of these ranks for the seats in turn; illegal plays raise."""
    for words in plays:
        seat = game.seats_to_act()[0]
        game.play(Move(seat, "play", own_cards(game, words, seat)))
    return game


def ranks(cards: tuple[Card, ...]) -> str:
    """Return the ranks from the highest to the lowest."""
    return "".join(RANKS[rank(card)] for card in reversed(in_order(cards)))


def legal_plays(game: Gurch) -> set[str]:
    return {ranks(move.cards) for move in game.legal_moves(game.seats_to_act()[0])}


def follow_position(hand: str, *plays: str, **rules: Any) -> Gurch:
    """Return a position in which a seat follows with this hand after these plays; no other seat can win."""
    return play(trick_position(*plays, hand, "", size=len(hand.split()), **rules), *plays)


def refusal_of_play(game: Gurch, words: str) -> tuple[str, str]:
    seat = game.seats_to_act()[0]
    return refusal_of(game, Move(seat, "play", own_cards(game, words, seat)))


def play_final_round(*last: str, **rules: Any) -> Gurch:
    """Play a final round: the seats hold these cards, and seat 0 leads its hand."""
    game = trick_position(*last, **rules)
    game.play(Move(0, "play", game.piles[HAND[0]]))
    return game


# --- swaps and votes ------------------------------------------------------------------------------------------------


def new_game(seats: int = 4, seed: int = 1, **rules: Any) -> Gurch:
    return Gurch(seats, seed, replace(GurchOptions(), **rules))


def first_cards(game: Gurch, seat: int, count: int) -> tuple[Card, ...]:
    """Return the first cards of a seat, its up-card first."""
    return (*game.cards(UP_CARD[seat]), *game.cards(HAND[seat]))[:count]


def swap(game: Gurch, count: int) -> None:
    seat = game.seats_to_act()[0]
    game.play(Move(seat, "swap", first_cards(game, seat, count)))


def play_verbs(game: Gurch, *verbs: str) -> None:
    for verb in verbs:
        game.play(Move(game.seats_to_act()[0], verb))


def vote(game: Gurch, *numbers: int) -> None:
    """Vote for all seats to act, in seat order."""
    for seat, number in zip(game.seats_to_act(), numbers, strict=True):
        game.play(Move(seat, "vote", to=number))


def find_deal(wanted: Callable[[Gurch], object], seats: int = 4, **rules: Any) -> Gurch:
    """Return the first deal by these rules for which ``wanted`` is true by the standard rules."""
    return next(new_game(seats, seed, **rules) for seed in range(2000) if wanted(new_game(seats, seed)))
