"""Empty state of a screen: an illustration, an explanation and a button."""

import math
from dataclasses import replace
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import parse
from scenes.render.box_styles import PANEL_BOX
from scenes.render.renderer import Renderer
from scenes.render.theme import CREAM, GOLD, INK
from scenes.ui.boxes import Column, Spacer
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.text import Text
from scenes.ui.widgets import Button, Paper, Widget

_MAX_WIDTH, _PAD, _GAP = 620.0, 24.0, 18.0
_PICTURE_SIZE = (420.0, 176.0)
_MIN_PICTURE_HEIGHT = 90.0
"""Minimum height of the illustration, logical pixels."""
_CARD_WIDTH = 84.0
_CARD_STEP, _EMPTY_SLOT_STEP = 62.0, 104.0
"""Distance between two cards, and between two empty slots, logical pixels."""
_STAIRCASE_STEP_HEIGHT, _DEGREES_PER_FAN_CARD = 15.0, 6.0
"""Height of a step from card to card, logical pixels, and angle between cards of a fan, degrees."""
_ICON_SIZE, _DISC_DIAMETER = 30.0, 56.0


class EmptyStatePicture(NamedTuple):
    """Illustration of an empty screen as data: cards on felt with an icon."""

    cards: tuple[str, ...]
    """Names of cards; or names of files, which are drawn as empty slots with a label."""
    icon: str
    is_staircase: bool = False
    """Whether the cards rise in steps, like the bars of a chart, instead of forming a fan."""


NO_REPLAYS = EmptyStatePicture(("10S", "JH", "QS", "KD", "AC"), "play")
NO_STATISTICS = EmptyStatePicture(("3C", "6H", "9S", "JD", "AS"), "statistics", is_staircase=True)
NO_LAB_RESULTS = EmptyStatePicture(("2D", "8S", "KH"), "dice")
NO_CUSTOM_DECKS = EmptyStatePicture(("KS.svg", "10H.png", "AC.svg"), "folder")


class EmptyStateArt(Widget):
    """Widget that draws an empty screen's illustration, scaled to its height."""

    def __init__(self, picture: EmptyStatePicture) -> None:
        super().__init__()
        self.picture = picture

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect, cards = self.rect, self.picture.cards
        scale = rect.height / _PICTURE_SIZE[1]
        renderer.blit(target, renderer.recessed_felt(rect.width, rect.height), *rect.topleft)
        for i, name in enumerate(cards):
            steps_from_centre = i - (len(cards) - 1) / 2
            if "." in name:
                self._draw_slot(
                    renderer, target, name, rect.centerx + steps_from_centre * _EMPTY_SLOT_STEP * scale, scale
                )
                continue
            x, y, angle = rect.centerx + steps_from_centre * _CARD_STEP * scale, rect.centery, 0.0
            if self.picture.is_staircase:
                y -= steps_from_centre * _STAIRCASE_STEP_HEIGHT * scale
            else:
                angle = steps_from_centre * _DEGREES_PER_FAN_CARD
                y += (1 - math.cos(math.radians(angle))) * 6 * _CARD_WIDTH * scale
            card = parse(name.replace("10", "T"))
            renderer.draw_card(
                target, card, x, y, (_CARD_WIDTH - (10 if self.picture.is_staircase else 0)) * scale, angle=angle
            )
        corner = rect.right - _DISC_DIAMETER * 0.75 * scale, rect.bottom - _DISC_DIAMETER * 0.75 * scale
        disc = FRect(0, 0, _DISC_DIAMETER * scale, _DISC_DIAMETER * scale)
        disc.center = corner
        renderer.draw_box(target, replace(PANEL_BOX, radius=disc.width / 2), disc)
        renderer.blit(target, renderer.icon(self.picture.icon, _ICON_SIZE * scale, GOLD), *corner, "center")

    def _draw_slot(self, renderer: Renderer, target: Surface, name: str, centre_x: float, scale: float) -> None:
        """Draw an empty card slot with a file name."""
        renderer.blit(target, renderer.empty_slot((_CARD_WIDTH + 6) * scale), centre_x, self.rect.centery, "center")
        for i, part in enumerate(name.partition(".")[::2]):
            line = renderer.text(f".{part}" if i else part, "label", CREAM)
            renderer.blit(target, line, centre_x, self.rect.centery + (i - 0.5) * 18, "center")


class _ShrinkingArt(EmptyStateArt):
    """An empty screen's illustration with a gap below it, as high as there is space; invisible if that is too low."""

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        """Return its size with the gap below it."""
        width, height = _PICTURE_SIZE
        scale = min(1.0, constraints.max_width / width, (constraints.max_height - _GAP) / height)
        return Size(0.0, 0.0) if scale * height < _MIN_PICTURE_HEIGHT else Size(scale * width, scale * height + _GAP)

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        super().arrange(renderer, FRect(*rect.topleft, rect.width, rect.height - _GAP))
        self.visible = rect.height > 0


def empty_state(
    picture: EmptyStatePicture, text: str, button: Button | None = None, *, max_width: float, has_paper: bool = True
) -> Column:
    """Return the contents of an empty screen: an illustration if there is space, a text and a button.

    ``has_paper``: they are on paper of their own.
    """
    paper = Column(
        _ShrinkingArt(picture).with_layout(align="center", shrink_order=1),
        Text(text, "lead", INK, wraps=True, align="center").with_layout(margin=(8.0, 0.0, 8.0, 0.0)),
        button and button.with_layout("empty", align="center", margin=(0.0, _GAP, 0.0, 0.0)),
        padding=_PAD,
        background=Paper() if has_paper else None,
    )
    return Column(
        Spacer().with_layout(grow=0.4),
        paper.with_layout(width=min(_MAX_WIDTH, max_width), align="center", shrink_order=1),
        Spacer().with_layout(grow=0.6),
    )
