"""Truncated, damaged and foreign files: the program reports them, keeps a copy and continues."""

import errno
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import Record, RecordError
from engine.moves import Move, Note
from engine.notices import MAX_NOTICES_ABOUT_FILE, MORE_KEY, Notice
from engine.options import options_of
from engine.profile import atomic_replace
from engine.profile.storage import Profile
from engine.rng import Rng
from engine.settings import Settings
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.rules.house_rules_screen import HouseRulesScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.screens.settings.settings_screen import SettingsScreen
from scenes.shell.destinations import Home, MatchTable, Seating
from scenes.shell.dialog import Dialog
from scenes.table.table import Table
from scenes.text.catalogue import Words
from scenes.text.notice_texts import notice_text
from tests.support.profile_files import KINDS, OPTIONS, RULES_HEAD, SLUG, TEXT_KINDS, bytes_below, file_and_copies
from tests.support.profile_pilot import Pilot
from tests.support.records import load_match, new_record, play_randomly, take_notices
from tests.support.tables import load_saved_record, write_settings

KINDS_IN_SCREENS = ("settings", "options", "preset")


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


@pytest.fixture(scope="module")
def good_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A good file of each kind."""
    return {kind: KINDS[kind].make(tmp_path_factory.mktemp(kind), 0).read_bytes() for kind in KINDS_IN_SCREENS}


def write_file(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def open_screen(folder: Path, kind: str) -> Pilot:
    """Start the program on the screen that reads this kind of file."""
    if kind != "settings":
        write_settings(folder)
    pilot = Pilot(folder, (960, 540))
    pilot.app.go(KINDS[kind].screen(pilot.app))
    pilot.run_frames(3)
    return pilot


def close_notice(pilot: Pilot) -> str:
    """Close the notice on the screen with Enter; return its text."""
    dialog = pilot.expect(Dialog)
    assert dialog.title == pilot.app.words("app.notices.title")
    text = "\n".join(line.text for line in dialog.paragraphs)
    assert not re.search(r"\{\w+\}|notice\.", text)
    pilot.press_keys(pygame.K_RETURN)
    pilot.run_frames(2)
    assert not isinstance(pilot.app.top, Dialog), "a second message is shown"
    return text


def change_saved_value(pilot: Pilot, kind: str) -> None:
    if kind == "settings":
        screen = SettingsScreen(pilot.app)
        pilot.app.open(screen)
        screen.change("four_colours", not pilot.app.settings.four_colours)
        pilot.app.close(screen)
    else:
        rules = pilot.expect(HouseRulesScreen)
        rules.set_rules(OPTIONS(rounds=3, starter="lowest_card"), "")
        rules.editor._save_as("Ours")
        pilot.app.close(rules)
        pilot.app.open(rules)
    pilot.run_frames(2)


# --- settings, house rules and presets --------------------------------------------------------------------------------

DAMAGES: Mapping[str, bytes] = {
    "cut": b"",
    "not UTF-8": b"\xff\xfes\x00p\x00",
    "other bytes": bytes(range(256)),
    "huge": b"# much\n" * 15_000,
    "deep": b"a = " + b"[" * 9000,
    "nothing but zeros": b"\0" * 4096,
}
BAD_FILES: list[tuple[str, bytes, tuple[str, ...]]] = [
    *((kind, content, ()) for kind in KINDS_IN_SCREENS for content in DAMAGES.values()),
    ("settings", b'speed = 4\nlanguage = "en"\n', ("speed", "4")),
    ("settings", b'back = "gold"\nlanguage = "en"\n', ("back", "gold", "lantern")),
    ("settings", b'auto_answer = "yes"\nlanguage = "en"\n', ("auto_answer", "yes")),
    ("settings", b'colour = "green"\nlanguage = "en"\n', ("colour", "green")),
    ("settings", b'language = "en"\nspeed =\nback = "house"\n', ("line 2",)),
    ("settings", b"[speed]\nfast = true\n", ("speed", "fast")),
    ("options", b"cheating = true\n", ("cheating",)),
    ("options", b'rounds = "three"\n', ("rounds",)),
]
"""Kind of file, its content (of a cut file: empty) and what the notice must name."""


@pytest.mark.parametrize(("kind", "content", "expected"), BAD_FILES)
def test_bad_file_is_reported_and_copied_and_program_continues(
    kind: str, content: bytes, expected: tuple[str, ...], tmp_path: Path, good_files: Mapping[str, bytes]
) -> None:
    content = content or good_files[kind][:-4]
    path = write_file(tmp_path / KINDS[kind].path, content)
    pilot = open_screen(tmp_path, kind)
    text = close_notice(pilot)
    assert all(word in text for word in (path.name, *expected))
    assert kind == "preset" or ("bad-1.toml" in text and file_and_copies(path)[:-1] == [content])
    change_saved_value(pilot, kind)
    assert content in file_and_copies(path)
    profile = Profile(tmp_path)
    assert (profile.load_settings(), profile.notices) == (pilot.app.settings, [])
    assert kind == "settings" or profile.load_options(SLUG).rounds == 3


def test_good_settings_beside_bad_one_are_used(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('speed = "instant"\nback = "gold"\nlanguage = "pt_BR"\n')
    pilot = open_screen(tmp_path, "settings")
    chosen = pilot.app.settings
    assert (chosen.speed, chosen.back, chosen.language) == ("instant", "house", "pt_BR")
    assert "settings.toml" in close_notice(pilot)


@pytest.mark.parametrize("kind", KINDS_IN_SCREENS)
@pytest.mark.parametrize("value", ["-1", "1.5", "true", '"?"', "[1]", "{a = 1}", "1979-05-27", "nan", "9" * 5000])
def test_value_of_any_type_is_reported_and_others_are_used(kind: str, value: str, tmp_path: Path) -> None:
    """Only wrong types are written, since any value of the right type is valid for switches and numbers."""
    fields = [
        choice.name
        for choice in options_of(Settings if kind == "settings" else OPTIONS)
        if not choice.max_length and not (value == "true" and type(choice.default) is bool)
    ]
    head = "" if kind == "settings" else RULES_HEAD
    if kind != "settings" and len(value) > 4000:
        fields = fields[:5]  # the file isn't too large
    content = (head + "".join(f"{name} = {value}\n" for name in fields)).encode()
    path = write_file(tmp_path / KINDS[kind].path, content)
    profile = Profile(tmp_path)
    KINDS[kind].open(profile)
    notices = profile.notices
    if len(value) > 4000:
        assert notices[0].key == ("notice.too_large" if kind == "settings" else "notice.not_toml")
    else:
        named = [notice.placeholders["key"] for notice in notices if notice.key == "notice.bad_value"]
        assert named == fields[:MAX_NOTICES_ABOUT_FILE]
        more = sum(notice.placeholders["n"] for notice in notices if notice.key == MORE_KEY)
        assert len(named) + more == len(fields)
    assert path.read_bytes() == content
    assert kind == "preset" or content in file_and_copies(path)[:-1], "a copy is made before anything is written"


# --- other small files ------------------------------------------------------------------------------------------------

BAD_SMALL_FILES = [
    ("learned", "explained = [", "not_toml"),
    ("learned", "\x00", "not_toml_line"),
    ("learned", "explained = 7\nlessons = [1, []]", "bad_value"),
    ("learned", "format = 99\nx = 1", "newer_file"),
    ("attempts", "begun = 7", "bad_value"),
    ("attempts", "begun = [7]", "bad_value"),
    ("attempts", "format = 1\nother = 2", "unknown_key"),
    ("persons", 'names = ["Bento"]\nportraits = ["wig", 3]', "bad_value"),
    ("persons", 'names = "Bento"\nfaces = []', "bad_value"),
    ("persons", 'format = 9\nnames = ["Bento"]', "newer_file"),
    ("lab", "comparisons = 3\n", "bad_value"),
    ("lab", "comparisons = [{trials = 1}]\n", "bad_value"),
    ("lab", 'comparisons = [{trials = 1, figures = [["x", 1]]}]\n', "bad_value"),
    ("window", "size = [1200, -5]\nplace = [3, 4]\n", "bad_value"),
    ("window", "size = [1200]\n", "bad_value"),
    ("window", "size = [true, 700]\n", "bad_value"),
    ("window", 'place = "left"\n', "bad_value"),
    ("window", "maximised = 3\n", "bad_value"),
    ("window", "colour = 3\n", "unknown_key"),
    ("window", "size = [1200,\n\x00", "not_toml_line"),
    ("window", "format = 99\nsize = [1200, 700]\n", "newer_file"),
    ("updates", 'looked = -1\nnewest = "1.1"', "bad_value"),
    ("updates", 'newest = "9\\u001b[2J"', "bad_value"),
    ("updates", "looked = true", "bad_value"),
    ("updates", "newest = 9", "bad_value"),
]
"""Kind of file, its content, and the key of the notice."""


@pytest.mark.parametrize(("kind", "text", "key"), BAD_SMALL_FILES)
def test_bad_small_file_is_reported_and_kept_and_can_be_written_again(
    kind: str, text: str, key: str, tmp_path: Path
) -> None:
    path = write_file(tmp_path / KINDS[kind].path, text.encode())
    profile, again = Profile(tmp_path), Profile(tmp_path)
    opened = KINDS[kind].open(profile)
    assert f"notice.{key}" in [notice.key for notice in take_notices(profile)]
    KINDS[kind].rewrite(opened)
    assert profile.notices == [] and text.encode() in bytes_below(tmp_path)
    if key == "newer_file":
        assert path.read_text(encoding="utf-8") == text
    else:
        assert (KINDS[kind].state(KINDS[kind].open(again)), again.notices) == (KINDS[kind].state(opened), [])


@pytest.mark.parametrize("kind", TEXT_KINDS)
def test_good_small_file_is_read_as_written(kind: str, tmp_path: Path) -> None:
    content = KINDS[kind].make(tmp_path, 0).read_bytes()
    profile, empty = Profile(tmp_path), Profile(tmp_path / "empty")
    found = KINDS[kind].state(KINDS[kind].open(profile))
    assert profile.notices == [] and found != KINDS[kind].state(KINDS[kind].open(empty))
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [content]


# --- the match --------------------------------------------------------------------------------------------------------


def record_in_progress(moves: int = 20) -> Record:
    record = new_record(SLUG, 3)
    play_randomly(record, Rng(3), moves)
    return record


def check_playable(pilot: Pilot) -> None:
    """Check that no match is offered, and that one can be started and played."""
    words = pilot.app.words("app.home.continue")
    assert all(getattr(widget, "label", "") != words for widget in pilot.expect(HomeScreen).root.focus_order())
    pilot.app.save_settings_without_layout(replace(pilot.app.settings, coach="off"))
    record = new_record(SLUG, 8)
    pilot.app.go(MatchTable(record))
    pilot.run_until_idle()
    pilot.play_by_keys(pilot.open_choice.legal_moves[0])
    assert record.moves and load_saved_record(pilot.app.profile.folder).seed == 8


def test_match_truncated_anywhere_is_reported_and_copied(tmp_path: Path) -> None:
    whole = record_in_progress().to_text().encode()
    for part in range(24):
        content = whole[: len(whole) * part // 24]
        path = write_file(tmp_path / str(part) / "match.toml", content)
        record, notices = load_match(Profile(path.parent))
        assert record is None and notices, part
        assert file_and_copies(path) == [content]


def replace_in_record(old: str, new: str) -> str:
    text = record_in_progress().to_text()
    assert old in text
    return text.replace(old, new, 1)


def impossible_match() -> str:
    record = record_in_progress()
    game = record.replay()
    record.append(game.legal_moves(game.seats_to_act()[0])[0]._replace(seat=(game.seats_to_act()[0] + 1) % 3))
    return record.to_text()


BAD_MATCHES: Mapping[str, tuple[Callable[[], str], tuple[str, ...]]] = {
    "another format": (partial(replace_in_record, "format = 3", "format = 7"), ("7",)),
    "an impossible move": (impossible_match, ("21",)),
    "an unknown game": (partial(replace_in_record, 'game = "palacio"', 'game = "mahjong"'), ("game", "mahjong")),
    "too many seats": (partial(replace_in_record, "seats = 3", "seats = 9"), ("seats", "9")),
    "a negative seed": (partial(replace_in_record, "seed = 3", "seed = -3"), ("seed", "-3")),
    "an unknown rule": (lambda: record_in_progress().to_text() + "cheating = true\n", ("cheating",)),
    "an unknown character": (partial(replace_in_record, "celeste easy", "nobody easy"), ("chairs", "nobody")),
    "a malformed move": (partial(replace_in_record, '"0:', '"zero:'), ("zero:",)),
    "a list of lists": (partial(replace_in_record, "moves = [", "moves = [[], "), ("1", "[]")),
    "half a file": (lambda: record_in_progress().to_text()[:300], ()),
}


@pytest.mark.parametrize("case", BAD_MATCHES)
def test_match_with_bad_content_is_reported_and_copied(case: str, tmp_path: Path) -> None:
    write_settings(tmp_path)
    make, expected = BAD_MATCHES[case]
    path = write_file(Profile(tmp_path).match_path(SLUG), make().encode())
    content = path.read_bytes()
    pilot = open_screen(tmp_path, "match")
    text = close_notice(pilot)
    assert all(word in text for word in ("palacio.toml", *expected))
    assert "bad-1.toml" in text and file_and_copies(path)[0] == content
    check_playable(pilot)


def test_match_without_names_is_continued_by_player(tmp_path: Path) -> None:
    record = record_in_progress()
    record.chairs = ()
    (tmp_path / "match.toml").write_text(record.to_text(), encoding="utf-8")
    pilot = open_screen(tmp_path, "match")
    pilot.press_keys(pygame.K_RETURN)
    pilot.run_until_idle()
    assert pilot.table.match.person_seats == (0,) and not (tmp_path / "reports").exists()


def test_all_bad_files_are_reported_in_one_message(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('language = "en"\nspeed = 4\n')
    (tmp_path / "match.toml").write_text("moves = [")
    text = close_notice(open_screen(tmp_path, "settings"))
    assert "settings.toml" in text and "match.toml" in text


def test_bad_house_rules_leave_seating_screen_with_standard_ones(tmp_path: Path) -> None:
    write_settings(tmp_path)
    write_file(tmp_path / KINDS["options"].path, b"ten_on_anything = fal")
    pilot = Pilot(tmp_path)
    pilot.app.go(Home())
    pilot.run_frames(3)
    assert isinstance(pilot.app.top, HomeScreen), "the file is read when it is needed"
    pilot.app.go(Seating(SLUG))
    pilot.run_frames(2)
    assert "palacio.toml" in close_notice(pilot)
    assert pilot.expect(SeatingScreen).make_record().options == OPTIONS()


# --- failed writes ----------------------------------------------------------------------------------------------------


def fail_disk_full(*args: Any, **named: Any) -> tuple[int, str]:
    """Simulate a full disk: files can be created but not written."""
    handle, name = CREATE_TEMPORARY(*args, **named)
    os.close(handle)
    return os.open("/dev/full", os.O_WRONLY), name


def fail_read_only(*_: Any, **__: Any) -> tuple[int, str]:
    """Simulate a read-only folder, as chmod doesn't stop root."""
    raise PermissionError(errno.EACCES, "Permission denied")


CREATE_TEMPORARY = atomic_replace.create_temporary
WRITE_FAILURES = {"No space left": fail_disk_full, "Permission denied": fail_read_only}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux that is always full")
@pytest.mark.parametrize("kind", KINDS_IN_SCREENS)
@pytest.mark.parametrize("why", WRITE_FAILURES)
def test_unwritten_changes_are_reported_and_written_later(
    kind: str, why: str, tmp_path: Path, good_files: Mapping[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(tmp_path)
    path = write_file(tmp_path / KINDS[kind].path, good_files[kind])
    pilot = open_screen(tmp_path, kind)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(atomic_replace, "create_temporary", WRITE_FAILURES[why])
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
            presets = KINDS["preset"].open(pilot.app.profile)
            assert presets.find("Ours").options.starter == "lowest_card"
    pilot.app.release_everything()
    assert path.read_bytes() != before, "the change is saved after the disk has space again"
    profile = Profile(tmp_path)
    KINDS[kind].open(profile)
    assert profile.notices == []


def test_full_disk_is_reported_at_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot = open_screen(tmp_path, "match")
    record = new_record(SLUG, 8)
    pilot.app.go(MatchTable(record))
    pilot.run_until_idle()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("engine.profile.storage.write_atomic", full)
        patch.setattr("engine.profile.atomic_replace.append_bytes", full)
        pilot.press_keys(pygame.K_RETURN)
        for _ in range(200):
            pilot.step()
            if isinstance(pilot.app.top, Dialog):
                break
        assert "No space left on device" in close_notice(pilot)
        assert isinstance(pilot.app.top, Table)
    pilot.run_until_idle()
    pilot.play_by_keys(pilot.open_choice.legal_moves[0])
    assert load_saved_record(tmp_path).moves == record.moves, "saving resumes without an action by the player"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_illegal_move_is_reported_in_words(slug: str, language: str) -> None:
    record, words = new_record(slug, 8), Words(language)
    game = record.initial_position()
    verbs = game.verbs[game.ask.what] if game.ask else ()
    refused = [Move(seat, verb, ()) for seat in range(game.seats) for verb in (*verbs, "dance")]
    refused = [move for move in refused if game.refusal(move) is not None]
    assert refused
    for move in refused:
        refusal = game.refusal(move)
        assert refusal is not None
        record.moves = [move]
        with pytest.raises(RecordError) as caught:
            record.replay()
        text = notice_text(words, Notice(caught.value.key, {**caught.value.placeholders, "file": "match.toml"}))
        reason = words.note_text(slug, "refusal", Note(refusal.key, refusal.placeholders))
        assert reason in text and f"refusal.{refusal.key}" not in text and "{" not in text, text
