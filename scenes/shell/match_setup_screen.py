"""Base class of the match setup screens (seating, online room): table with seat plates, and a column of settings."""

from collections.abc import Sequence

from pygame import FRect, Surface

from engine import cards
from scenes.render.renderer import Renderer
from scenes.render.theme import INK, INK_SECONDARY
from scenes.shell.context import Context
from scenes.shell.screen import HEADER_HEIGHT, MARGIN, Screen
from scenes.text.catalogue import Words
from scenes.ui.boxes import Column, LayoutBox, Row, Spacer
from scenes.ui.node import LayoutConstraints, Size
from scenes.ui.scroll_view import ScrollView
from scenes.ui.text import Text
from scenes.ui.widgets import Button, Panel, Paper, SeatPlate, Widget
from scenes.ui.widgets.rule_note import RuleNote
from scenes.ui.widgets.small_table import SmallTable, place_plates_apart

_MIN_SIDE_BY_SIDE_SIZE = (1000.0, 560.0)
"""Minimum canvas size, logical pixels, at which table and column are side by side."""
MIN_ROOMY_HEIGHT = 660.0
"""Minimum canvas height, logical pixels, for large portraits."""
_COLUMN_WIDTH, _MIN_COLUMN_WIDTH = 384.0, 352.0
"""Usual and minimum width of the right-hand column, logical pixels."""
_HEAD_HEIGHT, _BOTTOM_BAR_HEIGHT = 78.0, 76.0
"""Heights of the fixed head and bottom bar of the stacked layout, logical pixels."""
_MIN_EMBLEM_AREA_HEIGHT = 74.0
"""Minimum height of the free area in which an emblem is shown, logical pixels."""
_MAX_USUAL_PLATES = 8
"""Maximum number of plates of their usual size; more are smaller."""
_MIN_LEVEL_NAMES_WIDTH = 660.0
"""Minimum table width, logical pixels, at which plates name the level beside its dots."""


class GameEmblem(Widget):
    """The emblem of a game in the middle of its area; nothing if the area is too low."""

    def __init__(self, slug: str) -> None:
        super().__init__()
        self.slug = slug

    def draw(self, renderer: Renderer, target: Surface) -> None:
        if self.rect.height > _MIN_EMBLEM_AREA_HEIGHT:
            height = min(300.0, self.rect.height - 24)
            renderer.blit(target, renderer.emblem(self.slug, height * 196 / 222, height), *self.rect.center, "center")


class TableWithPlates(LayoutBox):
    """A miniature table with the seat plates around it."""

    def __init__(self, plates: Sequence[SeatPlate], sample_cards: str, *, min_height: float = 0.0) -> None:
        """``plates``: clockwise, the person's at the bottom first. With a ``min_height``, the height grows from there
        until the plates don't overlap; otherwise the box is as high as it is made."""
        super().__init__([SmallTable(FRect(0, 0, 0, 0), cards.cards(sample_cards)), *plates[1:], plates[0]])
        self.min_height = min_height
        self._grown_heights: dict[float, float] = {}
        """Width -> height at which the plates don't overlap."""

    def _place_plates(self, renderer: Renderer, area: FRect) -> FRect:
        """Place the plates in an area, heightened in place if it has the minimum height; return the table's
        rectangle."""
        plates = [child for child in self.children if isinstance(child, SeatPlate)]
        for plate in plates:
            is_large = len(plates) <= 5 and (self.min_height or area.height) > 300
            plate.diameter = 84.0 if is_large else 68.0 if len(plates) <= _MAX_USUAL_PLATES else 52.0
        may_grow = area.height == self.min_height
        return place_plates_apart(renderer, area, [plates[-1], *plates[:-1]], may_heighten_area=may_grow)

    def measure(self, renderer: Renderer, constraints: LayoutConstraints) -> Size:
        area = FRect(0, 0, constraints.max_width, self.min_height)
        if self.min_height:
            if area.width not in self._grown_heights:
                self._place_plates(renderer, area)
                self._grown_heights[area.width] = area.height
            area.height = self._grown_heights[area.width]
        return Size(*area.size)

    def arrange_children(self, renderer: Renderer, area: FRect) -> None:
        self.children[0].arrange(renderer, self._place_plates(renderer, area))


def rules_paper(
    words: Words,
    slug: str,
    rules: Sequence[tuple[str, str]],
    *buttons: Button | None,
    top: float,
    gap: float,
    preset_choice: Widget | None = None,
) -> Column:
    """Return the house rules on paper, as (name, explanation) pairs, above buttons; the game's emblem without rules.

    ``preset_choice`` is a node to choose among presets. ``top`` is the space above the title, ``gap`` that between two
    buttons, logical pixels.
    """
    note = words("app.seating.rules_rest" if rules else "app.seating.rules_standard")
    notes = ScrollView(Column(*(RuleNote(*rule) for rule in rules)), key="rules") if rules else GameEmblem(slug)
    return Column(
        Text(words("app.seating.rules_title"), "panel_title", INK).with_layout(margin=(0, 0, 0, 3)),
        preset_choice and preset_choice.with_layout(margin=(0, 6, 0, 6)),
        Text(note, "explanation", INK_SECONDARY, wraps=True).with_layout(shrink_order=0),
        notes.with_layout(grow=1, shrink_order=1, margin=(0, 10, 0, 8)),
        Column(*(button and button.with_layout(height=44) for button in buttons), gap=gap),
        padding=(22, top, 22, max(14.0, gap + 8)),
        background=Paper(),
    )


class MatchSetupScreen(Screen):
    """Match setup screen with a table, the panel of the chosen chair, and a column of settings.

    On a small canvas or with large texts all of it is stacked in a scrolling list, above a fixed main button.
    """

    min_size = (600.0, 340.0)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.chosen_seat = 0
        """Seat of the chosen chair."""

    # --- for the screens --------------------------------------------------------------------------------------------

    @property
    def seats_in_view_order(self) -> Sequence[int]:
        """Seat numbers of the table, clockwise from the seat at the bottom of the picture."""
        raise NotImplementedError

    @property
    def min_side_by_side_heights(self) -> Sequence[tuple[int, float]]:
        """Numbers of seats from which the side-by-side layout needs a higher canvas, each with its minimum height."""
        raise NotImplementedError

    @property
    def table_cards(self) -> str:
        """Sample cards shown on the table, as text such as ``"3C 3D"``."""
        raise NotImplementedError

    def compose_chair_panel(self, width: float) -> Widget:
        """Return the panel with the settings of the chosen chair: its person or computer player.

        ``width`` is that of the panel, logical pixels.
        """
        raise NotImplementedError

    def make_plate(self, seat: int, *, shows_level: bool) -> SeatPlate:
        """Return the plate of a seat with name and portrait; ``shows_level`` adds the level's name."""
        raise NotImplementedError

    def compose_header(self) -> Row:
        """Return the match setup screen's header above the table."""
        raise NotImplementedError

    def compose_column(self) -> Widget:
        """Return the match setup screen's right-hand column of settings."""
        raise NotImplementedError

    def compose_settings_below_table(self) -> Sequence[Widget | None]:
        """Return the settings below the table, on a small canvas where everything scrolls in one list."""
        raise NotImplementedError

    def make_main_button(self, *, is_large: bool = False) -> Button | None:
        """Return the match setup screen's button that continues; None for a player who can't continue."""
        raise NotImplementedError

    def make_side_button(self) -> Button | None:
        """Return the match setup screen's button to the left of the main button; None if there is none."""
        raise NotImplementedError

    # --- what both do -----------------------------------------------------------------------------------------------

    @property
    def has_large_portraits(self) -> bool:
        """Whether the canvas is high enough for large portraits."""
        return self.renderer.height >= MIN_ROOMY_HEIGHT

    def choose_chair(self, seat: int) -> None:
        """Choose a seat at the table; on a small canvas, where everything is one list, scroll to its panel."""
        self.chosen_seat = seat
        self.refresh()
        view, panel = self.root.find("list"), self.root.find("chair panel")
        if isinstance(view, ScrollView) and panel is not None:
            view.scroll(panel.rect.top - 8 - view.offset)

    def compose(self) -> Widget:
        min_width, min_height = _MIN_SIDE_BY_SIDE_SIZE
        seats = len(self.seats_in_view_order)
        min_height = max([min_height, *(height for fewest, height in self.min_side_by_side_heights if seats >= fewest)])
        if self.renderer.width >= min_width and self.renderer.height >= min_height:
            return self._compose_side_by_side()
        return self._compose_stacked()

    def _compose_side_by_side(self) -> Widget:
        column_width = max(_MIN_COLUMN_WIDTH, min(_COLUMN_WIDTH, self.renderer.width * 0.3))
        gap = 28.0 if column_width == _COLUMN_WIDTH else 20.0
        width = self.renderer.width - 2 * MARGIN - gap - column_width
        left = Column(
            self.compose_header().with_layout(margin=(-MARGIN, 0, 0, 20)),
            self._compose_table(width).with_layout(grow=1, basis=0),
            self.compose_chair_panel(width),
            padding=(0, 0, 0, MARGIN),
        )
        return Row(
            left.with_layout(grow=1, basis=0),
            self.compose_column().with_layout(width=column_width, margin=(0, MARGIN, 0, MARGIN)),
            gap=gap,
            padding=(MARGIN, 0),
            align="stretch",
        )

    def _compose_stacked(self) -> Widget:
        width, view_height = self.renderer.width - 2 * MARGIN, self.renderer.height - _BOTTOM_BAR_HEIGHT - _HEAD_HEIGHT
        min_table_height = max(view_height - 4, 270.0 if len(self.seats_in_view_order) > 4 else 226.0)
        main, side = self.make_main_button(), self.make_side_button()
        if main is not None:
            main.min_width = max(200.0, self.renderer.width * 0.32)
        content = Column(
            self._compose_table(width, min_table_height),
            self.compose_chair_panel(width).with_layout("chair panel", margin=(0, 12, 0, 0)),
            *self.compose_settings_below_table(),
            padding=(MARGIN, 0, MARGIN, 20),
        )
        bar = Row(
            side and side.with_layout("side"),
            Spacer(),
            main and main.with_layout("main", height=_BOTTOM_BAR_HEIGHT - 20),
            padding=(MARGIN, 0),
            background=Panel().with_layout(margin=(-20, 0, -20, -40)),
        )
        return Column(
            self.compose_header().with_layout(margin=(0, 0, MARGIN, _HEAD_HEIGHT - HEADER_HEIGHT)),
            ScrollView(content, key="list", bar_overlaps=True).with_layout(basis=0),
            bar.with_layout(height=_BOTTOM_BAR_HEIGHT),
        )

    def _compose_table(self, width: float, min_height: float = 0.0) -> TableWithPlates:
        shows_level = width >= _MIN_LEVEL_NAMES_WIDTH
        plates = [
            self.make_plate(seat, shows_level=shows_level).with_layout(("plate", seat))
            for seat in self.seats_in_view_order
        ]
        return TableWithPlates(plates, self.table_cards, min_height=min_height)
