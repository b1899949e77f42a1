"""Merits of moves in Gurch, the reasons of hints."""

from collections.abc import Iterator, Sequence

from engine.bots.common.merits import kept_groups, merit
from engine.cards import Card
from engine.games.gurch import Gurch
from engine.games.gurch.piles import HAND, UP_CARD
from engine.games.gurch.plays import is_uniform
from engine.moves import Move, Note, Seat

MIN_HIGH_VALUE = 12
"""Value of a high card, a queen or higher."""
MAX_LOW_VALUE = 4
"""Value of a low card, a four or lower."""


def move_merits(view: Gurch, seat: Seat, move: Move) -> Iterator[Note]:
    """Yield the merits of a legal Gurch move: which cards it gets rid of, and which it keeps."""
    if move.verb in ("take", "reject", "renew"):
        return
    own = [*view.piles[HAND[seat]], *view.piles.get(UP_CARD[seat], ())]
    if move.verb == "vote":
        if 1 < move.to == sum(MAX_LOW_VALUE < value < MIN_HIGH_VALUE for value in _values(view, own)):
            yield merit("middling", n=move.to)
    elif not move.cards:
        yield merit("swaps_none")
    elif move.verb == "play":
        yield from _play_merits(view, seat, move, own)
    else:
        yield from _swap_merits([view.card_values[card] for card in own], view, move)
    if move.cards:
        yield from kept_groups(own, move.cards)


def _values(view: Gurch, cards: Sequence[Card]) -> list[int]:
    return [view.card_values[card] for card in cards]


def _swap_merits(held: list[int], view: Gurch, move: Move) -> Iterator[Note]:
    """Yield the merits of exchanged cards: a good hand has the highest cards, and the lowest for the end."""
    given = _values(view, move.cards)
    keeps_low, keeps_high = min(given) > min(held), max(given) < max(held)
    if keeps_low and keeps_high:
        yield merit("keeps_ends")
    elif keeps_low:
        yield merit("keeps_lowest")
    elif keeps_high:
        yield merit("keeps_highest")
    if len(given) > 1:
        yield merit("new_cards", n=len(given))


def _play_merits(view: Gurch, seat: Seat, move: Move, own: list[Card]) -> Iterator[Note]:
    """Yield the merits of cards played to a trick: the lowest total of the last cards wins."""
    held, played = _values(view, own), _values(view, move.cards)
    left = _values(view, [card for card in own if card not in move.cards])
    if not view.led_count:
        if len(played) > 1:
            yield merit("all_give", n=len(played))
    elif len(left) > 1 and not view.contest and _wins_trick(view, seat, move):
        yield merit("leads_next")
    if max(played) >= MIN_HIGH_VALUE > max(left, default=0):
        yield merit("last_high")
    elif max(played) == max(held) > min(held):
        yield merit("highest_goes")
    if left and min(left) == min(held) < max(held):
        yield merit("keeps_lowest")
    if left and max(left) == max(held) > min(held):
        yield merit("keeps_highest")


def _wins_trick(view: Gurch, seat: Seat, move: Move) -> bool:
    """Whether a play is the last one of its trick, and wins it."""
    players, values = view.players, view.card_values
    is_last = players[(players.index(seat) + 1) % len(players)] == view.leader
    return is_last and is_uniform(move.cards, values) and values[move.cards[0]] >= view.winning_value
