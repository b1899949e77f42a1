"""The list of opponents in the statistics."""

from typing import NamedTuple

from pygame import FRect, Surface

from engine.match.record import PERSON
from engine.people import CHARACTERS
from engine.printable import printable
from engine.statistics.store import Rival
from engine.statistics.tables import FRIEND
from scenes.look.boxes import Box
from scenes.look.look import Look
from scenes.look.theme import HAIRLINE_PAPER, INK, INK_CAPTION, OWN_PORTRAITS, rgb
from scenes.look.widgets import Widget
from scenes.text.words import Words

ROW = 54.0
HEAD = 30.0
_BAR = Box(4, ((0, rgb("#2f8f5a")),))
_BAR_GROUND = Box(4, ((0, rgb("#e7dbc0")),))


class RivalColumns(NamedTuple):
    """Right edges of the figures, measured from the row's left."""

    met: float
    won: float
    lost: float


class RivalRow(Widget):
    """An opponent: number of matches, and shares of wins of both sides."""

    def __init__(self, words: Words, rival: Rival, place: int) -> None:
        super().__init__()
        self.words = words
        self.rival = rival
        known = CHARACTERS.get(rival.who)
        if rival.who in (PERSON, FRIEND):
            self.name = printable(rival.level) or words("app.stats.name.none")
            self.second = words("app.stats.person")
            self.portrait = OWN_PORTRAITS[1 + place % (len(OWN_PORTRAITS) - 1)]
        else:
            self.name = known.name if known else printable(rival.who)
            self.second = words(f"app.level.{rival.level}") if known else printable(rival.level)
            self.portrait = rival.who if known else OWN_PORTRAITS[0]

    def draw(self, look: Look, target: Surface) -> None:
        rect, columns = self.rect, columns_of(look, self.words, self.rect.width)
        look.fill(target, HAIRLINE_PAPER, FRect(rect.left, rect.top, rect.width, 1.5))
        look.blit(target, look.portrait(self.portrait, 36), rect.left + 24, rect.centery, "center")
        x, room = rect.left + 54, columns.met - 54 - 52
        look.blit(target, look.text(self.name, "name", INK, max_width=room), x, rect.centery - 10, "midleft")
        second = look.text(self.second, "small", INK_CAPTION, max_width=room)
        look.blit(target, second, x, rect.centery + 11, "midleft")
        won = self.words.percent(self.rival.won / self.rival.met)
        for right, figure, style in (
            (columns.met, self.words.number(self.rival.met), "figure"),
            (columns.won, won, "strong"),
            (columns.lost, self.words.percent(self.rival.lost / self.rival.met), "figure"),
        ):
            drawn = look.text(figure, style, INK)
            look.blit(target, drawn, rect.left + right, rect.centery - (5 if right == columns.won else 0), "midright")
        bar = FRect(rect.left + columns.won - 64, rect.centery + 9, 64, 6)
        look.draw_box(target, _BAR_GROUND, bar)
        part = bar.width * self.rival.won / self.rival.met
        if part >= 2:
            look.draw_box(target, _BAR, FRect(bar.left, bar.top, max(6.0, part), bar.height))


class RivalHead(Widget):
    """The headings of the columns."""

    def __init__(self, words: Words, rect: FRect) -> None:
        super().__init__(rect)
        self.words = words

    def draw(self, look: Look, target: Surface) -> None:
        columns = columns_of(look, self.words, self.rect.width)
        for right, text in zip(columns, headings(self.words), strict=True):
            mark = look.text(text, "label", INK_CAPTION)
            look.blit(target, mark, self.rect.left + right, self.rect.centery, "midright")


def headings(words: Words) -> tuple[str, str, str]:
    """Return the headings of the columns."""
    return words("app.stats.met"), words("app.stats.you_won"), words("app.stats.they_won")


def columns_of(look: Look, words: Words, width: float) -> RivalColumns:
    """Return the positions of the figures in rows of a width."""
    _, won, lost = (max(58.0, look.text_width(text, "label")) for text in headings(words))
    return RivalColumns(width - 8 - lost - 20 - won - 20, width - 8 - lost - 20, width - 8)
