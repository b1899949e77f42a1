"""What hosts announce on their network, and what is believed of it."""

import asyncio

import pytest
from zeroconf import ServiceStateChange, Zeroconf

from engine.online.discovery import MOST_NEARBY, NEARBY_SHARE, Announced, Found, Nearby, Neighbourhood, read

TABLE = Announced("Ana", "big_two", 2, 4, 1, 7, bytes(range(32)), bytes(range(10)))


def told(**changes: str) -> dict[bytes, bytes | None]:
    return {name.encode(): value.encode() for name, value in (TABLE.properties() | changes).items()}


def test_what_is_announced_is_what_is_found() -> None:
    found = read("key", "192.0.2.1", 4000, told())
    assert found == Nearby("key", "Ana", "big_two", 2, 4, 1, "192.0.2.1", 4000, 7, TABLE.pin, TABLE.secret)
    assert found.open and found.invitation().secret == TABLE.secret
    shut = read("key", "192.0.2.1", 4000, told(secret=""))
    assert shut is not None and not shut.open and shut.invitation(b"9" * 10).secret == b"9" * 10


@pytest.mark.parametrize(
    "changes",
    [
        {"chairs": "5/4"},
        {"chairs": "x"},
        {"table": "99999"},
        {"pin": "00"},
        {"pin": "zz"},
        {"secret": "00"},
        {"v": "-"},
    ],
)
def test_what_makes_no_sense_is_not_listed(changes: dict[str, str]) -> None:
    assert read("key", "192.0.2.1", 4000, told(**changes)) is None


def test_a_name_can_neither_turn_the_line_nor_fill_it() -> None:
    found = read("key", "192.0.2.1", 4000, told(host="\u202eevil\n" + "x" * 200))
    assert found is not None and found.host.isprintable() and len(found.host) <= 24


def nearby(key: str, address: str = "192.0.2.1", state: int = 0) -> Nearby:
    found = read(key, address, 4000, told(n=str(state)))
    assert found is not None
    return found


def test_announcements_of_one_address_take_only_its_share() -> None:
    found = Found()
    for number in range(3 * MOST_NEARBY):
        found.add(nearby(f"false {number}"))
    found.add(nearby("honest", "192.0.2.2"))
    assert [table.key for table in found][:2] == ["honest", f"false {3 * MOST_NEARBY - 1}"]
    assert len(found) == NEARBY_SHARE + 1


def test_newest_table_is_listed_first_in_a_full_list() -> None:
    found = Found()
    for number in range(2 * MOST_NEARBY):
        found.add(nearby(f"false {number}", f"192.0.2.{number}"))
    found.add(nearby("honest", "192.0.3.1"))
    assert next(iter(found)).key == "honest" and len(found) == MOST_NEARBY


def test_older_announcement_is_dropped() -> None:
    found = Found()
    assert found.add(nearby("a", state=2)) and not found.add(nearby("a", state=1)) and found.add(nearby("a", state=3))
    assert [table.state for table in found] == [3]
    assert found.remove("a") and not found.remove("a")


def test_unanswered_announcements_delay_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def ask(_: Neighbourhood, __: Zeroconf, ___: str, name: str) -> None:
        asked.append(name)
        if name != "honest":
            await asyncio.Event().wait()

    monkeypatch.setattr(Neighbourhood, "_ask", ask)

    async def play() -> None:
        guest = Neighbourhood(lambda: None)
        for name in (*(f"false {number}" for number in range(2 * MOST_NEARBY)), "honest"):
            guest._heard(None, "", name, ServiceStateChange.Added)  # type: ignore[arg-type]
            await asyncio.sleep(0)
        assert asked[-1] == "honest" and len(guest._tasks) == MOST_NEARBY
        await guest.close()

    asyncio.run(play())


def test_a_table_is_found_changed_and_withdrawn_on_this_computer_alone() -> None:
    async def play() -> None:
        heard: asyncio.Queue[None] = asyncio.Queue()
        host = Neighbourhood(lambda: None, ["127.0.0.1"])
        guest = Neighbourhood(lambda: heard.put_nowait(None), ["127.0.0.1"])
        if not (guest.look() and await host.announce(TABLE, 4000, ["127.0.0.1"])):
            pytest.skip("no multicast on this computer")
        await heard.get()
        (found,) = guest.found
        assert (found.host, found.free, found.port, found.pin) == ("Ana", 2, 4000, TABLE.pin)
        await host.announce(TABLE._replace(free=1), 4000, ["127.0.0.1"])
        while [table.free for table in guest.found] != [1]:
            await heard.get()
        await host.withdraw(TABLE.table)
        while guest.found:
            await heard.get()
        await host.close()
        await guest.close()

    async def bounded() -> None:
        await asyncio.wait_for(play(), 30)

    asyncio.run(bounded())
