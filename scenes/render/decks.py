"""The built-in decks: files of their drawings, colours at the cards' edges, and colours of unplayable dark cards."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.characters import CHARACTERS
from scenes.render import raster
from scenes.render.theme import CARD_FACE, Colour, rgb

_FOLDER = raster.ASSETS / "deck"
MAX_SMALL_BACK_WIDTH = 64
"""Width below which a back has its small form, a single emblem instead of a pattern.

Logical pixels at the scales of ``SMALL_BACK_LIMIT_SCALES``, so that a back stays as it is when a panel beside the table
shrinks the cards. On larger screens the pattern gets enough pixels earlier, on smaller ones later.
"""
SMALL_BACK_LIMIT_SCALES = 0.6, 1.5
"""Scales between which the width limit of the small form grows with the screen."""
_PATTERN_BACKS = ("lantern", "gables", "orchard", "parquet")
"""Backs without a small form, as they are patterns at every size."""
_GILDED_BACKS = ("gilded", "gilded_night")
"""The default back in other colours with a gilded edge, for players who have earned feats."""
BACKS = ("house", *CHARACTERS, *_PATTERN_BACKS, *_GILDED_BACKS)
"""Names of the backs: the default one, one for each character, patterns, and gilded ones."""
CUSTOM_BACK: Final = "own"
"""Value of the setting that selects the back of the custom deck."""


class Deck(NamedTuple):
    """A built-in deck of card drawings."""

    folder: Path
    has_large_index_variant: bool = True
    """Whether the deck has a variant with large indices."""
    edge_colour: Colour = CARD_FACE
    """Colour at the edge of a face, where a rotated card is cut."""
    is_dark: bool = False
    """Whether the faces have light symbols on a dark ground."""


DECKS: Mapping[str, Deck] = MappingProxyType(
    {
        "house": Deck(_FOLDER),
        "plain": Deck(_FOLDER / "plain", has_large_index_variant=False),
        "dark": Deck(_FOLDER / "dark", edge_colour=rgb("#8a6d45"), is_dark=True),
    }
)
"""Decks by their value in the settings, the default first."""
DARK_DIM_BRIGHTNESS = 0.8
"""Brightness of an unplayable dark card. A lower one would bring the contrast of its symbols below 4.5."""


def faces_folder(deck: Deck, *, four_colours: bool, large_index: bool) -> Path:
    """Return the folder with the drawings of a built-in deck's faces."""
    colours = deck.folder / ("four" if four_colours else "two")
    return colours / ("large" if large_index else "std") if deck.has_large_index_variant else colours


def back_file(name: str, width: float) -> Path:
    """Return the file with the drawing of a card back, simplified for cards narrower than ``MAX_SMALL_BACK_WIDTH``."""
    name = name if name in BACKS else BACKS[0]
    return (
        _FOLDER
        / "backs"
        / f"{name}{'_small' if width < MAX_SMALL_BACK_WIDTH and name not in _PATTERN_BACKS else ''}.svg"
    )


def burnt_file() -> Path:
    """Return the file with the drawing of a charred card."""
    return _FOLDER / "burnt.svg"


def dim_on_dark_card(colour: Colour) -> Colour:
    """Return a colour darkened as on an unplayable card with a dark face."""
    red, green, blue = (int(c * DARK_DIM_BRIGHTNESS) for c in colour)
    return red, green, blue
