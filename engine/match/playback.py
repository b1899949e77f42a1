"""Playback of a recorded match: any position, from the view of one seat or with all cards open."""

from dataclasses import replace

from engine.characters import CHARACTERS
from engine.events import DealScored, Event, MatchEnded, redact_for_seats
from engine.match.match import Match
from engine.match.record import PERSON, Chair, Record, RecordError, chairs_of
from engine.match.replay import History
from engine.moves import Note, Seat
from engine.work.thinking import Thinker


def playback_history(record: Record) -> History:
    """Return a replay of a copy of a match record, which can be advanced in parts before ``Playback`` shows it."""
    return History(replace(record, chairs=chairs_of(record), moves=list(record.moves), hand_orders={}))


class Playback(Match):
    """Playback of a recorded match: a read-only match whose position can be moved.

    Args:
        record: the match, or its ``playback_history``; it is cut before an illegal move.
        thinker: the program's thinker, which gets no requests.
    """

    def __init__(self, record: Record | History, thinker: Thinker) -> None:
        self._position_index = 0
        self.all_cards_open = True
        """Whether the cards of all seats are shown, not only those known to the viewer."""
        history = record if isinstance(record, History) else playback_history(record)
        super().__init__(history, lambda _: None, thinker)
        self.viewer = self.person_seats[0] if self.person_seats else 0

    def _begin(self) -> None:
        del self.record.moves[self.history.moves_made :]
        self.seek(0)

    @property
    def error(self) -> RecordError | None:
        """Error of the record's first illegal move, where playback ends; None if there is none."""
        return self.history.error

    @property
    def deal_starts(self) -> tuple[int, ...]:
        """Number of moves before the start of each deal."""
        return self.history.deal_starts

    @property
    def move_index(self) -> int:
        """Number of moves before the shown position."""
        return self._position_index

    # --- the position -----------------------------------------------------------------------------------------------

    @property
    def last_index(self) -> int:
        """Index of the recorded match's last position, which is the number of all moves."""
        return len(self.record.moves)

    def seek(self, move_index: int) -> None:
        """Show the recorded match's position after ``move_index`` moves, clamped to 0 … ``last_index``."""
        self._position_index = min(max(move_index, 0), self.last_index)
        self.game = self.history.position(self.move_index)

    def step(self) -> list[Event]:
        """Advance the playback by one move; return its visible events."""
        self.seek(self.move_index + 1)
        return [redact_for_seats(event, self.viewers_mask) for event in self.history.events_by_move[self.move_index]]

    def last_move(self) -> tuple[Seat, Note] | None:
        """Return seat and description of the move before the shown position; None if there is none or it is hidden.

        Simultaneous answers are hidden from the other seats until all have arrived.
        """
        if not self.move_index:
            return None
        before, move = self.history.position(self.move_index - 1), self.record.moves[self.move_index - 1]
        secret = before.ask is not None and len(before.ask.seats) > 1
        if secret and not self.viewers_mask >> move.seat & 1:
            return None
        return move.seat, before.describe(move)

    def final_deal_result(self) -> DealScored | None:
        """Return the score of the last deal if the playback shows the end of the match, else None."""
        step = self.history.events_by_move[self.move_index]
        return (
            next((event for event in reversed(step) if isinstance(event, DealScored)), None)
            if _is_match_end(step)
            else None
        )

    # --- visibility -------------------------------------------------------------------------------------------------

    @property
    def viewers_mask(self) -> int:
        return (1 << self.game.seats) - 1 if self.all_cards_open else 1 << self.viewer

    @property
    def only_person_seat(self) -> Seat | None:
        """Seat of the only person in the recorded match; None if there is none or more than one."""
        return self.person_seats[0] if len(self.person_seats) == 1 else None

    # --- continuing from a position ---------------------------------------------------------------------------------

    def take_over(self, seat: Seat) -> Record:
        """Return the record of a new match in which the person at ``seat`` continues from the shown position."""
        return take_over(self.record, self.move_index, seat)

    # --- no seat acts -----------------------------------------------------------------------------------------------

    def is_viewer_to_move(self) -> bool:
        return False

    def computer_to_move(self) -> Seat | None:
        return None

    def next_person_at_screen(self) -> Seat | None:
        return None


def _is_match_end(step: list[Event]) -> bool:
    return any(isinstance(event, MatchEnded) for event in step)


def take_over(record: Record, move_index: int, seat: Seat) -> Record:
    """Return the record of a new match that continues after ``move_index`` moves with the person at ``seat``.

    The character of that seat moves to the person's former seat. Other persons are replaced by characters.
    """
    chairs = list(chairs_of(record))
    persons = [i for i, chair in enumerate(chairs) if chair.who == PERSON]
    person = chairs[persons[0]] if len(persons) == 1 else Chair(PERSON)
    absent_names = [name for name in CHARACTERS if name not in {chair.who for chair in chairs}]
    newcomers = [Chair(name, CHARACTERS[name].default_level) for name in absent_names]
    replacements = [*([chairs[seat]] if chairs[seat].who != PERSON else []), *newcomers]
    for other in persons:
        if other != seat:
            chairs[other] = replacements.pop(0)
    chairs[seat] = person
    return record.branch_at(move_index, chairs)
