"""Short run of ``tests.soak``: a few matches on the screens, and checks that it notices growing memory."""

from pathlib import Path

import pytest

from scenes.render.renderer import Renderer
from scenes.shell.destinations import Home
from scenes.table.table import Table
from tests.soak import MAX_KB_PER_DEAL, MIN_MEASUREMENTS, Measure, SoakPlayer, verdict


def growing_measures(slope: float, *, files: int = 0) -> list[Measure]:
    """Return measurements with memory that grows by ``slope`` kilobytes per deal and varies on top of that."""
    return [
        Measure(50 * i, round(200_000 + slope * 50 * i + 30_000 * (i % 5 == 0)), 30 + i % 7 + files * i, 3, 0)
        for i in range(4 * MIN_MEASUREMENTS)
    ]


def test_varying_memory_is_flat_and_growth_is_reported() -> None:
    assert verdict(growing_measures(0.0))[1]
    assert verdict(growing_measures(-5.0))[1]
    assert verdict(growing_measures(MAX_KB_PER_DEAL / 2))[1]
    summary, passed = verdict(growing_measures(2 * MAX_KB_PER_DEAL))
    assert not passed and "+16.00 kB a deal" in summary

    summary, passed = verdict(growing_measures(0.0, files=1))
    assert not passed and "more files than then" in summary
    summary, passed = verdict(growing_measures(99.0)[: MIN_MEASUREMENTS // 2])
    assert passed and "too few" in summary


def test_matches_of_several_games_are_played_through_screens(tmp_path: Path) -> None:
    player = SoakPlayer(tmp_path, 3, answers=3)
    for _ in range(2):
        player.match()
    assert player.matches == 2
    assert player.pilot.app.last_saved_match is None and not isinstance(player.pilot.app.top, Table)
    player.pilot.app.release_everything()


def test_every_match_can_have_own_settings(tmp_path: Path) -> None:
    player, seen = SoakPlayer(tmp_path, 5, varied=True, answers=2), set()
    for _ in range(3):
        player.match()
        seen.add(player.pilot.app.settings)
    assert len(seen) == 3
    player.pilot.app.release_everything()


def test_fault_names_game_and_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    player = SoakPlayer(tmp_path, 7, answers=1)
    monkeypatch.setattr(SoakPlayer, "_visit_screens", lambda self: 1 / 0)
    with pytest.raises(AssertionError, match="gurch, seed 7, match 0: ZeroDivisionError"):
        player.match()
    player.pilot.app.release_everything()


def test_own_process_is_measured() -> None:
    found = Measure.now(5)
    assert found.deals == 5
    if Path("/proc/self").is_dir():
        assert 10_000 < found.memory_kb < 4_000_000 and found.files > 2 and found.threads >= 1


def test_drawings_for_another_size_are_freed_at_once(tmp_path: Path) -> None:
    """The old renderer may live until the garbage collection, but not its pictures."""
    player = SoakPlayer(tmp_path, 3)
    app = player.pilot.app
    app.go(Home())
    player.pilot.run_frames(3)
    old: Renderer = app.renderer
    assert old.cache.used_bytes > 1_000_000 and old._typesetter._fonts
    app.renderers.clear()
    assert old.cache.used_bytes == 0 and not app.renderers._renderers
    assert not old._typesetter._fonts, "fonts are freed, as each is an open file"
    app.release_everything()
