"""Choices: one of several values side by side or in a stepper, and on or off."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.look import box_styles
from scenes.look.look import Look, SampleKind
from scenes.look.theme import CREAM, DISABLED_TEXT, GOLD, MUTED, ON_BRASS, Colour, rgb
from scenes.look.widgets.base import ACTIVATE, Pos, Widget, is_press

_PAD = 3.0
_SEGMENT_HEIGHT = 40.0
_SWATCH = (70.0, 52.0)
"""Width and height of a swatch."""
_SAMPLES: Mapping[SampleKind, tuple[float, float]] = MappingProxyType(
    {"deck": (191.0, 136.0), "back": (102.0, 136.0), "table": (146.0, 92.0)}
)
"""Minimum width of a picture with the room around it in a gallery, and its height; cards are 84 wide."""
_SHELF, _NAME, _WIDEST = 8.0, 26.0, 1.3
"""Edge of a gallery's felt, height of a name below a picture, and maximum distance between pictures in widths."""
_GAP = 8.0
"""Room around a picture of a table."""
_INK_CHOSEN = rgb("#1c1510")


class _Choice(Widget):
    """One of several values in order, one of which may be the standard game's."""

    def __init__(
        self,
        labels: Sequence[str],
        chosen: int,
        on_change: Callable[[int], None] | None = None,
        *,
        standard: int | None = None,
    ) -> None:
        super().__init__()
        self.labels = list(labels)
        self.chosen = chosen
        self.on_change = on_change
        self.standard = standard
        """Index of the standard value; None if there is none."""
        self.focusable = True
        self.radius = 11.0

    @property
    def differs(self) -> bool:
        """Whether the chosen value isn't the standard one."""
        return self.standard is not None and self.chosen != self.standard

    def choose(self, index: int) -> bool:
        """Choose a value and report it; True if it is another one."""
        if not 0 <= index < len(self.labels) or index == self.chosen or not self.active:
            return False
        self.chosen = index
        if self.on_change:
            self.on_change(index)
        return True

    def activate(self) -> bool:
        """Choose the next value, wrapping around."""
        return self.choose((self.chosen + 1) % len(self.labels))


class Segmented(_Choice):
    """A few values side by side. A small ring always marks the standard one. The chosen one is cream, or brass if it
    isn't the standard.
    """

    _widths: Sequence[float] = ()
    """Natural widths of the values."""
    _over = -1
    """Index of the value under the pointer; -1 for none."""

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: all labels side by side."""
        self._widths = [
            max(70.0, look.reach, look.text_width(label, "choice") + 28 + (18 if i == self.standard else 0))
            for i, label in enumerate(self.labels)
        ]
        return sum(self._widths) + 2 * _PAD, _SEGMENT_HEIGHT + 2 * _PAD

    def segments(self) -> list[FRect]:
        """Rectangles of the values; they fill the widget's width."""
        count = len(self.labels)
        widths = self._widths if len(self._widths) == count else [1.0] * count
        room = max(1.0, self.rect.width - 2 * _PAD)
        factor = room / (sum(widths) or 1.0)
        x, found = self.rect.left + _PAD, []
        for width in widths:
            found.append(FRect(x, self.rect.top + _PAD, width * factor, self.rect.height - 2 * _PAD))
            x += width * factor
        return found

    def index_at(self, pos: Pos) -> int:
        """Index of the value at a position inside the widget; −1 if there is none."""
        if pos is None:
            return -1
        return next((i for i, area in enumerate(self.segments()) if area.left <= pos[0] < area.right), -1)

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the well, the chosen segment and the labels."""
        if not self._widths:
            self.preferred(look)
        look.draw_box(target, box_styles.WELL_BOX, self.rect)
        for i, (label, area) in enumerate(zip(self.labels, self.segments(), strict=True)):
            ink: Colour = MUTED if self.enabled else DISABLED_TEXT
            if i == self.chosen:
                look.draw_box(target, box_styles.SEGMENT_DIFFERS if self.differs else box_styles.SEGMENT, area)
                ink = ON_BRASS if self.differs else _INK_CHOSEN
            elif i == self._over and self.hovered:
                look.draw_box(target, box_styles.SEGMENT_HOVER, area)
                ink = CREAM
            mark = 18.0 if i == self.standard else 0.0
            drawn = look.text(label, "choice", ink, max_width=area.width - 12 - mark)
            wide = drawn.get_width() / look.scale
            x = area.centerx - (wide + mark) / 2
            if mark:
                look.blit(target, look.icon("standard", 18, ink), x - 3, area.centery, "midleft")
            look.blit(target, drawn, x + mark, area.centery, "midleft")

    def handle(self, event: Event, pos: Pos) -> bool:
        """Choose by click; by Left and Right; by Enter and Space the next value, wrapping around."""
        changed = self.hover(event, pos)
        if pos is not None and event.type == pygame.MOUSEMOTION:
            over = self.index_at(pos)
            changed, self._over = changed or over != self._over, over
        if is_press(event) and self.active and self.contains(pos) and self.index_at(pos) >= 0:
            return self.choose(self.index_at(pos)) or True
        if event.type == pygame.KEYDOWN and self.focused:
            if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
                self.choose(self.chosen + (1 if event.key == pygame.K_RIGHT else -1))
                return True
            if event.key in ACTIVATE:
                return self.activate()
        return changed


class Tabs(Segmented):
    """The parts of a page side by side, of which one is shown. To a screen reader they are tabs."""


class Samples(Segmented):
    """A few values shown as pictures.

    Args:
        kind: of the pictures.
        names: of the look's samples of this kind.
        labels: names of the values.
        chosen: index of the chosen value.
        on_change: called with the index of a newly chosen value.
    """

    def __init__(
        self,
        kind: SampleKind,
        names: Sequence[str],
        labels: Sequence[str],
        chosen: int,
        on_change: Callable[[int], None] | None = None,
    ) -> None:
        super().__init__(labels, chosen, on_change)
        self.kind: SampleKind = kind
        self.names = list(names)


class Swatches(Samples):
    """A few values shown as small pictures, after the name of the chosen one."""

    _room = 0.0
    """Width for the longest name."""

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: the longest name and the pictures side by side."""
        self._widths = [_SWATCH[0]] * len(self.names)
        self._room = max(look.text_width(label, "choice") for label in self.labels) + 14
        return self._room + sum(self._widths), _SWATCH[1]

    def segments(self) -> list[FRect]:
        """Rectangles of the pictures."""
        left = self.rect.right - _SWATCH[0] * len(self.names)
        return [FRect(left + i * _SWATCH[0], self.rect.top, *_SWATCH) for i in range(len(self.names))]

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the name, then the pictures, the chosen one in a gold ring."""
        areas = self.segments()
        name = look.text(self.labels[self.chosen], "choice", CREAM)
        look.blit(target, name, areas[0].left - 10, self.rect.centery, "midright")
        for i, (value, area) in enumerate(zip(self.names, areas, strict=True)):
            if i == self.chosen:
                look.draw_box(target, box_styles.ROW_CHOSEN, area.inflate(-2, 0))
            elif i == self._over and self.hovered:
                look.draw_box(target, box_styles.ROW_HOVER, area.inflate(-2, 0))
            drawn = look.sample(self.kind, value, area.width - 10, area.height - 8)
            look.blit(target, drawn, *area.center, "center")


class Gallery(Samples):
    """A few values shown as large pictures with their names, in as many lines as they need: cards on lit felt."""

    width = 860.0
    """Width of the whole, logical pixels; to be set before it is measured. The height follows from it."""

    def _columns(self) -> int:
        most = max(1, int((self.width - 2 * _SHELF) // _SAMPLES[self.kind][0]))
        lines = -(-len(self.names) // most)
        return -(-len(self.names) // lines)  # lines of about the same length

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: the width, and all lines."""
        lines = -(-len(self.names) // self._columns())
        return self.width, lines * (_SAMPLES[self.kind][1] + _NAME) + 2 * _SHELF

    def segments(self) -> list[FRect]:
        """Rectangles of the pictures with their names."""
        columns, (most, high) = self._columns(), _SAMPLES[self.kind]
        wide = min(most * _WIDEST, (self.width - 2 * _SHELF) / columns)
        left = self.rect.left + (self.width - wide * columns) / 2
        top = self.rect.top + _SHELF
        return [
            FRect(left + i % columns * wide, top + i // columns * (high + _NAME), wide, high + _NAME)
            for i in range(len(self.names))
        ]

    def index_at(self, pos: Pos) -> int:
        return -1 if pos is None else next((i for i, one in enumerate(self.segments()) if one.collidepoint(pos)), -1)

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the felt, then each picture above its name, the chosen one in a frame of gold."""
        if self.kind == "table":  # each has a felt of its own
            look.draw_box(target, box_styles.WELL_BOX, self.rect)
        else:
            look.blit(target, look.felt_shelf(self.rect.width, self.rect.height), *self.rect.topleft)
        wide, high = _SAMPLES[self.kind]
        gap = _GAP if self.kind == "table" else 0.0
        for i, (value, label, area) in enumerate(zip(self.names, self.labels, self.segments(), strict=True)):
            chosen, frame = i == self.chosen, area.inflate(-4, -4)
            if chosen or (i == self._over and self.hovered):
                look.draw_box(target, box_styles.SAMPLE_CHOSEN if chosen else box_styles.SAMPLE_HOVER, frame)
            drawn = look.sample(self.kind, value, wide - 2 * gap, high - gap)
            look.blit(target, drawn, area.centerx, area.top + high / 2 + 2, "center")
            ink = GOLD if chosen else CREAM
            look.blit(
                target,
                look.text(label, "tile", ink, max_width=area.width - 12),
                area.centerx,
                area.bottom - _NAME / 2 - 4,
                "center",
            )


class Toggle(Widget):
    """A switch. A label of its own beside it says what it switches."""

    def __init__(self, on: bool, on_change: Callable[[bool], None] | None = None) -> None:
        super().__init__()
        self.on = on
        self.on_change = on_change
        self.focusable = True
        self.radius = 15.0

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size; the area that answers the pointer is larger."""
        return 54.0, 30.0

    def draw(self, look: Look, target: Surface) -> None:
        """Draw track and knob."""
        look.draw_box(target, box_styles.SWITCH_ON if self.on else box_styles.SWITCH_OFF, self.rect)
        x = self.rect.right - 27 if self.on else self.rect.left + 3
        look.draw_box(target, box_styles.KNOB if self.on else box_styles.KNOB_OFF, FRect(x, self.rect.top + 3, 24, 24))

    def activate(self) -> bool:
        """Switch."""
        if not self.active:
            return False
        self.on = not self.on
        if self.on_change:
            self.on_change(self.on)
        return True

    def handle(self, event: Event, pos: Pos) -> bool:
        """Switch by click, Enter or Space."""
        changed = self.hover(event, pos)
        if is_press(event) and self.contains(pos):
            return self.activate()
        if event.type == pygame.KEYDOWN and self.focused and event.key in ACTIVATE:
            return self.activate()
        return changed


class Stepper(_Choice):
    """One of many values in order, with an arrow on each side of it; it doesn't wrap around by arrows."""

    _over = 0
    """The arrow under the pointer: -1 or 1; 0 for none."""

    def __init__(
        self,
        labels: Sequence[str],
        chosen: int,
        on_change: Callable[[int], None] | None = None,
        *,
        standard: int | None = None,
        icons: tuple[str, str] = ("minus", "plus"),
    ) -> None:
        super().__init__(labels, chosen, on_change, standard=standard)
        self.icons = icons
        """Icons of the arrows."""

    def preferred(self, look: Look) -> tuple[float, float]:
        """Natural size: the longest value between two arrows."""
        widest = max(look.text_width(label, "choice") for label in self.labels)
        return widest + 22 + (18 if self.standard is not None else 0) + 2 * 44, 46.0

    def _ends(self) -> tuple[FRect, FRect]:
        r = self.rect
        return FRect(r.left, r.top, 44, r.height), FRect(r.right - 44, r.top, 44, r.height)

    def draw(self, look: Look, target: Surface) -> None:
        """Draw the well, both arrows and the value."""
        look.draw_box(target, box_styles.WELL_BOX, self.rect)
        for side, area, name in zip((-1, 1), self._ends(), self.icons, strict=True):
            can = self.enabled and 0 <= self.chosen + side < len(self.labels)
            if can and self.hovered and self._over == side:
                look.draw_box(target, box_styles.SEGMENT_HOVER, area.inflate(-6, -6))
            ink: Colour = (CREAM if self._over == side and self.hovered else MUTED) if can else rgb("#5b4a35")
            look.blit(target, look.icon(name, 20, ink), area.centerx, area.centery, "center")
        ink = GOLD if self.differs else CREAM
        drawn = look.text(self.labels[self.chosen], "choice", ink if self.enabled else DISABLED_TEXT)
        mark = 18.0 if self.chosen == self.standard else 0.0
        x = self.rect.centerx - (drawn.get_width() / look.scale + mark) / 2
        if mark:
            look.blit(target, look.icon("standard", 18, ink), x - 3, self.rect.centery, "midleft")
        look.blit(target, drawn, x + mark, self.rect.centery, "midleft")

    def handle(self, event: Event, pos: Pos) -> bool:
        """Step by click, Left and Right; go to the ends by Home and End."""
        changed = self.hover(event, pos)
        if pos is not None and event.type == pygame.MOUSEMOTION:
            over = next((s for s, area in zip((-1, 1), self._ends(), strict=True) if area.collidepoint(pos)), 0)
            changed, self._over = changed or over != self._over, over
        if is_press(event) and pos is not None and self.active and self.contains(pos):
            side = -1 if pos[0] < self.rect.centerx else 1
            return self.choose(self.chosen + side) or True
        if event.type == pygame.KEYDOWN and self.focused:
            places = {
                pygame.K_LEFT: max(0, self.chosen - 1),
                pygame.K_RIGHT: min(len(self.labels) - 1, self.chosen + 1),
                pygame.K_HOME: 0,
                pygame.K_END: len(self.labels) - 1,
            }
            if event.key in places:
                self.choose(places[event.key])
                return True
            if event.key in ACTIVATE:
                return self.activate()
        return changed
