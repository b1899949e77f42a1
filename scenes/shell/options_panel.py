"""Scrolling list of options with one row for each field, used for house rules and settings."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Self

import pygame
from pygame import FRect, Surface

from engine.options import Option, Value
from scenes.render import box_styles
from scenes.render.boxes import Box
from scenes.render.renderer import PreviewKind, Renderer
from scenes.render.theme import BRASS, CREAM, DISABLED_TEXT, GOLD, HAIRLINE, MUTED
from scenes.text.option_texts import OptionTexts
from scenes.ui.accessible_elements import AccessibleElement, strip_emphasis_and_breaks
from scenes.ui.boxes import Column
from scenes.ui.node import UNLIMITED, LayoutConstraints, Size
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widget import PointerPos
from scenes.ui.widgets import Gallery, LabelledSlider, PreviewRow, Segmented, Stepper, Widget

_MIN_ROW_HEIGHT = 63.0
_MIN_ROW_GAP, _MAX_ROW_GAP = 4.0, 11.4
_HEADING_HEIGHT = 40.0
_PAD_LEFT, _PAD_RIGHT, _GALLERY_PAD = 18.0, 14.0, 8.0
_GAP = 16.0
"""Space between the texts of a row and its control, logical pixels."""
_STEPPER_ABOVE_WIDTH_FRACTION = 0.6
"""Maximum share of the row's width for segments or a slider; wider controls become a stepper."""
_MAX_PERCENTAGE_SEGMENTS = 5
"""Maximum number of percentages shown as segments; with more the control is a slider."""
_MAX_PREVIEWS_FRACTION = 0.75
"""Maximum share of the row's width for pictures of values."""

Control = Segmented | Stepper | LabelledSlider


class OptionRow(Widget):
    """Row of an option (a house rule or a setting) with its name, explanation and values. The whole row takes the
    keyboard focus.
    """

    persistent = (*Widget.persistent, "control", "_controls")

    def __init__(
        self,
        option: Option,
        value: Value,
        texts: OptionTexts,
        on_change: Callable[[Value], None],
        *,
        marks_standard: bool = True,
        preview_kind: PreviewKind | None = None,
        has_large_previews: bool = False,
        cause_of_idleness: str = "",
    ) -> None:
        """Create an option's row; ``marks_standard`` marks the standard value and a value that differs from it.

        ``preview_kind`` is the kind of picture shown for each value, perhaps a large one; None shows texts.
        ``cause_of_idleness`` is shown instead of the help, with values that can't be changed; empty for an option with
        an effect.
        """
        super().__init__()
        self.option = option
        self.name = texts.name(option)
        self.help = cause_of_idleness or texts.help(option)
        self.preview_kind = preview_kind
        self.focusable = self.is_focus_inside = True
        self.is_explanation_shown = False
        """Whether the panel beside the list explains this option."""
        labels, index = [texts.value(option, value) for value in option.values], option.values.index(value)
        standard = option.values.index(option.default) if marks_standard and not preview_kind else None
        names = [str(value) for value in option.values]

        def choose(index: int) -> None:
            on_change(option.values[index])

        if preview_kind and has_large_previews:
            self._controls: list[Control] = [Gallery(preview_kind, names, labels, index, choose)]
        elif preview_kind:
            self._controls = [PreviewRow(preview_kind, names, labels, index, choose)]
        elif _uses_slider(option):
            self._controls = [LabelledSlider(labels, index, choose, standard_index=standard)]
        else:
            self._controls = [Segmented(labels, index, choose, standard_index=standard)]
        if not isinstance(self._controls[0], Gallery):
            self._controls.append(Stepper(labels, index, choose, standard_index=standard))
        for control in self._controls:
            control.with_layout(name=self.name)
            control.enabled = not cause_of_idleness
        self.control = self._controls[0]
        """The first one of the controls that fits the row."""
        self.with_layout(option.name)

    def update_from(self, description: Self) -> None:
        super().update_from(description)
        formers: list[Widget] = [*self._controls]
        if list(map(type, formers)) != list(map(type, description._controls)):
            self._controls, self.control = description._controls, description.control
            return
        for former, new in zip(formers, description._controls, strict=True):
            former.update_from(new)

    def starts_drag(self, pos: PointerPos) -> bool:
        return self.control.starts_drag(pos)

    def as_accessible(self) -> AccessibleElement:
        return self.control.as_accessible()._replace(description=strip_emphasis_and_breaks(self.help))

    def _fitting_control(self, renderer: Renderer, width: float) -> Control:
        fraction = _MAX_PREVIEWS_FRACTION if self.preview_kind else _STEPPER_ABOVE_WIDTH_FRACTION
        first, last = self._controls[0], self._controls[-1]
        return first if first is last or first.desired_size(renderer, UNLIMITED).width <= width * fraction else last

    def _control_size(self, renderer: Renderer, width: float) -> Size:
        control = self._fitting_control(renderer, width)
        return control.desired_size(renderer, LayoutConstraints(width - _PAD_RIGHT - _GALLERY_PAD))

    def _text_width(self, renderer: Renderer, width: float) -> float:
        """Return the width of the option's name and explanation, which are beside the control or above a gallery."""
        text_width = width - _PAD_LEFT - _PAD_RIGHT
        if len(self._controls) > 1:
            text_width -= self._control_size(renderer, width).width + _GAP
        return max(1.0, text_width)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        width = constraints.max_width
        texts, text_width = ((self.name, "strong"), (self.help, "explanation")), self._text_width(renderer, width)
        height = sum(renderer.paragraph_height(text, style, text_width) for text, style in texts)
        if len(self._controls) == 1:
            return Size(width, height + 14 + self._control_size(renderer, width).height + _GALLERY_PAD)
        return Size(width, max(_MIN_ROW_HEIGHT, height + 18))

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        super().arrange(renderer, rect)
        self.control = self._fitting_control(renderer, rect.width)
        area = FRect(0, 0, *self._control_size(renderer, rect.width))
        if isinstance(self.control, Gallery):
            area.bottomleft = rect.left + _GALLERY_PAD, rect.bottom - _GALLERY_PAD
        else:
            area.midright = rect.right - _PAD_RIGHT, rect.centery
        self.control.arrange(renderer, area)

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
        width = self._text_width(renderer, self.rect.width)
        ink = DISABLED_TEXT if not self.control.enabled else GOLD if self.is_nonstandard else CREAM
        name = renderer.paragraph(self.name, "strong", ink, width)
        help_ = renderer.paragraph(self.help, "explanation", MUTED, width)
        name_height, help_height = renderer.height_of(name), renderer.height_of(help_)
        y = self.rect.top + 6
        if not isinstance(self.control, Gallery):
            y = self.rect.centery - (name_height + help_height) / 2
        renderer.blit(target, name, self.rect.left + _PAD_LEFT, y)
        renderer.blit(target, help_, self.rect.left + _PAD_LEFT, y + name_height)
        self.control.draw(renderer, target)

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


class _RowGap(Widget):
    """Space between two rows, which grows where there is more of it, perhaps with a line."""

    def __init__(self, *, has_line: bool) -> None:
        super().__init__()
        self.has_line = has_line
        self.with_layout(height=_MIN_ROW_GAP, grow=1, max_length=_MAX_ROW_GAP)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.has_line:
            renderer.fill(target, HAIRLINE, FRect(self.rect.left + 16, self.rect.centery, self.rect.width - 32, 1))


class OptionsPanel(ScrollView):
    """Scrolling column of option rows, with headings for groups."""

    def __init__(
        self,
        fields: Sequence[Option],
        options: Any,
        texts: OptionTexts,
        *,
        on_change: Callable[[str, Value], None],
        marks_standard: bool = True,
        heading: Callable[[str], str] | None = None,
        explained: Option | None = None,
        cause_of_idleness: Callable[[Option], str] = lambda _: "",
        preview_kinds: Mapping[str, PreviewKind] = MappingProxyType({}),
        has_large_previews: bool = False,
        nodes_below: Mapping[str, Widget] = MappingProxyType({}),
        foot: Widget | None = None,
    ) -> None:
        """Create the rows of all options; ``heading`` returns a group's heading, None omits headings.

        ``explained`` is the option explained beside the list. ``cause_of_idleness`` returns why an option changes
        nothing now, empty if it does. ``preview_kinds`` maps fields to the kind of picture of
        their values, ``nodes_below`` to a node below their row. ``foot`` gets the height that is left below the rows.
        """
        nodes: list[Widget | None] = []
        group = ""
        for i, option in enumerate(fields):
            begins_group = heading is not None and option.group != group
            group = option.group
            nodes.append(_RowGap(has_line=not begins_group) if i else None)
            if heading is not None and begins_group:
                label = Text(heading(group), "tag", BRASS)
                label.with_layout(height=_HEADING_HEIGHT - 2, margin=(_PAD_LEFT, 0, 0, 2))
                nodes += [_RowGap(has_line=False) if i else None, label]
            row = OptionRow(
                option,
                getattr(options, option.name),
                texts,
                partial(on_change, option.name),
                marks_standard=marks_standard,
                preview_kind=preview_kinds.get(option.name),
                has_large_previews=has_large_previews,
                cause_of_idleness=cause_of_idleness(option),
            )
            row.is_explanation_shown = explained is not None and option.name == explained.name
            nodes += [row, nodes_below.get(option.name)]
        if foot is not None:
            nodes.append(foot.with_layout(grow=0.001, basis=0))
        super().__init__(Column(*nodes), key="options", fills_height=True)
        self.with_layout(basis=0)
