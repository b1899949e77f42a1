"""An error in the program itself: the match is kept, home is shown, a report can be copied."""

from pathlib import Path

import pygame
import pytest

from engine.profile.storage import Profile
from scenes.home.home import HomeScreen
from scenes.look.widgets import clipboard
from scenes.selftest.pilot import FRAME
from scenes.shell.destinations import Begin, Home, Resume
from scenes.shell.dialog import Dialog
from scenes.shell.failure import (
    CALM,
    FOLDER,
    IN_A_ROW,
    MOST_REPORTS,
    PROGRAM,
    GaveUpError,
    final_message,
    report_of,
    show_message_box,
    write_report,
)
from scenes.table.table import Table
from tests.support.piloting import Pilot
from tests.support.records import new_record


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """A table that fails at its next step."""
    pilot = Pilot(tmp_path)
    pilot.app.go(Begin(new_record("palacio")))
    pilot.rest()

    def fail(self: Table, dt: float) -> bool:
        raise ZeroDivisionError("no such luck")

    monkeypatch.setattr(Table, "update", fail)
    return pilot


def test_home_shows_a_message_and_the_match_is_kept(broken: Pilot, tmp_path: Path) -> None:
    kept = broken.app.saved
    assert broken.app.attempt(FRAME, ())
    home, message = broken.app.stack
    assert isinstance(home, HomeScreen) and isinstance(message, Dialog)
    assert any("ZeroDivisionError: no such luck" in line.text for line in message.lines)
    assert kept is not None and Profile(tmp_path).load_match()[0] == kept
    broken.key(pygame.K_RETURN)
    assert broken.app.stack.scenes == [home]
    assert not broken.app.attempt(FRAME, ()) or broken.app.stack.scenes == [home], "the program goes on"


def test_the_report_holds_versions_traceback_and_match_but_no_folders(broken: Pilot, tmp_path: Path) -> None:
    broken.app.attempt(FRAME, ())
    (file,) = (tmp_path / FOLDER).iterdir()
    text = file.read_text(encoding="utf-8")
    assert text.startswith("House Rules ")
    assert "ZeroDivisionError: no such luck" in text and 'File "scenes/app.py"' in text
    assert broken.app.saved is not None and broken.app.saved.to_text() in text
    for folder in (PROGRAM, Path.home(), tmp_path):
        assert f"{folder}/" not in text


def test_the_report_can_be_copied(broken: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []

    def copy(text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr(clipboard, "copy", copy)
    broken.app.attempt(FRAME, ())
    broken.key(pygame.K_TAB, pygame.K_RETURN)
    assert len(copied) == 1 and "ZeroDivisionError" in copied[0]
    assert isinstance(broken.app.top, Dialog), "the message stays until it is closed"


# --- repeated errors --------------------------------------------------------------------------------------------------


def no_home(self: HomeScreen) -> None:
    raise OSError("the pictures are gone")


def reports(folder: Path) -> list[Path]:
    return list((folder / FOLDER).glob("*.txt"))


def test_without_a_way_home_the_program_says_why_and_ends(
    broken: Pilot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kept = broken.app.saved
    monkeypatch.setattr(HomeScreen, "lay_out", no_home)
    with pytest.raises(GaveUpError, match="ZeroDivisionError: no such luck"):
        broken.app.attempt(FRAME, ())
    assert Profile(tmp_path).load_match()[0] == kept
    causes = sorted("the pictures are gone" in path.read_text(encoding="utf-8") for path in reports(tmp_path))
    assert causes == [False, True], "one for the table, one for going home"


def test_an_error_in_every_frame_is_reported_once_and_ends_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    monkeypatch.setattr(HomeScreen, "update", lambda self, dt: 1 / 0)
    now = iter(range(1000, 9999))
    monkeypatch.setattr(pilot.app, "now", lambda: next(now))
    for _ in range(IN_A_ROW - 1):
        assert pilot.app.attempt(FRAME, ())
        assert isinstance(pilot.app.top, Dialog), "home is tried again, with the message over it"
    with pytest.raises(GaveUpError) as gave_up:
        pilot.app.attempt(FRAME, ())
    (report,) = reports(tmp_path)
    assert "ZeroDivisionError" in report.read_text(encoding="utf-8")
    assert f"{FOLDER}/{report.name}" in str(gave_up.value) and "It keeps happening" in str(gave_up.value)
    pilot.app.close_all()


def test_an_occasional_error_is_reported_once_and_the_program_goes_on(broken: Pilot, tmp_path: Path) -> None:
    now = iter(range(1000, 9999))
    broken.app.now = lambda: next(now)  # type: ignore[method-assign]
    for _ in range(2 * IN_A_ROW):
        assert broken.app.attempt(FRAME, ())
        while isinstance(broken.app.top, Dialog):
            broken.key(pygame.K_RETURN)
        for _ in range(round(CALM / FRAME) + 2):
            broken.app.attempt(FRAME, ())
        broken.app.go(Resume())
    assert len(reports(tmp_path)) == 1


def test_reports_never_fill_the_disk(tmp_path: Path) -> None:
    profile, folder = Profile(tmp_path), tmp_path / FOLDER
    names = [write_report(profile, f"report {i}", now=5 + i // 2) for i in range(2 * MOST_REPORTS)]
    assert len(set(names)) == len(names), "none overwrites another"
    (folder / "mine.txt").touch()
    for i in range(MOST_REPORTS):
        write_report(profile, "later", now=1000 + i)
    found = {path.name for path in folder.iterdir()}
    assert found == {f"{1000 + i}.txt" for i in range(MOST_REPORTS)} | {"mine.txt"}


def test_a_match_that_cannot_be_recorded_does_not_prevent_the_report(broken: Pilot, tmp_path: Path) -> None:
    assert broken.app.saved is not None
    broken.app.saved.options = None
    broken.app.attempt(FRAME, ())
    assert isinstance(broken.app.top, Dialog)
    (report,) = reports(tmp_path)
    assert "no match" in report.read_text(encoding="utf-8")


def test_a_user_without_a_home_folder_gets_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert "ValueError: x" in report_of(ValueError("x"), None)


# --- the end ----------------------------------------------------------------------------------------------------------


def test_the_final_message_says_what_happened_and_where_the_report_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "pt_BR.UTF-8")
    assert final_message(Profile(tmp_path), GaveUpError("as told"), now=7) == "as told"
    assert not (tmp_path / FOLDER).exists(), "this error has its report already"
    message = final_message(Profile(tmp_path), FileNotFoundError("no deck"), now=7)
    assert "Algo deu errado" in message and "FileNotFoundError: no deck" in message and f"{FOLDER}/7.txt" in message
    assert "no deck" in (tmp_path / FOLDER / "7.txt").read_text(encoding="utf-8")


def test_lines_of_a_message_box_fit_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[str] = []
    show_message_box("there are none on this driver, and that is no error")
    monkeypatch.setattr(pygame.display, "message_box", lambda title, text, **how: boxes.append(text))
    show_message_box("Sorry!\n\n" + "word " * 60)
    (text,) = boxes
    assert text.startswith("Sorry!\n\nword word") and max(map(len, text.split("\n"))) <= 80


def test_without_any_texts_there_is_still_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(language: str) -> None:
        raise FileNotFoundError(language)

    monkeypatch.setattr("scenes.shell.failure.Words", gone)
    assert final_message(Profile(tmp_path), ValueError("no texts"), now=7) == "ValueError: no texts\n\nreports/7.txt"


def test_a_report_names_no_paths_of_other_files() -> None:
    folder = "/home/somebody"
    with pytest.raises(SyntaxError) as failed:
        compile("1 +", f"{folder}/site-packages/thing/part.py", "exec")
    text = report_of(failed.value, None)
    assert folder not in text and 'File "thing/part.py"' in text and "no match" in text
