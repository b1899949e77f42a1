"""Scripted guests, which join, become ready, and answer every question by their view."""

import random
import time
from collections.abc import Callable
from pathlib import Path

from engine.bots import bot_for
from engine.events import DealScored
from engine.game import Game
from engine.moves import Move
from engine.online.guest.guest_state import Guest
from engine.online.guest.message_verifier import MatchStep, VerifiedMessage
from engine.online.network_events import ConnectionChanged, TableOpened
from engine.online.network_thread import LocalEvent, NetworkThread
from engine.online.protocol.invitation import parse_invitation
from engine.online.protocol.messages import (
    EntryRefused,
    NextDeal,
    Ready,
    RequestDenied,
    Roster,
    Sit,
    Start,
    TableConfig,
    TableHandedOver,
    TableMoved,
    ToGuest,
    ToHost,
    Welcome,
)
from engine.rng import Rng
from engine.work.thinking import Thinker

LOCAL_INTERFACES = ("127.0.0.1",)
"""Network interfaces for tables in tests: this computer's only."""


def make_thinker() -> Thinker:
    """Return a thinker for bots in tests, without a process."""
    return Thinker(process=False)


def fast_clock() -> float:
    """Return a time in seconds that runs 50 times as fast, so that bots answer quickly."""
    return 50 * time.monotonic()


class ScriptedPlayer:
    """A guest that plays by itself. The connection layer calls ``take`` and ``next_messages``.

    Args:
        name: of the player.
        seed: of its moves.
        people: number of participants that the host waits for before it starts a match.
        matches: number of matches to play.
        config: configuration of the table, if this player is the host.
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
        easy_move_probability: float = 0.0,
    ) -> None:
        self._wish = config
        self._care = easy_move_probability
        self.guest = Guest(name=name)
        self._chance = random.Random(seed)
        self._people = people
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

    def take(self, message: ToGuest | VerifiedMessage) -> list[ToHost]:
        """Process a message of the host; return the messages to send."""
        assert not isinstance(message, EntryRefused), message
        if isinstance(message, Roster):
            table = (message.phase, message.game, message.seats, message.options, message.rules)
            if table != self._table:
                self._sent.clear()
            self._table = table
        elif isinstance(message, Welcome | RequestDenied):
            self._sent.clear()
        sent = self.guest.receive(message)
        self._note_events()
        assert self.guest.problem is None, self.guest.problem
        record = self.guest.record
        if record is not None and (not self.records or self.records[-1] != record):
            self.records.append(record)
        return [*sent, *self.next_messages()]

    def _note_events(self) -> None:
        """Process the new steps, and note the last finished deal."""
        for step in self.guest.steps:
            self.on_step(step)
            over = [event.deal for event in step.events if isinstance(event, DealScored)]
            self._deal = max([step.result_deal, *over, 0 if step.is_restart else self._deal])
        self.guest.steps.clear()

    def next_messages(self) -> list[ToHost]:
        guest = self.guest
        roster, view = guest.roster, guest.game
        if guest.connection_state != "joined" or roster is None or self.is_done:
            return []
        me = guest.person(guest.number)
        ready = me is not None and me.is_ready
        if roster.phase in ("room", "over"):
            free = [seat for seat, chair in enumerate(roster.chairs) if not chair.participant_number]
            if guest.chair_of_participant(guest.number) is None:
                return self._unless_sent(Sit(free[0])) if free else []
            if not guest.is_host:
                return [] if ready else self._unless_sent(Ready())
            wish = self._wish
            if wish is not None and (roster.seats, roster.rules) != (wish.seats, wish.rules):
                return self._unless_sent(wish)
            others = [person for person in roster.participants if person.number != guest.number]
            all_ready = len(others) == self._people - 1 and all(one.is_ready and one.is_connected for one in others)
            return self._unless_sent(Start()) if all_ready else []
        if roster.phase == "results":
            return [] if ready else self._unless_sent(NextDeal(self._deal))
        if roster.phase == "play" and view is not None and guest.seat in view.seats_to_act():
            sent = guest.answer(self._move(view))
            self.answers += len(sent)
            return sent
        return []

    def repeat_messages(self) -> list[ToHost]:
        """Return the messages to send again after a timeout."""
        self._sent.clear()
        return self.next_messages()

    def _move(self, view: Game) -> Move:
        """Return an answer to the current question."""
        seat = self.guest.seat
        best = self._chance.choice(view.legal_moves(seat))
        if self._chance.random() < self._care:
            for thought in bot_for(view.slug, "easy").think(view, seat, Rng(self._chance.getrandbits(60))):
                best = thought.move
        return best

    def _unless_sent(self, message: ToHost) -> list[ToHost]:
        """Return the message, unless it was sent already."""
        if message in self._sent:
            return []
        self._sent.append(message)
        return [message]


class ScriptedWindow:
    """A player with the network thread of a program.

    Args:
        folder: the profile.
        player: the scripted player.
        port: port of an opened table, if it is free.
    """

    def __init__(self, folder: Path, player: ScriptedPlayer, port: int = 0) -> None:
        self.player = player
        self.folder = folder
        self.network = NetworkThread(
            folder, make_thinker, interfaces=LOCAL_INTERFACES, address="127.0.0.1", port=port, clock=fast_clock
        )
        self.opened: TableOpened | None = None
        self.changes: list[ConnectionChanged] = []

    def poll(self) -> None:
        """Process the received events, as a window does once per frame."""
        guest = self.player.guest
        for news in self.network.poll():
            match news:
                case ConnectionChanged("joined"):
                    self.network.send(guest.hello())
                case ConnectionChanged("away"):
                    guest.on_connection_lost()
                case ConnectionChanged("closed", problem):
                    guest.close(problem)
                case TableOpened():
                    self.opened = news
                    guest.token = news.token or guest.token
                case ConnectionChanged("joining"):
                    pass
                case _ if not isinstance(news, LocalEvent):
                    self.network.send(*self.player.take(news), *guest.take_over(accept=True))
                    if isinstance(news, TableHandedOver):
                        self.network.take_over(news, guest.number)
                    elif isinstance(news, TableMoved):
                        self.network.join(parse_invitation(news.invitation))
            if isinstance(news, ConnectionChanged):
                self.changes.append(news)
        self.network.send(*self.player.next_messages())
