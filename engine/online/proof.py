"""Proofs that guest and host both know a table's secret, bound to the connection's certificate.

The secret itself is never sent. Someone between the two has another certificate, so that neither proof is worth
anything elsewhere.
"""

import hashlib
import hmac
import secrets

GUEST, HOST = b"guest", b"host"
NONCE_BYTES = 16


def new_nonce() -> str:
    """A number used once, as hexadecimal digits."""
    return secrets.token_hex(NONCE_BYTES)


def proof(secret: bytes, whose: bytes, nonce: str, certificate: bytes) -> str:
    """The proof of ``GUEST`` or ``HOST``, as hexadecimal digits.

    Args:
        secret: the table's.
        whose: who proves it.
        nonce: what the guest chose for this connection.
        certificate: SHA-256 of the host's certificate as this side has it; empty behind a proxy, which has its own.
    """
    said = b"\0".join((b"house-rules", whose, nonce.encode("utf-8", "replace"), certificate))
    return hmac.new(secret, said, hashlib.sha256).hexdigest()


def is_proof(given: str, secret: bytes, whose: bytes, nonce: str, certificate: bytes) -> bool:
    """Whether a proof is right. Takes the same time wherever it differs."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), proof(secret, whose, nonce, certificate).encode())
