"""A match that is watched again: it stands after any of its moves, and shows what one seat or all of them saw.

No pygame here.
"""

from dataclasses import replace

from engine.events import Ended, Event, Scored, seen_with
from engine.game import Game
from engine.match.match import Match
from engine.match.record import PERSON, Chair, Record, RecordError
from engine.moves import Note, Seat
from engine.people import CHARACTERS
from engine.work.thinking import Thinker


class Playback(Match):
    """A match at one of its positions, counted by the moves before it. Nothing is played, saved or thought about.

    Args:
        record: the match; one with an impossible move is there up to that.
        thinker: of the program; never asked.
    """

    def __init__(self, record: Record, thinker: Thinker) -> None:
        self.at = 0
        """So many moves have been made."""
        self.open = True
        """Everybody's cards are shown that somebody sees; else the viewer's alone."""
        self.wrong: RecordError | None = None
        """Why it goes no further than it does."""
        self._steps: list[list[Event]] = []
        """What happened at each move; before the first one at 0."""
        self._positions: list[Game] = []
        self.deals: tuple[int, ...] = ()
        """After how many moves each deal lies on the table."""
        super().__init__(replace(record, chairs=seated(record), moves=list(record.moves)), lambda _: None, thinker)
        self.viewer = self.person_seats[0] if self.person_seats else 0

    def _replay(self) -> None:
        game = self.record.start()
        self._steps, self._positions = [game.drain()], [game.clone()]
        for number, move in enumerate(self.record.moves, 1):
            if game.refusal(move) is not None:
                self.wrong = _why(self.record, number)
                del self.record.moves[number - 1 :]
                break
            game.push(move)
            self._steps.append(game.drain())
            self._positions.append(game.clone())
        self.deals = tuple(i for i, step in enumerate(self._steps) if not i or (_ends(step) and not _over(step)))
        self.go(0)

    # --- where it stands --------------------------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """The number of all moves."""
        return len(self.record.moves)

    def go(self, at: int) -> None:
        """Stand after so many moves, 0 … ``last``."""
        self.at = min(max(at, 0), self.last)
        self.game = self._positions[self.at]
        self._past = [event for step in self._steps[: self.at + 1] for event in step]

    def step(self) -> list[Event]:
        """Go one move on; what is seen to happen."""
        self.go(self.at + 1)
        return [seen_with(event, self.eyes) for event in self._steps[self.at]]

    def last_move(self) -> tuple[Seat, Note] | None:
        """Who made the last move, and what it was; None before the first, or where the viewer may not know.

        Answers to a question asked of several are hidden until all are in: each seat knows its own.
        """
        if not self.at:
            return None
        before, move = self._positions[self.at - 1], self.record.moves[self.at - 1]
        secret = before.ask is not None and len(before.ask.seats) > 1
        if secret and not self.eyes >> move.seat & 1:
            return None
        return move.seat, before.describe(move)

    def result(self) -> Scored | None:
        """How the match came out, where it stands at its end."""
        step = self._steps[self.at]
        return next((event for event in reversed(step) if isinstance(event, Scored)), None) if _over(step) else None

    # --- whose eyes -------------------------------------------------------------------------------------------------

    @property
    def eyes(self) -> int:
        return (1 << self.game.seats) - 1 if self.open else 1 << self.viewer

    def past(self) -> list[Event]:
        return [seen_with(event, self.eyes) for event in self._past]

    @property
    def me(self) -> Seat | None:
        """The seat of the one person at this computer; None where there were none or several."""
        return self.person_seats[0] if len(self.person_seats) == 1 else None

    # --- going on ---------------------------------------------------------------------------------------------------

    def taken_over(self, seat: Seat) -> Record:
        """A new match that goes on from here with the person at this computer at that seat.

        Who sat there takes the person's former place; where several persons played, others take theirs.
        """
        chairs = list(self.record.chairs)
        person = chairs[self.me] if self.me is not None else Chair(PERSON)
        free = [name for name in CHARACTERS if name not in {chair.who for chair in chairs}]
        strangers = [Chair(name, CHARACTERS[name].level) for name in free]
        others = [*([chairs[seat]] if chairs[seat].who != PERSON else []), *strangers]
        for other in self.person_seats:
            if other != seat:
                chairs[other] = others.pop(0)
        chairs[seat] = person
        return self.record.branch(self.at, chairs)

    # --- nobody acts ------------------------------------------------------------------------------------------------

    def person_to_move(self) -> bool:
        return False

    def computer_to_move(self) -> Seat | None:
        return None

    def next_person(self) -> Seat | None:
        return None


def seated(record: Record) -> tuple[Chair, ...]:
    """Who sat where; characters where nobody in particular played."""
    return record.chairs or tuple(Chair(name, CHARACTERS[name].level) for name in CHARACTERS)[: record.seats]


def _why(record: Record, number: int) -> RecordError | None:
    try:
        record.replay(number)
    except RecordError as error:
        return error
    return None


def _ends(step: list[Event]) -> bool:
    return any(isinstance(event, Scored) for event in step)


def _over(step: list[Event]) -> bool:
    return any(isinstance(event, Ended) for event in step)
