"""Twelve cards in flight, the heaviest frame to draw, for tests and benchmarks."""

from collections.abc import Callable

from tests.support.profile_pilot import Pilot

FLYING_CARDS = 12
FRAMES_PER_FLIGHT = 14
"""Number of frames of a flight at normal speed."""


def fly_cards(pilot: Pilot, turn: int, on_frame: Callable[[], None] | None = None) -> None:
    """Start the flights of twelve cards, alternately from both sides, and show the frames.

    ``on_frame`` shows a frame; by default the pilot steps.
    """
    director = pilot.director
    keys = [token.id for token in director.shown.tokens() if not director.rest_poses[token.id].is_buried][:FLYING_CARDS]
    for i, key in enumerate(keys):
        end = director.rest_poses[key]
        begin = end._replace(x=end.x + 220 * (-1) ** (turn + i), y=end.y - 90, angle=8.0)
        director.glide_card(key, begin, end, "play")
    for _ in range(FRAMES_PER_FLIGHT):
        (on_frame or pilot.step)()
