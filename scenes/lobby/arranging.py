"""What the host chooses for a table: game, house rules, chairs and the table's rules, as the message that says so."""

from collections.abc import Sequence
from typing import Any

from engine.games import GAMES
from engine.notices import Notice
from engine.online.messages import Arrange, ChairState, Fallback, Roster
from engine.options import write
from engine.people import CHARACTERS
from engine.rng import Rng
from scenes.shell.context import Context


def opening(context: Context, slug: str) -> tuple[Arrange, list[Notice]]:
    """A new table for a game, with the player's house rules for it; and notices about their file."""
    options, notices = context.profile.load_options(slug)
    line_up = [Fallback(person.slug, person.level) for person in CHARACTERS.values()]
    Rng(context.new_seed()).shuffle(line_up)
    seats = GAMES[slug].seats_default
    return Arrange(slug, seats, write(options), tuple(line_up[:seats]), {}), notices


def arrangement(roster: Roster, **changes: Any) -> Arrange:
    """The table as it is, with some fields of ``Arrange`` changed."""
    now = {
        "game": roster.game,
        "seats": roster.seats,
        "options": roster.options,
        "chairs": tuple(Fallback(chair.character, chair.level) for chair in roster.chairs),
        "rules": roster.rules,
    }
    return Arrange(**{**now, **changes})


def with_seats(roster: Roster, seats: int) -> Arrange:
    """The table with another number of chairs; new ones get computer players who don't sit there yet."""
    chairs = [Fallback(chair.character, chair.level) for chair in roster.chairs[:seats]]
    for who in waiting(roster.chairs[:seats])[: seats - len(chairs)]:
        chairs.append(Fallback(who, CHARACTERS[who].level))
    return arrangement(roster, seats=seats, chairs=tuple(chairs))


def with_character(roster: Roster, seat: int, who: str) -> Arrange:
    """The table with another computer player in a chair, at their usual level.

    One who waits behind a person elsewhere changes places with the one who leaves.
    """
    chairs = [Fallback(chair.character, chair.level) for chair in roster.chairs]
    for other, chair in enumerate(roster.chairs):
        if chair.character == who:
            chairs[other] = chairs[seat]
    chairs[seat] = Fallback(who, CHARACTERS[who].level)
    return arrangement(roster, chairs=tuple(chairs))


def with_level(roster: Roster, seat: int, level: str) -> Arrange:
    """The table with the computer player of a chair at another level."""
    chairs = [Fallback(chair.character, chair.level) for chair in roster.chairs]
    chairs[seat] = Fallback(chairs[seat].character, level)
    return arrangement(roster, chairs=tuple(chairs))


def waiting(chairs: Sequence[ChairState]) -> list[str]:
    """The computer players without a chair."""
    seated = {chair.character for chair in chairs}
    return [who for who in CHARACTERS if who not in seated]
