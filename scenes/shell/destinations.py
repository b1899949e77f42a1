"""Where a screen may lead: destinations as data, so that no screen knows another one.

``scenes.routes.scene_for`` makes the scene of each. A way back that belongs to one visit is a callback in its
destination.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygame

from engine.events import Scored
from engine.match.match import Match
from engine.match.record import Record
from engine.moves import Seat
from engine.profile.presets import Preset
from scenes.work.pars import Pars
from scenes.work.reviews import Reviews

Act = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Home:
    """The first screen."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The screen before a match: who plays, by which rules."""

    slug: str


@dataclass(frozen=True, slots=True)
class Lessons:
    """The games, to choose a lesson."""


@dataclass(frozen=True, slots=True)
class Learn:
    """The lesson of a game."""

    slug: str


@dataclass(frozen=True, slots=True)
class Begin:
    """A table for this match: dealt before the player's eyes, or gone on with where the record ends."""

    record: Record


@dataclass(frozen=True, slots=True)
class Resume:
    """The table of the match that is kept, exactly where it was."""


@dataclass(frozen=True, slots=True)
class DealOfTheDay:
    """The table for a game's deal of a day, as ``date.toordinal`` counts days."""

    slug: str
    day: int


@dataclass(frozen=True, slots=True)
class DealResult:
    """The result of a deal or of the match, over the table."""

    match: Match
    scored: Scored
    final: bool
    on_next: Act
    on_rematch: Act
    on_home: Act
    pars: Pars | None = None


@dataclass(frozen=True, slots=True)
class ReplayList:
    """The finished matches, with one of them chosen, or with one that comes in as text."""

    chosen: Path | None = None
    incoming: tuple[str, str] | None = None
    """Text of a match, and what messages call its file."""


@dataclass(frozen=True, slots=True)
class Watch:
    """A finished match from its first deal; leaving leads to the list of matches."""

    record: Record


@dataclass(frozen=True, slots=True)
class WatchFrom:
    """A match after some moves as a seat saw it, over the present screen, to which leaving leads back."""

    record: Record
    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """The review of a match.

    ``owner``: the work ends when the screen is left; otherwise whoever opened it ends it.
    """

    reviews: Reviews
    seat: Seat | None = None
    owner: bool = True


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of a game, open at a rule (``gurch.R18``) or an anchor of the page.

    ``options`` are the house rules in force; None for those that are kept for the game.
    """

    slug: str
    rule: str = ""
    options: Any = None


@dataclass(frozen=True, slots=True)
class HouseRulesPage:
    """The house rules of a game; ``on_close`` is called when the screen is left."""

    slug: str
    on_close: Act | None = None
    dropped: pygame.Event | None = None
    """House rules that were dropped onto the window for this game."""


@dataclass(frozen=True, slots=True)
class IncomingRules:
    """House rules that come in as text, on the screen of their game; or why they can't be used."""

    text: str
    file: str
    """What messages call it."""


@dataclass(frozen=True, slots=True)
class LabPage:
    """The lab, which compares these house rules with presets."""

    slug: str
    options: Any
    presets: Sequence[Preset]


@dataclass(frozen=True, slots=True)
class StatisticsPage:
    """The statistics."""


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings."""


Destination = (
    Home
    | Seating
    | Lessons
    | Learn
    | Begin
    | Resume
    | DealOfTheDay
    | DealResult
    | ReplayList
    | Watch
    | WatchFrom
    | ReviewPage
    | RulesPage
    | HouseRulesPage
    | IncomingRules
    | LabPage
    | StatisticsPage
    | SettingsPage
)
"""Every place to which a screen can lead."""
