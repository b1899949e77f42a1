"""Handover of a table between two programs over this computer's own network."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.moves import Seat
from engine.online.host.saved_table import SavedTableError
from engine.online.host.table_host import TableHost
from engine.online.network_thread import NetworkThread
from engine.online.protocol.invitation import to_url
from engine.online.protocol.messages import HandOver, Ready, Start
from engine.profile.storage import Profile
from engine.profile.visited_tables import VisitedTables
from engine.rng import Rng
from scenes.work.online_session import OnlineSession
from tests.online.scripted_players import fast_clock, make_thinker
from tests.support.local_online_table import NamedOwner, make_table_config

TIMEOUT_SECONDS = 60.0
"""Timeout of a test in seconds; most take a few tenths."""


class SessionGuest:
    """An online session on the real network thread."""

    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir()
        beside = NetworkThread(
            folder, make_thinker, interfaces=["127.0.0.1"], address="127.0.0.1", port=0, clock=fast_clock
        )
        self.session = OnlineSession(beside, NamedOwner(name), VisitedTables(Profile(folder)))
        self._rng = Rng(len(name))

    @property
    def seat(self) -> Seat:
        assert self.session.guest is not None
        return self.session.guest.seat

    def play(self) -> None:
        """Process the received events, and answer if it is the guest's turn."""
        self.session.update(2.0)
        guest = self.session.guest
        if guest is None or guest.game is None or guest.roster is None or guest.roster.phase != "play":
            return
        if guest.seat in guest.game.seats_to_act() and guest.answered_question != guest.question:
            self.session.send(guest.answer(self._rng.choice(guest.game.legal_moves(guest.seat))))


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[SessionGuest, SessionGuest]]:
    both = SessionGuest(tmp_path / "ana", "Ana"), SessionGuest(tmp_path / "bo", "Bo")
    yield both
    for one in both:
        one.session.close()


def wait_for(pair: tuple[SessionGuest, SessionGuest], until: Callable[[], object], *, play: bool = True) -> None:
    """Update both sessions, with or without playing, until ``until`` returns something true."""
    end = time.monotonic() + TIMEOUT_SECONDS
    while not until():
        assert time.monotonic() < end, [one.session.guest and one.session.guest.roster for one in pair]
        for one in pair:
            one.play() if play else one.session.update(2.0)
        time.sleep(0.002)


def open_and_join(pair: tuple[SessionGuest, SessionGuest]) -> None:
    """Let the first open a table and the second join it."""
    ana, bo = pair
    ana.session.open_table(make_table_config("big_two", pace="quick"))
    wait_for(pair, lambda: ana.session.is_joined and ana.session.own_table_invitations)
    bo.session.join(ana.session.own_table_invitations[0]._replace(address="127.0.0.1"))
    wait_for(pair, lambda: bo.session.is_joined)


def test_table_moves_to_accepting_friend_and_next_match_is_played(pair: tuple[SessionGuest, SessionGuest]) -> None:
    ana, bo = pair
    open_and_join(pair)
    host, guest = ana.session.guest, bo.session.guest
    assert host is not None and guest is not None and host.is_host
    seats = [host.chair_of_participant(one.number) for one in (host, guest)]
    tokens = {host.token, guest.token}
    ana.session.send([HandOver(guest.number)])
    wait_for(pair, lambda: guest.has_offer)
    assert not bo.session.own_table_invitations, "no table is opened before he agrees"
    bo.session.send(guest.take_over(accept=True))
    wait_for(pair, lambda: guest.is_host and ana.session.is_joined and ana.session.guest is host and not host.is_host)
    wait_for(
        pair,
        lambda: host.roster is not None and len([one for one in host.roster.participants if one.is_connected]) == 2,
    )
    assert [host.chair_of_participant(one.number) for one in (host, guest)] == seats
    assert not tokens & {host.token, guest.token}, "the old tokens are invalid"
    assert bo.session.own_table_invitations and not ana.session.own_table_invitations
    assert bo.session.visited_tables is not None and ana.session.visited_tables is not None
    own = [to_url(bo.session.own_table_invitations[0])]  # the invitation of the first host is deleted
    assert [table.link for table in bo.session.visited_tables.tables] == own
    wait_for(pair, lambda: [table.token for table in ana.session.visited_tables.tables] == [host.token])  # type: ignore[union-attr]
    for one in pair:
        one.session.send([Ready()])
    wait_for(pair, lambda: host.roster is not None and all(one.is_ready for one in host.roster.participants))
    bo.session.send([Start()])
    wait_for(pair, lambda: host.question > 3 and guest.question > 3)


def test_unopenable_table_stays_at_host(
    pair: tuple[SessionGuest, SessionGuest], monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = pair
    open_and_join(pair)
    host, guest = ana.session.guest, bo.session.guest
    assert host is not None and guest is not None
    monkeypatch.setattr(TableHost, "take_over_table", _fail)
    ana.session.send([HandOver(guest.number)])
    wait_for(pair, lambda: guest.has_offer)
    bo.session.send(guest.take_over(accept=True))
    wait_for(pair, lambda: guest.denials and host.denials)
    wait_for(pair, lambda: guest.roster is not None and guest.roster.phase == "room")
    assert [one.denials[-1].key for one in (host, guest)] == ["online.denied.no_heir"] * 2
    assert host.is_host and bo.session.is_joined and not bo.session.own_table_invitations


def _fail(*_: object) -> None:
    raise SavedTableError
