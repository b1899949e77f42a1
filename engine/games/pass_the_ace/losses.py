"""The loss of lives at the end of a round of Pass the Ace, from the cards shown (R11)."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from engine.games.pass_the_ace.options import PassTheAceOptions
from engine.moves import Seat


class LowestCards(NamedTuple):
    """The cards that lose a round of Pass the Ace."""

    seats: list[Seat]
    """The seats that lose for their card; empty if the house rules spare all of them."""
    height: int
    """Height of the losing cards, or of the lowest ones if no seat loses."""
    above_pairs: bool = False
    """Whether lower cards cancelled each other out (house rule ``ties``)."""


def find_lowest_cards(heights: Mapping[Seat, int], options: PassTheAceOptions) -> LowestCards:
    """Return the losing cards of a round, from the height of each seat's card in turn order (R11)."""
    lowest = min(heights.values())
    losers = [seat for seat, height in heights.items() if height == lowest]
    if len(losers) == 1:
        return LowestCards(losers, lowest)
    if options.ties == "safe" or (options.all_equal == "nobody" and len(losers) == len(heights)):
        return LowestCards([], lowest)
    if options.ties == "all_lose":
        return LowestCards(losers, lowest)
    counts = Counter(heights.values())
    single = min((height for height, count in counts.items() if count == 1), default=-1)
    if single < 0:
        return LowestCards([], lowest)
    return LowestCards([seat for seat, height in heights.items() if height == single], single, above_pairs=True)
