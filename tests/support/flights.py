"""Twelve cards in the air, the hardest thing to draw, for tests and benchmarks."""

from collections.abc import Callable

from tests.support.profile_pilot import Pilot

FLYING_CARDS = 12
FRAMES_PER_FLIGHT = 14
"""Frames that a flight takes at the usual speed."""


def fly_cards(pilot: Pilot, turn: int, on_frame: Callable[[], None] | None = None) -> None:
    """Send twelve cards of the table off, every other flight from the other side, and show the frames of their flight.

    ``on_frame`` shows a frame; by default the pilot does.
    """
    director = pilot.table.model.director
    keys = [token.id for token in director.shown.tokens() if not director.rest_poses[token.id].is_buried][:FLYING_CARDS]
    for i, key in enumerate(keys):
        end = director.rest_poses[key]
        begin = end._replace(x=end.x + 220 * (-1) ** (turn + i), y=end.y - 90, angle=8.0)
        director.glide_card(key, begin, end, "play")
    for _ in range(FRAMES_PER_FLIGHT):
        (on_frame or pilot.step)()
