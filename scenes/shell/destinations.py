"""Destinations of navigation as data, so that screens don't import each other.

``scenes.routes.build_scene`` builds the scene of each. They are named tuples because defining so many frozen
dataclasses takes 6 ms of the start. Compare their classes too: a ``Seating`` equals a ``LessonTable`` of the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pygame

from engine.events import DealScored
from engine.match.match_view import MatchView
from engine.match.record import Record
from engine.moves import Seat
from engine.profile.presets import Preset

if TYPE_CHECKING:
    from scenes.work.pars import Pars  # each 3 ms of the start
    from scenes.work.reviews import MatchReviews

Action = Callable[[], None]


class Home(NamedTuple):
    """Destination: the home screen."""


class Seating(NamedTuple):
    """Destination: the seating screen before a match, with players and house rules."""

    game_slug: str


class Lessons(NamedTuple):
    """Destination: the list of lessons."""


class LessonTable(NamedTuple):
    """Destination: the lesson of a game."""

    game_slug: str


class MatchTable(NamedTuple):
    """Destination: the table of a match, dealt from the start or continued at the end of the record."""

    record: Record


class ResumedTable(NamedTuple):
    """Destination: the table of a game's saved match; of the match played last if ``game_slug`` (the game) is empty."""

    game_slug: str = ""


class LastTable(NamedTuple):
    """Destination: a new match of a game with the opponents of its last table."""

    game_slug: str


class DailyDealTable(NamedTuple):
    """Destination: the table of a game's daily deal; ``day_ordinal`` is the ordinal of ``date.toordinal``."""

    game_slug: str
    day_ordinal: int


class DealResult(NamedTuple):
    """Destination: results of a deal, or of the whole match (``is_match_over``), shown over the table."""

    match: MatchView
    scored: DealScored
    is_match_over: bool
    on_next: Action
    on_rematch: Action
    on_home: Action
    on_menu: Action
    """Opens the table's menu; used while the match goes on."""
    pars: Pars | None = None
    onward_label_key: str = "app.results.rematch"
    """Text key of the button that continues after a match."""
    home_label_key: str = "app.results.home"
    """Text key of the button that leaves the results."""
    is_replayable: bool = True
    """Whether all moves of the match are known here, for a replay and a review."""


class ReplayList(NamedTuple):
    """Destination: the list of finished matches, perhaps with one of them selected, or with the text of a match to
    import."""

    chosen_file: Path | None = None
    incoming_text_and_source: tuple[str, str] | None = None
    """Text of a match to import, and its file name for messages."""


class ReplayTable(NamedTuple):
    """Destination: the replay of a finished match from its first deal; leaving it shows the list of matches."""

    record: Record


class ReplayTableAt(NamedTuple):
    """Destination: a replay from move ``move_index`` in the view of ``viewing_seat``, over the current screen."""

    record: Record
    move_index: int
    viewing_seat: Seat


class ReviewPage(NamedTuple):
    """Destination: the review of a match.

    ``stops_on_close``: whether the screen stops the reviews when it closes; otherwise the opener does.
    """

    reviews: MatchReviews
    reviewed_seat: Seat | None = None
    stops_on_close: bool = True


class RulesPage(NamedTuple):
    """Destination: the rules page of a game, opened at a rule (``gurch.R18``) or another anchor.

    ``options`` are the house rules in force; None shows the game's saved ones.
    """

    game_slug: str
    anchor: str = ""
    options: Any = None


class HouseRulesPage(NamedTuple):
    """Destination: the house rules of a game; ``on_close`` is called when the screen closes."""

    game_slug: str
    on_close: Action | None = None
    drop_event: pygame.Event | None = None
    """Drop event with house rules for this game, to import at once; None to import nothing."""


class IncomingRules(NamedTuple):
    """Destination: house rules to import, on their game's screen, or a message why they can't be used."""

    text: str
    source_name: str
    """File name for messages."""


class LabPage(NamedTuple):
    """Destination: the rule lab, which compares house rules with presets."""

    game_slug: str
    options: Any
    presets: Sequence[Preset]


class StatisticsPage(NamedTuple):
    """Destination: the statistics screen."""


class FeatsPage(NamedTuple):
    """Destination: the page of feats, over the statistics."""


class SettingsPage(NamedTuple):
    """Destination: the settings screen."""


class IncomingDeck(NamedTuple):
    """Destination: a custom deck to add from a folder or zip file, or a message why it can't be used."""

    path: Path


class OnlineLobby(NamedTuple):
    """Destination: the lobby of online tables, or the room of the joined table."""

    invitation: str = ""
    """Text of an invitation to follow at once; empty for none."""


class OnlineRoom(NamedTuple):
    """Destination: the room of the joined online table, before a match."""


class OnlineTable(NamedTuple):
    """Destination: the table of the online match."""


class AboutPage(NamedTuple):
    """Destination: the about screen, opened at one of its pages; by default the first."""

    page: str = ""


class ManualPage(NamedTuple):
    """Destination: the manual, opened at its first page."""


Destination = (
    Home
    | Seating
    | Lessons
    | LessonTable
    | MatchTable
    | ResumedTable
    | LastTable
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
    | FeatsPage
    | SettingsPage
    | IncomingDeck
    | OnlineLobby
    | OnlineRoom
    | OnlineTable
    | AboutPage
    | ManualPage
)
