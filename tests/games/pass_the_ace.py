"""Builds positions of Pass the Ace for tests, and plays them."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from engine.cards import RANKS, packs, rank
from engine.game import STOCK
from engine.games.pass_the_ace import PassTheAce, PassTheAceOptions
from engine.games.pass_the_ace.table import HAND, SHOWN, TRASH
from engine.moves import Move
from tests.support.card_positions import announced_keys, take_ranks

A, B, C, D = range(4)
SEEDS = st.integers(0, 2**32)


def position(
    cards: str, lives: Iterable[int] = (), stock: str = "", trash: str = "", *, dealer: int = -1, **rules: Any
) -> PassTheAce:
    """Return a position with one card per seat, given by rank, or ``-`` for a seat that is out; the last seat deals.

    Other cards are in the stock, with the ranks of ``stock`` on top, the top one at the right. If ``trash`` is given,
    other cards are under it instead. The house rules decide whether Kings lie open and whether all have an extra life.
    """
    letters = cards.split()
    game = PassTheAce(len(letters), 1, replace(PassTheAceOptions(), **rules))
    unused = list(packs(1))

    hands = {HAND[seat]: take_ranks(letter, unused) for seat, letter in enumerate(letters) if letter != "-"}
    top, thrown = take_ranks(stock, unused), take_ranks(trash, unused)
    game.piles = {**hands, TRASH: thrown, STOCK: (*unused, *top)}
    if trash:
        game.piles |= {TRASH: (*thrown, *unused), STOCK: top}
    if game.options.kings == "at_once":
        kings = [seat for seat in range(len(letters)) if letters[seat] == "K"]
        game.piles |= {pile: () for seat in kings for pile in (HAND[seat],)} | {
            SHOWN[seat]: hands[HAND[seat]] for seat in kings
        }
    for pile, held_cards in game.piles.items():
        for card in held_cards:
            game.known[card] = game.viewers_mask(pile)
    has_extra_lives = game.options.extra_life == "everybody"
    game.extra_life_seats = tuple(range(len(letters))) if has_extra_lives else ()
    full = tuple(lives) or (game.options.lives + has_extra_lives,) * len(letters)
    game.lives = tuple(count if letter != "-" else 0 for count, letter in zip(full, letters, strict=True))
    game.dealt_seats = tuple(seat for seat, count in enumerate(game.lives) if count)
    game.dealer = dealer % len(letters)
    game.lives_at_deal = game.lives
    game.announcements = ()
    game.begin_turns(game.order_of_turns())
    game.take_events()
    return game


def play_verbs(game: PassTheAce, *verbs: str) -> None:
    """Play these verbs for the seats in turn; illegal moves raise."""
    for verb in verbs:
        game.play(Move(game.seats_to_act()[0], verb))


def held_ranks(game: PassTheAce) -> str:
    """Return the ranks held by the seats with lives, in seat order."""
    return " ".join(RANKS[rank(game.card_of(seat))] for seat in range(game.seats) if game.lives[seat])


def legal_verbs(game: PassTheAce) -> list[str]:
    return [move.verb for move in game.legal_moves(game.seats_to_act()[0])]


def called_keys(game: PassTheAce) -> list[str]:
    return announced_keys(game, loud=True)


def losing_seats(game: PassTheAce) -> list[int]:
    """Return the seats that lost a life in the last scored round."""
    return [seat for seat, point in enumerate(game.history[-1]) if point]
