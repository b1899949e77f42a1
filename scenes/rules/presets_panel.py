"""Panel with the house rule presets of a game as buttons, and buttons to copy, rename or delete the active one."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from pygame import FRect

from engine.profile.presets import STANDARD_PRESET, Preset
from scenes.render.renderer import Renderer
from scenes.render.widgets import Button, IconButton, Label, Panel, Scroll, Widget
from scenes.text.catalogue import Words
from scenes.text.option_texts import changed_rule_names_and_helps

PAD = 20.0
GAP = 10.0
ROW_HEIGHT = 44.0
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


def _text_key(slug: str, preset: Preset, field: str) -> str:
    return f"{'app' if preset.name == STANDARD_PRESET else slug}.preset.{preset.name}.{field}"


def preset_name(words: Words, slug: str, preset: Preset) -> str:
    """Return the display name of a house rule preset."""
    return preset.name if preset.path else words(_text_key(slug, preset, "name"))


def preset_help(words: Words, slug: str, preset: Preset) -> str:
    """Return a short description of a house rule preset; for an own one, the names of the rules it changes."""
    if not preset.path:
        return words(_text_key(slug, preset, "help"))
    changed = [name for name, _ in changed_rule_names_and_helps(words, slug, preset.options)]
    return words.join_semicolons(changed) or words("app.preset.standard.help")


def _head_height(renderer: Renderer) -> float:
    """Return the height of the presets panel's heading, in which its icon buttons don't overlap the presets below."""
    return max(_MIN_HEAD_HEIGHT, _TOOL_CENTRE_Y + renderer.min_target_size - ROW_HEIGHT / 2)


def panel_height(renderer: Renderer, width: float, labels: Sequence[str], max_height: float) -> float:
    """Return the presets panel's height for all rows of buttons, or as many as fit ``max_height``, at least one."""
    gap, head = renderer.row_gap(GAP, ROW_HEIGHT), _head_height(renderer)
    rows = min(
        len(_row_layout(renderer, width - 2 * PAD, labels)),
        int((max_height - head - _BOTTOM_MARGIN + gap) / (ROW_HEIGHT + gap)),
    )
    return head + max(1, rows) * (ROW_HEIGHT + gap) - gap + _BOTTOM_MARGIN


def _row_layout(renderer: Renderer, width: float, labels: Sequence[str]) -> list[list[tuple[int, float]]]:
    """Return index and button width of each preset's label, row by row. Two labels share a row if both fit."""
    needs = [renderer.text_width(label, "button_small") + 26 for label in labels]
    half = (width - GAP) / 2
    rows: list[list[tuple[int, float]]] = []
    for i, need in enumerate(needs):
        last = rows[-1] if rows else []
        if len(last) == 1 and needs[last[0][0]] + GAP + need <= width:
            before = last[0][0]
            spare = (width - GAP - needs[before] - need) / 2
            first = half if max(needs[before], need) <= half else needs[before] + spare
            last[:] = [(before, first), (i, width - GAP - first)]
        else:
            rows.append([(i, half if need <= half else width)])
    return rows


def presets_panel(
    renderer: Renderer, words: Words, area: FRect, content: PresetList, actions: PresetActions
) -> tuple[list[Widget], list[PresetButton]]:
    """Return the widgets of the presets panel in focus order, and the preset buttons among them.

    Args:
        renderer: measures texts.
        words: the text catalogue.
        area: area of the panel, in which the buttons scroll.
        content: content of the panel.
        actions: actions of its buttons.
    """
    slug, presets, options = content
    chosen = next((preset for preset in presets if preset.options == options), None)
    title = Label(words("app.preset.title"), "panel_title")
    title.place_at(renderer, area.left + PAD, area.top + _TOOL_CENTRE_Y + 1, "midleft")
    widgets: list[Widget] = [Panel(area), title]
    labels = [preset_name(words, slug, preset) for preset in presets]
    buttons = [PresetButton(preset, label, actions.choose) for preset, label in zip(presets, labels, strict=True)]
    head, pitch = _head_height(renderer), ROW_HEIGHT + renderer.row_gap(GAP, ROW_HEIGHT)
    list_area = FRect(
        area.left + PAD - 6, area.top + head - 6, area.width - 2 * PAD + 12, area.height - head + 12 - _BOTTOM_MARGIN
    )
    rows = _row_layout(renderer, list_area.width - 12, labels)
    needed = (len(rows) - 1) * pitch + ROW_HEIGHT + 12
    row_width = list_area.width - 12 - (16 if needed > list_area.height + 1 else 0)
    for row, places in enumerate(_row_layout(renderer, row_width, labels)):
        left = 6.0
        for i, width in places:
            buttons[i].rect = FRect(left, 6 + row * pitch, width, ROW_HEIGHT)
            buttons[i].is_chosen = presets[i] is chosen
            needed = max(needed, buttons[i].rect.bottom + 6)
            left += width + GAP
    fits = needed <= list_area.height + 1  # ignore fractions of a pixel
    widgets.append(Scroll(list_area, list_area.height if fits else needed, buttons))
    widgets += _make_tools(renderer, words, area, chosen, actions)
    return widgets, buttons


def _make_tools(
    renderer: Renderer, words: Words, area: FRect, chosen: Preset | None, actions: PresetActions
) -> list[Widget]:
    """Return the icon buttons to rename, copy and delete the active preset of house rules. Built-in presets can only be
    copied.
    """
    if chosen is None:
        return []
    offered = [("copy", "duplicate", actions.duplicate)]
    if chosen.path is not None:
        offered = [("pencil", "rename", actions.rename), *offered, ("bin", "delete", actions.delete)]
    widgets: list[Widget] = []
    right = area.right - PAD + 6
    for icon, name, action in reversed(offered):
        tool = IconButton(icon, partial(action, chosen), name=words(f"app.preset.{name}.name"), size=_TOOL_SIZE)
        tool.place_at(renderer, right, area.top + _TOOL_CENTRE_Y, "midright")
        widgets.append(tool)
        right = tool.rect.left - renderer.row_gap(6, _TOOL_SIZE)
    return widgets[::-1]
