"""Fast model of a deal of Gurch for playouts: hands as values, without suits, piles and knowledge.

It plays some 20,000 deals a second to their end from the first swap, and 100,000 from the first trick. There is one
object for each hand; it caches the policy's choices, so a playout is mostly lookups. There are two simplifications. A
tie counts as an even chance instead of a minigame. The policy estimates chances to take a trick by the number of unseen
cards only.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from engine.bots.gurch.policy import STANDARD_WEIGHTS, hand_value, kept_value, last_cards_points
from engine.games.gurch import Gurch
from engine.games.gurch.game import FULL_HAND, MINIGAME_HAND
from engine.games.gurch.options import GurchOptions
from engine.games.gurch.plays import MAX_VALUE, MIN_VALUE, vote_result
from engine.moves import Seat
from engine.rng import Rng

SortedValues = tuple[int, ...]
"""Card values, 2 … 14, in ascending order."""

_UNHELD_CARDS = 47
"""Number of cards outside a seat's hand when tricks begin."""
_MAX_LED_CARDS = 4
"""Maximum number of cards led."""
_SEATS = Gurch.seats_allowed[-1]
MAX_TABLES_BYTES = 16_000_000
"""Maximum bytes of the cached choices for all house rules together. One set of rules takes 2.6 or 15.6 MB."""
_UNKNOWN_PLAY = 255
"""Marks a choice that is not computed yet, in place of the number of a play."""


class PlayFromHand(NamedTuple):
    """Cards played to a trick of Gurch, and the remaining hand."""

    uniform_value: int
    """Value of the cards if all are equal, so that the play may win; else 0."""
    cards: SortedValues
    rest: "Hand"


class Swap(NamedTuple):
    """The best swap of a given number of Gurch cards."""

    value: float
    """Expected points."""
    kept_values: SortedValues


class FollowRules:
    """House rules of Gurch for following a lead, and the layout of the table in which a hand caches its best follows.

    The policy's choice depends on the number of cards led, the value led, the value to beat and the number of seats yet
    to play. The value led matters only if seats must match the lead (``by_lead``) and not the winning play.
    """

    def __init__(self, number: int, *, equal: bool, by_lead: bool) -> None:
        """``number`` is the index at which each Gurch hand keeps its table of best follows under these rules."""
        self.number = number
        self.equal = equal
        """Whether a single equal card beats like a higher one."""
        self.by_lead = by_lead
        self.width = MAX_VALUE + 1
        """Number of entries for one number of cards and one number of seats yet to play."""
        self.row_offsets = [0] * (MAX_VALUE + 1)
        """By the value led: offset to which the value to beat is added."""
        if by_lead:  # a value to beat is at least the value led, so half of the square suffices
            self.width = 0
            for led in range(MIN_VALUE, MAX_VALUE + 1):
                self.row_offsets[led] = self.width - led
                self.width += MAX_VALUE + 1 - led
        self.step = _MAX_LED_CARDS * self.width
        """Number of entries for one number of seats yet to play."""
        self.unknown = bytes([_UNKNOWN_PLAY]) * (self.step * (_SEATS - 1))
        """Empty table, shared by all hands without choices."""
        self.hands: list[Hand] = []
        """Hands with a table of their own."""

    def new_table(self, hand: "Hand") -> bytearray:
        """Make a lookup table of the policy's follows for a Gurch hand.

        Above ``MAX_TABLES_BYTES``, drop the tables for other rules first.
        """
        size = sum(len(rules.hands) * len(rules.unknown) for rules in FOLLOW_RULES.values())
        if size + len(self.unknown) > MAX_TABLES_BYTES:
            for rules in FOLLOW_RULES.values():
                if rules is not self:
                    rules.drop_tables()
        table = hand.choices[self.number] = bytearray(self.unknown)
        self.hands.append(hand)
        return table

    def drop_tables(self) -> None:
        """Drop all hands' lookup tables of follows under these rules; they are filled again on demand."""
        for hand in self.hands:
            hand.choices[self.number] = self.unknown
        self.hands.clear()

    def table_offset(self, count: int, led: int, after: int) -> int:
        """Return an offset in a Gurch hand's table of follows; plus the value to beat, it is the index of a follow."""
        return self.row_offsets[led] + (count - 1) * self.width + after * self.step


FOLLOW_RULES: Mapping[tuple[bool, bool], FollowRules] = {
    (equal, by_lead): FollowRules(2 * equal + by_lead, equal=equal, by_lead=by_lead)
    for equal in (False, True)
    for by_lead in (False, True)
}
"""House rules (``equal_and_sacrifice``, ``benchmark == "lead"``) -> rules for following."""


class Hand:
    """A Gurch hand with cached choices of the policy.

    There is one object per hand (``hand_of``), at most 8,555, so all of them stay in memory and take some 20 MB.
    ``lru_cache`` by hand and trick took 100 MB with 65,536 entries each and missed one in six. Only the choices for
    other house rules may be dropped (``MAX_TABLES_BYTES``).
    """

    __slots__ = ("choices", "kept_by_swap", "leads", "plays", "swap_values", "total", "values", "votes", "worth")

    def __init__(self, values: SortedValues) -> None:
        self.values = values
        self.total = sum(values)
        self.worth = (hand_value(values, False), hand_value(values, True)) if values else (0.0, 0.0)
        """Expected points without and with the next lead."""
        self.plays: list[PlayFromHand] = []
        """Plays chosen so far, in any order."""
        self.leads: list[PlayFromHand | None] = [None] * _SEATS
        """By number of opponents: the policy's lead; None if not computed yet."""
        self.choices: list[bytes | bytearray] = [rules.unknown for rules in FOLLOW_RULES.values()]
        """By rules for following: indices in ``plays`` of the policy's follows, or ``_UNKNOWN_PLAY``."""
        swaps = 2 * FULL_HAND if len(values) == FULL_HAND else 0
        self.kept_by_swap: list[SortedValues | None] = [None] * swaps
        """By number of cards and whether the seat leads: the cards kept in the best swap; None if not computed yet."""
        self.swap_values = array("d", bytes(8 * swaps))
        """Values of these swaps. An array, as 62,000 float objects would take 6 MB."""
        self.votes = [0, 0]
        """The policy's votes without and with the lead; 0 if not computed yet."""

    def lead(self, others: int) -> PlayFromHand:
        """Return the policy's lead from a Gurch hand against a number of opponents."""
        play = self.leads[others]
        if play is None:
            play = self.leads[others] = self._intern_play(_best_play([*leads(self)], len(self.values), 0, others))
        return play

    def follow(self, count: int, led: int, bar: int, after: int, rules: FollowRules) -> PlayFromHand:
        """Return the policy's play from a Gurch hand to follow a lead.

        Args:
            count: number of cards led.
            led: value of the lead.
            bar: value of the winning play.
            after: number of seats yet to play.
            rules: for following.
        """
        choices, place = self.choices[rules.number], rules.table_offset(count, led, after) + bar
        number = choices[place]
        if number != _UNKNOWN_PLAY:
            return self.plays[number]
        plays = [*follows(self, count, led if rules.by_lead else bar, rules.equal)]
        play = self._intern_play(_best_play(plays, len(self.values), bar, after))
        if not isinstance(choices, bytearray):
            choices = rules.new_table(self)
        choices[place] = self.plays.index(play)
        return play

    def _intern_play(self, play: PlayFromHand) -> PlayFromHand:
        """Return an equal play already stored for the Gurch hand, or else store this one."""
        for known in self.plays:
            if known == play:
                return known
        self.plays.append(play)
        return play

    def best_swap(self, count: int, is_leader: bool) -> Swap:
        """Return the best swap of ``count`` cards of a full Gurch hand."""
        place = 2 * count - 2 + is_leader
        kept = self.kept_by_swap[place]
        if kept is None:
            left = combinations(self.values, len(self.values) - count)
            self.swap_values[place], best = max((kept_value(kept, count, is_leader), kept) for kept in left)
            kept = self.kept_by_swap[place] = hand_of(best).values  # the same tuple for all swaps
        return Swap(self.swap_values[place], kept)

    def choose_voted_swap_count(self, is_leader: bool) -> int:
        """Return the number of cards to swap that the policy votes for with a Gurch hand."""
        number = self.votes[is_leader]
        if not number:
            number = max((self.best_swap(count, is_leader).value, -count, count) for count in range(1, FULL_HAND + 1))[
                2
            ]
            self.votes[is_leader] = number
        return number

    def without(self, cards: Sequence[int]) -> SortedValues:
        """Return the card values of a Gurch hand without ``cards``."""
        rest = list(self.values)
        for value in cards:
            rest.remove(value)
        return tuple(rest)

    def play_of(self, cards: SortedValues) -> PlayFromHand:
        """Return the play of these cards from a Gurch hand, given in ascending order."""
        return PlayFromHand(cards[0] if cards[0] == cards[-1] else 0, cards, hand_of(self.without(cards)))


hand_of = cache(Hand)
"""Return the shared object for a hand, by its values."""


def leads(hand: Hand) -> Iterator[PlayFromHand]:
    """Yield every distinct lead from a Gurch hand (R14), the lowest first."""
    values, start = hand.values, 0
    for i, value in enumerate(values):
        if value != values[start]:
            start = i
        yield _make_play(value, values[start : i + 1], values[:start] + values[i + 1 :])


def follows(hand: Hand, count: int, value_to_match: int, equal: bool) -> Iterator[PlayFromHand]:
    """Yield every distinct legal way to follow the current trick of Gurch (R16 … R19).

    ``engine.games.gurch.plays.duty`` defines the legal ways.

    Args:
        hand: has at least ``count`` cards.
        count: number of cards led.
        value_to_match: value to match or beat.
        equal: whether a single equal card beats like a higher one (a house rule).
    """
    values, last, wins = hand.values, 0, False
    singles: list[int] = []
    least = value_to_match if equal else value_to_match + 1
    for i, value in enumerate(values):
        if value == last or value < value_to_match:
            continue
        last = value
        if i + count <= len(values) and values[i + count - 1] == value:
            wins = True
            yield _make_play(value, values[i : i + count], values[:i] + values[i + count :])
        if value >= least:
            singles.append(i)
    if wins:
        return
    if count == 1 or not singles or singles[0] < count:
        yield _make_play(0, values[:count], values[count:])
    if count > 1:
        rest = count - 1
        for i in singles:
            if i >= count:
                yield _make_play(0, (*values[:rest], values[i]), values[rest:i] + values[i + 1 :])


def _make_play(uniform_value: int, cards: SortedValues, rest: SortedValues) -> PlayFromHand:
    """Return a Gurch play that shares its tuples of card values with the cached hands."""
    return PlayFromHand(uniform_value, hand_of(cards).values, hand_of(rest))


# --- the policy -------------------------------------------------------------------------------------------------------


@cache
def _trick_chance(hand_size: int, count: int, value: int, after: int) -> float:
    """Return the chance, 0 … 1, that ``count`` cards of equal ``value`` take a trick of Gurch.

    ``after`` seats are yet to play, each with ``hand_size`` cards.
    """
    likely = (15 - value) * comb(4, count) * comb(hand_size, count) / comb(_UNHELD_CARDS, count)
    if count == 1:
        return max(0.0, 1 - likely / hand_size) ** (hand_size * after)
    return max(0.0, 1 - likely) ** after


def _best_play(plays: Sequence[PlayFromHand], hand_size: int, bar: int, after: int) -> PlayFromHand:
    """Return the Gurch play with the most expected points, as ``GurchPolicy`` chooses; the first of equal ones."""
    best, most = plays[0], -1.0
    for play in plays if len(plays) > 1 else ():
        value, cards, rest = play
        if rest.values:
            taken = _trick_chance(hand_size, len(cards), value, after) if value >= bar else 0.0
            without, control = rest.worth
            worth = taken * control + (1 - taken) * without
        else:
            worth = last_cards_points(cards)
        if worth > most:
            best, most = play, worth
    return best


# --- a deal -----------------------------------------------------------------------------------------------------------


class PlayoutDeal:
    """A Gurch deal in progress with all cards known or sampled.

    Seats are indices among the players of the current round.
    """

    __slots__ = (
        "bar",
        "best",
        "count",
        "discarded",
        "final_round_led",
        "hands",
        "leader",
        "led",
        "played_count",
        "rng",
        "rules",
        "stock",
    )

    def __init__(
        self, rules: GurchOptions, hands: list[Hand], leader: Seat, stock: list[int], discarded: list[int], *, rng: Rng
    ) -> None:
        """Start the fast model of a Gurch deal before the first trick."""
        self.rules = rules
        self.hands = hands
        self.stock = stock
        """From bottom to top."""
        self.discarded = discarded
        """Cards swapped out."""
        self.rng = rng
        self.leader = self.best = leader
        self.count = self.bar = self.led = 0
        """Fields of the trick, as in ``Gurch``."""
        self.played_count = 0
        """Number of seats that have played to the trick."""
        self.final_round_led = False
        """Whether the final round has been led."""

    def copy(self) -> "PlayoutDeal":
        """Return an independent copy of the Gurch deal that draws the same cards."""
        other = PlayoutDeal(
            self.rules, self.hands.copy(), self.leader, self.stock.copy(), self.discarded.copy(), rng=self.rng.copy()
        )
        other.best, other.count, other.bar = self.best, self.count, self.bar
        other.led, other.played_count, other.final_round_led = self.led, self.played_count, self.final_round_led
        return other

    # --- tricks -------------------------------------------------------------------------------------------------------

    def lay(self, play: PlayFromHand) -> None:
        """Play cards to the current trick of the Gurch deal for the seat to act."""
        if not self.played_count and not play.rest.values:
            self.final_round_led = True
            return
        seat = (self.leader + self.played_count) % len(self.hands)
        self.hands[seat] = play.rest
        if not self.played_count:
            self.count, self.led = len(play.cards), play.uniform_value
        if play.uniform_value >= self.bar:
            self.bar, self.best = play.uniform_value, seat
        self.played_count += 1
        if self.played_count == len(self.hands):
            self.leader, self.played_count, self.bar = self.best, 0, 0

    def play_to_final_totals(self) -> list[int]:
        """Play the remaining Gurch tricks by the policy; return by seat the sum of card values in the final round."""
        hands, seats = self.hands, len(self.hands)
        leader, done, best = self.leader, self.played_count, self.best
        count, bar, led = self.count, self.bar, self.led
        rules = FOLLOW_RULES[self.rules.equal_and_sacrifice, self.rules.benchmark == "lead"]
        number, step = rules.number, rules.step
        while not self.final_round_led:
            if not done:
                value, cards, rest = hands[leader].lead(seats - 1)
                if not rest.values:
                    break
                hands[leader] = rest
                count, bar, led, best, done = len(cards), value, value, leader, 1
            place = rules.table_offset(count, led, seats - done)
            while done < seats:
                seat = leader + done
                if seat >= seats:
                    seat -= seats
                done += 1
                place -= step
                hand = hands[seat]
                choice = hand.choices[number][place + bar]  # as ``Hand.follow``, without the call
                if choice == _UNKNOWN_PLAY:
                    value, _, rest = hand.follow(count, led, bar, seats - done, rules)
                else:
                    value, _, rest = hand.plays[choice]
                hands[seat] = rest
                if value >= bar:
                    bar, best = value, seat
            leader, done = best, 0
            if len(hands[leader].values) == 1:
                break
        return [hand.total for hand in hands]

    # --- swaps --------------------------------------------------------------------------------------------------------

    def _ensure_stock(self, count: int) -> bool:
        """Refill the Gurch stock if it has fewer than ``count`` cards; return False if the house rules forbid it."""
        if len(self.stock) >= count:
            return True
        if self.rules.swap_exhaustion == "limit":
            return False
        self.rng.shuffle(self.discarded)
        self.stock[:0] = self.discarded
        self.discarded = []
        return True

    def swap(self, seat: Seat, kept: SortedValues) -> None:
        """Swap a seat's Gurch cards except ``kept`` for new ones of the stock, if it suffices."""
        gone = self.hands[seat].without(kept)
        if self._ensure_stock(len(gone)):
            new = [self.stock.pop() for _ in gone]
            self.discarded += gone
            self.hands[seat] = hand_of(tuple(sorted((*kept, *new))))

    def swap_one_card(self, seat: Seat, kept: SortedValues) -> None:
        """Swap one card of a Gurch hand for the stock's shown card or, if the policy rejects it, the next one (R11)."""
        if not self._ensure_stock(1):
            return
        self.discarded += self.hands[seat].without(kept)
        self.take_or_reject_shown(seat, kept, self.stock.pop())

    def take_or_reject_shown(self, seat: Seat, kept: SortedValues, shown: int) -> None:
        """Give a Gurch seat the shown card of a one-card swap or, if the policy prefers, the next card of the stock."""
        leads_on = seat == self.leader
        taken = hand_of(tuple(sorted((*kept, shown))))
        if taken.worth[leads_on] < kept_value(kept, 1, leads_on):
            self.replace_rejected_shown(seat, kept, shown)
        else:
            self.hands[seat] = taken

    def replace_rejected_shown(self, seat: Seat, kept: SortedValues, rejected: int) -> None:
        """Give a Gurch seat the next card of the stock in place of the shown one, or the shown one if none is left."""
        if self._ensure_stock(1):
            self.discarded.append(rejected)
            rejected = self.stock.pop()
        self.hands[seat] = hand_of(tuple(sorted((*kept, rejected))))

    def play_from_first_swaps(self, count: int, pending: Sequence[Seat], swappers: Sequence[Seat]) -> None:
        """Play the first swaps of ``pending`` Gurch seats by the policy (R6), then the vote and the second swaps."""
        taking_part = [*swappers]
        for seat in pending:
            hand = self.hands[seat]
            value, kept = hand.best_swap(count, False)
            if value + STANDARD_WEIGHTS.second_swap_points - STANDARD_WEIGHTS.min_gain > hand.worth[False]:
                self.swap(seat, kept)
                taking_part.append(seat)
        self.play_from_vote({}, taking_part)

    def play_from_vote(self, votes: Mapping[Seat, int], swappers: Sequence[Seat]) -> None:
        """Play the swap vote of Gurch (R8), by the policy for seats not in ``votes``, then the second swaps."""
        leader, hands = self.leader, self.hands
        given = {seat: votes.get(seat) or hands[seat].choose_voted_swap_count(seat == leader) for seat in swappers}
        result = vote_result([*given.values()], strict=self.rules.vote_rule == "strict_majority")
        self.play_second_swaps(result, given, swappers)

    def play_second_swaps(self, result: int, votes: Mapping[Seat, int], pending: Sequence[Seat]) -> None:
        """Play the second swaps of ``pending`` Gurch seats, if required or preferred by the policy (R10)."""
        for seat in pending:
            hand, leads_on = self.hands[seat], seat == self.leader
            value, kept = hand.best_swap(result, leads_on)
            if votes[seat] == result or value - STANDARD_WEIGHTS.min_gain > hand.worth[leads_on]:
                if result == 1:
                    self.swap_one_card(seat, kept)
                else:
                    self.swap(seat, kept)

    def renew(self, seat: Seat) -> None:
        """Deal three new cards to a seat in a minigame of Gurch (R24)."""
        self.hands[seat] = hand_of(tuple(sorted([self.stock.pop() for _ in range(MINIGAME_HAND)])))

    def keep_or_renew(self, pending: Sequence[Seat]) -> None:
        """Keep or renew, by the policy, the three cards of ``pending`` seats in a minigame of Gurch."""
        for seat in pending:
            leads_on = seat == self.leader
            if self.hands[seat].worth[leads_on] < kept_value((), MINIGAME_HAND, leads_on):
                self.renew(seat)
