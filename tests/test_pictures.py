"""The command that takes pictures sets up only the requested ones."""

import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from scenes.shell import lessons
from scenes.table.layouts import LAYOUTS
from tests.pictures import films, shots
from tests.support.profile_pilot import Pilot
from tests.support.sources import ROOT


@pytest.mark.parametrize("name", ["palacio_menu", "about_nothing"])
def test_only_wanted_picture_is_set_up(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun: list[str] = []

    def counted(folder: Path, size: tuple[int, int]) -> Pilot:
        begun.append(folder.name)
        return Pilot(folder, size)

    monkeypatch.setattr(shots, "Pilot", counted)
    command = [str(tmp_path), "--size", "960x540", "--only", name]
    if name == "about_nothing":
        with pytest.raises(SystemExit):
            shots.main(command)
        assert begun == [] and "palacio_menu" in capsys.readouterr().err
        return
    assert shots.main(command) == 0
    assert len(begun) == 1
    assert [file.name for file in tmp_path.iterdir()] == [f"{name}.png"]


def test_asks_and_announcements_are_pictured_only_for_wanted_games() -> None:
    assert [slug for slug in GAMES if shots.has_moments(slug, "gurch_ask_vote")] == ["gurch"]
    assert [slug for slug in GAMES if shots.has_moments(slug, "gurch_")] == ["gurch"]
    assert [slug for slug in GAMES if shots.has_moments(slug, "_said_")] == list(GAMES)
    assert not any(shots.has_moments(slug, only) for slug in GAMES for only in ("gurch_playing", "lesson", "home"))


def test_game_without_lesson_has_other_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_lessons = [name for name, slug, _ in shots.all_shots() if slug == "palacio"]
    monkeypatch.setattr(lessons, "LESSONS_FOLDER", tmp_path)
    without = [name for name, slug, _ in shots.all_shots() if slug == "palacio"]
    assert without == [name for name in with_lessons if "_lesson" not in name] != with_lessons


def test_film_of_result_ends_with_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """In games without a result after each deal, the match has to end."""
    monkeypatch.setattr(films, "SEED_COUNT", 4)
    films.find_motion_scenes.cache_clear()
    for slug in GAMES:
        scene = films.find_scenes(slug)["result"]
        game = scene.record.initial_position()
        for move in scene.record.moves[: scene.moves_made + 1]:
            game.push(move)
        assert game.history, slug
        assert LAYOUTS[slug].shows_sheet_each_deal or game.outcome is not None, slug
    films.find_motion_scenes.cache_clear()


@pytest.mark.painted
def test_film_shows_motion_frame_by_frame(tmp_path: Path) -> None:
    assert shots.main([str(tmp_path), "--size", "960x540", "--film", "palacio_out"]) == 0
    strip = pygame.image.load(tmp_path / "film_palacio_out.png")
    wide, high = (strip.get_width() + films.GAP) // films.COLUMNS, (strip.get_height() + films.GAP) // films.ROWS
    cells = [(x * wide, y * high) for y in range(films.ROWS) for x in range(films.COLUMNS)]
    frames = {pygame.image.tobytes(strip.subsurface((*at, wide - films.GAP, high - films.GAP)), "RGB") for at in cells}
    assert len(frames) > 4


def test_command_without_packages_of_tests_names_installation() -> None:
    code = "import runpy, sys; sys.modules['pytest'] = None; runpy.run_module('tests.bench', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    needed = f"pytest is missing here: run {sys.executable} -m pip install -e '.[test]' first.\n"
    assert (done.returncode, done.stderr) == (1, needed)
