"""Playback of a recorded match: any position, seen by one seat or by all. No pygame here."""

from dataclasses import replace

from engine.events import Ended, Event, Scored, seen_with
from engine.game import Game
from engine.match.match import Match
from engine.match.record import PERSON, Chair, Record, RecordError, impossible, seated
from engine.moves import Note, Seat
from engine.people import CHARACTERS
from engine.work.thinking import Thinker

APART = 16
"""Number of moves from one kept position to the next. All positions of a match of 14,000 moves took 70 MB."""


class Playback(Match):
    """A match at one of its positions, numbered by the moves before it. Nothing is played, saved or thought about.

    Args:
        record: the match; an impossible move ends it early.
        thinker: the program's thinker; never asked.
    """

    def __init__(self, record: Record, thinker: Thinker) -> None:
        self.at = 0
        """Number of moves made so far."""
        self.open = True
        """Whether everything that any seat knows is shown, not only what the viewer knows."""
        self.wrong: RecordError | None = None
        """Why playback ends before the record does; None if it doesn't."""
        self._steps: list[list[Event]] = []
        """Events of each move; those before the first move at index 0."""
        self._positions: list[Game] = []
        """The positions after every ``APART`` moves."""
        self.deals: tuple[int, ...] = ()
        """Number of moves before each deal begins."""
        super().__init__(replace(record, chairs=seated(record), moves=list(record.moves)), lambda _: None, thinker)
        self.viewer = self.person_seats[0] if self.person_seats else 0

    def _replay(self) -> None:
        game = self.record.start()
        self._steps, self._positions = [game.drain()], [game.clone()]
        for number, move in enumerate(self.record.moves, 1):
            refusal = game.refusal(move)
            if refusal is not None:
                self.wrong = impossible(self.record, number, game, refusal)
                del self.record.moves[number - 1 :]
                break
            game.push(move)
            self._steps.append(game.drain())
            if number % APART == 0:
                self._positions.append(game.clone())
        self.deals = tuple(i for i, step in enumerate(self._steps) if not i or (_ends(step) and not _over(step)))
        self.go(0)

    # --- the position -----------------------------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """Number of the last position, that is of all moves."""
        return len(self.record.moves)

    def go(self, at: int) -> None:
        """Go to the position after ``at`` moves, clamped to 0 … ``last``."""
        self.at = min(max(at, 0), self.last)
        self.game = self._position(self.at)
        self._past = [event for step in self._steps[: self.at + 1] for event in step]

    def _position(self, at: int) -> Game:
        """The position after ``at`` moves: the kept one before it, played on."""
        game = self._positions[at // APART].clone()
        for move in self.record.moves[at - at % APART : at]:
            game.push(move)
        return game

    def step(self) -> list[Event]:
        """Go one move forward; return its visible events."""
        self.go(self.at + 1)
        return [seen_with(event, self.eyes) for event in self._steps[self.at]]

    def last_move(self) -> tuple[Seat, Note] | None:
        """Seat and description of the last move; None before the first move, or if the viewer may not know it.

        Simultaneous answers stay hidden until all are in; each seat knows its own.
        """
        if not self.at:
            return None
        before, move = self._position(self.at - 1), self.record.moves[self.at - 1]
        secret = before.ask is not None and len(before.ask.seats) > 1
        if secret and not self.eyes >> move.seat & 1:
            return None
        return move.seat, before.describe(move)

    def result(self) -> Scored | None:
        """The score of the last deal if the position is the end of the match, else None."""
        step = self._steps[self.at]
        return next((event for event in reversed(step) if isinstance(event, Scored)), None) if _over(step) else None

    # --- who sees what ----------------------------------------------------------------------------------------------

    @property
    def eyes(self) -> int:
        return (1 << self.game.seats) - 1 if self.open else 1 << self.viewer

    def past(self) -> list[Event]:
        return [seen_with(event, self.eyes) for event in self._past]

    @property
    def me(self) -> Seat | None:
        """Seat of the only person; None if there was none or more than one."""
        return self.person_seats[0] if len(self.person_seats) == 1 else None

    # --- playing on from here ---------------------------------------------------------------------------------------

    def taken_over(self, seat: Seat) -> Record:
        """The record of a new match that continues from this position with the person at ``seat``.

        The character displaced takes the person's former seat. Further persons are replaced by other characters.
        """
        chairs = list(self.record.chairs)
        person = chairs[self.me] if self.me is not None else Chair(PERSON)
        absent = [name for name in CHARACTERS if name not in {chair.who for chair in chairs}]
        newcomers = [Chair(name, CHARACTERS[name].level) for name in absent]
        replacements = [*([chairs[seat]] if chairs[seat].who != PERSON else []), *newcomers]
        for other in self.person_seats:
            if other != seat:
                chairs[other] = replacements.pop(0)
        chairs[seat] = person
        return self.record.branch(self.at, chairs)

    # --- nobody acts ------------------------------------------------------------------------------------------------

    def person_to_move(self) -> bool:
        return False

    def computer_to_move(self) -> Seat | None:
        return None

    def next_person(self) -> Seat | None:
        return None


def _ends(step: list[Event]) -> bool:
    return any(isinstance(event, Scored) for event in step)


def _over(step: list[Event]) -> bool:
    return any(isinstance(event, Ended) for event in step)
