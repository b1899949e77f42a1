"""Twelve cards in the air, the hardest thing to draw, for tests and benchmarks."""

from collections.abc import Callable

from tests.support.piloting import Pilot

CARDS = 12
FRAMES = 14
"""Frames that a flight takes at the usual speed."""


def fly(pilot: Pilot, turn: int, each: Callable[[], None] | None = None) -> None:
    """Send twelve cards of the table off, every other flight from the other side, and show the frames of their flight.

    ``each`` shows a frame; by default the pilot does.
    """
    director = pilot.table.stage.director
    keys = [token.id for token in director.shown.tokens() if not director.rest[token.id].buried][:CARDS]
    for i, key in enumerate(keys):
        end = director.rest[key]
        begin = end._replace(x=end.x + 220 * (-1) ** (turn + i), y=end.y - 90, angle=8.0)
        director.send(key, begin, end, "play")
    for _ in range(FRAMES):
        (each or pilot.step)()
