"""Choice widgets: one of several values side by side, in a stepper or as pictures, and an on/off switch."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

import pygame
from pygame import FRect, Surface
from pygame.event import Event

from scenes.render import box_styles
from scenes.render.renderer import PreviewKind, Renderer
from scenes.render.theme import CREAM, DISABLED_TEXT, GOLD, MUTED, TEXT_ON_BRASS, Colour, rgb
from scenes.ui.accessible_elements import AccessibleElement, Role, ValueRange, join_texts, number_element
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.widget import ACTIVATE_KEYS, PointerPos, Widget, is_press

_PAD = 3.0
_SEGMENT_HEIGHT = 40.0
_MIN_SEGMENT_TEXT_MARGIN = 4.0
"""Minimum margin on each side of a segment's text."""
_SWATCH_SIZE = (70.0, 52.0)
_GALLERY_CELL_SIZES: Mapping[PreviewKind, tuple[float, float]] = MappingProxyType(
    {"deck": (191.0, 136.0), "back": (102.0, 136.0), "table": (146.0, 92.0)}
)
"""Minimum width of a gallery cell and height of its picture, by kind of preview. Cards are 84 wide."""
_GALLERY_WIDTH = 860.0
"""Width of a gallery by default."""
_GALLERY_MARGIN, _NAME_HEIGHT, _MAX_CELL_WIDTH_FACTOR = 8.0, 26.0, 1.3
"""Margin of a gallery's felt, height of a name below a picture, and maximum width factor of a cell."""
_TABLE_PREVIEW_MARGIN = 8.0
"""Margin around the preview of a table."""
_CHOSEN_TEXT = rgb("#1c1510")


class _ChoiceWidget(Widget):
    """Base class of choice widgets, which offer one of several ordered values, perhaps with a standard one."""

    def __init__(
        self,
        labels: Sequence[str],
        chosen_index: int,
        on_change: Callable[[int], None] | None = None,
        *,
        standard_index: int | None = None,
    ) -> None:
        super().__init__()
        self.labels = list(labels)
        self.chosen_index = chosen_index
        self.on_change = on_change
        self.standard_index = standard_index
        """Index of the standard value; None if there is none."""
        self.focusable = True
        self.focus_radius = 11.0

    @property
    def is_nonstandard(self) -> bool:
        """Whether a choice widget's value differs from the standard."""
        return self.standard_index is not None and self.chosen_index != self.standard_index

    def choose(self, index: int) -> bool:
        """Choose a value of the choice widget and call ``on_change``; return whether it changed."""
        if not 0 <= index < len(self.labels) or index == self.chosen_index or not self.is_visible_and_enabled:
            return False
        self.chosen_index = index
        if self.on_change:
            self.on_change(index)
        return True

    def activate(self) -> bool:
        """Choose the next value of the choice widget, wrapping around."""
        return self.choose((self.chosen_index + 1) % len(self.labels))


class Segmented(_ChoiceWidget):
    """Choice widget with a few values side by side. A small ring marks the standard value. The chosen value is
    cream, or brass if it is not the standard one."""

    persistent = (*Widget.persistent, "_hovered_index")
    accessible_roles: tuple[Role, Role] = ("choice", "option")
    """Roles of the widget and of each value for screen readers."""
    _widths: Sequence[float] = ()
    """Natural widths of the segments."""
    _min_widths: Sequence[float] = ()
    """Widths of the segments in which their whole texts just fit."""
    _hovered_index = -1
    """Index of the segment under the pointer; -1 for none."""

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        """Return the size of a choice widget with all labels side by side."""
        text_widths = [
            renderer.text_width(label, "choice") + (18 if i == self.standard_index else 0)
            for i, label in enumerate(self.labels)
        ]
        min_width = renderer.min_target_size
        self._widths = [max(70.0, min_width, width + 28) for width in text_widths]
        self._min_widths = [max(min_width, width + 2 * _MIN_SEGMENT_TEXT_MARGIN) for width in text_widths]
        return sum(self._widths) + 2 * _PAD, _SEGMENT_HEIGHT + 2 * _PAD

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        width, height = self.preferred_size(renderer)
        return Size(min(width, constraints.max_width), height)

    def segments(self) -> list[FRect]:
        """Return the rectangles of a choice widget's values, which fill its width. Texts lose their margins before
        they are shortened."""
        count = len(self.labels)
        width_left = max(1.0, self.rect.width - 2 * _PAD)
        equal = [1.0] * count  # of a new description, which is not measured yet
        widths, min_widths = (self._widths, self._min_widths) if len(self._widths) == count else (equal, equal)
        if sum(min_widths) < sum(widths):
            share = (width_left - sum(min_widths)) / (sum(widths) - sum(min_widths))
            share = max(0.0, min(1.0, share))
            widths = [low + share * (wide - low) for low, wide in zip(min_widths, widths, strict=True)]
        factor = width_left / (sum(widths) or 1.0)
        x, rects = self.rect.left + _PAD, []
        for width in widths:
            rects.append(FRect(x, self.rect.top + _PAD, width * factor, self.rect.height - 2 * _PAD))
            x += width * factor
        return rects

    def index_at(self, pos: PointerPos) -> int:
        """Return the index of the choice widget's value at a position inside it; −1 if there is none."""
        if pos is None:
            return -1
        return next((i for i, area in enumerate(self.segments()) if area.left <= pos[0] < area.right), -1)

    def as_accessible(self) -> AccessibleElement:
        role, value_role = self.accessible_roles
        values = tuple(
            AccessibleElement(
                value_role,
                label,
                is_chosen=i == self.chosen_index,
                is_enabled=self.enabled,
                press=partial(self.choose, i),
            )
            for i, label in enumerate(self.labels)
        )
        return AccessibleElement(role, join_texts(self.accessible_name), children=values)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if not self._widths:
            self.preferred_size(renderer)
        renderer.draw_box(target, box_styles.WELL_BOX, self.rect)
        for i, (label, area) in enumerate(zip(self.labels, self.segments(), strict=True)):
            ink: Colour = MUTED if self.enabled else DISABLED_TEXT
            if i == self.chosen_index:
                renderer.draw_box(
                    target,
                    box_styles.SEGMENT_CHOSEN_NONSTANDARD if self.is_nonstandard else box_styles.SEGMENT_CHOSEN,
                    area,
                )
                ink = TEXT_ON_BRASS if self.is_nonstandard else _CHOSEN_TEXT
            elif i == self._hovered_index and self.hovered:
                renderer.draw_box(target, box_styles.SEGMENT_HOVER, area)
                ink = CREAM
            mark = 18.0 if i == self.standard_index else 0.0
            drawn = renderer.text(label, "choice", ink, max_width=area.width - 2 * _MIN_SEGMENT_TEXT_MARGIN + 1 - mark)
            text_width = renderer.width_of(drawn)
            x = area.centerx - (text_width + mark) / 2
            if mark:
                renderer.blit(target, renderer.icon("standard", 18, ink), x - 3, area.centery, "midleft")
            renderer.blit(target, drawn, x + mark, area.centery, "midleft")

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Choose a value of the choice widget by click, or by Left and Right. Enter and Space choose the next value,
        wrapping around."""
        changed = self.update_hovered(event, pos)
        if pos is not None and event.type == pygame.MOUSEMOTION:
            over = self.index_at(pos)
            changed, self._hovered_index = changed or over != self._hovered_index, over
        if is_press(event) and self.is_visible_and_enabled and self.is_hit(pos) and self.index_at(pos) >= 0:
            return self.choose(self.index_at(pos)) or True
        if event.type == pygame.KEYDOWN and self.focused:
            if event.key in (pygame.K_LEFT, pygame.K_RIGHT):
                self.choose(self.chosen_index + (1 if event.key == pygame.K_RIGHT else -1))
                return True
            if event.key in ACTIVATE_KEYS:
                return self.activate()
        return changed


class Tabs(Segmented):
    """Tabs of a page, with one of them shown."""

    accessible_roles = ("tabs", "tab")


class PreviewChoice(Segmented):
    """Choice widget with a few values shown as pictures.

    Args:
        kind: kind of the previews.
        names: names of the previews.
        labels: labels of the values.
        chosen_index: index of the chosen value.
        on_change: called with the index of a newly chosen value.
    """

    def __init__(
        self,
        kind: PreviewKind,
        names: Sequence[str],
        labels: Sequence[str],
        chosen_index: int,
        on_change: Callable[[int], None] | None = None,
    ) -> None:
        super().__init__(labels, chosen_index, on_change)
        self.kind: PreviewKind = kind
        self.names = list(names)


class PreviewRow(PreviewChoice):
    """Choice widget with a few values as small pictures, next to the name of the chosen one."""

    _name_width = 0.0
    """Width of the longest name."""

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        self._widths = [_SWATCH_SIZE[0]] * len(self.names)
        self._name_width = max(renderer.text_width(label, "choice") for label in self.labels) + 14
        return self._name_width + sum(self._widths), _SWATCH_SIZE[1]

    def segments(self) -> list[FRect]:
        left = self.rect.right - _SWATCH_SIZE[0] * len(self.names)
        return [FRect(left + i * _SWATCH_SIZE[0], self.rect.top, *_SWATCH_SIZE) for i in range(len(self.names))]

    def draw(self, renderer: Renderer, target: Surface) -> None:
        areas = self.segments()
        name = renderer.text(self.labels[self.chosen_index], "choice", CREAM)
        renderer.blit(target, name, areas[0].left - 10, self.rect.centery, "midright")
        for i, (value, area) in enumerate(zip(self.names, areas, strict=True)):
            if i == self.chosen_index:
                renderer.draw_box(target, box_styles.ROW_CHOSEN, area.inflate(-2, 0))
            elif i == self._hovered_index and self.hovered:
                renderer.draw_box(target, box_styles.ROW_HOVER, area.inflate(-2, 0))
            drawn = renderer.preview(self.kind, value, area.width - 10, area.height - 8)
            renderer.blit(target, drawn, *area.center, "center")


class Gallery(PreviewChoice):
    """Choice widget with a few values as large pictures with their names, in several rows. Cards lie on lit felt."""

    def _column_count(self, width: float) -> int:
        max_columns = max(1, int((width - 2 * _GALLERY_MARGIN) // _GALLERY_CELL_SIZES[self.kind][0]))
        rows = -(-len(self.names) // max_columns)
        return -(-len(self.names) // rows)  # rows of about the same length

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return self.measure(renderer, LayoutConstraints(_GALLERY_WIDTH))

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        """Return the whole width that is offered, and the height that the pictures need in it."""
        lines = -(-len(self.names) // self._column_count(constraints.max_width))
        height = lines * (_GALLERY_CELL_SIZES[self.kind][1] + _NAME_HEIGHT) + 2 * _GALLERY_MARGIN
        return Size(constraints.max_width, height)

    def segments(self) -> list[FRect]:
        """Return the rectangles of a gallery's pictures with their names."""
        columns, (min_width, height) = self._column_count(self.rect.width), _GALLERY_CELL_SIZES[self.kind]
        width = min(min_width * _MAX_CELL_WIDTH_FACTOR, (self.rect.width - 2 * _GALLERY_MARGIN) / columns)
        left = self.rect.left + (self.rect.width - width * columns) / 2
        top = self.rect.top + _GALLERY_MARGIN
        return [
            FRect(
                left + i % columns * width, top + i // columns * (height + _NAME_HEIGHT), width, height + _NAME_HEIGHT
            )
            for i in range(len(self.names))
        ]

    def index_at(self, pos: PointerPos) -> int:
        return -1 if pos is None else next((i for i, one in enumerate(self.segments()) if one.collidepoint(pos)), -1)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.kind == "table":  # each preview has its own felt
            renderer.draw_box(target, box_styles.WELL_BOX, self.rect)
        else:
            renderer.blit(target, renderer.recessed_felt(self.rect.width, self.rect.height), *self.rect.topleft)
        cell_width, cell_height = _GALLERY_CELL_SIZES[self.kind]
        gap = _TABLE_PREVIEW_MARGIN if self.kind == "table" else 0.0
        for i, (value, label, area) in enumerate(zip(self.names, self.labels, self.segments(), strict=True)):
            chosen, frame = i == self.chosen_index, area.inflate(-4, -4)
            if chosen or (i == self._hovered_index and self.hovered):
                renderer.draw_box(target, box_styles.PREVIEW_CHOSEN if chosen else box_styles.PREVIEW_HOVER, frame)
            drawn = renderer.preview(self.kind, value, cell_width - 2 * gap, cell_height - gap)
            renderer.blit(target, drawn, area.centerx, area.top + cell_height / 2 + 2, "center")
            ink, max_width = GOLD if chosen else CREAM, area.width - 12
            style = renderer.first_fitting_style(label, ("tile", "tile_small"), max_width)
            renderer.blit(
                target,
                renderer.text(label, style, ink, max_width=max_width),
                area.centerx,
                area.bottom - _NAME_HEIGHT / 2 - 4,
                "center",
            )


class Toggle(Widget):
    """An on/off switch. Its label is a separate widget."""

    def __init__(self, is_on: bool, on_change: Callable[[bool], None] | None = None) -> None:
        super().__init__()
        self.is_on = is_on
        self.on_change = on_change
        self.focusable = True
        self.focus_radius = 15.0

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        """Return the drawn size of an on/off switch; its pointer target is larger."""
        return 54.0, 30.0

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.draw_box(target, box_styles.SWITCH_ON if self.is_on else box_styles.SWITCH_OFF, self.rect)
        x = self.rect.right - 27 if self.is_on else self.rect.left + 3
        renderer.draw_box(
            target,
            box_styles.SWITCH_KNOB if self.is_on else box_styles.SWITCH_KNOB_OFF,
            FRect(x, self.rect.top + 3, 24, 24),
        )

    def as_accessible(self) -> AccessibleElement:
        return AccessibleElement("switch", join_texts(self.accessible_name), is_on=self.is_on)

    def activate(self) -> bool:
        if not self.is_visible_and_enabled:
            return False
        self.is_on = not self.is_on
        if self.on_change:
            self.on_change(self.is_on)
        return True

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Turn the on/off switch by click, Enter or Space."""
        changed = self.update_hovered(event, pos)
        if is_press(event) and self.is_hit(pos):
            return self.activate()
        if event.type == pygame.KEYDOWN and self.focused and event.key in ACTIVATE_KEYS:
            return self.activate()
        return changed


class Stepper(_ChoiceWidget):
    """Choice widget for one of many ordered values, between two arrows. The arrows don't wrap around.

    Numbers have a minus and a plus in place of arrows.
    """

    persistent = (*Widget.persistent, "_hovered_arrow")

    _hovered_arrow = 0
    """Arrow under the pointer: -1 or 1; 0 for none."""

    def __init__(
        self,
        labels: Sequence[str],
        chosen_index: int,
        on_change: Callable[[int], None] | None = None,
        *,
        standard_index: int | None = None,
    ) -> None:
        super().__init__(labels, chosen_index, on_change, standard_index=standard_index)
        is_number = any(map(str.isdecimal, labels))
        self.icons = ("minus", "plus") if is_number else ("chevron_left", "chevron_right")
        """Icons of the arrows."""

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        """Return the size of a stepper: its longest label between two arrows."""
        widest = max(renderer.text_width(label, "choice") for label in self.labels)
        return widest + 22 + (18 if self.standard_index is not None else 0) + 2 * 44, 46.0

    def _arrow_rects(self) -> tuple[FRect, FRect]:
        r = self.rect
        return FRect(r.left, r.top, 44, r.height), FRect(r.right - 44, r.top, 44, r.height)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.draw_box(target, box_styles.WELL_BOX, self.rect)
        for side, area, name in zip((-1, 1), self._arrow_rects(), self.icons, strict=True):
            can = self.enabled and 0 <= self.chosen_index + side < len(self.labels)
            if can and self.hovered and self._hovered_arrow == side:
                renderer.draw_box(target, box_styles.SEGMENT_HOVER, area.inflate(-6, -6))
            ink: Colour = (CREAM if self._hovered_arrow == side and self.hovered else MUTED) if can else rgb("#5b4a35")
            renderer.blit(target, renderer.icon(name, 20, ink), area.centerx, area.centery, "center")
        ink = GOLD if self.is_nonstandard else CREAM
        drawn = renderer.text(self.labels[self.chosen_index], "choice", ink if self.enabled else DISABLED_TEXT)
        mark = 18.0 if self.chosen_index == self.standard_index else 0.0
        x = self.rect.centerx - (renderer.width_of(drawn) + mark) / 2
        if mark:
            renderer.blit(target, renderer.icon("standard", 18, ink), x - 3, self.rect.centery, "midleft")
        renderer.blit(target, drawn, x + mark, self.rect.centery, "midleft")

    def as_accessible(self) -> AccessibleElement:
        values = ValueRange(self.chosen_index, 0, len(self.labels) - 1)
        return number_element("spinner", self.accessible_name, self.labels[self.chosen_index], values, self.choose)

    def handle(self, event: Event, pos: PointerPos) -> bool:
        """Step through the stepper's values by click, Left and Right, or jump to the first or last by Home and End."""
        changed = self.update_hovered(event, pos)
        if pos is not None and event.type == pygame.MOUSEMOTION:
            over = next((s for s, area in zip((-1, 1), self._arrow_rects(), strict=True) if area.collidepoint(pos)), 0)
            changed, self._hovered_arrow = changed or over != self._hovered_arrow, over
        if is_press(event) and pos is not None and self.is_visible_and_enabled and self.is_hit(pos):
            side = -1 if pos[0] < self.rect.centerx else 1
            return self.choose(self.chosen_index + side) or True
        if event.type == pygame.KEYDOWN and self.focused:
            places = {
                pygame.K_LEFT: max(0, self.chosen_index - 1),
                pygame.K_RIGHT: min(len(self.labels) - 1, self.chosen_index + 1),
                pygame.K_HOME: 0,
                pygame.K_END: len(self.labels) - 1,
            }
            if event.key in places:
                self.choose(places[event.key])
                return True
            if event.key in ACTIVATE_KEYS:
                return self.activate()
        return changed
