"""Beliefs about the others' hands in Big Two, from their plays.

The naive player passes only when it must, follows with its lowest and leads as many cards as it can. So each of its
moves rules out hands; other players do much the same most of the time. A ``Belief`` counts the moves of a seat that a
naive player with a given hand would not have made.
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
"""Position of the kind in the key of a hand of five cards."""


class Observation(NamedTuple):
    """A move that says something about plays of several cards."""

    size: int
    """Number of cards led or to beat."""
    led: bool
    shown: int
    """Cards played in this move or later, so in the hand as well."""
    instead: int
    """What the naive player would have played instead: ranks (the lowest bit of each), or cards below a led single."""
    above: int = 0
    """The kind of five cards that was passed on."""


class Belief:
    """What the moves of one seat say about its hand."""

    def __init__(self) -> None:
        self.instead: list[int] = []
        """For each pass or follow on a single card: the cards that the naive player would have played."""
        self.observations: list[Observation] = []
        self.moves = 0
        """Number of moves that say anything."""
        self.certain_contradictions = 0
        """Moves that a naive player would not have made with any hand, as cards played later prove."""

    def add_single(self, instead: int, shown: int) -> None:
        """Add a pass or a follow on a single card."""
        self.moves += 1
        if shown & instead:
            self.certain_contradictions += 1
        else:
            self.instead.append(instead)

    def add_observation(self, clue: Observation) -> None:
        """Add a lead, or a pass or a follow on several cards."""
        self.moves += 1
        if _contradicts(clue, 0):
            self.certain_contradictions += 1
        else:
            self.observations.append(clue)

    def contradictions(self, hand: int) -> int:
        """Return the number of moves that the naive player would not have made with this hand."""
        found = 0
        for instead in self.instead:
            if hand & instead:
                found += 1
        for clue in self.observations:
            if _contradicts(clue, hand):
                found += 1
        return found


def beliefs_of(game: BigTwo, seat: Seat) -> tuple[Belief, ...]:
    """Return what the others' moves in this deal say to a seat; the belief about the seat itself is empty."""
    beliefs = tuple(Belief() for _ in range(SEATS))
    shown = [0] * SEATS
    bars: list[int] = []
    """For each move the cards to beat, 0 for a lead."""
    bar, leader = 0, -1
    for mover, mask in game.log:
        bars.append(0 if mover == leader else bar)
        if mask:
            bar, leader = mask, mover
    for place in range(len(bars) - 1, 0, -1):  # the opening says nothing
        mover, mask = game.log[place]
        if mover == seat:
            continue
        shown[mover] |= mask
        bar = bars[place]
        if not bar:
            _add_lead(beliefs[mover], mask, shown[mover])
        elif bar & bar - 1:
            _add_follow(game, beliefs[mover], bar, mask, shown[mover])
        else:
            instead = DECK & -bar << 1 & (mask - 1 if mask else DECK)
            if instead:
                beliefs[mover].add_single(instead, shown[mover])
    return beliefs


def _add_lead(belief: Belief, mask: int, shown: int) -> None:
    size = mask.bit_count()
    if size < MAX_CARDS:
        below = mask - 1 if size == 1 else (1 << (mask.bit_length() - 1 & ~3)) - 1
        belief.add_observation(Observation(size, True, shown, below))


def _add_follow(game: BigTwo, belief: Belief, bar: int, mask: int, shown: int) -> None:
    """Add a pass or a follow on several cards. Hands so close to the play to beat that suits decide say nothing."""
    size = bar.bit_count()
    if size == MAX_CARDS:
        if not mask:
            play = classify(bar, game.rules)
            assert play is not None
            belief.add_observation(Observation(size, False, shown, 0, play.key >> _KIND_SHIFT))
        return
    instead = LOW_SUIT & -1 << (bar.bit_length() - 1 | 3) + 1
    if mask:
        instead &= (1 << (mask.bit_length() - 1 & ~3)) - 1
    if instead and (size < 4 or (not mask and pair_ranks(bar).bit_count() == 2)):
        belief.add_observation(Observation(size, False, shown, instead))


def _contradicts(clue: Observation, hand: int) -> bool:
    """Whether the naive player would have moved differently with this hand and the cards shown later."""
    size, led, shown, instead, above = clue
    hand |= shown
    if size == MAX_CARDS:
        return best_five(hand) > above
    pairs = pair_ranks(hand)
    if led:
        if (size < 4 and pairs & pairs - 1) or best_five(hand) != _NO_FIVE_CARDS:
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
    """Return the lowest bit of each rank with at least two cards."""
    pairs = hand & hand >> 1 & _THREE_SUITS | hand & hand >> 2 & _TWO_SUITS | hand & hand >> 3 & LOW_SUIT
    pairs |= pairs >> 1
    return (pairs | pairs >> 2) & LOW_SUIT


def triple_ranks(hand: int) -> int:
    """Return the lowest bit of each rank with at least three cards."""
    one, two, three, four = hand, hand >> 1, hand >> 2, hand >> 3
    return (one & two & (three | four) | three & four & (one | two)) & LOW_SUIT


def best_five(hand: int) -> int:
    """Return the index of the best kind of five cards in a hand, -1 for none; full houses and better count alike."""
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
