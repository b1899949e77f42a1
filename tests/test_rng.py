"""The generator returns the published numbers, so that a deal is the same everywhere."""

from hypothesis import given
from hypothesis import strategies as st

from engine.rng import Rng


def test_the_numbers_are_those_of_splitmix64() -> None:
    rng = Rng(1234567)
    assert [rng.bits() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_a_shuffle_is_pinned() -> None:
    items = list(range(10))
    Rng(42).shuffle(items)
    assert items == [0, 2, 1, 5, 4, 9, 8, 6, 7, 3]


def test_every_order_of_three_is_about_equally_frequent() -> None:
    rng, found = Rng(7), dict[tuple[int, ...], int]()
    for _ in range(6000):
        items = [0, 1, 2]
        rng.shuffle(items)
        found[tuple(items)] = found.get(tuple(items), 0) + 1
    assert len(found) == 6
    assert all(900 < count < 1100 for count in found.values())


@given(st.integers(0, 2**64), st.integers(1, 10**6))
def test_numbers_are_below_the_limit_and_within_0_and_1(seed: int, limit: int) -> None:
    rng = Rng(seed)
    assert 0 <= rng.below(limit) < limit
    assert 0.0 <= rng.unit() < 1.0


def test_a_copy_continues_equally_and_independently() -> None:
    rng = Rng(3)
    rng.bits()
    other = rng.copy()
    assert other.bits() == rng.bits()
    other.bits()
    assert other.bits() != rng.bits()
