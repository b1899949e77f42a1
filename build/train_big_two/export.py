"""Convert the trained weights to integers: ``python build/train_big_two/export.py WEIGHTS.bin NETWORK.npz``.

All sums of the network stay below 2**24, so that float32 adds them exactly, in any order, on every machine.
"""

import sys
from pathlib import Path

import numpy as np

ROWS, SMALL, POINTS = 1010, 32, 10.0
FIRST_SCALE = 1 << 8
"""Integer for the activation 1.0 of the first hidden layer; outputs are clipped to one less."""
SCALE = 1 << 10
"""Integer for the activation 1.0 of the second and third hidden layer; outputs are clipped to one less."""
LIMIT = 1 << 24
_FIRST_SHIFT = 4
_MAX_ACTIVE_ROWS = 256
"""Maximum number of features that are active at once."""


def layers(path: Path) -> list[np.ndarray]:
    """Read the weights and biases of the four layers from the trainer's file."""
    flat = np.fromfile(path, np.float32)
    wide = (len(flat) - SMALL * SMALL - 3 * SMALL - 16) // (ROWS + 1 + SMALL)
    shapes = [(ROWS, wide), (wide,), (wide, SMALL), (SMALL,), (SMALL, SMALL), (SMALL,), (SMALL,), (16,)]
    found, start = [], 0
    for shape in shapes:
        size = int(np.prod(shape))
        found.append(flat[start : start + size].reshape(shape).astype(np.float64))
        start += size
    if start != len(flat):
        raise SystemExit(f"{path} has {len(flat)} numbers, expected {start}")
    return found


def whole(weights: np.ndarray, bias: np.ndarray, max_input: float) -> tuple[np.ndarray, np.ndarray, int]:
    """Return integer weights and bias, and the binary logarithm of their scale, as large as ``LIMIT`` allows.

    ``max_input`` is the maximum input as an integer; the input 1.0 is ``most + 1``.
    """
    for digits in range(14, 0, -1):
        scaled = np.rint(weights * 2**digits)
        offset = np.rint(bias * 2**digits * (max_input + 1))
        if np.abs(scaled).max() < 1 << 15 and (np.abs(scaled).sum(axis=0) * max_input + np.abs(offset)).max() < LIMIT:
            return scaled.astype(np.int16), offset.astype(np.int32), digits
    raise SystemExit(f"weights up to {np.abs(weights).max():g} are too large: at every scale a sum can reach {LIMIT}")


def main(source: str, target: str) -> None:
    w1, b1, w2, b2, w3, b3, w4, b4 = layers(Path(source))
    scale = FIRST_SCALE << _FIRST_SHIFT
    first, offset = np.rint(w1 * scale), np.rint(b1 * scale)
    largest = np.sort(np.abs(first), axis=0)[-_MAX_ACTIVE_ROWS:].sum(axis=0) + np.abs(offset)
    if np.abs(first).max() >= 1 << 15 or largest.max() >= LIMIT:
        raise SystemExit(f"weights of the first layer are too large: a sum can reach {largest.max():g} of {LIMIT}")
    second, second_offset, second_digits = whole(w2, b2, FIRST_SCALE - 1)
    third, third_offset, third_digits = whole(w3, b3, SCALE - 1)
    fourth, fourth_offset, fourth_digits = whole(w4[:, None] * POINTS, b4[:1] * POINTS, SCALE - 1)
    shifts = [_FIRST_SHIFT, 8 + second_digits - 10, third_digits, 10 + fourth_digits]
    if min(shifts) < 0:
        raise SystemExit(f"shifts must not be negative, not {shifts}")
    np.savez_compressed(
        target,
        w1=first.astype(np.int16),
        b1=offset.astype(np.int32),
        w2=second,
        b2=second_offset,
        w3=third,
        b3=third_offset,
        w4=fourth[:, 0],
        b4=fourth_offset,
        shifts=np.array(shifts, np.int32),
    )
    print(f"{target}: {Path(target).stat().st_size} bytes, shifts {shifts}, largest {int(largest.max())}")


if __name__ == "__main__":
    main(*sys.argv[1:])
