"""What the head of a saved match says without replaying it: enough for its place on the home screen."""

import re
from typing import NamedTuple

from engine.characters import CHARACTERS
from engine.match.record import PERSON, Chair, Record
from engine.schemas import parse_toml
from engine.settings import PORTRAITS

_DEAL_PATTERN = re.compile(r"# deal (\d{1,6})\n")
"""First line of a file: a record doesn't hold the number of its deal, and other versions skip comments."""
_MOVES_PATTERN = re.compile(r"^moves[ \t]*=", re.MULTILINE)


class MatchSummary(NamedTuple):
    """A saved match as its head describes it. Nothing is checked but that it can be shown."""

    deal: int = 0
    """Number of the present deal, from 1; 0 if unknown."""
    daily: int = 0
    """Day of the deal of the day; 0 for other matches."""
    chairs: tuple[Chair, ...] = ()
    """Who plays: characters without their level, persons with portrait."""

    @classmethod
    def from_head(cls, text: str) -> "MatchSummary | None":
        """Read the start of a match file; None if it has no head.

        >>> found = MatchSummary.from_head('# deal 3\\ndaily = 9\\nchairs = ["person", "mei hard"]\\nmoves = [')
        >>> found.deal, found.daily, [chair.who for chair in found.chairs]
        (3, 9, ['person', 'mei'])
        >>> MatchSummary.from_head("speed = 1"), MatchSummary.from_head("x = [\\nmoves = [")
        (None, None)
        """
        moves, deal = _MOVES_PATTERN.search(text), _DEAL_PATTERN.match(text)
        if moves is None:
            return None
        try:
            raw = parse_toml(text[: moves.start()])
        except ValueError:
            return None
        lines, faces = raw.get("chairs"), raw.get("portraits")
        whos = [str(line).partition(" ")[0] for line in lines] if isinstance(lines, list) else []
        portraits = faces if isinstance(faces, list) and len(faces) == len(whos) else [""] * len(whos)
        chairs = tuple(
            Chair(who, portrait=portrait if portrait in PORTRAITS else "")
            for who, portrait in zip(whos, portraits, strict=True)
            if who == PERSON or who in CHARACTERS
        )
        daily = raw.get("daily", 0)
        return cls(int(deal[1]) if deal else 0, daily if type(daily) is int else 0, chairs)

    @classmethod
    def from_record(cls, record: Record) -> "MatchSummary":
        """The glimpse of a match that was read."""
        return cls(record.deal, record.daily, tuple(Chair(one.who, portrait=one.portrait) for one in record.chairs))

    @staticmethod
    def head_comment(record: Record) -> str:
        """The first line of the file of a match, empty if the number of its deal is unknown."""
        return f"# deal {record.deal}\n" if record.deal else ""
