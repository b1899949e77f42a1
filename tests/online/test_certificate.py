"""The host's own certificate."""

import sys
from pathlib import Path

import pytest

from engine.online.protocol.certificate import load_or_create_certificate


def test_certificate_is_stored_and_reused(tmp_path: Path) -> None:
    file = tmp_path / "online" / "host.pem"
    _, first = load_or_create_certificate(file)
    text = file.read_bytes()
    assert load_or_create_certificate(file)[1] == first and len(first) == 32
    assert file.read_bytes() == text
    assert load_or_create_certificate(tmp_path / "other.pem")[1] != first


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_key_file_is_private(tmp_path: Path) -> None:
    file = tmp_path / "host.pem"
    load_or_create_certificate(file)
    assert file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "content", [b"", b"rubbish\xff", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_damaged_file_is_replaced(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "host.pem"
    file.write_bytes(content)
    assert len(load_or_create_certificate(file)[1]) == 32
