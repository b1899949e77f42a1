"""Merits of moves in Palácio, the reasons of hints."""

from collections.abc import Iterator

from engine.bots.common.merits import kept_groups, merit
from engine.cards import Card, rank
from engine.game import STOCK
from engine.games.palacio.game import DOWN, FOUR, HAND, PILE, UP, Palacio
from engine.games.palacio.ranks import AGAIN, SENDS, STRENGTH, TEN, TWO
from engine.moves import Move, Note, Seat

MAX_FOLLOWING_RANKS = 5
"""Maximum number of ranks that go on a play that is hard to follow."""
MAX_SMALL_PILE = 3
"""Maximum number of cards of a small pile."""


def move_merits(view: Palacio, seat: Seat, move: Move) -> Iterator[Note]:
    """Yield the merits of a legal Palácio move: what it does to the pile, and what it keeps."""
    own = [card for pile in view.sources(seat) for card in view.piles[pile]]
    if move.verb in ("keep", "lay"):
        yield from _exchange_merits(own, move)
        return
    if move.verb == "play":
        yield from _play_merits(view, seat, move, own)
    elif move.verb == "take" and 1 < len(view.piles[PILE]) <= MAX_SMALL_PILE:
        yield merit("small_pile", n=len(view.piles[PILE]))
    if move.verb in ("play", "take") and not _has_special(move.cards) and _has_special(own):
        yield merit("keeps_special")
    if move.verb in ("play", "take"):
        yield from kept_groups(own, move.cards)


def _has_special(cards: list[Card] | tuple[Card, ...]) -> bool:
    return any(rank(card) in (TWO, TEN) for card in cards)


def _exchange_merits(own: list[Card], move: Move) -> Iterator[Note]:
    """Yield the merits of a choice of three face-up cards, which are played after the hand."""
    kept = [card for card in own if card not in move.cards]
    if _has_special(move.cards) and not _has_special(kept):
        yield merit("lays_special")
    laid = [STRENGTH[rank(card)] for card in move.cards]
    if min(laid) >= max(STRENGTH[rank(card)] for card in kept) and len(set(laid)) > 1:
        yield merit("lays_strongest")
    yield from kept_groups(kept, move.cards)


def _play_merits(view: Palacio, seat: Seat, move: Move, own: list[Card]) -> Iterator[Note]:
    """Yield the merits of cards played on the pile."""
    index, count = rank(move.cards[0]), len(move.cards)
    pile, powers = (*view.piles[PILE], *move.cards), view.options.powers
    equal = powers.count_equal_on_top(pile) if view.options.is_fourth_counted_across_turns else count
    hand, palace = view.piles[HAND[seat]], [card for slot in (*UP[seat], *DOWN[seat]) for card in view.piles[slot]]
    if len(own) == count and not view.piles[STOCK]:
        if len(hand) + len(palace) == count:
            yield merit("goes_out")
        elif hand:
            yield merit("empties_hand")
    if index == TEN or equal >= FOUR:
        yield merit("burns")
    else:
        follow = powers.fitting[index] or powers.fitting[powers.rank_to_follow(pile)]
        if 1 < len(follow) <= MAX_FOLLOWING_RANKS and powers.by_rank[index] not in (AGAIN, SENDS):
            yield merit("hard_to_follow", n=len(follow))
    if count > 1:
        yield merit("many", n=count)
    strengths = [STRENGTH[rank(card)] for card in own]
    if STRENGTH[index] == min(strengths) < max(strengths):
        yield merit("lowest")
