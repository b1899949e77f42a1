"""Proofs that guest and host both know a table's secret, bound to the connection's certificate and to this connection.

The secret itself is never sent. Someone between the two has another certificate, so that no proof is worth anything
elsewhere. The guest's request has a proof with the guest's own nonce, so that strangers are refused before anything
else. The host's answer has a proof with that nonce, and a nonce of the host's. The guest's first message has a proof
with both: what was overheard and is sent again doesn't come further than that. Behind a proxy, which has a certificate
of its own, the proofs are bound to the two nonces alone, and the proxy is trusted with everything that is said.
"""

import hashlib
import hmac
import secrets

GUEST_ROLE, HOST_ROLE, HELLO_ROLE = b"guest", b"host", b"answer"
"""Whose proof: of a guest's request, of the host, of a guest's first message."""
NONCE_BYTES = 16


def new_nonce() -> str:
    """A number used once, as hexadecimal digits."""
    return secrets.token_hex(NONCE_BYTES)


def make_proof(secret: bytes, role: bytes, nonce: str, certificate: bytes) -> str:
    """A proof, as hexadecimal digits.

    Args:
        secret: the table's.
        whose: ``GUEST_ROLE``, ``HOST_ROLE`` or ``HELLO_ROLE``.
        nonce: what the guest chose for this connection; for an answer as ``join_nonces`` gives it.
        certificate: SHA-256 of the host's certificate as this side has it; empty behind a proxy, which has its own.
    """
    said = b"\0".join((b"house-rules", role, nonce.encode("utf-8", "replace"), certificate))
    return hmac.new(secret, said, hashlib.sha256).hexdigest()


def join_nonces(guest: str, host: str) -> str:
    """The nonces of both sides, for an answer. The host's is always of the same length."""
    return f"{guest} {host}"


def verify_proof(received: str, secret: bytes, role: bytes, nonce: str, certificate: bytes) -> bool:
    """Whether a proof is right. Takes the same time wherever it differs."""
    return hmac.compare_digest(
        received.encode("utf-8", "replace"), make_proof(secret, role, nonce, certificate).encode()
    )
