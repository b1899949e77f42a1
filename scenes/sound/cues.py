"""Cues: the sound of each event, how loud it is, and how often it can be heard. No pygame here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

LANDING = 0.7
"""Part of a flight after which a card is heard to land: flights end gently, so it is nearly there."""


class Cue(NamedTuple):
    """A sound of ``assets/sounds``: ``<name>_1.wav`` … ``<name>_<variants>.wav``."""

    variants: int = 1
    level: float = 0.0
    """Level relative to the files, dB. All files are equally loud."""
    apart: float = 40.0
    """Minimum milliseconds between two plays; earlier ones are dropped."""
    rank: int = 2
    """Priority: of several cues at one moment, those with the highest rank are heard."""
    varied: bool = True
    """Whether pitch and loudness vary slightly, as sounds made by hand do."""


CUES: Mapping[str, Cue] = MappingProxyType(
    {
        "deal": Cue(3, level=-4.0),
        "slide": Cue(3, level=-4.0, apart=90.0),
        "flick": Cue(3, level=-8.0, rank=1),
        "flip": Cue(3, level=-2.0),
        "place": Cue(3, level=0.0, rank=3),
        "sweep": Cue(2, level=-2.0, apart=260.0),
        "shuffle": Cue(1, level=-2.0, apart=700.0, rank=3),
        "burn": Cue(1, level=0.0, apart=500.0, rank=4),
        "pop": Cue(1, level=0.0, apart=200.0, rank=4, varied=False),
        "groan": Cue(1, level=-1.0, apart=200.0, rank=4, varied=False),
        "win": Cue(1, level=0.0, apart=1000.0, rank=5, varied=False),
        "win_deal": Cue(1, level=-1.0, apart=500.0, rank=5, varied=False),
        "lose": Cue(1, level=-1.0, apart=1000.0, rank=5, varied=False),
        "lose_deal": Cue(1, level=-2.0, apart=500.0, rank=5, varied=False),
        "button": Cue(1, level=-10.0, rank=1),
        "error": Cue(1, level=-2.0, apart=250.0, rank=4, varied=False),
        "tick": Cue(1, level=-8.0, apart=400.0, rank=3, varied=False),
    }
)


class Heard(NamedTuple):
    """A cue, and the part of a card's flight after which it is due, 0 … 1."""

    cue: str
    flight: float = 0.0


MANNERS: Mapping[str, Heard] = MappingProxyType(
    {
        "deal": Heard("deal"),
        "play": Heard("place", LANDING),
        "lay": Heard("place", LANDING),
        "draw": Heard("slide"),
        "take": Heard("slide"),
        "exchange": Heard("slide"),
        "swap": Heard("slide"),
        "move": Heard("slide"),
        "meld": Heard("place", LANDING),
        "turn": Heard("flip"),
        "sweep": Heard("sweep"),
        "gather": Heard("sweep"),
        "burn": Heard("burn"),
    }
)
"""Manner of moving cards -> what is heard."""
OTHER_MANNER = Heard("slide")
TURNED, SHUFFLED, ANNOUNCED = Heard("flip"), Heard("shuffle"), Heard("pop")
BAD_NEWS = Heard("groan")
"""An announcement that is bad for the player."""
PICKED, REFUSED, PRESSED, LAST_SECONDS = "flick", "error", "button", "tick"
COUNTED = "flick"
"""A step of the count of points."""
RESULTS: Mapping[tuple[bool, bool], str] = MappingProxyType(
    {(True, True): "win", (False, True): "lose", (True, False): "win_deal", (False, False): "lose_deal"}
)
"""(The player won, the match is over) -> cue."""
