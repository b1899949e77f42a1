"""A table goes from one program to another over this computer's own network."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.moves import Seat
from engine.online.beside import Beside
from engine.online.hosting import Hosting
from engine.online.invitation import link
from engine.online.kept import TableError
from engine.online.messages import HandOver, Ready, Start
from engine.profile.storage import Profile
from engine.profile.visited import VisitedTables
from engine.rng import Rng
from scenes.work.company import Company
from tests.online.players import fast, slices
from tests.support.friends import Named, arrangement

LIMIT = 60.0
"""Seconds after which a test gives up; usual are a few tenths."""


class Guest:
    """A company whose messages go through the real thread beside the window."""

    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir()
        beside = Beside(folder, slices, interfaces=["127.0.0.1"], address="127.0.0.1", port=0, clock=fast)
        self.company = Company(beside, Named(name), VisitedTables(Profile(folder)))
        self._rng = Rng(len(name))

    @property
    def seat(self) -> Seat:
        assert self.company.guest is not None
        return self.company.guest.seat

    def play(self) -> None:
        """Take what came, and answer if asked."""
        self.company.update(2.0)
        guest = self.company.guest
        if guest is None or guest.game is None or guest.roster is None or guest.roster.phase != "play":
            return
        if guest.seat in guest.game.waiting() and guest.answered != guest.question:
            self.company.send(guest.answer(self._rng.choice(guest.game.legal_moves(guest.seat))))


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Guest, Guest]]:
    both = Guest(tmp_path / "ana", "Ana"), Guest(tmp_path / "bo", "Bo")
    yield both
    for one in both:
        one.company.close()


def wait(pair: tuple[Guest, Guest], until: Callable[[], object], *, play: bool = True) -> None:
    """Let both look, and play, until something holds."""
    end = time.monotonic() + LIMIT
    while not until():
        assert time.monotonic() < end, [one.company.guest and one.company.guest.roster for one in pair]
        for one in pair:
            one.play() if play else one.company.update(2.0)
        time.sleep(0.002)


def sit_together(pair: tuple[Guest, Guest]) -> None:
    """Let the first open a table and the second join it."""
    ana, bo = pair
    ana.company.open_table(arrangement("big_two", pace="quick"))
    wait(pair, lambda: ana.company.joined and ana.company.invitations)
    bo.company.join(ana.company.invitations[0]._replace(address="127.0.0.1"))
    wait(pair, lambda: bo.company.joined)


def test_a_table_moves_to_the_friend_who_agrees_and_the_next_match_is_played_there(pair: tuple[Guest, Guest]) -> None:
    ana, bo = pair
    sit_together(pair)
    host, guest = ana.company.guest, bo.company.guest
    assert host is not None and guest is not None and host.hosting
    seats = [host.chair(one.you) for one in (host, guest)]
    tokens = {host.token, guest.token}
    ana.company.send([HandOver(guest.you)])
    wait(pair, lambda: guest.offered)
    assert not bo.company.invitations, "nothing is opened before he agrees"
    bo.company.send(guest.take_over(on=True))
    wait(pair, lambda: guest.hosting and ana.company.joined and ana.company.guest is host and not host.hosting)
    wait(pair, lambda: host.roster is not None and len([one for one in host.roster.people if one.here]) == 2)
    assert [host.chair(one.you) for one in (host, guest)] == seats
    assert not tokens & {host.token, guest.token}, "the old tokens count no more"
    assert bo.company.invitations and not ana.company.invitations
    assert bo.company.visited is not None and ana.company.visited is not None
    own = [link(bo.company.invitations[0])]  # what led him there as a guest is forgotten
    assert [table.link for table in bo.company.visited.tables] == own
    wait(pair, lambda: [table.token for table in ana.company.visited.tables] == [host.token])  # type: ignore[union-attr]
    for one in pair:
        one.company.send([Ready()])
    wait(pair, lambda: host.roster is not None and all(one.ready for one in host.roster.people))
    bo.company.send([Start()])
    wait(pair, lambda: host.question > 3 and guest.question > 3)


def test_a_table_that_cannot_be_opened_stays_at_its_host(
    pair: tuple[Guest, Guest], monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = pair
    sit_together(pair)
    host, guest = ana.company.guest, bo.company.guest
    assert host is not None and guest is not None
    monkeypatch.setattr(Hosting, "open_handed", _fail)
    ana.company.send([HandOver(guest.you)])
    wait(pair, lambda: guest.offered)
    bo.company.send(guest.take_over(on=True))
    wait(pair, lambda: guest.denied and host.denied)
    wait(pair, lambda: guest.roster is not None and guest.roster.phase == "room")
    assert [one.denied[-1].key for one in (host, guest)] == ["online.denied.no_heir"] * 2
    assert host.hosting and bo.company.joined and not bo.company.invitations


def _fail(*_: object) -> None:
    raise TableError
