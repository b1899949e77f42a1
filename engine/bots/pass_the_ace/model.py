"""Compact model of a round of Pass the Ace for solver and playouts.

A *turn index* is a player's position in the turn order, 0 … n-1, the dealer last. ``AnnouncementSummary`` sums up the
past announcements in four numbers, few enough for a lookup table of good moves (``engine.bots.pass_the_ace.tables``).
"""

from collections.abc import Mapping, Sequence
from functools import cache

from engine.bots.pass_the_ace.tables import TABLES
from engine.cards import RANKS

KING = RANKS.index("K")
STICK, SWAP, DRAW = range(3)
VERBS = ("stick", "swap", "draw")

DEALT, TRADED_UP, TRADED_EQUAL, TRADED_DOWN, REFUSED_BY_KING = range(5)
"""Origin of the card of the player to act.

``DEALT``: it was dealt. ``TRADED_UP``, ``TRADED_EQUAL``, ``TRADED_DOWN``: the previous player passed it on and got a
higher, an equal or a lower card; in the last case it can't be the lowest any more. ``REFUSED_BY_KING``: it is a King
and refused the swap.
"""
FIRST_UNHEARD, FIRST_STUCK, FIRST_IMPROVED, FIRST_MISSED, FIRST_REFUSED = range(5)
"""Result of the first player's turn, whose card the dealer may take.

Nothing yet, stuck, got a higher card, got an equal or lower one, was refused by a King.
"""
MAX_STUCK = 4

AnnouncementSummary = tuple[int, int, int, int]
"""Summary of the announcements so far: stuck, left, came, first.

- stuck: number of players who stuck with a dealt card or a King
- left: 2 if a player's swap brought a lower card, 1 if a player is left with an unwanted card, else 0
- came: origin of the card of the player to act (``DEALT`` … ``REFUSED_BY_KING``)
- first: result of the first player's turn (``FIRST_UNHEARD`` … ``FIRST_REFUSED``)
"""
NO_ANNOUNCEMENTS: AnnouncementSummary = (0, 0, DEALT, FIRST_UNHEARD)

SwapDrawChances = tuple[tuple[float, float], ...]
"""By rank: probabilities of swapping with the next player and of drawing."""
Strategy = Mapping[int, SwapDrawChances]
"""``state_key`` -> probabilities by rank; ``~turn_index`` -> default probabilities for rare announcements."""


def state_key(turn_index: int, announcements: AnnouncementSummary) -> int:
    """Encode a player's turn index and the announcements of Pass the Ace as a key of a ``Strategy``."""
    stuck, left, came, first = announcements
    return (((turn_index * 5 + min(stuck, MAX_STUCK)) * 3 + left) * 5 + came) * 5 + first


def parse_state_key(code: int) -> tuple[int, AnnouncementSummary]:
    """Decode a ``state_key`` of Pass the Ace to a player's turn index and the announcements."""
    code, first = divmod(code, 5)
    code, came = divmod(code, 5)
    code, left = divmod(code, 3)
    place, stuck = divmod(code, 5)
    return place, (stuck, left, came, first)


def play_turn(
    ranks: list[int], turn_index: int, act: int, announcements: AnnouncementSummary, drawn: int
) -> AnnouncementSummary:
    """Play one turn of Pass the Ace on ``ranks`` in place and return the announcements after it.

    Args:
        ranks: card rank of each player, by turn index.
        turn_index: of the player to act.
        act: ``STICK``, ``SWAP`` or ``DRAW``.
        announcements: announcements before the turn.
        drawn: rank of the next card of the stock.
    """
    stuck, left, came, first = announcements
    own = ranks[turn_index]
    if act == STICK:
        if came in (DEALT, REFUSED_BY_KING):
            stuck += 1
        return stuck, left if came in (DEALT, REFUSED_BY_KING) else left or 1, DEALT, first or FIRST_STUCK
    if act == DRAW:
        ranks[turn_index] = drawn
        return announcements
    other = turn_index + 1
    if other == len(ranks):
        if ranks[0] != KING:
            ranks[turn_index], ranks[0] = ranks[0], own
        return announcements
    taken = ranks[other]
    if taken == KING:
        return stuck, left or 1, REFUSED_BY_KING, first or FIRST_REFUSED
    ranks[turn_index], ranks[other] = taken, own
    if taken > own:
        return stuck, left, TRADED_UP, first or FIRST_IMPROVED
    if taken == own:
        return stuck, left or 1, TRADED_EQUAL, first or FIRST_MISSED
    return stuck, 2, TRADED_DOWN, first or FIRST_MISSED


def after_announcement(announcements: AnnouncementSummary, announcement: str) -> AnnouncementSummary:
    """Return the summary of a Pass the Ace round's announcements, extended by one more turn's ``announcement``.

    Not for the dealer's turn.
    """
    stuck, left, _, first = announcements
    if announcement == "stick":
        return play_turn([0], 0, STICK, announcements, 0)
    if announcement == "better":
        return stuck, left, TRADED_UP, first or FIRST_IMPROVED
    if announcement == "dan":
        return stuck, left or 1, TRADED_EQUAL, first or FIRST_MISSED
    if announcement == "modi":
        return stuck, 2, TRADED_DOWN, first or FIRST_MISSED
    return stuck, left or 1, REFUSED_BY_KING, first or FIRST_REFUSED


def swap_and_draw_probabilities(
    strategy: Strategy, turn_index: int, announcements: AnnouncementSummary, own: int
) -> tuple[float, float]:
    """Return the probabilities of swapping and of drawing for a Pass the Ace player with a card of rank ``own``."""
    if own == KING or announcements[2] >= TRADED_DOWN:
        return 0.0, 0.0
    entry = strategy.get(state_key(turn_index, announcements)) or strategy[~turn_index]
    return entry[own]


def play_out(
    ranks: list[int],
    turn_index: int,
    announcements: AnnouncementSummary,
    drawn: int,
    strategy: Strategy,
    *,
    luck: Sequence[float],
) -> list[int]:
    """Play a Pass the Ace round from ``turn_index`` to its end by a strategy; change and return ``ranks``.

    ``luck`` has a number, 0 … 1, for each player, which selects the action from its probabilities.
    """
    for mover in range(turn_index, len(ranks)):
        own, chance = ranks[mover], luck[mover]
        if own == KING or announcements[2] >= TRADED_DOWN:
            swap = draw = 0.0
        else:
            swap, draw = swap_and_draw_probabilities(strategy, mover, announcements, own)
        act = SWAP if chance < swap else DRAW if chance < swap + draw else STICK
        announcements = play_turn(ranks, mover, act, announcements, drawn)
    return ranks


# --- tables -----------------------------------------------------------------------------------------------------------

_THIRDS = [(swap, draw) for swap in range(4) for draw in range(4 - swap)]
PROBABILITY_LETTERS = "abcdefghij"
"""Letters for the dealer's probabilities of swapping and drawing in thirds: (0, 0), (0, 1) … (3, 0)."""


def probability_letter(swap: float, draw: float) -> str:
    """Return the letter for a Pass the Ace dealer's probabilities of swapping and drawing, rounded to thirds."""
    nearest = min(_THIRDS, key=lambda thirds: abs(thirds[0] / 3 - swap) + abs(thirds[1] / 3 - draw))
    return PROBABILITY_LETTERS[_THIRDS.index(nearest)]


def _parse_letter_or_ninths(mark: str) -> tuple[float, float]:
    if mark in PROBABILITY_LETTERS:
        swap, draw = _THIRDS[PROBABILITY_LETTERS.index(mark)]
        return swap / 3, draw / 3
    return int(mark) / 9, 0.0


@cache
def solved_strategy(players: int, deck_only: bool) -> Strategy:
    """Return Pass the Ace's solved strategy by number of players; ``deck_only``: dealers swap only with the stock."""
    strategy: dict[int, SwapDrawChances] = {}
    for word in TABLES[players, deck_only].split():
        place, stuck, left, came, first = map(int, word[:5])
        strategy[state_key(place, (stuck, left, came, first))] = strategy[~place] = tuple(
            map(_parse_letter_or_ninths, word[5:])
        )
    return strategy
