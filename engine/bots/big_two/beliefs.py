"""Beliefs about the others' hands in Big Two, from their plays.

The naive policy passes only if it must, follows with its lowest play and leads as many cards as it can. So each of its
moves rules out hands, and most players usually play the same moves. A ``Belief`` counts the moves of a seat that the
naive policy would not have made with a given hand.
"""

from typing import NamedTuple

from engine.bots.big_two.model import DECK, LOW_SUIT, SEATS
from engine.games.big_two import BigTwo
from engine.games.big_two.hands import MAX_CARDS, classify
from engine.moves import Seat

_TWO_SUITS = LOW_SUIT * 3
_THREE_SUITS = LOW_SUIT * 7
_NO_FIVE_CARDS = -1
_KIND_SHIFT = 24
"""Bit position of the kind in the key of a play of five cards."""


class Observation(NamedTuple):
    """A Big Two move that limits the player's possible hands: a lead, or a pass or follow on several cards."""

    size: int
    """Number of cards led or to beat."""
    led: bool
    played_since: int
    """Bit set of the cards played in this move or later, which were in the hand."""
    naive_alternatives: int
    """Bit set of alternatives the naive policy prefers: ranks, by their lowest bits, or cards below a led single."""
    passed_kind: int = 0
    """Index of the kind of five cards that was passed on."""


class Belief:
    """Evidence about the hidden Big Two hand of one seat, collected from its leads, follows and passes."""

    def __init__(self) -> None:
        self.naive_alternatives: list[int] = []
        """For each pass or follow on a single card: bit set of the cards that the naive policy would have played."""
        self.observations: list[Observation] = []
        self.moves = 0
        """Number of informative moves."""
        self.certain_contradictions = 0
        """Number of moves that contradict the naive policy with any hand, given the cards played later."""

    def add_single_response(self, naive_alternatives: int, played_since: int) -> None:
        """Record in the belief about a Big Two hand that its seat passed or followed on a single card."""
        self.moves += 1
        if played_since & naive_alternatives:
            self.certain_contradictions += 1
        else:
            self.naive_alternatives.append(naive_alternatives)

    def add_observation(self, clue: Observation) -> None:
        """Record in the belief about a Big Two hand that its seat led, or passed or followed on several cards."""
        self.moves += 1
        if _contradicts(clue, 0):
            self.certain_contradictions += 1
        else:
            self.observations.append(clue)

    def contradictions(self, hand: int) -> int:
        """Return the number of a seat's moves that the naive Big Two policy would not have made with the given hand."""
        count = 0
        for instead in self.naive_alternatives:
            if hand & instead:
                count += 1
        for clue in self.observations:
            if _contradicts(clue, hand):
                count += 1
        return count


def beliefs_of(game: BigTwo, seat: Seat) -> tuple[Belief, ...]:
    """Return a ``Belief`` about each seat's Big Two hand, from its moves in the current deal.

    The belief about ``seat`` itself is empty.
    """
    beliefs = tuple(Belief() for _ in range(SEATS))
    shown = [0] * SEATS
    bars: list[int] = []
    """For each move: bit set of the cards to beat, 0 for a lead."""
    bar, leader = 0, -1
    for mover, mask in game.log:
        bars.append(0 if mover == leader else bar)
        if mask:
            bar, leader = mask, mover
    for place in range(len(bars) - 1, 0, -1):  # the opening is forced, so it is not informative
        mover, mask = game.log[place]
        if mover == seat:
            continue
        shown[mover] |= mask
        bar = bars[place]
        if not bar:
            _add_lead(beliefs[mover], mask, shown[mover])
        elif bar & bar - 1:
            _add_response(game, beliefs[mover], bar, mask, shown[mover])
        else:
            instead = DECK & -bar << 1 & (mask - 1 if mask else DECK)
            if instead:
                beliefs[mover].add_single_response(instead, shown[mover])
    return beliefs


def _add_lead(belief: Belief, mask: int, played_since: int) -> None:
    size = mask.bit_count()
    if size < MAX_CARDS:
        below = mask - 1 if size == 1 else (1 << (mask.bit_length() - 1 & ~3)) - 1
        belief.add_observation(Observation(size, True, played_since, below))


def _add_response(game: BigTwo, belief: Belief, bar: int, mask: int, played_since: int) -> None:
    """Record in the belief about a Big Two hand that its seat passed or followed on several cards.

    Hands of the same rank as the play to beat are not ruled out.
    """
    size = bar.bit_count()
    if size == MAX_CARDS:
        if not mask:
            play = classify(bar, game.rules)
            assert play is not None
            belief.add_observation(Observation(size, False, played_since, 0, play.key >> _KIND_SHIFT))
        return
    instead = LOW_SUIT & -1 << (bar.bit_length() - 1 | 3) + 1
    if mask:
        instead &= (1 << (mask.bit_length() - 1 & ~3)) - 1
    if instead and (size < 4 or (not mask and pair_ranks(bar).bit_count() == 2)):
        belief.add_observation(Observation(size, False, played_since, instead))


def _contradicts(clue: Observation, hand: int) -> bool:
    """Whether the naive Big Two policy, with this hand and the cards played since, would not have made the move."""
    size, led, shown, instead, above = clue
    hand |= shown
    if size == MAX_CARDS:
        return best_kind_up_to_full_house(hand) > above
    pairs = pair_ranks(hand)
    if led:
        if (size < 4 and pairs & pairs - 1) or best_kind_up_to_full_house(hand) != _NO_FIVE_CARDS:
            return True
        if size == 1:
            return bool(hand & instead or pairs)
        return size == 2 and bool(pairs & instead or triple_ranks(hand))
    if size == 2:
        return bool(pairs & instead)
    if size == 3:
        return bool(triple_ranks(hand) & instead)
    return bool(pairs & instead and pairs & pairs - 1)


def pair_ranks(hand: int) -> int:
    """Return a bit set with the lowest card bit of each rank of which a Big Two hand has at least two cards."""
    pairs = hand & hand >> 1 & _THREE_SUITS | hand & hand >> 2 & _TWO_SUITS | hand & hand >> 3 & LOW_SUIT
    pairs |= pairs >> 1
    return (pairs | pairs >> 2) & LOW_SUIT


def triple_ranks(hand: int) -> int:
    """Return a bit set with the lowest card bit of each rank of which a Big Two hand has at least three cards."""
    one, two, three, four = hand, hand >> 1, hand >> 2, hand >> 3
    return (one & two & (three | four) | three & four & (one | two)) & LOW_SUIT


def best_kind_up_to_full_house(hand: int) -> int:
    """Return the best five-card kind in a hand up to full house: 0 straight, 1 flush, 2 full house, -1 none of them."""
    triples = triple_ranks(hand)
    if triples:
        pairs = pair_ranks(hand)
        if pairs & pairs - 1:
            return 2
    for suit in range(4):
        if (hand >> suit & LOW_SUIT).bit_count() >= MAX_CARDS:
            return 1
    ranks = hand | hand >> 1
    ranks = (ranks | ranks >> 2) & LOW_SUIT
    return 0 if ranks & ranks >> 4 & ranks >> 8 & ranks >> 12 & ranks >> 16 else _NO_FIVE_CARDS
