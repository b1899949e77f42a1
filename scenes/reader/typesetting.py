"""Typesetting of a page: the size of every block and the position of everything in it. Drawing comes later.

Lengths are logical pixels. The origin of a block is its own upper left corner.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pygame import FRect, Surface

from engine.cards import RANKS, SUITS, Card, rank, suit
from scenes.look import line_breaks
from scenes.look.boxes import Box, Stroke
from scenes.look.look import Look, RingKind
from scenes.look.theme import (
    BRASS,
    CARD_FACE,
    HAIRLINE_PAPER,
    INK,
    INK_BROWN,
    INK_CAPTION,
    INK_SECOND,
    SUIT_SIGNS,
    SUITS_FOUR,
    SUITS_TWO,
    TEXT_STYLES,
    Colour,
    rgb,
)
from scenes.reader.document import (
    Block,
    CardGroup,
    Document,
    Figure,
    Heading,
    ShownCard,
    TableBlock,
    TextBlock,
    TextRun,
    TextRuns,
    plain,
)

MEASURE = 720.0
"""Maximum line length."""
GUTTER = 46.0
"""Width left of the text, for numbers of rules."""
_LIST = 26.0
_PAD = 18.0
_GAP = 12.0
_CARD = 68.0
_STEP, _DOWN = 0.42, 0.29
"""Distance from card to card: in a row as a share of the width, in a column of the height."""
_ROOM = 10.0
"""Margin around the cards of a figure, for shadows and raised cards."""
_APART, _ARROW = 30.0, 44.0
_LEAST_CAPTION = 112.0
_TOKEN = 24.0
_EDGE = rgb("#b9ae98")
TOKEN = Box(5, ((0, CARD_FACE),), border=Stroke(_EDGE, 1))
TOKEN_BACK = Box(5, ((0, rgb("#7d1f2d")), (1, rgb("#5e1320"))), border=Stroke(_EDGE, 2))
EXAMPLE = Box(10, ((0, rgb("#efe3c8")),), 0.75)
BADGE = Box(10, ((0, rgb("#f6e2ae")),), border=Stroke(rgb("#b98434"), 1.5))
_SPACES = re.compile(r"( +)")


class LinePart(NamedTuple):
    """A part of a line in one style."""

    x: float
    y: float
    width: float
    text: str
    style: str
    ink: Colour
    link: str
    start: int
    """Index of its first character in the block's text."""


class InlineCard(NamedTuple):
    """A small card in a line, or a suit sign if ``suit`` is its letter."""

    x: float
    y: float
    width: float
    card: Card
    mark: str = ""
    suit: str = ""


class Sprite(NamedTuple):
    """A card of a figure; x and y are its centre."""

    x: float
    y: float
    card: Card
    mark: str


@dataclass
class PlacedBlock:
    """A block with its position on the page."""

    block: Block
    number: int
    rect: FRect = field(default_factory=lambda: FRect(0, 0, 0, 0))
    pieces: list[LinePart] = field(default_factory=list)
    tokens: list[InlineCard] = field(default_factory=list)
    sprites: list[Sprite] = field(default_factory=list)
    boxes: list[tuple[Box, FRect]] = field(default_factory=list)
    lines: list[tuple[FRect, Colour]] = field(default_factory=list)
    icons: list[tuple[str, float, float, float]] = field(default_factory=list)
    """Name, left edge, middle, size."""

    def draw(self, look: Look, target: Surface) -> None:
        """Draw all but the cards of a figure, at the look's origin."""
        for box, rect in self.boxes:
            look.draw_box(target, box, rect)
        for rect, colour in self.lines:
            look.fill(target, colour, rect)
        for name, x, y, size in self.icons:
            look.blit(target, look.icon(name, size, INK_BROWN), x, y, "midleft")
        for piece in self.pieces:
            look.blit(target, look.text(piece.text, piece.style, piece.ink), piece.x, piece.y)
            if piece.link:
                under = piece.y + look.text_height(piece.style) - 2.5
                look.fill(target, piece.ink, FRect(piece.x, under, piece.width, 1.2))
        for token in self.tokens:
            _draw_token(look, target, token)

    def draw_sprite(self, look: Look, target: Surface, sprite: Sprite) -> None:
        """Draw one of its cards, likewise."""
        ring: RingKind | None = "legal" if sprite.mark == "+" else None
        look.draw_card(target, sprite.card, sprite.x, sprite.y, _CARD, dim=sprite.mark == "-", ring=ring)

    def marks(self, look: Look, start: int, end: int) -> list[FRect]:
        """Return the areas of the characters ``start`` … ``end`` - 1 of its text."""
        found = []
        for piece in self.pieces:
            first, last = max(0, start - piece.start), min(len(piece.text), end - piece.start)
            if first < last:
                left = look.advance(piece.text[:first], piece.style)
                wide = look.advance(piece.text[first:last], piece.style)
                high = look.text_height(piece.style)
                found.append(FRect(piece.x + left - 2, piece.y - 1, wide + 4, high + 2))
        return found


def _draw_token(look: Look, target: Surface, token: InlineCard) -> None:
    if token.suit:
        high = token.width * 0.9
        look.blit(target, look.suit(token.suit, high), token.x, token.y + _TOKEN / 2, "midleft")
        return
    rect = FRect(token.x, token.y, token.width, _TOKEN)
    look.draw_box(target, TOKEN if token.card >= 0 else TOKEN_BACK, rect)
    if token.card < 0:
        return
    ink = (SUITS_FOUR if look.four_colours else SUITS_TWO)[SUITS[suit(token.card)]]
    look.blit(target, look.text(_rank(token.card), _RANK, ink), token.x + 5, rect.centery, "midleft")
    sign = look.suit(SUITS[suit(token.card)], 12)
    look.blit(target, sign, rect.right - 4.5, rect.centery, "midright")


def _rank(card: Card) -> str:
    return RANKS[rank(card)].replace("T", "10")


_RANK = "numeral_small"


class _Atom(NamedTuple):
    """A unit that never breaks across lines."""

    width: float
    text: str
    style: str
    link: str
    start: int
    card: ShownCard | None = None
    suit: str = ""


class _Word(NamedTuple):
    """Atoms that stay together, and whether a blank stands before them."""

    spaced: bool
    atoms: list[_Atom]

    @property
    def width(self) -> float:
        return sum(atom.width for atom in self.atoms)


class PageTypesetter:
    """Sets blocks in a look, at most ``width`` wide including the gutter."""

    def __init__(self, look: Look, width: float) -> None:
        self.look = look
        self.width = width
        self.text_width = width - GUTTER
        self._widths: dict[tuple[str, str], float] = {}

    def page(self, document: Document) -> tuple[list[PlacedBlock], float]:
        """Return all blocks in a column, and their total height."""
        laid: list[PlacedBlock] = []
        y = 0.0
        for i, block in enumerate(document.blocks):
            one = PlacedBlock(block, i)
            before, height = self._set(one, first=not i)
            y += before
            one.rect = FRect(0, y, self.width, height)
            y += height
            laid.append(one)
        return laid, y

    def _set(self, laid: PlacedBlock, *, first: bool) -> tuple[float, float]:
        """Fill a block; returns the space before it and its height."""
        block = laid.block
        if isinstance(block, Heading):
            return self._heading(laid, block, first=first)
        if isinstance(block, TableBlock):
            return _GAP + 4, self._table(laid, block)
        if isinstance(block, Figure):
            return _GAP, self._figure(laid, block)
        if block.kind in ("example", "badge"):
            return _GAP, self._boxed(laid, block)
        left = GUTTER + (_LIST if block.kind == "item" else 0.0)
        if block.mark:
            self._mark(laid, block, left)
        _, height = self._flow(laid, block.runs, left, 0.0, self.width - left)
        return (6.0 if block.kind == "item" else _GAP), height

    def _heading(self, laid: PlacedBlock, block: Heading, *, first: bool) -> tuple[float, float]:
        style = ("result", "panel_title", "tag")[block.level - 1]
        ink = INK_BROWN if block.level == 2 else INK
        _, height = self._flow(laid, block.runs, GUTTER, 0.0, self.text_width, style=style, ink=ink)
        if block.level == 2:
            laid.lines.append((FRect(GUTTER, height + 4, self.text_width, 1.2), HAIRLINE_PAPER))
            height += 7
        return (0.0 if first else 32.0), height

    def _mark(self, laid: PlacedBlock, block: TextBlock, left: float) -> None:
        style, ink = ("tag", INK_BROWN) if block.kind == "rule" else ("page_strong", INK_SECOND)
        wide = self._width(block.mark, style)
        x = left - 14 - wide if block.kind == "rule" else left - 12 - wide
        y = (self._line("page") - self.look.text_height(style)) / 2
        laid.pieces.append(LinePart(x, y, wide, block.mark, style, ink, "", -1000))

    def _boxed(self, laid: PlacedBlock, block: TextBlock) -> float:
        badge = block.kind == "badge"
        inner = GUTTER + _PAD + (32 if badge else 6)
        _, height = self._flow(laid, block.runs, inner, 11.0, self.width - inner - _PAD)
        rect = FRect(GUTTER, 0, self.text_width, height + 22)
        laid.boxes.append((BADGE if badge else EXAMPLE, rect))
        if badge:
            laid.icons.append(("house", GUTTER + _PAD - 4, 11 + self._line("page") / 2, 24))
        else:
            laid.lines.append((FRect(GUTTER, 8, 3, rect.height - 16), BRASS))
        return rect.height

    # --- words ------------------------------------------------------------------------------------------------------

    def _width(self, text: str, style: str) -> float:
        key = (text, style)
        if key not in self._widths:
            self._widths[key] = self.look.advance(text, style)
        return self._widths[key]

    def _line(self, style: str) -> float:
        return TEXT_STYLES[style].size * TEXT_STYLES[style].leading

    def _words(self, runs: TextRuns, style: str, start: int) -> Iterable[_Word]:
        """Yield words; lines break only between them."""
        places = line_breaks.breaks(plain((runs,)))
        word = _Word(spaced=False, atoms=[])
        at = 0
        for run in runs:
            for first, part in _parts(run.text, at, places):
                if part[0] == " " or first in places:
                    if word.atoms:
                        yield word
                    word = _Word(part[0] == " ", [])
                if run.cards:
                    for i, card in enumerate(run.cards):
                        if i:  # lines may break between cards
                            yield word
                            word = _Word(spaced=True, atoms=[])
                        word.atoms.append(self._card_atom(card, start + first))
                elif part[0] != " ":
                    word.atoms.extend(self._atoms(part, _style(run, style), run.link, start + first))
            at += len(run.text)
        if word.atoms:
            yield word

    def _card_atom(self, card: ShownCard, start: int) -> _Atom:
        wide = 24.0 if card.card < 0 else self._width(_rank(card.card), _RANK) + 23
        return _Atom(wide, "", "page", "", start, card)

    def _atoms(self, word: str, style: str, link: str, start: int) -> Iterable[_Atom]:
        """Split a word at suit signs."""
        for part in re.split(f"([{''.join(SUIT_SIGNS)}])", word):
            if part in SUIT_SIGNS:
                yield _Atom(TEXT_STYLES[style].size * 0.84, "", style, "", start, suit=SUIT_SIGNS[part])
            elif part:
                yield _Atom(self._width(part, style), part, style, link, start)
            start += len(part)

    def _flow(
        self,
        laid: PlacedBlock,
        runs: TextRuns,
        x: float,
        y: float,
        room: float,
        *,
        style: str = "page",
        ink: Colour = INK,
        start: int = 0,
        centred: bool = False,
    ) -> tuple[float, float]:
        """Set words in lines at x, y; returns the width of the widest line and the height."""
        lines: list[tuple[list[_Word], float]] = []
        line: list[_Word] = []
        wide = 0.0
        for word in self._words(runs, style, start):
            long = word.width
            space = self._width(" ", style) if line and word.spaced else 0.0
            if line and wide + space + long > room:
                lines.append((line, wide))
                line, wide, space = [], 0.0, 0.0
            line.append(word)
            wide += space + long
        if line:
            lines.append((line, wide))
        high = self._line(style)
        for i, (words, width) in enumerate(lines):
            place = (x + ((room - width) / 2 if centred else 0.0), y + i * high)
            self._put(laid, words, place, style, ink)
        return max((width for _, width in lines), default=0.0), high * len(lines)

    def _put(
        self, laid: PlacedBlock, words: Sequence[_Word], place: tuple[float, float], style: str, ink: Colour
    ) -> None:
        """Set one line; adjacent atoms of one style become one part."""
        (x, y), space, high = place, self._width(" ", style), self._line(style)
        last: LinePart | None = None
        for number, word in enumerate(words):
            x += space if number and word.spaced else 0.0
            for i, atom in enumerate(word.atoms):
                if atom.card is not None or atom.suit:
                    card, mark = atom.card or ShownCard(Card(-1))
                    top = y + (high - _TOKEN) / 2
                    laid.tokens.append(InlineCard(x, top, atom.width, card, mark, atom.suit))
                    last = None
                elif last is not None and (last.style, last.link) == (atom.style, atom.link):
                    between = "" if i or not word.spaced else " "
                    last = last._replace(text=last.text + between + atom.text, width=x + atom.width - last.x)
                    laid.pieces[-1] = last
                else:
                    colour = INK_BROWN if atom.link else ink
                    top = y + (high - self.look.text_height(atom.style)) / 2
                    last = LinePart(x, top, atom.width, atom.text, atom.style, colour, atom.link, atom.start)
                    laid.pieces.append(last)
                x += atom.width

    # --- tables -----------------------------------------------------------------------------------------------------

    def _table(self, laid: PlacedBlock, block: TableBlock) -> float:
        columns = len(block.rows[0])
        sizes = [[self._natural(row[i]) for row in block.rows] for i in range(columns)]
        wanted = [max(whole for whole, _ in column) + 24 for column in sizes]
        room = self.text_width
        if sum(wanted) > room:
            least = [max(longest for _, longest in column) + 17 for column in sizes]
            spare = max(0.0, room - sum(least))
            more = [width - few for width, few in zip(wanted, least, strict=True)]
            wanted = [few + spare * part / sum(more) for few, part in zip(least, more, strict=True)]
        y, start = 0.0, 0
        for number, row in enumerate(block.rows):
            x, tall = GUTTER, 0.0
            for cell, width in zip(row, wanted, strict=True):
                runs = tuple(run._replace(strong=True) for run in cell) if not number else cell
                ink = INK_CAPTION if not number else INK
                tall = max(tall, self._flow(laid, runs, x + 8, y + 6, width - 16, ink=ink, start=start)[1])
                start += len(plain((cell,))) + 1
                x += width
            y += tall + 12
            colour = _EDGE if not number else HAIRLINE_PAPER
            laid.lines.append((FRect(GUTTER, y - 0.6, min(room, sum(wanted)), 1.2), colour))
        return y

    def _natural(self, runs: TextRuns) -> tuple[float, float]:
        """Return the width of a text in one line, and of its longest word."""
        words = list(self._words(tuple(run._replace(strong=True) for run in runs), "page", 0))
        blanks = 1 + sum(word.spaced for word in words)
        widths = [word.width for word in words]
        return sum(widths) + self._width(" ", "page") * blanks, max(widths, default=0.0)

    # --- figures ----------------------------------------------------------------------------------------------------

    def _figure(self, laid: PlacedBlock, block: Figure) -> float:
        """Set groups of cards side by side, in rows as needed."""
        x, y, tall, start = GUTTER, 0.0, 0.0, 0
        for i, group in enumerate(block.groups):
            wide, high = self._group_size(group, block.columns)
            across = max(wide, min(self._natural(group.caption)[0] + 8, max(wide + 24, _LEAST_CAPTION)))
            before = 0.0 if x == GUTTER else (_ARROW if group.pointed else _APART)
            if x > GUTTER and x + before + across > self.width:
                x, y, tall, before = GUTTER, y + tall + 10, 0.0, 0.0
            if group.pointed and i:
                laid.icons.append(("chevron_right", x + before / 2 - 14, y + _ROOM + high / 2, 28))
                before = max(before, 30.0)
            x += before
            self._cards(laid, group, x + (across - wide) / 2, y + _ROOM, block.columns)
            foot = y + 2 * _ROOM + high
            below = self._flow(
                laid, group.caption, x, foot, across, style="explanation", ink=INK_SECOND, start=start, centred=True
            )[1]
            start += len(plain((group.caption,))) + 1
            tall = max(tall, foot + below - y)
            x += across
        return y + tall

    def _group_size(self, group: CardGroup, columns: bool) -> tuple[float, float]:
        high = self.look.card_height(_CARD)
        more = len(group.cards) - 1
        return (_CARD, high * (1 + _DOWN * more)) if columns else (_CARD * (1 + _STEP * more), high)

    def _cards(self, laid: PlacedBlock, group: CardGroup, x: float, y: float, columns: bool) -> None:
        high = self.look.card_height(_CARD)
        for i, (card, mark) in enumerate(group.cards):
            across, down = (0.0, _DOWN * high * i) if columns else (_CARD * _STEP * i, 0.0)
            laid.sprites.append(Sprite(x + _CARD / 2 + across, y + high / 2 + down, card, mark))


def _style(run: TextRun, style: str) -> str:
    if style != "page":
        return style
    return "page_strong" if run.strong else "page_slanted" if run.slanted else style


def _parts(text: str, at: int, places: Collection[int]) -> Iterator[tuple[int, str]]:
    """Words and blanks of a run that begins at a place in its block, each with its own place.

    Args:
        text: of the run.
        at: place of its first character.
        places: where lines may break without a blank.
    """
    for part in _SPACES.split(text):
        first = at
        for place in sorted(place for place in places if at < place < at + len(part)):
            yield first, part[first - at : place - at]
            first = place
        if part:
            yield first, part[first - at :]
        at += len(part)
