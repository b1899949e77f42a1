"""The page of the last plays: each seat's actions in order, with drawn cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import HIDDEN, Card
from engine.moves import TABLE, Seat
from scenes.render import line_breaks
from scenes.render.accessible_elements import AccessibleElement, join_texts, text_element
from scenes.render.renderer import Renderer
from scenes.render.theme import CARD_RATIO, INK, INK_BROWN, INK_SECONDARY
from scenes.render.typesetting import parse_glyphs, split_words, with_stars
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


class PlacedText(NamedTuple):
    """Text or cards in a row of the last plays, with their position."""

    x: float
    centre_y: float
    """Centre of the line."""
    text: str
    cards: tuple[Card, ...] = ()


class TypesetRow(NamedTuple):
    """A row of the last plays, typeset to a width."""

    row: PlayRow
    placed_texts: tuple[PlacedText, ...]
    width: float
    height: float


def cards_width(count: int) -> float:
    """Return the width of a number of cards side by side, logical pixels."""
    return _CARD_WIDTH + min(count - 1, _MAX_FULL_STEP_CARDS - 1) * _CARD_STEP if count else 0.0


def typeset_row(renderer: Renderer, row: PlayRow, name: str, width: float) -> TypesetRow:
    """Typeset a row of the last plays: name, texts and cards in order, wrapped at a width.

    The text before cards moves to a new line if it doesn't fit on the current one. Announcements and actions of the
    table take whole lines without a name.
    """
    if row.kind != "act":
        text = line_breaks.join_words(part.text for part in row.parts)
        height = renderer.paragraph_height(text, _TEXT_STYLE, width)
        return TypesetRow(
            row,
            (PlacedText(0.0, height / 2, text),),
            min(width, renderer.text_width(text, _TEXT_STYLE) + 2),
            height + 4,
        )
    space_width = (
        renderer.exact_plain_text_width("n n", _TEXT_STYLE) - 2 * renderer.exact_plain_text_width("n", _TEXT_STYLE) + 1
    )
    atoms: list[tuple[bool, str, tuple[Card, ...], float]] = []
    for i, (text, cards) in enumerate(row.parts):
        phrase = text if i else f"*{name}* {text}".rstrip()
        phrase_width = min(renderer.text_width(phrase, _TEXT_STYLE), width - _INDENT)
        for k, (spaced, word) in enumerate(_space_flags_and_words(phrase)):
            atoms.append((k == 0 or spaced, word, (), 0.0 if k else phrase_width))
        if cards:
            atoms.append((True, "", cards, 0.0))
    lines: list[list[PlacedText]] = [[]]
    end = reach = _INDENT
    for spaced, word, cards, needed_width in atoms:
        line = lines[-1]
        if line and not spaced:
            extended = line[-1]._replace(text=line[-1].text + word)
            if (extended_end := extended.x + renderer.text_width(extended.text, _TEXT_STYLE)) <= width:
                line[-1], end, reach = extended, extended_end, max(reach, extended_end)
                continue
        item_width = cards_width(len(cards)) if cards else renderer.text_width(word, _TEXT_STYLE)
        x = end + (space_width + _CARDS_PADDING * (bool(cards) + bool(line[-1].cards)) if line else 0.0)
        if line and x + max(item_width, needed_width) > width:
            lines.append([])
            x = _INDENT
        lines[-1].append(PlacedText(x, 0.0, word, cards))
        end = x + item_width
        reach = max(reach, end)
    placed, y = [], 0.0
    for line in lines:
        height = (
            _CARD_LINE_HEIGHT
            if any(item.cards for item in line)
            else max(_TEXT_LINE_HEIGHT, renderer.text_surface_height(_TEXT_STYLE))
        )
        placed += [item._replace(centre_y=y + height / 2) for item in line]
        y += height
    spare = max(0.0, _PORTRAIT_DIAMETER - y)
    return TypesetRow(
        row, tuple(item._replace(centre_y=item.centre_y + spare / 2) for item in placed), reach, y + spare
    )


def _space_flags_and_words(text: str) -> list[tuple[bool, str]]:
    """Return the words of a text, and whether a space precedes each; bold words are put in asterisks."""
    return [
        (word.has_space_before, with_stars(word.glyphs)) for word in split_words(parse_glyphs(text.replace("\n", " ")))
    ]


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

    def _typeset(self, renderer: Renderer, width: float) -> TypesetRow:
        return typeset_row(renderer, self.row, _name(self.source, self.row), width)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        return Size(constraints.max_width, self._typeset(renderer, constraints.max_width).height)

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        super().arrange(renderer, rect)
        self.typeset = self._typeset(renderer, rect.width)

    def as_accessible(self) -> AccessibleElement | None:
        names = (self.source.card_names([card for card in part.cards if card != HIDDEN]) for part in self.row.parts)
        parts = join_texts(*(f"{part.text} {name}" for part, name in zip(self.row.parts, names, strict=True)))
        return text_element(f"{_name(self.source, self.row)} {parts}" if self.row.kind == "act" else parts)

    def draw(self, renderer: Renderer, target: Surface) -> None:
        typeset, row = self.typeset, self.row
        left, top = self.rect.topleft
        if row.kind != "act":
            ink = INK if row.kind == "loud" else INK_SECONDARY
            text = renderer.paragraph(
                typeset.placed_texts[0].text, _TEXT_STYLE, ink, self.rect.width, emphasis=INK_BROWN
            )
            renderer.blit(target, text, left, top)
            return
        if row.seat != TABLE:
            face = renderer.portrait(self.source.people_by_seat[row.seat].portrait, _PORTRAIT_DIAMETER)
            renderer.blit(
                target,
                face,
                left + _FRAME_WIDTH + _PORTRAIT_DIAMETER / 2,
                top + min(typeset.height, _CARD_LINE_HEIGHT) / 2,
                "center",
            )
        name = INK_BROWN if row.seat == self.source.viewer else name_colour(row.seat)
        for item in typeset.placed_texts:
            if item.cards:
                self._draw_cards(renderer, target, item)
            else:
                word = renderer.text(item.text, _TEXT_STYLE, INK, emphasis=name)
                renderer.blit(target, word, left + item.x, top + item.centre_y, "midleft")

    def _draw_cards(self, renderer: Renderer, target: Surface, item: PlacedText) -> None:
        count = len(item.cards)
        step = min(_CARD_STEP, (cards_width(count) - _CARD_WIDTH) / max(1, count - 1))
        for i, card in enumerate(item.cards):
            x, y = self.rect.left + item.x + _CARD_WIDTH / 2 + step * i, self.rect.top + item.centre_y
            renderer.draw_card(target, card, x, y, _CARD_WIDTH)


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
