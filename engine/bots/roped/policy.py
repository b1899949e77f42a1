"""The quick player of RoPeD: collect suits, take blocks for their sets, shed what costs when somebody goes out."""

from collections.abc import Sequence

from engine.bots.common.base import Option
from engine.bots.roped.plan import Habits, Mood, Planner
from engine.bots.roped.table import MATCHES, NOBODY, Table, bits, mask_of
from engine.bots.roped.weights import STANDARD
from engine.cards import HIDDEN, Card
from engine.games.roped.game import DRAWN, PENALTY, Roped
from engine.games.roped.sets import points_of
from engine.moves import Move, Seat
from engine.rng import Rng

UNTHOUGHT = 100.0
"""So many points worse is a move that the player doesn't think of."""


class Policy:
    """Plays at once, from what the seat knows.

    A move is worth what the hand will be worth at the end of the turn: after the best discard and the best set.
    """

    slack = 4.0

    def __init__(self, habits: Sequence[Habits] = STANDARD) -> None:
        self.planner = Planner(habits)

    def choose(self, view: Roped, seat: Seat, rng: Rng) -> Move:
        """The best move by the habits, the first found of equal ones."""
        assert view.ask is not None
        what, planner = view.ask.what, self.planner
        table = Table(view, view.rng)
        if what == "reveal":
            return Move(seat, "reveal", to=planner.reveal(table, seat))
        if what == "pick":
            card, _ = planner.pick(table, seat)
            return Move(seat, "take", (Card(card),)) if card != HIDDEN else Move(seat, "stock")
        if what == "discard":
            return self._discard(view, seat, table)
        if what == "place":
            drawn = view.piles[DRAWN[seat]]
            return Move(seat, "discard", drawn, planner.place(table, seat, drawn[0]))
        if what == "start":
            return Move(seat, "lay", _cards(planner.begin(table, seat)))
        if what == "set":
            four = planner.meld(table, seat)[1]
            return Move(seat, "meld", _cards(four)) if four else Move(seat, "none")
        held = table.hands[seat] & mask_of(view._ropes())
        thrown = planner.best_rope(table, seat, held, points_of(view.piles[view.stake])) if held else NOBODY
        if thrown == NOBODY:
            return Move(seat, "let_go")
        return Move(seat, "throw" if what == "lasso" else "rope", (Card(thrown),))

    def _discard(self, view: Roped, seat: Seat, table: Table) -> Move:
        way = self.planner.discard_now(table, seat)
        if way.verb == "draw":
            return Move(seat, "draw")
        if way.verb == "discard":
            return Move(seat, "discard", (Card(way.cards[0]),), self.planner.place(table, seat, way.cards[0]))
        if way.verb == "fill" and not way.cards:
            return Move(seat, "fill", to=table.empty())
        if not way.verb:  # nothing but a bluff is left
            return view.legal_moves(seat)[0]
        return Move(seat, "discard", tuple(Card(card) for card in way.cards), table.empty())

    def weigh(self, view: Roped, seat: Seat) -> list[Option]:
        """All legal moves, the best first."""
        assert view.ask is not None
        table = Table(view, view.rng)
        mood = self.planner.mood(table, seat)
        first = view.canonical(self.choose(view, seat, view.rng))
        worths = [(move, self._worth(view, seat, table, mood, move)) for move in view.legal_moves(seat)]
        worths.sort(key=lambda pair: (-pair[1], pair[0] != first))
        best = max(worth for _, worth in worths)
        return sorted(
            (Option(move, best if move == first else worth) for move, worth in worths),
            key=lambda option: (-option.worth, option.move != first),
        )

    def _worth(self, view: Roped, seat: Seat, table: Table, mood: Mood, move: Move) -> float:
        """What a move is worth, by the same measure as the choice."""
        planner, hand, verb = self.planner, table.hands[seat], move.verb
        empty = table.slots.count([])
        if verb == "reveal":
            return planner.revealed(table, seat, move.to)
        if verb == "stock":
            return planner.unknown(table, seat, mood)
        if verb == "take":
            index = next(index for index, lying in enumerate(table.slots) if move.cards[0] in lying)
            lying = table.slots[index]
            depth = len(lying) - lying.index(move.cards[0])
            worth = planner.taken(table, seat, index, depth, mood)[0]
            return worth if depth == 1 or mood.habits.blocks else worth - UNTHOUGHT
        gone = mask_of(move.cards)
        if verb in ("none", "meld", "lay"):
            if verb == "meld":
                return planner.laid(hand, points_of(move.cards), gone, mood, empty)
            return planner.kept(hand ^ gone, mood, empty)
        if verb in ("throw", "rope"):
            points = points_of(view.piles[view.stake])
            return planner.rope(table, seat, move.cards[0], points) - UNTHOUGHT * (points < mood.habits.notice)
        if verb == "let_go":
            return 0.0
        return self._discarded(table, mood, hand, move)

    def _discarded(self, table: Table, mood: Mood, hand: int, move: Move) -> float:
        """What the hand is worth without the cards, and what an unseen card may cost."""
        planner, habits, due = self.planner, mood.habits, table.due
        empty, cards = table.slots.count([]), move.cards
        if move.verb == "draw":
            return planner.drawn(hand, len(table.tops()), empty, due, mood)
        rest = hand & ~mask_of(cards)
        lying = table.slots[move.to]
        if not lying:
            unseen = habits.blind if len(cards) < 2 else 0.0
            return planner.ended(rest, mood, empty - 1, due) + habits.filled - unseen
        worth = planner.ended(rest, mood, empty, due) + planner.covering(lying, mood)
        if move.verb == "blind" or not MATCHES[cards[0]] >> lying[-1] & 1:
            worth -= PENALTY / 2
        return worth


def _cards(mask: int) -> tuple[Card, ...]:
    return tuple(Card(card) for card in bits(mask))
