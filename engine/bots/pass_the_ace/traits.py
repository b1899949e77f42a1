"""Traits of the moves of Pass the Ace."""

from engine.bots.common.style import Reach, Traits, reach
from engine.cards import rank
from engine.games.pass_the_ace.game import KING, PassTheAce
from engine.moves import Move, Seat

MIDDLE_RANK = 5.5
"""Rank index between the six, about the highest card that most people swap, and the seven."""
DOUBTFUL_RANKS = (4, 5, 6)
"""Rank indices of the five to the seven. With any other card there is hardly anything to dare."""
HARMLESS_HEIGHT = 0.3
"""Height of a card, up to 1 for a king, that harms nobody."""

REACH: Reach = {
    "easy": reach(celeste=0.9, ingrid=1.05, mei=0.85, rafa=0.85),
    "medium": reach(kwame=0.5, rafa=0.5, mei=0.5),
    "hard": reach(celeste=0.9, ingrid=1.05, mei=0.85, rafa=0.85),
    "master": reach(celeste=0.9, ingrid=1.05, mei=0.85, rafa=0.85),
}
"""Less far for those that cost most; a little further for one that is hardly seen."""


def traits(view: PassTheAce, seat: Seat, move: Move) -> Traits:
    """Return the traits of a legal move in the position before it.

    Bold: stick with a low card or part with a high one. Thrift: hold on to anything middling or better. Haste: act, and
    rather with the stock than with a player who may have a King; below 0, wait. Spite: pass a low card on, above all to
    a player with few lives.
    """
    height = (rank(view.card_of(seat)) - MIDDLE_RANK) / (KING - MIDDLE_RANK)  # below 0 for low cards
    bold = max(-1.0, min(1.0, 2 * height)) * (1.0 if rank(view.card_of(seat)) in DOUBTFUL_RANKS else 0.02)
    if move.verb == "stick":
        return Traits(bold=-bold, thrift=max(0.0, 0.4 + height / 2), haste=-0.6)
    low = max(0.0, -height)
    thrift = -max(0.0, 0.4 + height / 2)
    if move.verb == "draw":
        return Traits(bold=bold, thrift=thrift, haste=1.0, spite=-0.5)
    weak = view.lives[view.next_seat(seat)] == min(count for count in view.lives if count)
    harm = min(1.0, 0.4 + low + 0.2 * weak) if height < HARMLESS_HEIGHT else 0.02
    return Traits(bold=bold, thrift=thrift, haste=0.5, spite=harm)
