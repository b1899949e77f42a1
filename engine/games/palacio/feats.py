"""Feats and habits of Palácio."""

from engine.events import CardsMoved
from engine.feats import Feat, FinishedDeal, Habit
from engine.moves import Pile

_LARGE_PILE, _LARGE_HAND = 15, 15
"""Numbers of cards in a burnt pile, and in a hand."""
_FACE_DOWN_CARDS = 3
_OFTEN = 2


def _goes_out_first(deal: FinishedDeal) -> bool:
    return any(note.placeholders["n"] == 1 for note in deal.notes("out"))


def _has_taken(deal: FinishedDeal) -> bool:
    return any(event.target.owner == deal.seat for event in deal.moves("take"))


def _turns_only_fitting_cards(deal: FinishedDeal) -> bool:
    return len(deal.notes("turned")) >= _FACE_DOWN_CARDS and not deal.notes("turned_bad")


def _largest_hand(deal: FinishedDeal) -> int:
    """Return the largest number of cards that the person held at once."""
    hand, held, most = Pile("hand", deal.seat), 0, 0
    for event in deal.events:
        if isinstance(event, CardsMoved):
            held += len(event.cards) * ((event.target == hand) - (event.source == hand))
            most = max(most, held)
    return most


FEATS = (
    Feat("perfect", lambda deal: _goes_out_first(deal) and not _has_taken(deal)),
    Feat("four", lambda deal: deal.notes("burnt_four")),
    Feat("fire", lambda deal: any(note.placeholders["n"] >= _LARGE_PILE for note in deal.notes("burnt"))),
    Feat("comeback", lambda deal: _goes_out_first(deal) and _largest_hand(deal) >= _LARGE_HAND),
    Feat("blind", lambda deal: _goes_out_first(deal) and _turns_only_fitting_cards(deal)),
)


HABITS = (
    Habit("exchanged", lambda deal: bool(deal.own_moves("exchange"))),
    Habit("took_twice", lambda deal: len(deal.notes("take")) >= _OFTEN),
)
