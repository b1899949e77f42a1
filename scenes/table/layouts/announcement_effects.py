"""Effects of announcements at a game's table, as data. No pygame here."""

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from engine.events import Announced
from engine.moves import Seat
from scenes.table.layouts.announcement_chip import ChipSpec
from scenes.table.layouts.reaction import Reaction


@dataclass(frozen=True, slots=True)
class AnnouncementEffects:
    """Effects of a game's announcements: bubbles, highlights, chips, and the faces and lines of characters."""

    announcements_without_bubble: frozenset[str] = frozenset()
    """Announcement keys without a bubble, because cards or plates already show the same."""
    standing_announcements: frozenset[str] = frozenset()
    """Announcement keys that stay true of hidden cards. Their bubble becomes a dark pill without pointer when another
    seat speaks."""
    board_announcements: frozenset[str] = frozenset()
    """Announcement keys that the board shows, in place of highlight texts."""
    pre_move_highlights: frozenset[str] = frozenset()
    """Announcement keys highlighted together with the card movement that follows; text ``<slug>.peak.<key>``."""
    post_move_highlights: frozenset[str] = frozenset()
    """Announcement keys highlighted at once: at the cards that moved last, or at the plate of placeholder ``seat``."""
    staging_announcements: frozenset[str] = frozenset()
    """Announcement keys that stage the plays up to the next large announcement: with light, and a pause after each."""
    highlight_font_size: float = 96.0
    """Font size of highlight texts."""
    highlight_above_prompt: float = 0.0
    """Distance of highlight texts above the prompt."""
    spotlit_kinds_by_announcement: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Announcement key -> kinds of piles whose cards are spotlit, at the seats that the announcement concerns.

    Other announcements spotlight the cards that the move moves."""
    chips_by_announcement: Mapping[str, tuple[ChipSpec, ...]] = field(default_factory=dict)
    """Announcement key -> chips that show its effect on seats."""
    rope_throw_announcements: frozenset[str] = frozenset()
    """Announcement keys with which seat ``seat`` throws a rope around cards of seat ``seat_to`` (placeholders)."""
    calm_for_others: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Loud announcement key -> placeholders of the seats whose news it is, by default of the one that makes it.

    It is shown small where these are all seats of others."""
    rare_amounts: tuple[float, float] = (math.inf, math.inf)
    """Smallest large and very large amounts of the game (``Game.amounts``): at most 25 and 3 % of its amounts reach
    them. Measured in 150 matches of medium bots with ``python -m tests.bench.amounts``."""
    announcements_bad_for_first_seat: frozenset[str] = frozenset()
    """Announcement keys that are bad for the seat they name first."""
    reactions_by_announcement: Mapping[str, tuple[Reaction, ...]] = field(default_factory=dict)
    """Announcement key -> reactions. Tricks and deals won please in every game (``scenes.table.model.expressions``)."""
    kinds_to_empty: tuple[str, ...] = ()
    """Kinds of a seat's piles that must be empty to go out: characters comment on the last card."""

    def is_calm_for(self, event: Announced, seats: Collection[Seat]) -> bool:
        """Whether an announcement is shown small at these persons' screen, since it is news of others only."""
        names, figures = self.calm_for_others.get(event.note.key), event.note.placeholders
        if names is None or not event.loud:
            return False
        named = (figures.get(name, event.seat) for name in names)
        concerned = {seat for one in named for seat in (one if isinstance(one, Iterable) else [one])}
        return concerned.isdisjoint(seats)
