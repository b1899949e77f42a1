"""Settings of the program as a frozen dataclass, from which file and settings screen are generated."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from engine.languages import LANGUAGES, SOURCE_LANGUAGE, language_of
from engine.options import option

LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables with the user's language, highest priority first (POSIX)."""

PERCENTAGES = tuple(range(0, 101, 10))
"""Values of a slider, per cent."""

MAX_NAME_LENGTH = 16
"""Maximum length of the player's name in characters, so that it fits on the seat's plate."""

MAX_DECK_NAME_LENGTH = 24
"""Maximum length of the name of a card set in characters."""
BUILT_IN_DECKS = ("house", "plain", "dark")
"""The program's card sets, the default first."""
SortMode = Literal["rank", "suit", "sets"]
SORT_MODES: tuple[SortMode, ...] = get_args(SortMode)
"""Ways to sort a hand, the default first."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The player's settings of the program; labels and help are the texts ``settings.<field>``."""

    name: str = option("", group="you", max_length=MAX_NAME_LENGTH)
    """Shown on the player's plate; empty shows "You" in the program's language. Set on the seating screen."""
    portrait: Literal[
        "you", "hoops", "straw", "helmet", "chef", "glasses", "turban", "flower", "scarf", "beanie", "beret", "bow_tie"
    ] = option("you", group="you")
    """The player's portrait."""

    language: str = option("system", choices=("system", *LANGUAGES), group="play")
    auto_answer: bool = option(True, group="play")
    """Whether to answer for the player if only one answer is legal."""
    coach: Literal["off", "first", "always"] = option("first", group="play")
    """When to explain a question: never, the first time it comes up, or every time."""
    talk: bool = option(True, group="play")
    """Whether opponents comment on the game."""
    par: bool = option(True, group="play")
    """Whether Master replays the person's deals in the background, for comparison."""
    speed: Literal["0.5", "1", "2", "4", "instant"] = option("1", group="motion")
    reduced_motion: bool = option(False, group="motion")
    countdown: Literal["off", "5", "10", "20"] = option("10", group="motion")
    """Seconds for an answer out of turn. After them the last legal answer is given for the player."""
    pace: Literal["quick", "normal", "slow"] = option("normal", group="motion")
    """Length of the opponents' pauses before they act; without effect on their strength."""
    thinking: Literal["1", "2", "5", "10"] = option("1", group="motion")
    """Maximum time in seconds that the master level thinks about a move."""
    replays_kept: int = option(200, choices=(0, 20, 50, 100, 200, 500, 1000), group="play")
    """Maximum number of saved replays, besides starred ones; 0 saves no new ones."""
    friends_kept: Literal["ask", "yes", "no"] = option("ask", group="play")
    """Whether online matches are saved as replays and counted in the statistics."""
    look_for_updates: bool = option(False, group="play")
    """Whether to check once a week, on the home screen, for a new version; see ``engine.updates``."""
    sound: bool = option(True, group="sound")
    """False mutes everything, independently of the three volumes below. The key M toggles it."""
    volume: int = option(80, choices=PERCENTAGES, group="sound")
    """Overall volume in per cent."""
    effects: int = option(100, choices=PERCENTAGES, group="sound")
    music: int = option(0, choices=PERCENTAGES, group="sound")
    """Volume of the background music in per cent; off by default."""
    fullscreen: bool = option(False, group="comfort")
    ui_scale: Literal["80", "100", "125", "150", "175", "200"] = option("100", group="comfort")
    """Size of texts and controls in per cent; cards are always as large as the window allows."""
    high_contrast: bool = option(False, group="comfort")
    left_handed: bool = option(False, group="comfort")
    """Whether answers are left of the hand, and tools and the player's plate right of it."""
    carry: bool = option(False, group="comfort")
    """Whether a click picks a card up and the next click puts it down, instead of dragging."""
    log: Literal["closed", "open", "large"] = option("closed", group="comfort")
    """Size of the narration log at the table; the key L toggles it."""
    sort: SortMode = option("rank", group="comfort")  # noqa: RUF009  # as for the other fields
    """Order in which the own hand is sorted; the key S changes it."""
    deck: str = option("house", max_length=MAX_DECK_NAME_LENGTH, group="cards")
    """The card set: one of ``BUILT_IN_DECKS``, or the name of a custom one."""
    four_colours: bool = option(False, group="cards")
    large_index: bool = option(False, group="cards")
    back: Literal[
        "house",
        "celeste",
        "tiao",
        "ingrid",
        "kwame",
        "mei",
        "rafa",
        "anselm",
        "yasmin",
        "nayra",
        "batu",
        "priya",
        "sione",
        "lantern",
        "gables",
        "orchard",
        "parquet",
        "gilded",
        "gilded_night",
        "own",
    ] = option("house", group="cards")
    """Card back: a built-in one, or ``own`` for that of the custom card set."""
    table: Literal["house", "harbour", "salon", "study", "arbour"] = option("house", group="cards")


PORTRAITS: tuple[str, ...] = get_args(Settings.__annotations__["portrait"])
"""Portraits of persons; the first one, an emblem, is the default."""


def system_language(environment: Mapping[str, str] = os.environ, preferred: Sequence[str] = ()) -> str:
    """Return the program's language that matches the system's best; ``SOURCE_LANGUAGE`` if none matches.

    Like gettext, this uses the first of ``LANGUAGE_VARIABLES`` that is set. Unless that is the C locale, the languages
    in ``LANGUAGE`` have priority over it. The first language with a catalogue is chosen.

    Args:
        environment: environment variables of the process.
        preferred: the user's languages, most preferred first, used if the environment names none (Windows, macOS).

    >>> system_language({"LANG": "pt_PT.UTF-8"}), system_language({"LC_ALL": "C", "LANG": "pt_BR"}), system_language({})
    ('pt_BR', 'en', 'en')
    >>> system_language({"LANG": "xx_XX", "LANGUAGE": "xx:pt_BR:en"}), system_language({}, ["xx_XX", "pt_BR"])
    ('pt_BR', 'pt_BR')
    """
    named = next((environment[name] for name in LANGUAGE_VARIABLES if environment.get(name)), "")
    several = [named] if named else list(preferred)
    if named.partition(".")[0] not in ("", "C", "POSIX"):
        several = [*environment.get("LANGUAGE", "").split(":"), named]
    return next((spoken for one in several if (spoken := language_of(one)) is not None), SOURCE_LANGUAGE)
