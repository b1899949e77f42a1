"""Widgets that only display something: panels, paper, labels, bubbles, pills, chips, badges."""

from typing import Literal

from pygame import FRect, Surface

from scenes.render import box_styles
from scenes.render.boxes import Box
from scenes.render.renderer import Align, Renderer
from scenes.render.theme import BRASS, CREAM, GOLD, INK, MUTED, TEXT_ON_BRASS, Colour, hex_code
from scenes.render.viewport import Anchor
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.widget import Clickable, OnClick, Widget
from scenes.ui.widgets.key_hint import draw_key_hint, key_hint_width, shows_key_hint


class Panel(Widget):
    """A dark panel for other widgets."""

    def __init__(self, rect: FRect | None = None, box: Box = box_styles.PANEL_BOX) -> None:
        super().__init__(rect)
        self.box = box

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.draw_box(target, self.box, self.rect)


class Paper(Panel):
    """A panel with the texture of paper."""

    def __init__(self, rect: FRect | None = None) -> None:
        super().__init__(rect, box_styles.PAPER_BOX)


class Label(Widget):
    """A text in one line, or wrapped at ``wrap_width``."""

    def __init__(
        self,
        string: str,
        style: str = "body",
        colour: Colour = CREAM,
        *,
        wrap_width: float = 0.0,
        align: Align = "left",
        emphasis: Colour | None = None,
        max_width: float | None = None,
    ) -> None:
        super().__init__()
        self.string = string
        self.style = style
        self.colour = colour
        self.wrap_width = wrap_width
        self.align: Align = align
        self.emphasis = emphasis
        self.max_width = max_width

    def _surface(self, renderer: Renderer) -> Surface:
        if self.wrap_width:
            return renderer.paragraph(
                self.string, self.style, self.colour, self.wrap_width, self.align, emphasis=self.emphasis
            )
        return renderer.text(self.string, self.style, self.colour, max_width=self.max_width, emphasis=self.emphasis)

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        drawn = self._surface(renderer)
        return renderer.width_of(drawn), renderer.height_of(drawn)

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.accessible_name or self.string, style=self.style)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw the text of a label, aligned in its rectangle."""
        anchors: dict[Align, tuple[Anchor, float]] = {
            "left": ("topleft", self.rect.left),
            "center": ("midtop", self.rect.centerx),
            "right": ("topright", self.rect.right),
        }
        anchor, x = anchors[self.align]
        renderer.blit(target, self._surface(renderer), x, self.rect.top, anchor)


class IconImage(Widget):
    """An icon without interaction."""

    def __init__(self, icon: str, size: float, colour: Colour = BRASS) -> None:
        super().__init__()
        self.icon = icon
        self.size = size
        self.colour = colour

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return self.size, self.size

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.blit(target, renderer.icon(self.icon, self.size, self.colour), *self.rect.topleft)


_MAX_BUBBLE_TEXT_WIDTH = 236.0
"""Maximum width of a line of talk."""
PointerSide = Literal["", "left", "right", "up", "down"]


class Bubble(Widget):
    """Speech bubble of a seat: cream, with a pointer towards the seat, and in several lines if it is long.

    ``is_standing_fact`` makes it dark and without a pointer, for a fact that stays valid; ``is_caption`` dark with
    clear text, for what a seat does. ``is_talk`` marks a character's line, in italics. A pointer up or down is 26 from
    the left, or from the right if ``mirrored``.
    """

    def __init__(
        self,
        string: str,
        pointer_side: PointerSide = "",
        *,
        is_standing_fact: bool = False,
        mirrored: bool = False,
        is_talk: bool = False,
        is_caption: bool = False,
    ) -> None:
        super().__init__()
        self.string = string
        self.is_talk = is_talk
        self.pointer_side: PointerSide = "" if is_standing_fact else pointer_side
        self.is_standing_fact = is_standing_fact
        self.mirrored = mirrored
        self.is_caption = is_caption

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        width = renderer.text_width(self.string, self._style)
        if width <= _MAX_BUBBLE_TEXT_WIDTH and not self.is_talk:
            return width + 28, 31.0
        lines = self._lines(renderer)
        return renderer.width_of(lines) + 28, renderer.height_of(lines) + 11

    def _lines(self, renderer: Renderer) -> Surface:
        ink = CREAM if self.is_caption else MUTED if self.is_standing_fact else INK
        if renderer.text_width(self.string, self._style) <= _MAX_BUBBLE_TEXT_WIDTH:
            return renderer.text(self.string, self._style, ink)
        width = renderer.balanced_width(self.string, self._style, _MAX_BUBBLE_TEXT_WIDTH)
        return renderer.paragraph(self.string, self._style, ink, width, "center", balance=True)

    @property
    def _style(self) -> str:
        return "talk" if self.is_talk else "explanation" if self.is_standing_fact else "bubble"

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.accessible_name or self.string)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        is_dark = self.is_standing_fact or self.is_caption
        renderer.draw_box(target, box_styles.BUBBLE_STANDING_FACT if is_dark else box_styles.BUBBLE, self.rect)
        if self.pointer_side:
            self._draw_pointer(renderer, target)
        renderer.blit(target, self._lines(renderer), *self.rect.center, "center")

    def _draw_pointer(self, renderer: Renderer, target: Surface) -> None:
        body = f'<path d="M7 0L14 7L7 14L0 7Z" fill="{hex_code(CREAM)}"/>'
        drawn = renderer.svg("pointer", body, (0, 0, 14, 14))
        side = self.rect.right - 33 if self.mirrored else self.rect.left + 33
        places = {
            "left": (self.rect.left + 1, self.rect.centery),
            "right": (self.rect.right - 1, self.rect.centery),
            "up": (side, self.rect.top + 1),
            "down": (side, self.rect.bottom - 1),
        }
        renderer.blit(target, drawn, *places[self.pointer_side], "center")


class Pill(Widget):
    """A prompt to the player on a dark pill, with emphasised words in gold. Long prompts are wrapped into lines of
    similar length."""

    def __init__(
        self, string: str, *, icon: str = "", max_width: float | None = None, box: Box = box_styles.PILL
    ) -> None:
        super().__init__()
        self.string = string
        self.icon = icon
        self.max_width = max_width
        self.box = box

    def _lines(self, renderer: Renderer, max_width: float) -> Surface:
        return renderer.paragraph(self.string, "prompt", CREAM, max_width, "center", emphasis=GOLD, balance=True)

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        """Return the size of a prompt's pill, as wide as its text or wrapped at ``max_width``."""
        padding = 36.0 + (31 if self.icon else 0)
        width = renderer.text_width(self.string, "prompt") + padding
        if self.max_width is None or width <= self.max_width:
            return width, 38.0
        text_width = self.max_width - padding
        height, line = (renderer.paragraph_height(self.string, "prompt", wide) for wide in (text_width, width))
        even = min(text_width, 1.15 * (width - padding) / max(1, round(height / line)))
        if renderer.paragraph_height(self.string, "prompt", even) == height:
            text_width = even
        return text_width + padding, height + 16

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.string)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.draw_box(target, self.box, self.rect)
        x = self.rect.left + 18
        if self.icon:
            renderer.blit(target, renderer.icon(self.icon, 22, GOLD), x, self.rect.centery, "midleft")
            x += 31
        line = renderer.text(self.string, "prompt", CREAM, emphasis=GOLD)
        if self.rect.height > 38:
            line = self._lines(renderer, self.rect.right - 18 - x)
        renderer.blit(target, line, x, self.rect.centery, "midleft")


class Chip(Clickable):
    """Chip with a short fact, or with ``on_click`` a small choice. ``on_felt`` makes it dark green, for the table."""

    def __init__(
        self, string: str, on_click: OnClick | None = None, *, icon: str = "", key_hint: str = "", on_felt: bool = False
    ) -> None:
        super().__init__(on_click)
        self.string = string
        self.icon = icon
        self.key_hint = key_hint
        """Name of a key, shown muted after the text."""
        self.on_felt = on_felt
        self.is_chosen = False
        self.focusable = on_click is not None
        self.focus_radius = 14.0
        self.height = 28.0

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        width = renderer.text_width(self.string, "label") + 24 + (23 if self.icon else 0)
        return width + self._key_hint_space(renderer), self.height

    def _key_hint_space(self, renderer: Renderer) -> float:
        """Return the width of the key hint with its gap, also while it is hidden: the layout stays for fingers."""
        return key_hint_width(renderer, self.key_hint, always=True) + 7 if self.key_hint else 0.0

    def as_accessible(self) -> AccessibleElement:
        return self.as_button(self.string, shortcut=self.key_hint)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        box = (
            box_styles.CHIP_CHOSEN
            if self.is_chosen
            else box_styles.CHIP_ON_FELT
            if self.on_felt
            else box_styles.CHIP_BOX
        )
        ink = TEXT_ON_BRASS if self.is_chosen else CREAM
        if self.hovered and self.on_click and not self.is_chosen:
            ink = GOLD
        height = self.rect.height
        renderer.draw_box(
            target, box if height <= 28 else Box(height / 2, box.fill, box.fill_alpha, box.border), self.rect
        )
        x, y = self.rect.left + 12, self.rect.centery
        if not shows_key_hint(renderer, self.key_hint):
            x += self._key_hint_space(renderer) / 2
        if self.icon:
            renderer.blit(
                target, renderer.icon(self.icon, 16, TEXT_ON_BRASS if self.is_chosen else GOLD), x, y, "midleft"
            )
            x += 23
        line = renderer.text(self.string, "label", ink, max_width=self.rect.right - 11 - x)
        renderer.blit(target, line, x, y, "midleft")
        x += renderer.width_of(line) + 7
        draw_key_hint(
            renderer, target, self.key_hint, TEXT_ON_BRASS if self.is_chosen else MUTED, (x, y), anchor="midleft"
        )


class KeyCap(Widget):
    """A key name or gamepad buttons in a list of controls."""

    def __init__(self, key_hint: str) -> None:
        super().__init__()
        self.key_hint = key_hint

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return key_hint_width(renderer, self.key_hint, always=True) + (0 if renderer.gamepad_style else 24), 28.0

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.key_hint)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw the key name in a box, or the gamepad buttons without one."""
        if not renderer.gamepad_style:
            renderer.draw_box(target, box_styles.CHIP_BOX, self.rect)
        draw_key_hint(renderer, target, self.key_hint, CREAM, self.rect.center, always=True)


class Badge(Widget):
    """A number in a cream disc, such as the number of cards in a pile."""

    def __init__(self, string: str) -> None:
        super().__init__()
        self.string = string

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        """Return the size of a number's disc, wider for long numbers."""
        return max(26.0, renderer.text_width(self.string, "count") + 14), 26.0

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.string)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.draw_box(target, box_styles.BADGE, self.rect)
        renderer.blit(target, renderer.text(self.string, "count", INK), *self.rect.center, "center")
