"""Colours of the seats' names on paper."""

from engine.moves import Seat
from scenes.render.theme import Colour, rgb

NAME_COLOURS: tuple[Colour, ...] = (
    rgb("#0f5132"),
    rgb("#8a2b0b"),
    rgb("#1b4b8a"),
    rgb("#6b2a86"),
    rgb("#5c4a00"),
    rgb("#0b5560"),
    rgb("#8c1d4f"),
    rgb("#3f4a1f"),
)
"""Colours by seat, repeated; the viewer's own name is brown."""


def name_colour(seat: Seat) -> Colour:
    """Return the colour of another seat's name on paper."""
    return NAME_COLOURS[seat % len(NAME_COLOURS)]
