"""A sixth game, for tests only: hidden hands, a question to all seats at once, a row of face-down cards, a blind flip.

Each seat is dealt four cards, and three go face down in a row. All seats at once give a card to the left, unseen, and
do so again after every five turns. A turn plays a card no higher than the last one on the heap, or turns over a card of
the row and takes it. The first seat without cards wins the deal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from engine.cards import rank
from engine.game import STOCK, Game, PileVisibility
from engine.moves import Move, Note, Pile, Refusal, Seat
from engine.options import option

ROW = Pile("row")
HEAP = Pile("heap")
BOX = Pile("box")
MAX_TURNS = 60
GIFT_INTERVAL_TURNS = 5


@dataclass(frozen=True, slots=True)
class Options:
    wild: Literal["none", "ace", "king"] = option("none", rule="toy.R3")
    gift: bool = option(True, rule="toy.R2")
    deals: int = option(1, choices=(1, 2, 3), rule="toy.R5")


class Toy(Game):
    slug = "toy"
    seats_allowed = range(2, 6)
    seats_default = 3
    visibility: ClassVar[Mapping[str, PileVisibility]] = {
        "stock": PileVisibility.NOBODY,
        "hand": PileVisibility.OWNER,
        "row": PileVisibility.TURNED,
        "heap": PileVisibility.ALL,
        "box": PileVisibility.NOBODY,
    }
    unordered = frozenset({"hand", "box"})
    verbs: ClassVar[Mapping[str, tuple[str, ...]]] = {"gift": ("give",), "turn": ("lay", "flip", "pass")}
    ask_rules: ClassVar[Mapping[str, str]] = {"gift": "toy.R2", "turn": "toy.R3"}
    end_rule = "toy.R5"
    Options = Options

    turns: int
    mover: Seat

    def deal(self) -> None:
        self.turns = 0
        self.collect_and_shuffle()
        for seat in range(self.seats):
            self.draw(4, STOCK, Pile("hand", seat), "deal")
        self.draw(3, STOCK, ROW, "deal")
        self.turn(self.cards(ROW)[:1], ROW)
        self.mover = self.deal_number % self.seats
        if self.options.gift:
            self.ask_seats("gift", *range(self.seats))
        else:
            self.ask_seats("turn", self.mover)

    def legal_moves(self, seat: Seat) -> list[Move]:
        if self.ask is None or seat not in self.seats_to_act():
            return []
        hand = sorted(self.cards(Pile("hand", seat)))
        if self.ask.what == "gift":
            return [Move(seat, "give", (card,)) for card in hand]
        lays = [Move(seat, "lay", (card,)) for card in hand if self._fits(card)]
        flips = [Move(seat, "flip", to=place) for place in range(len(self.cards(ROW)))]
        return lays + flips or [Move(seat, "pass")]

    def check_rules(self, move: Move) -> Refusal | None:
        if len(move.cards) != (move.verb in ("give", "lay")):
            return Refusal("toy.R1", "one_card")
        if move.verb == "lay" and not self._fits(move.cards[0]):
            return Refusal("toy.R3", "too_high", {"rank": rank(self.cards(HEAP)[-1])})
        if move.verb == "flip" and not 0 <= move.to < len(self.cards(ROW)):
            return Refusal("toy.R4", "no_such_place")
        if move.verb != "flip" and move.to != -1:
            return Refusal("toy.R1", "no_place")
        if move.verb == "pass" and len(self.legal_moves(move.seat)) > 1:
            return Refusal("toy.R3", "you_can_play")
        if move.verb == "pass" and self.legal_moves(move.seat)[0].verb != "pass":
            return Refusal("toy.R3", "you_can_play")
        return None

    def on_gift(self, *moves: Move) -> None:
        """Put all gifts into the box unseen, then pass each to the left (R2)."""
        for move in moves:
            self.shift(move.cards, Pile("hand", move.seat), BOX, "give")
        for move in moves:
            self.shift(move.cards, BOX, Pile("hand", (move.seat + 1) % self.seats), "take")
        self.ask_seats("turn", self.mover)

    def on_turn(self, move: Move) -> None:
        self.turns += 1
        hand = Pile("hand", move.seat)
        if move.verb == "lay":
            self.shift(move.cards, hand, HEAP, "play")
        elif move.verb == "flip":
            card = self.cards(ROW)[move.to]
            self.turn((card,), ROW)
            self.shift((card,), ROW, hand, "take")
            if self.cards(STOCK):
                self.draw(1, STOCK, ROW)
        self.announce_move(move)
        if self.cards(HEAP)[-1:] and rank(self.cards(HEAP)[-1]) == 0 and len(self.cards(HEAP)) > 2:
            self.shift(self.cards(HEAP), HEAP, STOCK, "sweep", to_bottom=True)
            self.shuffle(STOCK)
        if self.cards(hand) and self.turns < MAX_TURNS:
            self.mover = (move.seat + 1) % self.seats
            if self.options.gift and self.turns % GIFT_INTERVAL_TURNS == 0:
                self.ask_seats("gift", *range(self.seats))
            else:
                self.ask_seats("turn", self.mover)
            return
        remaining = [len(self.cards(Pile("hand", seat))) for seat in range(self.seats)]
        best = min(remaining)
        winners = tuple(seat for seat, count in enumerate(remaining) if count == best)
        self.end_deal([-count for count in remaining], winners, "out")

    def match_winners(self) -> tuple[Seat, ...]:
        if self.deal_number < self.options.deals:
            return ()
        best = max(self.scores)
        return tuple(seat for seat, total in enumerate(self.scores) if total == best)

    def prompt_for(self, seat: Seat) -> Note:
        return Note(self.ask.what if self.ask else "wait")

    def _fits(self, card: int) -> bool:
        heap = self.cards(HEAP)
        wild = {"none": -1, "ace": 0, "king": 12}[self.options.wild]
        return not heap or rank(card) <= rank(heap[-1]) or rank(card) == wild  # type: ignore[arg-type]
