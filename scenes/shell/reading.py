"""What a screen made of widgets says to a screen reader: a ``Part`` for each widget, from its kind and its texts.

Screens and widgets know nothing of this, except for the few whose meaning isn't in their texts: ``Widget.described``.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import pygame
from pygame import FRect, Surface

from scenes.look.look import Look
from scenes.look.parts import Described, Part, Role, Scale, headings_level
from scenes.look.seen import Seen, plain, read
from scenes.look.widgets import (
    Button,
    Chip,
    Group,
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
from scenes.shell.options_panel import ChoiceRow
from scenes.shell.screen import Screen
from scenes.text.words import Words

_BESIDE = 24.0
"""Maximum difference in height between a control and the words at its left that name it, logical pixels."""
_ABOVE = 60.0
"""Maximum distance from a control up to the words that name it, logical pixels."""


class _Placed(NamedTuple):
    """A widget and its area on the screen, logical pixels."""

    widget: Widget
    area: FRect
    dx: float
    dy: float


def read_screen(screen: Screen) -> list[Part]:
    """Everything on a screen that can be read, in focus order."""
    placed = list(_placed(screen.group, 0.0, 0.0))
    focus = screen.group.focus if screen.group.keyboard else None
    return [part for one in placed for part in _parts(one, placed, screen, focused=one.widget is focus)]


def _placed(group: Group, dx: float, dy: float) -> Iterator[_Placed]:
    """The visible widgets of a group and the groups in it."""
    own = isinstance(group, Described)
    if own:
        yield _Placed(group, group.rect.move(dx, dy), dx, dy)
    x, y = group.origin
    for child in group.children:
        if not child.visible:
            continue
        if isinstance(child, Group):
            yield from _placed(child, dx + x, dy + y)
        elif not own or child.focusable:
            yield _Placed(child, child.rect.move(dx + x, dy + y), dx + x, dy + y)


def _parts(one: _Placed, others: Sequence[_Placed], screen: Screen, *, focused: bool) -> list[Part]:
    """The parts of one widget."""
    widget, area = one.widget, screen.in_window(one.area)
    if isinstance(widget, Described):
        moved = [_moved(part, one, area, screen) for part in widget.described(screen.context.words.card)]
        if not widget.focusable or len(moved) != 1:
            return moved
        return [_usable(moved[0], widget, screen, focused=focused)]
    if isinstance(widget, Label):
        level = headings_level(widget.style)
        name = plain(widget.string)
        return [Part("heading" if level else "text", name, area, level=level)] if name else []
    if not widget.focusable:
        return _texts(widget, area, screen)
    return [
        _usable(
            control(widget, screen.look, screen.context.words, area, lambda: _label_of(one, others)),
            widget,
            screen,
            focused=focused,
        )
    ]


def _moved(part: Part, one: _Placed, area: FRect, screen: Screen) -> Part:
    """A widget's own part, at its place in the picture."""
    there = area if part.area is None else screen.in_window(part.area.move(one.dx, one.dy))
    inner = tuple(_moved(each, one, there, screen) for each in part.parts)
    return part._replace(area=there, parts=inner)


def _usable(part: Part, widget: Widget, screen: Screen, *, focused: bool) -> Part:
    """The part of a widget that can be focused and pressed."""

    def focus() -> None:
        screen.focus_on(widget)

    def press() -> None:
        screen.focus_on(widget)
        screen.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="", scancode=0), None)

    usable = part._replace(focused=focused, enabled=widget.enabled, focus=focus)
    return usable if part.press is not None or part.parts else usable._replace(press=press)


def _texts(widget: Widget, area: FRect, screen: Screen) -> list[Part]:
    """The texts of a widget that only shows something, as one part; headings apart."""
    found = drawn_by(widget, screen.look)
    parts: list[Part] = []
    line: list[str] = []
    for one in found:
        level = headings_level(one.style)
        if level:
            parts.append(Part("heading", one.text, area, level=level))
        else:
            line.append(named(one, screen.context.words))
    if line:
        parts.append(Part("text", ", ".join(line), area))
    return parts


def named(one: Seen, words: Words) -> str:
    """The words for a text or card."""
    return words.card(one.card) if one.card is not None else one.text


def drawn_by(widget: Widget, look: Look) -> list[Seen]:
    """The texts and cards that a widget would draw, in order. Nothing is painted."""
    nowhere = Surface((1, 1), pygame.SRCALPHA)
    with look.store.noted() as keys:
        widget.draw(look, nowhere)
    return read(keys)


def control(widget: Widget, look: Look, words: Words, area: FRect, label: Callable[[], str] = str) -> Part:
    """A widget that can be focused, by its kind, without what focuses and presses it.

    Args:
        widget: to be read.
        look: draws it.
        words: texts.
        area: where it is, pixels of the picture.
        label: finds the words that name it, if it doesn't do that itself.
    """
    match widget:
        case ChoiceRow():
            return _choice(widget.control, widget.name, area, plain(widget.help))
        case Toggle():
            return Part("switch", label(), area, on=widget.on)
        case Segmented() | Stepper() | Slider():
            return _choice(widget, label(), area)
        case TextField():

            def write(text: str) -> None:
                widget.text = ""
                widget.write(text)

            return Part("field", label() or widget.placeholder, area, text=widget.text, write=write)
        case Link():
            return Part("link", plain(widget.label), area)
    name, key = widget.spoken, ""
    match widget:
        case IconButton():
            name, key = widget.spoken or widget.name, widget.key
        case Button():
            name, key = (f"{widget.label}, {widget.second}" if widget.second else widget.label), widget.hint
        case Chip():
            name, key = widget.string, widget.key
    chosen = True if getattr(widget, "chosen", False) is True else None
    said = plain(name) or ", ".join(named(seen, words) for seen in drawn_by(widget, look)) or label()
    return Part("button", said, area, shortcut=key, chosen=chosen)


def _choice(control: Segmented | Stepper | Slider, name: str, area: FRect, details: str = "") -> Part:
    """A choice of one value among several; many are a number on a scale whose name says what it stands for."""
    if isinstance(control, Segmented):
        kinds: tuple[Role, Role] = ("tabs", "tab") if isinstance(control, Tabs) else ("choice", "option")
        options = tuple(
            Part(kinds[1], label, chosen=i == control.chosen, enabled=control.enabled, press=_chooses(control, i))
            for i, label in enumerate(control.labels)
        )
        return Part(kinds[0], name, area, details=details, parts=options)
    now, last = (
        (control.chosen, len(control.labels) - 1) if isinstance(control, Stepper) else (control.value, control.steps)
    )
    label = "" if not isinstance(control, Stepper | LabelledSlider) else control.labels[now]
    role: Role = "spinner" if isinstance(control, Stepper) else "slider"

    def set_value(value: float) -> None:
        control.choose(round(value))

    return Part(
        role,
        f"{name}: {label}" if name and label else name or label,
        area,
        details=details,
        scale=Scale(now, 0, last),
        set_value=set_value,
    )


def _chooses(control: Segmented, index: int) -> Callable[[], bool]:
    return lambda: control.choose(index)


def _label_of(one: _Placed, others: Sequence[_Placed]) -> str:
    """The words that name a control: those at its left in the same line, else those right above it, else those at its
    right, as of a switch.
    """
    labels = [each for each in others if isinstance(each.widget, Label)]
    level = [each for each in labels if abs(each.area.centery - one.area.centery) <= max(_BESIDE, one.area.h / 2)]
    beside = [each for each in level if each.area.left < one.area.left]
    above = [
        each
        for each in labels
        if 0 <= one.area.top - each.area.bottom <= _ABOVE
        and each.area.left <= one.area.right
        and each.area.right >= one.area.left
        and each.area.left <= one.area.right
        and each.area.right >= one.area.left
    ]
    near = max(beside, key=lambda each: (each.area.left, -abs(each.area.centery - one.area.centery)), default=None)
    near = near or max(above, key=lambda each: each.area.bottom, default=None)
    behind = [each for each in level if each.area.left >= one.area.right]
    near = near or min(behind, key=lambda each: each.area.left, default=None)
    return plain(near.widget.string) if near is not None and isinstance(near.widget, Label) else ""
