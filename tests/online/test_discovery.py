"""Announcements of hosts on the local network, and their validation."""

import asyncio

import pytest
from zeroconf import ServiceStateChange, Zeroconf

from engine.online.discovery import (
    MAX_NEARBY_TABLES,
    MAX_TABLES_PER_ADDRESS,
    NearbyTable,
    NearbyTableList,
    TableAnnouncement,
    TableDiscovery,
    parse_announcement,
)

TABLE = TableAnnouncement("Ana", "big_two", 2, 4, 1, 7, bytes(range(32)), bytes(range(10)))


def txt_record(**changes: str) -> dict[bytes, bytes | None]:
    return {name.encode(): value.encode() for name, value in (TABLE.txt_record() | changes).items()}


def test_announcement_is_found_unchanged() -> None:
    found = parse_announcement("key", "192.0.2.1", 4000, txt_record())
    assert found == NearbyTable("key", "Ana", "big_two", 2, 4, 1, "192.0.2.1", 4000, 7, TABLE.fingerprint, TABLE.secret)
    assert found.is_open_to_all and found.invitation().secret == TABLE.secret
    shut = parse_announcement("key", "192.0.2.1", 4000, txt_record(secret=""))
    assert shut is not None and not shut.is_open_to_all and shut.invitation(b"9" * 10).secret == b"9" * 10


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
def test_nonsensical_announcement_is_ignored(changes: dict[str, str]) -> None:
    assert parse_announcement("key", "192.0.2.1", 4000, txt_record(**changes)) is None


def test_announced_name_is_printable_and_short() -> None:
    found = parse_announcement("key", "192.0.2.1", 4000, txt_record(host="\u202eevil\n" + "x" * 200))
    assert found is not None and found.host_name.isprintable() and len(found.host_name) <= 24


def nearby(key: str, address: str = "192.0.2.1", state: int = 0) -> NearbyTable:
    found = parse_announcement(key, address, 4000, txt_record(n=str(state)))
    assert found is not None
    return found


def test_announcements_of_one_address_are_limited() -> None:
    found = NearbyTableList()
    for number in range(3 * MAX_NEARBY_TABLES):
        found.add(nearby(f"false {number}"))
    found.add(nearby("honest", "192.0.2.2"))
    assert [table.service_name for table in found][:2] == ["honest", f"false {3 * MAX_NEARBY_TABLES - 1}"]
    assert len(found) == MAX_TABLES_PER_ADDRESS + 1


def test_newest_table_is_listed_first_in_full_list() -> None:
    found = NearbyTableList()
    for number in range(2 * MAX_NEARBY_TABLES):
        found.add(nearby(f"false {number}", f"192.0.2.{number}"))
    found.add(nearby("honest", "192.0.3.1"))
    assert next(iter(found)).service_name == "honest" and len(found) == MAX_NEARBY_TABLES


def test_older_announcement_is_dropped() -> None:
    found = NearbyTableList()
    assert found.add(nearby("a", state=2)) and not found.add(nearby("a", state=1)) and found.add(nearby("a", state=3))
    assert [table.announcement_number for table in found] == [3]
    assert found.remove("a") and not found.remove("a")


async def test_unanswered_announcements_delay_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def ask(_: TableDiscovery, __: Zeroconf, ___: str, name: str) -> None:
        asked.append(name)
        if name != "honest":
            await asyncio.Event().wait()

    monkeypatch.setattr(TableDiscovery, "_resolve_service", ask)
    guest = TableDiscovery(lambda: None)
    for name in (*(f"false {number}" for number in range(2 * MAX_NEARBY_TABLES)), "honest"):
        guest._on_service_change(None, "", name, ServiceStateChange.Added)  # type: ignore[arg-type]
        await asyncio.sleep(0)
    assert asked[-1] == "honest" and len(guest._tasks) == MAX_NEARBY_TABLES
    await guest.close()


async def test_table_is_found_changed_and_withdrawn_locally() -> None:
    heard: asyncio.Queue[None] = asyncio.Queue()
    host = TableDiscovery(lambda: None, ["127.0.0.1"])
    guest = TableDiscovery(lambda: heard.put_nowait(None), ["127.0.0.1"])
    if not (guest.browse() and await host.announce(TABLE, 4000, ["127.0.0.1"])):
        pytest.skip("no multicast on this computer")
    while not guest.tables:  # tables of other programs on this network may come and go
        await heard.get()
    (found,) = guest.tables
    assert found[1:] == parse_announcement("", "127.0.0.1", 4000, txt_record(n="1"))[1:]  # type: ignore[index]  # it is valid
    await host.announce(TABLE._replace(free_chairs=1), 4000, ["127.0.0.1"])
    while [table.free_chairs for table in guest.tables] != [1]:
        await heard.get()
    await host.withdraw(TABLE.table_number)
    while guest.tables:
        await heard.get()
    await host.close()
    await guest.close()
