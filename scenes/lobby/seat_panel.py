"""Panel of the room for the chosen chair: its occupant and the possible actions."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from pygame import FRect

from engine.characters import CHARACTERS, LEVELS
from engine.online.guest.guest_state import Guest
from engine.online.protocol.messages import ChairState, ParticipantState, Roster
from scenes.render.renderer import Renderer
from scenes.render.theme import MUTED
from scenes.render.widgets import Button, Label, Panel, Segmented, Widget
from scenes.render.widgets.seat_tiles import CharacterTile
from scenes.text.catalogue import Words
from scenes.text.strength_texts import level_name

_MIN_ONE_ROW_WIDTH = 600.0
"""Minimum panel width at which the computer players to choose from take one row, logical pixels."""
_GAP = 5.0
_BUTTON_LINE_HEIGHT = 54.0
"""Height of the line of buttons below the head, logical pixels."""
_HEAD_HEIGHT = 66.0
"""Height of the panel's head with its title, logical pixels."""
_TALL_ROW_HEIGHT, _LOW_ROW_HEIGHT, _ROW_OF_TWO_HEIGHT = 158.0, 124.0, 118.0
"""Height of a row of computer players, logical pixels: on a high canvas, on a low one, and in two rows."""


class RoomSeatActions(Protocol):
    """Interface of an online table's room for the panel of the chosen chair."""

    guest: Guest
    chosen_seat: int
    """Seat of the chosen chair."""

    @property
    def roster(self) -> Roster:
        """Participants and chairs of the online table, as last sent by the host."""

    @property
    def is_spectator(self) -> bool:
        """Whether the player joined as a spectator, without a seat."""

    def name_of(self, person: ParticipantState) -> str:
        """Return a participant's name; one without a name is called by their number."""

    def sit(self) -> None:
        """Take the chosen chair at the online table."""

    def set_character(self, character: str) -> None:
        """Give the chosen chair to another computer player."""

    def set_level(self, level: str) -> None:
        """Set the level of the computer player of the chosen chair."""

    def ask_to_make_host(self) -> None:
        """Ask whether to make the person in the chosen chair the host."""

    def kick(self) -> None:
        """Remove the person in the chosen chair from the online table."""


class RoomSeatPanel:
    """Builds the widgets of the room's panel for the chosen chair.

    Args:
        room: the table and the chosen chair.
        renderer: measures texts.
        words: texts.
        is_tall: whether the canvas is high enough for large portraits.
    """

    def __init__(self, room: RoomSeatActions, renderer: Renderer, words: Words, *, is_tall: bool) -> None:
        self.room = room
        self.renderer = renderer
        self.words = words
        self.is_tall = is_tall

    @property
    def _chair(self) -> ChairState:
        return self.room.roster.chairs[self.room.chosen_seat]

    @property
    def _person(self) -> ParticipantState | None:
        return self.room.guest.person(self._chair.participant_number)

    @property
    def _can_choose_character(self) -> bool:
        """Whether the player may choose the computer player of the chosen chair."""
        return self.room.guest.is_host and self._person is None

    def height(self, width: float) -> float:
        """Return the height of the chosen chair's panel for a width, logical pixels."""
        head = _HEAD_HEIGHT if self._buttons_fit_beside(width) else _HEAD_HEIGHT + _BUTTON_LINE_HEIGHT
        if not self._can_choose_character:
            return head + 10
        row = _TALL_ROW_HEIGHT if self.is_tall else _LOW_ROW_HEIGHT
        return head + (row if width >= _MIN_ONE_ROW_WIDTH else 2 * _ROW_OF_TWO_HEIGHT)

    def _buttons_fit_beside(self, width: float) -> bool:
        """Whether all buttons of the chosen chair's panel fit beside its title."""
        look, (title, help_) = self.renderer, self._texts()
        text = max(look.text_width(title, "tag"), look.text_width(help_, "small"))
        return text + sum(one.preferred_size(look)[0] + 10 for one in self._buttons_from_right()) + 40 <= width

    def widgets(self, panel: FRect) -> list[Widget]:
        """Return all widgets of the chosen chair's panel in focus order."""
        title, help_ = self._texts()
        head = self._head(panel, title, help_, self._buttons_from_right())
        return [Panel(panel), *head, *(self._candidates(panel) if self._can_choose_character else [])]

    def _texts(self) -> tuple[str, str]:
        """Return the title of the chosen chair's panel and the line below it."""
        words, person = self.words, self._person
        if person is None:
            character = CHARACTERS[self._chair.character]
            return words("online.chair.free", name=character.name), words("online.chair.free.until")
        if person.number == self.room.guest.number:
            return words("online.chair.yours"), words("online.chair.yours.help")
        name = self.room.name_of(person)
        return words("online.chair.person", name=name), "" if person.is_connected else words(
            "online.chair.away", name=name
        )

    def _buttons_from_right(self) -> list[Button | Segmented]:
        """Return the buttons for the chosen chair, from right to left."""
        words, room, person = self.words, self.room, self._person
        if person is None and room.is_spectator:
            return []
        if person is None:
            sit = Button(words("online.chair.sit"), room.sit, icon="person", small=True)
            return [self._levels(), sit] if self._can_choose_character else [sit]
        if person.number == room.guest.number or not room.guest.is_host:
            return []
        return [
            Button(words("online.chair.dismiss"), room.kick, icon="cross", small=True),
            Button(words("online.chair.hand"), room.ask_to_make_host, icon="house", small=True),
        ]

    def _levels(self) -> Segmented:
        level = self._chair.level
        labels = [self.words(f"app.level.{level}") for level in LEVELS]
        chosen = LEVELS.index(level) if level in LEVELS else 0
        return Segmented(labels, chosen, lambda i: self.room.set_level(LEVELS[i]))

    def _head(self, panel: FRect, title: str, help_: str, buttons: Sequence[Button | Segmented]) -> list[Widget]:
        """Return title and line of the chosen chair's panel at the left, and its buttons at the right or below."""
        renderer = self.renderer
        right = panel.right - 14
        for i, button in enumerate(buttons):
            button.place_at(renderer, right, panel.top + 36, "midright")
            if not i and not self._buttons_fit_beside(panel.width):
                text_width = min(button.rect.width, panel.width - 28)
                button.rect = FRect(panel.left + 14, panel.top + _HEAD_HEIGHT, text_width, button.rect.height)
            else:
                right = button.rect.left - 10
        text_width = right - panel.left - 18
        heading = Label(title, "tag", max_width=text_width)
        heading.place_at(renderer, panel.left + 18, panel.top + (25 if help_ else 36), "midleft")
        second_line = Label(help_, "small", MUTED, max_width=text_width)
        second_line.place_at(renderer, panel.left + 18, panel.top + 47, "midleft")
        return [heading, *([second_line] if help_ else []), *reversed(buttons)]

    def _candidates(self, panel: FRect) -> list[Widget]:
        """Return the tiles of the computer players that can take the chosen chair."""
        words, room, chair = self.words, self.room, self._chair
        top = panel.top + (
            _HEAD_HEIGHT if self._buttons_fit_beside(panel.width) else _HEAD_HEIGHT + _BUTTON_LINE_HEIGHT
        )
        rows = 1 if panel.width >= _MIN_ONE_ROW_WIDTH else 2
        columns = len(CHARACTERS) // rows
        tile_width = (panel.width - 28 - (columns - 1) * _GAP) / columns
        row_height = (panel.bottom - 8 - top) / rows
        seated = {other.character for other in room.roster.chairs if not other.participant_number}
        tiles: list[Widget] = []
        for i, character in enumerate(CHARACTERS.values()):
            is_occupant = character.slug == chair.character
            is_seated_elsewhere = character.slug in seated and not is_occupant
            level = "" if is_seated_elsewhere else chair.level if is_occupant else character.default_level
            text = words("app.seating.seated") if is_seated_elsewhere else level_name(words, level)
            on_click = partial(room.set_character, character.slug)
            candidate = CharacterTile(character.slug, character.name, text, level, on_click, is_chosen=is_occupant)
            candidate.enabled = not is_seated_elsewhere
            row, column = divmod(i, columns)
            candidate.rect = FRect(
                panel.left + 14 + column * (tile_width + _GAP), top + row * row_height, tile_width, row_height - 4
            )
            tiles.append(candidate)
        return tiles
