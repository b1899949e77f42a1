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
LARGEST = 4096
"""Maximum length in characters of anything that is read as an invitation."""
LINK = "house-rules:"
GROUP = 4
"""Number of characters between two hyphens of a code."""
MAX_TABLE = 2**16 - 1
"""The largest number of a table."""
_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_RFC = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_TO_RFC = str.maketrans(_CROCKFORD, _RFC)
_TO_CROCKFORD = str.maketrans(_RFC, _CROCKFORD)
_LOOKALIKES = str.maketrans("OIL", "011")
_FORM = 1
"""Number of the present form of invitations."""
_IPV4, _IPV6, _NAME = range(3)
_SIZES = {_IPV4: 4, _IPV6: 16}
_HAS_PIN, _PUBLIC = 4, 8
"""Bits beside the kind of address."""
_PIN_BYTES = 32
_HOST = re.compile(r"(?=.{1,120}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*", re.ASCII)


class InvitationError(ValueError):
    """The text is not an invitation."""


class Invitation(NamedTuple):
    """Where a table is, and what opens it."""

    address: str
    """An IPv4 or IPv6 address, or the name of a computer."""
    port: int
    table: int
    """Number of the table at that address, 0 to ``MAX_TABLE``."""
    secret: bytes
    """``SECRET_BYTES`` bytes."""
    pin: bytes = b""
    """SHA-256 of the host's certificate; empty in a code, where the secret alone proves the host."""
    public: bool = False
    """Whether the host's certificate comes from an authority that the system trusts, as behind a proxy."""


def new_secret() -> bytes:
    """A secret that nobody can guess."""
    return secrets.token_bytes(SECRET_BYTES)


def code(invitation: Invitation) -> str:
    """The invitation as letters and digits in groups, to be read out and typed; without the certificate.

    >>> code(Invitation("192.168.1.20", 47700, 7, bytes(10)))
    '230A-G08M-Q9A0-01R0-0000-0000-0000-000M'
    """
    return _grouped(_letters(_packed(invitation._replace(pin=b""))))


def link(invitation: Invitation) -> str:
    """The whole invitation as a link."""
    return LINK + _letters(_packed(invitation))


def secret_text(secret: bytes) -> str:
    """The secret alone, for a table that was found nearby.

    >>> secret_text(bytes(10))
    '0000-0000-0000-0000'
    """
    return _grouped(_letters(secret))


def parse_secret(text: str) -> bytes:
    """The secret in a text, as ``secret_text`` writes it.

    Raises:
        InvitationError: it is none.
    """
    secret = _bytes(_typed(text[:LARGEST]))
    if len(secret) != SECRET_BYTES:
        raise InvitationError("of a wrong length")
    return secret


def file_text(invitation: Invitation) -> str:
    """Contents of a file with an invitation. It says what it is to whoever opens it with another program."""
    return (
        "# An invitation to a table of House Rules. Open this file with House Rules, or drop it onto its window.\n"
        f"{link(invitation)}\n"
    )


def parse(text: str) -> Invitation:
    """The invitation in a code, a link or a file's text.

    Case, spaces and hyphens don't matter, and O, I and L stand for the digits that they look like.

    Raises:
        InvitationError: it is none.
    """
    if len(text) > LARGEST:
        raise InvitationError("too long")
    found = re.search(rf"{LINK}([0-9a-z-]+)", text, re.IGNORECASE)
    return _unpacked(_bytes(_typed(found[1] if found else text)))


def qr(invitation: Invitation) -> tuple[tuple[bool, ...], ...]:
    """The link as the rows of a QR code, dark modules true, without the quiet zone."""
    import segno  # noqa: PLC0415  # 15 ms, for nothing unless a code is shown

    made = segno.make_qr(link(invitation).upper(), error="m")  # capitals take less room in a QR code
    return tuple(tuple(bool(module) for module in row) for row in made.matrix)


def is_address(text: str) -> bool:
    """Whether a text is an address that an invitation can hold.

    >>> [is_address(one) for one in ("10.0.0.7", "::1", "cards.example.org", "", "a b", "-x")]
    [True, True, True, False, False, False]
    """
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return _HOST.fullmatch(text.lower()) is not None
    return "%" not in text  # the zone of an address means something on its own computer only


def _packed(invitation: Invitation) -> bytes:
    kind, address = _packed_address(invitation.address)
    flags = kind | (_HAS_PIN if invitation.pin else 0) | (_PUBLIC if invitation.public else 0)
    body = bytes([_FORM << 4 | flags]) + address
    body += invitation.port.to_bytes(2) + invitation.table.to_bytes(2) + invitation.secret + invitation.pin
    return body + _check(body)


def _packed_address(address: str) -> tuple[int, bytes]:
    try:
        packed = ipaddress.ip_address(address).packed
    except ValueError:
        name = address.lower().encode("ascii")
        return _NAME, bytes([len(name)]) + name
    return (_IPV4 if len(packed) == _SIZES[_IPV4] else _IPV6), packed


def _unpacked(raw: bytes) -> Invitation:
    """The invitation in bytes.

    Raises:
        InvitationError: it is none, of another version, or mistyped.
    """
    body, check = raw[:-1], raw[-1:]
    if not body or _check(body) != check:
        raise InvitationError("mistyped")
    form, flags, at = body[0] >> 4, body[0] & 15, 1
    kind = flags & 3
    if form != _FORM or kind > _NAME:
        raise InvitationError("of another version")
    size = _SIZES.get(kind)
    if size is None:
        size, at = (body[1] if len(body) > 1 else 0), 2
    held, rest = body[at : at + size], body[at + size :]
    secret, pin = rest[4 : 4 + SECRET_BYTES], rest[4 + SECRET_BYTES :]
    port = int.from_bytes(rest[:2])
    if len(held) != size or len(secret) != SECRET_BYTES or len(pin) != (_PIN_BYTES if flags & _HAS_PIN else 0):
        raise InvitationError("of a wrong length")
    address = held.decode("ascii", "replace") if kind == _NAME else str(ipaddress.ip_address(held))
    if not is_address(address) or not port:
        raise InvitationError("without an address")
    return Invitation(address, port, int.from_bytes(rest[2:4]), secret, pin, bool(flags & _PUBLIC))


def _check(body: bytes) -> bytes:
    return hashlib.sha256(body).digest()[:1]


def _grouped(letters: str) -> str:
    return "-".join(letters[at : at + GROUP] for at in range(0, len(letters), GROUP))


def _typed(text: str) -> str:
    """The letters and digits that somebody meant who typed this."""
    return re.sub(r"[\s\-‐–—_.]", "", text).upper().translate(_LOOKALIKES)


def _letters(raw: bytes) -> str:
    return base64.b32encode(raw).decode("ascii").rstrip("=").translate(_TO_CROCKFORD)


def _bytes(letters: str) -> bytes:
    """Inverse of ``_letters``.

    Raises:
        InvitationError: these are other characters, or too many or too few.
    """
    if not letters or set(letters) - set(_CROCKFORD):
        raise InvitationError("other characters")
    plain = letters.translate(_TO_RFC)
    try:
        return base64.b32decode(plain + "=" * (-len(plain) % 8))
    except binascii.Error:
        raise InvitationError("cut") from None
