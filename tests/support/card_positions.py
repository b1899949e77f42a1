"""Cards by rank, and announcements, for the positions of the games' tests."""

from engine.cards import RANKS, Card, rank, text
from engine.events import Announced
from engine.game import Game


def take_ranks(ranks: str, left: list[Card]) -> tuple[Card, ...]:
    """Take cards of these ranks (T = 10) out of ``left``, the first of each rank, or exact ones (``6C``)."""
    found = []
    for letter in ranks.split():
        found.append(next(card for card in left if letter in (RANKS[rank(card)], text(card))))
        left.remove(found[-1])
    return tuple(found)


def announced_keys(game: Game, *, loud: bool = False) -> list[str]:
    """Return the keys of the announcements since the last events were taken; ``loud``: only large ones."""
    return [e.note.key for e in game.take_events() if isinstance(e, Announced) and (e.loud or not loud)]
