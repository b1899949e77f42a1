"""Settings of the program: one frozen dataclass whose fields make the file and the settings screen."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.options import option

LANGUAGE_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language its user reads, the strongest first (POSIX)."""

_SPOKEN = {"en": "en", "pt": "pt_BR", "portuguese": "pt_BR"}
"""How a locale's name begins, small (Windows has whole words) -> the catalogue."""

PER_CENT = tuple(range(0, 101, 10))
"""Places of a slider."""

LONGEST_NAME = 16
"""Characters of the player's name: more would not fit a plate."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the player chose; labels and help are the texts ``settings.<field>``."""

    name: str = option("", group="you", length=LONGEST_NAME)
    """On the player's plate; empty is "You" in the language of the program. Chosen where one sits down."""
    portrait: Literal["you", "hoops", "straw", "helmet", "chef", "glasses", "turban", "flower", "scarf"] = option(
        "you", group="you"
    )
    """The player's picture, the house at first."""

    language: Literal["system", "en", "pt_BR"] = option("system", group="play")
    auto_answer: bool = option(True, group="play")
    """Answer for the player where there is only one answer."""
    coach: Literal["off", "first", "always"] = option("first", group="play")
    """When what is asked is explained: never, the first time that it comes up, every time."""
    par: bool = option(True, group="play")
    """After a deal Master plays the person's cards in the background, to compare."""
    speed: Literal["0.5", "1", "2", "4", "instant"] = option("1", group="motion")
    reduced_motion: bool = option(False, group="motion")
    countdown: Literal["off", "5", "10", "20"] = option("10", group="motion")
    """Seconds for an answer out of turn; the last answer is given for whoever lets them pass."""
    pace: Literal["quick", "normal", "slow"] = option("normal", group="motion")
    """How long opponents pause before they act; how well they play is their level's matter."""
    thinking: Literal["1", "2", "5", "10"] = option("1", group="motion")
    """Seconds that the master level may think about a move at most."""
    replays_kept: int = option(200, choices=(0, 20, 50, 100, 200, 500, 1000), group="play")
    """So many finished matches are kept, besides those with a star; with 0 no further ones are."""
    sound: bool = option(True, group="sound")
    """Off is silence, whatever the three below say; the key M changes it."""
    volume: int = option(80, choices=PER_CENT, group="sound")
    """Of everything that is heard, per cent."""
    effects: int = option(100, choices=PER_CENT, group="sound")
    music: int = option(0, choices=PER_CENT, group="sound")
    """Music of the room: nobody has asked for it at first."""
    fullscreen: bool = option(False, group="comfort")
    ui_scale: Literal["80", "100", "125", "150", "175", "200"] = option("100", group="comfort")
    """Per cent of the size of texts and of what is pressed; cards are as large as the window allows."""
    high_contrast: bool = option(False, group="comfort")
    left_handed: bool = option(False, group="comfort")
    """Answers at the left of the hand, tools and the own plate at the right."""
    carry: bool = option(False, group="comfort")
    """A click takes a card up and the next press puts it down: nothing has to be held while it moves."""
    log: Literal["closed", "open", "large"] = option("closed", group="comfort")
    """The narration log at the table; the key L changes it."""
    table: Literal["house", "harbour", "salon", "study", "arbour"] = option("house", group="cards")
    four_colours: bool = option(False, group="cards")
    large_index: bool = option(False, group="cards")
    back: Literal["house", "lantern", "gables", "orchard", "parquet"] = option("house", group="cards")


def system_language(environment: Mapping[str, str] = os.environ, preferred: Sequence[str] = ()) -> str:
    """The catalogue for the language that the system speaks: ``"pt_BR"`` for any Portuguese, else ``"en"``.

    As gettext does it: what the first of ``LANGUAGE_VARIABLES`` names that is set counts, and before that, unless it
    names the C locale, the list of languages in ``LANGUAGE``. The first language that there is a catalogue for wins.

    Args:
        environment: of the process.
        preferred: the user's languages, the dearest first, where the environment names none (Windows, macOS).

    >>> system_language({"LANG": "pt_PT.UTF-8"}), system_language({"LC_ALL": "C", "LANG": "pt_BR"}), system_language({})
    ('pt_BR', 'en', 'en')
    >>> system_language({"LANG": "de_DE", "LANGUAGE": "de:pt_BR:en"}), system_language({}, ["fr_FR", "pt_BR"])
    ('pt_BR', 'pt_BR')
    """
    named = next((environment[name] for name in LANGUAGE_VARIABLES if environment.get(name)), "")
    several = [named] if named else list(preferred)
    if named.partition(".")[0] not in ("", "C", "POSIX"):
        several = [*environment.get("LANGUAGE", "").split(":"), named]
    for one in several:
        for begins, catalogue in _SPOKEN.items():
            if one.lower().startswith(begins):
                return catalogue
    return "en"
