"""Invitations to a table: its address and its secret.

The code to read out or type has 32 letters and digits. The URL, also in files and QR codes, adds the SHA-256 of the
host's certificate.
"""

import base64
import binascii
import hashlib
import ipaddress
import re
import secrets
from typing import NamedTuple

from engine.pasted_text import URL_SCHEME, clean_pasted_text

SECRET_BYTES = 10
"""Length of a table's secret; 80 bits are too many to guess, or to search for with a recorded proof (``proof.py``)."""
FILE_SUFFIX = ".houserulestable"
MAX_TEXT_LENGTH = 4096
"""Maximum length in characters of a text to parse."""
CODE_GROUP_LENGTH = 4
"""Number of characters between two hyphens of a code."""
MAX_TABLE_NUMBER = 2**16 - 1
_CROCKFORD_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_RFC_4648_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_TO_RFC = str.maketrans(_CROCKFORD_ALPHABET, _RFC_4648_ALPHABET)
_TO_CROCKFORD = str.maketrans(_RFC_4648_ALPHABET, _CROCKFORD_ALPHABET)
_LOOKALIKES = str.maketrans("OIİL", "0111")
_FORMAT_VERSION = 1
"""Version of the binary format."""
_KIND_IPV4, _KIND_IPV6, _KIND_NAME = range(3)
_ADDRESS_BYTES = {_KIND_IPV4: 4, _KIND_IPV6: 16}
_HAS_FINGERPRINT, _HAS_TRUSTED_CERTIFICATE = 4, 8
"""Flag bits, in one byte with the kind of address."""
_FINGERPRINT_BYTES = 32
_CODE_PATTERN = re.compile(r"(?:[0-9a-z]{4}-){4,}[0-9a-z]{1,4}", re.IGNORECASE)
"""Pattern of an invitation's code within a longer message."""
_HOST_NAME = re.compile(r"(?=.{1,120}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*", re.ASCII)


class InvitationError(ValueError):
    """The text is not a valid invitation to an online table."""


class Invitation(NamedTuple):
    """Invitation to an online table: its address, number and secret."""

    address: str
    """An IPv4 or IPv6 address, or a host name."""
    port: int
    table_number: int
    """Number of the table at that address, 0 to ``MAX_TABLE_NUMBER``."""
    secret: bytes
    """``SECRET_BYTES`` bytes."""
    fingerprint: bytes = b""
    """SHA-256 of the host's certificate; empty in a code, where only the secret authenticates the host."""
    has_trusted_certificate: bool = False
    """Whether the host's certificate is signed by an authority that the system trusts, as behind a proxy."""


def new_secret() -> bytes:
    """Return a random secret for a table."""
    return secrets.token_bytes(SECRET_BYTES)


def to_code(invitation: Invitation) -> str:
    """Format an invitation as groups of letters and digits, to read out or type; without the fingerprint.

    >>> to_code(Invitation("192.168.1.20", 47700, 7, bytes(10)))
    '230A-G08M-Q9A0-01R0-0000-0000-0000-000M'
    """
    return _group_letters(_encode_letters(_pack(invitation._replace(fingerprint=b""))))


def to_url(invitation: Invitation) -> str:
    """Format an invitation, with its fingerprint, as a URL."""
    return URL_SCHEME + _encode_letters(_pack(invitation))


def format_secret(secret: bytes) -> str:
    """Format the secret of a table without its address, for a table that was found nearby.

    >>> format_secret(bytes(10))
    '0000-0000-0000-0000'
    """
    return _group_letters(_encode_letters(secret))


def parse_secret(text: str) -> bytes:
    """Parse the secret of a table as ``format_secret`` writes it.

    Raises:
        InvitationError: the text is not a secret.
    """
    secret = _decode_letters(_normalise_typed(text[:MAX_TEXT_LENGTH]))
    if len(secret) != SECRET_BYTES:
        raise InvitationError(f"secret has {len(secret)} bytes, expected {SECRET_BYTES}")
    return secret


def to_file_text(invitation: Invitation) -> str:
    """Return the content of an invitation file, with a comment for people who open it in an editor."""
    return (
        "# An invitation to a table of House Rules. Open this file with House Rules, or drop it onto its window.\n"
        f"{to_url(invitation)}\n"
    )


def parse_invitation(text: str) -> Invitation:
    """Parse an invitation from a code, a URL, or a message or file with one of them.

    Case, spaces and hyphens are ignored; O, I and L are read as digits.

    Raises:
        InvitationError: the text is not an invitation.
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise InvitationError(f"invitation is too long: {len(text)} characters, at most {MAX_TEXT_LENGTH} are allowed")
    text = clean_pasted_text(text)
    found = re.search(rf"{URL_SCHEME}([0-9a-z-]+)", text, re.IGNORECASE)
    try:
        return _unpack(_decode_letters(_normalise_typed(found[1] if found else text)))
    except InvitationError:
        code = None if found else _CODE_PATTERN.search(text)
        if code is None:
            raise
        return _unpack(_decode_letters(_normalise_typed(code[0])))


def make_qr_code(invitation: Invitation) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of the QR code of an invitation's URL: True for dark modules, without the quiet zone."""
    import segno  # noqa: PLC0415  # late import: 15 ms, only needed to show a code

    made = segno.make_qr(to_url(invitation).upper(), error="m")  # capitals need fewer modules (alphanumeric mode)
    return tuple(tuple(bool(module) for module in row) for row in made.matrix)


def is_ip_or_hostname(text: str) -> bool:
    """Whether a text fits as the address of an invitation.

    >>> [is_ip_or_hostname(one) for one in ("10.0.0.7", "::1", "cards.example.org", "", "a b", "-x")]
    [True, True, True, False, False, False]
    """
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return _HOST_NAME.fullmatch(text.lower()) is not None
    return "%" not in text  # an IPv6 zone is only valid on its own computer


def _pack(invitation: Invitation) -> bytes:
    kind, address = _pack_address(invitation.address)
    flags = (
        kind
        | (_HAS_FINGERPRINT if invitation.fingerprint else 0)
        | (_HAS_TRUSTED_CERTIFICATE if invitation.has_trusted_certificate else 0)
    )
    body = bytes([_FORMAT_VERSION << 4 | flags]) + address
    body += (
        invitation.port.to_bytes(2) + invitation.table_number.to_bytes(2) + invitation.secret + invitation.fingerprint
    )
    return body + _checksum(body)


def _pack_address(address: str) -> tuple[int, bytes]:
    try:
        packed = ipaddress.ip_address(address).packed
    except ValueError:
        name = address.lower().encode("ascii")
        return _KIND_NAME, bytes([len(name)]) + name
    return (_KIND_IPV4 if len(packed) == _ADDRESS_BYTES[_KIND_IPV4] else _KIND_IPV6), packed


def _unpack(raw: bytes) -> Invitation:
    """Decode an invitation from its packed bytes.

    Raises:
        InvitationError: they are damaged, mistyped, or of another format version.
    """
    body, check = raw[:-1], raw[-1:]
    if not body or _checksum(body) != check:
        raise InvitationError("invitation: wrong checksum")
    version, flags, start = body[0] >> 4, body[0] & 15, 1
    kind = flags & 3
    if version != _FORMAT_VERSION or kind > _KIND_NAME:
        raise InvitationError(f"invitation: unknown version {version} or kind of address {kind}")
    size = _ADDRESS_BYTES.get(kind)
    if size is None:
        size, start = (body[1] if len(body) > 1 else 0), 2
    packed_address, rest = body[start : start + size], body[start + size :]
    secret, pin = rest[4 : 4 + SECRET_BYTES], rest[4 + SECRET_BYTES :]
    port = int.from_bytes(rest[:2])
    if (
        len(packed_address) != size
        or len(secret) != SECRET_BYTES
        or len(pin) != (_FINGERPRINT_BYTES if flags & _HAS_FINGERPRINT else 0)
    ):
        raise InvitationError(f"invitation: {len(raw)} bytes don't fit its flags")
    address = (
        packed_address.decode("ascii", "replace") if kind == _KIND_NAME else str(ipaddress.ip_address(packed_address))
    )
    if not is_ip_or_hostname(address) or not port:
        raise InvitationError(f"invitation: invalid address {address!r} or port {port}")
    return Invitation(address, port, int.from_bytes(rest[2:4]), secret, pin, bool(flags & _HAS_TRUSTED_CERTIFICATE))


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(body).digest()[:1]


def _group_letters(letters: str) -> str:
    return "-".join(letters[at : at + CODE_GROUP_LENGTH] for at in range(0, len(letters), CODE_GROUP_LENGTH))


def _normalise_typed(text: str) -> str:
    """Return a typed invitation or secret in capitals, without separators, with look-alike letters as digits."""
    return re.sub(r"[\s\-_.]", "", clean_pasted_text(text)).upper().translate(_LOOKALIKES)


def _encode_letters(raw: bytes) -> str:
    return base64.b32encode(raw).decode("ascii").rstrip("=").translate(_TO_CROCKFORD)


def _decode_letters(letters: str) -> bytes:
    """Decode the letters and digits of an invitation or secret to bytes.

    Raises:
        InvitationError: a character is not in the alphabet, or the number of letters is impossible.
    """
    if not letters or set(letters) - set(_CROCKFORD_ALPHABET):
        raise InvitationError(f"empty, or characters other than {_CROCKFORD_ALPHABET}")
    plain = letters.translate(_TO_RFC)
    try:
        return base64.b32decode(plain + "=" * (-len(plain) % 8))
    except binascii.Error:
        raise InvitationError(f"{len(letters)} letters are no whole number of bytes") from None
