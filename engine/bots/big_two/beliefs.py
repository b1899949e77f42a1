"""What the others' play tells about their hands in Big Two.

The naive player passes only when it must, follows with its lowest and leads as many cards as it can. So each of its
moves rules hands out; others do much the same most of the time. A ``Belief`` counts the moves of a seat
that a naive player with a given hand would not have made.
"""

from typing import NamedTuple

from engine.bots.big_two.model import DECK, LOW_SUIT, SEATS
from engine.games.big_two import BigTwo
from engine.games.big_two.hands import MOST_CARDS, classify
from engine.moves import Seat

_TWO_SUITS = LOW_SUIT * 3
_THREE_SUITS = LOW_SUIT * 7
_NO_FIVE = -1
_KIND = 24
"""Where the kind begins in the key of a hand of five cards."""


class Clue(NamedTuple):
    """One move that tells something about a hand of several cards."""

    size: int
    """Cards to beat or led."""
    led: bool
    shown: int
    """Cards played in this move or later, which were in the hand as well."""
    zone: int
    """What the naive player would have played instead: ranks (the lowest bit of each), or cards below a led single."""
    above: int = 0
    """The kind of five cards that was passed on."""


class Belief:
    """What one seat's moves tell."""

    def __init__(self) -> None:
        self.zones: list[int] = []
        """Single cards that the naive player would have played, for each follow or pass."""
        self.clues: list[Clue] = []
        self.moves = 0
        """How many moves tell something."""
        self.against = 0
        """Moves that the naive player would not have made, whatever the hand: the cards played later prove it."""

    def single(self, zone: int, shown: int) -> None:
        """Note a pass on a single card or a follow."""
        self.moves += 1
        if shown & zone:
            self.against += 1
        else:
            self.zones.append(zone)

    def several(self, clue: Clue) -> None:
        """Note a lead, or a pass or a follow on several cards."""
        self.moves += 1
        if _other(clue, 0):
            self.against += 1
        else:
            self.clues.append(clue)

    def count(self, hand: int) -> int:
        """In how many moves the naive player would have done something else with this hand."""
        found = 0
        for zone in self.zones:
            if hand & zone:
                found += 1
        for clue in self.clues:
            if _other(clue, hand):
                found += 1
        return found


def beliefs_of(game: BigTwo, seat: Seat) -> tuple[Belief, ...]:
    """What each of the others has told that seat in this deal; nothing of the seat itself."""
    beliefs = tuple(Belief() for _ in range(SEATS))
    shown = [0] * SEATS
    bars: list[int] = []
    """For each move the cards to beat, none for a lead."""
    bar, leader = 0, -1
    for mover, mask in game.log:
        bars.append(0 if mover == leader else bar)
        if mask:
            bar, leader = mask, mover
    for place in range(len(bars) - 1, 0, -1):  # the opening tells nothing
        mover, mask = game.log[place]
        if mover == seat:
            continue
        shown[mover] |= mask
        bar = bars[place]
        if not bar:
            _led(beliefs[mover], mask, shown[mover])
        elif bar & bar - 1:
            _followed(game, beliefs[mover], bar, mask, shown[mover])
        else:
            zone = DECK & -bar << 1 & (mask - 1 if mask else DECK)
            if zone:
                beliefs[mover].single(zone, shown[mover])
    return beliefs


def _led(beliefs: Belief, mask: int, shown: int) -> None:
    size = mask.bit_count()
    if size < MOST_CARDS:
        below = mask - 1 if size == 1 else (1 << (mask.bit_length() - 1 & ~3)) - 1
        beliefs.several(Clue(size, True, shown, below))


def _followed(game: BigTwo, beliefs: Belief, bar: int, mask: int, shown: int) -> None:
    """Note what was done about several cards; hands so near to the play to beat that suits decide tell nothing."""
    size = bar.bit_count()
    if size == MOST_CARDS:
        if not mask:
            play = classify(bar, game.rules)
            assert play is not None
            beliefs.several(Clue(size, False, shown, 0, play.key >> _KIND))
        return
    zone = LOW_SUIT & -1 << (bar.bit_length() - 1 | 3) + 1
    if mask:
        zone &= (1 << (mask.bit_length() - 1 & ~3)) - 1
    if zone and (size < 4 or (not mask and pair_ranks(bar).bit_count() == 2)):
        beliefs.several(Clue(size, False, shown, zone))


def _other(clue: Clue, hand: int) -> bool:
    """Whether the naive player would have done something else with this hand and what was shown later."""
    size, led, shown, zone, above = clue
    hand |= shown
    if size == MOST_CARDS:
        return best_five(hand) > above
    pairs = pair_ranks(hand)
    if led:
        if (size < 4 and pairs & pairs - 1) or best_five(hand) != _NO_FIVE:
            return True
        if size == 1:
            return bool(hand & zone or pairs)
        return size == 2 and bool(pairs & zone or triple_ranks(hand))
    if size == 2:
        return bool(pairs & zone)
    if size == 3:
        return bool(triple_ranks(hand) & zone)
    return bool(pairs & zone and pairs & pairs - 1)


def pair_ranks(hand: int) -> int:
    """The lowest bit of each rank of which there are two cards."""
    pairs = hand & hand >> 1 & _THREE_SUITS | hand & hand >> 2 & _TWO_SUITS | hand & hand >> 3 & LOW_SUIT
    pairs |= pairs >> 1
    return (pairs | pairs >> 2) & LOW_SUIT


def triple_ranks(hand: int) -> int:
    """The lowest bit of each rank of which there are three cards."""
    one, two, three, four = hand, hand >> 1, hand >> 2, hand >> 3
    return (one & two & (three | four) | three & four & (one | two)) & LOW_SUIT


def best_five(hand: int) -> int:
    """The place of the best hand of five cards among their kinds, -1 for none; nothing is told from a full house."""
    triples = triple_ranks(hand)
    if triples:
        pairs = pair_ranks(hand)
        if pairs & pairs - 1:
            return 2
    for suit in range(4):
        if (hand >> suit & LOW_SUIT).bit_count() >= MOST_CARDS:
            return 1
    ranks = hand | hand >> 1
    ranks = (ranks | ranks >> 2) & LOW_SUIT
    return 0 if ranks & ranks >> 4 & ranks >> 8 & ranks >> 12 & ranks >> 16 else _NO_FIVE
