"""What was played last as a small panel on the table: who did what in order, cards drawn; anything closes it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pygame
from pygame import FRect, Surface

from engine.cards import Card
from engine.moves import TABLE, Seat
from scenes.look import box_styles
from scenes.look.look import Look
from scenes.look.theme import CREAM, GOLD, HAIRLINE, MUTED
from scenes.look.widgets import Widget
from scenes.look.widgets.base import Pos, is_press
from scenes.table.felt.lying import PLAYED, PRESSED, Lying, lying
from scenes.table.felt.room import best_room
from scenes.table.panels.log_panel import Log
from scenes.table.panels.review import Review, Row, last_played
from scenes.text.narrator import LogPart
from scenes.text.people import Person

if TYPE_CHECKING:
    from scenes.table.table import Table

KEY = pygame.K_t
"""Shows it."""
WIDTH = 400.0
"""Of a column, at most."""
_WIDTHS = (WIDTH, 320.0, 260.0)
"""Others where there is no room for that."""
_HEIGHTS = (1.0, 0.62, 0.45, 0.35)
"""Heights by that of the window: where one column isn't low enough there are more."""
_COLUMNS = 3
"""At most."""
_PAD, _HEAD, _GAP = 16.0, 46.0, 8.0
_LEAST = 190.0
_FACE = 34.0
_ASIDE = _FACE + 12
"""Where words and cards begin."""
_CARD, _STEP = 34.0, 21.0
_MOST = 8
"""More cards in a row lie closer."""
_LINE, _CARDS = 22.0, _CARD * 1.4 + 4
"""Height of a line of words, and of one with cards."""
_STYLE = "plate"
_BESIDE = 4.0
"""More room around cards than between words."""
_MARGIN = 14.0


class Placed(NamedTuple):
    """Words or cards at their place in a row."""

    x: float
    y: float
    """The middle of its line."""
    text: str
    cards: tuple[Card, ...] = ()


class RowSet(NamedTuple):
    """A row set in lines of a width."""

    row: Row
    placed: tuple[Placed, ...]
    width: float
    height: float


def cards_width(count: int) -> float:
    """How wide so many cards lie."""
    return _CARD + min(count - 1, _MOST - 1) * _STEP if count else 0.0


def set_row(look: Look, row: Row, name: str, width: float) -> RowSet:
    """Sets a row: name, words and cards in the order in which they came, wrapped at a width.

    Announcements, and what the table does, stand in whole lines without a name.
    """
    if row.kind != "act":
        text = " ".join(part.text for part in row.parts)
        high = look.paragraph(text, _STYLE, CREAM, width, emphasis=GOLD).get_height() / look.scale
        return RowSet(row, (Placed(0.0, high / 2, text),), min(width, look.text_width(text, _STYLE) + 2), high + 4)
    blank = look.advance("n n", _STYLE) - 2 * look.advance("n", _STYLE) + 1
    atoms: list[tuple[float, str, tuple[Card, ...]]] = []
    for text, cards in ((f"*{name}*", ()), *row.parts):
        atoms += [(look.text_width(word, _STYLE), word, ()) for word in _words(text)]
        if cards:
            atoms.append((cards_width(len(cards)), "", cards))
    lines: list[list[Placed]] = [[]]
    x = reach = _ASIDE
    for wide, word, cards in atoms:
        x += _BESIDE if cards and lines[-1] else 0.0
        if lines[-1] and x + wide > width:
            lines.append([])
            x = _ASIDE
        lines[-1].append(Placed(x, 0.0, word, cards))
        reach = max(reach, x + wide)
        x += wide + blank + (_BESIDE if cards else 0.0)
    placed, y = [], 0.0
    for line in lines:
        high = _CARDS if any(one.cards for one in line) else max(_LINE, look.text_height(_STYLE))
        placed += [one._replace(y=y + high / 2) for one in line]
        y += high
    spare = max(0.0, _FACE - y)
    return RowSet(row, tuple(one._replace(y=one.y + spare / 2) for one in placed), reach, y + spare)


def _words(text: str) -> list[str]:
    """The words of a text; stars around several of them around each of them."""
    found, strong = [], False
    for word in text.split():
        inner, begins, ends = word.replace("*", ""), word.startswith("*"), word.count("*") == 2 or word.endswith("*")
        strong |= begins
        found.append(f"*{inner}*" if strong else word)
        strong &= not ends
    return found


class ReviewPanel(Widget):
    """The panel; make it for a look, then place it.

    Args:
        look: of texts and buttons.
        title: what is told.
        review: it.
        people: who sits where, with the names that they have in sentences.
        viewer: whose name is gold.
        room: how high and wide it may be, logical pixels; of more rows than fit the last ones are shown.
        width: of a column at most.
    """

    def __init__(
        self,
        look: Look,
        title: str,
        review: Review,
        people: Mapping[Seat, Person],
        *,
        viewer: Seat,
        room: tuple[float, float],
        width: float = WIDTH,
    ) -> None:
        super().__init__()
        self.title = title
        self.review = review
        self.people = people
        self.viewer = viewer
        widest = min(width, room[0]) - 2 * _PAD
        names = {seat: person.name for seat, person in people.items()}
        rows = [set_row(look, row, names.get(row.seat, ""), widest) for row in review.rows]
        self._column = min(widest, max(_LEAST, look.text_width(title, "tag") + 36, *(one.width for one in rows)))
        self.columns = self._divided(rows, room)
        """The rows that are shown, from left to right."""
        high = max(map(_height, self.columns))
        wide = len(self.columns) * (self._column + 2 * _PAD)
        self.rect = FRect(0, 0, wide, _HEAD + high + _PAD)

    def _divided(self, rows: list[RowSet], room: tuple[float, float]) -> list[list[RowSet]]:
        """One column, or several if one would be too high, or what there is room for."""
        most = room[1] - _HEAD - _PAD
        for begin in range(len(rows)):
            for count in range(1, _COLUMNS + 1):
                columns = _split(rows[begin:], count)
                wide = len(columns) * (self._column + 2 * _PAD)
                if max(map(_height, columns)) <= most and (len(columns) == 1 or wide <= room[0]):
                    return columns
        return [rows[-1:]]

    @property
    def shown(self) -> list[Row]:
        """The rows that there was room for."""
        return [one.row for column in self.columns for one in column]

    def draw(self, look: Look, target: Surface) -> None:
        look.draw_box(target, box_styles.PANEL_BOX, self.rect)
        left, top = self.rect.left + _PAD, self.rect.top
        look.blit(target, look.icon("review", 22, GOLD), left + 11, top + 23, "center")
        title = look.text(self.title, "tag", CREAM, max_width=self.rect.width - 2 * _PAD - 34)
        look.blit(target, title, left + 32, top + 23, "midleft")
        look.fill(target, HAIRLINE, FRect(left, top + _HEAD - 6, self.rect.width - 2 * _PAD, 1))
        for column in self.columns:
            y = top + _HEAD
            for one in column:
                self._draw_row(look, target, one, left, y)
                y += one.height + _GAP
            left += self._column + 2 * _PAD

    def _draw_row(self, look: Look, target: Surface, one: RowSet, left: float, top: float) -> None:
        row = one.row
        if row.kind != "act":
            ink = CREAM if row.kind == "loud" else MUTED
            look.blit(target, look.paragraph(one.placed[0].text, _STYLE, ink, self._column, emphasis=GOLD), left, top)
            return
        if row.seat != TABLE:
            face = look.portrait(self.people[row.seat].portrait, _FACE)
            look.blit(target, face, left + _FACE / 2, top + one.height / 2, "center")
        name = GOLD if row.seat == self.viewer else Log.name_colour(row.seat)
        for piece in one.placed:
            if piece.cards:
                self._draw_cards(look, target, piece, left, top)
            else:
                look.blit(
                    target,
                    look.text(piece.text, _STYLE, CREAM, emphasis=name),
                    left + piece.x,
                    top + piece.y,
                    "midleft",
                )

    @staticmethod
    def _draw_cards(look: Look, target: Surface, piece: Placed, left: float, top: float) -> None:
        count = len(piece.cards)
        step = min(_STEP, (cards_width(count) - _CARD) / max(1, count - 1))
        for i, card in enumerate(piece.cards):
            look.draw_card(target, card, left + piece.x + _CARD / 2 + step * i, top + piece.y, _CARD)


def _split(rows: list[RowSet], count: int) -> list[list[RowSet]]:
    """Rows in at most so many columns, one after the other, as low as can be."""
    ends = range(1, len(rows) + 1)
    heights = sorted(_height(rows[first:end]) for end in ends for first in range(end))
    least = bisect_left(heights, True, key=lambda high: len(_filled(rows, high)) <= count)
    return _filled(rows, heights[least])


def _filled(rows: list[RowSet], high: float) -> list[list[RowSet]]:
    """Columns of at most that height, each filled before the next; a higher row has one of its own."""
    columns: list[list[RowSet]] = [[]]
    for row in rows:
        if columns[-1] and _height([*columns[-1], row]) > high:
            columns.append([])
        columns[-1].append(row)
    return columns


def _height(rows: Sequence[RowSet]) -> float:
    return sum(one.height for one in rows) + _GAP * max(0, len(rows) - 1)


class Reviewer:
    """Shows the panel over a table and takes it away.

    Args:
        table: whose events are told.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.panel: ReviewPanel | None = None

    def toggle(self) -> None:
        """Show what was played last, or take it away."""
        if not self.close():
            self.panel = self._made()

    def close(self) -> bool:
        """Take it away; False when it isn't there."""
        there, self.panel = self.panel is not None, None
        return there

    def lay_out(self) -> None:
        """Make it anew for other words or another size, if it is there."""
        if self.panel is not None:
            self.panel = self._made()

    def _made(self) -> ReviewPanel:
        table, stage, words = self.table, self.table.stage, self.table.context.words
        look, game, short = table.hud.look, stage.match.game, not stage.layout.sheet_each_deal
        review = last_played(words, game, stage.viewer, table.log.events, short_deals=short)
        if not review.rows:
            row = Row("table", TABLE, (LogPart(words("app.review.nothing")),))
            review = review._replace(rows=(row,))
        people = {seat: one._replace(name=words.seat_name(seat)) for seat, one in stage.people.items()}
        bounds = FRect(_MARGIN, _MARGIN, look.width - 2 * _MARGIN, look.height - 2 * _MARGIN)
        title = words(f"app.review.{review.unit}")
        taken = self._taken()
        found: list[tuple[int, float, ReviewPanel]] = []
        for high in _HEIGHTS:
            for width in _WIDTHS:
                room = (bounds.width, bounds.height * high)
                panel = ReviewPanel(look, title, review, people, viewer=stage.viewer, room=room, width=width)
                panel.rect, cost = best_room(panel.rect.size, bounds, taken, (look.width, 0.0))
                found.append((-len(panel.shown), cost, panel))
                if not cost and len(panel.shown) == len(review.rows):
                    return panel
        return min(found, key=lambda one: one[:2])[2]

    def _taken(self) -> list[Lying]:
        """What it had better not cover."""
        hud = self.table.hud
        hud.panels = [self.table.log.rect]
        found = [*lying(hud), *(Lying(panel.rect, PLAYED) for panel in (hud.card, hud.hint_panel()) if panel)]
        prompt = hud.asked = self.table.prompt()
        if prompt and not hud.boards.speaks:
            found.append(Lying(hud.prompt_pill(prompt).rect.inflate(8, 8), PRESSED))
        return found

    def handle(self, event: pygame.Event, pos: Pos) -> bool:
        """A press anywhere takes it away; True when it goes no further, because it was on the panel."""
        if self.panel is None or not is_press(event):
            return False
        if pos is not None and self.table.hud.review.contains(pos):
            return False  # the button takes it away itself
        on_it = pos is not None and bool(self.panel.rect.collidepoint(pos))
        self.close()
        return on_it

    def key(self, event: pygame.Event) -> bool:
        """A key takes it away; True for those that do nothing else then."""
        if event.key == KEY:
            self.toggle()
            return True
        return self.close() and event.key in (pygame.K_ESCAPE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)

    def draw(self, look: Look, target: Surface) -> None:
        """The panel, if it is there."""
        if self.panel is not None:
            self.panel.draw(look, target)
