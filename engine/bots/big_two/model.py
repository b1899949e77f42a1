"""Fast model of a deal of Big Two on bit sets, for thousands of playouts per decision.

A hand is a bit set of strengths (``engine.games.big_two.hands``). Its plays are in one sorted list per number of cards.
An *entry* is a play as ``key << 52 | mask``, so one ``bisect`` finds all plays that can follow. The model implements
all house rules; ``tests.bots.check_big_two`` compares it with the rules in random play.
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from engine.games.big_two.game import HANDS, OPENING_CARD, PLAYED, TRICK, BigTwo
from engine.games.big_two.hands import BIT, FIVE_CARD_ORDER, MAX_CARDS, HandRules, classify, mask_of

SEATS = 4
DECK = (1 << 52) - 1
TOP = 1 << 51
"""Bit of the two of spades, which wins control at once (big_two.R6)."""
PASS = 0
"""Entry of a pass."""
NAIVE_SIZES = (5, 4, 3, 2, 1)
"""Numbers of cards in the order in which the naive policy tries to lead."""
NO_BAR = -1
"""Bar of a lead, below all entries."""
PlayLists = tuple[list[int], ...]
"""By number of cards, 0 … 5: entries of all plays in ascending order; empty at 0."""

_RANKS = range(13)
_RANK_BITS = tuple(15 << 4 * rank for rank in _RANKS)
LOW_SUIT = sum(1 << 4 * rank for rank in _RANKS)
"""Bit set of all diamonds; shifted, of another suit."""
_SUIT_BITS = tuple(LOW_SUIT << suit for suit in range(4))
_KIND_SHIFT = 24 + 52
_STRAIGHT_KEY, _FLUSH_KEY, _FULL_HOUSE_KEY, _FOUR_PLUS_ONE_KEY, _STRAIGHT_FLUSH_KEY = (
    FIVE_CARD_ORDER.index(kind) << _KIND_SHIFT for kind in FIVE_CARD_ORDER
)


class _RankPlays(NamedTuple):
    """All Big Two plays of one rank with some of its four cards, as ``key << 52 | mask`` unless stated otherwise."""

    single_masks: tuple[int, ...]
    """Masks of the single cards."""
    single_entries: tuple[int, ...]
    """Entries of the single cards."""
    pair_entries: tuple[int, ...]
    pair_masks: tuple[int, ...]
    """Masks of the pairs."""
    triple_entries: tuple[int, ...]
    quad_entries: tuple[int, ...]


def _make_rank_plays(rank: int, held: int) -> _RankPlays:
    strengths = [4 * rank + suit for suit in range(4) if held >> suit & 1]

    def entries(size: int) -> tuple[int, ...]:
        masks = [sum(1 << one for one in several) for several in combinations(strengths, size)]
        plays = [play for mask in masks if (play := classify(mask, HandRules())) is not None]
        return tuple(sorted(play.key << 52 | play.mask for play in plays))

    pairs = entries(2)
    masks = tuple(pair & DECK for pair in pairs)
    return _RankPlays(tuple(1 << one for one in strengths), entries(1), pairs, masks, entries(3), entries(4))


RANK_PLAYS = tuple(tuple(_make_rank_plays(rank, held) for held in range(16)) for rank in _RANKS)
"""Rank, bit set of suits -> plays."""
_RUN_FLUSHES = frozenset(sum(bit << 4 * step for step in range(5)) for bit in (1 << low for low in range(36)))
"""Masks of the straight flushes."""


_PAIR_SUBSETS = frozenset(held for held in range(16) if held.bit_count() > 1)


def play_lists(hand: int, rules: HandRules) -> PlayLists:
    """Return all plays of a Big Two hand as ``key << 52 | mask``, in one ascending list for each number of cards."""
    singles: list[int] = []
    pairs: list[int] = []
    masks: list[int] = []
    """Masks of the pairs."""
    triples: list[int] = []
    fours: list[int] = []
    fives: list[int] = []
    row: list[_RankPlays] = []
    """Run of consecutive ranks up to the current one."""
    suits = [held for suit in _SUIT_BITS if (held := hand & suit).bit_count() >= MAX_CARDS]
    rest = hand
    for table in RANK_PLAYS:
        held = rest & 15
        rest >>= 4
        if not held:
            row = []
            continue
        rank_plays = table[held]
        singles += rank_plays.single_entries
        row.append(rank_plays)
        if len(row) > 4:
            fives += _straights_at_end(row)
        if held in _PAIR_SUBSETS:
            for high in rank_plays.pair_entries:
                fours += [high | low for low in masks]
            pairs += rank_plays.pair_entries
            masks += rank_plays.pair_masks
            triples += rank_plays.triple_entries
            fours += rank_plays.quad_entries
    if suits:
        fives = [entry | _STRAIGHT_FLUSH_KEY if entry & DECK in _RUN_FLUSHES else entry for entry in fives]
        for held in suits:
            fives += _plain_flushes(held, rules)
    if triples:
        fives += _full_houses(triples, masks)
        if rules.four_plus_one:
            fives += [entry for four in fours if four >> 58 for entry in _four_plus_ones(four, singles)]
    if len(fours) > 1:
        fours.sort()
    if len(fives) > 1:
        fives.sort()
    return [], singles, pairs, triples, fours, fives


def _straights_at_end(row: Sequence[_RankPlays]) -> list[int]:
    """Return the Big Two straights, straight flushes included, that end at the last of these consecutive ranks."""
    runs: tuple[int, ...] | list[int] = row[-5].single_masks
    for one in row[-4:-1]:
        bits = one.single_masks
        if len(bits) > 1:
            runs = [run | bit for run in runs for bit in bits]
        else:
            bit = bits[0]
            runs = [run | bit for run in runs]
    return [run | top for top in row[-1].single_entries for run in runs]


def _full_houses(triples: Sequence[int], pair_masks: Sequence[int]) -> list[int]:
    """Return the Big Two full houses of one of these triples (``key << 52 | mask``) and one of these pairs (bits)."""
    found = []
    for triple in triples:
        own = _RANK_BITS[triple >> 52]
        found += [_FULL_HOUSE_KEY | triple | pair for pair in pair_masks if not pair & own]
    return found


def _four_plus_ones(four: int, singles: Sequence[int]) -> list[int]:
    """Return the Big Two plays of this four of a kind and one of these single cards, as ``key << 52 | mask``."""
    head = _FOUR_PLUS_ONE_KEY | four & ~(64 << 52)
    return [head | single & DECK for single in singles if not single & four & DECK]


def _plain_flushes(suit_cards: int, rules: HandRules) -> list[int]:
    """Return the flushes, except straight flushes, from a Big Two hand's cards of one suit, as ``key << 52 | mask``."""
    bits = []
    while suit_cards:
        bits.append(suit_cards & -suit_cards)
        suit_cards &= suit_cards - 1
    flushes = []
    for one, two, three, four, five in combinations(bits, MAX_CARDS):
        mask = one | two | three | four | five
        if mask in _RUN_FLUSHES:
            continue
        if rules.flush_compare == "top_card":
            flushes.append(_FLUSH_KEY | (five.bit_length() - 1) << 52 | mask)
        else:
            play = classify(mask, rules)
            assert play is not None
            flushes.append(play.key << 52 | mask)
    return flushes


class PlayoutDeal:
    """A Big Two deal in progress on bit sets of cards, for playouts.

    ``bar`` is the entry of the play to beat with all mask bits set, or ``NO_BAR`` for a lead.
    """

    __slots__ = ("bar", "hands", "leader", "lists", "lockout", "opening", "passed", "rules", "size", "turn")

    def __init__(self, game: BigTwo) -> None:
        """Start the fast model from a full Big Two position."""
        assert game.ask is not None
        self.rules = game.rules
        self.lockout = game.options.pass_rule == "locked_out"
        self.hands = [mask_of(game.piles[pile]) for pile in HANDS]
        self.lists: list[PlayLists] = [play_lists(hand, self.rules) for hand in self.hands]
        self.turn = game.ask.seats[0]
        self.leader = game.winning_seat
        self.passed = game.passed_mask
        self.bar, self.size = encoded_bar_and_size(game)
        self.opening = 0
        if game.is_opening:
            self.opening = 1 if game.options.open_with_3d == "single" else 2

    def moves(self) -> list[int]:
        """Return all legal Big Two moves as ``key << 52 | mask``, ordered as in ``Game.legal_moves``, ``PASS`` last."""
        lists = self.lists[self.turn]
        if self.bar != NO_BAR:
            plays = lists[self.size]
            return [*plays[bisect_right(plays, self.bar) :], PASS]
        if not self.opening:
            return [entry for plays in lists for entry in plays]
        opener = BIT[OPENING_CARD]
        sizes = lists[:2] if self.opening == 1 else lists
        return [entry for plays in sizes for entry in plays if entry & opener]

    def play(self, entry: int) -> bool:
        """Play a legal move in the modelled Big Two deal; return whether it ends the deal."""
        turn = self.turn
        if entry == PASS:
            self.passed |= 1 << turn
        else:
            mask = entry & DECK
            self.opening = 0
            self.hands[turn] ^= mask
            self.leader, self.bar, self.size = turn, entry | DECK, mask.bit_count()
            if not self.hands[turn]:
                return True
            self.lists[turn] = tuple([[one for one in plays if not one & mask] for plays in self.lists[turn]])
            if not self.lockout:
                self.passed = 0
            if mask == TOP:
                self.passed = 15
        for step in range(1, SEATS):
            following = (turn + step) % SEATS
            if following == self.leader:
                break
            if not self.passed >> following & 1:
                self.turn = following
                return False
        self.turn, self.bar, self.size, self.passed = self.leader, NO_BAR, 0, 0
        return False


def encoded_bar_and_size(game: BigTwo) -> tuple[int, int]:
    """Return the bound to exceed by the next Big Two play, and its number of cards; ``NO_BAR`` and 0 for a lead."""
    last = game.play_to_beat
    return (NO_BAR, 0) if last is None else (last.key << 52 | DECK, len(last.cards))


def unseen_by(game: BigTwo, hand: int) -> int:
    """Return a bit set of the Big Two cards that are neither in this hand nor played."""
    return DECK ^ hand ^ mask_of(game.piles.get(PLAYED, ())) ^ mask_of(game.piles.get(TRICK, ()))


@cache
def loss_table(scoring: str) -> tuple[int, ...]:
    """Return the points that a Big Two player loses by number of cards left, 0 … 13 (big_two.R15)."""
    return tuple(left if scoring == "linear" or left < 10 else left * (2 if left < 13 else 3) for left in range(14))
