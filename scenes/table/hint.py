"""Controller of hints at the table: the hint's page in the side drawer, and the suggested move on the table."""

from __future__ import annotations

from collections.abc import Sequence

from engine.bots.common.base import Evaluation
from engine.moves import Move
from scenes.table.hud.answers import answer_key
from scenes.table.pages.hint_page import HintPage, HintSource
from scenes.table.table_base import TableBase


class HintController:
    """Opens the page of a move hint in the side drawer when the hint is ready, and closes it afterwards.

    Args:
        table: owner of the match and the drawer.
        opens_page: whether the page opens; a lesson shows hints on the table only.
    """

    def __init__(self, table: TableBase, *, opens_page: bool = True) -> None:
        self.table = table
        self.opens_page = opens_page
        self.page = HintPage(self._source, self.select_move, self._show_pointed, table.match.cancel_hint)
        self._shown_options: Sequence[Evaluation] = ()

    def _source(self) -> HintSource:
        return HintSource(self._shown_options, self.table.match.game, self.table.words)

    def update(self) -> bool:
        """Show or hide the match's move hint if it changed; return whether it did."""
        table = self.table
        options = table.match.hint or () if table.model.choice is not None else ()
        if options is self._shown_options or (not options and not self._shown_options):
            return False
        if not self._shown_options:
            self.page.shows_worth = False
            self._hand_enter_over()
        self._shown_options = options
        table.show_advice(options[0].move if options else None)
        if options and self.opens_page:
            table.drawer.show(self.page)
        else:
            table.drawer.withdraw(self.page)
        return True

    def _hand_enter_over(self) -> None:
        """Clear the selection and hide the cursor, so that the Enter key plays the recommendation."""
        table, choice = self.table, self.table.model.choice
        table.hand_controller.cursor.hide()
        if choice is not None and not choice.follows_hint:
            choice.reset()
            table.model.director.glide_all()

    def _show_pointed(self, move: Move | None) -> None:
        """Show on the table the hinted move under the pointer, or the best one for None."""
        self.table.show_advice(move or (self._shown_options[0].move if self._shown_options else None))

    def select_move(self, move: Move) -> None:
        """Select the cards or the pile of a hinted move, or focus its button."""
        table = self.table
        if not table.hand_controller.select_move(move):
            self._focus_answer(move)
        table.hud.refresh()

    def _focus_answer(self, move: Move) -> None:
        """Give the keyboard focus to the answer button of this move, if there is one."""
        hud, key = self.table.hud, answer_key(move)
        if hud.root.find(key) is not None:
            self.table.hand_controller.cursor.show_on(("button", key))
            hud.focus_key(key)
