"""Traits of moves in Big Two, for playing styles."""

from engine.bots.common.style import SlackFactors, Traits, factors_by_style
from engine.game import Game
from engine.games.big_two.game import BigTwo
from engine.moves import Move, Seat

_HIGH_CARDS = sum(15 << 4 * rank for rank in (11, 12))
"""Bit set of the aces and twos."""
_FEW_CARDS = 3
"""Maximum cards of a player who is about to go out."""

SLACK_FACTORS: SlackFactors = {
    "easy": factors_by_style(celeste=0.6, kwame=0.6, rafa=0.75, tiao=0.9, priya=0.5),
    "medium": factors_by_style(celeste=2.1, kwame=1.3, rafa=1.3, tiao=0.6, anselm=0.8, yasmin=0.8, nayra=0.8),
    "hard": factors_by_style(celeste=2.1, kwame=1.3, rafa=1.3, tiao=0.8, yasmin=0.9),
    "master": factors_by_style(celeste=2.1, kwame=1.3, rafa=1.3),
}
"""Above 1 for styles that agree with good play in this game, below 1 for styles that cost much strength."""


def style_traits(view: Game, seat: Seat, move: Move) -> Traits:
    """Return the style traits of a legal Big Two move (bold, thrifty, hasty, spiteful) in the position before it.

    Bold: pass voluntarily, and play low. Thrift: keep aces, twos and high cards. Haste: play many cards at once. Spite:
    play high, especially if a player is about to go out.
    """
    assert isinstance(view, BigTwo)
    mask = view.order.mask_of(move.cards)
    count = len(move.cards)
    threat = any(0 < len(view.piles[pile]) <= _FEW_CARDS for other, pile in enumerate(view.hands) if other != seat)
    if not mask:
        return Traits(bold=0.6, thrift=0.5, haste=-1.0, spite=-0.8 if threat else -0.2)
    top = mask.bit_length() - 1
    spent = (mask & _HIGH_CARDS).bit_count() / count
    height = top / 51
    return Traits(
        bold=0.8 - 1.6 * height,
        thrift=0.4 - 1.1 * spent - 0.3 * height,
        haste=(count - 2) / 3,
        spite=(2 * height - 1) * (1.0 if threat else 0.4),
    )
