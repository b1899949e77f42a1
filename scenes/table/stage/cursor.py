"""The keyboard's place on the table: among the player's cards, places and buttons. No pygame here."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scenes.table.stage.poses import Pose

Spot = tuple[str, int]
"""``("card", token id)`` or ``("button", index)``."""

ROW_GAP = 60.0
"""Cards whose centres differ by less in height are in one row, logical pixels."""
BUTTON_GAP = 40.0
"""The same for buttons, which lie closer."""


class Where(NamedTuple):
    """Something that the cursor can stand on, with its centre."""

    spot: Spot
    x: float
    y: float
    live: bool = True
    """Whether it can be chosen now."""


class Cursor:
    """Moves over what can be chosen; hidden until a key is used."""

    def __init__(self) -> None:
        self.at: Spot | None = None
        self.visible = False
        self._last_x: float | None = None

    def hide(self) -> None:
        """The mouse was used."""
        self.visible = False

    def step(self, there: Sequence[Where], dx: int, dy: int) -> None:
        """Go to the next thing left or right, or to the nearest one in the row above or below."""
        here = self._here(there)
        if here is None:
            self._enter(there)
            return
        rows = rows_of(there)
        row = next(row for row in rows if here in row)
        if dx:
            flat = row
            at = flat.index(here) + dx
            self.at = flat[at % len(flat)].spot
            self._last_x = None
        else:
            at = rows.index(row) + dy
            if 0 <= at < len(rows):
                wanted = self._last_x if self._last_x is not None else here.x
                self._last_x = wanted
                self.at = min(rows[at], key=lambda where: abs(where.x - wanted)).spot
        self.visible = True

    def cycle(self, there: Sequence[Where], step: int) -> None:
        """Go to the next or previous thing, cards first, then buttons."""
        here = self._here(there)
        if here is None:
            self._enter(there)
            return
        order = [where for row in reversed(rows_of(there)) for where in row]
        self.at = order[(order.index(here) + step) % len(order)].spot
        self.visible = True

    def stay(self, there: Sequence[Where], key: int) -> None:
        """Leave the card with this key when it can't be stood on any more: it was played, or it is somebody's now."""
        if all(where.spot != ("card", key) for where in there):
            self.at = None
            self._enter(there)

    def _here(self, there: Sequence[Where]) -> Where | None:
        return next((where for where in there if where.spot == self.at), None) if self.visible else None

    def _enter(self, there: Sequence[Where]) -> None:
        """The first key only shows the cursor: where it was, else on the first of the lowest row of cards to choose."""
        if not there:
            return
        known = any(where.spot == self.at for where in there)
        if not known:
            cards = [where for where in there if where.spot[0] == "card"]
            live = [where for where in cards if where.live]
            self.at = rows_of(live or cards or there)[-1][0].spot
        self.visible = True


def rows_of(there: Sequence[Where]) -> list[list[Where]]:
    """Things in rows from top to bottom, each from left to right; buttons are a row of their own beside the cards."""
    rows: list[list[Where]] = []
    for where in sorted(there, key=lambda w: (w.y, w.x)):
        kind = where.spot[0]
        gap = ROW_GAP if kind == "card" else BUTTON_GAP
        row = next((row for row in rows if abs(row[0].y - where.y) < gap and row[0].spot[0] == kind), None)
        if row is None:
            rows.append([where])
        else:
            row.append(where)
    return [sorted(row, key=lambda w: w.x) for row in rows]


def hit(
    poses: Mapping[int, Pose], order: Sequence[int], at: tuple[float, float], above: Mapping[int, float]
) -> int | None:
    """The uppermost card at a place: its resting rectangle, longer at the top by what it is raised.

    Raised and hovered cards are hit where they rest, else a card that slips from under the pointer would flicker.
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
