"""How a turn of RoPeD is planned: what to reveal, pick up, discard, lay and rope, on the fast model of a deal."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from engine.bots.roped.table import MATCHES, NOBODY, SUITS, Table, bits, mask_of
from engine.bots.roped.worth import SETS_OF, Weights, Worths, sets_with
from engine.cards import HIDDEN
from engine.games.roped.game import PENALTY
from engine.games.roped.sets import FOUR
from engine.moves import Seat

OUT = 100.0
FULL = (1 << 52) - 1
MIDDLE = (1 << 32) - 1
"""The cards up to the eights: the highest unseen one of them stands for the unseen cards of its suit."""


class Habits(NamedTuple):
    """What a player goes by besides the worth of a hand, in points."""

    phases: tuple[Weights, Weights, Weights]
    """While everybody holds many cards; when somebody else holds at most four; at most two."""
    roped: float = 0.8
    """Share of its points that a set loses if its ace is surely in another hand."""
    drawn: float = 6.0
    """Cost of each card that is drawn and doesn't fit."""
    stock: float = 2.0
    """What the unknown card on the stock is worth more than none."""
    blind: float = 2.0
    """Cost of laying an unseen card."""
    filled: float = 0.0
    """For filling an empty place."""
    ripe: float = 4.0
    """For a covered pile in which a card would complete a set."""
    suited: float = 0.5
    """For each card of a covered pile, by the number of cards of its suit in the hand."""
    claim: float = 1.2
    """Share of a set's points that roping it is worth."""
    alone: float = 0.0
    """For a hand of one card when there is an empty place."""
    threat: float = 0.0
    """Cost of leaving an empty place to somebody with one card who is next; half if it is somebody else."""
    single: float = 0.0
    """The same for leaving an open pile of one card, which may become an empty place."""
    deep: float = 0.0
    """For covering a pile, by the cards that lie there."""
    likely: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    """For turning up a card that is probably of a suit, by the number of cards of that suit in the hand (0 … 4)."""
    outs: float = 0.0
    """Share of what a card on the stock may bring that is reckoned with, 0 … 1."""
    blocks: bool = True
    """Whether it thinks of taking several cards."""
    watchful: bool = True
    """Whether it sees how many cards the others hold."""
    notice: int = 0
    """Sets of fewer points aren't roped."""


class Mood(NamedTuple):
    """What stays the same while one turn is planned."""

    habits: Habits
    worths: Worths
    risks: tuple[float, float, float, float]
    """By suit, the share of a set's points that a lasso may take."""
    any_risk: float
    """The same for four of a kind."""
    threat: float
    """Cost of leaving an empty place."""
    single: float
    """Cost of leaving an open pile of one card."""


class Discard(NamedTuple):
    """A way to end a turn."""

    worth: float
    verb: str
    cards: tuple[int, ...] = ()


NOTHING = Discard(-1e9, "")

Tops = Sequence[tuple[int, float]]
"""The open uppermost cards, each with what covering it is worth."""


class Planner:
    """Plans turns from what a seat knows: its own hand, the open cards, how many cards the others hold."""

    def __init__(self, habits: Sequence[Habits]) -> None:
        """``habits`` are those at a table of two, of three, of four."""
        self.habits = tuple(habits)
        self._worths: dict[tuple[int, int, int], Worths] = {}

    def mood(self, table: Table, seat: Seat) -> Mood:
        """What the seat has to reckon with."""
        sizes, seats = table.sizes, table.seats
        habits = self.habits[seats - 2]
        others = sizes[:seat] + sizes[seat + 1 :]
        least = min(others)
        phase = 2 if least <= 1 else 1 if least <= FOUR else 0
        if not habits.watchful:
            phase = 0
        key = (seats, phase, table.ace)
        worths = self._worths.get(key)
        if worths is None:
            worths = self._worths[key] = Worths(habits.phases[phase], table.ace)
        known = table.shown | table.hands[seat]
        hidden = 15 & ~known
        threat = single = 0.0
        if phase == 2:
            hurry = (others.count(1) + (sizes[(seat + 1) % seats] == 1)) / 2
            threat, single = habits.threat * hurry, habits.single * hurry
        if not hidden:
            return Mood(habits, worths, (0.0, 0.0, 0.0, 0.0), 0.0, threat, single)
        share = habits.roped * sum(others) / (52 - known.bit_count())
        every = min(0.9, share * hidden.bit_count())
        if table.any_ace:
            return Mood(habits, worths, (every, every, every, every), every, threat, single)
        a, b, c, d = (share if hidden >> suit & 1 else 0.0 for suit in range(4))
        return Mood(habits, worths, (a, b, c, d), every, threat, single)

    # --- sets -------------------------------------------------------------------------------------------------------

    def laid(self, hand: int, points: int, four: int, mood: Mood, empty: int) -> float:
        """What laying a set is worth: its points, less what a lasso may take, and what is left in the hand."""
        low = four & -four
        if four == low * 15:
            risk = 0.0 if four & 1 else mood.any_risk
        else:
            risk = 0.0 if four & 15 else mood.risks[low.bit_length() - 1 & 3]
        return points * (1 - risk) + self.kept(hand ^ four, mood, empty)

    def kept(self, hand: int, mood: Mood, empty: int) -> float:
        """What a hand is worth at the end of a turn, with that many empty places."""
        worth = mood.worths[hand]
        if empty and hand:
            worth -= mood.threat
            if not hand & (hand - 1):
                worth += mood.habits.alone
        return worth

    def ended(self, hand: int, mood: Mood, empty: int, due: int = HIDDEN) -> float:
        """What a hand is worth before the sets of a turn: the best one is laid, or none."""
        if due >= 0:
            return max(self.laid(hand, points, four, mood, empty) for points, four in sets_with(hand, due))
        best = self.kept(hand, mood, empty) if empty else mood.worths[hand]
        for points, four in SETS_OF[hand]:
            best = max(best, self.laid(hand, points, four, mood, empty))
        return best

    def meld(self, table: Table, seat: Seat) -> tuple[int, int]:
        """The set to lay, points and cards; nothing if it is better to wait."""
        mood, hand, due = self.mood(table, seat), table.hands[seat], table.due
        empty = table.slots.count([])
        sets = sets_with(hand, due) if due >= 0 else SETS_OF[hand]
        best, chosen = (-1e9 if due >= 0 else self.kept(hand, mood, empty)), (0, 0)
        for points, four in sets:
            worth = self.laid(hand, points, four, mood, empty)
            if worth > best:
                best, chosen = worth, (points, four)
        return chosen

    # --- discarding -------------------------------------------------------------------------------------------------

    def discard(self, hand: int, tops: Tops, empty: int, left: int, *, due: int, mood: Mood) -> Discard:
        """The best way to discard from a hand, with so many empty places and so many cards to draw."""
        wanted, gain = 0, 0.0
        for top, bonus in tops:
            wanted |= MATCHES[top]
            gain = max(gain, bonus)
        best = NOTHING
        own = hand if due < 0 else hand & ~(1 << due)
        for card in bits(own & wanted):
            rest = hand ^ 1 << card
            if due >= 0 and not serves(rest, due):
                continue
            worth = self.ended(rest, mood, empty, due)
            if gain:
                worth += max([bonus for top, bonus in tops if MATCHES[card] >> top & 1])
            if worth > best.worth:
                best = Discard(worth, "discard", (card,))
        if empty:
            filling = self._filling(hand, own, empty - 1, left, due=due, mood=mood)
            if filling.worth > best.worth:
                best = filling
        if left and tops:
            worth = self.drawn(hand, len(tops), empty, due, mood)
            if worth > best.worth:
                best = Discard(worth, "draw")
        return best if best.verb else Discard(self.ended(hand, mood, empty, due), "")

    def discard_now(self, table: Table, seat: Seat, mood: Mood | None = None) -> Discard:
        """The best way to discard in a position."""
        mood = mood or self.mood(table, seat)
        tops = [(top, self.covering(table.slots[index], mood)) for index, top in table.tops()]
        return self.discard(table.hands[seat], tops, table.slots.count([]), table.left, due=table.due, mood=mood)

    def _filling(self, hand: int, own: int, empty: int, left: int, *, due: int, mood: Mood) -> Discard:
        """The best way to fill an empty place: two cards, one with an unseen one, two unseen ones."""
        habits, best, held = mood.habits, NOTHING, bits(own)
        ways: list[tuple[int, ...]] = [(a, b) for a, b in combinations(held, 2) if MATCHES[a] >> b & 1]
        if left:
            ways += [(card,) for card in held]
        if left > 1:
            ways.append(())
        for cards in ways:
            rest = hand
            for card in cards:
                rest ^= 1 << card
            if due >= 0 and not serves(rest, due):
                continue
            worth = self.ended(rest, mood, empty, due) + habits.filled - (0.0 if len(cards) == 2 else habits.blind)
            if worth > best.worth:
                best = Discard(worth, "fill", cards)
        return best

    def drawn(self, hand: int, tops: int, empty: int, due: int, mood: Mood) -> float:
        """What drawing until a card fits is worth: the fewer open piles, the more cards come into the hand."""
        misses = 0.7**tops
        worth = self.ended(hand, mood, empty, due)
        more = misses / (1 - misses) * mood.habits.drawn
        if worth >= OUT and hand.bit_count() == FOUR:  # a card that doesn't fit would spoil it
            return worth - misses * OUT - more
        return worth - more

    def place(self, table: Table, seat: Seat, card: int) -> int:
        """The pile onto which a card goes that matches several."""
        slots, matching, mood = table.slots, MATCHES[card], self.mood(table, seat)
        best, chosen = -1e9, NOBODY
        for index, top in table.tops():
            if matching >> top & 1:
                worth = self.covering(slots[index], mood)
                if worth > best:
                    best, chosen = worth, index
        return chosen

    def covering(self, lying: list[int], mood: Mood) -> float:
        """What it is worth that a pile is covered."""
        return mood.habits.deep * len(lying) + (mood.single if len(lying) == 1 else 0.0)

    # --- picking up -------------------------------------------------------------------------------------------------

    def pick(self, table: Table, seat: Seat) -> tuple[int, Discard | None]:
        """The card to take, with all on it, and the discard that goes with it; ``HIDDEN`` for the stock."""
        mood, way = self.mood(table, seat), None
        best, chosen = -1e9, int(HIDDEN)
        if table.left:
            best = self.unknown(table, seat, mood)
        for index, lying in enumerate(table.slots):
            if lying and not table.covered[index]:
                block = 0
                for depth in range(1, len(lying) + 1 if mood.habits.blocks else 2):
                    card = lying[-depth]
                    block |= 1 << card
                    if depth == 1 or serves(table.hands[seat] | block, card):
                        worth, plan = self.taken(table, seat, index, depth, mood)
                        if worth > best:
                            best, chosen, way = worth, card, plan
        return chosen, way

    def taken(self, table: Table, seat: Seat, index: int, depth: int, mood: Mood) -> tuple[float, Discard]:
        """What a hand will be worth with the uppermost cards of a pile, and the discard that goes with them."""
        lying = table.slots[index]
        tops = [(top, self.covering(table.slots[other], mood)) for other, top in table.tops() if other != index]
        empty, rest = table.slots.count([]), lying[:-depth]
        if rest:
            tops.append((rest[-1], self.covering(rest, mood)))
        else:
            empty += 1
        due = lying[-depth] if depth > 1 else NOBODY
        way = self.discard(table.hands[seat] | mask_of(lying[-depth:]), tops, empty, table.left, due=due, mood=mood)
        if len(rest) == 1:
            return way.worth - mood.single, way
        return (way.worth + mood.single if len(lying) == 1 else way.worth), way

    def unknown(self, table: Table, seat: Seat, mood: Mood) -> float:
        """What a hand will be worth with the card on the stock: laid off again, or kept and another one laid off."""
        hand, empty = table.hands[seat], table.slots.count([])
        worth = self.ended(hand, mood, empty)
        if mood.habits.outs:
            way = self.discard_now(table, seat, mood)
            rest = hand
            for card in way.cards:
                rest ^= 1 << card
            unseen = FULL & ~(table.shown | hand)
            more = 0.0
            for suit in SUITS:
                mask = unseen & suit
                if mask:
                    low = mask & MIDDLE
                    card = low.bit_length() - 1 if low else (mask & -mask).bit_length() - 1
                    gain = self.ended(rest | 1 << card, mood, empty) - worth
                    if gain > 0:
                        more += gain * mask.bit_count()
            worth += mood.habits.outs * more / max(1, unseen.bit_count())
        return worth + mood.habits.stock

    # --- revealing, roping, beginning -------------------------------------------------------------------------------

    def reveal(self, table: Table, seat: Seat) -> int:
        """The pile to turn up: one with open cards that may be taken."""
        best, chosen = -1e9, NOBODY
        for index in range(len(table.slots)):
            if table.covered[index]:
                worth = self.revealed(table, seat, index)
                if worth > best:
                    best, chosen = worth, index
        return chosen

    def revealed(self, table: Table, seat: Seat, index: int) -> float:
        """What turning up a pile is worth."""
        habits, hand, lying = self.habits[table.seats - 2], table.hands[seat], table.slots[index]
        blind = table.blind[index]
        known = table.laid[index] == seat and not blind
        total = 0.0
        for card in lying if known else lying[:-1]:
            suited = (hand & SUITS[card & 3]).bit_count()
            total += habits.suited * suited + (habits.ripe if suited >= FOUR - 1 else 0.0)
        if not known:
            total += habits.likely[min((hand & SUITS[lying[-2] & 3]).bit_count(), FOUR)]
        if blind and not table.everyone:
            total += PENALTY / 2 * (-1 if table.laid[index] == seat else 1)
        return total

    def best_rope(self, table: Table, seat: Seat, held: int, points: int) -> int:
        """The card to throw of those that may be, or ``NOBODY``."""
        best, chosen = 0.0, NOBODY
        if points < self.habits[table.seats - 2].notice:
            return chosen
        for card in bits(held):
            worth = self.rope(table, seat, card, points)
            if worth > best:
                best, chosen = worth, card
        return chosen

    def begin(self, table: Table, seat: Seat) -> int:
        """The two cards for the first pile, as bits."""
        mood, hand = self.mood(table, seat), table.hands[seat]
        pairs = [1 << a | 1 << b for a, b in combinations(bits(hand), 2) if MATCHES[a] >> b & 1]
        return max(pairs, key=lambda pair: mood.worths[hand ^ pair])

    def rope(self, table: Table, seat: Seat, card: int, points: int) -> float:
        """By how much it is better to throw a card than to keep it."""
        mood, hand = self.mood(table, seat), table.hands[seat]
        empty = table.slots.count([])
        return mood.habits.claim * points + self.kept(hand ^ 1 << card, mood, empty) - self.kept(hand, mood, empty)


def serves(hand: int, card: int) -> bool:
    """Whether some set of four with this card lies in a hand (R10)."""
    return (hand & SUITS[card & 3]).bit_count() >= FOUR or hand >> (card & ~3) & 15 == 15
