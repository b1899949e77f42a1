"""Images of a player's custom deck, loaded one at a time when a card is first drawn."""

import io

import pygame
from pygame import Surface

from engine.profile.custom_decks import BACK, DECKS_FOLDER, MAX_FILE_BYTES, PICTURE_SIZE, CustomDecks, png_size
from engine.profile.safe_reading import read_bytes
from scenes.render import raster
from scenes.render.theme import CARD_FACE, CARD_RADIUS, Colour, luminance

_EDGE_LINE = (
    '<path d="M30 1H470A29 29 0 0 1 499 30V670A29 29 0 0 1 470 699H30A29 29 0 0 1 1 670V30A29 29 0 0 1 30 1Z"'
    ' fill="none" stroke="#6b604c" stroke-opacity="0.55" stroke-width="{width:.2f}"/>'
)
"""Thin line along the edge that separates the cards of a hand, whatever the images show there."""
_MAX_DARK_LUMINANCE = 0.2
"""Luminance at the edge below which a card counts as dark."""


class CustomDeck:
    """A player's custom deck of card images, stored in the profile. A missing or damaged image makes the whole deck
    unusable.

    Args:
        name: the deck's name.
        decks: the decks of the profile.
    """

    def __init__(self, name: str, decks: CustomDecks) -> None:
        self.name = name
        self.folder = decks.folder / name
        self.has_back = decks.has_back(name)
        self.damaged_file = decks.first_damaged_file(name)
        """Path of the missing or damaged file, for a message; empty if there is none."""
        self._edges: dict[str, Colour] = {}

    def can_draw(self, name: str) -> bool:
        """Whether the custom deck can draw a face or the back; False once one is known to be missing or damaged."""
        return not self.damaged_file and (name != BACK or self.has_back)

    def card_surface(self, name: str, size: tuple[int, int]) -> Surface | None:
        """Draw a card of the custom deck with round corners; None if its image is missing or damaged."""
        picture = self._load_picture(name)
        if picture is None:
            return None
        drawn = pygame.transform.smoothscale(picture, size)
        drawn.blit(
            raster.rasterise_svg(
                _EDGE_LINE.format(width=max(3.0, 500 / size[0])), (0, 0, 500, 700), size, stretch=True
            ),
            (0, 0),
        )
        raster.round_corners(drawn, size[0] * CARD_RADIUS)
        return drawn

    def _load_picture(self, name: str) -> Surface | None:
        path = self.folder / f"{name}.png"
        try:
            content = read_bytes(path, MAX_FILE_BYTES)
            if png_size(content) != PICTURE_SIZE:
                raise ValueError
            picture = pygame.image.load(io.BytesIO(content), path.name).convert_alpha()
        except (OSError, ValueError, pygame.error):
            self.damaged_file = f"{DECKS_FOLDER}/{self.name}/{path.name}"
            return None
        red, green, blue, _ = picture.get_at((3, PICTURE_SIZE[1] // 2))
        self._edges[name] = (red, green, blue)
        return picture

    def loaded_edge_colour(self, name: str) -> Colour:
        """Return the colour at the edge of a custom deck's card; the usual paper colour until its image was loaded."""
        return self._edges.get(name, CARD_FACE)

    def has_dark_edge(self, name: str) -> bool:
        """Whether a custom deck's card has a dark edge; False until its image was loaded."""
        return luminance(self.loaded_edge_colour(name)) < _MAX_DARK_LUMINANCE
