"""Playouts of RoPeD on the fast model, with a planner for each seat."""

from collections.abc import Sequence

from engine.bots.roped.model import NONE_FOUND, PlayoutDeal
from engine.bots.roped.plan import Discard, Planner
from engine.games.roped.sets import ACE, FOUR, KING
from engine.moves import Move, Seat

REVEAL, PICK, DISCARD, SET, END = range(5)
"""Stages of a turn, in order."""


def play_out(deal: PlayoutDeal, planners: Sequence[Planner], stage: int = REVEAL) -> list[int]:
    """Play a RoPeD deal to its end from a stage of the turn, such as revealing a card; return the points by seat."""
    while True:
        seat = deal.mover
        planner = planners[seat]
        if stage <= REVEAL:
            index = planner.choose_reveal(deal, seat)
            if index >= 0:
                deal.reveal(index)
        planned = None
        if stage <= PICK and (deal.drawable_count or deal.open_tops()):
            card, planned = planner.choose_card_to_take_and_discard(deal, seat)
            if card >= 0:
                deal.take_block(seat, card)
            else:
                deal.draw(seat)
        if stage <= DISCARD:
            discard(deal, planner, seat, planned)
        if stage <= SET:
            deal.record_out(seat)
            if deal.sizes[seat] >= FOUR:
                points, four = planner.choose_meld_points_and_cards(deal, seat)
                if four:
                    deal.meld(seat, four, points)
                    deal.record_out(seat)
                    offer_lasso(deal, planners, seat, four, points)
        if not deal.advance_turn():
            return deal.score()
        stage = REVEAL


def discard(deal: PlayoutDeal, planner: Planner, seat: Seat, planned: Discard | None) -> None:
    """Discard RoPeD cards as planned; without a plan, by the planner's best discard."""
    planned = planned or planner.best_discard_now(deal, seat)
    if planned.verb == "discard":
        card = planned.cards[0]
        deal.lay_face_down(seat, card, planner.best_slot(deal, seat, card))
    elif planned.verb == "draw":
        card = deal.draw_until_one_fits(seat)
        if card != NONE_FOUND:
            deal.lay_face_down(seat, card, planner.best_slot(deal, seat, card))
    elif planned.verb:
        deal.fill(seat, planned.cards, deal.first_empty_slot())


def offer_lasso(
    deal: PlayoutDeal, planners: Sequence[Planner], owner: Seat, four: int, points: int, *, forced: Move | None = None
) -> None:
    """Offer the RoPeD set just laid to the others, who may capture it with an ace, then a king and so on (R17 … R19).

    ``forced`` is a move that one seat makes instead of its planner's.
    """
    low = four & -four
    aces = 15 if deal.any_ace or four == low * 15 else 1 << (low.bit_length() - 1 & 3)
    aces &= ~deal.shown
    for step in range(1, deal.seats):
        seat = (owner + step) % deal.seats
        held = deal.hands[seat] & aces
        if held:
            if forced is not None and forced.seat == seat:
                card = int(forced.cards[0]) if forced.cards else NONE_FOUND
            else:
                card = planners[seat].best_rope_card(deal, seat, held, points)
            if card != NONE_FOUND:
                deal.capture_set(seat, card, owner, points)
                offer_recapture_chain(deal, planners, seat, card, points)
                return


def offer_recapture_chain(
    deal: PlayoutDeal, planners: Sequence[Planner], owner: Seat, card: int, points: int, *, forced: Move | None = None
) -> None:
    """Offer a captured RoPeD set to the holder of the next lower card, who may capture it in turn, and so on (R19).

    ``forced`` is a move that one seat makes instead of its planner's.
    """
    while card >> 2 != ACE + 1:
        card = KING << 2 | card & 3 if card >> 2 == ACE else card - 4
        seat = next((s for s in range(deal.seats) if s != owner and deal.hands[s] >> card & 1), NONE_FOUND)
        if seat == NONE_FOUND:
            return
        if forced is not None and forced.seat == seat:
            thrown = bool(forced.cards)
        else:
            thrown = planners[seat].best_rope_card(deal, seat, 1 << card, points) != NONE_FOUND
        if not thrown:
            return
        deal.capture_set(seat, card, owner, points)
        owner, forced = seat, None
