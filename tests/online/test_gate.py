"""Guessing secrets and flooding: what a host allows an address and a guest."""

from engine.online.gate import A_SECOND, AT_ONCE, CLOSED_FOR, MOST_ADDRESSES, MOST_WRONG, Allowance, Gate
from engine.online.proof import GUEST, HOST, is_proof, new_nonce, proof


def test_five_wrong_secrets_close_an_address_for_a_minute() -> None:
    gate = Gate()
    for at in range(MOST_WRONG):
        assert not gate.is_closed("192.0.2.1", at)
        gate.count_wrong("192.0.2.1", at)
    assert gate.is_closed("192.0.2.1", 10) and not gate.is_closed("192.0.2.2", 10)
    assert gate.is_closed("192.0.2.1", CLOSED_FOR - 1)
    assert not gate.is_closed("192.0.2.1", CLOSED_FOR)


def test_the_addresses_of_one_network_of_ipv6_count_together() -> None:
    gate = Gate()
    for number in range(MOST_WRONG):
        gate.count_wrong(f"2001:db8::{number + 1}", 0)
    assert gate.is_closed("2001:db8::ffff", 1) and not gate.is_closed("2001:db8:0:1::1", 1)


def test_memory_of_wrong_secrets_is_bounded() -> None:
    gate = Gate()
    for number in range(MOST_ADDRESSES + 100):
        gate.count_wrong(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 0)
    assert len(gate._wrong) == MOST_ADDRESSES


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
