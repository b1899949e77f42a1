"""A trial of everything that the network needs: two guests at a table of this computer, who play some moves."""

import asyncio
from functools import partial
from pathlib import Path

from engine.games import GAMES
from engine.online.certificate import host_certificate
from engine.online.connection import Connection
from engine.online.discovery import Neighbourhood
from engine.online.guest import Guest
from engine.online.hosting import Hosting
from engine.online.invitation import Invitation, link, parse, qr
from engine.online.messages import Arrange, Fallback, Ready, Start, ToGuest, ToHost
from engine.online.news import LinkChange
from engine.online.server import Certificate, Doorkeeper
from engine.online.store import TableStore
from engine.online.thinkers import Thinkers
from engine.online.wire import error_logger
from engine.people import CHARACTERS
from engine.work.thinking import Thinker

ALONE = "127.0.0.1"
MOVES = 2
"""Number of answers of one guest after which the trial has succeeded; every deal has more."""
LIMIT = 60.0
"""Seconds after which it has failed; usual is less than one."""


class TrialError(Exception):
    """The two could not play."""


class _Friend:
    """A guest who gives the first legal answer."""

    def __init__(self, invitation: Invitation, name: str, played: asyncio.Event) -> None:
        self.guest = Guest(name=name)
        self.answers = 0
        self.began = False
        self._played = played
        self.connection = Connection(invitation, self._take, self._change)
        self.task = asyncio.create_task(self.connection.run())

    def _change(self, change: LinkChange) -> None:
        if change.state == "joined":
            self.connection.send(self.guest.hello())
        elif change.problem is not None:
            raise TrialError(change.problem.key)

    def _take(self, message: ToGuest) -> None:
        sent = [*self.guest.take(message), *self._wishes()]
        for one in sent:
            self.connection.send(one)
        if self.answers >= MOVES:
            self._played.set()

    def _wishes(self) -> list[ToHost]:
        """What the guest wants to say now."""
        guest, roster = self.guest, self.guest.roster
        if roster is None:
            return []
        if roster.phase == "room" and not self.began:
            self.began = not guest.hosting or sum(person.ready for person in roster.people) == 1
            return [Start() if guest.hosting else Ready()] if self.began else []
        view = guest.game
        if roster.phase != "play" or view is None or guest.seat not in view.waiting():
            return []
        sent = guest.answer(view.legal_moves(guest.seat)[0])
        self.answers += len(sent)
        return sent


def trial(folder: Path) -> str:
    """Play; return a sentence about it. Needs no network besides this computer's own.

    Args:
        folder: for the host's files.

    Raises:
        TrialError, TimeoutError: the two could not play.
    """
    try:
        return asyncio.run(_trial(folder))
    except PermissionError as error:
        return f"not tried, since this system allows no connections here ({error.strerror})"


def _fail(error: OSError) -> None:
    raise error


async def _trial(folder: Path) -> str:
    certificate = Certificate(*host_certificate(folder / "host.pem"))
    thinkers = Thinkers(1, partial(Thinker, process=False))
    hosting = Hosting(TableStore(folder / "tables"), thinkers, lambda _: None, _fail, error_logger())
    doors = Doorkeeper(hosting.house, certificate, error_logger())
    slug = next(iter(GAMES))
    seats = GAMES[slug].seats_default
    chairs = tuple(Fallback(name, "easy") for name in list(CHARACTERS)[:seats])
    place = hosting.open_new(Arrange(slug, seats, {}, chairs, {"pace": "quick"}))
    port = await doors.open(ALONE, 0)
    invitation = Invitation(ALONE, port, place.number, place.secret, certificate.fingerprint)
    neighbourhood = Neighbourhood(lambda: None, [ALONE])
    looked = neighbourhood.look()
    work, played = asyncio.create_task(hosting.run()), asyncio.Event()
    friends = [_Friend(invitation, name, played) for name in ("Ana", "Bob")]
    done = asyncio.create_task(played.wait())
    try:
        async with asyncio.timeout(LIMIT):
            ended, _ = await asyncio.wait(
                [done, work, *(friend.task for friend in friends)], return_when=asyncio.FIRST_COMPLETED
            )
        for task in ended:
            task.result()
        if not played.is_set():
            raise TrialError("a connection ended")
    finally:
        for task in (done, work, *(friend.task for friend in friends)):
            task.cancel()
        await neighbourhood.close()
        await doors.close()
        hosting.close()
    if parse(link(invitation)) != invitation or not qr(invitation):
        raise TrialError("the invitation can't be read again")
    nearby = "" if looked else "; tables nearby can't be looked for"
    return f"two guests gave {sum(friend.answers for friend in friends)} answers{nearby}"
