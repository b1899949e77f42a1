"""What the screen of statistics looks at: the filters, their words, and how they lie beside each other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pygame import FRect

from engine.games import GAMES
from engine.people import LEVELS
from engine.statistics.store import CHANGED, Selection
from engine.statistics.writing import UNNAMED
from scenes.look.look import Look
from scenes.look.widgets import Button, Label, Panel, Scroll, Segmented, Stepper, Widget
from scenes.shell.dialog import Dialog
from scenes.shell.screen import MARGIN
from scenes.text.words import Words

PERIODS = (None, 365, 30, 7)
"""Days up to today; None takes all."""
HIGH = 46.0
GAP = 12.0
_STRETCH = 1.5
"""A row of filters is widened at most so much to reach both edges."""


@dataclass(frozen=True)
class Query:
    """What the player wants to see."""

    game: str | None = None
    period: int | None = None
    level: str | None = None
    rules: str | None = None
    helped: bool = False
    name: str | None = None

    def wanted(self, today: int) -> Selection:
        """The same for the statistics; ``today`` as ``date.toordinal`` counts days."""
        since = None if self.period is None else today - self.period + 1
        return Selection(self.name, self.game, self.level, self.rules, self.helped, since)


class Filter(NamedTuple):
    """One thing that is chosen: a field of ``Query``, its values and what they are called."""

    field: str
    values: tuple[Any, ...]
    labels: tuple[str, ...]

    def chosen(self, asked: Query) -> int:
        """Which value is asked for."""
        value = getattr(asked, self.field)
        return self.values.index(value) if value in self.values else 0

    def label(self, asked: Query) -> str:
        """What is asked for, in words."""
        return self.labels[self.chosen(asked)]


def filters(words: Words, names: Sequence[str], levels: Sequence[str]) -> list[Filter]:
    """All filters that have something to choose between.

    Args:
        words: of the language.
        names: of the persons who played.
        levels: at which something was counted.
    """
    known = [level for level in LEVELS if level in levels or UNNAMED not in levels]
    several = (None, *known, *((UNNAMED,) if UNNAMED in levels else ()))
    level_names = {None: words("app.stats.level.all"), UNNAMED: words("app.stats.level.people")}
    found = [
        Filter("game", (None, *GAMES), (words("app.stats.game.all"), *(words(f"{slug}.title") for slug in GAMES))),
        Filter("period", PERIODS, tuple(words(f"app.stats.period.{days or 'all'}") for days in PERIODS)),
        Filter("level", several, tuple(level_names.get(one) or words(f"app.level.{one}") for one in several)),
        Filter(
            "rules", (None, "", CHANGED), tuple(words(f"app.stats.rules.{one}") for one in ("all", "standard", "own"))
        ),
        Filter("helped", (False, True), (words("app.stats.helped.no"), words("app.stats.helped.yes"))),
    ]
    if len(names) > 1:
        told = tuple(name or words("app.stats.name.none") for name in names)
        found.append(Filter("name", (None, *names), (words("app.stats.name.all"), *told)))
    return found


Change = Callable[[Query], None]


def _control(look: Look, one: Filter, asked: Query, change: Change, *, wide: bool) -> Segmented | Stepper:
    def chosen(index: int) -> None:
        change(replace(asked, **{one.field: one.values[index]}))

    make = Segmented if wide else Stepper
    control = make(list(one.labels), one.chosen(asked), chosen)
    control.rect = FRect(0, 0, *control.preferred(look))
    return control


def rows(look: Look, area: FRect, several: Sequence[Filter], asked: Query, change: Change) -> list[Widget]:
    """The filters in as few rows as hold them, from the top of ``area`` down; it is as wide as they may be."""
    lines: list[list[Segmented | Stepper]] = []
    for one in several:
        control = _control(look, one, asked, change, wide=True)
        if control.rect.width > area.width:
            control = _control(look, one, asked, change, wide=False)
        used = sum(other.rect.width + GAP for other in lines[-1]) if lines else area.width
        if used + control.rect.width > area.width:
            lines.append([])
        lines[-1].append(control)
    y = area.top
    for line in lines:
        taken = sum(control.rect.width for control in line)
        factor = min(_STRETCH, (area.width - GAP * (len(line) - 1)) / taken)
        x = area.left
        for control in line:
            control.rect = FRect(x, y, control.rect.width * factor, HIGH)
            x = control.rect.right + GAP
        y += HIGH + GAP
    return [control for line in lines for control in line]


class FilterDialog(Dialog):
    """The filters below each other, where the screen has no room for them.

    Args:
        screen: the screen below; it shows at once what is chosen.
        several: the filters.
    """

    def __init__(self, context: Any, several: Sequence[Filter], asked: Callable[[], Query], change: Change) -> None:
        super().__init__(context, context.words("app.stats.filters"), (), ())
        self.several = tuple(several)
        self.asked = asked
        self.change = change

    def build(self) -> None:
        look, words = self.look, self.context.words
        wide = min(520.0, look.width - 2 * MARGIN)
        needed = len(self.several) * (HIGH + GAP)
        high = min(needed + 148, look.height - 20)
        panel = FRect((look.width - wide) / 2, (look.height - high) / 2, wide, high)
        title = Label(self.title, "panel_title")
        title.place(look, panel.left + 24, panel.top + 16)
        done = Button(words("app.button.done"), self.back, kind="primary", icon="check")
        done.rect = FRect(panel.left + 20, panel.bottom - 64, wide - 40, 48)
        room = FRect(panel.left + 14, panel.top + 60, wide - 28, done.rect.top - panel.top - 60 - 12)
        controls: list[Widget] = []
        for i, one in enumerate(self.several):
            control = _control(look, one, self.asked(), self._changed, wide=False)
            control.rect = FRect(6, 6 + i * (HIGH + GAP), room.width - 12 - (16 if needed > room.height else 0), HIGH)
            controls.append(control)
        self.group.add(Panel(panel), title, Scroll(room, needed, controls), done)
        if self.group.focus is None:
            self.group.set_focus(controls[0])

    def _changed(self, asked: Query) -> None:
        self.change(asked)
        self.lay_out()

    def confirm(self) -> None:
        self.back()


def default(name: str, names: Sequence[str]) -> Query:
    """What is shown first: the matches of the person whom the settings name, where there are any, else everybody's."""
    return Query(name=name if name in names and len(names) > 1 else None)
