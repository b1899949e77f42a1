"""The opponent model of Pass the Ace: a mixture of the solved strategy and common habits."""

from functools import cache

from engine.bots.pass_the_ace.model import (
    FIRST_IMPROVED,
    FIRST_STUCK,
    KING,
    NO_ANNOUNCEMENTS,
    AnnouncementSummary,
    Strategy,
    SwapDrawChances,
    parse_state_key,
    solved_strategy,
)

DEALER_TAKES_GOOD_FIRST_CARD_CHANCE = 0.5
"""Probability that a dealer with a low card takes the first player's card if that is probably good."""


def _habit_probabilities(
    players: int, turn_index: int, announcements: AnnouncementSummary, own: int, deck_only: bool
) -> tuple[float, float]:
    """Return an average human's probabilities of swapping and of drawing in Pass the Ace.

    Such a player passes a low card on, seldom if somebody surely holds a lower one. A dealer prefers to swap with a
    neighbour who stuck or improved.
    """
    _, left, _, first = announcements
    # a rank index, about the six with four players; the ramp is two ranks wide
    limit = 6.5 - players / 4 - 1.5 * left
    low = min(1.0, max(0.0, (limit + 1 - own) / 2))
    if turn_index < players - 1:
        return low, 0.0
    to_first = (
        0.0 if deck_only else DEALER_TAKES_GOOD_FIRST_CARD_CHANCE if first in (FIRST_STUCK, FIRST_IMPROVED) else 0.1
    )
    return low * to_first, low * (1 - to_first)


@cache
def opponent_strategy(players: int, deck_only: bool, solved_weight: float) -> Strategy:
    """Return the opponents' expected Pass the Ace strategy: the solved one, weighted ``solved_weight``, and habits."""
    mixed: dict[int, SwapDrawChances] = {}
    for code, entry in solved_strategy(players, deck_only).items():
        place, heard = parse_state_key(code) if code >= 0 else (~code, NO_ANNOUNCEMENTS)
        habits = [_habit_probabilities(players, place, heard, own, deck_only) for own in range(KING)]
        mixed[code] = tuple(
            (
                solved_weight * swap + (1 - solved_weight) * other[0],
                solved_weight * draw + (1 - solved_weight) * other[1],
            )
            for (swap, draw), other in zip(entry, habits, strict=True)
        )
    return mixed
