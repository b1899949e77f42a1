"""Traits of moves in Pass the Ace, for playing styles."""

from engine.bots.common.style import SlackFactors, Traits, factors_by_style
from engine.games.pass_the_ace import PassTheAce
from engine.games.pass_the_ace.table import TOP_HEIGHT
from engine.moves import Move, Seat

MIDDLE_RANK = 5.5
"""Rank index halfway between the six, about the highest card that most people swap, and the seven."""
DOUBTFUL_RANKS = (4, 5, 6)
"""Rank indices of the five to the seven. With any other card the best move is rarely in doubt, so none is bold."""
MIN_HARMLESS_HEIGHT = 0.3
"""Height above ``MIDDLE_RANK``, 1 for a king, from which passing a card on harms nobody."""

SLACK_FACTORS: SlackFactors = {
    "easy": factors_by_style(celeste=0.9, ingrid=1.05, mei=0.85, rafa=0.85),
    "medium": factors_by_style(kwame=0.5, rafa=0.5, mei=0.5, nayra=0.8, sione=1.6),
    "hard": factors_by_style(celeste=0.9, ingrid=1.05, mei=0.85, rafa=0.85),
    "master": factors_by_style(
        celeste=1.3, ingrid=1.2, kwame=2.0, mei=0.85, rafa=0.85, tiao=1.3, nayra=0.7, priya=1.5, sione=2.0
    ),
}
"""Below 1 for styles that cost much strength; above 1 for a style that is hardly noticeable."""


def style_traits(view: PassTheAce, seat: Seat, move: Move) -> Traits:
    """Return the style traits of a legal Pass the Ace move (bold, thrifty, hasty, spiteful) in the position before it.

    Bold: stick with a low card or pass on a high one. Thrift: keep any medium or high card. Haste: exchange the card,
    rather with the stock than with a player who may have a King; below 0, stick. Spite: pass on a low card, especially
    to a player with few lives.
    """
    height = (view.height(view.card_of(seat)) - MIDDLE_RANK) / (TOP_HEIGHT - MIDDLE_RANK)  # below 0 for low cards
    bold = max(-1.0, min(1.0, 2 * height)) * (1.0 if view.height(view.card_of(seat)) in DOUBTFUL_RANKS else 0.02)
    if move.verb == "stick":
        return Traits(bold=-bold, thrift=max(0.0, 0.4 + height / 2), haste=-0.6)
    low = max(0.0, -height)
    thrift = -max(0.0, 0.4 + height / 2)
    if move.verb == "draw":
        return Traits(bold=bold, thrift=thrift, haste=1.0, spite=-0.5)
    weak = view.lives[view.next_seat(seat)] == min(count for count in view.lives if count)
    harm = min(1.0, 0.4 + low + 0.2 * weak) if height < MIN_HARMLESS_HEIGHT else 0.02
    return Traits(bold=bold, thrift=thrift, haste=0.5, spite=harm)
