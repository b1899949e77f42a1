"""World sampling for Gurch: hidden cards are dealt from a seat's knowledge, as states of the fast model.

Players who swapped kept aces, kings, twos and threes and discarded middle cards. So a hidden card is dealt to a hand in
proportion to its frequency in such hands (``_FOLLOWER_FREQUENCIES``, ``_LEADER_FREQUENCIES``). Cards outside the bounds
from the plays so far (``Gurch.possible_card_value_bounds``) are dealt only if no others are found in
``_MAX_OFFER_ROUNDS``.
"""

from collections.abc import Sequence

from engine.bots.gurch.model import PlayoutDeal, hand_of
from engine.cards import HIDDEN, PACK_SIZE
from engine.game import STOCK
from engine.games.gurch import Gurch
from engine.games.gurch.game import HAND, REJECTED, SWAPPED, TRICK, UP_CARD
from engine.games.gurch.plays import VALUE
from engine.moves import Seat
from engine.rng import Rng

_FOLLOWER_FREQUENCIES = (2.05, 1.8, 0.95, 0.68, 0.45, 0.42, 0.45, 0.48, 0.52, 0.68, 0.95, 1.7, 1.9)
"""Frequency of the values 2 … 14 in a hand after both swaps, relative to a random hand.

Measured in 12,000 deals of self-play with four seats.
"""
_LEADER_FREQUENCIES = (1.6, 1.5, 0.5, 0.45, 0.38, 0.35, 0.38, 0.4, 0.42, 0.5, 1.8, 2.2, 2.4)
"""Frequencies for the seat that leads the first trick, measured like ``_FOLLOWER_FREQUENCIES``."""
SAMPLING_POWER = 1.5
"""Exponent on the frequencies; above 1, as cards frequent in all hands run short when they are dealt."""
EARLY_POWER_FACTOR = 0.5
"""Factor on the exponent before the second swap."""
_ACCEPTANCE_UNIT = 1024
"""Acceptance of the likeliest value: probabilities are in 1024ths."""
_MAX_OFFER_ROUNDS = 3
"""Rounds of rejection sampling after which the rest is dealt regardless of likelihood."""


class WorldSampler:
    """Samples Gurch positions that agree with a view; always the same one if all cards are known."""

    def __init__(self, view: Gurch) -> None:
        """``view`` is a seat's view of a Gurch match or a full position."""
        self.view = view
        self.seats = view.players
        hidden = set(range(PACK_SIZE))
        for lying in view.piles.values():
            hidden.difference_update(lying)
        self.hidden = [VALUE[card] for card in sorted(hidden)]
        """Values of the hidden cards."""
        hands = [(*view.piles[HAND[seat]], *view.piles.get(UP_CARD[seat], ())) for seat in self.seats]
        self.known = [_known_values(hand) for hand in hands]
        self.missing = [hand.count(HIDDEN) for hand in hands]
        self.acceptance = [self._acceptance_by_value(seat) for seat in self.seats]
        self.stock = view.piles[STOCK]
        self.discarded = [*_known_values(view.piles[SWAPPED]), *_known_values(view.piles.get(REJECTED, ()))]

    @property
    def is_certain(self) -> bool:
        """Whether only one full Gurch position agrees with the view."""
        return not self.hidden

    def _acceptance_by_value(self, seat: Seat) -> list[int]:
        """Return by card value the acceptance probability of a hidden card in a sampled Gurch hand, in 1024ths."""
        view = self.view
        least, most = view.possible_card_value_bounds(seat)
        power = 0.0
        if view.starter_swap_count and not view.contest and seat in view.swappers:
            assert view.ask is not None
            swaps = view.ask.what in ("first", "vote") or (view.ask.what != "play" and seat in view.pending)
            power = SAMPLING_POWER * EARLY_POWER_FACTOR if swaps else SAMPLING_POWER
        likely = [row**power for row in (_LEADER_FREQUENCIES if seat == view.starter else _FOLLOWER_FREQUENCIES)]
        shares = [0, 0, *(round(_ACCEPTANCE_UNIT * each / max(likely)) for each in likely)]
        return [share if least <= value <= most else 0 for value, share in enumerate(shares)]

    def sample(self, rng: Rng) -> PlayoutDeal:
        """Sample a full Gurch position that agrees with the view."""
        hidden = self.hidden.copy()
        rng.shuffle(hidden)
        hands = [seen.copy() for seen in self.known]
        hidden = self._deal(hands, hidden, rng)
        stock = [VALUE[card] if card != HIDDEN else hidden.pop() for card in self.stock]
        view = self.view
        held = [hand_of(tuple(sorted(hand))) for hand in hands]
        leader = self.seats.index(view.leader)
        deal = PlayoutDeal(view.options, held, leader, stock, hidden + self.discarded, rng=Rng(rng.bits()))
        if view.led_count:
            deal.count, deal.bar, deal.led, deal.best = (
                view.led_count,
                view.winning_value,
                view.led_value,
                self.seats.index(view.winning_seat),
            )
            deal.played_count = sum(bool(view.piles[TRICK[seat]]) for seat in self.seats)
        return deal

    def _deal(self, hands: list[list[int]], hidden: list[int], rng: Rng) -> list[int]:
        """Fill the Gurch hands by rejection sampling, one card per hand in turn; return the remaining cards."""
        places = [place for place, count in enumerate(self.missing) if count]
        missing, acceptance = self.missing.copy(), self.acceptance
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
            if digits & 1023 >= acceptance[place][value] and rounds < _MAX_OFFER_ROUNDS:
                refused.append(value)
                continue
            hands[place].append(value)
            missing[place] -= 1
            if missing[place]:
                turn += 1
            else:
                places.pop(turn)
        return hidden + refused


def _known_values(pile: Sequence[int]) -> list[int]:
    return [VALUE[card] for card in pile if card != HIDDEN]
