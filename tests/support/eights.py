"""Crazy Eights, a game for tests only: a refilled stock, draws until a card fits, eights that name a suit."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.cards import RANKS, Card, packs, rank, suit
from engine.game import STOCK, Game, PileVisibility
from engine.moves import Move, Note, Pile, Refusal, Seat
from scenes.table.layouts.announcement_effects import AnnouncementEffects
from scenes.table.layouts.geometry import TableGeometry
from scenes.table.layouts.layout import TableLayout
from scenes.table.layouts.move_controls import MoveControls
from scenes.table.layouts.spots import PileSpot
from scenes.table.layouts.spreads import HeapSpread

DISCARD = Pile("discard")
EIGHT = RANKS.index("8")
HAND_SIZE = 5


@dataclass(frozen=True, slots=True)
class Options:
    """No house rules."""


class Eights(Game):
    """Match the suit or the rank; an eight always fits and names the suit. The first without cards wins."""

    slug = "eights"
    seats_allowed = range(2, 8)
    seats_default = 3
    visibility: ClassVar[Mapping[str, PileVisibility]] = {
        "stock": PileVisibility.NOBODY,
        "hand": PileVisibility.OWNER,
        "discard": PileVisibility.ALL,
    }
    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {"turn": ("play", "draw"), "suit": ("name",)}
    suit_verbs = frozenset({"name"})
    browsable_piles = frozenset({"discard"})
    ask_rules: ClassVar[Mapping[str, str]] = {"turn": "eights.R1", "suit": "eights.R2"}
    end_rule = "eights.R3"
    Options = Options
    suit: int
    """The suit to match, 0 … 3."""

    def deal(self) -> None:
        self.collect_and_shuffle()
        for seat in range(self.seats):
            self.draw(HAND_SIZE, STOCK, Pile("hand", seat), "deal")
        self.draw(1, STOCK, DISCARD, "deal")
        self.suit = suit(self.cards(DISCARD)[0])
        self.ask_seats("turn", 0)

    def cards_to_restock(self) -> tuple[tuple[Pile, tuple[Card, ...]], ...]:
        return ((DISCARD, self.cards(DISCARD)[:-1]),)

    def pile_fact(self, pile: Pile) -> Note | None:
        eight = pile == DISCARD and rank(self.cards(DISCARD)[-1]) == EIGHT
        named = eight and (self.ask is None or self.ask.what != "suit")
        return Note("named", {"suit": self.suit}) if named else None

    def fits(self, card: Card) -> bool:
        return rank(card) == EIGHT or suit(card) == self.suit or rank(card) == rank(self.cards(DISCARD)[-1])

    def legal_moves(self, seat: Seat) -> list[Move]:
        if self.ask is None or seat not in self.seats_to_act():
            return []
        if self.ask.what == "suit":
            return [Move(seat, "name", to=index) for index in range(4)]
        fitting = [card for card in sorted(self.cards(Pile("hand", seat))) if self.fits(card)]
        return [Move(seat, "play", (card,)) for card in fitting] or [Move(seat, "draw")]

    def check_rules(self, move: Move) -> Refusal | None:
        allowed = self.canonical(move) in self.legal_moves(move.seat)
        return None if allowed else Refusal("", "not_now", {"verb": move.verb})

    def named_piles(self, move: Move) -> tuple[tuple[Pile, Pile], ...]:
        return ((STOCK, Pile("hand", move.seat)),) if move.verb == "draw" else ()

    def on_turn(self, move: Move) -> None:
        hand = Pile("hand", move.seat)
        self.announce_move(move)
        if move.verb == "draw":
            self.rule_out(move.seat, filter(self.fits, packs(1)))
            drawn = self.draw_until(move.seat, self.fits, hand)
            self.ask_seats("turn", self.next_seat(move.seat) if drawn is None else move.seat)
            return
        self.shift(move.cards, hand, DISCARD, "play")
        self.suit = suit(move.cards[0])
        if not self.cards(hand):
            self.end_deal([int(seat == move.seat) for seat in range(self.seats)], (move.seat,), "out")
        elif rank(move.cards[0]) == EIGHT:
            self.ask_seats("suit", move.seat)
        else:
            self.ask_seats("turn", self.next_seat(move.seat))

    def on_suit(self, move: Move) -> None:
        self.suit = move.to
        self.announce_move(move)
        self.ask_seats("turn", self.next_seat(move.seat))

    def match_winners(self) -> tuple[Seat, ...]:
        return self.deal_winners

    def prompt_for(self, seat: Seat) -> Note:
        return Note(self.ask.what if self.ask else "wait")


LAYOUT = TableLayout(
    "eights",
    TableGeometry(
        centre_spots=(
            PileSpot("stock", -66, 286, 96, has_caption=True, has_slot_outline=True),
            PileSpot("discard", 66, 286, 96, HeapSpread(), has_caption=True, has_slot_outline=True),
        )
    ),
    controls=MoveControls(drop_kinds_by_verb={"play": "discard"}),
    effects=AnnouncementEffects(announcements_without_bubble=frozenset({"play"})),
)
TEXTS = {
    "title": "Eights",
    "tagline": "Match suit or rank.",
    "players": "2 to 7 players",
    "demand.turn": "Match the suit or the rank",
    "demand.suit": "Name a suit",
    "move.play": "Play",
    "move.draw": "Draw until one fits",
    "move.name": "{suit}",
    "said.play": "{cards}",
    "said.draw": "Nothing fits",
    "said.name": "{suit}!",
    "refusal.not_now": "Not now",
    "reason.out": "Somebody is out",
    "pile.stock": "Stock {n}",
    "pile.discard": "Discard {n}",
    "lies.named": "{suit}",
}
