"""Shows the turn clock of an online table: the time left for the seat to move."""

import math

from engine.online.guest.guest_match import GuestMatch
from scenes.table.table_base import TableBase


class TurnClockDisplay:
    """Displays the turn clock of an online table. The host counts the time and enforces the limit.

    Args:
        table: the table that shows it.
        match: source of the times received from the host.
    """

    def __init__(self, table: TableBase, match: GuestMatch) -> None:
        self.table = table
        self.match = match
        self._allowed_ms = 0.0
        """Milliseconds for the whole answer."""
        self._question_number = 0
        """Number of the question for which ``_allowed_ms`` holds."""
        self._left_ms = 0.0

    def update(self) -> bool:
        """Show the turn clock's time left now; return whether the picture changed."""
        guest, hud = self.match.guest, self.table.hud
        left = guest.remaining_ms if guest.question == self.match.question else 0.0
        is_shown = left > 0 and self.table.model.director.has_shown_all_events
        if not is_shown:
            ended = hud.remaining_fraction is not None
            hud.hide_countdown()
            self._left_ms = 0.0
            return ended
        if self._question_number != guest.question:
            self._question_number, self._allowed_ms = guest.question, max(left, self._rule_limit_ms())
        if self._left_ms and self.match.is_viewer_to_move():
            self.table.sounds.tick_if_due(self._left_ms, left)
        self._left_ms = left
        before = (round((hud.remaining_fraction or 0) * 60), hud.remaining_seconds)
        hud.show_countdown(min(1.0, left / self._allowed_ms), math.ceil(left / 1000))
        return before != (round((hud.remaining_fraction or 0) * 60), hud.remaining_seconds)

    def _rule_limit_ms(self) -> float:
        """Return the milliseconds allowed for an answer by the online table's rules."""
        rules, ask = self.match.guest.rules, self.match.game.ask
        out_of_turn = ask is not None and ask.what in self.match.game.timed_questions
        return 1000.0 * (rules.reaction if out_of_turn else rules.turn_clock)
