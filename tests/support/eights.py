"""Crazy Eights, a game for tests only: a refilled stock, draws until a card fits, eights that name a suit.

By house rule it has a short pack, or a dummy: the cards of seat 1 lie open, and seat 0 plays them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from engine.cards import RANKS, Card, packs, rank, suit
from engine.game import STOCK, Game, PileVisibility
from engine.moves import Move, Note, Pile, Refusal, Seat
from engine.options import option
from scenes.table.layouts.announcement_effects import AnnouncementEffects
from scenes.table.layouts.geometry import TableGeometry
from scenes.table.layouts.layout import TableLayout
from scenes.table.layouts.move_controls import MoveControls
from scenes.table.layouts.spots import PileSpot
from scenes.table.layouts.spreads import HeapSpread, RowSpread

DISCARD = Pile("discard")
EIGHT = RANKS.index("8")
SHORT_PACK = tuple(card for card in packs(1) if RANKS[rank(card)] not in "2345")
DUMMY = Pile("open", 1)
HAND_SIZE = 5


@dataclass(frozen=True, slots=True)
class Options:
    pack: Literal["full", "short"] = option("full", rule="eights.R1")
    dummy: bool = option(False, rule="eights.R1")


class Eights(Game):
    """Match the suit or the rank; an eight always fits and names the suit. The first without cards wins."""

    slug = "eights"
    seats_allowed = range(2, 8)
    seats_default = 3
    visibility: ClassVar[Mapping[str, PileVisibility]] = {
        "stock": PileVisibility.NOBODY,
        "hand": PileVisibility.OWNER,
        "open": PileVisibility.ALL,
        "discard": PileVisibility.ALL,
    }
    unordered = frozenset({"hand", "open"})
    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {"turn": ("play", "draw"), "suit": ("name",)}
    suit_verbs = frozenset({"name"})
    browsable_piles = frozenset({"discard"})
    ask_rules: ClassVar[Mapping[str, str]] = {"turn": "eights.R1", "suit": "eights.R2"}
    end_rule = "eights.R3"
    Options = Options
    suit: int
    """The suit to match, 0 … 3."""
    mover: Seat
    """The seat whose cards are played."""

    def deck(self, seats: int) -> tuple[Card, ...]:
        return SHORT_PACK if self.options.pack == "short" else super().deck(seats)

    def hand_of(self, seat: Seat) -> Pile:
        return DUMMY if self.options.dummy and seat == DUMMY.owner else Pile("hand", seat)

    def sources(self, seat: Seat) -> tuple[Pile, ...]:
        return (self.hand_of(self.mover if seat in self.seats_to_act() else seat),)

    def begin_turn(self, seat: Seat) -> None:
        self.mover = seat
        self.ask_seats("turn", 0 if self.hand_of(seat) == DUMMY else seat)

    def deal(self) -> None:
        self.collect_and_shuffle()
        for seat in range(self.seats):
            self.draw(HAND_SIZE, STOCK, self.hand_of(seat), "deal")
        self.draw(1, STOCK, DISCARD, "deal")
        self.suit = suit(self.cards(DISCARD)[0])
        self.begin_turn(0)

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
        fitting = [card for card in sorted(self.cards(self.hand_of(self.mover))) if self.fits(card)]
        return [Move(seat, "play", (card,)) for card in fitting] or [Move(seat, "draw")]

    def check_rules(self, move: Move) -> Refusal | None:
        allowed = self.canonical(move) in self.legal_moves(move.seat)
        return None if allowed else Refusal("", "not_now", {"verb": move.verb})

    def named_piles(self, move: Move) -> tuple[tuple[Pile, Pile], ...]:
        return ((STOCK, Pile("hand", move.seat)),) if move.verb == "draw" else ()

    def on_turn(self, move: Move) -> None:
        seat, hand = self.mover, self.hand_of(self.mover)
        self.announce_move(move)
        if move.verb == "draw":
            self.rule_out(seat, filter(self.fits, packs(1)))
            drawn = self.draw_until(seat, self.fits, hand)
            self.begin_turn(self.next_seat(seat) if drawn is None else seat)
            return
        self.shift(move.cards, hand, DISCARD, "play")
        self.suit = suit(move.cards[0])
        if not self.cards(hand):
            self.end_deal([int(one == seat) for one in range(self.seats)], (seat,), "out")
        elif rank(move.cards[0]) == EIGHT:
            self.ask_seats("suit", move.seat)
        else:
            self.begin_turn(self.next_seat(seat))

    def on_suit(self, move: Move) -> None:
        self.suit = move.to
        self.announce_move(move)
        self.begin_turn(self.next_seat(self.mover))

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
_DUMMY_SPOT = PileSpot("open", 62, 118, 60, RowSpread(26), max_width=230)
DUMMY_LAYOUT = replace(
    LAYOUT,
    geometry=replace(
        LAYOUT.geometry,
        side_frame=LAYOUT.geometry.side_frame._replace(spots=(*LAYOUT.geometry.side_frame.spots, _DUMMY_SPOT)),
    ),
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
    "log.play_from": "plays {cards} from {seat_to:mid}’s hand",
    "log.play_from_you": "play {cards} from {seat_to:mid}’s hand",
    "pile.stock": "Stock {n}",
    "pile.open": "Open cards {n}",
    "pile.discard": "Discard {n}",
    "lies.named": "{suit}",
}
