"""The piles as the table shows them: card tokens, changed by one event at a time. No pygame here."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.cards import HIDDEN, Card
from engine.events import CardsMoved, CardsTurned, DealScored, Event, PileShuffled, QuestionAsked
from engine.game import STOCK, Game, PileVisibility
from engine.moves import TABLE, Pile, Seat


@dataclass(slots=True)
class Token:
    """A card on the table; its face is HIDDEN while the viewer can't see it."""

    id: int
    card: Card
    batch: int = 0
    """Number of the event that moved it here; equal for cards that moved together."""
    origin_owner: Seat = TABLE
    """Owner of the pile from which the card was moved here; ``TABLE`` for piles without an owner."""
    viewers: int = 0
    """Bit set of the seats that have seen its face in this pile or before, since it was last shuffled; -1 for all."""


class ShownPiles:
    """The piles of cards as the viewer sees them after the events so far."""

    def __init__(self, game: Game, viewer: Seat, viewers: int | None = None) -> None:
        """Put all cards face down into the stock, as at the start of a match.

        ``viewers`` is a bit set of seats whose views are combined, by default the viewer alone. With 0, a spectator
        sees only what all seats see.
        """
        self.game = game
        self.viewer = viewer
        self.viewers = 1 << viewer if viewers is None else viewers
        self.piles: dict[Pile, list[Token]] = {STOCK: [Token(i, HIDDEN) for i in range(game.card_count)]}
        self._batch = 0
        self.last_question_batch = 0
        """``Token.batch`` of the last cards moved before the current question."""

    def copy(self) -> "ShownPiles":
        """Return a copy of the shown piles with new ``Token`` objects."""
        other = ShownPiles(self.game, self.viewer, self.viewers)
        other.piles = {pile: [replace(token) for token in tokens] for pile, tokens in self.piles.items()}
        other._batch, other.last_question_batch = self._batch, self.last_question_batch
        return other

    def apply(self, event: Event) -> None:
        """Change the shown piles by an event, from the viewer's perspective."""
        if isinstance(event, CardsMoved):
            self._move(event)
        elif isinstance(event, QuestionAsked | DealScored):
            self.last_question_batch = self._batch
        elif isinstance(event, CardsTurned):
            for card, position in zip(event.cards, event.positions, strict=True):
                self.piles[event.pile][position].card = card if event.face_up else HIDDEN
        elif isinstance(event, PileShuffled):
            for token in self.piles.get(event.pile, ()):
                token.viewers = self.game.viewers_mask(event.pile)
                if not self._is_visible(event.pile):
                    token.card = HIDDEN

    def _is_visible(self, pile: Pile) -> bool:
        """Whether the viewing seats see all cards of a pile."""
        seers = self.game.viewers_mask(pile)
        return bool(seers & self.viewers) if self.viewers else seers == (1 << self.game.seats) - 1

    def _move(self, event: CardsMoved) -> None:
        self._batch += 1
        source = self.piles.setdefault(event.source, [])
        is_unordered = event.source.kind in self.game.unordered
        tokens: list[Token] = []
        taken_ids: set[int] = set()
        for card, position in zip(event.cards, event.positions, strict=True):
            match = None if card == HIDDEN else next((token for token in source if token.card == card), None)
            if match is None and (is_unordered or position >= len(source)):
                match = next(token for token in reversed(source) if token.card == HIDDEN and token.id not in taken_ids)
            match = match or source[position]
            tokens.append(match)
            taken_ids.add(match.id)
        self.piles[event.source] = [token for token in source if token.id not in taken_ids]
        for token, card in zip(tokens, event.cards, strict=True):
            is_turned_up = event.face_up and self.game.visibility[event.target.kind] is PileVisibility.TURNED
            is_visible = is_turned_up or self._is_visible(event.target)
            token.card = card if is_visible else HIDDEN
            token.batch = self._batch
            token.origin_owner = event.source.owner
            token.viewers |= event.viewers
        target = self.piles.setdefault(event.target, [])
        target[:] = tokens + target if event.to_bottom else target + tokens

    def shown_cards(self, pile: Pile) -> tuple[Card, ...]:
        """Return the faces of a pile's cards as the viewer sees them, bottom first."""
        return tuple(token.card for token in self.piles.get(pile, ()))

    def differences(self) -> list[str]:
        """Return descriptions of shown piles that differ from the game's position; tests assert that there are none."""
        descriptions = []
        for pile in self.game.piles.keys() | self.piles.keys():
            shown, actual = self.shown_cards(pile), self.actual_visible_cards(pile)
            is_equal = Counter(shown) == Counter(actual) if pile.kind in self.game.unordered else shown == actual
            if not is_equal:
                descriptions.append(f"{pile}: shown {shown}, is {actual}")
        return descriptions

    def actual_visible_cards(self, pile: Pile) -> tuple[Card, ...]:
        """Return the card faces of a pile that the viewing seats may see, by the game's position."""
        seats = range(self.game.seats)
        if not self.viewers:
            return tuple(map(min, *(self.game.visible_cards(pile, seat) for seat in seats)))
        views = [self.game.visible_cards(pile, seat) for seat in seats if self.viewers >> seat & 1]
        return tuple(map(max, *views)) if len(views) > 1 else views[0]

    def tokens(self) -> Iterable[Token]:
        """Yield every card token of the shown piles."""
        for pile in self.piles.values():
            yield from pile

    def adopt_ids(self, old: "ShownPiles") -> None:
        """Take over the ids of matching card tokens from other shown piles, so that their cards glide here.

        Equal faces in the same pile are matched first, then equal faces, then cards of the same pile, then the rest.
        """
        unused = {token.id: (pile, token.card) for pile, tokens in old.piles.items() for token in tokens}
        new_tokens = [(pile, token) for pile, tokens in self.piles.items() for token in tokens]
        remaining: list[tuple[Pile, Token]] = []
        by_face = {(card, pile): key for key, (pile, card) in unused.items() if card != HIDDEN}
        by_card = {card: key for key, (_, card) in unused.items() if card != HIDDEN}
        for pile, token in new_tokens:
            key = by_face.get((token.card, pile), by_card.get(token.card))
            if key is not None and key in unused and token.card != HIDDEN:
                token.id = key
                del unused[key]
            else:
                remaining.append((pile, token))
        by_pile: dict[Pile, list[int]] = {}
        for key, (pile, _) in unused.items():
            by_pile.setdefault(pile, []).append(key)
        unmatched = []
        for pile, token in remaining:
            if by_pile.get(pile):
                token.id = by_pile[pile].pop(0)
                del unused[token.id]
            else:
                unmatched.append(token)
        for token, key in zip(unmatched, list(unused), strict=True):
            token.id = key
