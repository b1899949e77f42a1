"""Traits of moves in Gurch, for playing styles."""

from engine.bots.common.style import SlackFactors, Traits, factors_by_style
from engine.game import Game
from engine.games.gurch import Gurch
from engine.games.gurch.piles import HAND, UP_CARD
from engine.moves import Move, Seat

_MIN_HIGH_VALUE, _MAX_LOW_VALUE = 12, 3
"""A queen or higher is a strong card; a three or lower usually wins the final round."""

SLACK_FACTORS: SlackFactors = {
    "easy": factors_by_style(celeste=1.6, tiao=0.8),
    "medium": factors_by_style(tiao=0.45, ingrid=0.5, mei=0.7, anselm=0.8, rafa=2.5, nayra=0.4, priya=0.7, sione=1.1),
    "hard": factors_by_style(rafa=2.5, batu=1.2),
    "master": factors_by_style(rafa=2.9, yasmin=1.8, anselm=1.8, tiao=1.2, priya=1.4, sione=2.0),
}
"""Above 1 for styles that are hardly noticeable, below 1 for styles that cost much strength."""


def style_traits(view: Game, seat: Seat, move: Move) -> Traits:
    """Return the style traits of a legal Gurch move (bold, thrifty, hasty, spiteful) in the position before it.

    Bold: swap many cards, or reject a shown card. Thrift: keep high cards. Haste: start, stand pat, lead many cards.
    Spite: force others to give up good cards, by leads of several or high cards, by high follows, or by votes for large
    swaps.
    """
    assert isinstance(view, Gurch) and view.ask is not None
    if view.ask.what == "play":
        return _play_traits(view, seat, move)
    if move.verb == "vote":
        much = (move.to - 3) / 2
        return Traits(bold=much, haste=-much, spite=much)
    if move.cards:
        high = sum(view.card_values[card] >= _MIN_HIGH_VALUE for card in move.cards)
        much = min(1.0, (len(move.cards) - 1) / 4)
        return Traits(bold=0.2 + 0.8 * much, thrift=-1.0 if high else 0.0, haste=-0.2 - 0.8 * much)
    risks = move.verb in ("reject", "renew")
    return Traits(bold=1.0 if risks else -1.0, haste=0.0 if risks else 1.0)


def _play_traits(view: Gurch, seat: Seat, move: Move) -> Traits:
    held = [view.card_values[card] for card in (*view.piles[HAND[seat]], *view.piles.get(UP_CARD[seat], ()))]
    top = max(view.card_values[card] for card in move.cards)
    spread = max(held) - min(held)
    height = 2 * (top - min(held)) / spread - 1 if spread else 0.0
    low = min(view.card_values[card] for card in move.cards) <= _MAX_LOW_VALUE
    if view.led_count:
        return Traits(bold=-0.5 * height, thrift=-height, spite=height)
    many = (len(move.cards) - 1) / 2
    return Traits(
        bold=0.5 if low else -0.5 * height,
        thrift=-height,
        haste=min(1.0, 2 * many) if many else -0.3,
        spite=min(1.0, many + 0.5 * height),
    )
