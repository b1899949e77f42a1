"""Damaged or unwritable settings, house rules and presets are reported and survived, and the original is kept."""

import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.notices import MAX_NOTICES_ABOUT_FILE, MORE_KEY
from engine.options import options_of
from engine.profile import atomic_replace
from engine.profile.presets import CustomPresets
from engine.profile.storage import Profile
from engine.settings import Settings
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.shell.dialog import Dialog
from scenes.text.catalogue import Words
from scenes.text.notice_texts import notice_text
from tests.support.profile_pilot import Pilot
from tests.support.tables import write_settings

SLUG = "palacio"
RULES = GAMES[SLUG].Options
SAVED_RULES = RULES(rounds=3, play_on=True)


class FileKind(NamedTuple):
    """Kind of file: its path, and functions to read and write it."""

    path: Callable[[Profile], Path]
    write: Callable[[Profile], object]
    load: Callable[[Profile], object]


def _presets(profile: Profile) -> CustomPresets:
    presets = CustomPresets(profile, SLUG)
    presets.load()
    return presets


KINDS = {
    "settings": FileKind(
        lambda profile: profile.settings_path,
        lambda profile: profile.save_settings(Settings(speed="4", name="Zoë", ui_scale="125", language="en")),
        Profile.load_settings,
    ),
    "rules": FileKind(
        lambda profile: profile.options_path(SLUG),
        lambda profile: profile.save_options(SLUG, SAVED_RULES),
        lambda profile: profile.load_options(SLUG),
    ),
    "preset": FileKind(
        lambda profile: profile.folder / "presets" / f"{SLUG}-ours.toml",
        lambda profile: _presets(profile).add("Ours", SAVED_RULES),
        lambda profile: CustomPresets(profile, SLUG).load(),
    ),
}
VALID_FILES: dict[str, bytes] = {}


def valid_file(kind: str) -> bytes:
    """Return a valid file of this kind."""
    if kind not in VALID_FILES:
        with tempfile.TemporaryDirectory() as folder:
            profile = Profile(Path(folder))
            KINDS[kind].write(profile)
            assert profile.notices == []
            VALID_FILES[kind] = KINDS[kind].path(profile).read_bytes()
    return VALID_FILES[kind]


def write_file(folder: Path, kind: str, content: bytes) -> Path:
    """Write a file of this kind; return its path."""
    path = KINDS[kind].path(Profile(folder))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def file_and_copies(path: Path) -> list[bytes]:
    """Return the contents of a file and its backup copies."""
    return [one.read_bytes() for one in sorted(path.parent.glob(f"{path.stem}*{path.suffix}"))]


# --- damage -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_any_range_of_bytes_may_be_missing_or_changed(
    kind: str, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    good = valid_file(kind)
    start = data.draw(st.integers(0, len(good) - 1))
    end = data.draw(st.integers(start + 1, len(good)))
    content = good[:start] + data.draw(st.binary(max_size=8)) + good[end:]
    folder = tmp_path_factory.mktemp("any")
    path = write_file(folder, kind, content)
    profile, words = Profile(folder), Words("en")
    KINDS[kind].load(profile)
    assert all(notice_text(words, notice) != notice.key for notice in profile.notices)
    if profile.notices:
        KINDS[kind].write(Profile(folder))
        assert content in file_and_copies(path), "neither the original nor a copy is left"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", ["-1", "1.5", "true", '"?"', "[1]", "{a = 1}", "1979-05-27", "nan", "9" * 5000])
def test_value_of_any_type_is_reported_and_others_are_used(kind: str, value: str, tmp_path: Path) -> None:
    """Only wrong types are written, since any value of the right type is valid for switches and numbers."""
    owner = Settings if kind == "settings" else RULES
    fields = [choice for choice in options_of(owner) if not (value == "true" and type(choice.default) is bool)]
    head = "" if kind == "settings" else f'format = 2\ngame = "{SLUG}"\n[rules]\n'
    content = (head + "".join(f"{choice.name} = {value}\n" for choice in fields if not choice.max_length)).encode()
    path = write_file(tmp_path, kind, content)
    profile = Profile(tmp_path)
    KINDS[kind].load(profile)
    notices = profile.notices
    if len(value) > 4000:
        assert notices[0].key == ("notice.too_large" if kind == "settings" else "notice.not_toml")
    else:
        named = [notice.placeholders["key"] for notice in notices if notice.key == "notice.bad_value"]
        bad = [choice.name for choice in fields if not choice.max_length]
        assert named == bad[:MAX_NOTICES_ABOUT_FILE]
        more = sum(notice.placeholders["n"] for notice in notices if notice.key == MORE_KEY)
        assert len(named) + more == len(bad)
    assert path.read_bytes() == content
    assert kind == "preset" or content in file_and_copies(path)[:-1], "a copy is made before anything is written"


DAMAGES: dict[str, bytes] = {
    "cut": b"",
    "not UTF-8": b"\xff\xfes\x00p\x00",
    "other bytes": bytes(range(256)),
    "huge": b"# much\n" * 15_000,
    "deep": b"a = " + b"[" * 9000,
    "nothing but zeros": b"\0" * 4096,
}


def damage_file(kind: str, damage: str) -> bytes:
    return valid_file(kind)[:-4] if damage == "cut" else DAMAGES[damage]


@pytest.fixture
def pilots() -> Iterator[list[Pilot]]:
    several: list[Pilot] = []
    yield several
    for pilot in several:
        pilot.app.release_everything()


def open_reading_screen(folder: Path, kind: str) -> Pilot:
    """Open the screen that reads this kind of file."""
    if kind != "settings":
        write_settings(folder)
    pilot = Pilot(folder, (960, 540))
    pilot.app.go(HomeScreen(pilot.app) if kind == "settings" else HouseRulesScreen(pilot.app, SLUG))
    pilot.run_frames(2)
    return pilot


def close_notice(pilot: Pilot) -> str:
    """Close the notice on the screen; return its text."""
    dialog = pilot.app.top
    assert isinstance(dialog, Dialog) and dialog.title == pilot.app.words("app.notices.title")
    pilot.press_keys(pygame.K_RETURN)
    pilot.run_frames(2)
    assert not isinstance(pilot.app.top, Dialog), "a second message is shown"
    return "\n".join(line.text for line in dialog.paragraphs)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("damage", DAMAGES)
def test_program_reports_damaged_file_and_continues(
    kind: str, damage: str, tmp_path: Path, pilots: list[Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    content = damage_file(kind, damage)
    path = write_file(tmp_path, kind, content)
    pilot = open_reading_screen(tmp_path, kind)
    pilots.append(pilot)
    assert path.name in close_notice(pilot)
    assert isinstance(pilot.app.top, HomeScreen | HouseRulesScreen)
    if kind == "settings":
        screen = SettingsScreen(pilot.app)
        pilot.app.open(screen)
        screen.change("speed", "2")
        profile = Profile(tmp_path)
        assert (profile.load_settings(), profile.notices) == (pilot.app.settings, [])
    else:
        change_saved_value(pilot, kind)
        assert Profile(tmp_path).load_options(SLUG).rounds == 3
    assert content in file_and_copies(path)


# --- failed writes ----------------------------------------------------------------------------------------------------


def change_saved_value(pilot: Pilot, kind: str) -> None:
    """Change a saved value of this kind of file."""
    if kind == "settings":
        screen = SettingsScreen(pilot.app)
        pilot.app.open(screen)
        screen.change("four_colours", not pilot.app.settings.four_colours)
        pilot.app.close(screen)
    else:
        rules = pilot.app.top
        assert isinstance(rules, HouseRulesScreen)
        rules.set_rules(RULES(rounds=3, starter="lowest_card"), "")
        rules.editor._save_as("Ours")
        pilot.app.close(rules)
        pilot.app.open(rules)
    pilot.run_frames(2)


def fail_disk_full(real: Callable[..., tuple[int, str]]) -> Callable[..., tuple[int, str]]:
    """Simulate a full disk: files can be created but not written."""

    def begun(*args: Any, **named: Any) -> tuple[int, str]:
        handle, name = real(*args, **named)
        os.close(handle)
        return os.open("/dev/full", os.O_WRONLY), name

    return begun


def fail_read_only(real: Callable[..., tuple[int, str]]) -> Callable[..., tuple[int, str]]:
    """Simulate a read-only folder, as chmod doesn't stop root."""

    def refused(*_: Any, **__: Any) -> tuple[int, str]:
        raise PermissionError(errno.EACCES, "Permission denied")

    return refused


WRITE_FAILURES = {
    "full disk": (fail_disk_full, "No space left"),
    "read-only folder": (fail_read_only, "Permission denied"),
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux that is always full")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("trouble", WRITE_FAILURES)
def test_unwritten_changes_are_reported_and_written_later(
    kind: str, trouble: str, tmp_path: Path, pilots: list[Pilot], monkeypatch: pytest.MonkeyPatch
) -> None:
    make, why = WRITE_FAILURES[trouble]
    write_settings(tmp_path)
    path = write_file(tmp_path, kind, valid_file(kind))
    pilot = open_reading_screen(tmp_path, kind)
    pilots.append(pilot)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(atomic_replace, "create_temporary", make(atomic_replace.create_temporary))
        change_saved_value(pilot, kind)
        text = close_notice(pilot)
        assert why in text and str(tmp_path) in text
        assert path.read_bytes() == before, "the old file stays"
        pilot.app.profile.retry_failed_writes()
        assert path.read_bytes() == before
        assert not list(tmp_path.rglob("*.tmp")), "no temporary file is left"
        if kind == "settings":
            assert pilot.app.settings.four_colours
        else:
            assert pilot.app.profile.load_options(SLUG).starter == "lowest_card"
            assert _presets(pilot.app.profile).find("Ours").options.starter == "lowest_card"  # type: ignore[union-attr]
    pilot.app.release_everything()
    assert path.read_bytes() != before, "the change is saved after the disk has space again"
    profile = Profile(tmp_path)
    KINDS[kind].load(profile)
    assert profile.notices == []


def test_files_of_newer_program_are_left_alone(tmp_path: Path, pilots: list[Pilot]) -> None:
    path = write_file(tmp_path, "settings", b'format = 99\nspeed = "4"\n')
    pilot = open_reading_screen(tmp_path, "settings")
    pilots.append(pilot)
    close_notice(pilot)
    change_saved_value(pilot, "settings")
    pilot.app.release_everything()
    assert path.read_bytes() == b'format = 99\nspeed = "4"\n'
