"""A short run of ``tests.soak``: a few matches on the screens, and checks that it notices growing memory."""

from pathlib import Path

import pytest

from scenes.look.look import Look
from scenes.shell.destinations import Home
from scenes.table.table import Table
from tests.soak import LEAST, SLOPE, Measure, Player, verdict


def grown(slope: float, *, files: int = 0) -> list[Measure]:
    """Measurements of a program whose memory grows by some kilobytes a deal and varies on top of that."""
    return [
        Measure(50 * i, round(200_000 + slope * 50 * i + 30_000 * (i % 5 == 0)), 30 + i % 7 + files * i, 3, 0)
        for i in range(4 * LEAST)
    ]


def test_varying_memory_is_flat_and_growing_memory_is_reported() -> None:
    assert verdict(grown(0.0))[1] and verdict(grown(-5.0))[1] and verdict(grown(SLOPE / 2))[1]
    summary, passed = verdict(grown(2 * SLOPE))
    assert not passed and "+16.00 kB a deal" in summary


def test_files_that_stay_open_are_reported() -> None:
    summary, passed = verdict(grown(0.0, files=1))
    assert not passed and "more files than then" in summary


def test_too_few_measurements_report_nothing() -> None:
    summary, passed = verdict(grown(99.0)[: LEAST // 2])
    assert passed and "too few" in summary


def test_matches_of_several_games_are_played_through_the_screens(tmp_path: Path) -> None:
    player = Player(tmp_path, 3, answers=3)
    for _ in range(2):
        player.match()
    assert player.matches == 2
    assert player.pilot.app.saved is None and not isinstance(player.pilot.app.top, Table)
    player.pilot.app.close_all()


def test_every_match_can_have_settings_of_its_own(tmp_path: Path) -> None:
    player, seen = Player(tmp_path, 5, varied=True, answers=2), set()
    for _ in range(3):
        player.match()
        seen.add(player.pilot.app.settings)
    assert len(seen) == 3
    player.pilot.app.close_all()


def test_a_fault_names_game_and_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = Player(tmp_path, 7, answers=1)
    monkeypatch.setattr(Player, "_look_around", lambda self: 1 / 0)
    with pytest.raises(AssertionError, match="gurch, seed 7, match 0: ZeroDivisionError"):
        player.match()
    player.pilot.app.close_all()


def test_this_process_is_measured() -> None:
    found = Measure.now(5)
    assert found.deals == 5
    if Path("/proc/self").is_dir():
        assert 10_000 < found.memory < 4_000_000 and found.files > 2 and found.threads >= 1


def test_drawings_for_another_size_are_freed_at_once(tmp_path: Path) -> None:
    """An old look may live until the garbage collection; its pictures may not."""
    player = Player(tmp_path, 3)
    app = player.pilot.app
    app.go(Home())
    player.pilot.steps(3)
    old: Look = app.look
    assert old.store.held > 1_000_000 and old._typesetter._fonts
    app.looks.forget()
    assert old.store.held == 0 and not app.looks._looks
    assert not old._typesetter._fonts, "each font is an open file"
    app.close_all()
