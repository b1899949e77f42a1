"""World sampling for RoPeD: hidden cards are dealt from a seat's knowledge, as states of the fast model.

Players keep good cards, so each hand is the most likely of a few random hands. Their number was fitted to hands in
play. After the start 70 % of them have three cards of a suit (of random hands 40 %). Complete sets after the first turn
are rare, and the last one or two cards are low or aces. A face-down card that its player had in hand matches the card
beneath it (R11).
"""

from engine.bots.roped.model import MATCHES, SUITS, PlayoutDeal, mask_of
from engine.bots.roped.plan import Planner
from engine.games.roped.game import DRAWN_FITTING_CARD, Roped
from engine.games.roped.sets import FOUR
from engine.moves import Seat
from engine.rng import Rng


class WorldSampler:
    """Samples the hidden cards of a RoPeD deal in agreement with the view of one seat."""

    def __init__(self, view: Roped, seat: Seat, planner: Planner) -> None:
        self.deal = PlayoutDeal(view, view.rng)
        self.open = view.viewer is None
        """Whether all cards are open, as in a full position."""
        self.planner, self.seat = planner, seat
        self.bluff = view.options.bluff_discards
        deal = self.deal
        known = deal.shown | mask_of(view.piles[DRAWN_FITTING_CARD[seat]]) | mask_of(deal.stock)
        for hand in deal.hands:
            known |= hand
        for lying in deal.slots:
            known |= mask_of(lying)
        self.unknown = [card for card in range(52) if not known >> card & 1]
        self.starting = view.ask is not None and view.ask.what == "start"

    def sample(self, rng: Rng) -> PlayoutDeal:
        """Sample the hidden cards of a RoPeD deal, which gets its own random number generator."""
        deal = self.deal.copy(Rng(rng.bits()))
        if self.open:
            return deal
        deck = self.unknown[:]
        rng.shuffle(deck)
        for index, lying in enumerate(deal.slots):
            if lying and lying[-1] < 0:
                lying[-1] = self._deal_covered(deck, 0 if deal.blind[index] or self.bluff else lying[-2])
        for other in range(deal.seats):
            missing = deal.sizes[other] - deal.hands[other].bit_count()
            if missing and other != self.seat:
                self._deal_hand(deal, other, missing, deck, rng)
        deal.stock = [deck.pop() if card < 0 else card for card in deal.stock]
        return deal

    def _deal_covered(self, deck: list[int], beneath: int) -> int:
        """Deal a face-down RoPeD card that, if possible, matches the card ``beneath``; any card if ``beneath`` is 0."""
        if beneath:
            wanted = MATCHES[beneath]
            for at in range(len(deck) - 1, -1, -1):
                if wanted >> deck[at] & 1:
                    return deck.pop(at)
        return deck.pop()

    def _deal_hand(self, deal: PlayoutDeal, other: Seat, missing: int, deck: list[int], rng: Rng) -> None:
        """Deal the missing cards of another seat's RoPeD hand: draw a few random hands and take the most likely one."""
        size, chosen = deal.sizes[other], deck[-missing:]
        moved = deal.turns + (other - self.seat) % deal.seats >= deal.seats
        tries = 1 if self.starting or len(deck) <= missing else self._tries(size, moved)
        if tries > 1:
            best, known = -1e9, deal.hands[other]
            values = self.planner.context(deal, other).values
            for _ in range(tries):
                hand = known | mask_of(deck[-missing:])
                likely = values[hand] if size <= 2 else _likelihood_score(hand, moved)
                if likely > best:
                    best, chosen = likely, deck[-missing:]
                for index in range(len(deck) - missing, len(deck)):
                    target = rng.below(len(deck))
                    deck[index], deck[target] = deck[target], deck[index]
        gone = mask_of(chosen)
        deck[:] = [card for card in deck if not gone >> card & 1]
        deal.hands[other] |= gone

    def _tries(self, size: int, moved: bool) -> int:
        """Return the number of random RoPeD hands to draw for another seat, the most likely of which is taken."""
        two = self.deal.seats == 2
        if size <= 2:
            return 2 if two or size == 1 else 5
        return 7 if two and moved else 3


def _likelihood_score(hand: int, moved: bool) -> float:
    """Return a likelihood score of a RoPeD hand: high for few suits, very low for a set that would have been laid."""
    longest = total = 0
    for suit in SUITS:
        count = (hand & suit).bit_count()
        total += count * count
        longest = max(longest, count)
    return total - 1000.0 if moved and longest >= FOUR and hand.bit_count() < 2 * FOUR else total
