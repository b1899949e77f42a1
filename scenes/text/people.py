"""Names and portraits at a table: computer players, one person, or several at one computer. No pygame here."""

from typing import NamedTuple

from engine.match.match import Match
from engine.match.record import PERSON, PORTRAITS, Record
from engine.moves import Seat
from engine.people import CHARACTERS
from scenes.text.words import Words


class Person(NamedTuple):
    """Somebody at the table, as plates show them."""

    name: str
    """On the plate."""
    portrait: str


class SeatedPlayer(NamedTuple):
    """Somebody who sat at a table, for a list of matches."""

    name: str
    portrait: str
    here: bool
    """The one person at this computer, who is spoken to."""


def people(match: Match, words: Words, own: Person) -> dict[Seat, Person]:
    """Everybody at the table, by seat.

    Args:
        match: its record names the characters and the persons.
        words: for persons without a name.
        own: the person at this computer, who plays alone. Of several persons each has a name and a portrait in the
            record, or else a number and one of the portraits.
    """
    found = {}
    for seat, chair in enumerate(match.record.chairs):
        character = match.character(seat)
        if character:
            found[seat] = Person(character.name, character.slug)
        elif match.shared:
            number = match.person_seats.index(seat)
            name = chair.name or nth(words, number)
            found[seat] = Person(name, chair.portrait or PORTRAITS[number % len(PORTRAITS)])
        else:
            found[seat] = Person(chair.name or own.name, chair.portrait or own.portrait)
    return found


def players(record: Record, words: Words, own: Person) -> list[SeatedPlayer]:
    """Everybody who sat at the table of a record, by seat; empty where nobody in particular played."""
    person_seats = [chair for chair in record.chairs if chair.who == PERSON]
    found = []
    for chair in record.chairs:
        if chair.who != PERSON:
            found.append(SeatedPlayer(CHARACTERS[chair.who].name, chair.who, False))
        elif len(person_seats) == 1:
            found.append(SeatedPlayer(chair.name or own.name, chair.portrait or own.portrait, True))
        else:
            number = sum(player.portrait in PORTRAITS for player in found)
            name = chair.name or nth(words, number)
            found.append(SeatedPlayer(name, chair.portrait or PORTRAITS[number % len(PORTRAITS)], False))
    return found


def nth(words: Words, number: int) -> str:
    """The name of a person who gave none, by their number among the persons, from 0 on."""
    return words("app.table.person", n=number + 1)
