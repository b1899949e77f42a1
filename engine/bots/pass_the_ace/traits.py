"""How the moves of Pass the Ace look: bold, thrifty, hasty, spiteful."""

from engine.bots.common.style import Traits
from engine.cards import rank
from engine.games.pass_the_ace.game import KING, PassTheAce
from engine.moves import Move, Seat

MIDDLE = 5
"""Rank index of the six: about the card up to which most people swap."""


def traits(view: PassTheAce, seat: Seat, move: Move) -> Traits:
    """How a legal move looks in the position before it.

    Bold is to stick with a low card or to part with a high one. Thrift holds on to what is at least middling. Haste
    acts, and rather with the stock than with somebody who may have a King; its opposite waits. Spite hands a low card
    on, the more so to whoever has few lives.
    """
    height = (rank(view.card_of(seat)) - MIDDLE) / (KING - MIDDLE)  # below 0 for low cards
    bold = max(-1.0, min(1.0, 2 * height))
    if move.verb == "stick":
        return Traits(bold=-bold, thrift=max(0.0, 0.4 + height / 2), haste=-0.6)
    low = max(0.0, -height)
    thrift = -max(0.0, 0.4 + height / 2)
    if move.verb == "draw":
        return Traits(bold=bold, thrift=thrift, haste=1.0, spite=-0.5)
    weak = view.lives[view.next_seat(seat)] == min(count for count in view.lives if count)
    return Traits(bold=bold, thrift=thrift, haste=0.5, spite=min(1.0, 0.4 + low + 0.2 * weak))
