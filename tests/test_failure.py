"""Something in the program itself goes wrong: the match is kept, home is shown, a report can be copied."""

from pathlib import Path

import pygame
import pytest

from engine.storage import Profile
from scenes import clipboard
from scenes.dialog import Dialog
from scenes.failure import FOLDER, PROGRAM, report_of
from scenes.home import Home
from scenes.pilot import FRAME, Pilot
from scenes.table.table import Table, start
from tests.at_table import new_record


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pilot:
    """A table that fails at its next step."""
    pilot = Pilot(tmp_path)
    start(pilot.app, new_record("palacio"))
    pilot.rest()

    def fail(self: Table, dt: float) -> bool:
        raise ZeroDivisionError("no such luck")

    monkeypatch.setattr(Table, "update", fail)
    return pilot


def test_home_is_shown_with_what_happened_and_the_match_is_kept(broken: Pilot, tmp_path: Path) -> None:
    kept = broken.app.saved
    assert broken.app.attempt(FRAME, ())
    home, message = broken.app.stack
    assert isinstance(home, Home) and isinstance(message, Dialog)
    assert any("ZeroDivisionError: no such luck" in line.text for line in message.lines)
    assert kept is not None and Profile(tmp_path).load_match()[0] == kept
    broken.key(pygame.K_RETURN)
    assert broken.app.stack == [home]
    assert not broken.app.attempt(FRAME, ()) or broken.app.stack == [home], "the program goes on"


def test_the_report_holds_versions_traceback_and_match_but_no_folders(broken: Pilot, tmp_path: Path) -> None:
    broken.app.attempt(FRAME, ())
    (file,) = (tmp_path / FOLDER).iterdir()
    text = file.read_text(encoding="utf-8")
    assert text.startswith("House Rules ")
    assert "ZeroDivisionError: no such luck" in text and 'File "scenes/app.py"' in text
    assert broken.app.saved is not None and broken.app.saved.to_text() in text
    for folder in (PROGRAM, Path.home(), tmp_path):
        assert f"{folder}/" not in text


def test_the_report_is_copied(broken: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []

    def copy(text: str) -> bool:
        copied.append(text)
        return True

    monkeypatch.setattr(clipboard, "copy", copy)
    broken.app.attempt(FRAME, ())
    broken.key(pygame.K_TAB, pygame.K_RETURN)
    assert len(copied) == 1 and "ZeroDivisionError" in copied[0]
    assert isinstance(broken.app.top, Dialog), "the message stays until it was read"


def test_an_error_on_the_way_home_is_not_hidden(broken: Pilot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no_home(self: Home) -> None:
        raise OSError("the pictures are gone")

    monkeypatch.setattr(Home, "lay_out", no_home)
    with pytest.raises(OSError, match="the pictures are gone"):
        broken.app.attempt(FRAME, ())
    assert Profile(tmp_path).load_match()[0] is not None
    assert list((tmp_path / FOLDER).iterdir())


def test_a_report_says_nothing_of_where_other_files_lie() -> None:
    folder = "/home/somebody"
    with pytest.raises(SyntaxError) as failed:
        compile("1 +", f"{folder}/site-packages/thing/part.py", "exec")
    text = report_of(failed.value, None)
    assert folder not in text and 'File "thing/part.py"' in text and "no match" in text
