"""The piles that may be looked through: a page of the drawer shows the cards of one, as the table shows them."""

from __future__ import annotations

from engine.moves import Pile
from scenes.table.pages.pile_page import PilePage, PileSource
from scenes.table.protocols import PanelTable


class PileBrowser:
    """Shows the cards of one pile.

    Args:
        table: where the piles lie.
    """

    def __init__(self, table: PanelTable) -> None:
        self.table = table
        self.page = PilePage(self._source, self.close)
        self._pile: Pile | None = None

    @property
    def pile(self) -> Pile | None:
        """The pile that is looked through; None while the page is closed."""
        return self._pile if self.table.drawer.page is self.page else None

    def toggle(self, pile: Pile) -> None:
        """Show the cards of this pile, or take the page away if it shows them."""
        if self.pile == pile:
            self.close()
        else:
            self._pile = pile
            self.table.drawer.show(self.page)

    def cycle(self) -> None:
        """Show the first pile, the next one, after the last one none."""
        piles = [*self.table.model.browsable_piles(), None]
        pile = piles[(piles.index(self.pile) + 1) % len(piles)] if self.pile in piles else piles[0]
        if pile is None:
            self.close()
        else:
            self.toggle(pile)

    def refresh(self) -> None:
        """Show what the pile has become; an empty one is closed."""
        if self.pile is None:
            return
        if self.pile in self.table.model.browsable_piles():
            self.table.drawer.show(self.page)
        else:
            self.close()

    def close(self) -> None:
        """Take the page away."""
        self.table.drawer.withdraw(self.page)

    def _source(self) -> PileSource:
        assert self._pile is not None
        words, stage, pile = self.table.words, self.table.model, self._pile
        cards = stage.shown.shown_cards(pile)[::-1]
        title = words(f"{stage.match.game.slug}.pile.{pile.kind}", {"n": len(cards), "place": pile.index + 1})
        return PileSource(title, words("app.table.top_first"), cards)
