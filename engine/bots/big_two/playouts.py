"""Playouts of Big Two on bit sets: the inner loop of the search.

Every seat has a playout policy that sees only its own hand, the play to beat, and whether somebody has a single card
left. The naive policy leads as many cards as it can, the lowest of them, and follows with the lowest play that beats.
The planning policy splits its hand into plays, leads these in the same order, and follows without breaking its hands of
five cards. The saving policy also keeps its twos for later, which does better against naive players and worse against
others. The search is as good as these policies; their speed sets how many playouts it gets.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from engine.bots.big_two.model import DECK, RANK_PLAYS, TOP, Lists

_MASK = (1 << 64) - 1
_LCG_MULTIPLIER, _LCG_INCREMENT = 6364136223846793005, 1442695040888963407
"""The linear congruential generator MMIX (Knuth, "The Art of Computer Programming", volume 2, 3.3.4)."""
_GAP_COUNT = 1024
LARGE_FIRST = (5, 4, 3, 2)
"""Numbers of cards in the order in which they are led, before singles."""
_SAVES_ABOVE = 8
"""With more cards the saving policy passes on a single rather than playing a two."""
_FIRST_SAVED_PLAY = (0, 0, 44 << 52, 1 << 80, 1 << 80, 2 << 76)
"""By number of cards: the first play kept back while there are single cards: pairs of aces or twos, full houses and
better."""
_BREAKS_AT = 7
"""With more cards the planning policy passes on a single rather than breaking a hand of five cards."""
_MAX_FIVES = 9
"""Maximum hands of five cards tried in plans; among more, many are alike."""
_SINGLE_TURNS = (1, 1, 1, 1, 0.98, 0.96, 0.93, 0.88, 0.8, 0.7, 0.55, 0.35, 0.1)
_PAIR_TURNS = (0.9, 0.88, 0.86, 0.84, 0.8, 0.76, 0.7, 0.64, 0.56, 0.46, 0.34, 0.2, 0.0)
_QUADS_TURNS = 0.02
_FIVE_TURNS = (0.7, 0.65, 0.15, 0.05, 0.0)
"""Turns that a single and a pair of each rank, four of a kind, and five cards of each kind cost: 1 for a play that
loses control, 0 for one that nobody beats."""


NAIVE, PLANNING, SAVING = range(3)


class Plan(NamedTuple):
    """What a playout policy plays from a hand."""

    lists: Lists
    """What it leads, and tries first when following."""
    loose_cards: int
    """Cards that break nothing."""
    fives: int
    """Cards in its hands of five cards."""
    policy: int
    """NAIVE, PLANNING or SAVING."""
    full: Lists
    """All plays of the hand."""


def naive_plan(full: Lists) -> Plan:
    """Return the naive policy's plan: all plays are equally good."""
    return Plan(full, DECK, 0, NAIVE, full)


def _turns(rank: int, held: int) -> float:
    count = held.bit_count()
    return (0.0, _SINGLE_TURNS[rank], _PAIR_TURNS[rank], 0.32 - 0.02 * rank, _QUADS_TURNS)[count]


_TURNS = tuple(
    tuple(_turns(2 * two, held & 15) + (_turns(2 * two + 1, held >> 4) if two < 6 else 0.0) for held in range(256))
    for two in range(7)
)
"""Turns of the cards of two neighbouring ranks."""


def _rest(mask: int) -> float:
    """Turns of cards played as singles, pairs, triples and fours."""
    a, b, c, d, e, f, g = _TURNS
    low = a[mask & 255] + b[mask >> 8 & 255] + c[mask >> 16 & 255] + d[mask >> 24 & 255]
    return low + e[mask >> 32 & 255] + f[mask >> 40 & 255] + g[mask >> 48]


def _height(five: int) -> int:
    """Rank that decides between hands of this kind, 0 … 12."""
    return (five >> 52 & 63) >> 2 if five >> 76 < 2 else 0


def plan_of(hand: int, full: Lists) -> Plan:
    """Split a hand so that its plays cost few turns."""
    fives = full[5]
    best, picked = _rest(hand), ()  # type: float, tuple[int, ...]
    if len(fives) > _MAX_FIVES:
        step = (len(fives) - 1) / (_MAX_FIVES - 1)
        fives = [fives[int(place * step)] for place in range(_MAX_FIVES)]
    costs = [_FIVE_TURNS[five >> 76] - 0.02 * _height(five) for five in fives]
    for place, five in enumerate(fives):
        left = hand & ~five
        turns = costs[place] + _rest(left)
        if turns < best:
            best, picked = turns, (five,)
        if left.bit_count() >= 5:
            for other in range(place + 1, len(fives)):
                if not fives[other] & five & DECK:
                    turns = costs[place] + costs[other] + _rest(left & ~fives[other])
                    if turns < best:
                        best, picked = turns, (five, fives[other])
    taken = 0
    for five in picked:
        taken |= five & DECK
    return _split(hand ^ taken, taken, picked, full)


def _split(rest: int, taken: int, picked: tuple[int, ...], full: Lists) -> Plan:
    """The plan with these hands of five cards; the rest is split by rank."""
    singles: list[int] = []
    pairs: list[int] = []
    triples: list[int] = []
    fours: list[int] = []
    loose = 0
    for table in RANK_PLAYS:
        held = rest & 15
        rest >>= 4
        if held:
            one = table[held]
            if one.quads:
                fours.append(one.quads[0])
            elif one.triples:
                triples.append(one.triples[0])
            elif one.pairs:
                high = one.pairs[0]
                fours += [high | low & DECK for low in pairs]
                pairs.append(high)
            else:
                singles.append(one.tops[0])
                loose |= one.bits[0]
    fours.sort()
    return Plan(([], singles, pairs, triples, fours, list(picked)), loose, taken, PLANNING, full)


def gaps_of(epsilon: float) -> tuple[int, ...]:
    """Return equally likely waiting times to the next random decision, if each decision is random with probability
    ``epsilon``."""
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
    """Where a playout begins: turn, play to beat, and who passed, as in ``Deal``."""

    turn: int
    bar: int
    size: int
    """0 for a lead."""
    leader: int
    passed: int


class Simulator:
    """Plays deals to their end; keeps its random state and counts the plies (moves and passes)."""

    __slots__ = ("gaps", "lockout", "plies", "state")

    def __init__(self, seed: int, lockout: bool, epsilon: float) -> None:
        """``epsilon`` is the probability, 0 … 1, that a decision is a random legal one."""
        self.state = seed & _MASK
        self.lockout = lockout
        self.gaps = gaps_of(epsilon)
        self.plies = 0

    def finish(self, hands: list[int], plans: Sequence[Plan], start: Start) -> int:  # noqa: PLR0915  # see below
        """Play to the end and return the winner. ``hands`` is changed; plans may name cards no longer in the hands."""
        # Long as it is the inner loop: choosing a single card in a function of its own costs 6 to 10 % of the plies.
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
                entry = _random_play(plans[turn].full, hand, bar, size, state >> 20 & 0xFFFFFFFF)
            elif size == 1:
                entry = hand & above
                if entry:
                    _, loose, fives, policy, _ = plans[turn]
                    if one_left and policy:
                        entry = 1 << entry.bit_length() - 1
                    else:
                        entry = entry & loose or (_breaking_single(entry, fives, hand) if policy else entry)
                        entry &= -entry
                        if entry >> 48 and policy > PLANNING and hand.bit_count() > _SAVES_ABOVE:
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
                if plan.policy and not mask & plan.loose_cards and entry not in plan.lists[mask.bit_count()]:
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
    """A new plan for the cards left after a play that wasn't planned."""
    gone = hand ^ DECK
    return plan_of(hand, tuple([[entry for entry in plays if not entry & gone] for plays in plan.full]))


def _breaking_single(beating: int, fives: int, hand: int) -> int:
    """A single that breaks something: the highest of a pair or a triple, or of a hand of five cards near the end."""
    apart = beating & ~fives
    if apart:
        return 1 << apart.bit_length() - 1
    return beating if hand.bit_count() <= _BREAKS_AT else 0


def _lead(plan: Plan, hand: int, one_left: bool) -> int:
    """The lowest of the plan's largest plays; among singles those that break nothing, or the highest.

    Plays likely to win control later are kept back while there are several single cards to get rid of.
    """
    lists, loose, _, policy, _ = plan
    gone = hand ^ DECK
    several = policy and hand & loose & (hand & loose) - 1
    for size in LARGE_FIRST:
        for entry in lists[size]:
            if not entry & gone and not (several and entry >= _FIRST_SAVED_PLAY[size]):
                return entry
    if one_left and policy:
        return 1 << hand.bit_length() - 1
    single = hand & loose or hand
    return single & -single


def _follow(plan: Plan, hand: int, bar: int, size: int) -> int:
    """The plan's lowest play of several cards that beats, or the lowest of all that break no five; else a pass."""
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


def _random_play(full: Lists, hand: int, bar: int, size: int, chance: int) -> int:
    """A random legal play or pass; ``chance`` is below 2**32."""
    gone = hand ^ DECK
    if not size:
        entries = [entry for plays in full for entry in plays if not entry & gone]
    else:
        plays = full[size]
        entries = [entry for entry in plays[bisect_right(plays, bar) :] if not entry & gone]
        entries.append(0)
    return entries[chance * len(entries) >> 32]
