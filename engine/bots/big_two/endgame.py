"""Endgame of Big Two: certain wins by plays that nobody can beat.

If nobody can beat any play but the last, the others play no more cards, so no other line wins more points. The unseen
cards and the size of the largest hand bound the others' possible plays.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.bots.big_two.model import DECK, RANK_PLAYS, PlayLists, loss_table, play_lists, unseen_by
from engine.bots.common.base import Evaluation
from engine.games.big_two.game import HANDS, BigTwo
from engine.games.big_two.hands import MAX_CARDS, HandRules, classify, mask_of
from engine.moves import Move, Seat

_MAX_LISTED_UNSEEN = 24
"""With more unseen cards, plays of four and five cards count as beatable, as listing them takes too long."""
_MAX_HANDS = 400
"""Maximum number of hands tried in the recursion."""
_BAR_ABOVE_ALL = 1 << 200
"""A bar above all entries: every play of that size counts as beatable."""


class UnseenCards(NamedTuple):
    """Public knowledge about the other players' Big Two hands: their unseen cards and the size of the largest hand."""

    unseen: int
    """Bit set of all their cards."""
    largest_hand: int
    """Number of cards in their largest hand."""
    rules: HandRules


def find_winning_move(view: BigTwo, seat: Seat, all_plays: PlayLists, moves: Sequence[Move]) -> Evaluation | None:
    """Return a Big Two move that begins a certain win, with its points of the deal; None if there is none.

    ``all_plays`` are all plays of the seat's hand, ``moves`` its legal moves.
    """
    hand = mask_of(view.piles[HANDS[seat]])
    entries = {}
    for move in moves:
        play = classify(mask_of(move.cards), view.rules)
        if play is not None:
            entries[play.key << 52 | play.mask] = move
    counts = [len(view.piles[pile]) for other, pile in enumerate(HANDS) if other != seat]
    entry = find_winning_entry(
        hand, list(entries), all_plays, UnseenCards(unseen_by(view, hand), max(counts), view.rules)
    )
    if entry is None:
        return None
    lost = loss_table(view.options.scoring)
    return Evaluation(entries[entry], sum(lost[count] for count in counts), 1.0, 0.0)


def find_winning_entry(hand: int, plays: Sequence[int], all_plays: PlayLists, others: UnseenCards) -> int | None:
    """Return the entry of a play that begins a certain win of a Big Two deal, larger plays first; None without one.

    ``plays`` are the entries (``key << 52 | mask``) of the legal moves, ``all_plays`` all plays of the hand.
    """
    bars = [
        _BAR_ABOVE_ALL,
        *(_bar(others, size) if size <= others.largest_hand else 0 for size in range(1, MAX_CARDS + 1)),
    ]
    sure = [entry for size in range(MAX_CARDS, 0, -1) for entry in all_plays[size] if entry > bars[size]]
    legal = set(plays)
    ending = _CertainWinSearch(sure, all_plays)
    return next((entry for entry in sure if entry in legal and ending.can_empty(hand ^ entry & DECK)), None)


def _bar(others: UnseenCards, size: int) -> int:
    """Return the bound, as ``key << 52 | mask``, above which nobody else can beat a Big Two play of ``size`` cards.

    0 if the others have no such play.
    """
    unseen = others.unseen
    if unseen.bit_count() <= _MAX_LISTED_UNSEEN:
        plays = play_lists(unseen, others.rules)[size]
        return plays[-1] | DECK if plays else 0
    if size > 3:
        return _BAR_ABOVE_ALL
    for rank in reversed(range(13)):
        rank_plays = RANK_PLAYS[rank][unseen >> 4 * rank & 15]
        entries = (rank_plays.single_entries, rank_plays.pair_entries, rank_plays.triple_entries)[size - 1]
        if entries:
            return entries[-1] | DECK
    return 0


class _CertainWinSearch:
    """Finds a sequence of unbeatable Big Two plays that empties the hand of the player in control."""

    def __init__(self, sure: Sequence[int], all_plays: PlayLists) -> None:
        self.unbeatable_plays = [entry & DECK for entry in sure]
        self.final_plays = {entry & DECK for entries in all_plays for entry in entries}
        """Hands that can be played in one play."""
        self.cache: dict[int, bool] = {0: True}

    def can_empty(self, hand: int) -> bool:
        """Whether a whole Big Two hand can be played without losing control; False also after ``_MAX_HANDS`` hands."""
        known = self.cache
        if hand not in known:
            if len(known) > _MAX_HANDS:
                return False
            known[hand] = hand in self.final_plays or any(
                play & hand == play and self.can_empty(hand ^ play) for play in self.unbeatable_plays
            )
        return known[hand]
