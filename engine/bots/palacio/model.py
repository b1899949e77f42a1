"""Fast model of a deal of Palácio after the exchange for playouts: ranks only, a hand as one integer.

Suits don't matter (palacio.R2), so cards are *counts* of ranks, four bits each. A rank's *play index*, its
position among the bits, follows the order in which the playout policy plays: 3 … J, two, Q, K, A, ten. So the policy's
move is the lowest bit of ``hand & FITTING_BITS_BY_RULE_AND_TOP[rule][top]``, and a playout costs about a microsecond
per move.
"""

from collections.abc import Sequence

from engine.cards import RANKS, Card, rank
from engine.games.palacio.game import FOUR, FULL_HAND, MAX_TURNS
from engine.games.palacio.options import PalacioOptions
from engine.moves import Seat

PLAY_ORDER = "3456789J2QKAT"
"""Ranks by play index, the order in which the playout policy plays."""
PLAY_INDEX_BY_RANK = tuple(PLAY_ORDER.index(letter) for letter in RANKS)
"""By rank index (``engine.cards``): play index."""
RANK_COUNT = len(PLAY_ORDER)
TWO, TEN = PLAY_ORDER.index("2"), PLAY_ORDER.index("T")
SPECIAL = (TWO, TEN)
STRENGTH_BY_PLAY_INDEX = tuple("3456789TJQKA2".index(letter) for letter in PLAY_ORDER)
"""By play index: strength in play."""
SINGLE_CARD = tuple(1 << 4 * place for place in range(RANK_COUNT))
"""By play index: a single card as an integer of counts."""
EMPTY = RANK_COUNT
"""Value of ``PlayoutDeal.top`` for an empty pile."""
TAKE, FLIP = -1, -2
"""Codes of taking the pile and of flipping the first blind card."""

MoveCode = int
"""A move: ``count * 16 + play index`` for a play, ``TAKE``, or ``FLIP - n`` for blind card n."""


def _fitting_bits(top: int, ten_on_anything: bool) -> int:
    if top in (EMPTY, TWO):
        return (1 << 4 * RANK_COUNT) - 1
    fits = [
        p
        for p in range(RANK_COUNT)
        if STRENGTH_BY_PLAY_INDEX[p] >= STRENGTH_BY_PLAY_INDEX[top] or (p == TEN and ten_on_anything)
    ]
    return sum(15 << 4 * place for place in fits)


FITTING_BITS_BY_RULE_AND_TOP = tuple(
    tuple(_fitting_bits(top, anything) for top in range(RANK_COUNT + 1)) for anything in (False, True)
)
"""[``ten_on_anything``][top of the pile] -> bits of all cards that may be played (R3, R4, R9)."""


_FLIP_ONLY, _TAKE_ONLY = (FLIP,), (TAKE,)
_MAX_CACHED_MOVES = 20_000
"""Maximum number of cached lists of moves."""


class PlaysByPlayableCards(dict[int, tuple[MoveCode, ...]]):
    """Cache: playable Palácio cards as an integer of counts -> plays worth trying, the playout policy's first."""

    def __init__(self, *, single: bool) -> None:
        """``single``: whether Palácio cards must be played one at a time, never several of a rank."""
        super().__init__()
        self.single = single

    def __missing__(self, legal: int) -> tuple[MoveCode, ...]:
        if len(self) > _MAX_CACHED_MOVES:
            self.clear()
        moves: list[MoveCode] = []
        left = legal
        while left:
            low = (left & -left).bit_length() - 1 >> 2
            count = left >> 4 * low & 15
            left &= ~(15 << 4 * low)
            if count == 1 or self.single:
                moves.append(16 + low)
            elif low in SPECIAL and count < FOUR:
                moves += (16 + low, count * 16 + low)
            else:
                moves += (count * 16 + low, 16 + low)
        self[legal] = plays = tuple(moves)
        return plays


MOVES, SINGLE_MOVES = PlaysByPlayableCards(single=False), PlaysByPlayableCards(single=True)


def play_index(card: Card) -> int:
    """Return the index of a card's rank in ``PLAY_ORDER``, the order in which the Palácio playout policy plays."""
    return PLAY_INDEX_BY_RANK[rank(card)]


def pack_rank_counts(cards: Sequence[Card]) -> int:
    """Return Palácio cards as one integer: the number of cards of each rank, four bits each."""
    return sum(SINGLE_CARD[PLAY_INDEX_BY_RANK[rank(card)]] for card in cards)


class PlayoutDeal:
    """A Palácio deal in progress with all cards known. Moves are not checked. Lists are by seat."""

    __slots__ = (
        "blind",
        "face_up",
        "fits",
        "four_across_turns",
        "hands",
        "multi_face_up",
        "out",
        "pile",
        "pile_size",
        "play_on",
        "run",
        "seat",
        "seats",
        "sizes",
        "stock",
        "top",
        "turns",
        "voluntary_pickup",
    )  # fmt: skip

    def __init__(self, seats: int, rules: PalacioOptions) -> None:
        self.seats = seats
        self.hands = [0] * seats
        self.sizes = [0] * seats
        """Number of cards in each hand."""
        self.face_up = [0] * seats
        self.blind: list[list[int]] = [[] for _ in range(seats)]
        """Play indices of the blind cards, by seat."""
        self.stock: list[int] = []
        """Cards as ``SINGLE_CARD``; the next to draw is the last."""
        self.pile = 0
        self.pile_size = 0
        """Number of cards in the pile."""
        self.top = EMPTY
        self.run = 0
        """Number of equal cards on top of the pile. ``finish`` updates it only under the rule ``four_across_turns``."""
        self.seat = 0
        """Seat to act; -1 after the end of the deal."""
        self.out: list[Seat] = []
        """Seats without cards, in the order in which they went out."""
        self.turns = 0
        self.fits = FITTING_BITS_BY_RULE_AND_TOP[rules.ten_on_anything]
        self.four_across_turns = rules.four_across_turns
        self.multi_face_up = rules.multi_face_up
        self.voluntary_pickup = rules.voluntary_pickup
        self.play_on = rules.play_on

    def copy(self) -> "PlayoutDeal":
        """Return an independent copy of the Palácio deal."""
        other = object.__new__(PlayoutDeal)
        other.seats, other.fits, other.four_across_turns, other.multi_face_up = (
            self.seats,
            self.fits,
            self.four_across_turns,
            self.multi_face_up,
        )
        other.voluntary_pickup, other.play_on, other.turns = self.voluntary_pickup, self.play_on, self.turns
        other.hands, other.sizes, other.face_up = self.hands[:], self.sizes[:], self.face_up[:]
        other.blind, other.stock = [blind[:] for blind in self.blind], self.stock[:]
        other.pile, other.pile_size, other.top, other.run = self.pile, self.pile_size, self.top, self.run
        other.seat, other.out = self.seat, self.out[:]
        return other

    # --- moves --------------------------------------------------------------------------------------------------------

    def moves_to_try(self) -> tuple[MoveCode, ...]:
        """Return the distinct Palácio moves worth considering, the playout policy's first.

        Of equal cards, only all of them or one. Blind cards count as one move.
        """
        seat = self.seat
        hand = self.hands[seat]
        own = hand or self.face_up[seat]
        if not own:
            return _FLIP_ONLY
        legal = own & self.fits[self.top]
        if not legal:
            return _TAKE_ONLY
        moves = SINGLE_MOVES[legal] if not hand and not self.multi_face_up else MOVES[legal]
        return (*moves, TAKE) if self.voluntary_pickup and self.top != EMPTY else moves

    def push(self, code: MoveCode) -> None:
        """Play a move in the modelled Palácio deal (R9 … R16)."""
        seat, hands = self.seat, self.hands
        hand = hands[seat]
        if code >= 0:
            count, low = code >> 4, code & 15
            if hand:
                hands[seat] = hand = hand - (count << 4 * low)
                self.sizes[seat] -= count
            else:
                self.face_up[seat] -= count << 4 * low
        elif code == TAKE:
            self._take()
            return
        else:
            low, count = self.blind[seat].pop(FLIP - code), 1
            if not SINGLE_CARD[low] & self.fits[self.top]:
                self.pile += SINGLE_CARD[low]
                self.pile_size += 1
                self._take()
                return
        self.run = self.run + count if low == self.top else count
        burns = low == TEN or count >= FOUR or (self.four_across_turns and self.run >= FOUR)
        if burns:
            self._clear()
        else:
            self.pile += count << 4 * low
            self.pile_size += count
            self.top = low
        if (stock := self.stock) and (size := self.sizes[seat]) < FULL_HAND:
            while size < FULL_HAND and stock:
                hand += stock.pop()
                size += 1
            hands[seat], self.sizes[seat] = hand, size
        if not (hand or self.face_up[seat] or self.blind[seat]):
            self._leave(seat)
        elif not burns:
            self._next()

    def _take(self) -> None:
        """Take the whole Palácio pile into the hand of the seat to act (R12, R14, R15)."""
        seat = self.seat
        self.hands[seat] += self.pile
        self.sizes[seat] += self.pile_size
        self._clear()
        self._next()

    def _clear(self) -> None:
        self.pile, self.pile_size, self.top, self.run = 0, 0, EMPTY, 0

    def _next(self) -> None:
        """Pass the turn to the next Palácio seat with cards (R8), or end the deal after ``MAX_TURNS``."""
        self.turns += 1
        if self.turns >= MAX_TURNS:
            self.seat = -1
            return
        seat = (self.seat + 1) % self.seats
        if self.out:
            while seat in self.out:
                seat = (seat + 1) % self.seats
        self.seat = seat

    def _leave(self, seat: Seat) -> None:
        """Record that a Palácio seat has no cards left, and end the deal or pass the turn (R16)."""
        self.out.append(seat)
        if not self.play_on or len(self.out) == self.seats - 1:
            self.seat = -1
        else:
            self._next()

    # --- playouts -----------------------------------------------------------------------------------------------------

    def policy(self) -> MoveCode:
        """Return the playout policy's Palácio move: all cards of the first legal rank, but only one two or ten."""
        hand = self.hands[self.seat]
        own = hand or self.face_up[self.seat]
        if not own:
            return FLIP
        legal = own & self.fits[self.top]
        if not legal:
            return TAKE
        low = (legal & -legal).bit_length() - 1 >> 2
        count = legal >> 4 * low & 15
        if (not hand and not self.multi_face_up) or (low in SPECIAL and count < FOUR):
            count = 1
        return count * 16 + low

    def finish(self, max_moves: int) -> int:  # noqa: PLR0915  # calls would halve the speed
        """Play a Palácio deal by the playout policy to the end, or for ``max_moves`` moves; return the number of moves.

        Equivalent to repeated ``push(policy())`` without counting turns, in one loop for speed.
        """
        if self.seat < 0:
            return 0
        if self.four_across_turns:
            return self._finish_slowly(max_moves)
        hands, sizes, ups, downs, fits, stock = self.hands, self.sizes, self.face_up, self.blind, self.fits, self.stock
        multi, following = self.multi_face_up, self._next_seat_by_seat()
        pile, pile_size, top, seat = self.pile, self.pile_size, self.top, self.seat
        for step in range(max_moves):
            hand = hands[seat]
            if hand:
                legal = hand & fits[top]
                if not legal:
                    hands[seat], sizes[seat] = hand + pile, sizes[seat] + pile_size
                    pile, pile_size, top = 0, 0, EMPTY
                    seat = following[seat]
                    continue
                low = (legal & -legal).bit_length() - 1 >> 2
                count = legal >> 4 * low & 15
                if count > 1 and low in SPECIAL and count < FOUR:
                    count = 1
                bits = count << 4 * low
                hand -= bits
                size = sizes[seat] - count
                if stock:
                    while size < FULL_HAND and stock:
                        hand += stock.pop()
                        size += 1
                hands[seat], sizes[seat] = hand, size
            elif own := ups[seat]:
                legal = own & fits[top]
                if not legal:
                    hands[seat], sizes[seat] = pile, pile_size
                    pile, pile_size, top = 0, 0, EMPTY
                    seat = following[seat]
                    continue
                low = (legal & -legal).bit_length() - 1 >> 2
                count = legal >> 4 * low & 15 if multi else 1
                if count > 1 and low in SPECIAL and count < FOUR:
                    count = 1
                bits = count << 4 * low
                ups[seat] = own - bits
            else:
                low, count = downs[seat].pop(0), 1
                bits = SINGLE_CARD[low]
                if not bits & fits[top]:
                    hands[seat], sizes[seat] = pile + bits, pile_size + 1
                    pile, pile_size, top = 0, 0, EMPTY
                    seat = following[seat]
                    continue
            if low != TEN and count < FOUR:
                pile, pile_size, top = pile + bits, pile_size + count, low
                if hand or ups[seat] or downs[seat]:
                    seat = following[seat]
                    continue
            else:
                pile, pile_size, top = 0, 0, EMPTY
                if hand or ups[seat] or downs[seat]:
                    continue
            self.seat = seat
            self._leave(seat)
            seat = self.seat
            if seat < 0:
                self.pile, self.pile_size, self.top = pile, pile_size, top
                return step + 1
            following = self._next_seat_by_seat()
        self.pile, self.pile_size, self.top, self.seat = pile, pile_size, top, seat
        return max_moves

    def _finish_slowly(self, max_moves: int) -> int:
        """Play a Palácio deal by the playout policy like ``finish``, but move by move, for a rare house rule."""
        for step in range(max_moves):
            if self.seat < 0:
                return step
            self.push(self.policy())
        return max_moves

    def _next_seat_by_seat(self) -> list[Seat]:
        """Return for each Palácio seat the next seat that has cards."""
        seats, out = self.seats, self.out
        if not out:
            return [*range(1, seats), 0]
        return [
            next((s % seats for s in range(seat + 1, seat + seats) if s % seats not in out), seat)
            for seat in range(seats)
        ]

    def seat_results(self) -> list[float]:
        """Return each Palácio seat's result, 0 … 1, 1 for going out first; in an unfinished deal, by cards left."""
        seats, out = self.seats, self.out
        if out and not self.play_on:
            return [float(seat == out[0]) for seat in range(seats)]
        places = [0] * seats
        left = {seat: self.card_count(seat) for seat in range(seats) if seat not in out}
        for position, seat in enumerate(out):
            places[seat] = position
        for seat, count in left.items():
            places[seat] = len(out) + sum(other < count for other in left.values())
        if self.play_on:
            return [(seats - 1 - position) / (seats - 1) for position in places]
        best = places.count(0)
        return [(position == 0) / best for position in places]

    def card_count(self, seat: Seat) -> int:
        """Return the number of cards that a Palácio seat has left."""
        up, count = self.face_up[seat], 0
        while up:
            count += up & 15
            up >>= 4
        return self.sizes[seat] + count + len(self.blind[seat])
