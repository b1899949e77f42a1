"""Making the pictures of a player's own deck from its drawings: in a process of its own.

A drawing from elsewhere may take the rasteriser minutes, or be the end of it. Only the process would suffer.
"""

import io
from collections.abc import Iterable
from typing import NamedTuple

import pygame
from pygame import Surface

from engine.parts import Parts
from engine.profile.incoming_deck import DeckError, Drawing, check_shape
from engine.profile.own_decks import PICTURE
from engine.work.workers import Workers
from scenes.look.theme import CARD_FACE

LONGEST = 20_000.0
"""Milliseconds after which a drawing counts as one that can't be drawn."""
_FEWEST_COLOURS = 2
_AHEAD = 2


class Drawn(NamedTuple):
    """A picture of a card."""

    card: str
    picture: bytes
    """A PNG of ``PICTURE`` pixels."""


def draw(drawing: Drawing) -> Parts[Drawn]:
    """Draw a card in its final size, in one part.

    Raises:
        DeckError: it can't be drawn.
    """
    yield
    return Drawn(drawing.card, _picture(drawing))


def _picture(drawing: Drawing) -> bytes:
    """The PNG of a drawing, scaled to 63:88.

    Raises:
        DeckError: it can't be drawn, is empty, or isn't the shape of a card.
    """
    try:
        loaded = _load(drawing)
    except (pygame.error, ValueError, MemoryError) as error:
        key = "notice.deck_svg" if drawing.svg else "notice.deck_png"
        raise DeckError(key, {"file": drawing.file}) from error
    check_shape(loaded.get_size(), drawing.file)
    wide, high = PICTURE
    card = pygame.transform.smoothscale(loaded, PICTURE)
    if pygame.mask.from_surface(card, 254).count() < wide * high:
        card = _on_ground(card)
    seen = {tuple(card.get_at((x, y))) for x in range(4, wide, 9) for y in range(4, high, 9)}
    if len(seen) < _FEWEST_COLOURS:
        raise DeckError("notice.deck_empty", {"file": drawing.file})
    kept = io.BytesIO()
    opaque = pygame.image.frombytes(pygame.image.tobytes(card, "RGB"), PICTURE, "RGB")
    pygame.image.save(opaque, kept, "card.png")
    return kept.getvalue()


def _on_ground(card: Surface) -> Surface:
    """A card with transparent parts, such as its corners, on the colour it has at its upper edge."""
    ground = card.get_at((PICTURE[0] // 2, 6))
    whole = Surface(PICTURE, pygame.SRCALPHA)
    whole.fill(ground if ground.a == 255 else CARD_FACE)
    whole.blit(card, (0, 0))
    return whole


def _load(drawing: Drawing) -> Surface:
    """The drawing as pixels: an SVG in twice the final size, for clean edges. With four channels, as scaling needs."""
    content = io.BytesIO(drawing.content)
    if not drawing.svg:
        loaded = pygame.image.load(content, "card.png")
    else:
        # The rasteriser follows dashes however short they are, which may take for ever.
        content = io.BytesIO(drawing.content.replace(b"stroke-dasharray", b"no-stroke-dasharray"))
        loaded = pygame.image.load_sized_svg(content, (2 * PICTURE[0], 2 * PICTURE[1]))
    return pygame.image.frombytes(pygame.image.tobytes(loaded, "RGBA"), loaded.get_size(), "RGBA")


class DeckDrawing(Workers[Drawing, Drawn]):
    """Draws a whole deck.

    Args:
        drawings: checks each drawing as it is taken, and raises ``DeckError``.
        count: number of drawings.
    """

    def __init__(self, drawings: Iterable[Drawing], count: int) -> None:
        super().__init__(draw, drawings, processes=1, ahead=_AHEAD)
        self.count = count
        self.pictures: dict[str, bytes] = {}

    def take(self, result: Drawn) -> None:
        self.pictures[result.card] = result.picture
