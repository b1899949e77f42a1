"""Builds positions of RoPeD for tests, and plays them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.cards import Card, cards, packs, texts
from engine.game import STOCK
from engine.games.roped.game import HAND, SLOT, Roped
from engine.games.roped.options import RopedOptions
from engine.moves import Move, Pile
from tests.support.refusals import refusal_of


def position(
    hands: Sequence[str],
    slots: Sequence[str] = (),
    stock: str = "",
    *,
    ask: str = "",
    melds: Sequence[str] = (),
    rest: Pile = STOCK,
    **rules: Any,
) -> Roped:
    """Return a position with seat 0 to play.

    Slots are given bottom to top, with ``*`` after a face-down card, the stock top first, melds by seat. All other
    cards are under the cards of ``rest``.
    """
    game = Roped(len(hands), 1, replace(RopedOptions(), **rules))
    piles: dict[Pile, tuple[Card, ...]] = dict.fromkeys(game.piles, ())
    for seat, hand in enumerate(hands):
        piles[HAND[seat]] = cards(hand)
    for seat, meld in enumerate(melds):
        piles[Pile("meld", seat)] = cards(meld)
    game.face_up_cards = 0
    for slot, text in zip(SLOT, slots, strict=False):
        piles[slot] = cards(text.replace("*", ""))
        for word in text.split():
            if not word.endswith("*"):
                game.face_up_cards |= 1 << cards(word)[0]
    piles[STOCK] = cards(stock)[::-1]
    placed = {card for pile in piles.values() for card in pile}
    piles[rest] = (*(card for card in packs(1) if card not in placed), *piles[rest])
    game.piles = piles
    for position_pile, pile in piles.items():
        for card in pile:
            game.known[card] = 15 if game.face_up_cards >> card & 1 else game.viewers_mask(position_pile)
    game.smallest_hands = (3,) * game.seats
    if ask:
        game.active_seat = 0
        game.ask_seats(ask, 0)
    else:
        game._begin_turn(0)
    game.take_events()
    return game


def pile_cards(game: Roped, pile: Pile) -> str:
    return texts(game.cards(pile))


def hand_cards(game: Roped, seat: int = 0) -> str:
    return texts(sorted(game.cards(HAND[seat])))


def legal_plays(game: Roped, seat: int = 0) -> list[str]:
    """Return the legal moves without their seat: ``take 9C``, ``discard 8S @0`` …"""
    return [str(move).partition(":")[2] for move in game.legal_moves(seat)]


def play(game: Roped, *moves: str) -> None:
    """Play moves for the seat to act, or for a given one: ``2:throw AC``; illegal moves raise."""
    for move in moves:
        game.play(Move.parse(move if move[1:2] == ":" else f"{game.seats_to_act()[0]}:{move}"))


def refusal_by_seat_0(game: Roped, move: str) -> tuple[str, str]:
    return refusal_of(game, f"0:{move}")


def question_and_seats(game: Roped) -> tuple[str, tuple[int, ...]]:
    assert game.ask is not None
    return game.ask.what, game.ask.seats


def meld_cards(game: Roped, seat: int) -> str:
    piles = [game.cards(pile) for pile in game.piles if pile[:2] == ("meld", seat)]
    return " / ".join(texts(four) for four in piles if four)
