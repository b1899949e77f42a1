"""Invitations to a table: where it is, and the secret that opens it.

The code that is read out or typed has 32 letters and digits. A link, which is also what a file and a QR code hold, adds
the SHA-256 of the host's certificate.
"""

import base64
import binascii
import hashlib
import ipaddress
import re
import secrets
from typing import NamedTuple

SECRET_BYTES = 10
"""80 bits: nobody guesses them, and the proofs made with them (``proof.py``) can't be searched either."""
FILE_SUFFIX = ".houserulestable"
MAX_TEXT_LENGTH = 4096
"""Maximum length in characters of anything that is read as an invitation."""
URL_SCHEME = "house-rules:"
CODE_GROUP_LENGTH = 4
"""Number of characters between two hyphens of a code."""
MAX_TABLE_NUMBER = 2**16 - 1
"""The largest number of a table."""
_CROCKFORD_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_RFC_4648_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_TO_RFC = str.maketrans(_CROCKFORD_ALPHABET, _RFC_4648_ALPHABET)
_TO_CROCKFORD = str.maketrans(_RFC_4648_ALPHABET, _CROCKFORD_ALPHABET)
_LOOKALIKES = str.maketrans("OIL", "011")
_FORMAT_VERSION = 1
"""Number of the present form of invitations."""
_KIND_IPV4, _KIND_IPV6, _KIND_NAME = range(3)
_ADDRESS_BYTES = {_KIND_IPV4: 4, _KIND_IPV6: 16}
_HAS_FINGERPRINT, _IS_PUBLIC = 4, 8
"""Bits beside the kind of address."""
_FINGERPRINT_BYTES = 32
_HOST_NAME = re.compile(r"(?=.{1,120}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*", re.ASCII)


class InvitationError(ValueError):
    """The text is not an invitation."""


class Invitation(NamedTuple):
    """Where a table is, and what opens it."""

    address: str
    """An IPv4 or IPv6 address, or the name of a computer."""
    port: int
    table: int
    """Number of the table at that address, 0 to ``MAX_TABLE_NUMBER``."""
    secret: bytes
    """``SECRET_BYTES`` bytes."""
    fingerprint: bytes = b""
    """SHA-256 of the host's certificate; empty in a code, where the secret alone proves the host."""
    public: bool = False
    """Whether the host's certificate comes from an authority that the system trusts, as behind a proxy."""


def new_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def to_code(invitation: Invitation) -> str:
    """The invitation as letters and digits in groups, to be read out and typed; without the certificate.

    >>> to_code(Invitation("192.168.1.20", 47700, 7, bytes(10)))
    '230A-G08M-Q9A0-01R0-0000-0000-0000-000M'
    """
    return _group_letters(_encode_letters(_pack(invitation._replace(fingerprint=b""))))


def to_url(invitation: Invitation) -> str:
    """The whole invitation as a link."""
    return URL_SCHEME + _encode_letters(_pack(invitation))


def format_secret(secret: bytes) -> str:
    """The secret alone, for a table that was found nearby.

    >>> format_secret(bytes(10))
    '0000-0000-0000-0000'
    """
    return _group_letters(_encode_letters(secret))


def parse_secret(text: str) -> bytes:
    """The secret in a text, as ``format_secret`` writes it.

    Raises:
        InvitationError: it is none.
    """
    secret = _decode_letters(_normalise_typed(text[:MAX_TEXT_LENGTH]))
    if len(secret) != SECRET_BYTES:
        raise InvitationError("of a wrong length")
    return secret


def to_file_text(invitation: Invitation) -> str:
    """Contents of a file with an invitation. It says what it is to whoever opens it with another program."""
    return (
        "# An invitation to a table of House Rules. Open this file with House Rules, or drop it onto its window.\n"
        f"{to_url(invitation)}\n"
    )


def parse_invitation(text: str) -> Invitation:
    """The invitation in a code, a link or a file's text.

    Case, spaces and hyphens don't matter, and O, I and L stand for the digits that they look like.

    Raises:
        InvitationError: it is none.
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise InvitationError("too long")
    found = re.search(rf"{URL_SCHEME}([0-9a-z-]+)", text, re.IGNORECASE)
    return _unpack(_decode_letters(_normalise_typed(found[1] if found else text)))


def make_qr_code(invitation: Invitation) -> tuple[tuple[bool, ...], ...]:
    """The link as the rows of a QR code, dark modules true, without the quiet zone."""
    import segno  # noqa: PLC0415  # 15 ms, for nothing unless a code is shown

    made = segno.make_qr(to_url(invitation).upper(), error="m")  # capitals take less room in a QR code
    return tuple(tuple(bool(module) for module in row) for row in made.matrix)


def is_address(text: str) -> bool:
    """Whether a text is an address that an invitation can hold.

    >>> [is_address(one) for one in ("10.0.0.7", "::1", "cards.example.org", "", "a b", "-x")]
    [True, True, True, False, False, False]
    """
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return _HOST_NAME.fullmatch(text.lower()) is not None
    return "%" not in text  # the zone of an address means something on its own computer only


def _pack(invitation: Invitation) -> bytes:
    kind, address = _pack_address(invitation.address)
    flags = kind | (_HAS_FINGERPRINT if invitation.fingerprint else 0) | (_IS_PUBLIC if invitation.public else 0)
    body = bytes([_FORMAT_VERSION << 4 | flags]) + address
    body += invitation.port.to_bytes(2) + invitation.table.to_bytes(2) + invitation.secret + invitation.fingerprint
    return body + _checksum(body)


def _pack_address(address: str) -> tuple[int, bytes]:
    try:
        packed = ipaddress.ip_address(address).packed
    except ValueError:
        name = address.lower().encode("ascii")
        return _KIND_NAME, bytes([len(name)]) + name
    return (_KIND_IPV4 if len(packed) == _ADDRESS_BYTES[_KIND_IPV4] else _KIND_IPV6), packed


def _unpack(raw: bytes) -> Invitation:
    """The invitation in bytes.

    Raises:
        InvitationError: it is none, of another version, or mistyped.
    """
    body, check = raw[:-1], raw[-1:]
    if not body or _checksum(body) != check:
        raise InvitationError("mistyped")
    form, flags, at = body[0] >> 4, body[0] & 15, 1
    kind = flags & 3
    if form != _FORMAT_VERSION or kind > _KIND_NAME:
        raise InvitationError("of another version")
    size = _ADDRESS_BYTES.get(kind)
    if size is None:
        size, at = (body[1] if len(body) > 1 else 0), 2
    held, rest = body[at : at + size], body[at + size :]
    secret, pin = rest[4 : 4 + SECRET_BYTES], rest[4 + SECRET_BYTES :]
    port = int.from_bytes(rest[:2])
    if (
        len(held) != size
        or len(secret) != SECRET_BYTES
        or len(pin) != (_FINGERPRINT_BYTES if flags & _HAS_FINGERPRINT else 0)
    ):
        raise InvitationError("of a wrong length")
    address = held.decode("ascii", "replace") if kind == _KIND_NAME else str(ipaddress.ip_address(held))
    if not is_address(address) or not port:
        raise InvitationError("without an address")
    return Invitation(address, port, int.from_bytes(rest[2:4]), secret, pin, bool(flags & _IS_PUBLIC))


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(body).digest()[:1]


def _group_letters(letters: str) -> str:
    return "-".join(letters[at : at + CODE_GROUP_LENGTH] for at in range(0, len(letters), CODE_GROUP_LENGTH))


def _normalise_typed(text: str) -> str:
    """The letters and digits that somebody meant who typed this."""
    return re.sub(r"[\s\-‐–—_.]", "", text).upper().translate(_LOOKALIKES)


def _encode_letters(raw: bytes) -> str:
    return base64.b32encode(raw).decode("ascii").rstrip("=").translate(_TO_CROCKFORD)


def _decode_letters(letters: str) -> bytes:
    """Inverse of ``_encode_letters``.

    Raises:
        InvitationError: these are other characters, or too many or too few.
    """
    if not letters or set(letters) - set(_CROCKFORD_ALPHABET):
        raise InvitationError("other characters")
    plain = letters.translate(_TO_RFC)
    try:
        return base64.b32decode(plain + "=" * (-len(plain) % 8))
    except binascii.Error:
        raise InvitationError("cut") from None
