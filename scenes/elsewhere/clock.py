"""The table's clock as the player sees it: what is left to answer, for whoever is asked."""

import math

from engine.online.followed import FollowedMatch
from scenes.table.ports import TurnsPort


class TableClock:
    """Shows the time that the host counts; nothing here ends when it is over.

    Args:
        table: where it is shown.
        match: knows what the host told.
    """

    def __init__(self, table: TurnsPort, match: FollowedMatch) -> None:
        self.table = table
        self.match = match
        self._whole = 0.0
        """Milliseconds for the whole answer."""
        self._question = 0
        """Number of the question for which that holds."""
        self._left = 0.0

    def update(self) -> bool:
        """Show what is left now; True when the picture changes."""
        guest, hud = self.match.guest, self.table.hud
        left = guest.left_ms if guest.question == self.match.question else 0.0
        shown = left > 0 and self.table.stage.director.quiet
        if not shown:
            ended = hud.countdown is not None
            hud.end_countdown()
            self._left = 0.0
            return ended
        if self._question != guest.question:
            self._question, self._whole = guest.question, max(left, self._longest())
        if self._left and self.match.person_to_move():
            self.table.sounds.count_down(self._left, left)
        self._left = left
        before = (round((hud.countdown or 0) * 60), hud.seconds)
        hud.count_down(min(1.0, left / self._whole), math.ceil(left / 1000))
        return before != (round((hud.countdown or 0) * 60), hud.seconds)

    def _longest(self) -> float:
        """Milliseconds that the table's rules give for this answer."""
        rules, ask = self.match.guest.rules, self.match.game.ask
        out_of_turn = ask is not None and ask.what in self.match.game.timed
        return 1000.0 * (rules.reaction if out_of_turn else rules.turn_clock)
