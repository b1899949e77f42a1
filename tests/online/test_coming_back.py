"""Every way back to a table has an end, and takes longer each time it fails."""

from pathlib import Path

import pytest

from engine.notices import Notice
from engine.online import connection
from engine.online.connection import MAX_ATTEMPTS, PAUSES, STEADY
from engine.online.invitation import link
from engine.online.messages import Elsewhere, PersonState, Welcome
from engine.online.news import LinkChange
from engine.online.server import Doorkeeper
from scenes.work.company import MOVE_PAUSES, STAYED, Company
from tests.online.hosts import Sitting, hosted, within
from tests.online.players import Player
from tests.support.friends import Named
from tests.support.prepared_line import INVITATION, PreparedLine, roster

MANY = 12
TABLE = roster("gurch", [PersonState(1, "Ana", "you")])


async def drop(*_: object) -> None:
    """Let somebody in and end the connection."""


class Pauses(list[float]):
    """Waits for no time at all, and keeps for how many seconds it should have been."""

    async def wait(self, seconds: float) -> None:
        self.append(seconds)


@pytest.fixture
def paused(monkeypatch: pytest.MonkeyPatch) -> Pauses:
    """The pauses of a guest who gives up after ``MANY``."""
    monkeypatch.setattr(connection, "MAX_ATTEMPTS", MANY)
    return Pauses()


def test_a_host_that_lets_guests_in_and_drops_them_is_asked_less_and_less_and_then_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paused: Pauses
) -> None:
    monkeypatch.setattr(Doorkeeper, "_attend", drop)

    async def play() -> None:
        async with hosted(tmp_path) as host:
            guest = Sitting(host.invitation, Player("Bob"), paused.wait)
            assert (await guest.closed()).problem == Notice("online.problem.unreachable")
        assert paused == [PAUSES[min(attempt, len(PAUSES) - 1)] for attempt in range(MANY)]

    within(play())


def test_a_host_that_is_gone_is_looked_for_for_an_hour(tmp_path: Path, paused: Pauses) -> None:
    async def play() -> None:
        async with hosted(tmp_path) as host:
            guest = Sitting(host.invitation, Player("Bob"), paused.wait)
            await guest.until(lambda: guest.player.guest.roster)
        assert (await guest.closed()).problem == Notice("online.problem.unreachable")
        assert len(paused) == MANY

    within(play())
    assert 3000 < sum(PAUSES) + (MAX_ATTEMPTS - len(PAUSES)) * PAUSES[-1] < 4500


def test_after_a_connection_that_has_lasted_the_pauses_begin_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Doorkeeper, "_attend", drop)
    monkeypatch.setattr(connection, "STEADY", 0.0)
    paused: list[float] = []

    async def play() -> None:
        async with hosted(tmp_path) as host:

            async def pause(seconds: float) -> None:
                paused.append(seconds)
                if len(paused) == 5:
                    guest.connection.leave()

            guest = Sitting(host.invitation, Player("Bob"), pause)
            await guest.closed()
        assert paused == [PAUSES[0]] * 5

    within(play())
    assert 2 * PAUSES[-1] <= STEADY


def sent_on(company: Company, line: PreparedLine) -> None:
    """Let the table be elsewhere, again and again, as soon as the player has come; count the seconds."""
    line.waiting += [LinkChange("joined"), Welcome("1", "t", 1), TABLE, Elsewhere(link(INVITATION))]


def test_a_table_that_moves_to_itself_is_followed_later_and_later_and_then_no_more() -> None:
    line = PreparedLine()
    company = Company(line, Named("Ana"))
    company.join(INVITATION)
    joined, at = [0.0], 0.0
    while company.problem is None and at < 60_000:
        sent_on(company, line)
        before = line.did.count(("join", INVITATION))
        while line.did.count(("join", INVITATION)) == before and company.problem is None:
            company.update(50.0)
            at += 50.0
        joined.append(at)
    assert company.problem == Notice("online.problem.moved_on")
    assert company.guest is not None and company.guest.link == "closed"
    assert line.did.count(("join", INVITATION)) == 1 + len(MOVE_PAUSES) and "leave" in line.did
    assert at >= sum(MOVE_PAUSES)


def test_a_table_that_stays_somewhere_may_move_again() -> None:
    line = PreparedLine()
    company = Company(line, Named("Ana"))
    company.join(INVITATION)
    for _ in range(3 * len(MOVE_PAUSES)):
        sent_on(company, line)
        company.update(50.0)
        line.waiting += [LinkChange("joined"), Welcome("1", "t", 1), TABLE]
        company.update(50.0)
        company.update(STAYED)
    assert company.problem is None and line.did.count(("join", INVITATION)) == 1 + 3 * len(MOVE_PAUSES)
