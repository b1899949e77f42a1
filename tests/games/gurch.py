"""Positions of Gurch for tests, and helpers to play them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.cards import RANKS, Card, packs, rank
from engine.games.gurch import Gurch
from engine.games.gurch.game import HAND, PLAYED, UP
from engine.games.gurch.options import HouseRules
from engine.games.gurch.plays import in_order
from engine.moves import Move, Pile


def deck_cards(words: str, left: list[Card]) -> tuple[Card, ...]:
    """Take cards of these ranks (T = 10) out of ``left``, of any suit."""
    found = []
    for letter in words.split():
        card = next(card for card in left if RANKS[rank(card)] == letter)
        left.remove(card)
        found.append(card)
    return tuple(found)


def tricks(*hands: str, leader: int = 0, size: int = 0, **rules: Any) -> Gurch:
    """Return a position in which the leader leads and the seats hold these ranks; all other cards were played.

    Hands smaller than ``size`` are filled up with any cards.
    """
    game = Gurch(len(hands), 1, replace(HouseRules(), **rules))
    left = list(packs(1))
    piles: dict[Pile, tuple[Card, ...]] = dict.fromkeys(game.piles, ())
    for seat, words in enumerate(hands):
        piles[HAND[seat]] = deck_cards(words, left)
    for pile in HAND[: game.seats]:
        missing = max(0, size - len(piles[pile]))
        piles[pile] += tuple(left[:missing])
        del left[:missing]
    piles[PLAYED] = tuple(left)
    game.piles = piles
    game.known = [(1 << game.seats) - 1] * 52
    for seat in range(game.seats):
        for card in game.piles[HAND[seat]]:
            game.known[card] = 1 << seat
    game.starter = game.leader = game.best = leader
    game.asks("play", leader)
    game.drain()
    return game


def own(game: Gurch, words: str, seat: int) -> tuple[Card, ...]:
    return deck_cards(words, in_order(game.piles[HAND[seat]]))


def play(game: Gurch, *plays: str) -> Gurch:
    """Play cards of these ranks for the seats in turn, checked."""
    for words in plays:
        seat = game.waiting()[0]
        game.play(Move(seat, "play", own(game, words, seat)))
    return game


def ranks(cards: tuple[Card, ...]) -> str:
    """Ranks from the highest to the lowest."""
    return "".join(RANKS[rank(card)] for card in reversed(in_order(cards)))


def legal(game: Gurch) -> set[str]:
    return {ranks(move.cards) for move in game.legal_moves(game.waiting()[0])}


def follow(hand: str, *plays: str, **rules: Any) -> Gurch:
    """Return a position in which a seat follows with this hand after these plays; nobody else can win."""
    return play(tricks(*plays, hand, "", size=len(hand.split()), **rules), *plays)


def refused(game: Gurch, words: str) -> tuple[str, str]:
    seat = game.waiting()[0]
    refusal = game.refusal(Move(seat, "play", own(game, words, seat)))
    assert refusal is not None
    return refusal.rule, refusal.key


def finish(*last: str, **rules: Any) -> Gurch:
    """Play a final round: the seats hold these cards, and seat 0 leads its hand."""
    game = tricks(*last, **rules)
    game.play(Move(0, "play", game.piles[HAND[0]]))
    return game


# --- swaps and votes ------------------------------------------------------------------------------------------------


def new(seats: int = 4, seed: int = 1, **rules: Any) -> Gurch:
    return Gurch(seats, seed, replace(HouseRules(), **rules))


def first_cards(game: Gurch, seat: int, count: int) -> tuple[Card, ...]:
    """The first cards of a seat, its up-card first."""
    return (*game.cards(UP[seat]), *game.cards(HAND[seat]))[:count]


def swap(game: Gurch, count: int) -> None:
    seat = game.waiting()[0]
    game.play(Move(seat, "swap", first_cards(game, seat, count)))


def say(game: Gurch, *verbs: str) -> None:
    for verb in verbs:
        game.play(Move(game.waiting()[0], verb))


def vote(game: Gurch, *numbers: int) -> None:
    """Vote for all seats that are asked, in seat order."""
    for seat, number in zip(game.waiting(), numbers, strict=True):
        game.play(Move(seat, "vote", to=number))


def refused_move(game: Gurch, move: Move) -> tuple[str, str]:
    refusal = game.refusal(move)
    assert refusal is not None
    return refusal.rule, refusal.key


def where(wanted: Callable[[Gurch], object], seats: int = 4, **rules: Any) -> Gurch:
    """The first deal that is wanted by the standard rules, dealt by these."""
    return next(new(seats, seed, **rules) for seed in range(2000) if wanted(new(seats, seed)))
