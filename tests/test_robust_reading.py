"""The short form of ``tests.fuzz``: every reader with some hundred inputs, and whether faults are found at all."""

import tomllib
from collections.abc import Callable

import pytest

from tests import fuzz
from tests.fuzz import READERS, Reader

RUNS = {"move": 2000, "settings": 60, "learned": 80}
"""Reader -> inputs; 250 of the others."""


@pytest.mark.parametrize("name", READERS)
def test_nothing_but_what_is_documented_comes_of_any_text(name: str) -> None:
    runs = RUNS.get(name, 250)
    found = fuzz.fuzz(name, runs, seed=1)
    assert found.runs == runs and found.corpus > len(READERS[name].seeds()), "nothing new was reached"


def test_the_same_seed_does_the_same_and_another_one_something_else() -> None:
    first, again, other = (fuzz.fuzz("rules", 80, seed) for seed in (1, 1, 2))
    assert first == again != other


def _table(text: str) -> None:
    """Fails on a table in place of a value."""
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


@pytest.mark.parametrize(("check", "told"), [(_table, "AssertionError"), (_wrong_error, "ValueError|RecursionError")])
def test_a_fault_in_a_reader_is_found_and_its_input_told(
    check: Callable[[str], object], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzz, "READERS", {"broken": Reader(lambda: ["a = 1\n", "b = [2]\n"], check)})
    with pytest.raises(AssertionError, match=f"(?s)({told}).*; input: "):
        fuzz.fuzz("broken", 3000, seed=1)


def test_reached_lines_are_counted_once_and_only_where_they_are_watched() -> None:
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
