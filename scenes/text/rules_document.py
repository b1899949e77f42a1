"""Parser for rules pages: headings, rules, tables and figures. Doesn't need pygame.

Pages are Markdown in ``assets/rules/<language>/<slug>.md``, parsed by markdown-it, with these additions:

- ``<a id="R7"></a>**7.** …`` is rule 7; ``<a id="pass_rule"></a>**After a pass** …`` explains that house rule.
- ```8S 8H``` in a line are small cards: rank and suit as in ``engine.cards`` or ``10S``, ``??`` for a face-down card.
- A fence ``cards`` draws large cards, one group per line: ``8S 8H: the lead``. ``+`` after a card marks it, ``-``
  darkens it. ``>`` before a group draws an arrow to it from the group at its left. A fence ``columns`` draws each line
  as a column, bottom card first.
- A block quotation is an example. The lines of any other fence are text.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.cards import HIDDEN, HIDDEN_TEXT, Card, CardError, parse
from engine.languages import SOURCE_LANGUAGE
from scenes.render.line_breaks import CARDS_PLACEHOLDER, is_wide
from scenes.text.search import fold_case_and_accents

_ASSETS = Path(__file__).resolve().parents[2] / "assets"
RULES_FOLDER = _ASSETS / "rules"
MANUAL_FOLDER = _ASSETS / "manual"
"""Folder of the manual's pages, in the same Markdown but without cards, rules and house rules."""
_ANCHOR_PATTERN = re.compile(r'<a id="(\w+)">')
_RULE_NUMBER_PATTERN = re.compile(r"(\d+)\.")
_LINE_BREAK = "\n"
"""Text of a run for a line break in the source."""

TextKind = Literal["text", "rule", "item", "example", "badge"]


class MarkedCard(NamedTuple):
    """A card in a text or a figure; ``ring_or_dim_sign`` is ``+`` for marked, ``-`` for darkened, empty for neither."""

    card: Card
    ring_or_dim_sign: str = ""


class TextRun(NamedTuple):
    """A stretch of text in one style on a rules page, or cards within a text."""

    text: str
    is_bold: bool = False
    is_italic: bool = False
    link: str = ""
    """Target of a link: ``R7``, or ``gurch#R7`` on another page. Empty for no link."""
    cards: tuple[MarkedCard, ...] = ()


TextRuns = tuple[TextRun, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """Title of a rules page (level 1), a section (2) or a subsection (3)."""

    runs: TextRuns
    level: int
    anchor: str

    @property
    def texts(self) -> tuple[TextRuns, ...]:
        return (self.runs,)


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph of a rules page; ``number_or_bullet`` precedes it: a rule's number, or a list's mark."""

    runs: TextRuns
    kind: TextKind = "text"
    number_or_bullet: str = ""
    anchor: str = ""

    @property
    def texts(self) -> tuple[TextRuns, ...]:
        return (self.runs,)


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table on a rules page; its first row is the header."""

    rows: tuple[tuple[TextRuns, ...], ...]
    anchor: str = ""

    @property
    def texts(self) -> tuple[TextRuns, ...]:
        return tuple(cell for row in self.rows for cell in row)


class CardGroup(NamedTuple):
    """A group of cards in a figure of a rules page, with its caption."""

    cards: tuple[MarkedCard, ...]
    caption: TextRuns
    has_arrow_before: bool = False
    """Whether an arrow points to it from the previous group."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on a rules page, with large cards."""

    groups: tuple[CardGroup, ...]
    cards_in_columns: bool = False
    anchor: str = ""

    @property
    def texts(self) -> tuple[TextRuns, ...]:
        return tuple(group.caption for group in self.groups)


Block = Heading | TextBlock | TableBlock | Figure


class SearchHit(NamedTuple):
    """A search hit on a rules page: index of the block, and start and end in its plain text."""

    block_index: int
    start: int
    end: int


class ChangedRule(NamedTuple):
    """A house rule that differs from the standard."""

    rule_anchor: str
    """Anchor of the changed rule: ``R7``."""
    field: str
    badge_title: str
    explanation: str


@dataclass(frozen=True, slots=True)
class Document:
    """A rules page as a sequence of blocks."""

    blocks: tuple[Block, ...]

    @property
    def sections(self) -> list[tuple[str, str]]:
        """Anchor and title of each section of the rules page."""
        found = (block for block in self.blocks if isinstance(block, Heading) and block.level == 2)
        return [(heading.anchor, plain_text((heading.runs,))) for heading in found]

    @property
    def anchors(self) -> dict[str, int]:
        """Index of the block with each anchor on the rules page."""
        return {block.anchor: i for i, block in enumerate(self.blocks) if block.anchor}

    @property
    def links(self) -> list[str]:
        """Targets of all links on the rules page."""
        return [run.link for block in self.blocks for part in block.texts for run in part if run.link]

    def find_figure(self, anchor: str) -> Figure | None:
        """Return the first figure between the paragraph with this anchor and the next anchor, or None."""
        start = self.anchors.get(anchor)
        for block in self.blocks[start + 1 :] if start is not None else ():
            if isinstance(block, Figure):
                return block
            if block.anchor or isinstance(block, Heading):
                break
        return None

    def find(self, query: str) -> list[SearchHit]:
        """Return all occurrences of a text on the rules page, ignoring case and accents."""
        wanted = fold_case_and_accents(" ".join(query.split()))
        hits: list[SearchHit] = []
        for i, block in enumerate(self.blocks if wanted else ()):
            text = fold_case_and_accents(plain_text(block.texts))
            at = text.find(wanted)
            while at >= 0:
                hits.append(SearchHit(i, at, at + len(wanted)))
                at = text.find(wanted, at + len(wanted))
        return hits

    def with_house_rules(self, changed: Sequence[ChangedRule]) -> "Document":
        """Return a copy of the rules page with a badge after each changed rule and the paragraph of its house rule."""
        blocks: list[Block] = []
        for block in self.blocks:
            blocks.append(block)
            blocks += [_badge(one, block.anchor) for one in changed if block.anchor in (one.rule_anchor, one.field)]
        return Document(tuple(blocks))


def _badge(changed: ChangedRule, anchor: str) -> TextBlock:
    if anchor == changed.field:
        return TextBlock((TextRun(changed.badge_title, is_bold=True),), "badge")
    return TextBlock(
        (TextRun(changed.badge_title, is_bold=True, link=changed.field), TextRun(f". {changed.explanation}")), "badge"
    )


def plain_text(texts: Iterable[TextRuns]) -> str:
    """Return texts of a rules page as plain text, one per line."""
    return "\n".join("".join(CARDS_PLACEHOLDER if run.cards else run.text for run in runs) for runs in texts)


def find_page_file(language: str, slug: str) -> Path:
    """Return the file of a game's rules page in a language; that in the source language if it is not translated."""
    file = RULES_FOLDER / language / f"{slug}.md"
    return file if file.is_file() else RULES_FOLDER / SOURCE_LANGUAGE / f"{slug}.md"


def load_page(language: str, slug: str) -> Document:
    """Load the rules page of a game; an empty document if there is none."""
    file = find_page_file(language, slug)
    return parse_page(file.read_text(encoding="utf-8")) if file.is_file() else Document(())


def parse_page(source: str) -> Document:
    """Parse a rules page from Markdown."""
    tokens = MarkdownIt("commonmark").enable("table").parse(source)
    return Document(tuple(_BlockBuilder(tokens).blocks()))


def parse_cards(text: str) -> tuple[MarkedCard, ...]:
    """Parse cards with their marks from words separated by spaces.

    >>> [card.ring_or_dim_sign for card in parse_cards("10S 8H+ ??-")]
    ['', '+', '-']

    Raises:
        CardError: the text contains anything else.
    """
    return tuple(MarkedCard(_card(word.rstrip("+-")), word[len(word.rstrip("+-")) :]) for word in text.split())


def _card(word: str) -> Card:
    return HIDDEN if word == HIDDEN_TEXT else parse(word.replace("10", "T"))


class _BlockBuilder:
    """Converts the Markdown tokens of a rules page to blocks in one pass."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = iter(tokens)
        self._lists: list[int | None] = []
        """Number of the next item of each open list; None for bulleted lists."""
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
            elif token.type == "fence" and token.info.strip() in ("cards", "columns"):
                yield _figure(token)
            elif token.type == "fence":
                yield from (TextBlock((TextRun(line),), "item") for line in token.content.splitlines() if line)
            else:
                self._track_list_or_quotation(token)

    def _track_list_or_quotation(self, token: Token) -> None:
        """Track the open lists and quotations while parsing a rules page; note the mark of a list item."""
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
        _, runs = _anchor_and_runs(next(self._tokens))
        anchor = ""
        if level == 2:
            self._sections += 1
            anchor = f"section{self._sections}"
        return Heading(runs, level, anchor or ("top" if level == 1 else ""))

    def _text(self) -> TextBlock:
        anchor, runs = _anchor_and_runs(next(self._tokens))
        kind: TextKind = "item" if self._lists else "example" if self._quoted else "text"
        mark, self._mark = self._mark, ""
        number = _RULE_NUMBER_PATTERN.fullmatch(runs[0].text) if anchor and runs and runs[0].is_bold else None
        if number:
            first = runs[1]._replace(text=runs[1].text.lstrip())
            return TextBlock((first, *runs[2:]), "rule", number[1], anchor)
        return TextBlock(runs, kind, mark, anchor)

    def _table(self) -> TableBlock:
        rows: list[tuple[TextRuns, ...]] = []
        row: list[TextRuns] = []
        for token in self._tokens:
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                row = []
            elif token.type == "inline":
                row.append(_anchor_and_runs(token)[1])
            elif token.type == "tr_close":
                rows.append(tuple(row))
        return TableBlock(tuple(rows))


def _anchor_and_runs(token: Token) -> tuple[str, TextRuns]:
    """Return the anchor of an inline Markdown token, and its text runs."""
    anchor, runs = "", list[TextRun]()
    style = TextRun("")
    for child in token.children or ():
        if child.type in ("strong_open", "strong_close"):
            style = style._replace(is_bold=child.type == "strong_open")
        elif child.type in ("em_open", "em_close"):
            style = style._replace(is_italic=child.type == "em_open")
        elif child.type == "link_open":
            style = style._replace(link=_target(str(child.attrs.get("href", ""))))
        elif child.type == "link_close":
            style = style._replace(link="")
        elif child.type == "html_inline":
            match = _ANCHOR_PATTERN.match(child.content)
            anchor = match[1] if match else anchor
        elif child.type == "code_inline":
            runs.append(_cards_or_words(child.content, style))
        elif child.type in ("softbreak", "hardbreak"):
            runs.append(style._replace(text=_LINE_BREAK))
        elif child.content:
            runs.append(style._replace(text=child.content))
    return anchor, tuple(_without_line_breaks(runs))


def _without_line_breaks(runs: list[TextRun]) -> Iterator[TextRun]:
    """Yield text runs with line breaks replaced by spaces, or removed beside wide (East Asian) characters."""
    for i, run in enumerate(runs):
        if run.text != _LINE_BREAK:
            yield run
        elif not any(
            is_wide(char)
            for char in (plain_text((tuple(runs[:i]),))[-1:], plain_text((tuple(runs[i + 1 :]),))[:1])
            if char
        ):
            yield run._replace(text=" ")


def _target(href: str) -> str:
    """Return the target of a link on a rules page: ``R7`` for ``#R7``, ``gurch#R7`` for ``gurch.md#R7``."""
    page, _, anchor = href.partition("#")
    return f"{page.removesuffix('.md')}#{anchor}" if page else anchor


def _cards_or_words(content: str, style: TextRun) -> TextRun:
    try:
        return style._replace(text=CARDS_PLACEHOLDER, cards=parse_cards(content))
    except CardError:
        return style._replace(text=content)


def _figure(token: Token) -> Figure:
    groups = []
    for line in token.content.splitlines():
        cards, _, caption = line.strip().partition(":")
        pointed = cards.startswith(">")
        runs = (TextRun(caption.strip()),) if caption.strip() else ()
        groups.append(CardGroup(parse_cards(cards.lstrip("> ")), runs, pointed))
    return Figure(tuple(groups), token.info.strip() == "columns")
