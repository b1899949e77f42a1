"""Rate limits of a host: wrong secrets per address, messages per guest."""

from collections.abc import Callable

from engine.online.host.rate_limits import (
    BLOCK_SECONDS,
    LOG_INTERVAL_SECONDS,
    MAX_FRAME_BURST,
    MAX_FRAMES_PER_SECOND,
    MAX_REMEMBERED_FAILURES,
    MAX_WRONG_SECRETS,
    FrameRateLimiter,
    SecretGuessLimiter,
    ThrottledLog,
    UnauthenticatedConnections,
)
from engine.online.protocol.proof import GUEST_ROLE, HOST_ROLE, make_proof, new_nonce, verify_proof


def test_five_wrong_secrets_close_address_for_minute() -> None:
    gate = SecretGuessLimiter()
    for at in range(MAX_WRONG_SECRETS):
        assert not gate.is_blocked("192.0.2.1", 7, at)
        gate.record_failure("192.0.2.1", 7, at)
    assert gate.is_blocked("192.0.2.1", 7, 10) and not gate.is_blocked("192.0.2.2", 7, 10)
    assert gate.is_blocked("192.0.2.1", 7, BLOCK_SECONDS - 1)
    assert not gate.is_blocked("192.0.2.1", 7, BLOCK_SECONDS)


def test_ipv6_addresses_of_one_network_count_together() -> None:
    gate = SecretGuessLimiter()
    for number in range(MAX_WRONG_SECRETS):
        gate.record_failure(f"2001:db8::{number + 1}", 7, 0)
    assert gate.is_blocked("2001:db8::ffff", 7, 1) and not gate.is_blocked("2001:db8:0:1::1", 7, 1)


def test_memory_of_wrong_secrets_is_bounded() -> None:
    gate = SecretGuessLimiter()
    for number in range(MAX_REMEMBERED_FAILURES + 100):
        gate.record_failure(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}", 7, 0)
    assert len(gate._failures_at) == MAX_REMEMBERED_FAILURES


def test_full_network_drops_oldest_stranger() -> None:
    strangers: UnauthenticatedConnections[int] = UnauthenticatedConnections(5, 2)
    assert [strangers.add(one, f"2001:db8::{one}") for one in (1, 2, 3)] == [None, None, 1]
    strangers.remove(1)
    assert strangers.add(4, "192.0.2.1") is None and len(strangers) == 3


def test_full_host_drops_stranger_of_largest_network() -> None:
    strangers: UnauthenticatedConnections[int] = UnauthenticatedConnections(5, 3)
    for one in (1, 2, 3):
        strangers.add(one, "192.0.2.1")
    assert strangers.add(4, "192.0.2.2") is None and strangers.add(5, "192.0.2.3") is None
    assert strangers.add(6, "192.0.2.4") == 1
    strangers.remove(1)
    strangers.remove(1)
    assert len(strangers) == 5 and strangers.oldest_of_largest_network() == 2


def test_repeated_event_is_logged_once_per_minute() -> None:
    lines: list[str] = []
    later: list[tuple[float, Callable[[], None]]] = []
    log = ThrottledLog(lines.append, lambda seconds, do: later.append((seconds, do)))
    for number in range(500):
        log.log_event("wrong secret", f"192.0.2.{number % 7}")
    log.log_event("no room", "table 7")
    assert lines == ["wrong secret: 192.0.2.0", "no room: table 7"]
    assert [seconds for seconds, _ in later] == [LOG_INTERVAL_SECONDS, LOG_INTERVAL_SECONDS]
    for _, do in later[:2]:
        do()
    assert lines[2:] == ["wrong secret: 499 in the last minute, last 192.0.2.2"]
    later[2][1]()
    log.log_event("wrong secret", "192.0.2.9")
    assert lines[3:] == ["wrong secret: 192.0.2.9"]


def test_guest_may_send_twenty_messages_per_second() -> None:
    allowance = FrameRateLimiter(0.0)
    assert sum(allowance.try_take(0.0) for _ in range(1000)) == MAX_FRAME_BURST
    assert sum(allowance.try_take(10.0) for _ in range(1000)) == MAX_FRAME_BURST, "no higher burst after a long silence"
    assert sum(allowance.try_take(10.0 + at / 100) for at in range(1, 1001)) == 10 * MAX_FRAMES_PER_SECOND


def test_proof_is_bound_to_secret_nonce_and_certificate() -> None:
    secret, nonce, certificate = b"0123456789", new_nonce(), b"a" * 32
    given = make_proof(secret, GUEST_ROLE, nonce, certificate)
    assert verify_proof(given, secret, GUEST_ROLE, nonce, certificate)
    assert not verify_proof(given, secret, HOST_ROLE, nonce, certificate), "reflected by a host without the secret"
    assert not verify_proof(given, secret, GUEST_ROLE, new_nonce(), certificate)
    assert not verify_proof(given, secret, GUEST_ROLE, nonce, b"b" * 32), "for another certificate"
    assert not verify_proof(given, b"0123456780", GUEST_ROLE, nonce, certificate)
    assert not verify_proof("\udc80é", secret, GUEST_ROLE, "\udc80é", certificate), "bytes that aren't UTF-8"
