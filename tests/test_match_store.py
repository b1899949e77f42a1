"""One match in progress for each game: the files on disk, also those of earlier versions."""

import os
from pathlib import Path
from typing import Any

import pytest

from engine.game import Game
from engine.match.record import Record
from engine.notices import Notice
from engine.profile import atomic_replace
from engine.profile.saved_matches import SavedMatches
from engine.profile.storage import Profile
from engine.rng import Rng
from tests.support.records import play_randomly, random_record


def notice_keys(notices: list[Notice]) -> list[str]:
    return [notice.key.removeprefix("notice.") for notice in notices]


def fail_to_write(*_: object, **__: object) -> Any:
    raise OSError(28, "No space left on device")


def two_matches(folder: Path) -> tuple[Record, Record]:
    """Save matches of two games in a profile, the second one last."""
    profile = Profile(folder)
    first, second = (random_record(slug, 3) for slug in ("gurch", "big_two"))
    for age, record in ((9, first), (5, second)):
        play_randomly(record, Rng(3), 8)
        assert profile.save_match(record) == []
        os.utime(profile.match_path(record.game), (1_700_000_000 - age, 1_700_000_000 - age))
    return first, second


def test_each_game_has_own_match_and_last_saved_comes_first(tmp_path: Path) -> None:
    first, second = two_matches(tmp_path)
    profile = Profile(tmp_path)
    assert profile.games_in_progress() == ["big_two", "gurch"]
    assert profile.load_match() == (second, []) and profile.load_match("gurch") == (first, [])
    profile.save_match(first)
    assert profile.games_in_progress() == ["gurch", "big_two"]
    assert profile.load_match("big_two") == (second, []), "saving one match leaves the other unchanged"
    assert profile.delete_match("gurch") == [] and profile.games_in_progress() == ["big_two"]
    assert profile.load_match("roped") == (None, [])


def test_matches_are_known_by_head_until_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = two_matches(tmp_path)
    first.deal = first.replay().deal_number
    Profile(tmp_path).save_match(first)
    replayed: list[str] = []
    start = Record.initial_position

    def noted(record: Record) -> Game:
        replayed.append(record.game)
        return start(record)

    monkeypatch.setattr(Record, "initial_position", noted)
    notices: list[Notice] = []
    saves = SavedMatches(Profile(tmp_path), notices)
    saves.scan()
    assert saves.games == ("gurch", "big_two") and not replayed
    known = saves.summary("gurch")
    assert (
        known is not None
        and known.deal == first.deal
        and [c.who for c in known.chairs] == [c.who for c in first.chairs]
    )
    assert saves.latest == first and replayed == ["gurch"] and saves.has_unread
    saves.read_more(10_000)
    assert not saves.has_unread and saves.load("big_two") == second and saves.games == ("gurch", "big_two")
    saves.save(second)
    assert saves.latest is second and saves.games == ("big_two", "gurch") and notices == []
    saves.delete("big_two")
    assert saves.latest == first and Profile(tmp_path).games_in_progress() == ["gurch"]


def test_match_with_bad_file_is_withdrawn_after_reading(tmp_path: Path) -> None:
    two_matches(tmp_path)
    path = Profile(tmp_path).match_path("gurch")
    path.write_text(path.read_text().replace("moves = [", 'moves = [\n"9:play 2C",'), encoding="utf-8")
    notices: list[Notice] = []
    saves = SavedMatches(Profile(tmp_path), notices)
    saves.scan()
    assert saves.games == ("gurch", "big_two")
    assert saves.load("gurch") is None and list(saves.games) == ["big_two"]
    assert notice_keys(notices) == ["bad_value", "no_match", "kept"]


def test_match_under_name_of_another_game_is_refused_and_kept(tmp_path: Path) -> None:
    two_matches(tmp_path)
    profile = Profile(tmp_path)
    profile.match_path("gurch").replace(profile.match_path("roped"))
    found, notices = profile.load_match("roped")
    assert found is None and notice_keys(notices) == ["bad_value", "no_match", "kept"]


def test_match_of_earlier_version_is_moved(tmp_path: Path) -> None:
    record = random_record("palacio", 4)
    play_randomly(record, Rng(4), 9)
    profile = Profile(tmp_path)
    profile.legacy_match_path.write_text(record.to_text())
    assert profile.load_match() == (record, [])
    assert profile.match_path("palacio").read_text() == record.to_text() and not profile.legacy_match_path.exists()


def test_match_of_intermediate_earlier_version_is_not_lost(tmp_path: Path) -> None:
    """Such a version doesn't know the newer files and saves its own match, which is migrated once its game has no
    other."""
    first, second = two_matches(tmp_path)
    theirs = random_record("gurch", 77)
    play_randomly(theirs, Rng(1), 5)
    profile = Profile(tmp_path)
    profile.legacy_match_path.write_text(theirs.to_text())
    for _ in range(2):
        assert Profile(tmp_path).migrate_legacy_match() == []
        assert profile.load_match("gurch") == (first, []) and profile.load_match("big_two") == (second, [])
        assert profile.legacy_match_path.read_text() == theirs.to_text()
    profile.delete_match("gurch")
    assert profile.load_match("gurch") == (None, []) and profile.migrate_legacy_match() == []
    assert profile.load_match("gurch") == (theirs, []) and not profile.legacy_match_path.exists()


def test_kill_while_match_moves_loses_and_doubles_nothing(tmp_path: Path) -> None:
    record = random_record("palacio", 4)
    profile = Profile(tmp_path)
    profile.save_match(record)
    profile.legacy_match_path.write_text(record.to_text())  # as after an interruption between copying and deleting
    play_randomly(record, Rng(4), 9)
    profile.save_match(record)
    assert Profile(tmp_path).load_match() == (record, [])
    assert not profile.legacy_match_path.exists(), "the older state of the match is deleted"


def test_former_match_in_unwritable_folder_continues_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = random_record("palacio", 4)
    profile = Profile(tmp_path)
    profile.legacy_match_path.write_text(record.to_text())
    with monkeypatch.context() as patch:
        patch.setattr(atomic_replace, "replace_file", fail_to_write)
        assert profile.load_match() == (record, [])
    assert profile.legacy_match_path.exists()
