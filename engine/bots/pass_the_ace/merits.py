"""Merits of moves in Pass the Ace, the reasons of hints."""

from collections.abc import Iterator

from engine.bots.common.merits import merit
from engine.cards import HIDDEN, packs
from engine.games.pass_the_ace import PassTheAce
from engine.games.pass_the_ace.table import TOP_HEIGHT
from engine.moves import Move, Note, Seat

MAX_LOWEST_PROBABILITY = 0.25
"""Probability that nobody has a lower card, judged by the unseen cards alone, below which that many lower ones are a
reason to stick."""


def move_merits(view: PassTheAce, seat: Seat, move: Move) -> Iterator[Note]:
    """Yield the merits of a legal Pass the Ace move in a view: what is known of the own card and of the others."""
    own, known, sticks = view.height(view.card_of(seat)), _known_heights(view, seat), move.verb == "stick"
    partner = view.find_partner(seat)
    if sticks and own == TOP_HEIGHT:
        yield merit("highest")
    if not sticks and own == 0:
        yield merit("lowest_held")
    if sticks:
        yield from (merit("lower_card", seat_other=other) for other, height in known.items() if height < own)
    if move.verb == "swap" and partner in known and known[partner] > own:
        yield merit("higher_card", seat_other=partner)
    if move.verb == "swap" and partner in known:
        return
    for turn in view.announcements if move.verb == "swap" else ():
        if (turn.seat, turn.what) == (partner, "stick"):
            yield merit("partner_stuck", seat_other=turn.seat)
    unseen = _unseen_heights(view)
    if len(unseen) <= 2:
        return
    higher, lower = (sum(sign * (height - own) > 0 for height in unseen) for sign in (1, -1))
    if sticks and 2 * lower > len(unseen):
        yield merit("mostly_lower", n=lower, total=len(unseen))
    elif sticks and (1 - lower / len(unseen)) ** len(_others_in_play(view, seat)) < MAX_LOWEST_PROBABILITY:
        yield merit("enough_lower", n=lower, total=len(unseen))
    elif not sticks and 2 * higher > len(unseen):
        yield merit("mostly_higher", n=higher, total=len(unseen))


def is_unnatural(view: PassTheAce, seat: Seat, move: Move) -> bool:
    """Whether a legal Pass the Ace move keeps the lowest card there is, while another one can exchange it."""
    if move.verb != "stick" or view.height(view.card_of(seat)) > 0:
        return False
    partner, known = view.find_partner(seat), _known_heights(view, seat)
    verbs = {legal.verb for legal in view.legal_moves(seat)}
    return "draw" in verbs or ("swap" in verbs and (partner is None or known.get(partner) != TOP_HEIGHT))


def _known_heights(view: PassTheAce, seat: Seat) -> dict[Seat, int]:
    """Return the height of each other seat's card that is visible in a view."""
    cards = {other: view.card_of(other) for other in _others_in_play(view, seat)}
    return {other: view.height(card) for other, card in cards.items() if card != HIDDEN}


def _others_in_play(view: PassTheAce, seat: Seat) -> list[Seat]:
    return [other for other in range(view.seats) if other != seat and view.lives[other]]


def _unseen_heights(view: PassTheAce) -> list[int]:
    """Return the heights of all cards that are hidden in a view."""
    seen = {card for lying in view.piles.values() for card in lying}
    return [view.height(card) for card in packs(1) if card not in seen]
