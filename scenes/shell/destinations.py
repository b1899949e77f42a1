"""Destinations of navigation as data, so that no screen imports another one.

``scenes.routes.scene_for`` builds the scene of each. A way back that belongs to one visit is a callback in the
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

Action = Callable[[], None]
"""Something to do on the player's request."""


@dataclass(frozen=True, slots=True)
class Home:
    """The home screen."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The screen before a match, with players and rules."""

    slug: str


@dataclass(frozen=True, slots=True)
class Lessons:
    """The choice of a lesson."""


@dataclass(frozen=True, slots=True)
class Learn:
    """The lesson of a game."""

    slug: str


@dataclass(frozen=True, slots=True)
class Begin:
    """The table for a match, dealt from the start or continued where the record ends."""

    record: Record


@dataclass(frozen=True, slots=True)
class Resume:
    """The table of the saved match, exactly where it was left."""


@dataclass(frozen=True, slots=True)
class DealOfTheDay:
    """The table for a game's deal of a day; ``day`` is counted as by ``date.toordinal``."""

    slug: str
    day: int


@dataclass(frozen=True, slots=True)
class DealResult:
    """The result of a deal or of the whole match (``final``), over the table."""

    match: Match
    scored: Scored
    final: bool
    on_next: Action
    on_rematch: Action
    on_home: Action
    pars: Pars | None = None


@dataclass(frozen=True, slots=True)
class ReplayList:
    """The finished matches, with one of them chosen, or with one to import."""

    chosen: Path | None = None
    incoming: tuple[str, str] | None = None
    """Text of a match to import, and its file name for messages."""


@dataclass(frozen=True, slots=True)
class Watch:
    """A replay of a finished match from its first deal; leaving it leads to the list of matches."""

    record: Record


@dataclass(frozen=True, slots=True)
class WatchFrom:
    """A replay from move ``at`` as ``seat`` saw it, over the present screen."""

    record: Record
    at: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class ReviewPage:
    """The review of a match.

    ``owner``: the screen stops the reviews when it is left; otherwise the opener stops them.
    """

    reviews: Reviews
    seat: Seat | None = None
    owner: bool = True


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules of a game, opened at a rule (``gurch.R18``) or an anchor of the page.

    ``options`` are the house rules in force; None for the game's saved ones.
    """

    slug: str
    rule: str = ""
    options: Any = None


@dataclass(frozen=True, slots=True)
class HouseRulesPage:
    """The house rules of a game; ``on_close`` is called when the screen is left."""

    slug: str
    on_close: Action | None = None
    dropped: pygame.Event | None = None
    """The drop event of house rules for this game."""


@dataclass(frozen=True, slots=True)
class IncomingRules:
    """House rules to import, on the screen of their game; or a message why they can't be used."""

    text: str
    file: str
    """File name for messages."""


@dataclass(frozen=True, slots=True)
class LabPage:
    """The lab, which compares house rules with presets."""

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
"""Every destination of navigation."""
