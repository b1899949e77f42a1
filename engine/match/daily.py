"""The deal of the day: one numbered deal per game and day, with the same cards and opponents for everyone, offline.

Everything is derived from the game's slug and the date by SHA-256, so that a past day has the same number and opponents
in every version of the program. ``tests/test_daily.py`` checks several days. The cards of a deal number depend on the
record's format (``engine.match.record``).

- ``hash_number(text)`` is the first eight bytes of the SHA-256 of the ASCII text, most significant byte first.
- The key of a day is the slug, a space and the ISO 8601 date: ``slug 2026-11-21``.
- The deal number is ``hash_number(key) % DEAL_COUNT``. A player can also enter it for another match.
- The opponents are the first of ``DAILY_CHARACTERS``, sorted by ``hash_number(f"{key} {who}")``. They sit from seat 1
  on, at the game's default number of seats. The person sits at seat 0.
- Levels depend on the weekday (``LEVELS_BY_WEEKDAY``), from an easy Monday to a Sunday among masters. On days with two
  levels the opponents alternate, the first level at seat 1.
- House rules are the standard ones.
"""

from collections.abc import Mapping

from engine.game import Game
from engine.games import GAMES
from engine.local_time import iso_date, weekday
from engine.match.record import PERSON, Chair, Record

DEAL_COUNT = 100_000_000
"""Number of deals: their numbers are 0 … ``DEAL_COUNT`` − 1, which a player can also enter."""
DAILY_CHARACTERS = ("celeste", "tiao", "ingrid", "kwame", "mei", "rafa", "anselm", "yasmin")
"""Possible opponents. The tuple must not change, as past days would get other opponents."""
LEVELS_BY_WEEKDAY = (
    ("easy", "medium"),
    ("medium",),
    ("medium", "hard"),
    ("hard", "medium"),
    ("hard",),
    ("hard", "master"),
    ("master",),
)
"""Levels of the opponents from Monday to Sunday."""


def hash_number(text: str) -> int:
    """Hash an ASCII text to a number, 0 … 2**64 − 1.

    >>> import hashlib
    >>> hash_number("chess 2026-11-21") == int(hashlib.sha256(b"chess 2026-11-21").hexdigest()[:16], 16)
    True
    """
    import hashlib  # noqa: PLC0415  # 3 ms of the start

    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8], "big")


def levels_on_day(day: int) -> tuple[str, ...]:
    """Return the one or two levels of the opponents in the deal of a day.

    Args:
        day: a ``date.toordinal`` number.

    Raises:
        ValueError: the number is no date.
    """
    return LEVELS_BY_WEEKDAY[weekday(day)]


def daily_record(slug: str, day: int, games: Mapping[str, type[Game]] = GAMES) -> Record:
    """Return the record of a new match with the deal of the day for a game.

    Args:
        slug: the game.
        day: a ``date.toordinal`` number.
        games: registry of the games by slug.

    Raises:
        ValueError: the number is no date.
    """
    game = games[slug]
    key = f"{slug} {iso_date(day)}"
    characters = sorted(DAILY_CHARACTERS, key=lambda who: hash_number(f"{key} {who}"))[: game.seats_default - 1]
    levels = levels_on_day(day)
    opponents = (Chair(who, levels[i % len(levels)]) for i, who in enumerate(characters))
    chairs = (Chair(PERSON), *opponents)
    return Record(
        slug, game.seats_default, hash_number(key) % DEAL_COUNT, game.Options(), chairs, games=games, daily=day
    )
