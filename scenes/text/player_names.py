"""Names and portraits of the computer players and persons at a table. No pygame here."""

from typing import NamedTuple

from engine.characters import CHARACTERS
from engine.match.match_view import MatchView
from engine.match.record import PERSON, Record
from engine.moves import Seat
from engine.settings import PORTRAITS
from scenes.text.catalogue import Words


class NameAndPortrait(NamedTuple):
    """Name and portrait of a player, as on the plate at the table."""

    name: str
    portrait: str


class RecordedPlayer(NamedTuple):
    """A player of a recorded match."""

    name: str
    portrait: str
    is_own: bool
    """Whether it is the only person, who is addressed as "you"."""


def players_by_seat(match: MatchView, words: Words, own_person: NameAndPortrait) -> dict[Seat, NameAndPortrait]:
    """Return the name and portrait of each seat.

    Args:
        match: its record has the characters and persons.
        words: texts for persons without a name.
        own_person: person of the settings, used in a match with one person. Otherwise a person has a name and portrait
            in the record, or else a number and a default portrait.
    """
    people = {}
    for seat, chair in enumerate(match.record.chairs):
        character = match.character(seat)
        if character:
            people[seat] = NameAndPortrait(character.name, character.slug)
        elif match.has_several_persons:
            number = match.person_index(seat)
            name = chair.name or unnamed_person_name(words, number)
            people[seat] = NameAndPortrait(name, chair.portrait or PORTRAITS[number % len(PORTRAITS)])
        else:
            people[seat] = NameAndPortrait(chair.name or own_person.name, chair.portrait or own_person.portrait)
    return people


def recorded_players(record: Record, words: Words, own_person: NameAndPortrait) -> list[RecordedPlayer]:
    """Return the players of a record by seat; empty if the record doesn't name its players."""
    person_seats = [chair for chair in record.chairs if chair.who == PERSON]
    players = []
    for chair in record.chairs:
        if chair.who != PERSON:
            players.append(RecordedPlayer(CHARACTERS[chair.who].name, chair.who, False))
        elif len(person_seats) == 1:
            players.append(RecordedPlayer(chair.name or own_person.name, chair.portrait or own_person.portrait, True))
        else:
            number = sum(player.portrait in PORTRAITS for player in players)
            name = chair.name or unnamed_person_name(words, number)
            players.append(RecordedPlayer(name, chair.portrait or PORTRAITS[number % len(PORTRAITS)], False))
    return players


def online_person_name(words: Words, number: int, name: str) -> str:
    """Return the name of a person at an online table, or their number, from 1, if they have none."""
    return name or unnamed_person_name(words, number - 1)


def online_table_name(words: Words, host_name: str) -> str:
    """Return the title of an online table, named after its host."""
    return words("online.near.of", name=host_name) if host_name else words("online.near.unnamed")


def unnamed_person_name(words: Words, index: int) -> str:
    """Return the name of a person without one; ``index`` counts the persons from 0."""
    return words("app.table.person", n=index + 1)
