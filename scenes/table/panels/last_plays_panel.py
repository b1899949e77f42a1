"""The panel with the last plays: who did what, in order, with the cards drawn."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import Card
from engine.moves import TABLE, Seat
from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, HAIRLINE, MUTED
from scenes.look.widgets import Widget
from scenes.table.panels.last_played import LastPlayed, PlayedRow
from scenes.table.panels.names import name_colour
from scenes.text.people import Person

WIDTH = 400.0
"""Maximum width of a column."""
_COLUMNS = 3
"""Maximum number of columns."""
_PAD, _HEAD, _GAP = 16.0, 46.0, 8.0
_LEAST = 190.0
_FACE = 34.0
_ASIDE = _FACE + 12
"""Left end of words and cards."""
_CARD, _STEP = 34.0, 21.0
_MOST = 8
"""Number of cards above which they lie closer."""
_LINE, _CARDS = 22.0, _CARD * 1.4 + 4
"""Heights of a line of words and of one with cards."""
_STYLE = "plate"
_BESIDE = 4.0
"""Additional room around cards."""


class PlacedText(NamedTuple):
    """Words or cards at their place in a row."""

    x: float
    y: float
    """The middle of its line."""
    text: str
    cards: tuple[Card, ...] = ()


class LaidRow(NamedTuple):
    """A row set in lines of a width."""

    row: PlayedRow
    placed: tuple[PlacedText, ...]
    width: float
    height: float


def cards_width(count: int) -> float:
    """Width of this number of cards."""
    return _CARD + min(count - 1, _MOST - 1) * _STEP if count else 0.0


def set_row(look: Look, row: PlayedRow, name: str, width: float) -> LaidRow:
    """Set a row: name, words and cards in order, wrapped at a width.

    Announcements and what the table does take whole lines without a name.
    """
    if row.kind != "act":
        text = " ".join(part.text for part in row.parts)
        high = look.paragraph(text, _STYLE, CREAM, width, emphasis=GOLD).get_height() / look.scale
        return LaidRow(row, (PlacedText(0.0, high / 2, text),), min(width, look.text_width(text, _STYLE) + 2), high + 4)
    blank = look.advance("n n", _STYLE) - 2 * look.advance("n", _STYLE) + 1
    atoms: list[tuple[float, str, tuple[Card, ...]]] = []
    for text, cards in ((f"*{name}*", ()), *row.parts):
        atoms += [(look.text_width(word, _STYLE), word, ()) for word in _words(text)]
        if cards:
            atoms.append((cards_width(len(cards)), "", cards))
    lines: list[list[PlacedText]] = [[]]
    x = reach = _ASIDE
    for wide, word, cards in atoms:
        x += _BESIDE if cards and lines[-1] else 0.0
        if lines[-1] and x + wide > width:
            lines.append([])
            x = _ASIDE
        lines[-1].append(PlacedText(x, 0.0, word, cards))
        reach = max(reach, x + wide)
        x += wide + blank + (_BESIDE if cards else 0.0)
    placed, y = [], 0.0
    for line in lines:
        high = _CARDS if any(one.cards for one in line) else max(_LINE, look.text_height(_STYLE))
        placed += [one._replace(y=y + high / 2) for one in line]
        y += high
    spare = max(0.0, _FACE - y)
    return LaidRow(row, tuple(one._replace(y=one.y + spare / 2) for one in placed), reach, y + spare)


def _words(text: str) -> list[str]:
    """The words of a text; stars around several words are put around each."""
    found, strong = [], False
    for word in text.split():
        inner, begins, ends = word.replace("*", ""), word.startswith("*"), word.count("*") == 2 or word.endswith("*")
        strong |= begins
        found.append(f"*{inner}*" if strong else word)
        strong &= not ends
    return found


class LastPlaysPanel(Widget):
    """The panel. Make it for a look, then place it.

    Args:
        look: of texts and buttons.
        title: above everything.
        played: the last plays.
        people: by seat, with their names in sentences.
        viewer: the seat whose name is gold.
        room: maximum width and height, logical pixels; the last rows that fit are shown.
        width: maximum of a column.
    """

    def __init__(
        self,
        look: Look,
        title: str,
        played: LastPlayed,
        people: Mapping[Seat, Person],
        *,
        viewer: Seat,
        room: tuple[float, float],
        width: float = WIDTH,
    ) -> None:
        super().__init__()
        self.title = title
        self.played = played
        self.people = people
        self.viewer = viewer
        widest = min(width, room[0]) - 2 * _PAD
        names = {seat: person.name for seat, person in people.items()}
        rows = [set_row(look, row, names.get(row.seat, ""), widest) for row in played.rows]
        self._column = min(widest, max(_LEAST, look.text_width(title, "tag") + 36, *(one.width for one in rows)))
        self.columns = self._divided(rows, room)
        """The rows that are shown, by column from left to right."""
        high = max(map(_height, self.columns))
        wide = len(self.columns) * (self._column + 2 * _PAD)
        self.rect = FRect(0, 0, wide, _HEAD + high + _PAD)

    def _divided(self, rows: list[LaidRow], room: tuple[float, float]) -> list[list[LaidRow]]:
        """The rows in one column, or several if one would be too high, or the last rows that fit."""
        most = room[1] - _HEAD - _PAD
        for begin in range(len(rows)):
            for count in range(1, _COLUMNS + 1):
                columns = _split(rows[begin:], count)
                wide = len(columns) * (self._column + 2 * _PAD)
                if max(map(_height, columns)) <= most and (len(columns) == 1 or wide <= room[0]):
                    return columns
        return [rows[-1:]]

    @property
    def shown(self) -> list[PlayedRow]:
        """The rows that have room."""
        return [one.row for column in self.columns for one in column]

    def draw(self, look: Look, target: Surface) -> None:
        look.draw_box(target, box_styles.PANEL_BOX, self.rect)
        left, top = self.rect.left + _PAD, self.rect.top
        look.blit(target, look.icon("review", 22, GOLD), left + 11, top + 23, "center")
        title = look.text(self.title, "tag", CREAM, max_width=self.rect.width - 2 * _PAD - 34)
        look.blit(target, title, left + 32, top + 23, "midleft")
        look.fill(target, HAIRLINE, FRect(left, top + _HEAD - 6, self.rect.width - 2 * _PAD, 1))
        for column in self.columns:
            y = top + _HEAD
            for one in column:
                self._draw_row(look, target, one, left, y)
                y += one.height + _GAP
            left += self._column + 2 * _PAD

    def _draw_row(self, look: Look, target: Surface, one: LaidRow, left: float, top: float) -> None:
        row = one.row
        if row.kind != "act":
            ink = CREAM if row.kind == "loud" else MUTED
            look.blit(target, look.paragraph(one.placed[0].text, _STYLE, ink, self._column, emphasis=GOLD), left, top)
            return
        if row.seat != TABLE:
            face = look.portrait(self.people[row.seat].portrait, _FACE)
            look.blit(target, face, left + _FACE / 2, top + one.height / 2, "center")
        name = GOLD if row.seat == self.viewer else name_colour(row.seat)
        for piece in one.placed:
            if piece.cards:
                self._draw_cards(look, target, piece, left, top)
            else:
                look.blit(
                    target,
                    look.text(piece.text, _STYLE, CREAM, emphasis=name),
                    left + piece.x,
                    top + piece.y,
                    "midleft",
                )

    @staticmethod
    def _draw_cards(look: Look, target: Surface, piece: PlacedText, left: float, top: float) -> None:
        count = len(piece.cards)
        step = min(_STEP, (cards_width(count) - _CARD) / max(1, count - 1))
        for i, card in enumerate(piece.cards):
            look.draw_card(target, card, left + piece.x + _CARD / 2 + step * i, top + piece.y, _CARD)


def _split(rows: list[LaidRow], count: int) -> list[list[LaidRow]]:
    """Rows in at most this number of columns, filled one after the other, as low as possible."""
    ends = range(1, len(rows) + 1)
    heights = sorted(_height(rows[first:end]) for end in ends for first in range(end))
    least = bisect_left(heights, True, key=lambda high: len(_filled(rows, high)) <= count)
    return _filled(rows, heights[least])


def _filled(rows: list[LaidRow], high: float) -> list[list[LaidRow]]:
    """Columns of at most this height, each filled before the next; a higher row has a column of its own."""
    columns: list[list[LaidRow]] = [[]]
    for row in rows:
        if columns[-1] and _height([*columns[-1], row]) > high:
            columns.append([])
        columns[-1].append(row)
    return columns


def _height(rows: Sequence[LaidRow]) -> float:
    return sum(one.height for one in rows) + _GAP * max(0, len(rows) - 1)
