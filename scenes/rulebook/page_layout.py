"""Typesetting of a rules page: the size of every block, and the positions of texts and cards in it.

Lengths are logical pixels. Positions within a block are relative to its upper left corner.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import RANKS, SUITS, Card, rank, suit
from scenes.render import line_breaks
from scenes.render.boxes import Box, Stroke
from scenes.render.renderer import Renderer, RingKind
from scenes.render.theme import (
    BRASS,
    CARD_FACE,
    FOUR_SUIT_COLOURS,
    HAIRLINE_PAPER,
    INK,
    INK_BROWN,
    INK_CAPTION,
    INK_SECONDARY,
    SUIT_BY_SIGN,
    TEXT_STYLES,
    TWO_SUIT_COLOURS,
    Colour,
    rgb,
)
from scenes.rulebook.document import (
    Block,
    CardGroup,
    Document,
    Figure,
    Heading,
    MarkedCard,
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
_CARD_WIDTH = 68.0
_ROW_STEP_FRACTION, _COLUMN_STEP_FRACTION = 0.42, 0.29
"""Distance from one card to the next: in a row as a fraction of the card's width, in a column of its height."""
_FIGURE_MARGIN = 10.0
"""Margin above and below the cards of a figure, for their shadows."""
_GROUP_GAP, _ARROW_LENGTH = 30.0, 44.0
_MIN_CAPTION_WRAP_WIDTH = 112.0
_INLINE_CARD_HEIGHT = 24.0
_INLINE_CARD_EDGE = rgb("#b9ae98")
INLINE_CARD_BOX = Box(5, ((0, CARD_FACE),), border=Stroke(_INLINE_CARD_EDGE, 1))
INLINE_CARD_BACK_BOX = Box(5, ((0, rgb("#7d1f2d")), (1, rgb("#5e1320"))), border=Stroke(_INLINE_CARD_EDGE, 2))
EXAMPLE_BOX = Box(10, ((0, rgb("#efe3c8")),), 0.75)
BADGE_BOX = Box(10, ((0, rgb("#f6e2ae")),), border=Stroke(rgb("#b98434"), 1.5))
_SPACES = re.compile(r"( +)")


class LineSegment(NamedTuple):
    """Part of a line of a rules page, in one style."""

    x: float
    y: float
    width: float
    text: str
    style: str
    colour: Colour
    link: str
    start: int
    """Index of its first character in the block's plain text; negative for a number or bullet."""


class InlineCard(NamedTuple):
    """A small card in a line of a rules page, or a suit sign if ``suit`` is not empty."""

    x: float
    y: float
    width: float
    card: Card
    ring_or_dim_sign: str = ""
    suit: str = ""


class FigureCard(NamedTuple):
    """A card of a figure on a rules page; x and y are its centre."""

    centre_x: float
    centre_y: float
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
    segments: list[LineSegment] = field(default_factory=list)
    inline_cards: list[InlineCard] = field(default_factory=list)
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
        for piece in self.segments:
            renderer.blit(target, renderer.text(piece.text, piece.style, piece.colour), piece.x, piece.y)
            if piece.link:
                under = piece.y + renderer.text_surface_height(piece.style) - 2.5
                renderer.fill(target, piece.colour, FRect(piece.x, under, piece.width, 1.2))
        for token in self.inline_cards:
            _draw_inline_card(renderer, target, token)

    def draw_figure_card(self, renderer: Renderer, target: Surface, figure_card: FigureCard) -> None:
        """Draw a card of a rules page's figure, relative to the renderer's origin."""
        ring: RingKind | None = "legal" if figure_card.ring_or_dim_sign == "+" else None
        renderer.draw_card(
            target,
            figure_card.card,
            figure_card.centre_x,
            figure_card.centre_y,
            _CARD_WIDTH,
            dim=figure_card.ring_or_dim_sign == "-",
            ring=ring,
        )

    def text_areas(self, renderer: Renderer, start: int, end: int) -> list[FRect]:
        """Return the areas of a block's characters from ``start`` up to, but not including, ``end``."""
        areas = []
        for piece in self.segments:
            first, last = max(0, start - piece.start), min(len(piece.text), end - piece.start)
            if first < last:
                left = renderer.exact_plain_text_width(piece.text[:first], piece.style)
                width = renderer.exact_plain_text_width(piece.text[first:last], piece.style)
                height = renderer.text_surface_height(piece.style)
                areas.append(FRect(piece.x + left - 2, piece.y - 1, width + 4, height + 2))
        return areas


def _draw_inline_card(renderer: Renderer, target: Surface, inline_card: InlineCard) -> None:
    if inline_card.suit:
        size = inline_card.width * 0.9
        renderer.blit(
            target,
            renderer.suit(inline_card.suit, size),
            inline_card.x,
            inline_card.y + _INLINE_CARD_HEIGHT / 2,
            "midleft",
        )
        return
    rect = FRect(inline_card.x, inline_card.y, inline_card.width, _INLINE_CARD_HEIGHT)
    renderer.draw_box(target, INLINE_CARD_BOX if inline_card.card >= 0 else INLINE_CARD_BACK_BOX, rect)
    if inline_card.card < 0:
        return
    ink = (FOUR_SUIT_COLOURS if renderer.four_colours else TWO_SUIT_COLOURS)[SUITS[suit(inline_card.card)]]
    renderer.blit(
        target,
        renderer.text(_rank_text(inline_card.card), _RANK_STYLE, ink),
        inline_card.x + 5,
        rect.centery,
        "midleft",
    )
    sign = renderer.suit(SUITS[suit(inline_card.card)], 12)
    renderer.blit(target, sign, rect.right - 4.5, rect.centery, "midright")


def _rank_text(card: Card) -> str:
    return RANKS[rank(card)].replace("T", "10")


_RANK_STYLE = "numeral_small"


class _Atom(NamedTuple):
    """A piece of text, a card or a suit sign that is never broken across lines."""

    width: float
    text: str
    style: str
    link: str
    start: int
    card: MarkedCard | None = None
    suit: str = ""


class _GapAndHeight(NamedTuple):
    """Space above a block of a rules page and the block's height."""

    gap_above: float
    height: float


class _TextSize(NamedTuple):
    """Width of a text's widest line and total height of its lines."""

    width: float
    height: float


class _Word(NamedTuple):
    """Pieces of text and cards that stay on one line, and whether a space precedes them."""

    has_space_before: bool
    atoms: list[_Atom]

    @property
    def width(self) -> float:
        return sum(atom.width for atom in self.atoms)


class PageTypesetter:
    """Typesets the blocks of a rules page for a renderer, at most ``width`` wide including the gutter."""

    def __init__(self, renderer: Renderer, width: float) -> None:
        self.renderer = renderer
        self.width = width
        self.text_width = width - GUTTER_WIDTH
        self._widths: dict[tuple[str, str], float] = {}

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
        left = GUTTER_WIDTH + (_LIST_INDENT if block.kind == "item" else 0.0)
        if block.number_or_bullet:
            self._place_mark(placed, block, left)
        height = self._place_text(placed, block.runs, left, 0.0, self.width - left).height
        return _GapAndHeight(6.0 if block.kind == "item" else _GAP, height)

    def _place_heading(self, placed: PlacedBlock, block: Heading, *, first: bool) -> _GapAndHeight:
        style = ("result", "panel_title", "tag")[block.level - 1]
        ink = INK_BROWN if block.level == 2 else INK
        _, height = self._place_text(placed, block.runs, GUTTER_WIDTH, 0.0, self.text_width, style=style, colour=ink)
        if block.level == 2:
            placed.bars.append((FRect(GUTTER_WIDTH, height + 4, self.text_width, 1.2), HAIRLINE_PAPER))
            height += 7
        return _GapAndHeight(0.0 if first else 32.0, height)

    def _place_mark(self, placed: PlacedBlock, block: TextBlock, text_left: float) -> None:
        style, ink = ("tag", INK_BROWN) if block.kind == "rule" else ("page_strong", INK_SECONDARY)
        wide = self._text_width(block.number_or_bullet, style)
        x = text_left - 14 - wide if block.kind == "rule" else text_left - 12 - wide
        y = (self._line_height("page") - self.renderer.text_surface_height(style)) / 2
        placed.segments.append(LineSegment(x, y, wide, block.number_or_bullet, style, ink, "", -1000))

    def _place_boxed_text(self, placed: PlacedBlock, block: TextBlock) -> float:
        badge = block.kind == "badge"
        inner = GUTTER_WIDTH + _PAD + (32 if badge else 6)
        _, height = self._place_text(placed, block.runs, inner, 11.0, self.width - inner - _PAD)
        rect = FRect(GUTTER_WIDTH, 0, self.text_width, height + 22)
        placed.boxes.append((BADGE_BOX if badge else EXAMPLE_BOX, rect))
        if badge:
            placed.icons.append(PlacedIcon("house", GUTTER_WIDTH + _PAD - 4, 11 + self._line_height("page") / 2, 24))
        else:
            placed.bars.append((FRect(GUTTER_WIDTH, 8, 3, rect.height - 16), BRASS))
        return rect.height

    # --- words ------------------------------------------------------------------------------------------------------

    def _text_width(self, text: str, style: str) -> float:
        key = (text, style)
        if key not in self._widths:
            self._widths[key] = self.renderer.exact_plain_text_width(text, style)
        return self._widths[key]

    def _line_height(self, style: str) -> float:
        return TEXT_STYLES[style].size * TEXT_STYLES[style].line_spacing

    def _words(self, runs: TextRuns, style: str, start: int) -> Iterable[_Word]:
        """Yield the words of text runs, with their cards, for typesetting. Lines may break only between words."""
        breaks = line_breaks.spaceless_break_positions(plain_text((runs,)))
        word = _Word(has_space_before=False, atoms=[])
        at = 0
        for run in runs:
            for first, part in _split_at_breaks(run.text, at, breaks):
                if part[0] == " " or first in breaks:
                    if word.atoms:
                        yield word
                    word = _Word(part[0] == " ", [])
                if run.cards:
                    for i, card in enumerate(run.cards):
                        if i:  # each card is a word, so that lines may break between cards
                            yield word
                            word = _Word(has_space_before=True, atoms=[])
                        word.atoms.append(self._card_atom(card, start + first))
                elif part[0] != " ":
                    word.atoms.extend(self._atoms(part, _style(run, style), run.link, start + first))
            at += len(run.text)
        if word.atoms:
            yield word

    def _card_atom(self, card: MarkedCard, start: int) -> _Atom:
        wide = 24.0 if card.card < 0 else self._text_width(_rank_text(card.card), _RANK_STYLE) + 23
        return _Atom(wide, "", "page", "", start, card)

    def _atoms(self, word: str, style: str, link: str, start: int) -> Iterable[_Atom]:
        """Split a word of a rules page at suit signs into unbreakable pieces."""
        for part in re.split(f"([{''.join(SUIT_BY_SIGN)}])", word):
            if part in SUIT_BY_SIGN:
                yield _Atom(TEXT_STYLES[style].size * 0.84, "", style, "", start, suit=SUIT_BY_SIGN[part])
            elif part:
                yield _Atom(self._text_width(part, style), part, style, link, start)
            start += len(part)

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
    ) -> _TextSize:
        """Typeset words in lines at x, y; return the width of the widest line and the total height."""
        lines: list[tuple[list[_Word], float]] = []
        line: list[_Word] = []
        line_width = 0.0
        for word in self._words(runs, style, start):
            word_width = word.width
            space = self._text_width(" ", style) if line and word.has_space_before else 0.0
            if line and line_width + space + word_width > max_width:
                lines.append((line, line_width))
                line, line_width, space = [], 0.0, 0.0
            line.append(word)
            line_width += space + word_width
        if line:
            lines.append((line, line_width))
        line_height = self._line_height(style)
        for i, (words, width) in enumerate(lines):
            position = (x + ((max_width - width) / 2 if centred else 0.0), y + i * line_height)
            self._place_line(placed, words, position, style, colour)
        return _TextSize(max((width for _, width in lines), default=0.0), line_height * len(lines))

    def _place_line(
        self, placed: PlacedBlock, words: Sequence[_Word], pos: tuple[float, float], style: str, ink: Colour
    ) -> None:
        """Typeset words in one line. Adjacent atoms of one style are merged into one segment."""
        (x, y), space, line_height = pos, self._text_width(" ", style), self._line_height(style)
        last: LineSegment | None = None
        for number, word in enumerate(words):
            x += space if number and word.has_space_before else 0.0
            for i, atom in enumerate(word.atoms):
                if atom.card is not None or atom.suit:
                    card, mark = atom.card or MarkedCard(Card(-1))
                    top = y + (line_height - _INLINE_CARD_HEIGHT) / 2
                    placed.inline_cards.append(InlineCard(x, top, atom.width, card, mark, atom.suit))
                    last = None
                elif last is not None and (last.style, last.link) == (atom.style, atom.link):
                    between = "" if i or not word.has_space_before else " "
                    last = last._replace(text=last.text + between + atom.text, width=x + atom.width - last.x)
                    placed.segments[-1] = last
                else:
                    colour = INK_BROWN if atom.link else ink
                    top = y + (line_height - self.renderer.text_surface_height(atom.style)) / 2
                    last = LineSegment(x, top, atom.width, atom.text, atom.style, colour, atom.link, atom.start)
                    placed.segments.append(last)
                x += atom.width

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
            x, row_height = GUTTER_WIDTH, 0.0
            for cell, width in zip(row, widths, strict=True):
                runs = tuple(run._replace(is_bold=True) for run in cell) if not number else cell
                ink = INK_CAPTION if not number else INK
                row_height = max(
                    row_height, self._place_text(placed, runs, x + 8, y + 6, width - 16, colour=ink, start=start)[1]
                )
                start += len(plain_text((cell,))) + 1
                x += width
            y += row_height + 12
            colour = _INLINE_CARD_EDGE if not number else HAIRLINE_PAPER
            placed.bars.append((FRect(GUTTER_WIDTH, y - 0.6, min(max_width, sum(widths)), 1.2), colour))
        return y

    def _bold_line_and_word_widths(self, runs: TextRuns) -> tuple[float, float]:
        """Return the width of a bold text in one line, and of its longest word."""
        words = list(self._words(tuple(run._replace(is_bold=True) for run in runs), "page", 0))
        blanks = 1 + sum(word.has_space_before for word in words)
        widths = [word.width for word in words]
        return sum(widths) + self._text_width(" ", "page") * blanks, max(widths, default=0.0)

    # --- figures ----------------------------------------------------------------------------------------------------

    def _place_figure(self, placed: PlacedBlock, block: Figure) -> float:
        """Typeset a figure's groups of cards side by side, in as many rows as needed; return the height."""
        x, y, row_height, start = GUTTER_WIDTH, 0.0, 0.0, 0
        for i, group in enumerate(block.groups):
            cards_width, cards_height = self._group_size(group, block.cards_in_columns)
            group_width = max(
                cards_width,
                min(
                    self._bold_line_and_word_widths(group.caption)[0] + 8,
                    max(cards_width + 24, _MIN_CAPTION_WRAP_WIDTH),
                ),
            )
            gap = 0.0 if x == GUTTER_WIDTH else (_ARROW_LENGTH if group.has_arrow_before else _GROUP_GAP)
            if x > GUTTER_WIDTH and x + gap + group_width > self.width:
                x, y, row_height, gap = GUTTER_WIDTH, y + row_height + 10, 0.0, 0.0
            if group.has_arrow_before and i:
                icon_y = y + _FIGURE_MARGIN + cards_height / 2
                placed.icons.append(PlacedIcon("chevron_right", x + gap / 2 - 14, icon_y, 28))
                gap = max(gap, 30.0)
            x += gap
            self._place_cards(
                placed, group, x + (group_width - cards_width) / 2, y + _FIGURE_MARGIN, block.cards_in_columns
            )
            cards_bottom = y + 2 * _FIGURE_MARGIN + cards_height
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
            )[1]
            start += len(plain_text((group.caption,))) + 1
            row_height = max(row_height, cards_bottom + caption_height - y)
            x += group_width
        return y + row_height

    def _group_size(self, group: CardGroup, columns: bool) -> tuple[float, float]:
        high = self.renderer.card_height(_CARD_WIDTH)
        more = len(group.cards) - 1
        return (
            (_CARD_WIDTH, high * (1 + _COLUMN_STEP_FRACTION * more))
            if columns
            else (_CARD_WIDTH * (1 + _ROW_STEP_FRACTION * more), high)
        )

    def _place_cards(self, placed: PlacedBlock, group: CardGroup, x: float, y: float, columns: bool) -> None:
        high = self.renderer.card_height(_CARD_WIDTH)
        for i, (card, mark) in enumerate(group.cards):
            across, down = (
                (0.0, _COLUMN_STEP_FRACTION * high * i) if columns else (_CARD_WIDTH * _ROW_STEP_FRACTION * i, 0.0)
            )
            placed.figure_cards.append(FigureCard(x + _CARD_WIDTH / 2 + across, y + high / 2 + down, card, mark))


def _style(run: TextRun, style: str) -> str:
    if style != "page":
        return style
    return "page_strong" if run.is_bold else "page_slanted" if run.is_italic else style


def _split_at_breaks(text: str, start: int, breaks: Collection[int]) -> Iterator[tuple[int, str]]:
    """Yield the words and spaces of a text run with their positions.

    Args:
        text: text of the run.
        start: position of its first character.
        breaks: positions at which lines may break without a space.
    """
    for part in _SPACES.split(text):
        first = start
        for position in sorted(position for position in breaks if start < position < start + len(part)):
            yield first, part[first - start : position - start]
            first = position
        if part:
            yield first, part[first - start :]
        start += len(part)
