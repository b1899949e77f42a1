"""Scrolling list of options with one row for each field, used for house rules and settings."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pygame
from pygame import FRect, Surface

from engine.options import Option, Value
from scenes.render import box_styles
from scenes.render.boxes import Box
from scenes.render.renderer import PreviewKind, Renderer
from scenes.render.theme import BRASS, CREAM, GOLD, HAIRLINE, MUTED
from scenes.render.widgets import Gallery, Label, LabelledSlider, PreviewRow, Scroll, Segmented, Stepper, Widget
from scenes.render.widgets.base import PointerPos
from scenes.render.widgets.node import LayoutConstraints
from scenes.text.option_texts import OptionTexts

_MIN_ROW_HEIGHT = 63.0
_MAX_ROW_PITCH = 74.4
_MIN_ROW_PITCH = 67.0
_HEADING_HEIGHT = 40.0
_PAD_LEFT, _PAD_RIGHT = 18.0, 14.0
_STEPPER_ABOVE_WIDTH_FRACTION = 0.6
"""Maximum share of the row's width for segments or a slider; wider controls become a stepper."""
_MAX_PERCENTAGE_SEGMENTS = 5
"""Maximum number of percentages shown as segments; with more the control is a slider."""
_MAX_PREVIEWS_FRACTION = 0.75
"""Maximum share of the row's width for pictures of values."""
_WIDGETS_BELOW_TOP, _WIDGETS_BELOW_GAP, _WIDGETS_BELOW_BOTTOM = 6.0, 10.0, 14.0
"""Space above, between and below the widgets below a row, logical pixels."""
_MIN_GALLERY_PANEL_SIZE = (560.0, 430.0)
"""Minimum width and height of the list, logical pixels, for large pictures of values."""


class OptionRow(Widget):
    """Row of an option (a house rule or a setting) with its name, explanation and values. The whole row takes the
    keyboard focus.
    """

    def __init__(
        self,
        option: Option,
        value: Value,
        texts: OptionTexts,
        on_change: Callable[[Value], None],
        *,
        marks_standard: bool = True,
        preview_kind: PreviewKind | None = None,
    ) -> None:
        """Create an option's row; ``marks_standard`` marks the standard value and a value that differs from it.

        ``preview_kind`` is the kind of picture shown for each value; None shows texts.
        """
        super().__init__()
        self.option = option
        self.name = texts.name(option)
        self.help = texts.help(option)
        self.labels = [texts.value(option, value) for value in option.values]
        self.on_change = on_change
        self.marks_standard = marks_standard
        self.preview_kind = preview_kind
        self.focusable = True
        self.is_explanation_shown = False
        """Whether the panel beside the list explains this option."""
        self._index = option.values.index(value)
        self._text_width = self._name_height = self._text_height = 0.0
        self.control: Segmented | Stepper | LabelledSlider = self._make_control()

    def _make_control(self) -> Segmented | LabelledSlider:
        if self.preview_kind:
            return PreviewRow(
                self.preview_kind,
                [str(value) for value in self.option.values],
                self.labels,
                self._index,
                self._on_choice,
            )
        standard = self.option.values.index(self.option.default) if self.marks_standard else None
        if _uses_slider(self.option):
            return LabelledSlider(self.labels, self._index, self._on_choice, standard_index=standard)
        return Segmented(self.labels, self._index, self._on_choice, standard_index=standard)

    def set_min_target_size(self, reach: float) -> None:
        super().set_min_target_size(reach)
        self.control.set_min_target_size(reach)

    def starts_drag(self, pos: PointerPos) -> bool:
        return self.control.starts_drag(pos)

    def _on_choice(self, index: int) -> None:
        self.on_change(self.option.values[index])

    def place_in(self, renderer: Renderer, x: float, y: float, width: float, *, large_previews: bool = False) -> None:
        """Place an option's row with the height its text needs; ``large_previews`` shows large pictures of values."""
        if self.preview_kind and large_previews:
            self._place_gallery(renderer, x, y, width)
            return
        self.control = self._make_control()
        control_width, control_height = self.control.preferred_size(renderer)
        if control_width > width * (_STEPPER_ABOVE_WIDTH_FRACTION if not self.preview_kind else _MAX_PREVIEWS_FRACTION):
            self.control = Stepper(
                self.labels, self._index, self._on_choice, standard_index=self.control.standard_index
            )
            control_width, control_height = self.control.preferred_size(renderer)
        self._measure(renderer, width - control_width - _PAD_LEFT - _PAD_RIGHT - 16)
        self.rect = FRect(x, y, width, max(_MIN_ROW_HEIGHT, self._name_height + self._text_height + 18))
        self.control.rect = FRect(
            self.rect.right - _PAD_RIGHT - control_width,
            self.rect.centery - control_height / 2,
            control_width,
            control_height,
        )

    def _place_gallery(self, renderer: Renderer, x: float, y: float, width: float) -> None:
        """Place an option's row with large pictures across the whole width, below the text."""
        names = [str(value) for value in self.option.values]
        assert self.preview_kind is not None
        inner = width - _PAD_RIGHT - 8
        self.control = Gallery(self.preview_kind, names, self.labels, self._index, self._on_choice)
        control_width, control_height = self.control.measure(renderer, LayoutConstraints(inner))
        self._measure(renderer, width - _PAD_LEFT - _PAD_RIGHT)
        text_height = self._name_height + self._text_height + 14
        self.rect = FRect(x, y, width, text_height + control_height + 8)
        self.control.rect = FRect(x + 8, y + text_height, control_width, control_height)

    def _measure(self, renderer: Renderer, width: float) -> None:
        """Measure an option's name and explanation at this width."""
        self._text_width = width
        self._text_height = renderer.paragraph(self.help, "explanation", MUTED, width).get_height() / renderer.scale
        self._name_height = renderer.paragraph(self.name, "strong", CREAM, width).get_height() / renderer.scale

    @property
    def is_nonstandard(self) -> bool:
        """Whether the option's value differs from the standard."""
        return self.control.is_nonstandard

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.is_explanation_shown:
            renderer.draw_box(target, _EXPLAINED_BOX, self.rect)
        elif self.is_nonstandard:
            renderer.draw_box(target, box_styles.ROW_NONSTANDARD, self.rect)
        elif self.hovered:
            renderer.draw_box(target, box_styles.ROW_HOVER, self.rect)
        ink = GOLD if self.is_nonstandard else CREAM
        x, y = self.rect.left + _PAD_LEFT, self.rect.centery - (self._name_height + self._text_height) / 2
        if isinstance(self.control, Gallery):
            y = self.rect.top + 6
        renderer.blit(target, renderer.paragraph(self.name, "strong", ink, self._text_width), x, y)
        help_ = renderer.paragraph(self.help, "explanation", MUTED, self._text_width)
        renderer.blit(target, help_, x, y + self._name_height)
        self.control.draw(renderer, target)

    def draw_focus(self, renderer: Renderer, target: Surface) -> None:
        if self.focused:
            renderer.draw_box(
                target,
                Box(10, outlines=box_styles.FOCUS_RING.outlines),
                self.rect.inflate(*(2 * (-18,) if renderer.high_contrast else 2 * (-6,))),
            )

    def activate(self) -> bool:
        return self.control.activate()

    def handle(self, event: pygame.Event, pos: PointerPos) -> bool:
        changed = self.update_hovered(event, pos)
        self.control.focused = self.focused
        changed |= self.control.handle(event, pos)
        self.pressed = self.control.pressed  # a dragged slider gets pointer events also from outside the row
        return changed


def _uses_slider(option: Option) -> bool:
    """Whether an option's values are a percentage with enough steps for a slider."""
    ends = (option.values[0], option.values[-1])
    return type(option.default) is int and ends == (0, 100) and len(option.values) > _MAX_PERCENTAGE_SEGMENTS


_EXPLAINED_BOX = Box(12, box_styles.ROW_CHOSEN.fill)


class OptionsPanel(Scroll):
    """Scrolling column of option rows, with headings for groups."""

    def __init__(
        self,
        renderer: Renderer,
        rect: FRect,
        fields: Sequence[Option],
        options: Any,
        texts: OptionTexts,
        *,
        on_change: Callable[[str, Value], None],
        marks_standard: bool = True,
        heading: Callable[[str], str] | None = None,
        preview_kinds: Mapping[str, PreviewKind] = MappingProxyType({}),
        widgets_below: Mapping[str, Sequence[Widget]] = MappingProxyType({}),
    ) -> None:
        """Create the rows of all options; ``heading`` returns a group's heading, None omits headings.

        ``preview_kinds`` maps fields to the kind of picture of their values, ``widgets_below`` to widgets below their
        row.
        """
        super().__init__(rect, 0.0)
        self._widgets_below = widgets_below
        self.rows: list[OptionRow] = []
        for choice in fields:

            def changed(value: Value, name: str = choice.name) -> None:
                on_change(name, value)

            self.rows.append(
                OptionRow(
                    choice,
                    getattr(options, choice.name),
                    texts,
                    changed,
                    marks_standard=marks_standard,
                    preview_kind=preview_kinds.get(choice.name),
                )
            )
        self._separators: list[float] = []
        self._has_large_previews = (
            rect.width >= _MIN_GALLERY_PANEL_SIZE[0] and rect.height >= _MIN_GALLERY_PANEL_SIZE[1]
        )
        self._place(renderer, heading)

    def _place(self, renderer: Renderer, heading: Callable[[str], str] | None) -> None:
        width = self.rect.width
        for attempt in range(2):  # second pass: narrower, if a scroll bar is needed
            self.children = []
            height = self._arrange(renderer, heading, width)
            if height <= self.rect.height or attempt:
                break
            width -= 18
        self.content_height = height

    def _arrange(self, renderer: Renderer, heading: Callable[[str], str] | None, width: float) -> float:
        """Arrange the headings and rows of options within a width; return the total height."""
        for row in self.rows:
            row.place_in(renderer, 0, 0, width, large_previews=self._has_large_previews)
        groups = [row.option.group for row in self.rows]
        heads = sum(1 for i, group in enumerate(groups) if heading and (not i or groups[i - 1] != group))
        rows_height = sum(row.rect.height for row in self.rows)
        spare = (self.rect.height - rows_height - heads * _HEADING_HEIGHT) / max(1, len(self.rows) - 1 + heads)
        gap = max(_MIN_ROW_PITCH - _MIN_ROW_HEIGHT, min(_MAX_ROW_PITCH - _MIN_ROW_HEIGHT, spare))
        self._separators = []
        y = 0.0
        for i, row in enumerate(self.rows):
            begins = heading is not None and (not i or groups[i - 1] != groups[i])
            if begins and heading is not None:
                y += gap if i else 0
                label = Label(heading(groups[i]), "tag", BRASS)
                label.place_at(renderer, _PAD_LEFT, y + 8)
                self.children.append(label)
                y += _HEADING_HEIGHT
            elif i:
                self._separators.append(y - gap / 2)
            row.place_in(renderer, 0, y, width, large_previews=self._has_large_previews)
            self.children.append(row)
            y += row.rect.height + gap
            y = self._arrange_below(renderer, row.option.name, y, width)
        return y - gap

    def _arrange_below(self, renderer: Renderer, name: str, y: float, width: float) -> float:
        """Place the extra widgets below an option's row, wrapped into lines; return the next free y."""
        placed = self._widgets_below.get(name, ())
        y += _WIDGETS_BELOW_TOP if placed else 0.0
        lines: list[list[Widget]] = []
        x = width
        for widget in placed:
            widget_width = widget.preferred_size(renderer)[0]
            if not lines or x + widget_width > width - _PAD_RIGHT:
                x = _PAD_LEFT
                lines.append([])
            lines[-1].append(widget)
            x += widget_width + _WIDGETS_BELOW_GAP
        for line in lines:
            x, line_height = _PAD_LEFT, max(widget.preferred_size(renderer)[1] for widget in line)
            for widget in line:
                widget.place_at(renderer, x, y + line_height / 2, "midleft")
                x += widget.rect.width + _WIDGETS_BELOW_GAP
            y += line_height + _WIDGETS_BELOW_BOTTOM
            self.children += line
        return y

    def draw(self, renderer: Renderer, target: Surface) -> None:
        with renderer.clip(target, self.rect):
            for y in self._separators:
                place = self.rect.top + y - self.offset
                renderer.fill(target, HAIRLINE, FRect(self.rect.left + 16, place, self.rect.width - 32, 1))
        super().draw(renderer, target)
