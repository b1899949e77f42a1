"""A short run of ``tests.fuzz``: some hundred inputs for every reader, and checks that it finds faults."""

import tomllib
from collections.abc import Callable

import pytest

from tests import fuzz, limits
from tests.fuzz import READERS, Reader

RUNS = {"move": 2000, "settings": 60, "learned": 80}
"""Reader -> number of inputs; 250 for the others."""


@pytest.mark.parametrize("name", READERS)
def test_any_text_has_a_documented_result(name: str) -> None:
    runs = RUNS.get(name, 250)
    found = fuzz.fuzz(name, runs, seed=1)
    assert found.runs == runs and found.corpus > len(READERS[name].seeds()), "nothing new was reached"


@pytest.mark.parametrize("name", READERS)
def test_what_is_slow_to_parse_has_a_documented_result(name: str) -> None:
    """The inputs of ``tests.limits``, which measures them, at a hundredth of their size."""
    slow = limits.Slow(1)
    for _ in range(40):
        fuzz.one(READERS[name], slow.text(1500).encode("utf-8", "replace").decode())


def test_equal_seeds_make_equal_runs_and_others_differ() -> None:
    first, again, other = (fuzz.fuzz("rules", 80, seed) for seed in (1, 1, 2))
    assert first == again != other


def _table(text: str) -> None:
    """A reader that fails on a table in place of a value."""
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError):
        return
    assert not isinstance(raw.get("a"), dict)


def _wrong_error(text: str) -> None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return


@pytest.mark.parametrize(
    ("check", "expected"), [(_table, "AssertionError"), (_wrong_error, "ValueError|RecursionError")]
)
def test_a_fault_in_a_reader_is_found_and_its_input_reported(
    check: Callable[[str], object], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz, "READERS", {"broken": Reader(lambda: ["a = 1\n", "b = [2]\n"], check)})
    with pytest.raises(AssertionError, match=f"(?s)({expected}).*; input: "):
        fuzz.fuzz("broken", 3000, seed=1)


def test_reached_lines_are_counted_once_and_only_in_watched_code() -> None:
    reached = fuzz.Reached()
    with reached.watching():
        READERS["move"].check("1:flip @0")
    first = reached.lines
    with reached.watching():
        READERS["move"].check("1:flip @0")
        sorted(range(9))
    assert reached.lines == first > 3
    with reached.watching():
        READERS["move"].check("no move")
    assert reached.lines > first
