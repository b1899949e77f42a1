"""Short run of ``tests.file_fuzz``: some hundred inputs for every reader, and checks that it finds faults."""

import tomllib
from collections.abc import Callable

import pytest

from tests import file_fuzz, resource_limits
from tests.file_fuzz import FUZZ_TARGETS, FuzzTarget

RUNS_BY_TARGET = {"move": 1000, "answer": 120, "edit": 120, "record": 120, "rules": 120, "settings": 20}
"""Reader -> number of inputs; 30 for the others, which are files of one reader."""


@pytest.mark.parametrize("name", FUZZ_TARGETS)
def test_any_text_has_documented_result(name: str) -> None:
    runs = RUNS_BY_TARGET.get(name, 30)
    found = file_fuzz.fuzz(name, runs, seed=1)
    assert found.run_count == runs and found.corpus_size > len(FUZZ_TARGETS[name].seeds()), (
        "some inputs reach new lines"
    )


@pytest.mark.parametrize("name", FUZZ_TARGETS)
def test_slow_input_has_documented_result(name: str) -> None:
    """Inputs like those of ``tests.resource_limits``, which measures them, at a hundredth of their size."""
    slow = resource_limits.SlowTexts(1)
    for _ in range(40):
        file_fuzz.fuzz_one(FUZZ_TARGETS[name], slow.text(1500).encode("utf-8", "replace").decode())


def test_equal_seeds_make_equal_runs_and_others_differ() -> None:
    first, again, other = (file_fuzz.fuzz("rules", 80, seed) for seed in (1, 1, 3))
    assert first == again != other


def _fail_on_table(text: str) -> None:
    """Fail on a table in place of a value."""
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError):
        return
    assert not isinstance(raw.get("a"), dict)


def _raise_wrong_error(text: str) -> None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return


@pytest.mark.parametrize(
    ("check", "expected"), [(_fail_on_table, "AssertionError"), (_raise_wrong_error, "ValueError|RecursionError")]
)
def test_fault_in_target_is_found_and_input_reported(
    check: Callable[[str], object], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_fuzz, "FUZZ_TARGETS", {"broken": FuzzTarget(lambda: ["a = 1\n", "b = [2]\n"], check)})
    with pytest.raises(AssertionError, match=f"(?s)({expected}).*; input: "):
        file_fuzz.fuzz("broken", 3000, seed=1)


def test_reached_lines_are_counted_once_and_only_in_watched_code() -> None:
    reached = file_fuzz.LineCoverage()
    with reached.record_lines():
        FUZZ_TARGETS["move"].check("1:flip @0")
    first = reached.line_count
    with reached.record_lines():
        FUZZ_TARGETS["move"].check("1:flip @0")
        sorted(range(9))
    assert reached.line_count == first > 3
    with reached.record_lines():
        FUZZ_TARGETS["move"].check("no move")
    assert reached.line_count > first
