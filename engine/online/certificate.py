"""The certificate that a host makes for itself, and the TLS contexts of both sides."""

import contextlib
import datetime
import hashlib
import os
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from engine.profile.reading import read_bytes
from engine.profile.storage import write_atomic

LARGEST = 16_384
"""Maximum size of the file in bytes; it has 1000."""
_FROM, _UNTIL = (datetime.datetime(year, 1, 1, tzinfo=datetime.UTC) for year in (2020, 2120))
"""Guests compare the certificate itself, not its dates, and a computer's clock may be wrong."""


def host_certificate(file: Path) -> tuple[ssl.SSLContext, bytes]:
    """The host's side of TLS, and the SHA-256 of its certificate. Made once and kept, so that invitations stay valid.

    A file that can't be used is replaced.

    Raises:
        OSError: it can't be written.
    """
    with contextlib.suppress(OSError, ValueError):
        return _loaded(file)
    write_atomic(file, _made())  # which only this user may read
    return _loaded(file)


def _loaded(file: Path) -> tuple[ssl.SSLContext, bytes]:
    """The same from an existing file.

    Raises:
        OSError, ValueError: it is missing or damaged.
    """
    certificate = x509.load_pem_x509_certificate(read_bytes(file, LARGEST))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_cert_chain(file)
    return context, certificate.fingerprint(hashes.SHA256())


def _made() -> str:
    """A new key and its certificate, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "House Rules")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(int.from_bytes(os.urandom(16)) >> 1 | 1)
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return (private + certificate.public_bytes(serialization.Encoding.PEM)).decode("ascii")


def pinning_context() -> ssl.SSLContext:
    """A guest's side of TLS with a host that made its certificate itself: the caller compares its fingerprint."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def fingerprint(certificate: bytes) -> bytes:
    """SHA-256 of a certificate in its binary form, as the other side of a connection sends it."""
    return hashlib.sha256(certificate).digest()
