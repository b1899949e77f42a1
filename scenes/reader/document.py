"""A rules page as it is written, taken apart: headings, rules, tables, figures. Needs no pygame.

Pages are Markdown in ``assets/rules/<language>/<slug>.md``, read by markdown-it. What they use beyond plain Markdown:

- ``<a id="R7"></a>**7.** …`` is rule 7; ``<a id="pass_rule"></a>**After a pass** …`` explains that house rule.
- ```8S 8H``` in a line is small cards: rank and suit as in ``engine.cards``, ``10S`` too; ``??`` is a face-down card.
- A fence ``cards`` draws real cards, one group a line: ``8S 8H: the lead``. ``+`` after a card marks it, ``-`` darkens
  it; ``>`` before a group points from the group at its left to it. A fence ``columns`` draws each line as a column, the
  undermost card first.
- A quotation is an example.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.cards import HIDDEN, HIDDEN_TEXT, Card, CardError, parse

RULES = Path(__file__).resolve().parent.parent.parent / "assets" / "rules"
_ANCHOR = re.compile(r'<a id="(\w+)">')
_NUMBER = re.compile(r"(\d+)\.")
_STAND_IN = "\ufffc"
"""Stands in a text for cards, so that places in it can be counted."""

TextKind = Literal["text", "rule", "item", "example", "badge"]


class ShownCard(NamedTuple):
    """A card in a text or a figure; ``mark`` is ``+`` for one that matters, ``-`` for one that doesn't."""

    card: Card
    mark: str = ""


class Run(NamedTuple):
    """Words set in one way, or cards among words."""

    text: str
    strong: bool = False
    slanted: bool = False
    link: str = ""
    """Where they lead: ``R7``, or ``gurch#R7`` on another page."""
    cards: tuple[ShownCard, ...] = ()


Runs = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of a page (level 1), of a section (2) or of a part of one (3)."""

    runs: Runs
    level: int
    anchor: str

    @property
    def parts(self) -> tuple[Runs, ...]:
        return (self.runs,)


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph. ``mark`` stands before it: a rule's number, a list's dot or number."""

    runs: Runs
    kind: TextKind = "text"
    mark: str = ""
    anchor: str = ""

    @property
    def parts(self) -> tuple[Runs, ...]:
        return (self.runs,)


@dataclass(frozen=True, slots=True)
class TableBlock:
    """Rows of cells; the first row is the head."""

    rows: tuple[tuple[Runs, ...], ...]
    anchor: str = ""

    @property
    def parts(self) -> tuple[Runs, ...]:
        return tuple(cell for row in self.rows for cell in row)


class CardGroup(NamedTuple):
    """Cards of a figure that lie together, with what is written below them."""

    cards: tuple[ShownCard, ...]
    caption: Runs
    pointed: bool = False
    """An arrow leads to it from the group before."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Cards drawn large."""

    groups: tuple[CardGroup, ...]
    columns: bool = False
    anchor: str = ""

    @property
    def parts(self) -> tuple[Runs, ...]:
        return tuple(group.caption for group in self.groups)


Block = Heading | TextBlock | TableBlock | Figure


class Hit(NamedTuple):
    """Where a search found something: a block's number, and the first character of its text and the one after."""

    block: int
    start: int
    end: int


class InForce(NamedTuple):
    """A house rule that differs from the standard: the rule that it changes, its field, and what is told about it."""

    rule: str
    """``R7``."""
    field: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """A page."""

    blocks: tuple[Block, ...]

    @property
    def sections(self) -> list[tuple[str, str]]:
        """Anchor and title of each section."""
        found = (block for block in self.blocks if isinstance(block, Heading) and block.level == 2)
        return [(heading.anchor, plain((heading.runs,))) for heading in found]

    @property
    def anchors(self) -> dict[str, int]:
        """Anchor -> number of its block."""
        return {block.anchor: i for i, block in enumerate(self.blocks) if block.anchor}

    @property
    def links(self) -> list[str]:
        """Everything that links lead to."""
        return [run.link for block in self.blocks for part in block.parts for run in part if run.link]

    def find(self, query: str) -> list[Hit]:
        """Where a text occurs; case and accents don't matter."""
        wanted = folded(" ".join(query.split()))
        hits: list[Hit] = []
        for i, block in enumerate(self.blocks if wanted else ()):
            text = folded(plain(block.parts))
            at = text.find(wanted)
            while at >= 0:
                hits.append(Hit(i, at, at + len(wanted)))
                at = text.find(wanted, at + len(wanted))
        return hits

    def with_house_rules(self, several: Sequence[InForce]) -> "Document":
        """The same page with a badge after each rule that a house rule changes, and where that is explained."""
        blocks: list[Block] = []
        for block in self.blocks:
            blocks.append(block)
            blocks += [_badge(told, block.anchor) for told in several if block.anchor in (told.rule, told.field)]
        return Document(tuple(blocks))


def _badge(told: InForce, here: str) -> TextBlock:
    if here == told.field:
        return TextBlock((Run(told.name, strong=True),), "badge")
    return TextBlock((Run(told.name, strong=True, link=told.field), Run(f". {told.text}")), "badge")


def plain(parts: Iterable[Runs]) -> str:
    """The text of several parts, one a line."""
    return "\n".join("".join(_STAND_IN if run.cards else run.text for run in runs) for runs in parts)


def folded(text: str) -> str:
    """Small letters without accents, one for each character.

    >>> folded("Às três, AÇÃO")
    'as tres, acao'
    """
    return "".join(unicodedata.normalize("NFD", char.lower())[0] for char in text)


def load(language: str, slug: str) -> Document:
    """The page of a game; without blocks where there is none."""
    file = RULES / language / f"{slug}.md"
    return read(file.read_text(encoding="utf-8")) if file.is_file() else Document(())


def read(source: str) -> Document:
    """A page from its Markdown."""
    tokens = MarkdownIt("commonmark").enable("table").parse(source)
    return Document(tuple(_Reader(tokens).blocks()))


def shown(words: str) -> tuple[ShownCard, ...]:
    """Cards from a text.

    >>> [card.mark for card in shown("10S 8H+ ??-")]
    ['', '+', '-']

    Raises:
        CardError: it holds something else.
    """
    return tuple(ShownCard(_card(word.rstrip("+-")), word[len(word.rstrip("+-")) :]) for word in words.split())


def _card(word: str) -> Card:
    return HIDDEN if word == HIDDEN_TEXT else parse(word.replace("10", "T"))


class _Reader:
    """Goes through markdown-it's tokens once."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = iter(tokens)
        self._lists: list[int | None] = []
        """Of each open list the number of its next item; None in one with dots."""
        self._mark = ""
        self._quoted = False
        self._sections = 0

    def blocks(self) -> Iterator[Block]:
        for token in self._tokens:
            if token.type == "heading_open":
                yield self._heading(int(token.tag[1:]))
            elif token.type == "paragraph_open":
                yield self._text()
            elif token.type == "table_open":
                yield self._table()
            elif token.type == "fence":
                yield _figure(token)
            else:
                self._note(token)

    def _note(self, token: Token) -> None:
        """Lists and quotations: where the next paragraph is."""
        if token.type == "ordered_list_open":
            self._lists.append(int(token.attrs.get("start", 1)))
        elif token.type == "bullet_list_open":
            self._lists.append(None)
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            self._lists.pop()
        elif token.type == "list_item_open":
            number = self._lists[-1]
            self._mark = "•" if number is None else f"{number}"
            if number is not None:
                self._lists[-1] = number + 1
        elif token.type in ("blockquote_open", "blockquote_close"):
            self._quoted = token.type == "blockquote_open"

    def _heading(self, level: int) -> Heading:
        _, runs = _inline(next(self._tokens))
        anchor = ""
        if level == 2:
            self._sections += 1
            anchor = f"section{self._sections}"
        return Heading(runs, level, anchor or ("top" if level == 1 else ""))

    def _text(self) -> TextBlock:
        anchor, runs = _inline(next(self._tokens))
        kind: TextKind = "item" if self._lists else "example" if self._quoted else "text"
        mark, self._mark = self._mark, ""
        number = _NUMBER.fullmatch(runs[0].text) if anchor and runs and runs[0].strong else None
        if number:
            first = runs[1]._replace(text=runs[1].text.lstrip())
            return TextBlock((first, *runs[2:]), "rule", number[1], anchor)
        return TextBlock(runs, kind, mark, anchor)

    def _table(self) -> TableBlock:
        rows: list[tuple[Runs, ...]] = []
        row: list[Runs] = []
        for token in self._tokens:
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                row = []
            elif token.type == "inline":
                row.append(_inline(token)[1])
            elif token.type == "tr_close":
                rows.append(tuple(row))
        return TableBlock(tuple(rows))


def _inline(token: Token) -> tuple[str, Runs]:
    """The anchor at a text's beginning, and its runs."""
    anchor, runs = "", list[Run]()
    now = Run("")
    for child in token.children or ():
        if child.type in ("strong_open", "strong_close"):
            now = now._replace(strong=child.type == "strong_open")
        elif child.type in ("em_open", "em_close"):
            now = now._replace(slanted=child.type == "em_open")
        elif child.type == "link_open":
            now = now._replace(link=_target(str(child.attrs.get("href", ""))))
        elif child.type == "link_close":
            now = now._replace(link="")
        elif child.type == "html_inline":
            found = _ANCHOR.match(child.content)
            anchor = found[1] if found else anchor
        elif child.type == "code_inline":
            runs.append(_cards_or_words(child.content, now))
        elif child.type in ("softbreak", "hardbreak"):
            runs.append(now._replace(text=" "))
        elif child.content:
            runs.append(now._replace(text=child.content))
    return anchor, tuple(runs)


def _target(href: str) -> str:
    """``R7`` of ``#R7``, ``gurch#R7`` of ``gurch.md#R7``."""
    page, _, anchor = href.partition("#")
    return f"{page.removesuffix('.md')}#{anchor}" if page else anchor


def _cards_or_words(content: str, now: Run) -> Run:
    try:
        return now._replace(text=_STAND_IN, cards=shown(content))
    except CardError:
        return now._replace(text=content)


def _figure(token: Token) -> Figure:
    groups = []
    for line in token.content.splitlines():
        cards, _, caption = line.strip().partition(":")
        pointed = cards.startswith(">")
        runs = (Run(caption.strip()),) if caption.strip() else ()
        groups.append(CardGroup(shown(cards.lstrip("> ")), runs, pointed))
    return Figure(tuple(groups), token.info.strip() == "columns")
