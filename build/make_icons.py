"""Make the application's icons from assets/app/icon.svg: icon.png (256), icon.ico (Windows), icon.icns (macOS).

    python build/make_icons.py

Both containers hold PNG pictures. An ICO file begins with a directory of their sizes and offsets. An ICNS file has a
four-letter type and a length before each. The output is reproducible on one machine.
"""

import io
import struct
from collections.abc import Mapping
from pathlib import Path

import pygame

APP = Path(__file__).resolve().parent.parent / "assets" / "app"
PNG_SIZE = 256
ICO_SIZES = (16, 20, 24, 32, 40, 48, 64, 128, 256)
ICNS_TYPES = {
    "icp4": 16, "icp5": 32, "ic07": 128, "ic08": 256, "ic09": 512,
    "ic11": 32, "ic12": 64, "ic13": 256, "ic14": 512, "ic10": 1024,
}  # fmt: skip
"""Entry type -> width of its picture, px. The second row is for Retina screens: 16, 32, 128, 256, 512 points."""


def png(drawing: Path, size: int) -> bytes:
    """Render an SVG drawing as a square PNG, ``size`` pixels wide."""
    out = io.BytesIO()
    pygame.image.save(pygame.image.load_sized_svg(drawing, (size, size)), out, "icon.png")
    return out.getvalue()


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """Return an ICO file (icons of Windows) of PNG pictures, keyed by their width in pixels (at most 256)."""
    place = 6 + 16 * len(pictures)
    directory = struct.pack("<HHH", 0, 1, len(pictures))
    for size, picture in pictures.items():
        side = size % 256  # the format encodes 256 as 0
        directory += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), place)
        place += len(picture)
    return directory + b"".join(pictures.values())


def icns(pictures: Mapping[str, bytes]) -> bytes:
    """Return an ICNS file (icons of macOS) of PNG pictures, keyed by entry type."""
    body = b"".join(
        struct.pack(">4sI", kind.encode("ascii"), 8 + len(picture)) + picture for kind, picture in pictures.items()
    )
    return struct.pack(">4sI", b"icns", 8 + len(body)) + body


def main() -> None:
    drawing = APP / "icon.svg"
    drawn = {size: png(drawing, size) for size in sorted({PNG_SIZE, *ICO_SIZES, *ICNS_TYPES.values()})}
    (APP / "icon.png").write_bytes(drawn[PNG_SIZE])
    (APP / "icon.ico").write_bytes(ico({size: drawn[size] for size in ICO_SIZES}))
    (APP / "icon.icns").write_bytes(icns({kind: drawn[size] for kind, size in ICNS_TYPES.items()}))


if __name__ == "__main__":
    main()
