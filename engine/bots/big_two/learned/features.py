"""Input features of the Big Two network for a state and its moves, as rows of ones and zeros.

The other seats are numbered from the seat to move on: the next seat is the first of them.
"""

import numpy as np

from engine.bots.big_two.learned.deals import LEAD_BAR, Deals, Moves
from engine.bots.big_two.learned.network import HAND_FEATURE_COUNT, HEIGHT_COUNT, STATE_FEATURE_COUNT, Floats, Network
from engine.bots.big_two.learned.plays import PASS_HEIGHT, Ints, Masks
from engine.games.big_two.card_order import DECK, LOW_SUIT
from engine.games.big_two.game import SEATS

_RANKS, _SUITS, _RUN = 13, 4, 5
_CARDS = 52
_COUNT_THRESHOLDS = np.arange(_SUITS)
_DECK, _LOW_SUIT = np.uint64(DECK), np.uint64(LOW_SUIT)
_TWO_SUITS, _THREE_SUITS = np.uint64(LOW_SUIT * 3), np.uint64(LOW_SUIT * 7)


def _bits(masks: Masks) -> np.ndarray:
    """Convert each bit set of cards to a row of 52 ones and zeros."""
    octets = masks.astype("<u8").view(np.uint8).reshape(len(masks), 8)
    return np.unpackbits(octets, axis=1, bitorder="little", count=_CARDS)


def _fill_card_set_features(masks: Masks, out: Floats) -> None:
    """Fill 117 feature columns for sets of cards: cards, number per rank, possible straights and possible flushes."""
    one, two, three = (masks >> np.uint64(shift) for shift in (1, 2, 3))
    ranks = (masks | one | two | three) & _LOW_SUIT
    triples = (masks & one & (two | three) | two & three & (masks | one)) & _LOW_SUIT
    quads = masks & one & two & three & _LOW_SUIT
    counted = ranks | _pair_ranks(masks) << np.uint64(1) | triples << np.uint64(2) | quads << np.uint64(3)
    run = ranks.copy()
    for step in range(1, _RUN):
        run &= ranks >> np.uint64(4 * step)
    out[:, :52] = _bits(masks)
    out[:, 52:104] = _bits(counted)
    out[:, 104:113] = _bits(run)[:, : 4 * (_RANKS - _RUN + 1) : 4]
    for suit in range(_SUITS):
        out[:, 113 + suit] = np.bitwise_count(masks & _LOW_SUIT << np.uint64(suit)) >= _RUN


def _upto_highest(masks: Masks) -> Masks:
    """Return for each bit set of cards all cards of the deck up to its highest one."""
    filled = masks.copy()
    for shift in (1, 2, 4, 8, 16, 32):
        filled |= filled >> np.uint64(shift)
    return filled


def _pair_ranks(masks: Masks) -> Masks:
    """Return for each bit set of cards the lowest card bit of each rank with at least two cards in it."""
    one, two, three = (masks >> np.uint64(shift) for shift in (1, 2, 3))
    pairs = masks & one & _THREE_SUITS | masks & two & _TWO_SUITS | masks & three & _LOW_SUIT
    pairs |= pairs >> np.uint64(1)
    lowest: Masks = (pairs | pairs >> np.uint64(2)) & _LOW_SUIT
    return lowest


def state_rows(deals: Deals, rows: Ints) -> Floats:
    """Return the network's input features of public state and unseen cards, for the seats to move in Big Two deals."""
    count = len(rows)
    turn = deals.turn[rows]
    others = (turn[:, None] + np.arange(1, SEATS)) % SEATS
    across = rows[:, None]
    out = np.zeros((count, STATE_FEATURE_COUNT), dtype=np.float32)
    pictured = np.empty((count, 117), dtype=np.float32)
    _fill_card_set_features(deals.unseen(rows), pictured)
    out[:, :104] = pictured[:, :104]
    out[:, 465:478] = pictured[:, 104:]
    out[:, 104:260] = _bits(deals.played[across, others].ravel()).reshape(count, 156)
    out[:, 260:416] = _bits(deals.passed_on[across, others].ravel()).reshape(count, 156)
    out[np.arange(count)[:, None], 416 + 14 * np.arange(3) + deals.counts[across, others]] = 1
    out[:, 458:461] = deals.passed[across, others]
    leading = np.where(deals.bar[rows] == LEAD_BAR, 0, (deals.leader[rows] - turn) % SEATS)
    out[np.arange(count), 461 + leading] = 1
    return out


def hand_rows(deals: Deals, moves: Moves) -> Floats:
    """Return the network's input features of the Big Two hand that is left after each move."""
    rows = moves.rows
    hands = deals.hands[rows, deals.turn[rows]][moves.indices_in_rows] ^ moves.masks
    unseen = deals.unseen(rows)
    filled = _upto_highest(unseen)
    above = ~filled
    second = unseen & (filled >> np.uint64(1))
    third = second & (_upto_highest(second) >> np.uint64(1))
    above_third = ~_upto_highest(third)
    above_pairs = ~_upto_highest(_pair_ranks(unseen))
    out = np.zeros((len(hands), HAND_FEATURE_COUNT), dtype=np.float32)
    _fill_card_set_features(hands, out)
    out[np.arange(len(hands)), 117 + np.bitwise_count(hands)] = 1
    for column, high in ((131, above), (135, above_third)):
        out[:, column : column + 4] = np.bitwise_count(hands & high[moves.indices_in_rows])[:, None] > _COUNT_THRESHOLDS
    pairs = np.bitwise_count(_pair_ranks(hands) & above_pairs[moves.indices_in_rows])
    out[:, 139:142] = pairs[:, None] > _COUNT_THRESHOLDS[:3]
    return out


def points_of(network: Network, deals: Deals, moves: Moves) -> Floats:
    """Return the network's forecast for each Big Two move, in points of the deal."""
    passed_on = HEIGHT_COUNT + deals.height[moves.rows][moves.indices_in_rows]
    heights = np.where(moves.heights == PASS_HEIGHT, passed_on, moves.heights)
    return network.values(state_rows(deals, moves.rows), hand_rows(deals, moves), heights, moves.indices_in_rows)
