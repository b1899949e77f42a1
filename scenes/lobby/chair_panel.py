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
"""Panel width below which its head takes two lines."""
_GAP = 5.0
_BAR = 64.0
"""Height of a panel that is one line with buttons."""
_HEAD = 66.0
"""Height of the head above the candidates."""
_HIGH, _LOW = 158.0, 124.0
"""Height of a row of candidates where there is room, and where there is less."""


class ChairActions(Protocol):
    """What the panel may ask of the room."""

    guest: Guest
    chair: int
    """Number of the chosen chair."""

    @property
    def roster(self) -> Roster:
        """The table."""

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
        narrow = wide < _TWO_ROWS
        if not self._arranges:
            return 2 * _BAR if narrow else _BAR + 12
        row = _HIGH if self.high else _LOW
        return (170.0 + 2 * 118) if narrow else _HEAD + row

    def widgets(self, panel: FRect) -> list[Widget]:
        """Return all widgets in focus order."""
        if self._arranges:
            return self._of_candidates(panel)
        title, help_ = self._texts()
        buttons = self._buttons()
        head = self._head(panel, title, help_, buttons)
        return [Panel(panel), *head, *buttons]

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

    def _buttons(self) -> list[Button]:
        words, person, guest = self.words, self._person, self.room.guest
        if person is None:
            return [Button(words("online.chair.sit"), self.room.sit, icon="person", small=True)]
        if person.number == guest.you or not guest.hosting:
            return []
        return [
            Button(words("online.chair.dismiss"), self.room.dismiss, icon="cross", small=True),
            Button(words("online.chair.hand"), self.room.hand_over, icon="house", small=True),
        ]

    def _head(self, panel: FRect, title: str, help_: str, right: Sequence[Widget]) -> list[Widget]:
        """Place title and second line at the left, and widgets from the right edge, or on a second line."""
        look = self.look
        narrow = panel.width < _TWO_ROWS
        room = panel.right - 14
        for widget in right:
            widget.place(look, room, panel.top + (92 if narrow else 36), "midright")
            room = widget.rect.left - 10
        wide = (panel.right - 14 if narrow else room) - panel.left - 18
        heading = Label(title, "tag", max_width=wide)
        heading.place(look, panel.left + 18, panel.top + (24 if help_ else 36), "midleft")
        below = Label(help_, "small", MUTED, max_width=wide)
        below.place(look, panel.left + 18, panel.top + 47, "midleft")
        return [heading, *([below] if help_ else [])]

    def _of_candidates(self, panel: FRect) -> list[Widget]:
        """The computer players to choose from, with the level of the chosen one."""
        look, words, room = self.look, self.words, self.room
        chair = self._chair
        narrow = panel.width < _TWO_ROWS
        level = Segmented(
            [words(f"app.level.{level}") for level in LEVELS],
            LEVELS.index(chair.level) if chair.level in LEVELS else 0,
            lambda i: room.set_level(LEVELS[i]),
        )
        sit = Button(words("online.chair.sit"), room.sit, icon="person", small=True)
        title = words("online.chair.free", name=CHARACTERS[chair.character].name)
        head = self._head(panel, title, words("online.chair.free.until"), () if narrow else (level, sit))
        top = panel.top + _HEAD
        if narrow:
            level.rect = FRect(panel.left + 14, top, panel.width - 28, 40)
            sit.place(look, panel.left + 14, top + 48)
            top += 102
        columns = len(CHARACTERS) // (2 if narrow else 1)
        cell = (panel.width - 28 - (columns - 1) * _GAP) / columns
        high = (panel.bottom - 8 - top) / (2 if narrow else 1)
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
        return [Panel(panel), *head, sit, level, *cells]
