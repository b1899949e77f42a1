"""Random generators: the published numbers, so that a deal is the same everywhere, and fair deals."""

import math
import struct
from hashlib import blake2b

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.rng import Rng, ShuffleStream, derive_seed


def test_numbers_equal_splitmix64() -> None:
    rng = Rng(1234567)
    assert [rng.bits() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_shuffle_is_pinned() -> None:
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
def test_numbers_are_below_limit_and_within_0_and_1(seed: int, limit: int) -> None:
    rng = Rng(seed)
    assert 0 <= rng.below(limit) < limit
    assert 0.0 <= rng.unit() < 1.0


def test_copy_continues_equally_and_independently() -> None:
    rng = Rng(3)
    rng.bits()
    other = rng.copy()
    assert other.bits() == rng.bits()
    other.bits()
    assert other.bits() != rng.bits()


# --- stream for deals -------------------------------------------------------------------------------------------------

KEY = 0x0123456789ABCDEF_FEDCBA9876543210
SHUFFLES = 20_000


def reference_words(key: int, deal: int, use: int) -> list[int]:
    """Return the first 32 numbers of 32 bits of a use, computed from the definition."""
    blocks = [
        blake2b(
            struct.pack(">III", deal, use, block),
            digest_size=64,
            key=key.to_bytes(16, "big"),
            person=b"house-rules deal",
        ).digest()
        for block in range(2)
    ]
    return list(struct.unpack(">32I", b"".join(blocks)))


def test_stream_draws_words_of_keyed_blake2b() -> None:
    stream = ShuffleStream(KEY)
    stream.begin_deal(2)
    first, second = reference_words(KEY, 2, 1), reference_words(KEY, 2, 2)
    assert stream.bits() == first[0] << 32 | first[1]
    assert [stream.below(2**32), stream.below(10)] == [second[0], reference_words(KEY, 2, 3)[0] % 10]


def test_stream_shuffle_is_fisher_yates_from_last_place_down() -> None:
    words = iter(reference_words(KEY, 0, 1))
    items = list(range(10))
    for i in range(9, 0, -1):
        j = next(words) % (i + 1)  # no word is among the 10 biased values
        items[i], items[j] = items[j], items[i]
    shuffled = list(range(10))
    ShuffleStream(KEY).shuffle(shuffled)
    assert shuffled == items


def test_stream_rejects_biased_words() -> None:
    limit = 3 * 2**30  # a quarter of all words is beyond the largest whole multiple
    stream = ShuffleStream(KEY)
    drawn = [stream.below(limit) for _ in range(2000)]
    assert max(drawn) < limit
    assert 0.31 < sum(number < limit // 3 for number in drawn) / len(drawn) < 0.36


def test_stream_deal_depends_only_on_key_and_number() -> None:
    idle, busy = ShuffleStream(KEY), ShuffleStream(KEY)
    for _ in range(7):
        busy.below(5)
    idle.begin_deal(2)
    busy.begin_deal(2)
    assert idle.bits() == busy.bits()
    assert ShuffleStream(KEY + 1, idle.state).bits() != idle.copy().bits()


def test_every_card_is_equally_likely_at_each_of_52_places() -> None:
    counts = np.zeros((52, 52), dtype=np.int64)
    stream, places, deck = ShuffleStream(KEY), np.arange(52), list(range(52))
    for number in range(SHUFFLES):
        stream.begin_deal(number)
        cards = deck.copy()
        stream.shuffle(cards)
        counts[places, cards] += 1
    expected = SHUFFLES / 52
    chi_squared = float(((counts - expected) ** 2 / expected).sum())
    freedom = 51 * 51
    assert abs(chi_squared - freedom) < 4 * math.sqrt(2 * freedom)


def test_deals_of_one_key_and_of_two_keys_are_unrelated() -> None:
    """Deals have as many equal cards at equal positions as chance gives, and positions don't correlate."""
    stream, other = ShuffleStream(KEY), ShuffleStream(KEY ^ 1)
    deals = []
    for number in range(2000):
        stream.begin_deal(number)
        other.begin_deal(number)
        pair = list(range(52)), list(range(52))
        stream.shuffle(pair[0])
        other.shuffle(pair[1])
        deals.append(pair)
    ours, theirs = (np.argsort(np.array(one)) for one in zip(*deals, strict=True))
    for first, second in ((ours[:-1], ours[1:]), (ours, theirs)):
        assert (
            abs((first == second).sum(axis=1).mean() - 1) < 0.1
        )  # a random permutation has one fixed point on average
        assert abs(np.corrcoef(first.ravel(), second.ravel())[0, 1]) < 4 / math.sqrt(first.size)


def test_seeds_for_purposes_are_unrelated() -> None:
    seeds = {derive_seed(KEY, purpose, number) for purpose in ("bots", "pauses") for number in range(500)}
    assert len(seeds) == 1000 and all(0 <= seed < 2**63 for seed in seeds)
    assert derive_seed(KEY, "bots", 1, 2) != derive_seed(KEY, "bots", 2, 1)
