"""Points and the end of a match of Gurch: prizes, the penalty points of Cucumber, the size of the next hands."""

from collections.abc import Sequence

from engine.cards import PACK_SIZE, Card
from engine.games.gurch.plays import VALUE, Values

MAX_COUNTED_CARD = 10
"""Most cards that the loser's card gives each seat in the next deal: J Q K A count 10."""


def settle_points(
    seat_count: int, points_per_winner: int, winners: Sequence[int], losers: Sequence[int], *, losers_pay: bool
) -> list[int]:
    """Return the points of a deal of Gurch by seat (R23): each winner gets ``points_per_winner``.

    With ``losers_pay`` the losers pay the shares. If these cannot be divided equally, the first losers pay one more.
    Without losers all get 0 points.
    """
    points = [0] * seat_count
    if losers_pay and not losers:
        return points
    for seat in winners:
        points[seat] = points_per_winner
    for place, seat in enumerate(losers if losers_pay else ()):
        each, odd = divmod(points_per_winner * len(winners), len(losers))
        points[seat] = -each - (place < odd)
    return points


def seats_left(scores: Sequence[int], limit: int) -> tuple[int, ...]:
    """Return the seats with less than ``limit`` penalty points, which are negative scores (R23).

    >>> seats_left([-30, 0, -29], 30)
    (1, 2)
    """
    return tuple(seat for seat, score in enumerate(scores) if score > -limit)


def cucumber_winners(
    scores: Sequence[int], last_points: Sequence[int], limit: int, *, is_last: bool
) -> tuple[int, ...]:
    """Return the winners of a match by penalty points (R23); empty while it goes on.

    The last seat left wins. If all go out together, or in the last deal, those of them with the fewest points win.

    >>> cucumber_winners([-31, -33, -35], [-14, -14, 0], 30, is_last=False)
    (0,)

    Args:
        scores: scores after the deal, 0 or less.
        last_points: points of that deal, 0 or less.
        limit: penalty points that put a seat out.
        is_last: whether no deal follows.
    """
    left = seats_left(scores, limit)
    if len(left) > 1 and not is_last:
        return ()
    rivals = left or seats_left([score - points for score, points in zip(scores, last_points, strict=True)], limit)
    best = max(scores[seat] for seat in rivals)
    return tuple(seat for seat in rivals if scores[seat] == best)


def next_hand_size(last_cards: Sequence[Card], seat_count: int, *, spare_cards: int, values: Values = VALUE) -> int:
    """Return the number of cards for each seat after a loser's last cards (R2): the value of its highest card.

    Court cards and aces count 10. ``spare_cards`` stay in the pack at least, so large hands may be smaller.
    """
    counted = min(MAX_COUNTED_CARD, max(values[card] for card in last_cards))
    return min(counted, (PACK_SIZE - spare_cards) // seat_count)
