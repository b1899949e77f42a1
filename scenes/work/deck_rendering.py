"""Renders the drawings of a custom deck in a separate process.

A drawing from elsewhere may take the rasteriser minutes or crash it. Only the worker process would be affected.
"""

import io
from collections.abc import Iterable
from typing import NamedTuple

import pygame
from pygame import Surface

from engine.cooperative import CooperativeTask
from engine.profile.custom_decks import PICTURE_SIZE
from engine.profile.deck_import import DeckError, Drawing, check_aspect_ratio
from engine.work.worker_pool import WorkerPool
from scenes.render.theme import CARD_FACE

MAX_DRAWING_MS = 20_000.0
"""Milliseconds after which the rendering of a drawing counts as failed."""
_MIN_COLOURS = 2
_DRAWINGS_AHEAD = 2


class CardPicture(NamedTuple):
    """Rendered picture of a card of a custom deck."""

    card: str
    png: bytes
    """A PNG of ``PICTURE_SIZE`` pixels."""


def render_drawing(drawing: Drawing) -> CooperativeTask[CardPicture]:
    """Render a custom deck's drawing of a card in its final size, in one step.

    Raises:
        DeckError: it can't be rendered.
    """
    yield
    return CardPicture(drawing.card, _picture(drawing))


def _picture(drawing: Drawing) -> bytes:
    """Return a custom deck's drawing of a card as PNG, scaled to 63:88.

    Raises:
        DeckError: it can't be rendered, is empty, or doesn't have the proportions of a card.
    """
    try:
        loaded = _load(drawing)
    except (pygame.error, ValueError, MemoryError) as error:
        key = "notice.deck_svg" if drawing.is_svg else "notice.deck_png"
        raise DeckError(key, {"file": drawing.file}) from error
    check_aspect_ratio(loaded.get_size(), drawing.file)
    width, height = PICTURE_SIZE
    card = pygame.transform.smoothscale(loaded, PICTURE_SIZE)
    if pygame.mask.from_surface(card, 254).count() < width * height:
        card = _fill_transparent_parts(card)
    colours = {tuple(card.get_at((x, y))) for x in range(4, width, 9) for y in range(4, height, 9)}
    if len(colours) < _MIN_COLOURS:
        raise DeckError("notice.deck_empty", {"file": drawing.file})
    png = io.BytesIO()
    opaque = pygame.image.frombytes(pygame.image.tobytes(card, "RGB"), PICTURE_SIZE, "RGB")
    pygame.image.save(opaque, png, "card.png")
    return png.getvalue()


def _fill_transparent_parts(card: Surface) -> Surface:
    """Fill transparent parts of a card, such as its corners, with the colour at its upper edge."""
    ground = card.get_at((PICTURE_SIZE[0] // 2, 6))
    whole = Surface(PICTURE_SIZE, pygame.SRCALPHA)
    whole.fill(ground if ground.a == 255 else CARD_FACE)
    whole.blit(card, (0, 0))
    return whole


def _load(drawing: Drawing) -> Surface:
    """Load a card drawing with four channels, as scaling needs; an SVG in twice the final size, for clean edges."""
    content = io.BytesIO(drawing.content)
    if not drawing.is_svg:
        loaded = pygame.image.load(content, "card.png")
    else:
        # The rasteriser iterates over dashes however short they are, which could take forever.
        content = io.BytesIO(drawing.content.replace(b"stroke-dasharray", b"no-stroke-dasharray"))
        loaded = pygame.image.load_sized_svg(content, (2 * PICTURE_SIZE[0], 2 * PICTURE_SIZE[1]))
    return pygame.image.frombytes(pygame.image.tobytes(loaded, "RGBA"), loaded.get_size(), "RGBA")


class DeckRendering(WorkerPool[Drawing, CardPicture]):
    """Worker pool that renders all cards of a custom deck.

    Args:
        drawings: iterator that validates each drawing and may raise ``DeckError``.
        count: number of drawings.
    """

    def __init__(self, drawings: Iterable[Drawing], count: int) -> None:
        super().__init__(render_drawing, drawings, processes=1, tasks_ahead=_DRAWINGS_AHEAD)
        self.count = count
        self.pictures: dict[str, bytes] = {}

    def handle_result(self, result: CardPicture) -> None:
        self.pictures[result.card] = result.png
