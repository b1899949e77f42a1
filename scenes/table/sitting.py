"""Sitting down at a table: alone at once; of several persons at one computer each behind a curtain, in turn."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from engine.match.match import Match
from engine.moves import Seat
from scenes.table.curtain import Curtain
from scenes.table.stage.stage import Person
from scenes.table.tally import Tally
from scenes.text.people import people

if TYPE_CHECKING:
    from scenes.app import App


def sit_down(app: App, match: Match, tally: Tally | None = None, *, upto: int | None = None) -> None:
    """Go to the table; where several persons share the screen, whoever has to act comes before it behind a curtain.

    Args:
        app: the program.
        match: what is played.
        tally: what counts it so far, if anything does.
        upto: so many events were seen before, what came after them is shown as it happened; None for all.
    """
    if match.shared:
        seat = match.first_person()
        lift = partial(_show, app, match, tally, seat, upto)
        app.go(Curtain(app, match.game.slug, partial(_person, app, match, seat), lift))
    else:
        _show(app, match, tally, match.viewer, upto)


def _person(app: App, match: Match, seat: Seat) -> Person:
    return people(app, match)[seat]


def _show(app: App, match: Match, tally: Tally | None, seat: Seat, upto: int | None) -> None:
    """Lay the table out as that seat sees it."""
    from scenes.table.table import Table  # noqa: PLC0415  # it leads back here

    match.set_viewer(seat)
    table = Table(app, match, tally)
    past = match.past()
    seen, new = (past, []) if upto is None else (past[:upto], past[upto:])
    table.stage.show_all(len(seen))
    table.stage.director.finish()
    table.log.begin(seen)
    if not new:
        table.recall(seen)
    table.stage.director.feed(new)
    app.go(table)
