"""What hosts announce on their network, and what is believed of it."""

import asyncio

import pytest

from engine.online.discovery import Announced, Nearby, Neighbourhood, read

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


def test_a_table_is_found_changed_and_withdrawn_on_this_computer_alone() -> None:
    async def play() -> None:
        heard: asyncio.Queue[None] = asyncio.Queue()
        host = Neighbourhood(lambda: None, ["127.0.0.1"])
        guest = Neighbourhood(lambda: heard.put_nowait(None), ["127.0.0.1"])
        if not (guest.look() and await host.announce(TABLE, 4000, ["127.0.0.1"])):
            pytest.skip("no multicast on this computer")
        await heard.get()
        (found,) = guest.found.values()
        assert (found.host, found.free, found.port, found.pin) == ("Ana", 2, 4000, TABLE.pin)
        await host.announce(TABLE._replace(free=1), 4000, ["127.0.0.1"])
        while guest.found[found.key].free != 1:
            await heard.get()
        await host.withdraw(TABLE.table)
        while guest.found:
            await heard.get()
        await host.close()
        await guest.close()

    async def bounded() -> None:
        await asyncio.wait_for(play(), 30)

    asyncio.run(bounded())
