"""The deal of the day: for each game one numbered deal a day, against the same people for everybody; no network.

All of it follows from the game's slug and the date by SHA-256, which no version of anything changes. What follows here
from a day must never change either: a past day is then the same deal in every version of this program, and
``tests/test_daily.py`` has some of them written down.

- ``number(text)`` is the first eight bytes of the text's SHA-256 in ASCII, the first byte the highest.
- The key of a day is the slug, a space, and the date as ISO 8601 writes it: ``slug 2026-11-21``.
- The deal number is ``number(key) % DEALS``, one that can be typed before any match.
- The people are those of ``CAST`` in the order of ``number(key + " " + who)``; from seat 1 on they take as many chairs
  as the game usually has. The person sits at seat 0.
- Their levels follow the weekday, for everybody knows then what a day is like: ``WEEK`` goes from an easy Monday to a
  Sunday among masters. Where a day has two levels, they sit in turn, the first of them at seat 1.
- The house rules are the standard ones.
"""

import hashlib
from collections.abc import Mapping

from engine.game import Game
from engine.games import GAMES
from engine.match.record import PERSON, Chair, Record
from engine.moments import iso_date, weekday

DEALS = 100_000_000
"""So many deal numbers can be typed, from 0."""
CAST = ("celeste", "tiao", "ingrid", "kwame", "mei", "rafa", "anselm", "yasmin")
"""Who may come. Characters of later versions don't: past days would have other company."""
WEEK = (
    ("easy", "medium"),
    ("medium",),
    ("medium", "hard"),
    ("hard", "medium"),
    ("hard",),
    ("hard", "master"),
    ("master",),
)
"""The levels of Monday to Sunday."""


def number(text: str) -> int:
    """A number that follows from a text, 0 … 2**64 − 1.

    >>> number("chess 2026-11-21") == int(hashlib.sha256(b"chess 2026-11-21").hexdigest()[:16], 16)
    True
    """
    return int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:8], "big")


def levels(day: int) -> tuple[str, ...]:
    """The levels that play on a day, one or two.

    Args:
        day: as ``date.toordinal`` counts days.

    Raises:
        ValueError: there is no such day.
    """
    return WEEK[weekday(day)]


def deal_of(slug: str, day: int, games: Mapping[str, type[Game]] = GAMES) -> Record:
    """The match that is the deal of a day.

    Args:
        slug: of the game.
        day: as ``date.toordinal`` counts days.
        games: where the game is looked up.

    Raises:
        ValueError: there is no such day.
    """
    game = games[slug]
    key = f"{slug} {iso_date(day)}"
    company = sorted(CAST, key=lambda who: number(f"{key} {who}"))[: game.seats_default - 1]
    mixed = levels(day)
    others = (Chair(who, mixed[i % len(mixed)]) for i, who in enumerate(company))
    chairs = (Chair(PERSON), *others)
    return Record(slug, game.seats_default, number(key) % DEALS, game.Options(), chairs, games=games, daily=day)
