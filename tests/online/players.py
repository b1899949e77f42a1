"""Scripted guests: they sit down, are ready, and answer every question at random from what they see."""

import random
import time
from collections.abc import Callable
from pathlib import Path

from engine.bots import bot_for
from engine.events import Scored
from engine.game import Game
from engine.moves import Move
from engine.online.beside import Beside, Others
from engine.online.guest import Guest
from engine.online.invitation import parse
from engine.online.messages import (
    Arrange,
    Denied,
    Elsewhere,
    Handed,
    NextDeal,
    Ready,
    Refused,
    Roster,
    Sit,
    Start,
    ToGuest,
    ToHost,
    Welcome,
)
from engine.online.news import LinkChange, TableOpened
from engine.online.verifier import Step, Verified
from engine.rng import Rng
from engine.work.thinking import Thinker

ALONE = ("127.0.0.1",)
"""Networks for tables in tests: none but this computer's own."""


def slices() -> Thinker:
    """What thinks for computer players in tests, without a process."""
    return Thinker(process=False)


def fast() -> float:
    """A clock on which computer players don't take long to answer."""
    return 50 * time.monotonic()


class Player:
    """A guest that plays by itself. Whoever carries its messages calls ``take`` and ``do``.

    Args:
        name: of the player.
        seed: of its moves.
        people: number of people that the host waits for before it starts a match.
        matches: number of matches that are played.
        wish: how the table shall be, if this player decides.
        care: part of the moves, from 0 to 1, that are those of an easy computer player; the others are drawn from all
            that are legal. Matches of care are many times shorter where chance alone seldom comes to an end.
    """

    def __init__(
        self,
        name: str,
        seed: int = 0,
        people: int = 1,
        matches: int = 1,
        wish: Arrange | None = None,
        *,
        care: float = 0.0,
    ) -> None:
        self._wish = wish
        self._care = care
        self.guest = Guest(name=name)
        self._chance = random.Random(seed)
        self._people = people
        self._matches = matches
        self._said: list[ToHost] = []
        """What was sent on this connection for the table as it is, and isn't sent twice."""
        self._table: object = None
        """The phase, and what is arranged; whoever was ready is no longer once that changes."""
        self.on_step: Callable[[Step], object] = lambda _: None
        """Gets every step as it is seen."""
        self._deal = 0
        """Number of the last deal that is over."""
        self.records: list[str] = []
        self.answers = 0

    @property
    def done(self) -> bool:
        """Whether all matches are over."""
        return len(self.records) >= self._matches

    def take(self, message: ToGuest | Verified) -> list[ToHost]:
        """Take a message of the host; return what is to be sent."""
        assert not isinstance(message, Refused), message
        if isinstance(message, Roster):
            table = (message.phase, message.game, message.seats, message.options, message.rules)
            if table != self._table:
                self._said.clear()
            self._table = table
        elif isinstance(message, Welcome | Denied):
            self._said.clear()
        sent = self.guest.take(message)
        self._watch()
        assert self.guest.problem is None, self.guest.problem
        record = self.guest.record
        if record is not None and (not self.records or self.records[-1] != record):
            self.records.append(record)
        return [*sent, *self.do()]

    def _watch(self) -> None:
        """See what happened, and note which deal is over."""
        for step in self.guest.steps:
            self.on_step(step)
            over = [event.deal for event in step.events if isinstance(event, Scored)]
            self._deal = max([step.deal, *over, 0 if step.anew else self._deal])
        self.guest.steps.clear()

    def do(self) -> list[ToHost]:
        """What the player wants to send now."""
        guest = self.guest
        roster, view = guest.roster, guest.game
        if guest.link != "joined" or roster is None or self.done:
            return []
        me = guest.person(guest.you)
        ready = me is not None and me.ready
        if roster.phase in ("room", "over"):
            free = [seat for seat, chair in enumerate(roster.chairs) if not chair.person]
            if guest.chair(guest.you) is None:
                return self._once(Sit(free[0])) if free else []
            if not guest.hosting:
                return [] if ready else self._once(Ready())
            wish = self._wish
            if wish is not None and (roster.seats, roster.rules) != (wish.seats, wish.rules):
                return self._once(wish)
            others = [person for person in roster.people if person.number != guest.you]
            all_ready = len(others) == self._people - 1 and all(one.ready and one.here for one in others)
            return self._once(Start()) if all_ready else []
        if roster.phase == "results":
            return [] if ready else self._once(NextDeal(self._deal))
        if roster.phase == "play" and view is not None and guest.seat in view.waiting():
            sent = guest.answer(self._move(view))
            self.answers += len(sent)
            return sent
        return []

    def again(self) -> list[ToHost]:
        """What the player says once more after waiting in vain, as a person does who presses a button again."""
        self._said.clear()
        return self.do()

    def _move(self, view: Game) -> Move:
        """An answer to what the player is asked."""
        seat = self.guest.seat
        best = self._chance.choice(view.legal_moves(seat))
        if self._chance.random() < self._care:
            for thought in bot_for(view.slug, "easy").think(view, seat, Rng(self._chance.getrandbits(60))):
                best = thought.move
        return best

    def _once(self, message: ToHost) -> list[ToHost]:
        """The message, unless it was sent already."""
        if message in self._said:
            return []
        self._said.append(message)
        return [message]


class Window:
    """A player with the network of a program beside it, as a window has it.

    Args:
        folder: the profile.
        player: who plays.
        port: where a table opens if it is free.
    """

    def __init__(self, folder: Path, player: Player, port: int = 0) -> None:
        self.player = player
        self.folder = folder
        self.beside = Beside(folder, slices, interfaces=ALONE, address="127.0.0.1", port=port, clock=fast)
        self.opened: TableOpened | None = None
        self.changes: list[LinkChange] = []

    def look(self) -> None:
        """Take what came, as a window does once a frame."""
        guest = self.player.guest
        for news in self.beside.poll():
            match news:
                case LinkChange("joined"):
                    self.beside.send(guest.hello())
                case LinkChange("away"):
                    guest.lost()
                case LinkChange("closed", problem):
                    guest.close(problem)
                case TableOpened():
                    self.opened = news
                    guest.token = news.token or guest.token
                case LinkChange("joining"):
                    pass
                case _ if not isinstance(news, Others):
                    self.beside.send(*self.player.take(news), *guest.take_over(on=True))
                    if isinstance(news, Handed):
                        self.beside.take_over(news, guest.you)
                    elif isinstance(news, Elsewhere):
                        self.beside.join(parse(news.invitation))
            if isinstance(news, LinkChange):
                self.changes.append(news)
        self.beside.send(*self.player.do())
