"""Scrolling texts on paper: broken into lines once, drawn only where visible. Used by the about screen."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from scenes.render.accessible_elements import AccessibleElement, GetCardName
from scenes.render.line_breaks import join_words, split_words
from scenes.render.renderer import Renderer
from scenes.render.theme import INK, INK_BROWN, TEXT_STYLES, Colour
from scenes.render.widgets.paper_scroll import PaperScroll

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


class _Line(NamedTuple):
    x: float
    y: float
    text: str
    style: str
    colour: Colour


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


def wrap_text(renderer: Renderer, text: str, style: str, width: float) -> Iterator[str]:
    """Yield the lines of a paragraph's text wrapped at a width. Its indentation is repeated in every line, and too long
    words are split.
    """
    if renderer.exact_plain_text_width(text, style) <= width:
        yield text
        return
    indent = text[: len(text) - len(text.lstrip(" "))]
    line = indent
    for spaced, word in split_words(text.strip()):
        longer = f"{line} {word}" if spaced and line.strip() else f"{line}{word}"
        if renderer.exact_plain_text_width(longer, style) <= width:
            line = longer
            continue
        if line.strip():
            yield line
        line = f"{indent}{word}"
        while renderer.exact_plain_text_width(line, style) > width and len(line) > 1:
            fits = next(
                (n for n in range(len(line) - 1, 1, -1) if renderer.exact_plain_text_width(line[:n], style) <= width), 1
            )
            yield line[:fits]
            line = line[fits:]
    yield line


class TextSheet(PaperScroll):
    """Widget with a scrolling text of styled paragraphs. It draws no paper.

    Args:
        renderer: measures the lines.
        rect: the visible area within the paper.
        passages: the text.
    """

    def __init__(self, renderer: Renderer, rect: FRect, passages: Sequence[Passage]) -> None:
        super().__init__(rect, 0.0)
        self.passages = tuple(passages)
        width = min(MAX_LINE_WIDTH, rect.width - 2 * _MARGIN)
        self._lines = list(self._place_lines(renderer, width, max(_MARGIN, (rect.width - width) / 2 - 10)))
        last = self._lines[-1] if self._lines else None
        self.content_height = last.y + _line_height(last.style) + 12.0 if last else 0.0

    def _place_lines(self, renderer: Renderer, width: float, left: float) -> Iterable[_Line]:
        y = 10.0
        for passage in self.passages:
            y += passage.space_before
            x = left + (_MARK_WIDTH if passage.mark else 0.0)
            if passage.mark:
                yield _Line(left, y, passage.mark, passage.style, passage.colour)
            for text in wrap_text(renderer, passage.text, passage.style, width - (x - left)):
                yield _Line(x, y, text, passage.style, passage.colour)
                y += _line_height(passage.style)

    @property
    def text(self) -> str:
        """All lines of the scrolling text as drawn, separated by newlines."""
        return "\n".join(line.text for line in self._lines)

    def accessible_elements(self, card_name: GetCardName) -> Sequence[AccessibleElement]:
        """Return all paragraphs of the scrolling text as accessible elements, also those out of view."""
        del card_name
        return [
            AccessibleElement("text", " ".join(passage.text.split()))
            for passage in self.passages
            if passage.text.strip()
        ]

    def draw(self, renderer: Renderer, target: Surface) -> None:
        """Draw the visible lines of the text and the scroll bar."""
        with renderer.clip(target, self.rect):
            for line in self._lines:
                y = self.rect.top + line.y - self.offset
                if line.text.strip() and self.rect.top - 40 < y < self.rect.bottom:
                    drawn = renderer.plain_text(line.text, line.style, line.colour)
                    renderer.blit(target, drawn, self.rect.left + line.x, y)
        self.draw_fades_and_thumb(renderer, target)


def _line_height(style: str) -> float:
    return TEXT_STYLES[style].size * TEXT_STYLES[style].line_spacing
