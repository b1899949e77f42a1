"""Cues: the sound of each event, how loud it is, and how often it can be heard. No pygame here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

LANDING_SHARE = 0.7
"""Part of a flight after which a card is heard to land: flights end gently, so it is nearly there."""


class Cue(NamedTuple):
    """A sound of ``assets/sounds``: ``<name>_1.wav`` … ``<name>_<variants>.wav``."""

    variant_count: int = 1
    level_db: float = 0.0
    """Level relative to the files, dB. All files are equally loud."""
    min_interval_ms: float = 40.0
    """Minimum milliseconds between two plays; earlier ones are dropped."""
    priority: int = 2
    """Priority: of several cues at one moment, those with the highest rank are heard."""
    is_varied: bool = True
    """Whether pitch and loudness vary slightly, as sounds made by hand do."""


CUES: Mapping[str, Cue] = MappingProxyType(
    {
        "deal": Cue(3, level_db=-4.0),
        "slide": Cue(3, level_db=-4.0, min_interval_ms=90.0),
        "flick": Cue(3, level_db=-8.0, priority=1),
        "flip": Cue(3, level_db=-2.0),
        "place": Cue(3, level_db=0.0, priority=3),
        "sweep": Cue(2, level_db=-2.0, min_interval_ms=260.0),
        "shuffle": Cue(1, level_db=-2.0, min_interval_ms=700.0, priority=3),
        "burn": Cue(1, level_db=0.0, min_interval_ms=500.0, priority=4),
        "pop": Cue(1, level_db=0.0, min_interval_ms=200.0, priority=4, is_varied=False),
        "groan": Cue(1, level_db=-1.0, min_interval_ms=200.0, priority=4, is_varied=False),
        "win": Cue(1, level_db=0.0, min_interval_ms=1000.0, priority=5, is_varied=False),
        "win_deal": Cue(1, level_db=-1.0, min_interval_ms=500.0, priority=5, is_varied=False),
        "lose": Cue(1, level_db=-1.0, min_interval_ms=1000.0, priority=5, is_varied=False),
        "lose_deal": Cue(1, level_db=-2.0, min_interval_ms=500.0, priority=5, is_varied=False),
        "button": Cue(1, level_db=-10.0, priority=1),
        "error": Cue(1, level_db=-2.0, min_interval_ms=250.0, priority=4, is_varied=False),
        "tick": Cue(1, level_db=-8.0, min_interval_ms=400.0, priority=3, is_varied=False),
    }
)


class TimedCue(NamedTuple):
    """A cue, and the part of a card's flight after which it is due, 0 … 1."""

    cue: str
    flight_share: float = 0.0


CUES_BY_MOTION: Mapping[str, TimedCue] = MappingProxyType(
    {
        "deal": TimedCue("deal"),
        "play": TimedCue("place", LANDING_SHARE),
        "lay": TimedCue("place", LANDING_SHARE),
        "draw": TimedCue("slide"),
        "take": TimedCue("slide"),
        "exchange": TimedCue("slide"),
        "swap": TimedCue("slide"),
        "move": TimedCue("slide"),
        "meld": TimedCue("place", LANDING_SHARE),
        "turn": TimedCue("flip"),
        "sweep": TimedCue("sweep"),
        "gather": TimedCue("sweep"),
        "burn": TimedCue("burn"),
    }
)
"""Manner of moving cards -> what is heard."""
OTHER_MOTION_CUE = TimedCue("slide")
TURN_CUE, SHUFFLE_CUE, ANNOUNCEMENT_CUE = TimedCue("flip"), TimedCue("shuffle"), TimedCue("pop")
BAD_NEWS_CUE = TimedCue("groan")
"""An announcement that is bad for the player."""
PICK_UP_CUE, REFUSAL_CUE, BUTTON_CUE, COUNTDOWN_CUE = "flick", "error", "button", "tick"
COUNT_CUE = "flick"
"""A step of the count of points."""
RESULT_CUES: Mapping[tuple[bool, bool], str] = MappingProxyType(
    {(True, True): "win", (False, True): "lose", (True, False): "win_deal", (False, False): "lose_deal"}
)
"""(The player won, the match is over) -> cue."""
