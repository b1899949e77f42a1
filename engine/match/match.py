"""A match in progress: the game, its record on disk, who answers for which seat, and hints. No pygame here."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.bots.common.base import Evaluation
from engine.events import Event, Scored, seen_by
from engine.game import Game
from engine.match.record import PERSON, Chair, Record
from engine.moves import Move, Seat
from engine.people import CHARACTERS, PLAIN_STYLE, Character, Style
from engine.rng import Rng
from engine.work.thinking import Question, Thinker

THINKING_LIMITS: Mapping[str, float] = MappingProxyType({"master": 1000.0})
"""Level -> milliseconds after which it makes do with its best answer so far, on a slow machine."""
USUAL_THINKING_LIMIT = 450.0
"""The same for other levels: the shortest pause of anybody."""
HINT_LEVEL = "master"
"""The level that gives hints."""


class Match:
    """Plays moves, writes each to the record before anything else is asked, and lets the computer think.

    Args:
        record: of a new match, or one that goes on.
        save: writes the record to disk.
        thinker: answers for the seats of computer players; shared by all matches.
    """

    def __init__(self, record: Record, save: Callable[[Record], Any], thinker: Thinker) -> None:
        self.record = record
        self._save = save
        self._thinker = thinker
        self.patience = 1.0
        """The master level may think so many times as long as usual."""
        self.hint: tuple[Evaluation, ...] | None = None
        """What the player could answer, the best first; None when no hint is there."""
        self._asked: int | None = None
        self._number = 0
        self._ready: Move | None = None
        self._spent = 0.0
        """Milliseconds since the computer was asked."""
        self._hinting: int | None = None
        """The number of the question for a hint; 0 before it could be asked."""
        self._past: list[Event] = []
        self._looked: dict[Seat, int] = {}
        """How many events there were before each seat's last move."""
        self._later: list[list[Move]] = []
        """What was taken back and may be done again: for each decision its moves, the decision taken back last at the
        end."""
        self.game: Game
        self._replay()
        self.viewer = self.first_person()
        """The seat of the person before the screen: what is shown and said is what that seat may know."""
        save(record)

    def _replay(self) -> None:
        game = self.record.start()
        self._past = game.drain()
        self._looked = {}
        for move in self.record.moves:
            game.play(move)
            self._looked[move.seat] = len(self._past)
            self._past += game.drain()
        self.game = game

    @property
    def eyes(self) -> int:
        """Bit set of the seats whose sight is shown: the viewer's alone, whatever is played."""
        return 1 << self.viewer

    @property
    def person_seats(self) -> tuple[Seat, ...]:
        """The seats of the persons at this computer."""
        return tuple(seat for seat, chair in enumerate(self.record.chairs) if chair.who == PERSON)

    @property
    def shared(self) -> bool:
        """Whether several persons play at this computer and must not see each other's cards."""
        return len(self.person_seats) > 1

    def next_person(self) -> Seat | None:
        """Who has to come before the screen now; None while that is the viewer's place, or nobody's turn."""
        waiting = [seat for seat in self.game.waiting() if seat in self.person_seats]
        return None if not waiting or self.viewer in waiting else waiting[0]

    def first_person(self) -> Seat:
        """The person who will have to act first, as far as anybody can tell; seat 0 where no person plays."""
        waiting = self.game.waiting()
        first, seats = min(waiting, default=0), self.game.seats
        around = ((first + i) % seats for i in range(seats))
        return next((seat for seat in (*waiting, *around) if seat in self.person_seats), 0)

    def set_viewer(self, seat: Seat) -> None:
        """A person has come before the screen: what others played before can't be taken back by them."""
        self.drop_hint()
        self._later.clear()
        self.viewer = seat

    def chair(self, seat: Seat) -> Chair:
        """Who sits there."""
        return self.record.chairs[seat]

    def character(self, seat: Seat) -> Character | None:
        """The computer player who sits there; None for a person."""
        return CHARACTERS.get(self.chair(seat).who)

    def past(self) -> list[Event]:
        """Everything that has happened so far, as the viewer saw it."""
        return [seen_by(event, self.viewer) for event in self._past]

    def deal_began(self) -> int:
        """How many events there were before those of the present deal."""
        return max((i for i, event in enumerate(self._past, 1) if isinstance(event, Scored)), default=0)

    def since(self) -> list[Event]:
        """What has happened since the viewer's last move, as the viewer saw it."""
        return [seen_by(event, self.viewer) for event in self._past[self._looked.get(self.viewer, 0) :]]

    def scored(self) -> list[Scored]:
        """Every deal that has ended, the first one first."""
        return [event for event in self._past if isinstance(event, Scored)]

    # --- moves ------------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> list[Event]:
        """Play a move and save it; returns what the viewer sees happen.

        Raises:
            IllegalMoveError: the rules refuse it; nothing has changed.
        """
        asked = self.game.ask
        self.game.play(move)
        self.record.append(move)
        self._follow_later(move)
        self._save(self.record)
        events = self.game.drain()
        self._looked[move.seat] = len(self._past)
        self._past += events
        self._forget_thought()
        if self.game.ask is not asked or move.seat == self.viewer:
            self.drop_hint()
        return [seen_by(event, self.viewer) for event in events]

    def person_to_move(self) -> bool:
        """Whether the viewer is asked for something."""
        return self.viewer in self.game.waiting()

    def undo_point(self) -> int | None:
        """How many moves are left after taking back the viewer's last decision; None when there is none to take back.

        An answer that was the only one possible is no decision: it is taken back together with the one before it.
        What other persons at this computer have played since stays.
        """
        for i, move in reversed(list(enumerate(self.record.moves))):
            if move.seat == self.viewer:
                if len(self.record.replay(i).legal_moves(self.viewer)) > 1:
                    return i
            elif move.seat in self.person_seats:
                return None
        return None

    def undo(self) -> bool:
        """Take the viewer's last decision back, with everything since; False when there is none."""
        point = self.undo_point()
        if point is None:
            return False
        self._later.append(self.record.undo_to(point))
        self._go_to_record()
        return True

    def redo(self) -> bool:
        """Do the decision that was taken back last again, with everything up to where it was taken back; False when
        there is none, or something else was played since."""
        if not self._later:
            return False
        self.record.moves += self._later.pop()
        self._go_to_record()
        return True

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing else played since."""
        return bool(self._later)

    def _go_to_record(self) -> None:
        self._forget_thought()
        self.drop_hint()
        self._replay()
        self._save(self.record)

    def _follow_later(self, move: Move) -> None:
        """What was taken back stays there to be done again as long as the same is played."""
        if self._later and self._later[-1][0] == move:
            del self._later[-1][0]
            if not self._later[-1]:
                self._later.pop()
        else:
            self._later.clear()

    # --- computer players -------------------------------------------------------------------------------------------

    def computer_to_move(self) -> Seat | None:
        """The first computer seat that has to answer."""
        return next((seat for seat in self.game.waiting() if self.chair(seat).who != PERSON), None)

    def think(self, dt: float = 0.0) -> Move | None:
        """Let the computer whose turn it is think; its move once it is found, None before (or when nobody has to).

        ``dt`` milliseconds have passed since the last call: one that thinks for longer than its level may is hurried.
        """
        seat = self.computer_to_move()
        if seat is None or self._hinting:
            return None
        if self._ready is not None:
            return self._ready
        chair = self.chair(seat)
        if self._asked is None:
            character = self.character(seat)
            style = character.style if character else PLAIN_STYLE
            seed = Rng(self.record.seed ^ len(self.record.moves) << 20 ^ seat).bits() >> 1
            self._asked = self._ask(seat, chair.level, seed, style)
            self._spent = 0.0
        else:
            limit = THINKING_LIMITS.get(chair.level, USUAL_THINKING_LIMIT) * self.patience
            before, self._spent = self._spent, self._spent + dt
            if before < limit <= self._spent:
                self._thinker.hurry()
        answer = self._thinker.poll()
        if answer is not None and answer.request == self._asked:
            self._ready = answer.move
        return self._ready

    def _ask(self, seat: Seat, level: str, seed: int, style: Style = PLAIN_STYLE) -> int:
        self._number += 1
        view = self.game.view(seat)
        self._thinker.ask(Question(self._number, self.game.slug, view, seat, level, seed, style, self.patience))
        return self._number

    # --- hints ------------------------------------------------------------------------------------------------------

    @property
    def hinting(self) -> bool:
        """Whether a hint was asked for and is being thought about."""
        return self._hinting is not None

    def ask_hint(self) -> None:
        """Begin to think about what the player could answer; from the player's own view, as anybody else does."""
        if self.person_to_move() and self.hint is None and self._hinting is None:
            self._hinting = 0
            self.record.hinted += 1

    def drop_hint(self) -> None:
        """No hint, neither there nor on its way."""
        if self._hinting:
            self._thinker.cancel()
        self._hinting = self.hint = None

    def poll_hint(self) -> bool:
        """Go on thinking about a hint that was asked for; True when it has just come.

        The thinker has one question at a time: a computer player that answers at the same time as the player is heard
        out first.
        """
        if self._hinting is None or (self._asked is not None and self._ready is None):
            return False
        if self._hinting == 0:
            self._hinting = self._ask(
                self.viewer, HINT_LEVEL, Rng(self.record.seed ^ len(self.record.moves)).bits() >> 1
            )
        answer = self._thinker.poll()
        if answer is None or answer.request != self._hinting:
            return False
        self._hinting = None
        self.hint = answer.options or (Evaluation(answer.move, math.nan),)
        return True

    def _forget_thought(self) -> None:
        if self._asked is not None and self._ready is None:
            self._thinker.cancel()
        self._asked = None
        self._ready = None

    def close(self) -> None:
        """Stop thinking; the record stays on disk for another day."""
        self._forget_thought()
        self.drop_hint()
