"""The list of options that house rules and settings share, a row for each field."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import pygame
from pygame import FRect, Surface

from engine.options import Option, Value
from scenes.look import box_styles
from scenes.look.boxes import Box
from scenes.look.look import Look, SampleKind
from scenes.look.theme import BRASS, CREAM, GOLD, HAIRLINE, MUTED
from scenes.look.widgets import Gallery, Label, LabelledSlider, Scroll, Segmented, Stepper, Swatches, Widget
from scenes.look.widgets.base import Pos
from scenes.text.rules import OptionTexts

_ROW = 63.0
_PITCH = 74.4
_LEAST_PITCH = 67.0
_HEADING = 40.0
_PAD_LEFT, _PAD_RIGHT = 18.0, 14.0
_SEGMENTS_SHARE = 0.6
"""Share of the row above which the values become a stepper."""
_FEW = 5
"""Maximum number of percentages shown as segments; more are places on a scale."""
_SAMPLES_SHARE = 0.75
"""The same share for pictures of values, which say more than names."""
_APART, _BESIDE, _BELOW = 6.0, 10.0, 14.0
"""Space above what is below a row, besides that between rows; beside each part of it; and below it."""
_GALLERY = (560.0, 430.0)
"""Minimum width and height of a list in which such pictures are large, below their explanation."""


class ChoiceRow(Widget):
    """A row with name, explanation and values of one option; the whole row takes the keyboard focus."""

    def __init__(
        self,
        choice: Option,
        value: Value,
        texts: OptionTexts,
        on_change: Callable[[Value], None],
        *,
        marked: bool = True,
        sample: SampleKind | None = None,
    ) -> None:
        """A ``marked`` row shows which value is the standard, and whether its own differs.

        ``sample`` is the kind of picture that shows each value.
        """
        super().__init__()
        self.choice = choice
        self.name = texts.name(choice)
        self.help = texts.help(choice)
        self.labels = [texts.value(choice, value) for value in choice.values]
        self.on_change = on_change
        self.marked = marked
        self.sample = sample
        self.focusable = True
        self.explained = False
        """Whether the paper beside the list explains it."""
        self._index = choice.values.index(value)
        self._room = self._name_height = self._text_height = 0.0
        self.control: Segmented | Stepper | LabelledSlider = self._segmented()

    def _segmented(self) -> Segmented | LabelledSlider:
        if self.sample:
            return Swatches(
                self.sample, [str(value) for value in self.choice.values], self.labels, self._index, self._changed
            )
        standard = self.choice.values.index(self.choice.default) if self.marked else None
        if _is_percentage(self.choice):
            return LabelledSlider(self.labels, self._index, self._changed, standard=standard)
        return Segmented(self.labels, self._index, self._changed, standard=standard)

    def set_reach(self, reach: float) -> None:
        super().set_reach(reach)
        self.control.set_reach(reach)

    def starts_drag(self, pos: Pos) -> bool:
        return self.control.starts_drag(pos)

    def _changed(self, index: int) -> None:
        self.on_change(self.choice.values[index])

    def place_in(self, look: Look, x: float, y: float, width: float, *, large: bool = False) -> None:
        """Place it, as high as its text needs at this width; with ``large`` pictures if it has pictures."""
        if self.sample and large:
            self._place_gallery(look, x, y, width)
            return
        self.control = self._segmented()
        wide, high = self.control.preferred(look)
        if wide > width * (_SEGMENTS_SHARE if not self.sample else _SAMPLES_SHARE):
            self.control = Stepper(self.labels, self._index, self._changed, standard=self.control.standard)
            wide, high = self.control.preferred(look)
        self._measure(look, width - wide - _PAD_LEFT - _PAD_RIGHT - 16)
        self.rect = FRect(x, y, width, max(_ROW, self._name_height + self._text_height + 18))
        self.control.rect = FRect(self.rect.right - _PAD_RIGHT - wide, self.rect.centery - high / 2, wide, high)

    def _place_gallery(self, look: Look, x: float, y: float, width: float) -> None:
        """Place it with its pictures across its whole width, below the text."""
        names = [str(value) for value in self.choice.values]
        assert self.sample is not None
        inner = width - _PAD_RIGHT - 8
        self.control = Gallery(self.sample, names, self.labels, self._index, self._changed)
        self.control.width = inner
        wide, high = self.control.preferred(look)
        self._measure(look, width - _PAD_LEFT - _PAD_RIGHT)
        text = self._name_height + self._text_height + 14
        self.rect = FRect(x, y, width, text + high + 8)
        self.control.rect = FRect(x + 8, y + text, wide, high)

    def _measure(self, look: Look, room: float) -> None:
        """Measure the text at this width."""
        self._room = room
        self._text_height = look.paragraph(self.help, "explanation", MUTED, room).get_height() / look.scale
        self._name_height = look.paragraph(self.name, "strong", CREAM, room).get_height() / look.scale

    @property
    def differs(self) -> bool:
        """Whether its value is not the standard."""
        return self.control.differs

    def draw(self, look: Look, target: Surface) -> None:
        if self.explained:
            look.draw_box(target, _EXPLAINED, self.rect)
        elif self.differs:
            look.draw_box(target, box_styles.ROW_DIFFERS, self.rect)
        elif self.hovered:
            look.draw_box(target, box_styles.ROW_HOVER, self.rect)
        ink = GOLD if self.differs else CREAM
        x, y = self.rect.left + _PAD_LEFT, self.rect.centery - (self._name_height + self._text_height) / 2
        if isinstance(self.control, Gallery):
            y = self.rect.top + 6
        look.blit(target, look.paragraph(self.name, "strong", ink, self._room), x, y)
        help_ = look.paragraph(self.help, "explanation", MUTED, self._room)
        look.blit(target, help_, x, y + self._name_height)
        self.control.draw(look, target)

    def draw_focus(self, look: Look, target: Surface) -> None:
        if self.focused:
            look.draw_box(
                target,
                Box(10, outlines=box_styles.FOCUS.outlines),
                self.rect.inflate(*(2 * (-18,) if look.high_contrast else 2 * (-6,))),
            )

    def activate(self) -> bool:
        return self.control.activate()

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        changed = self.hover(event, pos)
        self.control.focused = self.focused
        changed |= self.control.handle(event, pos)
        self.pressed = self.control.pressed  # a dragged slider keeps the pointer outside the row, too
        return changed


def _is_percentage(choice: Option) -> bool:
    """Whether an option is a percentage in many steps, which a scale shows."""
    ends = (choice.values[0], choice.values[-1])
    return type(choice.default) is int and ends == (0, 100) and len(choice.values) > _FEW


_EXPLAINED = Box(12, box_styles.ROW_CHOSEN.fill)


class OptionsPanel(Scroll):
    """All options in a column that scrolls, with headings for groups."""

    def __init__(
        self,
        look: Look,
        rect: FRect,
        choices: Sequence[Option],
        options: Any,
        texts: OptionTexts,
        *,
        on_change: Callable[[str, Value], None],
        marked: bool = True,
        heading: Callable[[str], str] | None = None,
        samples: Mapping[str, SampleKind] = MappingProxyType({}),
        below: Mapping[str, Sequence[Widget]] = MappingProxyType({}),
    ) -> None:
        """``heading`` gives the text of a group's heading; without it there are none.

        ``samples``: field -> kind of picture that shows its values. ``below``: field -> what is below its row.
        """
        super().__init__(rect, 0.0)
        self._below = below
        self.rows: list[ChoiceRow] = []
        for choice in choices:

            def changed(value: Value, name: str = choice.name) -> None:
                on_change(name, value)

            self.rows.append(
                ChoiceRow(
                    choice,
                    getattr(options, choice.name),
                    texts,
                    changed,
                    marked=marked,
                    sample=samples.get(choice.name),
                )
            )
        self._separators: list[float] = []
        self._large = rect.width >= _GALLERY[0] and rect.height >= _GALLERY[1]
        self._place(look, heading)

    def _place(self, look: Look, heading: Callable[[str], str] | None) -> None:
        width = self.rect.width
        for attempt in range(2):  # again and narrower if a scroll bar is needed
            self.children = []
            height = self._arrange(look, heading, width)
            if height <= self.rect.height or attempt:
                break
            width -= 18
        self.content = height

    def _arrange(self, look: Look, heading: Callable[[str], str] | None, width: float) -> float:
        """Place everything within a width; returns the total height."""
        for row in self.rows:
            row.place_in(look, 0, 0, width, large=self._large)
        groups = [row.choice.group for row in self.rows]
        heads = sum(1 for i, group in enumerate(groups) if heading and (not i or groups[i - 1] != group))
        tall = sum(row.rect.height for row in self.rows)
        spare = (self.rect.height - tall - heads * _HEADING) / max(1, len(self.rows) - 1 + heads)
        gap = max(_LEAST_PITCH - _ROW, min(_PITCH - _ROW, spare))
        self._separators = []
        y = 0.0
        for i, row in enumerate(self.rows):
            begins = heading is not None and (not i or groups[i - 1] != groups[i])
            if begins and heading is not None:
                y += gap if i else 0
                label = Label(heading(groups[i]), "tag", BRASS)
                label.place(look, _PAD_LEFT, y + 8)
                self.children.append(label)
                y += _HEADING
            elif i:
                self._separators.append(y - gap / 2)
            row.place_in(look, 0, y, width, large=self._large)
            self.children.append(row)
            y += row.rect.height + gap
            y = self._arrange_below(look, row.choice.name, y, width)
        return y - gap

    def _arrange_below(self, look: Look, name: str, y: float, width: float) -> float:
        """Place what belongs to a row below it, in as many lines as it needs; return where it ends."""
        placed = self._below.get(name, ())
        y += _APART if placed else 0.0
        lines: list[list[Widget]] = []
        x = width
        for widget in placed:
            wide = widget.preferred(look)[0]
            if not lines or x + wide > width - _PAD_RIGHT:
                x = _PAD_LEFT
                lines.append([])
            lines[-1].append(widget)
            x += wide + _BESIDE
        for line in lines:
            x, high = _PAD_LEFT, max(widget.preferred(look)[1] for widget in line)
            for widget in line:
                widget.place(look, x, y + high / 2, "midleft")
                x += widget.rect.width + _BESIDE
            y += high + _BELOW
            self.children += line
        return y

    def draw(self, look: Look, target: Surface) -> None:
        with look.clipped(target, self.rect):
            for y in self._separators:
                place = self.rect.top + y - self.offset
                look.fill(target, HAIRLINE, FRect(self.rect.left + 16, place, self.rect.width - 32, 1))
        super().draw(look, target)
