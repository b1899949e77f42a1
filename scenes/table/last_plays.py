"""Controller of the side drawer's page that lists the last plays of the match."""

from __future__ import annotations

from engine.moves import TABLE
from scenes.table.pages.last_plays import PlayRow, find_last_plays
from scenes.table.pages.last_plays_page import LastPlaysPage, LastPlaysSource
from scenes.table.table_base import TableBase
from scenes.text.narrator import LogPart


class LastPlaysController:
    """Opens and closes the side drawer's page that lists the last plays of the match.

    Args:
        table: owner of the log and the drawer.
    """

    def __init__(self, table: TableBase) -> None:
        self.table = table
        self.page = LastPlaysPage(self._source, self.close)

    @property
    def is_open(self) -> bool:
        return self.table.drawer.page is self.page

    def toggle(self) -> None:
        if not self.close():
            self.table.drawer.show(self.page)

    def close(self) -> bool:
        """Close the page with the last plays; return whether it was open."""
        there = self.is_open
        self.table.drawer.withdraw(self.page)
        return there

    def _source(self) -> LastPlaysSource:
        table, model, words = self.table, self.table.model, self.table.words
        short = not model.layout.shows_sheet_each_deal
        played = find_last_plays(words, model.match.game, model.viewer, table.log.events, short_deals=short)
        if not played.rows:
            row = PlayRow("table", TABLE, (LogPart(words("app.review.nothing")),))
            played = played._replace(rows=(row,))
        people = {seat: one._replace(name=words.seat_name(seat)) for seat, one in model.people_by_seat.items()}
        doers = {seat: words.subject_name(seat) for seat in people}
        return LastPlaysSource(words(f"app.review.{played.unit}"), played, people, doers, model.viewer, words.cards)
