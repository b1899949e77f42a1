"""Destinations of navigation as data, so that no screen imports another one.

``scenes.routes.build_scene`` builds the scene of each. A way back that belongs to one visit is a callback in the
destination. They are named tuples, as nineteen frozen dataclasses take 6 ms of the start to define. So they are told
apart by their class: a ``Seating`` and a ``LessonTable`` of the same game count as equal.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pygame

from engine.events import DealScored
from engine.match.match_view import MatchView
from engine.match.record import Record
from engine.moves import Seat
from engine.profile.presets import Preset

Action = Callable[[], None]
"""Something to do on the player's request."""


class Home(NamedTuple):
    """The home screen."""


class Seating(NamedTuple):
    """The screen before a match, with players and rules."""

    slug: str


class Lessons(NamedTuple):
    """The choice of a lesson."""


class LessonTable(NamedTuple):
    """The lesson of a game."""

    slug: str


class NewTable(NamedTuple):
    """The table for a match, dealt from the start or continued where the record ends."""

    record: Record


class ResumedTable(NamedTuple):
    """The table of a game's saved match, exactly where it was left; without ``slug`` of the one played last."""

    slug: str = ""


class DailyDealTable(NamedTuple):
    """The table for a game's deal of a day; ``day`` is counted as by ``date.toordinal``."""

    slug: str
    day: int
    full_strength: bool = False
    """Against the day's own opponents, even if the player has never beaten such."""


class DealResult(NamedTuple):
    """The result of a deal or of the whole match (``is_match_over``), over the table."""

    match: MatchView
    scored: DealScored
    is_match_over: bool
    on_next: Action
    on_rematch: Action
    on_home: Action
    pars: Any = None
    """The ``Pars`` of the match, or None. Naming the class here would import what computes them: 3 ms of the start."""
    onward_label_key: str = "app.results.rematch"
    """Key of the text of the button that leads on after a match."""
    home_label_key: str = "app.results.home"
    """Key of the text of the button that leads away."""
    is_replayable: bool = True
    """Whether every move of the match is known here, so that it can be watched and reviewed."""


class ReplayList(NamedTuple):
    """The finished matches, with one of them chosen, or with one to import."""

    chosen_file: Path | None = None
    incoming: tuple[str, str] | None = None
    """Text of a match to import, and its file name for messages."""


class ReplayTable(NamedTuple):
    """A replay of a finished match from its first deal; leaving it leads to the list of matches."""

    record: Record


class ReplayTableAt(NamedTuple):
    """A replay from move ``move_index`` as ``seat`` saw it, over the present screen."""

    record: Record
    move_index: int
    seat: Seat


class ReviewPage(NamedTuple):
    """The review of a match.

    ``stops_reviews``: the screen stops the reviews when it is left; otherwise the opener stops them.
    """

    reviews: Any
    """The ``Reviews`` of the match. Naming the class here would import what makes them: 3 ms of the start."""
    seat: Seat | None = None
    stops_reviews: bool = True


class RulesPage(NamedTuple):
    """The rules of a game, opened at a rule (``gurch.R18``) or an anchor of the page.

    ``options`` are the house rules in force; None for the game's saved ones.
    """

    slug: str
    rule: str = ""
    options: Any = None


class HouseRulesPage(NamedTuple):
    """The house rules of a game; ``on_close`` is called when the screen is left."""

    slug: str
    on_close: Action | None = None
    drop_event: pygame.Event | None = None
    """The drop event of house rules for this game."""


class IncomingRules(NamedTuple):
    """House rules to import, on the screen of their game; or a message why they can't be used."""

    text: str
    file: str
    """File name for messages."""


class LabPage(NamedTuple):
    """The lab, which compares house rules with presets."""

    slug: str
    options: Any
    presets: Sequence[Preset]


class StatisticsPage(NamedTuple):
    """The statistics."""


class SettingsPage(NamedTuple):
    """The settings."""


class IncomingDeck(NamedTuple):
    """A deck of the player's own to add, at a path of a folder or zip; or a message why it can't be used."""

    path: Path


class OnlineLobby(NamedTuple):
    """The lobby of tables for friends, or the room of the table that the player is at."""

    invitation: str = ""
    """Text of an invitation to follow at once; empty for none."""


class OnlineRoom(NamedTuple):
    """The room of the table that was joined, before a match."""


class OnlineTable(NamedTuple):
    """The table of the match that is played at the table that was joined."""


class AboutPage(NamedTuple):
    """The page about the program, opened at one of its parts; by default the first."""

    tab: str = ""


Destination = (
    Home
    | Seating
    | Lessons
    | LessonTable
    | NewTable
    | ResumedTable
    | DailyDealTable
    | DealResult
    | ReplayList
    | ReplayTable
    | ReplayTableAt
    | ReviewPage
    | RulesPage
    | HouseRulesPage
    | IncomingRules
    | LabPage
    | StatisticsPage
    | SettingsPage
    | IncomingDeck
    | OnlineLobby
    | OnlineRoom
    | OnlineTable
    | AboutPage
)
"""Every destination of navigation."""
