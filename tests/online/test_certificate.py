"""The host's own certificate."""

import sys
from pathlib import Path

import pytest

from engine.online.certificate import host_certificate


def test_a_certificate_is_kept_so_that_invitations_stay_valid(tmp_path: Path) -> None:
    file = tmp_path / "online" / "host.pem"
    _, first = host_certificate(file)
    text = file.read_bytes()
    assert host_certificate(file)[1] == first and len(first) == 32
    assert file.read_bytes() == text
    assert host_certificate(tmp_path / "other.pem")[1] != first


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_nobody_else_may_read_the_key(tmp_path: Path) -> None:
    file = tmp_path / "host.pem"
    host_certificate(file)
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "content", [b"", b"rubbish\xff", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_a_damaged_file_is_replaced(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "host.pem"
    file.write_bytes(content)
    assert len(host_certificate(file)[1]) == 32
