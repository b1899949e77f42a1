"""Double-clicked files: the open window offers them, and no match is lost."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

import main
from engine.online.protocol.invitation import to_url
from engine.profile.instance_inbox import REQUEST_GLOB, InstanceInbox, hand_to_running_instance
from engine.profile.lock import is_locked, lock_or_copy_profile
from engine.profile.storage import Profile
from scenes.app import App
from scenes.screens.lobby.lobby_screen import LobbyScreen
from scenes.screens.replays.replays_screen import ReplaysScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.shell.destinations import Home
from scenes.shell.drop import INBOX_POLL_MS, DropOffer
from scenes.shell.prerenderer import FRAME_SECONDS
from scenes.shell.scene import Scene
from scenes.shell.window.system_window import SystemWindow
from tests.support.finished_matches import finished_match
from tests.support.profile_pilot import Pilot
from tests.support.queued_transport import INVITATION
from tests.support.records import find_record, load_match
from tests.support.tables import continue_match, has_playable_and_unplayable

ROOT = Path(__file__).resolve().parent.parent


def match_file(folder: Path, name: str = "Bia's match.houserulesmatch") -> str:
    """Write a finished match to a file; return its path."""
    path = folder / name
    path.write_text(finished_match("big_two")[0].to_text(), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["match.houserulesmatch", "Bündel ção 牌.houserulesmatch"])
def test_file_opened_during_match_is_offered_and_match_survives(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forward: list[bool] = []
    monkeypatch.setattr(SystemWindow, "raise_to_front", lambda window: forward.append(True))
    pilot = continue_match(tmp_path / "profile", find_record("palacio", has_playable_and_unplayable, max_moves=30))
    before, moves = pilot.table.match.record.to_text(), list(pilot.table.match.record.moves)
    file = match_file(tmp_path, name)
    assert hand_to_running_instance(tmp_path / "profile", file, pause=lambda seconds: pilot.run_frames(3))
    assert forward and isinstance(pilot.app.top, DropOffer)
    assert name in " ".join(line.text for line in pilot.app.top.paragraphs)
    assert not list((tmp_path / "profile").glob(REQUEST_GLOB))
    kept, _ = load_match(Profile(tmp_path / "profile"))
    assert kept is not None and kept.moves == moves
    pilot.press_keys(pygame.K_ESCAPE)
    assert pilot.table.match.record.to_text() == before


def test_second_start_hands_file_to_open_window(tmp_path: Path) -> None:
    """Starts a second real program, which opens no window."""
    file, profile = match_file(tmp_path), Profile(tmp_path / "profile")
    with lock_or_copy_profile(profile):
        command = [sys.executable, "main.py", "--profile", str(profile.folder), os.path.relpath(file, ROOT)]
        second = subprocess.Popen(
            command, cwd=ROOT, stderr=subprocess.PIPE, env={**os.environ, "SDL_VIDEODRIVER": "dummy"}
        )
        inbox, found = InstanceInbox(profile.folder), list[str]()
        while not found and second.poll() is None:
            found = inbox.take_requests()
        _, said = second.communicate(timeout=60)
        assert (second.returncode, said) == (0, b"")
    assert [Path(path).resolve() for path in found] == [Path(file).resolve()]


def test_without_open_window_program_opens_file_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[App] = []

    def run(app: App) -> None:
        app.step(FRAME_SECONDS * 1000, pygame.event.get())
        seen.append(app)
        assert isinstance(app.top, ReplaysScreen) and app.top.chosen_entry is not None
        app.release_everything()

    monkeypatch.setattr(App, "run", run)
    assert main.play(tmp_path / "profile", match_file(tmp_path)) == 0
    assert seen


@pytest.mark.parametrize("link", [to_url(INVITATION), to_url(INVITATION).upper()])
def test_clicked_invitation_opens_lobby_of_open_window_after_question(
    link: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Systems start the program with the link (``build/platforms.py``); some write its scheme in capitals."""
    monkeypatch.setattr(SystemWindow, "raise_to_front", lambda window: None)
    pilot = Pilot(tmp_path / "profile")
    pilot.app.go(Home())
    assert hand_to_running_instance(tmp_path / "profile", link, pause=lambda seconds: pilot.run_frames(3))
    assert isinstance(pilot.app.top, DropOffer)
    assert INVITATION.address in " ".join(line.text for line in pilot.app.top.paragraphs)
    pilot.press_keys(pygame.K_RETURN)
    assert isinstance(pilot.app.scene_stack.screen, LobbyScreen), "perhaps below the question for a name"


def test_link_of_house_rules_opens_them_at_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Scene] = []

    def run(app: App) -> None:
        app.step(FRAME_SECONDS * 1000, pygame.event.get())
        seen.append(app.top)
        app.release_everything()

    monkeypatch.setattr(App, "run", run)
    assert main.main(["--profile", str(tmp_path / "profile"), "house-rules:palacio?rounds=3"]) == 0
    assert [type(scene) for scene in seen] == [HouseRulesScreen]


def test_unresponsive_window_is_awaited_only_briefly(tmp_path: Path) -> None:
    waited: list[float] = []
    assert not hand_to_running_instance(tmp_path, match_file(tmp_path), pause=waited.append)
    assert sum(waited) == pytest.approx(5.0)
    assert InstanceInbox(tmp_path).take_requests() == [], "the path that nobody took is removed"


def test_unwritable_profile_takes_no_files(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    profile.write_text("a file where the folder should be")
    assert not hand_to_running_instance(profile, match_file(tmp_path), pause=lambda seconds: None)
    assert InstanceInbox(profile).take_requests() == []


def test_invalid_requests_are_removed(tmp_path: Path) -> None:
    impossible_paths = json.dumps("/match\0.toml"), json.dumps("/match\ud800.toml")
    no_paths = "", "[1]", "{", '"\udcff"'.encode("utf-8", "surrogatepass").hex(), "[" * 60_000
    for number, text in enumerate((*no_paths, *impossible_paths)):
        (tmp_path / f".to-open-{number}.json").write_text(text)
    assert InstanceInbox(tmp_path).take_requests() == []
    assert not list(tmp_path.iterdir())


def test_path_without_proper_name_arrives_unchanged(tmp_path: Path) -> None:
    """Linux allows any bytes in a path."""
    odd = os.fsdecode(b"/tmp/\xff.toml")
    inbox, found = InstanceInbox(tmp_path), list[str]()
    assert hand_to_running_instance(tmp_path, odd, pause=lambda seconds: found.extend(inbox.take_requests()))
    assert found == [odd]


def test_new_window_drops_requests_for_earlier_one(tmp_path: Path) -> None:
    (tmp_path / ".to-open-17.json").write_text(json.dumps("/match.toml"))
    with lock_or_copy_profile(Profile(tmp_path)):
        assert not list(tmp_path.glob(REQUEST_GLOB))


def test_profile_is_in_use_only_while_locked(tmp_path: Path) -> None:
    assert not is_locked(tmp_path / "missing") and not (tmp_path / "missing").exists()
    with lock_or_copy_profile(Profile(tmp_path)):
        assert is_locked(tmp_path)
    assert not is_locked(tmp_path)


def test_idle_window_checks_inbox_seldom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[InstanceInbox] = []

    def take(inbox: InstanceInbox) -> list[str]:
        looks.append(inbox)
        return []

    monkeypatch.setattr(InstanceInbox, "take_requests", take)
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    looks.clear()
    for _ in range(100):
        pilot.step(elapsed_ms=INBOX_POLL_MS / 10)
    assert len(looks) == 10
