"""The tableau of a game: the piles with their cards, and which seats know each card.

Every card is always in exactly one pile. Knowledge is a bit set of seats for each card, so that hidden information,
views, sampling of hidden cards and events are implemented here for all games.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Self, cast

from engine.cards import HIDDEN, Card
from engine.events import CardsMoved, CardsTurned, Event, PileShuffled
from engine.moves import TABLE, Pile, Seat
from engine.rng import Rng


class PileVisibility(Enum):
    """Visibility of a pile: which seats see the faces of its cards."""

    ALL = "all"
    OWNER = "owner"
    NOBODY = "nobody"
    TURNED = "turned"
    """All seats, but only the cards that are face up."""


_ALL, _OWNER, _TURNED = PileVisibility.ALL, PileVisibility.OWNER, PileVisibility.TURNED
"""Members of the enumeration, as reading these names is ten times as fast in CPython 3.11."""

STOCK = Pile("stock")
_NO_CARDS: frozenset[Card] = frozenset()


class Tableau:
    """The piles of a game and each seat's knowledge of them; moves cards and records events.

    Attributes hold immutable values, which ``clone`` shares. Only ``piles``, ``known`` and ``rng`` are mutable and
    copied.
    """

    visibility: ClassVar[Mapping[str, PileVisibility]]
    """Kind of pile -> its visibility, for every kind of the game."""
    unordered: ClassVar[frozenset[str]] = frozenset({"hand"})
    """Kinds of piles whose order has no meaning."""
    lacks: tuple[frozenset[Card], ...] = ()
    """By seat, the cards that public knowledge rules out of its hand; empty if there are none.

    It becomes an instance attribute only when cards are ruled out, since objects with over 29 attributes are slower in
    CPython 3.11. One more cost RoPeD 3 to 6 % of its moves a second.
    """

    def __init__(self, seats: int, deck: tuple[Card, ...], rng: Rng) -> None:
        self.seats = seats
        self.rng = rng
        self.viewer: Seat | None = None
        """Seat whose view this is; None if all cards are known."""
        self.piles: dict[Pile, tuple[Card, ...]] = {STOCK: deck}
        self._all_seats = (1 << seats) - 1
        self.known: list[int] = [self._all_seats] * (max(deck) + 1)
        """For each card, a bit set of the seats that know its position; all seats for a card that is not in the deck.

        Empty in a playout.
        """
        for card in deck:
            self.known[card] = 0
        self.face_up_cards = 0
        """Bit set of the face-up cards in piles of visibility ``TURNED``."""
        self.events: list[Event] | None = []
        """Events since the last ``take_events``; None in a copy, which records none."""

    # --- hooks for a game ---------------------------------------------------------------------------------------

    def cards_to_restock(self) -> Iterable[tuple[Pile, Sequence[Card]]]:
        """Return the cards, by pile, that are shuffled into a new stock when it runs out; none by default."""
        return ()

    def is_hidden_card_possible(self, pile: Pile, card: Card) -> bool:
        """Whether a card unknown to the viewer may be in this pile, considering the play so far."""
        if not self.lacks or pile.owner == TABLE or self.visibility[pile.kind] is not _OWNER:
            return True
        return card not in self.lacks[pile.owner]

    def max_pile_size(self, pile: Pile) -> int:
        """Return the maximum number of cards of a pile during the current question; by default all cards of the game.

        A view from the network with more cards is rejected. Override it where the time of ``legal_moves`` grows fast
        with the size of a hand.
        """
        return self.card_count

    @property
    def card_count(self) -> int:
        """Number of cards of the game, in all piles together."""
        return sum(map(len, self.piles.values()))

    # --- visibility ---------------------------------------------------------------------------------------------

    def cards(self, pile: Pile) -> tuple[Card, ...]:
        """Return the cards of a pile from bottom to top; empty if there is no such pile."""
        return self.piles.get(pile, ())

    def viewers_mask(self, pile: Pile) -> int:
        """Return a bit set of the seats that see all cards of a pile."""
        sees = self.visibility[pile.kind]
        if sees is _ALL:
            return self._all_seats
        return 1 << pile.owner if sees is _OWNER and pile.owner != TABLE else 0

    def is_visible(self, pile: Pile, card: Card, seat: Seat) -> bool:
        """Whether a seat sees the face of this card in this pile."""
        if self.visibility[pile.kind] is _TURNED:
            return bool(card >= 0 and self.face_up_cards >> card & 1)
        return bool(self.viewers_mask(pile) >> seat & 1)

    def visible_cards(self, pile: Pile, seat: Seat) -> tuple[Card, ...]:
        """Return the cards of a pile as a seat sees them, HIDDEN for each face-down card."""
        return tuple(card if self.is_visible(pile, card, seat) else HIDDEN for card in self.piles.get(pile, ()))

    # --- moving cards -------------------------------------------------------------------------------------------

    def shift(
        self, moved: Sequence[Card], source: Pile, target: Pile, manner: str = "move", *, to_bottom: bool = False
    ) -> None:
        """Move cards from one pile onto another, or under it, in the given order.

        Seats that see either pile then know these cards.
        Seats that see neither pile no longer know which cards are in an unordered source, unless it is empty now.
        ``lacks`` of a hand is cleared when it gets a card that is not known to all.
        """
        moved = tuple(moved)
        if moved:
            before = self.piles[source]
            rest = () if len(moved) == len(before) else tuple([card for card in before if card not in moved])
            self._transfer(moved, source, rest, target, manner, to_bottom=to_bottom)

    def draw(self, count: int, source: Pile, target: Pile, manner: str = "draw") -> tuple[Card, ...]:
        """Move up to ``count`` cards from the top of a pile, the top card first; return these cards."""
        lying = self.piles[source]
        drawn = lying[-1 : -count - 1 : -1] if count > 0 else ()
        if drawn:
            self._transfer(drawn, source, lying[:-count], target, manner, to_bottom=False)
        return drawn

    def _transfer(
        self,
        moved: tuple[Card, ...],
        source: Pile,
        rest: tuple[Card, ...],
        target: Pile,
        manner: str,
        *,
        to_bottom: bool,
    ) -> None:
        """Move cards as ``shift`` does; ``rest`` are the cards that stay in the source."""
        piles = self.piles
        if self.events is not None:
            self.events += self._card_events(moved, source, target, manner, to_bottom=to_bottom)
        if self.known:
            self._spread_knowledge(moved, source, rest, target)
        piles[source] = rest
        after = piles.get(target, ())
        piles[target] = moved + after if to_bottom else after + moved
        if self.lacks and target.owner != TABLE:
            self._forget_ruled_out_cards(moved, source, target)
        if self.face_up_cards and self.visibility[target.kind] is not _TURNED:
            for card in moved:
                self.face_up_cards &= ~(1 << card)

    def _card_events(
        self, moved: tuple[Card, ...], source: Pile, target: Pile, manner: str, *, to_bottom: bool
    ) -> list[CardsMoved]:
        """Return the event of moving these cards next; for turned piles one per card, as each has its own viewers."""
        before, seen = self.piles[source], self.viewers_mask(source) | self.viewers_mask(target)
        if _TURNED not in (self.visibility[source.kind], self.visibility[target.kind]):
            positions = tuple(map(before.index, moved))
            return [CardsMoved(moved, source, target, positions, manner, seen, to_bottom)]
        events, rest = [], list(before)
        for card in reversed(moved) if to_bottom else moved:  # cards put under go below the ones before them
            place, up = rest.index(card), bool(self.face_up_cards >> card & 1)
            rest.pop(place)
            viewers = self._all_seats if up else seen
            events.append(CardsMoved((card,), source, target, (place,), manner, viewers, to_bottom, up))
        return events

    def _spread_knowledge(self, moved: tuple[Card, ...], source: Pile, rest: tuple[Card, ...], target: Pile) -> None:
        """Record which seats know the cards of the source after some of them are moved."""
        known, everyone = self.known, self._all_seats
        seen = self.viewers_mask(source) | self.viewers_mask(target)
        blind = everyone & ~seen
        if blind and rest and source.kind in self.unordered:
            for card in self.piles[source]:
                known[card] &= ~blind
        for card in moved:
            known[card] |= everyone if self.face_up_cards >> card & 1 else seen

    def turn(self, turned: Iterable[Card], pile: Pile, up: bool = True) -> None:
        """Turn cards face up or face down in a pile of visibility ``TURNED``."""
        turned = tuple(turned)
        if self.events is not None:
            at = tuple(map(self.piles[pile].index, turned))
            self.events.append(CardsTurned(turned, pile, at, up))
        for card in turned:
            self.face_up_cards = self.face_up_cards | 1 << card if up else self.face_up_cards & ~(1 << card)
            if up and self.known:
                self.known[card] |= self._all_seats

    def shuffle(self, pile: Pile) -> None:
        """Shuffle the cards of a pile. Afterwards only seats that see the pile know its cards."""
        order = list(self.piles[pile])
        self.rng.shuffle(order)
        self.piles[pile] = tuple(order)
        if self.known:
            viewers = self.viewers_mask(pile)
            for card in order:
                self.known[card] = viewers
        if self.events is not None:
            self.events.append(PileShuffled(pile))

    def collect_and_shuffle(self) -> None:
        """Gather all cards into the stock and shuffle it, as before a deal.

        The stock is sorted first, so that the cards dealt depend only on the generator.
        """
        for pile in [pile for pile, lying in self.piles.items() if lying and pile != STOCK]:
            self.shift(self.piles[pile], pile, STOCK, "gather")
        self.face_up_cards = 0
        if self.lacks:
            self.lacks = ()
        self.piles[STOCK] = tuple(sorted(self.piles[STOCK]))
        self.shuffle(STOCK)

    # --- refilling the stock ------------------------------------------------------------------------------------

    def cards_left(self) -> int:
        """Return the number of cards that can still be drawn: those in the stock and the spare cards to refill it."""
        left = len(self.piles[STOCK])
        for _, spare in self.cards_to_restock():
            left += len(spare)
        return left

    def can_draw(self, count: int = 1) -> bool:
        """Whether ``count`` cards can still be drawn from the stock and the spare cards to refill it."""
        return len(self.piles[STOCK]) >= count or self.cards_left() >= count

    def restock_if_empty(self) -> bool:
        """Refill the stock, if it is empty, with the shuffled spare cards; return whether it has a card now."""
        if not self.piles[STOCK]:
            for pile, spare in self.cards_to_restock():
                self.shift(spare, pile, STOCK, "gather")
            if self.piles[STOCK]:
                self.shuffle(STOCK)
        return bool(self.piles[STOCK])

    def draw_restocked(self, count: int, target: Pile, manner: str = "draw") -> tuple[Card, ...]:
        """Draw cards from the stock, refilling it when it runs out; return fewer than ``count`` if no more are left."""
        drawn = self.draw(count, STOCK, target, manner)
        if len(drawn) < count and self.restock_if_empty():
            drawn += self.draw(count - len(drawn), STOCK, target, manner)
        return drawn

    # --- cards ruled out of a hand ------------------------------------------------------------------------------

    def rule_out(self, seat: Seat, cards: Iterable[Card]) -> None:
        """Record as public knowledge that a seat's hidden cards are none of the given cards.

        This holds until the hand gets a card that is not known to all, or until the cards are collected. Call it only
        for conclusions that all seats can draw, such as from a play that a rule would have demanded.
        """
        lacks = self.lacks or (_NO_CARDS,) * self.seats
        self.lacks = (*lacks[:seat], lacks[seat].union(cards), *lacks[seat + 1 :])

    def ruled_out_cards(self, seat: Seat) -> frozenset[Card]:
        """Return the cards that a seat's hand cannot contain, by public knowledge."""
        return self.lacks[seat] if self.lacks else _NO_CARDS

    def _forget_ruled_out_cards(self, moved: Iterable[Card], source: Pile, hand: Pile) -> None:
        """Forget the cards ruled out of a hand if a card not known to all was moved into it."""
        if not self.lacks[hand.owner] or self.visibility[hand.kind] is not _OWNER:
            return
        if not self._are_known_to_all(moved, source):
            lacks = (*self.lacks[: hand.owner], _NO_CARDS, *self.lacks[hand.owner + 1 :])
            self.lacks = lacks if any(lacks) else ()

    def _are_known_to_all(self, moved: Iterable[Card], source: Pile) -> bool:
        """Whether all seats know the cards that leave a pile. In a playout, they know only what they see there."""
        everyone = self._all_seats
        if self.viewers_mask(source) == everyone:
            return True
        if self.is_playout:
            return all(self.face_up_cards >> card & 1 for card in moved)
        return all(self.known[card] == everyone for card in moved)

    # --- copies, views, sampling --------------------------------------------------------------------------------

    def take_events(self) -> list[Event]:
        """Return the events recorded since the last call, and clear them."""
        events, self.events = self.events or [], []
        return events

    def clone(self) -> Self:
        """Return an independent copy of the game's position, which records no events."""
        other = object.__new__(type(self))
        state = other.__dict__
        state.update(self.__dict__)
        state["piles"] = self.piles.copy()
        state["known"] = self.known.copy()
        state["rng"] = self.rng.copy()
        state["events"] = None
        return other

    @property
    def is_playout(self) -> bool:
        """Whether this is a copy for a playout; see ``copy_for_playout``."""
        return not self.known

    def copy_for_playout(self) -> Self:
        """Return an independent copy for a playout, which keeps no knowledge of the seats and ends with the deal.

        Moves change its cards and scores as in any other copy, in less time. It has no views.
        """
        world = self.clone()
        world.known = []
        return world

    def view(self, seat: Seat) -> Self:
        """Return the game's position as a seat knows it: other cards are HIDDEN, and the random state is removed."""
        view = self.clone()
        view.viewer = seat
        view.rng = Rng(0)
        bit = 1 << seat
        known = view.known = [mask if mask & bit else 0 for mask in self.known]
        known.append(0)  # index of HIDDEN, -1: needed for a view of a view
        unordered, piles = self.unordered, view.piles
        for pile, lying in self.piles.items():
            if not lying:
                continue
            if pile.kind in unordered:
                piles[pile] = tuple(sorted([card if known[card] else HIDDEN for card in lying]))
            elif not self.viewers_mask(pile) & bit:
                piles[pile] = tuple([card if known[card] else HIDDEN for card in lying])
        known.pop()
        return view

    def determinize(self, rng: Rng) -> Self:
        """Return a full position consistent with a seat's view: unknown cards are dealt at random.

        Cards that ``is_hidden_card_possible`` rules out of their pile are swapped with others, as far as possible.

        Raises:
            ValueError: this is not a view.
        """
        if self.viewer is None:
            raise ValueError("determinize needs a view, not a full position")
        world = self.clone()
        world.viewer = None
        world.rng = Rng(rng.bits())
        lost = cast("list[Card]", [card for card, mask in enumerate(self.known) if not mask])  # Card() is a slow call
        rng.shuffle(lost)
        hidden = [(pile, lying) for pile, lying in self.piles.items() if HIDDEN in lying]
        if self.lacks or type(self).is_hidden_card_possible is not Tableau.is_hidden_card_possible:
            self._swap_to_allowed_piles(lost, [pile for pile, lying in hidden for _ in range(lying.count(HIDDEN))])
        piles, known, place = world.piles, world.known, 0
        for pile, lying in hidden:
            count = lying.count(HIDDEN)
            dealt = tuple(lost[place : place + count])
            place += count
            if count == len(lying):
                piles[pile] = dealt
            else:
                rest = iter(dealt)
                piles[pile] = tuple([next(rest) if card < 0 else card for card in lying])
            seers = self.viewers_mask(pile)
            if seers:
                for card in dealt:
                    known[card] = seers
        return world

    def _swap_to_allowed_piles(self, unknown_cards: list[Card], places: list[Pile]) -> None:
        """Swap cards between hidden places in one pass, so that as many as possible lie in a pile allowed for them."""
        for i, pile in enumerate(places):
            if self.is_hidden_card_possible(pile, unknown_cards[i]):
                continue
            for j, other in enumerate(places):
                if (
                    other != pile
                    and self.is_hidden_card_possible(pile, unknown_cards[j])
                    and self.is_hidden_card_possible(other, unknown_cards[i])
                ):
                    unknown_cards[i], unknown_cards[j] = unknown_cards[j], unknown_cards[i]
                    break

    def comparable_state(self) -> dict[str, Any]:
        """Return the whole state of the game in a comparable form; unordered piles are sorted."""
        state = {name: value for name, value in self.__dict__.items() if name not in ("events", "rng", "piles")}
        state["rng"] = self.rng.state
        state["lacks"] = self.lacks
        state["piles"] = {
            pile: tuple(sorted(lying)) if pile.kind in self.unordered else lying
            for pile, lying in self.piles.items()
            if lying
        }
        return state

    def __eq__(self, other: object) -> bool:
        return (
            type(other) is type(self)
            and isinstance(other, Tableau)
            and self.comparable_state() == other.comparable_state()
        )

    __hash__ = None  # type: ignore[assignment]  # a position changes with every move
