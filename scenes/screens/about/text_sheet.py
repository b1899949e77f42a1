"""Long texts of styled paragraphs, drawn only where visible, and as scrolling sheets. Used by the about screen."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from scenes.render.line_breaks import join_words
from scenes.render.renderer import Renderer
from scenes.render.theme import INK, INK_BROWN, TEXT_STYLES, Colour
from scenes.render.typesetting import Line, Piece, line_text, line_width
from scenes.ui.accessible_elements import AccessibleElement, group_element
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.paper_scroll_view import PaperScrollView
from scenes.ui.widget import Widget

MAX_LINE_WIDTH = 760.0
"""Maximum width of a line, logical pixels."""
_MARGIN = 30.0
_PARAGRAPH_GAP = 11.0
"""Space for an empty line of a verbatim text."""
_MAX_BROKEN_LINE_LENGTH = 84
"""Maximum width, in characters, to which ``join_broken_lines`` assumes that lines were broken."""
_ITEM_START = re.compile(r"\s*(?:[*•-]\s|\(?\w{1,3}[.)]\s)")
"""Matches the start of a list item: a bullet, or a number or letters with a bracket or full stop."""
_MARK_WIDTH = 22.0
"""Width of the column for list bullets."""


class Passage(NamedTuple):
    """A paragraph of a scrolling text, with its style."""

    text: str
    style: str = "page"
    colour: Colour = INK
    mark: str = ""
    """Bullet at its left; empty for none."""
    space_before: float = 0.0
    """Additional space above it, logical pixels."""


class _PlacedLine(NamedTuple):
    x: float
    y: float
    line: Line
    style: str


def parse_changes(source: str) -> list[Passage]:
    r"""Parse the application's list of changes in Markdown: ``## 1.2.0`` starts a version, ``-`` an item.

    >>> [(one.text, one.mark) for one in parse_changes("## 1.0\n\n- New\n  game.\n")]
    [('1.0', ''), ('New game.', '•')]
    """
    passages: list[Passage] = []
    for block in re.split(r"\n\s*\n|\n(?=[-#])", source.strip()):
        text = join_words(line.strip() for line in block.splitlines())
        if text.startswith("## "):
            passages.append(Passage(text[3:], "panel_title", INK_BROWN, space_before=26.0 if passages else 0.0))
        elif text.startswith("- "):
            passages.append(Passage(text[2:], mark="•", space_before=8.0))
        elif text:
            passages.append(Passage(text, space_before=12.0 if passages else 0.0))
    return passages


def verbatim_passages(text: str, style: str = "body") -> list[Passage]:
    """Return a paragraph for each line of a text; empty lines become space above the next one."""
    found: list[Passage] = []
    before = 0.0
    for line in text.expandtabs(8).splitlines():
        if line.strip():
            found.append(Passage(line.rstrip(), style, space_before=before))
        before = 0.0 if line.strip() else _PARAGRAPH_GAP
    return found


def join_broken_lines(text: str) -> str:
    r"""Join the lines of a text that were broken to fit a width; no word is changed.

    A line counts as broken if the next line's first word wouldn't have fitted in it. The next line must not start a
    list item or be less indented.

    >>> join_broken_lines("  " + "word " * 15 + "ends\n  here.\nAn address:\nStreet 1")
    '  word word word word word word word word word word word word word word word ends here.\nAn address:\nStreet 1'
    """
    lines = text.expandtabs(8).splitlines()
    widest = min(_MAX_BROKEN_LINE_LENGTH, max((len(line.rstrip()) for line in lines), default=0))
    joined: list[str] = []
    last = ""
    for line in lines:
        words = line.split()
        was_broken = len(last) + 1 + len(words[0]) > 0.9 * widest if words and last.strip() else False
        if was_broken and not _ITEM_START.match(line) and _indent(line) >= _indent(last) and words[0].strip("-=*_#"):
            joined[-1] = f"{joined[-1]} {line.strip()}"
        else:
            joined.append(line.rstrip())
        last = line.rstrip()
    return "\n".join(joined)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


class PassageText(Widget):
    """A text of styled paragraphs, wrapped at its width; too long words are split."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        super().__init__()
        self.passages = tuple(passages)
        self._lines: list[_PlacedLine] = []
        self._width = -1.0
        """Width for which ``_lines`` are wrapped."""

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        self._wrap(renderer, constraints.max_width)
        bottom = self._lines[-1].y + _line_height(self._lines[-1].style) if self._lines else 0.0
        return Size(constraints.max_width, bottom)

    def arrange(self, renderer: Renderer, rect: FRect) -> None:
        super().arrange(renderer, rect)
        self._wrap(renderer, rect.width)

    def _wrap(self, renderer: Renderer, width: float) -> None:
        if width != self._width:
            self._lines, self._width = list(self._place_lines(renderer, *self.column(width))), width

    def column(self, width: float) -> tuple[float, float]:
        """Return x and width of the lines within the width of the text."""
        return 0.0, width

    def _place_lines(self, renderer: Renderer, left: float, width: float) -> Iterator[_PlacedLine]:
        y = 0.0
        for passage in self.passages:
            y += passage.space_before
            x = left + (_MARK_WIDTH if passage.mark else 0.0)
            if passage.mark:
                yield _PlacedLine(left, y, renderer.set_line([_piece(passage, passage.mark)]), passage.style)
            for indent, line in _set_lines(renderer, passage, width - (x - left)):
                yield _PlacedLine(x + indent, y, line, passage.style)
                y += _line_height(passage.style)

    @property
    def text(self) -> str:
        """All lines as drawn, separated by newlines."""
        return "\n".join(line_text(placed.line) for placed in self._lines)

    def as_accessible(self) -> AccessibleElement:
        """Return all paragraphs for screen readers, also those out of view."""
        texts = (" ".join(f"{passage.mark} {passage.text}".split()) for passage in self.passages)
        return group_element(*(AccessibleElement("text", text) for text in texts if text))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw the visible lines of the text."""
        visible = renderer.drawable_area(target)
        for x, y, line, style in self._lines:
            if visible.top - 40 < self.rect.top + y < visible.bottom:
                renderer.blit(target, renderer.line(line, style), self.rect.left + x, self.rect.top + y)


class _SheetText(PassageText):
    """The text of a sheet, in a column of readable width."""

    def column(self, width: float) -> tuple[float, float]:
        column_width = min(MAX_LINE_WIDTH, width - 2 * _MARGIN)
        return max(_MARGIN, (width - column_width) / 2 - 10), column_width


class TextSheet(PaperScrollView):
    """A scrolling text of styled paragraphs on paper."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        super().__init__(_SheetText(passages).with_layout(margin=(0, 10, 0, 12)), key="text")

    @property
    def text(self) -> str:
        """All lines of the scrolling text as drawn, separated by newlines."""
        child = self.children[0]
        return child.text if isinstance(child, PassageText) else ""


def _piece(passage: Passage, text: str) -> Piece:
    return Piece(text, TEXT_STYLES[passage.style], passage.colour)


def _set_lines(renderer: Renderer, passage: Passage, width: float) -> Iterator[tuple[float, Line]]:
    """Yield the lines of a passage with their indentation; a text that fits in one line keeps all its spaces."""
    whole = renderer.set_line([_piece(passage, passage.text)])
    if line_width(whole) <= width:
        yield 0.0, whole
        return
    indent = renderer.piece_width(_piece(passage, " " * _indent(passage.text)))
    words = [_piece(passage, passage.text.strip())]
    for line in renderer.set_lines(words, passage.style, width - indent, splits_words=True):
        yield indent, line


def _line_height(style: str) -> float:
    return TEXT_STYLES[style].size * TEXT_STYLES[style].line_spacing
