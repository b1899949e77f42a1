"""How a move of Palácio looks."""

from collections.abc import Sequence

from engine.bots.common.style import Traits
from engine.cards import HIDDEN, Card, rank
from engine.games.palacio.game import DOWN, FOUR, HAND, PILE, STRENGTH, TEN, TWO, UP, Palacio
from engine.moves import Move, Seat

ACE, THREE = STRENGTH[0], STRENGTH[2]
WORTH = tuple(
    1.0 if index in (TWO, TEN) else 0.8 * (strength - THREE) / (ACE - THREE) for index, strength in enumerate(STRENGTH)
)
"""By rank index: how strong a card is, 0 … 1."""
SCARED = 8
"""Who owns so many cards or fewer is worth stopping."""


def traits(view: Palacio, seat: Seat, move: Move) -> Traits:
    """How a legal move looks in the position before it.

    Thrift keeps twos, tens, aces and high cards, in the exchange as face-up cards for the end. Bold does without them
    in the palace; it leaves little in the hand that goes on much, the more so on a large pile, keeps equal cards in
    hope of a fourth, and takes a pile by choice. Haste lays equal cards all at once and burns. Spite lays a card that
    the next seat has trouble with, most of all when that seat is near its end; a two helps it.
    """
    if move.verb == "keep":
        return _kept(view, seat, move)
    if move.verb == "take":
        return Traits(bold=1.0, thrift=1.0, haste=-1.0, spite=-0.3)
    if not move.cards:
        return Traits()
    index, count = rank(move.cards[0]), len(move.cards)
    own = view.piles[HAND[seat]] or tuple(card for slot in UP[seat] for card in view.piles[slot])
    equal = sum(rank(card) == index for card in own)
    return Traits(
        bold=_bold(view, own, move),
        thrift=_bounded(0.6 - 1.6 * WORTH[index] * (1 + 0.2 * (count - 1))),
        haste=_bounded((0.4 if index == TEN or count >= FOUR else 0.0) + 0.5 * (count - 1) - 0.6 * (equal > count)),
        spite=_spite(view, seat, index, count),
    )


def _bounded(value: float) -> float:
    return max(-1.0, min(1.0, value))


def _kept(view: Palacio, seat: Seat, move: Move) -> Traits:
    """Three cards are laid face up; the other three are played first."""
    both = [*view.piles[HAND[seat]], *(card for slot in UP[seat] for card in view.piles[slot])]
    strong = sum(WORTH[rank(card)] for card in move.cards)
    best = sum(sorted(WORTH[rank(card)] for card in both)[-3:])
    worst = sum(sorted(WORTH[rank(card)] for card in both)[:3])
    share = min(1.0, max(0.0, (strong - worst) / (best - worst))) if best > worst else 0.5
    return Traits(bold=1 - 2 * share, thrift=2 * share - 1, haste=0.5 - share)


def _bold(view: Palacio, own: Sequence[Card], move: Move) -> float:
    """What is left in the hand goes on little, there is much to take, or equal cards are kept in hope of a fourth."""
    left = [WORTH[rank(card)] for card in own if card not in move.cards and card != HIDDEN]
    if not left:
        return 0.0
    risk = 1 - 0.7 * max(left) - 0.3 * sum(left) / len(left)
    lying = min(1.0, (len(view.piles[PILE]) + len(move.cards)) / 10)
    index = rank(move.cards[0])
    equal = sum(rank(card) == index for card in own)
    hope = 0.9 if equal >= FOUR - 1 and len(move.cards) < equal and index not in (TWO, TEN) else 0.0
    return _bounded(1.5 * risk - 0.6 + 0.4 * risk * lying + hope)


def _spite(view: Palacio, seat: Seat, index: int, count: int) -> float:
    """How hard the next seat finds it to follow."""
    following = (seat + 1) % view.seats
    while following in view.out:
        following = (following + 1) % view.seats
    if index == TEN or count >= FOUR:
        return 0.2  # it isn't its turn
    if index == TWO:
        return -0.7
    owned = [card for slot in (*UP[following], *DOWN[following]) for card in view.piles[slot]]
    near = len(view.piles[HAND[following]]) + len(owned) <= SCARED
    hard = 2 * (STRENGTH[index] - THREE) / (ACE - THREE) - 1
    return _bounded(hard * (1.0 if near else 0.7))
