"""Proofs that guest and host know a table's secret, bound to the TLS certificate and to the connection.

The secret itself is never sent. A man in the middle has another certificate, so that a forwarded proof is wrong.

The guest's request has a proof with the guest's nonce, so that strangers are refused first. The host's response has a
proof with the same nonce, and adds the host's nonce. ``Hello`` has a proof with both nonces, so that a recorded request
can't be replayed.

Behind a proxy, which has its own certificate, the proofs are bound to the nonces alone. The proxy can read everything.
"""

import hashlib
import hmac
import secrets

GUEST_ROLE, HOST_ROLE, HELLO_ROLE = b"guest", b"host", b"answer"
"""Role of a proof: in the guest's request, in the host's response, in ``Hello``."""
NONCE_BYTES = 16


def new_nonce() -> str:
    """Return a random nonce for a proof of the table's secret, as hexadecimal digits."""
    return secrets.token_hex(NONCE_BYTES)


def make_proof(secret: bytes, role: bytes, nonce: str, certificate_hash: bytes) -> str:
    """Return the proof of a table's secret: the HMAC-SHA256 of role, nonce and certificate, as hexadecimal digits.

    Args:
        secret: the table's secret.
        role: ``GUEST_ROLE``, ``HOST_ROLE`` or ``HELLO_ROLE``.
        nonce: the guest's; for ``HELLO_ROLE`` both, as ``join_nonces`` returns them.
        certificate_hash: SHA-256 of the host's certificate as this side has it; empty behind a proxy with its own.
    """
    content = b"\0".join((b"house-rules", role, nonce.encode("utf-8", "replace"), certificate_hash))
    return hmac.new(secret, content, hashlib.sha256).hexdigest()


def join_nonces(guest: str, host: str) -> str:
    """Join the nonces of guest and host to one, for the proof in the guest's message ``Hello``.

    The host's has a fixed length, so that the result is unambiguous.
    """
    return f"{guest} {host}"


def verify_proof(received: str, secret: bytes, role: bytes, nonce: str, certificate_hash: bytes) -> bool:
    """Whether a received proof of the table's secret is right; compared in constant time."""
    return hmac.compare_digest(
        received.encode("utf-8", "replace"), make_proof(secret, role, nonce, certificate_hash).encode()
    )
