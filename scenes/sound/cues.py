"""Sound cues: the sound of each event, its level and its minimum interval. No pygame here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

LANDING_FRACTION = 0.7
"""Fraction of a flight after which the sound of landing starts. Flights slow down, so the card is nearly there."""


class Cue(NamedTuple):
    """Sound effect from ``assets/sounds`` with its variants: ``<name>_1.wav`` … ``<name>_<variants>.wav``."""

    variant_count: int = 1
    level_db: float = 0.0
    """Level relative to the files, which are all equally loud, dB."""
    min_interval_ms: float = 40.0
    """Minimum interval between two plays, milliseconds; earlier ones are dropped."""
    priority: int = 2
    """Priority; of several simultaneous cues only those with the highest are played."""
    is_varied: bool = True
    """Whether pitch and volume vary slightly, as for sounds made by hand."""


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
    """A sound cue and the fraction of a card's flight after which it is due, 0 … 1."""

    cue: str
    flight_fraction: float = 0.0


CUES_BY_MOTION: Mapping[str, TimedCue] = MappingProxyType(
    {
        "deal": TimedCue("deal"),
        "play": TimedCue("place", LANDING_FRACTION),
        "lay": TimedCue("place", LANDING_FRACTION),
        "draw": TimedCue("slide"),
        "take": TimedCue("slide"),
        "return": TimedCue("slide"),
        "exchange": TimedCue("slide"),
        "swap": TimedCue("slide"),
        "move": TimedCue("slide"),
        "meld": TimedCue("place", LANDING_FRACTION),
        "turn": TimedCue("flip"),
        "flip": TimedCue("flip"),
        "sweep": TimedCue("sweep"),
        "gather": TimedCue("sweep"),
        "burn": TimedCue("burn"),
    }
)
"""Cue by kind of motion of the cards."""
OTHER_MOTION_CUE = TimedCue("slide")
CARDS_TURNED_CUE, SHUFFLE_CUE, ANNOUNCEMENT_CUE = TimedCue("flip"), TimedCue("shuffle"), TimedCue("pop")
BAD_NEWS_CUE = TimedCue("groan")
"""Cue of an announcement that is bad for the player."""
PICK_UP_CUE, REFUSAL_CUE, BUTTON_CUE, COUNTDOWN_CUE = "flick", "error", "button", "tick"
POINT_COUNTING_CUE = "flick"
"""Cue of each step while points are counted up."""
CUES_BY_AMOUNT_STEP = (POINT_COUNTING_CUE, "pop", "win_deal")
"""Cues of a usual, a large and a very large amount that is counted at the table."""
CUES_BY_WON_AND_MATCH_OVER: Mapping[tuple[bool, bool], str] = MappingProxyType(
    {(True, True): "win", (False, True): "lose", (True, False): "win_deal", (False, False): "lose_deal"}
)
"""Cue by (the player won, the match is over)."""
