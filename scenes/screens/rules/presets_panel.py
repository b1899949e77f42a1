"""Panel with the house rule presets of a game as buttons, and buttons to copy, rename or delete the active one."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from pygame import FRect

from engine.profile.presets import Preset
from scenes.render.box_styles import FOCUS_MARGIN
from scenes.render.renderer import Renderer
from scenes.text.catalogue import Words
from scenes.text.option_texts import preset_name
from scenes.ui.boxes import Column, LayoutBox, Row, Spacer, Stack
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import Button, IconButton, Panel

_PAD = 20.0
_GAP = 10.0
_ROW_HEIGHT = 44.0
_MIN_HEAD_HEIGHT = 50.0
_BOTTOM_MARGIN = 10.0
_TOOL_SIZE = 38.0
_TOOL_CENTRE_Y = 24.0


class PresetActions(NamedTuple):
    """Callbacks of the buttons in the panel of house rule presets."""

    choose: Callable[[Preset], None]
    rename: Callable[[Preset], None]
    duplicate: Callable[[Preset], None]
    delete: Callable[[Preset], None]


class PresetList(NamedTuple):
    """Content of the panel with house rule presets: game, presets and current rules."""

    slug: str
    presets: Sequence[Preset]
    current_options: Any
    """The current house rules. The preset with equal rules is active."""


class PresetButton(Button):
    """Button that chooses a preset of house rules."""

    def __init__(self, preset: Preset, label: str, choose: Callable[[Preset], None]) -> None:
        super().__init__(label, partial(choose, preset), small=True)
        self.preset = preset
        self.with_layout(preset.path or preset.name)


class _PresetRows(LayoutBox):
    """A box with preset buttons in rows. Two buttons share a row if both labels fit."""

    def _pitch(self, renderer: Renderer) -> float:
        return _ROW_HEIGHT + renderer.row_gap(_GAP, _ROW_HEIGHT)

    def _rows(self, renderer: Renderer, width: float) -> list[list[float]]:
        """Return the widths of the buttons, row by row."""
        half = (width - _GAP) / 2
        rows: list[list[float]] = []
        before = math.inf
        """Width needed by the button that is alone in the last row."""
        for button in self.children:
            assert isinstance(button, PresetButton)
            need = renderer.text_width(button.label, "button_small") + 26
            if before + _GAP + need <= width:
                first = half if max(before, need) <= half else before + (width - _GAP - before - need) / 2
                rows[-1] = [first, width - _GAP - first]
                before = math.inf
            else:
                rows.append([half if need <= half else width])
                before = need
        return rows

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        row_count = len(self._rows(renderer, self._inner_constraints(constraints).max_width))
        pitch = self._pitch(renderer)
        return self._with_padding(constraints.max_width, row_count * pitch - (pitch - _ROW_HEIGHT))

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        buttons = iter(self.children)
        for i, widths in enumerate(self._rows(renderer, area.width)):
            x = area.x
            for width, button in zip(widths, buttons, strict=False):
                button.arrange(renderer, FRect(x, area.y + i * self._pitch(renderer), width, _ROW_HEIGHT))
                x += width + _GAP


class _PresetList(ScrollView):
    """A scrolling list of preset buttons, which shrinks to whole rows."""

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        width, height = super().measure(renderer, constraints)
        gap = renderer.row_gap(_GAP, _ROW_HEIGHT)
        row_count = max(1, int((height - 2 * FOCUS_MARGIN + gap + 0.01) / (_ROW_HEIGHT + gap)))
        return Size(width, row_count * (_ROW_HEIGHT + gap) - gap + 2 * FOCUS_MARGIN)


def presets_panel(renderer: Renderer, words: Words, content: PresetList, actions: PresetActions) -> Stack:
    """Return the panel with the presets, and with tools for the active one."""
    slug, presets, options = content
    chosen = next((preset for preset in presets if preset.options == options), None)
    buttons = [PresetButton(preset, preset_name(words, slug, preset), actions.choose) for preset in presets]
    for button in buttons:
        button.is_chosen = button.preset is chosen
    head_height = _head_height(renderer)
    rows = _PresetRows(buttons, padding=FOCUS_MARGIN)
    title = Text(words("app.preset.title"), "panel_title").with_layout(height=2 * _TOOL_CENTRE_Y + 2)
    return Stack(
        Column(
            title.with_layout(margin=(0, 0, 0, head_height - 2 * _TOOL_CENTRE_Y - 2)),
            _PresetList(rows, key="presets").with_layout(grow=0, margin=(-FOCUS_MARGIN,) * 4),
            padding=(_PAD, 0, _PAD, _BOTTOM_MARGIN),
        ),
        Column(
            Row(Spacer(), *_tools(words, chosen, actions), gap=renderer.row_gap(6, _TOOL_SIZE)).with_layout(
                height=2 * _TOOL_CENTRE_Y, margin=(0, 0, _PAD - 6, 0)
            )
        ),
        background=Panel(),
    )


def presets_panel_height(renderer: Renderer, rows: int) -> float:
    """Return the height of the panel that shows this many rows of presets."""
    gap = renderer.row_gap(_GAP, _ROW_HEIGHT)
    return _head_height(renderer) + rows * (_ROW_HEIGHT + gap) - gap + _BOTTOM_MARGIN


def _head_height(renderer: Renderer) -> float:
    return max(_MIN_HEAD_HEIGHT, _TOOL_CENTRE_Y + renderer.min_target_size - _ROW_HEIGHT / 2)


def _tools(words: Words, chosen: Preset | None, actions: PresetActions) -> list[IconButton]:
    """Return the icon buttons to rename, copy and delete the active preset of house rules. Built-in presets can only be
    copied.
    """
    if chosen is None:
        return []
    offered = [("copy", "duplicate", actions.duplicate)]
    if chosen.path is not None:
        offered = [("pencil", "rename", actions.rename), *offered, ("bin", "delete", actions.delete)]
    return [
        IconButton(icon, partial(action, chosen), name=words(f"app.preset.{name}.name"), size=_TOOL_SIZE).with_layout(
            name, is_destructive=name == "delete"
        )
        for icon, name, action in offered
    ]
