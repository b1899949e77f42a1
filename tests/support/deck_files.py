"""Sample decks to import: small drawings of 52 cards, in folders and zip files."""

import functools
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from engine.profile.custom_decks import FACES, PICTURE_SIZE

BACK_RED = "#7d1f2d"


def svg(body: str = "", *, size: str = 'width="63" height="88" viewBox="0 0 63 88"', colour: str = "#c8102e") -> bytes:
    """Return a drawing of a card: white, with a coloured rectangle, and ``body``."""
    card = '<rect width="63" height="88" fill="#ffffff"/>'
    mark = f'<path d="M10 10H50V{40 + len(colour)}H10Z" fill="{colour}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{card}{mark}{body}</svg>'.encode()


def png(width: int = 126, height: int = 176, *, brightness: int = 0) -> bytes:
    """Return a PNG with an upper half of grey level ``brightness``, 0 … 255, and a lighter lower half."""
    rows = b"".join(b"\0" + bytes([brightness if y < height // 2 else 250] * 3 * width) for y in range(height))
    return _png(width, height, zlib.compress(rows, 1))


def _png(width: int, height: int, compressed: bytes) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">L", len(content)) + kind + content + struct.pack(">L", zlib.crc32(kind + content))

    head = struct.pack(">LLBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", compressed) + chunk(b"IEND", b"")


def png_bomb(width: int, height: int) -> bytes:
    """Return a PNG of a few bytes that unpacks to many black pixels."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(1 + 3 * width)) for _ in range(min(height, 400))) + packer.flush()
    return _png(width, height, packed)


def drawings(kind: str = "svg") -> dict[str, bytes]:
    """Return 52 different drawings by file name."""
    if kind == "png":
        return {f"{card}.png": png(brightness=3 * i) for i, card in enumerate(FACES)}
    return {f"{card}.svg": svg(colour=f"#{4 * i:02x}10{200 - 3 * i:02x}") for i, card in enumerate(FACES)}


@functools.cache
def pictures() -> Mapping[str, bytes]:
    """Return the 52 pictures of a stored deck."""
    return {card: png(*PICTURE_SIZE, brightness=2 + 4 * i) for i, card in enumerate(FACES)}


def make_folder(path: Path, files: Mapping[str, bytes]) -> Path:
    """Create a folder with these files."""
    path.mkdir(parents=True)
    for name, content in files.items():
        (path / name).write_bytes(content)
    return path


def make_zip(path: Path, files: Mapping[str, bytes]) -> Path:
    """Create a zip file with these files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path
