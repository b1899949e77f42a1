"""Deals of RoPeD played out on the fast model, every seat by the same plans."""

from collections.abc import Sequence

from engine.bots.roped.plan import Discard, Planner
from engine.bots.roped.table import NOBODY, Table
from engine.games.roped.sets import ACE, FOUR, KING
from engine.moves import Move, Seat

REVEAL, PICK, DISCARD, SET, END = range(5)
"""What comes next in a turn."""


def play_out(table: Table, planners: Sequence[Planner], stage: int = REVEAL) -> list[int]:
    """Play a deal to its end from a stage of the present turn, with a planner for each seat; points by seat."""
    while True:
        seat = table.mover
        planner = planners[seat]
        if stage <= REVEAL:
            index = planner.reveal(table, seat)
            if index >= 0:
                table.reveal(index)
        way = None
        if stage <= PICK and (table.left or table.tops()):
            card, way = planner.pick(table, seat)
            if card >= 0:
                table.take(seat, card)
            else:
                table.draw(seat)
        if stage <= DISCARD:
            discard(table, planner, seat, way)
        if stage <= SET:
            table.note_out(seat)
            if table.sizes[seat] >= FOUR:
                points, four = planner.meld(table, seat)
                if four:
                    table.meld(seat, four, points)
                    table.note_out(seat)
                    lasso(table, planners, seat, four, points)
        if not table.end_turn():
            return table.score()
        stage = REVEAL


def discard(table: Table, planner: Planner, seat: Seat, way: Discard | None) -> None:
    """Discard as planned when picking up, or plan it now."""
    way = way or planner.discard_now(table, seat)
    if way.verb == "discard":
        card = way.cards[0]
        table.lay(seat, card, planner.place(table, seat, card))
    elif way.verb == "draw":
        card = table.draw_fitting(seat)
        if card != NOBODY:
            table.lay(seat, card, planner.place(table, seat, card))
    elif way.verb:
        table.fill(seat, way.cards, table.empty())


def lasso(
    table: Table, planners: Sequence[Planner], owner: Seat, four: int, points: int, *, told: Move | None = None
) -> None:
    """The others in turn may rope a set with an ace, and then one another (R17 … R19).

    ``told`` is the answer of its seat, whatever the plan says.
    """
    low = four & -four
    aces = 15 if table.any_ace or four == low * 15 else 1 << (low.bit_length() - 1 & 3)
    aces &= ~table.shown
    for step in range(1, table.seats):
        seat = (owner + step) % table.seats
        held = table.hands[seat] & aces
        if held:
            if told is not None and told.seat == seat:
                card = int(told.cards[0]) if told.cards else NOBODY
            else:
                card = planners[seat].best_rope(table, seat, held, points)
            if card != NOBODY:
                table.throw(seat, card, owner, points)
                chain(table, planners, seat, card, points)
                return


def chain(
    table: Table, planners: Sequence[Planner], owner: Seat, card: int, points: int, *, told: Move | None = None
) -> None:
    """The next lower card takes the set over, again and again (R19)."""
    while card >> 2 != ACE + 1:
        card = KING << 2 | card & 3 if card >> 2 == ACE else card - 4
        seat = next((s for s in range(table.seats) if s != owner and table.hands[s] >> card & 1), NOBODY)
        if seat == NOBODY:
            return
        if told is not None and told.seat == seat:
            thrown = bool(told.cards)
        else:
            thrown = planners[seat].best_rope(table, seat, 1 << card, points) != NOBODY
        if not thrown:
            return
        table.throw(seat, card, owner, points)
        owner, told = seat, None
