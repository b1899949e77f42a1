"""Make assets/textures/*.png: seamless tiles of felt, wood and paper that lighten or darken the colour below.

    python build/make_textures.py

A pixel is white to lighten and black to darken. The strength is in the alpha channel, at most 40 of 255. Standard
library only; the output is reproducible.
"""

import math
import random
import struct
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

TEXTURES = Path(__file__).resolve().parent.parent / "assets" / "textures"
MAX_ALPHA = 40
"""Maximum alpha of a pixel, of 255."""

Grid = list[list[float]]
"""Rows of values."""


def noise(chance: random.Random, width: int, height: int) -> Grid:
    """Return a grid of independent random values from the standard normal distribution."""
    return [[chance.gauss(0.0, 1.0) for _ in range(width)] for _ in range(height)]


def transpose(grid: Grid) -> Grid:
    return [list(column) for column in zip(*grid, strict=True)]


def blur(grid: Grid, radius: int) -> Grid:
    """Smooth each row of a texture by three wrapping box filters of ``2 * radius + 1`` values, almost Gaussian."""
    for _ in range(3):
        grid = [_box(row, radius) for row in grid]
    return grid


def _box(row: Sequence[float], radius: int) -> list[float]:
    length, span = len(row), 2 * radius + 1
    total = sum(row[i % length] for i in range(-radius, radius + 1))
    means = []
    for i in range(length):
        means.append(total / span)
        total += row[(i + radius + 1) % length] - row[(i - radius) % length]
    return means


def standardise(grid: Grid) -> Grid:
    """Scale a texture's values to mean 0 and standard deviation 1."""
    values = [value for row in grid for value in row]
    mean = sum(values) / len(values)
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return [[(value - mean) / spread for value in row] for row in grid]


def grid_of(width: int, height: int, value: Callable[[int, int], float]) -> Grid:
    """Make a texture's grid of values from a function of column and row."""
    return [[value(x, y) for x in range(width)] for y in range(height)]


def felt(chance: random.Random) -> Grid:
    """Make the texture of felt: a four-pixel twill with short fibres, grain and soft unevenness."""
    size = 256
    across = standardise(blur(noise(chance, size, size), 3))
    along = standardise(transpose(blur(noise(chance, size, size), 3)))
    grain = standardise(noise(chance, size, size))
    cloud = standardise(transpose(blur(transpose(blur(noise(chance, size, size), 18)), 18)))

    def value(x: int, y: int) -> float:
        twill = (math.sin(math.tau * (x + y) / 4) + math.sin(math.tau * (x - y) / 4)) / 2
        return twill * 2.0 + (across[y][x] + along[y][x]) * 2.3 + grain[y][x] * 1.6 + cloud[y][x] * 1.6

    return grid_of(size, size, value)


def wood(chance: random.Random) -> Grid:
    """Make the texture of wood with grain along x: warped rings, streaks and pores."""
    width, height = 1024, 256
    warp = standardise(transpose(blur(transpose(blur(noise(chance, width, height), 90)), 10)))
    streak = standardise(blur(noise(chance, width, height), 40))
    pores = standardise(blur(noise(chance, width, height), 6))

    def value(x: int, y: int) -> float:
        rings = math.sin(math.tau * (y / height * 9 + warp[y][x] * 0.55))
        pore = pores[y][x] * 4 if pores[y][x] < -1.9 else 0.0
        return rings * 5 + streak[y][x] * 6 + pore

    return grid_of(width, height, value)


def paper(chance: random.Random) -> Grid:
    """Make the texture of paper: fine grain over slightly longer fibres."""
    size = 256
    soft = standardise(blur(noise(chance, size, size), 2))
    grain = standardise(noise(chance, size, size))
    return grid_of(size, size, lambda x, y: soft[y][x] * 1.1 + grain[y][x] * 0.9)


def save(grid: Grid, path: Path) -> None:
    """Write a texture as a PNG with grey and alpha channels."""
    lines = bytearray()
    for row in grid:
        lines.append(0)
        for value in row:
            lines += bytes((255 if value > 0 else 0, min(MAX_ALPHA, int(abs(value)))))
    header = struct.pack(">IIBBBBB", len(grid[0]), len(grid), 8, 4, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(lines), 9)), (b"IEND", b""))
    data = b"\x89PNG\r\n\x1a\n"
    for name, body in parts:
        data += struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    path.write_bytes(data)


def main() -> None:
    TEXTURES.mkdir(parents=True, exist_ok=True)
    for name, make in (("felt", felt), ("wood", wood), ("paper", paper)):
        save(make(random.Random(7)), TEXTURES / f"{name}.png")


if __name__ == "__main__":
    main()
