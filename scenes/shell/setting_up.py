"""The base of the screens on which a match is set up: a table with its plates, and everything else around it."""

from collections.abc import Sequence
from typing import Protocol

from pygame import FRect, Surface

from engine import cards
from scenes.look.look import Look
from scenes.look.widgets import Button, Panel, Plate, Scroll, Widget
from scenes.look.widgets.small_table import SmallTable, lay_apart
from scenes.shell.context import Context
from scenes.shell.screen import MARGIN, Screen

_SIDE_BY_SIDE = (1000.0, 560.0)
"""Canvas size from which table and column are side by side."""
_ROOMY = 660.0
"""Canvas height from which there is room for large portraits."""
_COLUMN, _COLUMN_LEAST = 384.0, 338.0
"""Width of the right-hand column: usual and minimum."""
_TOP = 84.0
"""Upper edge of the table beside the column."""
_HEAD, _BAR = 78.0, 76.0
"""Heights of the fixed parts above and below the list."""
_LOWEST = 80.0
"""Height of a room up to which there is no emblem in it."""
_LEVELS_NAMED = 660.0
"""Table width from which plates name the level beside its dots."""


class ChosenChair(Protocol):
    """The panel of the chosen chair."""

    def height(self, wide: float) -> float:
        """Height of the panel at a width."""

    def widgets(self, panel: FRect) -> Sequence[Widget]:
        """The panel's widgets in an area."""


class GameEmblem(Widget):
    """A game's emblem."""

    def __init__(self, slug: str, rect: FRect) -> None:
        super().__init__(rect)
        self.slug = slug

    def draw(self, look: Look, target: Surface) -> None:
        look.blit(target, look.emblem(self.slug, self.rect.width, self.rect.height), *self.rect.topleft)


def emblem(slug: str, room: FRect) -> GameEmblem | None:
    """Return a game's emblem in the middle of the room where no house rules are listed; None where that is too low."""
    high = min(300.0, room.height - 24)
    if room.height <= _LOWEST:
        return None
    found = GameEmblem(slug, FRect(0, 0, high * 196 / 222, high))
    found.rect.center = room.center
    return found


class SettingUp(Screen):
    """A screen with a table, the panel of the chosen chair, and a column with everything else.

    Where the canvas is small or texts are large, the parts are stacked in a list, with the main button always visible
    below.
    """

    least = (600.0, 340.0)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.chair = 0
        """The chosen chair."""
        self._plates: list[Plate] = []
        self._list: Scroll | None = None
        self._panel_area = FRect(0, 0, 0, 0)

    # --- for the screens --------------------------------------------------------------------------------------------

    @property
    def around(self) -> Sequence[int]:
        """The seats, clockwise from the one in front."""
        raise NotImplementedError

    @property
    def crowded(self) -> int:
        """Number of seats from which a low canvas has no room for table and column side by side."""
        raise NotImplementedError

    @property
    def fan(self) -> str:
        """The cards on the table, as ``cards`` reads them."""
        raise NotImplementedError

    @property
    def chair_panel(self) -> ChosenChair:
        """The panel of the chosen chair."""
        raise NotImplementedError

    def plate(self, seat: int, *, named: bool, diameter: float) -> Plate:
        """Return the plate of a seat, with the name of its level if there is room, and a portrait of a diameter."""
        raise NotImplementedError

    def build_head(self, right: float) -> None:
        """Add what is above the table, up to a right edge."""
        raise NotImplementedError

    def build_column(self, column: FRect) -> None:
        """Add the column."""
        raise NotImplementedError

    def build_below(self, area: FRect) -> float:
        """Add what the column has to the list, from the upper edge of an area on; returns the lower edge."""
        raise NotImplementedError

    def main_button(self) -> Button | None:
        """Return the button below the list that leads on; None for a player who can't go on."""
        raise NotImplementedError

    def side_button(self) -> Button | None:
        """Return the button at its left, if there is one."""
        raise NotImplementedError

    # --- what both do -----------------------------------------------------------------------------------------------

    @property
    def roomy(self) -> bool:
        """Whether the canvas is high enough for large portraits."""
        return self.look.height >= _ROOMY

    def choose_chair(self, seat: int) -> None:
        """Choose a chair; where the parts are stacked, scroll to its panel."""
        self.chair = seat
        self.lay_out()
        if self._list is not None:
            self._list.scroll(self._panel_area.top - 8 - self._list.offset)

    def build(self) -> None:
        self._list = None
        wide, high = _SIDE_BY_SIDE
        high = high if len(self.around) < self.crowded else _ROOMY
        if self.look.width >= wide and self.look.height >= high:
            self._build_side_by_side()
        else:
            self._build_stacked()

    def _build_side_by_side(self) -> None:
        look = self.look
        wide = max(_COLUMN_LEAST, min(_COLUMN, look.width * 0.3))
        column = FRect(look.width - MARGIN - wide, MARGIN, wide, look.height - 2 * MARGIN)
        between = 28.0 if wide == _COLUMN else 20.0
        left = FRect(MARGIN, _TOP, column.left - between - MARGIN, look.height - _TOP - MARGIN)
        self.build_head(left.right)
        chosen = self.chair_panel
        high = chosen.height(left.width)
        panel = FRect(left.left, left.bottom - high, left.width, high)
        self._build_table(FRect(left.left, _TOP, left.width, panel.top - _TOP))
        self.page.add(*chosen.widgets(panel))
        self.build_column(column)

    def _build_stacked(self) -> None:
        look, chosen = self.look, self.chair_panel
        bar = FRect(-20, look.height - _BAR, look.width + 40, _BAR + 40)
        self.build_head(look.width - MARGIN)
        view = FRect(0, _HEAD, look.width, bar.top - _HEAD)
        self._list = Scroll(view, 0.0)
        self.page = self._list
        wide = look.width - 2 * MARGIN
        table = FRect(MARGIN, 0, wide, max(view.height - 4, 270.0 if len(self.around) > 4 else 226.0))
        self._build_table(table, may_grow=True)
        self._panel_area = FRect(MARGIN, table.bottom + 12, wide, chosen.height(wide))
        self.page.add(*chosen.widgets(self._panel_area))
        self._list.content = self.build_below(FRect(MARGIN, self._panel_area.bottom, wide, 0)) + 20
        self.page = self.group
        self.group.add(self._list, Panel(bar))
        main, side = self.main_button(), self.side_button()
        if side is not None:
            side.place(look, MARGIN, bar.top + _BAR / 2, "midleft")
            self.group.add(side)
        if main is not None:
            main.rect.width, main.rect.height = max(200.0, look.width * 0.32), _BAR - 20
            main.rect.topright = (look.width - MARGIN, bar.top + 10)
            self.group.add(main)

    def _build_table(self, area: FRect, *, may_grow: bool = False) -> None:
        """The table in an area, which may grow in height if plates would overlap."""
        around, named = self.around, area.width >= _LEVELS_NAMED
        diameter = 84.0 if len(around) <= 5 and area.height > 300 else 68.0
        self._plates = [self.plate(seat, named=named, diameter=diameter) for seat in around]
        table = lay_apart(self.look, area, self._plates, may_grow=may_grow)
        self.page.add(SmallTable(table, cards.cards(self.fan)))
        self.page.add(*self._plates[1:], self._plates[0])
