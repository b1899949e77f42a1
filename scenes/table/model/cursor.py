"""Keyboard cursor on the table; it moves among cards, piles and buttons. No pygame here."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Literal, NamedTuple

from scenes.table.model.positions import CardPose

StopId = tuple[Literal["card"], int] | tuple[Literal["button"], Hashable]
"""``("card", token id)`` or ``("button", key of its node)``."""

MAX_ROW_SPREAD = 60.0
"""Maximum difference in height of the centres of cards in a row, logical pixels."""
MAX_BUTTON_ROW_SPREAD = 40.0
"""Maximum difference in height of the centres of buttons in a row, logical pixels."""


class CursorStop(NamedTuple):
    """A card, pile or button on which the keyboard cursor can stop, with its centre."""

    id: StopId
    x: float
    y: float
    is_choosable: bool = True
    """Whether a legal move uses the card; the cursor appears first on such a card."""


class Cursor:
    """Keyboard cursor of the card table; hidden until a key is used."""

    def __init__(self) -> None:
        self.stop_id: StopId | None = None
        self.visible = False
        self._last_x: float | None = None

    def hide(self) -> None:
        """Hide the keyboard cursor, when the mouse is used."""
        self.visible = False

    def show_on(self, stop_id: StopId) -> None:
        """Show the keyboard cursor at a card or button."""
        self.stop_id, self.visible = stop_id, True

    @property
    def button_key(self) -> Hashable:
        """Key of the button under the visible cursor; None for none."""
        return self.stop_id[1] if self.visible and self.stop_id is not None and self.stop_id[0] == "button" else None

    @property
    def token_id(self) -> int | None:
        """Token id of the card under the visible cursor; None for none."""
        return self.stop_id[1] if self.visible and self.stop_id is not None and self.stop_id[0] == "card" else None

    def move(self, stops: Sequence[CursorStop], dx: int, dy: int) -> None:
        """Move the keyboard cursor to the next stop left or right, cyclically, or to the nearest one in the row above
        or below."""
        current = self._current_stop(stops)
        if current is None:
            self._show(stops)
            return
        rows = group_rows(stops)
        row = next(row for row in rows if current in row)
        if dx:
            flat = row
            index = flat.index(current) + dx
            self.stop_id = flat[index % len(flat)].id
            self._last_x = None
        else:
            index = rows.index(row) + dy
            if 0 <= index < len(rows):
                target_x = self._last_x if self._last_x is not None else current.x
                self._last_x = target_x
                self.stop_id = min(rows[index], key=lambda stop: abs(stop.x - target_x)).id
        self.visible = True

    def cycle(self, stops: Sequence[CursorStop], step: int) -> None:
        """Move the keyboard cursor to the next or previous stop: cards first, then buttons."""
        here = self._current_stop(stops)
        if here is None:
            self._show(stops)
            return
        order = [stop for row in reversed(group_rows(stops)) for stop in row]
        self.stop_id = order[(order.index(here) + step) % len(order)].id
        self.visible = True

    def leave_missing_card(self, stops: Sequence[CursorStop], token_id: int) -> None:
        """Move the keyboard cursor off a card that is no stop any more because it was played or taken."""
        if all(stop.id != ("card", token_id) for stop in stops):
            self.stop_id = None
            self._show(stops)

    def _current_stop(self, stops: Sequence[CursorStop]) -> CursorStop | None:
        return next((stop for stop in stops if stop.id == self.stop_id), None) if self.visible else None

    def _show(self, stops: Sequence[CursorStop]) -> None:
        """Show the keyboard cursor at its last stop, else on the first card of the lowest row. A key that shows the
        cursor does nothing else."""
        if not stops:
            return
        known = any(stop.id == self.stop_id for stop in stops)
        if not known:
            cards = [stop for stop in stops if stop.id[0] == "card"]
            live = [stop for stop in cards if stop.is_choosable]
            self.stop_id = group_rows(live or cards or stops)[-1][0].id
        self.visible = True


def group_rows(stops: Sequence[CursorStop]) -> list[list[CursorStop]]:
    """Return the keyboard cursor's stops in rows from top to bottom, each from left to right; buttons in their own
    rows."""
    rows: list[list[CursorStop]] = []
    for stop in sorted(stops, key=lambda w: (w.y, w.x)):
        kind = stop.id[0]
        gap = MAX_ROW_SPREAD if kind == "card" else MAX_BUTTON_ROW_SPREAD
        row = next((row for row in rows if abs(row[0].y - stop.y) < gap and row[0].id[0] == kind), None)
        if row is None:
            rows.append([stop])
        else:
            row.append(stop)
    return [sorted(row, key=lambda w: w.x) for row in rows]


def topmost_token_id(
    poses: Mapping[int, CardPose], order: Sequence[int], pos: tuple[float, float], raised_by: Mapping[int, float]
) -> int | None:
    """Return the token id of the uppermost card at a position, including the strip by which it rises when raised.

    The resting position counts for raised and hovered cards: one that slips from under the pointer would flicker.
    """
    for key in reversed(order):
        pose = poses.get(key)
        if pose is None:
            continue
        left, right = pose.x - pose.width / 2, pose.x + pose.width / 2
        top, bottom = pose.y - pose.height / 2 - raised_by.get(key, 0.0), pose.y + pose.height / 2
        if left <= pos[0] <= right and top <= pos[1] <= bottom:
            return key
    return None
