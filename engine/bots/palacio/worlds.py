"""World sampling for Palácio: hidden cards are dealt from a seat's knowledge, as states of the fast model."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.bots.palacio.model import (
    EMPTY,
    FLIP,
    RANK_COUNT,
    SINGLE_CARD,
    SPECIAL,
    STRENGTH_BY_PLAY_INDEX,
    TAKE,
    TEN,
    TWO,
    MoveCode,
    PlayoutDeal,
    pack_rank_counts,
    play_index,
)
from engine.cards import HIDDEN, Card
from engine.game import STOCK
from engine.games.palacio.game import DOWN, FULL_HAND, HAND, PILE, UP, Palacio
from engine.moves import Move, Seat
from engine.rng import Rng

FACE_UP_ORDER = (*(p for p in range(RANK_COUNT) if p not in SPECIAL), TWO, TEN)
"""Play indices (see ``model``) by the ranks' value as face-up cards, the best last (R6)."""


class _HiddenHand(NamedTuple):
    """Number of hidden cards in one Palácio hand, and ranks known not to be among them."""

    seat: Seat
    hidden_count: int
    """Number of hidden cards."""
    ruled_out_bits: int
    """Bits of the ranks known not to be among them."""


class WorldSampler:
    """Samples Palácio deals that agree with the knowledge of one seat. A full position is used unchanged."""

    def __init__(self, view: Palacio, seat: Seat) -> None:
        """``seat`` is the Palácio seat to act, from whose knowledge deals are sampled."""
        self._view = view
        self._seat = seat
        self._exchange = view.ask is not None and view.ask.what == "exchange"
        self._open = view.viewer is None
        self._hidden = [] if self._open else [play_index(Card(c)) for c, mask in enumerate(view.known) if not mask]
        self._blind = [sum(len(view.piles[slot]) for slot in DOWN[s]) for s in range(view.seats)]
        self._hidden_hands = [
            _HiddenHand(s, count, _rank_mask(view.ruled_out_cards(s)))
            for s in range(view.seats)
            if (count := view.piles[HAND[s]].count(HIDDEN))
        ]
        self._base = self._known_deal()

    def _known_deal(self) -> PlayoutDeal:
        """Return the fast model of a Palácio deal without its hidden cards."""
        view, piles = self._view, self._view.piles
        deal = PlayoutDeal(view.seats, view.options)
        for s in range(view.seats):
            hand = piles[HAND[s]]
            deal.hands[s] = pack_rank_counts([card for card in hand if card != HIDDEN])
            deal.sizes[s] = len(hand)
            deal.face_up[s] = pack_rank_counts([card for slot in UP[s] for card in piles[slot]])
            if self._open:
                deal.blind[s] = [play_index(card) for slot in DOWN[s] for card in piles[slot]]
        if self._open:
            deal.stock = [SINGLE_CARD[play_index(card)] for card in piles[STOCK]]
        places = [play_index(card) for card in piles[PILE]]
        deal.pile, deal.pile_size = pack_rank_counts(piles[PILE]), len(places)
        deal.top = places[-1] if places else EMPTY
        while deal.run < len(places) and places[-1 - deal.run] == deal.top:
            deal.run += 1
        deal.seat, deal.out, deal.turns = self._seat, list(view.seats_out), view.turns
        return deal

    def codes_to_try(self) -> Sequence[MoveCode]:
        """Return the codes of the seat's distinct Palácio moves, the playout policy's first. Not in the exchange."""
        return self._base.moves_to_try()

    def code(self, move: Move) -> MoveCode:
        """Return the integer code of a legal Palácio move; in the exchange, it counts the face-up cards by rank."""
        if move.verb == "keep":
            return pack_rank_counts(move.cards)
        if move.verb == "take":
            return TAKE
        if move.verb == "flip":
            before = sum(len(self._view.piles[DOWN[move.seat][slot]]) for slot in range(move.to))
            return FLIP - before if self._open else FLIP
        return len(move.cards) * 16 + play_index(move.cards[0])

    def sample(self, rng: Rng) -> PlayoutDeal:
        """Sample a full Palácio deal before the seat's move."""
        deal = self._base.copy()
        if not self._open:
            self._deal_hidden(deal, rng)
        if self._exchange:
            for s in range(deal.seats):
                if s != self._seat:
                    _lay_face_up(deal, s, _best_three_rank_counts(deal.hands[s] + deal.face_up[s]))
            self._open_pile(deal, rng)
        return deal

    def after(self, world: PlayoutDeal, code: MoveCode) -> PlayoutDeal:
        """Return the sampled Palácio deal after the seat's move; ``world`` is not changed."""
        deal = world.copy()
        if self._exchange:
            _lay_face_up(deal, self._seat, code)
            deal.seat = self._starter(deal)
        else:
            deal.push(code)
        return deal

    def _deal_hidden(self, deal: PlayoutDeal, rng: Rng) -> None:
        """Deal the hidden Palácio cards: the hands, then the blind cards; the rest is the stock."""
        lost = self._hidden[:]
        rng.shuffle(lost)
        for seat, count, lacks in self._hidden_hands:
            if lacks:
                lost.sort(key=lambda p: not SINGLE_CARD[p] & lacks)  # possible cards last, where they are dealt from
            deal.hands[seat] += sum([SINGLE_CARD[p] for p in lost[len(lost) - count :]])
            del lost[len(lost) - count :]
            if lacks:
                rng.shuffle(lost)
        for seat, count in enumerate(self._blind):
            deal.blind[seat] = lost[len(lost) - count :]
            del lost[len(lost) - count :]
        deal.stock = [SINGLE_CARD[p] for p in lost]

    def _open_pile(self, deal: PlayoutDeal, rng: Rng) -> None:
        """Turn up Palácio's opening card; by house rule, twos and tens stay under it or are shuffled back (R7)."""
        while deal.top in (EMPTY, *SPECIAL):
            bits = deal.stock.pop()
            deal.top = bits.bit_length() - 1 >> 2
            if deal.top in SPECIAL and self._view.options.opening_special == "reshuffle":
                deal.stock.append(bits)
                rng.shuffle(deal.stock)
                continue
            deal.pile += bits
            deal.pile_size += 1
        deal.run = 1

    def _starter(self, deal: PlayoutDeal) -> Seat:
        """Return the seat that plays first in a Palácio deal (R8)."""
        seats = deal.seats
        order = [(self._view.dealer + 1 + step) % seats for step in range(seats)]
        if self._view.options.starter == "left_of_dealer":
            return order[0]
        plain = [deal.hands[s] & ~_SPECIAL_BITS for s in range(seats)]
        return min(
            order, key=lambda s: STRENGTH_BY_PLAY_INDEX[_lowest_play_index(plain[s])] if plain[s] else RANK_COUNT
        )


_SPECIAL_BITS = sum(15 << 4 * p for p in SPECIAL)


def _lowest_play_index(bits: int) -> int:
    """Return the lowest play index among Palácio cards, given as an integer of counts per rank.

    Without twos and tens, it is that of the lowest rank.
    """
    return (bits & -bits).bit_length() - 1 >> 2


def _rank_mask(cards: Iterable[Card]) -> int:
    """Return a bit mask of all cards of these Palácio cards' ranks, for integers of counts: four ones for each rank."""
    return sum(15 << 4 * p for p in {play_index(card) for card in cards})


def _lay_face_up(deal: PlayoutDeal, seat: Seat, kept: int) -> None:
    """Lay ``kept``, three of a Palácio seat's six cards as an integer of counts, face up; the rest is its hand (R6)."""
    both = deal.hands[seat] + deal.face_up[seat]
    deal.face_up[seat], deal.hands[seat] = kept, both - kept


def _best_three_rank_counts(both: int) -> int:
    """Return the three of six Palácio cards that are best to lay face up, as one integer of counts by rank."""
    kept, left = 0, FULL_HAND
    for p in reversed(FACE_UP_ORDER):
        count = min(left, both >> 4 * p & 15)
        kept += count << 4 * p
        left -= count
    return kept
