"""The hint at the table: its page in the drawer, and what the table shows of it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.common.base import Evaluation
from engine.moves import Move
from scenes.table.panels.hint_page import HintPage, HintSource
from scenes.table.ports import HintPort


class Hint:
    """Opens the page when a hint has been worked out, and closes it when it is over.

    Args:
        table: whose drawer it is.
        opens: whether the page opens; in a lesson only the table shows what to do, beside the tutor's words.
    """

    def __init__(self, table: HintPort, *, opens: bool = True) -> None:
        self.table = table
        self.opens = opens
        self.page = HintPage(self._source, self.choose, self._point, table.match.drop_hint)
        self._shown: Sequence[Evaluation] = ()

    def _source(self) -> HintSource:
        return HintSource(self._shown, self.table.match.game, self.table.words)

    def update(self) -> bool:
        """Follow the match's hint; True when the page changes."""
        table = self.table
        options = table.match.hint or () if table.stage.choice is not None else ()
        if options is self._shown or (not options and not self._shown):
            return False
        self._shown = options
        table.advise(options[0].move if options else None)
        if options and self.opens:
            self.page.figures = False
            table.drawer.show(self.page)
        else:
            table.drawer.withdraw(self.page)
        return True

    def _point(self, move: Move | None) -> None:
        """Show the answer under the pointer on the table, or the best one again."""
        self.table.advise(move or (self._shown[0].move if self._shown else None))

    def choose(self, move: Move) -> None:
        """Select what an answer names: its cards, a pile to take, or the button."""
        table = self.table
        if not table.control.propose(move):
            table.focus_answer(move)
        table.hud.refresh_answers()
