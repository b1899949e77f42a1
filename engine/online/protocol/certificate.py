"""Self-signed certificate of a host, and the TLS contexts of both sides."""

import contextlib
import hashlib
import ssl
from pathlib import Path

from ecdsa import NIST256p, SigningKey, der
from ecdsa.util import sigencode_der

from engine.profile.safe_reading import read_bytes
from engine.profile.storage import write_atomic

MAX_FILE_BYTES = 16_384
"""Maximum size of the certificate file; a valid one has 700 bytes."""
_COMMON_NAME = (2, 5, 4, 3)
_ECDSA_WITH_SHA256 = (1, 2, 840, 10045, 4, 3, 2)
_SUBJECT_NAME = b"House Rules"
_VALID_FROM, _VALID_UNTIL = b"200101000000Z", b"491231235959Z"
"""As UTCTime. The period is long since guests compare the certificate itself, and a computer's clock may be wrong."""
_TAG_UTF8_STRING, _TAG_UTC_TIME, _TAG_SET = b"\x0c", b"\x17", b"\x31"


def load_or_create_certificate(file: Path) -> tuple[ssl.SSLContext, bytes]:
    """Return the host's TLS context and the SHA-256 of its certificate.

    The certificate is reused, so that invitations stay valid. A missing or unusable file is replaced.

    Raises:
        OSError: the file can't be written.
    """
    with contextlib.suppress(OSError, ValueError):
        return _load(file)
    file.unlink(missing_ok=True)  # with its rights: a new file is readable by this user only
    write_atomic(file, _make_pem())
    return _load(file)


def _load(file: Path) -> tuple[ssl.SSLContext, bytes]:
    """Load a host's certificate and private key from their file.

    Raises:
        OSError, ValueError: it is missing or damaged.
    """
    text = read_bytes(file, MAX_FILE_BYTES).decode("ascii")
    _, begins, certificate = text.partition("-----BEGIN CERTIFICATE-----")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_cert_chain(file)
    return context, fingerprint(ssl.PEM_cert_to_DER_cert(begins + certificate.rstrip()))


def _make_pem() -> str:
    """Return a new private key and its self-signed certificate as PEM."""
    key: SigningKey = SigningKey.generate(NIST256p, hashfunc=hashlib.sha256)
    private: bytes = key.to_pem(format="pkcs8")
    return private.decode("ascii") + ssl.DER_cert_to_PEM_cert(_make_self_signed(key))


def _make_self_signed(key: SigningKey) -> bytes:
    """Return a self-signed certificate for a key, in DER (RFC 5280, version 1, no extensions)."""
    algorithm = der.encode_sequence(der.encode_oid(*_ECDSA_WITH_SHA256))
    name = der.encode_sequence(
        _der_field(
            _TAG_SET, der.encode_sequence(der.encode_oid(*_COMMON_NAME), _der_field(_TAG_UTF8_STRING, _SUBJECT_NAME))
        )
    )
    serial = int.from_bytes(hashlib.sha256(key.verifying_key.to_string()).digest()[:16], "big")
    tbs_certificate: bytes = der.encode_sequence(
        der.encode_integer(serial),
        algorithm,
        name,
        der.encode_sequence(_der_field(_TAG_UTC_TIME, _VALID_FROM), _der_field(_TAG_UTC_TIME, _VALID_UNTIL)),
        name,
        key.verifying_key.to_der(),
    )
    signature = key.sign_deterministic(tbs_certificate, sigencode=sigencode_der)
    certificate: bytes = der.encode_sequence(tbs_certificate, algorithm, der.encode_bitstring(signature, 0))
    return certificate


def _der_field(tag: bytes, content: bytes) -> bytes:
    """Encode a field in DER (ASN.1); the content has at most 127 bytes."""
    return tag + bytes((len(content),)) + content


def unverified_tls_context() -> ssl.SSLContext:
    """Return a guest's TLS context for self-signed certificates; the caller compares the fingerprint."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def fingerprint(certificate: bytes) -> bytes:
    """Return the SHA-256 of a TLS certificate in DER."""
    return hashlib.sha256(certificate).digest()
