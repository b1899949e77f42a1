"""What compares and keeps the figures of the benchmarks."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests import bench_compare, bench_frozen


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


SHOWS = """#!/bin/sh
test "$SDL_VIDEO_DUMMY_SAVE_FRAMES" = 1 && test "$1" = --profile || exit 1
: > SDL_window1-00000001.bmp
exec sleep 60
"""


@pytest.mark.skipif(sys.platform != "linux", reason="figures of the built program are taken on Linux only")
def test_the_first_picture_of_a_built_program_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "house-rules"
    program.write_text(SHOWS, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(bench_frozen, "PROGRAM", program)
    for cold in (False, True):
        assert 0 < bench_frozen.first_picture(cold=cold) < bench_frozen.PATIENCE * 1000
    program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    with pytest.raises(TimeoutError):
        bench_frozen.first_picture(cold=False)


def test_what_is_not_built_is_told_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_frozen, "PROGRAM", tmp_path / "house-rules")
    spec = importlib.util.spec_from_file_location("bench_command", Path(__file__).with_name("bench.py"))
    assert spec is not None and spec.loader is not None
    bench = importlib.util.module_from_spec(spec)  # there is a folder of that name, too
    spec.loader.exec_module(bench)
    assert bench.main(["frozen_start_warm", "--json"]) == 0
    told = capsys.readouterr()
    assert told.out.strip() == "{}" and "build/build.py" in told.err
