"""What compares and keeps the figures of the benchmarks."""

import subprocess

import pytest

from tests import bench_compare


def figure(*runs: float) -> dict[str, object]:
    return {"unit": "ms", "median": sorted(runs)[len(runs) // 2], "runs": list(runs)}


def test_ratios_are_those_of_the_rounds() -> None:
    rounds = [({"a": figure(2.0), "gone": figure(1.0)}, {"a": figure(4.0), "new": figure(1.0)})]
    rounds += [({"a": figure(10.0)}, {"a": figure(15.0)}), ({"a": figure(2.0)}, {"a": figure(2.0)})]
    head, line = bench_compare.ratios("0123456789abcdef", rounds)
    assert "0123456789ab" in head and "0123456789abc" not in head
    assert line.split() == ["a", "2.0", "4.0", "1.500", "1.000", "…", "2.000", "ms"]


def test_a_page_of_figures_names_machine_and_what_was_wanted() -> None:
    page = bench_compare.table({"start": figure(300.0, 310.0, 1400.5)}, {"start": "< 1000"}, 0.25)
    assert "| start | 310.0 ms | 300.0 … 1,400.5 | < 1000 |" in page
    assert "Python 3." in page and "load before: 0.2" in page


def test_a_revision_that_git_does_not_know() -> None:
    with pytest.raises(subprocess.CalledProcessError), bench_compare.checked_out("no-such-revision"):
        pass
