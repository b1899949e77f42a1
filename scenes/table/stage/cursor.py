"""The keyboard's cursor on the table: it stands on the player's cards, places and buttons. No pygame here."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scenes.table.stage.poses import Pose

StopId = tuple[str, int]
"""``("card", token id)`` or ``("button", index)``."""

ROW_GAP = 60.0
"""Cards whose centres differ by less in height form a row, logical pixels."""
BUTTON_GAP = 40.0
"""The same for buttons, which are closer together."""


class Stop(NamedTuple):
    """Something that the cursor can stand on, with its centre."""

    id: StopId
    x: float
    y: float
    live: bool = True
    """Whether it can be chosen now."""


class Cursor:
    """Moves among the stops; hidden until a key is used."""

    def __init__(self) -> None:
        self.at: StopId | None = None
        self.visible = False
        self._last_x: float | None = None

    def hide(self) -> None:
        """Hide: the mouse was used."""
        self.visible = False

    def step(self, stops: Sequence[Stop], dx: int, dy: int) -> None:
        """Go to the next stop left or right, or to the nearest one in the row above or below."""
        here = self._here(stops)
        if here is None:
            self._enter(stops)
            return
        rows = rows_of(stops)
        row = next(row for row in rows if here in row)
        if dx:
            flat = row
            at = flat.index(here) + dx
            self.at = flat[at % len(flat)].id
            self._last_x = None
        else:
            at = rows.index(row) + dy
            if 0 <= at < len(rows):
                wanted = self._last_x if self._last_x is not None else here.x
                self._last_x = wanted
                self.at = min(rows[at], key=lambda stop: abs(stop.x - wanted)).id
        self.visible = True

    def cycle(self, stops: Sequence[Stop], step: int) -> None:
        """Go to the next or previous stop, cards first, then buttons."""
        here = self._here(stops)
        if here is None:
            self._enter(stops)
            return
        order = [stop for row in reversed(rows_of(stops)) for stop in row]
        self.at = order[(order.index(here) + step) % len(order)].id
        self.visible = True

    def stay(self, stops: Sequence[Stop], key: int) -> None:
        """Leave the card with this key when it is no stop any more: it was played, or another seat has it."""
        if all(stop.id != ("card", key) for stop in stops):
            self.at = None
            self._enter(stops)

    def _here(self, stops: Sequence[Stop]) -> Stop | None:
        return next((stop for stop in stops if stop.id == self.at), None) if self.visible else None

    def _enter(self, stops: Sequence[Stop]) -> None:
        """Show the cursor, all that the first key does: where it was, else on the first card of the lowest row."""
        if not stops:
            return
        known = any(stop.id == self.at for stop in stops)
        if not known:
            cards = [stop for stop in stops if stop.id[0] == "card"]
            live = [stop for stop in cards if stop.live]
            self.at = rows_of(live or cards or stops)[-1][0].id
        self.visible = True


def rows_of(stops: Sequence[Stop]) -> list[list[Stop]]:
    """Stops in rows from top to bottom, each from left to right; buttons form rows of their own."""
    rows: list[list[Stop]] = []
    for stop in sorted(stops, key=lambda w: (w.y, w.x)):
        kind = stop.id[0]
        gap = ROW_GAP if kind == "card" else BUTTON_GAP
        row = next((row for row in rows if abs(row[0].y - stop.y) < gap and row[0].id[0] == kind), None)
        if row is None:
            rows.append([stop])
        else:
            row.append(stop)
    return [sorted(row, key=lambda w: w.x) for row in rows]


def hit(
    poses: Mapping[int, Pose], order: Sequence[int], at: tuple[float, float], above: Mapping[int, float]
) -> int | None:
    """The uppermost card at a place: its resting rectangle, extended upwards by how far it is raised.

    Raised and hovered cards are hit stop they rest, else a card that slips from under the pointer would flicker.
    """
    for key in reversed(order):
        pose = poses.get(key)
        if pose is None:
            continue
        left, right = pose.x - pose.width / 2, pose.x + pose.width / 2
        top, bottom = pose.y - pose.height / 2 - above.get(key, 0.0), pose.y + pose.height / 2
        if left <= at[0] <= right and top <= at[1] <= bottom:
            return key
    return None
