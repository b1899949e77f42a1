"""Controller of the side drawer's page that lists the cards of a pile."""

from __future__ import annotations

from engine.moves import Pile
from scenes.table.drawer import Drawer
from scenes.table.model.table_model import TableModel
from scenes.table.pages.pile_page import PilePage, PileSource


class PileBrowser:
    """Lists the cards of one browsable pile on a page of the side drawer.

    Args:
        model: owner of the piles.
        drawer: shows the page.
    """

    def __init__(self, model: TableModel, drawer: Drawer) -> None:
        self.model = model
        self.drawer = drawer
        self.page = PilePage(self._source, self.close)
        self._pile: Pile | None = None

    @property
    def pile(self) -> Pile | None:
        """The pile whose cards the side drawer lists; None while that page is closed."""
        return self._pile if self.drawer.page is self.page else None

    def toggle(self, pile: Pile) -> None:
        """List the cards of a pile in the side drawer, or close the page if it lists them already."""
        if self.pile == pile:
            self.close()
        else:
            self._pile = pile
            self.drawer.show(self.page)

    def cycle(self) -> None:
        """List the next browsable pile in the side drawer; after the last one, close the page."""
        piles = [*self.model.browsable_piles(), None]
        pile = piles[(piles.index(self.pile) + 1) % len(piles)] if self.pile in piles else piles[0]
        if pile is None:
            self.close()
        else:
            self.toggle(pile)

    def refresh(self) -> None:
        """Update the browsed pile's cards in the side drawer; close the page if there are none."""
        if self.pile is None:
            return
        if self.pile in self.model.browsable_piles():
            self.drawer.show(self.page)
        else:
            self.close()

    def close(self) -> None:
        self.drawer.withdraw(self.page)

    def _source(self) -> PileSource:
        assert self._pile is not None
        words, model, pile = self.drawer.words, self.model, self._pile
        cards = model.shown.shown_cards(pile)[::-1]
        title = words(f"{model.match.game.slug}.pile.{pile.kind}", {"n": len(cards), "place": pile.index + 1})
        return PileSource(title, words("app.table.top_first"), cards, words.cards(cards))
