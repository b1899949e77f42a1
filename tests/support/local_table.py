"""The table of a host in this process. Messages are encoded and decoded, and the test advances the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import TYPE_CHECKING, Any

from engine.characters import CHARACTERS
from engine.games import GAMES
from engine.moves import Move
from engine.online.guest.guest_state import Guest
from engine.online.host.host_match import HostMatch
from engine.online.host.table import Table
from engine.online.protocol import messages
from engine.online.protocol.messages import Hello, SubstituteBot, TableConfig, ToGuest, ToHost
from engine.rng import Rng
from engine.work.thinking import Question, Reply
from tests.support.records import minimum_options

if TYPE_CHECKING:
    from tests.support.local_online_table import LocalTransport


def make_table_config(
    slug: str = "gurch", seats: int = 0, options: dict[str, Any] | None = None, **rules: Any
) -> TableConfig:
    """Return a table with easy bots in every chair."""
    seats = seats or GAMES[slug].seats_default
    chairs = tuple(SubstituteBot(name, "easy") for name in list(CHARACTERS)[:seats])
    return TableConfig(slug, seats, options or {}, chairs, rules)


def make_short_config(slug: str, seats: int = 0, **rules: Any) -> TableConfig:
    """Return a table with the shortest match of a game."""
    return make_table_config(slug, seats, minimum_options(slug), **rules)


def make_token_source() -> Callable[[], str]:
    """Return a source of numbered tokens."""
    numbers = count(1)
    return lambda: f"{next(numbers):032x}"


def open_moves(guest: Guest) -> list[Move]:
    """Return the legal moves of a guest who is asked and has not answered, by the guest's own view; else none."""
    game = guest.game
    if game is None or guest.answered_question == guest.question or guest.seat not in game.seats_to_act():
        return []
    return game.legal_moves(guest.seat)


class LocalTable:
    """A host's table, and the transports of its guests.

    Args:
        config: the configuration; None for a table that a guest opens.
        seed: of the match, and of random answers.
        more: passed to the table.
    """

    def __init__(self, config: TableConfig | None = None, *, seed: int = 5, **more: Any) -> None:
        self.rng = Rng(seed)
        self.new_token = make_token_source()
        self.saved_texts: list[str] = []
        self._more = {"save": self.saved_texts.append, **more}
        self.is_open = config is not None
        self.open(config or make_table_config())
        self.transports: dict[int, LocalTransport] = {}
        """Connection -> transport that gets the guest's messages."""
        self.questions: list[Question] = []
        """Questions to bots."""

    def open(self, config: TableConfig) -> None:
        self.table = Table(config, new_key=self.new_key, new_token=self.new_token, **self._more)

    @property
    def match(self) -> HostMatch:
        """The match at the table."""
        assert self.table.match is not None
        return self.table.match

    def new_key(self) -> int:
        return self.rng.bits() << 64 | self.rng.bits()

    def hear(self, connection_id: int, message: ToGuest) -> Iterable[ToHost]:
        """Give a message to a guest; return the guest's answers."""
        if connection_id in self.transports:
            self.transports[connection_id].pending.append(message)
        return ()

    def deliver(self) -> None:
        """Deliver messages to the guests until there are no more."""
        while out := self.table.save_and_take_messages():
            for connection_id, message in out:
                for answer in self.hear(connection_id, messages.decode_to_guest(messages.encode(message))):
                    self.table.receive(connection_id, answer)

    def send(self, connection_id: int, *sent: ToHost) -> None:
        """Send messages to the host and deliver the messages that follow."""
        for message in sent:
            if isinstance(message, Hello):
                self.table.connect(connection_id, message)
            else:
                self.table.receive(connection_id, messages.decode_to_host(messages.encode(message)))
        self.deliver()

    def disconnect(self, connection_id: int) -> Any:
        self.table.disconnect(connection_id)
        self.deliver()

    def advance_clock(self, ms: float, step: float = 500.0) -> None:
        """Advance the clock in steps; bots answer at once."""
        while ms > 0:
            self.answer_for_bots()
            self.table.advance_clock(min(step, ms))
            self.deliver()
            ms -= step

    def answer_for_bots(self) -> None:
        """Answer the bots' questions at random."""
        asked, dropped = self.table.take_bot_requests()
        self.questions = [one for one in (*self.questions, *asked) if one.request not in dropped]
        while self.questions:
            question = self.questions.pop(0)
            move = Rng(question.seed).choice(question.view.legal_moves(question.seat))
            self.table.receive_bot_reply(Reply(question.request, move))
            self.deliver()
