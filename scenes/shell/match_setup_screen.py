"""Base class of the match setup screens (seating, online room): table with seat plates, and a column of settings."""

from collections.abc import Sequence
from typing import Protocol

from pygame import FRect, Surface

from engine import cards
from scenes.render.renderer import Renderer
from scenes.render.widgets import Button, Panel, Scroll, SeatPlate, Widget
from scenes.render.widgets.small_table import SmallTable, place_plates_apart
from scenes.shell.context import Context
from scenes.shell.screen import MARGIN, Screen

_MIN_SIDE_BY_SIDE_SIZE = (1000.0, 560.0)
"""Minimum canvas size, logical pixels, at which table and column are side by side."""
_MIN_ROOMY_HEIGHT = 660.0
"""Minimum canvas height, logical pixels, for large portraits."""
_COLUMN_WIDTH, _MIN_COLUMN_WIDTH = 384.0, 338.0
"""Usual and minimum width of the right-hand column, logical pixels."""
_TABLE_TOP = 84.0
"""Upper edge of the table beside the column."""
_HEAD_HEIGHT, _BOTTOM_BAR_HEIGHT = 78.0, 76.0
"""Heights of the fixed head and bottom bar of the stacked layout, logical pixels."""
_MIN_EMBLEM_AREA_HEIGHT = 80.0
"""Minimum height of the free area in which an emblem is shown, logical pixels."""
_MIN_LEVEL_NAMES_WIDTH = 660.0
"""Minimum table width, logical pixels, at which plates name the level beside its dots."""


class ChairPanelBuilder(Protocol):
    """Builder of the panel with the settings of the seat chosen at the table: its person or computer player."""

    def height(self, width: float) -> float:
        """Return the height of the chosen chair's panel at a width, logical pixels."""

    def widgets(self, panel: FRect) -> Sequence[Widget]:
        """Return the widgets of the chosen chair's panel for an area."""


class GameEmblem(Widget):
    """Widget that draws the emblem of a game."""

    def __init__(self, slug: str, rect: FRect) -> None:
        super().__init__(rect)
        self.slug = slug

    def draw(self, renderer: Renderer, target: Surface) -> None:
        renderer.blit(target, renderer.emblem(self.slug, self.rect.width, self.rect.height), *self.rect.topleft)


def emblem_in(slug: str, area: FRect) -> GameEmblem | None:
    """Return the game's emblem centred in the area of an empty list of house rules; None if the area is too low."""
    high = min(300.0, area.height - 24)
    if area.height <= _MIN_EMBLEM_AREA_HEIGHT:
        return None
    emblem = GameEmblem(slug, FRect(0, 0, high * 196 / 222, high))
    emblem.rect.center = area.center
    return emblem


class MatchSetupScreen(Screen):
    """Match setup screen with a table, the panel of the chosen chair, and a column of settings.

    On a small canvas or with large texts all of it is stacked in a scrolling list, above a fixed main button.
    """

    min_size = (600.0, 340.0)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.chosen_seat = 0
        """Seat of the chosen chair."""
        self._plates: list[SeatPlate] = []
        self._list: Scroll | None = None
        self._panel_area = FRect(0, 0, 0, 0)

    # --- for the screens --------------------------------------------------------------------------------------------

    @property
    def seats_in_view_order(self) -> Sequence[int]:
        """Seat numbers of the table, clockwise from the seat at the bottom of the picture."""
        raise NotImplementedError

    @property
    def min_crowded_seats(self) -> int:
        """Minimum number of seats from which the side-by-side layout needs a higher canvas."""
        raise NotImplementedError

    @property
    def table_cards(self) -> str:
        """Sample cards shown on the table, as text such as ``"3C 3D"``."""
        raise NotImplementedError

    @property
    def chair_panel(self) -> ChairPanelBuilder:
        """The panel of the chosen chair."""
        raise NotImplementedError

    def make_plate(self, seat: int, *, shows_level: bool, diameter: float) -> SeatPlate:
        """Return the plate of a seat with name and portrait.

        ``shows_level`` adds the level's name; ``diameter`` is that of the portrait, logical pixels.
        """
        raise NotImplementedError

    def build_head(self, right: float) -> None:
        """Add the match setup screen's widgets above the table, up to a right edge."""
        raise NotImplementedError

    def build_column(self, column: FRect) -> None:
        """Add the match setup screen's right-hand column of settings."""
        raise NotImplementedError

    def build_settings_below_table(self, area: FRect) -> float:
        """Add the settings below the table, on a small canvas where everything scrolls in one list; return their lower
        edge."""
        raise NotImplementedError

    def make_main_button(self) -> Button | None:
        """Return the match setup screen's button that continues; None for a player who can't continue."""
        raise NotImplementedError

    def make_side_button(self) -> Button | None:
        """Return the match setup screen's button to the left of the main button; None if there is none."""
        raise NotImplementedError

    # --- what both do -----------------------------------------------------------------------------------------------

    @property
    def has_large_portraits(self) -> bool:
        """Whether the canvas is high enough for large portraits."""
        return self.renderer.height >= _MIN_ROOMY_HEIGHT

    def choose_chair(self, seat: int) -> None:
        """Choose a seat at the table; on a small canvas, where everything is one list, scroll to its panel."""
        self.chosen_seat = seat
        self.lay_out()
        if self._list is not None:
            self._list.scroll(self._panel_area.top - 8 - self._list.offset)

    def build(self) -> None:
        self._list = None
        wide, high = _MIN_SIDE_BY_SIDE_SIZE
        high = high if len(self.seats_in_view_order) < self.min_crowded_seats else _MIN_ROOMY_HEIGHT
        if self.renderer.width >= wide and self.renderer.height >= high:
            self._build_side_by_side()
        else:
            self._build_stacked()

    def _build_side_by_side(self) -> None:
        renderer = self.renderer
        column_width = max(_MIN_COLUMN_WIDTH, min(_COLUMN_WIDTH, renderer.width * 0.3))
        column = FRect(renderer.width - MARGIN - column_width, MARGIN, column_width, renderer.height - 2 * MARGIN)
        between = 28.0 if column_width == _COLUMN_WIDTH else 20.0
        left = FRect(MARGIN, _TABLE_TOP, column.left - between - MARGIN, renderer.height - _TABLE_TOP - MARGIN)
        self.build_head(left.right)
        chair_panel = self.chair_panel
        panel_height = chair_panel.height(left.width)
        panel = FRect(left.left, left.bottom - panel_height, left.width, panel_height)
        self._build_table(FRect(left.left, _TABLE_TOP, left.width, panel.top - _TABLE_TOP))
        self.content.add(*chair_panel.widgets(panel))
        self.build_column(column)

    def _build_stacked(self) -> None:
        renderer, chair_panel = self.renderer, self.chair_panel
        bar = FRect(-20, renderer.height - _BOTTOM_BAR_HEIGHT, renderer.width + 40, _BOTTOM_BAR_HEIGHT + 40)
        self.build_head(renderer.width - MARGIN)
        view = FRect(0, _HEAD_HEIGHT, renderer.width, bar.top - _HEAD_HEIGHT)
        self._list = Scroll(view, 0.0)
        self.content = self._list
        inner_width = renderer.width - 2 * MARGIN
        table = FRect(
            MARGIN, 0, inner_width, max(view.height - 4, 270.0 if len(self.seats_in_view_order) > 4 else 226.0)
        )
        self._build_table(table, may_grow=True)
        self._panel_area = FRect(MARGIN, table.bottom + 12, inner_width, chair_panel.height(inner_width))
        self.content.add(*chair_panel.widgets(self._panel_area))
        self._list.content_height = (
            self.build_settings_below_table(FRect(MARGIN, self._panel_area.bottom, inner_width, 0)) + 20
        )
        self.content = self.group
        self.group.add(self._list, Panel(bar))
        main, side = self.make_main_button(), self.make_side_button()
        if side is not None:
            side.place_at(renderer, MARGIN, bar.top + _BOTTOM_BAR_HEIGHT / 2, "midleft")
            self.group.add(side)
        if main is not None:
            main.rect.width, main.rect.height = max(200.0, renderer.width * 0.32), _BOTTOM_BAR_HEIGHT - 20
            main.rect.topright = (renderer.width - MARGIN, bar.top + 10)
            self.group.add(main)

    def _build_table(self, area: FRect, *, may_grow: bool = False) -> None:
        """Add the table with its plates in an area, which may grow in height if plates would overlap."""
        around, named = self.seats_in_view_order, area.width >= _MIN_LEVEL_NAMES_WIDTH
        diameter = 84.0 if len(around) <= 5 and area.height > 300 else 68.0
        self._plates = [self.make_plate(seat, shows_level=named, diameter=diameter) for seat in around]
        table = place_plates_apart(self.renderer, area, self._plates, may_heighten_area=may_grow)
        self.content.add(SmallTable(table, cards.cards(self.table_cards)))
        self.content.add(*self._plates[1:], self._plates[0])
