"""Everybody at a table as the plates name and show them: computer players, one person, or several at one computer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.match.record import PORTRAITS
from engine.moves import Seat
from scenes.table.stage.stage import Person

if TYPE_CHECKING:
    from engine.match.match import Match
    from scenes.app import App


def people(app: App, match: Match) -> dict[Seat, Person]:
    """Who sits where.

    A person alone at this computer is who the settings say; of several, each has a name and a portrait in the record,
    or else a number and one of the portraits.
    """
    found = {}
    for seat, chair in enumerate(match.record.chairs):
        character = match.character(seat)
        if character:
            found[seat] = Person(character.name, character.slug)
        elif match.shared:
            number = match.person_seats.index(seat)
            name = chair.name or nth(app, number)
            found[seat] = Person(name, chair.portrait or PORTRAITS[number % len(PORTRAITS)])
        else:
            found[seat] = Person(chair.name or app.person_name, chair.portrait or app.settings.portrait)
    return found


def nth(app: App, number: int) -> str:
    """What a person is called who gave no name, by their number among the persons, from 0 on."""
    return app.words("app.table.person", n=number + 1)
