"""A scripted guest, which sits down, becomes ready, starts matches, and answers every question by its view."""

import random
from collections.abc import Callable

from engine.bots import bot_for
from engine.bots.common.base import final_thought
from engine.events import DealScored
from engine.moves import Move
from engine.online.guest.guest_state import Guest
from engine.online.guest.message_verifier import MatchStep, VerifiedMessage
from engine.online.protocol.messages import (
    EntryRefused,
    NextDeal,
    Ready,
    Sit,
    Start,
    TableConfig,
    ToGuest,
    ToHost,
)
from engine.rng import Rng
from tests.support.local_table import open_moves


class ScriptedPlayer:
    """A guest that plays by itself. The connection layer calls ``receive`` and ``next_messages``.

    Args:
        name: of the player.
        seed: of its moves.
        people: number of participants that the host waits for before it starts a match.
        matches: number of matches to play.
        config: configuration of the table, if this player is the host.
        portrait: of the player.
        easy_move_probability: fraction of the moves, 0 … 1, that an easy bot chooses. The others are random. Some games
            need many times as many random moves to end.
    """

    def __init__(
        self,
        name: str,
        seed: int = 0,
        people: int = 1,
        matches: int = 1,
        config: TableConfig | None = None,
        *,
        portrait: str = "you",
        easy_move_probability: float = 0.0,
    ) -> None:
        self.guest = Guest(name=name, portrait=portrait)
        self.people = people
        self._config = config
        self._easy_move_probability = easy_move_probability
        self._chance = random.Random(seed)
        self._matches = matches
        self._sent: list[ToHost] = []
        """Messages sent since the table last changed, so that they are not repeated."""
        self._table: object = None
        """Phase and configuration of the table; when they change, nobody is ready any more."""
        self.on_step: Callable[[MatchStep], object] = lambda _: None
        """Called with every step."""
        self._deal = 0
        """Number of the last finished deal."""
        self.records: list[str] = []
        self.answers = 0

    @property
    def is_done(self) -> bool:
        """Whether all matches are over."""
        return len(self.records) >= self._matches

    def receive(self, message: ToGuest | VerifiedMessage) -> list[ToHost]:
        """Process a message of the host; return the messages to send at once."""
        assert not isinstance(message, EntryRefused), message
        sent = self.guest.receive(message)
        assert self.guest.problem is None, self.guest.problem
        return sent

    def next_messages(self) -> list[ToHost]:
        """Process what the guest has received; return the messages to send."""
        guest, roster = self.guest, self.guest.roster
        self._note_steps()
        if guest.connection_state != "joined" or roster is None or guest.is_spectator:
            return []
        table = roster.phase, roster.game, roster.seats, roster.options, roster.rules, guest.token, len(guest.denials)
        if table != self._table:
            self._table = table
            self._sent.clear()
        if guest.record is not None and (not self.records or self.records[-1] != guest.record):
            self.records.append(guest.record)
        moves = open_moves(guest) if roster.phase == "play" else []
        if moves:
            self.answers += 1
            return guest.answer(self._choose(moves))
        awaits_record = roster.phase == "over" and guest.game is not None and guest.record is None
        message = None if self.is_done or awaits_record else self._next_request()
        if message is None or message in self._sent:
            return []
        self._sent.append(message)
        return [message]

    def _note_steps(self) -> None:
        """Process the new steps, and note the last finished deal."""
        for step in self.guest.steps:
            self.on_step(step)
            over = [event.deal for event in step.events if isinstance(event, DealScored)]
            self._deal = max([step.result_deal, *over, 0 if step.is_restart else self._deal])
        self.guest.steps.clear()

    def _next_request(self) -> ToHost | None:
        """Return the message that brings the table nearer to a match or to the next deal, if any."""
        guest, roster, me = self.guest, self.guest.roster, self.guest.person(self.guest.number)
        assert roster is not None and me is not None
        if roster.phase == "results":
            return None if me.is_ready else NextDeal(self._deal)
        if roster.phase not in ("room", "over"):
            return None
        if guest.chair_of_participant(guest.number) is None:
            free = [seat for seat, chair in enumerate(roster.chairs) if not chair.participant_number]
            return Sit(free[0]) if free else None
        if not guest.is_host:
            return None if me.is_ready else Ready()
        wish = self._config
        if wish is not None and (roster.seats, roster.rules) != (wish.seats, wish.rules):
            return wish
        others = [person for person in roster.participants if person is not me]
        all_ready = len(others) == self.people - 1 and all(one.is_ready and one.is_connected for one in others)
        return Start() if all_ready else None

    def repeat_messages(self) -> list[ToHost]:
        """Return the messages to send again after a timeout."""
        self._sent.clear()
        return self.next_messages()

    def _choose(self, moves: list[Move]) -> Move:
        """Return an answer to the current question."""
        view = self.guest.game
        if view is None or self._chance.random() >= self._easy_move_probability:
            return self._chance.choice(moves)
        return final_thought(bot_for(view.slug, "easy"), view, self.guest.seat, Rng(self._chance.getrandbits(60))).move
