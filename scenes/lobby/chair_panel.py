"""The panel of the room for the chosen chair: who plays there, and what can be done about it."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from pygame import FRect

from engine.online.guest import Guest
from engine.online.messages import ChairState, PersonState, Roster
from engine.people import CHARACTERS, LEVELS
from scenes.look.look import Look
from scenes.look.theme import MUTED
from scenes.look.widgets import Button, Label, Panel, Segmented, Widget
from scenes.look.widgets.seat_tiles import Candidate
from scenes.text.strength import level_text
from scenes.text.words import Words

_TWO_ROWS = 600.0
"""Panel width below which the candidates take two rows."""
_GAP = 5.0
_LINE = 54.0
"""Height of a line of buttons below the head."""
_HEAD = 66.0
"""Height of the head above the candidates."""
_HIGH, _LOW, _ROW = 158.0, 124.0, 118.0
"""Height of a row of candidates where there is room, where there is less, and where there are two."""


class ChairActions(Protocol):
    """What the panel may ask of the room."""

    guest: Guest
    chair: int
    """Number of the chosen chair."""

    @property
    def roster(self) -> Roster:
        """The table."""

    @property
    def watches(self) -> bool:
        """Whether the player came to watch, and gets no chair."""

    def name_of(self, person: PersonState) -> str:
        """What a person is called."""

    def sit(self) -> None:
        """Sit down in the chosen chair."""

    def set_character(self, who: str) -> None:
        """Give the chosen chair to another computer player."""

    def set_level(self, level: str) -> None:
        """Set the level of the computer player of the chosen chair."""

    def hand_over(self) -> None:
        """Ask whether the person in the chosen chair is to be the host."""

    def dismiss(self) -> None:
        """Free the chosen chair of the person who sits there."""


class ChairPanel:
    """Builds the widgets of the panel.

    Args:
        room: the table, and the chosen chair.
        look: measures texts.
        words: texts.
        high: whether there is room for large portraits.
    """

    def __init__(self, room: ChairActions, look: Look, words: Words, *, high: bool) -> None:
        self.room = room
        self.look = look
        self.words = words
        self.high = high

    @property
    def _chair(self) -> ChairState:
        return self.room.roster.chairs[self.room.chair]

    @property
    def _person(self) -> PersonState | None:
        return self.room.guest.person(self._chair.person)

    @property
    def _arranges(self) -> bool:
        """Whether the player may choose the computer player of the chair."""
        return self.room.guest.hosting and self._person is None

    def height(self, wide: float) -> float:
        """Return the panel's height for a width, logical pixels."""
        head = _HEAD if self._beside(wide) else _HEAD + _LINE
        if not self._arranges:
            return head + 10
        row = _HIGH if self.high else _LOW
        return head + (row if wide >= _TWO_ROWS else 2 * _ROW)

    def _beside(self, wide: float) -> bool:
        """Whether all buttons fit beside the title."""
        look, (title, help_) = self.look, self._texts()
        text = max(look.text_width(title, "tag"), look.text_width(help_, "small"))
        return text + sum(one.preferred(look)[0] + 10 for one in self._buttons()) + 40 <= wide

    def widgets(self, panel: FRect) -> list[Widget]:
        """Return all widgets in focus order."""
        title, help_ = self._texts()
        head = self._head(panel, title, help_, self._buttons())
        return [Panel(panel), *head, *(self._candidates(panel) if self._arranges else [])]

    def _texts(self) -> tuple[str, str]:
        """Title and second line."""
        words, person = self.words, self._person
        if person is None:
            character = CHARACTERS[self._chair.character]
            return words("online.chair.free", name=character.name), words("online.chair.free.until")
        if person.number == self.room.guest.you:
            return words("online.chair.yours"), words("online.chair.yours.help")
        name = self.room.name_of(person)
        return words("online.chair.person", name=name), "" if person.here else words("online.chair.away", name=name)

    def _buttons(self) -> list[Button | Segmented]:
        """What can be done, the first at the right."""
        words, room, person = self.words, self.room, self._person
        if person is None and room.watches:
            return []
        if person is None:
            sit = Button(words("online.chair.sit"), room.sit, icon="person", small=True)
            return [self._levels(), sit] if self._arranges else [sit]
        if person.number == room.guest.you or not room.guest.hosting:
            return []
        return [
            Button(words("online.chair.dismiss"), room.dismiss, icon="cross", small=True),
            Button(words("online.chair.hand"), room.hand_over, icon="house", small=True),
        ]

    def _levels(self) -> Segmented:
        level = self._chair.level
        labels = [self.words(f"app.level.{level}") for level in LEVELS]
        chosen = LEVELS.index(level) if level in LEVELS else 0
        return Segmented(labels, chosen, lambda i: self.room.set_level(LEVELS[i]))

    def _head(self, panel: FRect, title: str, help_: str, buttons: Sequence[Button | Segmented]) -> list[Widget]:
        """Title and second line at the left; the buttons at the right, or the first of them on a line below."""
        look = self.look
        right = panel.right - 14
        for i, button in enumerate(buttons):
            button.place(look, right, panel.top + 36, "midright")
            if not i and not self._beside(panel.width):
                wide = min(button.rect.width, panel.width - 28)
                button.rect = FRect(panel.left + 14, panel.top + _HEAD, wide, button.rect.height)
            else:
                right = button.rect.left - 10
        wide = right - panel.left - 18
        heading = Label(title, "tag", max_width=wide)
        heading.place(look, panel.left + 18, panel.top + (25 if help_ else 36), "midleft")
        below = Label(help_, "small", MUTED, max_width=wide)
        below.place(look, panel.left + 18, panel.top + 47, "midleft")
        return [heading, *([below] if help_ else []), *reversed(buttons)]

    def _candidates(self, panel: FRect) -> list[Widget]:
        """The computer players to choose from."""
        words, room, chair = self.words, self.room, self._chair
        top = panel.top + (_HEAD if self._beside(panel.width) else _HEAD + _LINE)
        rows = 1 if panel.width >= _TWO_ROWS else 2
        columns = len(CHARACTERS) // rows
        cell = (panel.width - 28 - (columns - 1) * _GAP) / columns
        high = (panel.bottom - 8 - top) / rows
        seated = {other.character for other in room.roster.chairs if not other.person}
        cells: list[Widget] = []
        for i, person in enumerate(CHARACTERS.values()):
            mine = person.slug == chair.character
            away = person.slug in seated and not mine
            shown = "" if away else chair.level if mine else person.level
            text = words("app.seating.seated") if away else level_text(words, shown)
            take = partial(room.set_character, person.slug)
            candidate = Candidate(person.slug, person.name, text, shown, take, chosen=mine)
            candidate.enabled = not away
            row, place = divmod(i, columns)
            candidate.rect = FRect(panel.left + 14 + place * (cell + _GAP), top + row * high, cell, high - 4)
            cells.append(candidate)
        return cells
