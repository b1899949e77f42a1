"""Files that are double-clicked: offered by the window that is open, and no match is lost."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

import main
from engine.profile.inbox import REQUESTS, Inbox, hand_over
from engine.profile.lock import is_in_use, profile_lock
from engine.profile.storage import Profile
from scenes.app import FRAME, LOOK_FOR_FILES, App
from scenes.replays.replays import ReplaysScreen
from scenes.shell.destinations import Home
from scenes.shell.dropped import Offer
from scenes.shell.system_window import SystemWindow
from tests.support.at_table import choosing, continued
from tests.support.piloting import Pilot
from tests.support.records import record_where
from tests.support.replaying import finished

ROOT = Path(__file__).resolve().parent.parent


def match_file(folder: Path, name: str = "Bia's match.houserulesmatch") -> Path:
    path = folder / name
    path.write_text(finished("big_two")[0].to_text(), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["match.houserulesmatch", "Bündel ção 牌.houserulesmatch"])
def test_a_file_opened_during_a_match_is_offered_and_the_match_is_kept(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forward: list[bool] = []
    monkeypatch.setattr(SystemWindow, "come_forward", lambda window: forward.append(True))
    pilot = continued(tmp_path / "profile", record_where("palacio", choosing, most=30))
    before, moves = pilot.table.match.record.to_text(), list(pilot.table.match.record.moves)
    file = match_file(tmp_path, name)
    assert hand_over(tmp_path / "profile", file, pause=lambda seconds: pilot.steps(3))
    assert forward and isinstance(pilot.app.top, Offer)
    assert name in " ".join(line.text for line in pilot.app.top.lines)
    assert not list((tmp_path / "profile").glob(REQUESTS))
    kept, _ = Profile(tmp_path / "profile").load_match()
    assert kept is not None and kept.moves == moves
    pilot.key(pygame.K_ESCAPE)
    assert pilot.table.match.record.to_text() == before
    pilot.app.close_all()


def test_a_second_start_hands_its_file_to_the_window_that_holds_the_profile(tmp_path: Path) -> None:
    """A whole second program; it opens no window."""
    file, profile = match_file(tmp_path), Profile(tmp_path / "profile")
    with profile_lock(profile):
        command = [sys.executable, "main.py", "--profile", str(profile.folder), os.path.relpath(file, ROOT)]
        second = subprocess.Popen(
            command, cwd=ROOT, stderr=subprocess.PIPE, env={**os.environ, "SDL_VIDEODRIVER": "dummy"}
        )
        inbox, found = Inbox(profile.folder), list[Path]()
        while not found and second.poll() is None:
            found = inbox.take()
        _, said = second.communicate(timeout=60)
        assert (second.returncode, said) == (0, b"")
    assert [path.resolve() for path in found] == [file.resolve()]


def test_without_an_open_window_the_program_opens_the_file_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[App] = []

    def run(app: App) -> None:
        app.step(FRAME * 1000, pygame.event.get())
        seen.append(app)
        assert isinstance(app.top, ReplaysScreen) and app.top.entry is not None
        app.close_all()

    monkeypatch.setattr(App, "run", run)
    assert main.play(tmp_path / "profile", match_file(tmp_path)) == 0
    assert seen


def test_a_window_that_does_not_answer_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    waited: list[float] = []
    assert not hand_over(tmp_path, match_file(tmp_path), pause=waited.append)
    assert sum(waited) == pytest.approx(5.0)
    assert Inbox(tmp_path).take() == [], "withdrawn"


def test_a_profile_that_can_not_be_written_takes_no_files(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    profile.write_text("a file where the folder should be")
    assert not hand_over(profile, match_file(tmp_path), pause=lambda seconds: None)
    assert Inbox(profile).take() == []


def test_requests_that_are_none_are_removed(tmp_path: Path) -> None:
    for number, text in enumerate(("", "[1]", "{", '"\udcff"'.encode("utf-8", "surrogatepass").hex(), "[" * 60_000)):
        (tmp_path / f".to-open-{number}.json").write_text(text)
    assert Inbox(tmp_path).take() == []
    assert not list(tmp_path.iterdir())


def test_a_path_without_a_proper_name_arrives_as_it_is(tmp_path: Path) -> None:
    """Linux allows any bytes."""
    odd = Path(os.fsdecode(b"/tmp/\xff\x00.toml".replace(b"\x00", b"")))
    inbox, found = Inbox(tmp_path), list[Path]()
    assert hand_over(tmp_path, odd, pause=lambda seconds: found.extend(inbox.take()))
    assert found == [odd.absolute()]


def test_the_window_that_takes_the_profile_forgets_what_was_meant_for_an_earlier_one(tmp_path: Path) -> None:
    (tmp_path / ".to-open-17.json").write_text(json.dumps("/match.toml"))
    with profile_lock(Profile(tmp_path)):
        assert not list(tmp_path.glob(REQUESTS))


def test_a_profile_is_in_use_only_while_a_window_holds_it(tmp_path: Path) -> None:
    assert not is_in_use(tmp_path / "missing") and not (tmp_path / "missing").exists()
    with profile_lock(Profile(tmp_path)):
        assert is_in_use(tmp_path)
    assert not is_in_use(tmp_path)


def test_while_nothing_happens_the_folder_is_looked_at_seldom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Inbox] = []

    def take(inbox: Inbox) -> list[Path]:
        looks.append(inbox)
        return []

    monkeypatch.setattr(Inbox, "take", take)
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    looks.clear()
    for _ in range(100):
        pilot.step(dt=LOOK_FOR_FILES / 10)
    assert len(looks) == 10
    pilot.app.close_all()
