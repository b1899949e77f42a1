"""Worlds of a round of Pass the Ace: the hidden cards as they may lie, by what was announced."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.bots.pass_the_ace.model import KING, NOTHING, Heard, Strategy, after, chances, play_out, step
from engine.cards import HIDDEN, RANKS, rank
from engine.game import STOCK
from engine.games.pass_the_ace.game import TRASH, PassTheAce
from engine.moves import Seat
from engine.rng import Rng

SUITS = 4
SURPRISE = 0.01
"""However odd an answer, it is given that often; a King is given away five times less often."""
MOST_TRIES = 40
"""So often a card is drawn again that isn't there any more."""


class _Turn(NamedTuple):
    """A turn of this round that is over."""

    what: str
    likely: list[float]
    """By rank of the card of whose turn it was: how likely this answer is."""
    chained: list[float]
    """The same together with the next answers of those to whom the card was passed on."""


World = tuple[float, list[int], int]
"""How much it counts, the ranks by place now, and the rank of the next card of the stock."""


class Worlds:
    """What one seat knows of a round, and the worlds that agree with it."""

    def __init__(self, view: PassTheAce, seat: Seat, strategy: Strategy) -> None:
        self.strategy = strategy
        self.order = view.order_of_turns()
        self.place = self.order.index(seat)
        self.turns: list[_Turn] = []
        lying = list(range(len(self.order)))  # the card that each place has now, named after who was dealt it
        heard = NOTHING
        for place, told in enumerate(view.told):
            likely = [self._likely(place, heard, own, told.what) for own in range(len(RANKS))]
            self.turns.append(_Turn(told.what, likely, likely))
            if told.what not in ("stick", "kung"):
                lying[place], lying[place + 1] = lying[place + 1], lying[place]
            heard = after(heard, told.what)
        self.heard = heard
        for place in range(len(self.turns) - 2, -1, -1):
            turn = self.turns[place]
            if turn.what not in ("stick", "kung"):
                further = self.turns[place + 1].chained
                chained = [one * other for one, other in zip(turn.likely, further, strict=True)]
                self.turns[place] = turn._replace(chained=chained)
        self.unseen = [SUITS] * len(RANKS)
        trash = [rank(card) for card in view.piles[TRASH]]
        for index in trash:
            self.unseen[index] -= 1
        self.dealt: list[int] = [HIDDEN] * len(self.order)
        """Ranks of the cards that are known, by who was dealt them."""
        full = view.viewer is None
        for place, other in enumerate(self.order):
            card = view.card_of(other)
            if card != HIDDEN and (full or view.known[card] >> seat & 1):
                self.dealt[lying[place]] = rank(card)
                self.unseen[rank(card)] -= 1
        self.pool = [index for index, count in enumerate(self.unseen) for _ in range(count)] or [0]
        stock = view.piles[STOCK]
        self.top: int = rank(stock[-1]) if full and stock else HIDDEN
        self.again = [] if stock else trash
        """The next stock, when there is none."""

    def _likely(self, place: int, heard: Heard, own: int, what: str) -> float:
        swap, _ = chances(self.strategy, place, heard, own)
        if what == "stick":
            return max(SURPRISE, 1 - swap)
        return max(SURPRISE / 5 if own == KING else SURPRISE, swap)

    def sample(self, rng: Rng) -> World:
        """A world that agrees with what was heard; one that counts nothing is empty."""
        unseen, dealt, weight = self.unseen.copy(), self.dealt.copy(), 1.0
        ranks = dealt.copy()  # what each place holds as the turns go by
        counted = False  # what was answered with this card is in the weight already
        for place, (what, likely, chained) in enumerate(self.turns):
            own, other = ranks[place], ranks[place + 1]
            if own < 0:
                fits = chained
                if what != "stick":
                    fits = [fit * _matches(what, index, other, unseen) for index, fit in enumerate(chained)]
                own, mass = _draw(unseen, fits, rng)
                weight *= mass
                counted = True
            else:
                if not counted:
                    weight *= likely[own]
                if what != "stick":
                    unseen[own] += 1  # as if it were unseen, for it is counted off
                    weight *= _matches(what, own, other, unseen)
                    unseen[own] -= 1
            counted = counted and what not in ("stick", "kung")
            if not weight:
                return 0.0, [], 0
            ranks[place] = own
            if what == "stick":
                continue
            if other < 0:
                other, _ = _draw(unseen, _range(what, own), rng)
            ranks[place + 1] = other
            if what != "kung":
                ranks[place], ranks[place + 1] = other, own
        for place in range(len(self.turns) + 1, len(ranks)):
            if ranks[place] < 0:
                ranks[place] = self._any(unseen, rng)
        top = self.top
        if top < 0:
            top = rng.choice(self.again) if self.again else self._any(unseen, rng)
        return weight, ranks, top

    def losers(self, world: World, act: int, luck: Sequence[float]) -> int:
        """The places that lose a life in a world after this answer, as a bit set."""
        _, ranks, top = world
        now = ranks.copy()
        heard = step(now, self.place, act, self.heard, top)
        return _losers(play_out(now, self.place + 1, heard, top, self.strategy, luck=luck))

    def _any(self, unseen: list[int], rng: Rng) -> int:
        """Take any unseen card; one that was taken before is drawn again and put back."""
        pool = self.pool
        for _ in range(MOST_TRIES):
            bits = rng.bits()
            own = pool[(bits >> 32) * len(pool) >> 32]
            if (bits & 0xFFFFFFFF) * self.unseen[own] < unseen[own] << 32:
                unseen[own] -= 1
                return own
        return KING // 2  # no card is left: nobody draws one


def _range(what: str, own: int) -> list[float]:
    """1 for each rank that the neighbour of somebody with that card may have had when this was heard, else 0."""
    if what == "kung":
        return [float(index == KING) for index in range(len(RANKS))]
    if what == "better":
        return [float(own < index < KING) for index in range(len(RANKS))]
    if what == "dan":
        return [float(index == own) for index in range(len(RANKS))]
    return [float(index < own) for index in range(len(RANKS))]


def _matches(what: str, own: int, other: int, unseen: list[int]) -> float:
    """How many unseen cards the neighbour may have had; 1 or 0 when its card is known."""
    if other >= 0:
        low = KING if what == "kung" else own + 1 if what == "better" else own if what == "dan" else 0
        high = KING if what == "kung" else KING - 1 if what == "better" else own if what == "dan" else own - 1
        return float(low <= other <= high)
    if what == "kung":
        return unseen[KING]
    if what == "better":
        return sum(unseen[own + 1 : KING])
    if what == "dan":
        return max(0, unseen[own] - 1)
    return sum(unseen[:own])


def _draw(unseen: list[int], fits: list[float], rng: Rng) -> tuple[int, float]:
    """Take an unseen card, those more often that fit better; its rank, and the mass of all that fit."""
    masses = [count * fit for count, fit in zip(unseen, fits, strict=True)]
    total = sum(masses)
    left = rng.unit() * total
    taken = -1
    for index, mass in enumerate(masses):
        if mass > 0:
            taken = index
            left -= mass
            if left < 0:
                break
    if taken >= 0:
        unseen[taken] -= 1
    return taken, total


def _losers(ranks: list[int]) -> int:
    """Bit set of the places with the lowest card (R11)."""
    lowest = min(ranks)
    return sum(1 << place for place, own in enumerate(ranks) if own == lowest)
