"""Traits of moves in Palácio, for playing styles."""

from collections.abc import Sequence

from engine.bots.common.style import SlackFactors, Traits, factors_by_style
from engine.cards import HIDDEN, Card, rank
from engine.games.palacio.game import DOWN, FOUR, HAND, PILE, UP, Palacio
from engine.games.palacio.ranks import STRENGTH, TEN, TWO
from engine.moves import Move, Seat

ACE, THREE = STRENGTH[0], STRENGTH[2]
CARD_VALUE = tuple(
    1.0 if index in (TWO, TEN) else 0.8 * (strength - THREE) / (ACE - THREE) for index, strength in enumerate(STRENGTH)
)
"""By rank index: strength of a card, 0 … 1."""
MAX_NEAR_END_CARDS = 8
"""Maximum cards of a seat that is near its end."""

SLACK_FACTORS: SlackFactors = {
    "easy": factors_by_style(kwame=0.5, nayra=0.3, batu=0.4),
}
"""Below 1 for styles that cost much strength."""


def style_traits(view: Palacio, seat: Seat, move: Move) -> Traits:
    """Return the style traits of a legal Palácio move (bold, thrifty, hasty, spiteful) in the position before it.

    Thrift: keep twos, tens, aces and high cards; in the exchange, lay them face up for the end. Bold: don't lay them
    face up, keep a weak hand, especially with a large pile, keep equal cards in the hope of a fourth, take a pile
    voluntarily. Haste: play equal cards together, and burn. Spite: play a card that is hard to beat, especially if the
    next seat is near its end; below 0 for a two.
    """
    if move.verb in ("keep", "lay"):
        return _exchange_traits(view, seat, move)
    if move.verb in ("take", "take_along"):
        return Traits(bold=1.0, thrift=1.0, haste=-1.0, spite=-0.3)
    if not move.cards:
        return Traits(bold=float(move.verb == "chance"))
    index, count = rank(move.cards[0]), len(move.cards)
    own = view.piles[HAND[seat]] or tuple(card for slot in UP[seat] for card in view.piles[slot])
    equal = sum(rank(card) == index for card in own)
    return Traits(
        bold=_bold(view, own, move),
        thrift=_clamp_to_plus_minus_one(0.6 - 1.6 * CARD_VALUE[index] * (1 + 0.2 * (count - 1))),
        haste=_clamp_to_plus_minus_one(
            (0.4 if index == TEN or count >= FOUR else 0.0) + 0.5 * (count - 1) - 0.6 * (equal > count)
        ),
        spite=_spite(view, seat, index, count),
    )


def _clamp_to_plus_minus_one(value: float) -> float:
    return max(-1.0, min(1.0, value))


def _exchange_traits(view: Palacio, seat: Seat, move: Move) -> Traits:
    """Return the style traits of laying three cards face up in Palácio; the other three are played first."""
    both = [*view.piles[HAND[seat]], *(card for slot in UP[seat] for card in view.piles[slot])]
    strong = sum(CARD_VALUE[rank(card)] for card in move.cards)
    best = sum(sorted(CARD_VALUE[rank(card)] for card in both)[-3:])
    worst = sum(sorted(CARD_VALUE[rank(card)] for card in both)[:3])
    share = min(1.0, max(0.0, (strong - worst) / (best - worst))) if best > worst else 0.5
    return Traits(bold=1 - 2 * share, thrift=2 * share - 1, haste=0.5 - share)


def _bold(view: Palacio, own: Sequence[Card], move: Move) -> float:
    """Return a Palácio play's boldness, -1 … 1: high if it leaves weak cards, grows a large pile, or splits triples."""
    left = [CARD_VALUE[rank(card)] for card in own if card not in move.cards and card != HIDDEN]
    if not left:
        return 0.0
    risk = 1 - 0.7 * max(left) - 0.3 * sum(left) / len(left)
    size = min(1.0, (len(view.piles[PILE]) + len(move.cards)) / 10)
    index = rank(move.cards[0])
    equal = sum(rank(card) == index for card in own)
    hope = 0.9 if equal >= FOUR - 1 and len(move.cards) < equal and index not in (TWO, TEN) else 0.0
    return _clamp_to_plus_minus_one(1.5 * risk - 0.6 + 0.4 * risk * size + hope)


def _spite(view: Palacio, seat: Seat, index: int, count: int) -> float:
    """Return a Palácio play's spite, -1 … 1: high if it is hard for the next seat to follow."""
    following = view.following_seat(seat)
    if index == TEN or count >= FOUR:
        return 0.2  # the next seat does not play on it
    if index == TWO:
        return -0.7
    owned = [card for slot in (*UP[following], *DOWN[following]) for card in view.piles[slot]]
    near = len(view.piles[HAND[following]]) + len(owned) <= MAX_NEAR_END_CARDS
    hard = 2 * (STRENGTH[index] - THREE) / (ACE - THREE) - 1
    return _clamp_to_plus_minus_one(hard * (1.0 if near else 0.5) + 0.3 * (count - 1))
