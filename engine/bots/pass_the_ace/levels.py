"""The levels of Pass the Ace, and how its moves look."""

from engine.bots.common.base import Ladder, Quick
from engine.bots.common.manner import Traits
from engine.bots.pass_the_ace.minds import Beginner, Naive, Regular, Rough, Wavering
from engine.bots.pass_the_ace.policy import Policy
from engine.bots.pass_the_ace.reader import Reader, Reading
from engine.cards import rank
from engine.games.pass_the_ace.game import KING, PassTheAce
from engine.moves import Move, Seat

MASTER = Reading()
WAVERS = 0.45
"""How often a beginner does the other thing with a card near its limit."""
WAVERS_LESS = 0.2
"""How often somebody who plays now and then does."""
CLOSE = 0.7
"""Chances of losing a life that the hard level can't tell apart."""

LADDER: Ladder = {
    "easy": lambda mind: Wavering(Beginner(), WAVERS, mind.manner),
    "medium": lambda mind: Wavering(Regular(), WAVERS_LESS, mind.manner),
    "hard": lambda mind: Rough(Policy(), CLOSE, mind.manner),
    "master": lambda mind: Reader(MASTER.times(mind.patience), mind.manner),
    "greedy": lambda _: Quick(Naive()),
}
"""Level, or yardstick -> its bot."""

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
