"""Colours of the seats' names on panels."""

from engine.moves import Seat
from scenes.look.theme import Colour, rgb

NAMES: tuple[Colour, ...] = (
    rgb("#8fd3a7"),
    rgb("#f6ac8c"),
    rgb("#a5c8f5"),
    rgb("#e5b8f2"),
    rgb("#dcd47c"),
    rgb("#84dde2"),
    rgb("#f5a9c4"),
    rgb("#c9d6b0"),
)
"""One after the other by seat; the viewer's own name is gold."""


def name_colour(seat: Seat) -> Colour:
    """The colour of another seat's name."""
    return NAMES[seat % len(NAMES)]
