"""Panel of the room for the chosen chair: its occupant and the possible actions."""

from typing import Protocol

from engine.characters import CHARACTERS, LEVELS
from engine.online.guest.guest_state import Guest
from engine.online.protocol.messages import ChairState, ParticipantState, Roster
from scenes.shell.person_panel import candidate_tiles, panel_title
from scenes.text.catalogue import Words
from scenes.ui.boxes import Column, FirstThatFits, Grid, Row, Spacer
from scenes.ui.widgets import Button, Panel, Segmented, Widget

_MIN_ONE_ROW_WIDTH = 600.0
"""Minimum panel width at which the computer players to choose from take one row, logical pixels."""
_GAP = 5.0
_HEAD_HEIGHT, _BUTTON_LINE_HEIGHT = 44.0, 46.0
"""Height of the line with the panel's title, and of a line of buttons below it, logical pixels."""
_TALL_TILE_HEIGHT, _LOW_TILE_HEIGHT, _TILE_HEIGHT_IN_TWO_ROWS = 146.0, 112.0, 110.0
"""Height of the tiles of computer players, logical pixels: on a high canvas, on a low one, and in two rows."""


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


def room_seat_panel(room: RoomSeatActions, words: Words, *, width: float, is_tall: bool) -> Column:
    """Return the panel of the chosen chair.

    Args:
        room: the table and the chosen chair.
        words: texts.
        width: width of the panel, logical pixels.
        is_tall: whether the canvas is high enough for large portraits.
    """
    chair = room.roster.chairs[room.chosen_seat]
    person = room.guest.person(chair.participant_number)
    can_choose = room.guest.is_host and person is None
    return Column(
        _head(room, words, chair, person),
        _candidates(room, words, chair, width=width, is_tall=is_tall) if can_choose else None,
        padding=(14, 14, 14, 12 if can_choose else 18),
        background=Panel(),
    )


def _head(room: RoomSeatActions, words: Words, chair: ChairState, person: ParticipantState | None) -> Widget:
    """Return title and second line of the chosen chair's panel at the left, and its buttons at the right; the last
    button is on a line below if they don't fit."""
    text = panel_title(*_texts(room, words, chair, person)).with_layout(margin=(4, 0, 10, 0))
    buttons = _buttons(room, words, chair, person)
    if not buttons:
        return text.with_layout(height=_HEAD_HEIGHT)
    one_line = Row(text, *buttons, gap=10).with_layout(height=_HEAD_HEIGHT)
    first_line = Row(text, *buttons[:-1], gap=10).with_layout(height=_HEAD_HEIGHT)
    last_line = Row(buttons[-1].with_layout(shrink_order=1), Spacer()).with_layout(height=_BUTTON_LINE_HEIGHT)
    return FirstThatFits(one_line, Column(first_line, last_line, gap=8))


def _texts(room: RoomSeatActions, words: Words, chair: ChairState, person: ParticipantState | None) -> tuple[str, str]:
    """Return the title of the chosen chair's panel and the line below it."""
    if person is None:
        return words("online.chair.free", name=CHARACTERS[chair.character].name), words("online.chair.free.until")
    if person.number == room.guest.number:
        return words("online.chair.yours"), words("online.chair.yours.help")
    name = room.name_of(person)
    return words("online.chair.person", name=name), "" if person.is_connected else words("online.chair.away", name=name)


def _buttons(room: RoomSeatActions, words: Words, chair: ChairState, person: ParticipantState | None) -> list[Widget]:
    """Return the buttons for the chosen chair."""
    if person is None and room.is_spectator:
        return []
    if person is None:
        sit = Button(words("online.chair.sit"), room.sit, icon="person", small=True).with_layout("sit")
        return [sit, _levels(room, words, chair)] if room.guest.is_host else [sit]
    if person.number == room.guest.number or not room.guest.is_host:
        return []
    hand_over = Button(words("online.chair.hand"), room.ask_to_make_host, icon="house", small=True)
    kick = Button(words("online.chair.dismiss"), room.kick, icon="cross", small=True)
    return [hand_over.with_layout("hand over"), kick.with_layout("kick", is_destructive=True)]


def _levels(room: RoomSeatActions, words: Words, chair: ChairState) -> Segmented:
    labels = [words(f"app.level.{level}") for level in LEVELS]
    chosen = LEVELS.index(chair.level) if chair.level in LEVELS else 0
    name = words("online.chair.free", name=CHARACTERS[chair.character].name)
    return Segmented(labels, chosen, lambda i: room.set_level(LEVELS[i])).with_layout("level", name=name)


def _candidates(room: RoomSeatActions, words: Words, chair: ChairState, *, width: float, is_tall: bool) -> Grid:
    """Return the tiles of the computer players that can take the chosen chair."""
    seated = {other.character for other in room.roster.chairs if not other.participant_number}
    tiles = candidate_tiles(words, seated, chair.character, chair.level, room.set_character)
    height = _TALL_TILE_HEIGHT if is_tall else _LOW_TILE_HEIGHT
    rows = 1
    if width < _MIN_ONE_ROW_WIDTH:
        rows, height = 2, _TILE_HEIGHT_IN_TWO_ROWS
    grid = Grid(*tiles, columns=len(tiles) // rows, gaps=(_GAP, 4), min_row_height=height)
    return grid.with_layout(margin=(0, 8, 0, 0))
