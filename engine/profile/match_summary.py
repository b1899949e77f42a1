"""Summary of a saved match for the home screen, read from the head of its file without a replay."""

import re
from typing import NamedTuple

from engine.characters import CHARACTERS
from engine.match.record import PERSON, Chair, Record, last_appended_deal
from engine.schemas import parse_toml
from engine.settings import PORTRAITS

_DEAL_PATTERN = re.compile(r"# deal (\d{1,6})\n")
"""Pattern of a match file's first line, a TOML comment with the number of the deal, which records have no key for."""
_MOVES_PATTERN = re.compile(r"^moves[ \t]*=", re.MULTILINE)


class MatchSummary(NamedTuple):
    """Summary of a saved match for display; the values are not checked further."""

    deal_number: int = 0
    """Number of the current deal, from 1; 0 if unknown."""
    daily_deal_day: int = 0
    """Day of the deal of the day, a ``date.toordinal`` number; 0 for other matches."""
    chairs: tuple[Chair, ...] = ()
    """Participants: characters without level, persons without name but with portrait."""

    @classmethod
    def from_head(cls, head: str, file_end: str = "") -> "MatchSummary | None":
        """Read a match's summary from the start of its file, and the deal number from ``file_end``; None if unreadable.

        >>> found = MatchSummary.from_head('# deal 3\\ndaily = 9\\nchairs = ["person", "mei hard"]\\nmoves = [')
        >>> found.deal_number, found.daily_deal_day, [chair.who for chair in found.chairs]
        (3, 9, ['person', 'mei'])
        >>> MatchSummary.from_head("speed = 1"), MatchSummary.from_head("x = [\\nmoves = [")
        (None, None)
        """
        moves, deal = _MOVES_PATTERN.search(head), _DEAL_PATTERN.match(head)
        if moves is None:
            return None
        try:
            raw = parse_toml(head[: moves.start()])
        except ValueError:
            return None
        chair_lines, faces = raw.get("chairs"), raw.get("portraits")
        names = [str(line).partition(" ")[0] for line in chair_lines] if isinstance(chair_lines, list) else []
        portraits = faces if isinstance(faces, list) and len(faces) == len(names) else [""] * len(names)
        chairs = tuple(
            Chair(who, portrait=portrait if portrait in PORTRAITS else "")
            for who, portrait in zip(names, portraits, strict=True)
            if who == PERSON or who in CHARACTERS
        )
        daily = raw.get("daily", 0)
        deal_number = last_appended_deal(file_end) or (int(deal[1]) if deal else 0)
        return cls(deal_number, daily if type(daily) is int else 0, chairs)

    @classmethod
    def from_record(cls, record: Record) -> "MatchSummary":
        """Return the summary of a loaded match record."""
        return cls(
            record.current_deal, record.daily, tuple(Chair(one.who, portrait=one.portrait) for one in record.chairs)
        )

    @staticmethod
    def head_comment(record: Record) -> str:
        """Return the comment in the first line of a match file; empty if the number of the deal is unknown."""
        return f"# deal {record.current_deal}\n" if record.current_deal else ""
