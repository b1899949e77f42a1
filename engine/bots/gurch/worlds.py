"""What a seat knows of a position of Gurch, and positions sampled from it for the fast model.

Those who swapped hold no average cards: they kept aces, kings, twos and threes and threw the middle away. So a hidden
card is dealt to a hand as readily as such cards are found there (``_FOLLOWER``, ``_LEADER``), and never against what
plays so far tell (``Gurch.bounds``).
"""

from collections.abc import Sequence

from engine.bots.gurch.model import Deal
from engine.cards import HIDDEN, PACK
from engine.game import STOCK
from engine.games.gurch import Gurch
from engine.games.gurch.game import HAND, REJECTED, SWAPPED, TRICK, UP
from engine.games.gurch.plays import VALUE
from engine.moves import Seat
from engine.rng import Rng

_FOLLOWER = (2.05, 1.8, 0.95, 0.68, 0.45, 0.42, 0.45, 0.48, 0.52, 0.68, 0.95, 1.7, 1.9)
"""How often the values 2 … 14 are in a hand after both swaps, against an average hand: of 12,000 deals of the quick
player with itself, four seats."""
_LEADER = (1.6, 1.5, 0.5, 0.45, 0.38, 0.35, 0.38, 0.4, 0.42, 0.5, 1.8, 2.2, 2.4)
"""The same of whoever leads the first trick."""
POWER = 1.5
"""Cards so frequent in the hands of all are scarce in the stock; a card is dealt by its frequency to this power."""
HALF = 0.5
"""Of the power, while only the first swap is done."""
_ALWAYS = 1024
_ROUNDS = 3
"""So often the hidden cards are offered round before what is missing is dealt without a look."""


class Worlds:
    """The positions that a seat takes to be possible; the one position where everything is known."""

    def __init__(self, view: Gurch) -> None:
        """From the view of a seat, or from a full position."""
        self.view = view
        self.seats = view.players
        hidden = set(range(PACK))
        for lying in view.piles.values():
            hidden.difference_update(lying)
        self.hidden = [VALUE[card] for card in sorted(hidden)]
        """The values of the cards that may lie anywhere."""
        hands = [(*view.piles[HAND[seat]], *view.piles.get(UP[seat], ())) for seat in self.seats]
        self.known = [_seen(hand) for hand in hands]
        self.missing = [hand.count(HIDDEN) for hand in hands]
        self.welcome = [self._welcome(seat) for seat in self.seats]
        self.stock = view.piles[STOCK]
        self.out = [*_seen(view.piles[SWAPPED]), *_seen(view.piles.get(REJECTED, ()))]

    @property
    def certain(self) -> bool:
        """Whether there is but one."""
        return not self.hidden

    def _welcome(self, seat: Seat) -> list[int]:
        """By value, how readily a hidden card is dealt to a hand, 0 … 1024."""
        view = self.view
        least, most = view.bounds(seat)
        power = 0.0
        if view.swapped and not view.contest and seat in view.swappers:
            assert view.ask is not None
            swaps = view.ask.what in ("first", "vote") or (view.ask.what != "play" and seat in view.pending)
            power = POWER * HALF if swaps else POWER
        likely = [row**power for row in (_LEADER if seat == view.starter else _FOLLOWER)]
        shares = [0, 0, *(round(_ALWAYS * each / max(likely)) for each in likely)]
        return [share if least <= value <= most else 0 for value, share in enumerate(shares)]

    def sample(self, rng: Rng) -> Deal:
        """One of the positions."""
        hidden = self.hidden.copy()
        rng.shuffle(hidden)
        hands = [seen.copy() for seen in self.known]
        hidden = self._deal(hands, hidden, rng)
        stock = [VALUE[card] if card != HIDDEN else hidden.pop() for card in self.stock]
        view = self.view
        sorted_hands = [tuple(sorted(hand)) for hand in hands]
        leader = self.seats.index(view.leader)
        deal = Deal(view.options, sorted_hands, leader, stock, hidden + self.out, rng=Rng(rng.bits()))
        if view.count:
            deal.count, deal.bar, deal.led, deal.best = view.count, view.bar, view.led, self.seats.index(view.best)
            deal.done = sum(bool(view.piles[TRICK[seat]]) for seat in self.seats)
        return deal

    def _deal(self, hands: list[list[int]], hidden: list[int], rng: Rng) -> list[int]:
        """Fill the hands, a card at a time in turn; returns the cards that nobody got."""
        places = [place for place, count in enumerate(self.missing) if count]
        missing, welcome = self.missing.copy(), self.welcome
        refused: list[int] = []
        digits = rounds = turn = 0
        while places:
            if not hidden:
                rounds += 1
                hidden, refused = refused, []
                rng.shuffle(hidden)
            turn %= len(places)
            place = places[turn]
            value = hidden.pop()
            digits = digits >> 10 or rng.bits()
            if digits & 1023 >= welcome[place][value] and rounds < _ROUNDS:
                refused.append(value)
                continue
            hands[place].append(value)
            missing[place] -= 1
            if missing[place]:
                turn += 1
            else:
                places.pop(turn)
        return hidden + refused


def _seen(pile: Sequence[int]) -> list[int]:
    return [VALUE[card] for card in pile if card != HIDDEN]
