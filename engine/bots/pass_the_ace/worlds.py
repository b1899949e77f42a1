"""Sampling of the hidden cards of Pass the Ace, from a seat's knowledge and the announcements.

Hidden cards are drawn by sequential importance sampling, from those that announcements and the trash allow. Each card
is weighted by the likelihood that its holder would have acted as it did with it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.bots.pass_the_ace.model import (
    KING,
    NO_ANNOUNCEMENTS,
    AnnouncementSummary,
    Strategy,
    after_announcement,
    play_out,
    play_turn,
    swap_and_draw_probabilities,
)
from engine.cards import HIDDEN, RANKS, rank
from engine.game import STOCK
from engine.games.pass_the_ace.game import TRASH, PassTheAce
from engine.moves import Seat
from engine.rng import Rng

SUITS = 4
MIN_LIKELIHOOD = 0.01
"""Minimum likelihood of any move; a fifth of it for giving a King away."""
MAX_REDRAWS_OF_USED_CARD = 40
"""Maximum redraws if the drawn card is already used."""


class _Turn(NamedTuple):
    """A finished turn of this Pass the Ace round."""

    announcement: str
    likelihoods: list[float]
    """Likelihood of the move by the rank of the player's card."""
    chained_likelihoods: list[float]
    """``likelihoods`` times the likelihoods of the next players' moves with the same card, if it was passed on."""


class World(NamedTuple):
    """A Pass the Ace round with sampled cards."""

    weight: float
    """Importance weight, 0 or more; 0 if no cards were found that fit the announcements."""
    ranks: list[int]
    """Rank of each player's current card, by turn index."""
    stock_rank: int
    """Rank of the next card of the stock."""


class WorldSampler:
    """Samples the hidden cards of a Pass the Ace round in agreement with the knowledge of one seat."""

    def __init__(self, view: PassTheAce, seat: Seat, strategy: Strategy) -> None:
        self.strategy = strategy
        self.order = view.order_of_turns()
        self.turn_index = self.order.index(seat)
        self.turns: list[_Turn] = []
        holding = list(range(len(self.order)))  # each player's current card, identified by the place it was dealt to
        heard = NO_ANNOUNCEMENTS
        for place, announcement in enumerate(view.announcements):
            likely = [self._likelihood(place, heard, own, announcement.what) for own in range(len(RANKS))]
            self.turns.append(_Turn(announcement.what, likely, likely))
            if announcement.what not in ("stick", "kung"):
                holding[place], holding[place + 1] = holding[place + 1], holding[place]
            heard = after_announcement(heard, announcement.what)
        self.announcements = heard
        for place in range(len(self.turns) - 2, -1, -1):
            turn = self.turns[place]
            if turn.announcement not in ("stick", "kung"):
                further = self.turns[place + 1].chained_likelihoods
                chained = [one * other for one, other in zip(turn.likelihoods, further, strict=True)]
                self.turns[place] = turn._replace(chained_likelihoods=chained)
        self.unseen = [SUITS] * len(RANKS)
        trash = [rank(card) for card in view.piles[TRASH]]
        for index in trash:
            self.unseen[index] -= 1
        self.dealt: list[int] = [HIDDEN] * len(self.order)
        """Known ranks, by the turn index of the player to whom the card was dealt."""
        full = view.viewer is None
        for place, other in enumerate(self.order):
            card = view.card_of(other)
            if card != HIDDEN and (full or view.known[card] >> seat & 1):
                self.dealt[holding[place]] = rank(card)
                self.unseen[rank(card)] -= 1
        self.pool = [index for index, count in enumerate(self.unseen) for _ in range(count)] or [0]
        stock = view.piles[STOCK]
        self.top: int = rank(stock[-1]) if full and stock else HIDDEN
        self.reshuffled = [] if stock else trash
        """Ranks of the trash if the stock is empty, as the trash becomes the new stock."""

    def _likelihood(self, turn_index: int, announcements: AnnouncementSummary, own: int, announcement: str) -> float:
        swap, _ = swap_and_draw_probabilities(self.strategy, turn_index, announcements, own)
        if announcement == "stick":
            return max(MIN_LIKELIHOOD, 1 - swap)
        return max(MIN_LIKELIHOOD / 5 if own == KING else MIN_LIKELIHOOD, swap)

    def sample(self, rng: Rng) -> World:
        """Sample the hidden Pass the Ace cards in agreement with the announcements, with a weight, 0 for a failure."""
        unseen, dealt, weight = self.unseen.copy(), self.dealt.copy(), 1.0
        ranks = dealt.copy()  # each player's card as the turns are replayed
        counted = False  # whether the weight already includes the moves with this card
        for place, (what, likely, chained) in enumerate(self.turns):
            own, other = ranks[place], ranks[place + 1]
            if own < 0:
                fits = chained
                if what != "stick":
                    fits = [fit * _matching_cards(what, index, other, unseen) for index, fit in enumerate(chained)]
                own, mass = _draw(unseen, fits, rng)
                weight *= mass
                counted = True
            else:
                if not counted:
                    weight *= likely[own]
                if what != "stick":
                    unseen[own] += 1  # put back, as _matching_cards subtracts it
                    weight *= _matching_cards(what, own, other, unseen)
                    unseen[own] -= 1
            counted = counted and what not in ("stick", "kung")
            if not weight:
                return World(0.0, [], 0)
            ranks[place] = own
            if what == "stick":
                continue
            if other < 0:
                other, _ = _draw(unseen, _allowed_ranks(what, own), rng)
            ranks[place + 1] = other
            if what != "kung":
                ranks[place], ranks[place + 1] = other, own
        for place in range(len(self.turns) + 1, len(ranks)):
            if ranks[place] < 0:
                ranks[place] = self._draw_unseen(unseen, rng)
        top = self.top
        if top < 0:
            top = rng.choice(self.reshuffled) if self.reshuffled else self._draw_unseen(unseen, rng)
        return World(weight, ranks, top)

    def losers(self, world: World, act: int, luck: Sequence[float]) -> int:
        """Return a bit set of the Pass the Ace players who lose a life after the action ``act`` in a sampled round."""
        _, ranks, top = world
        now = ranks.copy()
        heard = play_turn(now, self.turn_index, act, self.announcements, top)
        return _losers(play_out(now, self.turn_index + 1, heard, top, self.strategy, luck=luck))

    def _draw_unseen(self, unseen: list[int], rng: Rng) -> int:
        """Draw any unseen card by rejection sampling; remove it from ``unseen`` and return its rank."""
        pool = self.pool
        for _ in range(MAX_REDRAWS_OF_USED_CARD):
            bits = rng.bits()
            own = pool[(bits >> 32) * len(pool) >> 32]
            if (bits & 0xFFFFFFFF) * self.unseen[own] < unseen[own] << 32:
                unseen[own] -= 1
                return own
        return KING // 2  # no card is left, so the rank doesn't matter


def _allowed_ranks(announcement: str, own: int) -> list[float]:
    """Return for each rank 1 or 0: whether a Pass the Ace player's announcement allows it for the neighbour."""
    if announcement == "kung":
        return [float(index == KING) for index in range(len(RANKS))]
    if announcement == "better":
        return [float(own < index < KING) for index in range(len(RANKS))]
    if announcement == "dan":
        return [float(index == own) for index in range(len(RANKS))]
    return [float(index < own) for index in range(len(RANKS))]


def _matching_cards(announcement: str, own: int, other: int, unseen: list[int]) -> float:
    """Return how many unseen cards agree with an announcement about the neighbour's card; 1 or 0 if it is ``other``."""
    if other >= 0:
        low = (
            KING
            if announcement == "kung"
            else own + 1
            if announcement == "better"
            else own
            if announcement == "dan"
            else 0
        )
        high = (
            KING
            if announcement == "kung"
            else KING - 1
            if announcement == "better"
            else own
            if announcement == "dan"
            else own - 1
        )
        return float(low <= other <= high)
    if announcement == "kung":
        return unseen[KING]
    if announcement == "better":
        return sum(unseen[own + 1 : KING])
    if announcement == "dan":
        return max(0, unseen[own] - 1)
    return sum(unseen[:own])


def _draw(unseen: list[int], fits: list[float], rng: Rng) -> tuple[int, float]:
    """Draw an unseen card, weighted by rank with ``fits``; return its rank, -1 for none, and the sum of the weights."""
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
    """Return a bit set of the Pass the Ace players with the lowest card, by place in the turn order (R11)."""
    lowest = min(ranks)
    return sum(1 << place for place, own in enumerate(ranks) if own == lowest)
