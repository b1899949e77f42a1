"""An error in the program itself: the match is kept, the home screen appears, and a report can be copied."""

from pathlib import Path
from typing import NoReturn

import pygame
import pytest

from engine.profile.storage import Profile
from scenes.screens.home.home_screen import HomeScreen
from scenes.selftest.pilot import FRAME_MS
from scenes.shell.destinations import Home, MatchTable, ResumedTable
from scenes.shell.dialog import Dialog
from scenes.shell.error_recovery import (
    CALM_MS,
    MAX_REPORTS,
    MAX_SUCCESSIVE_FAILURES,
    PROGRAM_FOLDER,
    REPORTS_FOLDER,
    GaveUpError,
    format_report,
    show_message_box,
    write_report_and_format_message,
    write_report_file,
)
from scenes.table.table import Table
from tests.support.profile_pilot import Pilot
from tests.support.records import load_match, new_record


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """Pilot at a table that fails at its next step."""
    pilot = Pilot(tmp_path)
    pilot.app.go(MatchTable(new_record("palacio")))
    pilot.run_until_idle()

    def fail(self: Table, elapsed_ms: float) -> bool:
        raise ZeroDivisionError("no such luck")

    monkeypatch.setattr(Table, "update", fail)
    return pilot


def test_home_shows_message_and_match_survives(broken: Pilot, tmp_path: Path) -> None:
    kept = broken.app.last_saved_match
    assert broken.app.step_with_recovery(FRAME_MS, ())
    home, message = broken.app.scene_stack
    assert isinstance(home, HomeScreen) and isinstance(message, Dialog)
    assert any("ZeroDivisionError: no such luck" in line.text for line in message.paragraphs)
    assert kept is not None and load_match(Profile(tmp_path))[0] == kept
    broken.press_keys(pygame.K_RETURN)
    assert broken.app.scene_stack.scenes == [home]
    assert not broken.app.step_with_recovery(FRAME_MS, ()) or broken.app.scene_stack.scenes == [home], (
        "the program goes on"
    )


def test_report_holds_versions_traceback_and_match_but_no_folders(broken: Pilot, tmp_path: Path) -> None:
    broken.app.step_with_recovery(FRAME_MS, ())
    (file,) = (tmp_path / REPORTS_FOLDER).iterdir()
    text = file.read_text(encoding="utf-8")
    assert text.startswith("House Rules ")
    assert "ZeroDivisionError: no such luck" in text and 'File "scenes/app.py"' in text
    assert broken.app.last_saved_match is not None and broken.app.last_saved_match.to_text() in text
    for folder in (PROGRAM_FOLDER, Path.home(), tmp_path):
        assert f"{folder}/" not in text


def test_report_can_be_copied(broken: Pilot, board: list[str]) -> None:
    broken.app.step_with_recovery(FRAME_MS, ())
    broken.press_keys(pygame.K_TAB, pygame.K_RETURN)
    assert "ZeroDivisionError" in board[-1]
    assert isinstance(broken.app.top, Dialog), "the message stays until it is closed"


def test_window_closed_in_failing_step_closes_program(broken: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "handle", lambda self, event, pos: 1 / 0)
    key = pygame.Event(pygame.KEYDOWN, key=pygame.K_w, mod=0, unicode="w")
    broken.app.step_with_recovery(FRAME_MS, (key, pygame.Event(pygame.QUIT)))
    assert not broken.app.is_running


# --- repeated errors --------------------------------------------------------------------------------------------------


def fail_to_open_home(self: HomeScreen) -> None:
    raise OSError("the pictures are gone")


def error_reports(folder: Path) -> list[Path]:
    return list((folder / REPORTS_FOLDER).glob("*.txt"))


def test_failing_home_screen_ends_program_with_message(
    broken: Pilot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept = broken.app.last_saved_match
    monkeypatch.setattr(HomeScreen, "lay_out", fail_to_open_home)
    with pytest.raises(GaveUpError, match="ZeroDivisionError: no such luck"):
        broken.app.step_with_recovery(FRAME_MS, ())
    assert load_match(Profile(tmp_path))[0] == kept
    causes = sorted("the pictures are gone" in path.read_text(encoding="utf-8") for path in error_reports(tmp_path))
    assert causes == [False, True], "one report for the table, one for the home screen"


def test_error_in_every_frame_is_reported_once_and_ends_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    monkeypatch.setattr(HomeScreen, "update", lambda self, dt: 1 / 0)
    now = iter(range(1000, 9999))
    monkeypatch.setattr(pilot.app, "unix_seconds", lambda: next(now))
    for _ in range(MAX_SUCCESSIVE_FAILURES - 1):
        assert pilot.app.step_with_recovery(FRAME_MS, ())
        assert isinstance(pilot.app.top, Dialog), "the home screen opens again below the message"
    with pytest.raises(GaveUpError) as gave_up:
        pilot.app.step_with_recovery(FRAME_MS, ())
    (report,) = error_reports(tmp_path)
    assert "ZeroDivisionError" in report.read_text(encoding="utf-8")
    assert f"{REPORTS_FOLDER}/{report.name}" in str(gave_up.value) and "It keeps happening" in str(gave_up.value)


def test_occasional_error_is_reported_once_and_program_goes_on(broken: Pilot, tmp_path: Path) -> None:
    now = iter(range(1000, 9999))
    broken.app.unix_seconds = lambda: next(now)  # type: ignore[method-assign]
    for _ in range(2 * MAX_SUCCESSIVE_FAILURES):
        assert broken.app.step_with_recovery(FRAME_MS, ())
        while isinstance(broken.app.top, Dialog):
            broken.press_keys(pygame.K_RETURN)
        for _ in range(round(CALM_MS / FRAME_MS) + 2):
            broken.app.step_with_recovery(FRAME_MS, ())
        broken.app.go(ResumedTable())
    assert len(error_reports(tmp_path)) == 1


def test_error_while_scenes_close_releases_everything(broken: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> NoReturn:
        raise RuntimeError

    app, released = broken.app, list[str]()
    monkeypatch.setattr(app.scene_stack, "clear", fail)
    monkeypatch.setattr(app.window, "save_placement", lambda: released.append("window"))
    monkeypatch.setattr(app.thinker, "close", lambda: released.append("thinker"))
    with pytest.raises(RuntimeError):
        app.release_everything()
    assert released == ["window", "thinker"]


def test_reports_never_fill_disk(tmp_path: Path) -> None:
    profile, folder = Profile(tmp_path), tmp_path / REPORTS_FOLDER
    names = [write_report_file(profile, f"report {i}", unix_seconds=5 + i // 2) for i in range(2 * MAX_REPORTS)]
    assert len(set(names)) == len(names), "no report overwrites another"
    (folder / "mine.txt").touch()
    for i in range(MAX_REPORTS):
        write_report_file(profile, "later", unix_seconds=1000 + i)
    found = {path.name for path in folder.iterdir()}
    assert found == {f"{1000 + i}.txt" for i in range(MAX_REPORTS)} | {"mine.txt"}


def test_unrecordable_match_does_not_prevent_report(broken: Pilot, tmp_path: Path) -> None:
    assert broken.app.last_saved_match is not None
    broken.app.last_saved_match.options = None
    broken.app.step_with_recovery(FRAME_MS, ())
    assert isinstance(broken.app.top, Dialog)
    (report,) = error_reports(tmp_path)
    assert "no match" in report.read_text(encoding="utf-8")


def test_user_without_home_folder_gets_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert "ValueError: x" in format_report(ValueError("x"), None)


# --- the final message ------------------------------------------------------------------------------------------------


def test_final_message_names_error_and_report_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    assert write_report_and_format_message(Profile(tmp_path), GaveUpError("as told"), unix_seconds=7) == "as told"
    assert not (tmp_path / REPORTS_FOLDER).exists(), "no second report of the same error"
    message = write_report_and_format_message(Profile(tmp_path), FileNotFoundError("no deck"), unix_seconds=7)
    assert "Algo deu errado" in message
    assert "FileNotFoundError: no deck" in message
    assert f"{REPORTS_FOLDER}/7.txt" in message
    assert "no deck" in (tmp_path / REPORTS_FOLDER / "7.txt").read_text(encoding="utf-8")


def test_lines_of_message_box_fit_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[str] = []
    show_message_box("there are none on this driver, and that is no error")
    monkeypatch.setattr(pygame.display, "message_box", lambda title, text, **how: boxes.append(text))
    show_message_box("Sorry!\n\n" + "word " * 60)
    (text,) = boxes
    assert text.startswith("Sorry!\n\nword word") and max(map(len, text.split("\n"))) <= 80


def test_missing_texts_still_give_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(language: str) -> None:
        raise FileNotFoundError(language)

    monkeypatch.setattr("scenes.shell.error_recovery.Words", gone)
    assert (
        write_report_and_format_message(Profile(tmp_path), ValueError("no texts"), unix_seconds=7)
        == "ValueError: no texts\n\nreports/7.txt"
    )


def test_report_names_no_paths_of_other_files() -> None:
    folder = "/home/somebody"
    with pytest.raises(SyntaxError) as failed:
        compile("1 +", f"{folder}/site-packages/thing/part.py", "exec")
    text = format_report(failed.value, None)
    assert folder not in text and 'File "thing/part.py"' in text and "no match" in text
