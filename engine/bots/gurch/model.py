"""A fast model of a deal of Gurch: hands are values; suits, piles and who knows which card are left out.

It plays a position to the end of the deal by the policy, ten to twenty thousand times a second. The legal plays of a
hand and the choice among them are cached by the hand alone, so a playout is mostly table look-ups. Two things are
simpler than in the game: a tie counts as an even chance instead of a minigame, and the policy judges who may still take
a trick by the number of cards only, not by the cards on the table.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from engine.bots.gurch.policy import STANDARD, kept_value, last_value
from engine.bots.gurch.policy import hand_value as hand_value_of
from engine.games.gurch.game import FULL_HAND, MINI_HAND
from engine.games.gurch.options import HouseRules
from engine.games.gurch.plays import elected
from engine.moves import Seat
from engine.rng import Rng

Hand = tuple[int, ...]
"""Values 2 … 14 in ascending order."""

CACHE_SIZE = 1 << 16
"""Size of each cache. It doesn't affect the results."""
_OTHERS = 47
"""Cards that a seat does not hold when tricks begin."""


class Play(NamedTuple):
    """A play and the hand it leaves."""

    value: int
    """The value if all cards are equal, so that the play may win; else 0."""
    cards: Hand
    rest: Hand


def without(hand: Sequence[int], cards: Sequence[int]) -> Hand:
    """Return a hand without some of its cards."""
    rest = list(hand)
    for value in cards:
        rest.remove(value)
    return tuple(rest)


def play_of(hand: Hand, cards: Hand) -> Play:
    """Return the play of these cards, given in ascending order, from a hand."""
    return Play(cards[0] if cards[0] == cards[-1] else 0, cards, without(hand, cards))


@lru_cache(CACHE_SIZE)
def leads(hand: Hand) -> tuple[Play, ...]:
    """Return all different leads (R14), the lowest first."""
    plays = []
    start = 0
    for i, value in enumerate(hand):
        if value != hand[start]:
            start = i
        plays.append(Play(value, hand[start : i + 1], hand[:start] + hand[i + 1 :]))
    return tuple(plays)


@lru_cache(CACHE_SIZE)
def follows(hand: Hand, count: int, mark: int, equal: bool) -> tuple[Play, ...]:
    """Return all different ways to follow (R16 … R19), as ``engine.games.gurch.plays.duty`` defines them.

    Args:
        hand: at least ``count`` cards.
        count: number of cards led.
        mark: value to match or beat.
        equal: whether a single equal card beats like a higher one (a house rule).
    """
    last = 0
    sets: list[Play] = []
    singles: list[int] = []
    least = mark if equal else mark + 1
    for i, value in enumerate(hand):
        if value == last or value < mark:
            continue
        last = value
        if i + count <= len(hand) and hand[i + count - 1] == value:
            sets.append(Play(value, hand[i : i + count], hand[:i] + hand[i + count :]))
        if value >= least:
            singles.append(i)
    if sets:
        return tuple(sets)
    lowest = Play(0, hand[:count], hand[count:])
    if count == 1 or not singles:
        return (lowest,)
    plays = [lowest] if singles[0] < count else []
    least = count - 1
    plays += [Play(0, (*hand[:least], hand[i]), hand[least:i] + hand[i + 1 :]) for i in singles if i >= count]
    return tuple(plays)


# --- the policy -------------------------------------------------------------------------------------------------------

hand_value = lru_cache(CACHE_SIZE)(hand_value_of)
"""Cached expected points of a hand."""


@lru_cache(CACHE_SIZE)
def _taken(held: int, count: int, value: int, after: int) -> float:
    """Chance that a set takes the trick, with ``after`` seats yet to play, each holding ``held`` cards."""
    likely = (15 - value) * comb(4, count) * comb(held, count) / comb(_OTHERS, count)
    if count == 1:
        return max(0.0, 1 - likely / held) ** (held * after)
    return max(0.0, 1 - likely) ** after


def _best(plays: Sequence[Play], held: int, bar: int, after: int) -> Play:
    """Return the play that ``GurchPolicy`` makes, the first of equal ones."""
    best, most = plays[0], -1.0
    for play in plays if len(plays) > 1 else ():
        value, cards, rest = play
        if rest:
            taken = _taken(held, len(cards), value, after) if value >= bar else 0.0
            worth = taken * hand_value(rest, True) + (1 - taken) * hand_value(rest, False)
        else:
            worth = last_value(cards)
        if worth > most:
            best, most = play, worth
    return best


@lru_cache(CACHE_SIZE)
def lead(hand: Hand, after: int) -> Play:
    """Return the policy's lead against ``after`` others."""
    return _best(leads(hand), len(hand), 0, after)


@lru_cache(CACHE_SIZE)
def follow(hand: Hand, count: int, mark: int, bar: int, after: int, equal: bool) -> Play:  # noqa: PLR0917  # keys
    """Return the policy's play; ``bar`` is the value of the winning play, ``after`` the number of seats yet to play."""
    return _best(follows(hand, count, mark, equal), len(hand), bar, after)


@lru_cache(CACHE_SIZE)
def keep(hand: Hand, count: int, is_leader: bool) -> tuple[float, Hand]:
    """Return the best value after a swap of ``count`` cards, and the cards to keep."""
    return max((kept_value(kept, count, is_leader), kept) for kept in combinations(hand, len(hand) - count))


@lru_cache(CACHE_SIZE)
def vote(hand: Hand, is_leader: bool) -> int:
    """Return the number that the policy votes for."""
    return max((keep(hand, count, is_leader)[0], -count, count) for count in range(1, FULL_HAND + 1))[2]


# --- a deal -----------------------------------------------------------------------------------------------------------


class Deal:
    """A position with all cards known or sampled. Seats are numbered among those who play."""

    __slots__ = ("bar", "best", "count", "done", "hands", "leader", "led", "out", "over", "rng", "rules", "stock")

    def __init__(
        self, rules: HouseRules, hands: list[Hand], leader: Seat, stock: list[int], out: list[int], *, rng: Rng
    ) -> None:
        """Start before the first trick."""
        self.rules = rules
        self.hands = hands
        self.stock = stock
        """The top card is the last."""
        self.out = out
        """The cards swapped out."""
        self.rng = rng
        self.leader = self.best = leader
        self.count = self.bar = self.led = 0
        """Of the trick, as in the game."""
        self.done = 0
        """Seats that have played to the trick."""
        self.over = False
        """Whether the final round has been led."""

    def copy(self) -> "Deal":
        """Return a copy to play on; it draws the same cards."""
        other = Deal(
            self.rules, self.hands.copy(), self.leader, self.stock.copy(), self.out.copy(), rng=self.rng.copy()
        )
        other.best, other.count, other.bar = self.best, self.count, self.bar
        other.led, other.done, other.over = self.led, self.done, self.over
        return other

    # --- tricks -------------------------------------------------------------------------------------------------------

    def lay(self, play: Play) -> None:
        """Make a play for the seat whose turn it is."""
        if not self.done and not play.rest:
            self.over = True
            return
        seat = (self.leader + self.done) % len(self.hands)
        self.hands[seat] = play.rest
        if not self.done:
            self.count, self.led = len(play.cards), play.value
        if play.value >= self.bar:
            self.bar, self.best = play.value, seat
        self.done += 1
        if self.done == len(self.hands):
            self.leader, self.done, self.bar = self.best, 0, 0

    def finish(self) -> list[int]:
        """Play the remaining tricks by the policy; return the totals of the final round."""
        hands, seats = self.hands, len(self.hands)
        leader, done, best = self.leader, self.done, self.best
        count, bar, led = self.count, self.bar, self.led
        equal, by_lead = self.rules.equal_and_sacrifice, self.rules.benchmark == "lead"
        while not self.over:
            if not done:
                value, cards, rest = lead(hands[leader], seats - 1)
                if not rest:
                    break
                hands[leader] = rest
                count, bar, led, best, done = len(cards), value, value, leader, 1
            while done < seats:
                seat = leader + done
                if seat >= seats:
                    seat -= seats
                done += 1
                value, _, rest = follow(hands[seat], count, led if by_lead else bar, bar, seats - done, equal)
                hands[seat] = rest
                if value >= bar:
                    bar, best = value, seat
            leader, done = best, 0
            if len(hands[leader]) == 1:
                break
        return [sum(hand) for hand in hands]

    # --- swaps --------------------------------------------------------------------------------------------------------

    def _ready(self, count: int) -> bool:
        """Whether ``count`` cards may be swapped. A stock that is too small is refilled unless a house rule limits
        swaps."""
        if len(self.stock) >= count:
            return True
        if self.rules.swap_exhaustion == "limit":
            return False
        self.rng.shuffle(self.out)
        self.stock[:0] = self.out
        self.out = []
        return True

    def swap(self, seat: Seat, kept: Hand) -> None:
        """Swap a seat's other cards for new ones, if the stock allows it."""
        gone = without(self.hands[seat], kept)
        if self._ready(len(gone)):
            new = [self.stock.pop() for _ in gone]
            self.out += gone
            self.hands[seat] = tuple(sorted((*kept, *new)))

    def swap_shown(self, seat: Seat, kept: Hand) -> None:
        """Swap one card by the policy, which may take the shown card or the next (R11)."""
        if not self._ready(1):
            return
        self.out += without(self.hands[seat], kept)
        self.show(seat, kept, self.stock.pop())

    def show(self, seat: Seat, kept: Hand, shown: int) -> None:
        """Take a shown card or the next one, by the policy."""
        leads_on = seat == self.leader
        taken = tuple(sorted((*kept, shown)))
        if hand_value(taken, leads_on) < kept_value(kept, 1, leads_on):
            self.draw(seat, kept, shown)
        else:
            self.hands[seat] = taken

    def draw(self, seat: Seat, kept: Hand, rejected: int) -> None:
        """Reject a shown card for the next one, if there is one."""
        if self._ready(1):
            self.out.append(rejected)
            rejected = self.stock.pop()
        self.hands[seat] = tuple(sorted((*kept, rejected)))

    def first_swaps(self, count: int, pending: Sequence[Seat], swappers: Sequence[Seat]) -> None:
        """Let these seats swap or stand pat by the policy (R6); vote and second swap follow."""
        taking_part = [*swappers]
        for seat in pending:
            hand = self.hands[seat]
            value, kept = keep(hand, count, False)
            if value + STANDARD.again - STANDARD.gain > hand_value(hand, False):
                self.swap(seat, kept)
                taking_part.append(seat)
        self.vote({}, taking_part)

    def vote(self, votes: Mapping[Seat, int], swappers: Sequence[Seat]) -> None:
        """Hold the vote of those who swapped (R8), by the policy where no vote is given; the second swaps follow."""
        leader, hands = self.leader, self.hands
        given = {seat: votes.get(seat) or vote(hands[seat], seat == leader) for seat in swappers}
        result = elected([*given.values()], strict=self.rules.vote_rule == "strict_majority")
        self.second_swaps(result, given, swappers)

    def second_swaps(self, result: int, votes: Mapping[Seat, int], pending: Sequence[Seat]) -> None:
        """Let these seats swap if they must or the policy wants to (R10)."""
        for seat in pending:
            hand, leads_on = self.hands[seat], seat == self.leader
            value, kept = keep(hand, result, leads_on)
            if votes[seat] == result or value - STANDARD.gain > hand_value(hand, leads_on):
                if result == 1:
                    self.swap_shown(seat, kept)
                else:
                    self.swap(seat, kept)

    def renew(self, seat: Seat) -> None:
        """Deal three new cards in a minigame (R24)."""
        self.hands[seat] = tuple(sorted([self.stock.pop() for _ in range(MINI_HAND)]))

    def minis(self, pending: Sequence[Seat]) -> None:
        """Let these seats keep or renew their three cards by the policy."""
        for seat in pending:
            leads_on = seat == self.leader
            if hand_value(self.hands[seat], leads_on) < kept_value((), MINI_HAND, leads_on):
                self.renew(seat)
