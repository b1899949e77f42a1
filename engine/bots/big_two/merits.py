"""Merits of moves in Big Two, the reasons of hints."""

from collections.abc import Iterator

from engine.bots.common.merits import kept_groups, merit
from engine.cards import rank
from engine.games.big_two import BigTwo
from engine.games.big_two.hands import MAX_CARDS, classify, combinations_of, followers
from engine.moves import Move, Note, Seat

TWO = 1
"""Rank index of a two, the highest rank."""
MAX_SEARCHED_CARDS = 20
"""Maximum number of unseen cards among which answers of five cards are looked for; more would take long."""


def move_merits(view: BigTwo, seat: Seat, move: Move) -> Iterator[Note]:
    """Yield the merits of a legal Big Two move: who can answer it, and what it keeps together."""
    own = view.piles[view.hands[seat]]
    if move.cards:
        yield from _play_merits(view, seat, move)
    kept = [card for card in own if card not in move.cards]
    if any(rank(card) == TWO for card in kept) and not any(rank(card) == TWO for card in move.cards):
        yield merit("keeps_twos")
    if len(move.cards) < MAX_CARDS and combinations_of(view.order.mask_of(kept), MAX_CARDS, view.rules):
        yield merit("keeps_five")
    yield from kept_groups(own, move.cards)


def _play_merits(view: BigTwo, seat: Seat, move: Move) -> Iterator[Note]:
    """Yield the merits of played cards."""
    own, count = view.piles[view.hands[seat]], len(move.cards)
    if count == len(own):
        yield merit("goes_out")
        return
    if _is_unbeatable(view, seat, move):
        yield merit("unbeatable")
    last = [other for other in range(view.seats) if other != seat and len(view.piles[view.hands[other]]) == 1]
    if count > 1:
        yield from (merit("locks_out", seat_other=other) for other in last)
        yield merit("many", n=count)
    strengths = [view.order.strength[card] for card in own]
    if view.play_to_beat is not None:
        if view.winning_seat != seat and _is_last_to_pass(view, seat):
            yield merit("stops_lead", seat_other=view.winning_seat)
        if _is_cheapest(view, seat, move):
            yield merit("cheapest")
    if min(strengths) in (view.order.strength[card] for card in move.cards):
        yield merit("lowest")
    elif count == 1 and last and view.order.strength[move.cards[0]] == max(strengths):
        yield merit("highest_stops", seat_other=last[0])


def _is_last_to_pass(view: BigTwo, seat: Seat) -> bool:
    """Whether all other seats but that of the last play have passed or gone out."""
    others = (other for other in range(view.seats) if other not in (seat, view.winning_seat, *view.finished))
    return all(view.passed_mask >> other & 1 for other in others) and view.winning_seat not in view.finished


def _is_cheapest(view: BigTwo, seat: Seat, move: Move) -> bool:
    """Whether no other legal play of as many cards is lower."""
    plays = [legal.cards for legal in view.legal_moves(seat) if len(legal.cards) == len(move.cards)]
    return len(plays) > 1 and set(plays[0]) == set(move.cards)


def _is_unbeatable(view: BigTwo, seat: Seat, move: Move) -> bool:
    """Whether no cards that the seat hasn't seen beat a play."""
    play = classify(view.order.mask_of(move.cards), view.rules)
    seen = view.order.mask_of(view.piles[view.hands[seat]])
    for _, mask in view.log:
        seen |= mask
    unseen = sum(view.order.bit[:-1]) & ~seen
    searches_fives = len(move.cards) >= MAX_CARDS - 1 or view.rules.bombs
    if play is None or (searches_fives and unseen.bit_count() > MAX_SEARCHED_CARDS):
        return False
    return not followers(unseen, play, view.rules)
