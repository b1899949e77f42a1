"""Parsing and formatting of invitations: typed codes, URLs, QR codes, invalid texts."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.online.protocol import invitation
from engine.online.protocol.invitation import Invitation, InvitationError

SECRET = bytes(range(10))
INVITATION = Invitation("192.168.1.20", 47700, 7, SECRET, bytes(range(32)))


@pytest.mark.parametrize("address", ["192.168.1.20", "2001:db8::7", "cards.example.org"])
@pytest.mark.parametrize("pin", [b"", bytes(range(32))])
@pytest.mark.parametrize("public", [False, True])
def test_every_form_parses_to_same_invitation(address: str, pin: bytes, public: bool) -> None:
    whole = Invitation(address, 65535, 65535, SECRET, pin, public)
    assert invitation.parse_invitation(invitation.to_url(whole)) == whole
    assert invitation.parse_invitation(invitation.to_url(whole).upper()) == whole, "as in a QR code"
    assert invitation.parse_invitation(invitation.to_file_text(whole)) == whole
    assert invitation.parse_invitation(invitation.to_code(whole)) == whole._replace(fingerprint=b"")


def test_code_is_short_and_tolerates_typing_variants() -> None:
    code = invitation.to_code(INVITATION)
    assert len(code.replace("-", "")) == 32
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    for variant in (typed, typed.replace("l", "ı"), typed.replace("l", "İ")):  # the letters i and I in Turkish
        assert invitation.parse_invitation(f"  {variant}\n") == INVITATION._replace(fingerprint=b"")


def test_mistyped_character_is_noticed() -> None:
    code, letters = invitation.to_code(INVITATION), "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    changed = [
        code[:at] + new + code[at + 1 :] for at, old in enumerate(code) for new in letters if old not in f"-{new}"
    ]
    unnoticed = 0
    for one in changed:
        with contextlib.suppress(InvitationError):
            unnoticed += invitation.parse_invitation(one) != INVITATION._replace(fingerprint=b"")
    assert len(changed) == 32 * 31
    assert unnoticed <= len(changed) / 100


@given(
    st.text(max_size=200)
    | st.text("0123456789ABCDEFGHJKMNPQRSTVWXYZ", max_size=120).map(lambda text: f"house-rules:{text}")
)
def test_any_text_is_invitation_or_refused(text: str) -> None:
    try:
        found = invitation.parse_invitation(text)
    except InvitationError:
        return
    assert invitation.is_ip_or_hostname(found.address) and len(found.secret) == 10
    assert invitation.parse_invitation(invitation.to_url(found)) == found


def test_overlong_text_is_not_parsed() -> None:
    with pytest.raises(InvitationError, match="too long"):
        invitation.parse_invitation(invitation.to_url(INVITATION) + " " * invitation.MAX_TEXT_LENGTH)


def test_secrets_are_typed_alone_for_table_nearby() -> None:
    assert invitation.parse_secret(invitation.format_secret(SECRET).lower().replace("-", "")) == SECRET
    with pytest.raises(InvitationError):
        invitation.parse_secret(invitation.to_code(INVITATION))
    assert invitation.new_secret() != invitation.new_secret()


def test_qr_code_is_square_with_three_corners() -> None:
    rows = invitation.make_qr_code(INVITATION)
    corner = [True] * 7
    assert {len(row) for row in rows} == {len(rows)} and len(rows) <= 45
    assert list(rows[0][:7]) == list(rows[0][-7:]) == list(rows[-1][:7]) == corner
    assert list(rows[-1][-7:]) != corner
