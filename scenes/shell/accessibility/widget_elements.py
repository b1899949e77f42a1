"""Builds the accessible elements of a screen from its widgets.

Most widgets are described by their class and texts. The others implement ``AccessibleWidget``.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pygame
from pygame import FRect, Surface

from scenes.render.accessible_elements import AccessibleElement, AccessibleWidget, Role, ValueRange, heading_level
from scenes.render.drawn_items import DrawnItem, items_of_cache_keys, strip_emphasis_and_breaks
from scenes.render.renderer import Renderer
from scenes.render.widgets import (
    Button,
    Chip,
    IconButton,
    Label,
    LabelledSlider,
    Link,
    Segmented,
    Slider,
    Stepper,
    Tabs,
    TextField,
    Toggle,
    Widget,
)
from scenes.shell.options_panel import OptionRow
from scenes.shell.screen import Screen
from scenes.text.catalogue import Words
from scenes.ui.scroll_view import ScrollView
from scenes.ui.tree import Root

_MAX_SIDE_LABEL_DY = 24.0
"""Maximum vertical distance between the centres of a control and a label beside it, logical pixels."""
_MAX_LABEL_ABOVE_GAP = 60.0
"""Maximum vertical distance from a control to a label above it, logical pixels."""


class _PlacedWidget(NamedTuple):
    """A widget, its area on the screen and its offset there, logical pixels."""

    widget: Widget
    area: FRect
    dx: float
    dy: float


def read_screen(screen: Screen) -> list[AccessibleElement]:
    """Return the accessible elements of all visible widgets of a screen, in focus order."""
    placed = list(_placed_widgets(screen.root))
    focus = screen.root.focus if screen.root.keyboard_used_last else None
    return [part for one in placed for part in _elements(one, placed, screen, focused=one.widget is focus)]


def _placed_widgets(root: Root) -> Iterator[_PlacedWidget]:
    """Yield the visible widgets of a tree."""
    for one in root.placed:
        area, rect = one.screen_area, one.node.rect
        if not isinstance(one.node, ScrollView):
            yield _PlacedWidget(one.node, area, area.x - rect.x, area.y - rect.y)


def _elements(
    placed: _PlacedWidget, others: Sequence[_PlacedWidget], screen: Screen, *, focused: bool
) -> list[AccessibleElement]:
    """Return the accessible elements of one widget."""
    widget, area = placed.widget, screen.to_window_rect(placed.area)
    if isinstance(widget, AccessibleWidget):
        elements = [
            _to_window_pixels(element, placed, area, screen)
            for element in widget.accessible_elements(screen.context.words.card)
        ]
        if not widget.focusable or len(elements) != 1:
            return elements
        return [_add_actions(elements[0], widget, screen, focused=focused)]
    if isinstance(widget, Label):
        level = heading_level(widget.style)
        name = strip_emphasis_and_breaks(widget.string)
        return [AccessibleElement("heading" if level else "text", name, area, heading_level=level)] if name else []
    if not widget.focusable:
        return _text_elements(widget, area, screen)
    return [
        _add_actions(
            control_element(
                widget,
                screen.renderer,
                screen.context.words,
                area,
                lambda: strip_emphasis_and_breaks(widget.accessible_name) or _label_text(placed, others),
            ),
            widget,
            screen,
            focused=focused,
        )
    ]


def _to_window_pixels(
    element: AccessibleElement, placed: _PlacedWidget, area: FRect, screen: Screen
) -> AccessibleElement:
    """Convert the bounds of a widget's own accessible element to window pixels."""
    there = area if element.bounds is None else screen.to_window_rect(element.bounds.move(placed.dx, placed.dy))
    inner = tuple(_to_window_pixels(each, placed, there, screen) for each in element.children)
    return element._replace(bounds=there, children=inner)


def _add_actions(element: AccessibleElement, widget: Widget, screen: Screen, *, focused: bool) -> AccessibleElement:
    """Add focus and press actions to a widget's accessible element."""

    def focus() -> None:
        screen.focus_widget(widget)

    def press() -> None:
        screen.focus_widget(widget)
        screen.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0), None)

    usable = element._replace(is_focused=focused, is_enabled=widget.enabled, focus=focus)
    return usable if element.press is not None or element.children else usable._replace(press=press)


def _text_elements(widget: Widget, area: FRect, screen: Screen) -> list[AccessibleElement]:
    """Return the texts of a widget without actions as one accessible element; headings are elements of their own."""
    items = items_drawn_by_widget(widget, screen.renderer)
    elements: list[AccessibleElement] = []
    line: list[str] = []
    for item in items:
        level = heading_level(item.style)
        if level:
            elements.append(AccessibleElement("heading", item.text, area, heading_level=level))
        else:
            line.append(item_name(item, screen.context.words))
    if line:
        elements.append(AccessibleElement("text", ", ".join(line), area))
    return elements


def item_name(item: DrawnItem, words: Words) -> str:
    """Return a drawn text, or the name of a drawn card."""
    return words.card(item.card) if item.card is not None else item.text


def items_drawn_by_widget(widget: Widget, renderer: Renderer) -> list[DrawnItem]:
    """Return the texts and cards that a widget draws, in order. Nothing is painted."""
    nowhere = Surface((1, 1), pygame.SRCALPHA)
    with renderer.cache.record_keys_in_dry_run() as keys:
        widget.draw(renderer, nowhere)
    return items_of_cache_keys(keys)


def control_element(
    widget: Widget, renderer: Renderer, words: Words, area: FRect, find_label: Callable[[], str] = str
) -> AccessibleElement:
    """Return the accessible element of a focusable widget by its class, without focus and press actions.

    Args:
        widget: the focusable widget.
        renderer: draws the widget to find its texts.
        words: texts.
        area: area of the widget, window pixels.
        find_label: finds the text of a nearby label; called if the widget has no text of its own.
    """
    match widget:
        case OptionRow():
            return _choice_element(widget.control, widget.name, area, strip_emphasis_and_breaks(widget.help))
        case Toggle():
            return AccessibleElement("switch", find_label(), area, is_on=widget.is_on)
        case Segmented() | Stepper() | Slider():
            return _choice_element(widget, find_label(), area)
        case TextField():
            return AccessibleElement(
                "field",
                find_label() or widget.placeholder,
                area,
                field_text=widget.text_formatted_at_rest,
                text_anchor_and_caret=(widget.editor.anchor, widget.editor.caret),
                set_text=widget.replace_text,
                select_text=widget.editor.select,
            )
        case Link():
            return AccessibleElement("link", strip_emphasis_and_breaks(widget.label), area)
    name, key = widget.accessible_name, ""
    match widget:
        case IconButton():
            name, key = widget.accessible_name or widget.name, widget.key_hint
        case Button():
            name, key = (
                (f"{widget.label}, {widget.second_line}" if widget.second_line else widget.label),
                widget.key_hint,
            )
        case Chip():
            name, key = widget.string, widget.key_hint
    chosen = True if getattr(widget, "is_chosen", False) is True else None
    spoken_name = (
        strip_emphasis_and_breaks(name)
        or ", ".join(item_name(item, words) for item in items_drawn_by_widget(widget, renderer))
        or find_label()
    )
    return AccessibleElement("button", spoken_name, area, shortcut=key, is_chosen=chosen)


def _choice_element(
    control: Segmented | Stepper | Slider, name: str, area: FRect, details: str = ""
) -> AccessibleElement:
    """Return the accessible element of a choice widget: a list of options, or a number with its label in the name."""
    if isinstance(control, Segmented):
        kinds: tuple[Role, Role] = ("tabs", "tab") if isinstance(control, Tabs) else ("choice", "option")
        options = tuple(
            AccessibleElement(
                kinds[1],
                label,
                is_chosen=i == control.chosen_index,
                is_enabled=control.enabled,
                press=_make_choose_action(control, i),
            )
            for i, label in enumerate(control.labels)
        )
        return AccessibleElement(kinds[0], name, area, description=details, children=options)
    now, last = (
        (control.chosen_index, len(control.labels) - 1)
        if isinstance(control, Stepper)
        else (control.value, control.steps)
    )
    label = "" if not isinstance(control, Stepper | LabelledSlider) else control.labels[now]
    role: Role = "spinner" if isinstance(control, Stepper) else "slider"

    def set_value(value: float) -> None:
        control.choose(round(value))

    return AccessibleElement(
        role,
        f"{name}: {label}" if name and label else name or label,
        area,
        description=details,
        value_range=ValueRange(now, 0, last),
        set_value=set_value,
    )


def _make_choose_action(control: Segmented, index: int) -> Callable[[], bool]:
    return lambda: control.choose(index)


def _label_text(placed: _PlacedWidget, others: Sequence[_PlacedWidget]) -> str:
    """Return the text of the label nearest to a widget: at the left, else right above, else at the right."""
    labels = [each for each in others if isinstance(each.widget, Label)]
    level = [
        each
        for each in labels
        if abs(each.area.centery - placed.area.centery) <= max(_MAX_SIDE_LABEL_DY, placed.area.h / 2)
    ]
    beside = [each for each in level if each.area.left < placed.area.left]
    above = [
        each
        for each in labels
        if 0 <= placed.area.top - each.area.bottom <= _MAX_LABEL_ABOVE_GAP
        and each.area.left <= placed.area.right
        and each.area.right >= placed.area.left
        and each.area.left <= placed.area.right
        and each.area.right >= placed.area.left
    ]
    near = max(beside, key=lambda each: (each.area.left, -abs(each.area.centery - placed.area.centery)), default=None)
    near = near or max(above, key=lambda each: each.area.bottom, default=None)
    behind = [each for each in level if each.area.left >= placed.area.right]
    near = near or min(behind, key=lambda each: each.area.left, default=None)
    return strip_emphasis_and_breaks(near.widget.string) if near is not None and isinstance(near.widget, Label) else ""
