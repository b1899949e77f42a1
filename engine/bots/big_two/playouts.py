"""Playouts of Big Two on bit sets, the inner loop of the search.

Every seat has a playout policy that uses only its own hand, the play to beat, and whether a player has one card left.

- Naive: leads the lowest play of the most cards, and follows with the lowest play that beats.
- Planning: splits its hand into plays, leads these by descending size, and doesn't break its plays of five cards to
  follow.
- Saving: planning, but keeps its twos for later. It does better against naive players and worse against others.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from engine.bots.big_two.model import DECK, RANK_PLAYS, TOP, PlayLists

_MASK = (1 << 64) - 1
_LCG_MULTIPLIER, _LCG_INCREMENT = 6364136223846793005, 1442695040888963407
"""Constants of the linear congruential generator MMIX (Knuth, "The Art of Computer Programming", volume 2, 3.3.4)."""
_GAP_COUNT = 1024
LEAD_SIZES = (5, 4, 3, 2)
"""Numbers of cards in the order in which they are led, before singles."""
_SAVES_TWOS_ABOVE_CARDS = 8
"""With more cards the saving policy passes on a single rather than play a two."""
_FIRST_SAVED_PLAY = (0, 0, 44 << 52, 1 << 80, 1 << 80, 2 << 76)
"""By number of cards: the lowest entry that is not led while there are several loose singles.

These are pairs of aces and twos, full houses and better.
"""
_BREAKS_FIVES_AT_CARDS = 7
"""With more cards the planning policy passes on a single rather than break a play of five cards."""
_MAX_FIVES = 9
"""Maximum number of plays of five cards tried in plans; of more, many are similar."""
_SINGLE_TURNS_BY_RANK = (1, 1, 1, 1, 0.98, 0.96, 0.93, 0.88, 0.8, 0.7, 0.55, 0.35, 0.1)
_PAIR_TURNS_BY_RANK = (0.9, 0.88, 0.86, 0.84, 0.8, 0.76, 0.7, 0.64, 0.56, 0.46, 0.34, 0.2, 0.0)
_QUADS_TURNS = 0.02
_FIVE_TURNS_BY_KIND = (0.7, 0.65, 0.15, 0.05, 0.0)
"""Turns of a single and a pair by rank, of four of a kind, and of five cards by kind.

1 for a play that always loses control, 0 for one that nobody beats.
"""


NAIVE, PLANNING, SAVING = range(3)


class Plan(NamedTuple):
    """A Big Two hand split into plays for a playout policy."""

    planned_plays: PlayLists
    """Planned plays; the policy leads only these, and tries them first to follow."""
    loose_cards: int
    """Bit set of the cards that can be played alone without breaking a planned play."""
    cards_in_fives: int
    """Bit set of the cards in planned plays of five cards."""
    policy: int
    """``NAIVE``, ``PLANNING`` or ``SAVING``."""
    all_plays: PlayLists
    """All plays of the hand."""


def naive_plan(all_plays: PlayLists) -> Plan:
    """Return the naive policy's plan for a Big Two hand: all plays of the hand."""
    return Plan(all_plays, DECK, 0, NAIVE, all_plays)


def _turns(rank: int, held: int) -> float:
    count = held.bit_count()
    return (0.0, _SINGLE_TURNS_BY_RANK[rank], _PAIR_TURNS_BY_RANK[rank], 0.32 - 0.02 * rank, _QUADS_TURNS)[count]


_TURNS = tuple(
    tuple(_turns(2 * two, held & 15) + (_turns(2 * two + 1, held >> 4) if two < 6 else 0.0) for held in range(256))
    for two in range(7)
)
"""For each two neighbouring ranks: turns by the bit set of their eight cards."""


def _turns_without_fives(mask: int) -> float:
    """Return the estimated number of turns to play a set of Big Two cards as singles, pairs, triples and fours."""
    a, b, c, d, e, f, g = _TURNS
    low = a[mask & 255] + b[mask >> 8 & 255] + c[mask >> 16 & 255] + d[mask >> 24 & 255]
    return low + e[mask >> 32 & 255] + f[mask >> 40 & 255] + g[mask >> 48]


def _straight_or_flush_rank(five: int) -> int:
    """Return the rank, 0 … 12, that decides between two straights or flushes; 0 for other kinds of five cards."""
    return (five >> 52 & 63) >> 2 if five >> 76 < 2 else 0


def plan_of(hand: int, all_plays: PlayLists) -> Plan:
    """Split a Big Two hand into plays that need few turns."""
    fives = all_plays[5]
    best, picked = _turns_without_fives(hand), ()  # type: float, tuple[int, ...]
    if len(fives) > _MAX_FIVES:
        step = (len(fives) - 1) / (_MAX_FIVES - 1)
        fives = [fives[int(place * step)] for place in range(_MAX_FIVES)]
    costs = [_FIVE_TURNS_BY_KIND[five >> 76] - 0.02 * _straight_or_flush_rank(five) for five in fives]
    for place, five in enumerate(fives):
        left = hand & ~five
        turns = costs[place] + _turns_without_fives(left)
        if turns < best:
            best, picked = turns, (five,)
        if left.bit_count() >= 5:
            for other in range(place + 1, len(fives)):
                if not fives[other] & five & DECK:
                    turns = costs[place] + costs[other] + _turns_without_fives(left & ~fives[other])
                    if turns < best:
                        best, picked = turns, (five, fives[other])
    taken = 0
    for five in picked:
        taken |= five & DECK
    return _split(hand ^ taken, taken, picked, all_plays)


def _split(rest: int, taken: int, picked: tuple[int, ...], all_plays: PlayLists) -> Plan:
    """Return the plan of a Big Two hand with the ``picked`` plays of five cards; split the other cards by rank."""
    singles: list[int] = []
    pairs: list[int] = []
    triples: list[int] = []
    fours: list[int] = []
    loose = 0
    for table in RANK_PLAYS:
        held = rest & 15
        rest >>= 4
        if held:
            rank_plays = table[held]
            if rank_plays.quad_entries:
                fours.append(rank_plays.quad_entries[0])
            elif rank_plays.triple_entries:
                triples.append(rank_plays.triple_entries[0])
            elif rank_plays.pair_entries:
                high = rank_plays.pair_entries[0]
                fours += [high | low & DECK for low in pairs]
                pairs.append(high)
            else:
                singles.append(rank_plays.single_entries[0])
                loose |= rank_plays.single_masks[0]
    fours.sort()
    return Plan(([], singles, pairs, triples, fours, list(picked)), loose, taken, PLANNING, all_plays)


def gaps_of(epsilon: float) -> tuple[int, ...]:
    """Return quantiles of the number of playout decisions until the next random one, of probability ``epsilon``."""
    if epsilon <= 0:
        return (1 << 40,) * _GAP_COUNT
    gaps: list[int] = []
    gap, below, here = 1, 0.0, epsilon
    for place in range(_GAP_COUNT):
        while (place + 0.5) / _GAP_COUNT > below + here and gap < 500:
            below, here, gap = below + here, here * (1 - epsilon), gap + 1
        gaps.append(gap)
    return tuple(gaps)


class Start(NamedTuple):
    """State of a Big Two trick at the beginning of a playout: seat to move, play to beat, leader and passes.

    The fields are as in ``DealModel``.
    """

    turn: int
    bar: int
    size: int
    """0 for a lead."""
    leader: int
    passed: int


class Simulator:
    """Plays Big Two deals to their end with its own random numbers, and counts the plies (moves and passes)."""

    __slots__ = ("gaps", "lockout", "plies", "state")

    def __init__(self, seed: int, lockout: bool, epsilon: float) -> None:
        """``epsilon`` is the probability, 0 … 1, of a random legal Big Two move at each playout decision."""
        self.state = seed & _MASK
        self.lockout = lockout
        self.gaps = gaps_of(epsilon)
        self.plies = 0

    def finish(self, hands: list[int], plans: Sequence[Plan], start: Start) -> int:  # noqa: PLR0915  # see below
        """Play a Big Two deal to its end by the plans of all seats and return the winner.

        ``hands`` is changed; plans may contain cards already played.
        """
        # One long function because it is the inner loop: a separate function for singles costs 6 to 10 % of the speed.
        turn, bar, size, leader, passed = start
        plans = list(plans)
        lockout, gaps = self.lockout, self.gaps
        state = (self.state * _LCG_MULTIPLIER + _LCG_INCREMENT) & _MASK
        gap = gaps[state >> 54]
        above = -1 << (bar >> 52) + 1 if size == 1 else 0
        one_left = any(not hand & hand - 1 for hand in hands)
        plies = 0
        while True:
            plies += 1
            hand = hands[turn]
            gap -= 1
            if not gap:
                state = (state * _LCG_MULTIPLIER + _LCG_INCREMENT) & _MASK
                gap = gaps[state >> 54]
                entry = _random_play(plans[turn].all_plays, hand, bar, size, state >> 20 & 0xFFFFFFFF)
            elif size == 1:
                entry = hand & above
                if entry:
                    _, loose, fives, policy, _ = plans[turn]
                    if one_left and policy:
                        entry = 1 << entry.bit_length() - 1
                    else:
                        entry = entry & loose or (_cards_to_break_for_single(entry, fives, hand) if policy else entry)
                        entry &= -entry
                        if entry >> 48 and policy > PLANNING and hand.bit_count() > _SAVES_TWOS_ABOVE_CARDS:
                            entry = 0
            elif size:
                entry = _follow(plans[turn], hand, bar, size)
            else:
                entry = _lead(plans[turn], hand, one_left)
            mask = entry & DECK
            if mask:
                hand ^= mask
                hands[turn] = hand
                if not hand:
                    break
                plan = plans[turn]
                if plan.policy and not mask & plan.loose_cards and entry not in plan.planned_plays[mask.bit_count()]:
                    plans[turn] = _replan(plan, hand)._replace(policy=plan.policy)
                leader = turn
                size = size or mask.bit_count()
                if not hand & hand - 1:
                    one_left = True
                if size == 1:
                    if mask == TOP:
                        size = passed = 0
                        continue
                    bar = mask.bit_length() - 1 << 52 | DECK
                    above = -mask << 1
                else:
                    bar = entry | DECK
                if not lockout:
                    passed = 0
            elif lockout:
                passed |= 1 << turn
            turn = turn + 1 & 3
            while passed >> turn & 1 and turn != leader:
                turn = turn + 1 & 3
            if turn == leader:
                size = passed = 0
        self.state = state
        self.plies += plies
        return turn


def _replan(plan: Plan, hand: int) -> Plan:
    """Return a new plan for the remaining cards of a Big Two hand after an unplanned play."""
    gone = hand ^ DECK
    return plan_of(hand, tuple([[entry for entry in plays if not entry & gone] for plays in plan.all_plays]))


def _cards_to_break_for_single(beating: int, cards_in_fives: int, hand: int) -> int:
    """Return the cards that may beat a single by breaking a planned play of the Big Two hand; 0 for a pass.

    The highest card outside the plays of five cards; else, near the end, any card that beats.
    """
    apart = beating & ~cards_in_fives
    if apart:
        return 1 << apart.bit_length() - 1
    return beating if hand.bit_count() <= _BREAKS_FIVES_AT_CARDS else 0


def _lead(plan: Plan, hand: int, one_left: bool) -> int:
    """Return a Big Two lead by plan: the lowest of the plan's largest plays, or else a single.

    Plays likely to win control later are saved while there are several loose singles to get rid of.
    """
    lists, loose, _, policy, _ = plan
    gone = hand ^ DECK
    saves = policy and hand & loose & (hand & loose) - 1
    for size in LEAD_SIZES:
        for entry in lists[size]:
            if not entry & gone and not (saves and entry >= _FIRST_SAVED_PLAY[size]):
                return entry
    if one_left and policy:
        return 1 << hand.bit_length() - 1
    single = hand & loose or hand
    return single & -single


def _follow(plan: Plan, hand: int, bar: int, size: int) -> int:
    """Return the lowest Big Two play of several cards above ``bar``, a planned one if possible; 0 for a pass."""
    lists, _, fives, policy, full = plan
    gone = hand ^ DECK
    plays = lists[size]
    if plays and plays[-1] > bar:
        for entry in plays[bisect_right(plays, bar) :]:
            if not entry & gone:
                return entry
    plays = full[size]
    if policy and plays and plays[-1] > bar:
        if size < 4:
            gone |= fives
        for entry in plays[bisect_right(plays, bar) :]:
            if not entry & gone:
                return entry
    return 0


def _random_play(all_plays: PlayLists, hand: int, bar: int, size: int, chance: int) -> int:
    """Return a random legal Big Two move as ``key << 52 | mask``; ``chance`` is a random number below 2**32."""
    gone = hand ^ DECK
    if not size:
        entries = [entry for plays in all_plays for entry in plays if not entry & gone]
    else:
        plays = all_plays[size]
        entries = [entry for entry in plays[bisect_right(plays, bar) :] if not entry & gone]
        entries.append(0)
    return entries[chance * len(entries) >> 32]
