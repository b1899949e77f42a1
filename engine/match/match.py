"""A match in progress: its game, its record on disk, the computer players' answers, and hints. No pygame here."""

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
"""Level -> milliseconds after which a bot must settle for its best answer so far. Only slow machines get there."""
USUAL_THINKING_LIMIT = 450.0
"""Limit for all other levels, in milliseconds: the shortest pause of any character."""
HINT_LEVEL = "master"
"""The level that gives hints."""


class Match:
    """Plays moves, saves each before the next question, and lets the computer players think.

    Args:
        record: a new match, or one to continue.
        save: writes the record to disk.
        thinker: answers for the computer players; shared by all matches.
    """

    def __init__(self, record: Record, save: Callable[[Record], Any], thinker: Thinker) -> None:
        self.record = record
        self._save = save
        self._thinker = thinker
        self.patience = 1.0
        """Factor on the master level's thinking time."""
        self.hint: tuple[Evaluation, ...] | None = None
        """The viewer's options, best first; None while there is no hint."""
        self._asked: int | None = None
        self._number = 0
        self._ready: Move | None = None
        self._spent = 0.0
        """Milliseconds since the computer was asked."""
        self._hinting: int | None = None
        """Number of the question for a hint; 0 while it waits to be asked, None when no hint was requested."""
        self._past: list[Event] = []
        self._looked: dict[Seat, int] = {}
        """Seat -> number of events before its last move."""
        self._undone: list[list[Move]] = []
        """Moves available for redo, one list per undone decision, the latest undo last."""
        self.game: Game
        self._replay()
        self.viewer = self.first_person()
        """Seat of the person at the screen: only what that seat may know is shown and announced."""
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
        self.record.deal = game.deal_number

    @property
    def eyes(self) -> int:
        """Bit set of the seats whose knowledge is shown: in live play only the viewer's."""
        return 1 << self.viewer

    @property
    def person_seats(self) -> tuple[Seat, ...]:
        """Seats of the persons at this computer."""
        return tuple(seat for seat, chair in enumerate(self.record.chairs) if chair.who == PERSON)

    @property
    def shared(self) -> bool:
        """Whether several persons play at this computer and must not see each other's cards."""
        return len(self.person_seats) > 1

    def next_person(self) -> Seat | None:
        """The person who must take over the screen now; None if the viewer may stay, or no person is to act."""
        waiting = [seat for seat in self.game.waiting() if seat in self.person_seats]
        return None if not waiting or self.viewer in waiting else waiting[0]

    def first_person(self) -> Seat:
        """The person likely to act next: the first at or after the seat to move; seat 0 if no person plays."""
        waiting = self.game.waiting()
        first, seats = min(waiting, default=0), self.game.seats
        around = ((first + i) % seats for i in range(seats))
        return next((seat for seat in (*waiting, *around) if seat in self.person_seats), 0)

    def set_viewer(self, seat: Seat) -> None:
        """Hand the screen to a person. Undone moves are dropped, so that nobody redoes another person's decision."""
        self.drop_hint()
        self._undone.clear()
        self.viewer = seat

    def chair(self, seat: Seat) -> Chair:
        """Who sits at a seat."""
        return self.record.chairs[seat]

    def character(self, seat: Seat) -> Character | None:
        """The character at a seat; None for a person."""
        return CHARACTERS.get(self.chair(seat).who)

    def past(self) -> list[Event]:
        """All events so far, as the viewer saw them."""
        return [seen_by(event, self.viewer) for event in self._past]

    def deal_began(self) -> int:
        """Number of events before the current deal."""
        return max((i for i, event in enumerate(self._past, 1) if isinstance(event, Scored)), default=0)

    def since(self) -> list[Event]:
        """Events since the viewer's last move, as the viewer saw them."""
        return [seen_by(event, self.viewer) for event in self._past[self._looked.get(self.viewer, 0) :]]

    def scored(self) -> list[Scored]:
        """The results of all finished deals, in order."""
        return [event for event in self._past if isinstance(event, Scored)]

    # --- moves ------------------------------------------------------------------------------------------------------

    def play(self, move: Move) -> list[Event]:
        """Play a move and save it; return its events as the viewer sees them.

        Raises:
            IllegalMoveError: the rules refuse it; nothing has changed.
        """
        asked = self.game.ask
        self.game.play(move)
        self.record.append(move)
        self.record.deal = self.game.deal_number
        self._keep_redo(move)
        self._save(self.record)
        events = self.game.drain()
        self._looked[move.seat] = len(self._past)
        self._past += events
        self._forget_thought()
        if self.game.ask is not asked or move.seat == self.viewer:
            self.drop_hint()
        return [seen_by(event, self.viewer) for event in events]

    def person_to_move(self) -> bool:
        """Whether the viewer has a question to answer."""
        return self.viewer in self.game.waiting()

    def undo_point(self) -> int | None:
        """Number of moves left after undoing the viewer's last decision; None if there is nothing to undo.

        A forced answer is no decision: it is undone together with the decision before it. Moves of other persons at
        this computer are never undone.
        """
        for i, move in reversed(list(enumerate(self.record.moves))):
            if move.seat == self.viewer:
                if len(self.record.replay(i).legal_moves(self.viewer)) > 1:
                    return i
            elif move.seat in self.person_seats:
                return None
        return None

    def undo(self) -> bool:
        """Undo the viewer's last decision and everything since; False if there is none."""
        point = self.undo_point()
        if point is None:
            return False
        self._undone.append(self.record.undo_to(point))
        self._go_to_record()
        return True

    def redo(self) -> bool:
        """Replay the moves of the latest undo; False if there are none, or something else was played since."""
        if not self._undone:
            return False
        self.record.moves += self._undone.pop()
        self._go_to_record()
        return True

    @property
    def can_redo(self) -> bool:
        """Whether there is an undo to redo."""
        return bool(self._undone)

    def _go_to_record(self) -> None:
        self._forget_thought()
        self.drop_hint()
        self._replay()
        self._save(self.record)

    def _keep_redo(self, move: Move) -> None:
        """Keep the undone moves while the player repeats them; drop them at the first different move."""
        if self._undone and self._undone[-1][0] == move:
            del self._undone[-1][0]
            if not self._undone[-1]:
                self._undone.pop()
        else:
            self._undone.clear()

    # --- computer players -------------------------------------------------------------------------------------------

    def computer_to_move(self) -> Seat | None:
        """The first computer seat that must answer; None if there is none."""
        return next((seat for seat in self.game.waiting() if self.chair(seat).who != PERSON), None)

    def think(self, dt: float = 0.0) -> Move | None:
        """Let the computer player to move think; return its move when ready, None before or when none has to move.

        Args:
            dt: milliseconds since the last call. A bot that exceeds its level's limit is hurried.
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
        """Whether a requested hint is still being worked out."""
        return self._hinting is not None

    def ask_hint(self) -> None:
        """Request a hint for the viewer. It is worked out from the viewer's own view, as bots do."""
        if self.person_to_move() and self.hint is None and self._hinting is None:
            self._hinting = 0
            self.record.hinted += 1

    def drop_hint(self) -> None:
        """Discard the hint, finished or not."""
        if self._hinting:
            self._thinker.cancel()
        self._hinting = self.hint = None

    def poll_hint(self) -> bool:
        """Continue working on a requested hint; True when it has just arrived.

        The thinker handles one question at a time: a computer player asked at the same time as the viewer goes first.
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
        self.hint = answer.evaluations or (Evaluation(answer.move, math.nan),)
        return True

    def _forget_thought(self) -> None:
        if self._asked is not None and self._ready is None:
            self._thinker.cancel()
        self._asked = None
        self._ready = None

    def close(self) -> None:
        """Stop thinking; the record stays on disk."""
        self._forget_thought()
        self.drop_hint()
