"""The card sets: which drawings each has, and how its cards are edged and dimmed."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from scenes.render import raster
from scenes.render.theme import CARD_FACE, Colour, rgb

_FOLDER = raster.ASSETS / "deck"
SMALL_BACK_WIDTH = 64
"""Width below which a back shows its small form: one emblem instead of a pattern. Logical pixels on large screens up to
``MAX_SMALL_BACK_SCALE``, where a card has pixels enough for the pattern, and pixels on small ones."""
MAX_SMALL_BACK_SCALE = 1.5
"""Scale up to which the small form grows with the screen."""
_PATTERN_BACKS = ("lantern", "gables", "orchard", "parquet")
"""Backs without a small form: they are patterns at every size."""
BACKS = ("house", "celeste", "tiao", "ingrid", "kwame", "mei", "rafa", "anselm", "yasmin", *_PATTERN_BACKS)
"""Names of the backs: the house's, one for each character, and patterns."""
CUSTOM_BACK: Final = "own"
"""Value of the setting that shows the back of the player's own deck."""


class Deck(NamedTuple):
    """A card set of the program."""

    folder: Path
    large_index: bool = True
    """Whether there is a variant with large indices."""
    edge_colour: Colour = CARD_FACE
    """Colour at the very edge of a face, where a turned card is cut."""
    is_dark: bool = False
    """Whether light signs stand on a dark face."""


DECKS: Mapping[str, Deck] = MappingProxyType(
    {
        "house": Deck(_FOLDER),
        "plain": Deck(_FOLDER / "plain", large_index=False),
        "dark": Deck(_FOLDER / "dark", edge_colour=rgb("#8a6d45"), is_dark=True),
    }
)
"""Card sets by their value in the settings, the usual one first."""
DARK_DIM_BRIGHTNESS = 0.8
"""Brightness of a dark card that can't be played: less would take its signs below a contrast of 4.5."""


def faces_folder(deck: Deck, *, four_colours: bool, large_index: bool) -> Path:
    """The folder with a deck's faces."""
    colours = deck.folder / ("four" if four_colours else "two")
    return colours / ("large" if large_index else "std") if deck.large_index else colours


def back_file(name: str, width: float) -> Path:
    """The drawing of a back that is ``width`` pixels wide."""
    name = name if name in BACKS else BACKS[0]
    return (
        _FOLDER / "backs" / f"{name}{'_small' if width < SMALL_BACK_WIDTH and name not in _PATTERN_BACKS else ''}.svg"
    )


def burnt_file() -> Path:
    """The drawing of a charred card."""
    return _FOLDER / "burnt.svg"


def dim_on_dark_card(colour: Colour) -> Colour:
    """The colour on a dark card that can't be played; ``theme.dimmed`` is that of a light one."""
    red, green, blue = (int(c * DARK_DIM_BRIGHTNESS) for c in colour)
    return red, green, blue
