"""Guessing secrets and flooding: what a host allows an address and a guest."""

from collections.abc import Callable

from engine.online.gate import (
    A_SECOND,
    AT_ONCE,
    CLOSED_FOR,
    LINE_EVERY,
    MAX_REMEMBERED,
    MOST_WRONG,
    Allowance,
    Gate,
    SparseLog,
    Strangers,
)
from engine.online.proof import GUEST, HOST, is_proof, new_nonce, proof


def test_five_wrong_secrets_close_an_address_for_a_minute() -> None:
    gate = Gate()
    for at in range(MOST_WRONG):
        assert not gate.is_closed("192.0.2.1", 7, at)
        gate.count_wrong("192.0.2.1", 7, at)
    assert gate.is_closed("192.0.2.1", 7, 10) and not gate.is_closed("192.0.2.2", 7, 10)
    assert gate.is_closed("192.0.2.1", 7, CLOSED_FOR - 1)
    assert not gate.is_closed("192.0.2.1", 7, CLOSED_FOR)


def test_wrong_secrets_leave_other_tables_open() -> None:
    gate = Gate()
    for at in range(MOST_WRONG):
        gate.count_wrong("192.0.2.1", 7, at)
    assert gate.is_closed("192.0.2.1", 7, 10) and not gate.is_closed("192.0.2.1", 8, 10)


def test_the_addresses_of_one_network_of_ipv6_count_together() -> None:
    gate = Gate()
    for number in range(MOST_WRONG):
        gate.count_wrong(f"2001:db8::{number + 1}", 7, 0)
    assert gate.is_closed("2001:db8::ffff", 7, 1) and not gate.is_closed("2001:db8:0:1::1", 7, 1)


def test_memory_of_wrong_secrets_is_bounded() -> None:
    gate = Gate()
    for number in range(MAX_REMEMBERED + 100):
        gate.count_wrong(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 7, 0)
    assert len(gate._wrong) == MAX_REMEMBERED


def test_full_network_gives_up_its_oldest_stranger() -> None:
    strangers: Strangers[int] = Strangers(5, 2)
    assert [strangers.add(one, f"2001:db8::{one}") for one in (1, 2, 3)] == [None, None, 1]
    strangers.remove(1)
    assert strangers.add(4, "192.0.2.1") is None and len(strangers) == 3


def test_full_host_drops_a_stranger_of_the_largest_network() -> None:
    strangers: Strangers[int] = Strangers(5, 3)
    for one in (1, 2, 3):
        strangers.add(one, "192.0.2.1")
    assert strangers.add(4, "192.0.2.2") is None and strangers.add(5, "192.0.2.3") is None
    assert strangers.add(6, "192.0.2.4") == 1
    strangers.remove(1)
    strangers.remove(1)
    assert len(strangers) == 5 and strangers.first_to_go() == 2


def test_repeated_event_is_logged_once_a_minute() -> None:
    lines: list[str] = []
    later: list[tuple[float, Callable[[], None]]] = []
    log = SparseLog(lines.append, lambda seconds, do: later.append((seconds, do)))
    for number in range(500):
        log.note("wrong secret", f"192.0.2.{number % 7}")
    log.note("no room", "table 7")
    assert lines == ["wrong secret: 192.0.2.0", "no room: table 7"]
    assert [seconds for seconds, _ in later] == [LINE_EVERY, LINE_EVERY]
    for _, do in later[:2]:
        do()
    assert lines[2:] == ["wrong secret: 499 in the last minute, last 192.0.2.2"]
    later[2][1]()
    log.note("wrong secret", "192.0.2.9")
    assert lines[3:] == ["wrong secret: 192.0.2.9"]


def test_a_guest_may_send_twenty_messages_a_second() -> None:
    allowance = Allowance(0.0)
    assert sum(allowance.take(0.0) for _ in range(1000)) == AT_ONCE
    assert sum(allowance.take(10.0) for _ in range(1000)) == AT_ONCE, "not more after a long silence"
    assert sum(allowance.take(10.0 + at / 100) for at in range(1, 1001)) == 10 * A_SECOND


def test_a_proof_is_worth_nothing_elsewhere() -> None:
    secret, nonce, certificate = b"0123456789", new_nonce(), b"a" * 32
    given = proof(secret, GUEST, nonce, certificate)
    assert is_proof(given, secret, GUEST, nonce, certificate)
    assert not is_proof(given, secret, HOST, nonce, certificate), "sent back by a host that knows nothing"
    assert not is_proof(given, secret, GUEST, new_nonce(), certificate)
    assert not is_proof(given, secret, GUEST, nonce, b"b" * 32), "through another's certificate"
    assert not is_proof(given, b"0123456780", GUEST, nonce, certificate)
    assert not is_proof("\udc80é", secret, GUEST, "\udc80é", certificate), "bytes that are no text"
