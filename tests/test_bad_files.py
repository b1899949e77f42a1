"""Truncated, damaged and foreign files: the program reports them, keeps a copy and continues."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from engine.games import GAMES
from engine.languages import LANGUAGES
from engine.match.record import Record, RecordError
from engine.moves import Move, Note
from engine.notices import Notice
from engine.profile.storage import Profile
from engine.rng import Rng
from scenes.screens.home.home_screen import HomeScreen
from scenes.screens.seating.seating_screen import SeatingScreen
from scenes.shell.destinations import Home, MatchTable, Seating
from scenes.shell.dialog import Dialog
from scenes.table.table import Table
from scenes.text.catalogue import Words
from scenes.text.notice_texts import notice_text
from tests.support.profile_pilot import Pilot
from tests.support.records import load_match, new_record, play_randomly
from tests.support.tables import live_mode, load_saved_record, write_settings


def record_in_progress(slug: str = "palacio", moves: int = 20) -> Record:
    """Return a match after some random moves."""
    record = new_record(slug, 3)
    play_randomly(record, Rng(3), moves)
    return record


def start_program(folder: Path) -> Pilot:
    """Start the program with this folder and run its first frames."""
    pilot = Pilot(folder)
    pilot.app.go(Home())
    pilot.run_frames(3)
    return pilot


def close_notice(pilot: Pilot) -> str:
    """Close the notice on the screen with Enter; return its text."""
    dialog = pilot.app.top
    assert isinstance(dialog, Dialog) and dialog.title == pilot.app.words("app.notices.title")
    text = "\n".join(line.text for line in dialog.paragraphs)
    assert not re.search(r"\{\w+\}|notice\.", text)
    pilot.press_keys(pygame.K_RETURN)
    pilot.run_frames(2)
    assert not isinstance(pilot.app.top, Dialog), "a second message is shown"
    return text


def check_playable(pilot: Pilot, slug: str = "palacio") -> None:
    """Check that a match can still be started and played."""
    pilot.app.save_settings_without_layout(replace(pilot.app.settings, coach="off"))
    record = new_record(slug, 8)
    pilot.app.go(MatchTable(record))
    pilot.run_until_idle()
    before = len(record.moves)
    pilot.press_keys(pygame.K_RETURN) if pilot.open_choice.complete_moves() else pilot.play_by_keys(
        pilot.open_choice.legal_moves[0]
    )
    assert len(record.moves) > before


def backup_contents(path: Path) -> list[bytes]:
    """Return the contents of a file's backup copies."""
    return [copy.read_bytes() for copy in sorted(path.parent.glob(f"{path.stem}.bad-*{path.suffix}"))]


# --- settings ---------------------------------------------------------------------------------------------------------

BAD_SETTINGS = {
    "a wrong type": (b'speed = 4\nlanguage = "en"\n', ("settings.toml", "speed", "4")),
    "an unknown value": (b'back = "gold"\nlanguage = "en"\n', ("settings.toml", "back", "gold", "lantern")),
    "a word in place of a switch": (b'auto_answer = "yes"\nlanguage = "en"\n', ("settings.toml", "auto_answer", "yes")),
    "an unknown key": (b'colour = "green"\nlanguage = "en"\n', ("settings.toml", "colour", "green")),
    "half a line": (b'language = "en"\nspeed = "', ("settings.toml",)),
    "a line without a value": (b'language = "en"\nspeed =\nback = "house"\n', ("settings.toml", "line 2")),
    "binary garbage": (bytes(range(256)), ("settings.toml",)),
    "a table in place of a value": (b"[speed]\nfast = true\n", ("settings.toml", "speed", "fast")),
}


@pytest.mark.parametrize("case", BAD_SETTINGS)
def test_bad_settings_are_reported_and_copied_and_play_continues(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    content, expected = BAD_SETTINGS[case]
    path = tmp_path / "settings.toml"
    path.write_bytes(content)
    pilot = start_program(tmp_path)
    text = close_notice(pilot)
    for word in expected:
        assert word in text
    assert backup_contents(path) == [content]
    assert "settings.bad-1.toml" in text
    assert isinstance(pilot.app.top, HomeScreen)
    check_playable(pilot)


def test_good_settings_beside_bad_one_are_used(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('speed = "instant"\nback = "gold"\nlanguage = "pt_BR"\n')
    pilot = start_program(tmp_path)
    chosen = pilot.app.settings
    assert (chosen.speed, chosen.back, chosen.language) == ("instant", "house", "pt_BR")
    assert "settings.toml" in close_notice(pilot)


# --- house rules ------------------------------------------------------------------------------------------------------

BAD_OPTIONS = {
    "an unknown rule": (b"cheating = true\n", "cheating"),
    "a wrong type": (b'rounds = "three"\n', "rounds"),
    "half a file": (b"ten_on_anything = fal", "palacio.toml"),
}


@pytest.mark.parametrize("case", BAD_OPTIONS)
def test_bad_house_rules_are_reported_on_use(case: str, tmp_path: Path) -> None:
    write_settings(tmp_path)
    content, key = BAD_OPTIONS[case]
    path = tmp_path / "options" / "palacio.toml"
    path.parent.mkdir()
    path.write_bytes(content)
    pilot = start_program(tmp_path)
    assert isinstance(pilot.app.top, HomeScreen)
    pilot.app.go(Seating("palacio"))
    pilot.run_frames(2)
    text = close_notice(pilot)
    assert "palacio.toml" in text and key in text
    assert backup_contents(path) == [content]
    seating = pilot.app.top
    assert isinstance(seating, SeatingScreen)
    assert seating.make_record().options == GAMES["palacio"].Options()
    check_playable(pilot)


# --- the match --------------------------------------------------------------------------------------------------------


def check_no_continue(pilot: Pilot) -> None:
    """Check that the home screen offers no match to continue."""
    home = pilot.app.top
    assert isinstance(home, HomeScreen)
    words = pilot.app.words("app.home.continue")
    assert all(getattr(widget, "label", "") != words for widget in home.root.focus_order())


def test_match_truncated_anywhere_is_reported_and_copied(tmp_path: Path) -> None:
    whole = record_in_progress().to_text().encode()
    for part in range(48):
        folder, content = tmp_path / str(part), whole[: len(whole) * part // 48]
        folder.mkdir()
        (folder / "match.toml").write_bytes(content)
        record, notices = load_match(Profile(folder))
        assert record is None and notices, part
        assert backup_contents(folder / "match.toml") == [content]


@pytest.mark.parametrize("part", range(0, 24, 7))
def test_truncated_match_is_reported_and_copied(part: int, tmp_path: Path) -> None:
    write_settings(tmp_path)
    whole = record_in_progress().to_text().encode()
    content = whole[: len(whole) * part // 24]
    path = tmp_path / "match.toml"
    path.write_bytes(content)
    pilot = start_program(tmp_path)
    assert "match.toml" in close_notice(pilot)
    assert backup_contents(path) == [content]
    check_no_continue(pilot)
    check_playable(pilot)
    assert load_saved_record(tmp_path).seed == 8


def replace_in_record(record: Record, old: str, new: str) -> str:
    text = record.to_text()
    assert old in text
    return text.replace(old, new, 1)


def impossible_match() -> str:
    record = record_in_progress()
    game = record.replay()
    record.append(game.legal_moves(game.seats_to_act()[0])[0]._replace(seat=(game.seats_to_act()[0] + 1) % 3))
    return record.to_text()


BAD_MATCHES: Mapping[str, tuple[Callable[[], str], tuple[str, ...]]] = {
    "another format": (lambda: replace_in_record(record_in_progress(), "format = 2", "format = 7"), ("7",)),
    "an impossible move": (impossible_match, ("21",)),
    "an unknown game": (
        lambda: replace_in_record(record_in_progress(), 'game = "palacio"', 'game = "mahjong"'),
        ("game", "mahjong"),
    ),
    "too many seats": (lambda: replace_in_record(record_in_progress(), "seats = 3", "seats = 9"), ("seats", "9")),
    "a negative seed": (lambda: replace_in_record(record_in_progress(), "seed = 3", "seed = -3"), ("seed", "-3")),
    "an unknown rule": (lambda: record_in_progress().to_text() + "cheating = true\n", ("cheating",)),
    "an unknown character": (
        lambda: replace_in_record(record_in_progress(), "celeste easy", "nobody easy"),
        ("chairs", "nobody"),
    ),
    "a malformed move": (lambda: replace_in_record(record_in_progress(), '"0:', '"zero:'), ("zero:",)),
    "a list of lists": (lambda: replace_in_record(record_in_progress(), "moves = [", "moves = [[], "), ("1", "[]")),
}


@pytest.mark.parametrize("case", BAD_MATCHES)
def test_match_with_bad_content_is_reported_and_copied(case: str, tmp_path: Path) -> None:
    write_settings(tmp_path)
    make, expected = BAD_MATCHES[case]
    path = Profile(tmp_path).match_path("palacio")
    path.parent.mkdir()
    content = make().encode()
    path.write_bytes(content)
    pilot = start_program(tmp_path)
    text = close_notice(pilot)
    for word in ("palacio.toml", *expected):
        assert word in text
    assert backup_contents(path) == [content]
    check_no_continue(pilot)
    check_playable(pilot)


def test_match_of_another_version_is_reported_and_continues(tmp_path: Path) -> None:
    write_settings(tmp_path)
    record = record_in_progress()
    record.version = "0.0.1"
    path = tmp_path / "match.toml"
    path.write_text(record.to_text(), encoding="utf-8")
    content = path.read_bytes()
    pilot = start_program(tmp_path)
    text = close_notice(pilot)
    assert "0.0.1" in text
    path = Profile(tmp_path).match_path(record.game)
    assert path.name in text and backup_contents(path) == [content]
    pilot.press_keys(pygame.K_RETURN)
    pilot.run_until_idle()
    assert pilot.table.match.record.moves[: len(record.moves)] == record.moves


def test_match_without_names_is_continued_by_player(tmp_path: Path) -> None:
    write_settings(tmp_path)
    record = record_in_progress()
    record.chairs = ()
    (tmp_path / "match.toml").write_text(record.to_text(), encoding="utf-8")
    pilot = start_program(tmp_path)
    pilot.press_keys(pygame.K_RETURN)
    pilot.run_until_idle()
    assert pilot.table.match.person_seats == (0,) and not (tmp_path / "reports").exists()


def test_all_bad_files_are_reported_in_one_message(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('language = "en"\nspeed = 4\n')
    (tmp_path / "match.toml").write_text("moves = [")
    text = close_notice(start_program(tmp_path))
    assert "settings.toml" in text and "match.toml" in text


# --- failed writes ----------------------------------------------------------------------------------------------------


def test_file_in_place_of_folder_is_reported_and_match_stays_in_memory(tmp_path: Path) -> None:
    place = tmp_path / "profile"
    place.write_text("a file")
    pilot = start_program(place)
    assert str(place) in close_notice(pilot)
    record = new_record("palacio", 8)
    pilot.app.go(MatchTable(record))
    pilot.run_until_idle()
    assert not isinstance(pilot.app.top, Dialog), "it was said at the start"
    pilot.press_keys(pygame.K_RETURN)
    assert record.moves
    assert place.read_text() == "a file"
    live_mode(pilot.table).leave()
    pilot.run_frames(2)
    assert pilot.app.last_saved_match is record, "the unsaved match stays in memory"


def test_read_only_folder_is_reported_and_program_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_settings(tmp_path)

    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("engine.profile.atomic_replace.create_temporary", forbidden)  # chmod would not stop root
    pilot = start_program(tmp_path)
    record = new_record("palacio", 8)
    pilot.app.go(MatchTable(record))
    pilot.run_until_idle()
    text = close_notice(pilot)
    assert str(tmp_path) in text and "Permission denied" in text
    pilot.run_until_idle()
    pilot.press_keys(pygame.K_RETURN)
    assert record.moves
    assert not (tmp_path / "match.toml").exists()


def test_full_disk_is_reported_at_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_settings(tmp_path)
    pilot = start_program(tmp_path)
    record = new_record("palacio", 8)
    pilot.app.go(MatchTable(record))
    pilot.run_until_idle()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("engine.profile.storage.write_atomic", full)
    monkeypatch.setattr("engine.profile.atomic_replace.append_bytes", full)
    pilot.press_keys(pygame.K_RETURN)
    for _ in range(200):
        pilot.step()
        if isinstance(pilot.app.top, Dialog):
            break
    assert "No space left on device" in close_notice(pilot)
    assert isinstance(pilot.app.top, Table)
    monkeypatch.undo()
    pilot.run_until_idle()
    pilot.play_by_keys(pilot.open_choice.legal_moves[0])
    assert load_saved_record(tmp_path).moves == record.moves, "saving resumes without an action by the player"


def test_new_profile_shows_no_notice(tmp_path: Path) -> None:
    pilot = start_program(tmp_path / "new")
    assert isinstance(pilot.app.top, HomeScreen)
    check_no_continue(pilot)
    assert load_match(Profile(tmp_path / "new")) == (None, [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", GAMES)
def test_illegal_move_is_reported_in_words(slug: str, language: str) -> None:
    record, words = new_record(slug, 8), Words(language)
    game = record.initial_position()
    verbs = game.verbs[game.ask.what] if game.ask else ()
    wrong = [Move(seat, verb, ()) for seat in range(game.seats) for verb in (*verbs, "dance")]
    reported = 0
    for move in wrong:
        refusal = game.refusal(move)
        if refusal is None:
            continue
        record.moves = [move]
        with pytest.raises(RecordError) as caught:
            record.replay()
        text = notice_text(words, Notice(caught.value.key, {**caught.value.placeholders, "file": "match.toml"}))
        reason = words.note_text(slug, "refusal", Note(refusal.key, refusal.placeholders))
        assert reason in text and f"refusal.{refusal.key}" not in text and "{" not in text, text
        reported += 1
    assert reported
