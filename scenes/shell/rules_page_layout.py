"""Typesetting of a rules page: the size of every block, and the positions of texts and cards in it.

Lengths are logical pixels. Positions within a block are relative to its upper left corner.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import RANKS, SUITS, Card, rank, suit
from scenes.render.boxes import Box, Stroke
from scenes.render.renderer import Renderer, RingKind
from scenes.render.theme import (
    BRASS,
    CARD_FACE,
    HAIRLINE_PAPER,
    INK,
    INK_BROWN,
    INK_CAPTION,
    INK_SECONDARY,
    TEXT_STYLES,
    Colour,
    rgb,
)
from scenes.render.typesetting import Line, Piece, line_width, split_suits
from scenes.text.rules_document import (
    Block,
    CardGroup,
    Document,
    Figure,
    Heading,
    TableBlock,
    TextBlock,
    TextRun,
    TextRuns,
    plain_text,
)

MAX_LINE_WIDTH = 720.0
"""Maximum width of a line."""
GUTTER_WIDTH = 46.0
"""Width of the column left of the text, for the numbers of rules."""
_LIST_INDENT = 26.0
_PAD = 18.0
_GAP = 12.0
_ROW_STEP_FRACTION, _COLUMN_STEP_FRACTION = 0.42, 0.29
"""Distance from one card to the next: in a row as a fraction of the card's width, in a column of its height."""
_INLINE_CARD_HEIGHT = 24.0
_INLINE_CARD_EDGE_COLOUR = rgb("#b9ae98")
INLINE_CARD_BOX = Box(5, ((0, CARD_FACE),), border=Stroke(_INLINE_CARD_EDGE_COLOUR, 1))
INLINE_CARD_BACK_BOX = Box(5, ((0, rgb("#7d1f2d")), (1, rgb("#5e1320"))), border=Stroke(_INLINE_CARD_EDGE_COLOUR, 2))
EXAMPLE_BOX = Box(10, ((0, rgb("#efe3c8")),), 0.75)
BADGE_BOX = Box(10, ((0, rgb("#f6e2ae")),), border=Stroke(rgb("#b98434"), 1.5))
_BEFORE_TEXT = -1000
"""Index of the first character of a number or bullet, which isn't part of the block's plain text."""
_RANK_STYLE = "numeral_small"


class FigureSizes(NamedTuple):
    """Sizes in a figure of a rules page."""

    card_width: float = 68.0
    margin: float = 10.0
    """Space above and below the cards, for their shadows."""
    group_gap: float = 30.0
    arrow_length: float = 44.0
    min_caption_width: float = 112.0


LARGE_FIGURE = FigureSizes()


class PlacedLine(NamedTuple):
    """A line of text in a block of a rules page; ``x`` and ``y`` are the upper left corner of its letters."""

    x: float
    y: float
    style: str
    pieces: Line


class FigureCard(NamedTuple):
    """A card of a figure on a rules page; x and y are its centre."""

    centre_x: float
    centre_y: float
    width: float
    card: Card
    ring_or_dim_sign: str


class PlacedIcon(NamedTuple):
    """An icon beside or between the contents of a block of a rules page."""

    name: str
    left: float
    centre_y: float
    size: float


@dataclass
class PlacedBlock:
    """A block of a rules page with its position and its typeset content."""

    block: Block
    block_index: int
    rect: FRect = field(default_factory=lambda: FRect(0, 0, 0, 0))
    lines: list[PlacedLine] = field(default_factory=list)
    figure_cards: list[FigureCard] = field(default_factory=list)
    boxes: list[tuple[Box, FRect]] = field(default_factory=list)
    bars: list[tuple[FRect, Colour]] = field(default_factory=list)
    icons: list[PlacedIcon] = field(default_factory=list)

    def draw_except_figure_cards(self, renderer: Renderer, target: Surface) -> None:
        """Draw a rules page's block, except the cards of a figure, at the renderer's origin."""
        for box, rect in self.boxes:
            renderer.draw_box(target, box, rect)
        for rect, colour in self.bars:
            renderer.fill(target, colour, rect)
        for name, x, y, size in self.icons:
            renderer.blit(target, renderer.icon(name, size, INK_BROWN), x, y, "midleft")
        for x, y, style, pieces in self.lines:
            renderer.blit(target, renderer.line(pieces, style), x, y)
        for area, piece in self.pieces(renderer):
            if piece.link:
                renderer.fill(target, piece.colour, FRect(area.x, area.bottom - 2.5, area.width, 1.2))
            for card in piece.cards:
                top = area.centery - _INLINE_CARD_HEIGHT / 2
                _draw_inline_card(renderer, target, card, FRect(area.x, top, area.width, _INLINE_CARD_HEIGHT))

    def draw_figure_card(self, renderer: Renderer, target: Surface, figure_card: FigureCard) -> None:
        """Draw a card of a rules page's figure, relative to the renderer's origin."""
        ring: RingKind | None = "legal" if figure_card.ring_or_dim_sign == "+" else None
        renderer.draw_card(
            target,
            figure_card.card,
            figure_card.centre_x,
            figure_card.centre_y,
            figure_card.width,
            dim=figure_card.ring_or_dim_sign == "-",
            ring=ring,
        )

    def pieces(self, renderer: Renderer) -> Iterator[tuple[FRect, Piece]]:
        """Iterate over the areas and contents of all parts of the block's lines."""
        for x, y, style, pieces in self.lines:
            for piece in pieces:
                yield FRect(x + piece.x, y, piece.width, renderer.text_surface_height(style)), piece

    def text_areas(self, renderer: Renderer, start: int, end: int) -> list[FRect]:
        """Return the areas of a block's characters from ``start`` up to, but not including, ``end``."""
        areas = []
        for area, piece in self.pieces(renderer):
            first, last = max(0, start - piece.start), min(len(piece.text), end - piece.start)
            if piece.is_text and first < last:
                left = renderer.piece_width(piece._replace(text=piece.text[:first]))
                width = renderer.piece_width(piece._replace(text=piece.text[first:last]))
                areas.append(FRect(area.x + left - 2, area.y - 1, width + 4, area.height + 2))
        return areas


def _draw_inline_card(renderer: Renderer, target: Surface, card: Card, rect: FRect) -> None:
    renderer.draw_box(target, INLINE_CARD_BOX if card >= 0 else INLINE_CARD_BACK_BOX, rect)
    if card < 0:
        return
    letter = SUITS[suit(card)]
    text = renderer.text(_rank_text(card), _RANK_STYLE, renderer.suit_colour(letter))
    renderer.blit(target, text, rect.left + 5, rect.centery, "midleft")
    renderer.blit(target, renderer.suit(letter, 12), rect.right - 4.5, rect.centery, "midright")


def _rank_text(card: Card) -> str:
    return RANKS[rank(card)].replace("T", "10")


class _GapAndHeight(NamedTuple):
    """Space above a block of a rules page and the block's height."""

    gap_above: float
    height: float


class PageTypesetter:
    """Typesets the blocks of a rules page for a renderer, at most ``width`` wide including the gutter.

    ``sizes`` are those of its figures.
    """

    def __init__(
        self, renderer: Renderer, width: float, gutter: float = GUTTER_WIDTH, sizes: FigureSizes = LARGE_FIGURE
    ) -> None:
        self.renderer = renderer
        self.width = width
        self.gutter = gutter
        self.text_width = width - gutter
        self.sizes = sizes

    def place_blocks(self, document: Document) -> tuple[list[PlacedBlock], float]:
        """Return all typeset blocks of the rules page in a column, and their total height."""
        placed_blocks: list[PlacedBlock] = []
        y = 0.0
        for i, block in enumerate(document.blocks):
            placed = PlacedBlock(block, i)
            gap, height = self._place_block(placed, first=not i)
            y += gap
            placed.rect = FRect(0, y, self.width, height)
            y += height
            placed_blocks.append(placed)
        return placed_blocks, y

    def _place_block(self, placed: PlacedBlock, *, first: bool) -> _GapAndHeight:
        """Typeset a block of a rules page; return the space above it and its height."""
        block = placed.block
        if isinstance(block, Heading):
            return self._place_heading(placed, block, first=first)
        if isinstance(block, TableBlock):
            return _GapAndHeight(_GAP + 4, self._place_table(placed, block))
        if isinstance(block, Figure):
            return _GapAndHeight(_GAP, self._place_figure(placed, block))
        if block.kind in ("example", "badge"):
            return _GapAndHeight(_GAP, self._place_boxed_text(placed, block))
        left = self.gutter + (_LIST_INDENT if block.kind == "item" else 0.0)
        if block.number_or_bullet:
            self._place_mark(placed, block, left)
        height = self._place_text(placed, block.runs, left, 0.0, self.width - left)
        return _GapAndHeight(6.0 if block.kind == "item" else _GAP, height)

    def _place_heading(self, placed: PlacedBlock, block: Heading, *, first: bool) -> _GapAndHeight:
        style = ("result", "panel_title", "tag")[block.level - 1]
        ink = INK_BROWN if block.level == 2 else INK
        height = self._place_text(placed, block.runs, self.gutter, 0.0, self.text_width, style=style, colour=ink)
        if block.level == 2:
            placed.bars.append((FRect(self.gutter, height + 4, self.text_width, 1.2), HAIRLINE_PAPER))
            height += 7
        return _GapAndHeight(0.0 if first else 32.0, height)

    def _place_mark(self, placed: PlacedBlock, block: TextBlock, text_left: float) -> None:
        style, ink = ("tag", INK_BROWN) if block.kind == "rule" else ("page_strong", INK_SECONDARY)
        mark = self.renderer.set_line([Piece(block.number_or_bullet, TEXT_STYLES[style], ink, start=_BEFORE_TEXT)])
        x = text_left - (14 if block.kind == "rule" else 12) - line_width(mark)
        y = (_line_height("page") - self.renderer.text_surface_height(style)) / 2
        placed.lines.append(PlacedLine(x, y, style, mark))

    def _place_boxed_text(self, placed: PlacedBlock, block: TextBlock) -> float:
        badge = block.kind == "badge"
        inner = self.gutter + _PAD + (32 if badge else 6)
        height = self._place_text(placed, block.runs, inner, 11.0, self.width - inner - _PAD)
        rect = FRect(self.gutter, 0, self.text_width, height + 22)
        placed.boxes.append((BADGE_BOX if badge else EXAMPLE_BOX, rect))
        if badge:
            placed.icons.append(PlacedIcon("house", self.gutter + _PAD - 4, 11 + _line_height("page") / 2, 24))
        else:
            placed.bars.append((FRect(self.gutter, 8, 3, rect.height - 16), BRASS))
        return rect.height

    # --- words ------------------------------------------------------------------------------------------------------

    def _pieces(self, runs: TextRuns, style: str, colour: Colour, start: int) -> Iterator[Piece]:
        """Yield the pieces of text runs; ``start`` is the index of their first character in the block."""
        for run in runs:
            look = TEXT_STYLES[_style(run, style)]
            for i, marked_card in enumerate(run.cards):
                if i:  # each card is a word, so that lines may break between cards
                    yield Piece(" ", look)
                yield Piece(run.text, look, cards=(marked_card.card,), width=self._inline_card_width(marked_card.card))
            if not run.cards:
                text = Piece(run.text, look, INK_BROWN if run.link else colour, link=run.link, start=start)
                for piece in split_suits(text):
                    yield piece._replace(colour=self.renderer.suit_colour(piece.suit)) if piece.suit else piece
            start += len(run.text)

    def _inline_card_width(self, card: Card) -> float:
        return 24.0 if card < 0 else self.renderer.exact_plain_text_width(_rank_text(card), _RANK_STYLE) + 23

    def _place_text(
        self,
        placed: PlacedBlock,
        runs: TextRuns,
        x: float,
        y: float,
        max_width: float,
        *,
        style: str = "page",
        colour: Colour = INK,
        start: int = 0,
        centred: bool = False,
    ) -> float:
        """Typeset words in lines at x, y; return their height."""
        if not runs:
            return 0.0
        lines = self.renderer.set_lines(self._pieces(runs, style, colour, start), style, max_width)
        line_height = _line_height(style)
        top = y + (line_height - self.renderer.text_surface_height(style)) / 2
        for i, line in enumerate(lines):
            left = x + ((max_width - line_width(line)) / 2 if centred else 0.0)
            placed.lines.append(PlacedLine(left, top + i * line_height, style, line))
        return line_height * len(lines)

    # --- tables -----------------------------------------------------------------------------------------------------

    def _place_table(self, placed: PlacedBlock, block: TableBlock) -> float:
        columns = len(block.rows[0])
        sizes = [[self._bold_line_and_word_widths(row[i]) for row in block.rows] for i in range(columns)]
        widths = [max(whole for whole, _ in column) + 24 for column in sizes]
        max_width = self.text_width
        if sum(widths) > max_width:
            min_widths = [max(longest for _, longest in column) + 17 for column in sizes]
            spare_width = max(0.0, max_width - sum(min_widths))
            extra_widths = [width - min_width for width, min_width in zip(widths, min_widths, strict=True)]
            widths = [
                min_width + spare_width * extra_width / sum(extra_widths)
                for min_width, extra_width in zip(min_widths, extra_widths, strict=True)
            ]
        y, start = 0.0, 0
        for number, row in enumerate(block.rows):
            x, row_height = self.gutter, 0.0
            for cell, width in zip(row, widths, strict=True):
                runs = tuple(run._replace(is_bold=True) for run in cell) if not number else cell
                ink = INK_CAPTION if not number else INK
                row_height = max(
                    row_height, self._place_text(placed, runs, x + 8, y + 6, width - 16, colour=ink, start=start)
                )
                start += len(plain_text((cell,))) + 1
                x += width
            y += row_height + 12
            colour = _INLINE_CARD_EDGE_COLOUR if not number else HAIRLINE_PAPER
            placed.bars.append((FRect(self.gutter, y - 0.6, min(max_width, sum(widths)), 1.2), colour))
        return y

    def _bold_line_and_word_widths(self, runs: TextRuns) -> tuple[float, float]:
        """Return the width of a bold text in one line, and of its longest word."""
        pieces = list(self._pieces(tuple(run._replace(is_bold=True) for run in runs), "page", INK, 0))
        width = line_width(self.renderer.set_line(pieces)) + self.renderer.exact_plain_text_width(" ", "page")
        return width, self.renderer.longest_word_width(pieces)

    # --- figures ----------------------------------------------------------------------------------------------------

    def _place_figure(self, placed: PlacedBlock, block: Figure) -> float:
        """Typeset a figure's groups of cards side by side, in as many rows as needed; return the height."""
        x, y, row_height, start = self.gutter, 0.0, 0.0, 0
        for i, group in enumerate(block.groups):
            cards_width, cards_height = self._group_size(group, block.cards_in_columns)
            caption_width, word_width = self._bold_line_and_word_widths(group.caption)
            max_caption_width = max(cards_width + 24, self.sizes.min_caption_width)
            group_width = max(cards_width, word_width, min(caption_width + 8, max_caption_width))
            gap = (
                0.0
                if x == self.gutter
                else (self.sizes.arrow_length if group.has_arrow_before else self.sizes.group_gap)
            )
            if x > self.gutter and x + gap + group_width > self.width:
                x, y, row_height, gap = self.gutter, y + row_height + 10, 0.0, 0.0
            if group.has_arrow_before and i:
                icon_y = y + self.sizes.margin + cards_height / 2
                placed.icons.append(PlacedIcon("chevron_right", x + gap / 2 - 14, icon_y, 28))
                gap = max(gap, 30.0)
            x += gap
            self._place_cards(
                placed, group, x + (group_width - cards_width) / 2, y + self.sizes.margin, block.cards_in_columns
            )
            cards_bottom = y + 2 * self.sizes.margin + cards_height
            caption_height = self._place_text(
                placed,
                group.caption,
                x,
                cards_bottom,
                group_width,
                style="explanation",
                colour=INK_SECONDARY,
                start=start,
                centred=True,
            )
            start += len(plain_text((group.caption,))) + 1
            row_height = max(row_height, cards_bottom + caption_height - y)
            x += group_width
        return y + row_height

    def _group_size(self, group: CardGroup, columns: bool) -> tuple[float, float]:
        high = self.renderer.card_height(self.sizes.card_width)
        more = len(group.cards) - 1
        return (
            (self.sizes.card_width, high * (1 + _COLUMN_STEP_FRACTION * more))
            if columns
            else (self.sizes.card_width * (1 + _ROW_STEP_FRACTION * more), high)
        )

    def _place_cards(self, placed: PlacedBlock, group: CardGroup, x: float, y: float, columns: bool) -> None:
        high = self.renderer.card_height(self.sizes.card_width)
        for i, (card, mark) in enumerate(group.cards):
            across, down = (
                (0.0, _COLUMN_STEP_FRACTION * high * i)
                if columns
                else (self.sizes.card_width * _ROW_STEP_FRACTION * i, 0.0)
            )
            placed.figure_cards.append(
                FigureCard(
                    x + self.sizes.card_width / 2 + across, y + high / 2 + down, self.sizes.card_width, card, mark
                )
            )


def _style(run: TextRun, style: str) -> str:
    if style != "page":
        return style
    return "page_strong" if run.is_bold else "page_slanted" if run.is_italic else style


def _line_height(style: str) -> float:
    return TEXT_STYLES[style].size * TEXT_STYLES[style].line_spacing
