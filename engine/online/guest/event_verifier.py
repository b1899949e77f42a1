"""Check of a host's events: applies them to the cards that one seat sees. Used by ``message_verifier``."""

from collections import Counter
from collections.abc import Iterable

from engine.cards import HIDDEN, Card
from engine.events import CardsMoved, CardsTurned, Event, PileShuffled
from engine.game import Game
from engine.moves import Pile
from engine.online.protocol.game_codec import SPECTATOR, GameDecodeError
from engine.tableau import STOCK, PileVisibility


class EventVerifier:
    """Replays a host's events on the visible cards of one seat and compares the result with the host's view.

    The first events must begin with all cards in the stock.

    Args:
        view: the seat's view, or a spectator's.
    """

    def __init__(self, view: Game) -> None:
        self._view = view
        self._visible_piles: dict[Pile, list[Card]] = {STOCK: [HIDDEN] * view.card_count}

    def apply(self, events: Iterable[Event], expected_view: Game) -> None:
        """Apply events to the visible cards and check that the result equals ``expected_view``.

        Raises:
            GameDecodeError: an event moves or turns cards that aren't there, or the result differs from the view.
        """
        self._view = expected_view
        for event in events:
            if isinstance(event, CardsMoved):
                self._move(event)
            elif isinstance(event, CardsTurned):
                self._track_turned_cards(event)
            elif isinstance(event, PileShuffled) and not self._is_pile_visible(event.pile):
                self._visible_piles[event.pile] = [HIDDEN] * len(self._visible_piles.get(event.pile, ()))
        for pile in self._visible_piles.keys() | expected_view.piles.keys():
            replayed, expected = self._visible_piles.get(pile, []), self._cards_as_seen(pile)
            if Counter(replayed) != Counter(expected) if pile.kind in expected_view.unordered else replayed != expected:
                raise GameDecodeError(f"events lead to other cards in {pile} than the view")

    def _is_pile_visible(self, pile: Pile) -> bool:
        """Whether the viewing seat sees every card of a pile."""
        seers, seat = self._view.viewers_mask(pile), self._view.viewer
        if seat is None or seat == SPECTATOR:
            return seers == (1 << self._view.seats) - 1
        return bool(seers >> seat & 1)

    def _cards_as_seen(self, pile: Pile) -> list[Card]:
        """Return the cards of a pile as the seat's view shows them, with ``HIDDEN`` for all others."""
        lying, turned = self._view.cards(pile), self._view.face_up_cards
        if self._view.visibility[pile.kind] is PileVisibility.TURNED:
            return [card if card >= 0 and turned >> card & 1 else HIDDEN for card in lying]
        return list(lying) if self._is_pile_visible(pile) else [HIDDEN] * len(lying)

    def _move(self, event: CardsMoved) -> None:
        source = self._visible_piles.get(event.source, [])
        hidden = (index for index, face in enumerate(source) if face == HIDDEN)
        is_unordered = event.source.kind in self._view.unordered
        indices: set[int] = set()
        for card, index in zip(event.cards, event.positions, strict=True):
            if card != HIDDEN and card in source:  # its visible index is more reliable than the event's
                indices.add(source.index(card))
            else:
                indices.add(next(hidden, len(source)) if is_unordered else index)
        if len(indices) < len(event.cards) or max(indices) >= len(source):
            raise GameDecodeError(f"cards to move are not in {event.source}")
        for index in sorted(indices, reverse=True):
            del source[index]
        is_turned_up = event.face_up and self._view.visibility[event.target.kind] is PileVisibility.TURNED
        is_visible = is_turned_up or self._is_pile_visible(event.target)
        moved = [card if is_visible else HIDDEN for card in event.cards]
        target = self._visible_piles.get(event.target, [])
        self._visible_piles[event.target] = moved + target if event.to_bottom else target + moved

    def _track_turned_cards(self, event: CardsTurned) -> None:
        pile = self._visible_piles.get(event.pile, [])
        if max(event.positions) >= len(pile):
            raise GameDecodeError(f"cards to turn are not in {event.pile}")
        for card, index in zip(event.cards, event.positions, strict=True):
            pile[index] = card if event.face_up else HIDDEN
