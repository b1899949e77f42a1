"""Builds positions of Palácio for tests, and plays them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engine.cards import RANKS, Card, rank
from engine.game import STOCK
from engine.games.palacio.game import BURNT, DOWN, HAND, PILE, UP, Palacio
from engine.games.palacio.options import PalacioOptions
from engine.moves import Pile
from tests.support.card_positions import take_ranks

OTHERS = "4 5"
"""Hand of the other seats where it doesn't matter."""


def position(
    hand: str = "",
    pile: str = "",
    stock: str = "",
    up: str = "",
    down: str = "",
    *,
    seats: int = 2,
    others: Iterable[str] = (),
    others_down: str = "",
    **rules: Any,
) -> Palacio:
    """Return a position with seat 0 to play these ranks (T = 10); piles are bottom to top, other cards burnt."""
    game = Palacio(seats, 1, replace(PalacioOptions(), **rules))
    unused = list(game.deck(seats))
    piles: dict[Pile, tuple[Card, ...]] = dict.fromkeys(game.piles, ())

    def lay(where: Pile, ranks: str) -> None:
        piles[where] = take_ranks(ranks, unused)

    lay(HAND[0], hand)
    lay(PILE, pile)
    lay(STOCK, stock)
    for slots, ranks in ((UP[0], up), (DOWN[0], down), (DOWN[1], others_down)):
        for slot, letter in zip(slots, ranks.split(), strict=False):
            lay(slot, letter)
    given_others = list(others)
    for seat in range(1, seats):
        lay(HAND[seat], given_others[seat - 1] if given_others else OTHERS)
    piles[BURNT] = tuple(unused)
    game.piles = piles
    for where, cards in piles.items():
        for card in cards:
            game.known[card] = game.viewers_mask(where)
    game.ask_seats("play", 0)
    game.take_events()
    return game


def ranks_of(cards: Iterable[Card]) -> str:
    return " ".join(sorted((RANKS[rank(card)] for card in cards), key="3456789TJQKA2".index))


def pile_ranks(game: Palacio, pile: Pile) -> str:
    """Return the ranks in a pile, from bottom to top."""
    return " ".join(RANKS[rank(card)] for card in game.cards(pile))


def hand_ranks(game: Palacio, seat: int = 0) -> str:
    return ranks_of(game.cards(HAND[seat]))


def legal_plays(game: Palacio, seat: int = 0) -> list[str]:
    """Return the legal moves in short form: ranks played, ``take``, ``flip 0`` …"""
    moves = game.legal_moves(seat)
    return [ranks_of(m.cards) or m.verb + (f" {m.to}" if m.verb == "flip" else "") for m in moves]


def play(game: Palacio, what: str) -> None:
    """Play a move in the short form of ``legal_plays``."""
    seat = game.seats_to_act()[0]
    game.play(dict(zip(legal_plays(game, seat), game.legal_moves(seat), strict=True))[what])


def own_cards(game: Palacio, ranks: str, *piles: Pile) -> tuple[Card, ...]:
    """Return cards of these ranks from piles, by default from the hand of seat 0."""
    return take_ranks(ranks, [card for pile in piles or (HAND[0],) for card in game.cards(pile)])
