"""The page of the last plays: each seat's actions in order, with drawn cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import HIDDEN, Card
from engine.moves import TABLE, Seat
from scenes.render import line_breaks
from scenes.render.accessible_elements import AccessibleElement, join_texts, text_element
from scenes.render.line_breaks import CARDS_PLACEHOLDER
from scenes.render.renderer import Renderer
from scenes.render.theme import CARD_RATIO, INK, INK_BROWN, INK_SECONDARY, TEXT_STYLES, Colour
from scenes.render.typesetting import Line, Piece, parse_text
from scenes.render.widgets import Widget
from scenes.render.widgets.node import LayoutConstraints, Size
from scenes.table.pages.last_plays import LastPlays, PlayRow
from scenes.table.pages.name_colours import name_colour
from scenes.table.pages.page import ComposedPage, PageContent
from scenes.text.player_names import NameAndPortrait

_GAP = 10.0
_PORTRAIT_DIAMETER = 34.0
_FRAME_WIDTH = 5.0
"""Distance by which a portrait's frame extends beyond it."""
_INDENT = _PORTRAIT_DIAMETER + 2 * _FRAME_WIDTH + 4
"""Left edge of texts and cards, beside the portrait."""
_CARD_WIDTH, _CARD_STEP = 52.0, 24.0
_MAX_FULL_STEP_CARDS = 8
"""Maximum number of cards side by side with the full step; more are closer together."""
_TEXT_LINE_HEIGHT, _CARD_LINE_HEIGHT = 22.0, _CARD_WIDTH * CARD_RATIO + 6
"""Heights of a text line and of one with cards."""
_TEXT_STYLE = "plate"
_CARDS_PADDING = 4.0
"""Additional space around cards."""


def cards_width(count: int) -> float:
    """Return the width of a number of cards side by side, logical pixels."""
    return _CARD_WIDTH + min(count - 1, _MAX_FULL_STEP_CARDS - 1) * _CARD_STEP if count else 0.0


def set_row(renderer: Renderer, row: PlayRow, name: str, width: float, name_colour: Colour = INK) -> list[Line]:
    """Set a row of the last plays in lines: the name of the seat that acts, then texts and cards in order.

    The text before cards begins a new line if it doesn't fit on the current one. Announcements and actions of the
    table have no name.
    """
    style = TEXT_STYLES[_TEXT_STYLE]
    if row.kind != "act":
        text = line_breaks.join_words(part.text for part in row.parts)
        colour = INK if row.kind == "loud" else INK_SECONDARY
        return renderer.set_lines(parse_text(text, style, colour, INK_BROWN), _TEXT_STYLE, width)
    pieces: list[Piece] = []
    for i, (text, cards) in enumerate(row.parts):
        phrase = text.replace("\n", " ") if i else f"*{name}* {text}".rstrip()
        phrase_width = min(renderer.text_width(phrase, _TEXT_STYLE), width)
        first, *rest = [*parse_text(phrase, style, INK, name_colour), Piece(" ", style)]
        pieces += [first._replace(needed_width=phrase_width), *rest]
        if cards:
            room = cards_width(len(cards)) + 2 * _CARDS_PADDING
            pieces += [Piece(CARDS_PLACEHOLDER, style, cards=cards, width=room), Piece(" ", style)]
    return renderer.set_lines(pieces, _TEXT_STYLE, width)


def _line_height(renderer: Renderer, line: Line) -> float:
    if any(piece.cards for piece in line):
        return _CARD_LINE_HEIGHT
    return max(_TEXT_LINE_HEIGHT, renderer.text_surface_height(_TEXT_STYLE))


class LastPlaysSource(NamedTuple):
    """Content of the page of the last plays."""

    title: str
    last_plays: LastPlays
    people_by_seat: Mapping[Seat, NameAndPortrait]
    """People with their names as used within sentences."""
    subject_names: Mapping[Seat, str]
    """Names as subjects of a sentence."""
    viewer: Seat
    """Seat whose name is brown."""
    card_names: Callable[[Sequence[Card]], str]
    """Returns the names of cards in one text."""


def _name(source: LastPlaysSource, row: PlayRow) -> str:
    """Return the name at the start of a row of plays, as a sentence's subject before cards; empty for the table
    itself."""
    if row.seat not in source.people_by_seat:
        return ""
    return (
        source.subject_names[row.seat]
        if any(part.cards for part in row.parts)
        else source.people_by_seat[row.seat].name
    )


class PlayRowWidget(Widget):
    """Widget of a row of the last plays."""

    def __init__(self, row: PlayRow, source: LastPlaysSource) -> None:
        super().__init__()
        self.row = row
        self.source = source
        self._min_height, self._indent = (_PORTRAIT_DIAMETER, _INDENT) if row.kind == "act" else (0.0, 0.0)

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        super().arrange(renderer, rect)
        self.lines = self._set_lines(renderer, rect.width)

    def _set_lines(self, renderer: Renderer, width: float) -> list[Line]:
        row, source = self.row, self.source
        colour = INK_BROWN if row.seat == source.viewer else name_colour(row.seat)
        return set_row(renderer, row, _name(source, row), width - self._indent, colour)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        lines = self._set_lines(renderer, constraints.max_width)
        height = sum(_line_height(renderer, line) for line in lines)
        return Size(constraints.max_width, max(self._min_height, height))

    def as_accessible(self) -> AccessibleElement | None:
        names = (self.source.card_names([card for card in part.cards if card != HIDDEN]) for part in self.row.parts)
        parts = join_texts(*(f"{part.text} {name}" for part, name in zip(self.row.parts, names, strict=True)))
        return text_element(f"{_name(self.source, self.row)} {parts}" if self.row.kind == "act" else parts)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        left, y = self.rect.topleft
        if self.row.kind == "act" and self.row.seat != TABLE:
            face = renderer.portrait(self.source.people_by_seat[self.row.seat].portrait, _PORTRAIT_DIAMETER)
            middle = y + min(self.rect.height, _CARD_LINE_HEIGHT) / 2
            renderer.blit(target, face, left + _FRAME_WIDTH + _PORTRAIT_DIAMETER / 2, middle, "center")
        y += (self.rect.height - sum(_line_height(renderer, line) for line in self.lines)) / 2
        for line in self.lines:
            height = _line_height(renderer, line)
            middle = y + height / 2
            renderer.blit(target, renderer.line(line, _TEXT_STYLE), left + self._indent, middle, "midleft")
            for piece in line:
                _draw_cards(renderer, target, piece.cards, left + self._indent + piece.x + _CARDS_PADDING, middle)
            y += height


def _draw_cards(renderer: Renderer, target: Surface, cards: Sequence[Card], left: float, centre_y: float) -> None:
    step = min(_CARD_STEP, (cards_width(len(cards)) - _CARD_WIDTH) / max(1, len(cards) - 1))
    for i, card in enumerate(cards):
        renderer.draw_card(target, card, left + _CARD_WIDTH / 2 + step * i, centre_y, _CARD_WIDTH)


class LastPlaysPage(ComposedPage):
    """The side drawer's page of the last plays.

    Args:
        source: returns the content for each layout.
        on_close: called when the page is closed.
    """

    def __init__(self, source: Callable[[], LastPlaysSource], on_close: Callable[[], object]) -> None:
        super().__init__()
        self._source = source
        self._on_close = on_close
        self.rows: list[PlayRow] = []

    def close(self) -> None:
        self._on_close()

    def compose(self) -> PageContent:
        source = self._source()
        self.rows = list(source.last_plays.rows)
        rows = [PlayRowWidget(row, source).with_layout(margin=(0, 0, 0, _GAP)) for row in self.rows]
        return PageContent(source.title, rows)
