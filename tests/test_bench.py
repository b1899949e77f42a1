"""Comparison and storage of benchmark results."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine.games import GAMES
from engine.lab import Estimate
from tests.bench import built_program, cli, compare, lab_stability
from tests.games.facts import FACTS_BY_GAME


def make_figure(*runs: float) -> dict[str, object]:
    return {"unit": "ms", "median": sorted(runs)[len(runs) // 2], "runs": list(runs)}


def test_ratios_compare_figures_of_same_round() -> None:
    rounds = [({"a": make_figure(2.0), "gone": make_figure(1.0)}, {"a": make_figure(4.0), "new": make_figure(1.0)})]
    rounds += [({"a": make_figure(10.0)}, {"a": make_figure(15.0)}), ({"a": make_figure(2.0)}, {"a": make_figure(2.0)})]
    head, line = compare.ratios("0123456789abcdef", rounds)
    assert "0123456789ab" in head and "0123456789abc" not in head
    assert line.split() == ["a", "2.0", "4.0", "1.500", "1.000", "…", "2.000", "ms"]


def test_page_of_figures_names_machine_and_goals() -> None:
    page = compare.figures_page({"start": make_figure(300.0, 310.0, 1400.5)}, {"start": "< 1000"}, 0.25)
    assert "| start | 310.0 ms | 300.0 … 1,400.5 | < 1000 |" in page
    assert "Python 3." in page and "load before: 0.2" in page


def test_unknown_revision_is_refused() -> None:
    with pytest.raises(subprocess.CalledProcessError), compare.checkout("no-such-revision"):
        pass


def make_estimate(name: str, first: float, second: float, *, error: float = 1.0, sure: bool = False) -> Estimate:
    return Estimate(name, first, 0.5, second, 0.5, second - first, error, 99, first == second, sure)


def test_lab_results_are_compared_with_later_ones() -> None:
    lengths = [make_estimate(name, 10.0, 10.0, error=0.0) for name in lab_stability.LENGTH_FIGURES]
    early, shown, reference = (
        {one.name: one for one in (*lengths, *several)}
        for several in (
            [
                make_estimate("a", 1.0, 9.0, sure=True),
                make_estimate("b", 1.0, 2.0),
                make_estimate("c", 5.0, 1.0, sure=True),
            ],
            [
                make_estimate("a", 1.0, 2.0),
                make_estimate("b", 1.0, 8.0, sure=True),
                make_estimate("c", 5.0, 1.0, sure=True),
                make_estimate("d", 3.0, 3.0),
            ],
            [
                make_estimate("a", 1.9, 3.9, error=0.0),
                make_estimate("b", 2.1, 0.0, sure=True),
                make_estimate("d", 1.0, 9.0, sure=True),
            ],
        )
    )
    assert lab_stability.disappeared_figures(early, shown) == ["a"]
    assert lab_stability.appeared_figures(early, shown) == ["b"]
    found = lab_stability.stability(early, shown, reference)
    assert found.disappeared == ["a", "b", "c"], "a is missing, b reversed, c no longer listed"
    assert found.appeared == ["d"] and found.change_percent == 0.0
    assert found.errors == pytest.approx({"a": 1.0, "b": 9.1 / 2**0.5, "d": 8.0 / 2**0.5})
    assert found.outside_percent == pytest.approx(100 * 5 / 10), (
        "5 of 10 values are outside: one of a, two each of b and d"
    )


def test_every_game_has_house_rule_to_measure_lab_with() -> None:
    for slug, game in GAMES.items():
        assert game.Options(**FACTS_BY_GAME[slug].lab_rule) != game.Options(), (
            f"{slug}: the lab's house rule is the standard one"
        )
    early, later = lab_stability.take_snapshots("pass_the_ace", 1, (0.0, 0.0))
    assert not early and not later


PROGRAM_WITH_A_FRAME = """#!/bin/sh
test "$SDL_VIDEO_DUMMY_SAVE_FRAMES" = 1 && test "$1" = --profile || exit 1
: > SDL_window1-00000001.bmp
exec sleep 60
"""


@pytest.mark.skipif(sys.platform != "linux", reason="figures of the built program are taken on Linux only")
def test_built_program_start_is_timed_by_first_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "house-rules"
    program.write_text(PROGRAM_WITH_A_FRAME, encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setattr(built_program, "PROGRAM", program)
    for cold in (False, True):
        assert 0 < built_program.first_frame_ms(cold=cold) < built_program.TIMEOUT_SECONDS * 1000
    program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    with pytest.raises(TimeoutError):
        built_program.first_frame_ms(cold=False)


def test_window_without_figures_is_reported_and_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failed = subprocess.CompletedProcess([], 1, "", "Traceback …\nAssertionError: too little time\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    assert cli.main(["par_closing", "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.out.strip() == "{}" and printed.err.strip() == "par_closing: AssertionError: too little time"


def test_missing_build_is_reported_and_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(built_program, "PROGRAM", tmp_path / "house-rules")
    assert cli.main(["frozen_start_warm", "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.out.strip() == "{}" and "build/build.py" in printed.err
