"""Widgets that show something: panels, paper, labels, bubbles, pills, chips, badges."""

from typing import Literal

from pygame import FRect, Surface

from scenes.look import box_styles
from scenes.look.boxes import Box
from scenes.look.look import Align, Look
from scenes.look.theme import BRASS, CREAM, GOLD, INK, MUTED, ON_BRASS, Colour, hex_code
from scenes.look.viewport import Anchor
from scenes.look.widgets.base import Click, Clickable, Widget
from scenes.look.widgets.key_hint import draw_hint, hint_width, is_hinted


class Panel(Widget):
    """A dark panel."""

    def __init__(self, rect: FRect | None = None, box: Box = box_styles.PANEL_BOX) -> None:
        super().__init__(rect)
        self.box = box

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the box."""
        look.draw_box(target, self.box, self.rect)


class Paper(Panel):
    """A sheet of paper."""

    def __init__(self, rect: FRect | None = None) -> None:
        super().__init__(rect, box_styles.PAPER_BOX)


class Label(Widget):
    """A text in one line, or wrapped at the width ``wrap``."""

    def __init__(
        self,
        string: str,
        style: str = "body",
        colour: Colour = CREAM,
        *,
        wrap: float = 0.0,
        align: Align = "left",
        emphasis: Colour | None = None,
        max_width: float | None = None,
    ) -> None:
        super().__init__()
        self.string = string
        self.style = style
        self.colour = colour
        self.wrap = wrap
        self.align: Align = align
        self.emphasis = emphasis
        self.max_width = max_width

    def _surface(self, look: Look) -> Surface:
        if self.wrap:
            return look.paragraph(self.string, self.style, self.colour, self.wrap, self.align, emphasis=self.emphasis)
        return look.text(self.string, self.style, self.colour, max_width=self.max_width, emphasis=self.emphasis)

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: that of the text."""
        drawn = self._surface(look)
        return drawn.get_width() / look.scale, drawn.get_height() / look.scale

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the text, aligned in its rectangle."""
        anchors: dict[Align, tuple[Anchor, float]] = {
            "left": ("topleft", self.rect.left),
            "center": ("midtop", self.rect.centerx),
            "right": ("topright", self.rect.right),
        }
        anchor, x = anchors[self.align]
        look.blit(target, self._surface(look), x, self.rect.top, anchor)


class IconPicture(Widget):
    """An icon."""

    def __init__(self, icon: str, size: float) -> None:
        super().__init__()
        self.icon = icon
        self.size = size

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: a square."""
        return self.size, self.size

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the icon."""
        look.blit(target, look.icon(self.icon, self.size, BRASS), *self.rect.topleft)


_TALK = 236.0
"""Greatest width of a line of talk."""
Pointer = Literal["", "left", "right", "up", "down"]


class Bubble(Widget):
    """What a seat has just said: cream, with a pointer towards the seat. A ``quiet`` one is a standing fact: dark,
    without a pointer. One that is ``talk`` is a character's line: slanted, in two lines if it is long.

    A pointer up or down is 26 from the left, or from the right if ``mirrored``.
    """

    def __init__(
        self, string: str, pointer: Pointer = "", *, quiet: bool = False, mirrored: bool = False, talk: bool = False
    ) -> None:
        super().__init__()
        self.string = string
        self.talk = talk
        self.pointer: Pointer = "" if quiet else pointer
        self.quiet = quiet
        self.mirrored = mirrored

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: as wide as its text."""
        if self.talk:
            lines = self._lines(look)
            return lines.get_width() / look.scale + 28, lines.get_height() / look.scale + 11
        return look.text_width(self.string, self._style) + 28, 31.0

    def _lines(self, look: Look) -> Surface:
        if look.text_width(self.string, self._style) <= _TALK:
            return look.text(self.string, self._style, INK)
        return look.paragraph(self.string, self._style, INK, _TALK, "center", balance=True)

    @property
    def _style(self) -> str:
        return "talk" if self.talk else "explanation" if self.quiet else "bubble"

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the box, the pointer and the text."""
        look.draw_box(target, box_styles.BUBBLE_QUIET if self.quiet else box_styles.BUBBLE, self.rect)
        if self.pointer:
            self._draw_pointer(look, target)
        ink = MUTED if self.quiet else INK
        text = self._lines(look) if self.talk else look.text(self.string, self._style, ink)
        look.blit(target, text, *self.rect.center, "center")

    def _draw_pointer(self, look: Look, target: Surface) -> None:
        body = f'<path d="M7 0L14 7L7 14L0 7Z" fill="{hex_code(CREAM)}"/>'
        drawn = look.svg("pointer", body, (0, 0, 14, 14))
        side = self.rect.right - 33 if self.mirrored else self.rect.left + 33
        places = {
            "left": (self.rect.left + 1, self.rect.centery),
            "right": (self.rect.right - 1, self.rect.centery),
            "up": (side, self.rect.top + 1),
            "down": (side, self.rect.bottom - 1),
        }
        look.blit(target, drawn, *places[self.pointer], "center")


class Pill(Widget):
    """A prompt on a dark pill, with emphasised words in gold; wrapped into about equal lines if it is too long."""

    def __init__(
        self, string: str, *, icon: str = "", max_width: float | None = None, box: Box = box_styles.PILL
    ) -> None:
        super().__init__()
        self.string = string
        self.icon = icon
        self.max_width = max_width
        self.box = box

    def _lines(self, look: Look, room: float) -> Surface:
        return look.paragraph(self.string, "prompt", CREAM, room, "center", emphasis=GOLD, balance=True)

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: as wide as its line up to ``max_width``, then higher."""
        aside = 36.0 + (31 if self.icon else 0)
        width = look.text_width(self.string, "prompt") + aside
        if self.max_width is None or width <= self.max_width:
            return width, 38.0
        room = self.max_width - aside
        high, line = (look.paragraph_height(self.string, "prompt", wide) for wide in (room, width))
        even = min(room, 1.15 * (width - aside) / max(1, round(high / line)))
        if look.paragraph_height(self.string, "prompt", even) == high:
            room = even
        return room + aside, high + 16

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the pill, the icon and the text."""
        look.draw_box(target, self.box, self.rect)
        x = self.rect.left + 18
        if self.icon:
            look.blit(target, look.icon(self.icon, 22, GOLD), x, self.rect.centery, "midleft")
            x += 31
        line = look.text(self.string, "prompt", CREAM, emphasis=GOLD)
        if self.rect.height > 38:
            line = self._lines(look, self.rect.right - 18 - x)
        look.blit(target, line, x, self.rect.centery, "midleft")


class Chip(Clickable):
    """A short fact, or with ``on_click`` a small choice. ``felt`` makes it dark green, for the table."""

    def __init__(
        self, string: str, on_click: Click | None = None, *, icon: str = "", key: str = "", felt: bool = False
    ) -> None:
        super().__init__(on_click)
        self.string = string
        self.icon = icon
        self.key = key
        """Name of a key, shown muted after the text."""
        self.felt = felt
        self.chosen = False
        self.focusable = on_click is not None
        self.radius = 14.0
        self.height = 28.0

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: as wide as its text."""
        width = look.text_width(self.string, "label") + 24 + (23 if self.icon else 0)
        return width + (hint_width(look, self.key) + 7 if is_hinted(look, self.key) else 0), self.height

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the box, icon, text and key."""
        box = box_styles.CHIP_CHOSEN if self.chosen else box_styles.CHIP_FELT if self.felt else box_styles.CHIP_BOX
        ink = ON_BRASS if self.chosen else CREAM
        if self.hovered and self.on_click and not self.chosen:
            ink = GOLD
        high = self.rect.height
        look.draw_box(target, box if high <= 28 else Box(high / 2, box.fill, box.alpha, box.border), self.rect)
        x, y = self.rect.left + 12, self.rect.centery
        if self.icon:
            look.blit(target, look.icon(self.icon, 16, ON_BRASS if self.chosen else GOLD), x, y, "midleft")
            x += 23
        line = look.text(self.string, "label", ink, max_width=self.rect.right - 11 - x)
        look.blit(target, line, x, y, "midleft")
        x += line.get_width() / look.scale + 7
        draw_hint(look, target, self.key, ON_BRASS if self.chosen else MUTED, (x, y), anchor="midleft")


class KeyCap(Widget):
    """A key, or the buttons of the gamepad that is used, in a list of what they do."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: as wide as the name."""
        return hint_width(look, self.key, always=True) + (0 if look.pad else 24), 28.0

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the name in a box, or the buttons alone."""
        if not look.pad:
            look.draw_box(target, box_styles.CHIP_BOX, self.rect)
        draw_hint(look, target, self.key, CREAM, self.rect.center, always=True)


class Badge(Widget):
    """A number in a cream disc: the number of cards in a pile."""

    def __init__(self, string: str) -> None:
        super().__init__()
        self.string = string

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: a disc, wider for long numbers."""
        return max(26.0, look.text_width(self.string, "count") + 14), 26.0

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the disc and the number."""
        look.draw_box(target, box_styles.BADGE, self.rect)
        look.blit(target, look.text(self.string, "count", INK), *self.rect.center, "center")
