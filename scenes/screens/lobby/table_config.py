"""Builds the ``TableConfig`` message from the host's choices: game, house rules, chairs, table rules."""

from collections.abc import Sequence
from typing import Any

from engine.characters import CHARACTERS, draw_line_up
from engine.games import GAMES
from engine.online.protocol.messages import ChairState, Roster, SubstituteBot, TableConfig
from engine.options import changed_values
from engine.rng import Rng
from scenes.shell.context import Context


def new_table_config(context: Context, slug: str) -> TableConfig:
    """Return a new online table's configuration: the player's house rules and random computer players."""
    options = context.profile.load_options(slug)
    seats = GAMES[slug].seats_default
    line_up = draw_line_up(Rng(context.new_seed()))[:seats]
    chairs = tuple(SubstituteBot(character.slug, character.default_level) for character in line_up)
    return TableConfig(slug, seats, changed_values(options), chairs, {})


def with_changes(roster: Roster, **changes: Any) -> TableConfig:
    """Return the configuration of an online table with some fields changed."""
    now = {
        "game": roster.game,
        "seats": roster.seats,
        "options": roster.options,
        "chairs": tuple(SubstituteBot(chair.character, chair.level) for chair in roster.chairs),
        "rules": roster.rules,
    }
    return TableConfig(**{**now, **changes})


def with_seats(roster: Roster, seats: int) -> TableConfig:
    """Return a table's configuration with another number of chairs; new chairs get computer players without a chair."""
    chairs = [SubstituteBot(chair.character, chair.level) for chair in roster.chairs[:seats]]
    for who in unseated_characters(roster.chairs[:seats])[: seats - len(chairs)]:
        chairs.append(SubstituteBot(who, CHARACTERS[who].default_level))
    return with_changes(roster, seats=seats, chairs=tuple(chairs))


def with_character(roster: Roster, seat: int, character: str) -> TableConfig:
    """Return a table's configuration with another computer player in a chair, at their usual level.

    One already assigned to another chair swaps with the present one.
    """
    chairs = [SubstituteBot(chair.character, chair.level) for chair in roster.chairs]
    for other, chair in enumerate(roster.chairs):
        if chair.character == character:
            chairs[other] = chairs[seat]
    chairs[seat] = SubstituteBot(character, CHARACTERS[character].default_level)
    return with_changes(roster, chairs=tuple(chairs))


def with_level(roster: Roster, seat: int, level: str) -> TableConfig:
    """Return a table's configuration with another level of a chair's computer player."""
    chairs = [SubstituteBot(chair.character, chair.level) for chair in roster.chairs]
    chairs[seat] = SubstituteBot(chairs[seat].character, level)
    return with_changes(roster, chairs=tuple(chairs))


def unseated_characters(chairs: Sequence[ChairState]) -> list[str]:
    """Return the computer players without a chair at the online table."""
    seated = {chair.character for chair in chairs}
    return [who for who in CHARACTERS if who not in seated]
