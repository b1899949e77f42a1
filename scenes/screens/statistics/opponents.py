"""The opponents list on the statistics screen."""

from collections.abc import Sequence
from typing import NamedTuple

from pygame import FRect, Surface

from engine.characters import CHARACTERS
from engine.match.record import PERSON
from engine.sanitise import sanitise
from engine.statistics.sql_schema import ONLINE_PERSON
from engine.statistics.store import Rival
from scenes.render.boxes import Box
from scenes.render.renderer import Renderer
from scenes.render.theme import HAIRLINE_PAPER, INK, INK_CAPTION, PERSON_PORTRAITS, rgb
from scenes.text.catalogue import Words
from scenes.ui.accessible_elements import AccessibleElement, text_element
from scenes.ui.boxes import Column
from scenes.ui.scroll_view import ScrollView
from scenes.ui.widgets import Widget

_ROW_HEIGHT, _HEAD_HEIGHT = 54.0, 30.0
SHADOW_MARGIN = 14.0
"""Space left of a list for the shadows of portraits."""
_BAR_BOX = Box(4, ((0, rgb("#2f8f5a")),))
_BAR_BACKGROUND = Box(4, ((0, rgb("#e7dbc0")),))


class RivalColumns(NamedTuple):
    """Right edges of the number columns in the opponents list, measured from the row's left edge."""

    met_right: float
    won_right: float
    rival_won_right: float


class RivalRow(Widget):
    """Row of an opponent: number of matches, and percentages won by the player and by the opponent."""

    def __init__(self, words: Words, rival: Rival, index: int) -> None:
        super().__init__()
        self.words = words
        self.rival = rival
        known = CHARACTERS.get(rival.opponent_slug)
        if rival.opponent_slug in (PERSON, ONLINE_PERSON):
            self.name = sanitise(rival.level_or_name) or words("app.stats.name.none")
            self.second_line = words("app.stats.person")
            self.portrait = PERSON_PORTRAITS[1 + index % (len(PERSON_PORTRAITS) - 1)]
        else:
            self.name = known.name if known else sanitise(rival.opponent_slug)
            self.second_line = words(f"app.level.{rival.level_or_name}") if known else sanitise(rival.level_or_name)
            self.portrait = rival.opponent_slug if known else PERSON_PORTRAITS[0]

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return 0.0, _ROW_HEIGHT

    def figures(self) -> tuple[str, str, str]:
        """Return the row's numbers, in the columns of ``headings``."""
        words, rival = self.words, self.rival
        won, lost = (words.percent(wins / rival.matches) for wins in (rival.person_wins, rival.rival_wins))
        return words.number(rival.matches), won, lost

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(self.name, self.second_line, *self.figures())

    def draw(self, renderer: Renderer, target: Surface) -> None:
        rect, columns = self.rect, columns_of(renderer, self.words, self.rect.width)
        renderer.fill(target, HAIRLINE_PAPER, FRect(rect.left, rect.top, rect.width, 1.5))
        renderer.blit(target, renderer.portrait(self.portrait, 36), rect.left + 24, rect.centery, "center")
        x, max_width = rect.left + 54, columns.met_right - 54 - 52
        renderer.blit(
            target, renderer.text(self.name, "name", INK, max_width=max_width), x, rect.centery - 10, "midleft"
        )
        second_image = renderer.text(self.second_line, "small", INK_CAPTION, max_width=max_width)
        renderer.blit(target, second_image, x, rect.centery + 11, "midleft")
        for right, figure, style in zip(columns, self.figures(), ("figure", "strong", "figure"), strict=True):
            drawn = renderer.text(figure, style, INK)
            renderer.blit(
                target, drawn, rect.left + right, rect.centery - (5 if right == columns.won_right else 0), "midright"
            )
        bar = FRect(rect.left + columns.won_right - 64, rect.centery + 9, 64, 6)
        renderer.draw_box(target, _BAR_BACKGROUND, bar)
        won_width = bar.width * self.rival.person_wins / self.rival.matches
        if won_width >= 2:
            renderer.draw_box(target, _BAR_BOX, FRect(bar.left, bar.top, max(6.0, won_width), bar.height))


class RivalHeadings(Widget):
    """Row with the column headings of the opponents list."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words

    def preferred_size(self, renderer: Renderer) -> tuple[float, float]:
        return 0.0, _HEAD_HEIGHT

    def as_accessible(self) -> AccessibleElement | None:
        return text_element(*headings(self.words))

    def draw(self, renderer: Renderer, target: Surface) -> None:
        columns = columns_of(renderer, self.words, self.rect.width)
        for right, text in zip(columns, headings(self.words), strict=True):
            mark = renderer.text(text, "label", INK_CAPTION)
            renderer.blit(target, mark, self.rect.left + right, self.rect.centery, "midright")


class RivalList(Column):
    """Scrollable list of all opponents below the column headings, which are as wide as the rows."""

    def __init__(self, words: Words, rivals: Sequence[Rival]) -> None:
        rows = Column(
            *(RivalRow(words, rival, i) for i, rival in enumerate(rivals)), padding=(SHADOW_MARGIN, 0.0, 0.0, 0.0)
        )
        view = ScrollView(rows, key="opponents").with_layout(basis=0.0, margin=(-SHADOW_MARGIN, 0.0, 0.0, 0.0))
        super().__init__(RivalHeadings(words), view)

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        super().arrange_children(renderer, area)
        head, view = self.children
        assert isinstance(view, ScrollView)
        head.arrange(renderer, FRect(area.topleft, (view.content_width - SHADOW_MARGIN, _HEAD_HEIGHT)))


def headings(words: Words) -> tuple[str, str, str]:
    """Return the column headings of the opponents list."""
    return words("app.stats.met"), words("app.stats.you_won"), words("app.stats.they_won")


def columns_of(renderer: Renderer, words: Words, width: float) -> RivalColumns:
    """Return the columns of the opponents list in rows of a width."""
    _, won, lost = (max(58.0, renderer.text_width(text, "label")) for text in headings(words))
    return RivalColumns(width - 8 - lost - 20 - won - 20, width - 8 - lost - 20, width - 8)
