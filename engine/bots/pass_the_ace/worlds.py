"""World sampling for Pass the Ace: worlds in which the players would have acted as they did are sampled more often."""

from engine.bots.common.search import sample_world
from engine.bots.pass_the_ace.policy import SWAP_CHANCES
from engine.games.pass_the_ace import PassTheAce
from engine.games.pass_the_ace.table import HEIGHTS
from engine.moves import Seat
from engine.rng import Rng

MAX_SAMPLES = 6
"""Maximum number of worlds drawn for one; the last one is taken however unlikely it is."""


def sample_likely_world(view: PassTheAce, rng: Rng) -> PassTheAce:
    """Sample a full position of Pass the Ace, by rejection in proportion to its ``likelihood``.

    Of a full position, return a copy with other random numbers.
    """
    for _ in range(MAX_SAMPLES):
        world = sample_world(view, rng)
        if view.viewer is None or rng.unit() < likelihood(world):
            break
    return world


def likelihood(world: PassTheAce) -> float:
    """Return the probability that the Pass the Ace players with these cards act as they did in this round.

    A player whose card the previous one passed on for a lower or equal one needs no exchange, so its turn counts as
    certain.
    """
    swaps, turns = SWAP_CHANCES[len(world.dealt_seats)], world.announcements
    heights = HEIGHTS[world.options.ace]
    held: dict[Seat, int] = {seat: heights[world.card_of(seat)] for seat in world.dealt_seats}
    likely = 1.0
    for index in range(len(turns) - 1, -1, -1):  # the cards are traced back from exchange to exchange
        seat, what, other = turns[index]
        if what not in ("stick", "kung"):
            held[seat], held[other] = held[other], held[seat]
        if not index or turns[index - 1].what not in ("modi", "dan"):
            likely *= 1 - swaps[held[seat]] if what == "stick" else swaps[held[seat]]
    return likely
