"""Names and portraits at a table: computer players and one or more persons. No pygame here."""

from typing import NamedTuple

from engine.characters import CHARACTERS
from engine.match.match_view import MatchView
from engine.match.record import PERSON, Record
from engine.moves import Seat
from engine.settings import PORTRAITS
from scenes.text.catalogue import Words


class Person(NamedTuple):
    """Name and portrait of a player, as on a plate."""

    name: str
    portrait: str


class SeatedPlayer(NamedTuple):
    """A player of a recorded match."""

    name: str
    portrait: str
    is_own: bool
    """Whether it is the only person, who is addressed as "you"."""


def people_by_seat(match: MatchView, words: Words, own_person: Person) -> dict[Seat, Person]:
    """Return everybody at the table, by seat.

    Args:
        match: its record names the characters and the persons.
        words: texts for persons without a name.
        own: the person in the settings, for a match with one person. Each of several persons, here or at other
            computers, has a name and a portrait in the record, or else a number and one of the portraits.
    """
    found = {}
    for seat, chair in enumerate(match.record.chairs):
        character = match.character(seat)
        if character:
            found[seat] = Person(character.name, character.slug)
        elif match.has_several_persons:
            number = match.person_number(seat)
            name = chair.name or unnamed_person_name(words, number)
            found[seat] = Person(name, chair.portrait or PORTRAITS[number % len(PORTRAITS)])
        else:
            found[seat] = Person(chair.name or own_person.name, chair.portrait or own_person.portrait)
    return found


def recorded_players(record: Record, words: Words, own_person: Person) -> list[SeatedPlayer]:
    """Return the players of a record by seat; empty if it names none."""
    person_seats = [chair for chair in record.chairs if chair.who == PERSON]
    found = []
    for chair in record.chairs:
        if chair.who != PERSON:
            found.append(SeatedPlayer(CHARACTERS[chair.who].name, chair.who, False))
        elif len(person_seats) == 1:
            found.append(SeatedPlayer(chair.name or own_person.name, chair.portrait or own_person.portrait, True))
        else:
            number = sum(player.portrait in PORTRAITS for player in found)
            name = chair.name or unnamed_person_name(words, number)
            found.append(SeatedPlayer(name, chair.portrait or PORTRAITS[number % len(PORTRAITS)], False))
    return found


def person_at_table(words: Words, number: int, name: str) -> str:
    """Return the name of a person at a table of several computers; without one they go by their number, from 1."""
    return name or unnamed_person_name(words, number - 1)


def whose_table(words: Words, host: str) -> str:
    """Return the name of a table of several computers, after its host."""
    return words("online.near.of", name=host) if host else words("online.near.unnamed")


def unnamed_person_name(words: Words, number: int) -> str:
    """Return the name of a person without one, by their number among the persons, from 0."""
    return words("app.table.person", n=number + 1)
