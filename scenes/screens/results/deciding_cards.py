"""Widget with the cards that decided a deal, dealt out one by one, above or beside the cards they beat."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import Card
from engine.events import DecidingCards
from scenes.render import timing
from scenes.render.boxes import Box
from scenes.render.renderer import Renderer
from scenes.render.theme import GOLD, GOLD_ON_FELT, TEXT_ON_FELT, hex_code, rgb
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.widgets import Widget

CARD_WIDTH, BEATEN_CARD_WIDTH = 112.0, 64.0
"""Widths of a deciding and a beaten card, logical pixels."""
_MAX_CARD_GAP = 6.0
"""Maximum space between two deciding cards."""
_BEATEN_STEP = 26.0
"""Distance from one beaten card to the next."""
_OUTERMOST_TILT_DEGREES = 3
"""Angle of the outermost deciding cards."""
_MAX_CARD_INTERVAL_MS = 90.0
"""Maximum interval from one card to the next."""
_MIN_SCALE, _MAX_SCALE = 0.3, 1.25
"""Limits of the factor on card sizes."""
_PILL_BOX = Box(17, ((0, rgb("#08120c")),))
_PILL_HEIGHT, _PILL_GAP, _ROW_GAP = 34.0, 14.0, 22.0
"""Height of the caption, the space above it, and the space above the beaten cards."""
_MIN_BESIDE_RATIO = 2.6
"""Minimum ratio of width to height at which the beaten cards lie at the left, not below."""
_ROUNDING_HEIGHT = 2.0
"""Maximum height that rounding to whole pixels adds to the cards."""
_ARROW_LENGTH, _ARROW_GAP = 38.0, 16.0
"""Length of the arrow to the beaten cards, and the space at each end of it."""
_MAX_BEATEN_CAPTION_WIDTH = 200.0
"""Maximum width of the caption of beaten cards at the left."""
_CAPTION_DISTANCE = 10.0
"""Least distance between the two captions."""
_OUTERMOST_BEATEN_TILT_DEGREES = 4
"""Angle of the outermost beaten cards at the left."""

_ARROW_SVG = (
    f'<path d="M{_ARROW_LENGTH} 0H2M13 -11L2 0L13 11" fill="none" stroke="#2a1606"'
    ' stroke-opacity="0.65" stroke-width="9"'
    ' stroke-linecap="round" stroke-linejoin="round"/>'
    f'<path d="M{_ARROW_LENGTH} 0H2M13 -11L2 0L13 11" fill="none" stroke="{hex_code(GOLD)}" stroke-width="4"'
    ' stroke-linecap="round" stroke-linejoin="round"/>'
)


class DecidingCardPose(NamedTuple):
    """Position of a deciding card after its flight, logical pixels."""

    card: Card
    x: float
    """x of its centre."""
    y: float
    """y of its centre."""
    width: float
    angle_degrees: float


class DecidingCardsWidget(Widget):
    """Shows the cards that decided a deal, with their captions. The cards fly in from ``origin`` one after the other.

    Args:
        words: the text catalogue, with the names of the seats.
        slug: slug of the game.
        deciding_cards: the deciding cards, and the cards they beat if there are any.
        origin: returns the start of the cards' flight, logical pixels of the screen.
        get_progress: returns the fraction of ``DECIDING_CARDS_LAYOUT_MS`` that has passed, 0 … 1.
    """

    def __init__(
        self,
        words: Words,
        slug: str,
        deciding_cards: Sequence[DecidingCards],
        *,
        origin: Callable[[], tuple[float, float]],
        get_progress: Callable[[], float],
    ) -> None:
        super().__init__()
        self.words = words
        self.slug = slug
        self.deciding = next(one for one in deciding_cards if not one.is_beaten)
        self.beaten = next((one for one in deciding_cards if one.is_beaten), None)
        self.origin = origin
        self.get_progress = get_progress

    def caption(self, deciding_cards: DecidingCards) -> str:
        """Return the caption of the cards that decided a deal, or of the beaten cards."""
        return self.words.note_text(self.slug, "lies", deciding_cards.note)

    @property
    def _are_beaten_beside(self) -> bool:
        """Whether the beaten cards lie at the left of the deciding cards, not below."""
        return self.rect.width >= _MIN_BESIDE_RATIO * self.rect.height

    def _height(self, renderer: Renderer, scale: float) -> float:
        high = renderer.card_height(CARD_WIDTH * scale) + _PILL_GAP + _PILL_HEIGHT
        below = self.beaten is not None and not self._are_beaten_beside
        return high + (_ROW_GAP + renderer.card_height(BEATEN_CARD_WIDTH * scale) if below else 0.0)

    def _scale(self, renderer: Renderer) -> float:
        """Return the factor on all card sizes that makes the cards fit the area, ``_MIN_SCALE`` … ``_MAX_SCALE``."""
        extra = self._height(renderer, 0.001)
        max_by_height = (self.rect.height - extra - _ROUNDING_HEIGHT) / (self._height(renderer, 1.0) - extra)
        max_by_width = (self.rect.width - 4 * _MAX_CARD_GAP) / ((CARD_WIDTH + _MAX_CARD_GAP) * len(self.deciding.cards))
        return max(_MIN_SCALE, min(_MAX_SCALE, max_by_height, max(1.0, max_by_width)))

    def card_poses(self, renderer: Renderer) -> list[DecidingCardPose]:
        """Return the final pose of each deciding card, from the left."""
        scale = self._scale(renderer)
        card_width, cards = CARD_WIDTH * scale, self.deciding.cards
        count = len(cards)
        step = min(card_width + _MAX_CARD_GAP, (self.rect.width - card_width - 4 * _MAX_CARD_GAP) / max(1, count - 1))
        top = self.rect.centery - self._height(renderer, scale) / 2
        middle = top + renderer.card_height(card_width) / 2
        poses = []
        for i, card in enumerate(cards):
            offset = i - (count - 1) / 2
            angle = round(_OUTERMOST_TILT_DEGREES * offset / max(1.0, (count - 1) / 2))
            poses.append(DecidingCardPose(card, self.rect.centerx + offset * step, middle, card_width, float(angle)))
        return poses

    def as_accessible(self) -> AccessibleElement | None:
        texts = [self.caption(self.deciding), self.words.cards(self.deciding.cards)]
        if self.beaten is not None:
            beaten = f"{self.words('app.results.beat')} {self.caption(self.beaten)}"
            texts += [beaten, self.words.cards(self.beaten.cards)]
        return text_element(*texts)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        poses = self.card_poses(renderer)
        bottom = poses[0].y + renderer.card_height(poses[0].width) / 2 + _PILL_GAP
        elapsed_ms = self.get_progress() * timing.DECIDING_CARDS_LAYOUT_MS
        interval_ms = min(_MAX_CARD_INTERVAL_MS, timing.DECIDING_CARDS_LAYOUT_MS / 2 / len(poses))
        flight_ms = timing.DECIDING_CARDS_LAYOUT_MS - interval_ms * (len(poses) - 1)
        start_x, start_y = self.origin()
        caption = renderer.text(self.caption(self.deciding), "choice", GOLD_ON_FELT, max_width=self.rect.width - 36)
        pill = FRect(0, bottom, renderer.width_of(caption) + 32, _PILL_HEIGHT)
        pill.centerx = self.rect.centerx
        if self.beaten and self._are_beaten_beside:
            self._draw_beaten_at_left(renderer, target, self.beaten, poses[0], pill)
        elif self.beaten:
            self._draw_beaten_below_deciding(renderer, target, self.beaten, bottom + _PILL_HEIGHT + _ROW_GAP)
        for i, (card, x, y, width, angle) in enumerate(poses):
            progress = (elapsed_ms - i * interval_ms) / flight_ms
            if progress <= 0:
                continue
            remaining = 1 - timing.ease_out(min(1.0, progress))
            position = x + (start_x - x) * remaining, y + (start_y - y) * remaining
            has_landed = progress >= 1
            renderer.draw_card(
                target,
                card,
                *position,
                width,
                angle=angle,
                lifted=not has_landed,
                ring="selected" if has_landed else None,
            )
        if elapsed_ms >= timing.DECIDING_CARDS_LAYOUT_MS:
            renderer.draw_box(target, _PILL_BOX, pill)
            renderer.blit(target, caption, *pill.center, "center")

    def _draw_beaten_below_deciding(
        self, renderer: Renderer, target: Surface, beaten: DecidingCards, top: float
    ) -> None:
        """Draw the beaten cards small and dark, with their caption beside them."""
        card_width = BEATEN_CARD_WIDTH * self._scale(renderer)
        step = _BEATEN_STEP * card_width / BEATEN_CARD_WIDTH
        cards_width = card_width + step * (len(beaten.cards) - 1)
        max_width = self.rect.width - cards_width - 16
        lines = self.words("app.results.beat"), self.caption(beaten)
        caption = renderer.paragraph("\n".join(lines), "explanation", TEXT_ON_FELT, max_width)
        caption_width = min(max_width, max(renderer.text_width(line, "explanation") for line in lines))
        x = self.rect.centerx - (cards_width + 16 + caption_width) / 2
        middle = top + renderer.card_height(card_width) / 2
        for i, card in enumerate(beaten.cards):
            renderer.draw_card(target, card, x + card_width / 2 + i * step, middle, card_width, dim=True)
        renderer.blit(target, caption, x + cards_width + 16, middle, "midleft")

    def _draw_beaten_at_left(
        self, renderer: Renderer, target: Surface, beaten: DecidingCards, first: DecidingCardPose, pill: FRect
    ) -> None:
        """Draw the beaten cards small and dark at the left, with an arrow to them and their caption below.

        Beside ``pill``, the caption of the deciding cards, they keep away from it.
        """
        card_width = BEATEN_CARD_WIDTH * self._scale(renderer)
        count = len(beaten.cards)
        step = _BEATEN_STEP * card_width / BEATEN_CARD_WIDTH
        tip = first.x - first.width / 2 - _ARROW_LENGTH - _ARROW_GAP - 8
        lines = "\n".join((self.words("app.results.beat"), self.caption(beaten)))
        max_width = min(_MAX_BEATEN_CAPTION_WIDTH, tip - _ARROW_GAP - self.rect.left)
        caption = renderer.paragraph(lines, "explanation", TEXT_ON_FELT, max_width, "center", balance=True)
        total_width = max(card_width + step * (count - 1) + 8, renderer.width_of(caption))
        caption_height = renderer.height_of(caption)
        y = first.y - (caption_height + _PILL_GAP) / 2
        caption_top = y + renderer.card_height(card_width) / 2 + _PILL_GAP
        right = tip - _ARROW_GAP
        if caption_top + caption_height > pill.top:
            right = min(right, pill.left - _CAPTION_DISTANCE)
        centre = max(self.rect.left + total_width / 2, right - total_width / 2)
        for i, card in enumerate(beaten.cards):
            offset = i - (count - 1) / 2
            angle = round(_OUTERMOST_BEATEN_TILT_DEGREES * offset / max(1.0, (count - 1) / 2))
            renderer.draw_card(target, card, centre + offset * step, y, card_width, angle=angle, dim=True)
        renderer.blit(target, caption, centre, caption_top, "midtop")
        renderer.blit(
            target,
            renderer.svg("decided arrow", _ARROW_SVG, (-4, -14, _ARROW_LENGTH + 8, 28)),
            tip - 4,
            first.y,
            "midleft",
        )
