"""Builds positions of any game from card names."""

from collections.abc import Mapping
from typing import TypeVar

from engine.cards import cards
from engine.game import STOCK, Game
from engine.moves import Pile

G = TypeVar("G", bound=Game)


def build_position(game: G, piles: Mapping[Pile, str], rest_pile: Pile = STOCK) -> G:
    """Put these cards into these piles, bottom first, and all others under the cards of ``rest_pile``; return the game.

    Every seat knows the cards of the piles that it sees. Other state of the game is unchanged.

    >>> from engine.games import GAMES
    >>> game = build_position(next(iter(GAMES.values()))(2, 1), {Pile("hand", 0): "AS 3D", STOCK: "KC"})
    >>> len(game.cards(Pile("hand", 0))), len(game.cards(STOCK))
    (2, 50)
    """
    given = {pile: cards(words) for pile, words in piles.items()}
    named = {card for pile_cards in given.values() for card in pile_cards}
    others = tuple(card for card in game.deck(game.seats) if card not in named)
    game.piles = {**given, rest_pile: (*others, *given.get(rest_pile, ()))}
    for pile, pile_cards in game.piles.items():
        for card in pile_cards:
            game.known[card] = game.viewers_mask(pile)
    game.face_up_cards, game.lacks = 0, ()
    game.take_events()
    return game
