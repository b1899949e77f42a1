"""Playing cards as small integers with a two- or three-letter text form.

``card = pack * 52 + rank * 4 + suit`` with ranks 0 (ace) … 12 (king) and suits 0 … 3 (clubs, diamonds, hearts,
spades). Each game defines its own order of ranks and suits.
"""

from collections.abc import Iterable
from typing import NewType

Card = NewType("Card", int)

HIDDEN = Card(-1)
"""An unknown card in a view."""

PACK_SIZE = 52
RANKS = "A23456789TJQK"
SUITS = "CDHS"
HIDDEN_TEXT = "??"


class CardError(ValueError):
    """Error for a text that is not the text form of a card."""


def rank(card: Card) -> int:
    """Return the rank index of a card, 0 … 12, in the order of ``RANKS`` (ace first).

    >>> rank(parse("AS")), rank(parse("KC"))
    (0, 12)
    """
    return card % PACK_SIZE >> 2


def suit(card: Card) -> int:
    """Return the suit index of a card, 0 … 3, in the order of ``SUITS``.

    >>> suit(parse("3D"))
    1
    """
    return card & 3


def make(rank_letter: str, suit_letter: str, pack: int = 0) -> Card:
    """Return the card with this rank letter and suit letter: ``make("T", "S")``."""
    return Card(pack * PACK_SIZE + RANKS.index(rank_letter) * 4 + SUITS.index(suit_letter))


def text(card: Card) -> str:
    """Return the card's text: ``"TS"``, with one ``'`` for each further pack (``"TS'"``); ``"??"`` if hidden.

    >>> text(make("T", "S")), text(make("T", "S", pack=1)), text(HIDDEN)
    ('TS', "TS'", '??')
    """
    return _TEXT_BY_CARD[card]


def parse(word: str) -> Card:
    """Parse the text form of one card, such as ``"TS"``, as written by ``text``.

    Raises:
        CardError: the text is not a card of the first ``MAX_PACKS`` packs.
    """
    try:
        return _CARD_BY_TEXT[word]
    except KeyError:
        raise CardError(f"{word[:12]!r} is no card: write a rank of {RANKS} and a suit of {SUITS}, like TS") from None


def cards(words: str) -> tuple[Card, ...]:
    """Parse a text of several cards separated by spaces: ``cards("3C 3D")``."""
    return tuple(parse(word) for word in words.split())


def texts(cards: Iterable[Card]) -> str:
    """Format several cards as one text, separated by spaces."""
    return " ".join(_TEXT_BY_CARD[card] for card in cards)


def packs(count: int) -> tuple[Card, ...]:
    """Return all cards of ``count`` packs of 52, in order."""
    return tuple(map(Card, range(count * PACK_SIZE)))


MAX_PACKS = 2
_TEXT_BY_CARD = {
    card: RANKS[rank(card)] + SUITS[suit(card)] + "'" * (card // PACK_SIZE) for card in packs(MAX_PACKS)
} | {HIDDEN: HIDDEN_TEXT}
_CARD_BY_TEXT = {word: card for card, word in _TEXT_BY_CARD.items() if card != HIDDEN}
