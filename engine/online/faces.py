"""What one seat sees of the cards, followed through events: a host can tell nothing that cannot be shown."""

from collections import Counter
from collections.abc import Iterable

from engine.cards import HIDDEN, Card
from engine.events import Event, Moved, Shuffled, Turned
from engine.game import Game
from engine.moves import Pile
from engine.online.positions import WATCHER, PositionError
from engine.tableau import STOCK, Sees


class Faces:
    """The faces of all piles as one seat sees them, from a moment at which all cards were in the stock.

    Args:
        view: that seat's view, or that of those who watch.
    """

    def __init__(self, view: Game) -> None:
        self._view = view
        self._piles: dict[Pile, list[Card]] = {STOCK: [HIDDEN] * len(view.known)}

    def follow(self, events: Iterable[Event], view: Game) -> None:
        """Let events happen, which must lead to that view.

        Raises:
            PositionError: an event moves or turns cards that aren't there, or the view shows something else.
        """
        self._view = view
        for event in events:
            if isinstance(event, Moved):
                self._move(event)
            elif isinstance(event, Turned):
                self._turn(event)
            elif isinstance(event, Shuffled) and not self._sees(event.pile):
                self._piles[event.pile] = [HIDDEN] * len(self._piles.get(event.pile, ()))
        for pile in self._piles.keys() | view.piles.keys():
            shown, there = self._piles.get(pile, []), self._faces(pile)
            if Counter(shown) != Counter(there) if pile.kind in view.unordered else shown != there:
                raise PositionError(f"events do not lead to {pile}")

    def _sees(self, pile: Pile) -> bool:
        """Whether the seat sees every card of a pile."""
        seers, seat = self._view.seers(pile), self._view.viewer
        if seat is None or seat == WATCHER:
            return seers == (1 << self._view.seats) - 1
        return bool(seers >> seat & 1)

    def _faces(self, pile: Pile) -> list[Card]:
        """The faces of a pile that the view shows."""
        lying, turned = self._view.cards(pile), self._view.turned
        if self._view.sees[pile.kind] is Sees.TURNED:
            return [card if card >= 0 and turned >> card & 1 else HIDDEN for card in lying]
        return list(lying) if self._sees(pile) else [HIDDEN] * len(lying)

    def _move(self, event: Moved) -> None:
        """Move cards; a number of steps that grows with the cards moved and those that lie there."""
        source = self._piles.get(event.source, [])
        hidden = (at for at, face in enumerate(source) if face == HIDDEN)
        anywhere = event.source.kind in self._view.unordered
        taken: set[int] = set()
        for card, place in zip(event.cards, event.at, strict=True):
            if card != HIDDEN and card in source:  # where it is seen says more than where it is said to be
                taken.add(source.index(card))
            else:
                taken.add(next(hidden, len(source)) if anywhere else place)
        if len(taken) < len(event.cards) or max(taken) >= len(source):
            raise PositionError(f"cards that are not in {event.source}")
        for at in sorted(taken, reverse=True):
            del source[at]
        up = event.up and self._view.sees[event.target.kind] is Sees.TURNED
        shown = up or self._sees(event.target)
        landed = [card if shown else HIDDEN for card in event.cards]
        target = self._piles.get(event.target, [])
        self._piles[event.target] = landed + target if event.under else target + landed

    def _turn(self, event: Turned) -> None:
        pile = self._piles.get(event.pile, [])
        if max(event.at) >= len(pile):
            raise PositionError(f"cards that are not in {event.pile}")
        for card, place in zip(event.cards, event.at, strict=True):
            pile[place] = card if event.up else HIDDEN
