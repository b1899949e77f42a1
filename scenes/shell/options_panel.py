"""The generated list of choices that house rules and settings share: a row for each field, and what it says."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import pygame
from pygame import FRect, Surface

from engine.options import Option, Value, differing
from scenes.look import box_styles
from scenes.look.boxes import Box
from scenes.look.look import Look, SampleKind
from scenes.look.theme import BRASS, CREAM, GOLD, HAIRLINE, MUTED
from scenes.look.widgets import Label, LabelledSlider, Scroll, Segmented, Stepper, Swatches, Widget
from scenes.look.widgets.base import Pos
from scenes.text.words import Words

_ROW = 63.0
_PITCH = 74.4
_LEAST_PITCH = 67.0
_HEADING = 40.0
_PAD_LEFT, _PAD_RIGHT = 18.0, 14.0
_SEGMENTS_SHARE = 0.6
"""A choice whose values take more than this share of the row becomes a stepper."""
_FEW = 5
"""So many values at most stand beside each other even where they are places on a line."""
_SAMPLES_SHARE = 0.75
"""The same for pictures of values, which say more than names."""


class Texts(NamedTuple):
    """Where the texts of a set of choices are: ``prefix.<field>.name`` and so on."""

    words: Words
    prefix: str

    def name(self, choice: Option) -> str:
        """Its label."""
        return self.words(f"{self.prefix}.{choice.name}.name")

    def help(self, choice: Option) -> str:
        """One line about it."""
        return self.words(f"{self.prefix}.{choice.name}.help")

    def more(self, choice: Option) -> str:
        """What it changes; the help where nothing more is written."""
        key = f"{self.prefix}.{choice.name}.more"
        return self.words(key) if key in self.words else self.help(choice)

    def value(self, choice: Option, value: Value) -> str:
        """The label of a value: its own, else yes and no, else the value as it is."""
        key = f"{self.prefix}.{choice.name}.value.{value}"
        if key in self.words:
            return self.words(key)
        if isinstance(value, bool):
            return self.words("app.button.yes" if value else "app.button.no")
        return str(value)

    def valued(self, choice: Option, value: Value) -> str:
        """The name with the value, where that says more than yes."""
        name = self.name(choice)
        return name if value is True else self.words("app.rules.valued", name=name, value=self.value(choice, value))


def rules_in_force(words: Words, slug: str, options: Any) -> list[tuple[str, str]]:
    """Name (with the value, where it says more than yes) and explanation of each house rule that differs."""
    texts = Texts(words, f"{slug}.option")
    return [(texts.valued(choice, value), texts.help(choice)) for choice, value in differing(options)]


class ChoiceRow(Widget):
    """Name, explanation and the values of one choice; the whole row has the keyboard's focus."""

    def __init__(
        self,
        choice: Option,
        value: Value,
        texts: Texts,
        on_change: Callable[[Value], None],
        *,
        marked: bool = True,
        sample: SampleKind | None = None,
    ) -> None:
        """``sample`` is a kind of picture of the look that shows each value.

        ``marked`` rows show which value is the standard, and whether theirs differs from it.
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
        """What the paper beside the list is about."""
        self._index = choice.values.index(value)
        self.control: Segmented | Stepper | LabelledSlider = self._segmented()

    def _segmented(self) -> Segmented | LabelledSlider:
        if self.sample:
            return Swatches(
                self.sample, [str(value) for value in self.choice.values], self.labels, self._index, self._changed
            )
        standard = self.choice.values.index(self.choice.default) if self.marked else None
        if _per_cent(self.choice):
            return LabelledSlider(self.labels, self._index, self._changed, standard=standard)
        return Segmented(self.labels, self._index, self._changed, standard=standard)

    def set_reach(self, reach: float) -> None:
        super().set_reach(reach)
        self.control.set_reach(reach)

    def starts_drag(self, pos: Pos) -> bool:
        return self.control.starts_drag(pos)

    def _changed(self, index: int) -> None:
        self.on_change(self.choice.values[index])

    def place_in(self, look: Look, x: float, y: float, width: float) -> None:
        """Lies at a place, as wide as given and as high as its text needs."""
        self.control = self._segmented()
        wide, high = self.control.preferred(look)
        if wide > width * (_SEGMENTS_SHARE if not self.sample else _SAMPLES_SHARE):
            self.control = Stepper(self.labels, self._index, self._changed, standard=self.control.standard)
            wide, high = self.control.preferred(look)
        self._room = width - wide - _PAD_LEFT - _PAD_RIGHT - 16
        text = look.paragraph(self.help, "explanation", MUTED, self._room).get_height() / look.scale
        name = look.paragraph(self.name, "strong", CREAM, self._room).get_height() / look.scale
        self._name_height, self._text_height = name, text
        self.rect = FRect(x, y, width, max(_ROW, name + text + 18))
        self.control.rect = FRect(self.rect.right - _PAD_RIGHT - wide, self.rect.centery - high / 2, wide, high)

    @property
    def differs(self) -> bool:
        """Its value is not the standard."""
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
        self.pressed = self.control.pressed  # a slider that is dragged keeps the pointer, wherever it goes
        return changed


def _per_cent(choice: Option) -> bool:
    """A part of a hundred, in many steps, is a place on a line."""
    ends = (choice.values[0], choice.values[-1])
    return type(choice.default) is int and ends == (0, 100) and len(choice.values) > _FEW


_EXPLAINED = Box(12, box_styles.ROW_CHOSEN.fill)


class OptionsPanel(Scroll):
    """All choices below each other, under headings where they have groups; scrolls when they are many."""

    def __init__(
        self,
        look: Look,
        rect: FRect,
        choices: Sequence[Option],
        options: Any,
        texts: Texts,
        *,
        on_change: Callable[[str, Value], None],
        marked: bool = True,
        heading: Callable[[str], str] | None = None,
        samples: Mapping[str, SampleKind] = MappingProxyType({}),
    ) -> None:
        """``samples``: field -> kind of picture that shows its values.

        ``heading`` gives the text of a group's heading; without it there are none.
        """
        super().__init__(rect, 0.0)
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
        self._rules: list[float] = []
        self._place(look, heading)

    def _place(self, look: Look, heading: Callable[[str], str] | None) -> None:
        width = self.rect.width
        for attempt in range(2):  # again, narrower, when a scroll bar is needed
            self.children = []
            height = self._arrange(look, heading, width)
            if height <= self.rect.height or attempt:
                break
            width -= 18
        self.content = height

    def _arrange(self, look: Look, heading: Callable[[str], str] | None, width: float) -> float:
        """Places everything within a width; returns the height of it all."""
        for row in self.rows:
            row.place_in(look, 0, 0, width)
        groups = [row.choice.group for row in self.rows]
        heads = sum(1 for i, group in enumerate(groups) if heading and (not i or groups[i - 1] != group))
        tall = sum(row.rect.height for row in self.rows)
        spare = (self.rect.height - tall - heads * _HEADING) / max(1, len(self.rows) - 1 + heads)
        gap = max(_LEAST_PITCH - _ROW, min(_PITCH - _ROW, spare))
        self._rules = []
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
                self._rules.append(y - gap / 2)
            row.place_in(look, 0, y, width)
            self.children.append(row)
            y += row.rect.height + gap
        return y - gap

    def draw(self, look: Look, target: Surface) -> None:
        with look.clipped(target, self.rect):
            for y in self._rules:
                place = self.rect.top + y - self.offset
                look.fill(target, HAIRLINE, FRect(self.rect.left + 16, place, self.rect.width - 32, 1))
        super().draw(look, target)
