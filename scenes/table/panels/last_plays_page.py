"""The page with the last plays: who did what, in order, with the cards drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import Card
from engine.moves import TABLE, Seat
from scenes.look import line_breaks
from scenes.look.look import Look
from scenes.look.theme import CARD_RATIO, INK, INK_BROWN, INK_SECOND
from scenes.look.typesetting import glyphs, starred, words
from scenes.look.widgets import Widget
from scenes.table.panels.last_played import LastPlayed, PlayedRow
from scenes.table.panels.names import name_colour
from scenes.table.panels.page import Sheet
from scenes.text.people import Person

_GAP = 10.0
_FACE = 34.0
_FRAME = 5.0
"""How far the frame of a face reaches beyond it."""
_ASIDE = _FACE + 2 * _FRAME + 4
"""Left end of words and cards."""
_CARD, _STEP = 52.0, 24.0
_MOST = 8
"""Number of cards above which they lie closer."""
_LINE, _CARDS = 22.0, _CARD * CARD_RATIO + 6
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
    """Set a row: name, words and cards in order, wrapped at a width. The words before some cards begin on a line that
    holds them all, or on one of their own.

    Announcements and what the table does take whole lines without a name.
    """
    if row.kind != "act":
        text = line_breaks.joined(part.text for part in row.parts)
        high = look.paragraph_height(text, _STYLE, width)
        return LaidRow(row, (PlacedText(0.0, high / 2, text),), min(width, look.text_width(text, _STYLE) + 2), high + 4)
    blank = look.advance("n n", _STYLE) - 2 * look.advance("n", _STYLE) + 1
    atoms: list[tuple[bool, str, tuple[Card, ...], float]] = []
    for i, (text, cards) in enumerate(row.parts):
        phrase = text if i else f"*{name}* {text}".rstrip()
        whole = min(look.text_width(phrase, _STYLE), width - _ASIDE)
        for k, (spaced, word) in enumerate(_words(phrase)):
            atoms.append((k == 0 or spaced, word, (), 0.0 if k else whole))
        if cards:
            atoms.append((True, "", cards, 0.0))
    lines: list[list[PlacedText]] = [[]]
    end = reach = _ASIDE
    for spaced, word, cards, room in atoms:
        line = lines[-1]
        if line and not spaced:
            longer = line[-1]._replace(text=line[-1].text + word)
            if (after := longer.x + look.text_width(longer.text, _STYLE)) <= width:
                line[-1], end, reach = longer, after, max(reach, after)
                continue
        wide = cards_width(len(cards)) if cards else look.text_width(word, _STYLE)
        x = end + (blank + _BESIDE * (bool(cards) + bool(line[-1].cards)) if line else 0.0)
        if line and x + max(wide, room) > width:
            lines.append([])
            x = _ASIDE
        lines[-1].append(PlacedText(x, 0.0, word, cards))
        end = x + wide
        reach = max(reach, end)
    placed, y = [], 0.0
    for line in lines:
        high = _CARDS if any(one.cards for one in line) else max(_LINE, look.text_height(_STYLE))
        placed += [one._replace(y=y + high / 2) for one in line]
        y += high
    spare = max(0.0, _FACE - y)
    return LaidRow(row, tuple(one._replace(y=one.y + spare / 2) for one in placed), reach, y + spare)


def _words(text: str) -> list[tuple[bool, str]]:
    """The words of a text, and whether a blank stands before each; stars are put around what is strong in each."""
    return [(word.spaced, starred(word.glyphs)) for word in words(glyphs(text.replace("\n", " ")))]


class LastPlaysSource(NamedTuple):
    """What the page says."""

    title: str
    played: LastPlayed
    people: Mapping[Seat, Person]
    """By seat, with their names in sentences."""
    doers: Mapping[Seat, str]
    """Names before a verb, by seat."""
    viewer: Seat
    """The seat whose name is brown."""


def _name(source: LastPlaysSource, row: PlayedRow) -> str:
    """The name before what a row tells: a deed with its cards, or only words that were said."""
    if row.seat not in source.people:
        return ""
    return source.doers[row.seat] if any(part.cards for part in row.parts) else source.people[row.seat].name


class RowWidget(Widget):
    """A row of the page."""

    def __init__(self, one: LaidRow, source: LastPlaysSource, width: float) -> None:
        super().__init__(FRect(0, 0, width, one.height))
        self.one = one
        self.source = source

    def draw(self, look: Look, target: Surface) -> None:
        one, row = self.one, self.one.row
        left, top = self.rect.topleft
        if row.kind != "act":
            ink = INK if row.kind == "loud" else INK_SECOND
            said = look.paragraph(one.placed[0].text, _STYLE, ink, self.rect.width, emphasis=INK_BROWN)
            look.blit(target, said, left, top)
            return
        if row.seat != TABLE:
            face = look.portrait(self.source.people[row.seat].portrait, _FACE)
            look.blit(target, face, left + _FRAME + _FACE / 2, top + min(one.height, _CARDS) / 2, "center")
        name = INK_BROWN if row.seat == self.source.viewer else name_colour(row.seat)
        for piece in one.placed:
            if piece.cards:
                self._draw_cards(look, target, piece)
            else:
                word = look.text(piece.text, _STYLE, INK, emphasis=name)
                look.blit(target, word, left + piece.x, top + piece.y, "midleft")

    def _draw_cards(self, look: Look, target: Surface, piece: PlacedText) -> None:
        count = len(piece.cards)
        step = min(_STEP, (cards_width(count) - _CARD) / max(1, count - 1))
        for i, card in enumerate(piece.cards):
            x, y = self.rect.left + piece.x + _CARD / 2 + step * i, self.rect.top + piece.y
            look.draw_card(target, card, x, y, _CARD)


class LastPlaysPage(Sheet):
    """The last plays in the drawer.

    Args:
        source: what it says, asked whenever it is laid out.
        drop: takes the page away.
    """

    def __init__(self, source: Callable[[], LastPlaysSource], drop: Callable[[], object]) -> None:
        super().__init__()
        self._source = source
        self._drop = drop
        self.rows: list[PlayedRow] = []

    def close(self) -> None:
        self._drop()

    def write(self) -> None:
        source = self._source()
        self.title, self.rows = source.title, list(source.played.rows)
        for row in self.rows:
            laid = set_row(self.look, row, _name(source, row), self.width)
            self.add(RowWidget(laid, source, self.width), gap=_GAP)
