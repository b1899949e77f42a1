"""Playback of a recorded match: any position, seen by one seat or by all. No pygame here."""

from dataclasses import replace

from engine.events import Ended, Event, Scored, seen_with
from engine.match.match import Match
from engine.match.record import PERSON, Chair, Record, RecordError, seated
from engine.match.replay import History
from engine.moves import Note, Seat
from engine.people import CHARACTERS
from engine.work.thinking import Thinker


def watchable(record: Record) -> History:
    """The history of a record, to be replayed in parts and then watched; the record itself never changes."""
    return History(replace(record, chairs=seated(record), moves=list(record.moves)))


class Playback(Match):
    """A match at one of its positions, numbered by the moves before it. Nothing is played, saved or thought about.

    Args:
        record: the match, or what ``watchable`` made of it; an impossible move ends it early.
        thinker: the program's thinker; never asked.
    """

    def __init__(self, record: Record | History, thinker: Thinker) -> None:
        self._at = 0
        self.open = True
        """Whether everything that any seat knows is shown, not only what the viewer knows."""
        history = record if isinstance(record, History) else watchable(record)
        super().__init__(history, lambda _: None, thinker)
        self.viewer = self.person_seats[0] if self.person_seats else 0

    def _begin(self) -> None:
        del self.record.moves[self.history.made :]
        self.go(0)

    @property
    def wrong(self) -> RecordError | None:
        """Why playback ends before the record does; None if it doesn't."""
        return self.history.wrong

    @property
    def deals(self) -> tuple[int, ...]:
        """Number of moves before each deal begins."""
        return self.history.deals

    @property
    def at(self) -> int:
        """Number of moves made so far."""
        return self._at

    # --- the position -----------------------------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """Number of the last position, that is of all moves."""
        return len(self.record.moves)

    def go(self, at: int) -> None:
        """Go to the position after ``at`` moves, clamped to 0 … ``last``."""
        self._at = min(max(at, 0), self.last)
        self.game = self.history.position(self.at)

    def step(self) -> list[Event]:
        """Go one move forward; return its visible events."""
        self.go(self.at + 1)
        return [seen_with(event, self.eyes) for event in self.history.steps[self.at]]

    def last_move(self) -> tuple[Seat, Note] | None:
        """Seat and description of the last move; None before the first move, or if the viewer may not know it.

        Simultaneous answers stay hidden until all are in; each seat knows its own.
        """
        if not self.at:
            return None
        before, move = self.history.position(self.at - 1), self.record.moves[self.at - 1]
        secret = before.ask is not None and len(before.ask.seats) > 1
        if secret and not self.eyes >> move.seat & 1:
            return None
        return move.seat, before.describe(move)

    def result(self) -> Scored | None:
        """The score of the last deal if the position is the end of the match, else None."""
        step = self.history.steps[self.at]
        return next((event for event in reversed(step) if isinstance(event, Scored)), None) if _over(step) else None

    # --- who sees what ----------------------------------------------------------------------------------------------

    @property
    def eyes(self) -> int:
        return (1 << self.game.seats) - 1 if self.open else 1 << self.viewer

    @property
    def me(self) -> Seat | None:
        """Seat of the only person; None if there was none or more than one."""
        return self.person_seats[0] if len(self.person_seats) == 1 else None

    # --- playing on from here ---------------------------------------------------------------------------------------

    def taken_over(self, seat: Seat) -> Record:
        """As the function ``taken_over``, from this position."""
        return taken_over(self.record, self.at, seat)

    # --- nobody acts ------------------------------------------------------------------------------------------------

    def person_to_move(self) -> bool:
        return False

    def computer_to_move(self) -> Seat | None:
        return None

    def next_person(self) -> Seat | None:
        return None


def _over(step: list[Event]) -> bool:
    return any(isinstance(event, Ended) for event in step)


def taken_over(record: Record, at: int, seat: Seat) -> Record:
    """The record of a new match that continues after ``at`` moves with the person at ``seat``.

    The character displaced takes the person's former seat. Further persons are replaced by other characters.
    """
    chairs = list(seated(record))
    persons = [i for i, chair in enumerate(chairs) if chair.who == PERSON]
    person = chairs[persons[0]] if len(persons) == 1 else Chair(PERSON)
    absent = [name for name in CHARACTERS if name not in {chair.who for chair in chairs}]
    newcomers = [Chair(name, CHARACTERS[name].level) for name in absent]
    replacements = [*([chairs[seat]] if chairs[seat].who != PERSON else []), *newcomers]
    for other in persons:
        if other != seat:
            chairs[other] = replacements.pop(0)
    chairs[seat] = person
    return record.branch(at, chairs)
