"""The panel of the seating screen for the chosen chair: its candidates, or the person who sits there."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from pygame import FRect

from engine.match.record import PERSON, Chair
from engine.people import CHARACTERS, LEVELS
from scenes.look.look import Look
from scenes.look.theme import MUTED
from scenes.look.widgets import Chip, IconButton, Label, Panel, Segmented, Widget
from scenes.seating.person_panel import TWO_ROWS, PersonShown, person_height, person_panel
from scenes.seating.seat_plan import SeatPlan
from scenes.seating.tiles import Candidate
from scenes.text.words import Words

_CHIP = 760.0
"""Panel width from which the random choice has a text beside its icon."""
_GAP = 5.0


class ChairChooser(Protocol):
    """The parts of the seating screen that the panel uses."""

    plan: SeatPlan
    chair: int
    """Number of the chosen chair; 0 is the player's own."""

    @property
    def chairs(self) -> Sequence[Chair]:
        """All chairs, by seat."""

    @property
    def own(self) -> Chair:
        """The player's chair."""

    def unnamed(self, seat: int) -> str:
        """Name of a person without one."""

    def sit(self, slug: str) -> None:
        """Give the chosen chair to a computer player."""

    def sit_person(self) -> None:
        """Give the chosen chair to a person."""

    def set_level(self, level: str) -> None:
        """Set the level of the computer player in the chosen chair."""

    def surprise(self) -> None:
        """Give the chosen chair to a random computer player."""

    def take_portrait(self, portrait: str) -> None:
        """Set the portrait of the person in the chosen chair."""

    def write_name(self, name: str) -> None:
        """Set the name of the person in the chosen chair."""


class ChairPanel:
    """Builds the widgets of the panel.

    Args:
        seating: the chairs, of which one is chosen.
        look: measures texts.
        words: texts.
        high: whether there is room for large portraits.
    """

    def __init__(self, seating: ChairChooser, look: Look, words: Words, *, high: bool) -> None:
        self.seating = seating
        self.look = look
        self.words = words
        self.high = high

    @property
    def _person(self) -> bool:
        return self.seating.chairs[self.seating.chair].who == PERSON

    def height(self, wide: float) -> float:
        """Return the panel's height for a width, logical pixels."""
        if self._person:
            return person_height(wide, self.high)
        if wide < TWO_ROWS:
            return 108.0 + 2 * 118 + 10
        return 60.0 + (158 if self.high else 124)

    def widgets(self, panel: FRect) -> list[Widget]:
        """Return all widgets in focus order."""
        return self._of_person(panel) if self._person else self._of_candidates(panel)

    def _of_person(self, panel: FRect) -> list[Widget]:
        seating, seat = self.seating, self.seating.chair
        chair = seating.own if seat == 0 else seating.plan.persons[seat]
        shown = PersonShown(chair.name, chair.portrait, seating.unnamed(seat), further=seat > 0)
        leave = partial(seating.sit, seating.plan.line_up[seat - 1].who) if seat else None
        return person_panel(
            self.words, self.look, panel, shown, take=seating.take_portrait, write=seating.write_name, leave=leave
        )

    def _of_candidates(self, panel: FRect) -> list[Widget]:
        seating, words = self.seating, self.words
        chosen = seating.chairs[seating.chair]
        head, one_line = self._head(panel, chosen)
        top = panel.top + (60 if one_line else 108)
        rows = 1 if panel.width >= TWO_ROWS else 2
        columns = -(-(len(CHARACTERS) + 1) // rows)
        cell = (panel.width - 28 - (columns - 1) * _GAP) / columns
        high = (panel.bottom - 10 - top) / rows
        seated = seating.plan.seated()
        cells = []
        for person in CHARACTERS.values():
            mine = person.slug == chosen.who
            away = person.slug in seated and not mine
            shown = "" if away else chosen.level if mine else person.level
            text = words("app.seating.seated") if away else words(f"app.level.{shown}")
            sit = partial(seating.sit, person.slug)
            cells.append(Candidate(person.slug, person.name, text, shown, sit, chosen=mine))
            cells[-1].enabled = not away
        next_ = seating.plan.next_person(seating.own.portrait)
        name, text = next_.name or words("app.seating.someone"), words("app.seating.someone.where")
        cells.append(Candidate(next_.portrait, name, text, "", seating.sit_person, chosen=False))
        for i, candidate in enumerate(cells):
            row, place = divmod(i, columns)
            left = panel.left + 14 + place * (cell + _GAP)
            candidate.rect = FRect(left, top + row * high, cell, high - 4 * (rows - 1))
        return [Panel(panel), *head, *cells]

    def _head(self, panel: FRect, chosen: Chair) -> tuple[list[Widget], bool]:
        """Return the head with name and level, and whether it takes one line."""
        look, words, seating = self.look, self.words, self.seating
        level = Segmented(
            [words(f"app.level.{level}") for level in LEVELS],
            LEVELS.index(chosen.level),
            lambda i: seating.set_level(LEVELS[i]),
        )
        wide = level.preferred(look)[0]
        one = panel.width >= TWO_ROWS
        surprise: Chip | IconButton
        if one:
            level.rect = FRect(panel.right - 14 - wide, panel.top + 10, wide, 40)
        else:
            level.rect = FRect(panel.left + 14, panel.top + 56, panel.width - 28, 40)
        if panel.width >= _CHIP:
            surprise = Chip(words("app.seating.surprise"), seating.surprise, icon="dice")
            surprise.height = 32
            surprise.radius = 16
        else:
            surprise = IconButton("dice", seating.surprise, name=words("app.seating.surprise"), size=40)
        surprise.place(look, level.rect.left - 12 if one else panel.right - 14, panel.top + 30, "midright")
        room = surprise.rect.left - panel.left - 34
        title = Label(words("app.seating.who", name=CHARACTERS[chosen.who].name), "tag", max_width=room)
        title.place(look, panel.left + 18, panel.top + 21, "midleft")
        style = Label(words(f"people.style.{chosen.who}"), "small", MUTED, max_width=room)
        style.place(look, panel.left + 18, panel.top + 43, "midleft")
        return [title, style, surprise, level], one
